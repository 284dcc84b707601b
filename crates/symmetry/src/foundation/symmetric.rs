//! What a reduction asks of a system.

use std::ops::ControlFlow;

use kernel::{PropertyId, Transition, TransitionSystem};

/// Is shown a transition: a label of its steps, where it leads, and what it violates.
pub type Observe<'v, State> = dyn FnMut(&[u8], Option<&State>, Option<PropertyId>) + 'v;

/// In what a system that was made for a reduction departs from the one that the user gave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Departure {
    /// It behaves differently.
    Behaviour,
    /// A state holds a blank in the place of a value that somebody still reads.
    Cleared,
}

/// A system whose states hold the cells of a layout.
///
/// A system of which nothing was made for a reduction says less: it is [`Unmodified`].
pub trait Symmetric: TransitionSystem {
    /// Whether the state has the shape of the layout. Others (before all processes run, for example) are left as they are.
    ///
    /// Symmetric states must agree on it, and a representative of a reducible state is reducible.
    fn reducible(&self, state: &Self::State) -> bool;

    /// The same of a state that is reached by a transition, given whether the one before is reducible: what was asked on the way
    /// need not be asked again.
    fn reaches_reducible(&self, from_reducible: bool, target: &Self::State) -> bool;

    /// The cells of a reducible state.
    fn cells<'a>(&self, state: &'a Self::State) -> &'a [i32];

    /// Turns `target` into a state that is as a reducible one but for its cells, and returns these to be overwritten: as many
    /// as the state has, holding anything.
    fn cells_like<'a>(&self, state: &Self::State, target: &'a mut Self::State) -> &'a mut [i32];

    /// Makes a state whole, all of whose cells were overwritten after [`cells_like`](Self::cells_like): what it holds besides
    /// follows from them.
    fn complete(&self, target: &mut Self::State);

    /// Makes `target` the state that is encoded as `bytes`. Before, it is the reducible state `near`, encoded as `near_bytes`, but for the
    /// cells that are listed as differing; afterwards those are listed in which it differs now. Answers whether it is reducible; if it
    /// is not, or if nothing is known that takes less time than to decode it, `target` and the list mean nothing.
    fn decode_near(
        &self,
        near: (&Self::State, &[u8]),
        bytes: &[u8],
        target: &mut Self::State,
        differing: &mut Vec<u32>,
    ) -> bool;

    /// Calls `visit` with every transition out of a reducible state: a label that says what its steps do, where it leads, and
    /// what it violates. Labels of symmetric steps are the same once each is renamed: `images[p]` is the image of point `p`.
    ///
    /// What is shown is what the system does that the user gave, not what was made of it for a reduction: this is what an
    /// audit goes by.
    fn observe(
        &self,
        state: &Self::State,
        images: &[u32],
        scratch: &mut Self::Scratch,
        visit: &mut Observe<'_, Self::State>,
    ) where
        Self: Sized;

    /// Appends what the steps of a transition do, renamed: labels of symmetric transitions are the same once each is renamed, where
    /// `images[p]` is the image of point `p`. These are the labels that are [observed](Self::observe).
    fn transition_label(&self, steps: &[Self::Step], images: &[u32], label: &mut Vec<u8>);

    /// Whether the successors of a reducible state are those that the system has that the user gave, as far as anybody can
    /// notice.
    ///
    /// # Errors
    /// What is otherwise.
    fn agrees_with_original(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
    ) -> Result<(), Departure>;

    /// A reducible state that may never be reached; none if the system knows of none. `below` gives a random number below its
    /// argument. What makes a reduction sound is claimed of such states as well.
    fn invent(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<Self::State>;

    /// How many elementary steps may still be made inside steps, such as the statements of a `d_step`, if the system counts them: a
    /// step that needs more is [given up](kernel::Visitor::give_up). [`u64::MAX`], as in a search, is no bound.
    fn allowance<'a>(&self, scratch: &'a mut Self::Scratch) -> Option<&'a mut u64>;

    /// Why the system has [abandoned](kernel::Visitor::abandon) a search, if it has.
    fn distrust(&self, scratch: &Self::Scratch) -> Option<&'static str>;
}

/// A system whose states hold the cells of a layout, and which is searched just as the user gave it: nothing was made of it for a
/// reduction that could differ from it, and it abandons no search. What such a system says here is all that there is to say.
pub trait Unmodified: TransitionSystem {
    /// Whether the state has the shape of the layout: see [`Symmetric::reducible`].
    fn reducible(&self, state: &Self::State) -> bool;

    /// The cells of a reducible state.
    fn cells<'a>(&self, state: &'a Self::State) -> &'a [i32];

    /// The cells of a state to be, which is as a reducible one but for them: see [`Symmetric::cells_like`].
    fn cells_like<'a>(&self, state: &Self::State, target: &'a mut Self::State) -> &'a mut [i32];

    /// Makes a state whole whose cells were overwritten: see [`Symmetric::complete`].
    fn complete(&self, target: &mut Self::State);

    /// Appends what a step does, renamed: `images[p]` stands for point `p`. Symmetric steps have the same label once each is
    /// renamed, and steps that a symmetry must not take for one another have different ones. A system that appends nothing says
    /// that it does not matter what its steps do, but only where they lead.
    fn label(&self, step: &Self::Step, images: &[u32], label: &mut Vec<u8>);
}

impl<S: Unmodified> Symmetric for S {
    fn reducible(&self, state: &S::State) -> bool {
        Unmodified::reducible(self, state)
    }

    fn reaches_reducible(&self, _: bool, target: &S::State) -> bool {
        Unmodified::reducible(self, target)
    }

    fn cells<'a>(&self, state: &'a S::State) -> &'a [i32] {
        Unmodified::cells(self, state)
    }

    fn cells_like<'a>(&self, state: &S::State, target: &'a mut S::State) -> &'a mut [i32] {
        Unmodified::cells_like(self, state, target)
    }

    fn complete(&self, target: &mut S::State) {
        Unmodified::complete(self, target);
    }

    /// It knows no short way.
    fn decode_near(
        &self,
        _: (&S::State, &[u8]),
        _: &[u8],
        _: &mut S::State,
        _: &mut Vec<u32>,
    ) -> bool {
        false
    }

    fn observe(
        &self,
        state: &S::State,
        images: &[u32],
        scratch: &mut S::Scratch,
        visit: &mut Observe<'_, S::State>,
    ) {
        let mut label = Vec::new();
        let _ = self.successors(state, scratch, &mut |t: Transition<'_, S>| {
            label.clear();
            self.transition_label(t.steps, images, &mut label);
            visit(&label, t.target, t.violation);
            ControlFlow::Continue(())
        });
    }

    fn transition_label(&self, steps: &[S::Step], images: &[u32], label: &mut Vec<u8>) {
        steps.iter().for_each(|step| self.label(step, images, label));
    }

    /// They are the same.
    fn agrees_with_original(&self, _: &S::State, _: &mut S::Scratch) -> Result<(), Departure> {
        Ok(())
    }

    /// It says nothing of states that are not reached.
    fn invent(&self, _: &mut dyn FnMut(usize) -> usize) -> Option<S::State> {
        None
    }

    /// It does not count them.
    fn allowance<'a>(&self, _: &'a mut S::Scratch) -> Option<&'a mut u64> {
        None
    }

    /// It abandons none.
    fn distrust(&self, _: &S::Scratch) -> Option<&'static str> {
        None
    }
}
