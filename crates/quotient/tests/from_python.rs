//! The page "From Python": its program does what the page shows.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use testing::peers::{self, Peer};
use testing::places::root;

use crate::support::Place;

/// What stands in the first block of a language on a page.
fn block<'t>(page: &'t str, language: &str) -> &'t str {
    let (_, rest) = page.split_once(&format!("```{language}\n")).expect("a block");
    rest.split_once("```").expect("its end").0
}

#[test]
fn the_program_on_the_page_prints_what_the_page_shows() {
    if !peers::are_installed(&[Peer::Python]) {
        return;
    }
    let page = fs::read_to_string(root().join("docs/guide/from-python.md")).unwrap();
    let place = Place::new("from_python");
    place.file("check.py", block(&page, "python"));
    let program = Path::new(env!("CARGO_BIN_EXE_quotient")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths([program.to_owned()].into_iter().chain(std::env::split_paths(&path)));
    let run = |model: &str| {
        let mut command = Command::new("python3");
        command.arg(place.path("check.py")).arg(model).current_dir(root());
        command.env("PATH", path.as_ref().unwrap());
        peers::run(&mut command, Duration::from_secs(60)).expect("an answer in time")
    };
    let (command, shown) = block(&page, "console").split_once('\n').unwrap();
    let model = command.rsplit(' ').next().unwrap();
    let ran = run(model);
    assert_eq!(String::from_utf8_lossy(&ran.stdout), shown);
    assert_eq!(ran.status.code(), Some(1));
    let missing = run("missing.pml");
    assert_eq!(missing.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("missing.pml"));
}
