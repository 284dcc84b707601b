//! A toy system: processes choose a friend and take a lock.
#![allow(dead_code)]

use std::ops::ControlFlow;

use groups::{Group, Permutation};
use kernel::{
    Property, PropertyId, PropertyKind, Starts, StateIdentity, Transition, TransitionSystem,
    Visitor,
};
use symmetry::{Content, Layout, LayoutBuilder, SymmetryGroup, Unmodified};

/// Whom a process may befriend.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Topology {
    /// Anybody else.
    Full,
    /// Its successor.
    Ring,
}

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Bug {
    None,
    /// The lock is ignored by friends of each other: an assertion fails.
    Assertion,
    /// One waits for a friend who is idle.
    Deadlock,
    /// Who enters while the friend wants to is in error.
    Error,
    /// No more than two may want to enter.
    Invariant,
}

pub const DEADLOCK: usize = 0;
pub const ASSERTION: usize = 1;
pub const ERROR: usize = 2;
pub const INVARIANT: usize = 3;

/// `n` processes with two cells each, a counter and a friend; then the lock. The first state has no cells at all.
pub struct Toy {
    pub n: usize,
    pub topology: Topology,
    pub bug: Bug,
    properties: Vec<Property>,
}

pub type Step = (usize, &'static str);

impl Toy {
    pub fn new(n: usize, topology: Topology, bug: Bug) -> Self {
        let properties = vec![
            Property::new("deadlock", PropertyKind::Deadlock),
            Property::new("alone", PropertyKind::Assertion),
            Property::new("error", PropertyKind::RuntimeError),
            Property::new("few", PropertyKind::Invariant),
        ];
        Toy { n, topology, bug, properties }
    }

    pub fn layout(&self) -> Layout {
        let mut builder = LayoutBuilder::new();
        let processes: Vec<_> =
            (0..self.n).map(|i| builder.point(0, format!("process({i})"))).collect();
        let anybody =
            Content::Reference { first_value: 0, first_point: processes[0], count: self.n as u32 };
        let [counter, friend, lock] = [0; 3].map(|_| builder.family());
        for &process in &processes {
            builder.cell(counter, &[process], Content::Data);
            builder.cell(friend, &[process], anybody);
        }
        builder.cell(lock, &[], anybody);
        builder.build().unwrap()
    }

    pub fn symmetry(&self) -> SymmetryGroup {
        let rotation = (0..self.n as u32).map(|i| (i + 1) % self.n as u32).collect();
        let group = match self.topology {
            Topology::Full => Group::symmetric(self.n),
            Topology::Ring => {
                Group::from_generators(self.n, vec![Permutation::from_images(rotation).unwrap()])
            }
        };
        SymmetryGroup::new(group, self.layout()).unwrap()
    }

    fn process<V: Visitor<Self>>(
        &self,
        state: &[i32],
        process: usize,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let (counter, friend) = (2 * process, 2 * process + 1);
        let lock = 2 * self.n;
        let mut next = state.to_vec();
        let mut send = |action, target: Option<&Vec<i32>>, violation: Option<usize>| {
            let violation = violation.map(PropertyId::new);
            visitor.transition(Transition { steps: &[(process, action)], target, violation })
        };
        let counter_of_friend = |state: &[i32]| state[2 * state[friend] as usize];
        match state[counter] {
            0 => {
                for other in 0..self.n {
                    let known = self.topology == Topology::Full || other == (process + 1) % self.n;
                    if known && other != process {
                        next[counter] = 1;
                        next[friend] = other as i32;
                        send("befriend", Some(&next), None)?;
                    }
                }
            }
            1 => {
                let mutual = state[2 * state[friend] as usize + 1] == process as i32;
                let ring = self.topology == Topology::Ring && counter_of_friend(state) == 1;
                let ignores =
                    self.bug == Bug::Assertion && (mutual || ring) && counter_of_friend(state) == 2;
                let waits = self.bug == Bug::Deadlock && counter_of_friend(state) == 1;
                if self.bug == Bug::Error && counter_of_friend(state) == 1 && state[lock] == -1 {
                    send("enter", None, Some(ERROR))?;
                } else if (state[lock] == -1 && !waits)
                    || ignores
                    || (self.bug == Bug::Assertion && ring)
                {
                    next[counter] = 2;
                    next[lock] = process as i32;
                    send("enter", Some(&next), None)?;
                }
            }
            _ => {
                let others =
                    (0..self.n).filter(|&other| other != process && state[2 * other] == 2).count();
                next[counter] = 0;
                next[friend] = -1;
                next[lock] = -1;
                send("leave", Some(&next), (others > 0).then_some(ASSERTION))?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl TransitionSystem for Toy {
    type State = Vec<i32>;
    type Step = Step;
    type Scratch = ();

    fn scratch(&self) {}

    fn initial_states(&self, (): &mut (), starts: &mut dyn Starts<Vec<i32>>) -> ControlFlow<()> {
        starts.start(&Vec::new())
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &Vec<i32>,
        (): &mut (),
        visitor: &mut V,
    ) -> ControlFlow<()> {
        if state.is_empty() {
            let mut start = [0, -1].repeat(self.n);
            start.push(-1);
            return visitor.transition(Transition {
                steps: &[(0, "start")],
                target: Some(&start),
                violation: None,
            });
        }
        (0..self.n).try_for_each(|process| self.process(state, process, visitor))
    }

    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }

    fn encode(&self, state: &Vec<i32>, out: &mut Vec<u8>) {
        state.iter().for_each(|cell| out.push(*cell as u8));
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

    fn violates(&self, state: &Vec<i32>, _: PropertyId, (): &mut ()) -> bool {
        let wanting = state.chunks_exact(2).filter(|process| process[0] == 1).count();
        self.bug == Bug::Invariant && wanting > 2
    }

    fn may_halt(&self, _: &Vec<i32>) -> bool {
        false
    }
}

impl Unmodified for Toy {
    fn reducible(&self, state: &Vec<i32>) -> bool {
        !state.is_empty()
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

    fn label(&self, &(process, action): &Step, images: &[u32], label: &mut Vec<u8>) {
        label.extend_from_slice(&images[process].to_be_bytes());
        label.extend_from_slice(action.as_bytes());
    }
}
