//! The types of what is declared, as far as they are found.

use std::collections::HashMap;

use diagnostics::Span;

use crate::builtin::Builtin;
use crate::names::Bindings;
use crate::tree::{Binding, Script};
use crate::types::check;

/// The type of a name.
pub(super) struct TypeOf {
    /// As it is written.
    pub text: String,
    /// Whether it is a process, perhaps once it is given arguments.
    pub is_process: bool,
}

/// The types of names, by where they are declared: of what instances of a module declare anew, the first.
pub(super) fn of_names(script: &Script, bindings: &Bindings) -> HashMap<Span, TypeOf> {
    let mut typing = check(script, bindings);
    let processes = typing.processes();
    let mut types = HashMap::new();
    for place in Builtin::ALL.len()..bindings.len() {
        let binding = Binding(place as u32);
        let Some(span) = bindings.get(binding).span else { continue };
        if types.contains_key(&span) {
            continue;
        }
        // What is wrong somewhere has an unknown type.
        if let Some(text) = typing.show(binding).filter(|text| !text.contains('?')) {
            let is_process = processes.contains_key(&binding);
            types.insert(span, TypeOf { text, is_process });
        }
    }
    types
}
