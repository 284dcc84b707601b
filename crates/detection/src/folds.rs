//! Sequences whose order nobody sees: loops over processes or values, and rows of statements.
//!
//! `i = 0; do :: i < N -> sum = sum + a[i]; i++ :: else -> break od` names each element of `a` by a number, one after the
//! other. Where no other process can look in between, inside an atomic sequence or a deterministic block, and where nothing waits,
//! the sequence is the same as its statements in an order that is only partial: parts that commute ([`commuting`]) can change
//! places. So it is a *fold*: gone through with the values of what counts its rounds ([`unroll`]), it is drawn in the graph of the
//! program as its parts, each after those that it does not commute with. What counts is not drawn.
//!
//! This is what A. Mazurkiewicz calls a trace (*Trace theory*, LNCS 255, 1987): the sequences that differ by exchanges of neighbours that
//! commute.
//!
//! A counter must be a local variable that nothing else reads once all processes are started: what it holds is never seen
//! from outside, and it is cleared there ([`crate::immaterial`]).

mod commuting;
mod control;
mod counters;
mod distinct;
mod excluding;
mod filling;
mod known;
mod leaving;
mod meeting;
mod options;
mod order;
mod private;
mod row;
mod search;
mod start;
mod touched;
mod tree;
mod unroll;
mod waiting;

use std::collections::{HashMap, HashSet};

use diagnostics::Span;
use machine::Machine;
use machine::index::{BlockId, EdgeId, ExprId, LocationId, VariableId};
use machine::program::{Action, Expr, Program};
use machine::touches::{self, Touch};

pub(crate) use self::known::Known;
pub(crate) use self::options::always_one;
pub(crate) use self::row::Rows;
use self::search::Search;
pub(crate) use self::tree::{End, Step, Tree};
use self::unroll::Exit;
use super::by_expression::ByExpression;
use super::constraint::{Constraint, Demands};
use super::shape::Shape;

/// How often it is looked for folds again with fewer counters.
const MAX_SEARCHES: usize = 4;

/// A sequence whose order nobody sees.
#[derive(Debug)]
pub(super) struct Fold<'m> {
    /// What counts its rounds.
    pub counters: Vec<VariableId>,
    /// What each part writes before it reads it, and nobody needs where the sequence ends.
    private: Vec<VariableId>,
    /// Whether some of them must have their first values where it begins, or some channels have room, or hold a message.
    pub begins_known: bool,
    /// What is done, in the order in which it is written.
    pub parts: Vec<Tree<'m>>,
    /// Parts that come one after the other because they do not commute; what follows from others is left out.
    pub order: Vec<(usize, usize)>,
    exit: Exit,
    /// Where it begins, and the places inside.
    places: Vec<u32>,
}

impl Fold<'_> {
    fn inside(&self) -> &[u32] {
        &self.places[1..]
    }

    /// The point of a block and its option by which the fold is left.
    pub fn exit_option(&self) -> (usize, usize) {
        (self.exit.from as usize, self.exit.way)
    }

    /// The edge by which a fold that is no part of a block is left.
    pub fn exit_edge(&self, machine: &Machine) -> EdgeId {
        machine.code.locations[self.exit.from as usize].edges[self.exit.way]
    }
}

/// The folds of a program.
#[derive(Debug)]
pub(super) struct Folds<'m> {
    /// By the locations where they begin.
    pub at_locations: HashMap<LocationId, Fold<'m>>,
    /// By the deterministic blocks that they are in, and the points where they begin.
    pub in_blocks: HashMap<(BlockId, u32), Fold<'m>>,
    /// The locations inside folds.
    pub inside: HashSet<LocationId>,
    /// The points of blocks inside folds.
    pub points: HashSet<(BlockId, u32)>,
    /// Expressions that depend on counters alone, with the values that they have.
    pub counted: ByExpression<'m, Vec<i32>>,
    /// The guards and values of the statements that count.
    counting: HashSet<ExprId>,
    /// The heads of the loops that count rounds up to a constant and are no folds, as far as is known.
    ordered: HashSet<Span>,
    /// The sends of sequences that may have to wait between two of them.
    waiting: HashSet<Span>,
}

impl<'m> Folds<'m> {
    /// None.
    pub fn none(machine: &Machine) -> Folds<'m> {
        Folds {
            at_locations: HashMap::new(),
            in_blocks: HashMap::new(),
            inside: HashSet::new(),
            points: HashSet::new(),
            counted: ByExpression::new(machine),
            counting: HashSet::new(),
            ordered: HashSet::new(),
            waiting: HashSet::new(),
        }
    }

    /// The folds of the code that runs once all processes are started.
    pub fn of(machine: &'m Machine, shape: &Shape, demands: Demands) -> Folds<'m> {
        let mut folds = Folds::none(machine);
        let mut search = Search::new(machine, shape, demands);
        // A claim looks at every state, and conditions to move may take control away: but not within a deterministic block.
        let looks = !is_watched(&machine.program) || !demands.make(Constraint::FoldUnwatched);
        search.all(looks);
        // What is counted and read elsewhere is a variable like any other: without it as a counter, more may be found.
        for _ in 0..MAX_SEARCHES {
            let read = reads_elsewhere(machine, shape, &search.found);
            if !demands.make(Constraint::FoldCounterUnread) || !search.exclude(&read) {
                break;
            }
            search.all(looks);
        }
        folds.waiting = search.waiting();
        folds.ordered = search.ordered;
        // Of those that overlap the larger ones are taken, if nothing else reads what they count by.
        let mut found = search.found;
        found.retain(|it| it.fold.counters.iter().all(|counter| !it.reads.contains(counter)));
        let unread = unread_elsewhere(machine, shape, demands, found, false);
        let chosen = unread_elsewhere(machine, shape, demands, apart(unread), true);
        let heads = |candidate: &Candidate<'m>| candidate.loops.clone();
        let taken: HashSet<Span> = chosen.iter().flat_map(heads).collect();
        folds.ordered.retain(|span| !taken.contains(span));
        chosen.into_iter().for_each(|candidate| folds.add(candidate));
        folds
    }

    /// What counts rounds.
    pub fn counters(&self) -> impl Iterator<Item = VariableId> {
        let folds = self.at_locations.values().chain(self.in_blocks.values());
        folds.flat_map(|fold| &fold.counters).copied()
    }

    /// What the parts of folds leave behind that nobody needs: which of them is the last to write it depends on the order.
    pub fn left_behind(&self) -> impl Iterator<Item = VariableId> {
        let folds = self.at_locations.values().chain(self.in_blocks.values());
        folds.flat_map(|fold| &fold.private).copied()
    }

    /// What some edge inside of a fold clears, because nobody needs it any more. Which edge that is may depend on the order: what is
    /// needed in one option is cleared there, and keeps its value where another is taken.
    pub fn cleared<'a>(&'a self, machine: &'a Machine) -> impl Iterator<Item = VariableId> + 'a {
        let edges = self.edges(machine).into_iter().flat_map(|(_, edges)| edges);
        let operations = edges.flat_map(|edge| &machine.code.edges[edge.index()].operations);
        operations.flat_map(|operation| &operation.resets).map(|reset| reset.variable)
    }

    /// The edges of each fold that is no part of a block: the one by which it is left, and all.
    pub fn edges(&self, machine: &Machine) -> Vec<(EdgeId, Vec<EdgeId>)> {
        let folds = self.at_locations.values().map(|fold| {
            let mut places = fold.places.clone();
            places.sort_unstable();
            let of = |&location: &u32| &machine.code.locations[location as usize].edges;
            (fold.exit_edge(machine), places.iter().flat_map(of).copied().collect())
        });
        folds.collect()
    }

    /// Whether a statement only counts the rounds of a fold.
    pub fn counts(&self, action: &Action) -> bool {
        match action {
            Action::Guard(expr) | Action::Assign(_, expr) => {
                expr.id().is_some_and(|id| self.counting.contains(&id))
            }
            _ => false,
        }
    }

    /// What an expression is with what is known of counters, if it depends on these alone.
    pub fn value(&self, expr: &Expr, known: &Known) -> Option<i32> {
        self.counted.get(expr).and_then(|_| known.value(expr))
    }

    /// The heads of the loops that count rounds up to a constant and are no folds, as far as is known.
    pub fn ordered(&self) -> &HashSet<Span> {
        &self.ordered
    }

    /// The sends of sequences that may have to wait between two of them.
    pub fn waiting(&self) -> &HashSet<Span> {
        &self.waiting
    }

    fn add(&mut self, candidate: Candidate<'m>) {
        let Candidate { fold, head, counting, counted, .. } = candidate;
        self.counting.extend(counting);
        for (expr, value) in counted {
            let mut values = self.counted.get(expr).cloned().unwrap_or_default();
            if !values.contains(&value) {
                values.push(value);
                self.counted.insert(expr, values);
            }
        }
        match head {
            Head::Location(location) => {
                self.inside.extend(fold.inside().iter().map(|&l| LocationId(l)));
                self.at_locations.insert(location, fold);
            }
            Head::Point(block, point) => {
                self.points.extend(fold.inside().iter().map(|&inside| (block, inside)));
                self.in_blocks.insert((block, point), fold);
            }
        }
    }
}

/// Whether states are asked about that no process sees: a claim looks at each, and so do conditions to move.
pub(crate) fn is_watched(program: &Program) -> bool {
    !program.claims.is_empty()
        || program.asked_of_states().next().is_some()
        || program.process_types.iter().any(|declared| declared.provided.is_some())
}

/// Where a fold begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Head {
    Location(LocationId),
    Point(BlockId, u32),
}

/// A sequence that is a fold if nothing else reads its counters.
struct Candidate<'m> {
    fold: Fold<'m>,
    head: Head,
    /// The heads of the loops in it.
    loops: Vec<Span>,
    /// What is read in it where its value is not known.
    reads: HashSet<VariableId>,
    counting: Vec<ExprId>,
    counted: Vec<(&'m Expr, i32)>,
}

impl Candidate<'_> {
    /// Its places, each with the block that it is a point of.
    fn places(&self) -> impl Iterator<Item = (Option<BlockId>, u32)> {
        let block = match self.head {
            Head::Location(_) => None,
            Head::Point(block, _) => Some(block),
        };
        self.fold.places.iter().map(move |&place| (block, place))
    }
}

/// Candidates that have no place in common, larger ones first.
fn apart(mut candidates: Vec<Candidate<'_>>) -> Vec<Candidate<'_>> {
    candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.fold.places.len()));
    let mut taken = HashSet::new();
    candidates.retain(|candidate| {
        let is_apart = candidate.places().all(|place| !taken.contains(&place));
        if is_apart {
            taken.extend(candidate.places());
        }
        is_apart
    });
    candidates
}

/// The candidates whose counters nothing reads outside of candidates, nor, once these are apart, in one where their values are not
/// known. Without those that are left out, others may be read, too.
fn unread_elsewhere<'m>(
    machine: &Machine,
    shape: &Shape,
    demands: Demands,
    mut candidates: Vec<Candidate<'m>>,
    are_apart: bool,
) -> Vec<Candidate<'m>> {
    while demands.make(Constraint::FoldCounterUnread) {
        let mut read = reads_elsewhere(machine, shape, &candidates);
        // Of those that overlap, some read as a variable what others count by.
        let reads = candidates.iter().flat_map(|candidate| &candidate.reads);
        read.extend(reads.filter(|_| are_apart).copied());
        let before = candidates.len();
        candidates.retain(|it| it.fold.counters.iter().all(|counter| !read.contains(counter)));
        if candidates.len() == before {
            break;
        }
    }
    candidates
}

/// The variables that are read by something outside of the candidates.
fn reads_elsewhere(
    machine: &Machine,
    shape: &Shape,
    candidates: &[Candidate<'_>],
) -> HashSet<VariableId> {
    let within: HashSet<(Option<BlockId>, u32)> =
        candidates.iter().flat_map(Candidate::places).collect();
    let mut read = HashSet::new();
    let mut note = |action: &Action| {
        touches::of_action(action, &mut |touch, _| match touch {
            Touch::Write(_) => {}
            touch => read.extend(touch.variable()),
        });
    };
    let late = machine.whole_code().edges.iter().filter(|edge| shape.is_late(edge.from));
    for edge in late.filter(|edge| !within.contains(&(None, edge.from.0))) {
        for operation in &edge.operations {
            let Action::Deterministic(block) = &operation.action else {
                note(&operation.action);
                continue;
            };
            for (point, options) in (0..).zip(block.points.iter().map(|point| &point.options)) {
                if block.id().is_none_or(|id| !within.contains(&(Some(id), point))) {
                    options.iter().for_each(|(action, _)| note(action));
                }
            }
        }
    }
    let variables = VariableId::below(machine.program.variables.len());
    read.extend(variables.filter(|&variable| machine.is_named_by_others(variable)));
    read
}

/// Whether an action may write a variable.
fn writes(action: &Action, variable: VariableId) -> bool {
    let mut written = false;
    touches::of_action(action, &mut |touch, _| {
        written |= matches!(touch, Touch::Write(place) if place.variable == variable);
    });
    written
}

/// Whether an action may read a variable.
pub(crate) fn reads(action: &Action, variable: VariableId) -> bool {
    let mut read = false;
    touches::of_action(action, &mut |touch, _| {
        read |= !matches!(touch, Touch::Write(_)) && touch.variable() == Some(variable);
    });
    read
}

/// Whether an action may change what a channel holds.
fn writes_channels(action: &Action) -> bool {
    let mut written = false;
    touches::of_action(action, &mut |touch, _| {
        let changes =
            |deed| matches!(deed, touches::Deed::Send { .. } | touches::Deed::Receive { .. });
        written |= matches!(touch, Touch::Channel(_, deed) if changes(deed));
    });
    written
}
