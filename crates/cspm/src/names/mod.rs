//! Which declaration each name means, and modules opened out.
//!
//! Afterwards every use of a name has the [`Binding`] of its declaration. Modules are gone but for those with parameters, which stay for
//! their types to be checked once: what a module without parameters declares, and what each instance declares anew, stands in the
//! list of declarations like everything else there, under qualified names. Parameters of an instance are values that it declares.

mod declarations;
mod defined;
mod expressions;
mod modules;
mod patterns;
mod scopes;
mod uses;

use std::sync::Arc;

use diagnostics::{Diagnostic, Span};

use crate::builtin::Builtin;
use crate::tree::{Binding, Name, Script};
use scopes::Scopes;

pub(crate) use uses::Use;

/// What a declaration binds.
#[derive(Clone, Debug)]
pub struct Bound {
    /// Its name, with the instance it belongs to: `I::x`.
    pub name: Arc<str>,
    /// Where it is bound; none of a built-in name.
    pub span: Option<Span>,
    /// What it is.
    pub kind: BoundKind,
}

/// What a name is, as far as its declaration tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoundKind {
    /// It is there without being declared.
    Builtin,
    /// A channel.
    Channel,
    /// A constructor of a datatype.
    Constructor,
    /// A datatype, as the set of its values.
    Datatype,
    /// A function or a value, a parameter, or another set.
    Value,
}

impl BoundKind {
    /// Whether the name means this one thing in patterns, too.
    #[must_use]
    pub fn is_constant(self) -> bool {
        matches!(self, BoundKind::Channel | BoundKind::Constructor)
    }
}

/// An instance of a module with parameters.
#[derive(Clone, Debug)]
pub struct Instance {
    /// Its name, behind those of the instances that it is in.
    pub name: Vec<Arc<str>>,
    /// Where the values of its parameters stand, each of which is a declaration of its own.
    pub arguments: Vec<Span>,
}

/// All that is bound, in the order of [`Binding`].
#[derive(Clone, Debug)]
pub struct Bindings {
    bound: Vec<Bound>,
    /// The instances of modules with parameters.
    pub instances: Vec<Instance>,
    /// The functions that are imported somewhere: in the script, in a module that is opened out, in a let.
    imported: Vec<Builtin>,
}

impl Bindings {
    fn new() -> Bindings {
        let builtin = |builtin: &Builtin| Bound {
            name: builtin.text().into(),
            span: None,
            kind: BoundKind::Builtin,
        };
        Bindings {
            bound: Builtin::ALL.iter().map(builtin).collect(),
            instances: Vec::new(),
            imported: Vec::new(),
        }
    }

    /// Whether a function is imported somewhere.
    #[must_use]
    pub fn import(&self, builtin: Builtin) -> bool {
        self.imported.contains(&builtin)
    }

    /// What a binding is.
    #[must_use]
    pub fn get(&self, binding: Binding) -> &Bound {
        &self.bound[binding.0 as usize]
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.bound.len()
    }

    /// Whether there are none, which is never so.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bound.is_empty()
    }

    fn add(&mut self, bound: Bound) -> Binding {
        let binding = Binding(u32::try_from(self.bound.len()).expect("fewer than 2^32 names"));
        self.bound.push(bound);
        binding
    }
}

/// Resolves the names of a script in place: what is bound, and what is wrong.
pub fn resolve(script: &mut Script) -> (Bindings, Vec<Diagnostic>) {
    let resolver = resolved(script);
    (resolver.bindings, resolver.diagnostics)
}

/// The same, whatever is wrong: what is bound, and where it is used.
pub(crate) fn resolve_uses(script: &mut Script) -> (Bindings, Vec<Use>) {
    let resolver = resolved(script);
    (resolver.bindings, resolver.uses)
}

fn resolved(script: &mut Script) -> Resolver {
    let mut resolver = Resolver {
        bindings: Bindings::new(),
        scopes: Scopes::new(),
        modules: Vec::new(),
        instances: Vec::new(),
        opened: 0,
        prefix: Vec::new(),
        uses: Vec::new(),
        diagnostics: Vec::new(),
    };
    let declarations = std::mem::take(&mut script.declarations);
    script.declarations = resolver.list(declarations, Scopes::TOP);
    resolver
}

/// More mistakes than this help nobody.
const MOST_DIAGNOSTICS: usize = 100;

struct Resolver {
    bindings: Bindings,
    scopes: Scopes,
    modules: Vec<modules::Template>,
    /// The modules that are being opened out, outermost first.
    instances: Vec<usize>,
    /// How many modules were opened out.
    opened: usize,
    /// The names of the instances that are being declared, outermost first.
    prefix: Vec<Arc<str>>,
    uses: Vec<Use>,
    diagnostics: Vec<Diagnostic>,
}

impl Resolver {
    fn say(&mut self, diagnostic: Diagnostic) {
        if self.diagnostics.len() < MOST_DIAGNOSTICS {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Binds a name that stands in a declaration or a pattern.
    fn bind(&mut self, name: &mut Name, kind: BoundKind) -> Binding {
        name.qualifiers.clone_from(&self.prefix);
        let bound = Bound { name: name.to_string().into(), span: Some(name.span), kind };
        let binding = self.bindings.add(bound);
        name.binding = Some(binding);
        binding
    }
}
