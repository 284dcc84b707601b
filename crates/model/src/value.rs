//! Values of cells, with their types.

use std::fmt;

use serde::Serialize;

/// What a cell holds: what tells a chart, an editor or a script more than its text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "type", content = "value")]
pub enum Value {
    /// A number.
    Number(i64),
    /// A truth value.
    Truth(bool),
    /// A symbol of an enumeration.
    Symbol(String),
    /// A process, by its number.
    Process(u32),
    /// A channel, by its name.
    Channel(String),
    /// The messages of a channel, the oldest first, each a list of its fields.
    Messages(Vec<Vec<Value>>),
    /// No component: an empty reference, or a cell that does not exist.
    None,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => write!(f, "{number}"),
            Value::Truth(truth) => write!(f, "{truth}"),
            Value::Symbol(name) | Value::Channel(name) => f.write_str(name),
            Value::Process(number) => write!(f, "process {number}"),
            Value::Messages(messages) => {
                let message = |fields: &Vec<Value>| {
                    let fields: Vec<String> = fields.iter().map(Value::to_string).collect();
                    format!("[{}]", fields.join(","))
                };
                let messages: Vec<String> = messages.iter().map(message).collect();
                write!(f, "<{}>", messages.join(" "))
            }
            Value::None => f.write_str("none"),
        }
    }
}
