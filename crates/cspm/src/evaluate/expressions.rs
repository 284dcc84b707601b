//! Expressions to values.

use std::rc::Rc;

use diagnostics::Span;

use super::apply::Next;
use super::code::{Body, Closed, Code, DefinitionId, Env, Frame, Kind, Slot, Whole, up};
use super::failure::Outcome;
use super::{Evaluator, Failure};
use crate::tree::BinaryOperator;
use crate::values::{Callee, Closure, Lazy, Map, Sequence, Set, Tuple, Value};

impl Evaluator<'_> {
    /// The value of an expression, computed as far as its outermost part. Calls in the last place need no stack.
    pub(super) fn evaluate_code(&mut self, code: &Code, env: &Env) -> Outcome<Value> {
        self.deeper(code.span)?;
        let trail = self.trail.len();
        let mut next = self.step(code, env, trail);
        let result = loop {
            match next {
                Ok(Next::Value(value)) => break Ok(value),
                Ok(Next::Code(code)) => {
                    if let Err(failure) = self.tick() {
                        break Err(failure);
                    }
                    next = self.step(code.code(), code.env(), trail);
                }
                Err(failure) => break Err(failure),
            }
        };
        self.trail.truncate(trail);
        result
    }

    /// The value, or the expression that has the same.
    fn step(&mut self, code: &Code, env: &Env, trail: usize) -> Outcome<Next> {
        match code.seen_from(env) {
            Kind::If(condition, yes, no) => {
                let branch = if self.condition(condition, env)? { yes } else { no };
                Ok(Next::Code(Closed::new(branch, env)))
            }
            Kind::Let(slots, body) => Ok(Next::Code(Closed::new(body, &Frame::new(*slots, env)))),
            Kind::Apply(function, arguments) => {
                let function = self.evaluate_code(function, env)?;
                self.trail.truncate(trail);
                let arguments = arguments.iter().map(|argument| delayed(argument, env)).collect();
                self.apply(&function, arguments, code.span, false)
            }
            _ => self.value(code, env).map(Next::Value),
        }
    }

    fn value(&mut self, code: &Code, env: &Env) -> Outcome<Value> {
        let span = code.span;
        match code.seen_from(env) {
            Kind::Value(value) => Ok(value.clone()),
            Kind::Variable(place) => self.variable(up(env, place.depth), place.slot, span),
            Kind::Definition(depth, id) => self.definition(*id, up(env, *depth), span),
            Kind::Constructor(id) => Ok(self.program.constructors[id.0 as usize].bare.clone()),
            Kind::Builtin(builtin) => self.builtin_value(*builtin, span),
            Kind::Lambda(id) => Ok(closure(*id, env)),
            Kind::Tuple(parts) => Ok(Value::Tuple(Rc::new(Tuple(all_delayed(parts, env))))),
            Kind::Sequence(parts) => {
                Ok(Value::Sequence(Rc::new(Sequence::of(all_delayed(parts, env)))))
            }
            Kind::Stream(comprehension) => self.stream(comprehension, env),
            Kind::Set(elements, steps) => self.set_comprehension(elements, steps, env),
            Kind::Productions(elements, steps) => self.productions_of(elements, steps, env),
            Kind::SequenceRange(from, to) => self.sequence_range(from, to.as_ref(), env),
            Kind::SetRange(from, to) => {
                let from = self.integer(from, env)?;
                let set = match to {
                    Some(to) => Set::range(from, self.integer(to, env)?),
                    None => Set::From(from),
                };
                Ok(Value::Set(Rc::new(set)))
            }
            Kind::Map(pairs) => self.map_literal(pairs, env),
            Kind::TypeSet(set) => {
                let value = self.evaluate_code(set, env)?;
                Ok(Value::Set(self.type_set(&value, set.span)?))
            }
            Kind::Subtype(clauses) => self.subtype(clauses, env),
            Kind::Call(builtin, arguments) => self.call_builtin(*builtin, arguments, env, span),
            Kind::Dot(parts) => {
                let mut whole = self.evaluate_code(&parts[0], env)?;
                for part in &parts[1..] {
                    let part = self.evaluate_code(part, env)?;
                    whole = self.combine(whole, &part, span)?;
                }
                Ok(whole)
            }
            Kind::Negate(operand) => {
                let value = self.integer(operand, env)?;
                let negated = value.checked_neg();
                negated.map(Value::Integer).ok_or_else(|| self.overflow(span))
            }
            Kind::Not(operand) => Ok(Value::Boolean(!self.condition(operand, env)?)),
            Kind::Length(operand) => {
                let sequence = self.sequence(operand, env)?;
                Ok(Value::Integer(self.length(&sequence)? as i64))
            }
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, env, span),
            _ => self.operator(code, env).map(Value::Process),
        }
    }

    fn binary(
        &mut self,
        operator: BinaryOperator,
        left: &Code,
        right: &Code,
        env: &Env,
        span: Span,
    ) -> Outcome<Value> {
        match operator {
            BinaryOperator::And => {
                Ok(Value::Boolean(self.condition(left, env)? && self.condition(right, env)?))
            }
            BinaryOperator::Or => {
                Ok(Value::Boolean(self.condition(left, env)? || self.condition(right, env)?))
            }
            BinaryOperator::Append => {
                let first = Lazy::Value(self.evaluate_code(left, env)?);
                self.append(&first, delayed(right, env))
            }
            BinaryOperator::Add
            | BinaryOperator::Subtract
            | BinaryOperator::Multiply
            | BinaryOperator::Divide
            | BinaryOperator::Remainder => {
                let (left, right) = (self.integer(left, env)?, self.integer(right, env)?);
                self.arithmetic(operator, left, right, span).map(Value::Integer)
            }
            _ => {
                let left = self.evaluate_code(left, env)?;
                let right = self.evaluate_code(right, env)?;
                self.comparison(operator, &left, &right, span).map(Value::Boolean)
            }
        }
    }

    /// The value of a definition, or a function as a value.
    pub(super) fn definition(&mut self, id: DefinitionId, env: &Env, span: Span) -> Outcome<Value> {
        let definition = Rc::clone(&self.program.definitions[id.0 as usize]);
        let Some(body) = definition.body.get() else {
            return Err(self.error(span, "this has no definition"));
        };
        if let Body::Function(_) = body {
            return Ok(closure(id, env));
        }
        let Some(slot) = definition.slot else { return self.named(id, env, &[]) };
        match &*env.slots[slot as usize].borrow() {
            Slot::Bound(Lazy::Value(value)) => return Ok(value.clone()),
            Slot::Running => return Err(self.depends_on_itself(Some(span))),
            _ => {}
        }
        match body {
            Body::Part(_) if definition.yields.borrow().process => self.named(id, env, &[]),
            Body::Value(_) if definition.yields.borrow().process => {
                let process = self.named(id, env, &[])?;
                env.bind(slot, Lazy::Value(process.clone()));
                Ok(process)
            }
            Body::Value(code) => {
                self.once(env, slot, |evaluator| evaluator.evaluate_code(code, env))
            }
            Body::Part(whole) => self.once(env, slot, |evaluator| evaluator.part(whole, slot, env)),
            Body::Function(_) => unreachable!("functions are closures"),
        }
    }

    /// What a pattern binds in a slot, seen from where its definition is. The pattern is matched once, for all of its parts.
    pub(super) fn part(&mut self, whole: &Whole, slot: u32, env: &Env) -> Outcome<Value> {
        let bound = || match &*env.slots[slot as usize].borrow() {
            Slot::Bound(lazy) | Slot::Named(lazy) => Some(lazy.clone()),
            Slot::Empty | Slot::Running => None,
        };
        if bound().is_none() {
            self.bind_parts(whole, env)?;
        }
        let lazy = bound().ok_or_else(|| self.depends_on_itself(Some(whole.span)))?;
        self.force(&lazy)
    }

    /// Matches a pattern. Processes have names, by which the parts call each other.
    fn bind_parts(&mut self, whole: &Whole, env: &Env) -> Outcome<()> {
        let value = Lazy::code(&whole.value, env);
        let matches = self.matches(&whole.pattern, &value, env);
        for part in &whole.parts {
            let definition = &self.program.definitions[part.0 as usize];
            let Some(slot) = definition.slot else { continue };
            let mut slot = env.slots[slot as usize].borrow_mut();
            match (&matches, &*slot) {
                (Ok(true), Slot::Bound(lazy)) if definition.yields.borrow().process => {
                    let lazy = lazy.clone();
                    *slot = Slot::Named(lazy);
                }
                (Ok(false) | Err(_), Slot::Bound(_)) => *slot = Slot::Empty,
                _ => {}
            }
        }
        match matches? {
            true => Ok(()),
            false => Err(self.no_match(&whole.pattern, &value, whole.span)),
        }
    }

    /// Computes the value of a slot, once.
    fn once(
        &mut self,
        env: &Env,
        slot: u32,
        compute: impl FnOnce(&mut Self) -> Outcome<Value>,
    ) -> Outcome<Value> {
        let cell = &env.slots[slot as usize];
        if matches!(*cell.borrow(), Slot::Empty) {
            cell.replace(Slot::Running);
        }
        let result = compute(self);
        cell.replace(match &result {
            Ok(value) => Slot::Bound(Lazy::Value(value.clone())),
            Err(_) => Slot::Empty,
        });
        result
    }

    fn no_match(&mut self, _: &super::code::Match, value: &Lazy, span: Span) -> Failure {
        let shown = self.shown_lazily(value);
        self.error(span, format!("the value {shown} does not match the pattern"))
    }

    fn map_literal(&mut self, pairs: &[(Code, Code)], env: &Env) -> Outcome<Value> {
        let mut map = std::collections::BTreeMap::new();
        for (key, value) in pairs {
            let key = self.evaluate_code(key, env)?;
            map.insert(self.normal(&key)?, delayed(value, env));
        }
        Ok(Value::Map(Rc::new(Map(map))))
    }

    pub(super) fn condition(&mut self, code: &Code, env: &Env) -> Outcome<bool> {
        match self.evaluate_code(code, env)? {
            Value::Boolean(value) => Ok(value),
            other => Err(self.unexpected(&other, "true or false", code.span)),
        }
    }

    pub(super) fn integer(&mut self, code: &Code, env: &Env) -> Outcome<i64> {
        match self.evaluate_code(code, env)? {
            Value::Integer(value) => Ok(value),
            other => Err(self.unexpected(&other, "an integer", code.span)),
        }
    }

    pub(super) fn sequence(&mut self, code: &Code, env: &Env) -> Outcome<Rc<Sequence>> {
        match self.evaluate_code(code, env)? {
            Value::Sequence(value) => Ok(value),
            other => Err(self.unexpected(&other, "a sequence", code.span)),
        }
    }

    /// A set where one is expected; dotted sets and tuples of sets stand for their products.
    pub(super) fn set(&mut self, code: &Code, env: &Env) -> Outcome<Rc<Set>> {
        let value = self.evaluate_code(code, env)?;
        self.as_set(&value, code.span)
    }

    pub(super) fn as_set(&mut self, value: &Value, span: Span) -> Outcome<Rc<Set>> {
        match value {
            Value::Set(set) => Ok(Rc::clone(set)),
            other => Err(self.unexpected(other, "a set", span)),
        }
    }

    /// A value of another type, which types make impossible.
    pub(super) fn unexpected(&mut self, value: &Value, wanted: &str, span: Span) -> Failure {
        let shown = self.shown(value);
        self.error(span, format!("{wanted} is expected here, and this is {shown}"))
    }
}

/// An expression whose value is not computed now, unless it is there or nearly so.
pub(super) fn delayed(code: &Code, env: &Env) -> Lazy {
    if let Kind::Variable(place) = code.seen_from(env) {
        let slot = up(env, place.depth).slots[place.slot as usize].borrow();
        return match &*slot {
            Slot::Bound(lazy) => lazy.clone(),
            _ => Lazy::code(code, env),
        };
    }
    at_once(code, env).map_or_else(|| Lazy::code(code, env), Lazy::Value)
}

/// What costs nothing to compute: literals, and sums and the like of integers that are known. If it is computed now, counters and
/// sums that are passed on do not become chains of what was left for later.
fn at_once(code: &Code, env: &Env) -> Option<Value> {
    match code.seen_from(env) {
        Kind::Value(value) => Some(value.clone()),
        Kind::Variable(place) => match &*up(env, place.depth).slots[place.slot as usize].borrow() {
            Slot::Bound(lazy) => lazy.known(),
            _ => None,
        },
        Kind::Binary(
            operator @ (BinaryOperator::Add | BinaryOperator::Subtract | BinaryOperator::Multiply),
            left,
            right,
        ) => {
            let (Value::Integer(left), Value::Integer(right)) =
                (at_once(left, env)?, at_once(right, env)?)
            else {
                return None;
            };
            let result = match operator {
                BinaryOperator::Add => left.checked_add(right),
                BinaryOperator::Subtract => left.checked_sub(right),
                _ => left.checked_mul(right),
            };
            result.map(Value::Integer)
        }
        _ => None,
    }
}

pub(super) fn all_delayed(codes: &[Code], env: &Env) -> Vec<Lazy> {
    codes.iter().map(|code| delayed(code, env)).collect()
}

fn closure(id: DefinitionId, env: &Env) -> Value {
    Value::Function(Rc::new(Closure {
        callee: Callee::Definition(id, Rc::clone(env)),
        given: Vec::new(),
        identity: Default::default(),
    }))
}
