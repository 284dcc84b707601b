//! What is said of a search by a channel diagram: the sizes of its groups, and what was rejected.

use std::fmt::Write;

use baselines::channel_diagram::{Analysis, Rejection};
use groups::Permutation;
use serde::Serialize;

use crate::detection::DiagramSearch;
use crate::load::Subject;
use crate::terminal::{Paint, shorten, width};
use crate::units::duration;

/// So many rejected generators are shown to people.
const MOST_REJECTED: usize = 12;

/// A search by a channel diagram, in the words of the model. Orders are in decimal.
#[derive(Clone, Debug, Serialize)]
pub struct DiagramView {
    /// |Aut(SCD)|.
    automorphisms: String,
    /// |H|: of the group that the valid generators generate.
    initial: String,
    /// |G|: of the largest valid group.
    valid: String,
    /// The cosets of G among the automorphisms.
    cosets: u64,
    /// How many permutations were tested.
    tests: u64,
    /// Whether all cosets were met, so that G is the largest.
    complete: bool,
    elapsed_s: f64,
    rejected: Vec<RejectedView>,
}

/// A generator that is not valid, and the first difference that it would make.
#[derive(Clone, Debug, Serialize)]
struct RejectedView {
    generator: String,
    file: Option<String>,
    line: Option<usize>,
    would_be: Option<String>,
    is: Option<String>,
}

impl DiagramView {
    /// Describes a search.
    pub fn new(subject: &Subject, search: &DiagramSearch) -> DiagramView {
        let analysis = &search.analysis;
        let rejected = analysis.rejections.iter();
        DiagramView {
            automorphisms: analysis.automorphisms.order().to_string(),
            initial: analysis.valid.initial.order().to_string(),
            valid: analysis.valid.group.order().to_string(),
            cosets: analysis.valid.cosets,
            tests: analysis.valid.tests,
            complete: analysis.valid.complete,
            elapsed_s: search.elapsed.as_secs_f64(),
            rejected: rejected.map(|r| RejectedView::new(subject, analysis, r)).collect(),
        }
    }

    /// The sizes in one line.
    pub fn one_line(&self, paint: Paint) -> String {
        format!("{} {}\n", paint.dim("channel diagram:"), self.sizes())
    }

    fn sizes(&self) -> String {
        let more = if self.complete { "" } else { ", not all of which were met" };
        format!(
            "|Aut| {}, |H| {}, |G| {}, {} cosets{more}",
            self.automorphisms, self.initial, self.valid, self.cosets
        )
    }

    /// All of it, for people.
    pub fn write(&self, out: &mut String, paint: Paint) {
        let elapsed = duration(std::time::Duration::from_secs_f64(self.elapsed_s));
        let _ = writeln!(out, "{}", paint.dim("static channel diagram"));
        let met = if self.complete { "" } else { " met before memory ended" };
        for (value, what) in [
            (&self.automorphisms, "automorphisms"),
            (&self.initial, "in the group of the valid generators"),
            (&self.valid, "in the largest valid group"),
            (&self.cosets.to_string(), &format!("cosets of it{met}") as &str),
            (&self.tests.to_string(), "permutations tested"),
        ] {
            let _ = writeln!(out, "  {} {what}", paint.bold(value));
        }
        let _ = writeln!(out, "  {elapsed}");
        if !self.rejected.is_empty() {
            let _ = writeln!(out, "{}", paint.dim("generators that are not valid"));
        }
        for rejected in self.rejected.iter().take(MOST_REJECTED) {
            rejected.write(out);
        }
        if self.rejected.len() > MOST_REJECTED {
            let more = self.rejected.len() - MOST_REJECTED;
            let _ = writeln!(out, "  … {more} more (`--json` lists all)");
        }
    }
}

impl RejectedView {
    fn new(subject: &Subject, analysis: &Analysis, rejection: &Rejection) -> RejectedView {
        let mismatch = rejection.mismatch.as_ref();
        let span = mismatch.and_then(|mismatch| mismatch.span);
        RejectedView {
            generator: cycles(analysis, &rejection.permutation),
            file: span.map(|span| subject.sources.name(span.file).to_owned()),
            line: span.map(|span| subject.sources.line_column(span).0),
            would_be: mismatch.map(|mismatch| mismatch.would_be.clone()),
            is: mismatch.map(|mismatch| mismatch.is.clone()),
        }
    }

    fn write(&self, out: &mut String) {
        let room = width().saturating_sub(4).max(40);
        let _ = writeln!(out, "  {}", shorten(&self.generator, room + 2));
        let line = self.line.map_or(String::new(), |line| format!("line {line}: "));
        let (Some(would_be), Some(is)) = (&self.would_be, &self.is) else { return };
        let half = (room.saturating_sub(line.len() + 22) / 2).max(20);
        let (would_be, is) = (shorten(would_be, half), shorten(is, half));
        let _ = writeln!(out, "    {line}`{is}` would be `{would_be}`");
    }
}

fn cycles(analysis: &Analysis, permutation: &Permutation) -> String {
    let cycle = |cycle: Vec<usize>| {
        let names: Vec<&str> =
            cycle.into_iter().map(|vertex| analysis.diagram.name(vertex)).collect();
        format!("({})", names.join(" "))
    };
    permutation.cycles().into_iter().map(cycle).collect()
}
