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

#[test]
fn simulations_are_as_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(root.join("docs/guide/simulate.md")).unwrap();
    let place = Place::new("guide");
    std::fs::create_dir_all(place.path("models/promela")).unwrap();
    for model in std::fs::read_dir(root.join("models/promela")).unwrap() {
        let model = model.unwrap().path();
        let name = format!("models/promela/{}", model.file_name().unwrap().to_str().unwrap());
        place.file(&name, std::fs::read(&model).unwrap());
    }
    let programs = Path::new(env!("CARGO_BIN_EXE_quotient")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let sessions = sessions(&page);
    assert!(sessions.len() >= 5, "{sessions:?}");
    for (command, expected) in sessions {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).env("PATH", &path).env("COLUMNS", "100");
        let output = shell.current_dir(place.path("")).stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(said.trim_end(), expected.trim_end(), "$ {command}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "$ {command}");
    }
}
