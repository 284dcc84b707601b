//! What `check` says to people.

use std::fmt::Write;

use machine::detect::Detected;

use crate::check::Report;
use crate::load::Subject;
use crate::memory::peak;
use crate::story_text::write_story;
use crate::symmetry_view::{SymmetryView, remark};
use crate::terminal::{Paint, pad, shorten, width};
use crate::units::{count, duration, plural, rate, size};
use crate::unreached::Unreached;
use crate::verdict::{Answer, Verdict};

/// The most unreached statements that are shown of one proctype.
const MOST_UNREACHED: usize = 12;

/// States that are not reduced are told of if they are at least one in so many; a few at the start are
/// usual.
const UNREDUCED_SHARE: u64 = 20;

/// The symmetry in one line, or why there is none.
pub fn symmetry_line(subject: &Subject, detected: Option<&Detected>, paint: Paint) -> String {
    let text = match detected {
        None => "off".to_owned(),
        Some(Detected { reduction: Some(reduction), .. }) => {
            SymmetryView::new(reduction).one_line()
        }
        Some(Detected { remarks, .. }) => match remarks.first() {
            Some(first) => format!("none: {}", remark(subject, first)),
            None => "none".to_owned(),
        },
    };
    format!("{} {text}\n", paint.dim("symmetry:"))
}

/// Verdicts, counterexamples, counts, unreached statements.
pub fn text(report: &Report<'_>, paint: Paint) -> String {
    let mut out = String::new();
    for verdict in &report.verdicts {
        write_verdict(&mut out, report, verdict, paint);
    }
    if !report.args.quiet {
        write_counts(&mut out, report, paint);
        write_unreached(&mut out, report, paint);
    }
    for verdict in report.verdicts.iter().filter(|v| v.run.is_some()) {
        write_counterexample(&mut out, report, verdict, paint);
    }
    if let Some(trail) = &report.trail {
        let _ = writeln!(out, "trail: {}; to replay it: {}", trail.path.display(), trail.command);
    }
    out
}

fn write_verdict(out: &mut String, report: &Report<'_>, verdict: &Verdict, paint: Paint) {
    let widest = report.verdicts.iter().map(|v| v.property.len()).max().unwrap_or(0);
    let name = pad(&verdict.property, widest);
    let answer = match verdict.answer {
        Answer::Holds => paint.good("holds"),
        Answer::Violated => paint.bad("VIOLATED"),
        Answer::Inconclusive => paint.unsure("inconclusive"),
    };
    let reason = match verdict.run.map(|run| &report.stories[run]) {
        Some(story) => {
            let steps = plural(story.chapters.len() as u64, "step");
            format!("  after {steps}: {}", story.place)
        }
        None => verdict.reason.as_ref().map_or(String::new(), |reason| format!("  {reason}")),
    };
    let reason = shorten(&reason, width().saturating_sub(widest + 14).max(40));
    let _ = writeln!(out, "{name}  {answer}{reason}");
}

fn write_counts(out: &mut String, report: &Report<'_>, paint: Paint) {
    let statistics = &report.findings.statistics;
    let mut parts = vec![
        plural(statistics.states, "state"),
        plural(statistics.transitions, "transition"),
        format!("depth {}", count(statistics.depth)),
    ];
    let speed = rate(statistics.states, statistics.elapsed);
    let speed = if speed.is_empty() { speed } else { format!(" ({speed})") };
    parts.push(format!("{}{speed}", duration(statistics.elapsed)));
    parts.push(size(peak().unwrap_or(statistics.store_bytes + statistics.frontier_bytes)));
    if let Some(audited) = &report.findings.audited
        && audited.abandoned.is_none()
        && audited.unreduced * UNREDUCED_SHARE >= statistics.states
    {
        parts.push(format!("{} not reduced", plural(audited.unreduced, "state")));
    }
    if report.findings.violation_count > 1 {
        parts.push(plural(report.findings.violation_count, "violation"));
    }
    let _ = writeln!(out, "{}", paint.dim(&parts.join(" · ")));
}

/// Only a complete search can tell what is never reached.
fn write_unreached(out: &mut String, report: &Report<'_>, paint: Paint) {
    let Some(coverage) = report.coverage() else { return };
    let subject = report.subject;
    let found = Unreached::new(subject, coverage);
    for group in found.certain.chunk_by(|(a, _), (b, _)| a == b) {
        let _ = writeln!(out, "{} {}", paint.dim("unreached in"), group[0].0);
        for (_, statement) in group.iter().take(MOST_UNREACHED) {
            let file = subject.sources.name(statement.span.file);
            let place = if file == subject.path {
                format!("line {}", statement.line)
            } else {
                format!("{file}:{}", statement.line)
            };
            let text = shorten(&statement.text, width().saturating_sub(place.len() + 4).max(30));
            let _ = writeln!(out, "  {}  {text}", paint.dim(&place));
        }
        if group.len() > MOST_UNREACHED {
            let more = group.len() - MOST_UNREACHED;
            let _ = writeln!(out, "  … {more} more (`--json` lists all)");
        }
    }
    if !found.undecided.is_empty() {
        let statements = plural(found.undecided.len() as u64, "statement");
        let text = format!(
            "unreached, perhaps: {statements} more, which symmetry leaves open (`--json` lists \
             them); `--symmetry off` tells"
        );
        let _ = writeln!(out, "{}", paint.dim(&text));
    }
}

fn write_counterexample(out: &mut String, report: &Report<'_>, verdict: &Verdict, paint: Paint) {
    let Some(story) = verdict.run.map(|run| &report.stories[run]) else { return };
    let steps = plural(story.chapters.len() as u64, "step");
    let title = format!("counterexample for {} ({steps})", verdict.property);
    let _ = writeln!(out, "\n{}", paint.bold(&title));
    write_story(out, report.subject, story, false, paint);
}
