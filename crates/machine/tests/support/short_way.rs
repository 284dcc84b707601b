//! The short way of a search against the long one, state by state.

use std::collections::HashSet;
use std::fmt::Debug;
use std::ops::ControlFlow;

use kernel::{
    Demand, Engine, GivenUp, Offers, Starts, StateId, Transition, TransitionSystem, Visitor, Ways,
};
use machine::Machine;
use machine::explore::Scratch;
use model::{Covering, ShortWay};

/// How many states were compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compared {
    /// States that were reached.
    pub states: usize,
    /// Those of which the short way offered what follows.
    pub short: usize,
}

/// What the long way shows of a state.
struct Seen<'s, S> {
    system: &'s S,
    /// Whether transitions may be left out.
    may_leave_out: bool,
    targets: Vec<Vec<u8>>,
    /// Whether there was nothing else to say.
    plain: bool,
}

impl<S: TransitionSystem> Visitor<S> for Seen<'_, S> {
    fn transition(&mut self, it: Transition<'_, S>) -> ControlFlow<()> {
        self.plain &= it.violation.is_none() && it.target.is_some();
        self.targets.extend(it.target.map(|target| encoded(self.system, target)));
        ControlFlow::Continue(())
    }

    fn give_up(&mut self, _: GivenUp) -> ControlFlow<()> {
        self.plain = false;
        ControlFlow::Continue(())
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn wants_all(&self) -> bool {
        let older = self.targets.iter().all(|target| may_be_older(target));
        !self.may_leave_out || !self.targets.is_empty() && older
    }

    fn ways(&self, _: &[S::Step]) -> Ways {
        Ways::One
    }
}

/// Whether a state counts as one that was stored before: some do, whichever.
pub fn may_be_older(bytes: &[u8]) -> bool {
    bytes.iter().fold(0u32, |sum, &byte| sum.wrapping_mul(31) + u32::from(byte)) % 3 == 0
}

pub fn encoded<S: TransitionSystem>(system: &S, state: &S::State) -> Vec<u8> {
    let mut bytes = Vec::new();
    system.encode(state, &mut bytes);
    bytes
}

/// Compares what follows on each of the first `most` states, with all transitions and where some may be left out; by machine code as well,
/// if the tests are built with it.
///
/// # Panics
/// It differs, or what was executed does.
pub fn compare(machine: &Machine, most: usize) -> Compared {
    #[cfg(feature = "native")]
    super::native::compare(machine, most);
    compare_with(machine, most, |scratch: &mut Scratch| scratch.covered.fill(false))
}

/// The same for any system, given what forgets what its scratch says was executed.
///
/// # Panics
/// It differs, or what was executed does.
pub fn compare_with<S: ShortWay + Covering<State: Debug>>(
    system: &S,
    most: usize,
    forget: impl Fn(&mut S::Scratch),
) -> Compared {
    let mut compared = Compared::default();
    let mut seen = HashSet::new();
    let mut waiting = Vec::new();
    let mut scratches = (system.scratch(), system.scratch());
    let mut reach = |bytes: Vec<u8>, waiting: &mut Vec<Vec<u8>>| {
        if seen.len() < most && seen.insert(bytes.clone()) {
            waiting.push(bytes);
        }
    };
    let mut starts = |state: &S::State| {
        reach(encoded(system, state), &mut waiting);
        ControlFlow::Continue(())
    };
    let _ = system.initial_states(&mut system.scratch(), &mut starts as &mut dyn Starts<_>);
    while let Some(bytes) = waiting.pop() {
        compared.states += 1;
        compare_state(system, &bytes, true, &forget, &mut scratches);
        let (targets, short) = compare_state(system, &bytes, false, &forget, &mut scratches);
        compared.short += usize::from(short);
        targets.into_iter().for_each(|target| reach(target, &mut waiting));
    }
    compared
}

/// Asks for all transitions, or as a search does that may leave some out.
struct May {
    leave_out: bool,
}

impl Demand for May {
    fn wants_all(&mut self, offers: &mut Offers, first: usize) -> bool {
        let mut targets = offers.iter().skip(first);
        !self.leave_out || offers.len() > first && targets.all(|(bytes, _)| may_be_older(bytes))
    }

    fn engine(&self) -> Engine {
        Engine::Compiled
    }

    fn pause(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// What follows on a state, and whether the short way says so.
fn compare_state<S: ShortWay + Covering<State: Debug>>(
    system: &S,
    bytes: &[u8],
    may_leave_out: bool,
    forget: impl Fn(&mut S::Scratch),
    (long, short): &mut (S::Scratch, S::Scratch),
) -> (Vec<Vec<u8>>, bool) {
    let mut state = system.blank();
    system.decode(bytes, &mut state);
    assert_eq!(encoded(system, &state), bytes, "another record");
    forget(long);
    forget(short);
    let mut seen = Seen { system, may_leave_out, targets: Vec::new(), plain: true };
    let _ = system.successors(&state, long, &mut seen);
    let mut offers = Offers::default();
    let parent = StateId::from_number(7);
    offers.push(b"another state's", None);
    let went =
        system.expand(bytes, parent, short, &mut offers, &mut May { leave_out: may_leave_out });
    let offered: Vec<_> =
        offers.iter().skip(1).map(|(bytes, from)| (bytes.to_vec(), from)).collect();
    if went {
        assert!(seen.plain && !seen.targets.is_empty(), "more was to be said of {state:?}");
        let targets: Vec<_> = seen.targets.iter().map(|it| (it.clone(), Some(parent))).collect();
        assert_eq!(offered, targets, "what follows on {state:?}");
        assert_eq!(system.executed(short), system.executed(long), "what {state:?} executes");
    } else {
        assert_eq!(offered, []);
    }
    (seen.targets, went)
}
