//! A machine as a model: the answers that every language gives alike which lowers to one.

pub mod claimed;
mod claims;
mod course;
mod effects;
mod exchanges;
mod simulation;
mod understanding;
mod wording;
pub mod words;

use detection::{PublishedMethod, Reduction};
use diagnostics::Sources;
use kernel::{Reporter, SearchOptions};
use machine::explore::Step;
use machine::{Machine, Printed, State};
use model::{
    Exchange, InferredType, Method, Model, NoSets, RunProperty, Scalarset, SetFindings, SetOptions,
    StepId,
};

use crate::words::NamedMachine;

pub use claims::MachineClaims;
pub use exchanges::interchangeable;

/// What a language says of a machine that no machine knows.
pub trait Dialect: Clone + Sync {
    /// What a statement prints; and what is wrong with it, if something is.
    fn print(&self, machine: &NamedMachine, printed: &Printed<'_>) -> (String, Option<String>);

    /// The types that were inferred; none where the language declares them.
    fn inferred_types(&self, sources: &Sources) -> Option<Vec<InferredType>>;

    /// How runs are exchanged with another tool of the language, if they can be.
    fn exchange<'a>(&'a self, text: &'a MachineText)
    -> Option<Box<dyn Exchange<State, Step> + 'a>>;

    /// The published methods of finding symmetry that are there to be compared with.
    fn published_methods(&self) -> PublishedMethods;
}

/// Published methods of finding symmetry.
pub type PublishedMethods = &'static [&'static dyn PublishedMethod];

/// The rows of these methods.
#[must_use]
pub fn rows(methods: PublishedMethods) -> Vec<&'static Method> {
    methods.iter().map(|method| method.method()).collect()
}

/// A machine with its words and the text that it was read from.
pub struct MachineText {
    /// The machine, with the names of its values.
    pub named: NamedMachine,
    /// The text.
    pub sources: Sources,
}

/// A machine as a model of some language.
pub struct MachineModel<D> {
    /// The machine, and its text.
    pub text: MachineText,
    /// The scalarsets that the model declares, or its user.
    pub scalarsets: Vec<Scalarset>,
    /// What it says of runs that go on for ever.
    pub run_properties: Vec<RunProperty>,
    /// What the language says.
    pub dialect: D,
}

impl<D> MachineModel<D> {
    fn machine(&self) -> &Machine {
        &self.text.named.machine
    }
}

impl<D: Clone> MachineModel<D> {
    /// The same of another machine of the same program.
    fn of(&self, machine: Machine) -> MachineModel<D> {
        let meanings = self.text.named.meanings.clone();
        let named = NamedMachine { machine, meanings };
        MachineModel {
            text: MachineText { named, sources: self.text.sources.clone() },
            scalarsets: self.scalarsets.clone(),
            run_properties: self.run_properties.clone(),
            dialect: self.dialect.clone(),
        }
    }
}

/// A machine without its words, which is a model already: it can be searched, and its runs confirmed.
pub struct Unnamed<'m>(pub &'m Machine);

impl Model for Unnamed<'_> {
    type System = Machine;
    type Reduced = Reduction;

    fn system(&self) -> &Machine {
        self.0
    }

    /// Its formulas have no names; whoever names them has a [`MachineModel`].
    fn run_properties(&self) -> &[RunProperty] {
        &[]
    }

    /// Its process, by the number that users know, and its edge.
    fn step_id(&self, step: &Step) -> StepId {
        StepId { component: self.0.number_of(step.process), action: step.edge.0 }
    }

    fn may_be_missing(&self, steps: &[Step]) -> bool {
        steps.iter().all(|step| self.0.is_end(step.edge))
    }

    fn departure(&self, reduction: &Reduction) -> Option<&'static str> {
        reduction.holds_other_states_than(self.0)
    }

    fn apart<'s>(&self, steps: &'s [Step]) -> Vec<&'s [Step]> {
        self.0.transitions_of(steps)
    }

    fn partial_order(&self) -> Result<(), &'static str> {
        self.0.partial_order.as_ref().map(|_| ()).map_err(|obstacle| obstacle.reason())
    }

    fn explore_sets(
        &self,
        reduction: Option<&Reduction>,
        search: &SearchOptions,
        sets: SetOptions,
        reporter: &dyn Reporter,
    ) -> Result<SetFindings<Machine>, NoSets> {
        let Some(reduction) = reduction.filter(|_| sets.sinc.is_some()) else {
            return symbolic::explore(self.0, search, sets, reporter);
        };
        let processes = interchangeable(self.0, reduction).map_err(|why| {
            NoSets::Refused(format!("`sinc` cannot serve this model with sets of states: {why}"))
        })?;
        symbolic::explore_reduced(self.0, &processes, search, sets, reporter)
    }

    fn understand(&self) -> Box<dyn model::Understanding<Reduction> + '_> {
        Box::new(understanding::Understood::new(self.0, &[], &[]))
    }
}

impl<D: Dialect> Model for MachineModel<D> {
    type System = Machine;
    type Reduced = Reduction;

    fn system(&self) -> &Machine {
        self.machine()
    }

    fn run_properties(&self) -> &[RunProperty] {
        &self.run_properties
    }

    fn step_id(&self, step: &Step) -> StepId {
        Unnamed(self.machine()).step_id(step)
    }

    fn may_be_missing(&self, steps: &[Step]) -> bool {
        Unnamed(self.machine()).may_be_missing(steps)
    }

    fn departure(&self, reduction: &Reduction) -> Option<&'static str> {
        Unnamed(self.machine()).departure(reduction)
    }

    fn apart<'s>(&self, steps: &'s [Step]) -> Vec<&'s [Step]> {
        Unnamed(self.machine()).apart(steps)
    }

    fn partial_order(&self) -> Result<(), &'static str> {
        Unnamed(self.machine()).partial_order()
    }

    fn explore_sets(
        &self,
        reduction: Option<&Reduction>,
        search: &SearchOptions,
        sets: SetOptions,
        reporter: &dyn Reporter,
    ) -> Result<SetFindings<Machine>, NoSets> {
        Unnamed(self.machine()).explore_sets(reduction, search, sets, reporter)
    }

    fn understand(&self) -> Box<dyn model::Understanding<Reduction> + '_> {
        let published = self.dialect.published_methods();
        let actors = self.text.named.meanings.actors.as_ref();
        let loops = actors.map_or(&[][..], |actors| &actors.loops_over_places);
        Box::new(understanding::Understood::new(self.machine(), published, loops))
    }
}
