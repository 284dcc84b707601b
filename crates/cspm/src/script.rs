//! A script that was read: its tree, what its names mean, and what it asserts.

use std::collections::HashMap;

use diagnostics::{Diagnostic, FileId, Sources, Span};

use crate::builtin::Builtin;
use crate::include::Reader;
use crate::names::{Bindings, resolve};
use crate::parse::{parse, parse_types};
use crate::stack::with_large_stack;
use crate::tree::{
    self, Assertion, AssertionKind, AssertionOption, Declaration, DeclarationKind, ProcessProperty,
};
use crate::types::Orders;

/// A script that means something.
#[derive(Debug)]
pub struct Script {
    /// The declarations, with their names resolved.
    pub tree: tree::Script,
    /// What the names are.
    pub bindings: Bindings,
    /// Where it sees an order of values that it did not give them.
    pub orders: Orders,
    /// What it asserts, in the order of the text.
    pub asserted: Vec<Asserted>,
    /// What it prints, in the order of the text.
    pub printed: Vec<PrintStatement>,
}

/// An assertion.
#[derive(Clone, Debug)]
pub struct Asserted {
    /// Its text, without `assert`, on one line. No two assertions of a script have the same.
    pub name: String,
    /// What it says.
    pub assertion: Assertion,
    /// Where it stands.
    pub span: Span,
}

impl Asserted {
    /// The process that it is about: of a refinement the implementation.
    #[must_use]
    pub fn process(&self) -> &tree::Expression {
        match &self.assertion.kind {
            AssertionKind::Refinement { implementation: process, .. }
            | AssertionKind::Property { process, .. }
            | AssertionKind::HasTrace { process, .. }
            | AssertionKind::Symmetric { process, .. } => process,
        }
    }

    /// All expressions that it is about: processes, the events of a trace, those that τ has priority over.
    #[must_use]
    pub fn expressions(&self) -> Vec<&tree::Expression> {
        let mut found = vec![self.process()];
        match &self.assertion.kind {
            AssertionKind::Refinement { specification, .. } => found.push(specification),
            AssertionKind::HasTrace { trace, .. } => found.extend(trace),
            AssertionKind::Property { .. } | AssertionKind::Symmetric { .. } => (),
        }
        found.extend(self.assertion.options.iter().filter_map(|option| match option {
            AssertionOption::TauPriority(events) => Some(events),
            AssertionOption::PartialOrderReduce | AssertionOption::SymmetryReduce(_) => None,
        }));
        found
    }

    /// Its kind, as in the JSON output.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match &self.assertion.kind {
            AssertionKind::Refinement { .. } => "refinement",
            AssertionKind::Property { property, .. } => match property {
                ProcessProperty::DeadlockFree => "deadlock",
                ProcessProperty::DivergenceFree => "divergence",
                ProcessProperty::Deterministic => "determinism",
            },
            AssertionKind::HasTrace { .. } => "trace",
            AssertionKind::Symmetric { .. } => "symmetry",
        }
    }
}

/// Something to be printed.
#[derive(Clone, Debug)]
pub struct PrintStatement {
    /// Its text.
    pub text: String,
    /// What it says.
    pub value: tree::Expression,
}

/// A source with more than the script says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Assertions, and expressions to be printed.
    Declarations(FileId),
    /// Datatypes: an assertion that has these in its `:[symmetry reduce]:`, and says nothing else.
    Types(FileId),
}

impl Script {
    /// Reads a script. The sources get what it includes. What is asked for is understood as if it stood at the end of the script.
    ///
    /// # Errors
    /// What is wrong with it: syntax, then names, then types, each only if there is nothing wrong with those before.
    pub fn load(
        sources: &mut Sources,
        file: FileId,
        asked: &[Asked],
        read: &mut Reader<'_>,
    ) -> Result<(Script, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (mut tree, mut said) = parse(sources, file, read);
        for &asked in asked {
            let (mut more, mistakes) = match asked {
                Asked::Declarations(file) => parse(sources, file, read),
                Asked::Types(file) => parse_types(sources, file, read),
            };
            tree.declarations.append(&mut more.declarations);
            said.extend(mistakes);
        }
        if said.iter().any(Diagnostic::is_error) {
            return Err(said);
        }
        let (bindings, mistakes) = with_large_stack(|_| resolve(&mut tree));
        said.extend(mistakes);
        if said.iter().any(Diagnostic::is_error) {
            return Err(said);
        }
        let (mistakes, processes, orders) = with_large_stack(|_| {
            let mut typing = crate::types::check(&tree, &bindings);
            (std::mem::take(&mut typing.diagnostics), typing.processes(), typing.orders())
        });
        said.extend(mistakes);
        tree.processes = processes;
        if said.iter().any(Diagnostic::is_error) {
            return Err(said);
        }
        let (asserted, printed) = with_large_stack(|_| {
            (asserted(&tree.declarations, sources), printed(&tree.declarations))
        });
        Ok((Script { tree, bindings, orders, asserted, printed }, said))
    }

    /// Whether it knows compressions that choose among transitions. Which they choose depends on the order in which terms were met, so
    /// that each assertion begins with none.
    #[must_use]
    pub fn chooses(&self) -> bool {
        let choosing = [Builtin::Chase, Builtin::ChaseNoCache, Builtin::Deter];
        choosing.iter().any(|&builtin| self.bindings.import(builtin))
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        let trees = (std::mem::take(&mut self.asserted), std::mem::take(&mut self.printed));
        with_large_stack(|_| drop(trees));
    }
}

/// All assertions, those in timed sections among them.
fn asserted(declarations: &[Declaration], sources: &Sources) -> Vec<Asserted> {
    let mut found = Vec::new();
    collect(declarations, &mut |declaration| {
        if let DeclarationKind::Assertion(assertion) = &declaration.kind {
            let text = sources.snippet(declaration.span).trim_start_matches("assert");
            let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
            found.push(Asserted { name, assertion: assertion.clone(), span: declaration.span });
        }
    });
    let mut seen: HashMap<String, usize> = HashMap::new();
    for one in &mut found {
        let times = seen.entry(one.name.clone()).or_insert(0);
        *times += 1;
        if *times > 1 {
            one.name = format!("{} ({times})", one.name);
        }
    }
    found
}

fn printed(declarations: &[Declaration]) -> Vec<PrintStatement> {
    let mut found = Vec::new();
    collect(declarations, &mut |declaration| {
        if let DeclarationKind::Print { text, value } = &declaration.kind {
            found.push(PrintStatement { text: text.trim().to_owned(), value: value.clone() });
        }
    });
    found
}

/// Shows all declarations of a list, those of timed sections among them.
fn collect(declarations: &[Declaration], show: &mut dyn FnMut(&Declaration)) {
    for declaration in declarations {
        match &declaration.kind {
            DeclarationKind::Timed { declarations, .. } => collect(declarations, show),
            _ => show(declaration),
        }
    }
}
