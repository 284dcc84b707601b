//! A reduction as a system that the quotient wraps.
//!
//! Outside the states that symmetry applies to it is the machine as it was loaded. From those that symmetry applies to it is
//! that machine but for what no permutation of processes respects: ended processes stay, and what is [immaterial](Immaterial)
//! is cleared. [`Symmetric::observe`] shows the loaded machine instead, so that an audit tests the reduction against it.

use std::ops::ControlFlow;

use groups::{Interrupted, Patience};
use kernel::{
    Demand, Engine, Notes, Observable, Offers, PropertyId, Starts, StateId, Transition,
    TransitionSystem, Valuation, Visitor, Ways,
};
use machine::explore::{Scratch, Step, StepResult};
use machine::{Fault, Machine, State};
use model::{Covering, Flaw, ShortWay, Tested};
use symmetry::{Departure, Difference, DifferenceKind, Observe, Symmetric, Tried, audit_invented};

use crate::immaterial::Immaterial;
use crate::settled::Settled;
use crate::{Reduction, Remark};

/// How many bytes tell what one step does: the point that is its process, how it went, and an edge.
const STEP: usize = 9;

const ENDED_CHANNEL: &str =
    "a channel is used that belongs to a process which has ended, and may be gone or not";

/// The working memory of a reduction.
#[derive(Clone, Debug)]
pub struct ReductionScratch {
    /// That of the machine.
    pub machine: Scratch,
    /// A target, cleared.
    target: State,
    /// Whether a channel of an ended process was used.
    distrusts: bool,
}

/// Distrust ends the search, also where another machine has it.
impl Notes for ReductionScratch {
    fn write(&self, notes: &mut Vec<u64>) {
        self.machine.write(notes);
        self.distrusts.write(notes);
    }

    fn read(&mut self, notes: &mut dyn Iterator<Item = u64>) -> Option<()> {
        self.machine.read(notes)?;
        self.distrusts.read(notes)
    }
}

/// The machine of a reduction, unreduced: what [`symmetry::Quotient`] wraps.
impl TransitionSystem for Reduction {
    type State = State;
    type Step = Step;
    type Scratch = ReductionScratch;

    fn scratch(&self) -> ReductionScratch {
        ReductionScratch {
            machine: self.machine.scratch(),
            target: State::default(),
            distrusts: false,
        }
    }

    fn initial_states(
        &self,
        scratch: &mut ReductionScratch,
        starts: &mut dyn Starts<State>,
    ) -> ControlFlow<()> {
        self.early.initial_states(&mut scratch.machine, &mut |state: &State| {
            let entered = self.enters(state, &mut scratch.target);
            starts.start(if entered { &scratch.target } else { state })
        })
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &State,
        scratch: &mut ReductionScratch,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        let ReductionScratch { machine, target, distrusts } = scratch;
        // What is found is found of this state.
        *distrusts = false;
        if self.is_reducible(state) {
            let mut forward = Within { reduction: self, target, distrusts, visitor };
            self.machine.successors(state, machine, &mut forward)
        } else {
            let mut forward = Outside { reduction: self, target, visitor };
            self.early.successors(state, machine, &mut forward)
        }
    }

    // All states are kept together, early ones and others.
    kernel::forward!(early: identity, encode, decode);
    kernel::forward!(machine: blank, properties, violates, may_halt);
}

/// States that symmetry applies to go the short way, if they are records.
impl ShortWay for Reduction {
    fn expand(
        &self,
        bytes: &[u8],
        source: StateId,
        scratch: &mut ReductionScratch,
        offers: &mut Offers,
        demand: &mut dyn Demand,
    ) -> bool {
        let ReductionScratch { machine, target, distrusts } = scratch;
        self.early.decode(bytes, target);
        if !self.is_reducible(target) {
            return false;
        }
        *distrusts = false;
        let mut cleared = Cleared { reduction: self, first: offers.len(), demand };
        let early = &self.early;
        if !self.machine.expand_record(early, bytes, source, machine, offers, &mut cleared) {
            return false;
        }
        cleared.clear(offers);
        true
    }
}

/// Passes what is asked of a short way on, and clears what is immaterial in the targets that are shown.
struct Cleared<'d> {
    reduction: &'d Reduction,
    /// The first target that is not cleared yet.
    first: usize,
    demand: &'d mut dyn Demand,
}

impl Cleared<'_> {
    fn clear(&mut self, offers: &mut Offers) {
        let Reduction { early, immaterial, .. } = self.reduction;
        for target in self.first..offers.len() {
            immaterial.clear_record(early, offers.state_mut(target));
        }
        self.first = offers.len();
    }
}

impl Demand for Cleared<'_> {
    fn wants_all(&mut self, offers: &mut Offers, first: usize) -> bool {
        self.clear(offers);
        self.demand.wants_all(offers, first)
    }

    fn engine(&self) -> Engine {
        self.demand.engine()
    }

    fn pause(&mut self) -> ControlFlow<()> {
        self.demand.pause()
    }
}

impl Covering for Reduction {
    fn executed<'a>(&self, scratch: &'a ReductionScratch) -> &'a [bool] {
        &scratch.machine.covered
    }

    fn executions<'a>(&self, scratch: &'a ReductionScratch) -> Option<&'a [u64]> {
        scratch.machine.executions.counts()
    }
}

/// In states that symmetry applies to, what is cleared is tested with the symmetry.
impl Tested for Reduction {
    fn flaw(
        &self,
        state: &State,
        leaves_out: bool,
        scratch: &mut ReductionScratch,
    ) -> Option<Flaw> {
        if !self.is_reducible(state) {
            return self.early.flaw(state, leaves_out, &mut scratch.machine);
        }
        let depends = leaves_out && self.machine.leaves_out_dependent(state, &mut scratch.machine);
        depends.then_some(Flaw::LeftOut)
    }
}

impl Observable for Reduction {
    fn valuation(&self, state: &State, scratch: &mut ReductionScratch) -> Valuation {
        self.machine.valuation(state, &mut scratch.machine)
    }

    kernel::forward!(machine: threads, actor);

    fn renaming<'s>(&self, _: &'s State) -> Option<&'s [u32]> {
        None
    }
}

impl Reduction {
    /// Whether a state of the loaded machine is one that symmetry applies to, once it is cleared as `cleared`.
    fn enters(&self, state: &State, cleared: &mut State) -> bool {
        if !self.settled.has_shape(state) {
            return false;
        }
        cleared.clone_from(state);
        self.immaterial.clear_all(cleared);
        self.settled.holds(cleared)
    }
}

/// Passes transitions on from a state that symmetry applies to.
struct Within<'v, V> {
    reduction: &'v Reduction,
    target: &'v mut State,
    distrusts: &'v mut bool,
    visitor: &'v mut V,
}

impl<V: Visitor<Reduction>> Visitor<Machine> for Within<'_, V> {
    fn transition(&mut self, transition: Transition<'_, Machine>) -> ControlFlow<()> {
        let Transition { steps, target, violation } = transition;
        if uses_ended_channel(steps) && self.reduction.minds_ended_channels {
            *self.distrusts = true;
            return self.visitor.abandon();
        }
        let immaterial = &self.reduction.immaterial;
        let moved = || steps.iter().map(|step| step.process);
        let target = match target {
            Some(target) if moved().any(|process| immaterial.stands_in(target, process)) => {
                self.target.clone_from(target);
                moved().for_each(|process| immaterial.clear(self.target, process));
                Some(&*self.target)
            }
            as_it_is => as_it_is,
        };
        self.visitor.transition(Transition { steps, target, violation })
    }

    fn ways(&self, begun: &[Step]) -> Ways {
        self.visitor.ways(begun)
    }

    kernel::forward!(visitor: give_up, pause, abandon, wants_all);
}

fn uses_ended_channel(steps: &[Step]) -> bool {
    let ended =
        |step: &Step| matches!(step.result, StepResult::Fault { fault: Fault::EndedChannel, .. });
    steps.iter().any(ended)
}

/// Passes transitions of the loaded machine on.
struct Outside<'v, V> {
    reduction: &'v Reduction,
    target: &'v mut State,
    visitor: &'v mut V,
}

impl<V: Visitor<Reduction>> Visitor<Machine> for Outside<'_, V> {
    fn transition(&mut self, transition: Transition<'_, Machine>) -> ControlFlow<()> {
        let Transition { steps, target, violation } = transition;
        let target = match target {
            Some(target) if self.reduction.enters(target, self.target) => Some(&*self.target),
            as_it_is => as_it_is,
        };
        self.visitor.transition(Transition { steps, target, violation })
    }

    fn ways(&self, begun: &[Step]) -> Ways {
        self.visitor.ways(begun)
    }

    kernel::forward!(visitor: give_up, pause, abandon, wants_all);
}

impl Symmetric for Reduction {
    fn reducible(&self, state: &State) -> bool {
        self.is_reducible(state)
    }

    fn reaches_reducible(&self, _: bool, target: &State) -> bool {
        self.is_reducible(target)
    }

    fn cells<'a>(&self, state: &'a State) -> &'a [i32] {
        &state.cells
    }

    fn cells_like<'a>(&self, state: &State, target: &'a mut State) -> &'a mut [i32] {
        target.cells.resize(state.cells.len(), 0);
        target.starts.clone_from(&state.starts);
        target.queues.clone_from(&state.queues);
        &mut target.cells
    }

    /// What a state holds besides its cells does not depend on them.
    fn complete(&self, _: &mut State) {}

    fn decode_near(
        &self,
        (near, near_bytes): (&State, &[u8]),
        bytes: &[u8],
        target: &mut State,
        differing: &mut Vec<u32>,
    ) -> bool {
        for &cell in &*differing {
            target.cells[cell as usize] = near.cells[cell as usize];
        }
        differing.clear();
        self.early.read_differences((near_bytes, bytes), target, differing)
            && self.settled.holds_but_for(target, differing)
    }

    fn observe(
        &self,
        state: &State,
        images: &[u32],
        scratch: &mut ReductionScratch,
        visit: &mut Observe<'_, State>,
    ) {
        let mut original = Original::new(self, state);
        let mut label = Vec::new();
        original.successors(&mut scratch.machine, &mut |steps, target, violation| {
            label.clear();
            self.transition_label(steps, images, &mut label);
            visit(&label, target, violation);
        });
    }

    /// What steps do, up to symmetry: who makes each, by which of the edges that symmetry maps to one another, and how it goes.
    /// In which round of a loop whose rounds can change places something fails depends on their order: how far it came is not told.
    fn transition_label(&self, steps: &[Step], images: &[u32], label: &mut Vec<u8>) {
        label.reserve(STEP * steps.len());
        let fold = |step: &Step| self.folded[step.edge.index()];
        let mut last = None;
        for step in steps {
            // A loop whose rounds can change places is one thing: how it goes through them is not told.
            let loops = fold(step);
            let goes_on = loops.is_some() && last == Some((step.process, loops));
            let within = loops.filter(|_| step.result == StepResult::Done);
            last = Some((step.process, within));
            match within {
                Some(_) if goes_on => continue,
                None if goes_on => label.truncate(label.len() - STEP),
                _ => {}
            }
            label.extend_from_slice(&images[step.process.index()].to_be_bytes());
            // A fault of the condition to move is put down to any edge.
            let (how, edge) = match step.result {
                StepResult::Done => (0, self.edge_orbits[within.unwrap_or(step.edge).index()]),
                StepResult::AssertionFailed { .. } => (1, self.edge_orbits[step.edge.index()]),
                StepResult::Fault { .. } => (2, 0),
            };
            label.push(how);
            label.extend_from_slice(&(edge as u32).to_be_bytes());
        }
    }

    fn agrees_with_original(
        &self,
        state: &State,
        scratch: &mut ReductionScratch,
    ) -> Result<(), Departure> {
        if !self.machine.clears_what_nobody_reads(state, &mut scratch.machine) {
            return Err(Departure::Cleared);
        }
        let identity: Vec<u32> = (0..self.symmetry.layout().point_count() as u32).collect();
        let mut expected = Vec::new();
        self.observe(state, &identity, scratch, &mut |label, target, violation| {
            expected.push((label.to_vec(), target.map(|t| t.cells.clone()), violation));
        });
        let mut actual = Vec::new();
        let _ = self.successors(state, scratch, &mut |t: Transition<'_, Reduction>| {
            let mut label = Vec::new();
            self.transition_label(t.steps, &identity, &mut label);
            actual.push((label, t.target.map(|t| t.cells.clone()), t.violation));
            ControlFlow::Continue(())
        });
        // The use of an ended process's channel is answered by the search itself.
        if scratch.distrusts {
            return Ok(());
        }
        let key = |t: &(Vec<u8>, Option<Vec<i32>>, Option<PropertyId>)| {
            (t.0.clone(), t.1.clone(), t.2.map(PropertyId::index))
        };
        expected.sort_by_key(key);
        actual.sort_by_key(key);
        if expected == actual { Ok(()) } else { Err(Departure::Behaviour) }
    }

    fn invent(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<State> {
        self.invention.state(&self.machine, &self.settled, &self.immaterial, below)
    }

    fn allowance<'a>(&self, scratch: &'a mut ReductionScratch) -> Option<&'a mut u64> {
        Some(scratch.machine.allowance())
    }

    fn distrust(&self, scratch: &ReductionScratch) -> Option<&'static str> {
        scratch.distrusts.then_some(ENDED_CHANNEL)
    }
}

const CLEARED: &str = "a variable was cleared that is still read, in a state that was invented to try the group: symmetry is not used, \
                       and nothing is cleared (this is a defect of quotient: please report it)";

/// About how many cells invented states have together that a group is tried on, and how many states these are at least and at most.
const INVENTED_CELLS: u64 = 60_000;
const FEWEST_INVENTED: u64 = 30;
const MOST_INVENTED: u64 = 1000;

impl Reduction {
    /// Tries the group on states that are invented, a thousand if they are small. Inside: the first that differs from its image.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn try_invented_states(
        &self,
        patience: &mut Patience<'_>,
    ) -> Result<Tried<State>, Interrupted> {
        let cells = self.symmetry.layout().cell_count().max(1) as u64;
        let states = (INVENTED_CELLS / cells).clamp(FEWEST_INVENTED, MOST_INVENTED);
        audit_invented(self, &self.symmetry, states, patience)
    }

    /// What is said of a group that a state proves to be none of symmetries: which statement does something else; or that it is not
    /// for the group that states differ.
    pub(crate) fn refuted(&self, machine: &Machine, found: &Difference<State>) -> Remark {
        if matches!(found.kind, DifferenceKind::Cleared) {
            return Remark { span: None, text: CLEARED.to_owned() };
        }
        let label = match &found.kind {
            DifferenceKind::Missing(transition) | DifferenceKind::Extra(transition) => {
                transition.label.chunks(STEP).next_back()
            }
            _ => None,
        };
        let edge = label.and_then(|label| label.last_chunk());
        let edge = edge.map(|&edge| u32::from_be_bytes(edge) as usize);
        let text = "a group was found that this statement does not respect, in a state that was invented to try it: it is not \
                    used (this is a defect of quotient: please report it)";
        Remark { span: edge.map(|edge| machine.code.edges[edge].span), text: text.to_owned() }
    }
}

/// Is shown the steps of a transition, where it leads, and what it violates.
type Show<'v> = dyn FnMut(&[Step], Option<&State>, Option<PropertyId>) + 'v;

/// The machine as it was loaded, in a state that symmetry applies to: what was cleared has the value again that it has there,
/// and processes that have ended are gone as far as they can be. Their removal is no transition here, as nobody notices it.
struct Original<'a> {
    reduction: &'a Reduction,
    state: State,
    /// The records of the processes that were removed, and where they stood.
    records: Vec<i32>,
    settled: &'a Settled,
    immaterial: &'a Immaterial,
}

impl<'a> Original<'a> {
    fn new(reduction: &'a Reduction, state: &State) -> Original<'a> {
        let immaterial = &reduction.immaterial;
        let mut state = state.clone();
        immaterial.restore(&mut state);
        let whole = state.cells.len();
        let mut records = Vec::new();
        if reduction.machine.keep_terminated {
            let machine = &reduction.early;
            while let (Some(youngest), Some(&start)) =
                (state.process_ids().next_back(), state.starts.last())
                && machine.has_ended(machine.location_of(&state, youngest))
            {
                records.splice(0..0, state.cells.drain(start as usize..));
                state.starts.pop();
                state.queues.retain(|queue| queue.start <= start);
            }
        }
        debug_assert_eq!(state.cells.len() + records.len(), whole);
        Original { reduction, state, records, settled: &reduction.settled, immaterial }
    }

    fn successors(&mut self, scratch: &mut Scratch, visit: &mut Show<'_>) {
        let machine = &self.reduction.early;
        let mut target = State::default();
        let _ = machine.successors(&self.state, scratch, &mut |t: Transition<'_, Machine>| {
            if self.reduction.machine.keep_terminated && machine.is_removal(t.steps) {
                return ControlFlow::Continue(());
            }
            let restored = t.target.map(|found| {
                target.clone_from(found);
                self.put_back(&mut target);
                &target
            });
            visit(t.steps, restored, t.violation);
            ControlFlow::Continue(())
        });
    }

    /// Gives a target the processes again that were removed before.
    fn put_back(&self, target: &mut State) {
        target.cells.extend_from_slice(&self.records);
        let machine = &self.reduction.early;
        let kept = self.state.processes();
        for (place, &start) in self.settled.starts.iter().enumerate().skip(kept) {
            target.starts.push(start);
            machine.reopen_channels(target, self.settled.types[place], start + 1);
        }
        self.immaterial.clear_all(target);
    }
}
