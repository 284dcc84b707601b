//! Walking the unreduced machine along a trail of SPIN.

use std::ops::ControlFlow;

use confirm::is_deadlock;
use kernel::{PropertyId, Transition, TransitionSystem, Ways, by_way};
use machine::{Machine, State, Step};
use machine_model::MachineText;
use model::{Run, RunStep};

use super::file::TrailStep;
use crate::lower::Numbering;

/// The most possible steps that are named where a line does not fit.
const MOST_NAMED: usize = 6;

/// What a trail leads to.
#[derive(Debug)]
pub struct Walk {
    /// The run; its property means something only if there is a violation.
    pub run: Run<State, Step>,
    /// What is seen at its end.
    pub ending: Ending,
    /// The last line, if nothing can happen any more before it: SPIN's breadth-first search writes
    /// the step that it tried last after the steps to a deadlock.
    pub left_over: Option<usize>,
}

/// What is seen where a trail ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This property is violated there.
    Violation(PropertyId),
    /// Nothing is violated there.
    Nothing,
    /// It ends inside an atomic sequence.
    InsideAtomic,
}

/// A transition out of a state.
struct Candidate {
    steps: Vec<Step>,
    target: Option<State>,
    violation: Option<PropertyId>,
}

/// Walks along the steps of a trail.
///
/// # Errors
/// The first line that does not fit, what it asks for and what is possible instead.
pub fn walk(
    text: &MachineText,
    numbering: &Numbering,
    steps: &[TrailStep],
) -> Result<Walk, String> {
    let spin = Spin { text, numbering };
    let machine = &text.named.machine;
    let mut scratch = machine.scratch();
    let last = machine.initial().clone();
    let mut run = Run { property: Machine::deadlock(), transitions: Vec::new(), last };
    let mut rest = steps;
    let mut violated = None;
    let mut left_over = None;
    while !rest.is_empty() {
        let candidates = spin.candidates(&run.last, rest, &mut scratch);
        let taken = candidates
            .iter()
            .filter(|c| spin.agrees(&c.steps, rest))
            .max_by_key(|c| (c.steps.len(), worth(c, rest.len())));
        if let ([step], true) = (rest, is_deadlock(machine, &run.last, &mut scratch)) {
            left_over = Some(step.line);
            break;
        }
        let before = run.last.clone();
        let Some(taken) = taken else {
            // The trail may end before the atomic sequence does.
            let whole = candidates.iter().find(|c| spin.agreement(&c.steps, rest) == rest.len());
            let Some(whole) = whole else {
                return Err(spin.misfit(&before, &candidates, rest));
            };
            let steps = whole.steps[..rest.len()].to_vec();
            run.transitions.push(RunStep { steps, before, after: None });
            return Ok(Walk { run, ending: Ending::InsideAtomic, left_over });
        };
        rest = &rest[taken.steps.len()..];
        violated = taken.violation.filter(|_| rest.is_empty());
        run.transitions.push(RunStep {
            steps: taken.steps.clone(),
            before,
            after: taken.target.clone(),
        });
        match &taken.target {
            Some(state) => run.last = state.clone(),
            None if rest.is_empty() => break,
            None => return Err(after_the_end(rest)),
        }
    }
    if violated.is_none() && is_deadlock(machine, &run.last, &mut scratch) {
        violated = Some(Machine::deadlock());
    }
    run.property = violated.unwrap_or(run.property);
    Ok(Walk { run, ending: violated.map_or(Ending::Nothing, Ending::Violation), left_over })
}

/// At the end of a trail what violates something is meant, and elsewhere what goes on.
fn worth(candidate: &Candidate, rest: usize) -> bool {
    if candidate.steps.len() == rest {
        candidate.violation.is_some()
    } else {
        candidate.target.is_some()
    }
}

fn after_the_end(rest: &[TrailStep]) -> String {
    let line = rest.first().map_or(0, |step| step.line);
    format!("line {line}: the step before it ends in a run-time error, and nothing can follow")
}

/// A model as SPIN sees it.
struct Spin<'a> {
    text: &'a MachineText,
    numbering: &'a Numbering,
}

impl Spin<'_> {
    fn number(&self, step: &Step) -> Option<u32> {
        self.numbering.of_edge(&self.text.named, step.edge)
    }

    /// The transitions out of a state: every way that the trail goes, and of the others one to each target.
    fn candidates(
        &self,
        state: &State,
        rest: &[TrailStep],
        scratch: &mut machine::Scratch,
    ) -> Vec<Candidate> {
        let mut found = Vec::new();
        let ways = |begun: &[Step]| if self.agrees(begun, rest) { Ways::Every } else { Ways::One };
        let see = |t: Transition<'_, Machine>| {
            found.push(Candidate {
                steps: t.steps.to_vec(),
                target: t.target.cloned(),
                violation: t.violation,
            });
            ControlFlow::Continue(())
        };
        let _ = self.text.named.machine.successors(state, scratch, &mut by_way(ways, see));
        found
    }

    /// Whether the trail goes on with these steps.
    fn agrees(&self, steps: &[Step], rest: &[TrailStep]) -> bool {
        steps.len() <= rest.len() && self.agreement(steps, rest) == steps.len()
    }

    /// How many of the first steps are those that the trail goes on with.
    fn agreement(&self, steps: &[Step], rest: &[TrailStep]) -> usize {
        let same = |(step, line): &(&Step, &TrailStep)| {
            u32::from(step.process.0) == line.process && self.number(step) == Some(line.number)
        };
        steps.iter().zip(rest).take_while(same).count()
    }

    fn misfit(&self, state: &State, candidates: &[Candidate], rest: &[TrailStep]) -> String {
        let fitting = |c: &Candidate| self.agreement(&c.steps, rest);
        let shared = candidates.iter().map(fitting).max().unwrap_or(0);
        let Some(wanted) = rest.get(shared) else { return String::new() };
        let mut possible: Vec<Step> = Vec::new();
        for candidate in candidates.iter().filter(|c| fitting(c) == shared) {
            let step = candidate.steps.get(shared);
            let known =
                |s: &&Step| possible.iter().any(|p| (p.process, p.edge) == (s.process, s.edge));
            possible.extend(step.filter(|s| !known(s)).copied());
        }
        // What the named process could do tells most.
        if possible.iter().any(|s| u32::from(s.process.0) == wanted.process) {
            possible.retain(|s| u32::from(s.process.0) == wanted.process);
        }
        let Spin { text, numbering } = self;
        let model = &text.named;
        let mut named: Vec<String> =
            possible.iter().take(MOST_NAMED).map(|step| self.describe(step)).collect();
        if possible.len() > MOST_NAMED {
            named.push(format!("{} more", possible.len() - MOST_NAMED));
        }
        let possible = match named.is_empty() {
            true => "no process can move there".to_owned(),
            false => format!("possible there: {}", named.join(", ")),
        };
        let process = state.process_ids().nth(wanted.process as usize);
        let name = match process {
            Some(process) => model.process_name(state, process),
            None => format!("process {}, which does not exist there,", wanted.process),
        };
        let statement = match numbering.statement(model, &text.sources, wanted.number) {
            Some((owner, text)) => {
                format!(
                    "statement {} (of {owner}, line {}: {})",
                    wanted.number, text.line, text.text
                )
            }
            None => format!("statement {}, which the model does not have", wanted.number),
        };
        format!("line {}: {name} takes {statement}; {possible}", wanted.line)
    }

    fn describe(&self, step: &Step) -> String {
        let text = self.text.named.step_text(&self.text.sources, step);
        let first = text.statements.first();
        let number = self.number(step).map_or("?".to_owned(), |n| n.to_string());
        let (line, statement) = first.map_or((0, ""), |s| (s.line, s.text.as_str()));
        format!("{}: {number} (line {line}: {statement})", text.process)
    }
}
