//! The names that a script declares, for editors: also of one with mistakes, as far as it is understood.

mod outline;
mod text;
mod types;

use std::collections::{HashMap, HashSet};

use diagnostics::{FileId, Sources, Span};
use model::{Declared, in_order};

use crate::include::Reader;
use crate::names::{Use, resolve_uses};
use crate::parse::parse;
use crate::stack::with_large_stack;
use crate::tree::Script;
use outline::outline;

/// The names that a script declares, and those of the files that it includes, in the order of files and texts.
pub(crate) fn declared(
    sources: &mut Sources,
    file: FileId,
    read: &mut Reader<'_>,
) -> Vec<Declared> {
    let (script, _) = parse(sources, file, read);
    with_large_stack(|_| in_script(&script, sources))
}

fn in_script(script: &Script, sources: &Sources) -> Vec<Declared> {
    // Modules are opened out where names are resolved: what is declared is told of the tree as it was written.
    let mut resolved = script.clone();
    let (bindings, uses) = resolve_uses(&mut resolved);
    let types = types::of_names(&resolved, &bindings);
    let used: HashSet<Span> = uses.iter().map(|one| one.place).collect();
    let mut outline = outline(script, sources, &used, &types);
    let uses = uses.into_iter().chain(outline.clauses);
    add_uses(&mut outline.declared, uses);
    in_order(outline.declared)
}

fn add_uses(declared: &mut [Declared], uses: impl Iterator<Item = Use>) {
    let mut by_declaration: HashMap<Span, Vec<Span>> = HashMap::new();
    for one in uses {
        by_declaration.entry(one.declared).or_default().push(one.place);
    }
    for one in declared {
        let mut uses = by_declaration.remove(&one.place).unwrap_or_default();
        uses.retain(|place| *place != one.place);
        one.uses = uses;
    }
}
