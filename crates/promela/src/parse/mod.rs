//! The parser: recursive descent over preprocessed tokens, with SPIN's grammar.
//!
//! It never fails: the tree holds what was understood, the diagnostics say what was not. Depth is
//! limited everywhere (in the parser and in the tree it builds), so that no later walk over the
//! tree can overflow the stack either.

mod beside;
mod communication;
mod cursor;
mod declarations;
mod expressions;
mod formula;
mod formulas_last;
mod inlines;
mod meant;
mod operators;
mod quantified;
mod receive;
mod recovery;
mod sequences;
mod statements;
mod units;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

pub(crate) use beside::{Beside, InlineText, UnitPlace};
use cursor::Cursor;
pub(crate) use declarations::basic_type;
use detection::scalarset::Scalarset;
use diagnostics::{Diagnostic, FileId, Severity, Sources, Span};
use formulas_last::formulas_last;
use inlines::{Call, InlineDefinition, ReturnTarget};
use quantified::Beginners;
use sequences::Open;
use syntax::{Mistake, Parse};

use crate::ast::Model;
use crate::lex::{Interner, Kind, Symbol, Token};
use crate::options::ParseOptions;
use crate::preprocess::{self, MacroText, Preprocessed};

/// How many errors are reported before parsing stops.
const MAX_ERRORS: usize = 20;
/// How deep parentheses may be nested; a statement within a statement counts twice, so that these
/// may be 100 deep.
const MAX_NESTING: usize = 200;
/// How deep the tree of one expression may be; a chain of `n` operators is `n` deep.
const MAX_EXPRESSION_DEPTH: usize = 2000;

/// A parsed model.
#[derive(Debug)]
pub struct Parsed {
    /// What was understood.
    pub model: Model,
    /// What was not; the model is complete if none of them is an error.
    pub diagnostics: Vec<Diagnostic>,
    /// The scalarsets that its annotations declare.
    pub scalarsets: Vec<Scalarset>,
}

/// Preprocesses and parses the file `main`, which must be in `sources`; the files it includes are
/// added there.
#[must_use]
pub fn parse(sources: &mut Sources, main: FileId, options: &ParseOptions<'_>) -> Parsed {
    parse_for(sources, main, options, Claims::Wanted)
}

/// What becomes of `ltl` formulas that are ill-formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Claims {
    /// They are errors.
    Wanted,
    /// They are left out, with a warning: no claim is made of any.
    LeftOut,
}

/// The same with or without claims.
pub(crate) fn parse_for(
    sources: &mut Sources,
    main: FileId,
    options: &ParseOptions<'_>,
    claims: Claims,
) -> Parsed {
    let mut preprocessed = preprocess::preprocess(sources, main, options);
    let scalarsets = std::mem::take(&mut preprocessed.scalarsets);
    let mut parser = parser(sources, preprocessed, claims);
    let model = parser.model();
    let mut diagnostics = parser.diagnostics;
    diagnostics.sort_by_key(|d| d.primary().is_none_or(|s| s.file != main));
    Parsed { model, diagnostics, scalarsets }
}

/// A text as it is written, for editors: what was understood of it, with names where they are written.
pub(crate) struct Written {
    /// The tree.
    pub(crate) model: Model,
    /// What the tree does not keep.
    pub(crate) beside: Beside,
    /// The macros.
    pub(crate) macros: Vec<MacroText>,
    /// What the parser has read.
    pub(crate) tokens: Vec<Token>,
    /// The texts of that.
    pub(crate) interner: Interner,
}

/// The same for editors: a name out of a macro has its place in the macro's definition.
pub(crate) fn parse_as_written(
    sources: &mut Sources,
    main: FileId,
    options: &ParseOptions<'_>,
) -> Written {
    let (preprocessed, macros) = preprocess::preprocess_as_written(sources, main, options);
    let tokens = preprocessed.tokens.clone();
    let mut parser = parser(sources, preprocessed, Claims::Wanted);
    let model = parser.model();
    let Parser { beside, interner, .. } = parser;
    Written { model, beside, macros: macros.into_macros(), tokens, interner }
}

/// A parser at the beginning of some tokens.
fn parser(sources: &Sources, preprocessed: Preprocessed, claims: Claims) -> Parser<'_> {
    let Preprocessed { tokens, interner, diagnostics, stopped, .. } = preprocessed;
    Parser {
        sources,
        interner,
        started: started(&tokens),
        beginners: Vec::new(),
        cursor: Cursor::new(formulas_last(tokens).into()),
        claims,
        in_formula: false,
        in_body: false,
        parens: 0,
        known: HashMap::new(),
        calls: Vec::new(),
        return_target: None,
        expanded: 0,
        expanded_text: 0,
        nesting: 0,
        open: Open::default(),
        child_depth: 0,
        warnings: 0,
        halted: stopped,
        errors: 0,
        last_error: None,
        diagnostics,
        beside: Beside::default(),
    }
}

/// The names after `run`.
fn started(tokens: &[Token]) -> HashSet<Symbol> {
    let pairs = tokens.windows(2).filter(|pair| pair[0].kind == Kind::Run);
    pairs.map(|pair| pair[1].symbol).collect()
}

/// What a name is known to be; SPIN's lexer tells these apart, so its grammar depends on them.
#[derive(Clone, Debug)]
enum Known {
    Typedef,
    Proctype,
    Mtype,
    Inline(Rc<InlineDefinition>),
}

impl Known {
    fn describe(&self) -> &'static str {
        match self {
            Known::Typedef => "a type",
            Known::Proctype => "a proctype",
            Known::Mtype => "an mtype symbol",
            Known::Inline(_) => "an inline",
        }
    }
}

struct Parser<'a> {
    sources: &'a Sources,
    interner: Interner,
    cursor: Cursor,
    claims: Claims,
    /// In the formula of an `ltl` block.
    in_formula: bool,
    /// In a body or a `typedef`: line breaks may end statements.
    in_body: bool,
    /// How many parentheses are open: within them, line breaks mean nothing.
    parens: usize,
    known: HashMap<Symbol, Known>,
    /// The processes that run from the beginning, as far as they were read.
    beginners: Vec<Beginners>,
    /// The proctypes that some `run` starts.
    started: HashSet<Symbol>,
    /// The inlines that are being expanded, the innermost last.
    calls: Vec<Call>,
    /// What `return` assigns to.
    return_target: Option<ReturnTarget>,
    /// How many tokens and bytes of text inlines have expanded to.
    expanded: usize,
    expanded_text: usize,
    nesting: usize,
    /// Which `if` and `do` are open.
    open: Open,
    /// How deep the expressions within the operand being parsed are.
    child_depth: usize,
    warnings: usize,
    /// Too many errors, or one that ends everything: only the end of the text is seen now.
    halted: bool,
    errors: usize,
    /// Where the last error was, to say nothing twice.
    last_error: Option<Span>,
    diagnostics: Vec<Diagnostic>,
    beside: Beside,
}

impl Parser<'_> {
    /// Reports an error. A second one at the same place is dropped: it is a consequence of the first.
    fn report(&mut self, mut diagnostic: Diagnostic) -> Mistake {
        let place = diagnostic.primary();
        if self.halted || (place.is_some() && place == self.last_error) {
            return Mistake;
        }
        if self.in_formula && self.claims == Claims::LeftOut {
            self.warn(left_out(diagnostic));
            return Mistake;
        }
        self.last_error = place;
        // The same body is parsed at each call of an inline: one report is enough.
        if !self.calls.is_empty()
            && self
                .diagnostics
                .iter()
                .any(|d| d.message == diagnostic.message && d.primary() == diagnostic.primary())
        {
            return Mistake;
        }
        for call in self.calls.iter().rev() {
            diagnostic =
                diagnostic.label(call.span, format!("in this call of inline `{}`", call.text));
        }
        self.diagnostics.push(diagnostic);
        self.errors += 1;
        if self.errors >= MAX_ERRORS {
            self.halted = true;
            if let Some(span) = place {
                self.diagnostics.push(Diagnostic::note(
                    span,
                    format!("{MAX_ERRORS} errors found: the rest of the text was not looked at"),
                ));
            }
        }
        Mistake
    }

    /// Reports a warning, unless there are very many.
    fn warn(&mut self, warning: Diagnostic) {
        if self.warnings < MAX_ERRORS && !self.diagnostics.contains(&warning) {
            self.warnings += 1;
            self.diagnostics.push(warning);
        }
    }

    /// Reports an error after which nothing more is read.
    fn halt(&mut self, diagnostic: Diagnostic) -> Mistake {
        self.in_formula = false;
        self.report(diagnostic);
        self.halted = true;
        Mistake
    }

    /// Runs a part of the parser one level deeper.
    fn nested<T>(&mut self, part: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.nesting >= MAX_NESTING {
            let span = self.span();
            return Err(self.halt(Diagnostic::error(span, "nested too deeply").help(format!(
                "parentheses may be nested {MAX_NESTING} deep, statements {} deep",
                MAX_NESTING / 2
            ))));
        }
        self.nesting += 1;
        let result = part(self);
        self.nesting -= 1;
        result
    }

    /// What a name is known to be.
    fn known(&self, kind: Kind, symbol: Symbol) -> Option<&Known> {
        if kind == Kind::Identifier { self.known.get(&symbol) } else { None }
    }

    /// The line on which something stands, for messages.
    fn line(&self, span: Span) -> usize {
        self.sources.line_column(span).0
    }
}

/// What is wrong with a formula of which no claim is made.
fn left_out(problem: Diagnostic) -> Diagnostic {
    let message = format!("this formula is left out: {}", problem.message);
    Diagnostic { severity: Severity::Warning, message, ..problem }
}
