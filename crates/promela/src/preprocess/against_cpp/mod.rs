//! The same tokens as the real preprocessor, called as SPIN calls it: for every model we have, for
//! texts that try each rule, and for random ones.

#[path = "../../../tests/random/numbers.rs"]
#[allow(dead_code)]
mod numbers;
mod random;
mod texts;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use diagnostics::{FileId, Sources, Span, read_file};
use numbers::Numbers;
use random::random_text;
use texts::{ALIKE, CONTINUED, FILES, GLUED, PREDEFINED, REFUSED, REFUSED_HERE};

use super::preprocess;
use crate::lex::{self, Interner, Kind, LINE_START, NEWLINE, NO_EXPAND, SPACE, split_number};
use crate::options::ParseOptions;

/// What SPIN runs.
const GCC: [&str; 4] = ["-std=gnu99", "-E", "-x", "c"];

/// A token's text and, where it can be known, whether a line break stands before it.
type Word = (String, Option<bool>);

/// The words of a preprocessed text, or what is wrong with the text.
type Outcome = Result<Vec<Word>, String>;

/// Whether gcc is there; says so if it is not.
fn gcc_is_there() -> bool {
    let there = Command::new("gcc").arg("--version").output().is_ok();
    if !there {
        eprintln!("skipped: there is no gcc");
    }
    there
}

/// What gcc makes of a file.
fn theirs(file: &Path, options: &[String]) -> Outcome {
    let output = Command::new("gcc").args(GCC).args(options).arg(file).output().expect("gcc runs");
    if output.status.success() {
        Ok(words(&String::from_utf8_lossy(&output.stdout)))
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

/// The words of gcc's output, cut as the parser sees them. After a line marker nothing is known of
/// line breaks.
fn words(text: &str) -> Vec<Word> {
    let kept: String = text
        .split_inclusive('\n')
        .map(|line| if is_for_the_compiler(line) { "#\n" } else { line })
        .collect();
    let mut interner = Interner::new();
    let place = Span { file: FileId(0), start: 0, end: 0 };
    let (tokens, error) = lex::tokens(&kept, &mut interner, usize::MAX, |_, _| place);
    assert_eq!(error, None);
    let mut words = Vec::new();
    let mut after_marker = true;
    for (index, token) in tokens.iter().enumerate() {
        let alone = tokens.get(index + 1).is_none_or(|next| next.has(LINE_START));
        if token.kind == Kind::Hash && token.has(LINE_START) && alone {
            after_marker = true;
            continue;
        }
        if token.kind == Kind::CommentEnd {
            continue;
        }
        let mut line_break = (!after_marker).then_some(token.has(NEWLINE));
        after_marker = false;
        let text = interner.text(token.symbol);
        let parts =
            if token.kind == Kind::Number { split_number(text) } else { vec![(token.kind, text)] };
        for (_, part) in parts {
            words.push((part.to_owned(), line_break));
            line_break = Some(false);
        }
    }
    words
}

/// Line markers (`# 1 "file"`) and what is handed through to the compiler.
fn is_for_the_compiler(line: &str) -> bool {
    let marker = line.strip_prefix("# ").is_some_and(|rest| rest.starts_with(char::is_numeric));
    marker || line.starts_with("#pragma") || line.starts_with("#ident")
}

/// What we make of a file.
fn ours(file: &Path, options: &ParseOptions<'_>) -> Outcome {
    let mut sources = Sources::new();
    let bytes = fs::read(file).expect("readable");
    let main = sources.add_bytes(file.display().to_string(), &bytes).expect("text");
    let result = preprocess(&mut sources, main, options);
    let errors: Vec<String> =
        result.diagnostics.iter().filter(|d| d.is_error()).map(|d| d.message.clone()).collect();
    if !errors.is_empty() {
        return Err(errors.join("\n"));
    }
    let tokens = result.tokens.iter().filter(|token| token.kind != Kind::Eof);
    let word = |token: &lex::Token| {
        assert_eq!(token.flags & !(NEWLINE | LINE_START | SPACE | NO_EXPAND), 0);
        (result.interner.text(token.symbol).to_owned(), Some(token.has(NEWLINE)))
    };
    Ok(tokens.map(word).collect())
}

/// The first difference.
fn difference(ours: &[Word], theirs: &[Word]) -> Option<String> {
    for (index, (our, their)) in ours.iter().zip(theirs).enumerate() {
        let before: Vec<&str> =
            ours[index.saturating_sub(8)..index].iter().map(|(text, _)| text.as_str()).collect();
        if our.0 != their.0 {
            return Some(format!("{} after {before:?}, not {}", our.0, their.0));
        }
        if their.1.is_some() && our.1 != their.1 {
            return Some(format!("line break before `{}` after {before:?}: {:?}", our.0, our.1));
        }
    }
    (ours.len() != theirs.len()).then(|| format!("{} words, not {}", ours.len(), theirs.len()))
}

/// The words without their line breaks.
fn plain(words: &[Word]) -> String {
    words.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(" ")
}

/// A folder with files that texts include.
struct Workshop {
    folder: PathBuf,
}

impl Workshop {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("quotient-{name}-{}", std::process::id()));
        let workshop = Workshop { folder };
        for (name, text) in FILES {
            workshop.write(name, text);
        }
        workshop
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("writable");
        fs::write(&path, text).expect("writable");
        path
    }

    /// What we make of a text, and what gcc makes of it.
    fn both(&self, text: &str, defines: &[&str]) -> (Outcome, Outcome) {
        let file = self.write("main/m.pml", text);
        let library = self.folder.join("library");
        let mut arguments = vec!["-I".to_owned(), library.display().to_string()];
        arguments.extend(defines.iter().map(|define| format!("-D{define}")));
        let options = ParseOptions {
            defines: defines.iter().map(|&define| define.to_owned()).collect(),
            include_paths: vec![library],
            appended: Vec::new(),
            loader: &read_file,
        };
        (ours(&file, &options), theirs(&file, &arguments))
    }

    /// The text, with these macros given from outside, gives the same words, or both refuse it. True
    /// if it gives words.
    fn is_alike(&self, text: &str, defines: &[&str]) -> Result<bool, String> {
        match self.both(text, defines) {
            (Ok(ours), Ok(theirs)) => match difference(&ours, &theirs) {
                Some(difference) => Err(format!("{difference}, in\n{text}")),
                None => Ok(true),
            },
            (Err(_), Err(_)) => Ok(false),
            (Ok(_), Err(message)) => Err(format!("only gcc says {message}, to\n{text}")),
            (Err(message), Ok(_)) => Err(format!("only we say {message}, to\n{text}")),
        }
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn texts_that_try_each_rule() {
    if !gcc_is_there() {
        return;
    }
    let workshop = Workshop::new("rules");
    let mut wrong = Vec::new();
    for text in ALIKE {
        match workshop.is_alike(text, &[]) {
            Ok(_) => {}
            Err(difference) => wrong.push(difference),
        }
    }
    for text in CONTINUED {
        let (ours, theirs) = workshop.both(text, &[]);
        if ours.as_ref().map(|words| plain(words)) != theirs.as_ref().map(|words| plain(words)) {
            wrong.push(format!("{ours:?}, {theirs:?}, to\n{text}"));
        }
    }
    for (text, our_words, their_words) in GLUED {
        let (ours, theirs) = workshop.both(text, &[]);
        let ours = ours.map(|words| plain(&words));
        let theirs = theirs.map(|words| plain(&words));
        if ours.as_deref() != Ok(our_words) || theirs.as_deref() != Ok(their_words) {
            wrong.push(format!("{ours:?}, {theirs:?}, to\n{text}"));
        }
    }
    for text in REFUSED {
        match workshop.both(text, &[]) {
            (Err(_), Err(_)) => {}
            (ours, theirs) => wrong.push(format!("{ours:?}, {theirs:?}, to\n{text}")),
        }
    }
    for (text, message) in REFUSED_HERE {
        let (ours, theirs) = workshop.both(text, &[]);
        if ours.as_ref().err().map(String::as_str) != Some(message) || theirs.is_err() {
            wrong.push(format!("{ours:?}, {theirs:?}, to\n{text}"));
        }
    }
    for name in PREDEFINED {
        let (ours, _) = workshop.both(name, &[]);
        assert_eq!(ours, Ok(vec![((*name).to_owned(), Some(true))]));
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn macros_given_from_outside() {
    if !gcc_is_there() {
        return;
    }
    let workshop = Workshop::new("defines");
    let text = "N M E f(1) g\n#ifdef N\nyes\n#endif\n#if M\nno\n#endif\n#undef N\nN";
    for defines in [
        &["N"][..],
        &["N=5 6", "M=0"],
        &["E=", "N=M", "M=N"],
        &["f(x)=<x>", "g=a=b"],
        &["N", "N=2"],
    ] {
        if let Err(difference) = workshop.is_alike(text, defines) {
            panic!("{defines:?}: {difference}");
        }
    }
}

/// `QUOTIENT_RANDOM=10000` asks for more texts.
#[test]
fn random_texts() {
    if !gcc_is_there() {
        return;
    }
    let count = std::env::var("QUOTIENT_RANDOM").ok().and_then(|count| count.parse().ok());
    let workshop = Workshop::new("random");
    let mut understood = 0;
    for seed in 0..count.unwrap_or(100) {
        let text = random_text(&mut Numbers::new(seed));
        match workshop.is_alike(&text, &[]) {
            Ok(gives_words) => understood += usize::from(gives_words),
            Err(difference) => panic!("seed {seed}: {difference}"),
        }
    }
    assert!(understood > 20, "{understood}");
}

fn models(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            models(&path, files);
        } else if !path.extension().is_some_and(|e| e == "txt" || e == "tsv" || e == "readme") {
            files.push(path);
        }
    }
}

#[test]
fn every_model() {
    let mut files = Vec::new();
    for folder in ["../shared/models/promela", "../shared/models/topspin", "models/promela"] {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        models(&root.join(folder), &mut files);
    }
    if !gcc_is_there() {
        return;
    }
    let (mut compared, mut with_directives) = (0, 0);
    for file in &files {
        let (ours, theirs) = (ours(file, &ParseOptions::default()), theirs(file, &[]));
        let Ok(theirs) = theirs else { continue };
        let ours = ours.unwrap_or_else(|message| panic!("{}: {message}", file.display()));
        assert_eq!(difference(&ours, &theirs), None, "{}", file.display());
        compared += 1;
        let text = fs::read(file).expect("readable");
        with_directives += usize::from(text.starts_with(b"#") || contains(&text, b"\n#"));
    }
    eprintln!("{compared} of {} models compared, {with_directives} with directives", files.len());
    assert!(compared * 10 > files.len() * 9);
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}
