//! Where sequences begin whose order nobody sees.

use std::collections::{BTreeSet, HashMap, HashSet};

use diagnostics::Span;
use machine::Machine;
use machine::index::{ExprId, LocationId, VariableId};
use machine::program::{Action, BinaryOperator, CellType, Expr, ExprKind};
use machine::semantics::FullChannel;

use super::commuting::{Commuting, Part};
use super::control::Control;
use super::counters::counters;
use super::known::{Known, scalar};
use super::order::order;
use super::private::{Dead, with_private};
use super::start::{first_filling, first_value};
use super::touched::{Reader, Touched, Use};
use super::tree::{Step, Tree};
use super::unroll::{Exit, Unroll};
use super::waiting::waiting;
use super::{Candidate, Fold, Head, leaving, reads};
use crate::constraint::{Constraint, Demands};
use crate::shape::Shape;

/// How often a sequence is gone through again, with fewer counters or an earlier end.
const MAX_TRIES: usize = 16;
/// How many places are passed in all, so that a large program is not looked at for ever.
const MAX_WORK: usize = 200_000;

/// The pairs of parts whose comparison takes as long as a place.
const PAIRS_OF_PLACE: usize = 16;

/// The most cells that the parts of a sequence touch, each counted for each part: all are compared with all.
const MOST_CELLS: usize = 4000;

/// A search for candidates.
pub(super) struct Search<'s, 'm> {
    machine: &'m Machine,
    shape: &'s Shape,
    demands: Demands,
    sends_fail: bool,
    reader: Reader<'m>,
    /// Local variables that are counted up or down somewhere, with what each can hold.
    counters: Vec<(VariableId, CellType)>,
    pub found: Vec<Candidate<'m>>,
    /// The heads of the loops that count rounds up to a constant, as far as is known.
    pub ordered: HashSet<Span>,
    /// Sends that may have to wait, with those before them.
    waiting: HashMap<Span, HashSet<Span>>,
    /// Sends that do not wait wherever a sequence was gone through.
    passed: HashSet<Span>,
    dead: Dead<'m>,
    left: usize,
}

impl<'s, 'm> Search<'s, 'm> {
    pub fn new(machine: &'m Machine, shape: &'s Shape, demands: Demands) -> Self {
        Search {
            machine,
            shape,
            demands,
            sends_fail: never_waits_to_send(machine),
            reader: Reader::new(machine),
            counters: counters(machine, shape, demands),
            found: Vec::new(),
            ordered: HashSet::new(),
            waiting: HashMap::new(),
            passed: HashSet::new(),
            dead: Dead::new(machine),
            left: MAX_WORK,
        }
    }

    /// Looks into all deterministic blocks, and at all locations if that is wanted.
    pub fn all(&mut self, locations: bool) {
        self.found.clear();
        if locations {
            self.in_locations();
        }
        self.in_blocks();
    }

    /// The sends of sequences that may have to wait between two of them.
    pub fn waiting(&self) -> HashSet<Span> {
        let waits = self.waiting.iter().filter(|(send, _)| !self.passed.contains(send));
        waits.flat_map(|(send, before)| before.iter().chain([send])).copied().collect()
    }

    /// Takes variables for no counters any more; whether some were.
    pub fn exclude(&mut self, read: &HashSet<VariableId>) -> bool {
        let counted = self.found.iter().flat_map(|candidate| &candidate.fold.counters);
        let wrong: HashSet<VariableId> = counted.filter(|it| read.contains(it)).copied().collect();
        self.counters.retain(|(counter, _)| !wrong.contains(counter));
        !wrong.is_empty()
    }

    /// Looks at all locations.
    fn in_locations(&mut self) {
        let (machine, shape) = (self.machine, self.shape);
        let locations = Control::locations(machine);
        let late = |&place: &u32| shape.is_late(LocationId(place));
        let places: Vec<u32> = (0..locations.count()).filter(late).collect();
        self.within(&locations, &places, |place| Head::Location(LocationId(place)));
    }

    /// Looks into all deterministic blocks.
    fn in_blocks(&mut self) {
        let (machine, shape) = (self.machine, self.shape);
        for edge in machine.code.edges.iter().filter(|edge| shape.is_late(edge.from)) {
            for operation in &edge.operations {
                let Action::Deterministic(block) = &operation.action else { continue };
                let Some(id) = block.id() else { continue };
                let control = Control::block(block);
                let places: Vec<u32> = (0..control.count()).collect();
                self.within(&control, &places, |place| Head::Point(id, place));
            }
        }
    }

    fn within(&mut self, control: &Control<'m>, places: &[u32], head: impl Fn(u32) -> Head) {
        let mut known_as: HashSet<u32> = HashSet::new();
        for &place in places {
            self.ordered.extend(bounded_head(control, place));
            if !self.sends_fail && self.reader.buffered {
                self.waiting.extend(waiting(control, place, &self.reader));
            }
            // What begins inside of another is a part of it; but that may be left for a larger one, and its loops are not to be lost.
            let is_part = known_as.contains(&place) && !is_head(control, place);
            if !is_part && self.left > 0 {
                let (candidate, passed) = self.candidate(control, place, head(place));
                known_as.extend(passed);
                self.found.extend(candidate);
            }
        }
    }

    /// The candidate that begins at a place; and the places at which none needs to be looked for any more.
    fn candidate(
        &mut self,
        control: &Control<'m>,
        head: u32,
        named: Head,
    ) -> (Option<Candidate<'m>>, Vec<u32>) {
        let mut counters = self.counters.clone();
        let mut stops = HashSet::new();
        for _ in 0..MAX_TRIES {
            let Some(unroll) = self.unrolled(control, head, &counters, &stops) else { break };
            let (unroll, exit) = unroll;
            if !unroll.demoted.is_empty() {
                counters.retain(|(counter, _)| !unroll.demoted.contains(counter));
                continue;
            }
            // What one edge does is drawn in its order with less ado.
            let is_row = |passed: &[u32]| passed.len() > 1 || control.loop_of(head).is_some();
            let Some(exit) = exit.filter(|_| is_row(&unroll.passed)) else { break };
            let stop = match self.first_open(control, &unroll.passed, exit) {
                Some(first) => first,
                None => {
                    let places = unroll.passed.clone();
                    let early = unroll.left_first.and_then(|from| control.loop_of(from));
                    let free = unroll.free_first;
                    if let Some(candidate) = self.fold(control, unroll, exit, named) {
                        return (Some(candidate), places);
                    }
                    // What stands before a loop that may be left early is done in any case, and what stands before a choice in one way.
                    let ends = |&place: &u32| {
                        early.is_some() && control.loop_of(place) == early || free == Some(place)
                    };
                    let Some(first) = places.into_iter().find(ends) else { break };
                    first
                }
            };
            if stop == head || !stops.insert(stop) {
                break;
            }
        }
        (None, Vec::new())
    }

    fn unrolled<'u>(
        &mut self,
        control: &'u Control<'m>,
        head: u32,
        counters: &[(VariableId, CellType)],
        stops: &'u HashSet<u32>,
    ) -> Option<(Unrolled<'m>, Option<Exit>)> {
        let around = control.loop_of(head);
        let within = |place: u32| around.is_some() && control.loop_of(place) == around;
        let mut known = Known::default();
        for &(counter, cell) in counters {
            let first = first_value(control, head, &within, counter, cell, self.demands);
            first.into_iter().for_each(|value| known.set(counter, value));
        }
        let filling = first_filling(control, head, &within, &self.reader);
        let mut unroll = Unroll::new(
            control,
            &self.reader,
            counters.to_vec(),
            stops,
            self.sends_fail,
            self.demands,
        );
        let begun: Vec<VariableId> = counters.iter().map(|&(counter, _)| counter).collect();
        let begun = begun.into_iter().filter(|&counter| known.get(counter).is_some()).collect();
        let is_filled = !filling.is_empty();
        let exit = unroll.run(head, known, filling);
        let unrolled = Unrolled::of(control, unroll, begun, is_filled);
        let steps = unrolled.parts.iter().flat_map(Tree::all);
        let sends = steps.filter(|step| matches!(step.action, Action::Send { .. }));
        self.passed.extend(sends.map(|step| step.span));
        self.left = self.left.saturating_sub(unrolled.work);
        exit.ok().map(|exit| (unrolled, exit))
    }

    /// The first place at which control can come from elsewhere into the middle, or a loop that is not gone through to its end.
    fn first_open(&self, control: &Control<'m>, passed: &[u32], exit: Exit) -> Option<u32> {
        if !self.demands.make(Constraint::FoldClosed) {
            return None;
        }
        let inside: HashSet<u32> = passed.iter().copied().collect();
        let unfinished = exit.to.and_then(|to| control.loop_of(to));
        let is_open = |(number, &place): (usize, &u32)| {
            let around = control.loop_of(place);
            let is_cut = around.is_some() && around == unfinished;
            let foreign = |from: u32| {
                let may_come = number > 0 || around.is_some() && control.loop_of(from) == around;
                may_come && !inside.contains(&from)
            };
            is_cut
                || number > 0 && control.is_entry(place)
                || control.entries(place).any(|(from, _)| foreign(from))
        };
        passed.iter().enumerate().find(|&it| is_open(it)).map(|(_, &place)| place)
    }

    /// Whether a statement may end in an error.
    fn may_fail(&self, step: &Step<'m>) -> bool {
        let is_sure = |expr: &Expr| self.reader.is_sure(expr, &step.known);
        match step.action {
            Action::Skip | Action::Else => false,
            Action::Guard(guard) => !is_sure(guard),
            Action::Print { arguments, .. } => !arguments.iter().all(is_sure),
            Action::Assign(place, value) => {
                !is_sure(value) || !self.reader.is_within(place, &step.known)
            }
            Action::Send { .. } => {
                self.sends_fail || !self.reader.is_sure_exchange(step.action, &step.known)
            }
            Action::Receive(_) => !self.reader.is_sure_exchange(step.action, &step.known),
            _ => true,
        }
    }

    fn fold(
        &mut self,
        control: &Control<'m>,
        unrolled: Unrolled<'m>,
        exit: Exit,
        head: Head,
    ) -> Option<Candidate<'m>> {
        let Unrolled { passed, parts, counting, counters, begun, is_filled, leavings, .. } =
            unrolled;
        // How often a choice is made before the sequence ends in another part depends on their order.
        let may_end = || {
            let mut steps = parts.iter().flat_map(Tree::all);
            !leavings.is_empty() || steps.any(|step| self.may_fail(step))
        };
        if unrolled.free_first.is_some() && may_end() {
            return None;
        }
        let (parts, private) = if leavings.is_empty() {
            let endings = self.dead.endings(head, exit);
            with_private(parts, &self.reader, &self.dead, &endings, self.demands)
        } else {
            (parts, BTreeSet::new())
        };
        let mut touched: Vec<Touched<'m>> =
            parts.iter().map(|part| self.reader.tree(part)).collect::<Option<_>>()?;
        for touched in &mut touched {
            touched.cells.retain(|(cell, _)| !private.contains(&cell.place.variable));
        }
        let cells: usize = touched.iter().map(|touched| touched.cells.len()).sum();
        if cells > MOST_CELLS {
            return None;
        }
        let order = if leavings.is_empty() {
            let commuting = Commuting {
                reader: &self.reader,
                demands: self.demands,
                sends_fail: self.sends_fail,
            };
            let parts: Vec<Part<'_, 'm>> =
                parts.iter().zip(&touched).map(|(tree, touched)| Part { tree, touched }).collect();
            let mut compared = 0;
            let order = order(parts.len(), |a, b| {
                compared += 1;
                commuting.commute(&parts[a], &parts[b])
            });
            self.left = self.left.saturating_sub(compared / PAIRS_OF_PLACE);
            // A loop of which no more than one round does anything has no order either.
            let is_loop = parts.len() < 2 && !counters.is_empty();
            order.or_else(|| is_loop.then(Vec::new))?
        } else {
            let is_left = leavings.iter().all(|leaving| exit.is_at(leaving));
            let alike = is_left && leaving::leaves_alike(&parts, &self.reader, self.demands);
            alike.then(Vec::new)?
        };
        let order = if self.demands.make(Constraint::FoldOrder) { order } else { Vec::new() };
        let loops = passed.iter().filter_map(|&place| bounded_head(control, place)).collect();
        let reading = touched.iter().flat_map(|touched| &touched.cells);
        let reading = reading.filter(|(_, used)| matches!(used, Use::Read | Use::By(_)));
        let reads = reading.map(|(cell, _)| cell.place.variable).collect();
        let counted = touched.into_iter().flat_map(|touched| touched.counted).collect();
        let begins_known = !begun.is_empty() || is_filled;
        let private = private.into_iter().collect();
        let fold = Fold { counters, private, begins_known, parts, order, exit, places: passed };
        Some(Candidate { fold, head, loops, reads, counting, counted })
    }
}

/// The guard, or the value that is assigned.
fn asked_or_assigned(action: &Action) -> Option<ExprId> {
    match action {
        Action::Guard(expr) | Action::Assign(_, expr) => expr.id(),
        _ => None,
    }
}

/// What came of going through a sequence.
struct Unrolled<'m> {
    passed: Vec<u32>,
    parts: Vec<Tree<'m>>,
    counting: Vec<ExprId>,
    /// The counters whose values were passed over, or known where it begins.
    counters: Vec<VariableId>,
    /// Those that must have their first values where it begins.
    begun: Vec<VariableId>,
    /// Whether channels must be as full there as was asked just before.
    is_filled: bool,
    demoted: Vec<VariableId>,
    leavings: Vec<(Option<u32>, bool)>,
    /// The first place from which a loop is left early.
    left_first: Option<u32>,
    /// The first place of a choice of which more than one option may be possible.
    free_first: Option<u32>,
    work: usize,
}

impl<'m> Unrolled<'m> {
    fn of(
        control: &Control<'m>,
        unroll: Unroll<'_, 'm>,
        mut begun: Vec<VariableId>,
        is_filled: bool,
    ) -> Unrolled<'m> {
        let work = unroll.work();
        // What is not read there needs no value.
        let ways = unroll.passed.iter().filter_map(|&place| control.ways(place)).flatten();
        let actions: Vec<&Action> = ways.flat_map(|way| way.actions).map(|(it, _)| it).collect();
        begun.retain(|&counter| actions.iter().any(|action| reads(action, counter)));
        // What counters decide in one round may be asked in another, or where it ends: that is seen.
        let ids = |action: &&Action| asked_or_assigned(action);
        let inside: HashSet<ExprId> = actions.iter().filter_map(ids).collect();
        let steps = unroll.parts.iter().flat_map(Tree::all);
        let drawn: HashSet<ExprId> =
            steps.filter_map(|step| asked_or_assigned(step.action)).collect();
        let counts = |counted: &ExprId| inside.contains(counted) && !drawn.contains(counted);
        let counting = unroll.counting.into_iter().filter(counts).collect();
        let mut counters: Vec<VariableId> = unroll.used.into_iter().chain(begun.clone()).collect();
        counters.sort_unstable();
        counters.dedup();
        Unrolled {
            passed: unroll.passed,
            parts: unroll.parts,
            counting,
            counters,
            begun,
            is_filled,
            demoted: unroll.demoted,
            leavings: unroll.leavings,
            left_first: unroll.left_first,
            free_first: unroll.free_first,
            work,
        }
    }
}

/// Whether a place is one at which a loop is entered.
fn is_head(control: &Control<'_>, place: u32) -> bool {
    let around = control.loop_of(place);
    around.is_some() && control.entries(place).any(|(from, _)| control.loop_of(from) != around)
}

/// Where something is compared with a constant that may be the bound of a loop.
fn bounded_head(control: &Control<'_>, head: u32) -> Option<Span> {
    control.loop_of(head)?;
    let ways = control.ways(head).filter(|ways| ways.len() > 1)?;
    let &(Action::Guard(guard), span) = ways.first()?.actions.first()? else { return None };
    let ExprKind::Binary(operator, parts) = &guard.kind else { return None };
    let compares = matches!(
        operator,
        BinaryOperator::Less
            | BinaryOperator::LessEqual
            | BinaryOperator::Greater
            | BinaryOperator::GreaterEqual
    );
    let is_variable =
        |expr: &Expr| matches!(&expr.kind, ExprKind::Load(place) if scalar(place).is_some());
    let is_bounded = is_variable(&parts.0) && parts.1.constant_value().is_some()
        || is_variable(&parts.1) && parts.0.constant_value().is_some();
    (compares && is_bounded).then_some(span)
}

/// Whether no send of a machine ever waits.
pub(super) fn never_waits_to_send(machine: &Machine) -> bool {
    machine.program.semantics.full_channel == FullChannel::Fails
        && machine.program.channels.iter().all(|channel| channel.capacity > 0)
}
