//! Sessions of `simulate --interactive`, from scripts.

use crate::support::{BROKEN_MUTEX, Place, Said};

/// The answers to the commands, one a command; the first is what is said before any.
fn answers(said: &Said) -> Vec<String> {
    said.out.split("> ").map(str::to_owned).collect()
}

/// Runs a session; the answers, of which the first is to the first command.
#[track_caller]
fn session(place: &Place, arguments: &str, commands: &[&str]) -> Vec<String> {
    let said = place.feed(&format!("simulate -i --seed 1 {arguments}"), commands.join("\n"));
    said.expect(0, &[]);
    assert!(!said.err.contains("internal error"), "{}", said.err);
    let mut answers = said.out.split("\n> ").skip(1).map(str::to_owned).collect::<Vec<_>>();
    for (answer, command) in answers.iter_mut().zip(commands) {
        let rest = answer.strip_prefix(command);
        *answer = rest.unwrap_or_else(|| panic!("no `{command}` in {}", said.out)).to_owned();
        answer.push('\n');
    }
    answers
}

#[track_caller]
fn holds(answer: &str, parts: &[&str]) {
    for part in parts {
        assert!(answer.contains(part), "no `{part}` in\n{answer}");
    }
}

const TURNS: &str = "\
mtype = { ping, pong };
chan c = [1] of { mtype, byte };
byte turn = 1;
byte count[2];
byte size = 2;
active proctype a() { byte k = 7; turn == 1; count[0]++; c!ping,k; turn == 2 }
active proctype b() { byte v; c?ping,v; turn = 2; count[1] = v }
";

#[test]
fn expressions_are_evaluated() {
    let place = Place::new("interactive_eval");
    place.file("m.pml", TURNS);
    let asked = ["eval turn == size - 1", "1", "1", "1", "e len(c) * 3", "eval", "eval turn ="];
    let said = session(&place, "m.pml", &asked);
    assert_eq!(said[0], "\n  true\n");
    assert_eq!(said[4], "\n  3\n");
    holds(&said[5], &["`eval` needs an expression: `eval EXPR`"]);
    holds(&said[6], &["expected an operator, found `=` (column 6)"]);
}

#[test]
fn the_right_side_is_not_computed_where_the_left_decides() {
    let place = Place::new("interactive_decided");
    place.file("m.pml", "byte x; active proctype p() { x = 2; x = 5 }");
    let asked = ["eval x != 0 && 10 / x == 5", "eval x == 0 || 10 / x == 5", "eval x && 10 / 0"];
    let said = session(&place, "m.pml", &[&asked[..], &["find x != 0 && 10 / x == 2"]].concat());
    assert_eq!(said[0], "\n  false\n");
    assert_eq!(said[1], "\n  true\n");
    assert_eq!(said[2], "\n  false\n");
    holds(&said[3], &["2 transitions on, after 4 states\n"]);
}

#[test]
fn lines_that_are_too_long_are_refused() {
    let place = Place::new("interactive_long");
    let long = format!("eval 1{}", "+1".repeat(3000));
    let said =
        place.file("m.pml", TURNS).feed("simulate -i --seed 1 m.pml", format!("{long}\nquit\n"));
    said.expect(0, &["a line may have 4096 bytes"]);
    assert!(!said.out.contains("2046"), "{}", said.out);
}

/// Variables of one name in two blocks are two variables: what one holds is no change of the other.
#[test]
fn variables_of_one_name_are_told_apart() {
    let place = Place::new("interactive_twice");
    let model =
        "byte g; active proctype p() { { byte i = 9; g = i; g = i } { byte i = 2; g = i; g = 0 } }";
    place.file("m.pml", model);
    let said = session(&place, "m.pml", &["1", "1", "1", "1", "trace", "eval p(0).i"]);
    assert!(!said[4].contains("9 → 2") && !said[4].contains("2 → 9"), "{}", said[4]);
    holds(&said[5], &["several cells are called `p(0).i` in this state"]);
}

#[test]
fn steps_are_chosen_undone_and_done_again() {
    let place = Place::new("interactive_steps");
    place.file("m.pml", TURNS);
    let commands =
        ["1", "1", "1", "undo 2", "redo", "jump 0", "jump 3", "trace", "jump 4", "undo 9"];
    let said = session(&place, "m.pml", &commands);
    holds(&said[0], &["     1  a(0)  6  turn == 1\n", "at step 1: 1 step possible\n"]);
    holds(&said[1], &["count[0]: 0 → 1"]);
    holds(&said[2], &["c: +[ping,7] → <[ping,7]>", "at step 3: 1 step possible"]);
    holds(&said[3], &["at step 1: 1 step possible · 2 steps ahead (`redo`)", "count[0] = 0"]);
    holds(&said[4], &["count[0]: 0 → 1", "at step 2"]);
    holds(&said[5], &["at step 0: 1 step possible · 3 steps ahead"]);
    holds(&said[6], &["at step 3: 1 step possible\n", "c = <[ping,7]>"]);
    holds(&said[7], &["     1  a(0)", "     2  a(0)", "     3  a(0)"]);
    holds(&said[8], &["this run has the steps 0 to 3"]);
    holds(&said[9], &["there are only 3 steps to undo"]);
}

#[test]
fn another_choice_forgets_what_was_undone() {
    let place = Place::new("interactive_branch");
    place.file("m.pml", "byte x; active proctype p() { do :: x = 1 :: x = 2 od }");
    let said = session(&place, "m.pml", &["1", "1", "undo 2", "1", "undo", "2", "redo"]);
    holds(&said[2], &["at step 0: 2 steps possible · 2 steps ahead"]);
    // The same choice goes the same way.
    holds(&said[3], &["x: 0 → 1", "at step 1: 2 steps possible · 1 step ahead"]);
    holds(&said[5], &["x: 0 → 2", "at step 1: 2 steps possible\n"]);
    holds(&said[6], &["nothing lies ahead: choose a step"]);
}

#[test]
fn states_can_be_looked_at() {
    let place = Place::new("interactive_look");
    place.file("m.pml", TURNS);
    let said = session(&place, "m.pml", &["run 3", "vars", "vars count", "chan", "procs", "state"]);
    holds(&said[1], &["turn      1\n", "a(0).k    7\n", "size      2  (never changes)\n"]);
    holds(&said[2], &["count[0]  1\n", "count[1]  0\n"]);
    assert!(!said[2].contains("turn"));
    holds(&said[3], &["c  <[ping,7]>  (room for 1)"]);
    holds(&said[4], &["a(0)  line 6  waits at  turn == 2", "b(1)  line 7  waits at  c?ping,v"]);
    holds(&said[5], &["turn = 1, count[0] = 1", "c = <[ping,7]>", "waits at  turn == 2"]);
}

/// Everything that can stand in the way of a step.
const OBSTACLES: &str = "\
mtype = { ping, pong };
chan c = [1] of { mtype, byte };
chan r = [0] of { byte };
byte flag[3];
byte lock = 1;
active proctype a() {
  byte i = 2;
  if
  :: lock == 0 && flag[i] != 0
  :: c?pong,eval(i)
  :: r!7
  :: d_step { lock == 0; lock = 1 }
  :: timeout
  :: len(c) == 1 && full(c)
  :: c!ping,1
  :: c??pong,4
  :: else
  fi
}
active proctype b() { r?8; c!ping,1 }
active proctype d() { { flag[0] == 9; flag[0] = 1 } unless { lock == 1 -> lock = 1 } }
active proctype e() { atomic { flag[1] = 1; flag[2] = 2 }; r!9; lock = 5 }
";

#[test]
fn what_stands_in_the_way_is_said() {
    let place = Place::new("interactive_why");
    place.file("m.pml", OBSTACLES);
    let said = session(
        &place,
        "m.pml",
        &["why", "1", "why", "1", "why 1", "why 9", "why c!ping", "why none"],
    );
    for reason in [
        "lock == 0 && flag[i] != 0  — lock is 1, flag[2] is 0, a(0).i is 2\n",
        "c?pong,eval(i)  — c is empty\n",
        "r!7  — b(1) wants 8, not 7\n",
        "d_step { lock == 0; lock = 1 }  — lock is 1\n",
        "timeout  — something else can happen\n",
        "len(c) == 1 && full(c)  — len(c) is 0, c is not full\n",
        "else  — another option is possible: `c!ping,1`\n",
        "r?8  — a(0) offers 7, not 8\n",
        "flag[0] == 9  — the escape `lock == 1` is possible, and comes first\n",
    ] {
        holds(&said[0], &[reason]);
    }
    // The youngest process, e, has begun its atomic sequence.
    holds(&said[1], &["flag[1]: 0 → 1", "at step 1: 1 step possible"]);
    holds(&said[2], &["c!ping,1  — e(3) is in an atomic sequence and goes on first\n"]);
    holds(&said[4], &["r?8  — a(0) offers 7, not 8; e(3) offers 9, not 8\n"]);
    holds(&said[5], &["there is no process 9"]);
    holds(&said[6], &["✓  a(0)  line", "c!ping,1  — possible\n"]);
    holds(&said[7], &["nobody is at a statement with `none`"]);
    let full = "chan c = [1] of { byte, byte }; byte x;\n\
        active proctype a() { c!1,2; if :: c!3,4 :: c?1,3 :: c??2,_ fi }\n\
        active proctype b() { x == 1 }\n";
    let said = session(place.file("m.pml", full), "m.pml", &["1", "why", "why 1"]);
    holds(&said[1], &["c!3,4  — c is full (1 of 1)\n", "c??2,_  — no message in c matches\n"]);
    holds(&said[1], &["c?1,3  — the first message in c has 2, not 3 in field 2\n"]);
    holds(&said[2], &["x == 1  — x is 0\n"]);
    let ended = "byte x; active proctype a() { skip } active proctype b() { x == 1 }";
    let said = session(place.file("m.pml", ended), "m.pml", &["1", "why 0", "why 1", "1"]);
    holds(&said[1], &["-end-  — processes end from the youngest, and b(1) has not ended\n"]);
    holds(&said[3], &["no step is possible: the run has ended; `undo` goes back"]);
}

#[test]
fn a_run_is_stored_and_walked_through() {
    let place = Place::new("interactive_save");
    place.file("m.pml", BROKEN_MUTEX);
    place.run("check m.pml --trace t.json").expect(1, &["VIOLATED"]);
    let commands = ["redo 3", "save part.json", "redo 99", "jump 5", "redo", "save all.json", "1"];
    let said = session(&place, "m.pml -t t.json", &commands);
    holds(&said[1], &["3 steps stored in part.json"]);
    holds(&said[2], &["only 2 steps ahead"]);
    holds(&said[3], &["✗ assertion violated: user("]);
    holds(&said[4], &["nothing lies ahead"]);
    holds(&said[6], &["the run has ended"]);
    place.run("simulate m.pml -t part.json").expect(0, &["the trace ends after 3 steps"]);
    place.run("replay m.pml all.json").expect(1, &["the violation is real"]);
    let said = session(&place, "m.pml", &["save no/such/file"]);
    holds(&said[0], &["no/such/file: cannot write"]);
}

#[test]
fn a_run_is_stored_in_the_middle_of_an_atomic_sequence() {
    let place = Place::new("interactive_atomic");
    place.file("m.pml", "byte x; active proctype p() { atomic { x = 1; x = 2; x = 3 }; x = 4 }");
    session(&place, "m.pml", &["1", "1", "save t.json"]);
    let said = place.run("simulate m.pml -t t.json");
    said.expect(0, &["x: 1 → 2", "the trace ends after 2 steps"]);
    assert!(!said.out.contains("2 → 3"));
}

#[test]
fn random_steps_stop_at_the_end_or_at_the_limit() {
    let place = Place::new("interactive_run");
    place.file("m.pml", "byte x; active proctype p() { do :: x < 5 -> x++ :: x > 8 -> break od }");
    let said = session(&place, "m.pml --steps 4", &["run 2", "run", "", "r 900", "run"]);
    holds(&said[0], &["x: 0 → 1", "at step 2"]);
    holds(&said[1], &["stopped after 4 steps (--steps)", "at step 6"]);
    holds(&said[2], &["at step 7"]);
    holds(&said[3], &["✗ deadlock: no process can take a step", "(10 steps)"]);
    holds(&said[4], &["no step is possible"]);
}

#[test]
fn bad_input_is_answered_and_never_ends_the_session() {
    let place = Place::new("interactive_bad");
    place.file("m.pml", TURNS);
    let lines = ["frobnicate", "0", "17", "-1", "undo x", "jump", "1 2", "procs b", "help"];
    let said = session(&place, "m.pml", &lines);
    holds(&said[0], &["there is no command `frobnicate`: type `help`"]);
    holds(&said[1], &["there is one step: type 1"]);
    holds(&said[2], &["there is one step: type 1"]);
    holds(&said[3], &["no command `-1`"]);
    holds(&said[4], &["`x` is not a number"]);
    holds(&said[5], &["jump to which step"]);
    holds(&said[6], &["one step at a time"]);
    holds(&said[7], &["`procs` stands alone"]);
    holds(&said[8], &["\n  NUMBER  ", "\n  undo [N]  ", "\n  quit  "]);
    let said = place.feed("simulate m.pml -i", [0xff, 0, b'\n', 0xc3, b'\n', 7]);
    said.expect(0, &["there is no command"]);
    let said = place.feed("simulate m.pml -i", "x".repeat(1_000_000));
    said.expect(0, &["a line may have 4096 bytes"]);
    place.feed("simulate m.pml -i", "").expect(0, &["at step 0: 1 step possible"]);
    let quit = place.feed("simulate m.pml -i", "quit\n1\n");
    assert_eq!(answers(quit.expect(0, &[])).len(), 2, "nothing follows `quit`: {}", quit.out);
    place.run("simulate m.pml -i --json").refused(&["--json"]);
    place.run("simulate missing.pml -i").refused(&["missing.pml: no such file"]);
}

/// Two processes, each of which points to nobody, to itself or to the other: nine initial states.
const POINTERS: &str =
    "process count = 2; local pointer next; mode m { when next == P may next = NULL; goto m; }";

#[test]
fn a_run_begins_in_any_initial_state() {
    let place = Place::new("interactive_starts");
    place.file("m.red", POINTERS).file("m.pml", TURNS);
    let commands =
        ["start", "start 9", "steps", "trace", "start 10", "start 0", "start 1", "start"];
    let said = session(&place, "m.red", &commands);
    let listed: Vec<&str> = said[0].lines().filter(|line| line.contains("next[1] = ")).collect();
    assert_eq!(listed.len(), 9, "{}", said[0]);
    assert!(listed.iter().all(|line| line.contains("next[2] = ") && !line.contains("mode")));
    let distinct: std::collections::BTreeSet<&str> =
        listed.iter().map(|line| line.trim_start().split_once(' ').unwrap().1).collect();
    assert_eq!(distinct.len(), 9);
    holds(&said[1], &["at step 0"]);
    holds(&said[3], &["nothing has happened yet"]);
    for refused in [&said[4], &said[5]] {
        holds(refused, &["runs begin in 9 states: `start` lists them"]);
    }
    assert_eq!(said[7], said[0]);
    holds(&session(&place, "m.pml", &["start"])[0], &["runs begin in one state"]);
}

#[test]
fn the_twin_of_a_run_may_begin_elsewhere() {
    let place = Place::new("interactive_twin_start");
    place.file("m.red", POINTERS);
    let listed = session(&place, "m.red", &["start"]).swap_remove(0);
    // Process 1 alone points to itself, and so can take a step.
    let number = |wanted: [&str; 2]| {
        let is_wanted = |line: &&str| wanted.iter().all(|cell| line.contains(cell));
        let line =
            listed.lines().find(is_wanted).unwrap_or_else(|| panic!("{wanted:?} in {listed}"));
        line.split_whitespace().next().unwrap().to_owned()
    };
    let own = number(["next[1] = 1", "next[2] = NULL"]);
    let commands = [
        &format!("start {own}"),
        "class",
        "1",
        "twin (process 1 process 2)",
        "jump 0",
        "vars next",
    ];
    let said = session(&place, "m.red", &commands);
    holds(&said[5], &["next[1]  NULL", "next[2]  2"]);
}

/// A variable of symbols is 0 before it is written, and a mode has a name.
#[test]
fn symbols_are_compared_with_what_is_none_yet() {
    let place = Place::new("interactive_symbols");
    let model = "mtype = { a, b }; mtype s; active proctype p() { s = a; s = b }";
    place.file("m.pml", model);
    for goal in ["s == b", "s != 0 && s == b", "!(s == 0) && s == b"] {
        let said = session(&place, "m.pml", &[&format!("find {goal}")]);
        holds(&said[0], &["2 transitions on, after", "s: a → b"]);
    }
    let model = "process count = 1;\nmode first { when true may goto second; }\n\
        mode second { when true may ; }\nrisk second[1] and first[1];\n";
    place.file("m.red", model);
    let said = session(&place, "m.red", &["find mode[1] == second"]);
    holds(&said[0], &["1 transition on, after"]);
}

/// What a run of CSP refuses at its end, or that it diverges, is no step: the run is walked up to there.
#[test]
fn runs_that_end_in_a_refusal_are_walked() {
    let place = Place::new("interactive_refusal");
    let script = "channel a, b\nS = a -> STOP\nD = a -> (b -> D) \\ {b}\nR = b -> R\nL = a -> (R \\ {b})\n\
                  assert a -> b -> STOP [F= S\nassert S :[deadlock free]\nassert L :[divergence free]\n";
    place.file("s.csp", script);
    let deadlock = "✗ deadlock: no process can take a step";
    for (assertion, process, told) in
        [("1", "S", deadlock), ("2", "S", deadlock), ("3", "L", "at step 1")]
    {
        let trace = format!("run-{assertion}.json");
        place.run(&format!("check s.csp --assertion {assertion} --trace {trace}")).expect(1, &[]);
        let options = format!("s.csp --process {process} --trace {trace} --interactive");
        let said = place.feed(&format!("simulate {options}"), "jump 1\n");
        said.expect(0, &["1 step ahead", told]);
    }
}
