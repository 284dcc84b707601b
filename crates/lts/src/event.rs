//! Events, and sets of them.

/// An event: one that nobody sees, termination, or a visible one, which the language numbers from [`Event::FIRST`] as it
/// meets them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Event(pub u32);

impl Event {
    /// τ, which nobody sees.
    pub const TAU: Event = Event(0);
    /// ✓, termination.
    pub const TICK: Event = Event(1);
    /// The first visible event.
    pub const FIRST: Event = Event(2);

    /// Whether it is neither τ nor ✓.
    #[must_use]
    pub fn is_visible(self) -> bool {
        self >= Event::FIRST
    }
}

/// A set of visible events, or all visible events but these: alphabets may be infinite.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct EventSet {
    /// Whether the events are those that are left out.
    complement: bool,
    /// In ascending order, each once.
    events: Box<[Event]>,
}

impl EventSet {
    /// The set of these events.
    #[must_use]
    pub fn of(events: impl IntoIterator<Item = Event>) -> EventSet {
        EventSet { complement: false, events: sorted(events) }
    }

    /// All visible events but these.
    #[must_use]
    pub fn all_but(events: impl IntoIterator<Item = Event>) -> EventSet {
        EventSet { complement: true, events: sorted(events) }
    }

    /// Whether a visible event is in it. τ and ✓ are in no set.
    #[must_use]
    pub fn contains(&self, event: Event) -> bool {
        event.is_visible() && self.events.binary_search(&event).is_ok() != self.complement
    }

    /// Whether it is the empty set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.complement && self.events.is_empty()
    }

    /// Its events, if it is not a complement.
    #[must_use]
    pub fn listed(&self) -> Option<&[Event]> {
        (!self.complement).then_some(&self.events)
    }

    /// The events that are left out, if it is a complement.
    #[must_use]
    pub fn left_out(&self) -> Option<&[Event]> {
        self.complement.then_some(&self.events)
    }
}

fn sorted(events: impl IntoIterator<Item = Event>) -> Box<[Event]> {
    let mut events: Vec<Event> = events.into_iter().collect();
    debug_assert!(events.iter().all(|event| event.is_visible()));
    events.sort_unstable();
    events.dedup();
    events.into_boxed_slice()
}
