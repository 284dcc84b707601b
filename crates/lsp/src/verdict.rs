//! The verdict on a text: in a few words, and as remarks at the places that it speaks of.

use std::time::Duration;

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location, Range,
};
use serde_json::Value;

use crate::lines::Encoding;
use crate::remarks::{Note, Place, Remarks};
use crate::run::Question;

/// The question that verdicts answer.
pub(crate) const CHECK: Question = Question {
    command: "check",
    arguments: &["--json", "--time", "60s", "--memory", "2G"],
    of_model: |options| &options.check,
    patience: Duration::from_secs(90),
};

/// What remarks on violations name as their source.
const SOURCE: &str = "quotient check";
/// So many statements of a run are told, the last ones.
const MOST_STATEMENTS: usize = 50;
/// So many unreached statements are marked.
const MOST_MARKED: usize = 1_000;
/// So many violated properties are named in a line.
const MOST_NAMED: usize = 3;

/// A verdict on some texts.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    /// In a few words.
    pub title: String,
    /// The texts, and what is said of them.
    pub remarks: Remarks,
}

/// The verdict that a document of `check --json` tells of the texts of some remarks.
pub(crate) fn verdict(answer: &Value, mut remarks: Remarks, encoding: Encoding) -> Verdict {
    let checks = list(&answer["checks"]);
    let violated = checks.iter().filter(|check| check["verdict"] == "violated");
    let found: Vec<Violation> =
        violated.map(|check| Violation::of(check, &remarks, encoding)).collect();
    let title = title(answer, checks, &found, &remarks);
    let unreached = list(&answer["unreached"]);
    let unreached =
        unreached.iter().take(MOST_MARKED).filter_map(|it| unreached_note(it, &remarks, encoding));
    let notes: Vec<Note> = unreached.collect();
    remarks.notes.extend(found.into_iter().map(|violation| violation.note));
    remarks.notes.extend(notes);
    Verdict { title, remarks }
}

fn title(answer: &Value, checks: &[Value], found: &[Violation], remarks: &Remarks) -> String {
    if !found.is_empty() {
        let named = found.iter().take(MOST_NAMED).map(|it| it.named(remarks));
        let more = found.len().saturating_sub(MOST_NAMED);
        let more = (more > 0).then(|| format!("{more} more"));
        let named: Vec<String> = named.chain(more).collect();
        return format!("VIOLATED: {}", named.join(", "));
    }
    if let Some(open) = checks.iter().find(|check| check["verdict"] != "holds") {
        let limit = answer["limits"]["reached"].as_str().map(|it| format!("limit of {it}"));
        let reason = limit.or_else(|| open["reason"].as_str().map(str::to_owned));
        return format!("no verdict: {}", reason.unwrap_or_else(|| text(&open["verdict"])));
    }
    if checks.is_empty() {
        return answer["remark"].as_str().unwrap_or("nothing to check").to_owned();
    }
    let states = states(answer["states"].as_u64());
    match checks.iter().find(|check| check["guarantee"] != "exact") {
        Some(check) => format!("nothing found ({}) · {states}", text(&check["guarantee"])),
        None => format!("holds · {states}"),
    }
}

/// A number of states, its digits in groups of three.
fn states(states: Option<u64>) -> String {
    let digits = states.unwrap_or_default().to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(' ');
        }
        grouped.push(digit);
    }
    format!("{grouped} {}", if states == Some(1) { "state" } else { "states" })
}

/// A property that is violated.
struct Violation {
    property: String,
    /// The line, where it is known.
    line: Option<u64>,
    note: Note,
}

impl Violation {
    fn of(check: &Value, remarks: &Remarks, encoding: Encoding) -> Violation {
        let property = text(&check["property"]);
        let steps = list(&check["trace"]).iter();
        let actions: Vec<&Value> = steps.flat_map(|step| list(&step["actions"])).collect();
        let last = actions.iter().rev().find_map(|it| {
            let place = place(it)?;
            Some((place.line as u64, remarks.range(&place, encoding)?))
        });
        let line = last.as_ref().map(|(line, _)| *line);
        let start = remarks.texts.first().map(|(address, _)| (address.clone(), Range::default()));
        let at = last.map(|(_, at)| at).or(start);
        let (address, range) = at.expect("an answer is about a text");
        let reason = check["reason"].as_str().unwrap_or("it is violated");
        let mut message = format!("{property}: {reason}");
        for stuck in list(&check["stuck"]) {
            message.push_str(&format!("\n{}", waits(stuck)));
        }
        let diagnostic = Diagnostic {
            range,
            severity: Some(DiagnosticSeverity::ERROR),
            source: Some(SOURCE.to_owned()),
            message,
            related_information: Some(run(&actions, remarks, encoding)),
            ..Default::default()
        };
        Violation { property, line, note: Note::new(address, diagnostic) }
    }

    /// The property, and where it is violated.
    fn named(&self, remarks: &Remarks) -> String {
        let is_main = remarks.texts.first().is_some_and(|(main, _)| *main == self.note.address);
        match self.line {
            Some(line) if is_main => format!("{} at line {line}", self.property),
            Some(line) => format!("{} at {}:{line}", self.property, self.note.address.name()),
            None => self.property.clone(),
        }
    }
}

/// What a process waits for that cannot go on.
fn waits(stuck: &Value) -> String {
    let texts = |key: &str| {
        let texts: Vec<&str> = list(&stuck[key]).iter().filter_map(Value::as_str).collect();
        texts.join(", ")
    };
    let line = stuck["line"].as_u64().map(|line| format!(" at line {line}")).unwrap_or_default();
    let why = Some(texts("why")).filter(|why| !why.is_empty());
    let why = why.map(|why| format!(" ({why})")).unwrap_or_default();
    format!("{} waits{line}: {}{why}", text(&stuck["process"]), texts("waits_at"))
}

/// The statements of a run, the last ones if there are many.
fn run(
    actions: &[&Value],
    remarks: &Remarks,
    encoding: Encoding,
) -> Vec<DiagnosticRelatedInformation> {
    let first = actions.len().saturating_sub(MOST_STATEMENTS);
    let told = actions.iter().enumerate().skip(first).filter_map(|(at, action)| {
        let (address, range) = remarks.range(&place(action)?, encoding)?;
        let (process, statement) = (text(&action["process"]), text(&action["statement"]));
        let message = format!("{}. {process}: {statement}", at + 1);
        let location = Location { uri: address.uri()?, range };
        Some(DiagnosticRelatedInformation { location, message })
    });
    told.collect()
}

/// A hint at a statement that is never reached. The end of a process is no statement of the text.
fn unreached_note(statement: &Value, remarks: &Remarks, encoding: Encoding) -> Option<Note> {
    let words = statement["statement"].as_str().filter(|words| *words != "-end-")?;
    let (address, range) = remarks.range(&place(statement)?, encoding)?;
    let diagnostic = Diagnostic {
        range,
        severity: Some(DiagnosticSeverity::HINT),
        source: Some(SOURCE.to_owned()),
        message: format!("never reached: {words}"),
        tags: Some(vec![DiagnosticTag::UNNECESSARY]),
        ..Default::default()
    };
    Some(Note::new(address, diagnostic))
}

/// Where an action or a statement of a document stands.
fn place(value: &Value) -> Option<Place<'_>> {
    Some(Place {
        file: value["file"].as_str()?,
        line: usize::try_from(value["line"].as_u64()?).ok()?,
        column: value["column"]
            .as_u64()
            .and_then(|it| usize::try_from(it).ok())
            .filter(|it| *it > 0),
        words: value["statement"].as_str(),
    })
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
