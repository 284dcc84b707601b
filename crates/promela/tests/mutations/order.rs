//! What has no order, and who can be where.

use detection::Constraint as C;

use super::{Trial, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial(
            C::FoldDependence,
            "each assigned to the other",
            "
active proctype P() {
  byte a, b;
  do
  :: a = 1 :: b = 1 :: a = 0 :: b = 0
  :: true -> a = b; b = a
  :: a + b > 9 -> skip
  od
}
",
        ),
        trial(
            C::OccupantGuard,
            "what only the first does",
            "
byte x;
active [2] proctype P() {
  atomic { if :: _pid == 0 -> x++ :: _pid != 0 -> x = x + 2 fi };
  end: (x > 9)
}
",
        ),
        trial(
            C::OccupantConstants,
            "one that is told, which differs from run to run",
            "
byte x = 9;
proctype P(bit me) {
  if :: me == 0 -> x = _pid :: else -> skip fi;
  do :: x == 3 && me < 2 -> skip od
}
init {
  if
  :: atomic { run P(0); run P(1); run P(1) }
  :: atomic { run P(1); run P(0); run P(1) }
  fi
}
",
        ),
        trial(
            C::FrozenOfEnded,
            "one that ends, and whom it knew",
            "
byte x = 9;
proctype P(pid other) { do :: x = other :: x == _pid -> break od }
init { atomic { run P(2); run P(1) }; endinit: (false) }
",
        ),
    ]
}
