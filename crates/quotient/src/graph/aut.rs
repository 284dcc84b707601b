//! Graphs in the Aldebaran format, for mCRL2, CADP and their like.
//!
//! The first line counts, so a graph is walked twice. Transitions without a target (run-time
//! errors, failed assertions inside atomic sequences, atomic sequences that never end) lead to one
//! more state, the last.
//!
//! An event is a label of its own, without who does it, and in quotes only where it is more than a word. τ is `i`, as CADP has it
//! (mCRL2: `--tau=i`), and ✓ is `exit`.
//!
//! Neither tool knows escapes in labels, mCRL2 ends a label at the first double quote, and CADP
//! wants ASCII and at most 5000 characters (the manual page `aut`, 2014).

use std::fmt::Write;
use std::ops::ControlFlow;

use checking::{Draw, StateText, TransitionText};
use kernel::Ending;

use crate::graph::labels::transition_line;
use crate::graph::output::Output;

/// The longest label.
const LONGEST: usize = 5000;

/// Counts the transitions of a graph.
#[derive(Clone, Copy, Default)]
pub struct AutCounter {
    /// All transitions.
    transitions: u64,
    /// Whether some have no target.
    dead_ends: bool,
}

impl Draw for AutCounter {
    fn enter(&mut self, _: u64, _: bool, _: &dyn StateText) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn edge(&mut self, _: u64, target: Option<u64>, _: &dyn TransitionText) -> ControlFlow<()> {
        self.transitions += 1;
        self.dead_ends |= target.is_none();
        ControlFlow::Continue(())
    }

    fn leave(&mut self, _: u64, _: Ending) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Writes a graph that was counted before.
pub struct AutWriter<'a> {
    out: &'a mut Output,
    /// The number of the state for transitions without a target.
    nowhere: u64,
    line: String,
}

impl<'a> AutWriter<'a> {
    /// Begins with the first line.
    pub fn new(out: &'a mut Output, states: u64, counted: AutCounter) -> AutWriter<'a> {
        let all = states + u64::from(counted.dead_ends);
        // A failure is kept in the output.
        let _ = out.write(&format!("des (0,{},{all})\n", counted.transitions));
        AutWriter { out, nowhere: states, line: String::new() }
    }
}

impl Draw for AutWriter<'_> {
    fn enter(&mut self, _: u64, _: bool, _: &dyn StateText) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn edge(
        &mut self,
        source: u64,
        target: Option<u64>,
        transition: &dyn TransitionText,
    ) -> ControlFlow<()> {
        if let (Some(event), Some(target)) = (transition.event(), target) {
            self.line.clear();
            let _ = writeln!(self.line, "({source},{},{target})", event_label(&event.statement));
            return self.out.write(&self.line);
        }
        let mut label = transition_line(transition);
        if transition.violates()
            && let Some(wrong) = transition.wrong()
        {
            label = format!("{wrong}: {label}");
        } else if target.is_none() {
            label = format!("endless atomic sequence: {label}");
        }
        let target = target.unwrap_or(self.nowhere);
        self.line.clear();
        let _ = writeln!(self.line, "({source},\"{}\",{target})", escaped(&label));
        self.out.write(&self.line)
    }

    fn leave(&mut self, _: u64, _: Ending) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// The label of an event. None but τ is `i`: one that is called so gets a prime.
fn event_label(event: &str) -> String {
    match event {
        "τ" => "i".to_owned(),
        "✓" => "exit".to_owned(),
        "i" | "exit" | "tau" => format!("\"{event}'\""),
        event => {
            let text = escaped(event);
            let is_word = text.starts_with(|c: char| c.is_ascii_alphabetic())
                && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if is_word { text } else { format!("\"{text}\"") }
        }
    }
}

/// A label in printable ASCII and without double quotes: these become two single ones, other
/// characters `\u{…}`.
fn escaped(label: &str) -> String {
    let mut text = String::with_capacity(label.len());
    for character in label.chars() {
        match character {
            '"' => text.push_str("''"),
            ' '..='~' => text.push(character),
            _ => text.extend(character.escape_unicode()),
        }
    }
    if text.len() > LONGEST {
        text.truncate(LONGEST - 3);
        text.push_str("...");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_printable_and_without_double_quotes() {
        assert_eq!(escaped(r#"p(0): printf("a\n")"#), r"p(0): printf(''a\n'')");
        assert_eq!(escaped("é\n\t"), r"\u{e9}\u{a}\u{9}");
        assert_eq!(escaped("a \\ 'b' ~"), "a \\ 'b' ~");
    }

    #[test]
    fn an_event_is_a_word_or_stands_in_quotes_and_only_tau_is_i() {
        assert_eq!(event_label("up"), "up");
        assert_eq!(event_label("call.0"), "\"call.0\"");
        assert_eq!(event_label("c.(-1).\"a\""), "\"c.(-1).''a''\"");
        assert_eq!(event_label("τ"), "i");
        assert_eq!(event_label("✓"), "exit");
        assert_eq!(event_label("i"), "\"i'\"");
    }

    #[test]
    fn labels_are_not_too_long() {
        assert_eq!(escaped(&"x".repeat(5000)).len(), 5000);
        let shortened = escaped(&"\"".repeat(4000));
        assert_eq!(shortened.len(), 5000);
        assert!(shortened.ends_with("'..."));
    }
}
