//! The calls that a run tells of: each once, before the first statement of its expansion.

use std::collections::HashMap;

use model::{Action, Call};

/// How far statements of an expansion are indented for each call around them.
const INDENT: usize = 2;
/// The most that they are indented.
const MOST: usize = 8;

/// The calls that each process was told to be in.
#[derive(Debug, Default)]
pub struct ToldCalls {
    /// The step that was told last.
    step: usize,
    by_process: HashMap<String, Vec<Call>>,
}

impl ToldCalls {
    /// Goes on with a step. Behind a gap every call is told anew.
    pub fn begin(&mut self, step: usize) {
        if step != self.step + 1 {
            self.by_process.clear();
        }
        self.step = step;
    }

    /// The calls around an action of the step that its process was not told to be in, the outermost first; each with how many are around
    /// it.
    pub fn news<'a>(&mut self, action: &'a Action) -> impl Iterator<Item = (usize, &'a Call)> {
        let told = self.by_process.insert(action.process.clone(), action.calls.clone());
        let told = told.unwrap_or_default();
        let same = told.iter().zip(&action.calls).take_while(|(told, now)| told == now).count();
        action.calls.iter().enumerate().skip(same)
    }
}

/// How far a statement with so many calls around it is indented.
pub fn indent(calls: usize) -> usize {
    (INDENT * calls).min(MOST)
}

#[cfg(test)]
mod tests {
    use model::Place;

    use super::*;

    fn action(process: &str, calls: &[&str]) -> Action {
        let place = Place { file: "m".to_owned(), line: 1, column: 1 };
        let call = |text: &&str| Call { text: (*text).to_owned(), place: place.clone() };
        let calls = calls.iter().map(call).collect();
        Action { process: process.to_owned(), statement: "x = 1".to_owned(), place: None, calls }
    }

    #[test]
    fn a_call_is_told_once() {
        let mut told = ToldCalls::default();
        let mut news = |step, process: &str, calls: &[&str]| {
            told.begin(step);
            let action = action(process, calls);
            let found = told.news(&action);
            found.map(|(depth, call)| format!("{depth} {}", call.text)).collect::<Vec<_>>()
        };
        assert_eq!(news(1, "P(0)", &["f()", "g()"]), ["0 f()", "1 g()"]);
        assert!(news(2, "P(0)", &["f()"]).is_empty());
        assert_eq!(news(3, "P(1)", &["f()"]), ["0 f()"]);
        // Others do not end it; its own statements outside do.
        assert!(news(4, "P(0)", &["f()"]).is_empty());
        assert_eq!(news(5, "P(0)", &["f()", "g()"]), ["1 g()"]);
        assert!(news(6, "P(0)", &[]).is_empty());
        assert_eq!(news(7, "P(0)", &["f()"]), ["0 f()"]);
        // What lies between is not told.
        assert_eq!(news(9, "P(0)", &["f()"]), ["0 f()"]);
    }
}
