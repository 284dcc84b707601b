//! Models of our own whose processes are told apart by numbers: arithmetic, sizes, and what they were started with. Of n that are alike
//! the group has n!.

use super::{MODEL, Mended};

pub const MODELS: &[Mended] = &[
    Mended {
        name: "compared",
        text: "byte x; byte mine[5];
proctype P(byte me) { do
  :: mine[me] == 0 -> mine[me] = 1; x = 1
  :: mine[me] == 1 -> mine[me] = 0
  :: me < 3 -> x = 0
od }
init { atomic { run P(1); run P(2); run P(4) } }",
        said: "P(1..2) and P(3): `me` is 1 in P(1) and 4 in P(3), and the arithmetic tells them \
               apart: ids may be compared with `==`, assigned, sent and used as an index",
        shown: ":: me < 3 -> x = 0",
        mend: &[("me < 3", "me != 9")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "greatest",
        text: "byte top = 9;
proctype P(byte me) { do
  :: top == 9 -> top = me
  :: top != 9 && top < me -> top = me
  :: top == me -> top = 9
od }
init { atomic { run P(0); run P(1); run P(2) } }",
        said: "P(1), P(2) and P(3) differ from one another: ids of P (`me`) are compared by size: \
               ids may be compared with `==`, assigned, sent and used as an index",
        shown: ":: top != 9 && top < me -> top = me",
        mend: &[("top < me", "top != me")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "next_one",
        text: "byte turn; bool in[3];
active [3] proctype P() { do
  :: turn == _pid -> in[_pid] = 1; in[_pid] = 0; turn = turn + 1
  :: turn == 3 -> turn = _pid
od }",
        said: "P(0), P(1) and P(2) differ from one another: ids are added to: ids may be",
        shown: ":: turn == _pid -> in[_pid] = 1",
        mend: &[("turn = turn + 1", "turn = 3")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "parity",
        text: "byte n[3];
active [3] proctype P() { do
  :: n[_pid] < 2 -> n[_pid]++
  :: _pid % 2 == 0 && n[_pid] > 0 -> n[_pid]--
od }",
        said: "P(0), P(2) and P(1): the arithmetic tells P(0) and P(1) apart: ids may be",
        shown: ":: _pid % 2 == 0",
        mend: &[("_pid % 2 == 0 && ", "")],
        orders: ("2", "6"),
        ..MODEL
    },
    // 0 and 1 may change places in `n`, and in `a`, whatever processes do: 4 times as many.
    Mended {
        name: "mirrored",
        text: "bool a[3]; bool b[3]; byte n;
active [3] proctype P() { do
  :: a[_pid] = !a[_pid]
  :: b[2 - _pid] -> n = 1 - n
  :: b[_pid] = 1
od }",
        said: "P(0), P(2) and P(1): the arithmetic tells P(0) and P(1) apart: ids may be",
        shown: ":: b[2 - _pid] -> n = 1 - n",
        mend: &[("b[2 - _pid]", "b[_pid]")],
        orders: ("8", "24"),
        ..MODEL
    },
    // A rotation and a mirror have no permutation in common but the mirror, once the rotation is gone.
    Mended {
        name: "turned_and_mirrored",
        text: "bool b[3];
active [3] proctype P() { do
  :: b[_pid] -> b[_pid] = 0
  :: b[(_pid + 1) % 3] = 1
  :: b[2 - _pid] = 0
od }",
        said: "P(0), P(1) and P(2) differ from one another: the arithmetic tells",
        shown: ":: b[(_pid + 1) % 3] = 1",
        mend: &[("b[(_pid + 1) % 3]", "b[_pid]")],
        orders: ("1", "2"),
        ..MODEL
    },
    Mended {
        name: "weights",
        text: "byte weight[3] = {1, 1, 2}; byte sum;
active [3] proctype P() { do
  :: sum < 9 -> sum = sum + weight[_pid]
  :: sum > 0 -> sum = sum - 1
od }",
        said: "P(0..1) and P(2): `weight` is 1 for P(0) and 2 for P(2) for ever: give it the \
               same",
        shown: "byte weight[3] = {1, 1, 2}; byte sum;",
        mend: &[("{1, 1, 2}", "{1, 1, 1}")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "three_weights",
        text: "byte weight[3]; byte sum;
proctype P(byte me) { do
  :: sum < 9 -> sum = sum + weight[me]
  :: sum > 0 -> sum = sum - 1
od }
init { atomic {
  weight[0] = 1;
  weight[1] = 2;
  weight[2] = 3;
  run P(0); run P(1); run P(2)
} }",
        said: "P(1), P(2) and P(3) differ from one another: `me` is 0 in P(1), 1 in P(2) and 2 in \
               P(3), and",
        shown: "weight[0] = 1;",
        mend: &[("weight[me]", "1")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "steps",
        text: "byte sum;
proctype P(byte step) { do
  :: sum < 9 -> sum = sum + step
  :: sum > 2 -> sum = sum - step
od }
init { atomic { run P(1); run P(1); run P(2) } }",
        said: "P(1..2) and P(3): `step` is 1 in P(1) and 2 in P(3), and such values are computed \
               with, in arithmetic with numbers: start them with the same",
        shown: ":: sum < 9 -> sum = sum + step",
        mend: &[("run P(2)", "run P(1)")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "started_otherwise",
        text: "bool in[3];
proctype P(byte me; bit first) { do
  :: in[me] = 1; in[me] = 0
  :: first -> in[me] = 0
od }
init { atomic {
  run P(0, 1);
  run P(1, 0);
  run P(2, 0)
} }",
        said: "P(1) and P(2..3): `first` is 0 in P(2) and 1 in P(1): start them with the same",
        shown: "run P(1, 0);",
        mend: &[("run P(0, 1)", "run P(0, 0)")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "short",
        text: "byte done[2]; byte n;
active [3] proctype P() { do
  :: n == _pid && done[_pid] == 0 -> done[_pid] = 1
  :: n == _pid -> n = 3
  :: n == 3 -> n = _pid
od }",
        said: "P(0..1) and P(2): the array `done` has an element for P(0) and none for P(2)",
        shown: "byte done[2]; byte n;",
        mend: &[("done[2]", "done[3]")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "narrow",
        text: "byte who = 7; bit low;
active [3] proctype P() { do
  :: who == 7 -> who = _pid
  :: who == _pid -> low = _pid; who = 7
od }",
        said: "P(0), P(1) and P(2) differ from one another: ids are stored where one of them does \
               not fit: ids may be compared with `==`, assigned, sent and used as an index",
        shown: ":: who == _pid -> low = _pid; who = 7",
        mend: &[("bit low", "byte low")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "capacity",
        text: "chan a = [1] of { byte }; chan b = [1] of { byte };
chan c = [2] of { byte };
proctype P(chan x) { do :: x!1 :: x?_ od }
init { atomic { run P(a); run P(b); run P(c) } }",
        said: "P(1..2) and P(3): they go with a and c, and a and c are declared otherwise: \
               declare them alike",
        shown: "chan c = [2] of { byte };",
        mend: &[("[2] of", "[1] of")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "sorted",
        text: "chan q = [3] of { byte };
active [3] proctype P() { do
  :: nfull(q) -> q!!_pid
  :: q?eval(_pid)
od }",
        said: "ids are sorted by value in a channel",
        shown: "nfull(q) -> q!!_pid",
        mend: &[("q!!_pid", "q!_pid")],
        orders: ("1", "6"),
        ..MODEL
    },
];
