//! Runs the parts of a page in a directory of its own, which holds the example models.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::likeness::agree;
use crate::page::{MODEL, Part, parts};
use crate::support::{Place, finish, required};

/// How the program is called where it is not installed.
const FROM_SOURCE: &str = "cargo run --release -- ";
/// Programs that are not part of the project, and the names under which they are known.
const PEERS: [(&str, &str); 3] = [("spin", "spin"), ("gcc", "gcc"), ("dot", "graphviz")];

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs all sessions of a page, lists those left out, and reports all that differ.
pub fn check_page(page: &str) {
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    let place = place(page);
    let mut wrong = String::new();
    for part in parts(&text).unwrap_or_else(|error| panic!("{page}:{error}")) {
        let (line, what, shown, printed) = match part {
            Part::Model { text } => {
                place.file(MODEL, text);
                continue;
            }
            Part::LeftOut { line, reason } => {
                println!("skipped: {page}:{line} is not run: {reason}");
                continue;
            }
            Part::Command { line, command, shown } => match missing(&command) {
                Some(peer) => {
                    println!("skipped: {page}:{line} needs {peer}");
                    continue;
                }
                None => (line, command.clone(), shown, run(&place, &command)),
            },
            Part::Said { line, shown } => {
                (line, "what is said of the model".to_owned(), shown, diagnostics(&place))
            }
        };
        if !agree(&shown, &printed) {
            let (shown, printed) = (shown.join("\n"), printed.join("\n"));
            wrong +=
                &format!("{page}:{line}: {what}\n--- shown\n{shown}\n--- printed\n{printed}\n");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A directory for a page, with the models where they are in the repository.
fn place(page: &str) -> Place {
    let place = Place::new(&format!("sessions-{}", page.replace('/', "-")));
    for language in ["promela", "promela-lite"] {
        let folder = format!("models/{language}");
        std::fs::create_dir_all(place.path(&folder)).unwrap();
        for model in std::fs::read_dir(root().join(&folder)).unwrap() {
            let model = model.unwrap();
            let name = format!("{folder}/{}", model.file_name().to_str().unwrap());
            place.file(&name, std::fs::read(model.path()).unwrap());
        }
    }
    place
}

/// A program that the command needs and that is not installed.
fn missing(command: &str) -> Option<&'static str> {
    let words = || command.split(|c: char| !c.is_alphanumeric());
    let mut absent = PEERS.into_iter().filter(|(program, _)| words().any(|word| word == *program));
    let (_, peer) = absent.find(|(program, _)| {
        let version = Command::new(program).arg("-V").stdin(Stdio::null()).output();
        version.is_err()
    })?;
    assert!(!required(peer), "{peer} is required, and not installed");
    Some(peer)
}

/// What a command prints in a terminal that is 100 columns wide, on both outputs.
fn run(place: &Place, command: &str) -> Vec<String> {
    let programs = Path::new(env!("CARGO_BIN_EXE_quotient")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let command = match command.strip_prefix(FROM_SOURCE) {
        Some(arguments) => format!("quotient {arguments}"),
        None => command.to_owned(),
    };
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("exec 2>&1\n{command}"));
    shell.env("PATH", path).env("COLUMNS", "100").current_dir(place.path(""));
    shell.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let said = finish(shell.spawn().unwrap());
    said.out.lines().map(str::to_owned).collect()
}

/// What is said of the model: `m:LINE:COLUMN: SEVERITY: MESSAGE`.
fn diagnostics(place: &Place) -> Vec<String> {
    let said = run(place, &format!("quotient symmetry {MODEL}"));
    let mut messages = Vec::new();
    let mut message = "";
    for line in &said {
        if line.starts_with("warning: ") || line.starts_with("error: ") {
            message = line;
        } else if let Some((_, position)) = line.split_once(&format!("--> {MODEL}:")) {
            messages.push(format!("m:{position}: {message}"));
        }
    }
    messages
}
