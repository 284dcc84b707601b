//! Processes, channels, variables, values and locations.

use detection::Constraint as C;

use super::{Trial, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial(
            C::ProcessType,
            "two types of process",
            "
byte t;
active proctype A() { do :: t = _pid od }
active proctype B() { do :: t == _pid -> skip od }
",
        ),
        trial(
            C::ChannelCapacity,
            "a long channel and a short one",
            "
chan a = [1] of { byte };
chan b = [2] of { byte };
byte x;
active proctype P() { end: do :: a!1 :: b!1 :: a?x :: b?x :: x == 1 -> x = 0 od }
",
        ),
        trial(
            C::FieldWidth,
            "a byte and a short in a rendezvous",
            "
chan a = [0] of { byte };
chan b = [0] of { short };
short x, y;
active proctype P() { end: do :: a!256 :: b!256 od }
active proctype Q() { end: do :: a?x :: b?y :: (x + y > 900) od }
",
        ),
        trial(
            C::FieldMeaning,
            "a channel of processes and one of numbers",
            "
chan a = [1] of { byte };
chan b = [1] of { byte };
proctype P() { end: do :: a?_ :: b?_ od }
init { pid p; atomic { p = run P(); a!p; b!7; run P() } }
",
        ),
        trial(
            C::VariableRegion,
            "a global variable and a local one",
            "
byte g;
active proctype P() { byte l; do :: g = 1 :: l = 1 :: (g + l > 9) od }
",
        ),
        trial(
            C::VariableWidth,
            "a bit and a byte",
            "
bit a;
byte b;
active proctype P() { do :: a = 2 :: b = 2 od }
active proctype Sum() { end: (a + b > 9) }
",
        ),
        trial(
            C::VariableMeaning,
            "a process and a number",
            "
byte a, b;
proctype P() { do :: a == a -> a = a :: b == b -> b = b od }
init { atomic { a = run P(); b = 7; run P() } }
",
        ),
        trial(
            C::ArrayLength,
            "two elements and three",
            "
byte a[2], b[3], i;
active proctype P() {
  do :: i = 0 :: i = 1 :: a[i] = 1 :: b[i] = 1 :: (a[i] + b[i] > 9) od
}
",
        ),
        trial(
            C::HiddenVariable,
            "a hidden variable and another",
            "
hidden byte a;
byte b, c;
active proctype P() {
  do
  :: d_step { a = 1; assert(a + c < 9) }
  :: d_step { b = 1; assert(b + c < 9) }
  :: c = 1 - c
  od
}
",
        ),
        trial(
            C::ValueKind,
            "initial values of two kinds",
            "
byte a = 5, b = 6;
active proctype P() { do :: a != 1 -> a = 1 :: b != 1 -> b = 1 od }
",
        ),
        trial(
            C::PinnedFiller,
            "a local that is cleared, and a value of nobody",
            "
byte shown, other = 3;
active proctype P() {
  byte mine;
  do
  :: mine = shown; if :: mine == other -> skip :: mine != other -> other = shown fi
  :: shown = other
  :: mine = other; if :: mine == shown -> skip :: mine != shown -> shown = mine fi
  od
}
",
        ),
        trial(
            C::FrozenLocals,
            "parameters in reverse",
            "
byte x;
byte pace, tick;
active proctype Clock() { do :: pace = (pace + tick) % 50 :: tick = 1 - tick od }
proctype P(byte id) { do :: x = id :: x == 3 -> skip od }
init { atomic { run P(2); run P(1) } }
",
        ),
        trial(
            C::FrozenLocals,
            "parameters in order",
            "
byte x;
byte pace, tick;
active proctype Clock() { do :: pace = (pace + tick) % 50 :: tick = 1 - tick od }
proctype P(byte id) { do :: x = id :: x == 3 -> skip od }
init { atomic { run P(1); run P(2) } }
",
        ),
        trial(
            C::FrozenCells,
            "parameters that may be no channels",
            "
chan a = [1] of { byte };
chan b = [1] of { byte };
byte x;
proctype P(chan u; chan v) {
  end: do :: full(u) && full(v) -> skip :: a!1 :: b!1 :: a?x :: b?x :: x == 2 -> skip od
}
init {
  chan none;
  byte i, j;
  do :: i < 145 -> i++ :: j < 145 -> j++ :: break od;
  if :: i + j == 290 -> run P(none, b) :: i + j < 290 -> run P(a, b) fi
}
",
        ),
        trial(
            C::Elements,
            "an array too short for one process",
            "
byte flag[2];
active [3] proctype P() { do :: flag[_pid] = 1 :: flag[_pid] == 1 -> skip od }
",
        ),
        trial(
            C::ConstantArrays,
            "an array of constants",
            "
byte lot[2] = { 1, 2 };
byte x;
active [2] proctype P() { do :: x = lot[_pid] :: x == 3 -> skip od }
",
        ),
        trial(
            C::LocationType,
            "loops of two types",
            "
byte a, b;
active proctype A() { do :: a = 1 od }
active proctype B() { do :: b = 1 od }
active proctype Sum() { end: (a + b > 9) }
",
        ),
        trial(
            C::LocationOccupant,
            "a place for one process only",
            "
byte slot[3], last;
proctype P(byte n) {
  if
  :: n == 1 -> run P(0); slot[_pid] = 1; do :: slot[1] > slot[2] -> last = n :: last == n -> skip od
  :: else -> slot[_pid] = 2; do :: slot[1] > slot[2] -> last = n :: last == n -> skip od
  fi
}
init { run P(1) }
",
        ),
        trial(
            C::ValidEnd,
            "a place to end and one that is none",
            "
byte a, b;
active proctype P() {
  if
  :: a = 1; end1: (a + b > 9)
  :: b = 1; (a + b > 9)
  fi
}
",
        ),
    ]
}
