//! Supercombinators: transition systems as components and rules that say how their transitions make those of the whole
//! (Definitions 62 and 63 of Gibson-Robinson and Lowe 2019).
//!
//! The formats of the definition are written as the values of *switches*: an operator that discards or starts some of its parts
//! has a switch, and a format is one value for each. So there are no more rules than operators ask for, however many formats
//! their combinations make.

mod compile;
mod fire;
mod induced;
mod lazy;
mod offers;
mod packing;
mod recurring;
mod table;

use std::borrow::Cow;
use std::sync::Arc;

use crate::event::Event;
use crate::explicit::{Explicit, State};
use crate::term::TermId;

pub use compile::{Settings, compile, compiled};
pub use fire::Firing;
pub use lazy::Chased;
use lazy::MOST_STATES;
use packing::Packing;
use table::Table;

/// A supercombinator. It is plain data, which threads can share.
pub struct Supercombinator {
    components: Vec<Component>,
    /// How many values each switch has. All begin at 0.
    switches: Vec<u32>,
    rules: Vec<Rule>,
    /// The rules, as they are asked for.
    index: fire::Index,
    packing: Packing,
    /// Whether some component is generalised.
    generalised: bool,
}

/// A component: a part that is a transition system of its own.
#[derive(Clone)]
pub struct Component {
    /// Its states and transitions. If it is made while it is used, only its initial state.
    pub explicit: Arc<Explicit>,
    /// What makes it while it is used, if something does.
    pub chased: Option<Arc<Chased>>,
    /// When it is at work: when each of these switches has one of these values.
    pub on: Box<[(u32, Box<[u32]>)]>,
    /// The innermost operators around it, the outermost of these first, and which of their operands it is in.
    pub operands: Box<[(TermId, u32)]>,
}

/// A rule. It fires where all that take part can do their events and the switches are as it says.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Rule {
    /// The components that take part, each with what it does, in ascending order.
    pub parts: Box<[(u32, Event)]>,
    /// Switches and the two values, which may be the same, of which they have one before.
    pub when: Box<[(u32, [u32; 2])]>,
    /// What the whole does.
    pub event: Event,
    /// Switches and the values that they get.
    pub switch: Box<[(u32, u32)]>,
    /// Components that are put back to where they began, in ascending order.
    pub resets: Box<[u32]>,
}

impl Component {
    /// The transitions of a state.
    #[must_use]
    pub fn of(&self, state: State) -> Cow<'_, [(Event, State)]> {
        let Some(chased) = &self.chased else { return self.explicit.of(state).into() };
        let row = chased.row(state.0);
        let events = chased.events();
        let of_group = |group: &table::Group| {
            let event = events[group.slot as usize];
            let targets = &row.targets[group.begin as usize..group.end as usize];
            targets.iter().map(move |&target| (event, State(target)))
        };
        row.groups.iter().flat_map(of_group).collect()
    }

    /// The events of a state, each once, in ascending order.
    #[must_use]
    pub fn events(&self, state: State) -> Vec<Event> {
        let mut events: Vec<Event> = self.of(state).iter().map(|&(event, _)| event).collect();
        events.dedup();
        events
    }

    /// The term that a state is, or one of them.
    #[must_use]
    pub fn label(&self, state: State) -> TermId {
        let place = if self.chased.is_some() { 0 } else { state.0 as usize };
        self.explicit.labels[place]
    }

    fn most_states(&self) -> u32 {
        if self.chased.is_some() { MOST_STATES } else { self.explicit.len() as u32 }
    }
}

impl Supercombinator {
    /// Of these components, switches (how many values each has) and rules. The order of the rules does not matter.
    #[must_use]
    pub fn new(
        components: Vec<Component>,
        switches: Vec<u32>,
        rules: Vec<Rule>,
    ) -> Supercombinator {
        let counts = components.iter().map(Component::most_states);
        let packing = Packing::new(counts.chain(switches.iter().copied()));
        let recurring = recurring::recurring(&components, &switches, &rules);
        let index = fire::Index::new(&components, &rules, &recurring);
        let generalised = components.iter().any(|part| part.explicit.generalised.is_some());
        Supercombinator { components, switches, rules, index, packing, generalised }
    }

    /// One component that does what it does.
    #[must_use]
    pub fn of(explicit: Arc<Explicit>) -> Supercombinator {
        let mut events: Vec<Event> = explicit.transitions.iter().map(|&(event, _)| event).collect();
        events.sort_unstable();
        events.dedup();
        let rules = events.into_iter().map(|event| Rule {
            parts: [(0, event)].into(),
            when: [].into(),
            event,
            switch: [].into(),
            resets: [].into(),
        });
        let rules = rules.collect();
        Supercombinator::new(
            vec![Component { explicit, chased: None, on: [].into(), operands: [].into() }],
            Vec::new(),
            rules,
        )
    }

    /// The only component, if the whole does what that does and nothing else.
    #[must_use]
    pub fn as_explicit(&self) -> Option<&Arc<Explicit>> {
        let ([only], []) = (&self.components[..], &self.switches[..]) else { return None };
        if only.chased.is_some() {
            return None;
        }
        let same = |rule: &Rule| *rule.parts == [(0, rule.event)] && rule.resets.is_empty();
        let mut events: Vec<Event> = self.rules.iter().map(|rule| rule.event).collect();
        events.sort_unstable();
        events.dedup();
        let all = only.explicit.transitions.iter();
        let does_all = all.clone().all(|(event, _)| events.binary_search(event).is_ok());
        (does_all && self.rules.iter().all(same)).then_some(&only.explicit)
    }

    /// The components.
    #[must_use]
    pub fn components(&self) -> &[Component] {
        &self.components
    }

    /// How many values each switch has.
    #[must_use]
    pub fn switches(&self) -> &[u32] {
        &self.switches
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The initial state: a state has the states of the components and then the values of the switches.
    #[must_use]
    pub fn initial(&self) -> Vec<u32> {
        let components = self.components.iter().map(|component| component.explicit.initial.0);
        components.chain(self.switches.iter().map(|_| 0)).collect()
    }

    /// How many numbers a state consists of.
    #[must_use]
    pub fn width(&self) -> usize {
        self.components.len() + self.switches.len()
    }

    /// Adds all events of its components and rules.
    pub(crate) fn add_events(&self, events: &mut Vec<Event>) {
        for component in &self.components {
            match &component.chased {
                Some(chased) => events.extend(chased.events()),
                None => events.extend(component.explicit.transitions.iter().map(|step| step.0)),
            }
        }
        events.extend(self.rules.iter().map(|rule| rule.event));
    }

    /// How many numbers there are for each place of a state.
    pub(crate) fn counts(&self) -> impl Iterator<Item = u32> {
        let counts = self.components.iter().map(Component::most_states);
        counts.chain(self.switches.iter().copied())
    }

    /// Whether it is a state as far as its numbers tell: components and switches have as many.
    pub(crate) fn is_state(&self, state: &[u32]) -> bool {
        let mut counts = self.counts();
        state.len() == self.width()
            && state.iter().all(|&number| counts.next().is_some_and(|count| number < count))
    }

    /// How many bytes a state takes when it is stored.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.packing.bytes()
    }

    /// Appends a state as bytes.
    pub fn pack(&self, state: &[u32], out: &mut Vec<u8>) {
        self.packing.pack(state, out);
    }

    /// The inverse of [`pack`](Self::pack): overwrites a state.
    pub fn unpack(&self, bytes: &[u8], state: &mut [u32]) {
        self.packing.unpack(bytes, state);
    }

    /// Whether a rule makes one state of another.
    #[must_use]
    pub fn leads(&self, rule: &Rule, before: &[u32], after: &[u32]) -> bool {
        let count = self.components.len();
        let component = |place: usize| {
            let component = &self.components[place];
            let initial = component.explicit.initial;
            let does = rule.parts.iter().find(|&&(part, _)| part as usize == place);
            let resets = rule.resets.contains(&(place as u32));
            let (from, to) = (State(before[place]), State(after[place]));
            match does {
                Some(&(_, event)) if resets => {
                    component.of(from).iter().any(|&(other, _)| other == event) && to == initial
                }
                Some(&(_, event)) => component.of(from).contains(&(event, to)),
                None if resets => to == initial,
                None => from == to,
            }
        };
        let switch = |place: usize| {
            let (from, to) = (before[count + place], after[count + place]);
            let asked = rule.when.iter().filter(|(switch, _)| *switch as usize == place);
            let set = rule.switch.iter().find(|(switch, _)| *switch as usize == place);
            asked.into_iter().all(|(_, values)| values.contains(&from))
                && to == set.map_or(from, |&(_, value)| value)
        };
        (0..count).all(component) && (0..self.switches.len()).all(switch)
    }

    /// Whether a component is at work in a state.
    pub(crate) fn is_on(&self, component: usize, state: &[u32]) -> bool {
        let switches = &state[self.components.len()..];
        let on = &self.components[component].on;
        on.iter().all(|(switch, values)| values.contains(&switches[*switch as usize]))
    }

    /// Whether some transitions were left out: a component that is made while it is used has too many states, or a chase took too long.
    /// What was found afterwards is not to be relied on.
    #[must_use]
    pub fn is_cut_short(&self) -> bool {
        self.components.iter().any(|part| part.chased.as_ref().is_some_and(|it| it.is_cut_short()))
    }

    /// Whether some component diverges by itself.
    pub(crate) fn diverges_at_once(&self, state: &[u32]) -> bool {
        self.generalised
            && self.components.iter().enumerate().any(|(place, component)| {
                let marks = component.explicit.generalised.as_ref();
                marks.is_some_and(|marks| marks[state[place] as usize].diverges)
                    && self.is_on(place, state)
            })
    }
}
