//! What can be typed in an interactive run.

use std::path::PathBuf;
use std::str::FromStr;

use checking::Goal;
use checking::quantities::several;

use crate::terminal::shorten;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take a step by its number in the list, from 1.
    Choose(usize),
    /// Take any step.
    Any,
    /// Take random steps: so many, or until the run ends.
    Run(Option<u64>),
    /// Go so many steps back.
    Undo(usize),
    /// Go so many steps forward along what was undone, or along the trace.
    Redo(usize),
    /// Go to a step of this run.
    Jump(usize),
    /// List the initial states, or begin in one by its number in the list, from 1.
    Start(Option<usize>),
    /// List the steps that are possible.
    Steps,
    /// Say what stands in the way of the other steps, of all processes or of one.
    Why(Option<u32>),
    /// Say of the statements that contain this whether they are possible, and if not why.
    WhyNot(String),
    /// Show everything.
    State,
    /// Show the variables whose names contain this.
    Variables(String),
    /// Evaluate an expression.
    Evaluate(String),
    /// Show the class of the state: what symmetry makes of it.
    Class,
    /// Go on with the run in which parts are exchanged.
    Twin(String),
    /// Go to the nearest place of a kind.
    Find(Goal),
    /// Show the channels.
    Channels,
    /// Show where the processes are.
    Processes,
    /// Show the steps so far.
    Trace,
    /// Store the run.
    Save(PathBuf),
    /// List the commands.
    Help,
    /// Leave.
    Quit,
}

/// The list of commands, with the word for the components of the model.
pub fn help(component: &str) -> String {
    HELP.replace("components", &several(component)).replace("component", component)
}

/// The list of commands.
const HELP: &str = "  \
  NUMBER        take that step of the list
  Enter         take a random step
  run [N]       take N random steps, or as many as it takes to the end of the run
  undo [N]      go back a step, or N
  redo [N]      go forward again, along what was undone or along the trace
  jump N        go to step N of this run, back or forth; 0 is the beginning
  start [N]     list the states in which runs begin, or begin anew in number N
  steps         list the steps that are possible
  why [P]       why the other steps are not, of all components or of component number P
  why TEXT      the same of the statements that contain TEXT, and which of these are possible
  state         variables, channels or queues, and components
  vars [NAME]   variables, constants too; only those with NAME in their names
  eval EXPR     the value of an expression over what `state` shows: `eval flag[1] && user(3).k > 2`
  class         the states that symmetry makes of this one, and the steps that it makes one another
  twin (A B)    go on with the run in which the parts A and B of the model have changed places
  find GOAL     go to the nearest place: where an expression is true, `line N`, `deadlock`, or `violation NAME`
  chan          channels or queues
  procs         where the components are
  trace         the run so far
  save FILE     store the run, for `quotient simulate --trace FILE`
  help          this list
  quit          leave (or the end of the input)
Commands can be shortened: `u 3` is `undo 3`.
";

/// The words, in the order in which a shortened one is looked up.
pub const WORDS: [&str; 19] = [
    "run", "undo", "redo", "jump", "steps", "why", "state", "vars", "eval", "chan", "procs",
    "trace", "save", "help", "quit", "class", "twin", "find", "start",
];

/// Understands a line.
///
/// # Errors
/// What is wrong with it, and what could be typed instead.
pub fn parse(line: &str) -> Result<Command, String> {
    let mut parts = line.split_whitespace();
    let Some(typed) = parts.next() else { return Ok(Command::Any) };
    let rest: Vec<&str> = parts.collect();
    if typed.bytes().all(|b| b.is_ascii_digit()) {
        return match rest[..] {
            [] => number(typed).map(Command::Choose),
            _ => Err("one step at a time: a number alone, or `run N`".to_owned()),
        };
    }
    let typed = typed.to_lowercase();
    let word = match &typed[..] {
        "?" => "help",
        "exit" => "quit",
        "s" => "steps",
        "r" => "run",
        _ => WORDS
            .into_iter()
            .find(|word| word.starts_with(&typed))
            .ok_or_else(|| format!("there is no command `{typed}`: type `help` for a list"))?,
    };
    if word == "eval" {
        return match rest[..] {
            [] => Err("`eval` needs an expression: `eval EXPR`".to_owned()),
            _ => Ok(Command::Evaluate(rest.join(" "))),
        };
    }
    if word == "twin" {
        return match rest[..] {
            [] => Err("exchange what? `twin (A B)`, with names as `class` shows them".to_owned()),
            _ => Ok(Command::Twin(rest.join(" "))),
        };
    }
    if word == "why" && rest.first().is_some_and(|it| number::<u32>(it).is_err()) {
        return Ok(Command::WhyNot(rest.join(" ")));
    }
    if word == "find" {
        return goal(&rest).map(Command::Find);
    }
    let argument = match rest[..] {
        [] => None,
        [one] => Some(one),
        _ => return Err(format!("`{word}` takes one word at most: type `help` for a list")),
    };
    let count = || argument.map_or(Ok(1), number);
    Ok(match word {
        "run" => Command::Run(argument.map(number).transpose()?),
        "undo" => Command::Undo(count()?),
        "redo" => Command::Redo(count()?),
        "jump" => match argument {
            Some(step) => Command::Jump(number(step)?),
            None => return Err("jump to which step? `jump 0` is the beginning".to_owned()),
        },
        "start" => Command::Start(argument.map(number).transpose()?),
        "why" => Command::Why(argument.map(number).transpose()?),
        "vars" => Command::Variables(argument.unwrap_or_default().to_owned()),
        "save" => match argument {
            Some(path) => Command::Save(PathBuf::from(path)),
            None => return Err("save where? `save FILE`".to_owned()),
        },
        _ if argument.is_some() => return Err(format!("`{word}` stands alone")),
        "steps" => Command::Steps,
        "state" => Command::State,
        "class" => Command::Class,
        "chan" => Command::Channels,
        "procs" => Command::Processes,
        "trace" => Command::Trace,
        "help" => Command::Help,
        _ => Command::Quit,
    })
}

/// What is to be found.
fn goal(words: &[&str]) -> Result<Goal, String> {
    match words {
        [] => Err("find what? an expression, `line N`, `deadlock`, or `violation NAME`".to_owned()),
        ["deadlock"] => Ok(Goal::Deadlock),
        ["line", line] => match line.rsplit_once(':') {
            Some((file, line)) => {
                Ok(Goal::Line { file: Some(file.to_owned()), line: number(line)? })
            }
            None => Ok(Goal::Line { file: None, line: number(line)? }),
        },
        ["violation", name @ ..] if !name.is_empty() => Ok(Goal::Violation(name.join(" "))),
        expression => Ok(Goal::Predicate(expression.join(" "))),
    }
}

fn number<N: FromStr>(text: &str) -> Result<N, String> {
    let unfit = |_: N::Err| format!("`{}` is not a number that fits here", shorten(text, 40));
    text.parse().map_err(unfit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_understood_also_in_short() {
        assert_eq!(parse(""), Ok(Command::Any));
        assert_eq!(parse(" 12 "), Ok(Command::Choose(12)));
        assert_eq!(parse("undo"), Ok(Command::Undo(1)));
        assert_eq!(parse("u 3"), Ok(Command::Undo(3)));
        assert_eq!(parse("j 0"), Ok(Command::Jump(0)));
        assert_eq!(parse("run"), Ok(Command::Run(None)));
        assert_eq!(parse("r 5"), Ok(Command::Run(Some(5))));
        assert_eq!(parse("WHY 2"), Ok(Command::Why(Some(2))));
        assert_eq!(parse("why x == 1"), Ok(Command::WhyNot("x == 1".to_owned())));
        assert_eq!(parse("v flag"), Ok(Command::Variables("flag".to_owned())));
        assert_eq!(parse("sta"), Ok(Command::State));
        assert_eq!(parse("start"), Ok(Command::Start(None)));
        assert_eq!(parse("start 3"), Ok(Command::Start(Some(3))));
        assert_eq!(parse("?"), Ok(Command::Help));
        assert_eq!(parse("q"), Ok(Command::Quit));
        assert_eq!(parse("cl"), Ok(Command::Class));
        assert_eq!(parse("twin (p(0)  p(1))"), Ok(Command::Twin("(p(0) p(1))".to_owned())));
        assert_eq!(parse("find deadlock"), Ok(Command::Find(Goal::Deadlock)));
        let line = Goal::Line { file: None, line: 7 };
        assert_eq!(parse("f line 7"), Ok(Command::Find(line)));
        let predicate = Goal::Predicate("a == 1".to_owned());
        assert_eq!(parse("find a == 1"), Ok(Command::Find(predicate)));
        for word in WORDS {
            assert!(HELP.contains(&format!("\n  {word} ")), "{word}");
        }
    }

    #[test]
    fn bad_lines_are_explained() {
        for (line, part) in [
            ("frobnicate", "no command `frobnicate`"),
            ("1 2", "one step at a time"),
            ("jump", "which step"),
            ("jump x", "`x` is not a number"),
            ("undo -1", "`-1` is not a number"),
            ("99999999999999999999999", "is not a number"),
            ("save", "save where"),
            ("state all", "stands alone"),
            ("find", "find what"),
            ("twin", "exchange what"),
            ("run 1 2", "one word at most"),
            ("\u{1F980}", "no command"),
        ] {
            let said = parse(line).expect_err(line);
            assert!(said.contains(part), "{line}: {said}");
        }
    }
}
