//! What a thread does, step by step.

use std::fmt;
use std::ops::ControlFlow;

use kernel::{PropertyId, Transition, Visitor};

use super::{FREE, LinkedList, Locking, NONE, NOT_IN_USE, node, thread};

/// Where a thread is.
pub const IDLE: i32 = 0;
const START: i32 = 1;
const REACH: i32 = 2;
const DECIDE: i32 = 3;
const LINK: i32 = 4;
const RELEASE: i32 = 5;
const LEAVE: i32 = 6;

/// What it does.
const INSERT: i32 = 1;
const REMOVE: i32 = 2;

/// What a thread does in one step. Nodes are given by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    WantsToInsert(i32),
    WantsToRemove(i32),
    Locks(i32),
    Reads(i32),
    FindsTheEnd,
    MovesOnTo(i32),
    FindsNothingToDo,
    Takes(i32),
    FindsNoNode,
    Links(i32),
    Unlinks(i32),
    Frees(i32),
    Leaves,
}

impl Action {
    /// The same done to the image of the node.
    pub fn renamed(self, image: impl Fn(i32) -> i32) -> Self {
        match self {
            Action::Locks(node) => Action::Locks(image(node)),
            Action::Reads(node) => Action::Reads(image(node)),
            Action::MovesOnTo(node) => Action::MovesOnTo(image(node)),
            Action::Takes(node) => Action::Takes(image(node)),
            Action::Links(node) => Action::Links(image(node)),
            Action::Unlinks(node) => Action::Unlinks(image(node)),
            Action::Frees(node) => Action::Frees(image(node)),
            Action::WantsToInsert(_)
            | Action::WantsToRemove(_)
            | Action::FindsTheEnd
            | Action::FindsNothingToDo
            | Action::FindsNoNode
            | Action::Leaves => self,
        }
    }
}

/// A step: who does what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub thread: usize,
    pub action: Action,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "thread {} ", self.thread)?;
        match self.action {
            Action::WantsToInsert(key) => write!(f, "wants to insert {key}"),
            Action::WantsToRemove(key) => write!(f, "wants to remove {key}"),
            Action::Locks(node) => write!(f, "locks n{node}"),
            Action::Reads(node) => write!(f, "reads n{node}"),
            Action::FindsTheEnd => write!(f, "finds the end"),
            Action::MovesOnTo(node) => write!(f, "moves on to n{node}"),
            Action::FindsNothingToDo => write!(f, "finds nothing to do"),
            Action::Takes(node) => write!(f, "takes n{node} from the pool"),
            Action::FindsNoNode => write!(f, "finds the pool empty"),
            Action::Links(node) => write!(f, "links n{node}"),
            Action::Unlinks(node) => write!(f, "unlinks n{node}"),
            Action::Frees(node) => write!(f, "gives n{node} back to the pool"),
            Action::Leaves => write!(f, "leaves"),
        }
    }
}

/// A thread in a state, about to take a step.
pub(super) struct Turn<'a, V> {
    pub list: &'a LinkedList,
    pub state: &'a [i32],
    pub thread: usize,
    /// A buffer for targets.
    pub target: &'a mut Vec<i32>,
    pub visitor: &'a mut V,
}

impl<V: Visitor<LinkedList>> Turn<'_, V> {
    /// Every transition of the thread.
    pub fn transitions(&mut self) -> ControlFlow<()> {
        match self.state[self.own(thread::AT)] {
            IDLE => self.choose(),
            START => self.start(),
            REACH => self.reach(),
            DECIDE => self.decide(),
            LINK => self.link(),
            RELEASE => self.release(),
            _ => self.leave(),
        }
    }

    /// Where a cell of the thread stands in the state.
    fn own(&self, cell: usize) -> usize {
        self.list.thread(self.thread, cell)
    }

    fn next(&self, node: i32) -> usize {
        self.list.node(node, node::NEXT)
    }

    fn lock(&self, node: i32) -> usize {
        self.list.node(node, node::LOCK)
    }

    fn is_unlocked(&self, node: i32) -> bool {
        self.state[self.lock(node)] == NONE
    }

    fn before(&self) -> i32 {
        self.state[self.own(thread::BEFORE)]
    }

    fn here(&self) -> i32 {
        self.state[self.own(thread::HERE)]
    }

    /// A transition that writes some cells and leads to another place of the program.
    fn step(&mut self, action: Action, at: i32, writes: &[(usize, i32)]) -> ControlFlow<()> {
        self.target.clear();
        self.target.extend_from_slice(self.state);
        for &(cell, value) in writes {
            self.target[cell] = value;
        }
        let at_cell = self.own(thread::AT);
        self.target[at_cell] = at;
        let violated = match action {
            Action::Frees(node) => self.list.in_use(self.state, node, self.thread),
            _ => false,
        };
        self.visitor.transition(Transition {
            steps: &[Step { thread: self.thread, action }],
            target: (!violated).then_some(self.target),
            violation: violated.then(|| PropertyId::new(NOT_IN_USE)),
        })
    }

    fn choose(&mut self) -> ControlFlow<()> {
        let (job, key_cell) = (self.own(thread::JOB), self.own(thread::KEY));
        for key in 1..=self.list.keys {
            self.step(Action::WantsToInsert(key), START, &[(job, INSERT), (key_cell, key)])?;
            self.step(Action::WantsToRemove(key), START, &[(job, REMOVE), (key_cell, key)])?;
        }
        ControlFlow::Continue(())
    }

    fn start(&mut self) -> ControlFlow<()> {
        let first = self.state[super::HEAD];
        if !self.is_unlocked(first) {
            return ControlFlow::Continue(());
        }
        let writes = [(self.own(thread::BEFORE), first), (self.lock(first), self.thread as i32)];
        self.step(Action::Locks(first), REACH, &writes)
    }

    fn reach(&mut self) -> ControlFlow<()> {
        let node = self.state[self.next(self.before())];
        let found = (self.own(thread::HERE), node);
        if node == NONE {
            return self.step(Action::FindsTheEnd, DECIDE, &[found]);
        }
        match self.list.locking {
            Locking::OnlyTheFirst => self.step(Action::Reads(node), DECIDE, &[found]),
            Locking::Both if self.is_unlocked(node) => {
                let locked = (self.lock(node), self.thread as i32);
                self.step(Action::Locks(node), DECIDE, &[found, locked])
            }
            Locking::Both => ControlFlow::Continue(()),
        }
    }

    fn decide(&mut self) -> ControlFlow<()> {
        let (here, wanted) = (self.here(), self.state[self.own(thread::KEY)]);
        let key = match here {
            NONE => i32::MAX,
            node => self.state[self.list.node(node, node::KEY)],
        };
        let removes = self.state[self.own(thread::JOB)] == REMOVE;
        if key < wanted {
            self.move_on()
        } else if removes != (key == wanted) {
            self.step(Action::FindsNothingToDo, LEAVE, &[])
        } else if removes {
            let after = self.state[self.next(here)];
            self.step(Action::Unlinks(here), RELEASE, &[(self.next(self.before()), after)])
        } else {
            self.take(wanted)
        }
    }

    fn move_on(&mut self) -> ControlFlow<()> {
        let (before, here) = (self.before(), self.here());
        if self.list.locking == Locking::OnlyTheFirst && !self.is_unlocked(here) {
            return ControlFlow::Continue(());
        }
        let writes = [
            (self.lock(before), NONE),
            (self.lock(here), self.thread as i32),
            (self.own(thread::BEFORE), here),
            (self.own(thread::HERE), NONE),
        ];
        self.step(Action::MovesOnTo(here), REACH, &writes)
    }

    /// Takes a node from the pool, whichever: one is as good as another.
    fn take(&mut self, key: i32) -> ControlFlow<()> {
        let mut none = true;
        for fresh in 0..self.list.nodes as i32 {
            let key_cell = self.list.node(fresh, node::KEY);
            if self.state[key_cell] == FREE {
                none = false;
                let next = (self.next(fresh), self.here());
                let writes = [(self.own(thread::FRESH), fresh), (key_cell, key), next];
                self.step(Action::Takes(fresh), LINK, &writes)?;
            }
        }
        if none { self.step(Action::FindsNoNode, LEAVE, &[]) } else { ControlFlow::Continue(()) }
    }

    fn link(&mut self) -> ControlFlow<()> {
        let fresh = self.state[self.own(thread::FRESH)];
        let writes = [(self.next(self.before()), fresh), (self.own(thread::FRESH), NONE)];
        self.step(Action::Links(fresh), LEAVE, &writes)
    }

    fn release(&mut self) -> ControlFlow<()> {
        let here = self.here();
        let writes = [
            (self.own(thread::HERE), NONE),
            (self.list.node(here, node::KEY), FREE),
            (self.next(here), NONE),
            (self.lock(here), NONE),
        ];
        self.step(Action::Frees(here), LEAVE, &writes)
    }

    /// Lets go of the locks and forgets everything.
    fn leave(&mut self) -> ControlFlow<()> {
        let last = match self.here() {
            here if here != NONE && self.list.locking == Locking::Both => here,
            _ => self.before(),
        };
        let writes = [
            (self.lock(self.before()), NONE),
            (self.lock(last), NONE),
            (self.own(thread::BEFORE), NONE),
            (self.own(thread::HERE), NONE),
            (self.own(thread::JOB), 0),
            (self.own(thread::KEY), 0),
        ];
        self.step(Action::Leaves, IDLE, &writes)
    }
}
