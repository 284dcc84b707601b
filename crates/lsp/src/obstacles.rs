//! The symmetry of a model: what changes places, and what is in the way of more, at the statements and declarations that are.

use std::time::Duration;

use lsp_types::{Diagnostic, DiagnosticSeverity};
use serde_json::Value;

use crate::lines::Encoding;
use crate::remarks::{Note, Place, Remarks};
use crate::run::Question;

/// The question that these answer.
pub(crate) const SYMMETRY: Question = Question {
    command: "symmetry",
    arguments: &["--json"],
    of_model: |options| &options.symmetry,
    patience: Duration::from_secs(10),
};

/// What these remarks name as their source.
const SOURCE: &str = "quotient symmetry";

/// The symmetry of a model.
#[derive(Default)]
pub(crate) struct Symmetry {
    /// What is in the way of more.
    pub obstacles: Remarks,
    /// What changes places, by name.
    orbits: Vec<Vec<String>>,
}

impl Symmetry {
    /// The members that are called by a name, of each orbit that has some: `P(0)`, `P(1)` by `P`.
    pub(crate) fn orbits_of<'s>(&'s self, name: &'s str) -> impl Iterator<Item = &'s [String]> {
        let is_of = move |member: &String| {
            member.strip_prefix(name).is_some_and(|rest| rest.starts_with(['(', '[']))
        };
        self.orbits.iter().filter(move |orbit| orbit.iter().all(is_of)).map(Vec::as_slice)
    }
}

/// What a document of `symmetry --json` tells of the texts of some remarks, as far as it names places.
pub(crate) fn symmetry(answer: &Value, mut remarks: Remarks, encoding: Encoding) -> Symmetry {
    let told = list(&answer["remarks"]).iter().filter_map(|remark| {
        let message = remark["text"].as_str()?.to_owned();
        note(remark, message, DiagnosticSeverity::INFORMATION, &remarks, encoding)
    });
    let mut notes: Vec<Note> = told.collect();
    notes.extend(differences(list(&answer["differences"]), &remarks, encoding));
    remarks.notes = notes;
    Symmetry { obstacles: remarks, orbits: orbits(&answer["symmetry"]) }
}

fn orbits(symmetry: &Value) -> Vec<Vec<String>> {
    let members = |orbit: &Value| {
        let members = list(&orbit["members"]).iter();
        members.filter_map(|member| member.as_str().map(str::to_owned)).collect()
    };
    list(&symmetry["orbits"]).iter().map(members).collect()
}

/// The differences between components, one for each place: others there have the same reason, or nearly.
fn differences(differences: &[Value], remarks: &Remarks, encoding: Encoding) -> Vec<Note> {
    let mut told: Vec<(&Value, &Value, usize)> = Vec::new();
    for difference in differences {
        let place = &difference["place"];
        match told.iter_mut().find(|(known, _, _)| *known == place) {
            Some((_, _, count)) => *count += 1,
            None => told.push((place, difference, 1)),
        }
    }
    let notes = told.into_iter().filter_map(|(place, difference, count)| {
        let message = difference_text(difference, count)?;
        note(place, message, DiagnosticSeverity::HINT, remarks, encoding)
    });
    notes.collect()
}

fn difference_text(difference: &Value, count: usize) -> Option<String> {
    let [first, second] = ["first", "second"].map(|key| {
        let names: Vec<&str> = list(&difference[key]).iter().filter_map(Value::as_str).collect();
        names.join(", ")
    });
    let reason = difference["reason"].as_str()?;
    let more = match count {
        1 => String::new(),
        2 => "\nso it is with another two".to_owned(),
        _ => format!("\nso it is with {} others", count - 1),
    };
    Some(format!("{first} cannot change places with {second}: {reason}{more}"))
}

fn note(
    place: &Value,
    message: String,
    severity: DiagnosticSeverity,
    remarks: &Remarks,
    encoding: Encoding,
) -> Option<Note> {
    let line = usize::try_from(place["line"].as_u64()?).ok()?;
    let place = Place { file: place["file"].as_str()?, line, column: None, words: None };
    let (address, range) = remarks.range(&place, encoding)?;
    let source = Some(SOURCE.to_owned());
    let severity = Some(severity);
    Some(Note::new(address, Diagnostic { range, severity, source, message, ..Default::default() }))
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
