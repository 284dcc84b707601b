//! Scopes, and what names mean in them.

use std::collections::HashMap;
use std::sync::Arc;

use diagnostics::Span;

use crate::tree::Binding;

/// A scope, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Scope(usize);

/// What a name means.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    /// What a binding is.
    Bound(Binding),
    /// A module, by its place among the templates.
    Module(usize),
    /// What an instance, or a module without parameters, declares.
    Instance(Scope),
}

/// What a scope has of a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub meaning: Meaning,
    /// Where it is declared; none of an imported name.
    pub span: Option<Span>,
    /// Whether those outside a module see it.
    pub exported: bool,
}

struct Frame {
    names: HashMap<Arc<str>, Entry>,
    outer: Option<Scope>,
    /// Whether what only timed sections have is known in it.
    timed: bool,
    /// Whether it is a timed section, whose declarations belong to the list around it.
    section: bool,
}

/// Scopes within scopes.
pub(super) struct Scopes(Vec<Frame>);

impl Scopes {
    /// The scope of the script.
    pub const TOP: Scope = Scope(0);

    pub fn new() -> Scopes {
        Scopes(vec![Frame { names: HashMap::new(), outer: None, timed: false, section: false }])
    }

    /// A new scope in another one.
    pub fn within(&mut self, outer: Scope) -> Scope {
        let timed = self.0[outer.0].timed;
        self.0.push(Frame { names: HashMap::new(), outer: Some(outer), timed, section: false });
        Scope(self.0.len() - 1)
    }

    /// A new scope for what stands in a timed section.
    pub fn timed_within(&mut self, outer: Scope) -> Scope {
        let scope = self.within(outer);
        let frame = &mut self.0[scope.0];
        (frame.timed, frame.section) = (true, true);
        scope
    }

    /// The scope in which the declarations of a list are known, given the one in which they are resolved.
    pub fn list_of(&self, scope: Scope) -> Scope {
        let frame = &self.0[scope.0];
        match frame.outer {
            Some(outer) if frame.section => self.list_of(outer),
            _ => scope,
        }
    }

    pub fn is_timed(&self, scope: Scope) -> bool {
        self.0[scope.0].timed
    }

    /// Declares a name, or tells what else has it in the same scope.
    pub fn declare(&mut self, scope: Scope, name: &Arc<str>, entry: Entry) -> Result<(), Entry> {
        let names = &mut self.0[scope.0].names;
        if let Some(&other) = names.get(name) {
            return Err(other);
        }
        names.insert(Arc::clone(name), entry);
        Ok(())
    }

    /// What a name means, looked up from within.
    pub fn look_up(&self, scope: Scope, name: &str) -> Option<Entry> {
        let mut here = Some(scope);
        while let Some(Scope(place)) = here {
            let frame = &self.0[place];
            if let Some(entry) = frame.names.get(name) {
                return Some(*entry);
            }
            here = frame.outer;
        }
        None
    }

    /// What a name means before `::`, looked up from within: values do not hide modules.
    pub fn look_up_module(&self, scope: Scope, name: &str) -> Option<Entry> {
        let outer = |scope: &Scope| self.0[scope.0].outer;
        let mut scopes = std::iter::successors(Some(scope), outer);
        scopes.find_map(|scope| {
            self.own(scope, name).filter(|entry| !matches!(entry.meaning, Meaning::Bound(_)))
        })
    }

    /// What a name means in this very scope.
    pub fn own(&self, scope: Scope, name: &str) -> Option<Entry> {
        self.0[scope.0].names.get(name).copied()
    }

    /// The names that can be seen.
    pub fn visible(&self, scope: Scope) -> impl Iterator<Item = &str> {
        let outer = |scope: &Scope| self.0[scope.0].outer;
        let scopes = std::iter::successors(Some(scope), outer);
        scopes.flat_map(|Scope(place)| self.0[place].names.keys().map(|name| &**name))
    }
}
