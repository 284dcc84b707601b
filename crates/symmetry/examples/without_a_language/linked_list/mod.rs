//! A sorted list with a lock for each node, whose threads insert and remove keys.
//!
//! The list begins with a node that is never removed. Nodes come from a pool and go back to it. A thread walks along the
//! list hand over hand: it takes the lock of a node before it lets go of the one before (Bayer and Schkolnick 1977; Herlihy
//! and Shavit, The Art of Multiprocessor Programming, 2008, section 9.5).
//!
//! There are points of two sorts. Threads can be permuted, since they all do the same; nodes can, since the address of a node
//! carries no meaning. The keys are data: they have an order.

pub mod steps;

use std::ops::ControlFlow;

use groups::{Group, Permutation};
use kernel::{
    Property, PropertyId, PropertyKind, Starts, StateIdentity, TransitionSystem, Visitor,
};
use symmetry::{Content, Layout, LayoutBuilder, Point, SymmetryGroup, Unmodified};

pub use steps::Step;
use steps::Turn;

/// Which locks a thread holds while it changes the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Locking {
    /// Those of the node before the change and of the node that is removed.
    Both,
    /// That of the node before the change. This is wrong.
    OnlyTheFirst,
}

/// The system: `threads` threads, a pool of `nodes` nodes, the first of the list included, and the keys `1..=keys`.
pub struct LinkedList {
    pub threads: usize,
    pub nodes: usize,
    pub keys: i32,
    pub locking: Locking,
    properties: Vec<Property>,
}

/// The place of this property among the system's.
const NOT_IN_USE: usize = 1;

/// Neither a node nor a thread.
const NONE: i32 = -1;

/// The state is the place of the first node, then the cells of each thread, then the cells of each node.
const HEAD: usize = 0;

/// The cells of a thread: where it is, what it does with which key, and the nodes that it holds on to.
mod thread {
    pub const AT: usize = 0;
    pub const JOB: usize = 1;
    pub const KEY: usize = 2;
    pub const BEFORE: usize = 3;
    pub const HERE: usize = 4;
    pub const FRESH: usize = 5;
    pub const CELLS: usize = 6;
}

/// The cells of a node: its key, the next node, and the thread that holds its lock.
mod node {
    pub const KEY: usize = 0;
    pub const NEXT: usize = 1;
    pub const LOCK: usize = 2;
    pub const CELLS: usize = 3;
}

/// The key of a node in the pool, and that of the first node of the list.
const FREE: i32 = -1;
const FIRST: i32 = 0;

impl LinkedList {
    pub fn new(threads: usize, nodes: usize, keys: i32, locking: Locking) -> Self {
        let properties = vec![
            Property::new("no deadlock", PropertyKind::Deadlock),
            // No other thread refers to it.
            Property::new("no node is freed while in use", PropertyKind::RuntimeError),
            // And has no free nodes. So it has an end.
            Property::new("the list is sorted", PropertyKind::Invariant),
        ];
        LinkedList { threads, nodes, keys, locking, properties }
    }

    /// What the cells are, in the order in which they stand in the state.
    pub fn layout(&self) -> Layout {
        let mut builder = LayoutBuilder::new();
        let threads: Vec<_> =
            (0..self.threads).map(|i| builder.point(0, format!("thread {i}"))).collect();
        let nodes: Vec<_> = (0..self.nodes).map(|i| builder.point(1, format!("n{i}"))).collect();
        let reference = |points: &[Point]| Content::Reference {
            first_value: 0,
            first_point: points[0],
            count: points.len() as u32,
        };
        let (a_thread, a_node) = (reference(&threads), reference(&nodes));
        let head = builder.family();
        builder.cell(head, &[], a_node);
        // In the order of the constants in `thread` and `node`.
        let of_thread = [Content::Data, Content::Data, Content::Data, a_node, a_node, a_node];
        let of_thread = of_thread.map(|content| (builder.family(), content));
        for &thread in &threads {
            for (family, content) in of_thread {
                builder.cell(family, &[thread], content);
            }
        }
        let of_node = [Content::Data, a_node, a_thread].map(|content| (builder.family(), content));
        for &node in &nodes {
            for (family, content) in of_node {
                builder.cell(family, &[node], content);
            }
        }
        builder.build().expect("a layout")
    }

    /// Threads in every order, and nodes in every order.
    pub fn symmetry(&self) -> SymmetryGroup {
        let points = self.threads + self.nodes;
        let exchange = |point: usize| {
            let mut images: Vec<u32> = (0..points as u32).collect();
            images.swap(point, point + 1);
            Permutation::from_images(images).expect("a permutation")
        };
        let generators =
            (0..points - 1).filter(|&point| point + 1 != self.threads).map(exchange).collect();
        SymmetryGroup::new(Group::from_generators(points, generators), self.layout())
            .expect("the layout admits it")
    }

    /// Where a cell of a thread stands in the state.
    fn thread(&self, thread: usize, cell: usize) -> usize {
        1 + thread * thread::CELLS + cell
    }

    /// Where a cell of a node stands in the state.
    fn node(&self, node: i32, cell: usize) -> usize {
        1 + self.threads * thread::CELLS + node as usize * node::CELLS + cell
    }

    /// The nodes of the list, no more than there are.
    fn list(&self, state: &[i32]) -> impl Iterator<Item = i32> {
        let next = |&node: &i32| Some(state[self.node(node, node::NEXT)]).filter(|&n| n != NONE);
        std::iter::successors(Some(state[HEAD]), next).take(self.nodes + 1)
    }

    fn is_sorted(&self, state: &[i32]) -> bool {
        let keys: Vec<i32> =
            self.list(state).map(|node| state[self.node(node, node::KEY)]).collect();
        keys[0] == FIRST && keys.is_sorted_by(|a, b| a < b)
    }

    /// Whether a thread other than `thread` refers to `node`.
    fn in_use(&self, state: &[i32], node: i32, thread: usize) -> bool {
        let refers = |other: usize| {
            let cells = [thread::BEFORE, thread::HERE, thread::FRESH];
            cells.iter().any(|&cell| state[self.thread(other, cell)] == node)
        };
        (0..self.threads).any(|other| other != thread && refers(other))
    }

    /// A state in words.
    pub fn describe(&self, state: &[i32]) -> String {
        let mut text = String::from("list");
        for node in self.list(state) {
            let key = state[self.node(node, node::KEY)];
            let lock = state[self.node(node, node::LOCK)];
            let key = match key {
                FREE => "free".to_owned(),
                FIRST => "first".to_owned(),
                key => key.to_string(),
            };
            let lock = if lock == NONE { String::new() } else { format!(" locked by {lock}") };
            text += &format!(" n{node}({key}{lock})");
        }
        for thread in 0..self.threads {
            let held = [("before", thread::BEFORE), ("here", thread::HERE), ("new", thread::FRESH)];
            for (name, cell) in held {
                let node = state[self.thread(thread, cell)];
                if node != NONE {
                    text += &format!(", {name}[{thread}]=n{node}");
                }
            }
        }
        text
    }
}

impl TransitionSystem for LinkedList {
    type State = Vec<i32>;
    type Step = Step;
    /// A buffer for targets.
    type Scratch = Vec<i32>;

    fn scratch(&self) -> Vec<i32> {
        Vec::new()
    }

    /// Node 0 is the first of the list. That is no offence to the symmetry of nodes: only transitions and properties must
    /// respect the group, initial states need not.
    fn initial_states(
        &self,
        _: &mut Vec<i32>,
        starts: &mut dyn Starts<Vec<i32>>,
    ) -> ControlFlow<()> {
        let mut state = vec![0];
        for _ in 0..self.threads {
            state.extend([steps::IDLE, 0, 0, NONE, NONE, NONE]);
        }
        for number in 0..self.nodes {
            state.extend([if number == 0 { FIRST } else { FREE }, NONE, NONE]);
        }
        starts.start(&state)
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &Vec<i32>,
        target: &mut Vec<i32>,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        for thread in 0..self.threads {
            Turn { list: self, state, thread, target, visitor }.transitions()?;
        }
        ControlFlow::Continue(())
    }

    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }

    /// A byte for each cell: all values are small.
    fn encode(&self, state: &Vec<i32>, out: &mut Vec<u8>) {
        out.extend(state.iter().map(|&cell| cell as u8));
    }

    fn decode(&self, bytes: &[u8], state: &mut Vec<i32>) {
        state.clear();
        state.extend(bytes.iter().map(|&byte| i32::from(byte as i8)));
    }

    fn blank(&self) -> Vec<i32> {
        Vec::new()
    }

    fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn violates(&self, state: &Vec<i32>, _: PropertyId, _: &mut Vec<i32>) -> bool {
        !self.is_sorted(state)
    }

    fn may_halt(&self, _: &Vec<i32>) -> bool {
        false
    }
}

impl Unmodified for LinkedList {
    /// All states have all cells.
    fn reducible(&self, _: &Vec<i32>) -> bool {
        true
    }

    fn cells<'a>(&self, state: &'a Vec<i32>) -> &'a [i32] {
        state
    }

    fn cells_like<'a>(&self, state: &Vec<i32>, target: &'a mut Vec<i32>) -> &'a mut [i32] {
        target.resize(state.len(), 0);
        target
    }

    /// A state holds nothing but its cells.
    fn complete(&self, _: &mut Vec<i32>) {}

    /// Its text, with the images of the thread and of the node: the threads come first among the points.
    fn label(&self, step: &Step, images: &[u32], label: &mut Vec<u8>) {
        let node =
            |number: i32| images[self.threads + number as usize] as i32 - self.threads as i32;
        let renamed =
            Step { thread: images[step.thread] as usize, action: step.action.renamed(node) };
        label.extend_from_slice(renamed.to_string().as_bytes());
    }
}
