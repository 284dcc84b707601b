//! Backward reachability: from what must not be, back until nothing is new or an initial state is met.
//!
//! It is not known beforehand which vectors lead there. So transitions are learnt at once, for all values that cells have room for
//! ([`crate::universe`]). What is met need not be reachable, but every run from an initial state to a violation is in it. Nothing is
//! cleared on the way: clearing is sound in states that are reached, and nobody knows which these are. So a run is found of the machine
//! that clears nothing, and cleared in the end.
//!
//! Cost: as many questions of each attempt as what it reads has values, whether or not they are ever met.

use std::collections::HashSet;
use std::time::Instant;

use kernel::{
    Found, Phase, Progress, PropertyId, PropertyKind, Reporter, SearchOptions, StopReason, Trace,
    TransitionSystem, ViolatedBy,
};
use machine::index::VariableId;
use machine::program::Region;
use machine::{Machine, State};
use model::{LevelOrder, NoSets, SetCounts, SetFindings};

use crate::diagram::{Diagrams, NodeId, Relation};
use crate::domains::Domains;
use crate::ends::at_proper_ends;
use crate::exploration::{REPORT_INTERVAL, initial, invariants};
use crate::layout::{Layout, Room};
use crate::learning::{Halt, Leaf, Learner};
use crate::limits::Limits;
use crate::probe::Event;
use crate::reversal::{Effect, backwards};
use crate::runs::violating;
use crate::search::{UNFORESEEN, initial_types, too_many_levels};
use crate::universe::values;

/// Cells of more bits have too many values to begin with all of them.
const MOST_BITS: u8 = 16;

/// What is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// States that violate a property, or that a transition leaves which does.
    Violation(PropertyId),
    /// States in which a run may end in a run-time error.
    Cut,
    /// States with a step that is given up, for this reason.
    GivenUp(StopReason),
}

impl Goal {
    fn is_violation(self) -> bool {
        matches!(self, Goal::Violation(_))
    }
}

/// Tells an event that is looked for.
type IsIt = fn(&Event) -> bool;

/// What came of a search, as far as it came.
#[derive(Default)]
struct Tally {
    violations: Vec<Found<Machine>>,
    /// The properties that no run violates, as far as runs are followed to their ends.
    held: Vec<PropertyId>,
    /// Whether that is known of all runs: none is cut off, or given up.
    is_whole: bool,
    rounds: u64,
    cut: bool,
    /// All that leads to what was looked for.
    leading: NodeId,
}

/// Explores a machine backwards from what violates its properties.
///
/// # Errors
/// It cannot be done: not all values that its states may hold are known, or processes come and go or move alone; a defect.
pub fn explore_backwards(
    machine: &Machine,
    levels: LevelOrder,
    search: &SearchOptions,
    reporter: &dyn Reporter,
) -> Result<SetFindings<Machine>, NoSets> {
    if let Some(why) = obstacle(machine) {
        return Err(NoSets::Refused(format!("`--reachability backward` {why}")));
    }
    let uncleared = machine.clearing_nothing();
    let room = Room::new(&uncleared, initial_types(&uncleared), levels);
    too_many_levels(&room)?;
    let limits = Limits::of(search);
    let mut backward = Backward::new(&uncleared, room, search, &limits);
    let mut tally = Tally::default();
    let stop = match backward.run(reporter, &mut tally) {
        Ok(stop) | Err(Halt::Stop(stop)) => stop,
        // All processes are there from the start.
        Err(Halt::Unforeseen | Halt::TooSmall(_) | Halt::Reorder(_)) => {
            return Err(NoSets::Defect(UNFORESEEN.to_owned()));
        }
    };
    limits.lift();
    let counts = backward.counts(&tally);
    let Tally { mut violations, held, is_whole, cut, .. } = tally;
    for state in violations.iter_mut().flat_map(|found| &mut found.trace.states) {
        machine.forget(state);
    }
    let held = if is_whole { held } else { Vec::new() };
    Ok(SetFindings { counts, stop, violations, held, cut })
}

/// What keeps a search from beginning with all that states may hold.
fn obstacle(machine: &Machine) -> Option<String> {
    let program = &machine.program;
    if crate::shapes::may_change(machine) {
        return Some("knows no processes that come and go".to_owned());
    }
    if machine.code.edges.iter().any(|edge| edge.atomic) {
        return Some("knows no atomic sequences in which a process moves alone".to_owned());
    }
    if machine.asks_timeout() {
        return Some("knows no `timeout`".to_owned());
    }
    if let Some(channel) = program.channels.iter().find(|channel| channel.cells() > 0) {
        return Some(format!("knows no channels that hold messages, as `{}` does", channel.name));
    }
    program.variables.iter().find_map(|variable| match variable.region {
        Region::Constant | Region::Discarded => None,
        _ if variable.hidden => Some(format!("knows no hidden variables as `{}`", variable.name)),
        _ if variable.cell.bits > MOST_BITS => Some(format!(
            "begins with all values that states may hold, and `{}` may hold too many, of {} bits",
            variable.name, variable.cell.bits
        )),
        _ => None,
    })
}

/// The values that a variable's cells have room for, in order.
fn values_of(machine: &Machine, variable: VariableId) -> Vec<i32> {
    let cell = machine.program.variables[variable.index()].cell;
    let count = 1_i32 << cell.bits;
    let lowest = if cell.signed { -count / 2 } else { 0 };
    (lowest..lowest + count).collect()
}

/// A search backwards.
struct Backward<'m, 'w> {
    machine: &'m Machine,
    search: &'w SearchOptions,
    layout: Layout<'m>,
    diagrams: Diagrams<'w>,
    learner: Learner<'m>,
    backwards: Vec<Relation>,
    initial: NodeId,
    goals: Vec<(Goal, NodeId)>,
    start: Instant,
    reported: Instant,
}

impl<'m, 'w> Backward<'m, 'w> {
    fn new(
        machine: &'m Machine,
        room: Room,
        search: &'w SearchOptions,
        limits: &'w Limits,
    ) -> Backward<'m, 'w> {
        Backward {
            machine,
            search,
            layout: Layout::new(machine, room),
            diagrams: Diagrams::new(limits),
            learner: Learner::noting_leaves(machine),
            backwards: Vec::new(),
            initial: NodeId::EMPTY,
            goals: Vec::new(),
            start: Instant::now(),
            reported: Instant::now(),
        }
    }

    fn run(&mut self, reporter: &dyn Reporter, tally: &mut Tally) -> Result<StopReason, Halt> {
        reporter.phase(Phase::Search);
        self.learn()?;
        let last =
            self.goals.iter().rposition(|(goal, set)| !goal.is_violation() && !set.is_empty());
        tally.is_whole = last.is_none();
        let mut stop = StopReason::Exhausted;
        for place in 0..self.goals.len() {
            let (goal, set) = self.goals[place];
            let is_enough = stop == StopReason::Violation;
            if is_enough && (goal.is_violation() || tally.held.is_empty()) {
                continue;
            }
            let rings = self.rings_back_from(set, reporter, tally)?;
            let is_met = self.is_met(rings[rings.len() - 1])?;
            match goal {
                Goal::Violation(property) if is_met => {
                    let run = self.run_through(property, &rings)?;
                    tally.violations.push(run);
                    if !self.search.keep_going {
                        stop = StopReason::Violation;
                    }
                }
                Goal::Violation(property) => tally.held.push(property),
                Goal::Cut if is_met => tally.cut = true,
                Goal::GivenUp(_) if is_met && is_enough => return Ok(stop),
                Goal::GivenUp(reason) if is_met => return Ok(reason),
                Goal::Cut | Goal::GivenUp(_) => {}
            }
            tally.is_whole |= last == Some(place) && !tally.cut;
        }
        Ok(stop)
    }

    /// Learns what can be done for all values that cells may hold, and which vectors are looked for.
    fn learn(&mut self) -> Result<(), Halt> {
        let Backward { machine, layout, diagrams, learner, .. } = self;
        self.initial = initial(machine, layout, diagrams)?;
        let values = values(machine, layout, &|it| Ok::<_, Halt>(values_of(machine, it)))?;
        let all = diagrams.all_of(&values)?;
        learner.learn(all, layout, diagrams, &mut Vec::new())?;
        let leaves = learner.take_leaves(diagrams);
        let mut effects = HashSet::new();
        for leaf in &leaves {
            diagrams.spend(1)?;
            for written in leaf.moves.iter().filter_map(|made| made.writes.clone()) {
                effects.insert(Effect { read: leaf.known.clone(), written });
            }
        }
        self.backwards = backwards(&values, effects, diagrams)?;
        self.goals = self.goals(all, &leaves)?;
        Ok(())
    }

    fn checks(&self, property: PropertyId) -> bool {
        self.search.check.contains(property)
    }

    /// What is looked for among all vectors: violations in the order of properties, then what else may come of a run.
    fn goals(&mut self, all: NodeId, leaves: &[Leaf]) -> Result<Vec<(Goal, NodeId)>, Halt> {
        let violation = Goal::Violation;
        let events: [(Goal, IsIt); 5] = [
            (violation(Machine::assertions()), |it| it.assertion),
            (violation(Machine::runtime_errors()), |it| it.fault),
            (Goal::Cut, |it| it.fault && it.is_last),
            (Goal::GivenUp(StopReason::StepLimit), |it| it.too_long),
            (Goal::GivenUp(StopReason::RoomLimit), |it| it.out_of_room),
        ];
        let mut goals = Vec::new();
        for (goal, is_it) in events {
            if !matches!(goal, Goal::Violation(property) if !self.checks(property)) {
                goals.push((goal, self.where_event(all, leaves, is_it)?));
            }
        }
        if self.checks(Machine::deadlock()) {
            goals.push((violation(Machine::deadlock()), self.deadlocked(all)?));
        }
        for invariant in invariants(self.machine, self.search) {
            let Backward { learner, layout, diagrams, .. } = self;
            let excluded = learner.excluded(invariant, all, layout, diagrams)?;
            goals.push((violation(invariant), excluded));
        }
        goals.sort_by_key(|(goal, _)| match goal {
            Goal::Violation(property) => property.index(),
            Goal::Cut | Goal::GivenUp(_) => usize::MAX,
        });
        Ok(goals)
    }

    /// The vectors in which nothing can be done, and not all processes are where they may end.
    fn deadlocked(&mut self, all: NodeId) -> Result<NodeId, StopReason> {
        let stuck = self.learner.relations.stuck(all, &mut self.diagrams)?;
        let mut ended = stuck;
        for process in self.machine.initial().process_ids() {
            let level = self.layout.location(process);
            ended = at_proper_ends(self.machine, ended, level, &mut self.diagrams)?;
        }
        self.diagrams.minus(stuck, ended)
    }

    /// The vectors out of which some move has an event.
    fn where_event(
        &mut self,
        all: NodeId,
        leaves: &[Leaf],
        is_it: IsIt,
    ) -> Result<NodeId, StopReason> {
        let mut domains = Domains::default();
        for leaf in leaves.iter().filter(|it| it.moves.iter().any(|made| is_it(&made.event))) {
            domains.add(&leaf.known, &mut self.diagrams);
        }
        domains.settle(&mut self.diagrams)?;
        domains.within(all, &mut self.diagrams)
    }

    fn is_met(&mut self, set: NodeId) -> Result<bool, StopReason> {
        Ok(!self.diagrams.intersection(set, self.initial)?.is_empty())
    }

    /// What leads to a set, by the least number of steps: until an initial state is met, or nothing is new.
    fn rings_back_from(
        &mut self,
        set: NodeId,
        reporter: &dyn Reporter,
        tally: &mut Tally,
    ) -> Result<Vec<NodeId>, Halt> {
        let (mut rings, mut seen) = (vec![set], set);
        loop {
            let last = rings[rings.len() - 1];
            tally.leading = self.diagrams.union(tally.leading, last)?;
            if last.is_empty() || self.is_met(last)? {
                return Ok(rings);
            }
            tally.rounds += 1;
            if self.diagrams.is_littered() {
                self.collect(rings.iter_mut().chain([&mut seen, &mut tally.leading]));
            }
            self.report(reporter, tally)?;
            let before = self.before(rings[rings.len() - 1])?;
            let new = self.diagrams.minus(before, seen)?;
            seen = self.diagrams.union(seen, new)?;
            rings.push(new);
        }
    }

    /// What one step leads to a set from.
    fn before(&mut self, set: NodeId) -> Result<NodeId, StopReason> {
        let mut before = NodeId::EMPTY;
        for relation in &self.backwards {
            let image = self.diagrams.image(set, relation)?;
            before = self.diagrams.union(before, image)?;
        }
        Ok(before)
    }

    /// A shortest run to a violation: forward from an initial state in the last ring, through all rings.
    fn run_through(
        &mut self,
        property: PropertyId,
        rings: &[NodeId],
    ) -> Result<Found<Machine>, Halt> {
        let mut states: Vec<State> = Vec::new();
        let mut from = self.initial;
        for &ring in rings.iter().rev() {
            let there = self.diagrams.intersection(from, ring)?;
            let vector = self.diagrams.first(there).ok_or(Halt::Unforeseen)?;
            states.push(self.layout.state(&vector).0);
            let here = self.diagrams.set_of(vec![vector])?;
            from = NodeId::EMPTY;
            for relation in &self.learner.relations.all {
                let after = self.diagrams.image(here, relation)?;
                from = self.diagrams.union(from, after)?;
            }
        }
        let last = states.last().ok_or(Halt::Unforeseen)?;
        let violated_by = match self.machine.properties()[property.index()].kind {
            PropertyKind::Deadlock | PropertyKind::Invariant => ViolatedBy::State,
            PropertyKind::Assertion | PropertyKind::RuntimeError => ViolatedBy::Transition(
                violating(self.machine, last, property).ok_or(Halt::Unforeseen)?,
            ),
        };
        Ok(Found { property, trace: Trace { states, violated_by } })
    }

    fn report(&mut self, reporter: &dyn Reporter, tally: &Tally) -> Result<(), StopReason> {
        if self.reported.elapsed() < REPORT_INTERVAL {
            return Ok(());
        }
        let states = self.diagrams.count(tally.leading)?;
        reporter.progress(&Progress {
            states: u64::try_from(states).unwrap_or(u64::MAX),
            rounds: Some(tally.rounds),
            store_bytes: self.diagrams.bytes(),
            file_bytes: 0,
            elapsed: self.start.elapsed(),
            ..Progress::default()
        });
        self.reported = Instant::now();
        Ok(())
    }

    /// Collects the nodes that none of these sets needs, nor anything that is kept.
    fn collect<'s>(&'s mut self, sets: impl Iterator<Item = &'s mut NodeId>) {
        let Backward { learner, backwards, goals, initial, diagrams, .. } = self;
        let mut roots: Vec<&mut NodeId> = sets.chain([initial]).collect();
        roots.extend(learner.roots());
        roots.extend(backwards.iter_mut().map(|relation| &mut relation.vectors));
        roots.extend(goals.iter_mut().map(|(_, set)| set));
        diagrams.collect(&mut roots);
    }

    fn counts(&mut self, tally: &Tally) -> SetCounts {
        let states = self.diagrams.count(tally.leading).unwrap_or_default();
        SetCounts {
            states: states.to_string(),
            is_backward: true,
            rounds: tally.rounds,
            nodes: self.diagrams.size(tally.leading) as u64,
            peak_nodes: self.diagrams.peak_nodes() as u64,
            peak_bytes: self.diagrams.peak_bytes(),
            relations: self.backwards.len() as u64,
        }
    }
}
