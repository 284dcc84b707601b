//! States up to symmetry against orbits that are counted without representatives, by listing the group.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cspm::evaluate::Evaluator;
use cspm::{Script, with_large_stack};
use diagnostics::{Sources, read_file};
use groups::Patience;
use kernel::{SearchOptions, Silent, Transition, TransitionSystem, search};
use lts::{Assertion, Model, ProductState, Refinement, Semantics, Settings, Terms};
use model::{Model as _, Reduced as _};
use symmetry::oracle::orbit_count;
use symmetry::{Canonical, Quotient, Symmetric};
use testing::places;

/// Assertions with more states are left out.
const MOST_STATES: usize = 20_000;

/// The first process of every assertion of a script, to be free of deadlock, with the symmetry that is found.
fn counted(path: &std::path::Path) -> Option<(usize, usize)> {
    let mut sources = Sources::new();
    let text = std::fs::read(path).expect("a text");
    let file = cspm::add_script(&mut sources, "script.csp", &text).expect("a text");
    let (script, _) = Script::load(&mut sources, file, &[], &mut read_file).expect("a script");
    let process = script.asserted.first()?.process().clone();
    with_large_stack(|stack| {
        let mut evaluator = Evaluator::new(&script.tree, stack, || false).expect("values");
        let mut terms = Terms::new();
        let process = evaluator.process(&process, &mut terms).expect("a process");
        let mut semantics = Semantics::new(&mut terms, &mut evaluator);
        let assertion = Assertion::DeadlockFree(Model::Failures);
        let prepared = assertion.prepare(&mut semantics, process, Settings::default());
        let model = prepared.expect("a system").refinement("it").expect("states");
        model.permit(evaluator.symmetric_values(&model.events(), &[])?);
        let found = model.understand().detect(&mut Patience::endless()).reduction?;
        let states = reachable(found.system())?;
        let cells = states.iter().map(|state| found.system().cells(state).to_vec());
        let group = found.symmetry().group();
        let orbits = orbit_count(cells, group, found.symmetry().layout()).ok()?;
        let canonical = Canonical::new(found.symmetry());
        let quotient = Quotient::new(found.system(), &canonical);
        let options = SearchOptions { keep_going: true, ..SearchOptions::default() };
        let outcome = search(&quotient, &options, &Silent);
        Some((orbits, outcome.statistics.states as usize))
    })
}

/// All states, as they are.
fn reachable(system: &Refinement) -> Option<Vec<ProductState>> {
    let (mut met, mut states) = (BTreeSet::new(), Vec::new());
    let mut scratch = system.scratch();
    let _ = system.initial_states(&mut scratch, &mut |state: &ProductState| {
        met.insert(state.to_vec());
        states.push(state.clone());
        ControlFlow::Continue(())
    });
    let mut done = 0;
    while let Some(state) = states.get(done).cloned() {
        done += 1;
        let _ = system.successors(&state, &mut scratch, &mut |t: Transition<'_, Refinement>| {
            if let Some(target) = t.target
                && met.insert(target.to_vec())
            {
                states.push(target.clone());
            }
            ControlFlow::Continue(())
        });
        if states.len() > MOST_STATES {
            return None;
        }
    }
    Some(states)
}

#[test]
fn states_up_to_symmetry_are_orbits() {
    let mut compared = 0;
    for path in places::examples("cspm") {
        if let Some((orbits, states)) = counted(&path) {
            assert_eq!(states, orbits, "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared >= 6, "{compared}");
}
