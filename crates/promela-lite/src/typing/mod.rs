//! The type system. (Donaldson and Miller, *Automatic Symmetry Detection for Promela*, 2008, figures
//! 12 to 14.) Every error names the [`Rule`] that is violated.

mod declarations;
mod expressions;
mod guards;
mod order;
mod statements;

use std::collections::HashMap;

use diagnostics::{Diagnostic, Span};

use crate::ast;
use crate::rules::Rule;
use crate::scope::{Entry, Scope};
use crate::types::{TypeId, Types};

/// At most this many errors are reported.
const MAX_ERRORS: usize = 50;
/// The most processes that `init` may start: with itself there are 255, as in SPIN.
pub(crate) const MAX_PROCESSES: usize = 254;

/// What is known of a specification.
#[derive(Debug)]
pub(crate) struct Typed {
    pub types: Types,
    /// The names of channels and global variables.
    pub globals: Scope,
    /// For each proctype, its parameters and local variables.
    pub locals: Vec<Scope>,
    pub diagnostics: Vec<Diagnostic>,
}

/// Checks a specification, and a guard on whole states if one is sought.
pub(crate) fn check(model: &ast::Model, sought: Option<&ast::Expr>) -> Typed {
    let mut typing = Typing {
        model,
        processes: model.inits.first().map_or(0, |init| init.runs.len()),
        types: Types::new(),
        globals: Scope::default(),
        locals: Scope::default(),
        own: None,
        proctypes: HashMap::new(),
        diagnostics: Vec::new(),
    };
    let locals = typing.specification();
    if let Some(sought) = sought {
        typing.sought(sought);
    }
    let Typing { types, globals, diagnostics, .. } = typing;
    Typed { types, globals, locals, diagnostics }
}

struct Typing<'a> {
    model: &'a ast::Model,
    /// How many processes there are.
    processes: usize,
    types: Types,
    /// The names of channels and global variables.
    globals: Scope,
    /// The names of the proctype at hand.
    locals: Scope,
    /// The name of the proctype at hand.
    own: Option<&'a ast::Name>,
    /// For each proctype, its place and the types of its parameters.
    proctypes: HashMap<&'a str, (Span, Vec<Option<TypeId>>)>,
    diagnostics: Vec<Diagnostic>,
}

impl Typing<'_> {
    /// Says that a rule is violated.
    fn violated(&mut self, rule: Rule, span: Span, what: &str, help: impl Into<String>) {
        let diagnostic = Diagnostic::error(span, format!("{rule}: {what}")).help(help);
        self.say(diagnostic);
    }

    fn say(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MAX_ERRORS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// What a name stands for; an error if it stands for nothing.
    fn find(&mut self, name: &str, span: Span) -> Option<Entry> {
        let found = self.declared(name);
        if found.is_none() {
            let what = format!("`{name}` is not declared");
            let help = match listed(self.globals.names().chain(self.locals.names())) {
                // Figure 8: these are names like others.
                _ if matches!(name, "true" | "false") => {
                    "write a comparison, such as `0 == 0`".to_owned()
                }
                None => "nothing is declared".to_owned(),
                Some(names) => format!("declared are {names}"),
            };
            self.violated(Rule::Var, span, &what, help);
        }
        found
    }

    fn declared(&self, name: &str) -> Option<Entry> {
        self.locals.find(name).or_else(|| self.globals.find(name))
    }
}

/// Some names, for a message; none if there are none.
fn listed<'a>(names: impl Iterator<Item = &'a str>) -> Option<String> {
    const MOST: usize = 12;
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    let more = if names.len() > MOST { ", …" } else { "" };
    names.truncate(MOST);
    (!names.is_empty()).then(|| format!("`{}`{more}", names.join("`, `")))
}
