//! What a run that came to an end did not fulfil, for formulas that wait for something.

use diagnostics::{Sources, Span};
use model::{Requirement, RunProperty};
use temporal::Formula;

/// Said of a run at whose end nothing can move and that violates a property: that what the property waits for never held, or
/// does not hold at the end, where it is a formula that waits.
pub(crate) fn awaited(property: &RunProperty, sources: &Sources) -> String {
    let Requirement::Satisfies(formula) = &property.requirement else { return String::new() };
    let failed = match formula {
        Formula::Eventually(awaited) if is_of_a_state(awaited) => "never held",
        Formula::Always(inner) if waits(inner) => "does not hold",
        _ => return String::new(),
    };
    let quoted = property.awaited.and_then(|span| quoted(sources, span));
    format!(", and {} {failed}", quoted.unwrap_or_else(|| "what it waits for".to_owned()))
}

/// A condition as it is quoted, on one line and without the parentheses around it; none if it cannot be cut out of its text. Its place
/// goes from its first atom to its last: what it begins and ends with besides are negations and parentheses.
fn quoted(sources: &Sources, span: Span) -> Option<String> {
    let text = sources.text(span.file);
    let (before, after) = (text.get(..span.start as usize)?, text.get(span.end as usize..)?);
    let opening = |c: char| c == '(' || c == '!' || c.is_whitespace();
    let start = before.trim_end_matches(opening).len();
    let closing = after.find(|c: char| c != ')' && !c.is_whitespace()).unwrap_or(after.len());
    let ends =
        (span.end as usize..=span.end as usize + closing).filter(|&at| text.is_char_boundary(at));
    let whole = ends.map(|end| &text[start..end]).find(|text| is_balanced(text))?;
    let words: Vec<&str> = whole.split_whitespace().collect();
    let text = words.join(" ");
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let inner = inner.map(str::trim).filter(|inner| is_balanced(inner));
    Some(format!("`{}`", inner.unwrap_or(&text)))
}

fn is_balanced(text: &str) -> bool {
    let mut open = 0_usize;
    for character in text.chars() {
        match character {
            '(' => open += 1,
            ')' => match open.checked_sub(1) {
                Some(left) => open = left,
                None => return false,
            },
            _ => {}
        }
    }
    open == 0
}

/// Whether it is `<> a`, or `b -> <> a`.
fn waits(formula: &Formula) -> bool {
    match formula {
        Formula::Eventually(awaited) => is_of_a_state(awaited),
        Formula::Implies(when, then) => is_of_a_state(when) && waits(then),
        _ => false,
    }
}

/// Whether a formula has no temporal operators.
fn is_of_a_state(formula: &Formula) -> bool {
    let mut pending = vec![formula];
    while let Some(formula) = pending.pop() {
        match formula {
            Formula::True | Formula::False | Formula::Atom(_) => {}
            Formula::Not(of) => pending.push(of),
            Formula::And(of) | Formula::Or(of) => pending.extend(of),
            Formula::Implies(a, b) | Formula::Equivalent(a, b) => pending.extend([&**a, &**b]),
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use temporal::AtomId;

    use super::*;

    fn said(formula: Formula) -> String {
        let requirement = Requirement::Satisfies(formula);
        let property =
            RunProperty { name: "p".to_owned(), requirement, awaited: None, is_sought: false };
        awaited(&property, &Sources::new())
    }

    #[test]
    fn conditions_are_quoted_whole() {
        for (text, first, last, expected) in [
            ("<> ( x ==\n 1 )", "x", "1", Some("x == 1")),
            ("<> ((a) && (b))", "a", "b", Some("(a) && (b)")),
            ("[] (a -> <> b)", "b", "b", Some("b")),
            ("[] (a -> <> (b && ! (c)))", "b", "c", Some("b && ! (c)")),
            ("<> !(a == 1) ", "a", "1", Some("!(a == 1)")),
            ("G(F(all)) ;", "all", "all", Some("all")),
            ("<> (true && (a))", "a", "a", Some("a")),
            ("<> ((true) && a)", "a", "a", Some("a")),
        ] {
            let mut sources = Sources::new();
            let file = sources.add("m", text);
            let (start, end) = (text.find(first).unwrap(), text.rfind(last).unwrap() + last.len());
            let span = Span { file, start: start as u32, end: end as u32 };
            let expected = expected.map(|expected| format!("`{expected}`"));
            assert_eq!(quoted(&sources, span), expected, "{text}");
        }
    }

    #[test]
    fn only_what_waits_for_a_state_is_told() {
        let atom = || Box::new(Formula::Atom(AtomId(0)));
        let sometime = || Box::new(Formula::Eventually(atom()));
        assert_eq!(said(*sometime()), ", and what it waits for never held");
        let answered = Formula::Always(Box::new(Formula::Implies(atom(), sometime())));
        assert_eq!(said(answered), ", and what it waits for does not hold");
        // What holds for ever may well hold at the end: it began too late, or held before.
        assert_eq!(said(Formula::Eventually(Box::new(Formula::Always(atom())))), "");
        assert_eq!(said(Formula::Always(Box::new(Formula::Next(sometime())))), "");
        assert_eq!(said(Formula::Until(atom(), atom())), "");
    }
}
