//! `quotient symmetry`: the symmetry of a model, and the obstacles to more.

use std::fmt::Write;
use std::path::Path;

use checking::quantities::plural;
use checking::{
    ClaimSymmetry, Effect, Purpose, SymmetryReport, SymmetryRequest, SymmetryView, limit_text,
};
use kernel::Phase;
use model::Drawn;
use report::SymmetryDocument;

use crate::arguments::SymmetryArgs;
use crate::check_text::costs;
use crate::context::Context;
use crate::exit::{Exit, Failure};
use crate::files::{check_harmless, write};
use crate::job::Job;
use crate::load::{Subject, failed};
use crate::scalarset_text::scalarsets_text;
use crate::symmetry_arguments::{ChosenSymmetry, declare_scalarsets};
use crate::table::Languages;
use crate::terminal::{Paint, complain, print, print_document, shorten, width};
use crate::types_command::types;
use crate::{diagram_text, differences_text};

/// Runs the command.
///
/// # Errors
/// Why there is no answer.
pub fn symmetry(args: SymmetryArgs, context: Context) -> Result<Exit, Failure> {
    args.diagram.as_deref().map_or(Ok(()), check_format)?;
    let job = Job::begin(args.limits)?;
    let Context { languages, settings, .. } = context;
    let model = args.model.clone();
    Subject::answer(languages, &model, settings, Purpose::Symmetry, |subject| {
        answered(&args, subject, languages, &job)
    })
}

/// The answer for a model that was loaded.
fn answered(
    args: &SymmetryArgs,
    mut subject: Subject,
    languages: Languages,
    job: &Job,
) -> Result<Exit, Failure> {
    let gap_file = args.gap.as_ref().and_then(Option::as_deref);
    for path in args.diagram.as_deref().into_iter().chain(gap_file) {
        check_harmless(path, subject.model.sources(), languages)?;
    }
    declare_scalarsets(&mut subject, &args.scalarset, &args.symmetry)?;
    job.enter(Phase::Detection);
    if args.types {
        return types(&subject, args.json);
    }
    let chosen = ChosenSymmetry::read(&args.symmetry, args.points.points, &args.method.0.detect)?;
    let path = subject.path.clone();
    let request = SymmetryRequest {
        source: chosen.source(),
        diagram: args.diagram.is_some().then_some(&path),
        gap: args.gap.is_some().then_some(&path),
        budget: job.budget(),
    };
    let report = subject.model.symmetry(&request).map_err(|failure| match &failure {
        checking::Failure::Group(_) | checking::Failure::NoSymmetry(_) => {
            failed(failure, chosen.sources().unwrap_or(subject.model.sources()))
        }
        _ => subject.failure(failure),
    })?;
    let exit = match report.stop {
        None => Exit::Holds,
        Some(stop) => {
            let limit = limit_text(stop, Phase::Detection, &job.limits());
            complain(&Failure::limit(limit).message);
            Exit::Unknown
        }
    };
    if let (Some(file), Some(diagram)) = (&args.diagram, &report.diagram) {
        let diagram = diagram.as_ref().map_err(|why| {
            let why = why.one_line();
            Failure::input(format!("{path}: there is no static channel diagram: {why}"))
        })?;
        write_diagram(diagram, file)?;
    }
    if let Some(gap) = &report.gap {
        match gap_file {
            None => print(gap)?,
            Some(file) => write(file, gap)?,
        }
        return Ok(exit);
    }
    job.enter(Phase::Printing);
    let paint = Paint::stdout();
    match args.json {
        true => print_document(&SymmetryDocument::new(subject.about(), &report))?,
        false => {
            let claims = if subject.model.claims_stand_alone() { "assertions" } else { "formulas" };
            print(&text(&report, claims, paint))?;
        }
    }
    Ok(exit)
}

/// Whether the extension of a diagram names a format that can be written.
///
/// # Errors
/// That it does not.
fn check_format(path: &Path) -> Result<(), Failure> {
    match extension(path).as_str() {
        "dot" | "gv" | "svg" => Ok(()),
        _ => Err(Failure::input(format!(
            "{}: the extension does not tell the format; `.dot` and `.svg` can be written",
            path.display()
        ))),
    }
}

fn extension(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default()
}

fn write_diagram(diagram: &Drawn, path: &Path) -> Result<(), Failure> {
    match extension(path).as_str() {
        "svg" => write(path, &diagram.svg),
        _ => write(path, &diagram.dot),
    }
}

/// The report, in which claims are called so.
fn text(report: &SymmetryReport, claims: &str, paint: Paint) -> String {
    let mut out = String::new();
    if let Some(diagram) = &report.found.diagram {
        diagram_text::write(&mut out, diagram, paint);
    }
    write_found(&mut out, report, claims, paint);
    out + &scalarsets_text(&report.scalarsets, paint)
        + &differences_text::text(&report.differences, paint)
}

fn write_found(out: &mut String, report: &SymmetryReport, claims: &str, paint: Paint) {
    let found = &report.found;
    match &found.symmetry {
        Some(view) => write_view(out, view, paint),
        None => {
            let _ = writeln!(out, "no symmetry was found");
        }
    }
    write_claims(out, report, claims, paint);
    if let Some(line) = report.effect.and_then(idle) {
        let _ = writeln!(out, "{}     {line}", paint.dim("effect"));
    }
    if !found.remarks.is_empty() {
        let _ = writeln!(out, "{}", paint.dim("obstacles to more symmetry"));
    }
    for remark in &found.remarks {
        let _ = writeln!(out, "  {}", remark.text);
        if let Some((place, source)) = &remark.place {
            let name = &place.file;
            let source = shorten(source, width().saturating_sub(name.len() + 12).max(30));
            let _ = writeln!(out, "    {}  {source}", paint.dim(&format!("{name}:{}", place.line)));
        }
    }
}

/// The claims for which the symmetry is smaller.
fn write_claims(out: &mut String, report: &SymmetryReport, claims: &str, paint: Paint) {
    let order = report.found.symmetry.as_ref().map_or("1", |view| &view.order);
    let smaller = |claim: &&ClaimSymmetry| claim.without.is_some() || claim.order() != order;
    for (place, claim) in report.claims.iter().filter(smaller).enumerate() {
        if place == 0 {
            let _ = writeln!(out, "{}", paint.dim(claims));
        }
        let _ = write!(out, "  {}: order {}", claim.property, claim.order());
        let _ = match &claim.without {
            Some(without) => writeln!(out, "; {without} but for {}", costs(&claim.costs)),
            None => writeln!(out),
        };
    }
}

/// That a symmetry does nothing, if it does nothing.
fn idle(effect: Effect) -> Option<String> {
    match effect {
        Effect::Reduces => None,
        Effect::None => Some("none: they take no reachable state to another one".into()),
        Effect::NoneOn(states) => Some(format!(
            "none so far: they take none of the first {} to another one",
            plural(states, "state")
        )),
    }
}

fn write_view(out: &mut String, view: &SymmetryView, paint: Paint) {
    let _ = writeln!(out, "{}      {}", paint.dim("order"), paint.bold(&view.order));
    let _ = writeln!(out, "{}  {}", paint.dim("structure"), paint.bold(&view.structure));
    let _ = writeln!(out, "{}", paint.dim("orbits"));
    for orbit in &view.orbits {
        let _ = writeln!(out, "  {}", orbit.text());
    }
    let _ = writeln!(out, "{}", paint.dim("generators"));
    for generator in &view.generators {
        let _ = writeln!(out, "  {generator}");
    }
}
