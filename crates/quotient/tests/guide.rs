//! The sessions in the guide are real: every command is run, and says what the page says.

mod support;

use std::path::Path;
use std::process::{Command, Stdio};

use support::Place;

/// The commands of a page, each with what it prints.
fn sessions(page: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in page.lines() {
        match (inside, line.strip_prefix("$ ")) {
            _ if line.starts_with("```") => inside = line == "```console",
            (true, Some(command)) => found.push((command.to_owned(), String::new())),
            (true, None) => {
                let (_, said) = found.last_mut().expect("a command first");
                said.push_str(line);
                said.push('\n');
            }
            (false, _) => {}
        }
    }
    found
}

/// Runs every command of a page, where the models of a language are.
fn check_page(page: &str, language: &str, least: usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let place = Place::new(&format!("guide-{page}"));
    let page = std::fs::read_to_string(root.join("docs/guide").join(page)).unwrap();
    let folder = format!("models/{language}");
    std::fs::create_dir_all(place.path(&folder)).unwrap();
    for model in std::fs::read_dir(root.join(&folder)).unwrap() {
        let model = model.unwrap().path();
        let name = format!("{folder}/{}", model.file_name().unwrap().to_str().unwrap());
        place.file(&name, std::fs::read(&model).unwrap());
    }
    let programs = Path::new(env!("CARGO_BIN_EXE_quotient")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let sessions = sessions(&page);
    assert!(sessions.len() >= least, "{sessions:?}");
    for (command, expected) in sessions {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).env("PATH", &path).env("COLUMNS", "100");
        let output = shell.current_dir(place.path("")).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(said.trim_end(), expected.trim_end(), "$ {command}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "$ {command}");
    }
}

#[test]
fn simulations_are_as_shown() {
    check_page("simulate.md", "promela", 5);
}

#[test]
fn promela_lite_is_as_shown() {
    check_page("promela-lite.md", "promela-lite", 4);
}

#[test]
fn symmetries_are_as_shown() {
    check_page("symmetry.md", "promela", 4);
}

#[test]
fn strategies_are_as_shown() {
    check_page("strategies.md", "promela", 5);
}
