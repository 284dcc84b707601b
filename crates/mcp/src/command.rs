//! What the program is run with: nothing that a client says becomes an option by itself.

use std::time::Duration;

use crate::arguments::Arguments;

/// The time of a check unless the client says, in seconds.
pub(crate) const TIME: u64 = 60;
/// The memory of one, in megabytes.
pub(crate) const MEMORY: u64 = 2048;
/// How long a check may take beyond its limit of time, which it keeps by itself.
const GRACE: Duration = Duration::from_secs(10);

/// What the program is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// To check, and to tell the verdicts.
    Check,
    /// To check, and to tell all of the counterexamples in words.
    Report,
    /// To find the symmetry.
    Symmetry,
}

/// A run of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Command {
    /// What it is asked.
    pub kind: Kind,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// When it is killed.
    pub time: Duration,
}

impl Command {
    /// A run for a tool, if the tool is one that runs the program.
    ///
    /// # Errors
    /// What is wrong with an argument.
    pub fn of(tool: &str, given: &Arguments<'_>) -> Result<Option<Command>, String> {
        let kind = match tool {
            "check" => Kind::Check,
            "report" => Kind::Report,
            "symmetry" => Kind::Symmetry,
            _ => return Ok(None),
        };
        let name = if kind == Kind::Symmetry { "symmetry" } else { "check" };
        let time = given.number("time_s").unwrap_or(TIME);
        let memory = given.number("memory_mb").unwrap_or(MEMORY);
        let mut arguments = vec![name.to_owned(), path(given.text("model").unwrap_or_default())];
        arguments.push("--json".to_owned());
        arguments.push(format!("--time={time}s"));
        arguments.push(format!("--memory={memory}M"));
        for define in given.texts("define") {
            arguments.push(format!("-D={}", macro_of(define)?));
        }
        for option in ["language", "property", "reach", "fairness"] {
            let value = given.text(option);
            arguments.extend(value.map(|value| format!("--{option}={value}")));
        }
        if let Some(word) = given.text("symmetry") {
            let source = if word == "off" { "off" } else { "auto" };
            arguments.push(format!("--symmetry={source}"));
        }
        Ok(Some(Command { kind, arguments, time: Duration::from_secs(time) + GRACE }))
    }
}

/// A path that is no option.
fn path(model: &str) -> String {
    if model.starts_with('-') { format!("./{model}") } else { model.to_owned() }
}

/// A macro of Promela: a name, with a value if there is a `=`.
///
/// # Errors
/// It is none.
pub(crate) fn macro_of(define: &str) -> Result<&str, String> {
    let name = define.split('=').next().unwrap_or_default();
    let is_letter = |character: char| character.is_ascii_alphabetic() || character == '_';
    let is_name = name.starts_with(is_letter)
        && name.chars().all(|character| is_letter(character) || character.is_ascii_digit());
    match is_name && !define.contains(['\n', '\r']) {
        true => Ok(define),
        false => Err("`define` is a list of NAME or NAME=VALUE, each in one line".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::tool_table::named;

    fn command(tool: &str, given: Value) -> Result<Vec<String>, String> {
        let given = given.as_object().expect("an object").clone();
        let arguments = Arguments::checked(named(tool).expect("a tool"), &given)?;
        Ok(Command::of(tool, &arguments)?.expect("it runs the program").arguments)
    }

    #[test]
    fn every_argument_has_its_option() {
        let all = json!({
            "model": "m.pml", "language": "promela", "define": ["N=4", "A"], "property": "deadlock",
            "reach": "x == 1", "symmetry": "on", "fairness": "weak", "time_s": 5, "memory_mb": 100,
        });
        let expected = "check m.pml --json --time=5s --memory=100M -D=N=4 -D=A --language=promela \
                        --property=deadlock --reach=x == 1 --fairness=weak --symmetry=auto";
        assert_eq!(command("check", all).expect("a command").join(" "), expected);
        let expected = "symmetry m.pml --json --time=60s --memory=2048M";
        assert_eq!(
            command("symmetry", json!({"model": "m.pml"})).expect("one").join(" "),
            expected
        );
    }

    #[test]
    fn nothing_becomes_an_option_by_itself() {
        let sly = json!({
            "model": "--trace=x", "define": ["A=--x"], "property": "--report", "reach": "-x", "language": "-h",
        });
        let arguments = command("report", sly).expect("a command");
        let rest = ["-D=A=--x", "--language=-h", "--property=--report", "--reach=-x"];
        assert_eq!(arguments[1], "./--trace=x");
        assert_eq!(arguments[5..], rest);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        for (given, part) in [
            (json!({}), "`model` is missing"),
            (json!({"model": ""}), "`model` is empty"),
            (json!({"model": 1}), "`model` is to be a text"),
            (json!({"model": "a\u{0}"}), "U+0000"),
            (json!({"model": "m", "trace": "x"}), "has no argument `trace`"),
            (json!({"model": "m", "time_s": 601}), "from 1 to 600"),
            (json!({"model": "m", "time_s": 1.5}), "from 1 to 600"),
            (json!({"model": "m", "symmetry": "file:x"}), "one of on, off"),
            (json!({"model": "m", "define": "N"}), "a list of texts"),
            (json!({"model": "m", "define": [1]}), "a list of texts"),
            (json!({"model": "m", "define": ["-x"]}), "NAME=VALUE"),
            (json!({"model": "m", "define": ["N=1\n#include \"x\""]}), "NAME=VALUE"),
        ] {
            let said = command("check", given).expect_err(part);
            assert!(said.contains(part), "{said}");
        }
    }
}
