//! Tests at run time whether a group consists of symmetries of a system.
//!
//! A group is derived from the text of a model by static reasoning; this asks the transition relation itself. At states on
//! random walks, for each generator `g`: the transitions out of `g(s)` must lead to the images under `g` of where the
//! transitions out of `s` lead, with the same violations, each equally often. Walks see a sample: a difference is a proof that
//! the group is wrong, and no difference is evidence that it is right.
//!
//! Initial states need not be symmetric: a quotient starts from their representatives, and all that makes it sound is that
//! transitions and properties respect the group.

use std::ops::ControlFlow;

use groups::Permutation;
use kernel::{PropertyId, PropertyKind, Transition, TransitionSystem, Visitor};

use crate::mix::Numbers;
use crate::quotient::Symmetric;
use crate::symmetry::SymmetryGroup;

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
    /// The place of the generator among the group's generators.
    pub generator: usize,
    /// In what the state and its image differ.
    pub kind: DifferenceKind<State>,
}

/// In what a state and its image differ.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DifferenceKind<State> {
    /// The image of a transition of the state, that the image of the state has not, or less often.
    Missing(AuditedTransition<State>),
    /// A transition of the image of the state, that is not the image of one of the state, or too often.
    Extra(AuditedTransition<State>),
    /// One violates this invariant and the other does not.
    Invariant(PropertyId),
    /// One has the shape of the layout, or may halt, and the other not.
    Shape,
}

/// What is compared of a transition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditedTransition<State> {
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
    let mut auditor = Auditor { system, scratch: system.scratch(), symmetry };
    let initial = auditor.initial();
    let mut numbers = Numbers::new(options.seed);
    let (mut tested, mut passed) = (0, 0);
    while tested < options.states && passed < 4 * options.states && !initial.is_empty() {
        let mut state = Some(initial[numbers.below(initial.len())].clone());
        let mut steps = 0;
        while let Some(current) =
            state.filter(|_| tested < options.states && steps < options.walk_length)
        {
            steps += 1;
            let transitions = auditor.transitions(&current);
            if system.reducible(&current) {
                tested += 1;
                for generator in 0..symmetry.generators().len() {
                    let image = auditor.image(&current, generator);
                    auditor.compare_states(&current, &image, generator)?;
                    let of_image = auditor.transitions(&image);
                    auditor.compare(&current, &transitions, of_image, generator)?;
                }
            }
            let targets: Vec<_> =
                transitions.into_iter().filter_map(|transition| transition.target).collect();
            state = (!targets.is_empty()).then(|| targets[numbers.below(targets.len())].clone());
        }
        passed += steps.max(1);
    }
    Ok(())
}

struct Auditor<'a, S: Symmetric> {
    system: &'a S,
    scratch: S::Scratch,
    symmetry: &'a SymmetryGroup,
}

impl<S: Symmetric> Auditor<'_, S> {
    fn initial(&mut self) -> Vec<S::State> {
        let mut states = Vec::new();
        self.system.initial_states(&mut self.scratch, &mut |state| states.push(state.clone()));
        states
    }

    fn transitions(&mut self, state: &S::State) -> Vec<AuditedTransition<S::State>> {
        let mut collector = Collector(Vec::new());
        let _ = self.system.successors(state, &mut self.scratch, &mut collector);
        collector.0
    }

    fn image(&self, state: &S::State, generator: usize) -> S::State {
        let mut image = state.clone();
        if self.system.reducible(state) {
            let permutation: &Permutation = &self.symmetry.generators()[generator];
            let target = self.system.cells_mut(&mut image);
            self.symmetry.layout().apply(permutation.images(), self.system.cells(state), target);
        }
        image
    }

    /// Compares the images of `transitions` with `of_image`, as multisets.
    fn compare(
        &self,
        state: &S::State,
        transitions: &[AuditedTransition<S::State>],
        of_image: Vec<AuditedTransition<S::State>>,
        generator: usize,
    ) -> Result<(), Box<Difference<S::State>>> {
        let images = transitions.iter().map(|transition| AuditedTransition {
            target: transition.target.as_ref().map(|target| self.image(target, generator)),
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
        let kind = match (missing, extra) {
            (None, None) => return Ok(()),
            (Some(missing), None) => DifferenceKind::Missing(missing.1),
            (Some(missing), Some(extra)) if missing.0 < extra.0 => {
                DifferenceKind::Missing(missing.1)
            }
            (_, Some(extra)) => DifferenceKind::Extra(extra.1),
        };
        Err(Box::new(Difference { state: state.clone(), generator, kind }))
    }

    /// Compares what is asked of states themselves.
    fn compare_states(
        &mut self,
        state: &S::State,
        image: &S::State,
        generator: usize,
    ) -> Result<(), Box<Difference<S::State>>> {
        let system = self.system;
        let properties = system.properties().iter().enumerate();
        let invariants =
            properties.filter(|(_, property)| property.kind == PropertyKind::Invariant);
        let mut invariants = invariants.map(|(index, _)| PropertyId::new(index));
        let scratch = &mut self.scratch;
        let broken = invariants.find(|&invariant| {
            system.violates(state, invariant, scratch) != system.violates(image, invariant, scratch)
        });
        let kind = match broken {
            Some(invariant) => DifferenceKind::Invariant(invariant),
            None if !system.reducible(image) => DifferenceKind::Shape,
            None if system.may_halt(state) != system.may_halt(image) => DifferenceKind::Shape,
            None => return Ok(()),
        };
        Err(Box::new(Difference { state: state.clone(), generator, kind }))
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
        bytes.push(u8::from(transition.target.is_some()));
        if let Some(target) = &transition.target {
            self.system.encode(target, &mut bytes);
        }
        bytes
    }
}

struct Collector<S: TransitionSystem>(Vec<AuditedTransition<S::State>>);

impl<S: TransitionSystem> Visitor<S> for Collector<S> {
    fn transition(&mut self, transition: Transition<'_, S>) -> ControlFlow<()> {
        self.0.push(AuditedTransition {
            target: transition.target.cloned(),
            violation: transition.violation,
        });
        ControlFlow::Continue(())
    }
}
