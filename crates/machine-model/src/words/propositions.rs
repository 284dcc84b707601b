//! What claims look at in a state, as text.

use diagnostics::Sources;
use machine::claim::Formula;

use super::NamedMachine;

impl NamedMachine {
    /// The propositions of its claims, by the bits of their valuations, with the expressions as they are written.
    #[must_use]
    pub fn propositions(&self, sources: &Sources) -> Vec<String> {
        self.machine.propositions().iter().map(|it| text(it, sources)).collect()
    }
}

/// A formula without temporal operators. How deep it is, its parser bounds.
fn text(formula: &Formula, sources: &Sources) -> String {
    let part = |part: &Formula| match part {
        Formula::Atom(_) if is_operand(&text(part, sources)) => text(part, sources),
        Formula::Not(_) => text(part, sources),
        _ => format!("({})", text(part, sources)),
    };
    let all = |parts: &[Formula], operator: &str| {
        parts.iter().map(part).collect::<Vec<_>>().join(operator)
    };
    match formula {
        Formula::Atom(atom) => {
            let words: Vec<&str> = sources.snippet(atom.span).split_whitespace().collect();
            words.join(" ")
        }
        Formula::Not(operand) => match &**operand {
            Formula::Atom(_) if is_name(&text(operand, sources)) => {
                format!("!{}", text(operand, sources))
            }
            _ => format!("!({})", text(operand, sources)),
        },
        Formula::And(parts) => all(parts, " && "),
        Formula::Or(parts) => all(parts, " || "),
        Formula::Implies(parts) => format!("{} -> {}", part(&parts.0), part(&parts.1)),
        Formula::Equivalent(parts) => format!("{} <-> {}", part(&parts.0), part(&parts.1)),
        Formula::Next(_)
        | Formula::Always(_)
        | Formula::Eventually(_)
        | Formula::Until(_)
        | Formula::WeakUntil(_)
        | Formula::Release(_) => unreachable!("a proposition has no temporal operators"),
    }
}

/// Whether a text can be negated without parentheses.
fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '[' | ']' | '@' | ':'))
}

/// Whether a text needs no parentheses beside a connective.
fn is_operand(text: &str) -> bool {
    !["&&", "||", "->"].iter().any(|connective| text.contains(connective))
}
