//! Finding the way to a state where no parents are kept: from level to level backwards, each expanded again until one of its states has
//! the wanted successor.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::distributed::first_of_all;
use super::seek::Seek;
use super::violations::Place;
use super::{Demand, Shared};
use crate::options::Engine;
use crate::outcome::StopReason;
use crate::store::StateId;
use crate::system::{Transition, TransitionSystem, Ways};
use crate::visited::{Levels, NotStored, Offers};

/// So many states are expanded between two looks at the limits.
const PACE: u32 = 256;

/// If a limit has ended the search, what it found is looked for so long all the same.
const GRACE: Duration = Duration::from_secs(1);

/// The states on a way from an initial state to this one.
///
/// # Errors
/// Why none was found: a limit was reached, or a level could not be read. [`Abandoned`](StopReason::Abandoned): no state of the level
/// before has such a successor, so that the system is not to be relied on.
pub(super) fn way_to<S: TransitionSystem>(
    shared: &Shared<'_, S>,
    levels: &dyn Levels,
    place: Place<'_>,
) -> Result<Vec<S::State>, StopReason> {
    let mut step = Step::new(shared, place.bytes);
    let mut states = vec![step.decoded(place.bytes)];
    for level in (0..place.depth).rev() {
        let own = step.back(levels, level);
        let before = match shared.machines {
            Some(machines) => first_of_all(machines, own),
            None => own,
        };
        let before = before?.ok_or(StopReason::Abandoned)?;
        states.push(step.decoded(&before));
        step.wanted = before;
    }
    states.reverse();
    Ok(states)
}

/// A step backwards.
struct Step<'a, S: TransitionSystem> {
    shared: &'a Shared<'a, S>,
    /// The state whose predecessor is looked for.
    wanted: Vec<u8>,
    /// What it notes is of no interest: it may see more than the search did.
    scratch: S::Scratch,
    state: S::State,
    target: Vec<u8>,
    offers: Offers,
    /// States that were expanded.
    expanded: u32,
    /// Where limits are spent, until when they are not looked at.
    grace: Option<Instant>,
}

impl<'a, S: TransitionSystem> Step<'a, S> {
    fn new(shared: &'a Shared<'a, S>, wanted: &[u8]) -> Self {
        Step {
            shared,
            wanted: wanted.to_vec(),
            scratch: shared.system.scratch(),
            state: shared.system.blank(),
            target: Vec::new(),
            offers: Offers::default(),
            expanded: 0,
            grace: shared.control.spent().map(|_| Instant::now() + GRACE),
        }
    }

    fn decoded(&self, bytes: &[u8]) -> S::State {
        let mut state = self.shared.system.blank();
        self.shared.system.decode(bytes, &mut state);
        state
    }

    /// A state of this level that has the wanted successor, if there is one here.
    fn back(&mut self, levels: &dyn Levels, level: u64) -> Result<Option<Vec<u8>>, StopReason> {
        let mut before = None;
        let mut stop = None;
        let shown = levels.show(level, &mut |bytes| {
            match self.leads_to_wanted(bytes) {
                Ok(false) => return ControlFlow::Continue(()),
                Ok(true) => before = Some(bytes.to_vec()),
                Err(why) => stop = Some(why),
            }
            ControlFlow::Break(())
        });
        match (shown, stop) {
            (_, Some(why)) => Err(why),
            (Err(NotStored::Failed(why)), None) => Err(StopReason::StoreFailed(why)),
            _ => Ok(before),
        }
    }

    fn leads_to_wanted(&mut self, bytes: &[u8]) -> Result<bool, StopReason> {
        self.expanded += 1;
        if self.expanded.is_multiple_of(PACE)
            && self.grace.is_none_or(|end| Instant::now() >= end)
            && let Some(why) = self.shared.control.spent()
        {
            return Err(why);
        }
        if let Some(expand) = self.shared.short {
            self.offers.clear();
            let nobody = StateId::from_number(0);
            if expand(bytes, nobody, &mut self.scratch, &mut self.offers, &mut All) {
                return Ok(self.offers.iter().any(|(target, _)| target == self.wanted));
            }
        }
        self.shared.system.decode(bytes, &mut self.state);
        let Step { shared, wanted, scratch, state, target, .. } = self;
        let mut look = Seek::new(Ways::One, |transition: Transition<'_, S>| {
            target.clear();
            shared.system.encode(transition.target?, target);
            (target == wanted).then_some(())
        });
        let _ = shared.system.successors(state, scratch, &mut look);
        Ok(look.found.is_some())
    }
}

/// Asks a short way for all transitions.
struct All;

impl Demand for All {
    fn wants_all(&mut self, _: &mut Offers, _: usize) -> bool {
        true
    }

    fn engine(&self) -> Engine {
        Engine::Compiled
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}
