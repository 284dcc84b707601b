//! What values are called in a model.

use std::collections::HashMap;

use crate::index::{ChannelId, VariableId};

/// Which values are symbols of an enumeration, and how those are called.
#[derive(Clone, Debug, Default)]
pub struct Meanings {
    /// The symbols, by their kind and their value: kinds number their symbols anew.
    pub symbols: HashMap<(Kind, i32), String>,
    /// The kind of the symbols that a variable holds.
    pub variables: HashMap<VariableId, Kind>,
    /// The kind of the symbols that a field of a channel's messages holds.
    pub fields: HashMap<(ChannelId, usize), Kind>,
}

/// An enumeration: none for the one without a name, or its name.
pub type Kind = Option<String>;

impl Meanings {
    /// The kind of the symbols that a variable holds, if it holds any.
    #[must_use]
    pub fn kind(&self, variable: VariableId) -> Option<&Kind> {
        self.variables.get(&variable)
    }

    /// The kind of the symbols that a field of a channel's messages holds, if it holds any.
    #[must_use]
    pub fn field_kind(&self, channel: ChannelId, field: usize) -> Option<&Kind> {
        self.fields.get(&(channel, field))
    }

    /// The symbol of a value; 0 is none.
    #[must_use]
    pub fn symbol(&self, kind: &Kind, value: i32) -> String {
        let symbol = self.symbols.get(&(kind.clone(), value)).cloned();
        symbol.unwrap_or_else(|| value.to_string())
    }
}
