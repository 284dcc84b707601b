//= 6 states, 6 transitions: without parameters
byte x; inline f() { x = 1; x = 2 } active proctype P() { f(); f() }
//= 6 states, 6 transitions: with parameters
byte x, y; inline f(a, b) { a = b; b = a + 1 } active proctype P() { f(x, y); f(y, x) }
//= 6 states, 6 transitions: a parameter that is an expression
byte x; inline f(a) { x = a * 2 } active proctype P() { f(1 + 2); assert(x == 5); f((1 + 2)); assert(x == 6) }
//= 4 states, 4 transitions: parameters over lines
byte x; inline f(
  a,
  b
)
{
  a = b
}
active proctype P()
{
  f(x,
    1)
  f(x
   , 2)
}
//= 6 states, 6 transitions: a parameter that is an element or a field
typedef T { byte f } T t; byte a[2]; inline g(v, i) { v = i; a[i] = v } active proctype P() { g(t.f, 1); g(t.f, t.f) }
//= 6 states, 6 transitions: a parameter that is a channel
chan c = [1] of { byte }; byte x; inline s(q, m) { q!m; q?x } active proctype P() { s(c, 3); s(c, x) }
//= 7 states, 8 transitions: a parameter that is a label seen before
byte x; inline f(L) { goto L } active proctype P() { goto A; A: x = 1; if :: x == 1 -> x = 2; f(A) :: skip fi }
//= 10 states, 10 transitions: a parameter that is a symbol or a literal
mtype = { r, g }; mtype m; byte x; inline f(a, b) { m = a; x = b } active proctype P() { f(r, 'c'); f(g, true); f(g, -1); f(r, ' ') }
//= refused: a parameter that is a proctype
proctype Q() { skip } inline f(a) { run a() } active proctype P() { f(Q) }
//= 7 states, 7 transitions, deadlock: a parameter that is a condition
byte x; chan c = [1] of { byte }; inline w(a) { a; x++ } active proctype P() { w(x == 0 && len(c) == 0); w((x == 1 -> 1 : 0)); w(c?[1] || true); w(!x || x == 2) }
//= 5 states, 5 transitions: a parameter named as a global
byte x, y; inline f(x) { x = 3 } active proctype P() { f(y); f(x); assert(x == 3 && y == 3) }
//= 4 states, 4 transitions: a parameter as a field name
typedef T { byte a, b } T t; inline f(n) { t.n = 1 } byte a; active proctype P() { f(a); assert(t.a == 1) }
//= 9 states, 9 transitions: local variables
byte x; inline f(a) { byte l = a; x = l; l++ } active proctype P() { f(1); f(2); assert(x == 2) }
//= 23 states, 23 transitions: choices and loops
byte x; inline f(n) { if :: x < n -> x++ :: else -> skip fi; do :: x < n -> x++ :: else -> break od } active proctype P() { f(2); if :: f(3) :: x == 2 -> f(4) fi; do :: f(1); break od }
//= 28 states, 41 transitions: labels within
byte x; inline f(a) { skip; L: x = a; if :: x == 0 -> goto L :: else fi } active proctype P() { f(1) } active proctype Q() { f(2) }
//= 3 states, 3 transitions: a label before a call
byte x; inline f(a) { x = a } active proctype P() { goto L; skip; L: f(1) }
//= 5 states, 5 transitions: in steps
byte x; inline f(a) { x = a; x++ } active proctype P() { atomic { f(1); f(2) } d_step { f(3) } atomic { x = 1; f(2) } }
//= 6 states, 6 transitions: in unless
byte x; inline f(a) { x == a } inline g(a) { x = a } active proctype P() { { g(1); g(2) } unless { f(1); g(9) }; g(1) unless f(7) }
//= 6 states, 6 transitions: in inlines
byte x; inline g(a) { x = a } inline f(a, b) { g(a); g(b); h(b) } inline h(a) { x = a + 1 } active proctype P() { f(1, 2); assert(x == 3) }
//= 5 states, 5 transitions: in inlines with a parameter of the same name
byte x, y; inline g(a) { a++ } inline f(a) { g(a); g(y) } active proctype P() { f(x); assert(x == 1 && y == 1) }
//= refused: defined after its use
byte x; active proctype P() { f(1) } inline f(a) { x = a }
//= 3 states, 3 transitions: never called
byte x; inline f(a) { nonsense ! ? 1 ) ( } inline g() { } active proctype P() { x = 1 }
//= refused: empty and called
inline f() { } active proctype P() { f() }
//= 5 states, 5 transitions: blank but for skip
inline f() { skip } active proctype P() { f(); f() f() }
//= 9 states, 9 transitions: on lines without semicolons
byte x
inline f(a)
{
  x = a
  if
  :: x == a
  :: else
     x = 0
  fi
  timeout || true
}
active proctype P()
{
  f(1)
  f(2)
  x = 3
}
//= 6 states, 6 transitions: a value that is returned
byte x; inline f(a) { return a + 1 } active proctype P() { x = f(1); assert(x == 2); x = f(x); assert(x == 3) }
//= 7 states, 7 transitions: a value that is returned early
byte x, a[2]; inline f(n) { if :: n == 1 -> return 7 :: else -> return 8 fi } active proctype P() { a[1] = f(1); x = f(2); assert(a[1] == 7 && x == 8) }
//= 3 states, 3 transitions: a value that is returned to a new variable
inline f(n) { return n } active proctype P() { byte y; y = f(3); assert(y == 3) }
//= 3 states, 3 transitions: a value that is not returned
byte x; inline f(n) { x = n } active proctype P() { byte y; y = f(3) }
//= refused: a returned value that nobody takes
byte x; inline f(n) { return n } active proctype P() { f(3) }
//= 5 states, 5 transitions: texts in bodies
byte x; inline f(a) { printf("a } %d \" {\n", a); x = '}'; x = '{' } active proctype P() { f(1) }
//= 4 states, 4 transitions: comments in bodies
byte x; inline f(a) { /* a } */ x = a; // }
  x++ } active proctype P() { f(1) }
//= 5 states, 5 transitions: calls that touch
byte x; inline f(a){x=a}active proctype P(){f(1);f(2)f(3)}
//= 4 states, 4 transitions: a call before a unit word
byte x; inline f(a) { x = a } active proctype P() { do :: f(1) od unless { x == 1 } }
//= refused: too many arguments
inline f(a) { skip } active proctype P() { f(1, 2) }
//= refused: defined twice
inline f(a) { skip } inline f(b) { skip } active proctype P() { f(1) }
//= refused: calling itself
inline f(a) { f(a) } active proctype P() { f(1) }
//= refused: a text as an argument
inline f(a) { printf(a) } active proctype P() { f("x") }
//= 20 states, 20 transitions: select and for in a body
byte i, x; inline f(v) { for (v : 0 .. 1) { x++ } select (v : 1 .. 3) } active proctype P() { f(i) }
//= 3 states, 3 transitions: declarations of channels
inline f(c) { chan c = [1] of { byte }; c!1 } active proctype P() { skip }
//= 3 states, 3 transitions: in a never claim
byte x; inline f(a) { if :: x == a fi } never { f(3) } active proctype P() { x = 1 }
//= 4 states, 4 transitions: a typedef parameter
typedef T { byte a } T t; inline f(v) { v.a = 1; v.a++ } active proctype P() { f(t) }
//= 4 states, 4 transitions: a channel with a structure as argument
typedef T { byte a; byte b } T t; chan c = [1] of { T }; inline s(q, m) { q!m; q?m } active proctype P() { s(c, t) }
//= 8 states, 8 transitions: an argument that receives
chan c = [1] of { byte }; byte x; inline r(q, p) { q?p } active proctype P() { c!1; r(c, x); c!2; r(c, 2); c!3; r(c, _) }
//= 4 states, 4 transitions: an argument in eval
chan c = [1] of { byte }; byte x = 1; inline r(q, p) { q?eval(p) } active proctype P() { c!1; r(c, x) }
//= 13 states, 17 transitions, deadlock: remote references in arguments
byte x; inline f(a) { a -> x = 1 } active proctype P() { L: skip } active proctype Q() { f(P@L); f(P[0]@L || true) }
