//! States up to symmetry against orbits that are counted without representatives, by listing the group.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::Path;

use cspm::evaluate::Evaluator;
use cspm::tree::{AssertionKind, ProcessProperty, SemanticModel};
use cspm::{Asserted, Script, with_large_stack};
use diagnostics::{Sources, read_file};
use groups::Patience;
use kernel::{SearchOptions, Silent, Transition, TransitionSystem, search};
use lts::{Assertion, Model, ProductState, Refinement, Semantics, Settings, Terms};
use model::{Model as _, Reduced as _};
use symmetry::oracle::orbit_count;
use symmetry::{Canonical, Quotient, Symmetric};
use testing::places;

/// Assertions with more states are left out.
const MOST_STATES: usize = 100_000;

/// For each assertion that holds of a script: orbits, and states of the quotient; none if there is no symmetry, or too much of either.
fn counted(path: &Path) -> Vec<Option<(usize, usize)>> {
    let mut sources = Sources::new();
    let text = std::fs::read(path).expect("a text");
    let file = cspm::add_script(&mut sources, "script.csp", &text).expect("a text");
    let (script, _) = Script::load(&mut sources, file, &[], &mut read_file).expect("a script");
    with_large_stack(|stack| {
        let mut evaluator = Evaluator::new(&script.tree, stack, || false).expect("values");
        let mut terms = Terms::new();
        let mut count = |asserted| {
            let model = product(asserted, &mut evaluator, &mut terms)?;
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
        };
        script.asserted.iter().map(&mut count).collect()
    })
}

/// The product of an assertion that compares two processes, or that asks a process for deadlocks or divergence.
pub(super) fn product(
    asserted: &Asserted,
    evaluator: &mut Evaluator<'_>,
    terms: &mut Terms,
) -> Option<Refinement> {
    let model = |model| match model {
        SemanticModel::Traces => Some(Model::Traces),
        SemanticModel::Failures => Some(Model::Failures),
        SemanticModel::FailuresDivergences => Some(Model::FailuresDivergences),
        _ => None,
    };
    let (assertion, process) = match &asserted.assertion.kind {
        AssertionKind::Refinement { specification, model: of, implementation } => {
            let refined = evaluator.process(specification, terms).expect("a process");
            (Assertion::Refines(refined, model(*of)?), implementation)
        }
        AssertionKind::Property { process, property, model: of } => {
            let of = model(of.unwrap_or(SemanticModel::FailuresDivergences))?;
            let assertion = match property {
                ProcessProperty::DeadlockFree => Assertion::DeadlockFree(of),
                ProcessProperty::DivergenceFree => Assertion::DivergenceFree,
                ProcessProperty::Deterministic => Assertion::Deterministic(of),
            };
            (assertion, process)
        }
        _ => return None,
    };
    let process = evaluator.process(process, terms).expect("a process");
    let mut semantics = Semantics::new(terms, evaluator);
    let prepared = assertion.prepare(&mut semantics, process, Settings::default());
    prepared.expect("a system").refinement("it")
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

/// So the numbers at the heads of the examples are orbits, where there are no more states and elements of the group than can be listed.
#[test]
fn states_up_to_symmetry_are_orbits() {
    let mut compared = 0;
    for path in places::examples("cspm") {
        for (place, counted) in counted(&path).into_iter().enumerate() {
            if let Some((orbits, states)) = counted {
                assert_eq!(states, orbits, "{}: {place}", path.display());
                compared += 1;
            }
        }
    }
    assert!(compared >= 25, "{compared}");
}
