//! What has another name wherever it is declared and used is the same model: so no use is missing, and each belongs to the declaration
//! that lowering finds too.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use diagnostics::{FileId, Sources, Span};
use model::{Declared, DeclaredKind};
use promela::{KeptClaims, LoadOptions, ParseOptions, load};
use testing::places;

use super::declared_in;
use crate::support::model_files_or_skip;

/// A longer program takes too long to compare as often as it has names.
const LONGEST: usize = 1 << 20;
/// Words that a name begins with that mean something.
const PREFIXES: [&str; 3] = ["accept", "progress", "end"];

/// The program of a model, claims included if they can be, with every word `renamed.0` written as `renamed.1`.
fn program(texts: &HashMap<PathBuf, String>, main: &str, renamed: (&str, &str)) -> Option<String> {
    let loader = |path: &Path| {
        let text = texts.get(path).map(|text| text.as_bytes().to_vec());
        text.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    };
    [KeptClaims::All, KeptClaims::LeftOut].into_iter().find_map(|claims| {
        let mut sources = Sources::new();
        let file = sources.add(main, texts[Path::new(main)].clone());
        let parsing = ParseOptions { loader: &loader, ..ParseOptions::default() };
        let loaded =
            load(&mut sources, file, &parsing, LoadOptions { claims, ..LoadOptions::default() });
        let machine = loaded.model?.machine;
        Some(words_replaced(&format!("{:?}", machine.program), renamed))
    })
}

fn words_replaced(text: &str, (from, to): (&str, &str)) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let (before, after) = (&rest[..at], &rest[at + from.len()..]);
        let is_whole = !before.ends_with(is_word) && !after.starts_with(is_word);
        result.push_str(before);
        result.push_str(if is_whole { to } else { from });
        rest = after;
    }
    result + rest
}

/// A name of the same length that no text has, and that means as much by its beginning.
fn fresh(name: &str, taken: &HashSet<&str>) -> Option<String> {
    let kept = PREFIXES.iter().find(|prefix| name.starts_with(**prefix)).map_or(0, |it| it.len());
    let (kept, changed) = name.split_at(kept);
    let letters: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
    (0..100_000_usize).find_map(|mut number| {
        let other = changed.chars().map(|c| {
            if c == '_' {
                return c;
            }
            let letter = letters[number % letters.len()];
            number /= letters.len();
            letter
        });
        let name = format!("{kept}{}", other.collect::<String>());
        let is_operator = ["U", "V", "W", "X"].contains(&name.as_str());
        (!is_operator && !taken.contains(name.as_str())).then_some(name)
    })
}

/// The texts with a name exchanged at some places.
fn exchanged(sources: &Sources, places: &[Span], name: &str) -> HashMap<PathBuf, String> {
    let mut texts = HashMap::new();
    for file in (0..sources.len()).map(|number| FileId(number as u32)) {
        let mut text = sources.text(file).to_owned();
        for span in places.iter().filter(|span| span.file == file) {
            text.replace_range(span.start as usize..span.end as usize, name);
        }
        texts.insert(PathBuf::from(sources.name(file)), text);
    }
    texts
}

fn words(sources: &Sources) -> HashSet<&str> {
    let files = (0..sources.len()).map(|number| FileId(number as u32));
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    files.flat_map(|file| sources.text(file).split(move |c| !is_word(c))).collect()
}

/// Whether a name is a word of the language, as that of `init` is.
fn is_keyword(one: &Declared) -> bool {
    ["init", "never", "trace", "notrace", "ltl"].contains(&one.name.as_str())
}

fn is_global(one: &Declared) -> bool {
    one.within.is_none() && matches!(one.kind, DeclaredKind::Variable | DeclaredKind::Channel)
}

#[derive(Default)]
struct Outcome {
    renamed: BTreeMap<String, usize>,
    wrong: Vec<String>,
}

fn rename_all(path: &Path, outcome: &mut Outcome) {
    let (sources, main, declared) = declared_in(path);
    let main = sources.name(main).to_owned();
    let Some(before) = program(&exchanged(&sources, &[], ""), &main, ("\0", "")) else { return };
    if before.len() > LONGEST {
        return;
    }
    let taken = words(&sources);
    for one in declared.iter().filter(|one| !is_keyword(one)) {
        let Some(name) = fresh(&one.name, &taken) else { continue };
        let places: Vec<Span> = one.uses.iter().copied().chain([one.place]).collect();
        let after = program(&exchanged(&sources, &places, &name), &main, (&name, &one.name));
        let (line, column) = sources.line_column(one.place);
        let place = format!("{}:{line}:{column}", sources.name(one.place.file));
        // Of globals only names decide which are constant: with another name one may become that.
        let namesakes = declared.iter().filter(|other| other.name == one.name);
        let is_alone = namesakes.clone().count() == 1 || !namesakes.clone().any(is_global);
        match after {
            None => outcome
                .wrong
                .push(format!("{place}: {:?} {} is used elsewhere", one.kind, one.name)),
            Some(after) if is_alone && after != words_replaced(&before, (&name, &one.name)) => {
                outcome
                    .wrong
                    .push(format!("{place}: {:?} {} means something else", one.kind, one.name));
            }
            Some(_) => *outcome.renamed.entry(format!("{:?}", one.kind)).or_default() += 1,
        }
    }
}

fn check(paths: &[PathBuf], least: &[(DeclaredKind, usize)]) {
    let mut outcome = Outcome::default();
    paths.iter().for_each(|path| rename_all(path, &mut outcome));
    println!("{:?}", outcome.renamed);
    assert!(outcome.wrong.is_empty(), "{}", outcome.wrong.join("\n"));
    for (kind, least) in least {
        let renamed = outcome.renamed.get(&format!("{kind:?}")).copied().unwrap_or(0);
        assert!(renamed >= *least, "{renamed} of {kind:?}");
    }
}

#[test]
fn examples_are_the_same_with_other_names() {
    let least = [
        (DeclaredKind::Process, 50),
        (DeclaredKind::Variable, 50),
        (DeclaredKind::Macro, 20),
        (DeclaredKind::Label, 10),
    ];
    check(&places::examples("promela"), &least);
}

#[test]
fn models_of_other_people_are_the_same_with_other_names() {
    let Some(files) = model_files_or_skip() else { return };
    check(&files, &[]);
}

#[test]
fn a_text_of_everything_is_the_same_with_other_names() {
    let folder = places::Folder::new("renaming");
    std::fs::write(folder.join("m.pml"), super::scoping::EVERYTHING).expect("written");
    std::fs::write(folder.join("included.h"), super::scoping::INCLUDED).expect("written");
    let mut outcome = Outcome::default();
    rename_all(&folder.join("m.pml"), &mut outcome);
    assert!(outcome.wrong.is_empty(), "{}", outcome.wrong.join("\n"));
    let kinds = outcome.renamed.len();
    assert_eq!(kinds, 11, "{:?}", outcome.renamed);
}
