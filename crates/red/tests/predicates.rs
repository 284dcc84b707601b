//! Inactive variables by predicates over all local variables: Sect. 5 of the paper.

use kernel::{SearchOptions, Silent, StopReason, reachable, search};
use machine::Machine;
use machine::index::LocationId;
use model::SetOptions;
use red::{LoadOptions, Open};

use crate::support::machine;

/// The lock of Mellor-Crummey and Scott as Appendix A of the paper prints it, for any number of processes. Mode `zero` has number 0,
/// and so on.
const MCS: &str = "
global pointer L;
local pointer next, prev;
local discrete locked;
mode zero true { when true may next= NULL; goto one; }
mode one true { when true may prev= L; L= P; goto two; }
mode two true { when prev != NULL may goto three; when prev == NULL may goto six; }
mode three true { when true may locked= 1; goto four; }
mode four true { when true may prev->next = P; goto five; }
mode five true { when locked == 1 may ; when locked == 0 may goto six; }
mode six true { when next == NULL may goto seven; when next != NULL may goto nine; }
mode seven true { when L == P may L= NULL; goto zero; when L != P may goto eight; }
mode eight true { when next == NULL may ; when next != NULL may goto nine; }
mode nine true { when true may next->locked = 0; goto zero; }
initially L == NULL and forall i: zero[i];
risk exists i, j: i != j and 6 <= mode[i] <= 9 and 6 <= mode[j] <= 9;
";

fn options(open: Open, clear_inactive: bool, by_predicates: bool) -> LoadOptions {
    LoadOptions { open, clear_inactive, by_predicates, ..LoadOptions::default() }
}

/// The lock with so many processes.
pub fn mcs(processes: u32, options: &LoadOptions) -> Machine {
    machine(&format!("process count = {processes}; {MCS}"), options)
}

fn with_predicates(text: &str) -> Machine {
    machine(text, &options(Open::Zero, true, true))
}

/// Whether a variable of a process is active where the process is in a mode and its variables have these values, as declared.
fn is_active(
    machine: &Machine,
    process: usize,
    variable: &str,
    mode: usize,
    values: &[i32],
) -> bool {
    let predicates = machine.predicates().expect("predicates");
    let is_there = |it: &usize| machine.code.locations[*it].node.index() == mode;
    let location = (0..machine.code.locations.len()).find(is_there).expect("a location");
    let location = LocationId::new(location).0 as i32;
    let record: Vec<i32> = std::iter::once(location).chain(values.iter().copied()).collect();
    let name = |id: machine::index::VariableId| &*machine.program.variables[id.index()].name;
    let mut of_process = predicates.processes[process].iter();
    let Some(known) = of_process.find(|it| name(it.variable) == variable) else { return true };
    let mut value = |cell: u32| Ok::<i32, ()>(record[cell as usize]);
    predicates.is_inactive(known.root, &mut value) == Ok(false)
}

/// What steps read before they write it, worked out by hand. It implies what the paper prints. A process stands still for ever in
/// modes three and four if `prev` is NULL, which never happens and which the paper does not look at; and `prev` in mode one is
/// overwritten by the only step out of it, so that the printed predicate is not the least one.
#[test]
fn predicates_of_the_mcs_lock_imply_the_printed_ones() {
    for processes in [2, 3] {
        let machine = mcs(processes, &options(Open::Zero, true, true));
        let pointers = 0..=processes as i32;
        for process in 0..processes as usize {
            let own = process as i32 + 1;
            for (mode, next) in (0..10).flat_map(|mode| pointers.clone().map(move |it| (mode, it)))
            {
                for (prev, locked) in pointers.clone().flat_map(|it| [(it, 0), (it, 1)]) {
                    let active = |variable: &str| {
                        is_active(&machine, process, variable, mode, &[next, prev, locked])
                    };
                    let goes_on = prev != 0;
                    let by_hand = [
                        ("locked", mode == 5 || mode == 4 && goes_on),
                        ("prev", (2..=4).contains(&mode)),
                        (
                            "next",
                            mode == 1
                                || mode == 2 && prev != own
                                || (3..=4).contains(&mode) && goes_on && prev != own
                                || mode >= 5,
                        ),
                    ];
                    for (variable, expected) in by_hand {
                        let context = format!("{variable} of {own} in {mode} with prev {prev}");
                        assert_eq!(active(variable), expected, "{context}");
                    }
                    let printed = [
                        ("locked", (4..=5).contains(&mode)),
                        ("prev", (1..=4).contains(&mode)),
                        ("next", mode == 1 || (2..=4).contains(&mode) && prev != own || mode >= 5),
                    ];
                    assert!(printed.iter().all(|&(variable, holds)| holds || !active(variable)));
                }
            }
        }
    }
}

fn states_in_sets(machine: &Machine) -> String {
    let found =
        symbolic::explore(machine, &SearchOptions::default(), SetOptions::default(), &Silent);
    let found = found.expect("no defect");
    assert_eq!(found.stop, StopReason::Exhausted);
    found.counts.states
}

/// States of the MCS lock by an independent interpreter, which cleared by modes; the reachable states that predicates tell apart are
/// the same.
#[test]
fn clear_as_much_of_the_mcs_lock_as_modes() {
    for (processes, states) in [(2, "62"), (3, "812"), (4, "13248")] {
        for by_predicates in [false, true] {
            let machine = mcs(processes, &options(Open::Zero, true, by_predicates));
            assert_eq!(states_in_sets(&machine), states);
        }
    }
    for (processes, states) in [(2, 62), (3, 812)] {
        for open in [Open::Zero, Open::Free] {
            let machine = mcs(processes, &options(open, true, true));
            assert_eq!(reachable(&machine, 1000).expect("few states").len(), states);
        }
    }
}

/// The states that predicates leave are those of the machine that clears nothing, cleared, and fewer than modes leave.
#[track_caller]
fn states(text: &str) -> [usize; 3] {
    let all = machine(text, &options(Open::Zero, false, false));
    let [modes, predicates] = [false, true].map(|by| machine(text, &options(Open::Zero, true, by)));
    let count = |machine: &Machine| {
        let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
        let found = search(machine, &options, &Silent);
        let violated: Vec<_> = found.violations.iter().map(|it| it.property).collect();
        (found.statistics.states as usize, violated)
    };
    let counts = [&all, &modes, &predicates].map(count);
    assert!(counts.iter().all(|(_, violated)| *violated == counts[0].1), "{counts:?}");
    counts.map(|(states, _)| states)
}

/// Whether `x` is read depends on `y`: `x` holds what it likes while `y` is 0.
#[test]
fn values_of_other_variables_tell_what_is_inactive() {
    let text = "process count = 1; local discrete x: 0..3; local discrete y: 0..1;
        mode a { when x < 3 may x = x + 1; when true may goto b; when true may y = 1; goto b; }
        mode b { when y == 0 may goto c; when y == 1 may goto d; }
        mode c { when true may ; }
        mode d { when x == 3 may goto c; when x < 3 may ; }
        initially a[1] and x[1] == 0 and y[1] == 0; risk d[1] and x[1] == 2;";
    // `risk` reads `x` everywhere; what leads to `c` with `y` 1 is what leads there with `y` 0.
    assert_eq!(states(text), [21, 20, 20]);
    let unread = text.replace("risk d[1] and x[1] == 2", "risk d[1] and y[1] == 0");
    // `x` is forgotten in `c`; and in `b` where `y` is 0, of 4 values one is left.
    assert_eq!(states(&unread), [21, 18, 15]);
}

/// Of two variables that a guard reads each would be inactive by the value of the other, did only guards that hold read. Cleared
/// together they would let the guard hold.
#[test]
fn variables_are_not_cleared_into_a_guard() {
    let text = "process count = 1; local discrete x: 0..1; local discrete y: 0..1;
        mode a { when x + y == 0 may goto b; when true may goto a; }
        mode b { when true may ; }
        initially a[1] and x[1] == 1 and y[1] == 1; risk b[1];";
    let machine = with_predicates(text);
    let found = search(&machine, &SearchOptions::default(), &Silent);
    assert!(found.violations.is_empty());
    assert!(is_active(&machine, 0, "x", 0, &[1, 1]) && is_active(&machine, 0, "y", 0, &[1, 1]));
}

/// Whether `w` is inactive in `a` depends on `y`, and what `w = x` makes of it does not: in sets `w` is written there whatever `y` is.
#[test]
fn what_is_written_does_not_depend_on_what_was_cleared_before() {
    let text =
        "process count = 1; local discrete y: 0..1; local discrete x: 0..1; local discrete w: 0..2;
        mode a { when y == 0 may goto b; when true may w = x; goto b; }
        mode b { when w >= 1 may goto a; when true may ; }
        initially a[1] and y[1] == 0 and x[1] == 0 and w[1] == 1;";
    let machine = with_predicates(text);
    let is_active = |y: i32| is_active(&machine, 0, "w", 0, &[y, 0, 1]);
    assert!(is_active(0) && !is_active(1));
    // `w` is 1 in `a`, and 0 or 1 in `b`.
    let visited = search(&machine, &SearchOptions::default(), &Silent).statistics.states;
    assert_eq!((visited, states_in_sets(&machine)), (3, "3".to_owned()));
}

/// The paper counts the steps of the process alone. Another one may lead it to where a variable is read: `x` decides in mode `b` once
/// `y` is set, which only the other process does.
#[test]
fn steps_of_others_lead_to_where_a_variable_is_read() {
    let text =
        "process count = 2; global pointer g; local discrete x: 0..1; local discrete y: 0..1;
        mode a { when true may g = P; goto b; }
        mode b { when y == 1 may goto c; when g != NULL and g != P may g->y = 1; }
        mode c { when x == 1 may goto d; }
        mode d { when true may ; }
        initially g == NULL and forall i: (a[i] and x[i] == 1 and y[i] == 0);
        risk exists i: d[i];";
    let machine = with_predicates(text);
    assert!(is_active(&machine, 0, "x", 1, &[1, 0]));
    let found = search(&machine, &SearchOptions::default(), &Silent);
    assert_eq!(found.violations.len(), 1);
    let _ = states(text);
}

/// Who is read through a pointer forgets nothing, and 0 stands for what is forgotten where it is out of range.
#[test]
fn what_others_read_is_kept_and_ranges_need_not_have_zero() {
    let text = "process count = 2; local pointer p; local discrete v: 1..3; local discrete w: 1..3;
        mode a { when v < 3 may v = v + 1; w = v; when p != NULL may v = p->v; goto b;
                 when true may p = 3 - P; }
        mode b { when true may goto b; }
        initially forall i: (a[i] and p[i] == NULL and v[i] == 1 and w[i] == 1);
        risk exists i, j: i != j and b[i] and v[i] == 3 and v[j] == 1;";
    let machine = with_predicates(text);
    let active = |variable| is_active(&machine, 0, variable, 0, &[0, 1, 1]);
    assert!(active("v") && !active("w"));
    let states = states(text);
    assert!(states[2] <= states[1] && states[1] < states[0], "{states:?}");
    let reached = reachable(&machine, 1000).expect("few states");
    let place = machine.program.variables.iter().position(|it| it.name == "w").expect("a variable");
    let cell = machine.program.variables[place].offset as usize + 1;
    assert!(reached.iter().all(|it| it.cells[it.starts[0] as usize + cell] == 0));
}

/// Ranges are no reason to run for ever.
#[test]
fn too_much_is_refused() {
    let text = "process count = 3; local discrete x: 0..60000; local discrete y: 0..60000;
        mode a { when x + y == 7 may x = y; }";
    let (sources, loaded) = crate::support::load(text, &options(Open::Zero, true, true));
    let messages: Vec<String> = loaded.diagnostics.iter().map(|it| it.one_line(&sources)).collect();
    assert!(
        loaded.model.is_none() && messages.join(" ").contains("too many values"),
        "{messages:?}"
    );
}
