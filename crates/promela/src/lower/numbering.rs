//! SPIN's numbers of statements, by which its trails name them.
//!
//! SPIN 6.5.2 numbers the elements of all bodies of a model in one row, from 0, as its parser makes
//! them: bodies in the order of the text, never claims and `trace` blocks included, which have no
//! control graph here and are counted in the tree. Formulas (`ltl`) become claims only after the
//! whole text was read, and so take no numbers from what stands in it.

use std::collections::HashSet;

use diagnostics::{Sources, Span};
use machine::control::NodeKind;
use machine::index::{EdgeId, NodeId, ProcessTypeId};
use machine::program::Action;
use machine_model::words::{NamedMachine, StatementText};

use super::access::Access;
use super::loops::few_values;
use crate::ast::{self, Body, Sequence, Statement, StatementKind, Step, Unit};

/// The nodes of one body in the order in which SPIN makes its elements.
#[derive(Clone, Debug, Default)]
pub struct BodyOrder {
    /// The nodes.
    pub nodes: Vec<NodeId>,
    /// A statement for which SPIN makes other elements than there are nodes.
    pub irregular: Option<Span>,
    /// A jump that SPIN makes again where it meets the first reference to its label.
    pub elsewhere: Option<Span>,
}

/// The number of each node of each process type.
#[derive(Clone, Debug, Default)]
pub struct Numbering {
    /// None for a jump that takes its number where its label is named.
    numbers: Vec<Vec<Option<u32>>>,
    /// Where numbers begin to be unsure.
    pub irregular: Option<Span>,
}

impl Numbering {
    /// Numbers the bodies of a model; `orders` has those of the proctypes in the order of the
    /// text, and then those of `init`.
    pub(super) fn new(model: &ast::Model, orders: &[BodyOrder]) -> Numbering {
        let mut row = Row::default();
        let mut numbering = Numbering::default();
        let is_init = |unit: &&Unit| matches!(unit, Unit::Init(_));
        let inits = model.units.iter().filter(is_init).count();
        let (proctypes, inits) = orders.split_at(orders.len().saturating_sub(inits));
        let (mut proctypes, mut inits) = (proctypes.iter(), inits.iter());
        let mut numbers_of_inits = Vec::new();
        let mut seen = HashSet::new();
        for unit in &model.units {
            match unit {
                Unit::Proctype(proctype) if seen.insert(&proctype.name.text) => {
                    numbering.numbers.push(row.body(&proctype.body, proctypes.next()));
                }
                Unit::Init(body) => numbers_of_inits.push(row.body(body, inits.next())),
                Unit::Never(_, body) | Unit::Trace { body, .. } => row.claim(body),
                _ => {}
            }
        }
        numbering.numbers.extend(numbers_of_inits);
        numbering.irregular = row.irregular;
        numbering
    }

    /// SPIN's number of a node.
    #[must_use]
    pub fn number(&self, process_type: ProcessTypeId, node: NodeId) -> Option<u32> {
        *self.numbers.get(process_type.index())?.get(node.index())?
    }

    /// The node with a number.
    #[must_use]
    pub fn node(&self, number: u32) -> Option<(ProcessTypeId, NodeId)> {
        let mut all = self.numbers.iter().enumerate();
        all.find_map(|(process_type, numbers)| {
            let node = numbers.iter().position(|&n| n == Some(number))?;
            Some((ProcessTypeId::new(process_type), NodeId::new(node)))
        })
    }

    /// SPIN's number of the first statement of an edge, by which its trails name the step.
    #[must_use]
    pub fn of_edge(&self, model: &NamedMachine, edge: EdgeId) -> Option<u32> {
        let edge = &model.machine.code.edges[edge.index()];
        let first = edge.operations.first()?;
        self.number(model.machine.type_of(edge.from), first.node)
    }

    /// The statement with a number of SPIN's, and the process type that it belongs to.
    #[must_use]
    pub fn statement(
        &self,
        model: &NamedMachine,
        sources: &Sources,
        number: u32,
    ) -> Option<(String, StatementText)> {
        let (process_type, node) = self.node(number)?;
        let declared = &model.machine.program.process_types[process_type.index()];
        let node = declared.control.node(node);
        let action = match &node.kind {
            NodeKind::Action(action) => action,
            _ => &Action::Skip,
        };
        Some((declared.name.clone(), model.statement(sources, action, node.span)))
    }
}

/// The row of numbers while it is given out.
#[derive(Default)]
struct Row {
    next: u32,
    /// A jump that takes a number at the first reference to its label.
    elsewhere: Option<Span>,
    /// The same where a claim has such a reference: what follows is numbered from there.
    shifted: Option<Span>,
    irregular: Option<Span>,
}

impl Row {
    fn body(&mut self, body: &Body, order: Option<&BodyOrder>) -> Vec<Option<u32>> {
        let refers = Access::names_labels(body);
        let shifted = self.shifted.or(self.elsewhere.filter(|_| refers));
        self.irregular = self.irregular.or(shifted);
        let Some(order) = order else { return Vec::new() };
        self.irregular = self.irregular.or(order.irregular);
        self.elsewhere = self.elsewhere.or(order.elsewhere);
        let count = order.nodes.iter().map(|node| node.index() + 1).max().unwrap_or(0);
        let mut numbers = vec![None; count];
        for node in &order.nodes {
            numbers[node.index()] = Some(self.next);
            self.next += 1;
        }
        numbers
    }

    fn claim(&mut self, body: &Body) {
        self.next += elements(&body.steps, false) + 1;
        if Access::names_labels(body) {
            self.shifted = self.shifted.or(self.elsewhere);
        }
    }
}

/// How many elements SPIN makes of a sequence. `inside` says whether statements came before it:
/// declarations are then statements.
fn elements(sequence: &Sequence, mut inside: bool) -> u32 {
    let mut count = 0;
    for step in sequence {
        match step {
            Step::Declare(declaration) if inside => count += declaration.variables.len() as u32,
            Step::Declare(_) | Step::Exclusive { .. } => {}
            Step::Statement(statement) => {
                inside = true;
                count += of_statement(statement);
            }
        }
    }
    count
}

fn of_statement(statement: &Statement) -> u32 {
    let Some(escape) = &statement.unless else { return of_kind(statement) };
    let plain = |s: &Statement| u32::from(matches!(s.kind, StatementKind::Block(_)));
    // The two sides lose their braces; a choice and a join come in their place.
    of_kind(statement) - plain(statement) + of_kind(escape) - plain(escape) + 2
}

fn of_kind(statement: &Statement) -> u32 {
    let options = |all: &[Sequence]| all.iter().map(|one| elements(one, true)).sum::<u32>();
    match &statement.kind {
        StatementKind::If(all) => options(all) + 2,
        StatementKind::Do(all) => options(all) + 3,
        StatementKind::ForRange { body, .. } | StatementKind::ForIn { body, .. } => {
            elements(body, true) + 8
        }
        select @ StatementKind::Select { .. } => match few_values(select) {
            Some(values) => values.count() as u32 + 2,
            None => 7,
        },
        StatementKind::Atomic(body)
        | StatementKind::DStep(body)
        | StatementKind::Block(body)
        | StatementKind::Inline { body, .. } => elements(body, true) + 1,
        StatementKind::Goto(_) | StatementKind::Break => {
            let special = |label: &crate::ast::Name| {
                ["accept", "end", "progress"].iter().any(|word| label.text.starts_with(word))
            };
            1 + u32::from(statement.labels.iter().any(special))
        }
        _ => 1,
    }
}
