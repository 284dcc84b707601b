//! Types of scripts: inferred, and checked.
//!
//! The type system is that of FDR: Hindley and Milner's, with constraints, and with dots (T. Gibson-Robinson's type checker, which is
//! that of FDR3 and FDR4). What is declared at the top is generalised, group by group; what `let` declares is only where a type is
//! written beside it.
//!
//! After a mistake the rest of the declaration is left; what it defines then agrees with everything, so that one mistake gives one
//! message.

mod annotation;
mod assertions;
mod blame;
mod builtin;
mod clauses;
mod collections;
mod constraint;
mod datatypes;
mod declarations;
mod dots;
mod expressions;
mod groups;
mod messages;
mod orders;
mod patterns;
mod prefix;
mod print;
mod processes;
mod scheme;
mod store;
mod timed;
mod unify;
mod uses;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use diagnostics::{Diagnostic, Span};

use crate::names::Bindings;
use crate::tree::{Binding, Script};
use constraint::Constraint;
use print::Printer;
use scheme::Scheme;
use store::{Form, Store, TypeId, Unified};
use timed::Tock;

pub use orders::{Occurrence, Orders, Reached, Shown};

/// More mistakes than this help nobody.
const MOST_DIAGNOSTICS: usize = 100;

/// The types of a script.
#[derive(Debug)]
pub struct Typing<'b> {
    store: Store,
    schemes: HashMap<Binding, Scheme>,
    bindings: &'b Bindings,
    /// What the constructors of datatypes carry.
    fields: HashMap<Binding, Vec<TypeId>>,
    instances: Vec<Instance>,
    compared: Vec<Comparison>,
    /// What is wrong.
    pub diagnostics: Vec<Diagnostic>,
}

impl Typing<'_> {
    /// The type of what a name is bound to, as it is written in scripts; none where none was found.
    #[must_use]
    pub fn show(&mut self, binding: Binding) -> Option<String> {
        let scheme = self.schemes.get(&binding)?;
        Some(Printer::new(&mut self.store, self.bindings).scheme(scheme))
    }

    /// What is a process once it was given so many groups of arguments, which may be none.
    #[must_use]
    pub fn processes(&mut self) -> HashMap<Binding, usize> {
        let Typing { store, schemes, .. } = self;
        let of = |(&binding, scheme): (&Binding, &Scheme)| {
            Some((binding, store.groups_before_process(scheme.of)?))
        };
        schemes.iter().filter_map(of).collect()
    }
}

/// A use of what is of any of several types.
#[derive(Debug)]
struct Instance {
    binding: Binding,
    place: Occurrence,
    /// Which types were chosen for the variables of its scheme, in their order.
    chosen: Vec<TypeId>,
}

/// A comparison by `<` and the like.
#[derive(Debug)]
struct Comparison {
    place: Occurrence,
    /// The type of what is compared.
    of: TypeId,
}

/// Finds the types of a script whose names are resolved.
#[must_use]
pub fn check<'b>(script: &Script, bindings: &'b Bindings) -> Typing<'b> {
    let mut checker = Checker {
        store: Store::new(),
        bindings,
        schemes: HashMap::new(),
        annotated: HashMap::new(),
        variables: Vec::new(),
        datatypes: HashSet::new(),
        fields: HashMap::new(),
        templates: Vec::new(),
        tock: Tock::Absent,
        instances: Vec::new(),
        compared: Vec::new(),
        owner: None,
        diagnostics: Vec::new(),
        mistaken: HashSet::new(),
    };
    checker.builtins();
    checker.script(&script.declarations);
    let Checker { store, schemes, fields, instances, compared, diagnostics, .. } = checker;
    Typing { store, schemes, bindings, fields, instances, compared, diagnostics }
}

/// A result, or what is wrong.
type Checked<T> = Result<T, Box<Diagnostic>>;

struct Checker<'b> {
    store: Store,
    bindings: &'b Bindings,
    /// The types of names; of local ones, and within a group of declarations, of a single type.
    schemes: HashMap<Binding, Scheme>,
    /// The types that annotations give to what is being defined.
    annotated: HashMap<Binding, annotation::Annotated>,
    /// The type variables of the annotations of what is being defined, outermost first.
    variables: Vec<HashMap<Arc<str>, TypeId>>,
    datatypes: HashSet<Binding>,
    /// What the constructors of datatypes carry.
    fields: HashMap<Binding, Vec<TypeId>>,
    tock: Tock,
    /// Where what is of any of several types is used.
    instances: Vec<Instance>,
    compared: Vec<Comparison>,
    /// What the declaration defines that is being checked: the first name, if it has any.
    owner: Option<Binding>,
    /// The modules with parameters that were checked as nobody's instance.
    templates: Vec<Span>,
    diagnostics: Vec<Diagnostic>,
    /// Where there are mistakes: what a module and its instances share is reported once.
    mistaken: HashSet<Span>,
}

impl Checker<'_> {
    fn say(&mut self, diagnostic: Diagnostic) {
        let new = diagnostic.primary().is_none_or(|span| self.mistaken.insert(span));
        if new && self.diagnostics.len() < MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Makes two types one: what is expected somewhere, and what was found there.
    fn unify(&mut self, span: Span, expected: TypeId, found: TypeId) -> Checked<()> {
        self.store.place = span;
        let result = self.store.unify(expected, found);
        result.map_err(|why| self.mismatch(span, expected, found, why))
    }

    /// Demands something of the type of what stands somewhere.
    fn constrain(&mut self, span: Span, constraint: Constraint, of: TypeId) -> Checked<()> {
        self.store.place = span;
        let result = self.store.constrain(constraint, of);
        result.map_err(|why| self.lacking(span, of, why))
    }

    /// What a step on the type of what stands somewhere gives.
    fn at<T>(
        &mut self,
        span: Span,
        of: TypeId,
        step: impl FnOnce(&mut Store) -> Unified<T>,
    ) -> Checked<T> {
        self.store.place = span;
        let result = step(&mut self.store);
        result.map_err(|why| self.lacking(span, of, why))
    }

    /// A type with all dots in it reduced.
    fn evaluated(&mut self, span: Span, of: TypeId) -> Checked<TypeId> {
        self.at(span, of, |store| store.evaluated(of))
    }

    /// The type of a name where it is used.
    fn use_of(&mut self, span: Span, binding: Option<Binding>) -> Checked<TypeId> {
        let scheme = binding.and_then(|binding| self.schemes.get(&binding)).cloned();
        let (Some(binding), Some(scheme)) = (binding, scheme) else { return Ok(Store::UNKNOWN) };
        let (of, chosen) = self.at(span, scheme.of, |store| store.instantiate(&scheme))?;
        if !chosen.is_empty() {
            let place = Occurrence { owner: self.owner, span };
            self.instances.push(Instance { binding, place, chosen });
        }
        Ok(of)
    }

    /// A set of values of a type.
    fn set_of(&mut self, element: TypeId) -> TypeId {
        self.store.add(Form::Set(element))
    }

    fn sequence_of(&mut self, element: TypeId) -> TypeId {
        self.store.add(Form::Sequence(element))
    }
}
