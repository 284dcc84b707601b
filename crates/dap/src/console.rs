//! What is typed into the console: expressions, and commands that begin with a word of their own.

use checking::{Loaded, Session, place_name};
use model::Action;

use crate::frames::shortened;
use crate::run::Run;

/// The most rows of an answer.
const MOST: usize = 100;

/// What the console knows beside expressions.
const HELP: &str = "\
choose N     take the possible step with this number
steps        the steps that are possible, numbered
why          what stands in the way of the others
help         this list
anything else is an expression of what the state holds, such as `flag[1] && user(3).k > 2`
";

/// What is typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Typed<'t> {
    /// To take a step, by its place.
    Choose(usize),
    /// A question, answered by a text.
    Steps,
    /// The same.
    Why,
    /// The same.
    Help,
    /// An expression.
    Expression(&'t str),
}

/// What a line of the console means.
///
/// # Errors
/// A command that is not complete.
pub(crate) fn typed(line: &str) -> Result<Typed<'_>, String> {
    let line = line.trim();
    Ok(match line.split_once(char::is_whitespace) {
        Some(("choose", number)) => {
            let place = number.trim().parse::<usize>().ok().and_then(|it| it.checked_sub(1));
            let wrong = "`choose N` takes the step with the number N: `steps` lists them";
            Typed::Choose(place.ok_or(wrong)?)
        }
        None if line == "steps" => Typed::Steps,
        None if line == "why" => Typed::Why,
        None if line == "help" => Typed::Help,
        _ => Typed::Expression(line),
    })
}

/// What the console knows.
pub(crate) fn help() -> String {
    HELP.to_owned()
}

/// The steps that are possible.
pub(crate) fn steps(run: &Run<'_>, main: &str) -> String {
    let choices = run.session().choices();
    let told = choices
        .iter()
        .enumerate()
        .map(|(place, actions)| format!("{:>3}  {}\n", place + 1, step_text(main, actions)));
    match choices.is_empty() {
        true => format!("{}\n", run.position_text()),
        false => rows(told),
    }
}

/// What stands in the way of the other steps.
pub(crate) fn why(run: &Run<'_>, main: &str) -> String {
    let session = run.session();
    if session.has_failed() {
        return "the last step has failed, and nothing follows\n".to_owned();
    }
    let obstacles = session.obstacles(None);
    let told = obstacles
        .iter()
        .map(|(action, reason)| format!("{} — {reason}\n", shortened(&action_text(main, action))));
    match obstacles.is_empty() {
        true if session.choice_count() == 0 => "nothing stands before a step\n".to_owned(),
        true => "every step is possible\n".to_owned(),
        false => rows(told),
    }
}

/// The value of an expression of the language, or else of one over what the state holds.
///
/// # Errors
/// What cannot be understood or computed.
pub(crate) fn value(
    loaded: &dyn Loaded,
    session: &dyn Session,
    text: &str,
) -> Result<String, String> {
    let of_state = || session.evaluate(text).map(|value| value.to_string());
    match loaded.value_of(text) {
        None => of_state(),
        Some(Ok(value)) => Ok(value),
        Some(Err(wrong)) => of_state().map_err(|_| wrong),
    }
}

/// Who does what in a step, and where.
pub(crate) fn step_text(main: &str, actions: &[Action]) -> String {
    if actions.is_empty() {
        return "(no statement)".to_owned();
    }
    let told: Vec<String> = actions.iter().map(|action| action_text(main, action)).collect();
    shortened(&told.join(" → "))
}

fn action_text(main: &str, action: &Action) -> String {
    let (process, statement) = (&action.process, &action.statement);
    match &action.place {
        Some(place) => format!("{process} at {}: {statement}", place_name(main, place)),
        None => format!("{process}: {statement}"),
    }
}

fn rows(all: impl ExactSizeIterator<Item = String>) -> String {
    let left_out = all.len().saturating_sub(MOST);
    let mut out: String = all.take(MOST).collect();
    if left_out > 0 {
        out.push_str(&format!("… and {left_out} more\n"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_told_from_expressions() {
        assert_eq!(typed(" choose 3 "), Ok(Typed::Choose(2)));
        assert_eq!(typed("steps"), Ok(Typed::Steps));
        assert_eq!(typed("why == 1"), Ok(Typed::Expression("why == 1")));
        assert_eq!(typed("choose"), Ok(Typed::Expression("choose")));
        for wrong in ["choose 0", "choose -1", "choose x", "choose 99999999999999999999"] {
            assert!(typed(wrong).is_err(), "{wrong}");
        }
    }
}
