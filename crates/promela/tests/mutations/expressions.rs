//! Expressions, and what constants name.

use detection::Constraint as C;

use super::{Trial, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial(
            C::NamedProcess,
            "a process by its number",
            "
byte turn;
active [2] proctype P() { do :: turn = 0 :: turn = _pid :: turn == _pid -> skip od }
",
        ),
        trial(
            C::NamedChannel,
            "a channel by its name",
            "
chan a = [1] of { byte };
chan b = [1] of { byte };
chan c;
active proctype P() { do :: c = a :: c!1 :: a?_ :: b?_ :: c = b; c?_ od }
",
        ),
        trial(
            C::NamedValue,
            "one value of three",
            "
byte x;
active proctype P() { do :: x = 1 :: x = 2 :: x == 1 -> x = 3 od }
",
        ),
        trial(
            C::Number,
            "two numbers",
            "
byte a, b;
active proctype P() { do :: a = 1 :: b = 2 od }
active proctype Sum() { end: (a + b > 9) }
",
        ),
        trial(
            C::TruthOfNames,
            "the truth of a process",
            "
byte turn;
active [2] proctype P() { do :: turn = _pid :: turn -> skip od }
",
        ),
        trial(
            C::FailureOrder,
            "a division after a condition",
            "
byte a = 1, b = 1;
active proctype P() {
  do :: a = 20 :: a = 0 :: b = 20 :: b = 0 :: (10 / a > 0) && (10 / b > 0) od
}
active proctype Sum() { end: (a + b > 90) }
",
        ),
        trial(
            C::OperandOrder,
            "less and greater",
            "
byte a, b;
active proctype P() { do :: a = 1 :: b = 1 :: a < b -> skip od }
active proctype Sum() { end: (a + b > 9) }
",
        ),
        trial(
            C::Operator,
            "and and or",
            "
byte a = 2, b = 2;
active proctype P() { do :: a = a & 1 :: b = b | 1 od }
active proctype Sum() { end: (a + b > 9) }
",
        ),
        trial(
            C::ConditionalOrder,
            "one of two",
            "
byte a, b, c, x;
active proctype P() {
  do :: c = 1 :: c = 0 :: a = 1 :: b = 1 :: x = (c > 0 -> a : b) od
}
active proctype Sum() { end: (a + b + c + x > 9) }
",
        ),
        trial(
            C::Query,
            "full and empty",
            "
chan a = [1] of { byte };
chan b = [1] of { byte };
byte x;
active proctype P() { do :: a!1 :: b!1 :: a?x :: b?x :: full(a) :: empty(b) :: x == 2 -> skip od }
",
        ),
        trial(
            C::SelfAsNumber,
            "a sum with a process",
            "
byte s;
active [2] proctype P() { do :: s = (s + _pid) % 2 od }
",
        ),
        trial(
            C::OtherAsNumber,
            "a process by a sum",
            "
byte s, q;
active [2] proctype P() {
  do
  :: s = (s + q) % 2
  :: q = (q + s + 1) % 2
  :: P[s]@here -> skip
  :: skip; here: skip
  od
}
",
        ),
        trial(
            C::FirstOfType,
            "some process",
            "
byte x;
active [2] proctype P() { do :: x == 0 -> x = 1; here: x = 0 od }
active proctype Q() { do :: P@here -> skip od }
",
        ),
        trial(
            C::RemoteVariable,
            "a variable of another process",
            "
byte g;
active proctype P() { byte a, b; do :: a = 1 :: b = 1 :: (a + b + g > 9) od }
active proctype Q() { do :: P[0]:a + g > 0 -> skip od }
",
        ),
        trial(
            C::RemoteMissing,
            "a process that is not there",
            "
byte who = 77, seen = 99;
active [2] proctype P() {
  short peer = 99;
  do :: seen = P[who]:peer :: peer = _pid :: who = _pid :: who = 77 :: seen == _pid -> seen = 99 od
}
",
        ),
        trial(
            C::RemoteMissingValue,
            "a value that nobody has",
            "
byte who = 77, seen = 99;
proctype P() {
  short peer = 99;
  do :: seen = P[who]:peer :: peer = _pid :: who = 77 :: seen == _pid -> seen = 99 od
}
init { atomic { run P(); run P() } }
",
        ),
        trial(
            C::AtLabel,
            "one of two places",
            "
byte a, b;
active proctype P() {
  do
  :: a = 1; la: a = 0
  :: b = 1; lb: b = 0
  od
}
active proctype Q() { end: do :: P[0]@la -> skip od }
active proctype Sum() { end: (a + b > 9) }
",
        ),
        trial(
            C::PrintedFailures,
            "what only one of two can print",
            "
byte turn = 255, a[2];
active [2] proctype P() {
  end: do
  :: atomic { turn == 255 -> turn = _pid }
  :: turn == _pid -> printf(\"%d\\n\", a[(turn == 0 -> 7 : 0)])
  od
}
",
        ),
        trial(
            C::TableRows,
            "a ring",
            "
byte turn;
active [3] proctype P() { do :: turn == _pid -> turn = (_pid + 1) % 3 od }
",
        ),
        trial(
            C::PlaceVariable,
            "a condition on one of two",
            "
byte a, b;
active proctype P() { do :: a = 1 :: b = 1 :: a < 1 -> skip od }
active proctype Sum() { end: (a + b > 9) }
",
        ),
        trial(
            C::PlaceSubscripts,
            "one element",
            "
byte flag[2];
active [2] proctype P() { do :: flag[_pid] = 1 :: flag[0] == 1 -> skip od }
",
        ),
    ]
}
