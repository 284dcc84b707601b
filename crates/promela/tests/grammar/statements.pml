//= 12 states, 14 transitions: if and do
byte x; active proctype P() { if :: x = 1 :: x = 2; x++ :: x == 0 -> x = 3 fi; do :: x > 0 -> x-- :: x == 0 -> break od }
//= 10 states, 10 transitions: nested choices
byte x; active proctype P() { if :: if :: x = 1 :: x = 2 fi :: do :: x == 0 -> x = 3; break :: if :: skip fi; break od fi }
//= refused: an if without options
active proctype P() { if fi }
//= 9 states, 9 transitions: else in a loop and after
byte x; active proctype P() { do :: x < 2 -> x++ :: else -> break od; if :: x == 7 :: else -> x = 9 fi }
//= 4 states, 4 transitions: else not last
byte x; active proctype P() { if :: else -> x = 1 :: x == 1 -> x = 2 :: x == 2 fi }
//= 4 states, 4 transitions: else alone
byte x; active proctype P() { else; x = 1 }
//= 5 states, 5 transitions: else after a statement
byte x; active proctype P() { if :: x == 0; else; x = 1 :: x == 1 fi }
//= 6 states, 6 transitions: else beside a receive
chan c = [1] of { byte }; active proctype P() { if :: c?_ :: else -> c!1 fi; if :: c?[2] :: else -> skip fi }
//= 8 states, 8 transitions: break from a nested choice
byte x; active proctype P() { do :: if :: x == 2 -> break :: else -> x++ fi od; do :: do :: break od; break od }
//= refused: break alone
active proctype P() { break }
//= 8 states, 8 transitions: goto into and out of choices
byte x; active proctype P() { goto L; do :: x++; L: x++; if :: x > 1 -> goto M :: else fi od; M: x = 0 }
//= 6 states, 7 transitions: goto into a block and an atomic sequence
byte x; active proctype P() { if :: goto A :: goto B fi; { x = 1; A: x = 2 } atomic { x = 3; B: x = 4; x = 5 } }
//= 4 states, 4 transitions: goto out of an atomic sequence
byte x; active proctype P() { atomic { x = 1; goto L; x = 2 } x = 3; L: x = 4 }
//= 9 states, 9 transitions: goto itself and back
byte x; active proctype P() { L: if :: x < 2 -> x++; goto L :: x == 2 -> M: x = 3 fi; if :: x == 9 -> goto M :: else fi }
//= 3 states, 3 transitions: goto within a deterministic step
byte x; active proctype P() { d_step { if :: x = 1; goto L :: x = 2 fi; x = 7; L: x++ } }
//= refused: goto out of a deterministic step
byte x; active proctype P() { d_step { x = 1; goto L } L: x = 2 }
//= refused: goto a label that is not there
active proctype P() { goto nowhere }
//= refused: break out of a deterministic step
byte x; active proctype P() { do :: d_step { x = 1; break } od }
//= 7 states, 7 transitions: a deterministic step that ends with a jump
byte x; active proctype P() { do :: d_step { x < 3 -> x++ } :: d_step { x == 3 -> x = 4 }; goto L od; L: skip }
//= 14 states, 15 transitions: labels
byte x; active proctype P() { A: x = 1; B: C: x = 2; D: ; E: if :: x = 3; F: skip :: x = 7; G: H: skip fi; I: { x = 4; J: skip }; K: atomic { x = 5; M: skip }; N: d_step { x = 6; O: skip }; Q: do :: x = 8; R: break od; S: }
//= 5 states, 6 transitions: labels before ends
byte x; active proctype P() { if :: x = 1; L: fi; do :: x = 2; break; M: od; { skip; N: } goto L }
//= 11 states, 11 transitions: labels before words
byte x; active proctype P() { A: skip; B: assert(true); C: printf("x\n"); D: goto E; E: x++; F: x = 2; G: (x == 2); H: x == 2; I: else -> skip }
//= 3 states, 3 transitions: a label before a choice of labels
byte x; active proctype P() { end: do :: x < 1 -> progress: x++ od }
//= refused: a label before unless
byte x; active proctype P() { L: unless { x = 1 }; M: x = 2 unless N: x = 3 }
//= refused: a label before a declaration
active proctype P() { L: byte x; x = 1 }
//= refused: a label twice
active proctype P() { L: skip; L: skip }
//= 8 states, 13 transitions: a label in two processes
byte x; active proctype P() { L: x < 2 -> x++; goto L } active proctype Q() { L: x > 0 -> x--; goto L }
//= 7 states, 8 transitions: atomic
byte x; active proctype P() { atomic { x = 1; x = 2; x == 0; x = 3 } } active proctype Q() { atomic { x == 2 -> x = 0 } }
//= 5 states, 5 transitions: a deterministic step
byte x; active proctype P() { d_step { x = 1; x = 2; x = 3 } } active proctype Q() { d_step { x == 3 -> x = 0 } }
//= 4 states, 4 transitions: atomic in atomic
byte x; active proctype P() { atomic { x = 1; atomic { x = 2; x = 3 } x = 4 } x = 5 }
//= 4 states, 4 transitions: a deterministic step in atomic
byte x; active proctype P() { atomic { x = 1; d_step { x = 2; x = 3 } x = 4 } x = 5 }
//= 4 states, 4 transitions: atomic in a deterministic step
byte x; active proctype P() { d_step { x = 1; atomic { x = 2; x = 3 } x = 4 } x = 5 }
//= 4 states, 4 transitions: a deterministic step in another
byte x; active proctype P() { d_step { x = 1; d_step { x = 2; x = 3 } x = 4 } x = 5 }
//= 6 states, 6 transitions: steps that begin with steps
byte x; active proctype P() { atomic { atomic { x = 1; x = 2 } } atomic { d_step { x = 3; x = 4 } } d_step { d_step { x = 5 } } d_step { atomic { x = 6; x = 7 } } }
//= 5 states, 5 transitions: steps in braces
byte x; active proctype P() { { atomic { { x = 1; x = 2 } } } { d_step { { x = 3; { x = 4 } } } } atomic { { x = 5 }; { x = 6 } } }
//= 4 states, 5 transitions: choices in steps
byte x; active proctype P() { atomic { if :: x = 1 :: x = 2 fi; do :: x < 4 -> x++ :: else -> break od } d_step { if :: x > 9 -> x = 1 :: else -> x = 2 fi; do :: x < 4 -> x++ :: else -> break od } }
//= 6 states, 6 transitions: steps in choices
byte x; active proctype P() { do :: atomic { x < 2 -> x++ } :: d_step { x == 2 -> x = 3 } :: d_step { x == 3; x = 4 } break od }
//= 1 states, 1 transitions, run-time error: a deterministic step that blocks
byte x; active proctype P() { d_step { x = 1; x == 2; x = 3 } }
//= 14 states, 14 transitions: for over a range
byte i, x; active proctype P() { for (i : 1 .. 3) { x = x + i } assert(x == 6) }
//= 14 states, 14 transitions: for over a range of expressions
byte i, n = 2; byte a[3]; active proctype P() { for (i : n - 2 .. n) { a[i] = i } assert(a[2] == 2) }
//= 14 states, 14 transitions: for over a range from below zero
int i; byte x; active proctype P() { for (i : -1 .. 1) { x++ } assert(x == 3) }
//= 4 states, 4 transitions: for over no values
int i, n = 3; active proctype P() { for (i : n .. 1) { assert(false) } }
//= 14 states, 14 transitions: for over an array
byte i; byte a[3]; active proctype P() { for (i in a) { a[i] = i } assert(a[2] == 2) }
//= refused: for over an array in a structure
typedef T { byte a[2]; byte i } T t[2]; active proctype P() { for (t[0].i in t[1].a) { t[1].a[t[0].i] = 1 } }
//= 10 states, 10 transitions: for over an array of structures
typedef T { byte a } T t[2]; active proctype P() { byte i; for (i in t) { t[i].a = 1 } }
//= 17 states, 17 transitions: for over the messages of a channel
typedef T { byte a; byte b } chan c = [3] of { T }; T m; byte x; active proctype P() { c!1,2; c!3,4; for (m in c) { x = x + m.a } assert(x == 4) }
//= 15 states, 15 transitions: for with breaks and jumps
byte i; active proctype P() { for (i : 1 .. 3) { if :: i == 2 -> break :: else fi } for (i : 1 .. 3) { if :: i == 2 -> goto L :: else fi } L: skip }
//= 25 states, 25 transitions: for in for
byte i, j, x; active proctype P() { for (i : 0 .. 1) { for (j : 0 .. 1) { x++ } } assert(x == 4) }
//= 4 states, 4 transitions: for in steps
byte i, x; active proctype P() { atomic { for (i : 0 .. 1) { x++ } } d_step { for (i : 0 .. 1) { x++ } } }
//= 10 states, 10 transitions: for with unless
byte i, x; active proctype P() { for (i : 0 .. 1) { x++ } unless { x == 5 } }
//= 12 states, 12 transitions: for as an option
byte i, x; active proctype P() { if :: for (i : 0 .. 1) { x++ } :: x = 7 fi }
//= 18 states, 18 transitions: for over lines
byte i; active proctype P() {
  for (i :
     1
     .. 2)
  {
    skip
  }
  for (i
       : 1 .. 2) {
    skip }
}
//= 10 states, 10 transitions: for with a declaration in its body
byte i; active proctype P() { for (i : 1 .. 2) { byte x; x++; assert(x == 1) } }
//= 13 states, 13 transitions: for with a label in its body
byte i; active proctype P() { L: for (i : 1 .. 2) { M: skip; N: } goto O; O: skip }
//= 10 states, 10 transitions: select
byte x; active proctype P() { select (x : 1 .. 3); assert(x < 4) }
//= 4 states, 4 transitions: select of one
byte x; active proctype P() { select (x : 2 .. 2); assert(x == 2) }
//= 160 states, 160 transitions: select of many
byte x; active proctype P() { select (x : 1 .. 40) }
//= 23 states, 26 transitions: select of expressions
byte x, n = 2; active proctype P() { select (x : n .. n + 2); select (x : -1 .. 1); select (x : (1) .. 2); select (x : 'a' .. 'b') }
//= 12 states, 12 transitions: select of symbols
mtype = { a, b, c }; mtype x; active proctype P() { select (x : c .. a) }
//= 8 states, 8 transitions: select into a name with an underscore
byte a_b; active proctype P() { select (a_b : 1 .. 2) }
//= 18 states, 23 transitions: select over lines
byte x; active proctype P() {
  select (x :
    1 .. 3)
  select
    (x : 1 .. 2)
  select (x : 1 .. 2
  )
}
//= 7 states, 11 transitions: select in options and steps
byte x; active proctype P() { if :: select (x : 1 .. 2) -> skip :: x = 7 fi; atomic { select (x : 1 .. 2) } d_step { select (x : 1 .. 2) } L: select (x : 1 .. 2) }
//= 8 states, 8 transitions: select in an inline
byte x; inline f(a) { select (a : 1 .. 2) } active proctype P() { f(x) }
//= 5 states, 8 transitions: select with spaces
byte x; active proctype P() { select(x:1..2); select ( x : 1 .. 2 ); select(x :1 ..2) }
//= 15 states, 17 transitions: select with a macro
#define N 3
#define M (3)
byte x; active proctype P() { select (x : 1 .. N); select (x : 1 .. M) }
//= 6 states, 6 transitions: unless
byte x; active proctype P() { { x = 1; x = 2; x = 3 } unless { x == 2 -> x = 7 } }
//= 6 states, 6 transitions: unless after single statements
byte x; active proctype P() { x = 1 unless x == 5; (x == 1) unless { skip }; assert(true) unless x = 3; skip unless skip }
//= 9 states, 9 transitions: unless of choices and loops
byte x; active proctype P() { do :: x < 3 -> x++ :: x == 3 -> break od unless { x == 2 }; if :: x == 2 :: x == 3 fi unless if :: x == 2 -> x = 9 :: x == 3 -> x = 8 fi }
//= 8 states, 8 transitions: unless with a break
byte x; active proctype P() { do :: x < 3 -> x++ unless { x == 2; break } od }
//= 8 states, 9 transitions: unless a loop with a break
byte x; active proctype P() { do :: x < 9; { x++ } unless do :: x == 2 -> break :: x > 3 -> break od :: x == 2 -> break od }
//= 4 states, 4 transitions: unless in steps
byte x; active proctype P() { atomic { x = 1 unless x == 4; x = 2 } { atomic { x = 3; x = 4 } } unless { atomic { x == 3; x = 5 } } }
//= 4 states, 4 transitions: unless of deterministic steps
byte x; active proctype P() { d_step { x = 1; x = 2 } unless { x == 1 }; x = 3 unless d_step { x == 2; x = 6 } }
//= refused: unless in a deterministic step
byte x; active proctype P() { d_step { x = 1 unless x == 4; x = 2 } }
//= refused: unless twice
byte x; active proctype P() { x = 1 unless x == 2 unless x == 3 }
//= 4 states, 4 transitions: unless nested
byte x; active proctype P() { { { x = 1; x = 2 } unless { x == 1 } } unless { x == 2; x = 9 } }
//= 3 states, 3 transitions: unless of a jump
byte x; active proctype P() { goto L unless x == 1; x = 2; L: x = 3 }
//= 3 states, 3 transitions: unless of a break and an else
byte x; active proctype P() { do :: x == 0 -> break unless x == 1 :: else -> x = 0 od }
//= 8 states, 8 transitions: unless as an option
byte x; active proctype P() { if :: x == 0; x = 1 unless x == 2 :: x == 0 -> { x = 2 } unless { x == 3 } -> x = 4 fi }
//= 4 states, 4 transitions: unless of a timeout
byte x; active proctype P() { false unless timeout -> x = 1 }
//= 10 states, 10 transitions: assignments
byte x, a[2]; typedef T { byte f } T t; active proctype P() { x = 1; a[x] = x; t.f = a[1]; x++; x--; a[0]++; t.f--; a[x - 1]-- }
//= 5 states, 5 transitions: assignment of a probe
chan c = [1] of { byte }; bool b; active proctype P() { b = empty(c); b = full(c) || nempty(c); b = c?[1] }
//= 8 states, 8 transitions: assertions
byte x; chan c = [1] of { byte }; active proctype P() { assert(x == 0); assert x == 0; assert !x; assert empty(c); assert (x == 0) && empty(c); assert -1 }
//= 7 states, 7 transitions: printing
byte x; mtype = { m }; active proctype P() { printf("a\n"); printf("%d %e %c\n", x, m, 'c'); printf ( "b" ); printf("; } // no comment"); printm(m); printm(x); printf("") }
//= 3 states, 3 transitions: printing of quotes
active proctype P() { printf("\"quoted\" \\ ' %d\n", 1) }
//= 3 states, 3 transitions: printing of expressions
byte x; chan c = [1] of { byte }; active proctype P() { printf("%d", x + 1, len(c), (x -> 1 : 2), _pid, c) }
//= 3 states, 3 transitions: printing between dollars
active proctype P() { printf($hello$) ; printf($a %d\n$, 1) }
//= 14 states, 14 transitions: expressions as statements
byte x; active proctype P() { x == 0; 1; !x; -1; ~x; (x == 0); x + 1; 'a'; true; skip; x || 1; (x -> 0 : 1) }
//= refused: the scratch variable
byte x; active proctype P() { _ = x; _ = 3; _++ }
//= refused: the scratch variable read
byte x; active proctype P() { x = _ }
//= refused: return outside of an inline
byte x; active proctype P() { return x }
//= 3 states, 3 transitions: exclusive channels
chan c = [1] of { byte }; active proctype P() { xs c; c!1 }
//= 11 states, 15 transitions: exclusive use
chan c = [1] of { byte }; chan d = [1] of { byte }; active proctype P() { xs c, d; c!1; d!1; xr d; skip } active proctype Q() { xr c; c?_ }
//= 5 states, 5 transitions: exclusive use between statements
chan c = [1] of { byte }; active proctype P() { skip; xs c; c!1; xr c; c?_ }
//= refused: a label before exclusive use
chan c = [1] of { byte }; active proctype P() { L: xs c; c!1 }
//= refused: assignments to what is predefined
active proctype P() { _pid = 1 }
//= refused: a structure assigned
typedef T { byte a } T s, t; active proctype P() { s = t }
//= 3 states, 3 transitions: an index of what is no array
byte x; active proctype P() { x[0] = 1 }
//= 7 states, 7 transitions: atomic with a jump into it and out of it
byte x; active proctype P() { atomic { x = 1; if :: x == 1 -> goto L :: else fi; M: x = 2; x = 3 } x = 4; goto N; L: x = 5; goto M; N: skip }
//= 4 states, 4 transitions: atomic in d_step in atomic
byte x; active proctype P() { atomic { d_step { atomic { x = 1; x = 2 } } } d_step { atomic { d_step { x = 3 } x = 4 } } }
//= 3 states, 3 transitions: a deterministic step with a loop and a break
byte x; active proctype P() { d_step { do :: x < 3 -> x++ :: else -> break od; x = 0 } }
//= 4 states, 4 transitions: a deterministic step with sends and receives
chan c = [2] of { byte }; byte x; active proctype P() { d_step { c!1; c!2; c?x; c?x }; d_step { len(c) == 0; x = 0 } }
//= 4 states, 4 transitions: a deterministic step that ends in a choice
byte x; active proctype P() { d_step { x = 1; if :: x == 1 -> x = 2 :: else fi } x = 3 }
//= 7 states, 7 transitions, deadlock: an atomic sequence that begins with a choice
byte x; active proctype P() { atomic { if :: x == 0 -> x = 1 :: x == 1 -> x = 2 fi; x = 3 } } active proctype Q() { atomic { do :: x < 3 -> x++ :: x == 3 -> break od } }
//= 7 states, 8 transitions: an atomic sequence of rendezvous
chan c = [0] of { byte }; byte x; active proctype P() { atomic { c!1; x = 1; c!2; x = 2 } } active proctype Q() { byte y; atomic { c?y; x = 3; c?y; x = 4 } }
//= 7 states, 7 transitions: else in atomic and deterministic steps
byte x; active proctype P() { if :: atomic { x == 1; x = 2 } :: else -> x = 3 fi; if :: d_step { x == 1; x = 2 } :: else -> d_step { x = 4; x = 5 } fi; if :: x == 9 :: atomic { else -> x = 1; x = 2 } fi }
//= 8 states, 8 transitions: goto the end of a process
byte x; active proctype P() { if :: x == 0 -> goto done :: x = 1 fi; x = 2; done: }
//= 8 states, 8 transitions: goto backwards out of loops
byte x; active proctype P() { again: do :: x < 2 -> x++; goto again :: x == 2 -> x = 3; break :: x > 4 -> goto again od }
//= 4 states, 4 transitions: accept, progress and end labels
byte x; active proctype P() { end0: accept1: progress2: do :: x < 1 -> accept: x++ :: x == 1 -> end: x == 5; progress: skip od }
//= 6 states, 6 transitions: labels named as types of other models
byte x; active proctype P() { byte_: x = 1; init_: x = 2; If: x = 3; goto byte_2; byte_2: x = 4 }
//= 7 states, 7 transitions: braces around guards
byte x; active proctype P() { do :: { x == 0 } -> x = 1 :: { x == 1; x = 2 } :: { { x == 2 } ; break } od }
//= 6 states, 6 transitions: a conditional as a guard
byte x; active proctype P() { if :: (x == 0 -> 1 : 0) -> x = 1 :: (x) fi; do :: (x -> x == 1 : 1) -> x = 0; break od }
//= 8 states, 8 transitions: assertions of all forms
byte x; active proctype P() { assert(x == 0 && !x); assert((x) == 0); assert((x == 0)); assert ~x; assert x == 0 || x == 1; assert(timeout || true) }
//= 13 states, 17 transitions: provided and atomic
bool on = true; byte x; active proctype P() provided (on) { atomic { x = 1; x = 2 } x = 3 } active proctype Q() { on = false; on = true }
