//! Preparing strategies, looking for the largest valid group and lifting end when they are told to.

use std::ops::ControlFlow;

use crate::toy::{Bug, Topology, Toy};
use groups::{Group, Interrupted, Patience, Permutation};
use kernel::{
    Observable, Property, PropertyId, SearchOptions, Silent, Starts, StateIdentity,
    TransitionSystem, Valuation, Visitor, no_invariants,
};
use symmetry::{
    AnyMarker, AnyRepresentative, AuditPlan, ByRepresentative, Canonical, Conjugates, Content,
    Enumerate, EnumerateOptions, Guarantee, Layout, LayoutBuilder, LiftError, Marked, Marker,
    Naive, Permuting, Quotient, Segmented, Strategy, StrategyOptions, SymmetryGroup,
    TrackedQuotient, Unmodified, Unready, largest_valid, largest_valid_within,
};

/// Interrupts at question number `at`. Returns what came of it, and how often was asked.
fn told<T>(at: usize, compute: impl FnOnce(&mut Patience<'_>) -> T) -> (T, usize) {
    let mut questions = 0;
    let mut ask = |_: u64| {
        questions += 1;
        if questions < at { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let result = compute(&mut Patience::new(&mut ask));
    (result, questions)
}

/// So many points, each with a friend and with data, that can all be exchanged.
fn friends(count: usize) -> Layout {
    let mut builder = LayoutBuilder::new();
    let points: Vec<_> = (0..count).map(|n| builder.point(0, format!("{n}"))).collect();
    let anybody =
        Content::Reference { first_value: 0, first_point: points[0], count: count as u32 };
    let family = builder.family();
    for &point in &points {
        builder.cell(family, &[point], anybody);
    }
    let idle = builder.family();
    for &point in &points {
        builder.cell(idle, &[point], Content::Data);
    }
    builder.build().unwrap()
}

#[test]
fn strategies_end_when_told() {
    let count = 150;
    let symmetry = SymmetryGroup::new(Group::symmetric(count), friends(count)).unwrap();
    for strategy in Strategy::ALL {
        let options = StrategyOptions::default();
        let (prepared, questions) =
            told(usize::MAX, |patience| strategy.prepare_within(&symmetry, &options, patience));
        let name = strategy.name();
        assert!(!matches!(prepared, Err(Unready::Interrupted)), "{name}");
        for at in 1..=questions.min(20) {
            let (interrupted, asked) =
                told(at, |patience| strategy.prepare_within(&symmetry, &options, patience));
            assert!(matches!(interrupted, Err(Unready::Interrupted)), "{name}");
            assert_eq!(asked, at, "{name}");
        }
    }
    let (auto, questions) = told(usize::MAX, |patience| Strategy::auto_within(&symmetry, patience));
    assert!(auto.is_ok());
    // The orbits on pairs alone are 150² steps for each generator, the chain 150³ / 2.
    assert!(questions >= 2, "{questions} questions");
    for at in 1..=questions {
        let (interrupted, asked) =
            told(at, |patience| Strategy::auto_within(&symmetry, patience).err());
        assert!(interrupted.is_some());
        assert_eq!(asked, at);
    }
}

/// The strategy is asked for the representative of pairs of friends, and interrupted at its first question.
fn ends_when_told<R: Permuting>(strategy: &R, count: usize) {
    let pairs: Vec<i32> = (0..count as i32).map(|i| i ^ 1).chain(vec![0; count]).collect();
    let (mut target, mut image) = (vec![0; pairs.len()], vec![0; count]);
    let mut scratch = strategy.scratch();
    let mut represent = |at: usize| {
        told(at, |p| strategy.representative_within(&pairs, &mut target, &mut scratch, p))
    };
    let name = strategy.name();
    let (done, questions) = represent(usize::MAX);
    assert!(done.is_ok() && questions > 0, "{name}: {questions} questions");
    assert_eq!(represent(1), (Err(Interrupted), 1), "{name}");
    let replacement = (&mut target[..], &mut image[..]);
    let (interrupted, asked) =
        told(1, |p| strategy.represent_by_within(&pairs, replacement, &mut scratch, p));
    assert_eq!((interrupted, asked), (Err(Interrupted), 1), "{name}");
    // What was interrupted leaves nothing behind.
    let mut again = vec![0; pairs.len()];
    strategy.representative(&pairs, &mut again, &mut scratch);
    strategy.representative(&pairs, &mut target, &mut strategy.scratch());
    assert_eq!(again, target, "{name}");
}

#[test]
fn representatives_end_when_told() {
    let few = SymmetryGroup::new(Group::symmetric(10), friends(10)).unwrap();
    ends_when_told(&Enumerate::new(&few, EnumerateOptions::default()).unwrap(), 10);
    let fewer = SymmetryGroup::new(Group::symmetric(9), friends(9)).unwrap();
    ends_when_told(&Naive::new(&fewer).unwrap(), 9);
    let more = SymmetryGroup::new(Group::symmetric(14), friends(14)).unwrap();
    ends_when_told(&Segmented::new(&more).unwrap(), 14);
    let many = SymmetryGroup::new(Group::symmetric(150), friends(150)).unwrap();
    ends_when_told(&Canonical::new(&many), 150);
    let some = SymmetryGroup::new(Group::symmetric(40), friends(40)).unwrap();
    ends_when_told(&Canonical::searching_always(&some), 40);
}

/// One state, in which points are friends in pairs, and nothing to do.
struct Pairs {
    layout: Layout,
}

impl Pairs {
    fn state(&self) -> Vec<i32> {
        let count = self.layout.point_count();
        (0..count as i32).map(|i| i ^ 1).chain(vec![0; count]).collect()
    }
}

impl Unmodified for Pairs {
    fn reducible(&self, _: &Vec<i32>) -> bool {
        true
    }
    fn cells<'s>(&self, state: &'s Vec<i32>) -> &'s [i32] {
        state
    }
    fn cells_like<'s>(&self, _: &Vec<i32>, target: &'s mut Vec<i32>) -> &'s mut [i32] {
        target.resize(self.layout.cell_count(), 0);
        target
    }

    /// A state holds nothing but its cells.
    fn complete(&self, _: &mut Vec<i32>) {}
    fn label(&self, (): &(), _: &[u32], _: &mut Vec<u8>) {}
}

impl TransitionSystem for Pairs {
    type State = Vec<i32>;
    type Step = ();
    type Scratch = ();
    fn scratch(&self) {}
    fn initial_states(&self, (): &mut (), starts: &mut dyn Starts<Vec<i32>>) -> ControlFlow<()> {
        starts.start(&self.state())
    }
    fn successors<V: Visitor<Self>>(
        &self,
        _: &Vec<i32>,
        (): &mut (),
        _: &mut V,
    ) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }
    fn encode(&self, state: &Vec<i32>, out: &mut Vec<u8>) {
        state.iter().for_each(|cell| out.extend(cell.to_le_bytes()));
    }
    fn decode(&self, bytes: &[u8], state: &mut Vec<i32>) {
        let cells = bytes.chunks(4).map(|cell| i32::from_le_bytes(cell.try_into().unwrap()));
        *state = cells.collect();
    }
    fn blank(&self) -> Vec<i32> {
        Vec::new()
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

impl Observable for Pairs {
    fn valuation(&self, _: &Vec<i32>, (): &mut ()) -> Valuation {
        Valuation::default()
    }
    fn threads(&self, _: &Vec<i32>) -> usize {
        self.layout.point_count()
    }
    fn actor(&self, _: &[()]) -> Option<u32> {
        None
    }
    fn renaming<'s>(&self, _: &'s Vec<i32>) -> Option<&'s [u32]> {
        None
    }
}

/// Receives initial states until it is asked so often whether to wait for the next.
struct Impatient {
    met: usize,
    pauses: usize,
    most: usize,
}

impl<State> Starts<State> for Impatient {
    fn start(&mut self, _: &State) -> ControlFlow<()> {
        self.met += 1;
        ControlFlow::Continue(())
    }
    fn pause(&mut self) -> ControlFlow<()> {
        self.pauses += 1;
        if self.pauses < self.most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// A marker that asks for patience.
struct Asking;

impl Marker for Asking {
    type Scratch = ();
    fn scratch(&self) {}
    fn mark(&self, state: &[i32], marker: &mut Vec<i32>, (): &mut ()) {
        marker.extend_from_slice(state);
    }
    fn mark_within(
        &self,
        state: &[i32],
        marker: &mut Vec<i32>,
        (): &mut (),
        patience: &mut Patience<'_>,
    ) -> Result<(), Interrupted> {
        (0..3).try_for_each(|_| patience.question())?;
        self.mark(state, marker, &mut ());
        Ok(())
    }
    fn guarantee(&self) -> Guarantee {
        Guarantee::Approximate
    }
    fn name(&self) -> &'static str {
        "asking"
    }
}

fn first_state_can_wait<S: TransitionSystem>(system: &S) {
    let mut scratch = system.scratch();
    let mut all = Impatient { met: 0, pauses: 0, most: usize::MAX };
    assert!(system.initial_states(&mut scratch, &mut all).is_continue());
    assert!(all.met == 1 && all.pauses > 1, "{} pauses", all.pauses);
    let mut none = Impatient { met: 0, pauses: 0, most: 2 };
    assert!(system.initial_states(&mut scratch, &mut none).is_break());
    assert_eq!((none.met, none.pauses), (0, 2));
}

/// The first state of a search needs a representative, too, or a marker. A strategy whose type is forgotten passes the question on.
#[test]
fn representatives_of_initial_states_end_when_told() {
    let symmetry = SymmetryGroup::new(Group::symmetric(10), friends(10)).unwrap();
    let system = Pairs { layout: friends(10) };
    let strategy = Enumerate::new(&symmetry, EnumerateOptions::default()).unwrap();
    first_state_can_wait(&Quotient::new(&system, &strategy));
    first_state_can_wait(&TrackedQuotient::new(&system, &strategy, 10, AuditPlan::OFF));
    first_state_can_wait(&Marked::new(&system, &ByRepresentative(&strategy)));
    first_state_can_wait(&Marked::new(&system, &AnyMarker::new(Asking)));
    let forgotten = Enumerate::new(&symmetry, EnumerateOptions::default()).unwrap();
    first_state_can_wait(&Quotient::new(&system, &AnyRepresentative::new(forgotten)));
}

#[test]
fn the_largest_valid_group_ends_when_told() {
    // The even permutations are half of all; those that fix a point are few, and have many cosets.
    let whole = Group::symmetric(9);
    let valid = |element: &Permutation| (0..5).all(|point| element.image(point) == point);
    let (found, questions) =
        told(usize::MAX, |p| largest_valid_within(&whole, valid, Conjugates::Random, p));
    assert_eq!(found.unwrap().group, largest_valid(&whole, valid).group);
    assert!(questions > 0);
    let (interrupted, asked) =
        told(1, |p| largest_valid_within(&whole, valid, Conjugates::Random, p));
    assert!(interrupted.is_err());
    assert_eq!(asked, 1);
}

#[test]
fn lifting_ends_when_told() {
    let toy = Toy::new(3, Topology::Full, Bug::Assertion);
    let symmetry = toy.symmetry();
    let prepared = Strategy::auto(&symmetry).prepared;
    let violations = prepared
        .search(&toy, &symmetry, AuditPlan::OFF, &SearchOptions::default(), &Silent)
        .violations;
    assert!(!violations.is_empty());
    let lift = |patience: &mut Patience<'_>| {
        prepared.lift_within(&toy, &symmetry, &violations, patience).map(|runs| runs.len())
    };
    assert_eq!(told(usize::MAX, lift).0, Ok(violations.len()));
    let (interrupted, asked) = told(1, |patience| {
        assert!(patience.question().is_err());
        lift(patience)
    });
    assert_eq!((interrupted, asked), (Err(LiftError::Interrupted), 1));
}
