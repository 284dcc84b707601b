//! What a language has no use for, and the options of its other tools with what is asked for here instead.

/// Something that options of every language ask for, and that not every language has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Facility {
    /// Symmetry, and representatives of symmetric states.
    Symmetry,
    /// Partial order reduction.
    PartialOrder,
    /// A search in depth.
    DepthFirst,
    /// Fairness of runs that go on for ever, and ways to look for these.
    FairRuns,
    /// Deadlocks that are looked for without being asked about.
    Deadlocks,
    /// Sets of states.
    Sets,
    /// States of one length, which can be kept compressed.
    OneLength,
    /// Expressions of states, that one can be looked for in which one of them holds.
    Expressions,
}

/// A facility that a language does not have.
#[derive(Clone, Copy, Debug)]
pub struct Lack {
    /// The facility.
    pub facility: Facility,
    /// Why, in half a sentence.
    pub reason: &'static str,
}

/// Another tool of a language.
#[derive(Clone, Copy, Debug)]
pub struct Peer {
    /// Its name.
    pub name: &'static str,
    /// The program that takes its options.
    pub program: &'static str,
    /// Its options.
    pub habits: &'static [Habit],
}

/// The value of an option of another tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// None.
    Nothing,
    /// A number right behind it, as in `-m10000`, or as the next argument; it may be left out.
    Number,
    /// A word right behind it or as the next argument, as in `-N p1`.
    Word,
    /// A file as the next argument, as in `-p m.property`.
    File,
    /// A formula as the next argument, as in `-f '[] p'`; without one it is another option.
    Formula,
}

/// An option of another tool.
#[derive(Clone, Copy, Debug)]
pub struct Habit {
    /// The option, as in `-m`.
    pub option: &'static str,
    /// Its value.
    pub takes: Takes,
    /// Options of `check` that do the same, where `VALUE` stands for its value; empty if `check` does it by itself.
    pub check: Option<&'static str>,
    /// The same of `simulate`.
    pub simulate: Option<&'static str>,
    /// What is asked for here instead, in a sentence.
    pub answer: &'static str,
}

impl Habit {
    /// The value in an argument, which may be empty; none if the argument is another option.
    #[must_use]
    pub fn value<'a>(&self, argument: &'a str) -> Option<&'a str> {
        let value = argument.strip_prefix(self.option)?;
        let fits = match self.takes {
            Takes::Nothing | Takes::File | Takes::Formula => false,
            Takes::Number => value.bytes().all(|byte| byte.is_ascii_digit()),
            Takes::Word => true,
        };
        (fits || value.is_empty()).then_some(value)
    }
}
