//! Systems that are written directly in Rust, as models.

use std::ops::ControlFlow;
use std::sync::Arc;

use diagnostics::{Diagnostic, Sources, Span};
use groups::{Group, Interrupted, Patience, Permutation};
use kernel::{
    Demand, Observable, Offers, PropertyId, Reporter, SearchOptions, StateId, Transition,
};
use symmetry::{SymmetryGroup, Unmodified};

use crate::effects::Effects;
use crate::exchange::Exchange;
use crate::model::{Covering, Flaw, Model, Reduced, ShortWay, Tested};
use crate::no_symmetry::NoSymmetry;
use crate::published::PublishedMethod;
use crate::run::{RunStep, StepId};
use crate::sets::{NoSets, SetFindings, SetOptions};
use crate::simulated::{Arrival, Choice, Observed, Simulated, StatementId};
use crate::symmetry_of_model::{
    Breach, Components, Difference, Found, PropositionCosts, Refusal, Scalarset, ScalarsetOutcome,
    Understanding,
};
use crate::temporal::RunProperty;
use crate::value::Value;
use crate::words::{
    Action, Cell, CellKind, Executed, InferredType, Named, Place, Unreached, Violation, Waiting,
    Words, Wrong,
};

/// A system with names for what it consists of and does: all that is asked of a model which is no text of some language, or
/// of a language that is so small that its texts are such systems. Of runs that go on for ever nothing is said.
pub trait Described: Unmodified<State: PartialEq> + Observable {
    /// The names of the components that act, as in `station 2`.
    fn processes(&self) -> Vec<String>;

    /// The name of a step: the steps of no two transitions out of one state have all the same names. Its component is a place
    /// among the [processes](Self::processes).
    fn step_id(&self, step: &Self::Step) -> StepId;

    /// What a step does, as in `draws 2`.
    fn text(&self, step: &Self::Step) -> String;

    /// Where that is written, if the system was read from a text.
    fn span(&self, step: &Self::Step) -> Option<Span>;

    /// What a state holds, by name.
    fn contents(&self, state: &Self::State) -> Vec<(String, Value)>;
}

impl<S: Described> Covering for S {
    fn executed<'a>(&self, _: &'a S::Scratch) -> &'a [bool] {
        &[]
    }

    fn executions<'a>(&self, _: &'a S::Scratch) -> Option<&'a [u64]> {
        None
    }
}

/// It knows none.
impl<S: Described> ShortWay for S {
    fn expand(
        &self,
        _: &[u8],
        _: StateId,
        _: &mut S::Scratch,
        _: &mut Offers,
        _: &mut dyn Demand,
    ) -> bool {
        false
    }
}

/// Nothing is concluded of it.
impl<S: Described> Tested for S {
    fn flaw(&self, _: &S::State, _: bool, _: &mut S::Scratch) -> Option<Flaw> {
        None
    }
}

/// A described system as a model, with a symmetry that its author vouches for. It is tested as every symmetry is: by the
/// audit of each search, and by the replay of each counterexample.
pub struct Direct<S> {
    system: Arc<S>,
    symmetry: Option<Arc<SymmetryGroup>>,
    sources: Sources,
}

impl<S: Described> Direct<S> {
    /// A system without a text.
    pub fn new(system: S, symmetry: Option<SymmetryGroup>) -> Direct<S> {
        let symmetry = symmetry.filter(|symmetry| !symmetry.is_trivial()).map(Arc::new);
        Direct { system: Arc::new(system), symmetry, sources: Sources::new() }
    }

    /// The same, read from these sources.
    #[must_use]
    pub fn read_from(self, sources: Sources) -> Direct<S> {
        Direct { sources, ..self }
    }

    fn place(&self, step: &S::Step) -> Option<Place> {
        self.system.span(step).map(|span| Place::of(span, &self.sources))
    }

    fn action(&self, step: &S::Step) -> Action {
        let component = self.system.step_id(step).component as usize;
        let mut processes = self.system.processes();
        let named = component < processes.len();
        let process = if named { processes.swap_remove(component) } else { component.to_string() };
        Action {
            process,
            statement: self.system.text(step),
            place: self.place(step),
            calls: Vec::new(),
        }
    }

    /// All transitions out of a state.
    fn transitions(&self, state: &S::State) -> Vec<Choice<S::State, S::Step>> {
        let mut found = Vec::new();
        let _ = self.system.successors(state, &mut self.system.scratch(), &mut |t: Transition<
            '_,
            S,
        >| {
            found.push(Choice { steps: t.steps.to_vec(), target: t.target.cloned() });
            ControlFlow::Continue(())
        });
        found
    }
}

/// A described system with its symmetry.
pub struct DirectlyReduced<S> {
    system: Arc<S>,
    symmetry: Arc<SymmetryGroup>,
}

impl<S: Described> Reduced for DirectlyReduced<S> {
    type System = S;

    fn system(&self) -> &S {
        &self.system
    }

    fn symmetry(&self) -> &SymmetryGroup {
        &self.symmetry
    }

    fn leaves_out_steps(&self) -> bool {
        false
    }

    fn components(&self) -> usize {
        self.symmetry.layout().point_count()
    }

    /// Every point counts as a process.
    fn moves_other_points_alone(&self) -> bool {
        false
    }

    fn sure_images(&self, executed: &[bool]) -> Vec<bool> {
        self.images(executed)
    }

    fn images(&self, executed: &[bool]) -> Vec<bool> {
        executed.to_vec()
    }
}

impl<S: Described + Send> Model for Direct<S> {
    type System = S;
    type Reduced = DirectlyReduced<S>;

    fn system(&self) -> &S {
        &self.system
    }

    fn run_properties(&self) -> &[RunProperty] {
        &[]
    }

    fn step_id(&self, step: &S::Step) -> StepId {
        self.system.step_id(step)
    }

    fn may_be_missing(&self, _: &[S::Step]) -> bool {
        false
    }

    /// The system itself is searched.
    fn departure(&self, _: &Self::Reduced) -> Option<&'static str> {
        None
    }

    /// No steps are joined.
    fn apart<'s>(&self, steps: &'s [S::Step]) -> Vec<&'s [S::Step]> {
        vec![steps]
    }

    fn partial_order(&self) -> Result<(), &'static str> {
        Err("models of this language do not say which steps are independent")
    }

    fn explore_sets(
        &self,
        _: Option<&Self::Reduced>,
        _: &SearchOptions,
        _: SetOptions,
        _: &dyn Reporter,
    ) -> Result<SetFindings<S>, NoSets> {
        Err(NoSets::Refused("models of this language say nothing of sets of states".to_owned()))
    }

    fn understand(&self) -> Box<dyn Understanding<DirectlyReduced<S>> + '_> {
        match &self.symmetry {
            Some(symmetry) => Box::new(Vouched { direct: self, symmetry }),
            None => Box::new(NoSymmetry {
                reason: "the system has no symmetry that its author knows of",
            }),
        }
    }
}

/// A symmetry as the author of a system gave it.
struct Vouched<'a, S> {
    direct: &'a Direct<S>,
    symmetry: &'a Arc<SymmetryGroup>,
}

impl<S: Described> Vouched<'_, S> {
    fn reduced_by(&self, symmetry: Arc<SymmetryGroup>) -> Found<DirectlyReduced<S>> {
        let reduction = DirectlyReduced { system: Arc::clone(&self.direct.system), symmetry };
        Found { reduction: Some(reduction), ..Found::default() }
    }
}

impl<S: Described> Understanding<DirectlyReduced<S>> for Vouched<'_, S> {
    fn detect(&self, _: &mut Patience<'_>) -> Found<DirectlyReduced<S>> {
        self.reduced_by(Arc::clone(self.symmetry))
    }

    /// Every point counts as a process.
    fn detect_of_processes(&self, patience: &mut Patience<'_>) -> Found<DirectlyReduced<S>> {
        self.detect(patience)
    }

    fn published(&self) -> Vec<Box<dyn PublishedMethod<DirectlyReduced<S>> + '_>> {
        Vec::new()
    }

    /// Every point counts as a process.
    fn components(&self, _: &mut Patience<'_>) -> Result<Result<Components, String>, Interrupted> {
        let layout = self.symmetry.layout();
        let points = (0..layout.point_count()).map(symmetry::Point::new);
        let processes = points.map(|point| layout.name(point).to_owned()).collect();
        Ok(Ok(Components { processes, channels: Vec::new(), starter: false }))
    }

    /// Whatever lies in the group that the author gave.
    fn detect_declared(
        &self,
        generators: &[Permutation],
        _: &mut Patience<'_>,
    ) -> Result<Found<DirectlyReduced<S>>, Vec<Refusal>> {
        let outside = |(index, generator): (usize, &Permutation)| {
            let reason = "the group of the system does not have it".to_owned();
            let refusal = Refusal { generator: Some(index), reason };
            (!self.symmetry.group().contains(generator)).then_some(refusal)
        };
        let refusals: Vec<Refusal> = generators.iter().enumerate().filter_map(outside).collect();
        if !refusals.is_empty() {
            return Err(refusals);
        }
        let layout = self.symmetry.layout();
        let group = Group::from_generators(layout.point_count(), generators.to_vec());
        match SymmetryGroup::new(group, layout.clone()) {
            Ok(declared) if declared.is_trivial() => Ok(Found::default()),
            Ok(declared) => Ok(self.reduced_by(Arc::new(declared))),
            Err(error) => Err(vec![Refusal { generator: None, reason: error.to_string() }]),
        }
    }

    fn is_refuted(&self) -> bool {
        false
    }

    fn differences(&self, _: &mut Patience<'_>) -> Result<Vec<Difference>, Interrupted> {
        Ok(Vec::new())
    }

    /// It asks for none.
    fn proposition_costs(&self, _: &mut Patience<'_>) -> Result<PropositionCosts, Interrupted> {
        Ok(PropositionCosts::default())
    }

    fn check_scalarsets(
        &self,
        _: &Found<DirectlyReduced<S>>,
        declared: &[Scalarset],
        _: &mut Patience<'_>,
    ) -> Result<Vec<ScalarsetOutcome>, Interrupted> {
        let none =
            || ScalarsetOutcome::Refused(Breach::new("the system has no variables to declare"));
        Ok(declared.iter().map(|_| none()).collect())
    }
}

impl<S: Described + Send> Words for Direct<S> {
    fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Nothing is known of which steps disturb others.
    fn joined(&self) -> Option<Self> {
        None
    }

    /// Nothing is cleared.
    fn keeping_inactive(&self) -> Result<Option<Self>, String> {
        Ok(None)
    }

    fn component(&self) -> &'static str {
        "process"
    }

    fn processes(&self, state: &S::State) -> Vec<Waiting> {
        let may_end = self.system.may_halt(state);
        let names = (0..).zip(self.system.processes());
        let mut waiting: Vec<Waiting> = names
            .map(|(number, process)| Waiting { number, process, at: Vec::new(), may_end })
            .collect();
        for step in self.transitions(state).iter().filter_map(|transition| transition.steps.first())
        {
            let component = self.system.step_id(step).component as usize;
            if let Some(waiting) = waiting.get_mut(component) {
                waiting.at.push(self.action(step));
            }
        }
        waiting
    }

    fn obstacles_at(&self, _: &S::State) -> Vec<Vec<String>> {
        Vec::new()
    }

    fn actions(&self, _: &S::State, step: &S::Step) -> Vec<Action> {
        vec![self.action(step)]
    }

    fn event(&self, _: &S::Step) -> Option<Action> {
        None
    }

    /// What a step of a system in Rust reads and writes is not known.
    fn effects(&self, _: &S::State, _: &[S::Step]) -> Vec<Vec<Effects>> {
        Vec::new()
    }

    fn course(&self, _: &S::State, _: &[S::Step]) -> Vec<Vec<S::State>> {
        Vec::new()
    }

    fn named(&self, _: StepId) -> Named {
        Named::Untold
    }

    /// Which property a transition violates is all that such a system says.
    fn violation(&self, _: &S::Step) -> Option<Violation> {
        None
    }

    fn wrong(&self, _: &RunStep<S::State, S::Step>) -> Option<Wrong<S::State, S::Step>> {
        None
    }

    fn excluded(&self, _: &S::State, _: PropertyId) -> Option<String> {
        None
    }

    fn cells(&self, state: &S::State) -> Vec<Cell> {
        let cell = |(name, value): (String, Value)| Cell {
            kind: CellKind::Global,
            name,
            text: value.to_string(),
            value,
            messages: None,
        };
        self.system.contents(state).into_iter().map(cell).collect()
    }

    /// Which they are takes a look at all.
    fn differing_cells(&self, _: &S::State, _: &S::State) -> Option<(Vec<Cell>, Vec<Cell>)> {
        None
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

    fn channels(&self, _: &S::State) -> Vec<(String, String)> {
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

    fn declare_scalarsets(&mut self, name: &str, text: &str) -> Result<(), Diagnostic> {
        let file = self.sources.add(name, text);
        let span = Span { file, start: 0, end: text.len() as u32 };
        Err(Diagnostic::error(span, "the system has no variables that could be declared"))
    }

    fn exchange(&self) -> Option<Box<dyn Exchange<S::State, S::Step> + '_>> {
        None
    }
}

impl<S: Described + Send> Simulated for Direct<S> {
    type Position = S::State;

    fn starts(&self) -> Vec<S::State> {
        let mut starts = Vec::new();
        let mut collect = |state: &S::State| {
            starts.push(state.clone());
            ControlFlow::Continue(())
        };
        let _ = self.system.initial_states(&mut self.system.scratch(), &mut collect);
        starts
    }

    fn state<'a>(&self, position: &'a S::State) -> &'a S::State {
        position
    }

    fn holder(&self, _: &S::State) -> Option<String> {
        None
    }

    fn arrive(&self, position: S::State) -> Arrival<S::State, S::Step> {
        let choices = self.transitions(&position);
        (position, choices)
    }

    fn observe(&self, _: &S::State, _: &[S::Step]) -> Observed {
        Observed::default()
    }

    /// Such a system names what is possible, and nothing else.
    fn obstacles(&self, _: &S::State, _: Option<u32>) -> Vec<(Action, String)> {
        Vec::new()
    }

    fn terminates(&self, _: &S::Step) -> bool {
        false
    }

    fn is_passable(&self, _: &S::Step) -> bool {
        true
    }

    fn first_action(&self, _: &S::State, step: &S::Step) -> Option<Action> {
        Some(self.action(step))
    }

    fn every_action(&self) -> Vec<Action> {
        Vec::new()
    }

    fn statements(&self, id: StepId) -> Vec<StatementId> {
        let StepId { component, action } = id;
        vec![StatementId { component, statement: action, escape: None, is_jump: false }]
    }
}
