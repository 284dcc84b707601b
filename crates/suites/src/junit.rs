//! Suites as JUnit has them: a test suite for each run, a test case for each expectation.

use std::fmt::Write;

use crate::compare::{Finding, Outcome};
use crate::run_outcome::{Refusal, RunOutcome};

/// The report of a suite, in the XML that continuous integration reads.
#[must_use]
pub fn junit(outcomes: &[RunOutcome]) -> String {
    let suites: Vec<Suite> = outcomes.iter().map(Suite::new).collect();
    let sum = |count: fn(&Suite) -> usize| suites.iter().map(count).sum::<usize>();
    let mut text = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let (tests, failures, errors) =
        (sum(|it| it.tests), sum(|it| it.failures), sum(|it| it.errors));
    let _ = writeln!(
        text,
        "<testsuites name=\"quotient\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">"
    );
    suites.iter().for_each(|suite| text.push_str(&suite.text));
    text.push_str("</testsuites>\n");
    text
}

struct Suite {
    tests: usize,
    failures: usize,
    errors: usize,
    text: String,
}

impl Suite {
    fn new(outcome: &RunOutcome) -> Suite {
        let mut suite = Suite { tests: 0, failures: 0, errors: 0, text: String::new() };
        let name = outcome.name();
        match &outcome.result {
            Ok(findings) => findings.iter().for_each(|finding| suite.add(&name, finding)),
            Err(refusal) => suite.refuse(&name, refusal),
        }
        let Suite { tests, failures, errors, text } = &suite;
        let (name, seconds) = (escaped(&name), outcome.elapsed.as_secs_f64());
        let text = format!(
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" \
             time=\"{seconds:.3}\">\n{text}  </testsuite>\n"
        );
        Suite { text, ..suite }
    }

    fn add(&mut self, suite: &str, finding: &Finding) {
        let Finding { subject, expected, found, .. } = finding;
        let message = format!("line {}: expected {expected}, found {found}", finding.line());
        let failed = match finding.outcome {
            Outcome::Met => None,
            Outcome::Missed => Some("failure"),
            Outcome::Unknown | Outcome::Wrong => Some("error"),
        };
        self.case(suite, &format!("{subject}: {expected}"), failed, &message);
    }

    fn refuse(&mut self, suite: &str, refusal: &Refusal) {
        self.case(suite, "is checked", Some("error"), &refusal.text);
    }

    fn case(&mut self, suite: &str, name: &str, failed: Option<&str>, message: &str) {
        self.tests += 1;
        let (suite, name) = (escaped(suite), escaped(name));
        let _ = write!(self.text, "    <testcase classname=\"{suite}\" name=\"{name}\"");
        match failed {
            None => self.text.push_str("/>\n"),
            Some(element) => {
                *(if element == "failure" { &mut self.failures } else { &mut self.errors }) += 1;
                let message = escaped(message);
                let _ = writeln!(self.text, "><{element} message=\"{message}\"/></testcase>");
            }
        }
    }
}

/// A text as the value of an attribute. What XML cannot have at all is replaced.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\r' | '\t' => {
                let _ = write!(escaped, "&#{};", u32::from(character));
            }
            '\u{0}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                escaped.push(char::REPLACEMENT_CHARACTER)
            }
            _ => escaped.push(character),
        }
    }
    escaped
}
