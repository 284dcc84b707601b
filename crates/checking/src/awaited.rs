//! What a run that came to an end did not fulfil, for formulas that wait for something.

use model::Requirement;
use temporal::Formula;

/// Said of a run at whose end nothing can move and that violates a requirement: that what the requirement waits for never held, or
/// does not hold at the end, where the formula is one that waits.
pub(crate) fn awaited(requirement: &Requirement) -> &'static str {
    let Requirement::Satisfies(formula) = requirement else { return "" };
    match formula {
        Formula::Eventually(awaited) if is_of_a_state(awaited) => {
            ", and what it waits for never held"
        }
        Formula::Always(inner) if waits(inner) => ", and what it waits for does not hold",
        _ => "",
    }
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

    fn said(formula: Formula) -> &'static str {
        awaited(&Requirement::Satisfies(formula))
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
