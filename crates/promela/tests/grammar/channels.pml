//= 5 states, 5 transitions: all types of messages
mtype = { r }; mtype:k = { s }; typedef T { byte a; bool b[2] }
chan c = [2] of { bit, bool, byte, pid, short, int, mtype, chan, T, mtype:k }; T t;
active proctype P() { bit b; bool o; byte x; chan d; c!1,true,3,_pid,-5,-6,r,c,t,s; c?b,o,x,_,_,_,_,d,t,_; assert(d == c && x == 3) }
//= 5 states, 5 transitions: rendezvous
chan c = [0] of { byte }; active proctype P() { c!1; c!2 } active proctype Q() { byte x; c?x; c?2 }
//= 5 states, 5 transitions: capacities
chan a = [1 + 1] of { bit }; chan b = [(2)] of { bit }; chan c = ['a' - 'a'] of { bit }; active proctype P() { a!0; a!1; b!0 }
//= refused: a capacity that is a variable
byte n = 2; chan c = [n] of { byte }; active proctype P() { c!1 }
//= 5 states, 5 transitions: arrays of channels
chan c[2] = [1] of { byte, bool }; active proctype P() { c[0]!1,true; c[1]!2,false; c[0]?1,_ }
//= 4 states, 4 transitions: types on lines
chan c = [1] of {
  byte,
  bool
}
active proctype P() {
  chan d = [1] of { byte
  }
  c!1,1
  d!1
}
//= refused: message types with semicolons
chan c = [1] of { byte; bool }; active proctype P() { c!1,1 }
//= refused: unsigned messages
chan c = [1] of { unsigned }; active proctype P() { c!1 }
//= 12 states, 12 transitions: sending
chan c = [9] of { byte, byte }; byte x = 3; active proctype P() { c!1,2; c!1(2); c!x + 1,x; c!x+1(x); c!(x),x; c!-1,!x; c!~x,-x; c!(x -> 1 : 2),len(c); c!'a',true; assert(len(c) == 9) }
//= 5 states, 5 transitions: sending with spaces
chan c=[3] of {byte}; active proctype P() { c ! 1; c!2 ; c! 3 }
//= refused: sending parentheses alone
chan c = [1] of { byte, byte }; active proctype P() { c!(1,2) }
//= 4 states, 4 transitions: sending a poll
chan c = [2] of { byte }; active proctype P() { c!c?[1]; c!len(c) }
//= refused: sending a probe
chan c = [2] of { byte }; active proctype P() { c!empty(c) }
//= refused: sending what starts a process
chan c = [2] of { byte }; proctype Q() { skip } active proctype P() { c!run Q() }
//= 7 states, 7 transitions: sending structures
typedef T { byte a; byte b[2] } chan c = [1] of { T, byte }; T t; active proctype P() { t.b[1] = 3; c!t,4; T s; byte x; c?s,x; assert(s.b[1] == 3 && x == 4) }
//= 7 states, 7 transitions: sending a structure spelled out
typedef T { byte a; byte b } chan c = [1] of { byte, byte, byte }; T t; active proctype P() { t.b = 3; c!4,t; byte x; c?x,t; assert(x == 4 && t.b == 3) }
//= 8 states, 8 transitions: sorted sending
chan c = [3] of { byte, byte }; active proctype P() { c!!3,1; c!!1,2; c!!2(3); c?1,_; c?2,_; c?3,_ }
//= 4 states, 4 transitions: sorted rendezvous
chan c = [0] of { byte }; active proctype P() { c!!1 } active proctype Q() { c?1 }
//= 17 states, 17 transitions: receiving
chan c = [9] of { byte, byte }; byte x, y, a[2]; typedef T { byte f } T t;
active proctype P() { c!1,2; c?x,y; c!1,2; c?x(y); c!1,2; c?(x,y); c!1,2; c?1,y; c!1,2; c?eval(x),eval(y + 0); c!1,2; c?_,_; c!1,2; c?a[0],t.f; assert(t.f == 2 && a[0] == 1) }
//= 11 states, 11 transitions: receiving nested parentheses
chan c = [1] of { byte, byte, byte }; byte x, y, z; active proctype P() { c!1,2,3; c?x(y(z)); c!1,2,3; c?x,(y,z); c!1,2,3; c?((x,y,z)); c!1,2,3; c?x((y,z)); assert(z == 3) }
//= 8 states, 8 transitions, deadlock: receiving constants
mtype = { r, s }; chan c = [1] of { mtype, int }; active proctype P() { c!r,-1; c?r,-1; c!s,'a'; c?s,'a'; c!r,true; c?r,true; c!r,false; c?r,skip; assert(false) }
//= 9 states, 9 transitions: receiving at random
chan c = [3] of { byte }; byte x; active proctype P() { c!1; c!2; c!3; c??2; c??x; c??eval(x + 2); assert(empty(c)) }
//= 12 states, 12 transitions: copying
chan c = [3] of { byte, byte }; byte x, y; active proctype P() { c!1,2; c!3,4; c?<x,y>; c?<1,y>; c??<3,y>; c??<x,4>; c?<x(y)>; c?<(x,y)>; c ? < x , y >; assert(len(c) == 2 && y == 2) }
//= 8 states, 8 transitions: copying over nothing
chan c = [3] of { byte }; byte x; active proctype P() { c!3; c?<eval(3)>; c?<_>; c??<_>; c?<x>; assert(x == 3 && len(c) == 1) }
//= 10 states, 10 transitions: polling
chan c = [3] of { byte, byte }; byte x; active proctype P() { c!1,2; c?[1,2]; c?[x,_]; c??[1,x]; c?[1(2)]; c?[(1,2)]; c?[eval(x + 1),_] && c?[x,x]; assert(!c?[2,2] && len(c) == 1) }
//= 10 states, 10 transitions: polling in expressions
chan c = [3] of { byte }; byte x; active proctype P() { c!1; x = c?[1] + c??[2]; (c?[1] -> x == 1 : false); assert(x == 1); !c?[2] -> x = -c?[1] + 2; if :: c?[3] :: c?[1] -> skip fi }
//= 14 states, 14 transitions: receiving with spaces
chan c = [3] of { byte }; byte x; active proctype P() { c!1; c ? x; c!1; c ?x; c!1; c? x; c!1; c ?? x; c!1; c ? [ x ]; c ? < x >; c?eval ( x ) }
//= 7 states, 7 transitions: a poll beside a copy
chan c = [2] of { byte }; byte x; active proctype P() { c!5; c?<x>; x>3; c?[5]; c?x }
//= refused: a message that receives nothing
chan c = [1] of { byte }; active proctype P() { c? }
//= 8 states, 8 transitions: channels in structures and arrays
typedef T { chan c[2] = [1] of { byte } } T t[2]; byte x; active proctype P() { t[1].c[0]!1; t[1].c[0]?x; t[x].c[x]!2; t[1].c[1]?[2]; t[1].c[1]?<x>; t[1].c[1]?eval(x) }
//= 6 states, 6 transitions: lengths
chan c = [2] of { byte }; active proctype P() { len(c) == 0; c!1; len(c) > 0 && len(c) < 2; assert(len(c) + 1 == 2) }
//= 12 states, 12 transitions: probes
chan c = [2] of { byte }; active proctype P() { empty(c); nfull(c); c!1; nempty(c); nfull(c) && nempty(c); c!1; full(c); (full(c)); (full(c)) || (1 && nempty(c)); full(c) && len(c) == 2 || empty(c) }
//= 5 states, 5 transitions: probes of arrays
chan c[2] = [2] of { byte }; active proctype P() { empty(c[1]); len(c[0]) == 0 -> nfull(c[c[1]?[1]]) }
//= refused: negated probes
chan c = [2] of { byte }; active proctype P() { !empty(c) }
//= refused: compared probes
chan c = [2] of { byte }; active proctype P() { empty(c) == 1 }
//= refused: probes in conditional expressions
chan c = [2] of { byte }; active proctype P() { (empty(c) -> 1 : 0) }
//= 9 states, 9 transitions: a channel as a value
chan c = [2] of { chan }; chan d = [1] of { byte }; active proctype P() { chan e; c!d; c!c; c?e; e!3; c?eval(c); d?3; e = c }
//= 7 states, 8 transitions: a channel from a parameter
proctype P(chan c) { c!1 } init { chan d = [1] of { byte }; run P(d); d?1 }
//= refused: messages of too few and too many fields
chan c = [2] of { byte, byte }; active proctype P() { c!1; c!1,2,3; c?1,0 }
//= 5 states, 5 transitions: a message of itself
chan c = [1] of { byte }; byte x; active proctype P() { c!x; c?x; c!c?[1] }
//= refused: standard input
byte x; active proctype P() { do :: x == 1 -> STDIN?x :: else -> break od }
//= refused: standard input that is read
int x; active proctype P() { STDIN?x }
//= refused: eval without parentheses
chan c = [1] of { byte }; byte x; active proctype P() { c!0; c?eval x }
//= 4 states, 4 transitions: eval of an array and a constant
chan c = [1] of { byte, byte }; byte a[2]; active proctype P() { c!0,3; c?eval(a[1]),eval(3) }
//= 6 states, 6 transitions: not of a send
chan c = [1] of { byte }; byte x; active proctype P() { c!!x; c?_; c! !x; c?1 }
//= 7 states, 7 transitions: a message with a pid, a bit and a symbol
mtype = { a, b }; chan c = [1] of { mtype, pid, bit }; active proctype P() { mtype m; pid p; bit t; c!a(_pid, 1); c?m(p, t); c!b,_pid,t; c?b(eval(_pid), 1); assert(m == a && t == 1) }
//= 10 states, 10 transitions: patterns of elements and fields
typedef T { byte f[2] } T t; byte a[2]; chan c = [1] of { byte, byte }; active proctype P() { c!1,2; c?t.f[0],a[t.f[1]]; c!3,4; c?a[1],t.f[1]; assert(t.f[0] == 1 && a[0] == 2 && t.f[1] == 4); c!3,4; c?[eval(a[1]),eval(t.f[1])]; c?eval(a[1]),eval(t.f[1]) }
//= 22 states, 41 transitions: a choice of communications
chan c = [1] of { byte }; chan d = [0] of { byte }; byte x; active proctype P() { do :: c!1 :: d!2 :: c?x :: x == 2 -> break od } active proctype Q() { do :: d?x :: x > 0 -> break od }
//= 6 states, 6 transitions: sending in conditions and receiving them
chan c = [1] of { bool, bool }; byte x; active proctype P() { c!x == 0,x > 1; c?eval(x == 0),_; c!x && 1 || 0,!x == 1; c?0,1 }
//= 6 states, 6 transitions: parentheses around channels
chan c = [1] of { byte }; active proctype P() { c!(1); c?(_); c!((2)); c?((2)) }
//= 9 states, 9 transitions: polls without and with parentheses
chan c = [1] of { byte, byte }; byte x; active proctype P() { c!1,2; c?[1(2)]; c??[_,2]; c?[(1,2)]; (c?[1,2]); c?[x,_] && 1; assert(c??[1,2]) }
