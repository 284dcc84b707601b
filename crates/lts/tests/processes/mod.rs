//! Processes to test with: built by hand or at random, explored and compared.
#![allow(dead_code, reason = "each test uses a part of it")]

use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

mod search;

use kernel::SearchOptions;
use lts::{
    Assertion, Call, Compression, Counterexample, Definitions, Event, EventSet, Explicit, Failure,
    Limits, Model, Priority, Semantics, SetId, Settings, Specification, State, Supercombinator,
    Term, TermId, Terms, Violation, explore,
};
pub use search::{Answer, checked, decided};
use testing::Numbers;

pub const A: Event = Event(2);
pub const B: Event = Event(3);
pub const C: Event = Event(4);
pub const TAU: Event = Event::TAU;
pub const TICK: Event = Event::TICK;

/// Names stand for these.
#[derive(Default)]
pub struct Named(pub Vec<TermId>);

impl Definitions for Named {
    fn unfold(&mut self, _: &mut Terms, call: Call) -> TermId {
        self.0[call.0 as usize]
    }

    fn interrupted(&mut self) -> bool {
        false
    }
}

/// Terms and what names stand for.
#[derive(Default)]
pub struct World {
    pub terms: Terms,
    pub named: Named,
}

impl World {
    pub fn of(&mut self, term: Term) -> TermId {
        self.terms.intern(term)
    }

    pub fn set(&mut self, events: &[Event]) -> SetId {
        self.terms.set(EventSet::of(events.iter().copied()))
    }

    pub fn stop(&mut self) -> TermId {
        self.of(Term::Stop)
    }

    pub fn skip(&mut self) -> TermId {
        self.of(Term::Skip)
    }

    pub fn omega(&mut self) -> TermId {
        self.of(Term::Omega)
    }

    pub fn div(&mut self) -> TermId {
        self.of(Term::Div)
    }

    pub fn prefix(&mut self, event: Event, then: TermId) -> TermId {
        self.of(Term::Prefix([(event, then)].into()))
    }

    /// The events one after the other, and then STOP.
    pub fn events(&mut self, events: &[Event]) -> TermId {
        let stop = self.stop();
        events.iter().rev().fold(stop, |then, &event| self.prefix(event, then))
    }

    pub fn external(&mut self, parts: &[TermId]) -> TermId {
        self.of(Term::ExternalChoice(parts.into()))
    }

    pub fn internal(&mut self, parts: &[TermId]) -> TermId {
        self.of(Term::InternalChoice(parts.into()))
    }

    pub fn sliding(&mut self, one: TermId, other: TermId) -> TermId {
        self.of(Term::SlidingChoice(one, other))
    }

    pub fn sequence(&mut self, one: TermId, other: TermId) -> TermId {
        self.of(Term::Sequence(one, other))
    }

    pub fn interrupt(&mut self, one: TermId, other: TermId) -> TermId {
        self.of(Term::Interrupt(one, other))
    }

    pub fn exception(&mut self, one: TermId, events: &[Event], other: TermId) -> TermId {
        let set = self.set(events);
        self.of(Term::Exception(one, set, other))
    }

    pub fn parallel(&mut self, events: &[Event], parts: &[TermId]) -> TermId {
        let set = self.set(events);
        self.of(Term::Synchronised(set, parts.into()))
    }

    pub fn interleaved(&mut self, parts: &[TermId]) -> TermId {
        self.parallel(&[], parts)
    }

    pub fn alphabetised(&mut self, parts: &[(TermId, &[Event])]) -> TermId {
        let parts = parts.iter().map(|&(part, events)| (part, self.set(events)));
        let parts = parts.collect::<Vec<_>>().into();
        self.of(Term::Alphabetised(parts))
    }

    pub fn synchronising_choice(&mut self, events: &[Event], parts: &[TermId]) -> TermId {
        let set = self.set(events);
        self.of(Term::SynchronisingChoice(set, parts.into()))
    }

    pub fn synchronising_interrupt(
        &mut self,
        one: TermId,
        events: &[Event],
        other: TermId,
    ) -> TermId {
        let set = self.set(events);
        self.of(Term::SynchronisingInterrupt(one, set, other))
    }

    pub fn linked(&mut self, one: TermId, pairs: &[(Event, Event)], other: TermId) -> TermId {
        self.of(Term::Linked(one, other, pairs.to_vec().into()))
    }

    pub fn hide(&mut self, part: TermId, events: &[Event]) -> TermId {
        let set = self.set(events);
        self.of(Term::Hide(part, set))
    }

    pub fn rename(&mut self, part: TermId, pairs: &[(Event, Event)]) -> TermId {
        let mut pairs = pairs.to_vec();
        pairs.sort_unstable();
        pairs.dedup();
        self.of(Term::Rename(part, pairs.into()))
    }

    pub fn prioritise(&mut self, part: TermId, above: &[(Event, &[Event])]) -> TermId {
        let above = above.iter().map(|&(below, above)| (below, Rc::from(above))).collect();
        self.of(Term::Prioritise(part, Priority { above }.into()))
    }

    pub fn compress(&mut self, compression: Compression, part: TermId) -> TermId {
        self.of(Term::Compress(compression, part))
    }

    pub fn chaos(&mut self, events: &[Event]) -> TermId {
        let set = self.set(events);
        self.of(Term::Chaos(set))
    }

    pub fn run(&mut self, events: &[Event]) -> TermId {
        let set = self.set(events);
        self.of(Term::Run(set))
    }

    /// A name for a process that may call itself.
    pub fn recursive(&mut self, body: impl FnOnce(&mut World, TermId) -> TermId) -> TermId {
        let number = self.named.0.len() as u32;
        let stop = self.stop();
        self.named.0.push(stop);
        let call = self.of(Term::Call(Call(number)));
        self.named.0[number as usize] = body(self, call);
        call
    }

    pub fn semantics(&mut self) -> Semantics<'_> {
        let mut semantics = Semantics::new(&mut self.terms, &mut self.named);
        semantics.most_states = 100_000;
        semantics
    }

    pub fn transitions(&mut self, term: TermId) -> Vec<(Event, TermId)> {
        self.semantics().transitions(term).unwrap().to_vec()
    }

    pub fn try_explore(&mut self, term: TermId) -> Result<Explicit, Failure> {
        explore(&mut self.semantics(), term)
    }

    pub fn explore(&mut self, term: TermId) -> Explicit {
        self.try_explore(term).unwrap()
    }

    /// Checks an assertion.
    pub fn check(&mut self, process: TermId, assertion: Assertion) -> Answer {
        self.check_with(process, assertion, &SearchOptions::default())
    }

    pub fn check_with(
        &mut self,
        process: TermId,
        assertion: Assertion,
        options: &SearchOptions,
    ) -> Answer {
        let prepared = assertion.prepare(&mut self.semantics(), process, Settings::default());
        let prepared = prepared.unwrap();
        let answer = decided(&prepared, options).answer;
        if let Answer::Failed(counterexample) = &answer {
            is_a_run(&prepared.implementation, counterexample);
        }
        answer
    }

    /// Whether an assertion holds.
    pub fn holds(&mut self, process: TermId, assertion: Assertion) -> bool {
        match self.check(process, assertion) {
            Answer::Passed => true,
            Answer::Failed(_) => false,
            other => panic!("{other:?}"),
        }
    }

    /// Whether the second refines the first.
    pub fn refines(&mut self, specification: TermId, implementation: TermId, model: Model) -> bool {
        let specification = self.explore(specification);
        let implementation = self.explore(implementation);
        passes(&refinement(&specification, model), implementation)
    }

    pub fn equals(&mut self, one: TermId, other: TermId, model: Model) -> bool {
        self.refines(one, other, model) && self.refines(other, one, model)
    }
}

pub fn refinement(specification: &Explicit, model: Model) -> Specification {
    Specification::refined_process(specification, model, &mut limits(&mut || false)).unwrap()
}

pub fn limits(interrupted: &mut dyn FnMut() -> bool) -> Limits<'_> {
    Limits { states: 1_000_000, interrupted }
}

pub fn passes(specification: &Specification, implementation: Explicit) -> bool {
    match checked(specification, &Supercombinator::of(Arc::new(implementation))).answer {
        Answer::Passed => true,
        Answer::Failed(_) => false,
        other => panic!("{other:?}"),
    }
}

/// What random processes may have.
#[derive(Clone, Copy)]
pub struct Wishes {
    /// Processes that call themselves, and DIV, RUN and CHAOS.
    pub endless: bool,
    /// Operators that the denotational evaluator does not know.
    pub all_operators: bool,
    /// SKIP.
    pub terminating: bool,
}

pub const EVENTS: [Event; 3] = [A, B, C];

/// A random set of events.
pub fn some(numbers: &mut Numbers) -> Vec<Event> {
    EVENTS.into_iter().filter(|_| numbers.chance(40)).collect()
}

impl World {
    pub fn random(&mut self, numbers: &mut Numbers, depth: usize, wishes: Wishes) -> TermId {
        self.grow(numbers, depth, wishes, None)
    }

    /// A random process. `again` may be called where the process has nothing around it any more.
    fn grow(
        &mut self,
        numbers: &mut Numbers,
        depth: usize,
        wishes: Wishes,
        again: Option<TermId>,
    ) -> TermId {
        if depth == 0 {
            return match numbers.below(10) {
                0..3 if wishes.terminating => self.skip(),
                3 if wishes.endless => self.div(),
                4 if wishes.endless => {
                    let events = some(numbers);
                    self.chaos(&events)
                }
                5 if wishes.endless => {
                    let events = some(numbers);
                    self.run(&events)
                }
                _ => self.stop(),
            };
        }
        let depth = depth - 1;
        match numbers.below(if wishes.all_operators { 23 } else { 19 }) {
            0..4 => {
                let then = match again {
                    Some(call) if numbers.chance(40) => call,
                    _ => self.grow(numbers, depth, wishes, again),
                };
                let event = *numbers.pick(&EVENTS);
                self.prefix(event, then)
            }
            4 | 5 => {
                let parts = [0, 1].map(|_| self.guarded(numbers, depth, wishes, again));
                self.external(&parts)
            }
            6 => {
                let parts = [0, 1].map(|_| self.guarded(numbers, depth, wishes, again));
                self.internal(&parts)
            }
            7 => {
                let parts = [0, 1].map(|_| self.guarded(numbers, depth, wishes, again));
                self.sliding(parts[0], parts[1])
            }
            8 => {
                let one = self.grow(numbers, depth, wishes, None);
                let other = self.guarded(numbers, depth, wishes, again);
                self.sequence(one, other)
            }
            9 => {
                let one = self.grow(numbers, depth, wishes, None);
                let other = self.guarded(numbers, depth, wishes, again);
                self.interrupt(one, other)
            }
            10 => {
                let one = self.grow(numbers, depth, wishes, None);
                let events = some(numbers);
                let other = self.guarded(numbers, depth, wishes, again);
                self.exception(one, &events, other)
            }
            11 | 12 => {
                let parts = [0, 1].map(|_| self.grow(numbers, depth, wishes, None));
                let events = some(numbers);
                self.parallel(&events, &parts)
            }
            13 => {
                let parts = [0, 1].map(|_| self.grow(numbers, depth, wishes, None));
                let (one, other) = (some(numbers), some(numbers));
                self.alphabetised(&[(parts[0], &one), (parts[1], &other)])
            }
            14 | 15 => {
                let part = self.grow(numbers, depth, wishes, None);
                let events = some(numbers);
                self.hide(part, &events)
            }
            16 => {
                let part = self.grow(numbers, depth, wishes, None);
                let pairs = [0, 1].map(|_| (*numbers.pick(&EVENTS), *numbers.pick(&EVENTS)));
                self.rename(part, &pairs)
            }
            17 if wishes.endless => {
                let numbers = &mut *numbers;
                self.recursive(|world, call| {
                    let event = *numbers.pick(&EVENTS);
                    let then = world.grow(numbers, depth, wishes, Some(call));
                    world.prefix(event, then)
                })
            }
            19 => {
                let parts = [0, 1].map(|_| self.grow(numbers, depth, wishes, None));
                let events = some(numbers);
                self.synchronising_choice(&events, &parts)
            }
            20 => {
                let parts = [0, 1].map(|_| self.grow(numbers, depth, wishes, None));
                let events = some(numbers);
                self.synchronising_interrupt(parts[0], &events, parts[1])
            }
            22 => {
                let part = self.grow(numbers, depth, wishes, None);
                let (low, high) = (*numbers.pick(&EVENTS), *numbers.pick(&EVENTS));
                let all: [&[Event]; 2] = [&[TAU, TICK, high], &[TAU, TICK]];
                let above = EVENTS.map(|event| (event, all[usize::from(event != low)]));
                self.prioritise(part, if low == high { &[] } else { &above })
            }
            21 => {
                let parts = [0, 1].map(|_| self.grow(numbers, depth, wishes, None));
                let (left, right) = (*numbers.pick(&EVENTS), *numbers.pick(&EVENTS));
                self.linked(parts[0], &[(left, right)], parts[1])
            }
            _ => self.grow(numbers, depth, wishes, again),
        }
    }

    /// A random process that has nothing around it once it has done an event: it may be the one that is to be called again, which
    /// begins with an event.
    fn guarded(
        &mut self,
        numbers: &mut Numbers,
        depth: usize,
        wishes: Wishes,
        again: Option<TermId>,
    ) -> TermId {
        match again {
            Some(call) if numbers.chance(25) => call,
            _ => self.grow(numbers, depth, wishes, again),
        }
    }
}

/// The states that τ and then this event and then τ lead to, and so on, and τ before.
pub fn after(explicit: &Explicit, trace: &[Event]) -> Vec<State> {
    let mut states = vec![explicit.initial];
    silent(explicit, &mut states);
    for &event in trace {
        states = states
            .iter()
            .flat_map(|&state| explicit.of(state))
            .filter(|&&(other, _)| other == event)
            .map(|&(_, target)| target)
            .collect();
        silent(explicit, &mut states);
    }
    states
}

fn silent(explicit: &Explicit, states: &mut Vec<State>) {
    let mut next = 0;
    while next < states.len() {
        for &(event, target) in explicit.of(states[next]) {
            if event == TAU && !states.contains(&target) {
                states.push(target);
            }
        }
        next += 1;
    }
    states.sort_unstable();
    states.dedup();
}

/// The targets of an event from a state.
fn targets(system: &Supercombinator, state: &[u32], event: Event) -> Vec<Vec<u32>> {
    let mut targets = Vec::new();
    let _ = system.successors(state, &mut system.firing(), &mut |other, target| {
        if other == event {
            targets.push(target.to_vec());
        }
        ControlFlow::Continue(())
    });
    targets
}

/// Requires that a counterexample is a run of the implementation that ends as it says.
fn is_a_run(system: &Supercombinator, counterexample: &Counterexample) {
    let run = &counterexample.run;
    assert_eq!(run.states[0], system.initial());
    assert_eq!(run.states.len(), run.events.len() + 1);
    for (pair, &event) in run.states.windows(2).zip(&run.events) {
        assert!(targets(system, &pair[0], event).contains(&pair[1]), "{counterexample:?}");
    }
    let last = run.states.last().unwrap();
    match &counterexample.violation {
        Violation::Event(event) => assert!(!targets(system, last, *event).is_empty()),
        Violation::Missing(event) => assert!(targets(system, last, *event).is_empty()),
        Violation::Acceptance { accepted, .. } => {
            // What is found need not be minimal.
            let is_part = |least: &[Event]| least.iter().all(|event| accepted.contains(event));
            let acceptances = system.acceptances(last);
            assert!(acceptances.iter().any(|least| is_part(least)), "{counterexample:?}");
        }
        Violation::Divergence { states, again } => {
            assert_eq!(states.first(), Some(last));
            for pair in states.windows(2) {
                assert!(targets(system, &pair[0], TAU).contains(&pair[1]));
            }
            let back = targets(system, states.last().unwrap(), TAU).contains(&states[*again]);
            assert!(back || system.is_generalised(), "{counterexample:?}");
        }
    }
}
