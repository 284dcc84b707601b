//! `--checkpoint` and `--resume`: where a search is kept, and that it is the same that goes on.

use std::path::{Path, PathBuf};
use std::time::Duration;

use kernel::{CheckpointError, Checkpoints};

use crate::check_arguments::{CheckArgs, EngineName};
use crate::exit::Failure;
use crate::load::Subject;
use crate::model_hash::model_hash;
use crate::plan::{Selection, free_bytes, has_files};
use crate::units::parse_duration;

/// Time between two checkpoints, if none is asked for.
const EVERY: Duration = Duration::from_secs(300);

/// A folder, and how often a checkpoint is made there.
#[derive(Clone, Debug)]
pub struct CheckpointChoice {
    folder: PathBuf,
    every: Duration,
}

/// Reads `DIR` or `DIR,every=TIME`.
///
/// # Errors
/// That there is no folder, or no such time.
pub fn parse_checkpoint(text: &str) -> Result<CheckpointChoice, String> {
    let (folder, every) = match text.rsplit_once(",every=") {
        Some((folder, every)) => (folder, parse_duration(every)?),
        None => (text, EVERY),
    };
    if folder.is_empty() {
        return Err("a folder comes first, as in run1 or run1,every=10m".to_owned());
    }
    Ok(CheckpointChoice { folder: folder.into(), every })
}

/// The checkpoints that are asked for.
///
/// # Errors
/// That such a search makes none, or why there can be none in the folder, or the search not go on.
pub fn checkpoints(
    args: &CheckArgs,
    subject: &Subject,
    selection: &Selection,
) -> Result<Option<Checkpoints>, Failure> {
    let (choice, goes_on) = match (&args.checkpoint, &args.resume) {
        (None, None) => return Ok(None),
        (Some(_), Some(_)) => {
            return Err(Failure::input(
                "`--resume` makes the next checkpoints where the last one is: without `--checkpoint`",
            ));
        }
        (Some(choice), None) => (choice, false),
        (None, Some(choice)) => (choice, true),
    };
    refuse(args, selection)?;
    let CheckpointChoice { folder, every } = choice;
    // Machines that share a search have their files elsewhere.
    let own = args.share.disk.filter(|_| args.cluster.is_none());
    let most = own.or_else(|| Some(free_bytes(existing(folder))? / 5 * 4));
    let about = about(args, subject, selection);
    let checkpoints = match goes_on {
        true => Checkpoints::resume(folder, most, *every, about),
        false => Checkpoints::begin(folder, most, *every, about),
    };
    let failed = |why: CheckpointError| {
        let mend =
            if let CheckpointError::Exists = why { ": `--resume` goes on from it" } else { "" };
        Failure::input(format!("{}: {why}{mend}", folder.display()))
    };
    checkpoints.map(Some).map_err(failed)
}

fn refuse(args: &CheckArgs, selection: &Selection) -> Result<(), Failure> {
    let why = if args.engine == EngineName::Symbolic {
        "`--checkpoint` and `--resume` are for states that are searched one by one: without `--engine symbolic`"
    } else if !has_files(args) {
        "`--checkpoint` and `--resume` are for searches that can have files: `--search bfs` with `--store auto` or `--store disk`"
    } else if args.share.disk_dir.is_some() && args.cluster.is_none() {
        "the files of a search with a checkpoint are in its folder: without `--disk-dir`"
    } else if !selection.claims.is_empty() {
        "`--checkpoint` and `--resume` are for one search, for violations of properties of states, and claims are searched each for \
         itself: `--property` asks for the properties alone"
    } else {
        return Ok(());
    };
    Err(Failure::input(why))
}

/// The folder, or the one that it will be in.
fn existing(folder: &Path) -> &Path {
    let mut within = folder.ancestors().filter(|it| it.is_dir());
    within.next().unwrap_or(Path::new("."))
}

/// What has to be the same when the search goes on. How fast it goes, and what it may cost, need not be.
fn about(args: &CheckArgs, subject: &Subject, selection: &Selection) -> Vec<(String, String)> {
    let properties = subject.model.properties();
    let asked = selection.properties.iter().map(|id| properties[id.index()].name.clone());
    let all = [
        ("the language", subject.language.name().to_owned()),
        ("the text of the model, as its hash,", model_hash(subject.model.sources())),
        ("its settings", format!("{:?}", subject.settings)),
        ("what is checked", asked.collect::<Vec<_>>().join(", ")),
        ("`--symmetry`", format!("{:?}", args.symmetry)),
        ("`--scalarset`", format!("{:?}", args.scalarset)),
        ("`--points`", format!("{:?}", args.points)),
        ("`--representative`", format!("{:?}", args.research.0.representative)),
        ("`--detect`", format!("{:?}", args.research.0.method)),
        ("`--orbits`", args.orbits.to_string()),
        ("`--por`", format!("{:?}", args.partial_order())),
        ("`--shortest`", args.shortest.to_string()),
        ("`--keep-going`", args.keep_going.to_string()),
        ("`--max-depth`", format!("{:?}", args.max_depth)),
    ];
    all.map(|(name, value)| (name.to_owned(), value)).into()
}
