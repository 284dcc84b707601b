//! Whoever walks through a model: what a session does when it is asked.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::available_parallelism;

use checking::quantities::{GROUP, plural};
use checking::{AddressedRun, Explorable, Failure, Finding, Loaded, Nearest, Origin, Session};
use kernel::{Budget, Limits, SearchOptions, Silent, StopReason};
use model::Cell;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::ask::{Ask, Move, Search};
use crate::bounded::rows;
use crate::position::{Position, action_text, processes_text};

/// A model that is walked through.
#[derive(Clone, Copy)]
pub(crate) struct Walked<'m> {
    /// The name of the session.
    pub name: &'m str,
    /// The file of the model.
    pub main: &'m str,
    /// The model.
    pub loaded: &'m dyn Loaded,
    /// The same with its symmetry.
    pub model: &'m dyn Explorable,
}

/// A run through a model.
pub(crate) struct Walker<'m> {
    walked: Walked<'m>,
    run: AddressedRun<Box<dyn Session + 'm>>,
}

impl<'m> Walker<'m> {
    /// A run that stands at its beginning.
    ///
    /// # Errors
    /// That the model has no initial state.
    pub fn new(walked: Walked<'m>) -> Result<Walker<'m>, String> {
        let session =
            walked.model.session().map_err(|failure| failure_text(walked.loaded, &failure))?;
        Ok(Walker { walked, run: AddressedRun::new(session) })
    }

    /// Answers what is asked.
    ///
    /// # Errors
    /// Why that cannot be answered.
    pub fn obey(&mut self, ask: &Ask, cancel: &Arc<AtomicBool>) -> Result<Answer, String> {
        match ask {
            Ask::Step(way) => self.step(*way),
            Ask::State(part) => Ok(self.state(part)),
            Ask::Why => Ok(self.why()),
            Ask::Evaluate(text) => self.evaluate(text),
            Ask::Reach(search) => self.reach(search, cancel),
        }
    }

    fn session(&self) -> &(dyn Session + 'm) {
        self.run.session()
    }

    /// The beginning of a session: what is known of the model, and the steps that are possible.
    pub fn beginning(&self, warnings: &[String]) -> Answer {
        let Walked { name, main, loaded, model } = self.walked;
        let symmetry = model.symmetry().map(|symmetry| symmetry.one_line());
        let properties: Vec<&str> = loaded.properties().iter().map(|it| it.name.as_str()).collect();
        let position = Position::new(self.session(), main, 0, self.session().cells());
        let mut structured = position.structured();
        structured["session"] = name.into();
        structured["model"] = main.into();
        structured["symmetry"] = symmetry.clone().into();
        structured["properties"] = json!(properties);
        structured["claims"] = json!(model.claims());
        structured["warnings"] = json!(warnings);
        let mut text = format!("session {name}: {main}\n");
        if let Some(symmetry) = symmetry {
            text.push_str(&format!("symmetry: {symmetry}\n"));
        }
        text.push_str(&rows(warnings.iter().cloned()));
        Answer::told(text + &position.text(), structured)
    }

    /// Where the run stands, which stood after `from` steps before, where the state held these cells.
    fn position(&self, from: usize, before: Vec<Cell>) -> (String, Value) {
        let position = Position::new(self.session(), self.walked.main, from, before);
        (position.text(), position.structured())
    }

    fn step(&mut self, way: Move) -> Result<Answer, String> {
        let (before, at) = (self.session().cells(), self.session().at());
        let from = match way {
            Move::Choose(number) => {
                self.choose(number)?;
                at
            }
            Move::Undo(steps) => {
                let none = || format!("there are only {} to undo", plural(at as u64, "step"));
                self.run.jump(at.checked_sub(steps).ok_or_else(none)?);
                self.session().at()
            }
            Move::Jump(step) => {
                if !self.run.jump(step) {
                    return Err(format!("this run has the steps 0 to {}", self.session().known()));
                }
                at.min(step)
            }
        };
        let (text, structured) = self.position(from, before);
        Ok(Answer::told(text, structured))
    }

    fn choose(&mut self, number: usize) -> Result<(), String> {
        let choices = self.session().choice_count();
        match number.checked_sub(1).filter(|&place| place < choices) {
            Some(place) => {
                self.run.take(place);
                Ok(())
            }
            None if choices == 0 => Err("no step is possible: the run has ended".to_owned()),
            None => Err(format!(
                "there is no step {number}: {} possible",
                plural(choices as u64, "step")
            )),
        }
    }

    fn state(&self, part: &str) -> Answer {
        let session = self.session();
        let cells = session.cells().into_iter();
        let cells: Vec<Cell> = cells.filter(|cell| cell.name.contains(part)).collect();
        let mut constants = session.constants();
        constants.retain(|(name, _)| name.contains(part));
        let processes = session.processes();
        let mut text = rows(cells.iter().map(|cell| format!("{} = {}", cell.name, cell.text)));
        let told =
            |(name, value): &(String, String)| format!("{name} = {value}, which never changes");
        text.push_str(&rows(constants.iter().map(told)));
        text.push_str(&processes_text(self.walked.main, &processes));
        let constants = constants.iter().map(|(name, value)| json!({"name": name, "text": value}));
        let constants: Vec<Value> = constants.collect();
        let structured = json!({
            "at": session.at(), "cells": cells, "constants": constants, "processes": processes,
        });
        Answer::told(text, structured)
    }

    fn why(&self) -> Answer {
        let main = self.walked.main;
        if self.session().has_failed() {
            let text = "the last step has failed, and nothing follows";
            return Answer::told(text, json!({"obstacles": [], "failed": true}));
        }
        let obstacles = self.session().obstacles(None);
        let told =
            |(action, reason): &(_, String)| format!("{}: {reason}", action_text(main, action));
        let text = match obstacles.is_empty() {
            true if self.session().choice_count() == 0 => {
                "nothing stands before a step\n".to_owned()
            }
            true => "every step is possible\n".to_owned(),
            false => rows(obstacles.iter().map(told)),
        };
        let obstacles = obstacles.iter();
        let obstacles =
            obstacles.map(|(action, reason)| json!({"action": action, "reason": reason}));
        let obstacles: Vec<Value> = obstacles.collect();
        Answer::told(text, json!({"obstacles": obstacles, "failed": false}))
    }

    /// The value of an expression of the language, or else of one over what the state holds.
    fn evaluate(&self, text: &str) -> Result<Answer, String> {
        let value = match self.walked.loaded.value_of(text) {
            None => self.session().evaluate(text).map(|value| value.to_string()),
            Some(Ok(value)) => Ok(value),
            Some(Err(wrong)) => {
                self.session().evaluate(text).map(|value| value.to_string()).map_err(|_| wrong)
            }
        }?;
        Ok(Answer::told(format!("{text}: {value}\n"), json!({"expression": text, "value": value})))
    }

    fn reach(&mut self, search: &Search, cancel: &Arc<AtomicBool>) -> Result<Answer, String> {
        let limits = Limits {
            time: Some(search.time),
            memory_bytes: Some(search.memory_bytes),
            ..Limits::default()
        };
        let budget = Budget::new(&limits, Some(Arc::clone(cancel)));
        let workers = available_parallelism().map_or(1, usize::from);
        let options = SearchOptions { limits, budget, workers, ..SearchOptions::default() };
        let origin = match search.from_start {
            true => Origin::Starts,
            false => Origin::Run(self.run.address()),
        };
        let found = self.walked.model.find(&origin, &search.goal, &options, &Silent);
        let found = found.map_err(|failure| failure_text(self.walked.loaded, &failure))?;
        let (before, at) = (self.session().cells(), self.session().at());
        let (verdict, steps, from, told) = match &found.place {
            Nearest::Found { address, steps } => {
                let parted = |_| "the run that was found does not fit the model".to_owned();
                self.run.go(address).map_err(parted)?;
                let from = if search.from_start { 0 } else { at };
                (
                    "reached",
                    Some(steps),
                    from,
                    format!("reached, {} on", plural(*steps as u64, "transition")),
                )
            }
            Nearest::Nowhere => ("unreachable", None, at, nowhere(&found)),
            Nearest::Unknown(stop) => ("inconclusive", None, at, unknown(*stop)),
        };
        let (text, mut structured) = self.position(from, before);
        structured["verdict"] = verdict.into();
        structured["transitions"] = json!(steps);
        structured["states"] = found.states.into();
        structured["classes"] = found.are_classes.into();
        Ok(Answer::told(format!("{told}, after {}\n{text}", states(&found)), structured))
    }
}

fn states(found: &Finding) -> String {
    // Programs read this.
    let states = plural(found.states, "state").replace(GROUP, "");
    match found.are_classes {
        true => format!("{states} searched up to symmetry"),
        false => format!("{states} searched"),
    }
}

fn nowhere(found: &Finding) -> String {
    match found.has_gaps {
        true => "there is none, but in some states it has no value".to_owned(),
        false => "there is none".to_owned(),
    }
}

fn unknown(stop: StopReason) -> String {
    match stop {
        StopReason::Cancelled => "the search was cancelled".to_owned(),
        _ => "none was found within the limits".to_owned(),
    }
}

/// A failure in lines, with its places in the model.
pub(crate) fn failure_text(loaded: &dyn Loaded, failure: &Failure) -> String {
    match failure {
        Failure::Model(wrong) => rows(wrong.iter().map(|wrong| wrong.one_line(loaded.sources()))),
        _ => failure.in_words(),
    }
}
