//! Models of our own whose processes are told apart by a statement, a property, or whom they know. Of n that are alike the group
//! has n!.

use super::{MODEL, Mended};

pub const MODELS: &[Mended] = &[
    Mended {
        name: "turn",
        text: "byte turn = 9;
active [3] proctype P() { do
  :: turn == 9 -> turn = _pid
  :: turn == _pid -> turn = 9
  :: turn == 1 -> turn = 9
od }",
        said: "P(0), P(2) and P(1): this statement mentions P(1); none mentions P(0) like that",
        shown: ":: turn == 1 -> turn = 9",
        mend: &[(":: turn == 1 ->", ":: turn != 9 ->")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "guard",
        text: "bool flag[3]; byte in;
active [3] proctype P() {
  if
  :: _pid == 2 -> flag[_pid] = 1
  :: else
  fi;
  do :: flag[_pid] -> in++; in-- :: flag[_pid] = !flag[_pid] od
}",
        said: "P(0..1) and P(2): only P(2) passes this statement: let each pass it, or none",
        shown: ":: _pid == 2 -> flag[_pid] = 1",
        mend: &[("_pid == 2 ->", "true ->")],
        orders: ("2", "6"),
        ..MODEL
    },
    // 0 and 1 may change places in `n`: twice as many.
    Mended {
        name: "jump",
        text: "bool in[3]; byte n;
active [3] proctype P() {
again: if
  :: in[_pid] == 0 -> in[_pid] = 1; goto again
  :: in[_pid] == 1 -> in[_pid] = 0;
     if
     :: _pid == 0 -> goto other
     :: else -> goto again
     fi
  fi;
other: n = 1 - n; goto again
}",
        said: "P(0) and P(1..2): this statement mentions P(0); none mentions P(1) like that",
        shown: ":: _pid == 0 -> goto other",
        mend: &[("_pid == 0 ->", "true ->")],
        orders: ("4", "12"),
        ..MODEL
    },
    Mended {
        name: "leader_for_ever",
        text: "byte leader = 1; bool in[3];
active [3] proctype P() { do
  :: in[_pid] -> in[_pid] = 0
  :: leader == _pid -> in[_pid] = 1
od }",
        said: "P(0), P(2) and P(1): `leader` is P(1) for ever; none mentions P(0) like that",
        shown: "byte leader = 1; bool in[3];",
        mend: &[("leader = 1", "leader = 9")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "elements",
        text: "typedef R { byte owner; bit up };
R r[3];
proctype P(byte me) { do
  :: r[me].up == 0 -> r[me].up = 1; r[me].owner = me
  :: r[me].up == 1 -> r[me].up = 0
  :: r[2].up -> r[me].up = 0
od }
init { atomic { run P(0); run P(1); run P(2) } }",
        said: "P(1..2) and P(3): `me` is 0 in P(1) and 2 in P(3), and this statement mentions 2 \
               in r.owner; none mentions 0",
        shown: ":: r[2].up -> r[me].up = 0",
        mend: &[("r[2].up ->", "r[me].up ->")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "one_receiver",
        text: "chan c = [1] of { byte }; chan d = [1] of { byte };
proctype P(chan x) { do :: x!1 od }
active proctype R() { byte v;
  do
  :: d?v
  od }
init { run P(c); run P(d) }",
        said: "P(2) and P(3): they go with c and d, and this statement mentions d; none mentions \
               c",
        shown: ":: d?v",
        mend: &[(":: d?v", ":: d?v :: c?v")],
        orders: ("1", "2"),
        ..MODEL
    },
    Mended {
        name: "rendezvous",
        text: "chan c = [0] of { byte }; byte last = 9;
active [3] proctype P() { do
  :: c!_pid
od }
active proctype S() { byte who; do
  :: c?who -> last = who; who = 0
  :: c?1 -> last = 9
od }",
        said: "P(0), P(2) and P(1): this statement mentions P(1); none mentions P(0) like that",
        shown: ":: c?1 -> last = 9",
        mend: &[(":: c?1 -> last = 9", ":: c?_ -> last = 9")],
        orders: ("2", "6"),
        ..MODEL
    },
    // Two that answer each other; a ring of three, and its rotations.
    Mended {
        name: "one_by_itself",
        text: "chan a = [1] of { bit }; chan b = [1] of { bit }; chan c = [1] of { bit };
proctype P(chan x, y) { do :: x?_ -> y!1 :: y!1 od }
init { atomic {
  run P(a, b);
  run P(b, a);
  run P(c, c)
} }",
        said: "`x` of P(1) is a, which is `y` of P(2) too; `x` of P(3) is c, which is `y` of P(3) \
               too: pass them alike",
        shown: "run P(c, c)",
        mend: &[("P(b, a)", "P(b, c)"), ("P(c, c)", "P(c, a)")],
        orders: ("2", "3"),
        ..MODEL
    },
    Mended {
        name: "in_one_step",
        text: "bool in[3]; byte n;
active [3] proctype P() { do
  :: d_step { in[_pid] == 0 -> in[_pid] = 1; in[0] = 0 }
  :: in[_pid] -> in[_pid] = 0
od }",
        said: "P(0) and P(1..2): this statement mentions P(0); none mentions P(1) like that",
        shown: ":: d_step { in[_pid] == 0",
        mend: &[("in[0] = 0", "n = 0")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "half_a_choice",
        text: "byte owner = 9; bool in[3];
active [3] proctype P() { byte to; do
  :: owner == 9 -> owner = _pid
  :: owner == _pid -> in[_pid] = 1; in[_pid] = 0;
     select(to : 0 .. 1); owner = to; to = 0
od }",
        said: "P(0..1) and P(2): this statement mentions P(0); none mentions P(2) like that",
        shown: "select(to : 0 .. 1)",
        mend: &[("0 .. 1", "0 .. 2")],
        orders: ("2", "6"),
        ..MODEL
    },
    // 0 and 1 may change places in `at`, as long as there is one: 2 times 2.
    Mended {
        name: "options",
        text: "byte at; bool b[3];
active [3] proctype P() { do
  :: b[_pid] -> b[_pid] = 0
od }
active proctype C() { do
  :: !b[0] -> b[0] = 1
  :: !b[1] -> b[1] = 1
  :: !b[2] -> b[2] = 1; at = 1 - at
od }",
        said: "P(0..1) and P(2): this statement mentions P(0); none mentions P(2) like that",
        shown: ":: !b[0] -> b[0] = 1",
        mend: &[("b[2] = 1; at = 1 - at", "b[2] = 1")],
        orders: ("4", "6"),
        ..MODEL
    },
    Mended {
        name: "priority",
        text: "byte n[3]; bit go;
active [3] proctype P() { do
  :: n[_pid] < 3 -> n[_pid]++
  :: n[_pid] == 3 -> n[_pid] = 0
od }
active proctype Q() priority 2 { do
  :: go -> go = 0
od }",
        said: "no symmetry is looked for: processes have priorities",
        mend: &[(" priority 2", "")],
        orders: ("1", "6"),
        ..MODEL
    },
    // 0 and 1 may change places in `on`: twice as many.
    Mended {
        name: "provided",
        text: "bool go[3]; bool on[3];
active [3] proctype P() provided (!go[0]) { do
  :: on[_pid] = !on[_pid]
  :: go[_pid] = 1
od }",
        said: "P(0) and P(1..2): the condition to move of P (`provided`) mentions P(0); none \
               mentions P(1) like that",
        mend: &[("!go[0]", "!go[_pid]")],
        orders: ("4", "12"),
        ..MODEL
    },
    Mended {
        name: "remote",
        text: "byte n;
active [3] proctype P() { do
  :: n < 2 -> n++
  :: n > 0 -> n--
  :: P[0]@back -> break
od;
back: skip }",
        said: "P(0) and P(1..2): this statement mentions P(0); none mentions P(1) like that",
        shown: ":: P[0]@back -> break",
        mend: &[(":: P[0]@back -> break", ":: P[0]@back || P[1]@back || P[2]@back -> break")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "property",
        text: "bool in[3];
active [3] proctype P() { do :: in[_pid] = 1; in[_pid] = 0 od }
ltl first { [] !in[0] }",
        said: "P(0) and P(1..2): this statement mentions P(0); none mentions P(1) like that",
        shown: "ltl first { [] !in[0] }",
        mend: &[("!in[0]", "(!in[0] && !in[1] && !in[2])")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "liveness",
        text: "byte owner = 9;
active [3] proctype P() { do
  :: atomic { owner == 9 -> owner = _pid }
  :: owner == _pid -> owner = 9
od }
ltl one { [] (owner == 1 -> <> (owner == 9)) }",
        said: "P(0), P(2) and P(1): this statement mentions P(1); none mentions P(0) like that",
        shown: "ltl one { [] (owner == 1",
        mend: &[("owner == 1 -> ", "owner != 9 -> ")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "place_in_property",
        text: "byte n;
active [3] proctype P() { do
  :: n < 2 -> n++
  :: n == 2 -> n = 0; break
od;
done: skip }
ltl all { [] !P[1]@done }",
        said: "P(0), P(2) and P(1): this statement mentions P(1); none mentions P(0) like that",
        shown: "ltl all { [] !P[1]@done }",
        mend: &[("!P[1]@done", "!(P[0]@done && P[1]@done && P[2]@done)")],
        orders: ("2", "6"),
        ..MODEL
    },
    Mended {
        name: "never",
        text: "bool in[3];
active [3] proctype P() { do :: in[_pid] = 1; in[_pid] = 0 od }
never { do :: in[2] -> break :: else od }",
        said: "P(0..1) and P(2): this statement mentions P(2); none mentions P(0) like that",
        shown: "never { do :: in[2] -> break :: else od }",
        mend: &[("in[2]", "in[0] || in[1] || in[2]")],
        orders: ("2", "6"),
        ..MODEL
    },
    // As each forgets its number in the end, processes and numbers change places independently: 3! 3!.
    Mended {
        name: "how_many",
        text: "byte n = 9;
proctype P(byte me) { do
  :: n == 9 -> n = me
  :: n == me -> n = 9; break
od }
init { atomic { run P(0); run P(1); run P(2) }; _nr_pr == 3 }",
        said: "the number of processes, or what one of them holds, is asked for, and symmetric \
               processes may terminate",
        mend: &[("; _nr_pr == 3", "")],
        orders: ("1", "36"),
        ..MODEL
    },
    Mended {
        name: "stores.rebeca",
        text: "reactiveclass Worker(2) {
  knownrebecs { Store store; }
  statevars { boolean done; }
  Worker() { done = false; self.work(); }
  msgsrv work() {
    if (!done) { done = true; store.put(); }
    self.work();
  }
}
reactiveclass Store(4) {
  statevars { byte held; }
  Store() { held = 0; }
  msgsrv put() { held = (byte)(held + 1); }
}
main {
  Worker a(s):();
  Worker b(s):();
  Worker c(t):();
  Store s():();
  Store t():();
}",
        said: "`store` of a is s.queue, which is `store` of b too; `store` of c is t.queue, which \
               nothing else holds: pass them alike",
        mend: &[("c(t)", "c(s)")],
        orders: ("2", "6"),
        ..MODEL
    },
];
