//! `--symmetry`: where the symmetry comes from.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use diagnostics::{Diagnostic, Severity, Sources, Span};
use groups::{Interrupted, Patience, Permutation};
use machine::detect::{Detected, Refusal, Understanding};

use crate::detection::{DetectArgs, Detection, look_for_symmetry};
use crate::diagnostics_text::render;
use crate::exit::Failure;
use crate::gap_points::GapPoints;
use crate::load::read;
use crate::terminal::Paint;

/// Where the symmetry comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SymmetryChoice {
    /// It is found.
    Auto,
    /// There is none: every state is searched.
    Off,
    /// As the model declares it (not supported yet).
    Declared,
    /// From a file with generators in GAP's syntax, each of which is checked.
    File(PathBuf),
}

impl FromStr for SymmetryChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<SymmetryChoice, String> {
        match text {
            "auto" => Ok(SymmetryChoice::Auto),
            "off" => Ok(SymmetryChoice::Off),
            "declared" => Ok(SymmetryChoice::Declared),
            _ => match text.strip_prefix("file:") {
                Some("") => Err("a file is missing after `file:`".to_owned()),
                Some(path) => Ok(SymmetryChoice::File(PathBuf::from(path))),
                None => Err("there are auto, off and file:FILE".to_owned()),
            },
        }
    }
}

/// The symmetry of a machine from where it was asked for; none if it was declined. What takes longer than the caller has
/// patience is given up.
///
/// # Errors
/// What is wrong with a declared group.
pub fn symmetry_of(
    understanding: &Understanding<'_>,
    choice: &SymmetryChoice,
    method: DetectArgs,
    patience: &mut Patience<'_>,
) -> Result<Option<Detection>, Failure> {
    match choice {
        SymmetryChoice::Auto => Ok(Some(look_for_symmetry(understanding, method, patience))),
        SymmetryChoice::Off => Ok(None),
        SymmetryChoice::Declared => {
            Err(Failure::input("`--symmetry declared` is not supported yet"))
        }
        SymmetryChoice::File(path) => {
            let detected = from_file(understanding, path, patience)?;
            Ok(Some(Detection { detected, diagram: None }))
        }
    }
}

fn from_file(
    understanding: &Understanding<'_>,
    path: &Path,
    patience: &mut Patience<'_>,
) -> Result<Detected, Failure> {
    let name = path.display().to_string();
    let mut sources = Sources::new();
    let bytes = read(path)?;
    let file = sources
        .add_bytes(name.clone(), &bytes)
        .map_err(|reason| Failure::input(format!("{name}: {reason}")))?;
    let refuse = |diagnostics: &[Diagnostic]| {
        Failure::rendered(render(diagnostics, &sources, Paint::stderr().is_on()))
    };
    let components = match understanding.components(patience) {
        Ok(Some(components)) => components,
        Ok(None) => {
            let text = "no group can be used: the set of processes never settles";
            return Err(Failure::input(text));
        }
        Err(Interrupted) => return Ok(Detected::given_up()),
    };
    let generators = GapPoints::new(components).read(&sources, file).map_err(|w| refuse(&w))?;
    let (permutations, spans): (Vec<Permutation>, Vec<Span>) = generators.into_iter().unzip();
    understanding.detect_declared(&permutations, patience).map_err(|refusals| {
        let refusals = refusals.into_iter().map(|refusal| diagnostic(refusal, &spans));
        refuse(&refusals.collect::<Vec<_>>())
    })
}

fn diagnostic(refusal: Refusal, spans: &[Span]) -> Diagnostic {
    let Refusal { generator, reason } = refusal;
    match generator {
        Some(index) => {
            let message = format!("this generator is no symmetry of the model: {reason}");
            Diagnostic::error(spans[index], message)
                .help("`quotient symmetry MODEL --gap` prints the symmetries there are")
        }
        None => Diagnostic::new(Severity::Error, format!("no group can be used: {reason}")),
    }
}
