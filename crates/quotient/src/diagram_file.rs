//! `--diagram`: the static channel diagram as a file.

use std::fs;
use std::path::Path;

use baselines::channel_diagram::diagram;
use machine::detect::Understanding;

use crate::exit::Failure;
use crate::load::Subject;
use crate::symmetry_view::remark;

/// Whether the extension names a format that can be written.
///
/// # Errors
/// That it does not.
pub fn check_format(path: &Path) -> Result<(), Failure> {
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

/// Writes the diagram of a model, in the format that the extension names.
///
/// # Errors
/// That there is no diagram, or that the file cannot be written.
pub fn write_diagram(
    subject: &Subject,
    understanding: &Understanding<'_>,
    path: &Path,
) -> Result<(), Failure> {
    let diagram = diagram(understanding).map_err(|why| {
        Failure::input(format!(
            "{}: there is no static channel diagram: {}",
            subject.path,
            remark(subject, &why)
        ))
    })?;
    let text = match extension(path).as_str() {
        "svg" => diagram.svg(&subject.path),
        _ => diagram.dot(&subject.path),
    };
    fs::write(path, text)
        .map_err(|error| Failure::input(format!("{}: cannot write: {error}", path.display())))
}
