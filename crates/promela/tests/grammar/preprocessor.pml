//= 3 states, 3 transitions: macros without values
#define NOTHING
#define WORD active
byte x NOTHING; NOTHING WORD NOTHING proctype P() { NOTHING x NOTHING = 1 NOTHING }
//= 9 states, 9 transitions: macros with parameters
#define max(a,b) ((a > b) -> a : b)
#define SET(v) v = 1
#define TWICE(s) s; s
byte x, y; active proctype P() { SET(x); y = (max(x, y)); TWICE(x++); TWICE(SET(y)); max (x, 7) }
//= 5 states, 5 transitions: continued lines
#define BODY x = 1; \
  x = 2; \
  x = 3
byte x; active proctype P() { BODY }
//= 4 states, 4 transitions: joining and texts
#define JOIN(a,b) a##b
#define NAME(n) JOIN(x,n)
byte x1, x2; active proctype P() { JOIN(x,1) = 1; NAME(2) = 2 }
//= 5 states, 5 transitions: conditions
#define N 3
#if N > 2 && defined(N)
byte x = N;
#elif N == 1
byte y;
#else
nonsense
#endif
#ifdef M
nonsense
#endif
#ifndef M
#define M N
#endif
#undef N
active proctype P() { x = 1; byte N; N = x }
//= refused: macros in ranges
#define N 3
#define LOW 0
byte i, a[N]; active proctype P() { for (i : 0..N-1) { a[i] = N } for (i : LOW..N-1) { skip } }
//= 4 states, 4 transitions: lines
#line 7 "other.pml"
byte x;
# 9 "third.pml"
active proctype P() { x = 1;
#line 20
x = 2 }
//= 3 states, 3 transitions: identification
#ident "text"
byte x; active proctype P() { x = 1 }
//= 3 states, 3 transitions: a pragma
#pragma once
byte x; active proctype P() { x = 1 }
//= 3 states, 3 transitions: an empty directive
#
byte x; active proctype P() { x = 1 }
//= 5 states, 5 transitions: comments
/* one */ byte /* two */ x /* three
four */; // five
active proctype P() { x = /* six // seven */ 1; x = 2 // eight /* nine
; x /**/ = /***/ 3 }
//= 3 states, 3 transitions: a comment end alone
byte x; */ active proctype P() { x = 1 */ }
//= 3 states, 3 transitions: keywords in texts
active proctype P() { printf("proctype if fi } { ; never ltl // /* */ 'x' \" \\"); printf("#define X") }
//= 3 states, 3 transitions: macros in texts
#define X 3
active proctype P() { printf("X %d\n", X) }
//= 4 states, 4 transitions: a macro named as a keyword
#define skip true
#define If if
byte x; active proctype P() { If :: skip -> x = 1 fi }
//= 7 states, 9 transitions: macros that contain units
#define P(n) active proctype p##n() { x = n }
byte x; P(1) P(2)
//= 3 states, 3 transitions: a macro that contains itself
#define x x + 0
byte y; active proctype P() { y = 1 }
//= 3 states, 3 transitions: directives with spaces
  #  define N 2
	# ifdef N
byte x = N;
	# endif
active proctype P() { x = 1 }
//= 4 states, 4 transitions: an arrow from macros
#define MINUS -
#define GT >
byte x = 3; active proctype P() { x MINUS 1 GT 0; x = x MINUS MINUS 1 }
//= 3 states, 3 transitions: a warning
#warning something
byte x; active proctype P() { x = 1 }
//= 5 states, 5 transitions: a macro at the end of a line
#define SKIP skip
#define DONE
byte x
active proctype P() {
  SKIP
  x = 1 DONE
  DONE x = 2
}
//= 6 states, 6 transitions: macros of several lines of statements
#define F(a) if \
  :: a == 0 -> a = 1 \
  :: else -> a = 2 \
  fi
byte x; active proctype P() { F(x); F(x) }
//= 3 states, 3 transitions: escaped quotes
active proctype P() { printf("a \"b\" c\\") }
//= refused: macros with any number of arguments
#define print(text, ...) printf(text, ## __VA_ARGS__)
#define any(...) __VA_ARGS__
#define named(a, more...) any(a, more)
chan c = [2] of { byte, byte }; active proctype P() { print("a\n"); print("%d %d\n", 1, 2); c!any(1, 2); c?named(_, 2); any(skip); named(skip)}
