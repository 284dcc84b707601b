//! Names of processes: a definition with what it depends on, all of it computed. Equal names are one state.

use std::collections::HashMap;
use std::rc::Rc;

use lts::{Call, Term, TermId};

use super::Evaluator;
use super::apply::Next;
use super::code::{Body, DefinitionId, Env, Function};
use super::failure::Outcome;
use crate::builtin::Builtin;
use crate::values::{Lazy, Value};

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Named {
    Definition(DefinitionId),
    Builtin(Builtin),
}

/// The name of a process.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Name {
    pub named: Named,
    /// The variables further out on which it depends.
    pub captured: Box<[Value]>,
    /// The arguments, all groups one after the other.
    pub arguments: Box<[Value]>,
}

/// All names that were met, each once, and where they are defined.
#[derive(Default)]
pub(super) struct Calls {
    all: Vec<Known>,
    numbers: HashMap<Rc<Name>, Call, rapidhash::fast::RandomState>,
    /// The process that is being evaluated.
    pub unfolding: Option<Call>,
}

/// A name that was met.
struct Known {
    name: Rc<Name>,
    env: Option<Env>,
    /// The process in which it was met first, if it was in one.
    met_in: Option<Call>,
}

impl Calls {
    fn number(&mut self, name: Name, env: Option<&Env>) -> Call {
        if let Some(&call) = self.numbers.get(&name) {
            return call;
        }
        let call = Call(u32::try_from(self.all.len()).expect("fewer than 2^32 names"));
        let name = Rc::new(name);
        let (env, met_in) = (env.cloned(), self.unfolding);
        self.all.push(Known { name: Rc::clone(&name), env, met_in });
        self.numbers.insert(name, call);
        call
    }

    pub fn name(&self, call: Call) -> &Rc<Name> {
        &self.all[call.0 as usize].name
    }

    /// The processes that led to this one, the last first: each was met first in the one after it.
    pub fn leading_to(&self, call: Call) -> impl Iterator<Item = Call> + '_ {
        std::iter::successors(Some(call), |call| self.all[call.0 as usize].met_in)
    }
}

impl Evaluator<'_> {
    /// A process by the name of its definition, seen from where that is.
    pub(super) fn named(
        &mut self,
        id: DefinitionId,
        env: &Env,
        arguments: &[Value],
    ) -> Outcome<Value> {
        let captured = self.captured(id, env)?.into_boxed_slice();
        let name = Name { named: Named::Definition(id), captured, arguments: arguments.into() };
        let call = self.calls.number(name, Some(env));
        Ok(Value::Process(self.terms.intern(Term::Call(call))))
    }

    /// A call of a function whose result is a process.
    pub(super) fn named_function(
        &mut self,
        id: DefinitionId,
        env: &Env,
        function: &Function,
        groups: &[Rc<[Lazy]>],
    ) -> Outcome<Value> {
        let mut arguments = Vec::new();
        for (group, used) in groups.iter().zip(&function.used) {
            for (argument, &used) in group.iter().zip(used) {
                arguments.push(if used { self.normal_of(argument)? } else { Value::Unused });
            }
        }
        self.named(id, env, &arguments)
    }

    /// A built-in process that has a name.
    pub(super) fn named_builtin(&mut self, builtin: Builtin, arguments: Vec<Value>) -> TermId {
        let named = Named::Builtin(builtin);
        let name = Name { named, captured: Box::new([]), arguments: arguments.into() };
        let call = self.calls.number(name, None);
        self.terms.intern(Term::Call(call))
    }

    /// What a name stands for.
    pub(super) fn unfolded(&mut self, call: Call) -> Outcome<TermId> {
        let Known { name, env, .. } = &self.calls.all[call.0 as usize];
        let (name, env) = (Rc::clone(name), env.clone());
        let (id, env) = match (name.named, env) {
            (Named::Builtin(builtin), _) => return self.unfolded_builtin(builtin, &name.arguments),
            (Named::Definition(id), Some(env)) => (id, env),
            (Named::Definition(_), None) => unreachable!("definitions are somewhere"),
        };
        let definition = Rc::clone(&self.program.definitions[id.0 as usize]);
        match definition.body.get() {
            Some(Body::Value(code)) => self.process_of(code, &env),
            Some(Body::Function(function)) => {
                let mut arguments = name.arguments.iter();
                let group = |used: &Vec<bool>| {
                    arguments.by_ref().take(used.len()).cloned().map(Lazy::Value).collect()
                };
                let groups: Vec<Rc<[Lazy]>> = function.used.iter().map(group).collect();
                match self.enter(id, function, &env, &groups)? {
                    Next::Code(body) => self.process_of(body.code(), body.env()),
                    Next::Value(value) => self.as_process(&value, definition.span),
                }
            }
            Some(Body::Part(whole)) => {
                let slot = definition.slot.expect("what a pattern binds has a slot");
                let value = self.part(whole, slot, &env)?;
                self.as_process(&value, definition.span)
            }
            None => unreachable!("a definition without a body is not named"),
        }
    }
}
