//! What is learnt of one question, which few cells decide.
//!
//! At the root nothing is known. What is known at a node decides that nothing else is read, or which cell is read next; so a tree
//! branches over the values of a subscript before it comes to the cells of the array, and each leaf has exactly the cells that
//! were read on the way. These are the disjuncts into which Wang and Schmidt (Sect. 4 of their paper) take apart what is reached
//! by indirection.

use std::collections::HashMap;

use crate::diagram::{Diagrams, NodeId, Projection, bytes_of};
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
            let vectors = self.unmet(place, selected.set, diagrams)?;
            let listed = bytes_of(vectors.len() as u64, self.nodes[place].levels.levels.len());
            diagrams.hold(listed);
            let outcome = self.ask_each(place, vectors, &selected.fixed, diagrams, ask);
            diagrams.release(listed);
            outcome?;
            open.extend(self.nodes[place].children.iter().map(|&(_, child)| child));
        }
        Ok(())
    }

    /// Asks for vectors that were met at a node.
    fn ask_each(
        &mut self,
        place: usize,
        vectors: Vec<Vec<i32>>,
        fixed: &[(u32, i32)],
        diagrams: &mut Diagrams<'_>,
        ask: Ask<'_>,
    ) -> Result<(), Halt> {
        for vector in vectors {
            diagrams.spend(WORK)?;
            let levels = self.nodes[place].levels.levels.iter().copied();
            let mut known: Known = levels.zip(vector.iter().copied()).collect();
            known.extend(fixed);
            known.sort_unstable();
            if let Some(level) = ask(known, diagrams)? {
                let child = self.child(place, level, diagrams);
                diagrams.hold(bytes_of(1, vector.len()));
                self.nodes[place].asks.insert(vector, child);
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
    ) -> Result<Vec<Vec<i32>>, Halt> {
        let node = &mut self.nodes[place];
        let all = diagrams.project(set, &node.levels)?;
        let new = diagrams.minus(all, node.met)?;
        node.met = diagrams.union(node.met, new)?;
        if new.is_empty() {
            return Ok(Vec::new());
        }
        // There may be more of them than there is memory for.
        let count = u64::try_from(diagrams.count(new)?).unwrap_or(u64::MAX);
        diagrams.room_for(bytes_of(count, node.levels.levels.len()))?;
        let mut vectors = Vec::new();
        diagrams.each(new, &mut |vector| vectors.push(vector.to_vec()))?;
        vectors.retain(|vector| self.leads(place, vector));
        Ok(vectors)
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
