//! Models that show one idiom each, and the orders of their groups: those that are a matter of Promela. More are in
//! `detection/tests/idioms`, for any language.

/// A model and the order of its group.
pub struct Idiom {
    /// What it shows.
    pub name: &'static str,
    /// How many permutations of its processes, and what goes with them, respect it.
    pub order: u128,
    /// Its text.
    pub text: &'static str,
}

const fn idiom(name: &'static str, order: u128, text: &'static str) -> Idiom {
    Idiom { name, order, text }
}

/// The idioms.
pub const IDIOMS: &[Idiom] = &[
    idiom(
        "processes started by a loop from 0",
        6,
        "
bool busy[3]; byte users;
proctype P(byte me) { do :: atomic { users == 0 -> users++; busy[me] = true } atomic { users--; busy[me] = false } od }
init { byte i; atomic { for (i : 0 .. 2) { run P(i) } } }
",
    ),
    idiom(
        "and by one that changes its parameter",
        36,
        "
bool busy[3]; byte users;
proctype P(byte me) {
  do :: atomic { users == 0 -> users++; busy[me] = true } atomic { users--; busy[me] = false; me = me } od
}
init { byte i; do :: i < 3 -> run P(i); i++ :: i == 3 -> break od }
",
    ),
    idiom(
        "identifiers in bits",
        2,
        "
bit turn; bool want[2]; byte inside;
proctype P(bit me; bool other) {
  do
  :: want[me] = 1; turn = other; (!want[other] || turn == me); inside++; assert(inside == 1); inside--; want[me] = 0
  od
}
init { atomic { run P(0, 1); run P(1, 0) } }
",
    ),
    idiom(
        "a bit that is forgotten",
        4,
        "
bit last; byte count[2];
proctype P(bit me) {
  bit seen;
  do :: count[me] < 2 -> seen = last; last = me; if :: seen == me -> count[me]++ :: else fi :: count[me] == 2 -> break od
}
init { atomic { run P(0); run P(1) } }
",
    ),
    idiom(
        "a dummy in a buffered message",
        6,
        "
mtype = { request, bye };
chan c = [2] of { mtype, byte };
bit granted[3];
active [3] proctype P() { c!request(_pid); granted[_pid]; c!bye(0) }
active proctype Server() { byte who, left; end: do :: c?request(who) -> granted[who] = 1 :: c?bye(_) -> left++ od }
",
    ),
    idiom(
        "a dummy that somebody looks at",
        2,
        "
mtype = { request, bye };
chan c = [2] of { mtype, byte };
bit granted[3];
active [3] proctype P() { c!request(_pid); granted[_pid]; c!bye(0) }
active proctype Server() {
  byte who, left;
  end: do :: c?request(who) -> granted[who] = 1 :: c?bye(who) -> granted[who] = 0; left++ od
}
",
    ),
    idiom(
        "any element of a structure",
        12,
        "
typedef Row { bool mark[3] };
Row row[3]; byte seen;
proctype P(byte me) {
  do
  :: row[me].mark[me] = 1 - row[me].mark[me]
  :: (row[0].mark[me] || row[1].mark[me] || row[2].mark[me]) -> seen = 1 - seen
  od
}
init { run P(0); run P(1); run P(2) }
",
    ),
    idiom(
        "all elements but for a process that is none",
        6,
        "
bool ready[3]; bit go;
active [3] proctype P() { do :: ready[_pid] = 1 - ready[_pid] :: go == 1 -> go = 0 od }
active proctype Main() { do :: (ready[0] && ready[1] && ready[2]) -> go = 1 od }
",
    ),
    idiom(
        "a sum in a deterministic step",
        6,
        "
byte flag[3], most; bit found; short sum;
active [3] proctype P() { do :: flag[_pid] < 2 -> flag[_pid]++ :: flag[_pid] == 2 -> flag[_pid] = 0 od }
active proctype Look() {
  byte i;
  do
  :: d_step {
       sum = 0; i = 0;
       do :: i < 3 -> sum = sum + flag[i]; i++ :: else -> break od
     }
  od
}
",
    ),
    idiom(
        "a sum by a for loop",
        6,
        "
byte flag[3], most; bit found; short sum;
active [3] proctype P() { do :: flag[_pid] < 2 -> flag[_pid]++ :: flag[_pid] == 2 -> flag[_pid] = 0 od }
active proctype Look() {
  byte i;
  do
  :: atomic { sum = 0; for (i : 0 .. 2) { sum = sum + flag[i] } }
  od
}
",
    ),
    idiom(
        "whether one is, and no further",
        6,
        "
byte flag[3], most; bit found; short sum;
active [3] proctype P() { do :: flag[_pid] < 2 -> flag[_pid]++ :: flag[_pid] == 2 -> flag[_pid] = 0 od }
active proctype Look() {
  byte i;
  do
  :: atomic {
       found = 0; i = 0;
       do :: i <= 2 -> if :: flag[i] == 2 -> found = 1; break :: else fi; i++ :: else -> break od
     }
  od
}
",
    ),
    idiom(
        "those reset that are",
        6,
        "
byte flag[3], most; bit found; short sum;
active [3] proctype P() { do :: flag[_pid] < 2 -> flag[_pid]++ :: flag[_pid] == 2 -> flag[_pid] = 0 od }
active proctype Look() {
  byte i;
  do
  :: d_step {
       i = 0; found = 0;
       do :: i < 3 -> if :: flag[i] == 2 -> flag[i] = 0; found = 1 :: else fi; i++ :: else -> break od
     }
  od
}
",
    ),
    idiom(
        "who begins, said once",
        2,
        "
bool token[3]; byte next, place[3];
active [3] proctype P() {
  if :: _pid == 0 -> token[_pid] = 1 :: else -> skip fi;
  do
  :: atomic { place[_pid] = next; next = (next + 1) % 3 }
     token[place[_pid]];
     atomic { token[place[_pid]] = 0; token[(place[_pid] + 1) % 3] = 1 }
  od
}
",
    ),
    idiom(
        "identifiers dealt out at the start",
        3,
        "
chan q[3] = [1] of { byte };
byte leaders;
proctype Node(chan in, out; byte id) {
  byte n;
  out!id;
  end: do :: in?n -> if :: n > id -> out!n :: n == id -> leaders++; assert(leaders == 1) :: else fi od
}
init {
  byte id[3], k;
  atomic {
    k = 1;
    do
    :: k <= 3 -> if :: id[0] == 0 -> id[0] = k :: id[1] == 0 -> id[1] = k :: id[2] == 0 -> id[2] = k fi; k++
    :: else -> break
    od;
    run Node(q[0], q[1], id[0]); run Node(q[1], q[2], id[1]); run Node(q[2], q[0], id[2])
  }
}
",
    ),
    idiom(
        "process types with the same code",
        6,
        "
byte sem = 1;
active proctype A() { byte n; do :: atomic { sem > 0 && n < 2; sem-- } n++; sem++ :: n == 2 -> break od }
active proctype B() { byte n; do :: atomic { sem > 0 && n < 2; sem-- } n++; sem++ :: n == 2 -> break od }
active proctype C() { byte n; do :: atomic { sem > 0 && n < 2; sem-- } n++; sem++ :: n == 2 -> break od }
",
    ),
    idiom(
        "process types with almost the same code",
        1,
        "
byte sem = 1, n;
active proctype A() { do :: atomic { sem > 0; sem-- } n = n + 1; sem++ od }
active proctype B() { do :: atomic { sem > 0; sem-- } n = n + 2; sem++ od }
",
    ),
    idiom(
        "a channel that there is not",
        3,
        "
chan q[3] = [1] of { byte };
proctype Node(chan in, out) { byte n; if :: out!1 :: skip fi; end: do :: in?n -> out!n od }
init { byte k = 1; atomic { do :: k <= 3 -> run Node(q[k - 1], q[k % 3]); k++ :: else -> break od } }
",
    ),
    idiom(
        "constants that tell processes apart",
        1,
        "
byte x, y; byte low = 1, high = 2;
active proctype A() { do :: x != low -> x = low :: x == low -> x = 0 od }
active proctype B() { do :: y != high -> y = high :: y == high -> y = 0; x != high od }
",
    ),
    idiom(
        "constants that have changed places in a mirror",
        2,
        "
byte x, y; byte low = 1, high = 2;
active proctype A() { do :: x != low -> x = low :: x == low -> x = 0 od }
active proctype B() { do :: y != high -> y = high :: y == high -> y = 0 od }
",
    ),
    idiom(
        "values that nothing holds",
        2,
        "
byte x, y;
active [2] proctype P() { do :: x == 5 -> y = 1 :: x == 6 -> y = 1 :: x = 1; y == 0 :: y == 1 -> y = 0 od }
",
    ),
    idiom(
        "a counter that is received before its loop",
        1,
        "
chan start = [1] of { byte };
byte flag[3]; byte sum;
active [3] proctype P() { flag[_pid] = 1; start!1 }
active proctype Look() {
  byte i;
  atomic { i = 0; start?i; do :: i < 3 -> sum = sum + flag[i]; i++ :: else -> break od }
  assert(sum < 2)
}
",
    ),
    idiom(
        "a dummy that sorts",
        2,
        "
chan c = [3] of { byte, byte, byte };
byte n;
active [2] proctype P() { n++ }
active proctype Q() { byte x; c!2,5,1; c!!2,3,2; c?2,_,x; assert(x == 1) }
",
    ),
    idiom(
        "a short message that is sorted",
        2,
        "
chan c = [4] of { byte, int };
active [2] proctype P() { int x; if :: x = -1 :: x = 1 fi; c!2,x }
active proctype Q() { byte t; int v, w; len(c) == 2; c!!2; c?t,v; c?t,v; if :: v == w -> assert(false) :: else fi }
",
    ),
    idiom(
        "numbers dealt out at random, and kept in an array",
        3,
        "
chan q[3] = [1] of { byte };
byte heard;
proctype Node(chan left, right; byte mine) {
  byte other;
  right!mine; left?other;
  if :: other > mine -> heard++ :: else fi
}
init {
  byte number[3]; byte k = 1;
  atomic {
    do :: k < 4 -> if :: number[0] == 0 -> number[0] = k :: number[1] == 0 -> number[1] = k :: number[2] == 0 -> number[2] = k fi; k++
       :: else -> break
    od;
    run Node(q[0], q[1], number[0]); run Node(q[1], q[2], number[1]); run Node(q[2], q[0], number[2])
  }
}
",
    ),
    idiom(
        "channels of the process that starts the others",
        3,
        "
proctype Node(chan left, right) { byte x; if :: right!1 :: skip fi; end: do :: left?x -> right!x od }
init {
  chan a[2] = [1] of { byte }; chan b = [1] of { byte };
  atomic { run Node(a[0], a[1]); run Node(a[1], b); run Node(b, a[0]) }
}
",
    ),
    idiom(
        "channels that it uses itself, once",
        1,
        "
proctype Node(chan left, right) { byte x; end: do :: left?x -> right!x od }
init {
  chan a = [1] of { byte }; chan b = [1] of { byte }; chan c = [1] of { byte };
  atomic { run Node(a, b); run Node(b, c); run Node(c, a) }
  a!1
}
",
    ),
    idiom(
        "two proctypes with a flag each",
        2,
        "
bool a, b; byte turn, inside;
active proctype A() {
  do :: a = true; turn = 1; (b == false || turn == 0); inside++; assert(inside == 1); inside--; a = false od
}
active proctype B() {
  do :: b = true; turn = 0; (a == false || turn == 1); inside++; assert(inside == 1); inside--; b = false od
}
",
    ),
    idiom(
        "and one that begins otherwise",
        1,
        "
bool a, b; byte turn, inside;
active proctype A() {
  do :: a = true; turn = 1; (b == false || turn == 0); inside++; assert(inside == 1); inside--; a = false od
}
active proctype B() {
  do :: turn = 0; b = true; (a == false || turn == 1); inside++; inside--; b = false od
}
",
    ),
    idiom(
        "a mode each, in three proctypes",
        6,
        "
mtype = { idle, trying, inside };
mtype a = idle, b = idle, c = idle;
active proctype A() { do :: a = trying; (b != inside && c != inside); a = inside; a = idle od }
active proctype B() { do :: b = trying; (c != inside && a != inside); b = inside; b = idle od }
active proctype C() { do :: c = trying; (a != inside && b != inside); c = inside; c = idle od }
",
    ),
    idiom(
        "a channel and a local variable each",
        2,
        "
chan toA = [1] of { byte }; chan toB = [1] of { byte };
active proctype A() { byte got; do :: toB!3 :: toA?got -> if :: got == 3 -> got = 0 fi od }
active proctype B() { byte had; do :: toA!3 :: toB?had -> if :: had == 3 -> had = 0 fi od }
",
    ),
    idiom(
        "kinds that are free, each by itself",
        36,
        "
byte a, b;
active proctype A() { do :: a = 1 :: a = 2 :: a = 3 :: a = 0 -> b == 0 od }
active proctype B() { do :: b = 1 :: b = 2 :: b = 3 :: b = 0 -> a == 0 od }
",
    ),
    idiom(
        "a value that means the contrary for the other",
        2,
        "
bit a, b; byte inside;
active proctype A() { do :: a = 1; (b == 1); inside++; inside--; a = 0 od }
active proctype B() { do :: b = 0; (a == 0); inside++; inside--; b = 1 od }
",
    ),
    idiom(
        "mirror images that may end while processes are counted",
        6,
        "
byte a, b, w, t;
active proctype A() { a = 1; (b == 1); a = 0 }
active proctype B() { b = 1; (a == 1); b = 0 }
active proctype W() { end: do :: w = 1 :: w = 2 :: w = 3 :: (w == t) -> t = w :: t = w od }
active proctype Z() { end: do :: (_nr_pr == 3) -> skip od }
",
    ),
    idiom(
        "mirror images beside kinds that are free",
        72,
        "
mtype = { idle, trying };
mtype a = idle, b = idle; byte c, d;
active proctype A() { do :: a = trying; b == idle; a = idle od }
active proctype B() { do :: b = trying; a == idle; b = idle od }
active proctype C() { do :: c = 1 :: c = 2 :: c = 3 :: c = 0 -> d == 0 od }
active proctype D() { do :: d = 1 :: d = 2 :: d = 3 :: d = 0 -> c == 0 od }
",
    ),
    idiom(
        "a type for each, with a counter of its own",
        6,
        "
bool st[3];
active proctype A() { byte k; atomic { for (k : 0 .. 2) { st[k] = 1 - st[k] } }; st[_pid] = 1 }
active proctype B() { byte k; atomic { for (k : 0 .. 2) { st[k] = 1 - st[k] } }; st[_pid] = 1 }
active proctype C() { byte k; atomic { for (k : 0 .. 2) { st[k] = 1 - st[k] } }; st[_pid] = 1 }
",
    ),
    idiom(
        "and with a variable that nothing reads",
        2,
        "
bit st[2];
active proctype A() { byte x; st[_pid] == 0; x = 1; st[_pid] = 1 }
active proctype B() { byte x; st[_pid] == 0; x = 1; st[_pid] = 1 }
",
    ),
    idiom(
        "that does not count as the others do",
        1,
        "
bool st[2];
active proctype A() { byte k; atomic { for (k : 0 .. 1) { st[k] = 1 - st[k] } }; st[_pid] = 1 }
active proctype B() { byte k; atomic { for (k : 0 .. 1) { st[k] = 1 } }; st[_pid] = 1 }
",
    ),
    idiom(
        "a process that waits until all others have ended",
        6,
        "
bit x[4]; byte sum;
proctype P() { x[_pid] = 1; sum++; if :: sum == 2 -> x[_pid] = 0 :: else fi }
init { atomic { run P(); run P(); run P() }; _nr_pr == 1 -> assert(x[1] + x[2] + x[3] > 1) }
",
    ),
    idiom(
        "and asks in another way, with more that must hold",
        6,
        "
bit x[4], y;
proctype P() { x[_pid] = 1; y = 1 - y }
init { atomic { run P(); run P(); run P() }; atomic { y && 2 > _nr_pr -> y = 0 }; assert(x[1] && x[2] && x[3]) }
",
    ),
    idiom(
        "until those that were started last have ended",
        4,
        "
bit x[5];
proctype P() { x[_pid] = 1 }
init { atomic { run P(); run P(); run P(); run P() }; _nr_pr <= 3 -> assert(x[3] && x[4]) }
",
    ),
    idiom(
        "until one of them may have ended",
        1,
        "
bit x[4];
proctype P() { x[_pid] = 1 }
init { atomic { run P(); run P(); run P() }; _nr_pr == 3 -> assert(x[3]) }
",
    ),
    // Who has ended stays for a while, and that is seen.
    idiom(
        "while others may not have ended",
        1,
        "
bit x[4], y;
proctype P() { x[_pid] = 1 }
init { atomic { run P(); run P(); run P() }; x[1] && x[2] && x[3]; if :: _nr_pr == 1 -> skip :: else -> y = 1 fi; assert(!y) }
",
    ),
    idiom(
        "in the middle of a step",
        1,
        "
bit x[4], y;
proctype P() { x[_pid] = 1 }
proctype M() { y == 1 -> y = 0 }
init { atomic { run M(); run P(); run P() }; atomic { x[2] && x[3] -> y = 1; _nr_pr <= 2 -> assert(y) } }
",
    ),
    idiom(
        "unless they have ended",
        1,
        "
bit x[4], y;
proctype P() { x[_pid] = 1 }
init { atomic { run P(); run P(); run P() }; { x[1] && x[2] && x[3]; y = 1; assert(0) } unless { _nr_pr == 1 } }
",
    ),
    idiom(
        "an assertion about how many there are",
        1,
        "
bit x[4];
proctype P() { x[_pid] = 1 }
init { atomic { run P(); run P(); run P() }; x[1] && x[2] && x[3]; assert(_nr_pr == 1) }
",
    ),
];
