//! What tells components apart, in words; and the pairs of components for which it is the same.

use diagnostics::Span;

/// The most sides of a reason that are named.
const MOST_NAMED: usize = 6;

/// What is said of two components, or of more that are told apart for the same reason.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reason {
    pub form: Form,
    /// What is said of each of them, where the form leaves room for that.
    pub sides: Vec<String>,
    /// The statement or declaration.
    pub span: Option<Span>,
    /// What stands there for the second component.
    pub other: Option<Span>,
}

/// How a reason is said.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// The same of all.
    Whole(String),
    /// What a statement does, whoever is told apart by it.
    Statement(String),
    /// What a sequence does, wherever the first of its statements stands that tells some of them apart.
    Sequence(String),
    /// That an array has an element for one of them only.
    Short(String),
    /// A statement about one of them; the sides are those that have no such statement.
    Missing(String),
    /// A statement about all sides.
    Listed { what: String, then: String },
    /// What something is for each side, wherever it is made so, and what follows from that.
    Held { what: String, then: String },
}

impl Reason {
    /// A reason that is whole as it is.
    pub fn whole(text: String, span: Option<Span>, other: Option<Span>) -> Reason {
        let other = other.filter(|_| span.is_some() && span != other);
        Reason { form: Form::Whole(text), sides: Vec::new(), span, other }
    }

    /// A reason that a statement is, whoever is told apart by it.
    pub fn statement(text: String, span: Option<Span>) -> Reason {
        Reason { form: Form::Statement(text), ..Reason::whole(String::new(), span, None) }
    }

    /// Whether it is that.
    pub fn is_statement(&self) -> bool {
        matches!(self.form, Form::Statement(_) | Form::Sequence(_))
    }

    /// The same, said of other components than those asked for.
    pub fn after(mut self, prefix: &str) -> Reason {
        match &mut self.form {
            Form::Statement(_) | Form::Sequence(_) => {}
            Form::Whole(text)
            | Form::Short(text)
            | Form::Missing(text)
            | Form::Listed { what: text, .. }
            | Form::Held { what: text, .. } => text.insert_str(0, prefix),
        }
        self
    }

    /// Whether two reasons are one: what is said and where it stands are the same, but for the sides.
    pub fn is_same_as(&self, other: &Reason) -> bool {
        let is_anywhere = matches!(self.form, Form::Held { .. } | Form::Sequence(_));
        self.form == other.form
            && (is_anywhere || (self.span, self.other) == (other.span, other.other))
    }

    /// Makes the sides of the same reason, found for other components, sides of this one.
    pub fn take_sides(&mut self, same: Reason) {
        for side in same.sides {
            if !self.sides.contains(&side) {
                self.sides.push(side);
            }
        }
    }

    /// The sentence.
    pub fn text(&self) -> String {
        match &self.form {
            Form::Whole(text)
            | Form::Statement(text)
            | Form::Sequence(text)
            | Form::Short(text) => text.clone(),
            Form::Missing(statement) => {
                let others = listed(&self.sides, "or");
                format!(
                    "{statement}; none mentions {others} like that: write one for each, or for none"
                )
            }
            Form::Listed { what, then } | Form::Held { what, then } => {
                format!("{what} {}{then}", listed(&self.sides, "and"))
            }
        }
    }

    /// The sentence, where the sides were named before.
    pub fn text_on(&self) -> String {
        match &self.form {
            Form::Listed { what, then } => format!("{what} them{then}"),
            Form::Held { what, then } => format!("{what} not the same for them{then}"),
            _ => self.text(),
        }
    }
}

/// `a`, `a and b`, `a, b and c`; the last of many are counted.
pub(super) fn listed(items: &[String], word: &str) -> String {
    let mut named: Vec<String> = items.iter().take(MOST_NAMED).cloned().collect();
    if items.len() > MOST_NAMED {
        named.push(format!("{} more", items.len() - MOST_NAMED));
    }
    match named.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} {word} {last}", others.join(", ")),
        None => String::new(),
    }
}
