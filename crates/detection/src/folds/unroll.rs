//! A part of a control graph, gone through with the values of counters: loops round by round, rows statement by statement.
//!
//! What is met becomes a list of [`Tree`]s: a statement each, or a choice up to where its options meet again. Counters are not
//! drawn: their assignments and what only they decide are passed over. It ends where something may wait, or is of no kind that is
//! understood, or gives up control.

use std::collections::HashSet;
use std::rc::Rc;

use diagnostics::Span;
use machine::index::{ExprId, VariableId};
use machine::program::{Action, CellType, Expr};

use super::control::{Control, Way};
use super::filling::Filling;
use super::known::{Known, Truth, scalar};
use super::meeting::{Meeting, Outlet};
use super::options::{always_one, exclusive};
use super::touched::{Deed, Reader, Touched, Use};
use super::tree::{End, Step, Tree};
use crate::constraint::{Constraint, Demands};

/// The most parts of a sequence, and the most places that are passed.
pub(super) const MAX_PARTS: usize = 512;
const MAX_PLACES: usize = 8192;
/// The cells whose reading takes as long as a place.
const CELLS_OF_PLACE: usize = 8;
/// The most ways through a choice, and the most statements one after the other in it.
const MAX_WAYS: usize = 64;
const MAX_DEPTH: usize = 64;

/// What is gone through.
pub(super) struct Unroll<'u, 'm> {
    pub control: &'u Control<'m>,
    pub reader: &'u Reader<'m>,
    /// What may count, with what each can hold.
    pub counters: Vec<(VariableId, CellType)>,
    /// Places where it ends.
    pub stops: &'u HashSet<u32>,
    /// Whether a send never waits: where it cannot be done it fails.
    pub sends_fail: bool,
    pub demands: Demands,
    /// The places that were passed, in the order in which they were met first.
    pub passed: Vec<u32>,
    pub parts: Vec<Tree<'m>>,
    /// The guards and values that only count.
    pub counting: Vec<ExprId>,
    /// The counters that had values that were passed over.
    pub used: HashSet<VariableId>,
    /// What was taken for a counter and is none: its value is not known after a statement, or depends on a choice.
    pub demoted: Vec<VariableId>,
    /// Where the ways lead by which a loop is left before its end, and whether no other process can look there.
    pub leavings: Vec<(Option<u32>, bool)>,
    /// The first place from which a loop is left before its end.
    pub left_first: Option<u32>,
    /// The first place of a choice of which more than one option may be possible.
    pub free_first: Option<u32>,
    left: usize,
}

/// It has no end that is known.
pub(super) struct Endless;

/// How a sequence is left: by which way of which place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exit {
    pub from: u32,
    pub way: usize,
    /// Where it leads, if no other process can look there.
    pub to: Option<u32>,
    /// Where it leads in the end, and whether no other process can look there.
    pub landing: (Option<u32>, bool),
}

impl Exit {
    /// Whether it leads where a way out of a loop leads.
    pub fn is_at(&self, leaving: &(Option<u32>, bool)) -> bool {
        *leaving == self.landing || self.to.is_some() && *leaving == (self.to, true)
    }
}

/// A choice that is to be followed.
struct Options<'m> {
    at: u32,
    /// Its options, with their numbers.
    ways: Vec<(usize, Way<'m>)>,
    ordered: bool,
    /// Where they meet.
    meeting: Meeting,
    /// How many statements there are before it, since the outermost choice.
    depth: usize,
}

/// What comes of a choice.
struct Chosen<'m> {
    tree: Tree<'m>,
    /// What is known where its options meet, and how one gets there; none if all leave the loop.
    met: Option<(Known, Exit)>,
}

/// How one goes on at a place.
enum Onwards<'m> {
    /// By the only way that is possible, of this number.
    By(usize, Way<'m>),
    /// By one of several.
    Choice(Vec<(usize, Way<'m>)>, bool),
    /// It is not known, or one may wait there.
    Ends,
}

impl<'u, 'm> Unroll<'u, 'm> {
    pub fn new(
        control: &'u Control<'m>,
        reader: &'u Reader<'m>,
        counters: Vec<(VariableId, CellType)>,
        stops: &'u HashSet<u32>,
        sends_fail: bool,
        demands: Demands,
    ) -> Self {
        Unroll {
            control,
            reader,
            counters,
            stops,
            sends_fail,
            demands,
            passed: Vec::new(),
            parts: Vec::new(),
            counting: Vec::new(),
            used: HashSet::new(),
            demoted: Vec::new(),
            leavings: Vec::new(),
            left_first: None,
            free_first: None,
            left: MAX_PLACES,
        }
    }

    /// How many places were passed, each as often as it was.
    pub fn work(&self) -> usize {
        MAX_PLACES - self.left
    }

    /// Goes through from a place on; how it is left, and none if it ends where it begins.
    pub fn run(
        &mut self,
        head: u32,
        mut known: Known,
        mut filling: Filling<'m>,
    ) -> Result<Option<Exit>, Endless> {
        let (mut at, mut exit) = (head, None);
        loop {
            self.spend()?;
            if self.parts.len() > MAX_PARTS {
                return Err(Endless);
            }
            if at != head && self.stops.contains(&at) {
                return Ok(exit);
            }
            let passed = self.passed.len();
            self.pass(at);
            let arrival = match self.onwards(at, &known, &filling) {
                Onwards::Ends => return Ok(self.ended(passed, exit)),
                Onwards::By(number, way) => {
                    let Some(steps) = self.statements(&way, false, &mut known, &mut filling) else {
                        return Ok(self.ended(passed, exit));
                    };
                    self.parts.extend(steps.into_iter().map(Tree::of));
                    Exit {
                        from: at,
                        way: number,
                        to: self.target(&way),
                        landing: self.control.landing(&way),
                    }
                }
                Onwards::Choice(ways, ordered) => {
                    let Some(meeting) = self.control.meeting(at) else {
                        return Ok(self.ended(passed, exit));
                    };
                    let options = Options { at, ways, ordered, meeting, depth: 0 };
                    let chosen = self.choice(options, &known, &filling)?;
                    let Some(Chosen { tree, met: Some((after, arrival)) }) = chosen else {
                        return Ok(self.ended(passed, exit));
                    };
                    self.lose(&tree, &mut filling);
                    known = after;
                    self.parts.push(tree);
                    arrival
                }
            };
            exit = Some(arrival);
            let has_left = self.leavings.first().is_some_and(|it| arrival.is_at(it));
            match arrival.to.filter(|_| !has_left) {
                Some(to) => at = to,
                None => return Ok(exit),
            }
        }
    }

    /// Ends before the place that was met last, when so many had been passed.
    fn ended(&mut self, passed: usize, exit: Option<Exit>) -> Option<Exit> {
        self.passed.truncate(passed);
        exit
    }

    /// Where a way leads, if no other process can look there.
    fn target(&self, way: &Way<'m>) -> Option<u32> {
        let keeps = way.keeps || !self.demands.make(Constraint::FoldUninterrupted);
        way.to.filter(|_| keeps)
    }

    fn spend(&mut self) -> Result<(), Endless> {
        self.left = self.left.checked_sub(1).ok_or(Endless)?;
        Ok(())
    }

    fn pass(&mut self, at: u32) {
        if !self.passed.contains(&at) {
            self.passed.push(at);
        }
    }

    /// How one goes on at a place.
    fn onwards(&mut self, at: u32, known: &Known, filling: &Filling<'m>) -> Onwards<'m> {
        let Some(ways) = self.control.ways(at) else { return Onwards::Ends };
        let ways = ways.into_iter().enumerate();
        let mut possible: Vec<(usize, Way<'m>)> = Vec::new();
        for (number, way) in ways {
            let Some(&(first, _)) = way.actions.first() else { return Onwards::Ends };
            let truth = match first {
                Action::Guard(condition) => known.truth(condition),
                _ => Truth::Open,
            };
            match (first, truth) {
                (Action::Guard(condition), Truth::Fails) => self.counting.extend(condition.id()),
                (Action::Guard(condition), Truth::Holds) => {
                    self.counting.extend(condition.id());
                    possible.push((number, way));
                }
                _ => possible.push((number, way)),
            }
        }
        let is_else = |way: &Way<'m>| matches!(way.actions[0].0, Action::Else);
        let surely = |way: &Way<'m>| match way.actions[0].0 {
            Action::Guard(condition) => known.truth(condition) == Truth::Holds,
            Action::Skip | Action::Assign(..) | Action::Print { .. } => true,
            _ => false,
        };
        // What stands beside an `else` that is surely possible rules it out.
        if possible.iter().any(|(_, way)| surely(way)) {
            possible.retain(|(_, way)| !is_else(way));
        }
        match <[(usize, Way<'m>); 1]>::try_from(possible) {
            Ok([(number, way)]) => match self.passes(&way, known, filling) {
                true => Onwards::By(number, way),
                false => Onwards::Ends,
            },
            Err(possible) => self.choices(at, possible, known),
        }
    }

    /// Whether the only way that is left is possible in every state.
    fn passes(&self, way: &Way<'m>, known: &Known, filling: &Filling<'m>) -> bool {
        match way.actions[0].0 {
            Action::Guard(condition) => match known.truth(condition) {
                Truth::Open => !self.demands.make(Constraint::FoldTotal),
                decided => decided == Truth::Holds,
            },
            Action::Send { channel, .. } => {
                let known = Rc::new(known.clone());
                let has_room = filling.clone().send(&self.reader.channel(channel, &known));
                self.sends_fail || has_room || !self.demands.make(Constraint::FoldRoom)
            }
            Action::Receive(reception) => {
                let known = Rc::new(known.clone());
                filling.clone().receive(reception, &known, self.reader)
                    || !self.demands.make(Constraint::FoldHeld)
            }
            Action::Skip | Action::Else | Action::Assign(..) | Action::Print { .. } => true,
            _ => false,
        }
    }

    /// A choice, if one of its options is possible in every state.
    fn choices(&mut self, at: u32, possible: Vec<(usize, Way<'m>)>, known: &Known) -> Onwards<'m> {
        // Each is a way, at least.
        if possible.len() > MAX_WAYS {
            return Onwards::Ends;
        }
        let mut conditions: Vec<Vec<&'m Expr>> = Vec::new();
        // Sends that are done if there is room, receives if there is a message.
        let mut exchanges: Vec<&'m Action> = Vec::new();
        let mut has_else = false;
        for (_, way) in &possible {
            match way.actions[0].0 {
                Action::Guard(condition) => {
                    let mut open = Vec::new();
                    known.open(condition, &mut open);
                    conditions.push(open);
                }
                Action::Else => has_else = true,
                Action::Skip | Action::Assign(..) | Action::Print { .. } => {
                    conditions.push(Vec::new());
                }
                // Whether one meets somebody who receives is not known.
                send @ Action::Send { .. } if !self.sends_fail && self.reader.buffered => {
                    exchanges.push(send);
                }
                receive @ Action::Receive(_) if self.reader.buffered => exchanges.push(receive),
                _ => return Onwards::Ends,
            }
        }
        let is_possible = has_else || always_one(&conditions, known);
        if !is_possible && self.demands.make(Constraint::FoldTotal) {
            return Onwards::Ends;
        }
        let last_is_else =
            possible.last().is_some_and(|(_, way)| *way.actions[0].0 == Action::Else);
        // What one option asks for may fail where another is possible.
        let guards = possible.iter().filter_map(|(_, way)| match way.actions[0].0 {
            Action::Guard(condition) => Some(condition),
            _ => None,
        });
        let are_sure = conditions.len() + exchanges.len() < 2
            || guards.into_iter().all(|it| self.reader.is_sure(it, known))
                && exchanges.iter().all(|it| self.reader.is_sure_exchange(it, known));
        // Nothing is known of who else may fill a channel, or empty it: a send or a receive excludes an `else` only.
        let excludes = exclusive(&conditions, known)
            && (exchanges.is_empty() || exchanges.len() == 1 && conditions.is_empty());
        let is_one = are_sure && excludes;
        let first_counts = self.control.is_block() && !(is_one && (last_is_else || !has_else));
        if !self.control.is_block() && !is_one {
            self.free_first.get_or_insert(at);
        }
        Onwards::Choice(possible, first_counts)
    }

    /// The statements of a way, but those that count: none if one may wait, or is not understood. Where it is one of several, what
    /// it asks for belongs to them.
    fn statements(
        &mut self,
        way: &Way<'m>,
        is_option: bool,
        known: &mut Known,
        filling: &mut Filling<'m>,
    ) -> Option<Vec<Step<'m>>> {
        let (mut after, mut left) = (known.clone(), filling.clone());
        let mut steps = Vec::new();
        let mut counting = Vec::new();
        for (number, &(action, span)) in way.actions.iter().enumerate() {
            let is_asked = is_option && number == 0;
            let is_decided = match action {
                Action::Skip => true,
                Action::Guard(condition) => after.truth(condition) == Truth::Holds,
                Action::Else => !is_option,
                Action::Assign(place, value) => match scalar(place).and_then(|it| self.cell(it)) {
                    Some((counter, cell)) => match after.value(value) {
                        Some(given) => {
                            after.set(counter, cell.wrap(given));
                            counting.push((counter, value.id()));
                            true
                        }
                        None if after.get(counter).is_some() => {
                            self.demoted.push(counter);
                            return None;
                        }
                        None => false,
                    },
                    None => false,
                },
                _ => false,
            };
            if !is_decided {
                steps.push(self.step((action, span), is_asked, &mut after, &mut left)?);
            }
        }
        self.counting.extend(counting.iter().filter_map(|&(_, value)| value));
        self.used.extend(counting.iter().map(|&(counter, _)| counter));
        (*known, *filling) = (after, left);
        Some(steps)
    }

    /// A variable that may count, with what it can hold.
    fn cell(&self, variable: VariableId) -> Option<(VariableId, CellType)> {
        self.counters.iter().find(|&&(counter, _)| counter == variable).copied()
    }

    /// A statement, if it is understood and does not wait, or is one of several that are asked for; what it does to counters and
    /// to channels.
    fn step(
        &mut self,
        (action, span): (&'m Action, Span),
        is_asked: bool,
        known: &mut Known,
        filling: &mut Filling<'m>,
    ) -> Option<Step<'m>> {
        let step = Step { action, span, known: Rc::new(known.clone()) };
        let mut touched = Touched::default();
        self.reader.step(&step, &mut touched)?;
        // A long statement takes as long as several.
        self.left = self.left.saturating_sub(touched.cells.len() / CELLS_OF_PLACE);
        match action {
            Action::Guard(condition) => filling.learn(condition, &step.known, self.reader),
            Action::Send { channel, .. } => {
                let has_room = filling.send(&self.reader.channel(channel, &step.known));
                let waits = !self.sends_fail && !has_room && !is_asked;
                if waits && self.demands.make(Constraint::FoldRoom) {
                    return None;
                }
            }
            Action::Receive(reception) => {
                let is_there = filling.receive(reception, &step.known, self.reader);
                if !is_there && !is_asked && self.demands.make(Constraint::FoldHeld) {
                    return None;
                }
            }
            _ => {}
        }
        for (cell, used) in &touched.cells {
            if *used != Use::Read {
                known.forget(cell.place.variable);
                filling.forget(cell.place.variable);
            }
        }
        Some(step)
    }

    /// Takes away the room and the messages that some option of a choice may have taken, and what was named by what it may have
    /// written.
    fn lose(&self, tree: &Tree<'m>, filling: &mut Filling<'m>) {
        if let Some(touched) = self.reader.tree(tree) {
            touched.channels.iter().for_each(|(channel, deed)| match deed {
                Deed::Send(..) => drop(filling.send(channel)),
                Deed::Receive => filling.take(channel),
                Deed::Ask => {}
            });
            let written = touched.cells.iter().filter(|(_, used)| *used != Use::Read);
            written.for_each(|(cell, _)| filling.forget(cell.place.variable));
        }
    }

    /// Follows all options up to where they meet.
    fn choice(
        &mut self,
        options: Options<'m>,
        known: &Known,
        filling: &Filling<'m>,
    ) -> Result<Option<Chosen<'m>>, Endless> {
        let mut trees = Vec::new();
        let mut met: Option<(Known, Exit)> = None;
        for place in 0..options.ways.len() {
            let (mut after, mut left) = (known.clone(), filling.clone());
            self.learn_from_others(&options.ways, place, &after, &mut left);
            let (number, way) = &options.ways[place];
            let Some(steps) = self.statements(way, true, &mut after, &mut left) else {
                return Ok(None);
            };
            let Some(chosen) = self.follow(&options, (*number, way), steps, after, left)? else {
                return Ok(None);
            };
            trees.push(chosen.tree);
            let Some((after, exit)) = chosen.met else { continue };
            match &met {
                None => met = Some((after, exit)),
                Some((other, _)) => {
                    let before = self.demoted.len();
                    self.demoted.extend(other.differ(&after));
                    if self.demoted.len() > before {
                        return Ok(None);
                    }
                }
            }
        }
        let tree = Tree {
            steps: Vec::new(),
            end: End::Choice { options: trees, ordered: options.ordered },
        };
        Ok((tree.ways() <= MAX_WAYS).then_some(Chosen { tree, met }))
    }

    /// Of an `else` it is known that nothing else is possible.
    fn learn_from_others(
        &self,
        ways: &[(usize, Way<'m>)],
        place: usize,
        known: &Known,
        filling: &mut Filling<'m>,
    ) {
        if *ways[place].1.actions[0].0 != Action::Else {
            return;
        }
        let known = Rc::new(known.clone());
        for (_, way) in ways {
            if let Action::Guard(condition) = way.actions[0].0 {
                let mut open = Vec::new();
                known.open(condition, &mut open);
                if let [only] = open[..] {
                    filling.learn_not(only, &known, self.reader);
                }
            }
        }
    }

    /// Follows a way out of a loop, to where all ways out of it lead; whether nothing is in the way.
    fn leave(
        &mut self,
        from: u32,
        way: &Way<'m>,
        steps: &mut Vec<Step<'m>>,
        mut known: Known,
        mut filling: Filling<'m>,
    ) -> Result<bool, Endless> {
        let around = self.control.loop_of(from);
        let Some(outlet) = around.and_then(|around| self.control.outlet(around)) else {
            self.leavings.push(self.control.landing(way));
            return Ok(true);
        };
        let mut at = way.clone();
        while Outlet::of(&at) != Some(outlet) {
            self.spend()?;
            let Some(place) = self.target(&at) else { return Ok(false) };
            let Onwards::By(_, on) = self.onwards(place, &known, &filling) else {
                return Ok(false);
            };
            let Some(more) = self.statements(&on, false, &mut known, &mut filling) else {
                return Ok(false);
            };
            steps.extend(more);
            self.pass(place);
            at = on;
        }
        self.leavings.push((outlet.place(), true));
        Ok(true)
    }

    /// Follows an option after its statements.
    fn follow(
        &mut self,
        options: &Options<'m>,
        (mut number, way): (usize, &Way<'m>),
        mut steps: Vec<Step<'m>>,
        mut known: Known,
        mut filling: Filling<'m>,
    ) -> Result<Option<Chosen<'m>>, Endless> {
        let (mut at, mut way) = (options.at, way.clone());
        loop {
            self.spend()?;
            if options.depth + steps.len() > MAX_DEPTH {
                return Ok(None);
            }
            if self.control.leaves_loop(at, &way) {
                self.left_first.get_or_insert(at);
                let left = self.leave(at, &way, &mut steps, known, filling)?;
                let tree = Tree { steps, end: End::Leaves };
                return Ok(left.then_some(Chosen { tree, met: None }));
            }
            let target = self.target(&way);
            if options.meeting.is_reached(&way, target) {
                let landing = self.control.landing(&way);
                let exit = Exit { from: at, way: number, to: target, landing };
                let tree = Tree { steps, end: End::GoesOn };
                return Ok(Some(Chosen { tree, met: Some((known, exit)) }));
            }
            let Some(to) = target else { return Ok(None) };
            self.pass(to);
            match self.onwards(to, &known, &filling) {
                Onwards::Ends => return Ok(None),
                Onwards::By(next, on) => {
                    let Some(more) = self.statements(&on, false, &mut known, &mut filling) else {
                        return Ok(None);
                    };
                    steps.extend(more);
                    (at, number, way) = (to, next, on);
                }
                Onwards::Choice(ways, ordered) => {
                    let depth = options.depth + steps.len() + 1;
                    let inner = Options { at: to, ways, ordered, meeting: options.meeting, depth };
                    let Some(chosen) = self.choice(inner, &known, &filling)? else {
                        return Ok(None);
                    };
                    let tree = Tree { steps, end: chosen.tree.end };
                    return Ok(Some(Chosen { tree, met: chosen.met }));
                }
            }
        }
    }
}
