//! Rules under construction.

use std::collections::{BTreeMap, BTreeSet};

use crate::event::Event;
use crate::supercombinator::Rule;

/// A rule under construction.
#[derive(Clone)]
pub(super) struct Draft {
    /// The components that take part, each with what it does.
    pub(super) parts: Vec<(u32, Event)>,
    /// Switches and the two values, which may be the same, of which they have one before.
    pub(super) when: Vec<(u32, [u32; 2])>,
    /// What the whole does.
    pub(super) event: Event,
    /// What happens then, in this order.
    pub(super) actions: Vec<Action>,
    /// The call that begins anew.
    pub(super) jump: Option<usize>,
}

/// What happens to the format.
#[derive(Clone, Copy)]
pub(super) enum Action {
    /// A switch gets a value.
    Switch(u32, u32),
    /// A part is put back to where it began.
    Reset(Span),
}

/// Components and switches in a row: from the first, up to the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) components: (u32, u32),
    pub(super) switches: (u32, u32),
}

impl Draft {
    /// A component does what it does.
    pub(super) fn of(component: u32, event: Event) -> Draft {
        Draft { parts: vec![(component, event)], ..Draft::alone(event) }
    }

    /// The whole does something by itself.
    pub(super) fn alone(event: Event) -> Draft {
        let (parts, when, actions) = (Vec::new(), Vec::new(), Vec::new());
        Draft { parts, when, event, actions, jump: None }
    }

    /// The same where a switch has a value.
    pub(super) fn when(&self, switch: u32, value: u32) -> Draft {
        self.when_either(switch, [value, value])
    }

    /// The same where a switch has one of two values.
    pub(super) fn when_either(&self, switch: u32, values: [u32; 2]) -> Draft {
        let mut draft = self.clone();
        draft.when.push((switch, values));
        draft
    }

    /// The same with something that happens then.
    pub(super) fn then(mut self, action: Action) -> Draft {
        self.actions.push(action);
        self
    }

    /// What two rules make together.
    pub(super) fn with(&self, other: &Draft) -> Draft {
        assert!(self.jump.is_none() && other.jump.is_none());
        Draft {
            parts: [&self.parts[..], &other.parts].concat(),
            when: [&self.when[..], &other.when].concat(),
            event: self.event,
            actions: [&self.actions[..], &other.actions].concat(),
            jump: None,
        }
    }

    pub(super) fn finished(mut self) -> Rule {
        assert!(self.jump.is_none(), "every jump has come to its call");
        let (mut switched, mut resets) = (BTreeMap::new(), BTreeSet::new());
        for action in self.actions {
            match action {
                Action::Switch(switch, value) => {
                    switched.insert(switch, value);
                }
                Action::Reset(span) => {
                    resets.extend(span.components.0..span.components.1);
                    switched.extend((span.switches.0..span.switches.1).map(|switch| (switch, 0)));
                }
            }
        }
        self.parts.sort_unstable();
        Rule {
            parts: self.parts.into(),
            when: self.when.into(),
            event: self.event,
            switch: switched.into_iter().collect(),
            resets: resets.into_iter().collect(),
        }
    }
}
