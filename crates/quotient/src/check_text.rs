//! What `check` says to people.

use std::fmt::Write;

use checking::quantities::{count, duration, grouped, plural, rate, size};
use checking::{
    Answer, Cost, Effect, OrbitCounts, PartialOrder, Preparation, Representative, SymmetryFound,
    Verdict, place_name,
};
use kernel::{Fairness, Omission, Shares};
use model::SetCounts;
use report::Checked;

use crate::beside::Beside;
use crate::counterexample_text::{title, write_counterexample};
use crate::diagram_text;
use crate::exit::Exit;
use crate::hints::hints;
use crate::representative_text::one_line;
use crate::scalarset_text::scalarsets_text;
use crate::style::Style;
use crate::terminal::{Paint, fit, pad, width};

/// The most unreached statements that are shown of one proctype.
const MOST_UNREACHED: usize = 12;

/// States that are not reduced are told of if they are at least one in so many; a few at the start are
/// usual.
const UNREDUCED_SHARE: u64 = 20;

/// What is known before the search: the symmetry and how it was found, what was declared; how states are told apart, if the
/// user chose that or if `verbose`.
pub fn prepared_text(preparation: &Preparation, verbose: bool, paint: Paint) -> String {
    let mut out = symmetry_line(preparation.symmetry.as_ref(), paint);
    let diagram = preparation.symmetry.as_ref().and_then(|found| found.diagram.as_ref());
    out += &diagram.map_or(String::new(), |diagram| diagram_text::one_line(diagram, paint));
    let is_told = |chosen: &Representative| verbose || chosen.reason.is_none() || chosen.concrete;
    let chosen = preparation.representative.filter(is_told);
    out += &chosen.map_or(String::new(), |chosen| one_line(chosen, paint));
    out += &partial_order_line(preparation.partial_order, paint);
    out + &scalarsets_text(&preparation.scalarsets, paint)
}

/// The symmetry in one line, or why there is none.
fn symmetry_line(found: Option<&SymmetryFound>, paint: Paint) -> String {
    let text = match found {
        None => "off".to_owned(),
        Some(SymmetryFound { symmetry: Some(symmetry), .. }) => symmetry.one_line(),
        Some(SymmetryFound { remarks, .. }) => match remarks.first() {
            Some(first) => format!("none: {}", first.one_line()),
            None => "none".to_owned(),
        },
    };
    format!("{} {text}\n", paint.dim("symmetry:"))
}

/// Whether transitions are left out, or why they are not; nothing if they were not to be.
fn partial_order_line(partial_order: PartialOrder, paint: Paint) -> String {
    let text = match partial_order {
        PartialOrder::Off => return String::new(),
        PartialOrder::On => "on".to_owned(),
        PartialOrder::None(reason) => format!("none: {reason}"),
    };
    format!("{} {text}\n", paint.dim("partial order:"))
}

/// The exit status that says the same as the verdicts.
pub fn exit(verdicts: &[Verdict]) -> Exit {
    let is_sought = verdicts.iter().any(Verdict::is_sought);
    let bad = if is_sought { Answer::Holds } else { Answer::Violated };
    if verdicts.iter().any(|v| v.answer == bad) {
        Exit::Violated
    } else if verdicts.iter().any(|v| v.answer == Answer::Inconclusive) {
        Exit::Unknown
    } else {
        Exit::Holds
    }
}

/// Verdicts, counterexamples, counts, unreached statements.
pub fn text(checked: &Checked<'_>, beside: &Beside<'_>, style: Style, paint: Paint) -> String {
    let mut out = String::new();
    let report = checked.report;
    if let Some(remark) = checked.only_loads {
        return format!("{} {remark}\n", checked.about.model);
    }
    write_verdicts(&mut out, checked, paint);
    if style != Style::Brief {
        write_fairness(&mut out, checked, paint);
        for hint in hints(report, beside.model, checked.about.model) {
            let _ = writeln!(out, "{}", paint.dim(&format!("hint: {hint}")));
        }
        let only_claims = report.claims.len() == report.verdicts.len() && report.claims.len() > 1;
        if only_claims || report.statistics.states == 0 && !report.claims.is_empty() {
            write_claims(&mut out, checked, paint);
        } else {
            write_counts(&mut out, checked, paint);
        }
        write_runs(&mut out, checked, paint);
        write_unreached(&mut out, checked, paint);
    }
    for counterexample in report.verdicts.iter().filter_map(|verdict| verdict.run) {
        let counterexample = &report.counterexamples[counterexample];
        let _ = writeln!(out, "\n{}", paint.bold(&title(counterexample)));
        write_counterexample(&mut out, checked.about.model, counterexample, false, beside, paint);
    }
    out
}

/// A row for each verdict. Properties about which nothing is known for the same reason have one together, after the others.
fn write_verdicts(out: &mut String, checked: &Checked<'_>, paint: Paint) {
    let mut rows: Vec<(Vec<&str>, &Verdict)> = Vec::new();
    for verdict in &checked.report.verdicts {
        let is_alike = |(_, other): &&mut (Vec<&str>, &Verdict)| {
            let are_open = [verdict, other].iter().all(|it| it.answer == Answer::Inconclusive);
            are_open && verdict.reason == other.reason
        };
        match rows.iter_mut().find(is_alike) {
            Some((names, _)) => names.push(&verdict.property),
            None => rows.push((vec![&verdict.property], verdict)),
        }
    }
    rows.sort_by_key(|(names, _)| names.len() > 1);
    let rows: Vec<(String, &Verdict)> =
        rows.into_iter().map(|(names, verdict)| (names_text(&names), verdict)).collect();
    let widest = rows.iter().map(|(names, _)| names.chars().count()).max().unwrap_or(0);
    for (names, verdict) in rows {
        write_verdict(out, checked, &names, verdict, widest, paint);
    }
}

/// The longest list of names in a row.
const LONGEST_NAMES: usize = 40;

/// Names one after the other; of many how many there are.
fn names_text(names: &[&str]) -> String {
    let text = names.join(", ");
    let is_long = names.len() > 1 && text.chars().count() > LONGEST_NAMES;
    if is_long { format!("{} properties", names.len()) } else { text }
}

fn write_verdict(
    out: &mut String,
    checked: &Checked<'_>,
    name: &str,
    verdict: &Verdict,
    widest: usize,
    paint: Paint,
) {
    let report = checked.report;
    let name = pad(name, widest);
    let answer = match (verdict.answer, verdict.is_sought()) {
        (Answer::Holds, false) => paint.good("holds"),
        (Answer::Violated, false) => paint.bad("VIOLATED"),
        (Answer::Inconclusive, false) => paint.unsure("inconclusive"),
        (Answer::Holds, true) => paint.bad("unreachable"),
        (Answer::Violated, true) => paint.good("reached"),
        (Answer::Inconclusive, true) => paint.unsure("unknown"),
    };
    let reason = match verdict.run.map(|run| &report.counterexamples[run]) {
        Some(counterexample) => {
            let steps = plural(counterexample.transitions.len() as u64, "step");
            let place = match verdict.is_sought() {
                true => String::new(),
                false => format!(": {}", counterexample.place),
            };
            format!("  after {steps}{place}")
        }
        None => verdict.reason.as_ref().map_or(String::new(), |reason| format!("  {reason}")),
    };
    let reason = fit(&reason, width().saturating_sub(widest + 14).max(40));
    let _ = writeln!(out, "{name}  {answer}{reason}");
}

/// Which runs formulas and claims considered, unless all.
fn write_fairness(out: &mut String, checked: &Checked<'_>, paint: Paint) {
    let fair = checked.report.claims.iter().find_map(|searched| match searched.fairness {
        Fairness::None => None,
        Fairness::Weak => Some("weakly"),
        Fairness::Strong => Some("strongly"),
    });
    if let Some(fair) = fair {
        let text = format!("only {fair} fair runs count for formulas; `--fairness none`: all runs");
        let _ = writeln!(out, "{}", paint.dim(&text));
    }
    if checked.report.claims.iter().any(|searched| searched.unfair) {
        let text = "all runs count for formulas, and one that was found is not weakly fair: someone can always move and \
                    never does; `--fairness weak`: only weakly fair runs";
        let _ = writeln!(out, "{}", paint.dim(text));
    }
}

fn write_counts(out: &mut String, checked: &Checked<'_>, paint: Paint) {
    let report = checked.report;
    if let Some(sets) = &report.sets {
        return write_sets(out, checked, sets, paint);
    }
    let statistics = &report.statistics;
    let mut parts = vec![
        plural(statistics.states, "state"),
        plural(statistics.transitions, "transition"),
        format!("depth {}", count(statistics.depth)),
    ];
    let speed = rate(statistics.states, statistics.elapsed);
    let speed = if speed.is_empty() { speed } else { format!(" ({speed})") };
    parts.push(format!("{}{speed}", duration(statistics.elapsed)));
    parts.push(size(checked.peak_memory_bytes));
    if statistics.file_bytes > 0 {
        parts.push(format!("{} in files", size(statistics.file_bytes)));
    }
    if let Some(audited) = &report.audited
        && audited.abandoned.is_none()
        && audited.unreduced * UNREDUCED_SHARE >= statistics.states
    {
        parts.push(format!("{} not reduced", plural(audited.unreduced, "state")));
    }
    if report.violation_count > 1 {
        parts.push(plural(report.violation_count, "violation"));
    }
    let _ = writeln!(out, "{}", paint.dim(&parts.join(" · ")));
    if let Some(shares) = &statistics.shares {
        let _ = writeln!(out, "{}", paint.dim(&shares_text(shares, statistics.states)));
    }
    if let Some(omission) = &statistics.omission {
        let _ = writeln!(out, "{}", paint.dim(&omission_text(omission)));
    }
    if let Some(orbits) = &report.orbits {
        let _ = writeln!(out, "{}", paint.dim(&orbits_text(orbits)));
    }
    if report.effect == Some(Effect::None) {
        let text = "the symmetry merges nothing: it takes no reachable state to another one";
        let _ = writeln!(out, "{}", paint.dim(text));
    }
}

/// How machines have shared the states.
fn shares_text(shares: &Shares, states: u64) -> String {
    let percent = |of: u64| 100.0 * of as f64 / states.max(1) as f64;
    let (least, most) = (percent(shares.least), percent(shares.most));
    let machines = plural(shares.machines, "machine");
    format!("shared by {machines}, of which each had {least:.1} to {most:.1} % of the states")
}

/// What was omitted, as far as it is expected.
fn omission_text(omission: &Omission) -> String {
    let chance = 100.0 * omission.probability();
    let mut text = format!(
        "omitted: at least {} expected, any with a probability of {} %",
        rounded(omission.expected),
        rounded(chance)
    );
    if let (Some(functions), Some(factor)) = (omission.functions, omission.hash_factor) {
        let _ = write!(text, " · hash factor {} · {functions} hash functions", rounded(factor));
    }
    if omission.searches > 1 {
        let _ = write!(text, " · the last of {} searches", grouped(&omission.searches.to_string()));
    }
    text
}

/// A number with two digits that count.
fn rounded(number: f64) -> String {
    match number {
        it if it >= 10.0 => format!("{it:.0}"),
        it if it >= 0.01 => format!("{it:.2}"),
        0.0 => "0".to_owned(),
        it => format!("{it:.1e}"),
    }
}

/// How many states and transitions the classes stand for.
fn orbits_text(orbits: &OrbitCounts) -> String {
    let counted = |number: &str, noun: &str| {
        let plural = if number == "1" { "" } else { "s" };
        format!("{} {noun}{plural}", grouped(number))
    };
    let states = counted(&orbits.states, "state");
    let transitions = counted(&orbits.transitions, "transition");
    match (&orbits.differs, orbits.complete) {
        (None, true) => format!("the classes stand for {states} and {transitions}"),
        (None, false) => format!("the classes stand for at least {states} and {transitions}"),
        (Some(why), complete) => {
            let met = if complete { "" } else { " that were met" };
            format!(
                "the classes{met} have {states} and {transitions}; a search without symmetry may meet others: {why}"
            )
        }
    }
}

/// What was counted of sets of states.
fn write_sets(out: &mut String, checked: &Checked<'_>, sets: &SetCounts, paint: Paint) {
    let noun = if sets.states == "1" { "state" } else { "states" };
    let leading = match (sets.is_backward, sets.states == "1") {
        (false, _) => "",
        (true, true) => " that leads to a violation",
        (true, false) => " that lead to a violation",
    };
    let parts = [
        format!("{} {noun}{leading}", grouped(&sets.states)),
        format!("a diagram of {}", plural(sets.nodes, "node")),
        plural(sets.rounds, "round"),
        duration(checked.report.statistics.elapsed),
        size(checked.peak_memory_bytes),
    ];
    let _ = writeln!(out, "{}", paint.dim(&parts.join(" · ")));
}

/// What was counted for each claim, where there is nothing else.
fn write_claims(out: &mut String, checked: &Checked<'_>, paint: Paint) {
    for searched in &checked.report.claims {
        let statistics = &searched.statistics;
        let states = plural(statistics.states, "state");
        let transitions = plural(statistics.transitions, "transition");
        let (depth, time) = (count(statistics.depth), duration(statistics.elapsed));
        let counts = format!("{states} · {transitions} · depth {depth} · {time}");
        let line = format!("{}: {counts}", searched.property);
        let _ = writeln!(out, "{}", paint.dim(&fit(&line, width())));
    }
}

/// How runs were looked for that violate what is said of all runs.
fn write_runs(out: &mut String, checked: &Checked<'_>, paint: Paint) {
    let found = checked.report.preparation.symmetry.as_ref();
    let has_some = found.is_some_and(|found| found.symmetry.is_some());
    for searched in &checked.report.claims {
        if searched.shortest == Some(false) {
            let why = "perhaps not the shortest run: a limit was reached first";
            let _ = writeln!(out, "{}", paint.dim(&format!("{}: {why}", searched.property)));
        }
        let view = searched.symmetry.as_ref().and_then(|found| found.symmetry.as_ref());
        let symmetry = match (view, &searched.representative, &searched.unused) {
            (Some(view), Some(_), _) => view.one_line(),
            (Some(_), None, Some(why)) => format!("no symmetry is used: {why}"),
            (None, _, Some(why)) => format!("no symmetry: {why}"),
            (None, ..) if searched.without.is_some() => "no symmetry".to_owned(),
            // The model has some, and the formula costs all of it, for a reason that is no proposition.
            _ if has_some => {
                format!("no symmetry: `quotient symmetry {}` says why", checked.about.model)
            }
            _ => continue,
        };
        let states = plural(searched.statistics.states, "state");
        let line = format!("{}: {states} · {symmetry}", searched.property);
        let _ = writeln!(out, "{}", paint.dim(&fit(&line, width())));
        if let Some(without) = &searched.without {
            let line = format!("  order {without} but for {}", costs(&searched.costs));
            let _ = writeln!(out, "{}", paint.dim(&fit(&line, width())));
        }
    }
}

/// The propositions that a symmetry does not keep.
pub fn costs(costs: &[Cost]) -> String {
    let named: Vec<String> = costs.iter().map(|cost| format!("`{}`", cost.proposition)).collect();
    match named.split_last() {
        None => "the propositions taken together".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// Only a complete search can tell what is never reached.
fn write_unreached(out: &mut String, checked: &Checked<'_>, paint: Paint) {
    let Some(never) = &checked.report.unreached else { return };
    for group in never.certain.chunk_by(|a, b| a.owner == b.owner) {
        let _ = writeln!(out, "{} {}", paint.dim("unreached in"), group[0].owner);
        for unreached in group.iter().take(MOST_UNREACHED) {
            let place = place_name(checked.about.model, &unreached.place);
            let room = width().saturating_sub(place.len() + 4).max(30);
            let text = fit(&unreached.statement, room);
            let _ = writeln!(out, "  {}  {text}", paint.dim(&place));
        }
        if group.len() > MOST_UNREACHED {
            let more = group.len() - MOST_UNREACHED;
            let _ = writeln!(out, "  … {more} more (`--json` lists all)");
        }
    }
    if !never.undecided.is_empty() {
        let statements = plural(never.undecided.len() as u64, "statement");
        let text = format!(
            "unreached, perhaps: {statements} more, which symmetry leaves open (`--json` lists \
             them); `--symmetry off` tells"
        );
        let _ = writeln!(out, "{}", paint.dim(&text));
    }
}
