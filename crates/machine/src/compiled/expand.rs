//! The transitions out of a record, as `explore.rs` finds them for a state.

use kernel::{Demand, Offers, StateId};

use super::Compiled;
use super::closures::{Alarm, Edge, Node, Offer, Takes, make};
use super::native::{Instance, Worker};
use crate::executions::Executions;
use crate::explore::Scratch;
use crate::explore::path::longest;
use crate::index::{EdgeId, ProcessId};
use crate::machine::Machine;
use crate::partial_order::{Choice, PartialOrder};
use crate::process_set::ProcessSet;
use crate::state::State;

/// Longer atomic sequences are left to the interpreter.
pub(super) const DEEPEST: usize = 900;
/// So many moves are made within the atomic sequences from one state before that is left to the interpreter, which remembers where it
/// has been, if there are few cells: see [`most_moves`].
const MOST_MOVES: usize = 1 << 12;
/// After so many states it is looked whether the interpreter had to take over for most of them.
const TRIAL: u64 = 1024;

/// So many moves are made within the atomic sequences from a state of so many cells: no sequence is longer than the interpreter would go,
/// by which counterexamples are confirmed.
pub(super) fn most_moves(cells: usize) -> usize {
    MOST_MOVES.min(longest(cells) - 1)
}

/// The working memory of a worker.
#[derive(Debug, Default)]
pub(crate) struct Records {
    /// The records in which atomic sequences are, one in another.
    frames: Vec<Vec<u8>>,
    message: Vec<i32>,
    alarm: Alarm,
    /// The state that is expanded, where it is asked who must move.
    state: State,
    tried: u64,
    given_up: u64,
    native: Worker,
}

impl Records {
    /// Whether trying does not pay.
    fn is_given_up(&self) -> bool {
        self.tried >= TRIAL && self.given_up * 2 > self.tried
    }
}

/// Copies begin anew.
impl Clone for Records {
    fn clone(&self) -> Records {
        Records::default()
    }
}

/// The interpreter takes over.
pub(super) struct TakenOver;

/// How a process can go on.
enum Ways<'a> {
    None,
    One(&'a Edge),
    /// Several, or one that needs another process.
    Other,
}

/// One state that is expanded.
struct Expansion<'a, 's> {
    compiled: &'a Compiled,
    machine: &'a Machine,
    source: StateId,
    offers: &'s mut Offers,
    /// What machine code has executed is noted here, and everything else when the expansion is complete.
    covered: &'s mut [bool],
    executions: &'s mut Executions,
    frames: &'s mut Vec<Vec<u8>>,
    message: &'s mut Vec<i32>,
    alarm: &'s Alarm,
    /// What makes the moves instead, if it is there.
    native: Option<&'s mut Instance>,
    /// How many moves were made within atomic sequences.
    moves: usize,
}

impl Machine {
    /// Offers what follows on a record of a machine, this one or one that has the same locations and blanks, if all of it can be had the
    /// short way.
    pub fn expand_record(
        &self,
        keeper: &Machine,
        record: &[u8],
        source: StateId,
        scratch: &mut Scratch,
        offers: &mut Offers,
        demand: &mut dyn Demand,
    ) -> bool {
        let Some(compiled) = self.compiled_for(keeper) else { return false };
        let Scratch { records, choice, covered, executions, .. } = scratch;
        if records.is_given_up() {
            return false;
        }
        records.tried += 1;
        let before = offers.len();
        let Records { frames, message, alarm, state, native, .. } = records;
        let native = native.begin(self, compiled, record, demand.engine());
        let some = match &self.partial_order {
            Ok(order) if !demand.wants_all(offers, before) => {
                compiled.layout.decode(record, state);
                choice.prepare(self, order, state).then_some(order)
            }
            _ => None,
        };
        let moves = 0;
        let mut expansion = Expansion {
            compiled,
            machine: self,
            source,
            offers,
            covered,
            executions,
            frames,
            message,
            alarm,
            native,
            moves,
        };
        let complete = match some {
            Some(order) => expansion.some(record, (choice, order, state), before, demand),
            None => expansion.those(record, &ProcessSet::EVERYBODY),
        };
        // Where nothing can move there is more to be said.
        if complete.is_ok() && offers.len() > before {
            executions.settle(covered);
            return true;
        }
        executions.withdraw();
        alarm.take();
        records.given_up += 1;
        offers.truncate(before);
        false
    }
}

impl<'a> Expansion<'a, '_> {
    /// Makes the moves of one set of processes after the other that may move before the rest, until no others are wanted.
    fn some(
        &mut self,
        record: &[u8],
        (choice, order, state): (&mut Choice, &PartialOrder, &State),
        before: usize,
        demand: &mut dyn Demand,
    ) -> Result<(), TakenOver> {
        let mut moved = ProcessSet::NOBODY;
        while moved != ProcessSet::EVERYBODY
            && (self.offers.len() == before || demand.wants_all(self.offers, before))
        {
            let movers = choice.next(self.machine, order, state, &moved);
            let movers = movers.unwrap_or(ProcessSet::EVERYBODY);
            self.those(record, &movers.without(&moved))?;
            moved.add_all(&movers);
        }
        Ok(())
    }

    /// Makes the moves of some processes.
    #[inline]
    fn those(&mut self, record: &[u8], processes: &ProcessSet) -> Result<(), TakenOver> {
        if let Some(native) = &mut self.native {
            self.executions.miss();
            return native.those(processes, self.source, self.offers, self.covered);
        }
        for process in ProcessId::below(self.compiled.layout.slots.len()).rev() {
            if processes.contains(process) {
                self.moves_of(process, record, 0)?;
            }
        }
        Ok(())
    }

    /// Makes the moves of a process, in an atomic sequence so many moves after the record that is expanded, and answers whether there are
    /// any.
    #[inline]
    fn moves_of(
        &mut self,
        process: ProcessId,
        record: &[u8],
        depth: usize,
    ) -> Result<bool, TakenOver> {
        let Some(node) = self.node(process, record) else { return Ok(false) };
        let (mut moved, mut escape) = (false, None);
        for edge in &node.edges {
            if escape.is_some() && escape != edge.escape {
                break;
            }
            let offers = edge.offers.as_ref().and_then(|it| it.find(record, self.alarm));
            let made = match offers.and_then(Option::as_ref) {
                None => {
                    edge.condition.holds(record, moved, self.alarm)
                        && self.take(process, record, edge, depth)?
                }
                Some(offer) => self.meet(process, record, edge, offer, depth)?,
            };
            if self.alarm.is_raised() || (made && moved && node.deterministic) {
                return Err(TakenOver);
            }
            if made {
                (moved, escape) = (true, edge.escape);
            }
        }
        Ok(moved)
    }

    /// What a process can do where it stands; none if it is gone.
    #[inline(always)]
    fn node(&self, process: ProcessId, record: &[u8]) -> Option<&'a Node> {
        let location = self.compiled.layout.slots[process.index()].location(record)?;
        Some(self.compiled.node(self.machine, process, location))
    }

    /// Takes an edge alone, unless what it leads to is no state.
    #[inline(always)]
    fn take(
        &mut self,
        process: ProcessId,
        record: &[u8],
        edge: &Edge,
        depth: usize,
    ) -> Result<bool, TakenOver> {
        if edge.atomic {
            let change = |t: &mut [u8], alarm: &Alarm| make(&edge.changes, t, alarm);
            self.go_on(process, record, edge.joined, depth, change)?;
        } else {
            let target = self.offers.push_copy(record, Some(self.source));
            make(&edge.changes, target, self.alarm);
            if let Some(condition) = &self.compiled.state_condition {
                if self.alarm.is_raised() {
                    return Err(TakenOver);
                }
                if !condition(target, self.alarm) {
                    self.offers.truncate(self.offers.len() - 1);
                    return Ok(false);
                }
            }
            make(&self.compiled.forgotten, target, self.alarm);
        }
        self.executed(edge.id);
        Ok(true)
    }

    /// Hands the message of an edge over to all who take it, one after the other, and answers whether anybody does.
    fn meet(
        &mut self,
        process: ProcessId,
        record: &[u8],
        edge: &Edge,
        offer: &Offer,
        depth: usize,
    ) -> Result<bool, TakenOver> {
        let mut message = std::mem::take(self.message);
        message.clear();
        let values = offer.message.iter();
        message.extend(values.map(|(value, cell)| cell.wrap(value(record, self.alarm))));
        let mut met = false;
        for partner in ProcessId::below(self.compiled.layout.slots.len()).rev() {
            if partner == process {
                continue;
            }
            let Some(node) = self.node(partner, record) else { continue };
            let mut escape = None;
            for other in &node.edges {
                if escape.is_some() && escape != other.escape {
                    break;
                }
                let takes = other.accepts(record, offer.channel, &message, self.alarm);
                if self.alarm.is_raised() {
                    return Err(TakenOver);
                }
                if let Some(takes) = takes {
                    self.hand_over(record, edge, (partner, other, takes), &message, depth)?;
                    (met, escape) = (true, other.escape);
                }
            }
        }
        *self.message = message;
        Ok(met)
    }

    fn hand_over(
        &mut self,
        record: &[u8],
        edge: &Edge,
        (partner, other, takes): (ProcessId, &Edge, &Takes),
        message: &[i32],
        depth: usize,
    ) -> Result<(), TakenOver> {
        let change = |t: &mut [u8], alarm: &Alarm| {
            make(&edge.after, t, alarm);
            takes.store(t, message, alarm);
            make(&other.after, t, alarm);
        };
        self.executed(edge.id);
        self.executed(other.id);
        if other.atomic {
            return self.go_on(partner, record, other.joined, depth, change);
        }
        let target = self.offers.push_copy(record, Some(self.source));
        change(target, self.alarm);
        make(&self.compiled.forgotten, target, self.alarm);
        Ok(())
    }

    /// Makes a change after which a process keeps control, and the moves that it then makes.
    fn go_on(
        &mut self,
        process: ProcessId,
        record: &[u8],
        joined: bool,
        depth: usize,
        change: impl Fn(&mut [u8], &Alarm),
    ) -> Result<(), TakenOver> {
        self.moves += 1;
        if depth >= DEEPEST || self.moves > self.compiled.most_moves {
            return Err(TakenOver);
        }
        if self.frames.len() <= depth {
            self.frames.resize_with(depth + 1, Vec::new);
        }
        let mut frame = std::mem::take(&mut self.frames[depth]);
        frame.clear();
        frame.extend_from_slice(record);
        change(&mut frame, self.alarm);
        self.arrived(&mut frame, joined)?;
        while self.goes_the_only_way(process, &mut frame, depth + 1)? {}
        self.frames[depth] = frame;
        Ok(())
    }

    /// A change was made within an atomic sequence.
    #[inline(always)]
    fn arrived(&mut self, frame: &mut [u8], joined: bool) -> Result<(), TakenOver> {
        if self.alarm.is_raised() {
            return Err(TakenOver);
        }
        if joined {
            make(&self.compiled.forgotten, frame, self.alarm);
        }
        Ok(())
    }

    /// Within an atomic sequence: if there is one way to go on, and the sequence goes on after it, goes it in place, since nobody asks for
    /// the record any more, and answers yes. Else makes all moves that there are.
    fn goes_the_only_way(
        &mut self,
        process: ProcessId,
        frame: &mut [u8],
        depth: usize,
    ) -> Result<bool, TakenOver> {
        let Some(node) = self.node(process, frame) else {
            self.blocked(frame);
            return Ok(false);
        };
        let moved = match self.ways(node, frame)? {
            Ways::One(edge) if edge.atomic => {
                self.moves += 1;
                if self.moves > self.compiled.most_moves {
                    return Err(TakenOver);
                }
                make(&edge.changes, frame, self.alarm);
                self.executed(edge.id);
                self.arrived(frame, edge.joined)?;
                return Ok(true);
            }
            Ways::One(edge) if self.compiled.state_condition.is_none() => {
                let taken = self.take(process, frame, edge, depth)?;
                if self.alarm.is_raised() {
                    return Err(TakenOver);
                }
                taken
            }
            Ways::None => false,
            // Also where what the one way leads to may be no state: then an `else` can be taken.
            Ways::One(_) | Ways::Other => self.moves_of(process, frame, depth)?,
        };
        if !moved {
            self.blocked(frame);
        }
        Ok(false)
    }

    /// Notes that an edge was executed.
    #[inline(always)]
    fn executed(&mut self, edge: EdgeId) {
        self.executions.suppose(edge);
    }

    /// How many edges can be taken at a node.
    #[inline(always)]
    fn ways(&self, node: &'a Node, record: &[u8]) -> Result<Ways<'a>, TakenOver> {
        let mut found: Option<&Edge> = None;
        for edge in &node.edges {
            // Others are looked for outside an escape only if it cannot be taken.
            if found.is_some_and(|it| it.escape.is_some() && it.escape != edge.escape) {
                break;
            }
            if edge.offers.is_some() {
                return Ok(Ways::Other);
            }
            if edge.condition.holds(record, found.is_some(), self.alarm) {
                if found.is_some() {
                    return Ok(Ways::Other);
                }
                found = Some(edge);
            }
        }
        if self.alarm.is_raised() {
            return Err(TakenOver);
        }
        Ok(found.map_or(Ways::None, Ways::One))
    }

    /// An atomic sequence cannot go on.
    fn blocked(&mut self, frame: &[u8]) {
        let target = self.offers.push_copy(frame, Some(self.source));
        make(&self.compiled.forgotten, target, self.alarm);
    }
}
