//! `quotient symmetry`: what was found, what stood in the way.

use std::fmt::Write;

use groups::Patience;

use machine::detect::{Detected, Understanding};
use serde::Serialize;

use crate::arguments::{StateArgs, SymmetryArgs};
use crate::diagram_file::{check_format, write_diagram};
use crate::diagram_view::DiagramView;
use crate::differences::{self, DifferenceObject};
use crate::exit::{Exit, Failure};
use crate::gap_command::gap;
use crate::load::Subject;
use crate::output_file::check_harmless;
use crate::scalarset_check::{self, Held, declared, hold};
use crate::symmetry_source::symmetry_of;
use crate::symmetry_view::SymmetryView;
use crate::terminal::{Paint, print, shorten, width};
use crate::types_command::types;

/// Runs the command.
///
/// # Errors
/// Why there is no answer.
pub fn symmetry(args: &SymmetryArgs) -> Result<Exit, Failure> {
    args.diagram.as_deref().map_or(Ok(()), check_format)?;
    let states = StateArgs { keep_claims: true, ..args.states };
    let mut subject = Subject::load(&args.model, states)?;
    let gap_file = args.gap.as_ref().and_then(Option::as_deref);
    for path in args.diagram.as_deref().into_iter().chain(gap_file) {
        check_harmless(path, &subject.sources)?;
    }
    let declared = declared(&mut subject, &args.scalarset, &args.symmetry)?;
    if args.types {
        return types(&subject, args.json);
    }
    let understanding = Understanding::new(&subject.model.machine);
    if let Some(path) = &args.diagram {
        write_diagram(&subject, &understanding, path)?;
    }
    let patience = &mut Patience::endless();
    let found = symmetry_of(&understanding, &args.symmetry, args.detect, patience)?;
    let asked = found.as_ref().map(|found| &found.detected);
    let scalarsets = hold(&subject, &understanding, &declared, &args.symmetry, asked, patience)?;
    let found = found.unwrap_or_default();
    let detected = &found.detected;
    if let Some(file) = &args.gap {
        return gap(&subject, &understanding, detected, file.as_deref());
    }
    let view = detected.reduction.as_ref().map(SymmetryView::new);
    let diagram = found.diagram.as_ref().map(|search| DiagramView::new(&subject, search));
    let differences = differences::of(&subject, &understanding);
    let text = if args.json {
        json(&subject, view, detected, scalarsets, differences, diagram)?
    } else {
        let paint = Paint::stdout();
        let mut out = String::new();
        if let Some(diagram) = diagram {
            diagram.write(&mut out, paint);
        }
        out + &text(&subject, view, detected, paint)
            + &scalarset_check::text(&scalarsets, paint)
            + &differences::text(&differences, paint)
    };
    print(&text)?;
    Ok(Exit::Holds)
}

fn text(
    subject: &Subject,
    view: Option<SymmetryView>,
    detected: &Detected,
    paint: Paint,
) -> String {
    let mut out = String::new();
    match view {
        Some(view) => write_view(&mut out, &view, paint),
        None => {
            let _ = writeln!(out, "no symmetry was found");
        }
    }
    if !detected.remarks.is_empty() {
        let _ = writeln!(out, "{}", paint.dim("what stood in the way"));
    }
    for remark in &detected.remarks {
        let _ = writeln!(out, "  {}", remark.text);
        if let Some(span) = remark.span {
            let (line, _) = subject.sources.line_column(span);
            let source = subject.sources.line_text(span.file, line).trim();
            let name = subject.sources.name(span.file);
            let source = shorten(source, width().saturating_sub(name.len() + 12).max(30));
            let _ = writeln!(out, "    {}  {source}", paint.dim(&format!("{name}:{line}")));
        }
    }
    out
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

#[derive(Serialize)]
struct Object<'a> {
    tool: &'static str,
    version: &'static str,
    model: &'a str,
    language: &'static str,
    symmetry: Option<SymmetryView>,
    remarks: Vec<RemarkObject<'a>>,
    scalarsets: Vec<Held>,
    differences: Vec<DifferenceObject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    channel_diagram: Option<DiagramView>,
}

#[derive(Serialize)]
struct RemarkObject<'a> {
    text: &'a str,
    file: Option<&'a str>,
    line: Option<usize>,
}

fn json(
    subject: &Subject,
    symmetry: Option<SymmetryView>,
    detected: &Detected,
    scalarsets: Vec<Held>,
    differences: Vec<DifferenceObject>,
    channel_diagram: Option<DiagramView>,
) -> Result<String, Failure> {
    let remarks = detected.remarks.iter().map(|remark| RemarkObject {
        text: &remark.text,
        file: remark.span.map(|span| subject.sources.name(span.file)),
        line: remark.span.map(|span| subject.sources.line_column(span).0),
    });
    let object = Object {
        tool: "quotient",
        version: env!("CARGO_PKG_VERSION"),
        model: &subject.path,
        language: subject.language.name(),
        symmetry,
        remarks: remarks.collect(),
        scalarsets,
        differences,
        channel_diagram,
    };
    let text = serde_json::to_string(&object)
        .map_err(|error| Failure::internal(format!("the symmetry as JSON: {error}")))?;
    Ok(text + "\n")
}
