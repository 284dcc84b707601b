//= 11 states, 11 transitions, assertion: basic types
bit b; bool o; byte y; short s; int i; pid p; chan c; mtype = { red, green }; mtype m; unsigned u : 3;
active proctype P() { b = 3; o = 2; y = 257; s = 70000; i = 1 << 31; p = 300; m = green; u = 15; assert(b == 1 && o && y == 1 && s == 4464 && p == 44 && u == 7) }
//= 6 states, 6 transitions: several in one declaration
byte a, b = 2, d[2], e[3] = 7; bool t = true, f = false
active proctype P() { a = b; d[1] = e[2]; t = f; assert(d[1] == 7 && !t) }
//= 10 states, 14 transitions: no separators between units
byte x byte y = 1 mtype = { one } typedef T { bit f } T t active proctype P() { x = y; t.f = 1 } init { x = 2 }
//= 7 states, 9 transitions: separators between units
;byte x;;-> byte y;-> active proctype P() { x = y };; init { y = 1 };
//= 10 states, 10 transitions: visibility
hidden byte h; show byte s; local byte l; hidden int a[2]; show bit b[2]; local chan c = [1] of { byte }
active proctype P() { show byte y = 1; local byte z; h = 1; s = 2; l = 3; s = l; z = y; c!z; a[1] = 1; b[1] = 1 }
//= 4 states, 4 transitions: mtype without an equals sign
mtype { a, b } mtype m = a; active proctype P() { m = b; assert(m == 1) }
//= 4 states, 4 transitions: mtype with spaces for commas
mtype = { a b,, c , } mtype m; active proctype P() { m = c; assert(m == 1 && b == 2 && a == 3) }
//= 3 states, 3 transitions: mtype separators before the brace
mtype = { a, b ; } mtype m; active proctype P() { m = b }
//= 4 states, 4 transitions: several mtype declarations
mtype = { a, b }; mtype = { c }; mtype m = c; active proctype P() { m = a; assert(a == 2 && c == 3) }
//= 5 states, 5 transitions: mtypes with kinds
mtype:fruit = { apple, pear }; mtype:size = { small }; mtype : fruit f = apple; mtype:size s[2];
active proctype P() { mtype:fruit g = pear; f = g; s[1] = small; assert(f == pear) }
//= 3 states, 3 transitions: kinds of mtypes with spaces
mtype : fruit = { apple } mtype : fruit f; active proctype P() { f = apple }
//= refused: a kind after another type
byte:fruit x; active proctype P() { x = 1 }
//= refused: hidden mtype
hidden mtype = { a }; active proctype P() { skip }
//= refused: mtype in a body
active proctype P() { mtype = { a }; skip }
//= 6 states, 6 transitions: constant expressions as lengths
byte a[1 + 2 * 3], b[(2)], d[7 / 2 % 2], e[- -2]; active proctype P() { a[6] = 1; b[1] = 1; d[0] = 1; e[1] = 1 }
//= 5 states, 5 transitions: a variable as a length
byte n = 3; byte a[n]; active proctype P() { byte k = 2; byte l[k]; a[2] = 1; l[1] = 1; assert(n == 3 && k == 2) }
//= 4 states, 4 transitions: a variable without a value as a length
byte n; byte a[n]; active proctype P() { a[7] = 1; n = 1 }
//= 11 states, 11 transitions: variables of all kinds as lengths
mtype = { r, g, b }; byte s = 1 + 1; int m = -3; byte l[1] = { 3 }; byte k[2] = { 3, 4 }; mtype y = r; bool t = true; byte w = 300; chan c = [3] of { byte }; unsigned u : 3 = 5;
byte as[s], am[m], al[l], ak[k], ay[y], at[t], aw[w], ac[c], au[u];
active proctype P() { as[7] = 1; am[7] = 1; al[2] = 1; ak[7] = 1; ay[2] = 1; at[0] = 1; aw[299] = 1; ac[2] = 1; au[4] = 1 }
//= 5 states, 5 transitions: a parameter and a late variable as lengths
proctype P(byte k) { byte l[k]; l[7] = 1; assert(k == 2); byte n; byte m[n]; m[7] = 1 } init { run P(2) }
//= 4 states, 4 transitions: a symbol as a length
mtype = { r, g, b }; byte a[b]; byte c[g + 1]; active proctype P() { a[0] = 1; c[2] = 1 }
//= 4 states, 4 transitions: character and truth values as lengths
byte a['c'], b[true]; active proctype P() { a['b'] = 1; b[false] = 1 }
//= 3 states, 3 transitions: lists of initial values
byte a[3] = { 1, 2, 3 }; mtype = { r, g }; mtype m[2] = { g, r }; bool o[2] = { true, false }; byte c[2] = { 'a', skip };
active proctype P() { byte l[2] = { 4, 5 }; assert(a[2] == 3 && m[0] == g && o[0] && c[0] == 97 && c[1] == 1 && l[1] == 5) }
//= refused: a list of initial values after a statement
active proctype P() { byte x; x = 1; byte l[2] = { 4, 5 }; assert(l[0] == 4); assert(l[1] == 5) }
//= 3 states, 3 transitions: a list over several lines
byte a[2] = { 1,
  2
}
active proctype P() { byte l[2] = { 1,
  2
  }
  assert(l[1] == 2) }
//= 3 states, 3 transitions: initial values from expressions
byte a = 1 + 2 * 3; byte b = a; int c = -1; bool d = !true; byte e = (true -> 3 : 4); byte f = 1 << 3; byte g = 'a' - 32;
active proctype P() { byte x = a; byte y = x + b; assert(a == 7 && b == 7 && c == -1 && !d && e == 3 && f == 8 && g == 65 && y == 14) }
//= 3 states, 3 transitions: an initial value that is a probe
chan c = [1] of { byte }; active proctype P() { byte x = len(c); assert(x == 0) }
//= 7 states, 9 transitions, assertion: an initial value from predefined names
active [2] proctype P() { byte x = _pid; byte n = _nr_pr; assert(x == _pid && n == 2) }
//= 3 states, 3 transitions: declarations after statements
active proctype P() { byte x = 1; x++; byte y; y++; byte z = x; assert(z == 2 && y == 1) }
//= 5 states, 5 transitions: declarations in inner blocks
active proctype P() { byte y = 1; { byte x = 2; assert(x == 2); { byte z; assert(z == 0) } }; { byte x = 3; assert(x == 3) }; assert(y == 1) }
//= 8 states, 9 transitions: declarations in options and loops
active proctype P() { do :: byte x; x < 2; x++ :: break od; if :: byte y = 1; y == 1 :: else fi; atomic { byte z = 1; z++ } d_step { byte w; w = 1 } }
//= 5 states, 5 transitions: a declaration in a loop that runs twice
active proctype P() { byte n; do :: n < 2 -> byte x = 3; assert(x == 3); x++; n++ :: else -> break od }
//= 4 states, 4 transitions: a declaration alone in a block
active proctype P() { { byte x } skip }
//= 2 states, 2 transitions: a body with declarations alone
active proctype P() { byte x }
//= 3 states, 3 transitions: a declaration alone as an option
active proctype P() { if :: byte x fi }
//= refused: two declarations of one name
byte x; byte x; active proctype P() { x = 1 }
//= 5 states, 5 transitions: unsigned widths
unsigned a : 1, b : 5 = 33, c : 31; active proctype P() { unsigned d : 2 = 7; a = 3; c = -1; assert(a == 1 && b == 1 && d == 3) }
//= refused: unsigned without a width
unsigned a; active proctype P() { a = 300; assert(a == 300) }
//= 4 states, 4 transitions: a width that is a truth value
unsigned a : true; active proctype P() { a = 3; assert(a == 1) }
//= 9 states, 9 transitions: a structure
typedef T { byte a, b = 2; bool c[2]; mtype m; chan d = [1] of { byte }; unsigned u : 3 }; mtype = { r }
T t; T s[2]; active proctype P() { T l; l.a = 1; t.c[1] = l.a; s[1].b = 3; t.m = r; t.d!1; s[0].u = 9; assert(s[0].u == 1 && l.b == 2) }
//= 5 states, 5 transitions: structures in structures
typedef A { byte x[2] } typedef B { A a[2]; A b } B v[2]; active proctype P() { byte i = 1; v[i].a[i].x[i] = 1; v[v[i].a[1].x[1]].b.x[0] = 2; assert(v[1].b.x[0] == 2) }
//= 4 states, 4 transitions: fields on lines
typedef T {
  byte a
  bool b[2]
  mtype:k m

  chan c
}
mtype:k = { r }
T t
active proctype P() { t.a = 1; t.m = r }
//= 3 states, 3 transitions: field separators
typedef T { byte a;; byte b; } T t; active proctype P() { t.b = 1 }
//= 3 states, 3 transitions: field separated by an arrow
typedef T { byte a -> ; byte b } T t; active proctype P() { t.b = 1 }
//= 4 states, 4 transitions: visibility of fields
typedef T { show byte b; local byte c } T t; active proctype P() { t.b = 1; t.c = 1 }
//= 4 states, 4 transitions: hidden structure
typedef T { byte a } show T s; local T l; active proctype P() { s.a = 1; l.a = 1 }
//= 7 states, 7 transitions: a structure with two channels
typedef T { chan c = [0] of { byte } ; chan d[2] = [1] of { mtype, byte } } T t[2]; mtype = { m }
active proctype P() { t[0].c!1; t[1].d[1]!m,3 } active proctype Q() { byte x; t[0].c?x; t[1].d[1]?m,x; assert(x == 3) }
//= refused: a structure in a body
active proctype P() { typedef T { byte a }; skip }
//= refused: a structure without fields
typedef T { } active proctype P() { skip }
//= 4 states, 4 transitions: a field named as a variable
byte a; typedef T { byte a } T t; active proctype P() { t.a = a + 1; a = t.a }
//= 4 states, 4 transitions: a variable named as a field of another
typedef T { byte U; byte in } T X; active proctype P() { X.U = 1; X.in = 2 }
//= 6 states, 6 transitions: names that are operators of formulas
byte U, V, W, X, always, eventually, until, next, implies, release, weakuntil, stronguntil, equivalent;
active proctype P() { U = V; X = always; implies++; until = U + W }
//= 4 states, 5 transitions: in as a name
byte in; active proctype P() { in = 1; select (in : 1 .. 2) }
//= 5 states, 5 transitions: names with underscores
byte _a, __b, c_, d_1; active proctype P() { _a = 1; __b = c_; d_1++ }
//= 11 states, 15 transitions: a proctype named as its variable
active proctype P() { byte Q = 1; Q++ } proctype R() { skip } init { run R() }
//= 10 states, 14 transitions: a label named as a variable of another process
active proctype P() { L: skip; goto M; M: skip } active proctype Q() { byte L; L = 1 }
//= 5 states, 5 transitions: a global pid and a chan without a channel
chan c, d[2]; pid p = 1; active proctype P() { chan e; c = e; d[1] = c; p = _pid }
//= 4 states, 4 transitions: a channel from another
chan c = [1] of { byte }; chan d = c; active proctype P() { chan e = c; e!1; assert(len(c) == 1) }
