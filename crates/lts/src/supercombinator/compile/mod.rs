//! From a term to a supercombinator, without building the product.
//!
//! Operators on processes that contain a parallel composition become rules; everything else is a *leaf*: explored, made smaller
//! by strong bisimulation, and a component. Where a name calls itself again with nothing left around it, as in `Q = P ; Q`, a rule
//! resets all that belongs to it (Example 65 of Gibson-Robinson and Lowe 2019). A term that calls itself from inside a
//! high-level operator is a leaf as a whole.

mod draft;
mod dynamic;
mod kinds;
mod parallel;

use std::sync::Arc;

use super::{Chased, Component, Supercombinator};
use crate::compress::{Watch, strong_bisimulation};
use crate::event::Event;
use crate::explicit::{Explicit, State, Unfinished};
use crate::explore::explore;
use crate::failure::Failure;
use crate::semantics::Semantics;
use crate::term::{Call, Compression, Term, TermId};
use draft::{Action, Draft, Span};
use kinds::Kinds;

/// More prefixes than this are not made rules: a process that does so much before it becomes parallel is a leaf.
const MOST_PREFIXES: usize = 64;

/// An operator that would have more rules than this makes a leaf.
const MOST_RULES: usize = 200_000;

/// An operator whose parts have more rules than this together makes a leaf.
const MOST_RULES_OF_PARTS: usize = 1_000_000;

/// A leaf beside others has no more states than this, and no more transitions than that. By itself a process may do much that its
/// surroundings never let it do: a larger one is explored together with them.
const MOST_IN_LEAF: (usize, usize) = (500_000, 2_000_000);

/// Of so many operators around a component it is known which of their operands it is in.
const MOST_AROUND: usize = 32;

/// How processes are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Settings {
    /// Whether leaves are made smaller by strong bisimulation.
    pub compresses_leaves: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { compresses_leaves: true }
    }
}

/// The supercombinator of a process.
///
/// # Errors
/// A leaf cannot be explored, or the work was interrupted.
pub fn compile(
    semantics: &mut Semantics<'_>,
    process: TermId,
    settings: Settings,
) -> Result<Supercombinator, Failure> {
    let mut compiler = Compiler {
        semantics,
        settings,
        components: Vec::new(),
        switches: Vec::new(),
        kinds: Kinds::default(),
        prefixes: 0,
        calls: 0,
        operands: Vec::new(),
    };
    let part = match compiler.root(process) {
        Ok(part) => part,
        Err(Stop::Failure(failure)) => return Err(failure),
        Err(Stop::Recursion(_) | Stop::TooLarge) => return Err(Failure::TooLarge),
    };
    let Compiler { components, switches, .. } = compiler;
    let rules = part.rules.into_iter().map(Draft::finished).collect();
    Ok(Supercombinator::new(components, switches, rules))
}

/// The same, made once: what was made before is used again.
///
/// # Errors
/// As [`compile`].
pub fn compiled(
    semantics: &mut Semantics<'_>,
    process: TermId,
    settings: Settings,
) -> Result<Arc<Supercombinator>, Failure> {
    if let Some(system) = semantics.kept.systems.get(&(process, settings)) {
        return Ok(Arc::clone(system));
    }
    let system = Arc::new(compile(semantics, process, settings)?);
    if system.components().iter().all(|component| component.chased.is_none()) {
        semantics.kept.systems.insert((process, settings), Arc::clone(&system));
    }
    Ok(system)
}

struct Compiler<'s, 'a> {
    semantics: &'s mut Semantics<'a>,
    settings: Settings,
    components: Vec<Component>,
    switches: Vec<u32>,
    kinds: Kinds,
    /// How many prefixes were made rules.
    prefixes: usize,
    /// How many calls were entered.
    calls: usize,
    /// The operators around what is being compiled, and the operand that it is in.
    operands: Vec<(TermId, u32)>,
}

/// A term, compiled.
struct Part {
    rules: Vec<Draft>,
    /// Its components and switches.
    span: Span,
}

/// What stands where a process was asked for.
enum Target {
    /// The process.
    Part(Part),
    /// A call that is being compiled, by its number: it begins anew.
    Jump(usize),
}

/// Why a term is no part.
enum Stop {
    /// There is no answer at all.
    Failure(Failure),
    /// The call with this number is called again with something around it: it is to be a leaf.
    Recursion(usize),
    /// It has too much: the smallest term that contains it and has nothing dynamic around it is to be a leaf.
    TooLarge,
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Stop {
        match failure {
            Failure::TooLarge => Stop::TooLarge,
            failure => Stop::Failure(failure),
        }
    }
}

impl From<Unfinished> for Stop {
    fn from(unfinished: Unfinished) -> Stop {
        Failure::from(unfinished).into()
    }
}

/// A call that is being compiled.
#[derive(Clone, Copy)]
struct Around {
    call: Call,
    number: usize,
    tail: Tail,
}

/// Whether nothing of what was called is left when a part begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Tail {
    /// Something stays around it.
    Never,
    /// Once a visible event or ✓ happens in the part, nothing is left but what follows that.
    AfterEvent,
    /// Nothing is left.
    Now,
}

/// What a part begins with, as far as the calls around it are concerned.
fn inside(around: &[Around], at_most: Tail) -> Vec<Around> {
    around.iter().map(|call| Around { tail: call.tail.min(at_most), ..*call }).collect()
}

/// The same behind an event that makes all choices.
fn behind_event(around: &[Around]) -> Vec<Around> {
    let tail = |tail| if tail == Tail::Never { Tail::Never } else { Tail::Now };
    around.iter().map(|call| Around { tail: tail(call.tail), ..*call }).collect()
}

impl Compiler<'_, '_> {
    /// The whole process: in the worst case one leaf, which may be as large as the semantics allows.
    fn root(&mut self, process: TermId) -> Result<Part, Stop> {
        if let Some(part) = self.chased(process)? {
            return Ok(part);
        }
        if !self.kinds.is_high_level(self.semantics, process)? {
            return self.leaf(process);
        }
        let most = (self.semantics.most_states, self.semantics.most_transitions);
        self.semantics.most_states = most.0.min(MOST_IN_LEAF.0);
        self.semantics.most_transitions = most.1.min(MOST_IN_LEAF.1);
        let begin = self.begin();
        let part = self.part(process, &[]);
        (self.semantics.most_states, self.semantics.most_transitions) = most;
        match part {
            Ok(Target::Part(part)) => Ok(part),
            Ok(Target::Jump(_)) => unreachable!("nothing is around the whole process"),
            Err(Stop::Failure(failure)) => Err(failure.into()),
            Err(Stop::Recursion(_) | Stop::TooLarge) => {
                self.back_to(begin);
                self.leaf(process)
            }
        }
    }

    /// A term with something around it that no jump can leave.
    fn whole(&mut self, term: TermId, around: &[Around], at_most: Tail) -> Result<Part, Stop> {
        match self.part(term, &inside(around, at_most))? {
            Target::Part(part) => Ok(part),
            Target::Jump(number) => Err(Stop::Recursion(number)),
        }
    }

    /// A term.
    fn part(&mut self, term: TermId, around: &[Around]) -> Result<Target, Stop> {
        if self.semantics.depth >= self.semantics.deepest {
            return Err(Stop::TooLarge);
        }
        self.semantics.depth += 1;
        let part = self.at_depth(term, around);
        self.semantics.depth -= 1;
        part
    }

    fn at_depth(&mut self, id: TermId, around: &[Around]) -> Result<Target, Stop> {
        if let Some(outer) = self.again(id, around) {
            return match outer.tail {
                Tail::Now => Ok(Target::Jump(outer.number)),
                _ => Err(Stop::Recursion(outer.number)),
            };
        }
        if let Some(part) = self.chased(id)? {
            return Ok(Target::Part(part));
        }
        if !self.kinds.is_high_level(self.semantics, id)? {
            return Ok(Target::Part(self.leaf(id)?));
        }
        let (begin, prefixes) = (self.begin(), self.prefixes);
        self.operands.push((id, 0));
        let part = self.operator(id, around);
        self.operands.pop();
        let part = match part {
            Ok(part) if part.rules.len() > MOST_RULES => Err(Stop::TooLarge),
            part => part,
        };
        let part = match part {
            Err(Stop::TooLarge) if around.iter().all(|call| call.tail == Tail::Never) => {
                self.back_to(begin);
                self.prefixes = prefixes;
                self.leaf(id)
            }
            part => part,
        };
        part.map(Target::Part)
    }

    /// The call that is being compiled and is made again by this term.
    fn again<'c>(&self, id: TermId, around: &'c [Around]) -> Option<&'c Around> {
        match *self.semantics.terms.term(id) {
            Term::Call(call) => around.iter().find(|outer| outer.call == call),
            _ => None,
        }
    }

    fn operator(&mut self, id: TermId, around: &[Around]) -> Result<Part, Stop> {
        let term = self.semantics.terms.shared(id);
        match &*term {
            Term::Call(call) => self.call(id, *call, around),
            Term::Compress(Compression::Explicate | Compression::LazyEnumerate, part) => {
                self.whole(*part, around, Tail::Never)
            }
            Term::Prefix(steps) => self.prefix(steps, around),
            Term::InternalChoice(parts) => self.internal_choice(parts, around),
            Term::ExternalChoice(parts) => self.external_choice(None, parts, around),
            Term::SynchronisingChoice(set, parts) => {
                self.external_choice(Some(*set), parts, around)
            }
            Term::SlidingChoice(one, other) => self.sliding_choice(*one, *other, around),
            Term::Sequence(one, other) => self.sequence(*one, *other, around),
            Term::Interrupt(one, other) => self.interrupt(*one, None, *other, around),
            Term::SynchronisingInterrupt(one, set, other) => {
                self.interrupt(*one, Some(*set), *other, around)
            }
            Term::Exception(one, set, other) => self.exception(*one, *set, *other, around),
            Term::Synchronised(set, parts) => self.synchronised(*set, parts, around),
            Term::Alphabetised(parts) => self.alphabetised(parts, around),
            Term::Linked(one, other, pairs) => self.linked(*one, *other, pairs, around),
            Term::Hide(part, set) => {
                let mut part = self.whole(*part, around, Tail::Never)?;
                let hidden = self.semantics.terms.events(*set);
                for rule in part.rules.iter_mut().filter(|rule| hidden.contains(rule.event)) {
                    rule.event = Event::TAU;
                }
                Ok(part)
            }
            Term::Rename(part, pairs) => {
                let part = self.whole(*part, around, Tail::Never)?;
                let images = part.rules.iter().flat_map(|rule| {
                    crate::semantics::renamed(pairs, rule.event)
                        .map(|event| Draft { event, ..rule.clone() })
                });
                Ok(Part { rules: images.collect(), span: part.span })
            }
            _ => self.leaf(id),
        }
    }

    /// A call: its body, whose jumps back come to its beginning.
    fn call(&mut self, id: TermId, call: Call, around: &[Around]) -> Result<Part, Stop> {
        let number = self.calls;
        self.calls += 1;
        let mut around = around.to_vec();
        around.push(Around { call, number, tail: Tail::Now });
        let begin = self.begin();
        let body = self.semantics.unfold(call);
        match self.part(body, &around) {
            Ok(Target::Part(mut part)) => {
                for rule in part.rules.iter_mut().filter(|rule| rule.jump == Some(number)) {
                    rule.jump = None;
                    rule.actions.push(Action::Reset(part.span));
                }
                Ok(part)
            }
            Ok(Target::Jump(other)) => Err(Stop::Recursion(other)),
            Err(Stop::Recursion(again)) if again == number => {
                self.back_to(begin);
                self.leaf(id)
            }
            Err(stop) => Err(stop),
        }
    }

    /// An empty span where the next components and switches will be.
    fn begin(&self) -> Span {
        let (component, switch) = (self.components.len() as u32, self.switches.len() as u32);
        Span { components: (component, component), switches: (switch, switch) }
    }

    /// Forgets the components and switches since then.
    fn back_to(&mut self, begin: Span) {
        self.components.truncate(begin.components.0 as usize);
        self.switches.truncate(begin.switches.0 as usize);
    }

    /// All components and switches since then.
    fn since(&self, begin: Span) -> Span {
        let end = self.begin();
        Span {
            components: (begin.components.0, end.components.0),
            switches: (begin.switches.0, end.switches.0),
        }
    }

    /// A new switch.
    fn switch(&mut self, values: usize) -> u32 {
        self.switches.push(values as u32);
        self.switches.len() as u32 - 1
    }

    /// The components of a part are at work only while a switch has one of these values.
    fn only_while(&mut self, span: Span, switch: u32, values: &[u32]) {
        for component in
            &mut self.components[span.components.0 as usize..span.components.1 as usize]
        {
            component.on = component.on.iter().cloned().chain([(switch, values.into())]).collect();
        }
    }

    /// A new component, inside the operators around it.
    fn component(&mut self, explicit: Arc<Explicit>, chased: Option<Arc<Chased>>) {
        let inner = &self.operands[self.operands.len().saturating_sub(MOST_AROUND)..];
        self.components.push(Component { explicit, chased, on: [].into(), operands: inner.into() });
    }

    /// A component of its own.
    fn leaf(&mut self, id: TermId) -> Result<Part, Stop> {
        let key = (id, self.settings);
        let explicit = match self.semantics.kept.leaves.get(&key) {
            Some(explicit) => Arc::clone(explicit),
            None => {
                let explicit = Arc::new(self.explored(id)?);
                self.semantics.kept.leaves.insert(key, Arc::clone(&explicit));
                explicit
            }
        };
        self.semantics.go_on()?;
        let begin = self.begin();
        let place = begin.components.0;
        let mut events: Vec<Event> = explicit.transitions.iter().map(|&(event, _)| event).collect();
        events.sort_unstable();
        events.dedup();
        self.component(explicit, None);
        let rules = events.into_iter().map(|event| Draft::of(place, event)).collect();
        Ok(Part { rules, span: self.since(begin) })
    }

    /// A component that is made while it is used, of a high-level process that is chased: by itself that may have very many
    /// states.
    fn chased(&mut self, id: TermId) -> Result<Option<Part>, Stop> {
        let Term::Compress(Compression::Chase | Compression::ChaseNoCache, process) =
            *self.semantics.terms.term(id)
        else {
            return Ok(None);
        };
        if !self.kinds.is_high_level(self.semantics, process)? || self.semantics.is_inside(id) {
            return Ok(None);
        }
        let settings = self.settings;
        let system =
            self.semantics.inside(id, |semantics| compile(semantics, process, settings))?;
        if system.is_generalised() {
            return Err(Failure::Unsupported("chase of a compressed process").into());
        }
        let chased = Chased::new(system);
        let begin = self.begin();
        let place = begin.components.0;
        let rules = chased.events().iter().map(|&event| Draft::of(place, event)).collect();
        let explicit = Arc::new(Explicit {
            initial: State(0),
            starts: vec![0, 0],
            transitions: Vec::new(),
            labels: vec![id],
            generalised: None,
        });
        self.component(explicit, Some(Arc::new(chased)));
        Ok(Some(Part { rules, span: self.since(begin) }))
    }

    /// The transition system of a high-level process under priority, explored by its rules: which of them may fire depends on
    /// what else is enabled, so that it is a leaf all the same.
    fn prioritised(&mut self, id: TermId) -> Result<Option<Explicit>, Stop> {
        let term = self.semantics.terms.shared(id);
        let Term::Prioritise(part, priority) = &*term else { return Ok(None) };
        if !self.kinds.is_high_level(self.semantics, *part)? {
            return Ok(None);
        }
        let system = compile(self.semantics, *part, self.settings)?;
        if system.is_generalised() {
            return Err(Failure::PriorityOverCompressed.into());
        }
        let explored =
            self.semantics.limited(|limits| system.induced_under(priority, limits, id))?;
        Ok(Some(explored))
    }

    fn explored(&mut self, id: TermId) -> Result<Explicit, Stop> {
        let explicit = match self.prioritised(id)? {
            Some(explicit) => explicit,
            None => explore(self.semantics, id)?,
        };
        if !self.settings.compresses_leaves {
            return Ok(explicit);
        }
        let semantics = &mut *self.semantics;
        let mut interrupted = || semantics.go_on().is_err();
        Ok(strong_bisimulation(&explicit, &mut Watch::new(&mut interrupted))?.system)
    }
}
