//! Graphs in the language of Graphviz.

use std::fmt::Write;
use std::ops::ControlFlow;

use checking::{Draw, StateText, TransitionText};
use kernel::Ending;

use crate::graph::arguments::StateLabels;
use crate::graph::labels::{state_lines, transition_lines, values};
use crate::graph::output::Output;
use crate::terminal::shorten;

/// The most characters of an exchange that a label shows.
const LONGEST_EXCHANGE: usize = 120;

/// Writes a graph.
pub struct DotWriter<'a> {
    /// The file of the model.
    main: &'a str,
    out: &'a mut Output,
    labels: StateLabels,
    /// The attributes of the current state, so far.
    node: String,
    /// The edges of the current state.
    edges: String,
    error_drawn: bool,
    endless_drawn: bool,
}

impl<'a> DotWriter<'a> {
    /// Begins with a comment and what holds for the whole graph.
    pub fn new(
        main: &'a str,
        out: &'a mut Output,
        labels: StateLabels,
        comments: &[String],
    ) -> DotWriter<'a> {
        let mut text = String::new();
        for comment in comments {
            let _ = writeln!(text, "// {}", one_line(comment));
        }
        let _ = writeln!(text, "digraph {} {{", quoted(&[main], ""));
        text.push_str("  node [shape=box, style=rounded, fontname=monospace, fontsize=10];\n");
        text.push_str("  edge [fontname=monospace, fontsize=9];\n");
        // A failure is kept in the output.
        let _ = out.write(&text);
        DotWriter {
            main,
            out,
            labels,
            node: String::new(),
            edges: String::new(),
            error_drawn: false,
            endless_drawn: false,
        }
    }

    /// Ends with a comment. `incomplete` says why there is more to the graph, if there is; it is
    /// also shown in the picture.
    pub fn finish(self, counts: &str, incomplete: Option<&str>) {
        let mut text = format!("  // {counts}\n");
        if let Some(why) = incomplete {
            let _ = writeln!(text, "  // INCOMPLETE: {}", one_line(why));
            let _ = writeln!(text, "  label={};", quoted(&[&format!("incomplete: {why}")], "\\n"));
            text.push_str("  labelloc=t; fontcolor=red;\n");
        }
        text.push_str("}\n");
        let _ = self.out.write(&text);
    }

    /// The name of the node for transitions without a target, drawn when it is first needed.
    fn nowhere(&mut self, violated: bool) -> &'static str {
        let (drawn, name, attributes) = if violated {
            (&mut self.error_drawn, "error", "shape=octagon, style=filled, fillcolor=tomato")
        } else {
            (&mut self.endless_drawn, "endless", "shape=octagon, label=\"endless\\natomic\"")
        };
        if !*drawn {
            let _ = writeln!(self.edges, "  {name} [{attributes}];");
            *drawn = true;
        }
        name
    }
}

impl Draw for DotWriter<'_> {
    fn enter(&mut self, number: u64, initial: bool, state: &dyn StateText) -> ControlFlow<()> {
        let lines = state_lines(self.main, number, state, self.labels);
        let tooltip = values(state);
        self.node.clear();
        self.edges.clear();
        if initial {
            let _ = writeln!(self.edges, "  start{number} [shape=point];");
            let _ = writeln!(self.edges, "  start{number} -> {number};");
        }
        let _ = write!(self.node, "label={}, tooltip={}", quoted(&lines, "\\n"), {
            quoted(&tooltip, "\\n")
        });
        ControlFlow::Continue(())
    }

    fn edge(
        &mut self,
        source: u64,
        target: Option<u64>,
        transition: &dyn TransitionText,
    ) -> ControlFlow<()> {
        let violated = transition.violates();
        let mut lines = transition_lines(self.main, transition);
        if violated {
            lines.extend(transition.wrong());
        }
        lines.extend(transition.exchange().map(|exchange| exchanged(&exchange)));
        let target = match target {
            Some(target) => target.to_string(),
            None => self.nowhere(violated).to_owned(),
        };
        let colour = if violated { ", color=red, fontcolor=red" } else { "" };
        let label = quoted(&lines, "\\l");
        let _ = writeln!(self.edges, "  {source} -> {target} [label={label}{colour}];");
        ControlFlow::Continue(())
    }

    fn leave(&mut self, number: u64, ending: Ending) -> ControlFlow<()> {
        self.node.push_str(match ending {
            Ending::Moving => "",
            Ending::Halted => ", peripheries=2",
            Ending::Stuck => ", style=\"rounded,filled\", fillcolor=tomato",
            Ending::Cut => ", style=\"rounded,dashed\"",
        });
        self.out.write(&format!("  {number} [{}];\n", self.node))?;
        self.out.write(&self.edges)
    }
}

/// That a transition leads to another state of a class than the one that is drawn.
fn exchanged(exchange: &str) -> String {
    match exchange {
        "" => "then an exchange of parts without names".to_owned(),
        exchange => format!("then {}", shorten(exchange, LONGEST_EXCHANGE)),
    }
}

/// Lines as one quoted string of DOT. Each line is ended by `end` if that is `\l` (flush left);
/// otherwise `end` stands between lines.
fn quoted<L: AsRef<str>>(lines: &[L], end: &str) -> String {
    let mut text = String::from("\"");
    for (index, line) in lines.iter().enumerate() {
        if index > 0 && end != "\\l" {
            text.push_str(end);
        }
        escape(line.as_ref(), &mut text);
        if end == "\\l" {
            text.push_str(end);
        }
    }
    text.push('"');
    text
}

/// Appends text so that Graphviz shows exactly that: quotes and backslashes are escaped, and an
/// ampersand where it would begin a character entity.
fn escape(line: &str, text: &mut String) {
    for (at, character) in line.char_indices() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '&' if begins_entity(&line[at + 1..]) => text.push_str("&amp;"),
            c if c.is_control() => text.push('\u{fffd}'),
            c => text.push(c),
        }
    }
}

/// Whether `&` before this text would be read as the beginning of `&name;` or `&#10;`.
fn begins_entity(rest: &str) -> bool {
    let name = rest.split(';').next().unwrap_or_default();
    name.len() < rest.len()
        && !name.is_empty()
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#')
}

/// A text for a comment.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_quoted() {
        assert_eq!(quoted(&["a \"b\"", "c\\n"], "\\n"), r#""a \"b\"\nc\\n""#);
        assert_eq!(quoted(&["a", "b"], "\\l"), r#""a\lb\l""#);
        assert_eq!(quoted(&["a && b & c &lt; &#10; &; d;"], ""), {
            r#""a && b & c &amp;lt; &amp;#10; &; d;""#
        });
        assert_eq!(quoted(&["a\nb\0"], ""), "\"a\u{fffd}b\u{fffd}\"");
        assert_eq!(quoted::<&str>(&[], "\\n"), "\"\"");
    }
}
