//! What `printf` and `printm` print, as SPIN 6.5.2's simulator does it.
//!
//! `%d`, `%u`, `%c`, `%o`, `%x` print a number, `%e` the symbol of an `mtype` value, `%%` a percent
//! sign; `\n` and `\t` are a line end and a tab, and any other character after a backslash is itself.
//! There are no widths and no flags. Mistakes in a format do not stop a run: they are reported beside
//! the text.
//!
//! One difference is meant: SPIN takes the symbol of a plain `mtype` variable from the kind of a
//! variable that stands before it in the same `printf`, if that has one, and the symbol of a field
//! of a structure from the plain kind; here the symbol of each variable is of its own kind. Values that
//! are no variables are looked up as in SPIN.

use std::fmt;

use machine::Printed;
use machine::index::VariableId;
use machine::program::ExprKind;
use machine_model::words::{Kind, NamedMachine};

/// What one `printf` prints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The text.
    pub text: String,
    /// What is wrong with the format or with the arguments, if anything is.
    pub problem: Option<Problem>,
}

/// What is wrong with a `printf`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The format wants more values than there are.
    TooFewArguments,
    /// Something after a percent sign that is no conversion; empty at the end of the format.
    UnknownConversion(String),
    /// An argument cannot be computed.
    Fault(machine::Fault),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::TooFewArguments => write!(f, "the format wants more values than there are"),
            Problem::UnknownConversion(text) => {
                write!(f, "`%{text}` is no conversion: there are %d %u %c %o %x %e %%")
            }
            Problem::Fault(fault) => write!(f, "{fault}"),
        }
    }
}

/// What a `printf` prints.
#[must_use]
pub fn output(machine: &NamedMachine, printed: &Printed<'_>) -> Output {
    let values = match &printed.values {
        Ok(values) => values,
        Err(fault) => {
            return Output { text: String::new(), problem: Some(Problem::Fault(*fault)) };
        }
    };
    let mut latest: Kind = None;
    format(printed.format, values, &mut |place, value| {
        let variable = match printed.arguments.get(place).map(|argument| &argument.kind) {
            Some(ExprKind::Load(place)) => Some(place.variable),
            _ => None,
        };
        let kind = variable.and_then(|variable| machine.meanings.declared_kind(variable));
        let symbol = machine.meanings.symbol(kind.unwrap_or(&latest), value);
        let whole = |id: VariableId| !machine.machine.program.variables[id.index()].in_structure;
        if let Some(Some(name)) = kind
            && variable.is_some_and(whole)
        {
            latest = Some(name.clone());
        }
        symbol
    })
}

/// Formats values. `symbol` gives the text of the value of an argument for `%e`.
fn format(format: &str, values: &[i32], symbol: &mut dyn FnMut(usize, i32) -> String) -> Output {
    let mut output = Output::default();
    let mut next = 0;
    let mut characters = format.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => {}
            '\\' => output.text.extend(characters.next().map(|escaped| match escaped {
                'n' => '\n',
                't' => '\t',
                other => other,
            })),
            '%' => {
                let conversion = characters.next();
                if conversion == Some('%') {
                    output.text.push('%');
                } else if let Some(&value) = values.get(next) {
                    convert(&mut output, conversion, value, |value| symbol(next, value));
                    next += 1;
                } else {
                    output.problem.get_or_insert(Problem::TooFewArguments);
                }
            }
            other => output.text.push(other),
        }
    }
    output
}

fn convert(
    output: &mut Output,
    conversion: Option<char>,
    value: i32,
    symbol: impl FnOnce(i32) -> String,
) {
    match conversion {
        Some('d') => output.text.push_str(&value.to_string()),
        Some('u') => output.text.push_str(&(value as u32).to_string()),
        // In C, a character 0 ends the text that it stands in: nothing of it is seen.
        Some('c') => output.text.extend(Some(char::from(value as u8)).filter(|&c| c != '\0')),
        Some('o') => output.text.push_str(&format!("{value:o}")),
        Some('x') => output.text.push_str(&format!("{value:x}")),
        Some('e') => output.text.push_str(&symbol(value)),
        other => {
            let text = other.map(String::from).unwrap_or_default();
            output.problem.get_or_insert(Problem::UnknownConversion(text));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, values: &[i32], expected: &str, problem: Option<Problem>) {
        let output = format(text, values, &mut |_, value| format!("<{value}>"));
        assert_eq!(output, Output { text: expected.to_owned(), problem });
    }

    // What is expected here was printed by `spin -T` 6.5.2, but for `<…>`.

    #[test]
    fn conversions() {
        check("%d %u %o %x|%c", &[-5, -5, 8, 255, 65], "-5 4294967291 10 ff|A", None);
        check("%c|%o|%x|%u", &[300, -1, -1, -1], ",|37777777777|ffffffff|4294967295", None);
        check("%c%c", &[0, 65], "A", None);
        check("%e %%e", &[3], "<3> %e", None);
    }

    #[test]
    fn escapes() {
        check(r"a\tb\n", &[], "a\tb\n", None);
        check(r#"\r\a\q\\n\"%%\n"#, &[], "raq\\n\"%\n", None);
    }

    #[test]
    fn mistakes() {
        check(r"%d\n", &[], "\n", Some(Problem::TooFewArguments));
        let unknown = |text: &str| Some(Problem::UnknownConversion(text.to_owned()));
        check("%z %d|", &[3, 4], " 4|", unknown("z"));
        check("%5d|%-3d", &[3, 4], "d|3d", unknown("5"));
        check("%", &[3], "", unknown(""));
        check("", &[3], "", None);
    }
}
