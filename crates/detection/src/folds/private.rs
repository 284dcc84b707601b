//! Variables that are private to the parts of a sequence: each part writes them before it reads them, and they are dead where the
//! sequence ends. What one part leaves in them no other part sees, and nobody after it.
//!
//! This is what compilers that run the rounds of a loop in parallel call a privatizable variable (P. Tu and D. Padua, *Automatic
//! array privatization*, LNCS 768, 1994, for scalars).

use std::collections::BTreeSet;

use machine::Machine;
use machine::compile::Operation;
use machine::index::{LocationId, VariableId};
use machine::program::{Action, DeterministicBlock, Region};
use machine::touches;

use super::known::scalar;
use super::touched::{Reader, Touched, Use};
use super::tree::{End, Tree};
use super::unroll::Exit;
use super::{Head, reads};
use crate::constraint::{Constraint, Demands};
use crate::immaterial::dead_locals;

/// What decides which variables are dead where a sequence ends.
pub(super) struct Dead<'m> {
    machine: &'m Machine,
    /// For each location the local variables that are dead there.
    at: Vec<Vec<VariableId>>,
}

/// How a sequence ends.
pub(super) struct Ending<'m> {
    /// In a deterministic block: where it goes on there, and what is done after the block in one step.
    within: Option<(&'m DeterministicBlock, Option<u32>, &'m [Operation])>,
    /// The location after all of that; none: the process ends.
    at: Option<LocationId>,
}

impl<'m> Dead<'m> {
    pub fn new(machine: &'m Machine) -> Dead<'m> {
        Dead { machine, at: dead_locals(machine) }
    }

    /// How a sequence ends that begins at `head`, and is left by a way of a place: wherever its deterministic block stands.
    pub fn endings(&self, head: Head, exit: Exit) -> Vec<Ending<'m>> {
        let code = &self.machine.code;
        let (from, way) = (exit.from as usize, exit.way);
        let Head::Point(id, _) = head else {
            let edge = code.locations[from].edges[way];
            return vec![Ending { within: None, at: code.edges[edge.index()].to }];
        };
        let operations = code.edges.iter().flat_map(|edge| {
            edge.operations.iter().enumerate().map(move |(place, it)| (edge, place, it))
        });
        let endings = operations.filter_map(|(edge, place, operation)| {
            let Action::Deterministic(block) = &operation.action else { return None };
            let goes_on = block.points.get(from)?.options.get(way)?.1;
            let within = Some((&**block, goes_on, &edge.operations[place + 1..]));
            (block.id() == Some(id)).then_some(Ending { within, at: edge.to })
        });
        endings.collect()
    }

    /// Whether nobody needs a variable where a sequence ends.
    fn is_dead(&self, variable: VariableId, ending: &Ending<'_>) -> bool {
        let is_read = ending.within.is_some_and(|(block, point, rest)| {
            is_read_from(block, point, variable)
                || rest.iter().any(|operation| reads(&operation.action, variable))
        });
        !is_read && ending.at.is_none_or(|it| self.at[it.index()].contains(&variable))
    }
}

/// Whether a variable may be read at a point of a block, or after it.
fn is_read_from(block: &DeterministicBlock, point: Option<u32>, variable: VariableId) -> bool {
    let mut seen: BTreeSet<u32> = point.into_iter().collect();
    let mut pending: Vec<u32> = point.into_iter().collect();
    while let Some(point) = pending.pop() {
        for (action, to) in &block.points[point as usize].options {
            if reads(action, variable) {
                return true;
            }
            pending.extend(to.filter(|&to| seen.insert(to)));
        }
    }
    false
}

/// Parts of a sequence, put together so that as many variables as possible are private to them; and which are.
pub(super) fn with_private<'m>(
    parts: Vec<Tree<'m>>,
    reader: &Reader<'m>,
    dead: &Dead<'m>,
    endings: &[Ending<'_>],
    demands: Demands,
) -> (Vec<Tree<'m>>, BTreeSet<VariableId>) {
    let variables = &dead.machine.program.variables;
    let mut candidates = Flow::of_all(&parts, reader).written;
    candidates.retain(|&it| {
        matches!(variables[it.index()].region, Region::Local(_))
            && !is_sent(&parts, it)
            && (!endings.is_empty() && endings.iter().all(|ending| dead.is_dead(it, ending))
                || !demands.make(Constraint::FoldDeadAfter))
    });
    if candidates.is_empty() {
        return (parts, candidates);
    }
    let found = private(&grouped(&parts, reader, &candidates), reader, &candidates, demands);
    if found.is_empty() {
        return (parts, found);
    }
    let mut parts = grouped(&parts, reader, &found);
    let found = private(&parts, reader, &found, demands);
    parts.retain(|part| !is_in_vain(part, reader, &found));
    (parts, found)
}

/// Whether a part does no more than to write a private variable, as to set it back.
fn is_in_vain<'m>(part: &Tree<'m>, reader: &Reader<'m>, private: &BTreeSet<VariableId>) -> bool {
    let ([step], []) = (&part.steps[..], part.options()) else { return false };
    match step.action {
        Action::Assign(place, value) => {
            scalar(place).is_some_and(|it| private.contains(&it))
                && reader.is_sure(value, &step.known)
        }
        _ => false,
    }
}

/// Which of some variables are private to parts: written in several, and nowhere read before. If one part alone reads one, the last that is
/// written there wins: that is an order, though of parts that do not see each other.
fn private<'m>(
    parts: &[Tree<'m>],
    reader: &Reader<'m>,
    candidates: &BTreeSet<VariableId>,
    demands: Demands,
) -> BTreeSet<VariableId> {
    let flows: Vec<Flow<'_, 'm>> =
        parts.iter().map(|part| Flow::of_all(std::slice::from_ref(part), reader)).collect();
    let is_private = |it: &&VariableId| {
        let writes = flows.iter().filter(|flow| flow.written.contains(it)).count();
        let reads = flows.iter().filter(|flow| flow.read.contains(it)).count();
        let is_exposed = flows.iter().any(|flow| flow.exposed.contains(it));
        writes > 1 && reads != 1 && (!is_exposed || !demands.make(Constraint::FoldWrittenFirst))
    };
    candidates.iter().filter(is_private).copied().collect()
}

/// Whether a message is made of a variable: that messages are the same is not known of the words then.
fn is_sent(parts: &[Tree<'_>], variable: VariableId) -> bool {
    let mut found = false;
    for step in parts.iter().flat_map(Tree::all) {
        let Action::Send { message, .. } = step.action else { continue };
        message.iter().for_each(|field| {
            touches::of_expression(field, &mut |touch, _| {
                found |= touch.variable() == Some(variable);
            });
        });
    }
    found
}

/// The scalars that parts write, those that they read, and those that some part may read before it has written them.
struct Flow<'r, 'm> {
    reader: &'r Reader<'m>,
    exposed: BTreeSet<VariableId>,
    read: BTreeSet<VariableId>,
    written: BTreeSet<VariableId>,
}

impl<'r, 'm> Flow<'r, 'm> {
    /// What all of some trees write and read, each for itself.
    fn of_all(trees: &[Tree<'m>], reader: &'r Reader<'m>) -> Flow<'r, 'm> {
        let [exposed, read, written] = std::array::from_fn(|_| BTreeSet::new());
        let mut flow = Flow { reader, exposed, read, written };
        trees.iter().for_each(|tree| flow.follow(tree, BTreeSet::new()));
        flow
    }

    /// Follows all ways through a tree, given what has been written before.
    fn follow(&mut self, tree: &Tree<'m>, mut before: BTreeSet<VariableId>) {
        for step in &tree.steps {
            let mut touched = Touched::default();
            if self.reader.step(step, &mut touched).is_none() {
                continue;
            }
            let mut after = Vec::new();
            for (cell, used) in &touched.cells {
                let variable = cell.place.variable;
                let reads = matches!(used, Use::Read | Use::By(_));
                if reads {
                    self.read.insert(variable);
                }
                // An element of an array is one of several.
                match scalar(cell.place) {
                    Some(_) if !reads => after.push(variable),
                    _ if !before.contains(&variable) => drop(self.exposed.insert(variable)),
                    _ => {}
                }
            }
            self.written.extend(&after);
            before.extend(after);
        }
        if let End::Choice { options, .. } = &tree.end {
            options.iter().for_each(|option| self.follow(option, before.clone()));
        }
    }
}

/// Puts parts together so that what one of them writes for a later one is written and read in one part, unless there is a choice
/// between the two.
fn grouped<'m>(
    parts: &[Tree<'m>],
    reader: &Reader<'m>,
    candidates: &BTreeSet<VariableId>,
) -> Vec<Tree<'m>> {
    let mut found: Vec<(Tree<'m>, BTreeSet<VariableId>)> = Vec::with_capacity(parts.len());
    for part in parts {
        let Flow { exposed, mut written, .. } = Flow::of_all(std::slice::from_ref(part), reader);
        let wanted = |it: &VariableId| candidates.contains(it) && exposed.contains(it);
        let giver = found.iter().rposition(|(_, written)| written.iter().any(wanted));
        let giver = giver.filter(|&it| found[it..].iter().all(|(it, _)| it.options().is_empty()));
        let mut tree = part.clone();
        for (before, also) in found.drain(giver.unwrap_or(found.len())..).rev() {
            tree.steps.splice(0..0, before.steps);
            written.extend(also);
        }
        found.push((tree, written));
    }
    found.into_iter().map(|(tree, _)| tree).collect()
}
