//! Loops and rows, in frames that they share: what is violated, how many states there are, and which group.

use std::ops::RangeInclusive;

/// Two mark themselves. Whether the first of them is accused depends on whose number is less.
const FIRST_TWO: &str = "
bit b[3], a[3], done; byte n;
active [3] proctype P() {
  byte i; bit first;
  atomic { if :: n < 2 -> b[_pid] = 1; first = (n == 0); n++ :: else fi };
  atomic { n == 2; if :: done :: else -> done = 1; LOOP fi };
  assert(!(a[_pid] == 1 && !first))
}
";

/// One marks itself, whichever, and the loop accuses one by its number.
const ONE_MARKED: &str = "
bit a[2], b[2]; byte n;
active [2] proctype P() {
  byte i;
  atomic { if :: n == 0 -> b[_pid] = 1; n = 1 :: else fi };
  atomic { if :: n == 1 -> n = 2; LOOP :: else fi };
  assert(!(a[_pid] && b[_pid]))
}
";

/// One marks itself, whichever, and the loop must reach it.
const MARKED_IS_DONE: &str = "
bit a[2], b[2]; byte n;
active [2] proctype P() {
  LOCAL
  atomic { if :: n == 0 -> b[_pid] = 1; n = 1 :: else fi };
  atomic { if :: n == 1 -> n = 2; LOOP :: else fi };
  assert(!b[_pid] || a[_pid])
}
";

/// Each looks for somebody, by a counter that is no variable of its own.
const MEMBERS: &str = "
typedef C { byte i; byte j };
typedef D { bit pad; C c };
bit a[3]; byte n;
active [3] proctype P() {
  LOCAL bit f;
  a[_pid] = 1;
  atomic { LOOP };
  n++; n == 3; a[_pid] = 0; n == 5
}
";

/// Each round has an inner loop that is never reached.
const NEVER: &str = "
byte x;
active [2] proctype P() {
  byte i;
  STEP { i = 0; do :: i < 3 -> if :: x -> LOOP :: else fi; i++ :: else -> break od }
}
";

/// Each may mark itself, and goes through all.
const FREE: &str = "
byte b[3], a[3], sum; bit found;
active [3] proctype P() {
  byte i, s; bit f;
  if :: b[_pid] = 1 :: skip fi;
  atomic { LOOP };
  assert(!b[_pid] || a[_pid] < 2);
  if :: f -> a[_pid] = 2 :: s > 1 -> a[_pid] = 3 :: else fi;
  end: (false)
}
";

/// Each has an element, and keeps one.
const KEPT: &str = "
byte a[2], m[2];
active [2] proctype P() {
  byte known[2] = {0, 1}; byte i, j;
end:
  do
  :: atomic { a[_pid] == 0 -> a[_pid] = 1 }
  :: STEP { m[_pid] == 0 -> i = 0; j = 0; LOOP; skip }
  od
}
";

/// Each keeps a number of three.
const MOST: &str = "
byte a[3], m[3];
active [3] proctype P() {
  byte i, k;
end:
  do
  :: atomic { a[_pid] < 2 -> a[_pid] = a[_pid] + 1 }
  :: STEP { m[_pid] == 0 -> i = 0; k = 0; LOOP; skip }
  od
}
";

/// Each may have a channel, or none.
const NO_CHANNEL: &str = "
chan r = [1] of { byte };
chan c[2];
bool found[2], did[2], x; byte a[2], m[2];
active [2] proctype P() {
  byte i;
end:
  do
  :: atomic { c[_pid] == 0 -> c[_pid] = r }
  :: STEP { !did[_pid] && nempty(r) -> did[_pid] = 1; i = 0; LOOP; did[_pid] = 1 }
  :: atomic { len(r) == 0 -> r!1 }
  :: atomic { found[_pid] && len(r) == 1 -> r?_ }
  :: atomic { x == 0 -> x = 1 }
  :: atomic { a[_pid] == 0 -> a[_pid] = 2 }
  od
}
";

/// Of several options more than one is possible.
const FREE_CHOICE: &str = "
bool f[2], g; byte c[2], z[2], y;
active [2] proctype P() {
  byte i;
  do
  :: f[_pid] = 1 - f[_pid]
  :: c[_pid] < 2 -> c[_pid] = c[_pid] + 1
  :: atomic { g == 0 -> i = 0; LOOP; g = 1 }
  :: g == 1 -> g = 0; y = 0
  od
}
";

/// Each hears of the last, and may be the greater one.
const LAST: &str = "
byte last, r[2] LOCAL;
active [2] proctype P() {
  byte i, j;
end:
  do
  :: d_step { last != _pid -> last = _pid }
  :: LOOP
  :: d_step { r[_pid] == 1 -> r[_pid] = 0 }
  od
}
";

/// One is chosen, and each changes a mark of its own.
const CHOSEN: &str = "
byte own; bit r[2], g[2];
active [2] proctype P() {
  byte i;
end:
  do
  :: own = _pid
  :: g[_pid] = 1 - g[_pid]
  :: STEP { r[_pid] == 0 -> r[_pid] = 1; i = 0; LOOP; skip }
  :: r[_pid] == 1 -> r[_pid] = 0
  od
}
";

/// Three in a circle.
const CIRCLE: &str = "
byte a[3]; bit g[3];
active [3] proctype P() {
  byte k;
end:
  do
  :: atomic { true -> k = 0; LOOP }
  :: a[_pid] == 1 -> a[_pid] = 0
  :: g[_pid] = 1 - g[_pid]
  od
}
";

/// Two types do the same, with the options of a loop in another order.
const TWO_TYPES: &str = "
byte g[2], b[2], a[2], x;
active proctype P() { byte i;
end:
  do
  :: STEP { b[_pid] == 0 -> b[_pid] = 1; i = 0; do :: i < 2 -> if :: g[i] -> x = 1 :: else fi; i++ :: i >= 2 -> break od; i = 0 }
  :: b[_pid] == 1 -> b[_pid] = 0
  :: g[_pid] = !g[_pid]
  :: x = 0
  od
}
active proctype R() { byte i;
end:
  do
  :: STEP { b[_pid] == 0 -> b[_pid] = 1; LOOP; i = 0 }
  :: b[_pid] == 1 -> b[_pid] = 0
  :: g[_pid] = !g[_pid]
  :: x = 0
  od
}
";

/// Each tells all, and hears what it is told.
const TELL_ALL: &str = "
chan box[3] = [1] of { byte, byte }; byte got[3];
active [3] proctype P() {
  byte i, j, n, t, who;
  STEP { LOOP };
  do :: box[_pid]?t(who) -> got[who] = t :: timeout -> break od;
  assert(got[_pid] < 2)
}
";

/// Models of one frame that have one cause in common.
pub struct Family {
    pub frame: &'static str,
    /// The properties that are violated.
    pub violated: &'static [&'static str],
    pub models: &'static [Model],
}

/// What stands in the place of `LOCAL` or `STEP`, and in that of `LOOP`; the states that SPIN stores; and the order of the
/// group.
pub struct Model(pub &'static str, pub &'static str, pub u64, pub RangeInclusive<u128>);

impl Family {
    /// The text of a model.
    pub fn text(&self, model: &Model) -> String {
        self.frame.replace("LOCAL", model.0).replace("STEP", model.0).replace("LOOP", model.1)
    }
}

/// All of them.
pub const FAMILIES: [Family; 18] = [
    // Messages to all, where there is room; and orders of sends that are seen, or may have to wait.
    Family {
        frame: TELL_ALL,
        violated: &[],
        models: &[
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: i != _pid && nfull(box[i]) -> box[i]!1(_pid) :: else fi }",
                1201,
                6..=6,
            ),
            Model(
                "d_step",
                "for (i : 0 .. 2) { if :: i != _pid && nfull(box[i]) -> box[i]!1(_pid) :: else fi }",
                1201,
                6..=6,
            ),
            Model(
                "atomic",
                "i = 0; do :: i < 3 && i != _pid -> if :: nfull(box[i]) -> box[i]!1(_pid) :: full(box[i]) -> skip fi; i++ :: i < 3 && i == _pid -> i++ :: i == 3 -> break od; i = 0",
                1201,
                6..=6,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: len(box[i]) < 1 -> box[i]!1(_pid) :: else fi }",
                2180,
                6..=6,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: empty(box[i]) -> box[i]!1(i) :: nempty(box[i]) fi }",
                387,
                6..=6,
            ),
            Model(
                "atomic",
                "i = 3; do :: i > 0 -> i--; if :: nfull(box[i]) -> box[i]!1(_pid) :: else fi :: else -> break od",
                2180,
                6..=6,
            ),
            Model(
                "atomic",
                "n = 0; for (i : 0 .. 2) { if :: nfull(box[i]) -> box[i]!1(_pid); n++ :: else fi }; assert(n <= 3)",
                2630,
                6..=6,
            ),
            Model(
                "atomic",
                "if :: nfull(box[0]) -> box[0]!1(_pid) :: else fi; if :: nfull(box[1]) -> box[1]!1(_pid) :: else fi; if :: nfull(box[2]) -> box[2]!1(_pid) :: else fi",
                2180,
                6..=6,
            ),
            // Only an assertion looks at who was told, and it always holds.
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: nfull(box[_pid]) -> box[_pid]!1(i) :: else fi }",
                90,
                6..=6,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: nfull(box[i]) -> box[i]!1(t); t = 1 :: else fi }",
                731,
                1..=1,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: nfull(box[i]) -> box[i]!1(_pid); break :: else fi }",
                670,
                1..=1,
            ),
            // The same.
            Model(
                "atomic",
                "for (i : 0 .. 2) { for (j : 0 .. 2) { if :: nfull(box[i]) -> box[i]!1(j) :: else fi } }",
                250,
                6..=6,
            ),
            // Counted from one value to the other and back.
            Model(
                "atomic",
                "n = 0; for (i : 0 .. 2) { if :: n == 1 && nfull(box[i]) -> box[i]!1(_pid) :: else fi; n = 1 - n }",
                287,
                2..=2,
            ),
            Model(
                "atomic",
                "n = 0; for (i : 0 .. 2) { if :: nfull(box[n]) -> box[n]!1(_pid) :: else fi; n = 1 - n }",
                662,
                1..=2,
            ),
            Model(
                "d_step",
                "n = 0; for (i : 0 .. 2) { if :: nfull(box[i]) -> box[i]!1(n) :: else fi; n = 1 - n }",
                321,
                1..=2,
            ),
            Model(
                "atomic",
                "n = 1; for (i : 0 .. 2) { n = 1 - n; n = 1 - n; if :: n && nfull(box[i]) -> box[i]!1(_pid) :: else fi }",
                2180,
                6..=6,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: n == 0 && nfull(box[i]) -> box[i]!1(_pid) :: else fi; n = 1 - n }",
                634,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: nfull(box[i]) -> box[i]!1(_pid); n = 1 - n :: else fi }; if :: n && nfull(box[_pid]) -> box[_pid]!2(0) :: else fi",
                2464,
                1..=6,
            ),
            // Only the rounds of one number send; and ones where that is not so.
            Model(
                "atomic",
                "for (i : 0 .. 2) { for (j : 0 .. 2) { if :: i == _pid && nfull(box[j]) -> box[j]!1(i) :: else fi } }",
                2180,
                6..=6,
            ),
            Model(
                "d_step",
                "for (i : 0 .. 2) { for (j : 0 .. 2) { if :: i == _pid && j != i && nfull(box[j]) -> box[j]!1(_pid) :: else fi } }",
                1201,
                6..=6,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { for (j : 0 .. 2) { if :: nfull(box[i]) && j == _pid -> box[i]!1(j) :: full(box[i]) || j != _pid fi } }",
                2180,
                1..=6,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { for (j : 0 .. 2) { if :: n == i && nfull(box[j]) -> box[j]!1(i); n = (n + 1) % 3 :: else fi } }",
                1595,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { for (j : 0 .. 2) { if :: who == i && nfull(box[j]) -> box[j]!1(i); who = j :: else fi } }",
                595,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { for (j : 0 .. 2) { if :: i == _pid && nfull(box[j]) -> box[j]!1(i) :: i != _pid && nfull(box[j]) -> box[j]!0(i) :: else fi } }",
                1010,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { for (j : 0 .. 2) { if :: nfull(box[j]) -> box[j]!1(i) :: i == _pid :: else fi } }",
                2079,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { for (j : 0 .. 2) { if :: _pid / 2 == i && nfull(box[j]) -> box[j]!1(i) :: else fi } }",
                1044,
                1..=2,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { for (j : 0 .. 2) { if :: (i == _pid || i == 0) && nfull(box[j]) -> box[j]!1(i) :: else fi } }",
                250,
                1..=2,
            ),
            // A message is sent if there is room, or perhaps lost.
            Model("atomic", "for (i : 0 .. 2) { if :: box[i]!1(_pid) :: true fi }", 12711, 6..=6),
            Model("d_step", "for (i : 0 .. 2) { if :: box[i]!1(_pid) :: true fi }", 2180, 6..=6),
            Model("d_step", "for (i : 0 .. 2) { if :: true :: box[i]!1(_pid) fi }", 34, 6..=6),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: i == _pid :: i != _pid -> if :: box[i]!1(_pid) :: else fi fi }",
                1201,
                6..=6,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]!1(_pid) :: true -> printf(\"%d is lost\", i) fi }",
                12711,
                6..=6,
            ),
            // Only an assertion looks at who was told, and it always holds.
            Model("atomic", "for (i : 0 .. 2) { if :: box[_pid]!1(i) :: true fi }", 2657, 6..=6),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]!1(t) :: true -> t = 1 fi }",
                1868,
                1..=1,
            ),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: box[i]!1(_pid) :: nfull(box[0]) :: full(box[0]) fi }",
                12711,
                1..=2,
            ),
            // A choice ends the block.
            Model(
                "d_step",
                "if :: nfull(box[0]) -> box[0]!1(_pid) :: else fi; if :: nfull(box[1]) -> box[1]!1(_pid) :: else fi; if :: nfull(box[2]) -> box[2]!1(_pid) :: else fi",
                2180,
                6..=6,
            ),
            // There is room for all where the sequence begins.
            Model(
                "atomic",
                "if :: nfull(box[0]) && nfull(box[1]) && nfull(box[2]) -> box[0]!1(_pid); box[1]!1(_pid); box[2]!1(_pid) :: else fi",
                223,
                6..=6,
            ),
            Model(
                "atomic",
                "if :: nfull(box[0]) && nfull(box[1]) && nfull(box[2]) -> for (i : 0 .. 2) { box[i]!1(_pid) } :: else fi",
                223,
                6..=6,
            ),
        ],
    },
    Family {
        frame: TELL_ALL,
        violated: &["deadlock"],
        models: &[
            Model("atomic", "for (i : 0 .. 2) { box[i]!1(_pid) }", 70, 1..=1),
            Model(
                "atomic",
                "for (i : 0 .. 2) { if :: nfull(box[i]) -> box[i]!1(_pid) fi }",
                70,
                1..=1,
            ),
            Model(
                "atomic",
                "nfull(box[0]) && nfull(box[1]) && nfull(box[2]); box[0]!1(_pid); box[1]!1(_pid); box[2]!1(_pid)",
                17,
                6..=6,
            ),
            Model(
                "atomic",
                "if :: nfull(box[0]) && nfull(box[1]) -> box[0]!1(_pid); box[1]!1(_pid); box[2]!1(_pid) :: else fi",
                269,
                1..=2,
            ),
        ],
    },
    // What counters decide in one round, or beyond the end, is an order of numbers elsewhere.
    Family {
        frame: LAST,
        violated: &[],
        models: &[
            Model(
                "",
                "d_step { r[_pid] == 0 -> i = 0; do :: i < 2 -> if :: i == 1 && last < _pid -> r[_pid] = 1 :: else fi; i++ :: else -> break od; i = 0 }",
                4,
                1..=1,
            ),
            Model(
                "",
                "atomic { r[_pid] == 0 -> i = 0; do :: i < 2 -> if :: i == 1 && last > _pid -> r[_pid] = 1 :: else fi; i++ :: else -> break od; i = 0 }",
                4,
                1..=1,
            ),
            Model(
                ", a[2]",
                "d_step { a[0] == 1 && a[1] == 1 -> a[0] = 0; a[1] = 0 } :: atomic { r[_pid] == 0 -> j = 0; i = 0; do :: i < 2 -> a[i] = 1; i++ :: else -> break od; goto L } :: atomic { r[_pid] == 0 -> j = 0; j++; L: if :: j == 1 && last < _pid -> r[_pid] = 1 :: r[_pid] < 9 -> skip fi; j = 0; i = 0 }",
                8,
                1..=2,
            ),
        ],
    },
    // In how many ways a part does nothing depends on what another has done.
    Family {
        frame: CHOSEN,
        violated: &[],
        models: &[
            Model(
                "atomic",
                "do :: i < 2 -> if :: own == i -> g[1 - i] = 1 :: g[i] == 1 -> skip :: true fi; i++ :: else -> break od",
                128,
                1..=2,
            ),
            Model(
                "atomic",
                "do :: i < 2 -> if :: own == i -> g[1 - i] = 1 :: else fi; i++ :: else -> break od",
                128,
                2..=2,
            ),
        ],
    },
    // What is needed no more is cleared where it was needed last, in one of two options.
    Family {
        frame: CIRCLE,
        violated: &[],
        models: &[
            Model(
                "",
                "if :: g[2] -> a[1] = 1 :: !g[2] -> k++ fi; if :: g[0] -> a[2] = 1 :: !g[0] -> k++ fi; if :: g[1] -> a[0] = 1 :: !g[1] -> k++ fi",
                5832,
                3..=3,
            ),
            Model(
                "",
                "if :: g[2] -> a[1] = 1 :: !g[2] -> k++ fi; if :: g[0] -> a[2] = 1 :: !g[0] -> k++ fi; if :: g[1] -> a[0] = 1 :: else fi",
                1728,
                1..=1,
            ),
        ],
    },
    // Loops that do the same are alike, however they are written.
    Family {
        frame: TWO_TYPES,
        violated: &[],
        models: &[Model(
            "atomic",
            "i = 0; do :: i >= 2 -> break :: i < 2 -> if :: g[i] -> x = 1 :: else fi; i++ od",
            36,
            2..=2,
        )],
    },
    // The loop is left at the first hit, and writes an element on the way out.
    Family {
        frame: FIRST_TWO,
        violated: &["assertions"],
        models: &[
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: b[i] -> a[i + 0] = 1; break :: else fi; i++ :: else -> break od",
                399,
                1..=1,
            ),
            Model(
                "",
                "d_step { i = 0; do :: i < 3 -> if :: b[2 - i] -> a[2 - i] = 1; break :: else fi; i++ :: else -> break od }",
                397,
                1..=1,
            ),
            Model(
                "",
                "for (i : 0 .. 2) { if :: b[(i + 1) % 3] -> a[(i + 1) % 3] = 1; break :: else fi }",
                401,
                1..=1,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: b[i] -> a[i * 1] = 1; goto out :: else fi; i++ :: else -> break od; out: skip",
                399,
                1..=1,
            ),
            Model(
                "",
                "i = 0; do :: i >= 3 -> break :: i < 3 -> if :: b[i] -> a[(i ^ 1) ^ 1] = 1; break :: else -> skip fi; i++ od",
                399,
                1..=1,
            ),
            Model(
                "",
                "i = 0; do :: i <= 2 -> if :: !b[i] -> skip :: else -> a[i | 0] = 1; break fi; i++ :: i > 2 -> break od",
                399,
                1..=1,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: b[i] -> a[(i -> i : 0)] = 1; break :: else fi; i++ :: else -> break od",
                399,
                1..=1,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: b[i] -> n = 2; a[0 + i] = 1; break :: else fi; i++ :: else -> break od",
                399,
                1..=1,
            ),
        ],
    },
    // The counter is compared with a number.
    Family {
        frame: ONE_MARKED,
        violated: &["assertions"],
        models: &[
            Model(
                "",
                "i = 0; do :: i < 2 -> if :: i == 0 -> a[i] = 1 :: else fi; i++ :: else -> break od",
                46,
                1..=1,
            ),
            Model(
                "",
                "i = 0; do :: i < 2 -> if :: i != 1 -> a[i] = 1 :: else fi; i++ :: else -> break od",
                46,
                1..=1,
            ),
            Model(
                "",
                "d_step { i = 0; do :: i < 2 -> if :: i < 1 -> a[i] = 1 :: else fi; i++ :: else -> break od }",
                46,
                1..=1,
            ),
            Model("", "for (i : 0 .. 1) { if :: i % 2 -> a[i] = 1 :: else fi }", 46, 1..=1),
            Model(
                "",
                "i = 0; do :: i < 2 -> if :: i -> a[i] = 1 :: else fi; i++ :: else -> break od",
                46,
                1..=1,
            ),
            Model("", "i = 0; do :: i < 2 -> a[i] = (i == 0); i++ :: else -> break od", 46, 1..=1),
            Model(
                "",
                "i = 0; do :: i < 2 -> a[i] = (i > 0 -> 0 : 1); i++ :: else -> break od",
                46,
                1..=1,
            ),
            Model(
                "",
                "i = 0; do :: i < 2 -> if :: b[i] && i == 1 -> a[i] = 1 :: else fi; i++ :: else -> break od",
                46,
                1..=1,
            ),
            Model(
                "",
                "i = 0; do :: i < 2 -> if :: (i & 1) == 0 -> a[i] = 1 :: else fi; i++ :: else -> break od",
                46,
                1..=1,
            ),
        ],
    },
    // The first value does not fit the counter.
    Family {
        frame: MARKED_IS_DONE,
        violated: &["assertions"],
        models: &[
            Model(
                "byte i;",
                "i = 257; do :: i < 2 -> a[i] = 1; i++ :: else -> break od",
                46,
                1..=1,
            ),
            Model(
                "byte i;",
                "i = -255; do :: i < 2 -> a[i] = 1; i++ :: else -> break od",
                46,
                1..=1,
            ),
            Model(
                "short i;",
                "i = 65537; do :: i < 2 -> a[i] = 1; i++ :: else -> break od",
                46,
                1..=1,
            ),
            Model(
                "unsigned i : 2;",
                "d_step { i = 5; do :: i < 2 -> a[i] = 1; i++ :: else -> break od }",
                46,
                1..=1,
            ),
            Model(
                "pid i;",
                "i = 257; do :: i >= 2 -> break :: i < 2 -> a[i] = 1; i++ od",
                34,
                1..=1,
            ),
            Model(
                "byte i;",
                "i = 250; do :: i < 2 -> a[i] = 1; i++ :: else -> break od",
                46,
                1..=2,
            ),
        ],
    },
    // The first value does not fit the counter.
    Family {
        frame: MARKED_IS_DONE,
        violated: &[],
        models: &[Model(
            "byte i;",
            "i = 256; do :: i < 2 -> a[i] = 1; i++ :: else -> break od",
            46,
            1..=2,
        )],
    },
    // The counter is no variable of its own, or a narrow one: what it holds is remembered.
    Family {
        frame: MEMBERS,
        violated: &["deadlock"],
        models: &[
            Model(
                "C s;",
                "s.i = 0; do :: s.i < 3 -> if :: a[s.i] -> f = 1; break :: else fi; s.i++ :: else -> break od",
                316,
                1..=6,
            ),
            Model(
                "D s;",
                "s.c.i = 0; do :: s.c.i < 3 -> if :: a[s.c.i] -> f = 1; break :: else fi; s.c.i++ :: else -> break od",
                316,
                1..=6,
            ),
            Model(
                "C s;",
                "d_step { s.i = 0; do :: s.i < 3 -> if :: a[s.i] -> f = 1; break :: else fi; s.i++ :: else -> break od }",
                316,
                1..=6,
            ),
            Model(
                "C s;",
                "s.i = 0; do :: s.i < 3 -> if :: a[s.i] -> f = 1; break :: else fi; s.i++ :: else -> break od; s.j = 0; do :: s.j < 3 -> if :: a[s.j] -> f = 1; break :: else fi; s.j++ :: else -> break od",
                316,
                1..=6,
            ),
            Model(
                "byte s[2];",
                "s[1] = 0; do :: s[1] < 3 -> if :: a[s[1]] -> f = 1; break :: else fi; s[1]++ :: else -> break od",
                316,
                1..=6,
            ),
            Model(
                "unsigned s : 2;",
                "s = 0; do :: s < 3 -> if :: a[s] -> f = 1; break :: else fi; s++ :: else -> break od",
                90,
                1..=6,
            ),
            Model(
                "C s[2];",
                "s[1].i = 0; do :: s[1].i < 3 -> if :: a[s[1].i] -> f = 1; break :: else fi; s[1].i++ :: else -> break od",
                316,
                1..=6,
            ),
        ],
    },
    // The inner loop never ends: what follows control must not either.
    Family {
        frame: NEVER,
        violated: &[],
        models: &[
            Model("atomic", "do :: x = 1 od", 7, 2..=2),
            Model("atomic", "do :: x == 1 -> x = 2 :: else -> x = 1 od", 7, 2..=2),
            Model("atomic", "to: skip; goto fro; fro: skip; goto to", 7, 2..=2),
            Model("atomic", "do :: do :: do :: x = 0 od od od", 7, 2..=2),
            Model("atomic", "do :: for (i : 0 .. 2) { skip } od", 7, 2..=2),
            Model("d_step", "do :: skip od", 7, 2..=2),
            Model("d_step", "do :: do :: skip od od", 7, 2..=2),
            Model("d_step", "do :: x = 1 od", 7, 2..=2),
            Model("d_step", "do :: x == 1 -> x = 2 :: else -> x = 1 od", 7, 2..=2),
            Model("d_step", "to: skip; goto fro; fro: skip; goto to", 7, 2..=2),
            Model("d_step", "do :: skip :: x = 1 -> break od", 7, 2..=2),
            Model("d_step", "do :: do :: do :: x = 0 od od od", 7, 2..=2),
            Model("d_step", "do :: for (i : 0 .. 2) { skip } od", 7, 2..=2),
        ],
    },
    // The order of the rounds cannot be seen. Where the last one is singled out, the other two change places.
    Family {
        frame: FREE,
        violated: &[],
        models: &[
            Model("", "i = 0; do :: i < 3 -> s = s + b[i]; i++ :: else -> break od", 3_613, 6..=6),
            Model(
                "",
                "i = 0; do :: i < 3 -> sum = sum + b[i]; i++ :: else -> break od",
                1_782,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: b[i] == 1 -> s++ :: else fi; i++ :: else -> break od",
                3_613,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: b[i] -> f = 1; break :: else fi; i++ :: else -> break od",
                2_140,
                6..=6,
            ),
            Model(
                "",
                "f = 1; i = 0; do :: i < 3 -> if :: !b[i] -> f = 0; break :: else fi; i++ :: else -> break od",
                1_150,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: b[i] -> f = 1; goto out :: else fi; i++ :: else -> break od; out: skip",
                2_140,
                6..=6,
            ),
            Model("", "i = 0; do :: i < 3 -> a[i] = 0; i++ :: else -> break od", 729, 6..=6),
            Model(
                "",
                "d_step { i = 0; do :: i < 3 -> a[i] = b[i]; i++ :: else -> break od }",
                963,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: b[i] > s -> s = b[i] :: else fi; i++ :: else -> break od",
                1_341,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: i == _pid -> a[i] = 1 :: else fi; i++ :: else -> break od",
                729,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: i != _pid && b[i] -> s++ :: else fi; i++ :: else -> break od",
                3_313,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> found = found || b[i]; i++ :: else -> break od",
                801,
                6..=6,
            ),
            Model("", "i = 0; do :: i < 3 -> f = f ^ b[i]; i++ :: else -> break od", 3_121, 6..=6),
            Model("", "for (i : 0 .. 2) { s = s + b[i] }", 3_613, 6..=6),
            Model("", "for (i in b) { s = s + b[i] }", 3_613, 6..=6),
            Model(
                "",
                "i = 0; again: if :: i <= 2 -> s = s + b[i]; i++; goto again :: else fi",
                3_613,
                6..=6,
            ),
            Model("", "i = 0; do :: i < 3 -> a[i + 0] = 0; i++ :: else -> break od", 729, 6..=6),
            Model(
                "",
                "i = 0; do :: i < 3 -> s = s + b[i + 0]; i++ :: else -> break od",
                3_613,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> s = s + b[2 - i]; i++ :: else -> break od",
                3_613,
                6..=6,
            ),
            Model("", "i = 0; do :: i < 3 -> a[2 - i] = 0; i++ :: else -> break od", 729, 6..=6),
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: b[2 - i] -> f = 1; break :: else fi; i++ :: else -> break od",
                2_140,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> s = s + b[(i + 1) % 3]; i++ :: else -> break od",
                3_613,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: i == 2 -> s = s + b[i] :: else fi; i++ :: else -> break od",
                1_305,
                2..=2,
            ),
            // Nobody looks at `a` but an assertion that always holds.
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: i == 2 -> a[i] = 1 :: else fi; i++ :: else -> break od",
                729,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> s = s + b[i]; i++ :: else -> break od; i = 0; do :: i < 3 -> if :: b[i] -> f = 1; break :: else fi; i++ :: else -> break od",
                8_592,
                6..=6,
            ),
            Model("", "i = 250; do :: i < 3 -> a[i] = 1; i++ :: else -> break od", 729, 6..=6),
            Model(
                "",
                "i = 256; do :: i < 3 -> s = s + b[i]; i++ :: else -> break od",
                3_613,
                6..=6,
            ),
            Model(
                "",
                "s = 3; i = 0; do :: i < 3 -> s = s - b[i]; i++ :: else -> break od",
                3_556,
                6..=6,
            ),
            Model(
                "",
                "s = 1; i = 0; do :: i < 3 -> s = s * (1 + b[i]); i++ :: else -> break od",
                3_430,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> if :: b[i] -> skip :: else -> s++ fi; i++ :: else -> break od",
                3_556,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> a[i] = 1 - a[i]; s = a[i] + s; i++ :: else -> break od",
                3_467,
                6..=6,
            ),
            Model(
                "",
                "i = 0; do :: i < 3 -> a[i] = 0; a[i] = b[i]; i++ :: else -> break od",
                963,
                6..=6,
            ),
            // What is set to 0, added to and asked for in a later step counts no rounds.
            Model(
                "",
                "s = 0; i = 0; do :: i < 3 -> a[i] = 0; s++; i++ :: else -> break od",
                2_099,
                6..=6,
            ),
            Model(
                "",
                "s = 0; for (i : 0 .. 2) { if :: b[i] -> a[i] = 0; s++ :: else fi }",
                4_225,
                6..=6,
            ),
            // Left at the end of a block.
            Model(
                "",
                "d_step { for (i : 0 .. 2) { if :: b[i] -> f = 1; break :: else fi } }",
                3_680,
                6..=6,
            ),
            Model(
                "",
                "d_step { i = 0; do :: i < 3 -> if :: b[2 - i] -> f = 1; break :: else fi; i++ :: else -> break od }",
                3_680,
                6..=6,
            ),
            Model(
                "",
                "d_step { for (i : 0 .. 2) { if :: b[i] -> a[i] = 1; break :: else fi } }",
                2_097,
                1..=1,
            ),
            Model(
                "",
                "d_step { for (i : 0 .. 2) { if :: b[i] -> f = 1; break :: else -> s++ fi } }",
                5_289,
                1..=2,
            ),
            Model(
                "",
                "d_step { for (i : 0 .. 2) { if :: b[i] -> s = 1; break :: i == 1 && !b[i] -> s = 2; break :: else fi } }",
                2_264,
                1..=2,
            ),
            Model(
                "",
                "d_step { for (i : 0 .. 2) { if :: b[i] -> s = i; break :: else fi } }",
                2_426,
                1..=2,
            ),
            Model(
                "",
                "d_step { f = 1; for (i : 0 .. 2) { if :: !b[i] -> f = 0; goto out :: else fi }; s = 2; out: skip }",
                2_892,
                1..=6,
            ),
        ],
    },
    // What is looked for is counted.
    Family {
        frame: KEPT,
        violated: &[],
        models: &[
            Model(
                "atomic",
                "do :: i < 2 -> if :: j == known[i] -> m[_pid] = a[j] :: else fi; i++; j++ :: else -> break od",
                26,
                1..=1,
            ),
            Model(
                "atomic",
                "j = _pid; do :: i < 2 -> if :: j == known[i] -> m[_pid] = a[i] :: else fi; i++ :: else -> break od",
                25,
                2..=2,
            ),
            Model(
                "d_step",
                "do :: i < 2 -> if :: j == known[i] -> m[_pid] = a[j] :: else fi; i++; j++ :: else -> break od",
                26,
                1..=1,
            ),
            Model(
                "d_step",
                "j = _pid; do :: i < 2 -> if :: j == known[i] -> m[_pid] = a[i] :: else fi; i++ :: else -> break od",
                25,
                1..=2,
            ),
        ],
    },
    // What is kept is another element than was compared, or the same by other words.
    Family {
        frame: MOST,
        violated: &[],
        models: &[
            Model(
                "atomic",
                "do :: i < 3 -> if :: a[i % 3] > k -> i++; k = a[i % 3] :: else -> i++ fi :: else -> break od; m[_pid] = k",
                1077,
                1..=3,
            ),
            Model(
                "atomic",
                "do :: i < 3 -> if :: a[i % 3] > m[_pid] -> i++; m[_pid] = a[i % 3] :: else -> i++ fi :: else -> break od",
                1077,
                1..=3,
            ),
            Model(
                "atomic",
                "do :: i < 3 -> if :: a[i] > k -> k = a[i]; i++ :: else -> i++ fi :: else -> break od; m[_pid] = k",
                1413,
                6..=6,
            ),
            Model(
                "d_step",
                "do :: i < 3 -> if :: a[i % 3] > k -> i++; k = a[i % 3] :: else -> i++ fi :: else -> break od; m[_pid] = k",
                1077,
                1..=3,
            ),
            Model(
                "d_step",
                "do :: i < 3 -> if :: a[i % 3] > m[_pid] -> i++; m[_pid] = a[i % 3] :: else -> i++ fi :: else -> break od",
                1077,
                1..=3,
            ),
            Model(
                "d_step",
                "do :: i < 3 -> if :: a[i] > k -> k = a[i]; i++ :: else -> i++ fi :: else -> break od; m[_pid] = k",
                1413,
                6..=6,
            ),
        ],
    },
    // What is asked of no channel is an error, if it is asked.
    Family {
        frame: NO_CHANNEL,
        violated: &["run-time errors"],
        models: &[
            Model(
                "atomic",
                "do :: i < 2 -> if :: nempty(c[i]) -> found[_pid] = 1; break :: else fi; i++ :: else -> break od",
                160,
                1..=1,
            ),
            Model(
                "atomic",
                "i = 2; do :: i > 0 -> if :: nempty(c[i - 1]) -> found[_pid] = 1; break :: else fi; i-- :: else -> break od",
                160,
                1..=1,
            ),
            Model(
                "atomic",
                "do :: i < 2 -> x = x && nempty(c[i]); i++ :: else -> break od",
                160,
                1..=1,
            ),
            Model(
                "atomic",
                "do :: i < 2 -> x = nempty(c[i]) || x; i++ :: else -> break od",
                76,
                1..=2,
            ),
            Model(
                "atomic",
                "do :: i < 2 -> if :: nempty(c[i]) && a[i] < a[1 - i] -> m[i] = 1 :: nempty(c[1 - i]) && a[1 - i] < a[i] -> m[1 - i] = 1 :: else fi; i++ :: else -> break od",
                112,
                1..=2,
            ),
            Model(
                "atomic",
                "do :: i < 1 -> if :: nempty(c[i]) && a[i] < a[1 - i] -> m[i] = 1 :: nempty(c[1 - i]) && a[1 - i] < a[i] -> m[1 - i] = 1 :: else fi; i++ :: else -> break od",
                112,
                1..=2,
            ),
            Model(
                "atomic",
                "do :: i < 2 -> if :: nempty(c[i]) -> m[i] = 1 :: else fi; m[a[i]] = m[a[i]] + 0; i++ :: else -> break od",
                88,
                1..=2,
            ),
            Model(
                "atomic",
                "do :: i < 2 -> if :: nempty(c[i]) -> m[i] = 1 :: empty(c[i]) fi; a[m[i]] = 1; i++ :: else -> break od",
                76,
                1..=2,
            ),
            Model(
                "d_step",
                "do :: i < 2 -> if :: nempty(c[i]) -> found[_pid] = 1; break :: else fi; i++ :: else -> break od",
                160,
                1..=1,
            ),
            Model(
                "d_step",
                "i = 2; do :: i > 0 -> if :: nempty(c[i - 1]) -> found[_pid] = 1; break :: else fi; i-- :: else -> break od",
                160,
                1..=1,
            ),
            Model(
                "d_step",
                "do :: i < 2 -> x = x && nempty(c[i]); i++ :: else -> break od",
                160,
                1..=1,
            ),
            Model(
                "d_step",
                "do :: i < 2 -> x = nempty(c[i]) || x; i++ :: else -> break od",
                76,
                1..=2,
            ),
            Model(
                "d_step",
                "do :: i < 2 -> if :: nempty(c[i]) && a[i] < a[1 - i] -> m[i] = 1 :: nempty(c[1 - i]) && a[1 - i] < a[i] -> m[1 - i] = 1 :: else fi; i++ :: else -> break od",
                88,
                1..=2,
            ),
            Model(
                "d_step",
                "do :: i < 1 -> if :: nempty(c[i]) && a[i] < a[1 - i] -> m[i] = 1 :: nempty(c[1 - i]) && a[1 - i] < a[i] -> m[1 - i] = 1 :: else fi; i++ :: else -> break od",
                100,
                1..=2,
            ),
            Model(
                "d_step",
                "do :: i < 2 -> if :: nempty(c[i]) -> m[i] = 1 :: else fi; m[a[i]] = m[a[i]] + 0; i++ :: else -> break od",
                88,
                1..=2,
            ),
            Model(
                "d_step",
                "do :: i < 2 -> if :: nempty(c[i]) -> m[i] = 1 :: empty(c[i]) fi; a[m[i]] = 1; i++ :: else -> break od",
                76,
                1..=2,
            ),
        ],
    },
    // How often a choice is made before the sequence ends depends on the order.
    Family {
        frame: FREE_CHOICE,
        violated: &[],
        models: &[
            Model(
                "",
                "do :: i < 2 -> if :: f[i] -> y = 1; break :: true -> skip :: true -> skip fi; i++ :: else -> break od",
                3584,
                1..=2,
            ),
            Model(
                "",
                "do :: i < 2 -> if :: f[i] -> z[i] = 1 :: true -> skip fi; i++ :: else -> break od",
                2596,
                1..=4,
            ),
        ],
    },
    Family {
        frame: FREE_CHOICE,
        violated: &["run-time errors"],
        models: &[
            Model(
                "",
                "do :: i < 2 -> if :: f[i] -> z[c[i]] = 1 :: f[i] -> skip :: else -> skip fi; i++ :: else -> break od",
                2596,
                1..=2,
            ),
            Model(
                "",
                "do :: i < 2 -> if :: f[i] -> skip :: f[i] -> z[i] = 1 :: else fi; z[c[i]] = 0; i++ :: else -> break od",
                2468,
                1..=2,
            ),
        ],
    },
];
