//! What is found out about the symmetry of a model, as plain data.

use std::fmt;

use diagnostics::Span;
use groups::{Interrupted, Patience, Permutation};

use crate::published::PublishedMethod;

/// Understands a model once, and answers every question about its symmetry. What is found out for one question is kept for the
/// others.
pub trait Understanding<R> {
    /// Finds the symmetry, as long as the caller has patience: else there is none, and a remark says why.
    fn detect(&self, patience: &mut Patience<'_>) -> Found<R>;

    /// The same for the symmetry of processes: what can be moved without moving a process (data, mostly) stays where it is.
    fn detect_of_processes(&self, patience: &mut Patience<'_>) -> Found<R>;

    /// The published methods that can be used instead.
    fn published(&self) -> Vec<Box<dyn PublishedMethod<R> + '_>>;

    /// What a declared group permutes, or why there is nothing that it could.
    ///
    /// # Errors
    /// The caller has lost patience.
    fn components(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<Result<Components, String>, Interrupted>;

    /// Reduces by the group that these permutations of the components generate, after each was checked.
    ///
    /// # Errors
    /// The generators that are no symmetries.
    fn detect_declared(
        &self,
        generators: &[Permutation],
        patience: &mut Patience<'_>,
    ) -> Result<Found<R>, Vec<Refusal>>;

    /// Whether a group was found that some state refutes, by a defect of what reasons about the model.
    fn is_refuted(&self) -> bool;

    /// Why components of one sort are not interchangeable: for each two kinds of them the first reason.
    ///
    /// # Errors
    /// The caller has lost patience.
    fn differences(&self, patience: &mut Patience<'_>) -> Result<Vec<Difference>, Interrupted>;

    /// What it costs that the propositions must be kept that the model asks for.
    ///
    /// # Errors
    /// The caller has lost patience.
    fn proposition_costs(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<PropositionCosts, Interrupted>;

    /// Checks declared scalarsets, given what detection found: an outcome for each.
    ///
    /// # Errors
    /// The caller has lost patience.
    fn check_scalarsets(
        &self,
        found: &Found<R>,
        declared: &[Scalarset],
        patience: &mut Patience<'_>,
    ) -> Result<Vec<ScalarsetOutcome>, Interrupted>;
}

/// What it costs that a symmetry must keep the propositions that a model asks for. Orders are in decimal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PropositionCosts {
    /// The order of the group if none had to be kept, where that is larger.
    pub without: Option<String>,
    /// Those that make it smaller, each by itself.
    pub propositions: Vec<PropositionCost>,
}

/// A proposition for which a group is smaller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropositionCost {
    /// Where it stands.
    pub span: Span,
    /// The order of the group that keeps just this one.
    pub order: String,
}

/// What detection found.
#[derive(Debug)]
pub struct Found<R> {
    /// The system with its symmetry, if there is one.
    pub reduction: Option<R>,
    /// Why there is none, or no larger one, as far as known. The last one is what ended the detection, if there is none.
    pub remarks: Vec<Remark>,
    /// What else is to be known of the model.
    pub notes: Vec<Remark>,
    /// The search by a static channel diagram, if that was the method and it could begin.
    pub diagram: Option<DiagramReport>,
}

impl<R> Default for Found<R> {
    fn default() -> Self {
        Found { reduction: None, remarks: Vec::new(), notes: Vec::new(), diagram: None }
    }
}

impl<R> Found<R> {
    /// The caller lost patience.
    #[must_use]
    pub fn given_up() -> Found<R> {
        let text = "the search for symmetry was given up: it exceeded the time or memory limit";
        Found::refused(&Remark { span: None, text: text.to_owned() })
    }

    /// Nothing can be permuted.
    #[must_use]
    pub fn refused(remark: &Remark) -> Found<R> {
        Found { remarks: vec![remark.clone()], ..Found::default() }
    }
}

/// Something that stood in the way of symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Where, if it has a place.
    pub span: Option<Span>,
    /// What.
    pub text: String,
}

/// The components of a model, by name. As points of a declared permutation processes come first, then channels, both in the
/// order of their numbers from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// The processes, as in `user(3)`.
    pub processes: Vec<String>,
    /// The channels, as in `link[2]` or `user(3).reply`.
    pub channels: Vec<String>,
    /// Whether process 0 only starts the others, so that nothing can be exchanged with it (`init` in Promela).
    pub starter: bool,
}

impl Components {
    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.processes.len() + self.channels.len()
    }

    /// The name of a point.
    #[must_use]
    pub fn name(&self, point: usize) -> &str {
        self.processes.iter().chain(&self.channels).nth(point).map_or("?", String::as_str)
    }
}

/// Why a declared group is not used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Which generator is no symmetry; none if no group can be used.
    pub generator: Option<usize>,
    /// Why.
    pub reason: String,
}

/// Two components of one sort, and the first thing that tells them apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The components that are exchanged with the first one by some symmetry, itself first.
    pub first: Vec<String>,
    /// Those that are exchanged with the second one.
    pub second: Vec<String>,
    /// What tells them apart.
    pub reason: String,
    /// The statement or declaration that does.
    pub span: Option<Span>,
    /// What stands in the same place for the second one, if something does.
    pub other: Option<Span>,
}

/// A declaration that some values are interchangeable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scalarset {
    /// The process type of a local variable; none for a global one.
    pub owner: Option<String>,
    /// The variable, such as `turn` or `row.tag`.
    pub variable: String,
    /// If its subscripts are meant instead of what it holds: their dimension, from 0.
    pub dimension: Option<usize>,
    /// The first and the last value, if they are said.
    pub values: Option<(i32, i32)>,
    /// Where it stands.
    pub span: Span,
}

impl fmt::Display for Scalarset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())?;
        match self.values {
            Some((first, last)) => write!(f, " = {first}..{last}"),
            None => Ok(()),
        }
    }
}

impl Scalarset {
    /// `turn`, `P:mine`, `a[]`: what is declared, without its values.
    #[must_use]
    pub fn name(&self) -> String {
        let owner = self.owner.as_ref().map_or(String::new(), |owner| format!("{owner}:"));
        let subscripts = "[]".repeat(self.dimension.map_or(0, |dimension| dimension + 1));
        format!("{owner}{}{subscripts}", self.variable)
    }
}

/// Whether a scalarset is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScalarsetOutcome {
    /// It is.
    Holds {
        /// The values, those that are exchanged with one another together: process numbers come by process type.
        sets: Vec<Vec<i32>>,
    },
    /// It is not.
    Refused(Breach),
}

/// Why a declared scalarset is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// What is wrong, as a whole sentence without its full stop.
    pub reason: String,
    /// The statement or declaration that breaks it.
    pub span: Option<Span>,
    /// What stands in the same place for the other one of two values.
    pub other: Option<Span>,
    /// How to mend the declaration, where that is known.
    pub help: Option<String>,
}

impl Breach {
    /// A breach that has no place.
    #[must_use]
    pub fn new(reason: impl Into<String>) -> Breach {
        Breach { reason: reason.into(), span: None, other: None, help: None }
    }
}

/// A drawing of a static channel diagram, in two formats.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// For Graphviz.
    pub dot: String,
    /// A picture.
    pub svg: String,
}

/// A search by a static channel diagram. Orders are in decimal.
#[derive(Clone, Debug)]
pub struct DiagramReport {
    /// |Aut(SCD)|.
    pub automorphisms: String,
    /// |H|: of the group that the valid generators generate.
    pub initial: String,
    /// |G|: of the largest valid group.
    pub valid: String,
    /// The cosets of G among the automorphisms.
    pub cosets: u64,
    /// How many permutations were tested.
    pub tests: u64,
    /// Whether all cosets were met, so that G is the largest.
    pub complete: bool,
    /// How long it took, the reduction included.
    pub elapsed_s: f64,
    /// The generators that are not valid.
    pub rejected: Vec<RejectedGenerator>,
}

/// A generator that is not valid, and the first difference that it would make.
#[derive(Clone, Debug)]
pub struct RejectedGenerator {
    /// Its cycles, by name.
    pub generator: String,
    /// Where the difference is.
    pub span: Option<Span>,
    /// What would stand there, and what does.
    pub mismatch: Option<(String, String)>,
}
