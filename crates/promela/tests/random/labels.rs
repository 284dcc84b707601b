//! Labels: those that jumps lead to, and those that mean something to a verifier.

use super::features::SEEN;
use super::generator::Generator;
use super::text::{Node, line, render};

/// How many labels each body has for its jumps.
pub const LABELS: usize = 2;

/// Puts the labels that jumps of a body lead to before some of its statements, and perhaps others.
pub fn label(generator: &mut Generator, body: &mut Vec<Node>) {
    let text = render(body);
    for number in 0..LABELS {
        if text.contains(&format!("goto L{number};")) || generator.numbers.chance(10) {
            insert(generator, body, format!("L{number}:"));
        }
    }
    if generator.numbers.chance(25) {
        insert(generator, body, "end0:".to_owned());
    }
    if generator.numbers.chance(5) {
        insert(generator, body, "progress0:".to_owned());
    }
    if generator.numbers.chance(5) {
        insert(generator, body, "accept0:".to_owned());
    }
    if generator.features.labels {
        insert(generator, body, format!("{SEEN}:"));
    }
}

/// Puts a label before some statement outside deterministic steps.
fn insert(generator: &mut Generator, body: &mut Vec<Node>, label: String) {
    let mut at = body;
    let mut nested = false;
    loop {
        // SPIN refuses labels at the beginning of nested sequences.
        let from = usize::from(nested);
        let place = if from < at.len() { generator.numbers.between(from, at.len() - 1) } else { 0 };
        let enters = match &at[place] {
            // A jump into an escape that statements are merged in loses assertions in SPIN.
            Node::Block { open, .. } if open.starts_with("unless") && label.starts_with('L') => {
                false
            }
            Node::Block { open, .. } if open == "::" || open.starts_with("unless") => true,
            Node::Block { open, .. } if open.contains("d_step") => false,
            Node::Block { .. } => generator.numbers.chance(60),
            Node::Line(_) => false,
        };
        if enters {
            let Node::Block { open, body, .. } = &mut at[place] else { return };
            // A choice is not a sequence: any of its options may be entered.
            nested = !open.ends_with("if") && !open.ends_with("do");
            at = body;
            continue;
        }
        if nested && place == 0 {
            at.push(line(format!("{label} skip;")));
            return;
        }
        // Not between a sequence and the one that it escapes to.
        let place = match &at[place] {
            Node::Block { open, .. } if open.starts_with("unless") => place - 1,
            _ => place,
        };
        // Not before declarations and guards that begin an option.
        let declares = |node: &Node| {
            let Node::Line(text) = node else { return false };
            let first = text.split([' ', '[']).next().unwrap_or_default();
            let types = ["bit", "bool", "byte", "short", "int", "unsigned", "mtype", "pid", "chan"];
            types.contains(&first) || first.starts_with('T') || text.starts_with("else")
        };
        let node = &mut at[place];
        match node {
            node if declares(node) => {}
            Node::Line(text) if text.starts_with("goto") && !label.starts_with(SEEN) => {
                *text = format!("{label} skip; {text}");
            }
            Node::Line(text) => *text = format!("{label} {text}"),
            Node::Block { open, .. } => *open = format!("{label} {open}"),
        }
        if !declares(&at[place]) {
            return;
        }
        // Some statement after it, or a new one at the end.
        at.push(line(format!("{label} skip;")));
        return;
    }
}
