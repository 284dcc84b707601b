//! Every Promela model we have parses, or is refused where SPIN's parser refuses it.

mod support;

use std::path::Path;

use support::{model_files, parse_file};

/// Refused here and by `spin -a` (6.5.2), with the reason.
const REFUSED: &[(&str, &str)] = &[];

#[test]
fn every_model_parses() {
    let files = model_files();
    if files.is_empty() {
        eprintln!("skipped: the models beside the repository are absent");
        return;
    }
    let mut wrong = Vec::new();
    for file in &files {
        let (sources, parsed) = parse_file(file);
        let errors: Vec<String> =
            parsed.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.one_line(&sources)).collect();
        let refused = REFUSED.iter().any(|(name, _)| file.ends_with(Path::new(name)));
        if errors.is_empty() == refused {
            wrong.push(format!("{}: {}", file.display(), errors.join("\n    ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {} models:\n{}", wrong.len(), files.len(), wrong.join("\n"));
}
