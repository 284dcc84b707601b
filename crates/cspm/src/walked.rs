//! A process that is walked: what simulations and drawings of its graph ask of it.

use std::ops::ControlFlow;

use diagnostics::{Diagnostic, Sources, Span};
use kernel::{
    Observable, Property, PropertyId, PropertyKind, Starts, StateIdentity, Transition,
    TransitionSystem, Visitor, no_invariants,
};
use lts::{
    Component, Event, Failure, Firing, Semantics, Settings, Supercombinator, Terms, compile,
};
use model::{Described, StepId, Value};
use symmetry::Unmodified;

use crate::decide::{no_system, resident_bytes};
use crate::evaluate::Evaluator;
use crate::script::Script;
use crate::stack::with_large_stack;
use crate::tree::Expression;

/// A process, ready to be walked.
pub(crate) struct Walked {
    supercombinator: Supercombinator,
    /// What it is called.
    name: String,
    /// The components by name, and what each is called in each of its states.
    components: Vec<(String, Vec<String>)>,
    /// The names of events, by number.
    events: Vec<String>,
    properties: [Property; 1],
}

/// An event, and which of the transitions of its state it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Happens {
    event: Event,
    place: u32,
}

/// More memory than this is not taken to get a process ready.
const MOST_BYTES: u64 = 4 << 30;

/// Nor are components made of more states than this: nobody walks or draws them.
const MOST_STATES: usize = 1_000_000;

const TOO_MUCH: &str = "to get this process ready to be walked takes more than 4 GB of memory";

/// Gets a process ready to be walked.
///
/// # Errors
/// It has no transition system.
pub(crate) fn walked(
    script: &Script,
    process: &Expression,
    sources: &Sources,
) -> Result<Walked, Diagnostic> {
    with_large_stack(|stack| {
        let evaluator = Evaluator::new(&script.tree, stack, || resident_bytes() > MOST_BYTES);
        let mut evaluator = evaluator.map_err(|mut wrong| wrong.swap_remove(0))?;
        let mut terms = Terms::new();
        let term = evaluator.process(process, &mut terms)?;
        let mut semantics = Semantics::new(&mut terms, &mut evaluator);
        semantics.most_states = MOST_STATES;
        let compiled = compile(&mut semantics, term, Settings::default());
        let supercombinator = compiled.map_err(|failure| match failure {
            Failure::Interrupted => Diagnostic::error(process.span, TOO_MUCH),
            failure => no_system(failure, process.span, &evaluator, &terms),
        })?;
        let text = |term| evaluator.term_text(&terms, term);
        let component = |component: &Component| {
            let names: Vec<String> = component.explicit.labels.iter().map(|&l| text(l)).collect();
            (names[component.explicit.initial.0 as usize].clone(), names)
        };
        let components = supercombinator.components().iter().map(component).collect();
        let last = supercombinator.rules().iter().map(|rule| rule.event.0).max().unwrap_or(0);
        let events = (0..=last).map(|event| evaluator.event_name(Event(event))).collect();
        let name = sources.snippet(process.span).split_whitespace().collect::<Vec<_>>().join(" ");
        let properties = [Property::new("deadlock", PropertyKind::Deadlock)];
        Ok(Walked { supercombinator, name, components, events, properties })
    })
}

impl TransitionSystem for Walked {
    type State = Vec<u32>;
    type Step = Happens;
    type Scratch = Firing;

    fn scratch(&self) -> Firing {
        self.supercombinator.firing()
    }

    fn initial_states(&self, _: &mut Firing, starts: &mut dyn Starts<Vec<u32>>) -> ControlFlow<()> {
        starts.start(&self.supercombinator.initial())
    }

    fn successors<V: Visitor<Self>>(
        &self,
        state: &Vec<u32>,
        firing: &mut Firing,
        visitor: &mut V,
    ) -> ControlFlow<()> {
        // One transition may be shown several times.
        let mut found: Vec<(Event, Vec<u32>)> = Vec::new();
        let _ = self.supercombinator.successors(state, firing, &mut |event, target| {
            found.push((event, target.to_vec()));
            ControlFlow::Continue(())
        });
        found.sort_unstable();
        found.dedup();
        for (place, (event, target)) in found.iter().enumerate() {
            let steps = [Happens { event: *event, place: place as u32 }];
            let target = Some(target);
            visitor.transition(Transition { steps: &steps, target, violation: None })?;
        }
        ControlFlow::Continue(())
    }

    fn identity(&self) -> StateIdentity {
        StateIdentity::Whole
    }

    fn encode(&self, state: &Vec<u32>, out: &mut Vec<u8>) {
        self.supercombinator.pack(state, out);
    }

    fn decode(&self, bytes: &[u8], state: &mut Vec<u32>) {
        self.supercombinator.unpack(bytes, state);
    }

    fn blank(&self) -> Vec<u32> {
        vec![0; self.supercombinator.width()]
    }

    fn properties(&self) -> &[Property] {
        &self.properties
    }

    fn violates(&self, _: &Vec<u32>, asked: PropertyId, _: &mut Firing) -> bool {
        no_invariants(asked)
    }

    /// Termination is no deadlock to those who walk.
    fn may_halt(&self, _: &Vec<u32>) -> bool {
        false
    }
}

/// It has no symmetry.
impl Unmodified for Walked {
    fn reducible(&self, _: &Vec<u32>) -> bool {
        false
    }

    fn cells<'a>(&self, _: &'a Vec<u32>) -> &'a [i32] {
        &[]
    }

    fn cells_like<'a>(&self, _: &Vec<u32>, _: &'a mut Vec<u32>) -> &'a mut [i32] {
        &mut []
    }

    fn label(&self, _: &Happens, _: &[u32], _: &mut Vec<u8>) {}
}

/// It says nothing of runs that go on for ever, and has no propositions.
impl Observable for Walked {
    fn valuation(&self, _: &Vec<u32>, _: &mut Firing) -> Option<u64> {
        Some(0)
    }

    fn threads(&self, _: &Vec<u32>) -> usize {
        0
    }

    fn actor(&self, _: &[Happens]) -> Option<u32> {
        None
    }

    fn renaming<'s>(&self, _: &'s Vec<u32>) -> Option<&'s [u32]> {
        None
    }
}

impl Described for Walked {
    fn processes(&self) -> Vec<String> {
        vec![self.name.clone()]
    }

    fn step_id(&self, step: &Happens) -> StepId {
        StepId { component: 0, action: step.place }
    }

    fn text(&self, step: &Happens) -> String {
        self.events[step.event.0 as usize].clone()
    }

    fn span(&self, _: &Happens) -> Option<Span> {
        None
    }

    fn contents(&self, state: &Vec<u32>) -> Vec<(String, Value)> {
        let components = self.components.iter().zip(state);
        let value = |&state: &u32, names: &[String]| {
            Value::Symbol(names.get(state as usize).unwrap_or(&names[0]).clone())
        };
        components.map(|((name, names), state)| (name.clone(), value(state, names))).collect()
    }
}
