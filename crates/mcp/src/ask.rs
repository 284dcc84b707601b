//! What a session is asked.

use std::time::Duration;

use checking::Goal;

use crate::arguments::Arguments;
use crate::command::{MEMORY, TIME};
use crate::ticket::Ticket;

/// What a session is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// To move its run.
    Step(Move),
    /// What the state holds, in cells with this in their names.
    State(String),
    /// Why other steps are not possible.
    Why,
    /// The value of an expression.
    Evaluate(String),
    /// To look for a place.
    Reach(Search),
}

/// A move of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    /// By a possible step, numbered from 1.
    Choose(usize),
    /// So many steps back.
    Undo(usize),
    /// To the position after so many steps.
    Jump(usize),
}

/// A search for a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Search {
    /// What is looked for.
    pub goal: Goal,
    /// Whether it begins where all runs begin, and not where this one stands.
    pub from_start: bool,
    /// How long it may take.
    pub time: Duration,
    /// How much memory it may take.
    pub memory_bytes: u64,
}

/// A call for a session.
pub(crate) enum Asked {
    /// To be answered.
    Question(Ask, Ticket),
    /// To end, which is the answer.
    Close(Ticket),
}

impl Asked {
    /// What is owed an answer.
    pub fn into_ticket(self) -> Ticket {
        match self {
            Asked::Question(_, ticket) | Asked::Close(ticket) => ticket,
        }
    }
}

impl Ask {
    /// What a tool asks a session, if it asks one.
    ///
    /// # Errors
    /// What is wrong with an argument.
    pub fn of(tool: &str, given: &Arguments<'_>) -> Result<Option<Ask>, String> {
        let text = |name| given.text(name).unwrap_or_default().to_owned();
        Ok(Some(match tool {
            "step" => Ask::Step(Move::of(given)?),
            "state" => Ask::State(text("name")),
            "why" => Ask::Why,
            "eval" => Ask::Evaluate(text("expression")),
            "reach" => Ask::Reach(Search::of(given)?),
            _ => return Ok(None),
        }))
    }
}

impl Move {
    fn of(given: &Arguments<'_>) -> Result<Move, String> {
        let number = |name| given.number(name).and_then(|it| it.try_into().ok()).unwrap_or(0);
        match given.given(&["choice", "undo", "jump"])[..] {
            ["choice"] => Ok(Move::Choose(number("choice"))),
            ["undo"] => Ok(Move::Undo(number("undo"))),
            ["jump"] => Ok(Move::Jump(number("jump"))),
            _ => Err("say one of `choice`, `undo` and `jump`".to_owned()),
        }
    }
}

impl Search {
    fn of(given: &Arguments<'_>) -> Result<Search, String> {
        Ok(Search {
            goal: goal(given)?,
            from_start: given.text("from") == Some("start"),
            time: Duration::from_secs(given.number("time_s").unwrap_or(TIME)),
            memory_bytes: given.number("memory_mb").unwrap_or(MEMORY) << 20,
        })
    }
}

fn goal(given: &Arguments<'_>) -> Result<Goal, String> {
    let text = |name| given.text(name).unwrap_or_default().to_owned();
    let file = given.text("file").map(str::to_owned);
    if file.is_some() && given.number("line").is_none() {
        return Err("`file` belongs to a `line`".to_owned());
    }
    match given.given(&["expression", "line", "deadlock", "violation"])[..] {
        ["expression"] => Ok(Goal::Predicate(text("expression"))),
        ["line"] => {
            let line = given.number("line").and_then(|it| it.try_into().ok()).unwrap_or(0);
            Ok(Goal::Line { file, line })
        }
        ["deadlock"] if given.truth("deadlock") => Ok(Goal::Deadlock),
        ["violation"] => Ok(Goal::Violation(text("violation"))),
        _ => Err("say one of `expression`, `line`, `deadlock` (true) and `violation`".to_owned()),
    }
}
