//! Channel diagrams in the language of Graphviz.

use std::fmt::Write;

use super::ChannelDiagram;
use super::svg::fill;

impl ChannelDiagram {
    /// The diagram in the language of Graphviz, with processes as ellipses and channels as boxes.
    #[must_use]
    pub fn dot(&self, title: &str) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "digraph {} {{", quoted(title));
        text.push_str("  node [style=filled, fontname=\"sans-serif\", fontsize=11];\n");
        for (vertex, component) in self.components.iter().enumerate() {
            let colour = &self.colours[component.colour];
            let _ = writeln!(
                text,
                "  v{vertex} [label={}, tooltip={}, shape={}, fillcolor=\"{}\"];",
                quoted(&component.name),
                quoted(&colour.label),
                if colour.is_process { "ellipse" } else { "box" },
                fill(component.colour),
            );
        }
        for (from, to) in self.edges() {
            let _ = writeln!(text, "  v{from} -> v{to};");
        }
        text.push_str("}\n");
        text
    }
}

/// A quoted string, taken literally: Graphviz sees escapes in labels.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            character if character.is_control() => quoted.push(' '),
            character => quoted.push(character),
        }
    }
    quoted + "\""
}
