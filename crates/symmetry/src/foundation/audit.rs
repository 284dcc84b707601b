//! Tests at run time whether a group consists of symmetries of a system.
//!
//! A group is derived from the text of a model by static reasoning; this asks the transition relation itself: the transitions
//! out of `g(s)` must lead to the images under `g` of where the transitions out of `s` lead, by the images of their steps, with
//! the same violations, each equally often. What is asked is the system as it was loaded ([`Symmetric::observe`]), not what
//! a reduction has made of it; that the two agree is tested as well. [`Auditor`] does so at one state, [`audit`] at states on
//! random walks, and [`Watched`](crate::Watched) at states that a search visits. A sample is tested: a difference is a proof that
//! the group is wrong, and no difference is evidence that it is right.
//!
//! Initial states need not be symmetric: a quotient starts from their representatives, and all that makes it sound is that
//! transitions and properties respect the group.

use std::ops::ControlFlow;

use groups::{Interrupted, Patience, Permutation};
use kernel::{
    GivenUp, PropertyId, PropertyKind, Transition, TransitionSystem, Visitor, Ways, one_way,
};

use crate::foundation::mix::Numbers;
use crate::foundation::symmetric::{Departure, Symmetric};
use crate::foundation::symmetry::SymmetryGroup;

/// How far to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AuditOptions {
    /// The number of states to test.
    pub states: u64,
    /// Walks start anew after so many steps.
    pub walk_length: u64,
    /// Equal seeds give equal walks.
    pub seed: u64,
}

impl Default for AuditOptions {
    fn default() -> Self {
        AuditOptions { states: 1000, walk_length: 200, seed: 1 }
    }
}

/// A proof that a group does not consist of symmetries of a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference<State> {
    /// The state.
    pub state: State,
    /// The permutation.
    pub permutation: Permutation,
    /// In what the state and its image differ.
    pub kind: DifferenceKind<State>,
}

/// What comes of trying a group on some states: the first difference.
pub type Tried<State> = Result<(), Box<Difference<State>>>;

/// In what a state and its image differ.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DifferenceKind<State> {
    /// The image of a transition of the state that the image of the state lacks, or has less often.
    Missing(AuditedTransition<State>),
    /// A transition of the image of the state, that is not the image of one of the state, or too often.
    Extra(AuditedTransition<State>),
    /// One violates this invariant and the other does not.
    Invariant(PropertyId),
    /// One has the shape of the layout, or may halt, and the other not.
    Shape,
    /// What is searched does not do in the state what the system does that was loaded.
    Original,
    /// The state, or its image, holds a blank in the place of a value that is still read.
    Cleared,
    /// The system itself says that its reduction does not hold, and why.
    Distrusted(&'static str),
}

impl<State> std::fmt::Display for DifferenceKind<State> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Missing(_) => "a transition of a state has no image among those of its image",
            Self::Extra(_) => {
                "a transition of the image of a state is not the image of one of the state"
            }
            Self::Invariant(_) => "a state violates an invariant that its image does not violate",
            Self::Shape => "only one of a state and its image may halt, or can be reduced",
            Self::Original => "the system that is searched behaves differently from the model",
            Self::Cleared => "a variable was cleared that is still read",
            Self::Distrusted(reason) => reason,
        })
    }
}

/// What is compared of a transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditedTransition<State> {
    /// What its steps are, in a form in which images can be compared.
    pub label: Vec<u8>,
    /// Where it leads; none for a run-time error.
    pub target: Option<State>,
    /// What it violates.
    pub violation: Option<PropertyId>,
}

/// Compares the transitions of states on random walks with those of their images. Returns the first difference.
///
/// Walks only go through reducible states while they can; other states are passed but not tested.
pub fn audit<S: Symmetric>(
    system: &S,
    symmetry: &SymmetryGroup,
    options: &AuditOptions,
) -> Result<(), Box<Difference<S::State>>> {
    let mut auditor = Auditor::new(system, symmetry);
    let generators = symmetry.generators();
    let mut walker = Walker { system, scratch: system.scratch() };
    let initial = walker.initial();
    let mut numbers = Numbers::new(options.seed);
    let (mut tested, mut passed) = (0, 0);
    while tested < options.states && passed < 4 * options.states && !initial.is_empty() {
        let mut state = Some(initial[numbers.below(initial.len())].clone());
        let mut steps = 0;
        while let Some(current) =
            state.filter(|_| tested < options.states && steps < options.walk_length)
        {
            steps += 1;
            if system.reducible(&current) {
                tested += 1;
                generators.iter().try_for_each(|g| auditor.test(&current, g))?;
            }
            let targets = walker.targets(&current);
            state = (!targets.is_empty()).then(|| targets[numbers.below(targets.len())].clone());
        }
        passed += steps.max(1);
    }
    Ok(())
}

/// Compares the transitions of so many states that the system [invents](Symmetric::invent) with those of their images under
/// random elements of the group, as long as the caller has patience. Returns the first difference.
///
/// # Errors
/// The caller has lost patience.
pub fn audit_invented<S: Symmetric>(
    system: &S,
    symmetry: &SymmetryGroup,
    states: u64,
    patience: &mut Patience<'_>,
) -> Result<Tried<S::State>, Interrupted> {
    let mut auditor = Auditor::new(system, symmetry);
    let (mut numbers, mut steps) = (Numbers::new(0), MOST_INVENTED_STEPS);
    for _ in 0..states {
        patience.spend(TEST_WORK * symmetry.layout().cell_count())?;
        if let Err(difference) = auditor.test_invented(&mut numbers, &mut steps) {
            return Ok(Err(difference));
        }
    }
    Ok(Ok(()))
}

/// About how many steps it may take to compute the successors of all invented states.
const MOST_INVENTED_STEPS: usize = 200_000;
/// And of one.
pub(crate) const MOST_STEPS_OF_ONE: usize = 1000;

/// About how many elementary steps a test takes for each cell.
const TEST_WORK: usize = 64;

/// An element of the group that moves something.
pub(crate) fn random_element(symmetry: &SymmetryGroup, numbers: &mut Numbers) -> Permutation {
    let generators = symmetry.generators();
    let element = symmetry.group().random(&mut |bound| numbers.below(bound as usize) as u64);
    if element.is_identity() {
        return generators[numbers.below(generators.len())].clone();
    }
    element
}

/// About how many steps it may take to compute the successors of a state that is tested.
const MOST_STEPS: usize = 20_000;

/// Finds out whether there are few transitions, with few steps.
struct Probe {
    left: usize,
}

impl Probe {
    fn step(&mut self) -> ControlFlow<()> {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl<S: TransitionSystem> Visitor<S> for Probe {
    fn transition(&mut self, _: Transition<'_, S>) -> ControlFlow<()> {
        self.step()
    }

    fn give_up(&mut self, _: GivenUp) -> ControlFlow<()> {
        self.step()
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.step()
    }

    fn abandon(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn wants_all(&self) -> bool {
        true
    }

    /// As those who compare them want them: which ways are left out may depend on the order of processes.
    fn ways(&self, _: &[S::Step]) -> Ways {
        Ways::Every
    }
}

/// Goes from state to state.
struct Walker<'a, S: TransitionSystem> {
    system: &'a S,
    scratch: S::Scratch,
}

impl<S: TransitionSystem> Walker<'_, S> {
    fn initial(&mut self) -> Vec<S::State> {
        let mut states = Vec::new();
        let _ = self.system.initial_states(&mut self.scratch, &mut |state: &S::State| {
            states.push(state.clone());
            ControlFlow::Continue(())
        });
        states
    }

    fn targets(&mut self, state: &S::State) -> Vec<S::State> {
        let mut targets = Vec::new();
        let see = |t: Transition<'_, S>| {
            targets.extend(t.target.cloned());
            ControlFlow::Continue(())
        };
        let _ = self.system.successors(state, &mut self.scratch, &mut one_way(see));
        targets
    }
}

/// Compares states with their images.
pub struct Auditor<'a, S: Symmetric> {
    system: &'a S,
    symmetry: &'a SymmetryGroup,
    scratch: S::Scratch,
    identity: Vec<u32>,
}

impl<'a, S: Symmetric> Auditor<'a, S> {
    /// An auditor of a group of symmetries of a system.
    pub fn new(system: &'a S, symmetry: &'a SymmetryGroup) -> Self {
        let identity = (0..symmetry.layout().point_count() as u32).collect();
        Auditor { system, symmetry, scratch: system.scratch(), identity }
    }

    /// Compares a reducible state with its image under an element of the group.
    ///
    /// # Errors
    /// A difference.
    pub fn test(
        &mut self,
        state: &S::State,
        permutation: &Permutation,
    ) -> Result<(), Box<Difference<S::State>>> {
        let image = self.image(state, permutation);
        let Some(kind) = self.difference(state, &image, permutation) else { return Ok(()) };
        let (state, permutation) = (state.clone(), permutation.clone());
        Err(Box::new(Difference { state, permutation, kind }))
    }

    /// In what a reducible state and its image differ. What was cleared wrongly in one of them is the cause of all else.
    fn difference(
        &mut self,
        state: &S::State,
        image: &S::State,
        permutation: &Permutation,
    ) -> Option<DifferenceKind<S::State>> {
        let (system, scratch) = (self.system, &mut self.scratch);
        let agrees = system.agrees_with_original(state, scratch);
        if agrees == Err(Departure::Cleared) {
            return Some(DifferenceKind::Cleared);
        }
        let distrust = system.distrust(scratch).map(DifferenceKind::Distrusted);
        let departs = agrees.is_err().then_some(DifferenceKind::Original);
        let found = self.compare_states(state, image).or(distrust).or(departs);
        let found = found.or_else(|| {
            let transitions = self.transitions(state, permutation.images());
            let of_image = self.transitions(image, &self.identity.clone());
            self.compare(&transitions, of_image, permutation)
        })?;
        let of_image = system.agrees_with_original(image, &mut self.scratch);
        Some(if of_image == Err(Departure::Cleared) { DifferenceKind::Cleared } else { found })
    }

    /// Whether the successors of a state are soon computed.
    pub(crate) fn is_light(&mut self, state: &S::State) -> bool {
        let mut probe = Probe { left: MOST_STEPS };
        self.system.successors(state, &mut self.scratch, &mut probe).is_continue()
    }

    /// The same of an invented state, as long as there are steps left, of which those are taken that it needs.
    fn is_light_within(&mut self, state: &S::State, steps: &mut usize) -> bool {
        let most = (*steps).min(MOST_STEPS_OF_ONE);
        let mut probe = Probe { left: most };
        self.allow(most as u64);
        let is_light = self.system.successors(state, &mut self.scratch, &mut probe).is_continue();
        let within = most - self.allow(u64::MAX).map_or(most, |left| left as usize);
        *steps = steps.saturating_sub(most - probe.left + within);
        is_light && within < most
    }

    /// Lets steps be made of so many elementary ones from now on. How many were left of those that were allowed before, if the system
    /// counts them.
    fn allow(&mut self, most: u64) -> Option<u64> {
        self.system.allowance(&mut self.scratch).map(|left| std::mem::replace(left, most))
    }

    /// Whether all that a reducible state leads to is reducible, as in states that are reached.
    fn stays(&mut self, state: &S::State) -> bool {
        let Auditor { system, scratch, identity, .. } = self;
        let mut stays = true;
        system.observe(state, identity, scratch, &mut |_, target, _| {
            stays &= target.is_none_or(|target| system.reducible(target));
        });
        stays
    }

    /// Compares a state that the system invents, if it does, with an image. That a state which may never be reached is beyond what
    /// the reduction was made for proves nothing.
    pub(crate) fn test_invented(
        &mut self,
        numbers: &mut Numbers,
        steps: &mut usize,
    ) -> Result<(), Box<Difference<S::State>>> {
        let invented = self.system.invent(&mut |bound| numbers.below(bound));
        let is_fit = |state: &S::State| self.is_light_within(state, steps) && self.stays(state);
        let Some(state) = invented.filter(is_fit) else { return Ok(()) };
        let element = random_element(self.symmetry, numbers);
        match self.test(&state, &element) {
            Err(found) if matches!(found.kind, DifferenceKind::Distrusted(_)) => Ok(()),
            // Where both end in an error, the error that comes first may keep others from being seen.
            Err(_) if self.fails(&state) && self.fails(&self.image(&state, &element)) => Ok(()),
            compared => compared,
        }
    }

    /// Whether some transition of a reducible state leads nowhere: it ends in an error.
    fn fails(&mut self, state: &S::State) -> bool {
        let Auditor { system, scratch, identity, .. } = self;
        let mut fails = false;
        system.observe(state, identity, scratch, &mut |_, target, _| fails |= target.is_none());
        fails
    }

    /// The transitions out of a state, with their labels renamed.
    fn transitions(
        &mut self,
        state: &S::State,
        images: &[u32],
    ) -> Vec<AuditedTransition<S::State>> {
        let mut seen = Vec::new();
        self.system.observe(state, images, &mut self.scratch, &mut |label, target, violation| {
            let (label, target) = (label.to_vec(), target.cloned());
            seen.push(AuditedTransition { label, target, violation });
        });
        seen
    }

    /// The image of a state; of one that is not reducible, itself.
    pub fn image(&self, state: &S::State, permutation: &Permutation) -> S::State {
        let mut image = state.clone();
        if self.system.reducible(state) {
            let target = self.system.cells_like(state, &mut image);
            self.symmetry.layout().apply(permutation.images(), self.system.cells(state), target);
            self.system.complete(&mut image);
        }
        image
    }

    /// Compares the images of `transitions` with `of_image`, as multisets.
    fn compare(
        &self,
        transitions: &[AuditedTransition<S::State>],
        of_image: Vec<AuditedTransition<S::State>>,
        permutation: &Permutation,
    ) -> Option<DifferenceKind<S::State>> {
        let images = transitions.iter().map(|transition| AuditedTransition {
            label: transition.label.clone(),
            target: transition.target.as_ref().map(|target| self.image(target, permutation)),
            violation: transition.violation,
        });
        let mut expected: Vec<_> =
            images.map(|transition| (self.bytes(&transition), transition)).collect();
        let mut actual: Vec<_> =
            of_image.into_iter().map(|transition| (self.bytes(&transition), transition)).collect();
        expected.sort_by(|a, b| a.0.cmp(&b.0));
        actual.sort_by(|a, b| a.0.cmp(&b.0));
        let common = expected.iter().zip(&actual).take_while(|(a, b)| a.0 == b.0).count();
        let missing = expected.into_iter().nth(common);
        let extra = actual.into_iter().nth(common);
        // The lesser of the two is in one list only, or more often; of the greater one cannot say.
        match (missing, extra) {
            (None, None) => None,
            (Some(missing), None) => Some(DifferenceKind::Missing(missing.1)),
            (Some(missing), Some(extra)) if missing.0 < extra.0 => {
                Some(DifferenceKind::Missing(missing.1))
            }
            (_, Some(extra)) => Some(DifferenceKind::Extra(extra.1)),
        }
    }

    /// Compares what is asked of states themselves.
    fn compare_states(
        &mut self,
        state: &S::State,
        image: &S::State,
    ) -> Option<DifferenceKind<S::State>> {
        let system = self.system;
        let properties = system.properties().iter().enumerate();
        let invariants =
            properties.filter(|(_, property)| property.kind == PropertyKind::Invariant);
        let mut invariants = invariants.map(|(index, _)| PropertyId::new(index));
        let scratch = &mut self.scratch;
        let broken = invariants.find(|&invariant| {
            system.violates(state, invariant, scratch) != system.violates(image, invariant, scratch)
        });
        let differ = !system.reducible(image) || system.may_halt(state) != system.may_halt(image);
        broken.map(DifferenceKind::Invariant).or(differ.then_some(DifferenceKind::Shape))
    }

    /// What identifies a transition.
    fn bytes(&self, transition: &AuditedTransition<S::State>) -> Vec<u8> {
        let mut bytes = match transition.violation {
            None => vec![0],
            Some(property) => {
                let mut bytes = vec![1];
                bytes.extend_from_slice(&(property.index() as u64).to_be_bytes());
                bytes
            }
        };
        bytes.extend_from_slice(&(transition.label.len() as u64).to_be_bytes());
        bytes.extend_from_slice(&transition.label);
        bytes.push(u8::from(transition.target.is_some()));
        if let Some(target) = &transition.target {
            self.system.encode(target, &mut bytes);
        }
        bytes
    }
}
