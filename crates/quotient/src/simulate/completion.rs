//! What the tabulator completes in an interactive run: commands, and behind them the names of cells.

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};

use super::commands::WORDS;

/// The words that `find` knows beside names.
const GOALS: [&str; 3] = ["deadlock", "line", "violation"];

/// Completes what is typed.
#[derive(Debug, Default)]
pub struct Completion {
    /// The names of the cells that there are.
    pub names: Vec<String>,
}

impl Completion {
    /// What may stand in the place of the end of a text, and where that end begins.
    fn ends(&self, text: &str) -> (usize, Vec<String>) {
        let start = text.len() - text.trim_start().len();
        let typed = &text[start..];
        let Some(blank) = typed.find(char::is_whitespace) else {
            return (start, beginning_with(typed, &WORDS).into_iter().map(command).collect());
        };
        let word = typed[..blank].to_lowercase();
        let arguments = start + blank;
        let names = || self.names.iter().map(String::as_str);
        let known: Vec<&str> = match WORDS.into_iter().find(|known| known.starts_with(&word)) {
            Some("eval" | "vars") => names().collect(),
            Some("find") => GOALS.into_iter().chain(names()).collect(),
            _ => Vec::new(),
        };
        // A name may hold a bracket, and may stand in one: the longest end that some name begins with.
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '#';
        let is_start = |place: usize| {
            text.is_char_boundary(place)
                && text[place..].starts_with(is_part)
                && !text[..place].ends_with(is_part)
        };
        let starts = (arguments..text.len()).filter(|&place| is_start(place));
        let found = starts.map(|place| (place, beginning_with(&text[place..], &known)));
        let mut found = found.filter(|(_, ends)| !ends.is_empty());
        found.next().unwrap_or_else(|| match text.ends_with(char::is_whitespace) {
            true => (text.len(), beginning_with("", &known)),
            false => (text.len(), Vec::new()),
        })
    }
}

/// A command, with the blank behind it if an argument follows.
fn command(word: String) -> String {
    let wants_more = ["eval", "find", "jump", "save", "twin", "vars"].contains(&word.as_str());
    if wants_more { word + " " } else { word }
}

/// Those that begin with a text, in the order of letters.
fn beginning_with(text: &str, known: &[&str]) -> Vec<String> {
    let mut found: Vec<String> =
        known.iter().filter(|it| it.starts_with(text)).map(|&it| it.to_owned()).collect();
    found.sort_unstable();
    found.dedup();
    found
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.ends(&line[..position]))
    }
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    fn completed(text: &str) -> Vec<String> {
        let names = ["flag[0]", "flag[1]", "inside", "user(0).k", "user(1).k", "état"];
        let completion = Completion { names: names.map(str::to_owned).to_vec() };
        let (start, ends) = completion.ends(text);
        ends.iter().map(|end| format!("{}{end}", &text[..start])).collect()
    }

    #[test]
    fn commands_are_completed() {
        assert_eq!(completed("s"), ["save ", "start", "state", "steps"]);
        assert_eq!(completed(" und"), [" undo"]);
        assert_eq!(completed("ev"), ["eval "]);
        assert_eq!(completed("frob"), [""; 0]);
        assert_eq!(completed("").len(), WORDS.len());
    }

    #[test]
    fn names_are_completed_behind_commands_that_take_them() {
        assert_eq!(completed("eval in"), ["eval inside"]);
        assert_eq!(
            completed("e flag[1] && us"),
            ["e flag[1] && user(0).k", "e flag[1] && user(1).k"]
        );
        assert_eq!(completed("eval !user(1"), ["eval !user(1).k"]);
        assert_eq!(completed("eval flag[ins"), ["eval flag[inside"]);
        assert_eq!(completed("eval flag[0"), ["eval flag[0]"]);
        assert_eq!(completed("vars é"), ["vars état"]);
        assert_eq!(completed("vars ").len(), 6);
        assert_eq!(completed("find li"), ["find line"]);
        assert_eq!(completed("find 1 < i"), ["find 1 < inside"]);
        for text in ["why u", "undo i", "eval inside+", "eval nothing", "eval 1"] {
            assert_eq!(completed(text), [""; 0], "{text}");
        }
    }
}
