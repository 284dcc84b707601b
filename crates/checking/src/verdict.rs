//! From what a search found to a verdict for each property.

use std::io::ErrorKind;

use kernel::{
    Limits, Phase, Property, PropertyId, PropertyKind, PropertySet, SearchOptions, StopReason,
};
use serde::Serialize;
use symmetry::Guarantee;

use crate::quantities::{duration, plural, size};
use crate::reach;

/// The answer for one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Answer {
    Holds,
    Violated,
    Inconclusive,
}

/// The certainty of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// All states were searched, or a run is the proof.
    Exact,
    /// States that differ may have been taken for one.
    Approximate,
    /// Only a part of the states was searched.
    Bounded,
}

/// The verdict on one property.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// Its name.
    pub property: String,
    /// Its kind, as in the JSON output.
    pub kind: &'static str,
    /// The answer.
    pub answer: Answer,
    /// Its certainty.
    pub certainty: Certainty,
    /// Why, where that is not obvious.
    pub reason: Option<String>,
    /// The place of its run among those of the findings.
    pub run: Option<usize>,
}

impl Verdict {
    /// Whether it answers if something can be reached: that it can is a violation of what is searched, and what was asked for.
    #[must_use]
    pub fn is_sought(&self) -> bool {
        self.kind == reach::KIND
    }

    /// The answer in a word, as in the JSON output.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match (self.answer, self.is_sought()) {
            (Answer::Holds, false) => "holds",
            (Answer::Violated, false) => "violated",
            (Answer::Inconclusive, _) => "inconclusive",
            (Answer::Holds, true) => "unreachable",
            (Answer::Violated, true) => "reached",
        }
    }
}

/// The name of a kind of property in the JSON output.
pub fn kind_name(kind: PropertyKind) -> &'static str {
    match kind {
        PropertyKind::Assertion | PropertyKind::RuntimeError => "safety",
        PropertyKind::Deadlock => "deadlock",
        PropertyKind::Invariant => "invariant",
    }
}

/// What a search came to, as far as verdicts depend on it.
pub struct Searched<'a> {
    /// Why it ended.
    pub stop: StopReason,
    /// What it ended in.
    pub phase: Phase,
    /// Whether some run ended in a run-time error, so that what would follow was not searched.
    pub cut: bool,
    /// How many states were searched.
    pub states: u64,
    /// What the representatives of the states promise.
    pub guarantee: Guarantee,
    /// For each confirmed counterexample the property that it violates, and what is wrong at its end.
    pub violated: &'a [(PropertyId, String)],
    /// The properties that are known to hold, whatever ended the search.
    pub held: &'a [PropertyId],
}

/// The verdict on every checked property.
pub fn verdicts(
    properties: &[Property],
    options: &SearchOptions,
    searched: &Searched<'_>,
) -> Vec<Verdict> {
    let PropertySet::Only(checked) = &options.check else { return Vec::new() };
    let one = |&id: &PropertyId| {
        let property = &properties[id.index()];
        let run = searched.violated.iter().position(|(violated, _)| *violated == id);
        let (answer, certainty, reason) = match run {
            Some(run) => {
                (Answer::Violated, Certainty::Exact, Some(searched.violated[run].1.clone()))
            }
            None if searched.held.contains(&id) => (Answer::Holds, Certainty::Exact, None),
            None if searched.stop == StopReason::Exhausted && searched.cut => {
                (Answer::Inconclusive, Certainty::Bounded, Some(CUT.to_owned()))
            }
            None if searched.stop == StopReason::Exhausted => match searched.guarantee {
                Guarantee::Unique | Guarantee::Complete => (Answer::Holds, Certainty::Exact, None),
                Guarantee::Approximate => (
                    Answer::Inconclusive,
                    Certainty::Approximate,
                    Some(approximate_text(searched.states)),
                ),
            },
            None if searched.stop == StopReason::Approximate => {
                (Answer::Inconclusive, Certainty::Approximate, Some(omitting_text(searched.states)))
            }
            None => (
                Answer::Inconclusive,
                Certainty::Bounded,
                Some(limit_text(searched.stop, searched.phase, &options.limits)),
            ),
        };
        let kind = kind_name(property.kind);
        Verdict { property: property.name.clone(), kind, answer, certainty, reason, run }
    };
    checked.iter().map(one).collect()
}

/// Why a search was not complete though it visited every state that it reached.
pub(crate) const CUT: &str = "states after run-time errors were not searched";

/// What a search covered that found nothing and may have taken different states for one.
fn approximate_text(states: u64) -> String {
    format!(
        "no violation in {}; the strategy may have merged others with them",
        plural(states, "state")
    )
}

/// What a search covered that found nothing and may have omitted states.
fn omitting_text(states: u64) -> String {
    format!(
        "no violation found (approximate): {}; others may have been omitted",
        plural(states, "state")
    )
}

/// Why there is no complete answer. A limit that all phases share names the one that reached it.
pub fn limit_text(stop: StopReason, phase: Phase, limits: &Limits) -> String {
    let place = phase.words();
    match stop {
        StopReason::Exhausted => "every state was searched".to_owned(),
        StopReason::Violation => {
            "the search stopped at the first violation; `--keep-going` continues".to_owned()
        }
        StopReason::DepthLimit => {
            format!("only {} deep", plural(limits.depth.unwrap_or_default(), "step"))
        }
        StopReason::StateLimit => {
            format!(
                "the limit of {} was reached",
                plural(limits.states.unwrap_or_default(), "state")
            )
        }
        StopReason::MemoryLimit => match limits.memory_bytes {
            Some(bytes) => {
                format!("the memory limit of {} was reached {place}", size(bytes))
            }
            None => format!("the memory was exhausted {place}"),
        },
        StopReason::StoreFailed(ErrorKind::QuotaExceeded) => {
            "the limit of the files of states was reached: `--disk` sets it".to_owned()
        }
        StopReason::StoreFailed(why) => {
            format!("the files of visited states could not be written or read ({why})")
        }
        StopReason::StepLimit => {
            "an atomic sequence or a d_step was too long to be followed to its end".to_owned()
        }
        StopReason::RoomLimit => {
            "the room for components created at run time was exhausted".to_owned()
        }
        StopReason::TimeLimit => match limits.time {
            Some(time) => format!("the time limit of {} was reached {place}", duration(time)),
            None => format!("the time limit of a machine that shares the search was reached {place}"),
        },
        StopReason::Cancelled => format!("interrupted {place}"),
        StopReason::Elsewhere => "another machine has ended the search".to_owned(),
        StopReason::MachineLost(0) => {
            "the other machines that share the search have not heard this one for too long".to_owned()
        }
        StopReason::MachineLost(machine) => {
            format!("machine {machine} of those that share the search was lost")
        }
        StopReason::Disagreement => {
            "the machines that share the search have prepared different ones: a limit may have ended the preparation of one".to_owned()
        }
        StopReason::Approximate => {
            "states may have been omitted: `--store auto` omits none".to_owned()
        }
        StopReason::OtherSearch => {
            "the checkpoint is of another search: another symmetry, or other states, were found then".to_owned()
        }
        StopReason::Abandoned => {
            "the symmetry turned out not to hold; `--symmetry off` does without it".to_owned()
        }
    }
}

/// The name of the limit that ended a search, as in the JSON output.
pub fn limit_name(stop: StopReason) -> Option<&'static str> {
    match stop {
        StopReason::Exhausted | StopReason::Violation | StopReason::Approximate => None,
        StopReason::Abandoned => Some("symmetry"),
        StopReason::DepthLimit => Some("depth"),
        StopReason::StateLimit => Some("states"),
        StopReason::MemoryLimit => Some("memory"),
        StopReason::StoreFailed(_) => Some("disk"),
        StopReason::StepLimit => Some("steps"),
        StopReason::RoomLimit => Some("room"),
        StopReason::TimeLimit => Some("time"),
        StopReason::Cancelled => Some("interrupted"),
        StopReason::Elsewhere | StopReason::MachineLost(_) => Some("machine"),
        StopReason::Disagreement => Some("disagreement"),
        StopReason::OtherSearch => Some("checkpoint"),
    }
}
