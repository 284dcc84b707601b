//! Loops over processes or values whose order nobody sees: sums, counts, searches, resets, maxima.
//!
//! `i = 0; do :: i < N -> sum = sum + a[i]; i++ :: else -> break od` names each element of `a` by a number, one after the
//! other. Where no other process can look in between, inside an atomic sequence or a deterministic block, and where the
//! rounds can change places ([`commuting`]), the loop is a *fold*: the same as its rounds in no order, one for each value of
//! the counter. So it is drawn in the graph of the program; the counter is not.
//!
//! The counter must be a local variable that nothing else reads once all processes are started: what it holds is never seen
//! from outside, and it is cleared there ([`crate::immaterial`]).

mod commuting;
mod control;
mod counting;
mod distinct;
mod path;
mod rounds;
mod walk;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use diagnostics::Span;
use machine::Machine;
use machine::index::{BlockId, EdgeId, ExprId, LocationId, VariableId};
use machine::program::{Action, ExprKind, Region};
use machine::semantics::FullChannel;
use machine::uses::{walk_action, walk_expr};

use self::control::{Control, Way};
use self::counting::{lower_bound, take_increment, upper_bound};
use self::path::Path;
use self::rounds::{Counted, Rounds};
use self::walk::Walk;
use super::by_expression::ByExpression;
use super::constraint::{Constraint, Demands};
use super::shape::{Shape, late_edges};

/// The way out of a loop: its number among those of the head.
pub(super) const LEAVING: usize = 1;

/// The most rounds of a loop.
const MAX_ROUNDS: i32 = 256;
/// A loop whose rounds can change places.
#[derive(Debug)]
pub(super) struct Fold<'m> {
    /// What counts the rounds.
    pub counter: VariableId,
    /// Its value in each round.
    pub values: Range<i32>,
    /// The ways through a round.
    pub paths: Vec<Path<'m>>,
    /// What belongs to the loop besides its head.
    inside: HashSet<u32>,
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
    /// What differs in rounds only by the counter, with its value in each of them.
    pub counted: ByExpression<'m, Vec<i32>>,
    /// The guards and values of the statements that count.
    counting: HashSet<ExprId>,
    /// The heads of the loops that count rounds up to a constant and are no folds, as far as is known.
    ordered: HashSet<Span>,
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
        }
    }

    /// The folds of the code that runs once all processes are started.
    pub fn of(machine: &'m Machine, shape: &Shape, demands: Demands) -> Folds<'m> {
        let mut folds = Folds::none(machine);
        // A claim looks at every state, and conditions to move may take control away.
        let program = &machine.program;
        let watched = !program.claims.is_empty()
            || program.asked_of_states().next().is_some()
            || program.process_types.iter().any(|declared| declared.provided.is_some());
        if watched && demands.make(Constraint::FoldUnwatched) {
            return folds;
        }
        let mut candidates = folds.candidates(machine, shape, demands);
        // A counter that something else reads is none; without its loops, others may be read, too.
        while demands.make(Constraint::FoldCounterUnread) {
            let read = reads_elsewhere(machine, shape, &candidates);
            let is_read = |candidate: &Candidate<'_>| read.contains(&candidate.fold.counter);
            let (gone, left): (Vec<_>, Vec<_>) = candidates.into_iter().partition(is_read);
            candidates = left;
            if gone.is_empty() {
                break;
            }
            folds.ordered.extend(gone.iter().map(|candidate| candidate.span));
        }
        candidates.into_iter().for_each(|candidate| folds.add(candidate));
        folds
    }

    /// What counts rounds.
    pub fn counters(&self) -> impl Iterator<Item = VariableId> {
        self.at_locations.values().chain(self.in_blocks.values()).map(|fold| fold.counter)
    }

    /// The edges of each fold that is no part of a block: the one by which it is left, and all.
    pub fn edges(&self, machine: &Machine) -> Vec<(EdgeId, Vec<EdgeId>)> {
        let folds = self.at_locations.iter().map(|(head, fold)| {
            let mut within: Vec<usize> = fold.inside.iter().map(|&l| l as usize).collect();
            within.push(head.index());
            within.sort_unstable();
            let of = |location: usize| &machine.code.locations[location].edges;
            let edges = within.iter().flat_map(|&location| of(location)).copied();
            (of(head.index())[LEAVING], edges.collect())
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

    /// The heads of the loops that count rounds up to a constant and are no folds, as far as is known.
    pub fn ordered(&self) -> &HashSet<Span> {
        &self.ordered
    }

    fn candidates(
        &mut self,
        machine: &'m Machine,
        shape: &Shape,
        demands: Demands,
    ) -> Vec<Candidate<'m>> {
        let mut found = Vec::new();
        let search = Search { machine, demands, sends_fail: never_waits_to_send(machine) };
        let locations = Control::locations(machine);
        for location in LocationId::below(machine.code.locations.len()) {
            if shape.is_late(location) {
                let candidate = search.candidate(&locations, location.0, Head::Location(location));
                self.take(candidate, &locations, location.0, &mut found);
            }
        }
        for edge in machine.code.edges.iter().filter(|edge| shape.is_late(edge.from)) {
            for operation in &edge.operations {
                let Action::Deterministic(block) = &operation.action else { continue };
                let Some(id) = block.id() else { continue };
                let control = Control::block(block);
                for point in 0..block.points.len() as u32 {
                    let candidate = search.candidate(&control, point, Head::Point(id, point));
                    self.take(candidate, &control, point, &mut found);
                }
            }
        }
        found
    }

    /// Takes a candidate, or notes that what may be a loop is none.
    fn take(
        &mut self,
        candidate: Option<Candidate<'m>>,
        control: &Control<'m>,
        head: u32,
        found: &mut Vec<Candidate<'m>>,
    ) {
        if candidate.is_none() {
            self.ordered.extend(bounded_head(control, head));
        }
        found.extend(candidate);
    }

    fn add(&mut self, candidate: Candidate<'m>) {
        let Candidate { fold, head, span: _, counting, counted } = candidate;
        self.counting.extend(counting);
        counted.into_iter().for_each(|(expr, values)| self.counted.insert(expr, values));
        match head {
            Head::Location(location) => {
                self.inside.extend(fold.inside.iter().map(|&l| LocationId(l)));
                self.at_locations.insert(location, fold);
            }
            Head::Point(block, point) => {
                self.points.extend(fold.inside.iter().map(|&inside| (block, inside)));
                self.in_blocks.insert((block, point), fold);
            }
        }
    }
}

#[derive(Clone, Copy, Debug)]
enum Head {
    Location(LocationId),
    Point(BlockId, u32),
}

/// Where something is compared with a constant that may be the bound of a loop.
fn bounded_head(control: &Control<'_>, head: u32) -> Option<Span> {
    let [first, _] = <[Way<'_>; 2]>::try_from(control.ways(head)?).ok()?;
    let &(Action::Guard(guard), span) = first.actions.first()? else { return None };
    upper_bound(guard).map(|_| span)
}

/// A loop that is a fold if nothing else reads its counter.
struct Candidate<'m> {
    fold: Fold<'m>,
    head: Head,
    span: Span,
    counting: Vec<ExprId>,
    counted: Counted<'m>,
}

/// The local variables that are read by something besides the loops that they count.
fn reads_elsewhere(
    machine: &Machine,
    shape: &Shape,
    candidates: &[Candidate<'_>],
) -> HashSet<VariableId> {
    let known = candidates.iter().flat_map(|candidate| {
        let counted = candidate.counted.iter().filter_map(|(expr, _)| expr.id());
        counted.chain(candidate.counting.iter().copied())
    });
    let known: HashSet<ExprId> = known.collect();
    let mut read = HashSet::new();
    for operation in late_edges(machine, shape).flat_map(|edge| &edge.operations) {
        let mut skipped = HashSet::new();
        walk_action(
            &operation.action,
            &mut |expr| {
                if expr.id().is_some_and(|id| known.contains(&id) || skipped.contains(&id)) {
                    // What is inside is the counter.
                    walk_expr(expr, &mut |part| skipped.extend(part.id()));
                } else if let ExprKind::Load(place) = &expr.kind {
                    read.insert(place.variable);
                }
            },
            &mut |_| {},
        );
    }
    let variables = VariableId::below(machine.program.variables.len());
    read.extend(variables.filter(|&variable| machine.is_named_by_others(variable)));
    read
}

/// Looks for loops whose rounds can change places.
struct Search<'m> {
    machine: &'m Machine,
    demands: Demands,
    sends_fail: bool,
}

impl<'m> Search<'m> {
    /// The loop that begins at a place of some control graph, if its rounds can change places.
    fn candidate(&self, control: &Control<'m>, head: u32, named: Head) -> Option<Candidate<'m>> {
        let [first, last] = <[Way<'m>; 2]>::try_from(control.ways(head)?).ok()?;
        let (Action::Guard(guard), span) = *first.actions.first()? else { return None };
        let (counter, end) = upper_bound(guard)?;
        let mut counting = vec![guard.id()?];
        match *last.actions.first()? {
            (Action::Else, _) => {}
            (Action::Guard(other), _) if lower_bound(other) == Some((counter, end)) => {
                counting.push(other.id()?);
            }
            _ => return None,
        }
        let beyond = |(action, _): &(&Action, Span)| !matches!(action, Action::Skip);
        if last.actions[1..].iter().any(beyond) {
            return None;
        }
        let variable = &self.machine.program.variables[counter.index()];
        let is_seen = variable.hidden || variable.read_unseen;
        let is_own = matches!(variable.region, Region::Local(_)) && variable.dimensions.is_empty();
        if !is_own || is_seen || variable.cell.wrap(end) != end {
            return None;
        }
        let mut walk = Walk {
            control,
            head,
            exit: control.landing(&last),
            counter,
            cell: variable.cell,
            sends_fail: self.sends_fail,
            demands: self.demands,
            inside: HashSet::new(),
            trail: Vec::new(),
        };
        let mut paths = Vec::new();
        walk.round(&first, 1, Vec::new(), &mut paths)?;
        if !walk.is_closed() && self.demands.make(Constraint::FoldClosed) {
            return None;
        }
        let (start, first_values) = walk.start()?;
        counting.extend(first_values);
        if start < 0 || end.saturating_sub(start) > MAX_ROUNDS {
            return None;
        }
        counting.extend(self.increments(&mut paths, counter)?);
        let rounds = Rounds { counter, values: start..end, demands: self.demands };
        let counted = commuting::counted(self.machine, &rounds, &paths)?;
        let fold = Fold { counter, values: rounds.values, paths, inside: walk.inside };
        Some(Candidate { fold, head: named, span, counting, counted })
    }

    /// Takes the increments off the ways that go on; none if one does not count, if ways that leave early go to different places,
    /// or if something may wait.
    fn increments(&self, paths: &mut [Path<'m>], counter: VariableId) -> Option<Vec<ExprId>> {
        let mut increments = Vec::new();
        for path in paths.iter_mut().filter(|path| !path.leaves) {
            increments.push(take_increment(&mut path.actions, counter)?);
        }
        let mut targets = paths.iter().filter(|path| path.leaves).map(|path| path.to);
        let first = targets.next();
        let waits = |(action, _): &(&Action, Span)| matches!(action, Action::Send { .. });
        let may_wait = !self.sends_fail && paths.iter().flat_map(|path| &path.actions).any(waits);
        (targets.all(|to| Some(to) == first) && !may_wait).then_some(increments)
    }
}

/// Whether no send of a machine ever waits.
fn never_waits_to_send(machine: &Machine) -> bool {
    machine.program.semantics.full_channel == FullChannel::Fails
        && machine.program.channels.iter().all(|channel| channel.capacity > 0)
}
