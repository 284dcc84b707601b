//! Models of our own whose processes are told apart by a loop over them, or by a row of statements. All have three, so that the mended
//! ones have groups of 3!.

use super::{MODEL, Mended};

pub const MODELS: &[Mended] = &[
    Mended {
        name: "outside_of_atomic",
        text: "#define N 3
byte told[N];
proctype P(byte me) { byte i; do
  :: told[me] == 1 -> told[me] = 0
  :: told[me] == 0 ->
     for (i : 0 .. N - 1) { told[i] = 1 }
     i = 0
od }
init { atomic { run P(0); run P(1); run P(2) } }",
        said: "P(1), P(2) and P(3) differ from one another: ids of P (`me`) are counted through \
               one after the other, and others can look in between: put the loop into `atomic` or \
               `d_step`",
        shown: "for (i : 0 .. N - 1) { told[i] = 1 }",
        mend: &[(
            "for (i : 0 .. N - 1) { told[i] = 1 }",
            "atomic { for (i : 0 .. N - 1) { told[i] = 1 } };",
        )],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "send_waits",
        text: "#define N 3
chan box[N] = [1] of { byte };
proctype P(byte me) { byte i, from; do
  :: atomic {
       for (i : 0 .. N - 1) {
         box[i]!me
       };
       i = 0
     }
  :: box[me]?from -> from = 0
od }
init { atomic { run P(0); run P(1); run P(2) } }",
        said: "ids of P (`me`) are counted through one after the other, and a round may have to \
               wait after those before it: let it not wait: ask first, and go on by `else`",
        shown: "box[i]!me",
        mend: &[("box[i]!me", "if :: nfull(box[i]) -> box[i]!me :: else fi")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "counter_written_out",
        text: "#define N 3
chan box[N] = [1] of { byte };
proctype P(byte me) { byte i, from; do
  :: atomic { i = 0;
       do
       :: i < N ->
          box[i]!me;
          i++
       :: else -> break
       od;
       i = 0 }
  :: box[me]?from -> from = 0
od }
init { atomic { run P(0); run P(1); run P(2) } }",
        said: "ids of P (`me`) are counted through one after the other, and a round may have to \
               wait after those before it",
        shown: "box[i]!me;",
        mend: &[("box[i]!me;", "if :: full(box[i]) :: nfull(box[i]) -> box[i]!me fi;")],
        orders: ("1", "6"),
        ..MODEL
    },
    // 0 and 1 may change places in `all`: twice as many.
    Mended {
        name: "condition_waits",
        text: "#define N 3
bit up[N]; byte all;
proctype P(byte me) { do
  :: up[me] = 1 - up[me]
od }
active proctype C() { byte i; do
  :: atomic {
       for (i : 0 .. N - 1) {
         up[i] -> up[i] = 0
       };
       i = 0; all = 1 - all }
od }
init { atomic { run P(0); run P(1); run P(2) } }",
        said: "ids of P (`me`) are counted through one after the other, and a round may have to \
               wait after those before it",
        shown: "up[i] -> up[i] = 0",
        mend: &[("up[i] -> up[i] = 0", "if :: up[i] -> up[i] = 0 :: else fi")],
        orders: ("2", "12"),
        ..MODEL
    },
    Mended {
        name: "first_is_served",
        text: "#define N 3
bit up[N]; byte served = 9;
proctype P(byte me) { do
  :: up[me] = 1 - up[me]
od }
active proctype C() { byte i; do
  :: atomic {
       for (i : 0 .. N - 1) {
         if :: up[i] && served == 9 -> served = i :: else fi
       };
       i = 0 }
  :: served != 9 -> up[served] = 0; served = 9
od }
init { atomic { run P(0); run P(1); run P(2) } }",
        said: "ids of P (`me`) are counted through one after the other, by rounds of which the \
               order may be seen: let no round read what another one writes",
        shown: "for (i : 0 .. N - 1) {",
        mend: &[("up[i] && served == 9 -> served = i", "up[i] -> up[i] = 0")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "waits_for_each",
        text: "#define N 3
chan box[N] = [1] of { bit };
proctype P(byte me) { do
  :: box[me]!1
od }
active proctype C() { byte i, n; do
  :: for (i : 0 .. N - 1) {
       box[i]?_; n++
     }
     i = 0; n = 0
od }
init { atomic { run P(0); run P(1); run P(2) } }",
        said: "ids of P (`me`) are counted through one after the other, and each round receives \
               from another of them: let all send to one channel, or receive by a choice with an \
               option for each",
        shown: "box[i]?_; n++",
        mend: &[
            ("for (i : 0 .. N - 1) {", "do :: n < N ->"),
            (
                "box[i]?_; n++\n     }",
                "if :: box[0]?_ :: box[1]?_ :: box[2]?_ fi; n++\n     :: n == N -> break od;",
            ),
        ],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "property_looks",
        text: "#define N 3
bit up[N]; byte sum;
proctype P(byte me) { byte i; do
  :: up[me] = 1 - up[me]
  :: atomic { sum = 0;
       for (i : 0 .. N - 1) { sum = sum + up[i] };
       i = 0; sum = 0 }
od }
init { atomic { run P(0); run P(1); run P(2) } }
ltl few { [] (sum <= 3) }",
        said: "ids of P (`me`) are counted through one after the other, and a property or a \
               condition to move is asked in between: make one step of the loop by `d_step`",
        shown: "for (i : 0 .. N - 1) { sum = sum + up[i] };",
        mend: &[("atomic { sum", "d_step { sum")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "chosen_by_a_loop",
        text: "#define N 3
byte owner = 9; bool in[3];
active [3] proctype P() { byte to; do
  :: owner == 9 -> owner = _pid
  :: owner == _pid -> in[_pid] = 1; in[_pid] = 0;
     atomic { select(to : 0 .. N - 1); owner = to; to = 0 }
od }",
        said: "P(0), P(1) and P(2) differ from one another: ids are counted through to stop at \
               any of them: `select` between numbers, or an option for each, is a choice without \
               order",
        shown: "select(to : 0 .. N - 1)",
        mend: &[("0 .. N - 1", "0 .. 2")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "weighted_votes",
        text: "#define N 3
bit up[N]; byte sum;
proctype P(byte me) { byte i; do
  :: up[me] = 1 - up[me]
  :: atomic {
       for (i : 0 .. N - 1) { sum = sum + up[i] * (i + 1) };
       i = 0; sum = sum % 2
     }
od }
init { atomic { run P(0); run P(1); run P(2) } }",
        said: "`me` is 0 in P(1), 1 in P(2) and 2 in P(3), and this statement does not do the \
               same for them: let it do so",
        shown: "for (i : 0 .. N - 1) { sum = sum + up[i] * (i + 1) };",
        mend: &[("up[i] * (i + 1)", "up[i]")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "row_of_timers",
        text: "byte t[3];
active [3] proctype P() { do :: t[_pid] == 0 -> t[_pid] = 2 od }
active proctype clock() { do
  :: t[0] > 0 && t[1] > 0 && t[2] > 0 ->
     t[0]--; t[1]--; t[2]--
od }",
        said: "P(0), P(1) and P(2) differ from one another: statements about one after the other \
               of them make a row, and others can look in between: make one step of it by \
               `d_step`",
        shown: "t[0]--; t[1]--; t[2]--",
        mend: &[("t[0]--; t[1]--; t[2]--", "d_step { t[0]--; t[1]--; t[2]-- }")],
        orders: ("1", "6"),
        ..MODEL
    },
    Mended {
        name: "row_of_sends",
        text: "chan box[3] = [2] of { byte };
proctype server(byte me) { byte from; do
  :: atomic { box[0]!me; box[1]!me; box[2]!me }
  :: box[me]?from -> from = 0
od }
init { byte k; atomic { for (k : 0 .. 2) { run server(k) } } }",
        said: "server(1), server(2) and server(3) differ from one another; box[0], box[1] and \
               box[2] differ from one another: this sequence can block between two sends, and who \
               has got one already is seen: ask before the first whether all have room",
        shown: ":: atomic { box[0]!me",
        mend: &[("atomic { box", "atomic { nfull(box[0]) && nfull(box[1]) && nfull(box[2]); box")],
        orders: ("1", "6"),
        ..MODEL
    },
];
