//! Which definitions are processes, or functions whose results are.
//!
//! A process that is called is a name, whose body is not evaluated before it is asked for; a value that is called is evaluated.
//! What has a name is decided by its type, as in FDR4. What has none (a lambda), and functions whose results are of any type, are
//! decided by evidence: since scripts are well typed, a function yields processes if any branch of any clause is obviously one, or a
//! call of such a function; a function whose results are parameters yields what it is given. What is not found so is evaluated where
//! it is called, which is the same process without a name.

use std::collections::{BTreeSet, HashMap};

use super::Program;
use crate::builtin::Builtin;
use crate::evaluate::code::{Body, Code, DefinitionId, Kind, Match, Yield};

impl Program {
    /// Collects evidence, until there is no more: a definition is asked again only when one has changed that it asked for.
    pub(super) fn settle_yields(&mut self) {
        let mut pending: Vec<usize> = (self.settled..self.definitions.len()).collect();
        let mut waits = vec![true; self.definitions.len()];
        let mut dependents: HashMap<usize, BTreeSet<usize>> = HashMap::new();
        while let Some(place) = pending.pop() {
            waits[place] = false;
            let definition = &self.definitions[place];
            let Some(body) = definition.body.get() else { continue };
            let mut evidence = Evidence { program: self, asked: Vec::new() };
            let mut yields = evidence.of_body(body);
            yields.process |= definition.process_after == Some(body.groups());
            for asked in evidence.asked.into_iter().filter(|&asked| asked >= self.settled) {
                dependents.entry(asked).or_default().insert(place);
            }
            if yields != *definition.yields.borrow() {
                *definition.yields.borrow_mut() = yields;
                let again = dependents.get(&place).into_iter().flatten().copied();
                pending.extend(again.filter(|&it| !std::mem::replace(&mut waits[it], true)));
            }
        }
    }
}

/// What is known so far, and which definitions were asked for it.
struct Evidence<'p> {
    program: &'p Program,
    asked: Vec<usize>,
}

impl Evidence<'_> {
    fn of_body(&mut self, body: &Body) -> Yield {
        match body {
            Body::Value(code) => self.of(code, &[]),
            Body::Part(_) => Yield::of_other(),
            Body::Function(function) => {
                let mut yields = Yield::default();
                for clause in &function.clauses {
                    yields.add(self.of(&clause.body, &clause.parameters));
                }
                yields
            }
        }
    }

    /// What is known of a definition.
    fn of_definition(&mut self, id: DefinitionId) -> Yield {
        self.asked.push(id.0 as usize);
        self.program.definitions[id.0 as usize].yields.borrow().clone()
    }

    /// What an expression yields. Variables are told apart only as parameters of the clause that it is the body of, in whose frame
    /// it stands as long as no let is entered.
    fn of(&mut self, code: &Code, parameters: &[Vec<Match>]) -> Yield {
        self.within(code, parameters, 0)
    }

    fn within(&mut self, code: &Code, parameters: &[Vec<Match>], depth: u32) -> Yield {
        match code.form() {
            Kind::If(_, yes, no) => {
                let mut yields = self.within(yes, parameters, depth);
                yields.add(self.within(no, parameters, depth));
                yields
            }
            Kind::Let(_, body) => self.within(body, parameters, depth + 1),
            Kind::Variable(place) if place.depth == depth => parameter(parameters, place.slot),
            Kind::Definition(_, id) => match self.program.definitions[id.0 as usize].body.get() {
                Some(Body::Function(_)) => Yield::of_other(),
                _ => self.of_definition(*id),
            },
            Kind::Apply(..) => self.of_application(code, parameters, depth),
            Kind::Builtin(builtin) if is_process(*builtin) => Yield::of_process(),
            Kind::Call(builtin, _) if makes_process(*builtin) => Yield::of_process(),
            // An error is whatever is wanted.
            Kind::Call(Builtin::Error, _) => Yield::default(),
            Kind::Prefix(_)
            | Kind::Waiting(..)
            | Kind::ExternalChoice(_)
            | Kind::InternalChoice(_)
            | Kind::SlidingChoice(..)
            | Kind::Then(..)
            | Kind::Interrupt(..)
            | Kind::Synchronised(..)
            | Kind::Alphabetised(_)
            | Kind::Exception(..)
            | Kind::SynchronisingChoice(..)
            | Kind::SynchronisingInterrupt(..)
            | Kind::Linked(..)
            | Kind::Hide(..)
            | Kind::Project(..)
            | Kind::Rename(..)
            | Kind::Replicated { .. } => Yield::of_process(),
            _ => Yield::of_other(),
        }
    }

    /// `f(a)(b)`, by what `f` yields.
    fn of_application(&mut self, code: &Code, parameters: &[Vec<Match>], depth: u32) -> Yield {
        let (mut groups, mut function) = (Vec::new(), code);
        while let Kind::Apply(inner, arguments) = function.form() {
            groups.push(arguments);
            function = inner;
        }
        groups.reverse();
        let Kind::Definition(_, id) = *function.form() else { return Yield::of_other() };
        match self.program.definitions[id.0 as usize].body.get() {
            Some(Body::Function(function)) if function.used.len() == groups.len() => {}
            _ => return Yield::of_other(),
        }
        let of_function = self.of_definition(id);
        let mut yields = Yield { parameters: Default::default(), ..of_function };
        for (group, place) in of_function.parameters {
            let argument = groups[group as usize].get(place as usize);
            let of_argument = argument.map(|code| self.within(code, parameters, depth));
            yields.add(of_argument.unwrap_or_else(Yield::of_other));
        }
        yields
    }
}

/// The parameter that a slot is bound to, if it is one as a whole.
fn parameter(parameters: &[Vec<Match>], slot: u32) -> Yield {
    for (group, patterns) in parameters.iter().enumerate() {
        for (place, pattern) in patterns.iter().enumerate() {
            if matches!(pattern, Match::Bind(bound) if *bound == slot) {
                let parameters = [(group as u32, place as u32)].into();
                return Yield { parameters, ..Yield::default() };
            }
        }
    }
    Yield::of_other()
}

impl Yield {
    fn of_process() -> Yield {
        Yield { process: true, ..Yield::default() }
    }

    fn of_other() -> Yield {
        Yield { other: true, ..Yield::default() }
    }

    fn add(&mut self, mut more: Yield) {
        self.process |= more.process;
        self.other |= more.other;
        self.parameters.append(&mut more.parameters);
    }

    /// Whether nothing speaks against its being a process.
    pub fn may_be_process(&self) -> bool {
        self.process || (!self.other && self.parameters.is_empty())
    }
}

fn is_process(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Stop | Builtin::Skip | Builtin::Div | Builtin::TimedStop | Builtin::TimedSkip
    )
}

fn makes_process(builtin: Builtin) -> bool {
    matches!(
        builtin,
        Builtin::Chaos
            | Builtin::Run
            | Builtin::Buffer
            | Builtin::WeakBuffer
            | Builtin::SignalBuffer
            | Builtin::Wait
            | Builtin::TimedPriority
            | Builtin::StrongBisimulation
            | Builtin::DelayBisimulation
            | Builtin::WeakBisimulation
            | Builtin::Diamond
            | Builtin::Normal
            | Builtin::Explicate
            | Builtin::LazyEnumerate
            | Builtin::LazyNorm
            | Builtin::TauLoopFactor
            | Builtin::ModelCompress
            | Builtin::Chase
            | Builtin::ChaseNoCache
            | Builtin::Deter
            | Builtin::Loop
            | Builtin::Prioritise
            | Builtin::PrioritiseNoCache
            | Builtin::PrioritisePo
            | Builtin::FailureWatchdog
            | Builtin::TraceWatchdog
    )
}
