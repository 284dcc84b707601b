//! In which datatypes a script is symmetric, as far as its text tells.
//!
//! A script that is *constant-free* for a part of a datatype names none of its values and sees no order of them, so that to permute
//! them permutes what the script means: T. Gibson-Robinson and G. Lowe, *Symmetry reduction in CSP model checking* (2019),
//! Definition 23 and Proposition 24. As in FDR, what counts is what an expression refers to, however indirectly; whoever declares
//! something in vain breaks no symmetry by it. The values that are permuted are those of constructors that carry nothing.
//!
//! Three things break the symmetry in a datatype:
//! - a constructor of it, in an expression, a pattern or a `subtype`. Its own values stay in their places then, and all others of the
//!   type may still be permuted. A constructor that carries fields counts wherever it is named: its values are told apart by them.
//! - an order of its values that is [seen](crate::types::Orders), or one of values that hold some of them: events, say.
//! - a compression that chooses among transitions (`chase`, `deter`): it breaks every symmetry.
//!
//! The arguments of `error` do not count, since what they say ends everything.
//!
//! Three things are stricter than in FDR, whose rules let them pass, although two of them can break a symmetry:
//! - an order of values that hold others, or of tuples that are compared by `<`, is one of those others, too;
//! - who names `Events` names all channels, whose fields may be given by constants;
//! - to FDR a constructor with fields is no constant.
//!
//! What is looked at for each datatype is linear in the size of the script. Types are only looked at where an order is seen.

mod definitions;
mod reasons;
mod required;
mod told;

use std::sync::Arc;

use diagnostics::Span;

use crate::script::Script;
use crate::stack::with_large_stack;
use crate::tree::{Binding, Expression};
use definitions::Definitions;

pub use reasons::{Cause, Link, LinkKind, Reason};
pub(crate) use required::unmet;

/// Whether some expressions are symmetric in a datatype.
#[derive(Clone, Debug)]
pub struct TypeSymmetry {
    /// The datatype.
    pub datatype: Binding,
    /// Its name.
    pub name: Arc<str>,
    /// Where that is declared.
    pub span: Span,
    /// Its constructors, in the order of its declaration.
    pub constructors: Vec<ConstructorOf>,
    /// In which of its values they are symmetric.
    pub verdict: Symmetry,
}

impl TypeSymmetry {
    fn has_fields(&self, constructor: Binding) -> bool {
        self.constructors.iter().any(|one| one.binding == constructor && one.has_fields)
    }
}

/// A constructor of a datatype.
#[derive(Clone, Debug)]
pub struct ConstructorOf {
    /// The constructor.
    pub binding: Binding,
    /// Its name.
    pub name: Arc<str>,
    /// Whether it carries fields. It is no value then, and nothing that could be permuted.
    pub has_fields: bool,
}

/// In which values of a datatype expressions are symmetric.
#[derive(Clone, Debug)]
pub enum Symmetry {
    /// In all.
    Full,
    /// In all but those of some constructors.
    Subtype {
        /// These, in the order of their declaration; not all there are.
        without: Vec<Constant>,
    },
    /// In none.
    None {
        /// Why.
        reasons: Vec<Reason>,
    },
}

/// A constructor that is named, so that its values stay in their places.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The constructor.
    pub constructor: Binding,
    /// Its name.
    pub name: Arc<str>,
    /// Where it is named, and how that is come by.
    pub reason: Reason,
}

/// In which datatypes of a script some expressions of it are symmetric, all of them together: each type has its verdict, in the order
/// of their declarations.
#[must_use]
pub fn symmetry_of(script: &Script, roots: &[&Expression]) -> Vec<TypeSymmetry> {
    with_large_stack(|_| {
        let mut definitions = Definitions::of(script);
        let root = definitions.add_root(script, roots);
        definitions.symmetry_from(script, root)
    })
}
