//! What values are called in a model.

use std::collections::{HashMap, HashSet};

use diagnostics::Span;
use machine::index::{ChannelId, EnumerationId, NodeId, ProcessTypeId, VariableId};

use super::calls::Calls;

/// Which values are symbols of an enumeration, and how those are called.
#[derive(Clone, Debug, Default)]
pub struct Meanings {
    /// The kinds that expressions name symbols of, by their numbers there.
    pub kinds: Vec<Kind>,
    /// The symbols, by their kind and their value: kinds number their symbols anew.
    pub symbols: HashMap<(Kind, i32), String>,
    /// The kind of the symbols that a variable is declared to hold.
    pub variables: HashMap<VariableId, Kind>,
    /// The kind of the symbols that a field of a channel's messages is declared to hold.
    pub fields: HashMap<(ChannelId, usize), Kind>,
    /// What the places of an array are called, for each dimension; numbers, where nothing is said.
    pub elements: HashMap<VariableId, Vec<Option<Vec<String>>>>,
    /// Behind which byte of its name the subscript for each dimension of a field stands, as in `tags[1].row[2].taken`; behind
    /// the name of a variable that is not listed.
    pub subscripts: HashMap<VariableId, Vec<usize>>,
    /// The calls whose expansions statements stand in.
    pub calls: Calls,
    /// How messages are told of, where processes are actors.
    pub actors: Option<Actors>,
    /// How processes are told of, where they point to one another.
    pub pointers: Option<Pointers>,
    /// The same of what is declared to hold numbers, and is used for symbols alone ([`Meanings::infer`]).
    pub(super) inferred: Inferred,
}

/// Processes that point to one another: what belongs to process 2 is told as `next[2]`, and where it is like a variable of its own,
/// as `mode[2]`.
#[derive(Clone, Debug, Default)]
pub struct Pointers {
    /// What points to no process.
    pub null: &'static str,
    /// What the place where a process rests is called.
    pub place: &'static str,
    /// What these places are called.
    pub places: HashMap<(ProcessTypeId, NodeId), String>,
}

/// Processes that answer messages from a queue of their own, by which they are known: whoever is named by a queue is called by the
/// name of its owner. The first field of a message tells which message it is, the second who sent it.
#[derive(Clone, Debug, Default)]
pub struct Actors {
    /// For each message the fields that hold its parameters.
    pub parameters: HashMap<i32, Vec<usize>>,
    /// Channels that the text does not have.
    pub unseen_channels: HashSet<ChannelId>,
    /// Variables that it does not have.
    pub unseen_variables: HashSet<VariableId>,
    /// The loops over all places of a kind, which are without an order to who writes them.
    pub loops_over_places: Vec<Span>,
}

impl Actors {
    /// Whether a field tells something of a message.
    pub(crate) fn tells(&self, message: &[i32], field: usize) -> bool {
        let parameters = message.first().and_then(|which| self.parameters.get(which));
        field < 2 || parameters.is_some_and(|parameters| parameters.contains(&field))
    }
}

/// Which variables and fields hold symbols, though they are declared as numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Inferred {
    pub variables: HashMap<VariableId, Kind>,
    pub fields: HashMap<(ChannelId, usize), Kind>,
}

/// An enumeration: none for the one without a name, or its name.
pub type Kind = Option<String>;

impl Meanings {
    /// What processes that point to one another are called, and nothing else.
    #[must_use]
    pub fn of_pointers(pointers: Pointers) -> Meanings {
        Meanings { pointers: Some(pointers), ..Meanings::default() }
    }

    /// The number of a kind in expressions.
    pub fn enumeration(&mut self, kind: &Kind) -> EnumerationId {
        let known = self.kinds.iter().position(|known| known == kind);
        EnumerationId::new(known.unwrap_or_else(|| {
            self.kinds.push(kind.clone());
            self.kinds.len() - 1
        }))
    }

    /// Whether the text has a channel.
    pub(crate) fn has_channel(&self, channel: ChannelId) -> bool {
        self.actors.as_ref().is_none_or(|actors| !actors.unseen_channels.contains(&channel))
    }

    /// Whether the text has a variable.
    pub(crate) fn has_variable(&self, variable: VariableId) -> bool {
        let actors = self.actors.as_ref();
        actors.is_none_or(|actors| !actors.unseen_variables.contains(&variable))
    }

    /// The kind of the symbols that a variable holds, if it holds any.
    #[must_use]
    pub fn kind(&self, variable: VariableId) -> Option<&Kind> {
        self.variables.get(&variable).or_else(|| self.inferred.variables.get(&variable))
    }

    /// The kind of the symbols that a variable is declared to hold, if it is.
    #[must_use]
    pub fn declared_kind(&self, variable: VariableId) -> Option<&Kind> {
        self.variables.get(&variable)
    }

    /// The kind of the symbols that a field of a channel's messages holds, if it holds any.
    #[must_use]
    pub fn field_kind(&self, channel: ChannelId, field: usize) -> Option<&Kind> {
        let place = (channel, field);
        self.fields.get(&place).or_else(|| self.inferred.fields.get(&place))
    }

    /// The symbol of a value, if it has one.
    #[must_use]
    pub fn symbol_of(&self, kind: &Kind, value: i32) -> Option<&str> {
        self.symbols.get(&(kind.clone(), value)).map(String::as_str)
    }

    /// The symbol of a value, or the number: 0 is none.
    #[must_use]
    pub fn symbol(&self, kind: &Kind, value: i32) -> String {
        self.symbol_of(kind, value).map_or_else(|| value.to_string(), str::to_owned)
    }
}
