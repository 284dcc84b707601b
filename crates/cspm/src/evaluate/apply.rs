//! Functions applied to arguments.

use std::rc::Rc;

use diagnostics::Span;

use super::Evaluator;
use super::code::{Body, Closed, Definition, DefinitionId, Env, Frame, Function};
use super::failure::Outcome;
use crate::values::{Callee, Closure, Lazy, Value};

/// What evaluation goes on with.
pub(super) enum Next {
    /// Nothing: this is the value.
    Value(Value),
    /// An expression that has the same value.
    Code(Closed),
}

impl Evaluator<'_> {
    /// Applies a function to a group of arguments. If the result is a process, or if it is `wanted` to be one and may be, it is
    /// a name.
    pub(super) fn apply(
        &mut self,
        function: &Value,
        arguments: Rc<[Lazy]>,
        span: Span,
        wanted: bool,
    ) -> Outcome<Next> {
        let Value::Function(closure) = function else {
            return Err(self.unexpected(function, "a function", span));
        };
        let mut groups = closure.given.clone();
        groups.push(arguments);
        match &closure.callee {
            Callee::Builtin(builtin) => {
                let arguments: Vec<Lazy> =
                    groups.iter().flat_map(|group| group.iter().cloned()).collect();
                let complete = groups.len() == super::builtins::groups(*builtin);
                if complete {
                    return self.builtin(*builtin, &arguments, span).map(Next::Value);
                }
                Ok(Next::Value(partial(closure, groups)))
            }
            Callee::Definition(id, env) => {
                let definition = Rc::clone(&self.program.definitions[id.0 as usize]);
                let Some(Body::Function(function)) = definition.body.get() else {
                    return Err(self.error(span, "this is not a function"));
                };
                self.check_arguments(&definition, function, &groups, span)?;
                if groups.len() < function.used.len() {
                    return Ok(Next::Value(partial(closure, groups)));
                }
                let yields = definition.yields.borrow();
                if yields.process || (wanted && yields.may_be_process()) {
                    drop(yields);
                    return self.named_function(*id, env, function, &groups).map(Next::Value);
                }
                drop(yields);
                self.trail.push((*id, span));
                self.enter(*id, function, env, &groups)
            }
        }
    }

    fn check_arguments(
        &mut self,
        definition: &Definition,
        function: &Function,
        groups: &[Rc<[Lazy]>],
        span: Span,
    ) -> Outcome<()> {
        let wanted = function.used.get(groups.len() - 1).map(Vec::len);
        let given = groups[groups.len() - 1].len();
        if wanted == Some(given) {
            return Ok(());
        }
        let name = definition.name.as_deref().unwrap_or("the lambda");
        let wanted = wanted.unwrap_or(0);
        Err(self
            .error(span, format!("`{name}` takes {wanted} arguments here, and {given} are given")))
    }

    /// The body of the first clause that matches, and what it sees.
    pub(super) fn enter(
        &mut self,
        id: DefinitionId,
        function: &Function,
        env: &Env,
        groups: &[Rc<[Lazy]>],
    ) -> Outcome<Next> {
        let frame = Frame::new(function.slots, env);
        'clauses: for clause in &function.clauses {
            for (patterns, arguments) in clause.parameters.iter().zip(groups) {
                for (pattern, argument) in patterns.iter().zip(arguments.iter()) {
                    if !self.matches(pattern, argument, &frame)? {
                        continue 'clauses;
                    }
                }
            }
            return Ok(Next::Code(Closed::new(&clause.body, &frame)));
        }
        let definition = Rc::clone(&self.program.definitions[id.0 as usize]);
        let mut shown = String::new();
        for group in groups {
            let arguments: Vec<String> =
                group.iter().map(|argument| self.shown_lazily(argument)).collect();
            shown += &format!("({})", arguments.join(", "));
        }
        let text = match &definition.name {
            Some(name) => format!("no clause of `{name}` matches `{name}{shown}`"),
            None => format!("the lambda does not match the arguments {shown}"),
        };
        Err(self.error(definition.span, text))
    }
}

fn partial(closure: &Closure, given: Vec<Rc<[Lazy]>>) -> Value {
    Value::Function(Rc::new(Closure {
        callee: closure.callee.clone(),
        given,
        identity: Default::default(),
    }))
}
