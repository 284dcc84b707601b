//! Learning transitions on the fly.
//!
//! As in LTSmin (Kant et al., *LTSmin: high-performance language-independent model checking*, TACAS 2015, Sect. 3), a set is
//! projected on what an attempt of one process reads, and the machine makes the attempt once for each vector that was not met
//! before. What it reads is not fixed beforehand, but is a [tree](crate::tree) at whose root nothing is known but where the process
//! is.

use std::collections::HashMap;

use kernel::{PropertyId, StopReason};
use machine::index::{EdgeId, LocationId, ProcessId};
use machine::program::{Action, ExprKind};
use machine::{Attempt, Machine, What};

use crate::conditions::Invariant;
use crate::diagram::{Diagrams, NodeId, Projection, bytes_of};
use crate::layout::{Layout, Room, TooSmall};
use crate::probe::{Answer, Event, Probe, ShortMove, Unanswered};
use crate::relations::Relations;
use crate::tree::{Known, Selected, Tree};

/// Why an exploration ends, or begins anew.
pub enum Halt {
    /// For this reason.
    Stop(StopReason),
    /// The layout has no room for some state.
    TooSmall(TooSmall),
    /// Another order of levels promises fewer nodes.
    Reorder(Room),
    /// A cell decided that was not asked for.
    Unforeseen,
}

impl From<StopReason> for Halt {
    fn from(reason: StopReason) -> Halt {
        Halt::Stop(reason)
    }
}

impl From<TooSmall> for Halt {
    fn from(small: TooSmall) -> Halt {
        Halt::TooSmall(small)
    }
}

impl From<Unanswered> for Halt {
    fn from(unanswered: Unanswered) -> Halt {
        match unanswered {
            Unanswered::TooSmall(small) => Halt::TooSmall(small),
            Unanswered::Unforeseen => Halt::Unforeseen,
        }
    }
}

/// Where a process makes attempts: the shape of the state, who has control, the process and its location.
type Place = (usize, i32, ProcessId, i32);

/// Where invariants are asked for: a shape.
type Asked = (usize, PropertyId);

/// Learns what comes of attempts.
pub struct Learner<'m> {
    machine: &'m Machine,
    probe: Probe<'m>,
    /// Whether it learns what can be done when `timeout` holds.
    timeout: bool,
    trees: HashMap<Place, Vec<(Attempt, Tree)>>,
    invariants: HashMap<Asked, Invariant<'m>>,
    /// The projections to single levels.
    single: HashMap<u32, Projection>,
    /// What was learnt.
    pub relations: Relations,
    /// All that was asked for and settled, if it is noted.
    leaves: Vec<Leaf>,
    notes_leaves: bool,
}

/// What comes of an attempt of a process where some cells are known.
pub struct Leaf {
    /// The process.
    pub process: ProcessId,
    /// The values at their levels, which are in order.
    pub known: Known,
    /// What comes of it.
    pub moves: Vec<ShortMove>,
}

impl Leaf {
    /// The memory that it takes.
    fn bytes(&self) -> u64 {
        let written = self.moves.iter().filter_map(|made| made.writes.as_ref()).map(Vec::len);
        bytes_of(1 + self.moves.len() as u64, self.known.len() + written.sum::<usize>())
    }
}

/// What happens in some move out of a state.
pub struct Sighting {
    /// What happens.
    pub event: Event,
    /// The vector of the state.
    pub vector: Vec<i32>,
}

impl<'m> Learner<'m> {
    /// Knows nothing yet.
    #[must_use]
    pub fn new(machine: &'m Machine, timeout: bool) -> Learner<'m> {
        Learner {
            machine,
            probe: Probe::new(machine),
            timeout,
            trees: HashMap::new(),
            invariants: HashMap::new(),
            single: HashMap::new(),
            relations: Relations::default(),
            leaves: Vec::new(),
            notes_leaves: false,
        }
    }

    /// The same, where all is noted that is learnt.
    #[must_use]
    pub fn noting_leaves(machine: &'m Machine) -> Learner<'m> {
        Learner { notes_leaves: true, ..Learner::new(machine, false) }
    }

    /// All that was settled since this was asked for last, if it is noted.
    pub fn take_leaves(&mut self, diagrams: &mut Diagrams<'_>) -> Vec<Leaf> {
        let leaves = std::mem::take(&mut self.leaves);
        diagrams.release(leaves.iter().map(Leaf::bytes).sum());
        leaves
    }

    /// All sets that are kept.
    pub fn roots(&mut self) -> impl Iterator<Item = &mut NodeId> {
        let trees = self.trees.values_mut().flatten().flat_map(|(_, tree)| tree.roots());
        let invariants = self.invariants.values_mut().flat_map(Invariant::roots);
        trees.chain(invariants).chain(self.relations.roots())
    }

    /// Learns all that can be done in the states of a set. What happens besides is passed on.
    ///
    /// # Errors
    /// It was interrupted, or there is no room.
    pub fn learn(
        &mut self,
        set: NodeId,
        layout: &mut Layout<'m>,
        diagrams: &mut Diagrams<'_>,
        seen: &mut Vec<Sighting>,
    ) -> Result<(), Halt> {
        let control = layout.control;
        // What is met on the way has shapes that are new; no state of the set has.
        for shape in 0..layout.shapes() {
            let (of_shape, mut fixed) = match layout.shape {
                Some(level) => {
                    let value = shape as i32;
                    (self.select(set, level, value, diagrams)?, vec![(level, value)])
                }
                None => (set, Vec::new()),
            };
            if of_shape.is_empty() {
                continue;
            }
            for holder in self.values(of_shape, control, diagrams)? {
                let (with_control, before) = match control {
                    Some(level) => {
                        fixed.push((level, holder));
                        (self.select(of_shape, level, holder, diagrams)?, fixed.len() - 1)
                    }
                    None => (of_shape, fixed.len()),
                };
                let processes = 0..layout.shape_at(shape).types.len();
                for process in processes.filter(|&it| holder == 0 || it as i32 == holder - 1) {
                    let process = ProcessId::new(process);
                    self.learn_of(
                        process,
                        holder,
                        with_control,
                        shape,
                        &fixed,
                        layout,
                        diagrams,
                        seen,
                    )?;
                }
                fixed.truncate(before);
            }
        }
        self.relations.settle(diagrams)?;
        Ok(())
    }

    /// The states of a set, in which nobody has control, that an invariant excludes.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn excluded(
        &mut self,
        invariant: PropertyId,
        set: NodeId,
        layout: &Layout<'m>,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<NodeId, Halt> {
        let mut excluded = NodeId::EMPTY;
        for shape in 0..layout.shapes() {
            let mut fixed = Vec::new();
            let mut of_shape = set;
            if let Some(level) = layout.shape {
                of_shape = self.select(set, level, shape as i32, diagrams)?;
                fixed.push((level, shape as i32));
            }
            let Some(example) = diagrams.first(of_shape) else { continue };
            let selected = Selected { set: of_shape, shape, fixed, example };
            let asked = (shape, invariant);
            if !self.invariants.contains_key(&asked) {
                let known = Invariant::new(self.machine, invariant, diagrams);
                self.invariants.extend(known.map(|known| (asked, known)));
            }
            let Some(known) = self.invariants.get_mut(&asked) else { continue };
            let more = known.excluded(&selected, &mut self.probe, layout, diagrams)?;
            excluded = diagrams.union(excluded, more)?;
        }
        Ok(excluded)
    }

    #[allow(clippy::too_many_arguments, reason = "where, and with what")]
    fn learn_of(
        &mut self,
        process: ProcessId,
        holder: i32,
        set: NodeId,
        shape: usize,
        fixed: &[(u32, i32)],
        layout: &mut Layout<'m>,
        diagrams: &mut Diagrams<'_>,
        seen: &mut Vec<Sighting>,
    ) -> Result<(), Halt> {
        let level = layout.location(process);
        for location in self.values(set, Some(level), diagrams)? {
            let at = self.select(set, level, location, diagrams)?;
            let Some(example) = diagrams.first(at) else { continue };
            let fixed = fixed.iter().copied().chain([(level, location)]).collect();
            let place = (shape, holder, process, location);
            let mut trees = match self.trees.remove(&place) {
                Some(trees) => trees,
                None => self.new_trees(place, layout, diagrams),
            };
            let selected = Selected { set: at, shape, fixed, example };
            let outcome = trees.iter_mut().try_for_each(|(attempt, tree)| {
                self.learn_attempt(*attempt, tree, &selected, layout, diagrams, seen)
            });
            self.trees.insert(place, trees);
            outcome?;
        }
        Ok(())
    }

    /// A tree for each attempt that a process can make at a location.
    fn new_trees(
        &self,
        (shape, holder, process, location): Place,
        layout: &Layout<'m>,
        diagrams: &mut Diagrams<'_>,
    ) -> Vec<(Attempt, Tree)> {
        let mut attempts = Vec::new();
        let edges = &self.machine.code.locations[LocationId(location as u32).index()].edges;
        let processes = layout.shape_at(shape).types.len();
        for &edge in edges {
            attempts.push(What::Takes { edge, partner: None });
            if self.may_offer(edge) {
                let partners = ProcessId::below(processes).filter(|&other| other != process);
                attempts.extend(partners.map(|it| What::Takes { edge, partner: Some(it) }));
            }
        }
        if holder > 0 {
            attempts.push(What::Blocks);
        }
        let timeout = self.timeout;
        diagrams.hold(bytes_of(attempts.len() as u64, size_of::<Tree>()));
        let tree = |what| (Attempt { process, what, timeout }, Tree::new(diagrams));
        attempts.into_iter().map(tree).collect()
    }

    /// Whether an edge may begin with a message that somebody takes over.
    fn may_offer(&self, edge: EdgeId) -> bool {
        let first = self.machine.code.edges[edge.index()].operations.first();
        let Some(Action::Send { channel, .. }) = first.map(|it| &it.action) else { return false };
        let channels = &self.machine.program.channels;
        match &channel.kind {
            ExprKind::Channel(declared) => channels[declared.index()].capacity == 0,
            _ => channels.iter().any(|channel| channel.capacity == 0),
        }
    }

    fn learn_attempt(
        &mut self,
        attempt: Attempt,
        tree: &mut Tree,
        selected: &Selected,
        layout: &mut Layout<'m>,
        diagrams: &mut Diagrams<'_>,
        seen: &mut Vec<Sighting>,
    ) -> Result<(), Halt> {
        let Selected { set, shape, example, .. } = selected;
        tree.learn(selected, diagrams, &mut |known, diagrams| {
            let moves = match self.probe.answer(layout, *shape, &known, example, attempt)? {
                Answer::Asks(level) => return Ok(Some(level)),
                Answer::Moves(moves) => moves,
            };
            self.relations.add(&known, &moves, diagrams);
            for made in moves.iter().filter(|made| made.event != Event::default()) {
                let vector = one_of(*set, &known, diagrams)?;
                seen.extend(vector.map(|vector| Sighting { event: made.event, vector }));
            }
            if self.notes_leaves {
                let leaf = Leaf { process: attempt.process, known, moves };
                diagrams.hold(leaf.bytes());
                self.leaves.push(leaf);
            }
            Ok(None)
        })
    }

    /// The vectors of a set that have a value at a level.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn select(
        &mut self,
        set: NodeId,
        level: u32,
        value: i32,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<NodeId, StopReason> {
        let values = diagrams.set_of(vec![vec![value]])?;
        let single = self.single(level, diagrams);
        diagrams.restrict(set, single, values)
    }

    /// The projection to a level.
    pub fn single(&mut self, level: u32, diagrams: &mut Diagrams<'_>) -> &Projection {
        self.single.entry(level).or_insert_with(|| Projection::new(vec![level], diagrams))
    }

    /// The values that stand at a level; 0 without one.
    fn values(
        &mut self,
        set: NodeId,
        level: Option<u32>,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<Vec<i32>, StopReason> {
        let Some(level) = level else { return Ok(vec![0]) };
        let single = self.single(level, diagrams);
        let there = diagrams.project(set, single)?;
        let mut values = Vec::new();
        diagrams.each(there, &mut |vector| values.extend(vector))?;
        Ok(values)
    }
}

/// A vector of a set that has these values at these levels, which are in order.
fn one_of(
    set: NodeId,
    known: &[(u32, i32)],
    diagrams: &mut Diagrams<'_>,
) -> Result<Option<Vec<i32>>, StopReason> {
    let (levels, values) = known.iter().copied().unzip();
    let projection = Projection::new(levels, diagrams);
    let values = diagrams.set_of(vec![values])?;
    let there = diagrams.restrict(set, &projection, values)?;
    Ok(diagrams.first(there))
}
