//! What holds of the names that any text declares, in any language: other crates' tests use this file, too.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use checking::{Language, Purpose, Settings};
use diagnostics::{FileId, Files, Sources, Span};
use model::Declared;

/// A model as texts by their paths, its main one first.
#[derive(Clone)]
pub struct Texts(pub Vec<(PathBuf, String)>);

impl Texts {
    /// A model of one text.
    pub fn one(path: &Path, text: &str) -> Texts {
        Texts(vec![(path.to_owned(), text.to_owned())])
    }

    fn sources(&self) -> (Sources, FileId) {
        let bytes = |(path, text): &(PathBuf, String)| (path.clone(), text.clone().into_bytes());
        let files: HashMap<PathBuf, Vec<u8>> = self.0.iter().map(bytes).collect();
        let mut sources = Sources::among(Files::Given(Arc::new(files)));
        let (path, text) = &self.0[0];
        let file = sources.add(path.display().to_string(), text.clone());
        (sources, file)
    }

    /// What it declares, which is checked to be in order, and the sources with all texts that were read.
    pub fn declared(
        &self,
        language: &dyn Language,
        settings: &Settings,
    ) -> (Vec<Declared>, Sources) {
        let (mut sources, file) = self.sources();
        let declared = language.declared(&mut sources, file, settings);
        if let Some(wrong) = wrong(&sources, &declared) {
            panic!("{}: {wrong}\n{}", self.0[0].0.display(), self.0[0].1);
        }
        (declared, sources)
    }

    /// The first mistake in it, if it has any.
    pub fn mistake(&self, language: &dyn Language, settings: &Settings) -> Option<String> {
        let (sources, file) = self.sources();
        let loading = language.load(sources, file, settings, Purpose::Check);
        let has_model = loading.model.is_some();
        let first = loading.diagnostics.iter().find(|one| one.is_error());
        let first = first.map(|one| one.one_line(&loading.sources));
        first.or_else(|| (!has_model).then(|| "no model".to_owned()))
    }

    /// The same model with other names where these names are declared and used.
    fn renamed(&self, sources: &Sources, names: &[(&Declared, String)]) -> Texts {
        let mut edits: Vec<(Span, &str)> = Vec::new();
        for (declared, new) in names {
            let places = declared.uses.iter().chain([&declared.place]);
            edits.extend(places.map(|&place| (place, &**new)));
        }
        edits.sort_by_key(|(place, _)| std::cmp::Reverse((place.file, place.start)));
        let mut texts: Vec<(PathBuf, String)> = (0..sources.len() as u32)
            .map(|file| {
                (PathBuf::from(sources.name(FileId(file))), sources.text(FileId(file)).to_owned())
            })
            .collect();
        for (place, new) in edits {
            let text = &mut texts[place.file.0 as usize].1;
            text.replace_range(place.start as usize..place.end as usize, new);
        }
        Texts(texts)
    }
}

/// What is wrong with names as told.
fn wrong(sources: &Sources, declared: &[Declared]) -> Option<String> {
    declared.iter().enumerate().find_map(|(at, one)| {
        let name = &one.name;
        let is_named = |place: &Span| sources.snippet(*place) == name;
        if !is_named(&one.place) || name.is_empty() {
            return Some(format!("`{name}` is not where it is said to be declared"));
        }
        if let Some(other) = one.uses.iter().find(|place| !is_named(place)) {
            return Some(format!("`{name}` is no use: `{}`", sources.snippet(*other)));
        }
        if one.whole.file != one.place.file || one.whole.to(one.place) != one.whole {
            return Some(format!("`{name}` is outside its declaration"));
        }
        let ordered = |pair: &[Span]| (pair[0].file, pair[0].start) < (pair[1].file, pair[1].start);
        if !one.uses.windows(2).all(ordered) || one.uses.contains(&one.place) {
            return Some(format!("the uses of `{name}` are out of order: {:?}", one.uses));
        }
        if declared[..at].iter().any(|other| other.place == one.place) {
            return Some(format!("`{name}` is declared twice in one place"));
        }
        let is_line = |text: &String| !text.is_empty() && !text.contains('\n');
        if !is_line(&one.text) || !one.remarks.iter().all(is_line) {
            return Some(format!("`{name}` is told of in no line: {one:?}"));
        }
        let outer = |at: &usize| declared.get(*at).and_then(|one| one.within);
        let around = std::iter::successors(Some(at), outer);
        let is_chain = around.take(declared.len() + 1).count() <= declared.len();
        let exists = one.within.is_none_or(|outer| outer < declared.len());
        (!is_chain || !exists).then(|| format!("`{name}` lies in no declaration"))
    })
}

/// Renames what a model without mistakes declares, all at once and then so many names one by one, and finds that it has no mistakes
/// then either, and that the same is declared and used. How many names that were. Some names have no other; those of which the other
/// is the same are renamed together.
pub fn rename(
    language: &dyn Language,
    settings: &Settings,
    texts: &Texts,
    other: impl Fn(&Declared, usize) -> Option<String>,
    alone: usize,
) -> usize {
    assert_eq!(texts.mistake(language, settings), None, "{}", texts.0[0].0.display());
    let (declared, sources) = texts.declared(language, settings);
    let others = declared.iter().enumerate().map(|(at, one)| Some((one, other(one, at)?)));
    let mut all: Vec<(&Declared, String)> = others.flatten().collect();
    all.sort_by(|one, other| one.1.cmp(&other.1));
    let together: Vec<&[(&Declared, String)]> = all.chunk_by(|a, b| a.1 == b.1).collect();
    let step = together.len().div_ceil(alone.max(1)).max(1);
    let single = together.iter().copied().step_by(step).take(alone);
    for names in std::iter::once(&all[..]).chain(single) {
        let other = texts.renamed(&sources, names);
        let what = || {
            let old: Vec<&str> = names.iter().map(|(one, _)| &*one.name).collect();
            format!("{} with others for {old:?}:\n{:?}", texts.0[0].0.display(), other.0)
        };
        assert_eq!(other.mistake(language, settings), None, "{}", what());
        let (again, _) = other.declared(language, settings);
        let shape = |declared: &[Declared]| {
            let of = |one: &Declared| (one.kind, one.within, one.uses.len(), one.remarks.len());
            declared.iter().map(of).collect::<Vec<_>>()
        };
        assert_eq!(shape(&again), shape(&declared), "{}", what());
    }
    all.len()
}

/// A name in one line, with what it lies in, its remarks, and the bytes at which it is used.
pub fn line(declared: &[Declared], one: &Declared) -> String {
    let within = one.within.map_or(String::new(), |outer| format!("{}/", declared[outer].name));
    let uses: String = one.uses.iter().map(|place| format!(" {}", place.start)).collect();
    let (name, kind, text) = (&one.name, one.kind, &one.text);
    let remarks: String = one.remarks.iter().map(|remark| format!(" ({remark})")).collect();
    format!("{within}{name}: {kind:?} `{text}`{remarks}{uses}")
}
