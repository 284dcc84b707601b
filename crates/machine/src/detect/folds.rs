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
mod distinct;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use diagnostics::Span;

use self::control::{Control, Way};
use super::by_expression::ByExpression;
use super::shape::{Shape, late_edges};
use crate::index::{BlockId, EdgeId, ExprId, LocationId, VariableId};
use crate::machine::Machine;
use crate::program::{Action, BinaryOperator, Expr, ExprKind, Region};
use crate::semantics::FullChannel;
use crate::uses::{walk_action, walk_expr};

/// The way out of a loop: its number among those of the head.
pub(super) const LEAVING: usize = 1;

/// The most rounds of a loop.
const MAX_ROUNDS: i32 = 256;
/// The most ways through a round, and the most statements on one.
const MAX_PATHS: usize = 16;
const MAX_ACTIONS: usize = 32;
/// How far before a loop its counter may be given its first value, in statements.
const MAX_BEFORE: usize = 16;

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

/// A way through one round of a loop.
#[derive(Debug)]
pub(super) struct Path<'m> {
    /// What is done, without the counting.
    pub actions: Vec<(&'m Action, Span)>,
    /// Whether the loop is left then.
    pub leaves: bool,
    /// Where it leads to at once.
    to: Option<u32>,
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
        }
    }

    /// The folds of the code that runs once all processes are started.
    pub fn of(machine: &'m Machine, shape: &Shape) -> Folds<'m> {
        let mut folds = Folds::none(machine);
        // A claim looks at every state, and conditions to move may take control away.
        let program = &machine.program;
        let watched = !program.claims.is_empty()
            || program.process_types.iter().any(|declared| declared.provided.is_some());
        if watched {
            return folds;
        }
        let mut candidates = Folds::candidates(machine, shape);
        // A counter that something else reads is none; without its loops, others may be read, too.
        loop {
            let before = candidates.len();
            let read = reads_elsewhere(machine, shape, &candidates);
            candidates.retain(|candidate| !read.contains(&candidate.fold.counter));
            if candidates.len() == before {
                break;
            }
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

    fn candidates(machine: &'m Machine, shape: &Shape) -> Vec<Candidate<'m>> {
        let mut found = Vec::new();
        let locations = Control::locations(machine);
        for location in LocationId::below(machine.code.locations.len()) {
            if shape.is_late(location) {
                let head = location.0;
                found.extend(candidate(machine, &locations, head, Head::Location(location)));
            }
        }
        for edge in machine.code.edges.iter().filter(|edge| shape.is_late(edge.from)) {
            for operation in &edge.operations {
                let Action::Deterministic(block) = &operation.action else { continue };
                let Some(id) = block.id() else { continue };
                let control = Control::block(block);
                for point in 0..block.points.len() as u32 {
                    found.extend(candidate(machine, &control, point, Head::Point(id, point)));
                }
            }
        }
        found
    }

    fn add(&mut self, candidate: Candidate<'m>) {
        let Candidate { fold, head, counting, counted } = candidate;
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

/// A loop that is a fold if nothing else reads its counter.
struct Candidate<'m> {
    fold: Fold<'m>,
    head: Head,
    counting: Vec<ExprId>,
    counted: Vec<(&'m Expr, Vec<i32>)>,
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
    read.extend(machine.program.remotes.iter().map(|remote| remote.variable));
    read
}

/// The loop that begins at a place of some control graph, if its rounds can change places.
fn candidate<'m>(
    machine: &'m Machine,
    control: &Control<'m>,
    head: u32,
    named: Head,
) -> Option<Candidate<'m>> {
    let [first, last] = <[Way<'m>; 2]>::try_from(control.ways(head)?).ok()?;
    let (Action::Guard(guard), _) = *first.actions.first()? else { return None };
    let (counter, end) = upper_bound(guard)?;
    let variable = &machine.program.variables[counter.index()];
    if !matches!(variable.region, Region::Local(_)) || !variable.dimensions.is_empty() {
        return None;
    }
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
    let exit = control.landing(&last);
    let sends_fail = never_waits_to_send(machine);
    let mut walk = Walk { control, head, exit, counter, sends_fail, inside: HashSet::new() };
    let mut paths = Vec::new();
    walk.round(&first, 1, Vec::new(), &mut paths)?;
    if !walk.is_closed() {
        return None;
    }
    let mut rounds = Vec::new();
    for mut path in paths {
        if !path.leaves {
            counting.push(take_increment(&mut path.actions, counter)?);
        }
        rounds.push(path);
    }
    // Whoever leaves early goes the same way.
    let mut targets = rounds.iter().filter(|path| path.leaves).map(|path| path.to);
    let first = targets.next();
    if targets.any(|to| Some(to) != first) {
        return None;
    }
    let (start, first_values) = walk.start()?;
    counting.extend(first_values);
    let values = start..end;
    if start < 0 || end - start > MAX_ROUNDS || variable.cell.wrap(end) != end {
        return None;
    }
    let sends = rounds.iter().flat_map(|path| &path.actions);
    if !sends_fail && sends.into_iter().any(|(action, _)| matches!(action, Action::Send { .. })) {
        return None;
    }
    let counted = commuting::counted(machine, &rounds, counter, &values)?;
    let fold = Fold { counter, values, paths: rounds, inside: walk.inside };
    Some(Candidate { fold, head: named, counting, counted })
}

/// Whether no send of a machine ever waits.
fn never_waits_to_send(machine: &Machine) -> bool {
    machine.program.semantics.full_channel == FullChannel::Fails
        && machine.program.channels.iter().all(|channel| channel.capacity > 0)
}

/// `i < N`, or the same in other words: the variable and what it stays below.
fn upper_bound(guard: &Expr) -> Option<(VariableId, i32)> {
    let (operator, counter, bound) = compared(guard)?;
    match operator {
        BinaryOperator::Less => Some((counter, bound)),
        BinaryOperator::LessEqual => Some((counter, bound.checked_add(1)?)),
        _ => None,
    }
}

/// `i >= N`, or the same in other words: the variable and what it has reached.
fn lower_bound(guard: &Expr) -> Option<(VariableId, i32)> {
    let (operator, counter, bound) = compared(guard)?;
    match operator {
        BinaryOperator::GreaterEqual => Some((counter, bound)),
        BinaryOperator::Greater => Some((counter, bound.checked_add(1)?)),
        _ => None,
    }
}

/// A variable compared with a number, the variable first.
fn compared(guard: &Expr) -> Option<(BinaryOperator, VariableId, i32)> {
    let ExprKind::Binary(operator, parts) = &guard.kind else { return None };
    match (&parts.0.kind, &parts.1.kind) {
        (ExprKind::Load(place), ExprKind::Constant(bound)) => {
            Some((*operator, place.variable, *bound))
        }
        (ExprKind::Constant(bound), ExprKind::Load(place)) => {
            let turned = match operator {
                BinaryOperator::Less => BinaryOperator::Greater,
                BinaryOperator::LessEqual => BinaryOperator::GreaterEqual,
                BinaryOperator::Greater => BinaryOperator::Less,
                BinaryOperator::GreaterEqual => BinaryOperator::LessEqual,
                _ => return None,
            };
            Some((turned, place.variable, *bound))
        }
        _ => None,
    }
}

/// Takes `i = i + 1` off the end of a round; nothing else in it writes `i`.
fn take_increment(actions: &mut Vec<(&Action, Span)>, counter: VariableId) -> Option<ExprId> {
    let (Action::Assign(place, value), _) = *actions.last()? else { return None };
    let ExprKind::Binary(BinaryOperator::Add, parts) = &value.kind else { return None };
    let counts = |a: &Expr, b: &Expr| {
        matches!(&a.kind, ExprKind::Load(read) if read.variable == counter)
            && b.constant_value() == Some(1)
    };
    let is_increment =
        place.variable == counter && (counts(&parts.0, &parts.1) || counts(&parts.1, &parts.0));
    if !is_increment {
        return None;
    }
    actions.pop();
    value.id()
}

/// A walk through the rounds of a loop.
struct Walk<'c, 'm> {
    control: &'c Control<'m>,
    head: u32,
    /// Where the loop is left to, and whether no other process can look there.
    exit: (Option<u32>, bool),
    counter: VariableId,
    /// Whether a send never waits: where it cannot be done it fails.
    sends_fail: bool,
    inside: HashSet<u32>,
}

impl<'m> Walk<'_, 'm> {
    /// Follows a way, from its statement `from` on, to the next round, or out of the loop to where the last way leads.
    fn round(
        &mut self,
        way: &Way<'m>,
        from: usize,
        mut done: Vec<(&'m Action, Span)>,
        paths: &mut Vec<Path<'m>>,
    ) -> Option<()> {
        done.extend(way.actions[from..].iter().filter(|(action, _)| **action != Action::Skip));
        if done.len() > MAX_ACTIONS || paths.len() >= MAX_PATHS {
            return None;
        }
        if way.to != Some(self.head) && self.control.landing(way) == self.exit {
            paths.push(Path { actions: done, leaves: true, to: way.to });
            return Some(());
        }
        if !way.keeps {
            return None;
        }
        let to = way.to?;
        if to == self.head {
            paths.push(Path { actions: done, leaves: false, to: way.to });
            return Some(());
        }
        self.inside.insert(to);
        let ways = self.control.ways(to)?;
        match &ways[..] {
            [only] => {
                let (first, _) = only.actions.first()?;
                let goes_on = matches!(first, Action::Skip | Action::Assign(..))
                    || self.sends_fail && matches!(first, Action::Send { .. });
                goes_on.then(|| self.round(only, 0, done, paths))?
            }
            [first, second] => {
                let choice = (first.actions.first()?.0, second.actions.first()?.0);
                let (Action::Guard(_), Action::Else) = choice else { return None };
                self.round(first, 0, done.clone(), paths)?;
                self.round(second, 0, done, paths)
            }
            _ => None,
        }
    }

    /// Whether what is inside the loop can only be entered through its head.
    fn is_closed(&self) -> bool {
        let within = |at: u32| at == self.head || self.inside.contains(&at);
        let is_inner = |at: u32| self.control.entries(at).all(|(from, _)| within(from));
        self.inside.iter().all(|&at| is_inner(at) && !self.control.is_entry(at))
    }

    /// The value that the counter has before the first round, whatever leads there, and the expressions that give it. Nothing
    /// that happens between may block, so that nobody sees it.
    fn start(&self) -> Option<(i32, Vec<ExprId>)> {
        let mut found: Option<i32> = None;
        let mut given = Vec::new();
        let within = |at: u32| at == self.head || self.inside.contains(&at);
        let mut pending: Vec<(u32, usize)> = vec![(self.head, 0)];
        while let Some((at, before)) = pending.pop() {
            if before > MAX_BEFORE || self.control.is_entry(at) {
                return None;
            }
            for (from, way) in self.control.entries(at) {
                if at == self.head && within(from) {
                    continue;
                }
                if !way.keeps || within(from) {
                    return None;
                }
                let writes = |(action, _): &(&Action, Span)| writes(action, self.counter);
                let Some(last) = way.actions.iter().rposition(writes) else {
                    if !self.passes(from)? {
                        return None;
                    }
                    pending.push((from, before + 1));
                    continue;
                };
                let (Action::Assign(_, value), _) = way.actions[last] else { return None };
                let start = value.constant_value()?;
                if found.is_some_and(|other| other != start) {
                    return None;
                }
                found = Some(start);
                given.push(value.id()?);
            }
        }
        Some((found?, given))
    }

    /// Whether there is one way on from a place, which never blocks.
    fn passes(&self, at: u32) -> Option<bool> {
        let ways = self.control.ways(at)?;
        let [only] = &ways[..] else { return Some(false) };
        let goes_on = |(action, _): &(&Action, Span)| {
            matches!(action, Action::Skip | Action::Assign(..) | Action::Print { .. })
        };
        Some(only.actions.iter().all(goes_on))
    }
}

/// Whether an action may write a variable.
fn writes(action: &Action, variable: VariableId) -> bool {
    let mut written = false;
    walk_action(action, &mut |_| {}, &mut |place| written |= place.variable == variable);
    written
}
