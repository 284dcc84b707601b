//! The words of a machine, as a model has them.

use diagnostics::{Diagnostic, Sources, Span};
use kernel::PropertyId;
use machine::State;
use machine::explore::{Step, StepResult};
use machine::index::{EdgeId, ProcessId};
use machine::inspect::Inspector;
use model::{
    Action, Cell, Effects, Exchange, Executed, InferredType, Named, Place, RunStep, Scalarset,
    StepId, Unreached, Value, Violation, Waiting, Words, Wrong,
};

use super::{Dialect, MachineModel};
use crate::words::{NamedMachine, StatementText, scalarsets};

impl<D: Dialect> MachineModel<D> {
    pub(super) fn named_machine(&self) -> &NamedMachine {
        &self.text.named
    }

    pub(super) fn action(&self, process: &str, statement: StatementText) -> Action {
        statement.action(process, &self.text.sources)
    }

    /// What a step along an edge tells of, whatever comes of it.
    pub(super) fn whole(&self, process: ProcessId, edge: EdgeId) -> Vec<Action> {
        self.told(&Step { process, edge, result: StepResult::Done })
    }

    fn told(&self, step: &Step) -> Vec<Action> {
        let text = self.named_machine().step_text(&self.text.sources, step);
        let statements = text.statements.into_iter();
        statements.map(|statement| self.action(&text.process, statement)).collect()
    }

    /// The statements of an edge, without the jumps between them.
    fn statements(&self, process: ProcessId, edge: EdgeId) -> Vec<Action> {
        let told = self.named_machine().told(edge, StepResult::Done).into_iter();
        let mut actions = self.whole(process, edge);
        let mut passed = told.map(|told| told.is_passed);
        actions.retain(|_| !passed.next().unwrap_or_default());
        actions
    }

    fn waiting(&self, state: &State, process: ProcessId) -> Waiting {
        let machine = self.machine();
        let location = &machine.code.locations[state.location(process).index()];
        Waiting {
            number: machine.number_of(process),
            process: self.named_machine().process_name(state, process),
            at: self.first_actions(state, process).map(|(_, action)| action).collect(),
            may_end: location.valid_end,
        }
    }

    /// The edges out of where a process is, but for its end, each with what it begins with.
    fn first_actions(
        &self,
        state: &State,
        process: ProcessId,
    ) -> impl Iterator<Item = (EdgeId, Action)> {
        let machine = self.machine();
        let edges = &machine.code.locations[state.location(process).index()].edges;
        let waiting = edges.iter().filter(|&&edge| !machine.is_end(edge));
        waiting.filter_map(move |&edge| Some((edge, self.whole(process, edge).into_iter().next()?)))
    }

    /// Why a process cannot take each of these edges.
    fn obstacles_of(&self, inspector: &Inspector<'_>, process: ProcessId) -> Vec<String> {
        let edges = self.first_actions(inspector.state, process);
        edges.map(|(edge, _)| self.obstacle(inspector, process, edge)).collect()
    }

    /// Why a process cannot take an edge.
    pub(super) fn obstacle(
        &self,
        inspector: &Inspector<'_>,
        process: ProcessId,
        edge: EdgeId,
    ) -> String {
        let first = |edge| self.whole(ProcessId(0), edge).into_iter().next();
        let statement = |edge| first(edge).map_or_else(String::new, |action| action.statement);
        let obstacle = inspector.obstacle(process, edge);
        obstacle.map_or("not possible now".to_owned(), |obstacle| {
            self.named_machine().obstacle_text(inspector.state, process, &obstacle, &statement)
        })
    }
}

impl StatementText {
    /// The statement as what a process does.
    #[must_use]
    pub fn action(self, process: &str, sources: &Sources) -> Action {
        let place = Place {
            file: sources.name(self.span.file).to_owned(),
            line: self.line,
            column: self.column,
        };
        Action {
            process: process.to_owned(),
            statement: self.text,
            place: Some(place),
            calls: self.calls,
        }
    }
}

impl<D: Dialect> Words for MachineModel<D> {
    fn sources(&self) -> &Sources {
        &self.text.sources
    }

    fn joined(&self) -> Option<Self> {
        let movers = self.machine().movers()?;
        Some(self.of(self.machine().joining(movers)))
    }

    fn keeping_inactive(&self) -> Result<Option<Self>, String> {
        let kept = self.machine().keeping_inactive();
        let kept = kept.map_err(|fault| fault.at_start().message)?;
        Ok(kept.map(|machine| self.of(machine)))
    }

    fn component(&self) -> &'static str {
        if self.text.named.meanings.actors.is_some() { "rebec" } else { "process" }
    }

    fn processes(&self, state: &State) -> Vec<Waiting> {
        state.process_ids().map(|process| self.waiting(state, process)).collect()
    }

    fn obstacles_at(&self, state: &State) -> Vec<Vec<String>> {
        // Where nothing is possible, it is a timeout.
        let (machine, control, timeout) = (self.machine(), None, true);
        let inspector = Inspector { machine, state, control, timeout, possible: &[] };
        state.process_ids().map(|process| self.obstacles_of(&inspector, process)).collect()
    }

    fn actions(&self, _: &State, step: &Step) -> Vec<Action> {
        self.told(step)
    }

    fn event(&self, _: &Step) -> Option<Action> {
        None
    }

    fn effects(&self, before: &State, steps: &[Step]) -> Vec<Vec<Effects>> {
        self.effects_of(before, steps)
    }

    fn course(&self, before: &State, steps: &[Step]) -> Vec<Vec<State>> {
        self.course_of(before, steps)
    }

    fn named(&self, id: StepId) -> Named {
        let machine = self.machine();
        let known = (id.action as usize) < machine.code.edges.len();
        let number = i32::try_from(id.component).ok();
        let process = number.and_then(|n| machine.program.semantics.process_with_number(n));
        match (process, known) {
            (Some(process), true) => Named::Actions(self.statements(process, EdgeId(id.action))),
            _ => Named::Nothing,
        }
    }

    fn violation(&self, step: &Step) -> Option<Violation> {
        let error = match step.result {
            StepResult::Done => return None,
            StepResult::AssertionFailed { .. } => None,
            StepResult::Fault { fault, operation, .. } => {
                Some(self.named_machine().fault_text(fault, step.edge, operation))
            }
        };
        let text = self.named_machine().step_text(&self.text.sources, step);
        let action = text.culprit.map(|culprit| self.action(&text.process, culprit));
        Some(Violation { error, action })
    }

    /// The step and the property tell all.
    fn wrong(&self, _: &RunStep<State, Step>) -> Option<Wrong<State, Step>> {
        None
    }

    fn excluded(&self, state: &State, invariant: PropertyId) -> Option<String> {
        self.named_machine().excluded_text(state, invariant)
    }

    fn cells(&self, state: &State) -> Vec<Cell> {
        self.named_machine().contents(state)
    }

    fn differing_cells(&self, first: &State, second: &State) -> Option<(Vec<Cell>, Vec<Cell>)> {
        self.named_machine().differing_contents(first, second)
    }

    fn symbols(&self) -> Vec<(String, Value)> {
        self.named_machine().symbols()
    }

    fn propositions(&self) -> Vec<String> {
        self.named_machine().propositions(self.sources())
    }

    fn constants(&self) -> Vec<(String, String)> {
        self.named_machine().constants()
    }

    fn channels(&self, state: &State) -> Vec<(String, String)> {
        self.named_machine().channel_table(state)
    }

    fn executed(&self, executions: &[u64]) -> Vec<Executed> {
        self.named_machine().executed(&self.text.sources, executions)
    }

    fn unreached(&self, executed: &[bool]) -> Vec<Unreached> {
        self.named_machine().unreached(&self.text.sources, executed)
    }

    fn inferred_types(&self) -> Option<Vec<InferredType>> {
        self.dialect.inferred_types(&self.text.sources)
    }

    fn scalarsets(&self) -> &[Scalarset] {
        &self.scalarsets
    }

    fn declare_scalarsets(&mut self, name: &str, text: &str) -> Result<(), Diagnostic> {
        let file = self.text.sources.add(name, text);
        let end = self.text.sources.text(file).len() as u32;
        self.scalarsets.extend(scalarsets(text, Span { file, start: 0, end })?);
        Ok(())
    }

    fn exchange(&self) -> Option<Box<dyn Exchange<State, Step> + '_>> {
        self.dialect.exchange(&self.text)
    }
}
