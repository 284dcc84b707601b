//= 4 states, 4 transitions: inline arg keyword timeout
byte x; inline f(a) { a -> x = 1 } active proctype P() { f(timeout) }
//= 6 states, 6 transitions: inline arg skip
byte x; inline f(a) { a; x = 1 } active proctype P() { f(skip); f(true) }
//= 3 states, 3 transitions: inline arg string in printf
inline f(a) { printf("a %d\n", a) } active proctype P() { f(3) }
//= 4 states, 4 transitions: inline arg len
chan c = [2] of { byte }; byte x; inline f(a) { x = a } active proctype P() { f(len(c)); f(c?[1]) }
//= 4 states, 4 transitions: inline as option with arrow
byte x; inline f(a) { a == 0 } active proctype P() { if :: f(x) -> x = 1 :: else fi }
//= 4 states, 4 transitions: inline else
byte x; inline f() { else } active proctype P() { if :: x == 1 :: f() -> x = 2 fi }
//= 3 states, 3 transitions: inline break
byte x; inline f() { break } active proctype P() { do :: f() od }
//= 4 states, 4 transitions: inline goto
byte x; inline f() { goto L } active proctype P() { f(); x = 1; L: x = 2 }
//= 4 states, 4 transitions: inline param eval
chan c = [1] of { byte }; byte x; inline f(a, b) { a!b; a?eval(b) } active proctype P() { f(c, x + 1) }
//= 3 states, 3 transitions: inline in provided
byte x; active proctype P() provided (x == 0 || x == 1) { x = 1; x = 2 }
//= 5 states, 5 transitions: typedef then array of mtype
mtype = {a, b}; typedef T { mtype m[2]; mtype:k n } mtype:k = {z}; T t; active proctype P() { t.m[1] = b; t.n = z; assert(t.m[1] == b) }
//= 4 states, 4 transitions: bool names
bool x = true; active proctype P() { x = !x; x == false }
//= 7 states, 9 transitions: pid arith
active [2] proctype P() { byte x; x = 1 - _pid; x = (_pid + 1) % 2; assert(x == 1 - _pid) }
//= 5 states, 5 transitions: nested typedef arrays init
typedef A { byte x = 3; byte y[2] = 4 } A a[2]; active proctype P() { assert(a[1].y[1] == 4 && a[0].x == 3); a[0].y[0] = a[1].x; a[1].y[1]++ }
//= 4 states, 5 transitions: goto next stmt after fi
byte x; active proctype P() { if :: goto L :: skip fi; L: x = 1 }
//= 4 states, 4 transitions: label and inline call
byte x; inline f(a) { x = a } active proctype P() { L: f(1); if :: x < 1 -> goto L :: else fi }
//= 7 states, 7 transitions: chan array global init
chan c[3] = [2] of { byte, chan }; active proctype P() { c[2]!1,c[0]; chan d; c[2]?_,d; d!2,d; assert(d == c[0]) }
//= refused: unsigned array
unsigned a[3] : 2; active proctype P() { a[1] = 5 }
//= 5 states, 5 transitions: unsigned list
unsigned a : 2, b : 3 = 7, c : 4; active proctype P() { a = b; c = a + b; assert(a == 3) }
//= 6 states, 6 transitions: bit array
bit a[4]; bool b[4] = true; active proctype P() { a[3] = 1; a[2] = 2; b[1] = 0; assert(a[2] == 2 || a[2] == 0) }
//= 3 states, 3 transitions: printf many
byte x; active proctype P() { printf("%d %u %o %x %c %e %%\n", x, x, x, x, x, x) }
//= 3 states, 3 transitions: printf tab
active proctype P() { printf("MSC: a\n\t") }
//= 7 states, 7 transitions: receive same var
chan c = [2] of { byte }; byte x; active proctype P() { c!1; c!2; c?x; c?x; x = x }
//= 3 states, 3 transitions: string with newline escapes
active proctype P() { printf("a\
b") }
//= 5 states, 5 transitions: timeout in do
byte x; active proctype P() { do :: x == 0 -> x = 1 :: timeout -> break od }
//= 6 states, 7 transitions: d_step first receive
chan c = [1] of { byte }; byte x; active proctype P() { d_step { c?x -> x++ ; x = 0} } active proctype Q() { c!3 }
//= 4 states, 4 transitions: rendezvous in d_step
chan c = [0] of { byte }; byte x; active proctype P() { d_step { c?x -> x++ ; x = 0} } active proctype Q() { c!3 }
//= 3 states, 5 transitions: sel in macro two
#define PICK(v,a,b) select (v : a..b)
byte x; active proctype P() { PICK(x,0,2) }
//= 4 states, 8 transitions: numbers and dotdot
byte x; active proctype P() { select(x:0 ..2); select(x:0.. 2) }
//= 10 states, 10 transitions: for neg
int x; active proctype P() { for (x : -2..-1) { skip } }
//= 7 states, 9 transitions: mtype in remote
mtype = {a}; active proctype P() { mtype m = a; L: skip } active proctype Q() { P:m == a || P[0]:m == 0 }
//= 3 states, 3 transitions: empty string printf
active proctype P() { printf("") }
//= 4 states, 4 transitions: nested cond
byte x; active proctype P() { x = (x -> (x > 1 -> 1 : 2) : (x < 3 -> 4 : 5)); assert(x == 4) }
//= refused: pre dec
byte x; active proctype P() { --x }
//= refused: double colon spaces
byte x; active proctype P() { if : : x = 1 fi }
//= refused: trailing comma args
proctype Q(byte a) { skip } init { run Q(1,) }
//= 8 states, 8 transitions: chan of mtype array
mtype = { r }; chan c = [1] of { mtype }; mtype a[2]; active proctype P() { a[1] = r; c!a[1]; c?a[0]; a[0] == r; c!a[0]; c?eval(a[1]) }
//= 1 states, 1 transitions, run-time error: enabled self
active proctype P() { byte x; x = enabled(_pid); assert(x == 0 || x == 1) }
//= 4 states, 4 transitions: progress label name only
byte x; active proctype P() { progress: x = 1; accept: x = 2 }
//= 6 states, 6 transitions: xr param
proctype Q(chan c) { xr c; c?_ } chan d = [1] of { byte }; init { run Q(d); d!1 }
//= 3 states, 3 transitions: xs in init
chan d = [1] of { byte }; init { xs d; d!1 }
//= refused: local x in init order
init { byte x = 1; byte y = x + 1; chan c = [y - 1 + 1] of { byte }; c!x }
//= 3 states, 3 transitions: chan cap var
init { chan c = [1 + 1] of { byte }; c!1 }
//= refused: active init
active init { skip }
//= 7 states, 9 transitions: priority in active
active [2] proctype P() priority 1 provided (true) { skip }
//= 5 states, 5 transitions: nested quotes char
byte x; active proctype P() { x = '"'; x = '\''; printf("'") }
//= 3 states, 3 transitions: semicolon after proctype
proctype P() { skip }; active proctype Q() { skip };
//= refused: c++ style ternary
byte x; active proctype P() { x = x ? 1 : 2 }
//= 5 states, 5 transitions: goto in unless
byte x; active proctype P() { L: { x = 1; x = 2 } unless { x == 2; x = 0; goto M }; M: skip }
//= 4 states, 4 transitions: and word
byte x; active proctype P() { x == 0 && (x == 0) && !(x) ; assert(1 && true) }
//= 3 states, 3 transitions: ifdef nested
#ifdef A
#if 1
x
#endif
#else
byte x;
#endif
active proctype P() { x = 1 }
//= 19 states, 19 transitions: for over the messages of an element
typedef m { byte x; bit b }; chan a[2] = [3] of { m }; m g; byte s;
init { g.x = 3; a[1]!g; g.x = 4; a[1]!g; for (g in a[1]) { s = s + g.x } assert(s == 7) }
