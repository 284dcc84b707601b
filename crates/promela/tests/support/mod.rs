//! What the tests share: finding models, their expected results, parsing, printing trees.
#![allow(dead_code)]

pub mod corpus;
pub mod examples;
pub mod loading;
#[path = "../../../detection/tests/support/orbits.rs"]
pub mod orbits;
pub mod print;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use diagnostics::Sources;
use promela::{ParseOptions, Parsed, parse};
use testing::places::{files_below, shared_or_skip};

/// Every Promela model of other people, in a fixed order; none, and the test skips, where they are absent.
pub fn model_files_or_skip() -> Option<Vec<PathBuf>> {
    let folders = [shared_or_skip("models/promela")?, shared_or_skip("models/topspin")?];
    let files = folders.iter().flat_map(|folder| files_below(folder));
    Some(files.filter(|path| is_model(path)).collect())
}

/// Whether a file is none that explains the others.
fn is_model(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    !matches!(extension, "txt" | "tsv" | "h" | "md" | "json" | "readme")
}

/// Parses a file of the disk.
pub fn parse_file(path: &Path) -> (Sources, Parsed) {
    let mut sources = Sources::new();
    let bytes = fs::read(path).expect("readable");
    let main = sources.add_bytes(path.display().to_string(), &bytes).expect("text");
    let parsed = parse(&mut sources, main, &ParseOptions::default());
    (sources, parsed)
}

/// Parses a text in which nothing can be included.
pub fn parse_text(text: &str) -> (Sources, Parsed) {
    parse_with(text, &[])
}

/// Parses a text that can include the given files.
pub fn parse_with(text: &str, files: &[(&str, &str)]) -> (Sources, Parsed) {
    let mut sources = Sources::new();
    let main = sources.add("m", text);
    let loader = |path: &Path| {
        files
            .iter()
            .find(|(name, _)| Path::new(name) == path)
            .map(|(_, text)| text.as_bytes().to_vec())
            .ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    };
    let options = ParseOptions { loader: &loader, ..ParseOptions::default() };
    let parsed = parse(&mut sources, main, &options);
    (sources, parsed)
}

/// The messages, one a line, each with its help.
pub fn messages(sources: &Sources, parsed: &Parsed) -> String {
    let lines: Vec<String> = parsed
        .diagnostics
        .iter()
        .map(|d| {
            let line = d.one_line(sources);
            match &d.help {
                Some(help) => format!("{line} ({help})"),
                None => line,
            }
        })
        .collect();
    lines.join("\n")
}
