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

/// What is said of identifiers that a counter takes as its values.
pub(super) const COUNTED: &str = "counted through one after the other, and that order is seen";
/// What may be done with identifiers; with a number, anything may.
pub(super) const ONLY_NAMES: &str =
    "ids may be compared with `==`, assigned, sent and used as an index";
/// What may be done with a loop over identifiers.
const ONE_STEP: &str = "a loop over ids is no obstacle within `atomic` or `d_step`, if nothing waits in it and its rounds can \
                        change places";

impl NumberUse {
    /// What is done with identifiers, and what may be.
    #[must_use]
    pub fn told(&self) -> String {
        let may_be = if self.what == COUNTED { ONE_STEP } else { ONLY_NAMES };
        format!("{}: {may_be}", self.what)
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
