//! The searches of a check: one for what states and transitions can violate, and one for each claim. They take turns.

use std::cell::{Cell, RefCell};

use checking::quantities::duration;
use checking::{
    Answer, Came, CheckRequest, ClaimReport, FIRST_TURN, Preparation, Report, Turn, TurnEnd, Turns,
    Verdict, limit_text,
};
use diagnostics::Diagnostic;
use kernel::{Limits, Phase, Reporter, SearchOptions, StopReason};

use crate::diagnostics_text::render;
use crate::exit::Failure;
use crate::load::Subject;
use crate::panics::Panics;
use crate::plan::Plan;
use crate::progress::ProgressLine;
use crate::terminal::{Paint, complain};

/// The searches of a check.
pub struct Searches<'a> {
    /// The model.
    pub subject: &'a Subject,
    /// What is checked of it, and how.
    pub plan: &'a Plan,
    /// How claims are searched, within the limits that the user gave; properties of states likewise.
    pub request: CheckRequest<'a>,
    /// The handling of defects of this program.
    pub panics: &'a Panics,
    /// Where progress is shown.
    pub line: &'a ProgressLine<'a>,
    /// Is told what is known before the first search for states.
    pub prepared: RefCell<&'a mut dyn FnMut(&Preparation)>,
    /// Whether that has happened.
    pub announced: Cell<bool>,
    /// What was told to be wrong with claims: the same is told once.
    pub told: RefCell<Vec<Diagnostic>>,
}

/// What came of a search.
enum Found {
    /// One for what states and transitions can violate.
    States(Report),
    /// One for a claim.
    Claim(ClaimReport),
    /// None, as something is wrong with the claim.
    Wrong(String),
    /// None, because of a defect of this program. It costs the verdict on the claim in which it shows, and no other.
    Defect(String),
}

impl Searches<'_> {
    /// Makes them. The report is in the order of the text, whichever was over first.
    ///
    /// # Errors
    /// Why there is no verdict.
    pub fn report(&self) -> Result<Report, checking::Failure> {
        let options = &self.request.options;
        let budget = &options.budget;
        let turns = Turns {
            until_violation: !options.keep_going && !self.subject.model.claims_stand_alone(),
            states: options.limits.states,
            left: &|| budget.left(),
        };
        let count = self.of_states() + self.plan.selection.claims.len();
        let found = turns.search(count, |place, turn| self.turn(place, turn))?;
        Ok(self.put_together(found))
    }

    /// How many searches there are for properties of states, which come first.
    fn of_states(&self) -> usize {
        usize::from(!self.plan.selection.properties.is_empty())
    }

    fn turn(&self, place: usize, turn: Turn) -> Result<(Found, TurnEnd), checking::Failure> {
        let found = match place.checked_sub(self.of_states()) {
            None => self.states(turn)?,
            Some(place) => {
                let claim = self.plan.selection.claims[place];
                let found = self.claim(claim, turn)?;
                // What is told of a violation does not depend on how long the turn was.
                match found.end(false) {
                    TurnEnd::Violation if turn.states.is_some() => {
                        let again = self.claim(claim, Turn { states: None, ..turn })?;
                        // There may not be time for another search. What was found was found.
                        if again.end(false) == TurnEnd::Violation { again } else { found }
                    }
                    _ => found,
                }
            }
        };
        let end = found.end(self.request.options.keep_going);
        Ok((found, end))
    }

    fn states(&self, turn: Turn) -> Result<Found, checking::Failure> {
        let request = CheckRequest { options: self.options(turn), ..self.request };
        let mut prepared = |preparation: &Preparation| {
            if !self.announced.replace(true) {
                self.prepared.borrow_mut()(preparation);
            }
        };
        self.line.about(None);
        let model = &self.subject.model;
        let report = match self.plan.sets {
            Some(sets) => model.check_sets(&request, sets, self.line, &mut prepared)?,
            None => self.by_seeds(&request, &mut prepared)?,
        };
        Ok(Found::States(Report { limits: self.request.options.limits, ..report }))
    }

    /// Searches with one seed after another, as often as is asked for, until a violation is found or a limit reached. A limit of depth does not end
    /// that: the next search may find what this one omitted above it.
    fn by_seeds(
        &self,
        request: &CheckRequest<'_>,
        prepared: &mut dyn FnMut(&Preparation),
    ) -> Result<Report, checking::Failure> {
        let mut options = request.options.clone();
        let mut searches = 1;
        loop {
            let request = CheckRequest { options: options.clone(), ..*request };
            let mut report = self.subject.model.check(request, self.line, prepared)?;
            if let Some(omission) = &mut report.statistics.omission {
                omission.searches = searches;
            }
            let is_violated = report.verdicts.iter().any(|it| it.answer == Answer::Violated);
            let goes_on = matches!(report.stop, StopReason::Approximate | StopReason::DepthLimit);
            if is_violated || !goes_on || searches == self.plan.searches {
                return Ok(report);
            }
            searches += 1;
            options.seed = options.seed.wrapping_add(1);
        }
    }

    fn claim(&self, claim: usize, turn: Turn) -> Result<Found, checking::Failure> {
        let model = &self.subject.model;
        let name = model.claims()[claim].to_owned();
        let request = CheckRequest { options: self.options(turn), ..self.request };
        self.line.about(Some(&name));
        self.line.phase(Phase::Search);
        let found = self.panics.contain(|| model.check_claim(claim, &request, self.line));
        match found.unwrap_or_else(|panic| Err(checking::Failure::Internal(panic))) {
            Err(checking::Failure::Model(wrong)) if model.claims_stand_alone() => {
                let news: Vec<Diagnostic> =
                    wrong.iter().filter(|wrong| self.is_news(wrong)).cloned().collect();
                if !news.is_empty() {
                    self.line.clear();
                    complain(&render(&news, model.sources(), Paint::stderr().is_on()));
                }
                let why = wrong.first().map_or(String::new(), |first| first.message.clone());
                Ok(Found::Wrong(why))
            }
            Err(checking::Failure::Internal(why)) => {
                self.line.clear();
                complain(&Failure::internal(format!("`{name}`: {why}")).message);
                Ok(Found::Defect(why))
            }
            found => found.map(Found::Claim),
        }
    }

    /// Whether this mistake, at its place, was not told yet.
    fn is_news(&self, wrong: &Diagnostic) -> bool {
        let mut told = self.told.borrow_mut();
        let same = |one: &Diagnostic| one.message == wrong.message && one.labels == wrong.labels;
        let is_news = !told.iter().any(same);
        if is_news {
            told.push(wrong.clone());
        }
        is_news
    }

    /// How to search in a turn. Short ones are searched by one worker, so that it does not depend on who is faster what comes of them.
    fn options(&self, turn: Turn) -> SearchOptions {
        let options = &self.request.options;
        let is_short = turn.states.is_some_and(|states| states <= FIRST_TURN);
        SearchOptions {
            limits: Limits { states: turn.states.or(options.limits.states), ..options.limits },
            budget: match turn.time {
                Some(time) => options.budget.share(time),
                None => options.budget.clone(),
            },
            workers: if is_short { 1 } else { options.workers },
            ..options.clone()
        }
    }

    /// Why a search that was put off had no other turn.
    fn out_of_time(&self) -> String {
        let Limits { time, .. } = self.request.options.limits;
        if self.request.options.budget.left().is_some_and(|left| left.is_zero()) {
            return limit_text(StopReason::TimeLimit, Phase::Search, &self.request.options.limits);
        }
        let time = duration(time.unwrap_or_default());
        format!("its share of the time limit of {time} was used up")
    }

    fn put_together(&self, found: Vec<Came<Found>>) -> Report {
        let (names, mut claims) = (self.subject.model.claims(), self.plan.selection.claims.iter());
        let mut report = Report::of_no_search(&self.request.options);
        let first_is_over = matches!(found.first(), Some(Came::Over(_) | Came::OutOfTime(_)));
        let keep_going = self.request.options.keep_going;
        let is_violated = found.iter().any(|came| match came {
            Came::Over(found) => found.end(keep_going) == TurnEnd::Violation,
            _ => false,
        });
        for came in found {
            match came {
                Came::Over(Found::States(states)) => report = states,
                Came::PutOff(Found::States(states)) => {
                    report.preparation = states.preparation;
                    let why = limit_text(StopReason::Violation, Phase::Search, &report.limits);
                    report.verdicts = left_open(states.verdicts, &why);
                }
                Came::OutOfTime(Found::States(states)) => {
                    report = states;
                    report.stop = StopReason::TimeLimit;
                    report.verdicts = left_open(report.verdicts, &self.out_of_time());
                }
                came => {
                    let name = claims.next().map_or("", |&claim| names[claim]);
                    match came {
                        Came::Over(Found::Claim(claim)) => report.add(claim),
                        Came::OutOfTime(Found::Claim(mut claim)) => {
                            claim.searched.stop = StopReason::TimeLimit;
                            claim.verdict.reason = Some(self.out_of_time());
                            report.add(claim);
                        }
                        Came::Over(Found::Wrong(why)) => report.leave_wrong(name, why),
                        Came::Over(Found::Defect(why)) => report.leave_defect(name, &why),
                        _ if is_violated => {
                            let why =
                                limit_text(StopReason::Violation, Phase::Search, &report.limits);
                            report.leave_open(name, why);
                        }
                        _ => report.leave_open(name, self.out_of_time()),
                    }
                }
            }
        }
        if !first_is_over {
            // What is told is what was counted in the search that ended the others.
            let last = report.claims.iter().find(|claim| claim.stop == StopReason::Violation);
            report.statistics = last.map_or(report.statistics, |claim| claim.statistics);
        }
        report
    }
}

impl Found {
    /// How it ended, if it goes on after violations or not.
    fn end(&self, keep_going: bool) -> TurnEnd {
        let is_violated = |verdict: &Verdict| verdict.answer == Answer::Violated;
        match self {
            Found::States(report) if !keep_going && report.verdicts.iter().any(is_violated) => {
                TurnEnd::Violation
            }
            Found::States(report) => TurnEnd::Stopped(report.stop),
            Found::Claim(report) if is_violated(&report.verdict) => TurnEnd::Violation,
            Found::Claim(report) if report.verdict.answer == Answer::Inconclusive => {
                TurnEnd::Stopped(report.searched.stop)
            }
            Found::Claim(_) | Found::Wrong(_) | Found::Defect(_) => {
                TurnEnd::Stopped(StopReason::Exhausted)
            }
        }
    }
}

/// The verdicts on properties of states that a search was put off for.
fn left_open(verdicts: Vec<Verdict>, why: &str) -> Vec<Verdict> {
    let open = |verdict: Verdict| match verdict.answer {
        Answer::Inconclusive => Verdict { reason: Some(why.to_owned()), ..verdict },
        _ => verdict,
    };
    verdicts.into_iter().map(open).collect()
}
