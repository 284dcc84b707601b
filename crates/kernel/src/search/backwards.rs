//! Finding the way to a state from level to level backwards: each is expanded again, by all workers, until it is known which of its states
//! that have the wanted successor comes first as bytes. So the way depends neither on the number of workers nor on which came first.

use std::ops::{ControlFlow, Range};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
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

/// If a limit has ended the search, or comes now, what was found is looked for so long all the same.
const GRACE: Duration = Duration::from_secs(1);

/// States of so many bytes are expanded together,
const TOGETHER: usize = 1 << 20;
/// and each worker has at least so many of them.
const WORTH_A_THREAD: usize = 1024;
/// A worker takes so many at a time.
const CHUNK: usize = 64;

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
    let mut steps: Vec<Step<'_, S>> = (0..shared.workers).map(|_| Step::new(shared)).collect();
    let mut states = vec![decoded(shared.system, place.bytes)];
    let mut wanted = place.bytes.to_vec();
    for level in (0..place.depth).rev() {
        let own = before(&mut steps, levels, level, &wanted);
        let first = match shared.machines {
            Some(machines) => first_of_all(machines, own),
            None => own,
        };
        wanted = first?.ok_or(StopReason::Abandoned)?;
        states.push(decoded(shared.system, &wanted));
    }
    states.reverse();
    Ok(states)
}

fn decoded<S: TransitionSystem>(system: &S, bytes: &[u8]) -> S::State {
    let mut state = system.blank();
    system.decode(bytes, &mut state);
    state
}

/// The first state of this level that has the wanted successor, if there is one here.
fn before<S: TransitionSystem>(
    steps: &mut [Step<'_, S>],
    levels: &dyn Levels,
    level: u64,
    wanted: &[u8],
) -> Result<Option<Vec<u8>>, StopReason> {
    let mut search = Before { steps, wanted, states: Offers::default(), first: None };
    let mut stop = None;
    let shown = levels.show(level, &mut |state| match search.look_at(state) {
        Ok(()) => ControlFlow::Continue(()),
        Err(why) => {
            stop = Some(why);
            ControlFlow::Break(())
        }
    });
    match (shown, stop) {
        (_, Some(why)) => return Err(why),
        (Err(NotStored::Failed(why)), None) => return Err(StopReason::StoreFailed(why)),
        _ => search.look_at_all()?,
    }
    Ok(search.first)
}

/// A search for the first state of a level that has a successor.
struct Before<'b, 'a, S: TransitionSystem> {
    steps: &'b mut [Step<'a, S>],
    wanted: &'b [u8],
    /// States that were not looked at yet.
    states: Offers,
    /// The first that was found.
    first: Option<Vec<u8>>,
}

impl<S: TransitionSystem> Before<'_, '_, S> {
    fn look_at(&mut self, state: &[u8]) -> Result<(), StopReason> {
        // Whatever comes later than one that was found need not be expanded.
        if self.first.as_deref().is_none_or(|first| state < first) {
            self.states.push(state, None);
        }
        if self.states.bytes() >= TOGETHER { self.look_at_all() } else { Ok(()) }
    }

    fn look_at_all(&mut self) -> Result<(), StopReason> {
        let Before { steps, wanted, states, first } = self;
        let threads = (states.len() / WORTH_A_THREAD).clamp(1, steps.len());
        let batch = Batch { states, wanted, taken: AtomicUsize::new(0), known: first.as_deref() };
        let (own, others) = steps.split_at_mut(1);
        let found = thread::scope(|scope| {
            let batch = &batch;
            let others = others[..threads - 1].iter_mut();
            // Where there is no memory for another thread, those that there are do its part.
            let running: Vec<_> = others
                .filter_map(|step| {
                    thread::Builder::new().spawn_scoped(scope, || step.first_of(batch)).ok()
                })
                .collect();
            let mut found = vec![own[0].first_of(batch)];
            let joined =
                running.into_iter().map(|it| it.join().unwrap_or_else(|it| resume_unwind(it)));
            found.extend(joined);
            found
        });
        for state in found {
            *first = first.take().into_iter().chain(state?).min();
        }
        states.clear();
        Ok(())
    }
}

/// States among which workers look.
struct Batch<'b> {
    states: &'b Offers,
    wanted: &'b [u8],
    /// So many were taken by a worker.
    taken: AtomicUsize,
    /// Only states before this one are wanted.
    known: Option<&'b [u8]>,
}

impl Batch<'_> {
    /// The places of the next states, if there are others.
    fn take(&self) -> Option<Range<usize>> {
        let start = self.taken.fetch_add(CHUNK, Relaxed);
        let end = self.states.len().min(start + CHUNK);
        (start < end).then_some(start..end)
    }
}

/// A worker that looks for states with a successor.
struct Step<'a, S: TransitionSystem> {
    shared: &'a Shared<'a, S>,
    /// What it notes is of no interest: it may see more than the search did.
    scratch: S::Scratch,
    state: S::State,
    target: Vec<u8>,
    offers: Offers,
    /// States that were expanded.
    expanded: u32,
    /// Where limits are spent, until when that is passed over.
    grace: Option<Instant>,
}

impl<'a, S: TransitionSystem> Step<'a, S> {
    fn new(shared: &'a Shared<'a, S>) -> Self {
        Step {
            shared,
            scratch: shared.system.scratch(),
            state: shared.system.blank(),
            target: Vec::new(),
            offers: Offers::default(),
            expanded: 0,
            grace: None,
        }
    }

    /// The first of the states that it takes of a batch that has the wanted successor.
    fn first_of(&mut self, batch: &Batch<'_>) -> Result<Option<Vec<u8>>, StopReason> {
        let mut first: Option<&[u8]> = None;
        while let Some(places) = batch.take() {
            for state in places.map(|place| batch.states.state(place)) {
                let is_before = first.or(batch.known).is_none_or(|first| state < first);
                if is_before && self.leads_to(state, batch.wanted)? {
                    first = Some(state);
                }
            }
        }
        Ok(first.map(<[u8]>::to_vec))
    }

    fn leads_to(&mut self, bytes: &[u8], wanted: &[u8]) -> Result<bool, StopReason> {
        self.expanded += 1;
        if self.expanded.is_multiple_of(PACE)
            && let Some(why) = self.shared.control.spent()
        {
            let now = Instant::now();
            if now >= *self.grace.get_or_insert(now + GRACE) {
                return Err(why);
            }
        }
        if let Some(expand) = self.shared.short {
            self.offers.clear();
            let nobody = StateId::from_number(0);
            if expand(bytes, nobody, &mut self.scratch, &mut self.offers, &mut All) {
                return Ok(self.offers.iter().any(|(target, _)| target == wanted));
            }
        }
        self.shared.system.decode(bytes, &mut self.state);
        let Step { shared, scratch, state, target, .. } = self;
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
