//! Statements, and how one leads to another.

use detection::Constraint as C;

use super::{Trial, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial(
            C::UnreadLocals,
            "a counter that ends at a name",
            "
bit done[4], other[4];
byte sum;
proctype P(byte me) { done[me] = 1; other[0] = 1 }
init {
  byte i;
  atomic {
    i = 1;
    do :: i < 4 -> run P(i); i++ :: else -> break od
  }
  atomic {
    i = 0;
    do :: i < 2 -> sum = sum + other[i]; i++ :: else -> break od
  }
  sum == 1
}
",
        ),
        trial(
            C::IdleLocals,
            "choices that are remembered",
            "
byte done;
proctype P() { done++ }
init {
  byte chosen[2];
  atomic { if :: chosen[0] = 1 :: chosen[1] = 1 fi; run P(); run P() }
  assert(chosen[0] == 0 || done < 2)
}
",
        ),
        trial(
            C::FoldRounds,
            "a sum with weights",
            "
byte weight[3] = { 1, 2, 4 };
bit done[3];
byte sum;
active [3] proctype P() { done[_pid] = 1 }
active proctype Sum() {
  byte i;
  do
  :: atomic {
       sum = 0; i = 0;
       do :: i < 3 -> sum = sum + weight[i] * done[i]; i++ :: else -> break od
     }
  :: sum == 3 -> skip
  od
}
",
        ),
        trial(
            C::Atomic,
            "one step and two",
            "
byte a, b, c;
active proctype P() { do
  :: atomic { a = 1; (c + a < 9) }
  :: { b = 1; (c + b < 9) }
  :: a = 0 :: b = 0 :: c = 1 - c
  od }
active proctype Sum() { end: (a + b + c > 9) }
",
        ),
        trial(
            C::EdgeFrom,
            "the same at two places",
            "
byte a, b, c;
active proctype P() {
  L0: if :: a = 1; goto L0 :: c = 1; goto L1 fi;
  L1: b = 1; goto L0
}
active proctype Sum() { end: (a + b + c > 9) }
",
        ),
        trial(
            C::EdgeTo,
            "on the spot and away",
            "
byte a, b, c;
active proctype P() {
  L0: if :: a = 1; goto L0 :: b = 1; goto L1 fi;
  L1: c = 1; goto L1
}
active proctype Sum() { end: (a + b + c > 9) }
",
        ),
        trial(
            C::Precedence,
            "an escape within another",
            "
byte a, b, c, d;
active proctype P() {
  end: do
  :: skip; { { false } unless { d_step { a > 0 -> c = 1 } } } unless { d_step { b > 0 -> d = 1 } }
  od
}
active proctype Q() { do :: a = 1 :: b = 1 :: a = 0 :: b = 0 od }
active proctype Sum() { end: (a + b + c + d > 9) }
",
        ),
        trial(
            C::Precedence,
            "a deterministic process",
            "
byte a, b, c, d;
D_proctype P() {
  end: do :: a > 0 -> c = 1; a = 0 :: b > 0 -> d = 1; b = 0 od
}
active proctype Q() { do :: a = 1 :: b = 1 od }
init { run P() }
active proctype Sum() { end: (a + b + c + d > 9) }
",
        ),
        trial(
            C::ElsePlace,
            "before an else and after",
            "
byte a, b, c, d;
active proctype P() {
  do
  :: a > 0 -> c = 1; a = 0
  :: if :: c + d > 9 -> skip :: else -> skip fi
  :: b > 0 -> d = 1; b = 0
  od
}
active proctype Q() { do :: a = 1 :: b = 1 od }
active proctype Sum() { end: (a + b + c + d > 9) }
",
        ),
        trial(
            C::Provided,
            "a process that may not move",
            "
byte turn;
active [2] proctype P() provided (turn != 1) { do :: turn = _pid od }
",
        ),
        trial(
            C::Resets,
            "a local that another process reads early",
            "
byte s, q;
proctype P() {
  byte a, b;
  do
  :: a = 1; s = q; (s + a + q > 0)
  :: b = 1; s = q; (s + b + q > 0)
  :: q = 1 - q
  od
}
init { atomic { run P(); (P[1]:a == 0); run P() } }
",
        ),
        trial(
            C::AssertOrGuard,
            "an assertion and a condition",
            "
byte a, b;
active proctype P() { do :: a = 1 :: b = 1 :: assert(a < 1) :: b < 1 od }
active proctype Sum() { end: (a + b > 9) }
",
        ),
        trial(
            C::AssignTarget,
            "one of two variables",
            "
byte a, b;
active proctype P() { do :: a = 1 :: b = 1; b = 0 od }
active proctype Sum() { end: (a + b > 9) }
",
        ),
        trial(
            C::AssignValue,
            "two numbers",
            "
byte a, b;
active proctype P() { do :: a = 1 :: b = 2 od }
active proctype Sum() { end: (a + b > 9) }
",
        ),
        trial(
            C::SortedSend,
            "a sorted channel and another",
            "
chan a = [2] of { byte };
chan b = [2] of { byte };
byte x, y;
active proctype P() {
  do :: a!!1 :: a!!2 :: b!1 :: b!2 :: a?x :: b?x :: (x + y > 9) od
}
",
        ),
        trial(
            C::FieldOrder,
            "a pair",
            "
chan c = [1] of { byte, byte };
byte a, b;
active proctype P() { do :: a = 1 :: b = 1 :: c!a,b :: c?_,_ od }
active proctype Sum() { end: (a + b > 9) }
",
        ),
        trial(
            C::MissingFields,
            "a message that names nobody",
            "
chan c = [1] of { byte, byte };
active [2] proctype P() { do :: c!5 :: c!5,_pid :: c?_,eval(_pid) -> skip od }
",
        ),
        trial(
            C::MissingFieldValues,
            "a field that nobody gives that value",
            "
chan c = [1] of { byte, byte };
byte x = 1;
active proctype P() { do :: c!5,1 :: c!5,2 :: c!5 :: c?_,x :: x == 0 -> skip od }
",
        ),
        trial(
            C::RandomReceive,
            "from the middle and from the front",
            "
chan a = [2] of { byte };
chan b = [2] of { byte };
byte x;
active proctype P() {
  do :: a!1 :: a!2 :: b!1 :: b!2 :: a??1 :: b?1 :: a?x :: b?x :: x == 1 -> x = 2 od
}
",
        ),
        trial(
            C::CopyReceive,
            "a look and a receive",
            "
chan a = [1] of { byte };
chan b = [1] of { byte };
byte x;
active proctype P() { end: do :: a!1 :: b!1 :: a?<x> :: b?x :: x == 1 -> x = 0 od }
",
        ),
        trial(
            C::StoreOrMatch,
            "stored and compared",
            "
chan a = [1] of { byte };
chan b = [1] of { byte };
byte x;
active proctype P() {
  do :: a!1 :: b!1 :: a!0 :: b!0 :: a?x :: b?eval(x) :: a?_ :: b?_ od
}
",
        ),
        trial(
            C::SequenceOrder,
            "the last of two assignments",
            "
byte s;
active proctype P() {
  byte a, b, x;
  do
  :: x = a; x = b; s = x
  :: a = 1 :: b = 1 :: (a + b + x + s > 9)
  od
}
",
        ),
        trial(
            C::OptionOrder,
            "the first of two options",
            "
byte a, b, c, d;
active proctype P() {
  do
  :: a = 1 :: b = 1 :: a = 0 :: b = 0
  :: d_step { if :: a > 0 -> c = 1 :: b > 0 -> d = 1 :: else fi }
  :: d_step { c = 0; d = 0 }
  od
}
active proctype Sum() { end: (a + b + c + d > 9) }
",
        ),
        trial(
            C::OptionTarget,
            "what an option leads to",
            "
byte x = 1, y = 3;
byte pace, tick;
active proctype Clock() { do :: pace = (pace + tick) % 50 :: tick = 1 - tick od }
active proctype P() {
  do
  :: x = 1 :: x = 2
  :: d_step { if :: x == 1 -> y = 3 :: x == 2 -> y = 4 :: else fi }
  :: x == y -> skip
  od
}
",
        ),
    ]
}
