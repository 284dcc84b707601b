//= 7 states, 7 transitions: semicolons and arrows
byte x; active proctype P() { x = 1 -> x = 2; x = 3 -> x == 3 -> skip; }
//= 8 states, 8 transitions: doubled
byte x; active proctype P() { x = 1;; x = 2 ; ; x = 3 ;-> x = 4 -> -> x = 5 -> ; x = 6;;; }
//= refused: leading
byte x; active proctype P() { ; x = 1 }
//= refused: leading in an option
byte x; active proctype P() { if :: ; x = 1 fi }
//= 11 states, 13 transitions: trailing
byte x; active proctype P() { if :: x = 1; :: x = 2 -> :: x == 0 -> ; fi; do :: x++; break; od; { x = 1; }; atomic { x = 2 -> } d_step { x = 1;; } }
//= 4 states, 4 transitions: trailing before an end
byte x; active proctype P() { if :: x = 1;; fi; do :: break;; od; }
//= 11 states, 11 transitions, deadlock: line breaks
byte x
active proctype P()
{
  x = 1
  x++
  x--
  if
  :: x == 1
     x = 2
  :: x == 0 ->
     x = 3
  :: else
  fi
  do
  :: x > 0
     break
  od
  { skip }
  (x == 2) || true
  goto L
  L:
  skip
  true
  false
}
//= 6 states, 6 transitions: line breaks within expressions
byte x; active proctype P() { x = (1
 + 2)
 x = x +
 1
 assert(x == 4
 && true)
 x =
 3
}
//= 6 states, 6 transitions: blank lines and comments between
byte x; active proctype P() { x = 1 /* a */

  // b

  /* c
  d */ x = 2 // e
  ; // f
  x = 3; /* g */ ; x = 4
}
//= 6 states, 6 transitions: a separator at the start of a line
byte x; active proctype P() {
  x = 1
  ; x = 2
  -> x = 3
  ;
  x = 4
}
//= refused: after a brace
byte x; active proctype P() { { x = 1 } x = 2; atomic { x = 3 } x = 4 d_step { x = 5 } if :: x = 6 fi; { x = 7 } { x = 8 } }
//= refused: after fi without a separator
byte x; active proctype P() { if :: x = 1 fi x = 2 }
//= 20 states, 20 transitions: after a loop over lines
byte x; active proctype P() { for (x : 1 .. 2) { skip } x = 0; for (x : 1 .. 2) { skip }; x = 4 }
//= 8 states, 8 transitions: after else
byte x; active proctype P() { if :: x == 1 :: else x = 1 fi; if :: x == 2 :: else fi; do :: x == 0 :: else break od; if :: x == 0 :: else; fi; if :: x == 3 :: else -> fi }
//= 4 states, 4 transitions: else before a brace
byte x; active proctype P() { do :: x == 1 :: else { x = 1 } break od }
//= 4 states, 4 transitions: else before an option
byte x; active proctype P() { if :: else :: x == 1 fi; if :: else -> :: x == 2 fi }
//= 8 states, 8 transitions: words and numbers that touch
byte x; active proctype P() { if::x==0->x=2fi;do::x==2->x=3;break::else->break od;x=1;assert(x==1&&!x==0)}
//= refused: numbers before words
byte x; active proctype P() { do::x=1break od }
//= 5 states, 5 transitions: numbers before od
byte x; active proctype P() { do::x==0->x=1::x==1->break::x==2od }
//= 14 states, 18 transitions: a unit after a unit in one line
proctype P() { skip } proctype Q() { skip } init { run P(); run Q() }
//= 4 states, 4 transitions: braces in braces
byte x; active proctype P() {{ x = 1; {{ x = 2 }} }}
//= refused: empty braces
active proctype P() { { } skip }
//= 6 states, 7 transitions: unless on a line of its own
byte x; active proctype P() {
  { x == 1; x = 2 }
  unless
  { x == 3 }
} active proctype Q() { x = 3 }
//= 4 states, 4 transitions: something that begins with u after a brace
byte u; active proctype P() {
  { u = 1 }
  u = 2
}
//= 18 states, 18 transitions: semicolon after a for header
byte i; active proctype P() { for (i : 1 .. 2); { skip }; for (i : 1 .. 2)
  { skip } }
//= 3 states, 3 transitions: semicolons between declarations
active proctype P() { byte x; byte y;; bool z; x = 1 }
//= 5 states, 5 transitions: declarations and statements without semicolons on lines
active proctype P() {
  byte x
  byte y = 1
  chan c = [1] of { byte }
  bool a[2]
  xs c
  x = y
  c!x
  c?y
}
//= 3 states, 3 transitions: the last line without a break
active proctype P() { skip }
//= 5 states, 5 transitions: crlf
byte x;
active proctype P() {
  x = 1
  x = 2
  if
  :: x == 2
  fi
}
//= 3 states, 3 transitions: tabs and feeds
	byte	x; active	proctype P()	{	x	=	1	}
//= refused: a lone return
byte x; active proctype P() { x = 1 + 2; x = 2}
//= 9 states, 9 transitions: semicolons at the ends of all blocks
byte x; active proctype P() { if :: x = 1; fi; do :: x == 1 -> x = 2; :: x == 2 -> break; od; atomic { x = 3; }; d_step { x = 4; }; { x = 5; }; }; ;
//= 6 states, 6 transitions: line breaks after every word
byte
x
;
active
proctype
P
(
)
{
x = 1 ;
do
::
x == 1
->
x = 2
::
else
->
break
od
}
//= 7 states, 7 transitions: an arrow at the start of a line
byte x; active proctype P() {
  x == 0
  -> x = 1
  -> do
  :: x == 1
     -> x = 2
  :: else
     -> break
  od }
//= 8 states, 8 transitions: two options in a line and one over lines
byte x; active proctype P() { do :: x < 1 -> x++ :: x == 1 ->
  x = 2;
  x = 3 :: x > 1 -> break
  od }
//= 4 states, 4 transitions: a comment between a brace and unless
byte x; active proctype P() { { x = 1; x = 2 } /* a */ unless /* b */ { x == 1 } }
//= 6 states, 6 transitions: a type at the start of a line in a body
byte x; typedef T { byte f }; active proctype P() {
  T t
  x = 1
  T u
  u.f = x
  t.f = u.f
}
//= 8 states, 8 transitions: a call of an inline at the end of a line
byte x; inline f() { x++ }
active proctype P() {
  f()
  f();
  f() ; x = 3
  f() -> x = 4
}
//= 16 states, 22 transitions, deadlock: a reference at the end of a line
active proctype P() {
  byte x
  L: x = 1
  x = 2
}
active proctype Q() {
  P@L || true
  P[0]@L
  true
}
//= 11 states, 11 transitions: an increment at the end of a line
byte x, a[2]; active proctype P() {
  x++
  a[0]++
  x--
  a[0]--
  x = a[1]
  x = 'a'
  x = (1)
  x = -1
  _ = x
}
