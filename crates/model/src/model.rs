//! What a search needs of a model.

use kernel::{Demand, Observable, Offers, Reporter, SearchOptions, StateId, TransitionSystem};
use symmetry::{Symmetric, SymmetryGroup};

use crate::run::StepId;
use crate::sets::{NoSets, SetFindings, SetOptions};
use crate::symmetry_of_model::Understanding;
use crate::temporal::RunProperty;

/// A state of a model's system.
pub type StateOf<M> = <<M as Model>::System as TransitionSystem>::State;
/// A step of a model's system.
pub type StepOf<M> = <<M as Model>::System as TransitionSystem>::Step;

/// A model, ready to be searched.
pub trait Model: Sync {
    /// The system that the user gave, without any reduction.
    type System: Covering<State: PartialEq> + Observable + ShortWay + Tested;
    /// The same with a symmetry.
    type Reduced: Reduced<
            System: TransitionSystem<
                State = <Self::System as TransitionSystem>::State,
                Step = <Self::System as TransitionSystem>::Step,
            >,
        > + Sync;

    /// The system.
    fn system(&self) -> &Self::System;

    /// What it says of runs that go on for ever.
    fn run_properties(&self) -> &[RunProperty];

    /// The name of a step: the steps of no two transitions out of one state have all the same names.
    fn step_id(&self, step: &StepOf<Self>) -> StepId;

    /// Whether the reduced system may do without these steps, so that they may be missing in its runs: the ends of finished
    /// processes, which nobody notices.
    fn may_be_missing(&self, steps: &[StepOf<Self>]) -> bool;

    /// Why there may be other states and transitions behind those of the reduction than the system has, as the end of a sentence; none
    /// if they are the same.
    fn departure(&self, reduction: &Self::Reduced) -> Option<&'static str>;

    /// The steps of a transition of a [joined](crate::Words::joined) model, as those of transitions of this one.
    fn apart<'s>(&self, steps: &'s [StepOf<Self>]) -> Vec<&'s [StepOf<Self>]>;

    /// Whether the system [leaves out transitions](kernel::SearchOptions::partial_order) where a search lets it.
    ///
    /// # Errors
    /// Why it does not, as the end of a sentence.
    fn partial_order(&self) -> Result<(), &'static str>;

    /// Searches the system with sets of states; with [`SetOptions::sinc`] by its symmetry, if it has one.
    ///
    /// # Errors
    /// Why that cannot be had.
    fn explore_sets(
        &self,
        reduction: Option<&Self::Reduced>,
        search: &SearchOptions,
        sets: SetOptions,
        reporter: &dyn Reporter,
    ) -> Result<SetFindings<Self::System>, NoSets>;

    /// What understands the model, once, and answers every question about its symmetry.
    fn understand(&self) -> Box<dyn Understanding<Self::Reduced> + '_>;
}

/// A system that notes in its working memory which of its actions were executed, and how often.
pub trait Covering: TransitionSystem {
    /// For each action, whether it was executed; empty if the system does not note that.
    fn executed<'a>(&self, scratch: &'a Self::Scratch) -> &'a [bool];

    /// For each action, how often it was executed; none if that is not known of all.
    fn executions<'a>(&self, scratch: &'a Self::Scratch) -> Option<&'a [u64]>;
}

/// A system that can test on single states what it concludes of itself, and its searches rest on.
pub trait Tested: TransitionSystem {
    /// What a state proves wrong of it, if it does. That transitions may be left out is tested where a search relies on it.
    fn flaw(
        &self,
        state: &Self::State,
        leaves_out: bool,
        scratch: &mut Self::Scratch,
    ) -> Option<Flaw>;
}

/// A system that may know a short way from an encoded state to its encoded successors.
pub trait ShortWay: TransitionSystem {
    /// Offers what follows on a state, as [`kernel::Expand`] says, and answers whether it has.
    fn expand(
        &self,
        bytes: &[u8],
        source: StateId,
        scratch: &mut Self::Scratch,
        offers: &mut Offers,
        demand: &mut dyn Demand,
    ) -> bool;
}

/// A conclusion that is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// That a variable is inactive, and may be cleared.
    Cleared,
    /// That a transition may be left out.
    LeftOut,
}

impl std::fmt::Display for Flaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Flaw::Cleared => "a variable was cleared that is still read",
            Flaw::LeftOut => {
                "a transition was left out that does not commute with those that were not"
            }
        })
    }
}

/// A symmetry of a model, and what is searched with it.
pub trait Reduced {
    /// What is searched: the system of the model, or one that was made of it so that it is symmetric.
    type System: Symmetric + Covering + Observable + ShortWay + Tested;

    /// What is searched.
    fn system(&self) -> &Self::System;

    /// The group, and the layout of the states that it applies to.
    fn symmetry(&self) -> &SymmetryGroup;

    /// Whether the system leaves out steps that the model makes ([`Model::may_be_missing`]): only what does not ask for the next step
    /// holds of both or of neither then.
    fn leaves_out_steps(&self) -> bool;

    /// How many of the points are components that users know by name: processes, channels, variables, values. They come first.
    fn components(&self) -> usize;

    /// Whether some symmetry moves a point, but no process.
    fn moves_other_points_alone(&self) -> bool;

    /// The actions that some run executes, given those that were executed from one state of each class: with an action, those
    /// that symmetry maps it to.
    fn images(&self, executed: &[bool]) -> Vec<bool>;

    /// Of these, those of which it is known that symmetry maps one that was executed to them: within what is done in no order, an action
    /// may be mapped to any of several.
    fn sure_images(&self, executed: &[bool]) -> Vec<bool>;
}
