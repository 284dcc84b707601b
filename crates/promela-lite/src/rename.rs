//! Names that Promela-Lite leaves free, and Promela does not.

use std::collections::{HashMap, HashSet};

use crate::ast::{Model, Name};

/// Words of Promela 6 that are none of Promela-Lite.
const PROMELA: [&str; 53] = [
    "active",
    "assert",
    "bit",
    "bool",
    "break",
    "byte",
    "c_code",
    "c_decl",
    "c_expr",
    "c_state",
    "c_track",
    "D_proctype",
    "d_step",
    "else",
    "empty",
    "enabled",
    "eval",
    "false",
    "fi",
    "for",
    "full",
    "get_priority",
    "goto",
    "hidden",
    "if",
    "in",
    "inline",
    "local",
    "ltl",
    "mtype",
    "never",
    "notrace",
    "np_",
    "pc_value",
    "printf",
    "printm",
    "priority",
    "proctypes",
    "provided",
    "return",
    "select",
    "set_priority",
    "short",
    "show",
    "STDIN",
    "timeout",
    "trace",
    "true",
    "typedef",
    "unless",
    "unsigned",
    "xr",
    "xs",
];

/// Words of C, and macros of the verifiers that SPIN 6.5.2 makes: nothing in a model can have such a name and
/// be compiled. A 0 at the end stands for every number.
const EVERYWHERE: &str = include_str!("rename/everywhere.txt");

/// Names of functions and variables of the verifiers: no global variable can have such a name.
const GLOBAL: &str = include_str!("rename/global.txt");

/// Whether a word is one of Promela.
pub(crate) fn is_of_promela(word: &str) -> bool {
    PROMELA.contains(&word)
}

/// Whether SPIN has another use for a name. Its own variables begin with an underscore.
fn is_taken_by_spin(name: &str, is_global: bool) -> bool {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let general = if stem.len() < name.len() { format!("{stem}0") } else { name.to_owned() };
    let listed = |words: &str| words.lines().any(|word| word == name || word == general);
    name.starts_with('_')
        || is_of_promela(name)
        || listed(EVERYWHERE)
        || is_global && listed(GLOBAL)
}

/// What names are called in Promela, and new names.
#[derive(Debug, Default)]
pub(crate) struct Renames {
    /// Other names of channels and variables.
    variables: HashMap<String, String>,
    /// Other names of proctypes.
    proctypes: HashMap<String, String>,
    /// All names in use.
    taken: HashSet<String>,
}

impl Renames {
    /// The names of a model. Whatever has a name keeps it, unless SPIN has another use for it: a proctype
    /// too may have the name of a parameter of a proctype before it, but not in Promela.
    pub fn of(model: &Model) -> Renames {
        let channels = model.channels.iter().map(|channel| &channel.name);
        let globals = model.globals.iter().map(|variable| &variable.name);
        let inside = model.proctypes.iter().flat_map(|p| &p.parameters);
        let globals = channels.chain(globals).map(|name| (name, true));
        let inside = inside.map(|variable| (&variable.name, false));
        let variables: Vec<(&Name, bool)> = globals.chain(inside).collect();
        let proctypes: Vec<&Name> = model.proctypes.iter().map(|proctype| &proctype.name).collect();
        let names = variables.iter().map(|(name, _)| name).chain(&proctypes);
        let taken = names.map(|name| name.text.clone()).collect();
        let mut renames = Renames { taken, ..Renames::default() };
        let shared: HashSet<&str> = variables.iter().map(|(name, _)| &name.text[..]).collect();
        for (name, is_global) in variables {
            if is_taken_by_spin(&name.text, is_global)
                && !renames.variables.contains_key(&name.text)
            {
                let other = renames.fresh(&name.text);
                renames.variables.insert(name.text.clone(), other);
            }
        }
        for name in proctypes {
            if is_taken_by_spin(&name.text, false) || shared.contains(&name.text[..]) {
                let other = renames.fresh(&name.text);
                renames.proctypes.insert(name.text.clone(), other);
            }
        }
        renames
    }

    /// A name like another one that nothing has yet.
    pub fn fresh(&mut self, like: &str) -> String {
        let first = if like.starts_with('_') { "u" } else { "" };
        let mut name = format!("{first}{like}");
        while is_taken_by_spin(&name, true) || !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// What a channel or variable is called.
    pub fn variable<'a>(&'a self, name: &'a str) -> &'a str {
        self.variables.get(name).map_or(name, String::as_str)
    }

    /// What a proctype is called.
    pub fn proctype<'a>(&'a self, name: &'a str) -> &'a str {
        self.proctypes.get(name).map_or(name, String::as_str)
    }
}
