//! Learning transitions on the fly.
//!
//! As in LTSmin (Kant et al., *LTSmin: high-performance language-independent model checking*, TACAS 2015, Sect. 3), a set is
//! projected on what an attempt of one process reads, and the machine makes the attempt once for each vector that was not met
//! before. What it reads is not fixed beforehand: an attempt is a tree. At its root nothing is known but where the process is. What
//! is known at a node decides that nothing else is read, or which cell is read next; so the tree branches over the values of a
//! subscript before it comes to the cells of the array, and each leaf has exactly the cells that were read on the way. These are
//! the disjuncts into which Wang and Schmidt (Sect. 4 of their paper) take apart what is reached by indirection.

use std::collections::HashMap;

use kernel::{PropertyId, StopReason};
use machine::index::{EdgeId, LocationId, ProcessId};
use machine::program::{Action, ExprKind};
use machine::{Attempt, Machine, What};

use crate::diagram::{Diagrams, NodeId, Projection};
use crate::layout::{Layout, Room, TooSmall};
use crate::probe::{Answer, Event, Probe, Unanswered};
use crate::relations::Relations;

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
    trees: HashMap<Place, Vec<Tree>>,
    invariants: HashMap<Asked, Tree>,
    /// The projections to single levels.
    single: HashMap<u32, Projection>,
    /// What was learnt.
    pub relations: Relations,
}

/// What is learnt of one attempt.
struct Tree {
    attempt: Attempt,
    nodes: Vec<Node>,
}

/// What is known of an attempt in states of which some cells are known.
struct Node {
    /// Their levels.
    levels: Projection,
    /// The vectors that were met.
    met: NodeId,
    /// The node at which one more cell is known, for each vector with which that one is read.
    asks: HashMap<Vec<i32>, usize>,
    /// These nodes, by the cell.
    children: Vec<(u32, usize)>,
    parent: Option<usize>,
}

/// The states in which attempts are made: all have these values at these levels.
struct Selected {
    set: NodeId,
    shape: usize,
    fixed: Vec<(u32, i32)>,
    /// One of them.
    example: Vec<i32>,
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
        }
    }

    /// All sets that are kept.
    pub fn roots(&mut self) -> impl Iterator<Item = &mut NodeId> {
        let trees = self.trees.values_mut().flatten().chain(self.invariants.values_mut());
        let met = trees.flat_map(|tree| &mut tree.nodes).map(|node| &mut node.met);
        met.chain(self.relations.roots())
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

    /// Looks for states of a set, in which nobody has control, that an invariant excludes. They are passed on.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn look_for(
        &mut self,
        invariant: PropertyId,
        set: NodeId,
        layout: &mut Layout<'m>,
        diagrams: &mut Diagrams<'_>,
        seen: &mut Vec<Sighting>,
    ) -> Result<(), Halt> {
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
            let process = ProcessId::new(0);
            let attempt = Attempt { process, what: What::Violates(invariant), timeout: false };
            let known = self.invariants.remove(&asked);
            let mut tree = known.unwrap_or_else(|| Tree::new(attempt, diagrams));
            let outcome = self.learn_tree(&mut tree, &selected, layout, diagrams, seen);
            self.invariants.insert(asked, tree);
            outcome?;
        }
        Ok(())
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
            let outcome = trees
                .iter_mut()
                .try_for_each(|tree| self.learn_tree(tree, &selected, layout, diagrams, seen));
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
    ) -> Vec<Tree> {
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
        let tree = |what| Tree::new(Attempt { process, what, timeout }, diagrams);
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

    fn learn_tree(
        &mut self,
        tree: &mut Tree,
        selected: &Selected,
        layout: &mut Layout<'m>,
        diagrams: &mut Diagrams<'_>,
        seen: &mut Vec<Sighting>,
    ) -> Result<(), Halt> {
        let mut open = vec![0];
        while let Some(place) = open.pop() {
            let node = &mut tree.nodes[place];
            let all = diagrams.project(selected.set, &node.levels)?;
            let new = diagrams.minus(all, node.met)?;
            node.met = diagrams.union(node.met, new)?;
            let mut vectors = Vec::new();
            diagrams.each(new, &mut |vector| vectors.push(vector.to_vec()))?;
            for vector in vectors {
                if tree.leads(place, &vector) {
                    self.learn_vector(tree, place, vector, selected, layout, diagrams, seen)?;
                }
            }
            open.extend(tree.nodes[place].children.iter().map(|&(_, child)| child));
        }
        Ok(())
    }

    #[allow(clippy::too_many_arguments, reason = "where, and with what")]
    fn learn_vector(
        &mut self,
        tree: &mut Tree,
        place: usize,
        vector: Vec<i32>,
        selected: &Selected,
        layout: &mut Layout<'m>,
        diagrams: &mut Diagrams<'_>,
        seen: &mut Vec<Sighting>,
    ) -> Result<(), Halt> {
        let levels = tree.nodes[place].levels.levels.iter().copied();
        let mut known: Vec<(u32, i32)> = levels.zip(vector.iter().copied()).collect();
        known.extend(&selected.fixed);
        known.sort_unstable();
        let Selected { shape, example, .. } = selected;
        match self.probe.answer(layout, *shape, &known, example, tree.attempt)? {
            Answer::Asks(level) => {
                let child = tree.child(place, level, diagrams);
                tree.nodes[place].asks.insert(vector, child);
            }
            Answer::Moves(moves) => {
                if !matches!(tree.attempt.what, What::Violates(_)) {
                    self.relations.add(&known, &moves, diagrams);
                }
                for made in moves.iter().filter(|made| made.event != Event::default()) {
                    let vector = one_of(selected.set, &known, diagrams)?;
                    seen.extend(vector.map(|vector| Sighting { event: made.event, vector }));
                }
            }
        }
        Ok(())
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

impl Node {
    fn new(levels: Vec<u32>, parent: Option<usize>, diagrams: &mut Diagrams<'_>) -> Node {
        Node {
            levels: Projection::new(levels, diagrams),
            met: NodeId::EMPTY,
            asks: HashMap::new(),
            children: Vec::new(),
            parent,
        }
    }
}

impl Tree {
    fn new(attempt: Attempt, diagrams: &mut Diagrams<'_>) -> Tree {
        Tree { attempt, nodes: vec![Node::new(Vec::new(), None, diagrams)] }
    }

    /// Whether the way to a node is by a vector's values.
    fn leads(&self, place: usize, vector: &[i32]) -> bool {
        let node = &self.nodes[place];
        let Some(parent) = node.parent else { return true };
        let above = &self.nodes[parent];
        let pairs = node.levels.levels.iter().zip(vector);
        let of_parent: Vec<i32> = pairs
            .filter(|(level, _)| above.levels.levels.contains(level))
            .map(|(_, &value)| value)
            .collect();
        above.asks.get(&of_parent) == Some(&place)
    }

    /// The node at which the cell at a level is known, too.
    fn child(&mut self, place: usize, level: u32, diagrams: &mut Diagrams<'_>) -> usize {
        let known = self.nodes[place].children.iter().find(|(of, _)| *of == level);
        if let Some(&(_, child)) = known {
            return child;
        }
        let mut levels = self.nodes[place].levels.levels.clone();
        levels.push(level);
        levels.sort_unstable();
        self.nodes.push(Node::new(levels, Some(place), diagrams));
        let child = self.nodes.len() - 1;
        self.nodes[place].children.push((level, child));
        child
    }
}
