//! From a run of a quotient that goes on for ever back to one of the original system.
//!
//! The permutations on the way are known, so no search is needed: with `g` the permutation that takes a state of the quotient to
//! the real one, and `p` the permutation on the way to the next, `g` after `p` undone takes the next one to the real one. After a round the
//! quotient is where it was, and the run may not be: it is at the image under some permutation. After as many rounds as it takes
//! for the real state to come again it is (E. A. Emerson and A. P. Sistla, *Utilizing symmetry when model-checking under fairness
//! assumptions*, TOPLAS 1997, Sect. 3).

use groups::{Interrupted, Patience};
use kernel::{Lasso, Prefix, TransitionSystem};

use crate::foundation::representative::write_identity;
use crate::foundation::symmetric::Symmetric;
use crate::foundation::symmetry::SymmetryGroup;
use crate::foundation::tracked::TrackedState;

/// A run that goes on for ever, or the beginning of one, as the original system has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unrolled<State> {
    /// Its states.
    pub states: Vec<State>,
    /// For each, the thread that moves then; none where a state without transitions is followed by itself, nor at the end of a
    /// beginning.
    pub actors: Vec<Option<u32>>,
    /// After the last state comes the one with this number again. None if it does not matter what comes then.
    pub again: Option<usize>,
}

/// Longer runs are no use to anybody.
const LONGEST: usize = 20_000;

/// A state of a run is held so often until the run is told.
const COPIES: usize = 8;

/// Unrolls a run of a [`TrackedQuotient`](crate::TrackedQuotient) of `system`.
///
/// # Errors
/// The caller has lost patience, or the run is too long: the order of a permutation of many points can be large.
pub fn unroll<S, Q>(
    system: &S,
    symmetry: &SymmetryGroup,
    lasso: &Lasso<Q>,
    patience: &mut Patience<'_>,
) -> Result<Unrolled<S::State>, Interrupted>
where
    S: Symmetric<State: PartialEq>,
    Q: TransitionSystem<State = TrackedState<S::State>>,
{
    let mut real = Real::new(system, symmetry);
    real.rename(lasso.start.as_deref());
    let again = Some(lasso.again);
    let mut unrolled = Unrolled { states: Vec::new(), actors: Vec::new(), again };
    let (mut at, mut held) = (0, 0);
    loop {
        let state = real.state(&lasso.states[at].state);
        let bytes = size_of_val(&state) + size_of_val(system.cells(&state));
        patience.hold(COPIES * bytes)?;
        held += COPIES * bytes;
        if unrolled.states.len() >= LONGEST {
            patience.release(held);
            return Err(Interrupted);
        }
        if at == lasso.again && unrolled.states.get(lasso.again) == Some(&state) {
            patience.release(held);
            return Ok(unrolled);
        }
        let step = &lasso.moves[at];
        unrolled.states.push(state);
        unrolled.actors.push(step.actor.map(|actor| real.name(actor)));
        real.rename(step.renaming.as_deref());
        at = if at + 1 < lasso.states.len() { at + 1 } else { lasso.again };
    }
}

/// The beginning of a run of `system` along one of a [`TrackedQuotient`](crate::TrackedQuotient): it is as long.
///
/// # Errors
/// The caller has lost patience.
pub fn real_prefix<S, Q>(
    system: &S,
    symmetry: &SymmetryGroup,
    prefix: &Prefix<Q>,
    patience: &mut Patience<'_>,
) -> Result<Unrolled<S::State>, Interrupted>
where
    S: Symmetric,
    Q: TransitionSystem<State = TrackedState<S::State>>,
{
    let mut real = Real::new(system, symmetry);
    real.rename(prefix.start.as_deref());
    let mut begun = Unrolled { states: Vec::new(), actors: Vec::new(), again: None };
    let mut held = 0;
    for (at, state) in prefix.states.iter().enumerate() {
        let state = real.state(&state.state);
        let bytes = COPIES * (size_of_val(&state) + size_of_val(system.cells(&state)));
        patience.hold(bytes)?;
        held += bytes;
        begun.states.push(state);
        let step = prefix.moves.get(at);
        begun.actors.push(step.and_then(|step| step.actor).map(|actor| real.name(actor)));
        real.rename(step.and_then(|step| step.renaming.as_deref()));
    }
    patience.release(held);
    Ok(begun)
}

/// What the points of a state of the quotient really are.
struct Real<'a, S> {
    system: &'a S,
    symmetry: &'a SymmetryGroup,
    images: Vec<u32>,
    spare: Vec<u32>,
}

impl<'a, S: Symmetric> Real<'a, S> {
    fn new(system: &'a S, symmetry: &'a SymmetryGroup) -> Self {
        let mut images = vec![0; symmetry.layout().point_count()];
        write_identity(&mut images);
        Real { system, symmetry, spare: images.clone(), images }
    }

    /// Goes on to a state in which what was `n` is `renaming[n]`.
    fn rename(&mut self, renaming: Option<&[u32]>) {
        let Some(renaming) = renaming else { return };
        for (&image, &renamed) in self.images.iter().zip(renaming) {
            self.spare[renamed as usize] = image;
        }
        std::mem::swap(&mut self.images, &mut self.spare);
    }

    fn name(&self, point: u32) -> u32 {
        self.images.get(point as usize).copied().unwrap_or(point)
    }

    fn state(&self, state: &S::State) -> S::State {
        if !self.system.reducible(state) {
            return state.clone();
        }
        let mut real = state.clone();
        let cells = self.system.cells_like(state, &mut real);
        self.symmetry.layout().apply(&self.images, self.system.cells(state), cells);
        self.system.complete(&mut real);
        real
    }
}
