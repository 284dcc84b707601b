//! Forward reachability: from the initial states on, until nothing is new.

use kernel::{
    Found, Phase, Progress, PropertyId, PropertyKind, Reporter, SearchOptions, StopReason,
    TransitionSystem,
};
use machine::Machine;
use model::{ComparePointers, Reachability, SetOptions};
use num_bigint::BigUint;

use std::time::{Duration, Instant};

use crate::diagram::{Diagrams, NodeId, Relation, Saturation};
use crate::ends::at_proper_ends;
use crate::interchangeable::Interchangeable;
use crate::layout::{Layout, Room};
use crate::learning::{Halt, Learner, Sighting};
use crate::limits::Limits;
use crate::probe::Event;
use crate::sinc::Sinc;

/// Time between two reports.
pub const REPORT_INTERVAL: Duration = Duration::from_millis(500);

/// So many initial states are taken at once.
const AT_ONCE: usize = 1 << 10;

/// With fewer nodes it does not matter how levels are ordered.
const WORTH_REORDERING: usize = 1 << 16;

/// A violation that was met.
#[derive(Clone)]
pub struct Violation {
    /// What is violated.
    pub property: PropertyId,
    /// The vector of a state: that violates it, or that a transition leaves which does.
    pub vector: Vec<i32>,
    /// The ring that it is in.
    pub ring: usize,
}

/// An exploration.
pub struct Exploration<'m, 'w> {
    pub machine: &'m Machine,
    pub layout: Layout<'m>,
    pub diagrams: Diagrams<'w>,
    search: &'w SearchOptions,
    options: SetOptions,
    /// Whether another order of levels may still be taken.
    may_reorder: bool,
    /// What processes can do.
    pub learner: Learner<'m>,
    /// What they can do where `timeout` holds, if anybody asks for that.
    pub timed: Option<Learner<'m>>,
    /// What exchanges processes, if sets are reduced so.
    pub sinc: Option<Sinc<'w>>,
    /// The initial states, as they are.
    pub initial: NodeId,
    /// The invariants that are checked.
    invariants: Vec<PropertyId>,
    /// All states that were reached.
    pub reached: NodeId,
    /// Those that were new, round by round.
    pub rings: Vec<NodeId>,
    /// Of these the states where nothing can happen unless `timeout` holds; empty sets where nobody asks.
    pub stuck: Vec<NodeId>,
    /// One violation of each property that was checked.
    pub violations: Vec<Violation>,
    /// Runs to those of them that were followed back.
    pub runs: Vec<Found<Machine>>,
    /// How many these are.
    pub followed: usize,
    /// Whether some run ended in a run-time error.
    pub cut: bool,
    start: Instant,
    reported: Instant,
}

/// The initial states.
///
/// # Errors
/// It was interrupted, or there is no room for them.
pub fn initial<'m>(
    machine: &'m Machine,
    layout: &mut Layout<'m>,
    diagrams: &mut Diagrams<'_>,
) -> Result<NodeId, Halt> {
    let mut initial = NodeId::EMPTY;
    // A vector takes more memory by itself than in a set.
    for some in machine.all_initial().chunks(AT_ONCE) {
        let vectors = some.iter().map(|state| layout.vector(state, None));
        let vectors = diagrams.set_of(vectors.collect::<Result<_, _>>()?)?;
        initial = diagrams.union(initial, vectors)?;
    }
    Ok(initial)
}

/// The invariants that are checked.
pub fn invariants(machine: &Machine, search: &SearchOptions) -> Vec<PropertyId> {
    let properties = machine.properties().iter().enumerate();
    let invariants = properties.filter(|(_, it)| it.kind == PropertyKind::Invariant);
    let ids = invariants.map(|(place, _)| PropertyId::new(place));
    ids.filter(|&id| search.check.contains(id)).collect()
}

impl<'m, 'w> Exploration<'m, 'w> {
    /// Begins with the initial states.
    ///
    /// # Errors
    /// There is no room for them.
    pub fn new(
        machine: &'m Machine,
        room: Room,
        may_reorder: bool,
        search: &'w SearchOptions,
        options: SetOptions,
        limits: &'w Limits,
    ) -> Result<Exploration<'m, 'w>, Halt> {
        let mut layout = Layout::new(machine, room);
        let mut diagrams = Diagrams::new(limits);
        let initial = initial(machine, &mut layout, &mut diagrams)?;
        Ok(Exploration {
            machine,
            layout,
            diagrams,
            search,
            options,
            may_reorder,
            learner: Learner::new(machine, false),
            timed: machine.asks_timeout().then(|| Learner::new(machine, true)),
            sinc: None,
            initial,
            invariants: invariants(machine, search),
            reached: initial,
            rings: vec![initial],
            stuck: Vec::new(),
            violations: Vec::new(),
            runs: Vec::new(),
            followed: 0,
            cut: false,
            start: Instant::now(),
            reported: Instant::now(),
        })
    }

    /// The same with sets reduced by exchanges of processes, if any can be.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn exchanging(
        mut self,
        exchanged: Option<(&'w Interchangeable, ComparePointers)>,
    ) -> Result<Exploration<'m, 'w>, Halt> {
        let Some((processes, rule)) = exchanged else { return Ok(self) };
        let levels = self.layout.shape_at(0).levels.clone();
        self.sinc = Some(Sinc::new(processes, rule, levels));
        self.reached = self.reduced(self.reached)?;
        self.rings = vec![self.reached];
        Ok(self)
    }

    /// What stands for the states of a set.
    pub fn reduced(&mut self, set: NodeId) -> Result<NodeId, StopReason> {
        match &mut self.sinc {
            Some(sinc) => sinc.reduce(set, &mut self.diagrams),
            None => Ok(set),
        }
    }

    /// Goes on until nothing is new, or something is violated.
    ///
    /// # Errors
    /// Why it did not come that far.
    pub fn run(&mut self, reporter: &dyn Reporter) -> Result<StopReason, Halt> {
        reporter.phase(Phase::Search);
        loop {
            self.report(reporter)?;
            self.reorder()?;
            self.expand()?;
            // At once: later there may be no time for it.
            self.follow()?;
            if !self.violations.is_empty() && !self.search.keep_going {
                return Ok(StopReason::Violation);
            }
            let new = self.successors()?;
            if new.is_empty() {
                return Ok(StopReason::Exhausted);
            }
            self.reached = self.diagrams.union(self.reached, new)?;
            self.rings.push(new);
        }
    }

    /// How many states were reached that a search stores: those in which nobody has control.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn count(&mut self) -> Result<BigUint, StopReason> {
        let stored = self.stored(self.reached)?;
        self.diagrams.count(stored)
    }

    /// The states of a set in which nobody has control.
    fn stored(&mut self, set: NodeId) -> Result<NodeId, StopReason> {
        match self.layout.control {
            Some(level) => self.learner.select(set, level, 0, &mut self.diagrams),
            None => Ok(set),
        }
    }

    fn report(&mut self, reporter: &dyn Reporter) -> Result<(), Halt> {
        if self.reported.elapsed() < REPORT_INTERVAL {
            return Ok(());
        }
        let states = self.count()?;
        reporter.progress(&Progress {
            states: u64::try_from(states).unwrap_or(u64::MAX),
            rounds: Some(self.rings.len() as u64 - 1),
            store_bytes: self.diagrams.bytes(),
            file_bytes: 0,
            elapsed: self.start.elapsed(),
            ..Progress::default()
        });
        self.reported = Instant::now();
        Ok(())
    }

    /// Looks for a better order of levels once there are many nodes.
    fn reorder(&mut self) -> Result<(), Halt> {
        if !self.may_reorder || self.diagrams.nodes() < WORTH_REORDERING {
            return Ok(());
        }
        self.may_reorder = false;
        let levels = |relation: &Relation| relation.touched.iter().map(|it| it.level).collect();
        let together: Vec<Vec<u32>> = self.learner.relations.all.iter().map(levels).collect();
        match self.layout.improved(&together) {
            Some(room) => Err(Halt::Reorder(room)),
            None => Ok(()),
        }
    }

    /// Learns what can be done in the states that are new, and looks for violations there.
    fn expand(&mut self) -> Result<(), Halt> {
        let new = self.rings[self.rings.len() - 1];
        let mut seen = Vec::new();
        self.learner.learn(new, &mut self.layout, &mut self.diagrams, &mut seen)?;
        let mut stuck = NodeId::EMPTY;
        if self.timed.is_some() || self.checks(Machine::deadlock()) {
            let stored = self.stored(new)?;
            stuck = self.learner.relations.stuck(stored, &mut self.diagrams)?;
        }
        let mut timed_out = NodeId::EMPTY;
        if let Some(timed) = &mut self.timed {
            timed_out = stuck;
            timed.learn(stuck, &mut self.layout, &mut self.diagrams, &mut seen)?;
            stuck = timed.relations.stuck(stuck, &mut self.diagrams)?;
        }
        self.stuck.push(timed_out);
        let stored = self.stored(new)?;
        for invariant in self.invariants.clone() {
            let Exploration { learner, layout, diagrams, .. } = self;
            let excluded = learner.excluded(invariant, stored, layout, diagrams)?;
            if let Some(vector) = self.diagrams.first(excluded) {
                self.violate(invariant, vector);
            }
        }
        self.note(seen)?;
        if self.checks(Machine::deadlock()) {
            let deadlocked = self.without_proper_ends(stuck)?;
            if let Some(vector) = self.diagrams.first(deadlocked) {
                self.violate(Machine::deadlock(), vector);
            }
        }
        Ok(())
    }

    fn checks(&self, property: PropertyId) -> bool {
        self.search.check.contains(property)
    }

    fn violate(&mut self, property: PropertyId, vector: Vec<i32>) {
        let is_known = self.violations.iter().any(|it| it.property == property);
        if self.checks(property) && !is_known {
            let ring = self.rings.len() - 1;
            self.violations.push(Violation { property, vector, ring });
        }
    }

    /// Takes note of what happened in moves.
    fn note(&mut self, seen: Vec<Sighting>) -> Result<(), Halt> {
        for Sighting { event, vector } in seen {
            let Event { assertion, fault, is_last, too_long, out_of_room } = event;
            if assertion {
                self.violate(Machine::assertions(), vector.clone());
            }
            if fault {
                self.violate(Machine::runtime_errors(), vector);
            }
            self.cut |= fault && is_last;
            match (too_long, out_of_room) {
                (true, _) => return Err(Halt::Stop(StopReason::StepLimit)),
                (_, true) => return Err(Halt::Stop(StopReason::RoomLimit)),
                _ => {}
            }
        }
        Ok(())
    }

    /// The states of a set in which some process is where it may not end.
    fn without_proper_ends(&mut self, set: NodeId) -> Result<NodeId, StopReason> {
        let mut stuck = NodeId::EMPTY;
        for shape in 0..self.layout.shapes() {
            let of_shape = match self.layout.shape {
                Some(level) => self.learner.select(set, level, shape as i32, &mut self.diagrams)?,
                None => set,
            };
            let processes = self.layout.shape_at(shape).blank.process_ids();
            let levels: Vec<u32> = processes.map(|it| self.layout.location(it)).collect();
            let mut ended = of_shape;
            for level in levels {
                ended = at_proper_ends(self.machine, ended, level, &mut self.diagrams)?;
            }
            let rest = self.diagrams.minus(of_shape, ended)?;
            stuck = self.diagrams.union(stuck, rest)?;
        }
        Ok(stuck)
    }

    /// The states that follow on those that were new last, and are new.
    fn successors(&mut self) -> Result<NodeId, Halt> {
        let mut from = self.rings[self.rings.len() - 1];
        let mut stuck = self.stuck[self.stuck.len() - 1];
        if self.options.reachability == Reachability::Saturation {
            let relations = &self.learner.relations.all;
            let saturation = Saturation::new(relations, self.layout.levels, &mut self.diagrams);
            from = self.diagrams.saturate(self.reached, &saturation)?;
        }
        let mut following = NodeId::EMPTY;
        let untimed = match self.options.reachability {
            Reachability::Saturation => 0,
            _ => self.learner.relations.all.len(),
        };
        let timed = self.timed.as_ref().map_or(0, |timed| timed.relations.all.len());
        for place in 0..untimed + timed {
            if self.diagrams.is_littered() {
                self.collect(&mut [&mut from, &mut stuck, &mut following]);
            }
            let mut image = self.image(place, untimed, from, stuck);
            if image == Err(StopReason::MemoryLimit) {
                // Perhaps there is room without what nobody needs any more.
                self.collect(&mut [&mut from, &mut stuck, &mut following]);
                image = self.image(place, untimed, from, stuck);
            }
            let image = image?;
            following = self.diagrams.union(following, image)?;
            if self.options.reachability == Reachability::Chaining {
                from = self.diagrams.union(from, image)?;
            }
        }
        following = self.diagrams.union(following, from)?;
        Ok(self.diagrams.minus(following, self.reached)?)
    }

    /// Where the relation at a place leads: of those that hold whenever, from one set; then of those that ask for `timeout`, from
    /// the other.
    fn image(
        &mut self,
        place: usize,
        untimed: usize,
        from: NodeId,
        stuck: NodeId,
    ) -> Result<NodeId, StopReason> {
        let Exploration { learner, timed, diagrams, .. } = self;
        let image = match (place.checked_sub(untimed), timed) {
            (Some(place), Some(timed)) => diagrams.image(stuck, &timed.relations.all[place])?,
            _ => diagrams.image(from, &learner.relations.all[place])?,
        };
        self.reduced(image)
    }

    /// Collects the nodes that none of these sets needs, nor anything that is kept.
    pub fn collect(&mut self, sets: &mut [&mut NodeId]) {
        let Exploration { learner, timed, diagrams, initial, reached, rings, stuck, .. } = self;
        let mut roots: Vec<&mut NodeId> = vec![initial, reached];
        roots.extend(rings.iter_mut().chain(stuck));
        roots.extend(learner.roots());
        roots.extend(timed.iter_mut().flat_map(Learner::roots));
        roots.extend(sets.iter_mut().map(|set| &mut **set));
        diagrams.collect(&mut roots);
    }
}
