//= 3 states, 3 transitions: arithmetic
int a = 7, b = 2; active proctype P() { assert(a + b == 9 && a - b == 5 && a * b == 14 && a / b == 3 && a % b == 1 && -a == -7 && -a / b == -3 && -a % b == -1) }
//= 7 states, 7 transitions: bits
int a = 12, b = 10; active proctype P() { assert((a & b) == 8); assert((a | b) == 14); assert((a ^ b) == 6); assert(~a == -13); assert(a << 2 == 48 && a >> 2 == 3) }
//= 3 states, 3 transitions: comparisons
int a = 1, b = 2; active proctype P() { assert(a < b && a <= b && b > a && b >= a && a != b && !(a == b)) }
//= 7 states, 7 transitions: truth
byte a = 1, b; active proctype P() { assert((a && !b) || (b && a)); assert(a || b && b); assert(!b || b); assert(! !a); assert(!(!a)) }
//= 6 states, 6 transitions, assertion: strength of bits and comparisons
int a = 6, b = 3; active proctype P() { assert(a & b == b); assert((a | b & 1) == 7); assert(1 | 2 ^ 3 & 2); assert((1 | 6 ^ 3 & 2) == 5); assert(a & 2 != 0) }
//= 7 states, 7 transitions: strength of comparisons
int a = 3, b = 2, c = 1; active proctype P() { assert(a > b == c); assert((a > b > c) == 0); assert(1 == a > b); assert((a != b == c) == 1); assert(3 == 3 == 1) }
//= 4 states, 4 transitions: strength of shifts and sums
int a = 1; active proctype P() { assert(a << 2 + 1 == 8); assert((16 >> 2 >> 1) == 2); assert(1 + 2 << 1 == 6); assert(8 < 1 << 4) }
//= 6 states, 6 transitions: strength of products and signs
int a = 2; active proctype P() { assert(2 + 3 * 4 == 14 && 2 * 3 + 4 == 10 && 20 / 2 / 5 == 2 && 20 / 5 * 2 == 8 && 7 - 2 - 1 == 4 && 7 % 4 * 2 == 6); assert(- a + 3 == 1); assert(-2 * -3 == 6); assert(- -a == 2) }
//= 10 states, 10 transitions: strength of complement and negation
int a = 2; active proctype P() { assert(~a + 1 == -2); assert(!a + 1 == 1); assert(!a == 0); assert(! a == 0 && !a < 1); assert(-a + ~-a == -1); assert(~ ~a == a); assert(!-a == 0); assert(-!a == 0) }
//= 7 states, 7 transitions: strength of and and or
byte a = 1, b, c; active proctype P() { assert(a || b && c); assert(!(b && a || c)); assert((a || b) && a); b || a; b | c || a & 1 }
//= 9 states, 9 transitions: conditional expressions
int a = 2; active proctype P() { a = (a > 1 -> 5 : 6); assert(a == 5); a = (a == 1 -> 2 : (a == 5 -> 7 : 8)); assert(a == 7); assert((a -> (1) : (0))); a = (a == 7 -> a + 1 : a - 1) + 1; assert(a == 9) }
//= 9 states, 9 transitions: conditional expressions as statements
byte x; active proctype P() { (x == 0 -> true : false); (x -> 0 : 1) -> x = 1; do :: (x == 1 -> 1 : 0) -> x = 2 :: x == 2 -> break od; x = ( x == 2 --> 3 : 4 ) }
//= 4 states, 4 transitions: conditional expressions over lines
byte x; active proctype P() { x = (x == 0
  -> 1
  : 2)
  x = (
  x == 1 ->
  3 :
  4
  )
}
//= refused: conditional expressions with a semicolon
byte x; active proctype P() { x = (x ; 1 : 2) }
//= 11 states, 13 transitions: conditional expressions in odd places
byte a[2], x; chan c = [1] of { byte }; proctype Q(byte y) { skip } active proctype P() { a[(x -> 1 : 0)] = 1; c!(x -> 1 : 2); c?eval((x -> 1 : 2)); run Q((x -> 1 : 2)); printf("%d", (x -> 1 : 2)) }
//= 26 states, 26 transitions: literals
int x; active proctype P() { x = 0; x = 007; assert(x == 7); x = 010; assert(x == 10); x = 2147483647; x = 4294967296; assert(x == 0); x = 'a'; assert(x == 97); x = '\n'; assert(x == 10); x = '\t'; x = '\r'; x = '\\'; assert(x == 92); x = '\''; assert(x == 39); x = '"'; assert(x == 34); x = ' '; x = '/'; x = ';'; assert(x == 59) }
//= 10 states, 10 transitions: escaped characters
int x; active proctype P() { x = '\0'; assert(x == 48); x = '\f'; assert(x == 12); x = '\v'; assert(x == 118); x = '\a'; assert(x == 97) }
//= refused: hexadecimal numbers
int x; active proctype P() { x = 0x10 }
//= 10 states, 10 transitions: truth values and skip
byte x; active proctype P() { x = true; x = false; x = skip; assert(x == 1 && skip); x = true + true; skip == 1; x = skip + skip; assert(x == 2) }
//= 6 states, 6 transitions: very large numbers
int x; active proctype P() { x = 99999999999999999999; assert(x == -1); x = 2147483648; assert(x < 0) }
//= refused: adjacent signs
int x = 1, y; active proctype P() { y = x - -x; assert(y == 2); y = x+ +1 }
//= refused: a plus sign
int x = 1, y; active proctype P() { y = +1 }
//= 9 states, 9 transitions, deadlock: signs without spaces
int x = 5, y; active proctype P() { y = x-1; assert(y == 4); y = x- -1; y = x*-1; assert(y == -5); y = x - - - 1; assert(y == 4); x-->0; y = (x>-1); y = x<-1; y=-x; assert(y==-5) }
//= refused: two signs that touch
int x = 5, y; active proctype P() { y = x--1 }
//= 8 states, 8 transitions: comparison written with three signs
int x = 4; active proctype P() { x = 1 <=< 2; assert(x == 4); x = 16 >=> 2; assert(x == 4); x !!= 3; assert(x == 4) }
//= refused: an operator of C
int x; active proctype P() { x += 1 }
//= 6 states, 6 transitions: an index expression
byte a[4] = { 1, 2, 3, 0 }; byte b[4] = { 3, 2, 1, 0 }; active proctype P() { assert(a[b[a[0]]] == 3); assert(a[b[0] - 1 * 2] == 2); a[b[3]]++; assert(a[0] == 2) }
//= 8 states, 8 transitions: a chain of fields
typedef A { byte d; byte e[2] } typedef B { A c[2]; A x } B a, b[2]; active proctype P() { a.c[1].d = 1; b[a.c[1].d].c[0].e[1] = 2; a . x . d = b [ 1 ] . c [ 0 ] . e [ 1 ]; assert(a.x.d == 2); a.c[1].d++; b[1].x.e[0]-- }
//= 23 states, 23 transitions: numbers beside dots
byte i; active proctype P() { for (i:0..3) { skip } for (i : 0..i) { break } select(i:0..2) }
//= 5 states, 5 transitions: parentheses
int x; active proctype P() { x = ((((1)))); assert(((x)) == (((1)))); (((x == 1))) }
//= 8 states, 8 transitions: comparison of mtypes
mtype = { r, g }; mtype m = r; active proctype P() { m == r && m != g; assert(m + 0 == 2); m = (m == r -> g : r); m == g -> m = 0; assert(m == 0) }
//= 10 states, 10 transitions: wrapping
byte x = 255; short s = 32767; int i = 2147483647; bit b = 1; unsigned u : 2 = 3; active proctype P() { x++; s++; i++; b++; u++; assert(x == 0 && s == -32768 && i < 0 && b == 0 && u == 0); x--; assert(x == 255) }
//= 5 states, 5 transitions: shifts by far
int x = 1; active proctype P() { assert((x << 31) < 0); assert(x << 4 >> 4 == 1); assert(-1 >> 31 == -1) }
//= 5 states, 5 transitions: len and polls in sums
chan c = [3] of { byte }; active proctype P() { c!1; assert(len(c) * 2 + c?[1] == 3); assert(-len(c) == -1 && ~len(c) == -2) }
//= 11 states, 13 transitions: at signs
byte x; active proctype P() { L: x = 1; M: x = 2 } active proctype Q() { P@L == 0 || P@M; P[0]@M + 1 > 0; !P@M -> skip }
//= 13 states, 19 transitions: enabled and the like in sums
active proctype P() { skip; skip } active proctype Q() { enabled(0) + 1 == 2 || pc_value(0) > 0 && !enabled(_pid - 1); skip }
//= 12 states, 12 transitions: all comparisons without spaces
int a=3,b=4;active proctype P(){assert(a<b);assert(a<=b);assert(b>a);assert(b>=a);assert(a!=b);assert(!(a==b));assert(a<<1>b);assert(b>>1<a);a=b;a==b}
//= 7 states, 7 transitions: unary operators before parentheses
int a = 3; active proctype P() { assert(-(a) == -3); assert(!(a) == 0); assert(~(a) == -4); assert(-(-(a)) == 3); assert(!(!(a))) }
//= 5 states, 5 transitions: sums of truth values
byte a = 3; active proctype P() { assert((a == 3) + (a > 1) == 2); assert((a && 0) + (a || 0) == 1); assert(!a + !0 == 1) }
//= 9 states, 9 transitions: mixed strengths
int a = 5; active proctype P() { assert(a & 4 | 2 ^ 1); assert((a & 4 | 2 ^ 1) == 7); assert((1 + 2 * 3 << 1 & 15 == 14) == 0); assert(a > 1 & a < 9); assert((a < 9 | 6) == 7); assert(-a + 3 * -1 == -8); assert((a % 3 << 1) == 4) }
//= 7 states, 7 transitions: symbols and numbers
mtype = { a, b, c }; byte x; mtype m; active proctype P() { x = c; m = 2; assert(m == b && x == 1 && a + b == 5); x = (m == b -> c : a); m = x }
//= 7 states, 7 transitions: a name that begins with a keyword
byte ifx, dox, initial, runs, lend, enabledx, trueish, skip1, atomic_, elsewhere; active proctype P() { ifx = dox + initial; runs++; lend = enabledx; skip1 = trueish; atomic_ = elsewhere }
