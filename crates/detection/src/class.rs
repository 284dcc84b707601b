//! A class of values, and what is known of it.

use std::collections::BTreeSet;

use diagnostics::Span;

/// A class, before unification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Class(pub(super) u32);

/// What the values of a class mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Meaning {
    /// Numbers.
    Data,
    /// Process identifiers.
    Process,
    /// Channels.
    Channel,
    /// Values of one kind, known by its number, that are only told apart.
    Value(u32),
}

impl Meaning {
    /// A number for each meaning.
    #[must_use]
    pub fn code(self) -> i64 {
        match self {
            Meaning::Data => 0,
            Meaning::Process => 1,
            Meaning::Channel => 2,
            Meaning::Value(class) => 3 + i64::from(class),
        }
    }
}

/// Why a class that holds identifiers must be taken for numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberUse {
    /// The statement.
    pub span: Span,
    /// What it does with the value.
    pub what: &'static str,
}

/// What is said of identifiers that are counted through where others can look in between.
pub(super) const IN_SIGHT: &str =
    "counted through one after the other, and others can look in between";
/// In one step, but for a statement that may have to wait.
pub(super) const WAITING: &str =
    "counted through one after the other, and a round may have to wait after those before it";
/// By a loop that receives.
pub(super) const RECEIVING: &str =
    "counted through one after the other, and each round receives from another of them";
/// Within `atomic`, where a property is asked after each statement.
pub(super) const WATCHED: &str = "counted through one after the other, and a property or a condition to move is asked in between";
/// By a loop that may be left at each of them.
pub(super) const CHOSEN: &str = "counted through to stop at any of them";
/// In one step, by rounds that are not known to commute.
pub(super) const DEPENDENT: &str =
    "counted through one after the other, by rounds of which the order may be seen";
/// What is said of identifiers to which something is added.
pub(super) const ADDED: &str = "added to";
/// What is said of identifiers that are compared by size.
pub(super) const COMPARED: &str = "compared by size";

/// What is done with identifiers that are no numbers otherwise, and what may be done instead.
const INSTEAD: &[(&str, &str)] = &[
    (IN_SIGHT, "put the loop into `atomic` or `d_step`, and let nothing wait in it"),
    (WAITING, "let it not wait: ask first, and go on by `else`"),
    (RECEIVING, "let all send to one channel, or receive by a choice with an option for each"),
    (WATCHED, "make one step of the loop by `d_step`"),
    (CHOSEN, "`select` between numbers, or an option for each, is a choice without order"),
    (DEPENDENT, "let no round read what another one writes"),
    (ADDED, ONLY_NAMES),
    (COMPARED, ONLY_NAMES),
];

/// What may be done with identifiers; with a number, anything may.
pub(super) const ONLY_NAMES: &str =
    "ids may be compared with `==`, assigned, sent and used as an index";

impl NumberUse {
    /// What is done with identifiers, and what may be.
    #[must_use]
    pub fn told(&self) -> String {
        let may_be = self.instead().unwrap_or(ONLY_NAMES);
        format!("{}: {may_be}", self.what)
    }

    /// Whether only identifiers are used like this, and no numbers.
    pub(super) fn is_of_ids(&self) -> bool {
        self.instead().is_some()
    }

    fn instead(&self) -> Option<&'static str> {
        INSTEAD.iter().find(|(what, _)| *what == self.what).map(|&(_, instead)| instead)
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub(super) process: bool,
    pub(super) channel: bool,
    pub(super) number: Option<NumberUse>,
    /// For channels: the classes of the message fields, as far as known.
    pub(super) fields: Vec<Class>,
    /// For channels: the fields that receives look at, with the tag of the messages if it is one only.
    pub(super) looks: BTreeSet<(Option<i32>, usize)>,
    /// For channels: whether messages are sorted in some, and where first once all processes are started.
    pub(super) sorted: bool,
    pub(super) sorted_late: Option<NumberUse>,
    /// Whether messages of some of the channels have one field.
    pub(super) has_one_field: bool,
    /// The constants that the late code names it by.
    pub(super) constants: BTreeSet<i32>,
    /// Whether a number other than 0 is in it, or the result of an operator, early or late.
    pub(super) numbered: bool,
}
