//! How formulas are written, for people and for other programs.

use temporal::Formula;

/// Infix notation with all brackets, as SPIN reads it; none if SPIN's `-f` has no such operator (`X`).
pub fn for_spin(formula: &Formula) -> Option<String> {
    use Formula::*;
    let both = |a: &Formula, operator: &str, b: &Formula| -> Option<String> {
        Some(format!("({} {operator} {})", for_spin(a)?, for_spin(b)?))
    };
    let many = |operands: &[Formula], operator: &str, none: &str| -> Option<String> {
        let operands: Option<Vec<String>> = operands.iter().map(for_spin).collect();
        let operands = operands?;
        let joined = operands.join(operator);
        Some(if operands.is_empty() { none.to_owned() } else { format!("({joined})") })
    };
    Some(match formula {
        True => "true".to_owned(),
        False => "false".to_owned(),
        Atom(atom) => format!("p{}", atom.0),
        Not(a) => format!("(! {})", for_spin(a)?),
        And(operands) => many(operands, " && ", "true")?,
        Or(operands) => many(operands, " || ", "false")?,
        Implies(a, b) => both(a, "->", b)?,
        Equivalent(a, b) => both(a, "<->", b)?,
        Next(_) => return None,
        Always(a) => format!("([] {})", for_spin(a)?),
        Eventually(a) => format!("(<> {})", for_spin(a)?),
        Until(a, b) => both(a, "U", b)?,
        Release(a, b) => both(a, "V", b)?,
        WeakUntil(a, b) => format!("({} V ({} || {}))", for_spin(b)?, for_spin(a)?, for_spin(b)?),
        StrongRelease(a, b) => {
            format!("({} U ({} && {}))", for_spin(b)?, for_spin(a)?, for_spin(b)?)
        }
    })
}

/// Prefix notation, as LBT reads it.
pub fn for_lbt(formula: &Formula) -> String {
    use Formula::*;
    let both = |operator: &str, a: &Formula, b: &Formula| {
        format!("{operator} {} {}", for_lbt(a), for_lbt(b))
    };
    let many = |operands: &[Formula], operator: &str, none: &str| {
        let operands = operands.iter().map(for_lbt);
        let joined = operands.reduce(|one, other| format!("{operator} {one} {other}"));
        joined.unwrap_or_else(|| none.to_owned())
    };
    match formula {
        True => "t".to_owned(),
        False => "f".to_owned(),
        Atom(atom) => format!("p{}", atom.0),
        Not(a) => format!("! {}", for_lbt(a)),
        And(operands) => many(operands, "&", "t"),
        Or(operands) => many(operands, "|", "f"),
        Implies(a, b) => both("i", a, b),
        Equivalent(a, b) => both("e", a, b),
        Next(a) => format!("X {}", for_lbt(a)),
        Always(a) => format!("G {}", for_lbt(a)),
        Eventually(a) => format!("F {}", for_lbt(a)),
        Until(a, b) => both("U", a, b),
        Release(a, b) => both("V", a, b),
        WeakUntil(a, b) => {
            let (a, b) = (for_lbt(a), for_lbt(b));
            format!("V {b} | {a} {b}")
        }
        StrongRelease(a, b) => {
            let (a, b) = (for_lbt(a), for_lbt(b));
            format!("U {b} & {a} {b}")
        }
    }
}
