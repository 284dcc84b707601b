//! The names that a text declares and where it uses them, for editors.
//!
//! Names are looked up as lowering does it, but all of them, and without a word about those that are not found: the text may have
//! mistakes. The body of an inline is looked at as it is expanded, at each call, so a name in it may mean several things.

mod bodies;
mod expressions;
mod guesses;
mod labels;
mod list;
mod texts;
mod units;
mod words;

use std::collections::HashMap;

use diagnostics::{FileId, Sources};
use model::Declared;

use crate::lower::Scopes;
use crate::options::ParseOptions;
use crate::parse::{Written, parse_as_written};
use labels::{Jumps, Reference};
use list::List;

/// The names that `main`, which must be in `sources`, and what it includes declare.
pub(crate) fn declared(
    sources: &mut Sources,
    main: FileId,
    options: &ParseOptions<'_>,
) -> Vec<Declared> {
    let Written { model, beside, macros, tokens, interner } =
        parse_as_written(sources, main, options);
    let mut resolver = Resolver::new(sources);
    resolver.macros(&macros);
    resolver.inlines(&beside.inlines);
    resolver.model(&model, &beside.units);
    resolver.references();
    resolver.beside(&beside);
    resolver.guesses(&tokens, &interner);
    resolver.list.finish()
}

/// What a name stands for: none of the list if it is made by a macro, so that it stands nowhere.
#[derive(Clone, Copy, Debug)]
struct Meaning<'a> {
    declared: Option<usize>,
    /// The name of its type, if it is a structure.
    structure: Option<&'a str>,
}

/// What belongs to a proctype, to `init`, or to a claim.
#[derive(Debug, Default)]
struct Owner<'a> {
    declared: Option<usize>,
    /// Its variables, wherever in it they are declared: of several of one name, the first.
    locals: HashMap<&'a str, Meaning<'a>>,
    /// Its labels: of several of one name, the one that others mean.
    labels: HashMap<&'a str, Option<usize>>,
}

/// Looks names up.
struct Resolver<'a> {
    list: List<'a>,
    scopes: Scopes<Meaning<'a>>,
    /// The mtype symbols.
    symbols: HashMap<&'a str, Option<usize>>,
    /// The inlines.
    inlines: HashMap<String, usize>,
    /// The kinds of `mtype`.
    kinds: HashMap<&'a str, usize>,
    /// The structures: what each is in the list, and its fields.
    structures: HashMap<&'a str, (Option<usize>, HashMap<&'a str, Meaning<'a>>)>,
    /// The proctypes and `init`, by their places among the owners.
    processes: HashMap<&'a str, usize>,
    owners: Vec<Owner<'a>>,
    /// Whose body is looked at.
    owner: Option<usize>,
    jumps: Jumps<'a>,
    /// What is said of other processes, to be looked up when all bodies are known.
    references: Vec<Reference<'a>>,
    /// Whether only declarations were seen so far in a body: later ones are statements.
    at_start: bool,
}

impl<'a> Resolver<'a> {
    fn new(sources: &'a Sources) -> Self {
        Resolver {
            list: List::new(sources),
            scopes: Scopes::default(),
            symbols: HashMap::new(),
            inlines: HashMap::new(),
            kinds: HashMap::new(),
            structures: HashMap::new(),
            processes: HashMap::new(),
            owners: Vec::new(),
            owner: None,
            jumps: Jumps::default(),
            references: Vec::new(),
            at_start: false,
        }
    }

    /// What the body that is looked at belongs to.
    fn around(&self) -> Option<usize> {
        self.owners.get(self.owner?)?.declared
    }
}
