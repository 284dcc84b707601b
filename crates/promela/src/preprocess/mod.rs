//! The preprocessor: the part of `cpp` that models use, on tokens.
//!
//! SPIN hands every model to the C preprocessor first. This one gives the parser the same tokens
//! (a test compares the two on every model we have), but keeps their places: a token that came out
//! of a macro stands where the outermost macro was used.
//!
//! Macros are expanded as GNU `cpp` does it: expansions lie on a stack of contexts; a macro whose
//! expansion is on the stack is disabled, and its name, when met then, is never expanded again. So
//! recursive macros stop. Every token copied is charged to a budget, so that exponential macros
//! stop too.

#[cfg(test)]
mod against_cpp;
mod annotations;
mod condition;
mod directives;
mod expand;
mod files;
mod line;
mod macros;
mod output;
#[cfg(test)]
mod tests;
mod value;
mod written;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::rc::Rc;

use detection::scalarset::Scalarset;
use diagnostics::{Diagnostic, FileId, Sources, Span};
use files::{OpenFile, Text};
use macros::Macro;

use crate::lex::{Interner, Symbol, Token};
use crate::options::ParseOptions;
pub(crate) use expand::count;
pub(crate) use macros::shorten;
pub(crate) use written::{MacroText, MacroTexts, ParameterText};

/// The greatest number of tokens that a model may have, after preprocessing.
pub(crate) const MAX_TOKENS: usize = 2_000_000;
/// The greatest total length in bytes of these tokens.
pub(crate) const MAX_TEXT: usize = 64 << 20;
/// How many tokens all macro expansions, and files that are included again, may copy together.
const MAX_STEPS: usize = 2_000_000;
/// How many errors the preprocessor reports at most, and how many warnings.
const MAX_MESSAGES: usize = 20;

/// A preprocessed model.
#[derive(Debug)]
pub(crate) struct Preprocessed {
    /// Its tokens, the last one `Eof`.
    pub(crate) tokens: Vec<Token>,
    /// Their texts.
    pub(crate) interner: Interner,
    /// What was wrong.
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// A limit was reached: the tokens are incomplete.
    pub(crate) stopped: bool,
    /// The scalarsets that its annotations declare.
    pub(crate) scalarsets: Vec<Scalarset>,
}

/// An expansion (or an argument, or a token that was put back) that is being read.
struct Context {
    tokens: Rc<[Token]>,
    position: usize,
    /// The macro that stays disabled while this is read.
    expansion_of: Option<Rc<Macro>>,
}

struct Preprocessor<'a> {
    sources: &'a mut Sources,
    options: &'a ParseOptions<'a>,
    interner: Interner,
    macros: HashMap<Symbol, Rc<Macro>>,
    /// The files that are being read, the innermost last.
    files: Vec<OpenFile>,
    /// Files that have been read once, by path.
    loaded: HashMap<PathBuf, (FileId, Text)>,
    /// Files that say `#pragma once`.
    once: HashSet<PathBuf>,
    contexts: Vec<Context>,
    /// Flags that the next token out of [`Preprocessor::next`] takes over.
    pending: u8,
    /// Flags that the next token read from a file takes over.
    pending_in_file: u8,
    /// How deep arguments within arguments are being expanded.
    nesting: usize,
    /// How many tokens the files that were read have together.
    lexed: usize,
    /// How much work may still be done.
    budget: usize,
    stopped: bool,
    diagnostics: Vec<Diagnostic>,
    output: Vec<Token>,
    output_text: usize,
    scalarsets: Vec<Scalarset>,
    /// What macros there are and where they are used, if that is asked; tokens then keep the places where they are written.
    written: Option<MacroTexts>,
}

/// Preprocesses the file `main` and everything it includes.
pub(crate) fn preprocess(
    sources: &mut Sources,
    main: FileId,
    options: &ParseOptions<'_>,
) -> Preprocessed {
    run(sources, main, options, None).0
}

/// The same, with what macros there are. A token out of a macro still stands where the outermost macro was used, but is said to
/// be written where the macro is defined.
pub(crate) fn preprocess_as_written(
    sources: &mut Sources,
    main: FileId,
    options: &ParseOptions<'_>,
) -> (Preprocessed, MacroTexts) {
    let (preprocessed, written) = run(sources, main, options, Some(MacroTexts::default()));
    (preprocessed, written.unwrap_or_default())
}

fn run(
    sources: &mut Sources,
    main: FileId,
    options: &ParseOptions<'_>,
    written: Option<MacroTexts>,
) -> (Preprocessed, Option<MacroTexts>) {
    let mut preprocessor = Preprocessor {
        sources,
        options,
        interner: Interner::new(),
        macros: HashMap::new(),
        files: Vec::new(),
        loaded: HashMap::new(),
        once: HashSet::new(),
        contexts: Vec::new(),
        pending: 0,
        pending_in_file: 0,
        nesting: 0,
        lexed: 0,
        budget: MAX_STEPS,
        stopped: false,
        diagnostics: Vec::new(),
        output: Vec::new(),
        output_text: 0,
        scalarsets: Vec::new(),
        written,
    };
    preprocessor.predefine();
    preprocessor.open_appended();
    preprocessor.open_main(main);
    while let Some(token) = preprocessor.next(None) {
        preprocessor.emit(token);
    }
    preprocessor.finish(main);
    let preprocessed = Preprocessed {
        tokens: preprocessor.output,
        interner: preprocessor.interner,
        diagnostics: preprocessor.diagnostics,
        stopped: preprocessor.stopped,
        scalarsets: preprocessor.scalarsets,
    };
    (preprocessed, preprocessor.written)
}

impl Preprocessor<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        let alike = self.diagnostics.iter().filter(|d| d.severity == diagnostic.severity).count();
        if alike < MAX_MESSAGES && !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports an error after which nothing more is read.
    fn stop(&mut self, diagnostic: Diagnostic) {
        if !self.stopped {
            self.stopped = true;
            self.diagnostics.push(diagnostic);
        }
    }

    /// Charges work to the budget; false when the budget is used up.
    fn charge(&mut self, steps: usize, span: Span) -> bool {
        self.budget = self.budget.saturating_sub(steps);
        if self.budget == 0 {
            self.stop(
                Diagnostic::error(span, "the macros of this model expand to too much text")
                    .help("a macro that uses others twice doubles its text at each level"),
            );
        }
        !self.stopped
    }
}
