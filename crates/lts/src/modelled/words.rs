//! The words of a refinement: the components of its implementation, and what they do.

use diagnostics::{Diagnostic, Sources, Span};
use kernel::PropertyId;
use model::{
    Action, Cell, CellKind, Effects, Exchange, Executed, InferredType, Named, Place, RunStep,
    Scalarset, StepId, Unreached, Value, Violation, Waiting, Words, Wrong,
};

use crate::event::Event;
use crate::explicit::State;
use crate::refine::{ProductState, Refinement, Step};
use crate::supercombinator::{Component, Rule};

impl Words for Refinement {
    fn sources(&self) -> &Sources {
        &self.names().sources
    }

    /// Nothing is cleared.
    fn joined(&self) -> Option<Self> {
        None
    }

    fn keeping_inactive(&self) -> Result<Option<Self>, String> {
        Ok(None)
    }

    fn component(&self) -> &'static str {
        "process"
    }

    /// The components, and what each could do by itself.
    fn processes(&self, state: &ProductState) -> Vec<Waiting> {
        let components = self.implementation.components().iter().zip(0..);
        let within = &self.names().within;
        let waiting = |(component, number): (&Component, u32)| {
            let parts = within.get(&number).and_then(|parts| parts.waiting(&state[1..]));
            parts.unwrap_or_else(|| vec![self.waiting(component, number, state)])
        };
        components.flat_map(waiting).collect()
    }

    /// Who refuses each event that a component could do; of parts that are found again along a run it is not known.
    fn obstacles_at(&self, state: &ProductState) -> Vec<Vec<String>> {
        let components = self.implementation.components().iter().zip(0..);
        let within = &self.names().within;
        let obstacles = |(component, number): (&Component, u32)| {
            let parts = within.get(&number).and_then(|parts| parts.waiting(&state[1..]));
            match parts {
                Some(parts) => vec![Vec::new(); parts.len()],
                None => vec![self.obstacles_of(component, number, state)],
            }
        };
        components.flat_map(obstacles).collect()
    }

    fn actions(&self, before: &ProductState, step: &Step) -> Vec<Action> {
        let event = match *step {
            Step::Does { event, .. } => event,
            Step::Refuses => return vec![self.of_whole("refuses what it must not".to_owned())],
            Step::Diverges => return vec![self.of_whole("diverges".to_owned())],
            Step::Lacks => return vec![self.of_whole("cannot go on".to_owned())],
        };
        let inner = &before[1..];
        let target = self.target(before, *step);
        let rule = target.and_then(|target| self.rule(event, inner, &target));
        let parts = rule.map_or(&[][..], |rule| &rule.parts);
        let part = |&(component, own): &(u32, Event)| {
            let within = self.names().within.get(&component);
            let parts = within.and_then(|parts| parts.actions(inner, own, event));
            parts.unwrap_or_else(|| vec![self.part(component, own, event, inner)])
        };
        match parts {
            // No component has begun: the operator around them does it.
            [] => vec![self.of_whole(self.names().event(event))],
            parts => parts.iter().flat_map(part).collect(),
        }
    }

    fn event(&self, step: &Step) -> Option<Action> {
        match *step {
            Step::Does { event, .. } => Some(self.of_whole(self.names().event(event))),
            Step::Refuses | Step::Diverges | Step::Lacks => None,
        }
    }

    /// Of values and messages nobody knows anything.
    fn effects(&self, _: &ProductState, _: &[Step]) -> Vec<Vec<Effects>> {
        Vec::new()
    }

    fn course(&self, _: &ProductState, _: &[Step]) -> Vec<Vec<ProductState>> {
        Vec::new()
    }

    fn named(&self, _: StepId) -> Named {
        Named::Untold
    }

    fn violation(&self, _: &Step) -> Option<Violation> {
        None
    }

    fn wrong(&self, transition: &RunStep<ProductState, Step>) -> Option<Wrong<ProductState, Step>> {
        self.what_is_wrong(transition)
    }

    fn excluded(&self, _: &ProductState, _: PropertyId) -> Option<String> {
        None
    }

    fn cells(&self, state: &ProductState) -> Vec<Cell> {
        (0..self.implementation.components().len()).map(|place| self.cell(place, state)).collect()
    }

    fn differing_cells(
        &self,
        first: &ProductState,
        second: &ProductState,
    ) -> Option<(Vec<Cell>, Vec<Cell>)> {
        let components = 0..self.implementation.components().len();
        let differ = components.filter(|&place| first[place + 1] != second[place + 1]);
        let cells = |place| (self.cell(place, first), self.cell(place, second));
        Some(differ.map(cells).unzip())
    }

    fn symbols(&self) -> Vec<(String, Value)> {
        Vec::new()
    }

    fn propositions(&self) -> Vec<String> {
        Vec::new()
    }

    fn constants(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    fn channels(&self, _: &ProductState) -> Vec<(String, String)> {
        Vec::new()
    }

    fn executed(&self, _: &[u64]) -> Vec<Executed> {
        Vec::new()
    }

    fn unreached(&self, _: &[bool]) -> Vec<Unreached> {
        Vec::new()
    }

    fn inferred_types(&self) -> Option<Vec<InferredType>> {
        None
    }

    fn scalarsets(&self) -> &[Scalarset] {
        &[]
    }

    fn declare_scalarsets(&mut self, _: &str, text: &str) -> Result<(), Diagnostic> {
        let text = format!("processes have no variables, such as in `{text}`");
        Err(Diagnostic::new(diagnostics::Severity::Error, text))
    }

    fn exchange(&self) -> Option<Box<dyn Exchange<ProductState, Step> + '_>> {
        None
    }
}

impl Refinement {
    pub(super) fn waiting(&self, component: &Component, number: u32, state: &[u32]) -> Waiting {
        let at = State(state[number as usize + 1]);
        let events = component.events(at);
        let place = events.first().and_then(|&event| self.place(component, at, event));
        let listed = self.names().listed(events.into_iter(), "");
        let process = self.component_name(number as usize);
        let action = |statement: String| Action {
            process: process.clone(),
            statement,
            place: place.clone(),
            calls: Vec::new(),
        };
        Waiting {
            number,
            at: listed.into_iter().map(action).collect(),
            process: process.clone(),
            may_end: false,
        }
    }

    /// What the component at a place is called: as the process that it begins as.
    pub(super) fn component_name(&self, place: usize) -> String {
        let component = &self.implementation.components()[place];
        self.names().component(place, component.label(component.explicit.initial))
    }

    /// An action that is not that of some component.
    pub(super) fn of_whole(&self, statement: String) -> Action {
        Action { process: self.names().whole(), statement, place: None, calls: Vec::new() }
    }

    /// What a component does when the whole does an event.
    pub(super) fn part(&self, component: u32, own: Event, event: Event, inner: &[u32]) -> Action {
        let place = component as usize;
        let component = &self.implementation.components()[place];
        let name = self.names().event(own);
        let statement = match event {
            _ if own == event => name,
            Event::TAU => format!("{name} (hidden)"),
            _ => format!("{name} (as {})", self.names().event(event)),
        };
        Action {
            process: self.component_name(place),
            statement,
            place: self.place(component, State(inner[place]), own),
            calls: Vec::new(),
        }
    }

    /// Where it is written that a component does an event.
    pub(super) fn place(&self, component: &Component, state: State, event: Event) -> Option<Place> {
        let names = self.names();
        let span: Option<&Span> = names.places.get(&(component.label(state), event));
        span.map(|&span| Place::of(span, &names.sources))
    }

    /// The rule by which a state of the implementation became another one.
    pub(super) fn rule(&self, event: Event, before: &[u32], after: &[u32]) -> Option<&Rule> {
        let system = &self.implementation;
        let leads = |rule: &&Rule| rule.event == event && system.leads(rule, before, after);
        system.rules().iter().find(leads)
    }

    /// What a component is in a state.
    fn cell(&self, place: usize, state: &[u32]) -> Cell {
        let component = &self.implementation.components()[place];
        let text = self.names().term(component.label(State(state[place + 1])));
        Cell {
            kind: CellKind::Component,
            name: self.component_name(place),
            value: Value::Symbol(text.clone()),
            text,
            messages: None,
        }
    }
}
