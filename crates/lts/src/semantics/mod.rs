//! The reference semantics: the transitions of a term, whose targets are terms.
//!
//! Everything else that knows what processes do (supercombinators, compressions) is tested against it. The parts of a term whose
//! transitions are needed are found with an explicit stack, however deeply terms are inside one another.

mod chase;
mod choices;
mod offers;
mod parallel;
pub(crate) use parallel::combinations;
pub(crate) use step::renamed;
mod step;

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use crate::compress::{compress, trace_watchdog};
use crate::event::Event;
use crate::explicit::{Explicit, Marks};
use crate::explore::Growth;
use crate::failure::Failure;
use crate::kept::Kept;
use crate::normal::Limits;
use crate::supercombinator::{Settings, compile};
use crate::term::{Call, Compression, Definitions, MachineId, Term, TermId, Terms};

/// More terms than this in one another are taken for a recursion that never does anything.
const DEEPEST: usize = 200_000;

/// How much is done between two questions whether to go on: transitions, and the parts of terms that are made.
const STRETCH: usize = 1 << 16;

/// A term whose transitions would take more than this, in the same units, is refused.
const MOST_WORK: usize = 1 << 25;

/// When so many terms are known, they are forgotten between two questions.
const MOST_KNOWN: usize = 1 << 18;

/// What a term does.
#[derive(Clone, Debug)]
pub struct Behaviour {
    /// Its transitions, in ascending order, each once.
    pub transitions: Rc<[(Event, TermId)]>,
    /// What the transitions do not tell, where a state of a generalised transition system is at work in it. `diverges` says that
    /// one of these states diverges; τ of the term itself may make it diverge besides.
    pub marks: Option<Rc<Marks>>,
}

/// Tells what terms do.
pub struct Semantics<'a> {
    /// The terms.
    pub terms: &'a mut Terms,
    definitions: &'a mut dyn Definitions,
    /// Explorations have no more states than this.
    pub most_states: usize,
    /// And no more transitions than this.
    pub most_transitions: usize,
    known: HashMap<TermId, Behaviour, rapidhash::fast::RandomState>,
    /// What was made so far, and may be from before.
    pub kept: Kept,
    /// The first process that could not be explored to its end.
    pub growth: Option<Growth>,
    /// The compressed processes that are being explored.
    nested: Vec<TermId>,
    /// How deep the term is that is being compiled, those around that are counted.
    pub(crate) depth: usize,
    /// Deeper terms are not compiled, but leaves: compilation is recursive.
    pub deepest: usize,
    /// More compressed processes than this in one another are refused: they are explored recursively.
    pub most_nested: usize,
    /// How much was done since the last question whether to go on.
    worked: usize,
    /// How much may be done yet, in the same units.
    pub(crate) work_left: usize,
    /// Whether compressions are left out, and what was met since.
    left_out: Option<Met>,
}

/// What was met where compressions are left out.
#[derive(Clone, Copy, Default)]
struct Met {
    compression: bool,
    priority: bool,
    /// `chase` or `deter`.
    choice: bool,
}

enum Visit {
    Enter(TermId),
    Leave(TermId),
}

impl<'a> Semantics<'a> {
    /// Over these terms; names stand for what the definitions say.
    pub fn new(terms: &'a mut Terms, definitions: &'a mut dyn Definitions) -> Semantics<'a> {
        Semantics {
            terms,
            definitions,
            most_states: 10_000_000,
            most_transitions: 200_000_000,
            known: HashMap::default(),
            kept: Kept::default(),
            growth: None,
            nested: Vec::new(),
            depth: 0,
            deepest: 500,
            most_nested: 50,
            worked: 0,
            work_left: usize::MAX,
            left_out: None,
        }
    }

    /// The same, where compressions are left out that keep what a process means in all models. (`chase`, `deter` and watchdogs make
    /// other processes.) States and τ are others then.
    pub fn without_compressions(
        terms: &'a mut Terms,
        definitions: &'a mut dyn Definitions,
    ) -> Semantics<'a> {
        Semantics { left_out: Some(Met::default()), ..Semantics::new(terms, definitions) }
    }

    /// Whether the process may be another one than was compiled: where a compression was left out and there is priority, what that
    /// keeps from happening depends on τ, of which the process may have others then; and `chase` and `deter` choose by the order in
    /// which transitions come.
    pub(crate) fn may_differ(&self) -> bool {
        self.left_out.is_some_and(|met| met.compression && met.priority || met.choice)
    }

    /// Whether a compressed process is taken for what it is compressed from.
    fn leaves_out(&self, compression: Compression) -> bool {
        match compression {
            Compression::Explicate | Compression::LazyEnumerate => true,
            Compression::Chase | Compression::ChaseNoCache | Compression::Deterministic => false,
            Compression::StrongBisimulation
            | Compression::DelayBisimulation
            | Compression::WeakBisimulation
            | Compression::Diamond
            | Compression::Normal
            | Compression::TauLoopFactor
            | Compression::ModelCompress => self.left_out.is_some(),
        }
    }

    fn note(&mut self, term: &Term) {
        if let Some(met) = &mut self.left_out {
            met.compression |= matches!(term, Term::Compress(..));
            met.priority |= matches!(term, Term::Prioritise(..));
            met.choice |= matches!(
                term,
                Term::Compress(
                    Compression::Chase | Compression::ChaseNoCache | Compression::Deterministic,
                    _
                )
            );
        }
    }

    /// What a term does.
    ///
    /// # Errors
    /// Its evaluation failed, or it is not a process that does something after finitely many steps.
    pub fn behaviour(&mut self, term: TermId) -> Result<Behaviour, Failure> {
        if self.known.len() > MOST_KNOWN {
            self.known.clear();
        }
        let mut stack = vec![Visit::Enter(term)];
        let mut entered: HashSet<TermId, rapidhash::fast::RandomState> = HashSet::default();
        while let Some(visit) = stack.pop() {
            match visit {
                Visit::Enter(part) if self.known.contains_key(&part) => {}
                Visit::Enter(part) => {
                    if !entered.insert(part) {
                        return Err(self.unguarded(&stack, part));
                    }
                    if entered.len() > DEEPEST {
                        return Err(Failure::TooDeep(self.calls(&stack).last()));
                    }
                    if entered.len().is_multiple_of(1024) {
                        self.go_on()?;
                    }
                    stack.push(Visit::Leave(part));
                    let parts = self.parts(part)?;
                    stack.extend(parts.into_iter().map(Visit::Enter));
                }
                Visit::Leave(part) => {
                    entered.remove(&part);
                    let behaviour = self.of_parts(part)?;
                    if stack.is_empty() {
                        // A state of a large product is asked for once: only its parts are remembered.
                        return Ok(behaviour);
                    }
                    self.known.insert(part, behaviour);
                }
            }
        }
        Ok(self.known[&term].clone())
    }

    /// The transitions of a term, in ascending order.
    ///
    /// # Errors
    /// As [`behaviour`](Self::behaviour).
    pub fn transitions(&mut self, term: TermId) -> Result<Rc<[(Event, TermId)]>, Failure> {
        Ok(self.behaviour(term)?.transitions)
    }

    /// Whether the work is to go on.
    ///
    /// # Errors
    /// It was interrupted.
    pub fn go_on(&mut self) -> Result<(), Failure> {
        if self.definitions.interrupted() { Err(Failure::Interrupted) } else { Ok(()) }
    }

    /// The process that a name stands for.
    pub fn unfold(&mut self, call: Call) -> TermId {
        if let Some(&term) = self.kept.unfolded.get(&call) {
            return term;
        }
        let term = self.definitions.unfold(self.terms, call);
        self.kept.unfolded.insert(call, term);
        term
    }

    /// The transition system that a compressed process or a watchdog is.
    ///
    /// # Errors
    /// The process cannot be explored, or is part of itself.
    pub fn machine(&mut self, term: TermId) -> Result<MachineId, Failure> {
        if let Some(&machine) = self.kept.machines.get(&term) {
            return Ok(machine);
        }
        if self.is_inside(term) {
            return Err(Failure::PartOfItself);
        }
        let explicit = match *self.terms.shared(term) {
            Term::Compress(compression, process) => {
                let explicit = self.inside(term, |semantics| whole(semantics, process))?;
                self.compressed(compression, explicit)?
            }
            Term::TraceWatchdog(process, alphabet, bark) => {
                let listed = self.terms.events(alphabet).listed().ok_or(Failure::Unlisted)?;
                let alphabet: Box<[Event]> = listed.into();
                let explicit = self.inside(term, |semantics| whole(semantics, process))?;
                self.limited(|limits| trace_watchdog(&explicit, &alphabet, bark, limits))?
            }
            _ => unreachable!("only compressed terms and watchdogs are machines"),
        };
        let machine = self.terms.add_machine(Arc::new(explicit));
        self.kept.machines.insert(term, machine);
        Ok(machine)
    }

    /// Does something within the limits of the semantics.
    pub(crate) fn limited<T>(&mut self, work: impl FnOnce(&mut Limits<'_>) -> T) -> T {
        let interrupted = &mut || self.definitions.interrupted();
        work(&mut Limits { states: self.most_states, interrupted })
    }

    /// Compresses a transition system. Where states may be merged that offer different things, the result is generalised.
    fn compressed(
        &mut self,
        compression: Compression,
        explicit: Explicit,
    ) -> Result<Explicit, Failure> {
        let mut compressed = self.limited(|limits| compress(compression, &explicit, limits))?;
        let keeps_offers = matches!(
            compression,
            Compression::StrongBisimulation
                | Compression::DelayBisimulation
                | Compression::WeakBisimulation
        );
        if !keeps_offers && compressed.generalised.is_none() {
            compressed.generalised = Some(compressed.marks());
        }
        Ok(compressed)
    }

    /// Whether what a term does is being found out.
    pub(crate) fn is_inside(&self, term: TermId) -> bool {
        self.nested.contains(&term)
    }

    /// Asks about other terms while what `term` does is being found out.
    pub(crate) fn inside<T>(
        &mut self,
        term: TermId,
        ask: impl FnOnce(&mut Self) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if self.nested.len() >= self.most_nested {
            return Err(Failure::Nested);
        }
        self.nested.push(term);
        let known = std::mem::take(&mut self.known);
        let answer = ask(self);
        self.known = known;
        self.nested.pop();
        answer
    }

    /// What a term does, given what its parts do.
    fn of_parts(&mut self, id: TermId) -> Result<Behaviour, Failure> {
        let term = self.terms.shared(id);
        let work = self.work(id, &term)?;
        self.worked(work)?;
        self.note(&term);
        let mut transitions = self.step(id, &term)?;
        transitions.sort_unstable();
        transitions.dedup();
        let marks = self.offers(id, &term)?;
        Ok(Behaviour { transitions: transitions.into(), marks })
    }

    /// How much there is to do for the transitions of a term whose parts are known.
    fn work(&mut self, id: TermId, term: &Term) -> Result<usize, Failure> {
        let parts = self.parts(id)?;
        let of_parts = || parts.iter().map(|part| &self.known[part].transitions);
        let all: usize = of_parts().map(|steps| steps.len()).sum();
        let made_anew = match term {
            Term::Synchronised(..) | Term::Alphabetised(..) => all,
            Term::ExternalChoice(..) | Term::SynchronisingChoice(..) => {
                of_parts().map(|s| s.partition_point(|&(event, _)| event == Event::TAU)).sum()
            }
            _ => 0,
        };
        let work = made_anew.saturating_mul(parts.len()).saturating_add(all);
        if work > MOST_WORK { Err(Failure::TooLarge) } else { Ok(work) }
    }

    /// So much is to be done.
    ///
    /// # Errors
    /// The work was interrupted, or there was enough.
    fn worked(&mut self, amount: usize) -> Result<(), Failure> {
        self.work_left = self.work_left.checked_sub(amount).ok_or(Failure::TooLarge)?;
        self.worked += amount;
        if self.worked < STRETCH {
            return Ok(());
        }
        self.worked = 0;
        self.go_on()
    }

    /// What a part does, which is known.
    fn of(&self, part: TermId) -> Rc<[(Event, TermId)]> {
        Rc::clone(&self.known[&part].transitions)
    }

    /// The parts of a term that are at work: those whose transitions its own depend on.
    fn parts(&mut self, id: TermId) -> Result<Vec<TermId>, Failure> {
        let term = self.terms.shared(id);
        Ok(match &*term {
            Term::Call(call) => vec![self.unfold(*call)],
            Term::ExternalChoice(parts)
            | Term::SynchronisingChoice(_, parts)
            | Term::Synchronised(_, parts) => parts.to_vec(),
            Term::Alphabetised(parts) => parts.iter().map(|&(part, _)| part).collect(),
            Term::SlidingChoice(part, _)
            | Term::Sequence(part, _)
            | Term::Exception(part, ..)
            | Term::Hide(part, _)
            | Term::Rename(part, _)
            | Term::Prioritise(part, _) => vec![*part],
            Term::Compress(compression, part) if self.leaves_out(*compression) => vec![*part],
            Term::Interrupt(one, other)
            | Term::SynchronisingInterrupt(one, _, other)
            | Term::Linked(one, other, _) => vec![*one, *other],
            _ => Vec::new(),
        })
    }

    /// The calls whose transitions are asked for, from the outermost on.
    fn calls<'s>(&'s self, stack: &'s [Visit]) -> impl Iterator<Item = Call> + 's {
        stack.iter().filter_map(|visit| match visit {
            Visit::Leave(id) => self.as_call(*id),
            Visit::Enter(_) => None,
        })
    }

    fn as_call(&self, id: TermId) -> Option<Call> {
        match *self.terms.term(id) {
            Term::Call(call) => Some(call),
            _ => None,
        }
    }

    /// The transitions of `part` are asked for, which are being asked for: names a call on the way round.
    fn unguarded(&self, stack: &[Visit], part: TermId) -> Failure {
        let begin = stack.iter().position(|visit| matches!(visit, Visit::Leave(id) if *id == part));
        let call = self.calls(&stack[begin.unwrap_or(0)..]).next();
        Failure::Unguarded(call.expect("a term is part of itself only by a call"))
    }
}

/// The transition system of a process that becomes a machine: of a product in less time than state by state.
fn whole(semantics: &mut Semantics<'_>, process: TermId) -> Result<Explicit, Failure> {
    let system = compile(semantics, process, Settings::default())?;
    Ok(Arc::unwrap_or_clone(system.explicit(semantics, process)?))
}
