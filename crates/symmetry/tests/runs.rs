//! Runs of a quotient that go on for ever become runs of the system, and what the group does not keep is not believed.

use std::ops::ControlFlow;

use groups::{Group, Permutation};
use kernel::{
    Acceptor, Fairness, Observable, Property, PropertyId, SearchOptions, Silent, Starts,
    StateIdentity, StopReason, Transition, TransitionSystem, Valuation, Visitor, no_invariants,
};
use symmetry::{
    Abandonment, AuditPlan, Content, Layout, LayoutBuilder, ReducedRuns, Strategy, SymmetryGroup,
    Unmodified,
};

/// A token goes round in a ring. The cells: who has it, and how often each process had it, modulo two.
struct Ring {
    size: usize,
    /// Whether what is observed tells where the token is.
    tells: bool,
}

impl TransitionSystem for Ring {
    type State = Vec<i32>;
    type Step = u32;
    type Scratch = ();

    fn scratch(&self) {}

    fn initial_states(&self, (): &mut (), starts: &mut dyn Starts<Vec<i32>>) -> ControlFlow<()> {
        starts.start(&vec![0; 1 + self.size])
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &Vec<i32>,
        (): &mut (),
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let holder = state[0] as usize;
        let mut target = state.clone();
        target[0] = ((holder + 1) % self.size) as i32;
        target[1 + holder] = 1 - target[1 + holder];
        let steps = &[holder as u32];
        visitor.transition(Transition { steps, target: Some(&target), violation: None })
    }

    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }

    fn encode(&self, state: &Vec<i32>, out: &mut Vec<u8>) {
        out.extend(state.iter().map(|&cell| cell as u8));
    }

    fn decode(&self, bytes: &[u8], state: &mut Vec<i32>) {
        state.clear();
        state.extend(bytes.iter().map(|&byte| i32::from(byte)));
    }

    fn blank(&self) -> Vec<i32> {
        vec![0; 1 + self.size]
    }

    fn properties(&self) -> &[Property] {
        &[]
    }

    fn violates(&self, _: &Vec<i32>, invariant: PropertyId, (): &mut ()) -> bool {
        no_invariants(invariant)
    }

    fn may_halt(&self, _: &Vec<i32>) -> bool {
        true
    }
}

impl Unmodified for Ring {
    fn reducible(&self, _: &Vec<i32>) -> bool {
        true
    }

    fn cells<'a>(&self, state: &'a Vec<i32>) -> &'a [i32] {
        state
    }

    fn cells_like<'a>(&self, _: &Vec<i32>, target: &'a mut Vec<i32>) -> &'a mut [i32] {
        target
    }

    /// A state holds nothing but its cells.
    fn complete(&self, _: &mut Vec<i32>) {}

    fn label(&self, step: &u32, images: &[u32], label: &mut Vec<u8>) {
        label.extend(images[*step as usize].to_be_bytes());
    }
}

impl Observable for Ring {
    fn valuation(&self, state: &Vec<i32>, (): &mut ()) -> Valuation {
        u64::from(self.tells && state[0] == 0).into()
    }

    fn threads(&self, _: &Vec<i32>) -> usize {
        self.size
    }

    fn actor(&self, steps: &[u32]) -> Option<u32> {
        steps.first().copied()
    }

    fn renaming<'s>(&self, _: &'s Vec<i32>) -> Option<&'s [u32]> {
        None
    }
}

/// Accepts every run.
struct Everything;

impl Acceptor for Everything {
    fn initial(&self) -> u32 {
        0
    }

    fn marks(&self) -> u64 {
        0
    }

    fn moves(&self, _: u32, _: Valuation, visit: &mut dyn FnMut(u32, u64)) -> bool {
        visit(0, 0);
        true
    }
}

fn layout(size: usize) -> Layout {
    let mut builder = LayoutBuilder::new();
    let processes: Vec<_> = (0..size).map(|i| builder.point(0, format!("p{i}"))).collect();
    let (holder, parity) = (builder.family(), builder.family());
    let (first_value, first_point) = (0, processes[0]);
    let reference = Content::Reference { first_value, first_point, count: size as u32 };
    builder.cell(holder, &[], reference);
    for &process in &processes {
        builder.cell(parity, &[process], Content::Data);
    }
    builder.build().unwrap()
}

fn symmetry(size: usize) -> SymmetryGroup {
    let turn: Vec<u32> = (0..size as u32).map(|point| (point + 1) % size as u32).collect();
    let group = Group::from_generators(size, vec![Permutation::from_images(turn).unwrap()]);
    SymmetryGroup::new(group, layout(size)).unwrap()
}

fn runs(
    ring: &Ring,
    symmetry: &SymmetryGroup,
    fairness: Fairness,
    plan: AuditPlan,
) -> ReducedRuns<Ring> {
    let prepared = Strategy::auto(symmetry).prepared;
    let options = SearchOptions::default();
    let found =
        prepared.find_accepted(ring, symmetry, plan, &Everything, fairness, &options, &Silent);
    found.expect("a strategy that gives states")
}

#[test]
fn a_round_of_the_quotient_is_unrolled_until_it_comes_back() {
    for size in [2, 3, 5, 6] {
        let ring = Ring { size, tells: false };
        let symmetry = symmetry(size);
        for fairness in [Fairness::None, Fairness::Weak, Fairness::Strong] {
            let found = runs(&ring, &symmetry, fairness, AuditPlan::one_in(1));
            assert_eq!((found.stop, found.sightings.abandoned), (StopReason::Violation, None));
            let run = found.accepted.unwrap().unwrap();
            // Each process flips its parity once in a round, so it takes two rounds to come back.
            let again = run.again.expect("it goes on for ever");
            let round = run.states.len() - again;
            assert_eq!(round % (2 * size), 0, "{run:?}");
            assert!(run.states.contains(&vec![0; 1 + size]));
            let next = |place: usize| run.states.get(place + 1).unwrap_or(&run.states[again]);
            for (place, state) in run.states.iter().enumerate() {
                let mut target = Vec::new();
                let _ = ring.successors(state, &mut (), &mut |t: Transition<'_, Ring>| {
                    target.clone_from(t.target.unwrap());
                    ControlFlow::Continue(())
                });
                assert_eq!((&target, run.actors[place]), (next(place), Some(state[0] as u32)));
            }
        }
    }
}

#[test]
fn a_group_that_does_not_keep_what_is_observed_is_noticed() {
    let ring = Ring { size: 4, tells: true };
    let symmetry = symmetry(4);
    let found = runs(&ring, &symmetry, Fairness::None, AuditPlan::one_in(1));
    assert_eq!(found.sightings.abandoned, Some(Abandonment::Observed));
}
