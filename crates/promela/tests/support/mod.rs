//! What the tests share: finding models, their expected results, parsing, printing trees.
#![allow(dead_code)]

pub mod corpus;
pub mod examples;
pub mod orbits;
pub mod print;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use diagnostics::Sources;
use promela::{ParseOptions, Parsed, parse};

/// The material shared between projects, beside the repository.
pub fn shared() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
            continue;
        }
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("");
        if !matches!(extension, "txt" | "tsv" | "h" | "md" | "json" | "readme") {
            files.push(path);
        }
    }
}

/// Every Promela model that is there, in a fixed order; empty where the material is absent.
pub fn model_files() -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in ["models/promela", "models/topspin"] {
        collect(&shared().join(folder), &mut files);
    }
    files.sort();
    files
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
