//! What a tool is: its name, what it does, and the arguments that it takes.

use serde_json::{Map, Value, json};

/// A tool.
#[derive(Debug)]
pub(crate) struct Tool {
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub about: &'static str,
    /// What it takes.
    pub arguments: &'static [&'static Argument],
}

/// An argument of a tool.
#[derive(Debug)]
pub(crate) struct Argument {
    /// Its name.
    pub name: &'static str,
    /// What it is.
    pub kind: Kind,
    /// Whether there must be one.
    pub is_needed: bool,
    /// What it says.
    pub about: &'static str,
}

/// Kinds of arguments.
#[derive(Debug)]
pub(crate) enum Kind {
    /// A text, which is not empty.
    Text,
    /// A list of such texts.
    Texts,
    /// A number, from the first to the second.
    Number(u64, u64),
    /// One of some words.
    Word(&'static [&'static str]),
    /// A truth.
    Truth,
}

impl Tool {
    /// The tool as it is listed.
    pub fn listed(&self) -> Value {
        let properties: Map<String, Value> =
            self.arguments.iter().map(|it| (it.name.to_owned(), it.schema())).collect();
        let needed = self.arguments.iter().filter(|argument| argument.is_needed);
        let needed: Vec<&str> = needed.map(|argument| argument.name).collect();
        json!({
            "name": self.name,
            "description": self.about,
            "inputSchema": {
                "type": "object",
                "properties": properties,
                "required": needed,
                "additionalProperties": false,
            },
            "annotations": {"readOnlyHint": true, "openWorldHint": false},
        })
    }
}

impl Argument {
    fn schema(&self) -> Value {
        let mut schema = match self.kind {
            Kind::Text => json!({"type": "string"}),
            Kind::Texts => json!({"type": "array", "items": {"type": "string"}}),
            Kind::Number(least, most) => {
                json!({"type": "integer", "minimum": least, "maximum": most})
            }
            Kind::Word(words) => json!({"type": "string", "enum": words}),
            Kind::Truth => json!({"type": "boolean"}),
        };
        schema["description"] = self.about.into();
        schema
    }
}
