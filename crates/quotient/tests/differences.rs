//! Why components are not interchangeable: the sentence names what does it, and without that they are.

#[path = "differences/mended.rs"]
mod mended;

use crate::support::Place;

/// Stations in a ring, and a filter in one of its links only.
const RING: &str = "proctype station(chan inp, out) { byte x; do :: inp?x -> out!x od }
proctype filter(chan inp, out) { byte x; do :: inp?x -> out!x od }
chan ab = [1] of { byte };
chan bc = [1] of { byte };
chan ca = [1] of { byte };
init {
  atomic {
    run station(ab, bc);
    run filter(bc, ca);
    run station(ca, ab)
  }
}
";

fn reasons(name: &str, model: &str) -> (Option<i32>, String) {
    let said = Place::new(name).file("m.pml", model).run("symmetry m.pml");
    (said.code, said.out)
}

#[track_caller]
fn says(out: &str, parts: &[&str]) {
    for part in parts {
        assert!(out.contains(part), "no `{part}` in\n{out}");
    }
}

#[test]
fn who_was_given_which_channel_is_said_with_the_statements_that_do_it() {
    let (_, out) = reasons("differences_ring", RING);
    says(
        &out,
        &[
            "station(1) and station(3): `inp` of station(1) is ab, which is `out` of station(3) too; \
             `inp` of station(3) is ca, which is `out` of filter(2) too: pass them alike\n    \
             m.pml:8  run station(ab, bc);\n    m.pml:10  run station(ca, ab)",
            "ab and bc: ab is `inp` of station(1) and `out` of station(3); \
             bc is `out` of station(1) and `inp` of filter(2)",
        ],
    );
    // Were the filter a station, all three would be alike.
    let (_, out) = reasons("differences_ring_mended", &RING.replace("run filter", "run station"));
    says(&out, &["order      3", "station(1..3) symmetric"]);
}

#[test]
fn numbers_and_values_that_processes_were_started_with_are_said() {
    let model = "byte a; proctype p(byte n) { a = a + n }
init { atomic {
  run p(0);
  run p(1)
} }";
    let (_, out) = reasons("differences_numbers", model);
    says(
        &out,
        &["p(1) and p(2): `n` is 0 in p(1) and 1 in p(2), and such values are computed with, in \
             arithmetic with numbers: ids may be compared with `==`, assigned, sent and used as an index\n    \
             m.pml:1  byte a; proctype p(byte n) { a = a + n }\n"],
    );
    let (_, out) = reasons("differences_numbers_mended", &model.replace("a + n", "1"));
    says(&out, &["p(1..2) interchangeable"]);

    let model = model.replace("a = a + n", "b[n] = 1; b[1] = 2").replace("byte a", "byte b[2]");
    let (_, out) = reasons("differences_values", &model);
    says(
        &out,
        &["`n` is 0 in p(1) and 1 in p(2), and this statement mentions 1 in p:n; none mentions 0 \
             in p:n like that: write one for each, or for none\n    m.pml:1  "],
    );
    let (_, out) = reasons("differences_values_mended", &model.replace("b[1] = 2", "skip"));
    says(&out, &["p(1..2) interchangeable"]);
}

#[test]
fn a_statement_that_mentions_one_of_them_is_shown() {
    let model = "byte x; active [3] proctype p() { if\n:: _pid == 1 -> x = 1\n:: else fi }";
    let (_, out) = reasons("differences_statement", model);
    says(
        &out,
        &["p(0), p(2) and p(1): only p(1) passes this statement: let each pass it, or none\n    \
             m.pml:2  "],
    );
    let (_, out) = reasons("differences_statement_mended", &model.replace("_pid == 1", "x == 0"));
    says(&out, &["p(0..2) interchangeable"]);
}

/// Where runs are nested, or made in a loop, the text does not tell which process a `run` starts, and none is shown.
#[test]
fn no_run_is_shown_that_started_another_process() {
    let nested = "byte a; proctype P(byte k) { a = a + k }
proctype A() { run P(1) }
init { run P(2); run A() }";
    let (_, out) = reasons("differences_nested", nested);
    says(&out, &["`k` is 2 in P(1) and 1 in P(3)", "m.pml:1  byte a; proctype P(byte k)"]);
    let (_, out) = reasons(
        "differences_untaken",
        "byte a, g; active proctype P(byte k) { a = a + k }
init { if
  :: g == 9 -> run P(3)
  :: else -> run P(2)
fi }",
    );
    assert!(!out.contains("run P("), "{out}");
}

/// What a statement mentions is what it names: here a channel that goes with a process.
#[test]
fn a_statement_mentions_what_it_names() {
    let model = "chan c = [1] of { byte }; chan d = [1] of { byte };
proctype P(chan x) { x!1 }
active proctype R() { byte v;
  d?v }
init { run P(c); run P(d) }";
    let (_, out) = reasons("differences_named", model);
    says(
        &out,
        &["P(2) and P(3): they go with c and d, and this statement mentions d; none mentions c"],
    );
}

/// Each tells all, without asking whether there is room.
const TOLD: &str = "chan box[3] = [4] of { byte };
byte got[3];
proctype server(byte me) {
  byte from;
  do
  :: atomic { box[0]!me; box[1]!me; box[2]!me }
  :: box[me]?from -> got[me] = from
  od
}
init { byte k; atomic { for (k : 0 .. 2) { run server(k) } } }
";

#[test]
fn a_row_that_can_block_between_two_sends_is_the_reason_and_not_its_neighbour() {
    let (_, out) = reasons("differences_blocking", TOLD);
    says(
        &out,
        &[
            "box[0], box[1] and box[2] differ from one another: this sequence can block between two \
           sends, and who has got one already is seen: ask before the first whether all have room\n    \
           m.pml:6  :: atomic",
        ],
    );
    assert!(!out.contains("m.pml:7"), "{out}");
    // As it says.
    let room = "nfull(box[0]) && nfull(box[1]) && nfull(box[2]);";
    let mended = TOLD.replace("atomic { box", &format!("atomic {{ {room} box"));
    let (_, out) = reasons("differences_blocking_mended", &mended);
    says(&out, &["order      6", "server(1..3) interchangeable"]);
    // Who is asked about is told apart from who is not.
    let mended = TOLD.replace("atomic { box", "atomic { nfull(box[0]) && nfull(box[1]); box");
    let (_, out) = reasons("differences_blocking_half_mended", &mended);
    says(&out, &["order      2"]);
}
