//! Formulas of linear temporal logic, as the user sees them.

use crate::support::Place;
use serde_json::{Value, json};
use testing::places::root;

const TURNS: &str = "byte turn, rounds;
active [2] proctype user() {
  do
  :: turn == _pid ->
use: turn = 1 - _pid
  :: turn != _pid -> skip
  od
}
ltl order { [] (turn < 2) }
ltl served { [] <> user[0]@use }
ltl { <> (turn == 1) }
";

fn checks(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let checks = report["checks"].as_array().unwrap().iter();
    checks.map(|check| (text(&check["property"]), text(&check["verdict"]))).collect()
}

#[test]
fn each_formula_has_a_verdict() {
    let place = Place::new("temporal_verdicts");
    place.file("m.pml", TURNS);
    let (report, code) = place.json("m.pml --keep-going");
    let (nested, _) = place.json("m.pml --keep-going --emptiness ndfs");
    assert_eq!(checks(&nested), checks(&report));
    let expected = [
        ("assertions", "holds"),
        ("deadlock", "holds"),
        ("run-time errors", "holds"),
        ("order", "holds"),
        ("served", "violated"),
        ("ltl_2", "violated"),
    ];
    let expected = expected.map(|(name, verdict)| (name.to_owned(), verdict.to_owned()));
    assert_eq!((checks(&report), code), (expected.to_vec(), Some(1)));
    let served = &report["checks"][4];
    assert_eq!((&served["kind"], &served["again"]), (&json!("temporal"), &json!(1)));
    // The condition and `skip`: they are not merged, as the formula looks at a label.
    assert_eq!(served["trace"].as_array().unwrap().len(), 2);
    // Other properties have no such step.
    assert_eq!(report["checks"][0].get("again"), None);
}

#[test]
fn one_formula_can_be_selected() {
    let place = Place::new("temporal_selected");
    place.file("m.pml", TURNS);
    let (report, code) = place.json("m.pml --property order");
    assert_eq!(checks(&report), [("order".to_owned(), "holds".to_owned())]);
    assert_eq!(code, Some(0));
    assert!(report["states"].as_u64() > Some(2) && report["transitions"].as_u64() > Some(4));
    let (report, _) = place.json("m.pml --property ltl_2 --property deadlock");
    assert_eq!(checks(&report).len(), 2);
    let known = "no property `nothing`: there are `assertions`, `deadlock`, `run-time errors`, \
                 `order`, `served`, `ltl_2`";
    place.run("check m.pml --property nothing").refused(&[known]);
}

#[test]
fn after_a_violation_the_rest_is_left_open() {
    let place = Place::new("temporal_first");
    place.file("m.pml", TURNS);
    place.run("check m.pml").expect(
        1,
        &[
            "served           VIOLATED  after 2 steps: by a run that repeats its steps 1 to 2 for ever",
            "ltl_2            inconclusive  the search stopped at the first violation; `--keep-going` continues",
            "↺ again from step 1, for ever",
        ],
    );
}

/// Three million states, and formulas that a few of these tell something of.
const LARGE: &str = "int x, y;
active proctype P() { do :: x < 30000 -> x++ :: y < 100 -> y++ :: x == 30000 && y == 100 -> skip od }
ltl wide { [] (x >= 0 && y >= 0) }
ltl near { [] (y < 5) }
ltl rest { []<> (x == 0) }
";

#[test]
fn a_violation_that_few_states_tell_is_found_before_long_searches_end() {
    let place = Place::new("temporal_short_first");
    place.file("m.pml", LARGE);
    let (report, code) = place.json("m.pml");
    let verdicts = [
        "inconclusive",
        "inconclusive",
        "inconclusive",
        "inconclusive",
        "violated",
        "inconclusive",
    ];
    let names = ["assertions", "deadlock", "run-time errors", "wide", "near", "rest"];
    let expected: Vec<(String, String)> =
        names.iter().zip(verdicts).map(|(n, v)| (n.to_string(), v.to_owned())).collect();
    assert_eq!((checks(&report), code), (expected, Some(1)));
    for open in [0, 1, 2, 3, 5] {
        let reason = &report["checks"][open]["reason"];
        assert_eq!(
            reason,
            &json!("the search stopped at the first violation; `--keep-going` continues")
        );
    }
    // Ten steps away, two for each round: k + 1 states after 2k steps, twice as many in between, and what follows on the last but
    // one that is looked at.
    let states = report["states"].as_u64().expect("a number");
    assert_eq!(states, 3 * (1 + 2 + 3 + 4 + 5) + 6 + 2 * 5);
    assert_eq!(report["checks"][4]["search"]["states"], report["states"]);
    // The run is that of a search for the formula alone.
    let (one, _) = place.json("m.pml --workers 1");
    let (alone, _) = place.json("m.pml --workers 1 --property near");
    assert_eq!(checks(&one), checks(&report));
    assert_eq!(alone["checks"][0]["trace"], one["checks"][4]["trace"]);
    assert_eq!((&alone["states"], &alone["transitions"]), (&one["states"], &one["transitions"]));
}

#[test]
fn each_claim_has_its_share_of_the_time() {
    let place = Place::new("temporal_shares");
    // Neither assertions nor the first formula come to an end.
    place.file("m.pml", LARGE.replace("30000", "2000000000"));
    let (report, code) = place.json("m.pml --keep-going --time 4s --memory 2G");
    let checks = checks(&report);
    assert_eq!(checks[3].1, "inconclusive", "{checks:?}");
    assert_eq!((&*checks[4].1, code), ("violated", Some(1)), "{checks:?}");
    let reason = report["checks"][3]["reason"].as_str().expect("a reason");
    assert!(reason.starts_with("the time limit of 4.00 s was reached"), "{reason}");
}

#[test]
fn a_run_that_ends_stays_where_it_is() {
    let place = Place::new("temporal_stays");
    place.file("m.pml", "byte x;\nactive proctype P() { x = 1; x = 2 }\nltl p { [] <> (x == 1) }\nltl q { <> [] (x == 2) }\n");
    place.run("check m.pml --keep-going").expect(
        1,
        &[
            "q                holds",
            "p                VIOLATED  after 3 steps: nothing can move",
            "✗ p is violated: after step 3 nothing can move",
            "↺ nothing can move",
        ],
    );
}

#[test]
fn limits_leave_formulas_open() {
    let place = Place::new("temporal_limits");
    place.file("m.pml", "int x;\nactive proctype P() { do :: x < 30000 -> x++ :: else -> x = 0 od }\nltl p { [] (x >= 0) }\n");
    for limit in ["--max-states 100", "--max-depth 100", "--memory 1M", "--time 1ms"] {
        let (report, code) = place.json(&format!("m.pml --property p {limit}"));
        assert_eq!(checks(&report), [("p".to_owned(), "inconclusive".to_owned())], "{limit}");
        assert_eq!(code, Some(3), "{limit}");
    }
}

#[test]
fn what_cannot_be_told_is_not_told() {
    let place = Place::new("temporal_open");
    // What follows on the division is not searched.
    place.file(
        "m.pml",
        "byte x, y;\nactive proctype P() { if :: x = 1 / y :: x = 2 fi }\nltl p { [] (x < 3) }\n",
    );
    let (report, _) = place.json("m.pml --property p");
    assert_eq!(report["checks"][0]["verdict"], "inconclusive");
    // Nor is it known what a formula means that cannot be evaluated.
    place.file(
        "m.pml",
        "byte x = 1, y = 1;\nactive proctype P() { y = 0 }\nltl p { [] (x / y < 3) }\n",
    );
    let (report, _) = place.json("m.pml --property p");
    assert_eq!(report["checks"][0]["verdict"], "inconclusive");
    // Nor what happens within an atomic sequence that never ends.
    place.file("m.pml", "byte x;\nactive proctype P() { byte l; atomic { do :: x = 0 :: l = 1 od } }\nltl p { <> (x == 1) }\n");
    let (report, _) = place.json("m.pml --property p");
    assert_eq!(report["checks"][0]["verdict"], "inconclusive");
    place.file("m.pml", "byte x;\nactive proctype P() { x = 1 }\nltl p { <> timeout }\n");
    place.run("check m.pml").refused(&["`timeout` in a formula is not supported yet"]);
    let formula = (0..70).map(|n| format!("<> (x == {n})")).collect::<Vec<_>>().join(" && ");
    place.file(
        "m.pml",
        format!("byte x;\nactive proctype P() {{ x = 1 }}\nltl p {{ {formula} }}\n"),
    );
    let (report, _) = place.json("m.pml --property p");
    assert_eq!(report["checks"][0]["reason"], "the formula has more than 64 propositions");
}

#[test]
fn endless_runs_are_stored_and_replayed() {
    let place = Place::new("temporal_stored");
    place.file("m.pml", TURNS);
    place.run("check m.pml --trace t.json").expect(1, &["served"]);
    let told = "\u{21ba} again from step 1, for ever";
    let expected = ["counterexample for served (2 steps)", told, "the violation is real"];
    place.run("replay m.pml t.json").expect(1, &expected);
    let said = place.run("replay m.pml t.json --json").out;
    let replayed: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&replayed["again"], &replayed["property"]), (&json!(1), &json!("served")));
    // A formula of the command line is stored with the run, and so is how fair it is.
    place.run("check m.pml --ltl <>[](turn==0) --property ltl_3 --fairness strong --trace u.json");
    let stored: Value = serde_json::from_str(&place.read("u.json")).unwrap();
    assert_eq!(stored["fairness"], json!("strong"));
    place.run("replay m.pml u.json").expect(1, &["by a fair run", "the violation is real"]);
    // What is no violation is none.
    let edited = |with: &str| place.read("t.json").replace("\"again\": 1", with);
    place.file("v.json", edited("\"again\": 2"));
    place.run("replay m.pml v.json").refused(&["does not come back"]);
    place.file("w.json", edited("\"again\": 1, \"fairness\": \"weak\""));
    place.run("replay m.pml w.json").refused(&["it is not fair"]);
    place.file("x.json", edited("\"again\": 9"));
    place.run("replay m.pml x.json").refused(&["no step to go on with"]);
    place.file("n.pml", TURNS.replace("ltl served", "ltl other"));
    place.run("replay n.pml t.json").refused(&["`served`"]);
    // It is walked, round and round as often as is asked for.
    let told = "step 1 comes again after step 2, and so on for ever";
    place.run("simulate m.pml --trace t.json").expect(0, &[told]);
    let said = place.run("simulate m.pml --trace t.json --steps 5 --json");
    let walked: Value = serde_json::from_str(&said.out).unwrap();
    let lines: Vec<&Value> =
        walked["steps"].as_array().unwrap().iter().map(|it| &it["actions"][0]["line"]).collect();
    assert_eq!(lines.len(), 5, "{}", said.out);
    assert_eq!(lines[..2], lines[2..4]);
    place.run("simulate m.pml --trace v.json").refused(&["does not come back"]);
    place.run("simulate m.pml --trace x.json").refused(&["no step to go on with"]);
    // A search for a claim merges other statements than one without.
    let merged = "chan c = [1] of { byte };
active proctype P() { byte k; k = 1; k = 2; c!k }
ltl p { [] (len(c) == 0) }
";
    place.file("k.pml", merged).run("check k.pml --property p --trace k.json").expect(1, &[]);
    place.run("simulate k.pml --trace k.json").expect(0, &["the trace ends after 3 steps"]);
    // Other commands take the model as it is without its formulas.
    let said = place.run("check m.pml --trail=t.trail");
    assert!(said.err.contains("note: no trail was stored"), "{}", said.err);
    assert!(place.run("simulate m.pml --seed 1 --steps 3").out.contains("user("));
    place.run("graph m.pml").expect(0, &["digraph"]);
}

/// Verdicts by name, with the options given.
fn verdicts(place: &Place, options: &str) -> Vec<(String, String)> {
    checks(&place.json(&format!("m.pml --keep-going {options}")).0)
}

/// The verdict on one property, with symmetry and without; the order of the group that was used for it.
fn verdict(place: &Place, property: &str, options: &str) -> (String, u64) {
    let ask = |symmetry: &str| {
        place.json(&format!("m.pml --property {property} {options} --symmetry {symmetry}")).0
    };
    let (reduced, all) = (ask("auto"), ask("off"));
    assert_eq!(checks(&reduced), checks(&all));
    let order = &reduced["checks"][0]["search"]["symmetry"]["order"];
    let order = order.as_str().map_or(1, |order| order.parse().unwrap());
    (checks(&reduced)[0].1.clone(), order)
}

/// Two processes that can always move. Only runs on which they take turns stay clear of `again`; in the quotient the mover is always the
/// same one, since the other one was the last. A search that asks whether each process of the quotient moves takes such a run for
/// unfair, and misses it: this is why D. Bosnacki (*A light-weight algorithm for model checking with symmetry reduction and weak
/// fairness*, SPIN 2003) keeps track of who is who.
const ALTERNATING: &str = "bit last; bool again;
active [2] proctype P() {
  do
  :: atomic { last != _pid -> last = _pid; again = false }
  :: atomic { last == _pid -> again = true }
  od
}
ltl repeats { [] <> again }
ltl both { [] <> !again }
";

#[test]
fn a_fair_run_is_found_that_looks_unfair_in_the_quotient() {
    let place = Place::new("temporal_alternating");
    place.file("m.pml", ALTERNATING);
    for fairness in ["none", "weak", "strong"] {
        let options = format!("--fairness {fairness}");
        assert_eq!(verdict(&place, "repeats", &options), ("violated".to_owned(), 2), "{fairness}");
    }
    // One process alone, again and again, is not fair.
    assert_eq!(verdict(&place, "both", "").0, "violated");
    assert_eq!(verdict(&place, "both", "--fairness weak"), ("holds".to_owned(), 2));
}

/// A token that goes round for ever: in the quotient there is one state, which it never leaves. TLC warns that a property of
/// liveness may be taken to hold then (`SYMMETRY` in its configuration, where a formula is symmetric as a whole and its
/// propositions are not); here each proposition is kept.
#[test]
fn what_holds_of_the_states_of_the_quotient_only_does_not_hold() {
    let place = Place::new("temporal_token");
    let token = "byte turn;
active [3] proctype P() { do :: turn == _pid -> turn = (turn + 1) % 3 od }
ltl stays { <> [] (turn == 0) || <> [] (turn == 1) || <> [] (turn == 2) }
ltl moves { [] <> (turn == 0) && [] <> (turn == 1) && [] <> (turn == 2) }
";
    place.file("m.pml", token);
    assert_eq!(verdict(&place, "stays", ""), ("violated".to_owned(), 1));
    assert_eq!(verdict(&place, "moves", ""), ("holds".to_owned(), 1));
    let (report, _) = place.json("m.pml --property stays");
    let search = &report["checks"][0]["search"];
    assert_eq!(search["order_without"], json!("3"));
    let costs = search["costs"].as_array().unwrap();
    let named: Vec<&str> = costs.iter().map(|c| c["proposition"].as_str().unwrap()).collect();
    assert_eq!(named, ["turn == 0", "turn == 1", "turn == 2"]);
}

/// Two clients and a lock.
const LOCK: &str = "bit lock;
active [2] proctype client() {
  do
  :: atomic { lock == 0 -> lock = 1 };
use: lock = 0
  od
}
ltl used { [] <> (lock == 1) }
ltl served { [] <> client[0]@use }
";

#[test]
fn fairness_says_which_runs_count() {
    let place = Place::new("temporal_fairness");
    place.file("m.pml", LOCK);
    let answer = |fairness: &str| {
        let found = verdicts(&place, &format!("--fairness {fairness}"));
        [found[3].1.clone(), found[4].1.clone()]
    };
    assert_eq!(answer("none"), ["holds", "violated"]);
    // Who waits for the lock can move only now and then.
    assert_eq!(answer("weak"), ["holds", "violated"]);
    assert_eq!(answer("strong"), ["holds", "holds"]);
    let (report, _) = place.json("m.pml --fairness weak --property served");
    assert_eq!(report["checks"][0]["search"]["fairness"], json!("weak"));
    let reason = report["checks"][0]["reason"].as_str().unwrap();
    assert!(reason.contains("by a fair run"), "{reason}");
}

/// The reduction leaves processes that have ended where they are: a formula that counts steps is checked on all states.
#[test]
fn formulas_that_count_steps_are_checked_on_all_states_where_the_reduction_has_fewer() {
    let place = Place::new("temporal_steps");
    let model = "byte x; active [2] proctype P() { x++ }
ltl counts { <> (x == 2 && X (x == 2 && X (x == 2))) }
ltl grows { <> [] (x == 2) }
";
    place.file("m.pml", model);
    assert_eq!(verdict(&place, "counts", ""), ("holds".to_owned(), 1));
    assert_eq!(verdict(&place, "grows", ""), ("holds".to_owned(), 2));
    let (report, _) = place.json("m.pml --property counts");
    let why = report["checks"][0]["search"]["symmetry_unused"].as_str().unwrap();
    assert!(why.contains("how many steps"), "{why}");
}

/// A strategy that gives no states cannot serve.
#[test]
fn another_strategy_is_taken_where_one_merges_states() {
    let place = Place::new("temporal_markers");
    place.file("m.pml", LOCK);
    for strategy in ["approximate-markers", "flattened", "enumerate", "segmented", "naive"] {
        let options = format!("--representative {strategy} --property used");
        let (report, code) = place.json(&format!("m.pml {options}"));
        assert_eq!(code, Some(0), "{strategy}");
        let chosen = &report["checks"][0]["search"]["symmetry"]["representative"];
        let merges = ["approximate-markers", "flattened"].contains(&strategy);
        assert_eq!(*chosen == json!(strategy), !merges, "{strategy}: {chosen}");
    }
}

#[test]
fn formulas_can_be_given_on_the_command_line() {
    let place = Place::new("temporal_given");
    place.file("m.pml", format!("#define busy (lock == 1)\n{LOCK}"));
    let (report, _) = place.json("m.pml --keep-going --ltl []<>busy --ltl <>[]!busy");
    let named = |name: &str, verdict: &str| (name.to_owned(), verdict.to_owned());
    assert_eq!(checks(&report)[5..], [named("ltl_2", "holds"), named("ltl_3", "violated")]);
    place.run("check m.pml --ltl [](p").refused(&["--ltl:1:"]);
    place.run("check m.pml --ltl []unknown").refused(&["unknown", "--ltl:1:"]);
    place.run("check m.pml --ltl true}byte").refused(&["a formula has no braces"]);
    place.run("check m.pml --ltl []busy --no-claims").refused(&["`--no-claims` leaves out"]);
}

#[test]
fn labels_say_which_cycles_should_not_be() {
    let place = Place::new("temporal_cycles");
    let model = "bit x;
active [2] proctype P() { do :: x = 1; progress: x = 0 od }
active proctype Q() { do :: skip od }
";
    place.file("m.pml", model);
    let answer = |options: &str| {
        let (report, _) = place.json(&format!("m.pml {options}"));
        checks(&report).pop().unwrap()
    };
    let named = |name: &str, verdict: &str| (name.to_owned(), verdict.to_owned());
    assert_eq!(answer("--progress"), named("non-progress cycles", "violated"));
    assert_eq!(answer("--progress --fairness weak"), named("non-progress cycles", "holds"));
    place.file("m.pml", model.replace("progress", "accept"));
    assert_eq!(answer("--acceptance"), named("acceptance cycles", "violated"));
    // A run that ends is no cycle without progress.
    place.file("m.pml", "bit x; active [2] proctype P() { x = 1 }\n");
    assert_eq!(answer("--progress"), named("non-progress cycles", "holds"));
    place.run("check m.pml --progress --no-claims").refused(&["`--no-claims` leaves out"]);
}

/// Three waiters, of whom two count, and an `init` between proctypes.
const QUANTIFIED: &str = "byte x, seen[5];
active proctype other() { skip }
active [2] proctype P() { byte i; do :: atomic { x == 0 -> x = 1 }; use: seen[_pid] = 1; x = 0 od }
init { skip }
active [2] proctype Q() { skip }
";

#[test]
fn parts_of_formulas_can_be_quantified() {
    let place = Place::new("temporal_quantified");
    let formulas = "ltl written { [] !(P[1]@use && P[2]@use) && [] (seen[1] + seen[2] < 3) }
ltl all { [] !(forall i: P (P[i]@use)) && [] (forall i: 1..2 (seen[i] < 2)) }
ltl some { <> (exists i: P (P[i]@use)) }
ltl each { forall i: P ([] <> P[i]@use) }
ltl last { [] (forall i: Q (i == 4 || i == 5)) }
ltl member { [] (forall i: P (P[i]:i == 0)) }
ltl none { [] (forall i: 3..2 (false)) }
ltl nested { [] (exists i: P (exists j: P (i != j && !(P[i]@use && P[j]@use)))) }
";
    place.file("m.pml", format!("{QUANTIFIED}{formulas}"));
    let found = verdicts(&place, "--fairness strong");
    for (name, verdict) in &found[3..] {
        assert_eq!(verdict, "holds", "{name}");
    }
    assert_eq!(found.len(), 11);
    let each = |fairness: &str| verdict(&place, "each", &format!("--fairness {fairness}"));
    assert_eq!(each("weak").0, "violated");
    // What is said of all of them alike costs no symmetry.
    let order = |property: &str| verdict(&place, property, "").1;
    assert_eq!((order("all"), order("some"), order("each")), (4, 4, 2));
    let refused = |formula: &str, parts: &[&str]| {
        place.file("n.pml", format!("{QUANTIFIED}ltl {{ {formula} }}\n"));
        place.run("check n.pml").refused(parts);
    };
    refused("[] (forall i: 1..2 seen[i] < 2)", &["`(` and what holds of each"]);
    refused("[] (forall i: 1..2 (seen[i] <))", &["n.pml:6:"]);
    refused("[] (forall i: P ())", &["nothing is said of each"]);
    refused("[] (forall i: 1..900 (x == 0))", &["more than 256 numbers"]);
    refused("[] (forall i: x (x == 0))", &["a proctype, or numbers"]);
    place.file(
        "n.pml",
        "byte x; proctype R() { skip } init { run R() }\nltl { forall i: R (x == i) }\n",
    );
    place.run("check n.pml").refused(&["the numbers of the processes of `R` are not known here"]);
}

/// A round may pass through the end of a process, and start it again.
#[test]
fn a_round_may_end_processes_and_start_others() {
    let place = Place::new("temporal_restarts");
    let model = "bool e, f;
proctype P() { if :: d_step { !f; f = 1; e = 1 } :: d_step { f; e = 1 } fi }
active proctype M() { do :: _nr_pr == 1 -> run P() :: e -> e = 0 od }
ltl p { <> [] !e }
";
    place.file("m.pml", model);
    for fairness in ["none", "weak", "strong"] {
        assert_eq!(verdict(&place, "p", &format!("--fairness {fairness}")).0, "violated");
    }
}

/// While a process that has ended is not removed, neither are its channels; a reduction does not know.
#[test]
fn a_proposition_about_a_channel_of_an_ended_process_is_evaluated() {
    let place = Place::new("temporal_ended_channel");
    let model = "chan d = [1] of { byte }; chan g = d; bool n;
active [3] proctype P() { chan c = [1] of { byte }; if :: d_step { !n -> g = c; n = 1 }; c!1 :: n fi }
active proctype E() { do :: true od }
ltl k { [] (len(g) <= 1) }
ltl i { <> [] (len(g) == 0) }
";
    place.file("m.pml", model);
    assert_eq!(verdict(&place, "k", ""), ("holds".to_owned(), 1));
    assert_eq!(verdict(&place, "i", ""), ("violated".to_owned(), 1));
}

/// Rings of 2 to 17 processes with a token each, that go round together: a quotient of one state, and a round of 510,510 steps.
#[test]
fn a_round_that_is_too_long_is_not_written_down() {
    let place = Place::new("temporal_long_round");
    let mut model = "bit stop;\n".to_owned();
    let (mut first, mut moves) = (0, String::new());
    for size in [2, 3, 5, 7, 11, 13, 17] {
        let last = first + size - 1;
        model += &format!(
            "byte t{size} = {first};
active [{size}] proctype P{size}() {{ (t{size} == _pid && stop) }}\n"
        );
        moves += &format!("t{size} = (t{size} == {last} -> {first} : t{size} + 1); ");
        first += size;
    }
    model += &format!("active proctype M() {{ do :: d_step {{ true -> {moves} }} od }}\n");
    model += "ltl f { <> [] stop }\n";
    place.file("m.pml", model);
    let (report, code) = place.json("m.pml --property f");
    let check = &report["checks"][0];
    assert_eq!(check["search"]["states"], json!(1));
    assert_eq!((code, &check["verdict"]), (Some(3), &json!("inconclusive")));
    assert!(check["reason"].as_str().unwrap().contains("too long"), "{check}");
}

/// What a reduction does not look at differs after the first round, and then no more.
#[test]
fn a_round_may_come_back_only_after_some_rounds() {
    let place = Place::new("temporal_rounds");
    let model = "byte x, turn = 0;
bit lock, flag[3];
chan c = [1] of { byte };
active [3] proctype P() { byte other; bit l; do :: c!_pid; here: c?other :: flag[other] = 0; atomic { flag[_pid] == 1; x = (x + 1) % 3 } od }
ltl f { <> ([] ((turn == 0) -> <> (flag[0] == 1 && flag[1] == 1 && flag[2] == 1))) }
";
    place.file("m.pml", model);
    assert_eq!(verdict(&place, "f", "").0, "violated");
    let (report, _) = place.json("m.pml --property f");
    assert_eq!(report["checks"][0]["search"]["audit"]["abandoned"], Value::Null);
}

/// Who has ended and can be removed is no reason to call a run unfair that a reduction found, which leaves removals out.
#[test]
fn processes_that_have_ended_are_not_treated_unfairly() {
    let place = Place::new("temporal_ended");
    let model = "bit x;
active proctype L() { do :: x = 1 - x od }
active [2] proctype P() { skip }
ltl f { <> [] (x == 0) }
";
    place.file("m.pml", model);
    for fairness in ["none", "weak", "strong"] {
        let options = format!("--fairness {fairness}");
        assert_eq!(verdict(&place, "f", &options), ("violated".to_owned(), 2), "{fairness}");
        let (report, _) = place.json(&format!("m.pml --property f {options}"));
        assert_eq!(report["checks"][0]["search"]["audit"]["abandoned"], Value::Null);
    }
    let (report, _) = place.json("m.pml --property f --por on");
    assert_eq!(report["checks"][0]["search"]["partial_order"], json!(true));
}

fn steps(report: &Value, property: &str) -> usize {
    let mut checks = report["checks"].as_array().unwrap().iter();
    let check = checks.find(|check| check["property"] == property).unwrap();
    check["trace"].as_array().unwrap().len()
}

#[test]
fn shortest_runs_are_as_short_with_symmetry() {
    let place = Place::new("temporal_shortest");
    let model = root().join("models/promela/peterson-3.pml");
    let asked = format!("{} --ltl []<>(inCR==1) --property ltl_0", model.display());
    let fewest = |options: &str| {
        let (report, code) = place.json(&format!("{asked} {options}"));
        assert_eq!(code, Some(1));
        (steps(&report, "ltl_0"), report["checks"][0]["search"]["shortest"].clone())
    };
    let (any, unasked) = fewest("");
    assert!(unasked.is_null());
    let (shortest, certain) = fewest("--shortest");
    assert!(shortest < any && certain == true, "{shortest} of {any}");
    assert_eq!(fewest("--shortest --symmetry off"), (shortest, certain));
    // The quotient has 494 states, and they are 2636.
    let (not_shortest, certain) = fewest("--shortest --max-states 600");
    assert!(not_shortest > shortest && certain == false, "{not_shortest}");
    place
        .run(&format!("check {asked} --shortest --max-states 600"))
        .expect(1, &["ltl_0: perhaps not the shortest run: a limit was reached first"]);
}

#[test]
fn nothing_is_left_out_for_the_shortest_run() {
    let place = Place::new("temporal_shortest_failure");
    let model = "byte x, y;
active proctype A() { x = 1; x = 2; x = 3 }
active proctype B() { y = 1; assert(x == 1) }
";
    let (with, _) = place.file("m.pml", model).json("m.pml --shortest");
    let (all, _) = place.json("m.pml --por off");
    assert_eq!(steps(&with, "assertions"), steps(&all, "assertions"));
    assert_eq!(with["states"], all["states"]);
}

#[test]
fn shortest_is_refused_where_nothing_is_shortest() {
    let place = Place::new("temporal_shortest_refused");
    place.file("m.pml", TURNS);
    place.run("check m.pml --shortest --search dfs").refused(&["--search bfs"]);
    place.run("check m.pml --shortest --fairness weak").refused(&["--fairness none"]);
    place.run("check m.pml --emptiness ndfs --fairness strong").refused(&["--emptiness scc"]);
}

/// The run is the one that a reader finds: P goes round, R could move all the time. Under weak fairness there is none.
#[test]
fn a_formula_that_only_unfair_runs_violate_says_so() {
    let place = Place::new("temporal_unfair");
    let model = "byte turn, seen;
active proctype P() { do :: turn = 1 - turn od }
active proctype R() { seen = 1 }
ltl p { <> (seen == 1) }
";
    place.file("m.pml", model);
    let told = "one that was found is not weakly fair";
    place.run("check m.pml").expect(1, &["p                VIOLATED", told]);
    let fair = place.run("check m.pml --fairness weak");
    assert!(fair.code == Some(0) && !fair.out.contains(told), "{}", fair.out);
    // Here nothing moves any more, so that nobody is treated unfairly.
    place.file(
        "m.pml",
        model.replace("do :: turn = 1 - turn od", "skip").replace("seen == 1", "seen == 2"),
    );
    let ended = place.run("check m.pml");
    let never = "nothing can move, and `seen == 2` never held";
    assert!(ended.out.contains(never) && !ended.out.contains(told), "{}", ended.out);
}

/// Values that are read off the text: `x` is 0, 1, 1, 2 and stays so, `y` is 1 from the second step on.
#[test]
fn what_a_formula_looks_at_is_told_state_by_state() {
    let place = Place::new("temporal_propositions");
    let model = "#define big (x > 1)
byte x, y;
active proctype P() { x = 1; at: y = 1; x = 2 }
";
    place.file("m.pml", model);
    let [no, yes] = [false, true];
    for (formula, propositions) in [
        (
            "[] (x < 2 && !(y == 1) -> x == 0)",
            json!([{"text": "(x < 2 && !(y == 1)) -> x == 0", "values": [yes, no]}]),
        ),
        (
            "<> (x == 3) || [] !P@at",
            json!([
                {"text": "x == 3", "values": [no, no, no, no, no]},
                {"text": "P@at", "values": [no, yes, no, no, no]},
            ]),
        ),
        ("[] !big", json!([{"text": "big", "values": [no, no, no, yes]}])),
        ("[] (y == 0 || !big)", json!([{"text": "y == 0 || !big", "values": [yes, yes, yes, no]}])),
        (
            "[] (x == 1 -> <> (y == 7 && !P@at))",
            json!([
                {"text": "x == 1", "values": [no, yes, yes, no, no]},
                {"text": "y == 7 && !P@at", "values": [no, no, no, no, no]},
            ]),
        ),
    ] {
        place.file("f.pml", format!("{model}ltl f {{ {formula} }}\n"));
        let (report, _) = place.json("f.pml --property f");
        assert_eq!(report["checks"][0]["propositions"], propositions, "{formula}");
        place.run("check f.pml --property f --trace run.json");
        let replayed = place.run("replay f.pml run.json --json").out;
        let replayed: Value = serde_json::from_str(&replayed).unwrap();
        assert_eq!(replayed["propositions"], propositions, "{formula}");
    }
    place
        .run("check f.pml --property f")
        .expect(1, &["    `x == 1` = false\n", "x = 1  `x == 1`: false → true, x: 0 → 1\n"]);
}
