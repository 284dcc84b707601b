//! Runs the parts of a page in a directory of its own, which holds the example models.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::sessions::likeness::agree;
use crate::sessions::page::{MODEL, Part, parts};
use crate::support::{Place, finish};

/// How the program is called where it is not installed.
const FROM_SOURCE: &str = "cargo run -- ";
/// Programs of others that sessions use.
const PEERS: [&str; 3] = ["spin", "gcc", "dot"];

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs all sessions of a page, lists those left out, and reports all that differ.
pub fn check_page(name: &str) {
    let text = std::fs::read_to_string(root().join(name)).unwrap();
    let parts = parts(&text).unwrap_or_else(|error| panic!("{name}:{error}"));
    let mut page = Page { name, place: place(name), passed_over: None };
    let wrong: String = parts.iter().filter_map(|part| page.difference(part)).collect();
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// A page whose sessions run in a place of their own.
struct Page<'a> {
    name: &'a str,
    place: Place,
    /// The block whose commands are no longer run, for want of a program.
    passed_over: Option<usize>,
}

impl Page<'_> {
    /// What is shown and not printed.
    fn difference(&mut self, part: &Part) -> Option<String> {
        match part {
            Part::Model { text } => {
                self.place.file(MODEL, text);
                None
            }
            Part::LeftOut { line, reason } => {
                println!("skipped: {}:{line} is not run: {reason}", self.name);
                None
            }
            Part::Said { line, shown } => {
                self.compare(*line, "what is said of the model", shown, &diagnostics(&self.place))
            }
            // It may build on what was not done.
            Part::Command { block, .. } if self.passed_over == Some(*block) => None,
            Part::Command { block, line, command, shown } => match missing(command) {
                Some(peer) => {
                    println!(
                        "skipped: {}:{line} and what follows: {peer} is not installed",
                        self.name
                    );
                    self.passed_over = Some(*block);
                    None
                }
                None => self.compare(*line, command, shown, &run(&self.place, command)),
            },
        }
    }

    fn compare(
        &self,
        line: usize,
        what: &str,
        shown: &[String],
        printed: &[String],
    ) -> Option<String> {
        let report = || {
            let (page, shown, printed) = (self.name, shown.join("\n"), printed.join("\n"));
            format!("{page}:{line}: {what}\n--- shown\n{shown}\n--- printed\n{printed}\n")
        };
        (!agree(shown, printed)).then(report)
    }
}

/// A directory for a page, with the models where they are in the repository.
fn place(page: &str) -> Place {
    let place = Place::new(&format!("sessions-{}", page.replace('/', "-")));
    for language in ["cspm", "promela", "promela-lite", "rebeca", "red"] {
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
    let mut words = command.split(|c: char| !c.is_alphanumeric());
    words.find_map(|word| {
        let peer = PEERS.into_iter().find(|peer| *peer == word)?;
        let version = Command::new(peer).arg("-V").stdin(Stdio::null()).output();
        version.is_err().then_some(peer)
    })
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
