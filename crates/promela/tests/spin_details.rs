//! Small models that random models led to, with the counts of SPIN 6.5.2.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use detection::detect;
use diagnostics::Sources;
use kernel::{
    Found, GivenUp, Order, Outcome, SearchOptions, Silent, StopReason, Transition,
    TransitionSystem, ViolatedBy, Visitor, Ways, search,
};
use machine::program::Action;
use machine::{Machine, Moment, Observer};
use promela::{LoadOptions, ParseOptions, load};

fn machine(text: &str, inner_escapes_first: bool) -> Machine {
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let mut options = LoadOptions::default();
    options.compile.inner_escapes_first = inner_escapes_first;
    let loaded = load(&mut sources, file, &ParseOptions::default(), options);
    let said: Vec<String> = loaded.diagnostics.iter().map(|d| d.one_line(&sources)).collect();
    loaded.model.unwrap_or_else(|| panic!("{}", said.join("\n"))).machine
}

fn explore(text: &str, inner_escapes_first: bool) -> Outcome<Machine> {
    let machine = machine(text, inner_escapes_first);
    let order = Order::BreadthFirst;
    let exhaustive = SearchOptions { order, keep_going: true, ..SearchOptions::default() };
    search(&machine, &exhaustive, &Silent)
}

#[track_caller]
fn counts(text: &str, inner_escapes_first: bool, expected: (u64, u64)) {
    let statistics = explore(text, inner_escapes_first).statistics;
    assert_eq!((statistics.states, statistics.transitions), expected);
}

#[test]
fn the_scratch_variable_takes_any_value() {
    let text = "active proctype P() {
        byte x;
        if :: d_step { x = 1; x = 2 } :: skip fi;
        do
        :: x > 1 -> _ = x; x = 3; _ = x; break
        :: else -> _ = 2; break
        od;
        _ = x
    }";
    counts(text, false, (7, 8));
    // It is no skip that stands before others.
    counts("init { do :: _ = 0; skip; skip; od }", false, (3, 4));
}

#[test]
fn a_condition_to_move_may_name_the_priority() {
    let text = "byte x;
    active [2] proctype P() priority 2 provided (_priority == 2) {
        _priority = 1 + _pid; x = 1; _priority = 2
    }";
    counts(text, false, (10, 14));
}

#[test]
fn an_initial_value_of_a_structure_is_ignored() {
    let text = "typedef T { byte a; byte b = 2 };
    T s = 3;
    active proctype p() { s.a = s.a + s.b; assert(s.a == 2) }";
    counts(text, false, (4, 4));
}

/// The last value serves for what has none, what is too much is dropped, and each structure has its own array.
#[test]
fn lists_of_initial_values_are_spread_as_in_spin() {
    let text = "byte a[2]={1,2,3}; byte b;
    active proctype p() { byte l[3]={4}; byte m[2]={5,6,7}; byte z;
        assert(a[0]==1 && a[1]==2 && b==0); assert(l[0]==4&&l[1]==4&&l[2]==4);
        assert(m[0]==5&&m[1]==6&&z==0); a[0]=0; l[0]=0; m[0]=0; b=0;z=0 }";
    counts(text, false, (8, 8));
    assert!(explore(text, false).violations.is_empty());
    let text = "typedef U { byte d[2]={5,6} }
    typedef T { byte a[3]={1,2}; U u[2] }
    T w[2]; T v;
    active proctype p() { T x[2];
        assert(w[0].a[0]==1 && w[0].a[2]==2 && w[1].a[0]==1 && w[1].a[1]==2 && w[1].a[2]==2);
        assert(w[1].u[1].d[0]==5 && w[1].u[1].d[1]==6 && w[0].u[1].d[1]==6 && v.u[1].d[1]==6);
        assert(x[1].u[1].d[0]==5 && x[1].u[1].d[1]==6 && x[1].a[2]==2); w[0].a[0]=0; x[0].a[0]=0 }";
    counts(text, false, (7, 7));
    assert!(explore(text, false).violations.is_empty());
}

#[test]
fn an_arrow_may_be_long() {
    counts(
        "byte x; active proctype p() { do :: x < 2 --> x++ :: else --> break od }",
        false,
        (7, 7),
    );
    // It is an arrow also where C would see a decrement.
    counts("byte x = 3; active proctype p() { x-->0 }", false, (2, 2));
}

#[test]
fn a_loop_over_an_array_does_not_read_it() {
    let text = "byte a[1] = { 0 };
    active [2] proctype P() { again: a[0] = 1; goto again }
    proctype Q() { byte i; for (i in a) { skip } }";
    counts(text, false, (1, 3));
}

#[test]
fn an_atomic_sequence_is_made_after_what_it_escapes_to() {
    let text = "chan c = [1] of { int };
    active proctype P() {
        atomic { c!0 } unless { { c?_ } unless { skip } };
        c!len(c)
    }";
    counts(text, false, (4, 4));
    let text = "active [2] proctype P() {
        byte x = 0;
        { atomic { skip } unless { skip } } unless { x-- }
    }";
    counts(text, false, (7, 14));
}

#[test]
fn an_escape_counts_once_for_each_option_with_the_inner_ones_first() {
    let text = "proctype P(byte x) {
        { if :: x = run Q() :: else fi } unless { x++ }
    }
    proctype Q() { int y }
    init { run P(0) }";
    counts(text, false, (5, 5));
    counts(text, true, (5, 6));
}

#[test]
fn questions_in_a_circle_are_an_error_of_the_model() {
    // SPIN's verifier does not come back from them.
    let text = "byte x;
    active proctype A() { (enabled(1) && x == 0); x = 1 }
    active proctype B() { (enabled(0) && x == 0); x = 2 }";
    let found = explore(text, false).violations;
    assert!(found.iter().any(|f| f.property == Machine::runtime_errors()));
}

#[test]
fn a_condition_to_move_reads_identifiers_from_a_constant_array() {
    // Only process 0 is in the array: it alone cannot move.
    let text = "pid seen[3];
    active [3] proctype P() provided (seen[_pid] != _pid) { skip }";
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    let machine = loaded.model.expect("a correct model").machine;
    let reduction = detect(&machine).reduction.expect("processes 1 and 2 are alike");
    assert_eq!(reduction.symmetry.order().to_string(), "2");
    for generator in reduction.symmetry.generators() {
        assert_eq!(generator.image(0), 0);
    }
}

#[test]
fn options_of_a_deterministic_process_are_ordered() {
    // Of two options that can be executed the second is the error, whatever it is.
    let text = "D_proctype P() { pid other; if :: other = 3 :: other = 1 fi; _pid == other }
    init { run P(); run P(); run P() }";
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    let machine = loaded.model.expect("a correct model").machine;
    if let Some(reduction) = detect(&machine).reduction {
        let generators = reduction.symmetry.generators();
        assert!(generators.iter().all(|g| g.image(3) == 3 && g.image(1) == 1));
    }
}

#[test]
fn a_value_lives_if_a_statement_that_overwrites_it_can_be_escaped_from() {
    let text = "chan c = [1] of { bit };
    active proctype P() {
        byte x;
        if :: x = 0 :: x = 1 fi;
        { x = 0 } unless { c!0 };
        assert(x == 0)
    }";
    counts(text, false, (8, 9));
    let found = explore(text, false).violations;
    assert!(found.iter().any(|f| f.property == Machine::assertions()));
}

#[test]
fn a_hidden_variable_that_a_new_process_starts_with_is_remembered() {
    let text = "hidden byte h;
    proctype P() { byte x = h; assert(x == 3) }
    init { h = 3; h == 3; run P() }";
    let outcome = explore(text, false);
    assert!(outcome.violations.is_empty());
    let alone = "hidden byte h;
    proctype P() { byte x = h; assert(x == 3) }
    init { h = 3; run P() }";
    assert!(explore(alone, false).violations.is_empty());
}

#[test]
fn conditions_that_ask_for_control_points_are_not_reduced() {
    let text = "active [3] proctype P() provided (pc_value(0) < 9) { do :: skip od }";
    let mut sources = Sources::new();
    let file = sources.add("model.pml", text);
    let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
    assert!(detect(&loaded.model.expect("a correct model").machine).reduction.is_none());
}

#[test]
fn options_before_and_after_an_else_differ() {
    let order = |options: &str| {
        let text = format!(
            "byte x[3], r; active proctype C() {{ do {options} od }}
             active [2] proctype W() {{ x[_pid] = 1; x[_pid] = 0 }}"
        );
        let mut sources = Sources::new();
        let file = sources.add("model.pml", text);
        let loaded = load(&mut sources, file, &ParseOptions::default(), LoadOptions::default());
        let machine = loaded.model.expect("a correct model").machine;
        let reduction = detect(&machine).reduction;
        reduction.map_or("1".to_owned(), |found| found.symmetry.order().to_string())
    };
    let (one, two) = (":: x[1] == 1 -> r = 1", ":: x[2] == 1 -> r = 1");
    for inner in [":: if :: r == 7 -> r = 2 :: else -> r = 3 fi", ":: d_step { else -> r = 3 }"] {
        assert_eq!(order(&format!("{one} {two} {inner}")), "2");
        assert_eq!(order(&format!("{inner} {one} {two}")), "2");
        assert_eq!(order(&format!("{one} {inner} {two}")), "1");
    }
    let inner = ":: d_step { if :: r == 7 -> r = 2 :: else -> r = 3 fi }";
    assert_eq!(order(&format!("{one} {inner} {two}")), "2");
}

#[test]
fn what_begins_a_deterministic_step_differs_from_what_it_does() {
    // A loop that begins an option is not asked whether it can begin: only the other step can.
    let text = "byte r; bool go[3];
    active [2] proctype P() {
        if
        :: _pid == 0 -> d_step { if :: if :: go[_pid] -> r = 1 :: r == 1 -> r = 2 fi :: r == 9 -> r = 3 fi }
        :: _pid == 1 -> d_step { if :: do :: go[_pid] -> r = 1; break :: r == 1 -> r = 2; break od :: r == 9 -> r = 3 fi }
        fi
    }
    active proctype Q() { go[0] = true; go[1] = true }";
    counts(text, false, (22, 42));
    let found = explore(text, false);
    // Process 1 waits for ever.
    assert!(found.violations.iter().all(|f| f.property == Machine::deadlock()));
    assert!(!found.violations.is_empty());
}

/// SPIN's merging ends where a process is started whose last initial value, in the order of the text, is neither a number nor a
/// symbol nor a local variable as it stands. The states are those of `pan`.
#[test]
fn a_start_whose_last_initial_value_is_computed_ends_merging() {
    let started = |before: &str, body: &str| {
        format!(
            "byte g; mtype = {{ aa }}; {before}\nproctype P(byte p) {{ {body} g = 1 }}\n\
             init {{ byte a; a = run P(0); printf(\"%d\\n\", a); a = 2 }}"
        )
    };
    let states =
        |before: &str, body: &str| explore(&started(before, body), false).statistics.states;
    for plain in [
        "byte x = 3;",
        "byte x = (3);",
        "mtype x = aa;",
        "bool x = true;",
        "byte x = p;",
        "byte b[2]; byte x = b[1];",
        "byte x = 1 + 2; byte y = 3;",
        "byte x = 1 + 2; byte y = x;",
        "byte x = g, y = 3;",
    ] {
        assert_eq!(states("", plain), 5, "{plain}");
    }
    for computed in [
        "byte x = 1 + 2;",
        "int x = -1;",
        "byte x = g;",
        "byte x = _pid;",
        "byte x[2] = {1, 2};",
        "chan c = [1] of { byte };",
        "byte y = 3; byte x = 1 + 2;",
        "byte x = 1 + 2; byte z;",
    ] {
        assert_eq!(states("", computed), 8, "{computed}");
    }
    // Anywhere in the text, but not in that of another process or of a structure.
    assert_eq!(states("", "g = 2; byte x = 1 + 2; g = x;"), 14);
    assert_eq!(states("inline f() { byte w = 1 + 2; g = w }", "f();"), 12);
    assert_eq!(states("byte h = 1 + 2;", "byte x;"), 5);
    assert_eq!(states("proctype Q() { byte x = 1 + 2; x = 1 }", "byte x;"), 5);
    assert_eq!(states("typedef T { byte q = 1 + 2 };", "T x;"), 5);
}

/// What others may change between two statements of a chain is read in a step of its own, where `pan` merges: each of these fails
/// only if a process comes in between, and `spin -o3`, without merging, finds it.
#[test]
fn what_others_change_is_not_read_twice_in_one_step() {
    let writer = "active proctype W() { g = 1 }";
    let started =
        "proctype Q(byte v; byte n) { atomic { r[n] = v + 1; assert(!(r[1] == 1 && r[2] == 2)) } }";
    let models = [
        // Subscripts of arrays of its own.
        format!(
            "byte g; {writer} active proctype P() {{ byte l[2]; byte m[2]; byte k;
            (k == 0) -> l[g] = 1; m[g] = 1; assert(!(l[0] == 1 && m[1] == 1)) }}"
        ),
        // Arguments.
        format!(
            "byte g; byte r[3]; {started} {writer}
            active proctype P() {{ byte k; (k == 0) -> k = run Q(g, 1); k = run Q(g, 2) }}"
        ),
        // How many processes there are.
        "proctype Q() { true }
        active proctype P() { byte k; (k == 0) -> k = run Q(); k = run Q() }
        active proctype W() { (_nr_pr == 3) -> assert(false) }"
            .to_owned(),
        // A channel to which another sends.
        "chan c = [1] of { byte };
        active proctype R() { xr c; bool k, m; k = nempty(c); m = nempty(c); assert(k == m) }
        active proctype S() { xs c; c ! 1 }"
            .to_owned(),
    ];
    for text in models {
        let found = explore(&text, false);
        let violated: Vec<usize> = found.violations.iter().map(|v| v.property.index()).collect();
        assert!(violated.contains(&Machine::assertions().index()), "{text}");
    }
}

/// What fails first counts, also where the step ends in an error afterwards.
#[test]
fn an_assertion_that_fails_before_an_error_of_the_same_step_is_found() {
    for text in [
        "byte x; active proctype P() { d_step { assert(x == 1); x = 1 / x } }",
        "active proctype P() { byte k, a[2]; assert(k == 1); k = 7; a[k] = 1; printf(\"%d\", a[0]) }",
        "byte x; active proctype P() { d_step { assert(x == 1); do :: x++ od } }",
    ] {
        let found = explore(text, false);
        let violated: Vec<usize> = found.violations.iter().map(|v| v.property.index()).collect();
        assert!(violated.contains(&Machine::assertions().index()), "{text}");
    }
}

/// Each way through the loop comes back to one of four states: they are gone on from once, and not along each of the ways.
#[test]
fn an_atomic_sequence_that_goes_round_in_itself_remembers_where_it_was() {
    let text = "byte x, y; active [2] proctype P() { byte l;
        atomic { do :: x == 0 -> x = 1 :: l = 1 :: x = 0; y = y od } }";
    let found = explore(text, false);
    assert_eq!(found.statistics.states, 1);
    assert_eq!(found.stop, StopReason::Exhausted);
    // What leaves such a loop is found all the same.
    let text = "byte x, y; active [2] proctype P() { byte l, k;
        atomic { do :: x == 0 -> x = 1 :: l = 1 - l :: x = 0; k = (k + 1) % 9 :: k == 8 && l && x -> break od };
        assert(y == 0); y = 1 }";
    let found = explore(text, false);
    assert_eq!(found.stop, StopReason::Exhausted);
    let violated: Vec<usize> = found.violations.iter().map(|v| v.property.index()).collect();
    assert!(violated.contains(&Machine::assertions().index()));
}

/// A rendezvous channel holds no message that could be copied, here as in the state of a counterexample.
#[test]
fn a_copy_from_a_rendezvous_channel_is_an_error() {
    for text in [
        "active proctype P() { chan z = [0] of { byte }; z ? <_> }",
        "chan z = [0] of { byte }; chan c = [1] of { byte };
        active proctype P() { byte x; c ! 7; z ? <x> }",
    ] {
        let found = explore(text, false);
        let errors = |violation: &&Found<Machine>| violation.property == Machine::runtime_errors();
        let error = found.violations.iter().find(errors).unwrap_or_else(|| panic!("{text}"));
        // Who tells of the step that failed says nothing of a message: none was received.
        let ViolatedBy::Transition(steps) = &error.trace.violated_by else { panic!("{text}") };
        let mut heard = Heard::default();
        let before = error.trace.states.last().expect("a state");
        machine(text, false).replay(before, steps, false, &mut heard);
        assert_eq!(heard.0, 0, "{text}");
    }
}

/// How many messages are sent or received.
#[derive(Default)]
struct Heard(usize);

impl Observer for Heard {
    fn begin(&mut self, moment: Moment<'_>, action: &Action) {
        self.0 += usize::from(moment.accesses(action).communicated.is_some());
    }
}

/// Who makes a transition matters to fairness: where two can begin it and come to the same state, each has a transition of its own.
#[test]
fn what_an_atomic_sequence_remembers_is_of_one_beginning() {
    let text = "chan c = [0] of { bit };
        active [2] proctype S() { do :: c ! 1 od }
        active proctype R() { byte x, l, k; do :: atomic { c ? _ ->
            do :: x == 0 -> x = 1 :: l = 1 - l :: x = 0; k = (k + 1) % 9 :: k == 8 && l && x -> break od;
            x = 0; l = 0; k = 0 } od }";
    let machine = machine(text, false);
    let mut beginners = Beginners::default();
    let _ = machine.successors(machine.initial(), &mut machine.scratch(), &mut beginners);
    assert_eq!(beginners.0, BTreeSet::from([0, 1]));
}

/// Who takes the first step of transitions that lead somewhere.
#[derive(Default)]
struct Beginners(BTreeSet<usize>);

impl Visitor<Machine> for Beginners {
    fn transition(&mut self, transition: Transition<'_, Machine>) -> ControlFlow<()> {
        let first = transition.steps.first().filter(|_| transition.target.is_some());
        self.0.extend(first.map(|step| step.process.index()));
        ControlFlow::Continue(())
    }

    fn give_up(&mut self, _: GivenUp) -> ControlFlow<()> {
        panic!("the sequence is short");
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        panic!("a machine knows of no symmetry");
    }

    fn wants_all(&self) -> bool {
        true
    }

    fn ways(&self, _: &[machine::Step]) -> Ways {
        Ways::One
    }
}
