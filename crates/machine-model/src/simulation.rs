//! Runs of a machine that somebody watches, statement by statement.

use kernel::TransitionSystem;
use machine::control::NodeKind;
use machine::explore::Step;
use machine::index::{EdgeId, LocationId, NodeId, ProcessId};
use machine::inspect::Inspector;
use machine::{Observer, State};
use model::{Action, Arrival, Choice, Observed, Printed, Simulated, StatementId, StepId};

use super::{Dialect, MachineModel};

/// A place in a run of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The state.
    pub state: State,
    /// Who keeps control, being in an atomic sequence.
    pub control: Option<ProcessId>,
}

/// The small steps that are possible somewhere, and whether `timeout` holds there.
struct Possible {
    choices: Vec<Choice<Position, Step>>,
    timeout: bool,
}

impl<D: Dialect> MachineModel<D> {
    fn possible(&self, position: &Position) -> Possible {
        let machine = self.machine();
        let mut possible = Possible { choices: Vec::new(), timeout: false };
        let Position { state, control } = position;
        machine.small_steps(state, *control, &mut machine.scratch(), &mut |step| {
            possible.timeout |= step.timeout;
            let target = step.target.cloned();
            possible.choices.push(Choice {
                steps: step.steps.to_vec(),
                target: target.map(|state| Position { state, control: step.control }),
            });
        });
        // Where nothing is possible, it is a timeout, though nobody waits for one.
        possible.timeout |= possible.choices.is_empty();
        possible
    }

    /// Whether `timeout` holds.
    pub(super) fn times_out(&self, position: &Position) -> bool {
        self.possible(position).timeout
    }

    /// The statements of an edge as steps of the model as it is written.
    fn statements_of(&self, component: u32, edge: EdgeId) -> Vec<StatementId> {
        let edge = &self.machine().code.edges[edge.index()];
        let operations = edge.operations.iter().enumerate();
        let statement = |(index, operation): (usize, &machine::compile::Operation)| StatementId {
            component,
            statement: operation.node.0,
            escape: edge.escape.filter(|_| index == 0).map(|node| node.0),
            is_jump: self.is_jump(edge.from, operation.node),
        };
        operations.map(statement).collect()
    }

    fn is_jump(&self, at: LocationId, node: NodeId) -> bool {
        let owner = self.machine().type_of(at);
        let graph = &self.machine().program.process_types[owner.index()].control;
        matches!(graph.node(node).kind, NodeKind::Goto(_) | NodeKind::Join | NodeKind::Exit)
    }

    /// The message that is handed over in a rendezvous, as in `c: [red,3]`.
    fn message(&self, position: &Position, steps: &[Step], timeout: bool) -> Option<String> {
        let [first, _, ..] = steps else { return None };
        let (machine, state) = (self.machine(), &position.state);
        let (channel, message) = machine.offer(state, *first, timeout)?;
        let name = machine.channel_name(state, channel)?;
        let (declared, _) = machine.channel_at(state, channel)?;
        let fields = self.named_machine().message_text(state, declared, &message);
        Some(format!("{name}: {fields}"))
    }
}

impl<D: Dialect> Simulated for MachineModel<D> {
    type Position = Position;

    fn starts(&self) -> Vec<Position> {
        let starts = self.machine().all_initial().iter();
        starts.map(|state| Position { state: state.clone(), control: None }).collect()
    }

    fn state<'a>(&self, position: &'a Position) -> &'a State {
        &position.state
    }

    fn holder(&self, position: &Position) -> Option<String> {
        let name = |process| self.named_machine().process_name(&position.state, process);
        position.control.map(name)
    }

    fn arrive(&self, position: Position) -> Arrival<Position, Step> {
        let choices = self.possible(&position).choices;
        if !choices.is_empty() || position.control.is_none() {
            return (position, choices);
        }
        // An atomic sequence that blocks lets the others go on.
        let position = Position { control: None, ..position };
        let choices = self.possible(&position).choices;
        (position, choices)
    }

    fn observe(&self, position: &Position, steps: &[Step]) -> Observed {
        let timeout = self.times_out(position);
        let mut recorder = OutputRecorder { model: self, printed: Vec::new() };
        let message = self.message(position, steps, timeout);
        self.machine().replay(&position.state, steps, timeout, &mut recorder);
        Observed { message, printed: recorder.printed }
    }

    fn obstacles(&self, position: &Position, component: Option<u32>) -> Vec<(Action, String)> {
        let Possible { choices, timeout } = self.possible(position);
        let possible: Vec<Step> = choices.iter().flat_map(|choice| choice.steps.clone()).collect();
        let Position { state, control } = position;
        let (machine, control) = (self.machine(), *control);
        let inspector = Inspector { machine, state, control, timeout, possible: &possible };
        let first = |process, edge| self.whole(process, edge).into_iter().next();
        let mut found = Vec::new();
        let wanted =
            |&process: &ProcessId| component.is_none_or(|of| of == machine.number_of(process));
        for process in state.process_ids().filter(wanted) {
            for &edge in inspector.edges(process) {
                if inspector.is_possible(process, edge) {
                    continue;
                }
                let Some(action) = first(process, edge) else { continue };
                found.push((action, self.obstacle(&inspector, process, edge)));
            }
        }
        found
    }

    fn terminates(&self, _: &Step) -> bool {
        false
    }

    fn is_passable(&self, step: &Step) -> bool {
        !step.result.is_final()
    }

    fn statements(&self, id: StepId) -> Vec<StatementId> {
        self.statements_of(id.component, EdgeId(id.action))
    }

    /// The whole statement, whatever comes of it; where processes point to one another, all of the rule.
    fn first_action(&self, _: &Position, step: &Step) -> Option<Action> {
        let mut actions = self.whole(step.process, step.edge).into_iter();
        let first = actions.next()?;
        let rest: Vec<String> = actions.map(|action| action.statement).collect();
        match &self.named_machine().meanings.pointers {
            Some(_) if !rest.is_empty() => {
                let statement = format!("{} may {}", first.statement, rest.join("; "));
                Some(Action { statement, ..first })
            }
            _ => Some(first),
        }
    }

    fn every_action(&self) -> Vec<Action> {
        // The widest number of a process that the model is likely to have.
        let machine = self.machine();
        let single_digits = 10 - usize::from(machine.program.semantics.first_process);
        let process = ProcessId::new(machine.initial().processes().max(single_digits) - 1);
        let edges = 0..machine.code.edges.len();
        edges.flat_map(|edge| self.whole(process, EdgeId::new(edge))).collect()
    }
}

/// Writes down what is printed.
struct OutputRecorder<'a, D> {
    model: &'a MachineModel<D>,
    printed: Vec<Printed>,
}

impl<D: Dialect> Observer for OutputRecorder<'_, D> {
    fn print(&mut self, printed: machine::Printed<'_>) {
        let (text, problem) = self.model.dialect.print(self.model.named_machine(), &printed);
        let component = self.model.machine().number_of(printed.process);
        self.printed.push(Printed { component, text, problem });
    }
}
