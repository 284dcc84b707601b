//! Counters that go round, each for itself.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use kernel::{
    Property, PropertyId, PropertyKind, Starts, StateIdentity, Trace, Transition, TransitionSystem,
    ViolatedBy, Visitor,
};

pub const COUNTERS: usize = 6;

/// Six counters, each of which goes up to a bound; the first ones begin again then. Each may go before those after it, which may be
/// left out. It is an error if all stand at what is asked for.
pub struct Counters {
    pub bound: u32,
    /// How many begin again.
    pub round: usize,
    pub error: Option<[u32; COUNTERS]>,
    pub properties: [Property; 1],
    pub cancel: Arc<AtomicBool>,
    /// The state after which the search is to end.
    pub last: Option<[u32; COUNTERS]>,
    /// After so many states it is to end as well.
    pub patience: AtomicU64,
}

impl Counters {
    /// All of which go up to the same.
    pub fn new(bound: u32) -> Self {
        Counters {
            bound,
            round: COUNTERS,
            error: None,
            properties: [Property::new("no error", PropertyKind::Invariant)],
            cancel: Arc::default(),
            last: None,
            patience: AtomicU64::new(u64::MAX),
        }
    }
}

impl TransitionSystem for Counters {
    type State = [u32; COUNTERS];
    type Step = usize;
    /// How many states were expanded.
    type Scratch = u64;

    fn scratch(&self) -> u64 {
        0
    }
    fn initial_states(&self, _: &mut u64, starts: &mut dyn Starts<Self::State>) -> ControlFlow<()> {
        starts.start(&[0; COUNTERS])
    }
    fn successors<V: Visitor<Self>>(
        &self,
        state: &Self::State,
        expanded: &mut u64,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        *expanded += 1;
        if self.patience.fetch_sub(1, Relaxed) == 1 || self.last == Some(*state) {
            self.cancel.store(true, Relaxed);
        }
        for counter in 0..COUNTERS {
            let mut target = *state;
            target[counter] = match state[counter] + 1 {
                next if next <= self.bound => next,
                _ if counter < self.round => 0,
                _ => continue,
            };
            visitor.transition(Transition {
                steps: &[counter],
                target: Some(&target),
                violation: None,
            })?;
            if !visitor.wants_all() {
                break;
            }
        }
        ControlFlow::Continue(())
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Fixed(4 * COUNTERS)
    }
    fn encode(&self, state: &Self::State, out: &mut Vec<u8>) {
        out.extend(state.iter().flat_map(|counter| counter.to_le_bytes()));
    }
    fn decode(&self, bytes: &[u8], state: &mut Self::State) {
        let counters = bytes.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes));
        state.iter_mut().zip(counters).for_each(|(counter, value)| *counter = value);
    }
    fn blank(&self) -> Self::State {
        [0; COUNTERS]
    }
    fn properties(&self) -> &[Property] {
        &self.properties
    }
    fn violates(&self, state: &Self::State, _: PropertyId, _: &mut u64) -> bool {
        self.error == Some(*state)
    }
    fn may_halt(&self, _: &Self::State) -> bool {
        true
    }
}

/// A trace leads from where all counters stand at none to these, and each of its steps adds one to one of them.
pub fn assert_is_way_to(error: [u32; COUNTERS], trace: &Trace<Counters>) {
    assert_eq!(trace.states.len() as u32, 1 + error.iter().sum::<u32>());
    assert_eq!((trace.states.first(), trace.states.last()), (Some(&[0; COUNTERS]), Some(&error)));
    assert_eq!(trace.violated_by, ViolatedBy::State);
    for pair in trace.states.windows(2) {
        let steps = pair[0].iter().zip(&pair[1]).filter(|(before, after)| before != after);
        assert!(steps.map(|(before, after)| after - before).eq([1]), "{pair:?}");
    }
}
