//! What is learnt of one question, which few cells decide.
//!
//! At the root nothing is known. What is known at a node decides that nothing else is read, or which cell is read next; so a tree
//! branches over the values of a subscript before it comes to the cells of the array, and each leaf has exactly the cells that
//! were read on the way. These are the disjuncts into which Wang and Schmidt (Sect. 4 of their paper) take apart what is reached
//! by indirection.

use std::collections::HashMap;

use kernel::StopReason;

use crate::diagram::{Diagrams, NodeId, Projection, Vectors, bytes_of};
use crate::learning::Halt;

/// A question takes as long as so many steps of operations.
const WORK: u64 = 16;

/// What is learnt of one question.
pub struct Tree {
    nodes: Vec<Node>,
}

/// What is known in states of which some cells are known.
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

/// Values at some levels, which are in order.
pub type Known = Vec<(u32, i32)>;

/// The states in which something is asked: all have the same values at some levels.
pub struct Selected {
    /// The states.
    pub set: NodeId,
    /// Their shape.
    pub shape: usize,
    /// What they have in common; the tree need not know of it.
    pub fixed: Vec<(u32, i32)>,
    /// One of them.
    pub example: Vec<i32>,
}

/// Tells which level decides next, where these values are known; none if it is settled what comes of them, which is noted.
pub type Ask<'a> = &'a mut dyn FnMut(Known, &mut Diagrams<'_>) -> Result<Option<u32>, Halt>;

impl Tree {
    /// Of a question that was not asked yet.
    #[must_use]
    pub fn new(diagrams: &mut Diagrams<'_>) -> Tree {
        Tree { nodes: vec![Node::new(Vec::new(), None, diagrams)] }
    }

    /// All sets that are kept.
    pub fn roots(&mut self) -> impl Iterator<Item = &mut NodeId> {
        self.nodes.iter_mut().map(|node| &mut node.met)
    }

    /// Asks for all vectors of a set that were not met before.
    ///
    /// # Errors
    /// It was interrupted, or there is no answer.
    pub fn learn(
        &mut self,
        selected: &Selected,
        diagrams: &mut Diagrams<'_>,
        ask: Ask<'_>,
    ) -> Result<(), Halt> {
        let mut open = vec![0];
        while let Some(place) = open.pop() {
            let unmet = self.unmet(place, selected.set, diagrams)?;
            self.ask_each(place, unmet, &selected.fixed, diagrams, ask)?;
            open.extend(self.nodes[place].children.iter().map(|&(_, child)| child));
        }
        Ok(())
    }

    /// Asks for the vectors that were met at a node for the first time, one by one: there may be more of them than there is memory for.
    fn ask_each(
        &mut self,
        place: usize,
        unmet: NodeId,
        fixed: &[(u32, i32)],
        diagrams: &mut Diagrams<'_>,
        ask: Ask<'_>,
    ) -> Result<(), Halt> {
        let mut vectors = Vectors::of(unmet);
        while let Some(vector) = vectors.next(diagrams) {
            diagrams.spend(1)?;
            if !self.leads(place, vector) {
                continue;
            }
            diagrams.spend(WORK)?;
            let levels = self.nodes[place].levels.levels.iter().copied();
            let mut known: Known = levels.zip(vector.iter().copied()).collect();
            known.extend(fixed);
            known.sort_unstable();
            if let Some(level) = ask(known, diagrams)? {
                let child = self.child(place, level, diagrams);
                diagrams.hold(bytes_of(1, vector.len()));
                self.nodes[place].asks.insert(vector.to_vec(), child);
            }
        }
        Ok(())
    }

    /// The vectors that are met at a node for the first time.
    fn unmet(
        &mut self,
        place: usize,
        set: NodeId,
        diagrams: &mut Diagrams<'_>,
    ) -> Result<NodeId, StopReason> {
        let node = &mut self.nodes[place];
        let all = diagrams.project(set, &node.levels)?;
        let new = diagrams.minus(all, node.met)?;
        node.met = diagrams.union(node.met, new)?;
        Ok(new)
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
