//! No run of an assertion is told without its judge, who refuses damaged ones.

use std::cell::RefCell;

use checking::{
    CheckRequest, Detail, Failure, RepresentativeRequest, RunOf, SymmetrySource, check_claim,
    replay,
};
use cspm::evaluate::Evaluator;
use cspm::{Script, add_script, with_large_stack};
use diagnostics::{Sources, read_file};
use kernel::{Fairness, SearchOptions, Silent};
use lts::{
    Assertion, Event, Model, Prepared, ProductState, Refinement, Semantics, Settings, Step, Terms,
};
use model::{Claim, Goal};
use symmetry::AuditPlan;

const SCRIPT: &str = "channel a, b, c
P = a -> (P |~| b -> STOP)
Q = b -> c -> Q
R = a -> (Q \\ {b, c})
print P
print R
print a -> a -> STOP
print a -> P
print a -> (P |~| STOP)
";

/// A run that violates something, and what it takes to judge it.
struct Case<'c, 's> {
    prepared: Prepared,
    model: Refinement,
    semantics: &'c mut (Terms, Evaluator<'s>),
}

impl Case<'_, '_> {
    fn judge(&mut self, run: &RunOf<Refinement>) -> Result<(), String> {
        let (terms, evaluator) = &mut *self.semantics;
        let mut semantics = Semantics::without_compressions(terms, evaluator);
        let judged = self.prepared.judge(&self.model, &mut semantics, run);
        judged.map(|_| ()).map_err(|why| why.to_string())
    }
}

fn request() -> CheckRequest<'static> {
    CheckRequest {
        symmetry: SymmetrySource::Off,
        representative: RepresentativeRequest::default(),
        audit: AuditPlan::OFF,
        orbits: false,
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions::default(),
        detail: Detail::Changes,
        store: true,
        export: false,
    }
}

const CLAIM: Claim<'static> =
    Claim { name: "it", kind: "refinement", goal: Goal::States, is_refuted: true, otherwise: "" };

/// Each way to damage a run of at least two steps, the last of which violates something.
fn damaged(run: &RunOf<Refinement>) -> Vec<RunOf<Refinement>> {
    let mut all = Vec::new();
    let mut damage = |change: &dyn Fn(&mut RunOf<Refinement>)| {
        let mut damaged = run.clone();
        change(&mut damaged);
        all.push(damaged);
    };
    let last = run.transitions.len() - 1;
    for place in 0..last {
        // Another event, another state of a component, a step less.
        let event = |number| Step::Does { event: Event(number), number: 0 };
        for number in [Event::TAU.0, 2, 3, 4] {
            if !matches!(run.transitions[place].steps[..], [Step::Does { event, .. }] if event.0 == number)
            {
                damage(&|run| run.transitions[place].steps = vec![event(number)]);
            }
        }
        damage(&|run| shift(&mut run.transitions[place].before));
        damage(&|run| drop(run.transitions.remove(place)));
    }
    for step in [Step::Refuses, Step::Diverges, Step::Lacks] {
        if run.transitions[last].steps != [step] {
            damage(&|run| run.transitions[last].steps = vec![step]);
        }
    }
    damage(&|run| shift(&mut run.transitions[last].before));
    damage(&|run| drop(run.transitions.pop()));
    all
}

/// Another state of the first component.
fn shift(state: &mut ProductState) {
    let mut numbers = state.to_vec();
    numbers[1] += 1;
    *state = numbers.into();
}

#[test]
fn a_judge_is_asked_and_refuses_what_is_damaged() {
    let mut sources = Sources::new();
    let file = add_script(&mut sources, "m", SCRIPT.as_bytes()).expect("a text");
    let (script, _) = Script::load(&mut sources, file, &[], &mut read_file).expect("a script");
    with_large_stack(|stack| {
        let mut evaluator = Evaluator::new(&script.tree, stack, || false).expect("values");
        let mut terms = Terms::new();
        let printed = script.printed.iter();
        let processes = printed.map(|one| evaluator.process(&one.value, &mut terms));
        let [p, r, twice, before, stops] =
            processes.collect::<Result<Vec<_>, _>>().expect("five")[..]
        else {
            panic!("five processes");
        };
        // Of the events, `a`, `b` and `c` are met in this order.
        let trace = vec![Event(2), Event(3), Event(4)];
        let mut both = (terms, evaluator);
        let mut refused = 0;
        for (process, assertion, ending) in [
            (p, Assertion::Refines(twice, Model::Traces), "is not allowed here"),
            (stops, Assertion::Refines(before, Model::FailuresDivergences), "is accepted here"),
            (r, Assertion::DivergenceFree, "it diverges"),
            (p, Assertion::HasTrace(trace, Model::Traces), "cannot happen here"),
        ] {
            let (terms, evaluator) = &mut both;
            let mut semantics = Semantics::new(terms, evaluator);
            let prepared = assertion.prepare(&mut semantics, process, Settings::default());
            let prepared = prepared.expect("a system");
            let model = prepared.refinement("it").unwrap_or_else(|| prepared.lacking("it", 2));
            let case = RefCell::new(Case { prepared, model, semantics: &mut both });
            refused += judged(&case, ending);
        }
        assert!(refused >= 30, "{refused}");
    });
}

/// How many damaged runs were refused.
fn judged(case: &RefCell<Case<'_, '_>>, ending: &str) -> usize {
    // The search asks the judge without the case.
    let model = {
        let case = case.borrow();
        let specification = std::sync::Arc::new(case.model.specification().clone());
        let system = std::sync::Arc::clone(&case.prepared.implementation);
        Refinement::new("it", specification, system)
    };
    let (request, silent) = (request(), Silent);
    let mut no = |_: &RunOf<Refinement>| Err("nobody believes it".to_owned());
    let told = check_claim(&model, "m", &CLAIM, &request, &silent, &mut no);
    let Err(Failure::Internal(why)) = told else { panic!("it was told") };
    assert!(why.contains("nobody believes it"), "{why}");
    let mut refused = 0;
    let mut judge = |run: &RunOf<Refinement>| {
        let mut case = case.borrow_mut();
        case.judge(run)?;
        for damaged in damaged(run) {
            assert!(case.judge(&damaged).is_err(), "{ending}: {damaged:?}");
            refused += 1;
        }
        Ok(())
    };
    let report = check_claim(&model, "m", &CLAIM, &request, &silent, &mut judge);
    let Ok(report) = report else { panic!("{ending}: it was not told") };
    let reason = report.verdict.reason.or(report.counterexample.map(|told| told.ending));
    assert!(reason.as_ref().is_some_and(|why| why.contains(ending)), "{reason:?}: {ending}");
    let stored = report.stored.expect("it is to be stored");
    let replayed = replay(&model, "m", &stored, Detail::Changes, &mut no);
    let Err(Failure::Input(why)) = replayed else { panic!("it was replayed") };
    assert!(why.contains("nobody believes it"), "{why}");
    refused
}
