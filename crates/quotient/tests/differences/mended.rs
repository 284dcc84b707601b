//! Models with a reason against their symmetry: mended as the first reason says, they have more.

use std::fs;

use serde_json::Value;
use testing::places::shared_or_skip;

use crate::support::Place;

/// A model, and what is done about the first reason.
struct Mended {
    /// Its name, or its path among other people's models.
    name: &'static str,
    /// Its text; none of a model that lies beside the repository.
    text: &'static str,
    /// What the first reason says.
    said: &'static str,
    /// The line that it shows.
    shown: &'static str,
    /// What is replaced, and by what.
    mend: (&'static str, &'static str),
    /// The order of the group before and after.
    orders: (&'static str, &'static str),
}

const OWN: &[Mended] = &[
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
        mend: (":: turn == 1 ->", ":: turn != 9 ->"),
        orders: ("2", "6"),
    },
    Mended {
        name: "compared",
        text: "byte x; byte mine[5];
proctype P(byte me) { do
  :: mine[me] == 0 -> mine[me] = 1; x = 1
  :: me < 3 -> x = 0
od }
init { atomic { run P(1); run P(2); run P(4) } }",
        said: "P(1..2) and P(3): `me` is 1 in P(1) and 4 in P(3), and the arithmetic tells them apart: \
               ids may be compared with `==`, assigned, sent and used as an index",
        shown: ":: me < 3 -> x = 0",
        mend: ("me < 3", "me != 9"),
        orders: ("2", "6"),
    },
    Mended {
        name: "weights",
        text: "byte weight[3] = {1, 1, 2}; byte sum;
active [3] proctype P() { do
  :: sum < 9 -> sum = sum + weight[_pid]
  :: sum > 0 -> sum = sum - 1
od }",
        said: "P(0..1) and P(2): `weight` is 1 for P(0) and 2 for P(2) for ever: give it the same",
        shown: "byte weight[3] = {1, 1, 2}; byte sum;",
        mend: ("{1, 1, 2}", "{1, 1, 1}"),
        orders: ("2", "6"),
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
        mend: ("weight[me]", "1"),
        orders: ("1", "6"),
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
        mend: ("_pid == 2 ->", "true ->"),
        orders: ("2", "6"),
    },
    Mended {
        name: "short",
        text: "byte done[2];
active [3] proctype P() { do :: done[_pid] == 0 -> done[_pid] = 1 :: done[_pid] = 0 od }",
        said: "P(0..1) and P(2): the array `done` has an element for P(0) and none for P(2)",
        shown: "byte done[2];",
        mend: ("done[2]", "done[3]"),
        orders: ("2", "6"),
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
        said: "P(2) and P(3): they go with c and d, and this statement mentions d; none mentions c",
        shown: ":: d?v",
        mend: (":: d?v", ":: d?v :: c?v"),
        orders: ("1", "2"),
    },
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
        mend: ("b[(_pid + 1) % 3]", "b[_pid]"),
        orders: ("1", "2"),
    },
    Mended {
        name: "narrow",
        text: "byte who = 7; bit low;
active [3] proctype P() { do
  :: who == 7 -> who = _pid
  :: who == _pid -> low = _pid; who = 7
od }",
        said: "P(0), P(1) and P(2) differ from one another: ids are stored where one of them \
               does not fit: ids may be compared with `==`, assigned, sent and used as an index",
        shown: ":: who == _pid -> low = _pid; who = 7",
        mend: ("bit low", "byte low"),
        orders: ("1", "6"),
    },
    Mended {
        name: "remote",
        text: "active [3] proctype P() { byte n; do
  :: n < 2 -> n++
  :: n > 0 -> n--
  :: P[0]@back -> skip
od;
back: skip }",
        said: "P(0) and P(1..2): this statement mentions P(0); none mentions P(1) like that",
        shown: ":: P[0]@back -> skip",
        mend: (":: P[0]@back -> skip", ":: P[0]@back :: P[1]@back :: P[2]@back"),
        orders: ("2", "6"),
    },
    Mended {
        name: "sorted",
        text: "chan q = [3] of { byte };
active [3] proctype P() {
  q!!_pid;
  do :: q?eval(_pid) -> q!_pid od
}",
        said: "ids are sorted by value in a channel",
        shown: "q!!_pid;",
        mend: ("q!!_pid", "q!_pid"),
        orders: ("1", "6"),
    },
    Mended {
        name: "property",
        text: "bool in[3];
active [3] proctype P() { do :: in[_pid] = 1; in[_pid] = 0 od }
ltl first { [] !in[0] }",
        said: "P(0) and P(1..2): this statement mentions P(0); none mentions P(1) like that",
        shown: "ltl first { [] !in[0] }",
        mend: ("!in[0]", "(!in[0] && !in[1] && !in[2])"),
        orders: ("2", "6"),
    },
];

const BESIDE: &[Mended] = &[
    Mended {
        name: "missed/and1.pml",
        text: "",
        said: "P(0) and P(1..2): only P(0) passes this statement: let each pass it, or none",
        shown: "if :: _pid == 0 -> slot[_pid] = 1 :: else -> skip fi;",
        mend: ("_pid == 0 -> slot", "true -> slot"),
        orders: ("2", "3"),
    },
    Mended {
        name: "topspin/SymmExtractorTests/resourceallocator/resall-3-4.p",
        text: "",
        said: "client(1..3) and client(4..7): of these statements the first mentions client(1), the \
               second client(4), and they are not alike: make them so",
        shown: "priorities[4] = 1;",
        mend: ("] = 1;", "] = 0;"),
        orders: ("144", "5040"),
    },
    Mended {
        name: "topspin/SymmExtractorTests/resourceallocator/resall-2-2-3.p",
        text: "",
        said: "client(1..2) and client(5..7): of these statements the first mentions client(1)",
        shown: "priorities[5] = 2;",
        mend: ("] = 2;", "] = 0;"),
        orders: ("24", "240"),
    },
    Mended {
        name: "topspin/EtchTesting/PromelaExamples/PhilLL2.pr",
        text: "",
        said: "phil(1) and phil(3), phil(5): `pid_of_interest` is phil(1) for ever; none mentions \
               phil(3) or phil(5) like that",
        shown: "pid_of_interest = run phil(c5, c0);",
        mend: ("pid_of_interest = run", "run"),
        orders: ("1", "3"),
    },
    Mended {
        name: "topspin/EtchTesting/PromelaExamples/prodcons.pml",
        text: "",
        said: "producer(0) and producer(1): this statement mentions producer(0)",
        shown: "atomic { x = y; who = 0; }",
        mend: (" who = 0;", ""),
        orders: ("2", "8"),
    },
    Mended {
        name: "topspin/SymmExtractorTests/BadlyTyped/failpidindexedarraywithwronglength2.p",
        text: "",
        said: "P(1..2) and P(3): the array `A` has an element for P(1) and none for P(3)",
        shown: "pid A[3]",
        mend: ("A[3]", "A[4]"),
        orders: ("2", "6"),
    },
    Mended {
        name: "attack/05-remote-missing-process.pml",
        text: "",
        said: "P(0) and P(1..2): this statement mentions P(0); none mentions P(1) like that",
        shown: ":: who == 200 && P[who]:peer == _pid -> assert(mark[_pid] == 0)",
        mend: ("P[who]:peer == _pid", "true"),
        orders: ("2", "6"),
    },
    Mended {
        name: "attack/04-field-wrap.pml",
        text: "",
        said: "P(0), P(1), P(2) and P(3) differ from one another: ids are stored where one of them \
               does not fit: ids may be compared with `==`, assigned, sent and used as an index",
        shown: "chan c = [1] of { byte };",
        mend: ("{ byte }", "{ int }"),
        orders: ("1", "24"),
    },
    Mended {
        name: "attack/15-unreached-2.pml",
        text: "",
        said: "q0 and q1..2: this statement mentions q0; none mentions q1 like that",
        shown: ":: c = q0",
        mend: (":: c = q0", ":: c = q0 :: c = q1 :: c = q2"),
        orders: ("4", "12"),
    },
    Mended {
        name: "attack/16-more-states.pml",
        text: "",
        said: "1..2 in g and 3 in g: this statement mentions 3 in g; none mentions 1 in g like that",
        shown: "proctype Z() { g = 3 }",
        mend: ("{ g = 3 }", "{ if :: g = 1 :: g = 2 :: g = 3 fi }"),
        orders: ("48", "144"),
    },
    Mended {
        name: "promela/nimble-code+Spin/Examples/Book_1991/p97.2.pml",
        text: "",
        said: "nr(1), nr(2) and nr(3) differ from one another: `a` is 1 in nr(1), 2 in nr(2) and 3 \
               in nr(3), and such values are computed with, in arithmetic with numbers: ids",
        shown: "res = (a*a+b)/2*a;",
        mend: ("(a*a+b)/2*a", "a"),
        orders: ("1", "6"),
    },
    Mended {
        name: "topspin/EtchTesting/PassTests/testemail.p",
        text: "",
        said: "client(1..2), client(4..5) and client(3): `blocked_client` of a process is client(3) \
               for ever; none mentions client(1) like that",
        shown: "pid blocked_client = 3;",
        mend: ("pid blocked_client = 3;", "pid blocked_client = 255;"),
        orders: ("24", "120"),
    },
];

#[test]
fn the_group_of_own_models_grows() {
    let wrong: Vec<String> = OWN.iter().filter_map(|case| wrong(case, case.text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_group_of_other_peoples_models_grows() {
    let mut found = Vec::new();
    for case in BESIDE {
        let Some(path) = shared_or_skip(&format!("models/{}", case.name)) else { return };
        let text = fs::read(path).expect("a model");
        found.extend(wrong(case, &String::from_utf8_lossy(&text)));
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// What is not as expected of the first reason, its places, or the orders before and after the mend.
fn wrong(case: &Mended, text: &str) -> Option<String> {
    let Mended { name, mend: (from, to), orders: (before, after), .. } = case;
    assert!(text.contains(from), "{name}: no `{from}`");
    let place = Place::new(&format!("mended_{}", name.replace('/', "_")));
    place.file("before.pml", text).file("after.pml", text.replace(from, to));
    let object = |file: &str| -> Value {
        let said = place.run(&format!("symmetry {file} --json"));
        serde_json::from_str(&said.out).unwrap_or_else(|e| panic!("{name}: {e} in {said:?}"))
    };
    // Of the formula, where there is one.
    let order = |object: &Value| {
        let of = object["claims"].get(0).unwrap_or(object);
        of["symmetry"]["order"].as_str().unwrap_or("1").to_owned()
    };
    let (is, mended) = (object("before.pml"), object("after.pml"));
    let said = place.run("symmetry before.pml").out;
    let first = said.lines().skip_while(|line| !line.starts_with("differences between")).nth(1);
    let first = first.unwrap_or_default();
    let shown = ["place", "other"].map(|key| is["differences"][0][key]["text"].to_string());
    let is_said = first.contains(case.said) && shown.iter().any(|s| s.contains(case.shown));
    let orders = (order(&is), order(&mended));
    let is_right = is_said && (&orders.0[..], &orders.1[..]) == (before, after);
    (!is_right).then(|| format!("{name}: {orders:?}\n{first}\n{shown:?}"))
}
