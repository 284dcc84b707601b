//! What one line expects.

use std::fmt;
use std::ops::Range;

/// An expectation, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The line, from 1.
    pub line: usize,
    /// Where in the line what can be written anew stands, in bytes.
    pub value: Range<usize>,
    /// What is expected.
    pub fact: Fact,
}

/// What is expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The verdict on the property of a name.
    Verdict(String, Judged),
    /// How many states a whole search has, without partial order reduction, and how many transitions, if that is said.
    Counts(Counted, u64, Option<u64>),
    /// The order of the symmetry group, in decimal.
    Order(String),
}

/// Which search is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    /// That of all states.
    Unreduced,
    /// That of one state of each class.
    Quotient,
}

/// A verdict, and what else is expected of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judged {
    /// The verdict, as documents name it.
    pub verdict: String,
    /// The line of the statement that violates the property.
    pub line: Option<usize>,
    /// The file of that line, by the end of its path; where none is said, any.
    pub file: Option<String>,
    /// How many steps the counterexample has.
    pub steps: Option<u64>,
    /// How many states were searched for this property alone, without symmetry.
    pub states: Option<u64>,
    /// The same with symmetry.
    pub classes: Option<u64>,
}

/// The verdicts that there are.
const VERDICTS: [&str; 5] = ["holds", "violated", "inconclusive", "reached", "unreachable"];

impl Counted {
    /// Its name in a line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Counted::Unreduced => "unreduced",
            Counted::Quotient => "quotient",
        }
    }
}

impl Fact {
    /// What a line says of a subject.
    ///
    /// # Errors
    /// What it should look like.
    pub(crate) fn parse(subject: &str, value: &str) -> Result<Fact, String> {
        let counted = match subject {
            "unreduced" => Counted::Unreduced,
            "quotient" => Counted::Quotient,
            "symmetry" => {
                let order = value.strip_prefix("order ").filter(|order| is_number(order));
                let wanted = || format!("`{value}` is no order: `order 24`");
                return order.map(|order| Fact::Order(order.to_owned())).ok_or_else(wanted);
            }
            _ => return Ok(Fact::Verdict(subject.to_owned(), Judged::parse(value)?)),
        };
        let numbers = match value.split_once(", ") {
            Some((states, transitions)) => number_of(states, "state")
                .zip(number_of(transitions, "transition"))
                .map(|(states, transitions)| (states, Some(transitions))),
            None => number_of(value, "state").map(|states| (states, None)),
        };
        let (states, transitions) = numbers
            .ok_or_else(|| format!("`{value}` are no counts: `212 states, 775 transitions`"))?;
        Ok(Fact::Counts(counted, states, transitions))
    }

    /// What it is about: a property, a search, or symmetry.
    #[must_use]
    pub fn subject(&self) -> &str {
        match self {
            Fact::Verdict(property, _) => property,
            Fact::Counts(counted, ..) => counted.name(),
            Fact::Order(_) => "symmetry",
        }
    }

    /// What is said of that.
    #[must_use]
    pub fn value(&self) -> String {
        match self {
            Fact::Verdict(_, judged) => judged.to_string(),
            Fact::Counts(_, states, None) => format!("{states} states"),
            Fact::Counts(_, states, Some(transitions)) => {
                format!("{states} states, {transitions} transitions")
            }
            Fact::Order(order) => format!("order {order}"),
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The number in `7 steps` or `1 step`.
fn number_of(text: &str, noun: &str) -> Option<u64> {
    let (number, word) = text.split_once(' ')?;
    let is_noun = word.strip_prefix(noun).is_some_and(|rest| rest.is_empty() || rest == "s");
    if is_noun && is_number(number) { number.parse().ok() } else { None }
}

impl Judged {
    fn parse(text: &str) -> Result<Judged, String> {
        let mut parts = text.split(", ");
        let first = parts.next().unwrap_or_default();
        let verdict = first.split(' ').next().unwrap_or_default();
        if !VERDICTS.contains(&verdict) {
            return Err(format!("`{verdict}` is no verdict: {}", VERDICTS.join(", ")));
        }
        let mut judged = Judged { verdict: verdict.to_owned(), ..Judged::default() };
        judged.read_place(first[verdict.len()..].trim_start())?;
        for part in parts {
            if let Some(states) = number_of(part, "state") {
                judged.states = Some(states);
            } else if let Some(classes) = part.strip_suffix(" up to symmetry").map(str::parse) {
                judged.classes = Some(classes.map_err(|_| format!("`{part}` is no number"))?);
            } else {
                return Err(format!(
                    "`{part}`: `709 states` or `80 up to symmetry` may follow a verdict"
                ));
            }
        }
        Ok(judged)
    }

    /// Reads `at line 20 of lock.h after 7 steps`, of which each part may be missing.
    fn read_place(&mut self, text: &str) -> Result<(), String> {
        let wrong = || format!("`{text}`: `at line 20 of FILE after 7 steps` may follow a verdict");
        let (place, steps) = match text.rsplit_once("after ") {
            Some((place, steps)) => (place.trim_end(), Some(steps)),
            None => (text, None),
        };
        if let Some(steps) = steps {
            self.steps = Some(number_of(steps, "step").ok_or_else(wrong)?);
        }
        if place.is_empty() {
            return Ok(());
        }
        let place = place.strip_prefix("at line ").ok_or_else(wrong)?;
        let (line, file) = match place.split_once(" of ") {
            Some((line, file)) => (line, Some(file.to_owned())),
            None => (place, None),
        };
        (self.line, self.file) = (Some(line.parse().map_err(|_| wrong())?), file);
        Ok(())
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.verdict)?;
        if let Some(line) = self.line {
            write!(f, " at line {line}")?;
        }
        if let Some(file) = &self.file {
            write!(f, " of {file}")?;
        }
        if let Some(steps) = self.steps {
            write!(f, " after {steps} step{}", if steps == 1 { "" } else { "s" })?;
        }
        if let Some(states) = self.states {
            write!(f, ", {states} states")?;
        }
        match self.classes {
            Some(classes) => write!(f, ", {classes} up to symmetry"),
            None => Ok(()),
        }
    }
}
