//! Runs along a stored trace.
//!
//! A search may have merged statements, reset dead variables and dropped unread ones. A trace is therefore
//! first replayed on the model as it was searched, and then followed, statement by statement, on the
//! model as it is written, so that all values are true.

use kernel::{PropertyKind, TransitionSystem};
use machine::Machine;
use machine::control::NodeKind;
use machine::index::{EdgeId, NodeId};

use super::Stage;
use super::account::Account;
use super::arguments::SimulateArgs;
use super::ending::{Ending, EndingKind};
use super::walk::{Choice, Position, Taken, Walk};
use crate::arguments::StateArgs;
use crate::exit::{Exit, Failure};
use crate::load::Subject;
use crate::replay_command::{plan, run_stored};
use crate::settings::is_called;
use crate::trace_file::TraceFile;
use crate::units::plural;

/// Shows the stored run.
///
/// # Errors
/// Where the trace departs from the model.
pub fn run(args: &SimulateArgs, stage: &Stage, file: &TraceFile) -> Result<Exit, Failure> {
    let taken = follow(stage, file)?;
    let mut account = Account::new(args, stage, "guided", None);
    if !args.quiet {
        account.preface(&format!("along the trace: {}", file.ending))?;
    }
    let most = usize::try_from(args.steps.unwrap_or(u64::MAX)).unwrap_or(usize::MAX);
    let shown = &taken[..most.min(taken.len())];
    for step in shown {
        account.tell(step)?;
    }
    let mut walk = Walk::new(&stage.subject);
    let last = shown.last();
    if let Some(last) = last {
        walk.stand_at(last.after.clone());
    }
    let ending = Ending::of(&walk, last.map_or(&[], |last| &last.steps));
    let ending = ending.unwrap_or_else(|| {
        let steps = plural(shown.len() as u64, "step");
        if shown.len() < taken.len() {
            let text = format!("stopped after {steps} (--steps)");
            return Ending::cut_off(EndingKind::StepLimit, text);
        }
        Ending::cut_off(EndingKind::TraceEnd, format!("the trace ends after {steps}"))
    });
    account.finish(&walk, &ending)
}

/// A statement of the trace.
struct Wanted {
    process: u16,
    node: NodeId,
    /// The escape that it begins.
    escape: Option<NodeId>,
    /// Whether it does nothing and may be no statement of the model as it is written.
    jump: bool,
    /// The transition of the trace, from 1.
    transition: usize,
}

/// The steps of the stored run, statement by statement.
///
/// # Errors
/// Where the trace departs from the model.
pub fn follow(stage: &Stage, file: &TraceFile) -> Result<Vec<Taken>, Failure> {
    let searched: Subject;
    let (as_searched, states) = (&stage.subject, file.states());
    let as_searched = if same_states(states, stage.states) {
        as_searched
    } else {
        searched = Subject::read(&stage.model, states)?.0;
        &searched
    };
    let plan = plan(as_searched, file)?;
    if !file.property.is_empty() {
        run_stored(as_searched, file)?;
    }
    let machine = &as_searched.model.machine;
    let steps = plan.iter().enumerate().flat_map(|(index, steps)| {
        steps.iter().map(move |step| (index + 1, step.process, step.edge))
    });
    let wanted: Vec<Wanted> = steps
        .flat_map(|(transition, process, edge)| statements(machine, transition, process, edge))
        .collect();
    Follower { walk: Walk::new(&stage.subject), taken: Vec::new() }.follow(file, &wanted)
}

fn same_states(a: StateArgs, b: StateArgs) -> bool {
    let shape =
        |s: StateArgs| (s.no_merge, s.no_dataflow, s.keep_unread, s.keep_hidden, s.java_unless);
    shape(a) == shape(b)
}

/// The statements of an edge.
fn statements(machine: &Machine, transition: usize, process: u16, edge: EdgeId) -> Vec<Wanted> {
    let edge = &machine.code.edges[edge.index()];
    let operations = edge.operations.iter().enumerate();
    operations
        .map(|(index, operation)| Wanted {
            process,
            node: operation.node,
            escape: edge.escape.filter(|_| index == 0),
            jump: is_jump(machine, edge.from, operation.node),
            transition,
        })
        .collect()
}

fn is_jump(machine: &Machine, at: machine::index::LocationId, node: NodeId) -> bool {
    let owner = machine.type_of(at);
    let graph = &machine.program.process_types[owner.index()].control;
    matches!(graph.node(node).kind, NodeKind::Goto(_) | NodeKind::Join | NodeKind::Exit)
}

struct Follower<'a> {
    walk: Walk<'a>,
    taken: Vec<Taken>,
}

impl Follower<'_> {
    fn follow(mut self, file: &TraceFile, wanted: &[Wanted]) -> Result<Vec<Taken>, Failure> {
        let mut rest = wanted;
        let ends_elsewhere = self.is_of_states(&file.property);
        while let Some((first, others)) = rest.split_first() {
            if self.walk.position().failed {
                // What was merged with the statement that failed.
                break;
            }
            if let Some((place, steps)) = self.find(rest) {
                let mut taken = self.walk.take(place);
                rest = &rest[steps..];
                let later = rest.iter().any(|other| other.transition > first.transition);
                if later || ends_elsewhere {
                    self.pass_over_assertion(&mut taken);
                }
                self.taken.push(taken);
            } else if first.jump {
                rest = others;
            } else {
                let text = format!(
                    "the trace does not fit the model: step {} of {} cannot be followed there",
                    first.transition,
                    file.steps.len()
                );
                return Err(Failure::input(text));
            }
        }
        Ok(self.taken)
    }

    /// Whether a property is violated by a state, and not by the step that comes last.
    fn is_of_states(&self, name: &str) -> bool {
        let properties = self.machine().properties();
        let kind = properties.iter().find(|property| is_called(property, name)).map(|p| p.kind);
        matches!(kind, Some(PropertyKind::Deadlock | PropertyKind::Invariant))
    }

    /// Lets a run go on behind an assertion that failed, as the trace does.
    fn pass_over_assertion(&mut self, taken: &mut Taken) {
        if taken.after.failed && !taken.steps.iter().any(|step| step.result.is_final()) {
            self.walk.stand_at(Position { failed: false, ..taken.after.clone() });
            taken.after = self.walk.position().clone();
        }
    }

    /// The choice that does what comes first, and how many of the wanted statements it does.
    fn find(&self, wanted: &[Wanted]) -> Option<(usize, usize)> {
        let fits = |choice: &Choice| {
            choice.steps.len() <= wanted.len()
                && choice.steps.iter().zip(wanted).all(|(step, wanted)| {
                    let edge = &self.machine().code.edges[step.edge.index()];
                    step.process == wanted.process
                        && edge.escape == wanted.escape
                        && edge.operations.first().is_some_and(|o| o.node == wanted.node)
                })
        };
        let place = self.walk.choices().iter().position(fits)?;
        Some((place, self.walk.choices()[place].steps.len()))
    }

    fn machine(&self) -> &Machine {
        &self.walk.subject.model.machine
    }
}
