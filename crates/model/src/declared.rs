//! The names that the texts of a model declare, as plain data: for editors.

use diagnostics::Span;

/// A name that the texts of a model declare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The name as it is written.
    pub name: String,
    /// What it is the name of.
    pub kind: DeclaredKind,
    /// The name where it is declared.
    pub place: Span,
    /// The whole declaration; the place lies in it.
    pub whole: Span,
    /// Its declaration in one line, in the language: the type, how many there are, parameters; of a macro what it stands for.
    pub text: String,
    /// What there is to know beside that, in a sentence without a full stop each: the values that its type has, how many of it there are.
    pub remarks: Vec<String>,
    /// The declaration around it, by its place among all that are declared.
    pub within: Option<usize>,
    /// Where it is used, in the order of files and texts; its declaration is none of them.
    pub uses: Vec<Span>,
}

/// What a name is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclaredKind {
    /// A process, or a class of processes: a proctype, a reactive class, a process of CSP.
    Process,
    /// A message that is handled, an event or a channel of CSP.
    Event,
    /// A channel of messages.
    Channel,
    /// A variable.
    Variable,
    /// A parameter, or a variable that an expression binds.
    Parameter,
    /// A value that never changes.
    Constant,
    /// What is replaced by a text before the model is read.
    Macro,
    /// What statements or values are written once for: an inline, a function, a method.
    Function,
    /// A type.
    Type,
    /// A part of a structure.
    Field,
    /// A member of an enumeration, or a constructor.
    Member,
    /// A place in a process: a label, a mode.
    Label,
    /// What is claimed of the model: a formula, a property, a never claim.
    Claim,
    /// A text that names are looked up in: a module.
    Module,
}

/// What is declared in the order of files and places, each use once.
#[must_use]
pub fn in_order(mut declared: Vec<Declared>) -> Vec<Declared> {
    let position = |place: Span| (place.file, place.start, place.end);
    let mut order: Vec<usize> = (0..declared.len()).collect();
    order.sort_by_key(|&one| position(declared[one].place));
    let mut moved = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, &old)| moved[old] = new);
    for one in &mut declared {
        one.within = one.within.map(|around| moved[around]);
        one.uses.sort_unstable_by_key(|&place| position(place));
        one.uses.dedup();
    }
    declared.sort_by_key(|one| position(one.place));
    declared
}
