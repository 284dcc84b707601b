//! A machine as a model: the answers that every language gives alike which lowers to one.

mod course;
mod effects;
mod simulation;
mod understanding;
mod wording;

use diagnostics::Sources;
use groups::Patience;
use model::{
    Covering, Drawn, Equivalence, Exchange, InferredType, Model, RebecSymmetry, Reduced, Remark,
    RunProperty, Scalarset, StepId,
};
use symmetry::SymmetryGroup;

use crate::detect::{Detected, Reduction, Understanding};
use crate::explore::{Scratch, Step};
use crate::index::{EdgeId, ProcessId};
use crate::machine::Machine;
use crate::reduced::ReductionScratch;
use crate::replay::Printed;
use crate::state::State;
use crate::words::NamedMachine;

/// What a language says of a machine that no machine knows.
pub trait Dialect: Sync {
    /// What a statement prints; and what is wrong with it, if something is.
    fn print(&self, machine: &NamedMachine, printed: &Printed<'_>) -> (String, Option<String>);

    /// The types that were inferred; none where the language declares them.
    fn inferred_types(&self, sources: &Sources) -> Option<Vec<InferredType>>;

    /// How runs are exchanged with another tool of the language, if they can be.
    fn exchange<'a>(&'a self, text: &'a MachineText)
    -> Option<Box<dyn Exchange<State, Step> + 'a>>;

    /// The published way to find symmetry, if it is there to be compared with.
    fn channel_diagrams(&self) -> Option<&dyn ChannelDiagrams>;

    /// Another, for languages of rebecs.
    fn known_rebecs(&self) -> Option<&dyn KnownRebecs>;
}

/// Symmetry found by static channel diagrams (Donaldson and Miller 2008).
pub trait ChannelDiagrams {
    /// Finds symmetry by the diagram.
    fn detect(
        &self,
        equivalence: Equivalence,
        understanding: &Understanding<'_>,
        patience: &mut Patience<'_>,
    ) -> Detected;

    /// Draws the diagram under a title.
    ///
    /// # Errors
    /// Why there is none.
    fn draw(&self, understanding: &Understanding<'_>, title: &str) -> Result<Drawn, Remark>;
}

/// Symmetry found by whom rebecs know (Jaghoori, Sirjani, Mousavi, Khamespanah and Movaghar 2010).
pub trait KnownRebecs {
    /// Finds symmetry of this kind.
    fn detect(
        &self,
        symmetry: RebecSymmetry,
        understanding: &Understanding<'_>,
        patience: &mut Patience<'_>,
    ) -> Detected;
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

impl Covering for Machine {
    fn executed<'a>(&self, scratch: &'a Scratch) -> &'a [bool] {
        &scratch.covered
    }
}

impl Covering for Reduction {
    fn executed<'a>(&self, scratch: &'a ReductionScratch) -> &'a [bool] {
        &scratch.machine.covered
    }
}

impl Reduced for Reduction {
    type System = Reduction;

    fn system(&self) -> &Reduction {
        self
    }

    fn symmetry(&self) -> &SymmetryGroup {
        &self.symmetry
    }

    fn leaves_out_steps(&self) -> bool {
        self.machine.keep_terminated
    }

    /// Processes, channels, variables and values. Locations come after them.
    fn components(&self) -> usize {
        self.processes + self.channels + self.variables + self.values
    }

    fn images(&self, executed: &[bool]) -> Vec<bool> {
        self.covered(executed)
    }
}

/// A machine without its words is a model already: it can be searched, and its runs confirmed.
impl Model for Machine {
    type System = Machine;
    type Reduced = Reduction;

    fn system(&self) -> &Machine {
        self
    }

    /// Its formulas have no names; whoever names them has a [`MachineModel`].
    fn run_properties(&self) -> &[RunProperty] {
        &[]
    }

    /// Its process, by the number that users know, and its edge.
    fn step_id(&self, step: &Step) -> StepId {
        StepId { component: self.number_of(step.process), action: step.edge.0 }
    }

    fn may_be_missing(&self, steps: &[Step]) -> bool {
        steps.iter().all(|step| self.is_end(step.edge))
    }

    fn partial_order(&self) -> Result<(), &'static str> {
        self.partial_order.as_ref().map(|_| ()).map_err(|obstacle| obstacle.reason())
    }

    fn understand(&self) -> Box<dyn model::Understanding<Reduction> + '_> {
        Box::new(understanding::Understood::new(self, None, None))
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
        self.machine().step_id(step)
    }

    fn may_be_missing(&self, steps: &[Step]) -> bool {
        self.machine().may_be_missing(steps)
    }

    fn partial_order(&self) -> Result<(), &'static str> {
        Model::partial_order(self.machine())
    }

    fn understand(&self) -> Box<dyn model::Understanding<Reduction> + '_> {
        let (diagrams, rebecs) = (self.dialect.channel_diagrams(), self.dialect.known_rebecs());
        Box::new(understanding::Understood::new(self.machine(), diagrams, rebecs))
    }
}

impl Machine {
    /// By which number users know a process.
    fn number_of(&self, process: ProcessId) -> u32 {
        self.program.semantics.process_number(process) as u32
    }

    /// Whether an edge is the end of a process and nothing else.
    #[must_use]
    pub fn is_end(&self, edge: EdgeId) -> bool {
        let operations = &self.code.edges[edge.index()].operations;
        operations.first().is_some_and(|o| o.action == crate::program::Action::Terminate)
    }
}
