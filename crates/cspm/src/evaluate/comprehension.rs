//! Comprehensions: everything that ranges over generators.

use std::rc::Rc;

use super::Evaluator;
use super::code::{Code, Comprehension, Env, Frame, Match, Step};
use super::expressions::delayed;
use super::failure::Outcome;
use crate::values::{Lazy, Sequence, Set, Suspended, Value};

/// What generators range over.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    Sets,
    Sequences,
}

/// What is left of a sequence comprehension.
pub(crate) struct Stream {
    comprehension: Rc<Comprehension>,
    generators: Option<Rc<Generator>>,
}

/// A generator that was entered, inside those before it.
struct Generator {
    step: usize,
    env: Env,
    remaining: Lazy,
    outer: Option<Rc<Generator>>,
}

/// What is done for each binding.
type Visit<'v, 's> = &'v mut dyn FnMut(&mut Evaluator<'s>, &Env) -> Outcome<()>;

impl<'s> Evaluator<'s> {
    /// Does something for everything that the steps bind, in order.
    pub(super) fn each(
        &mut self,
        steps: &[Step],
        source: Source,
        env: &Env,
        visit: Visit<'_, 's>,
    ) -> Outcome<()> {
        let Some((step, later)) = steps.split_first() else { return visit(self, env) };
        match step {
            Step::Condition(condition) => {
                if self.condition(condition, env)? {
                    self.each(later, source, env, visit)?;
                }
                Ok(())
            }
            Step::Generator { pattern, slots, source: code } => {
                let mut visit_one = |evaluator: &mut Self, element: Lazy| {
                    evaluator.tick()?;
                    match evaluator.matched(pattern, *slots, &element, env)? {
                        Some(frame) => evaluator.each(later, source, &frame, visit),
                        None => Ok(()),
                    }
                };
                match source {
                    Source::Sets => {
                        let set = self.set(code, env)?;
                        self.each_element(&set, &mut |evaluator, element| {
                            visit_one(evaluator, Lazy::Value(element))
                        })
                    }
                    Source::Sequences => {
                        let mut sequence = delayed(code, env);
                        while let Some((first, rest)) = self.uncons(&sequence)? {
                            visit_one(self, first)?;
                            sequence = rest;
                        }
                        Ok(())
                    }
                }
            }
        }
    }

    /// The frame in which an element is matched, if it is.
    fn matched(
        &mut self,
        pattern: &Match,
        slots: u32,
        element: &Lazy,
        env: &Env,
    ) -> Outcome<Option<Env>> {
        let frame = Frame::new(slots, env);
        Ok(self.matches(pattern, element, &frame)?.then_some(frame))
    }

    /// `{a, b | ..}`
    pub(super) fn set_comprehension(
        &mut self,
        elements: &[Code],
        steps: &[Step],
        env: &Env,
    ) -> Outcome<Value> {
        let mut found = Vec::new();
        self.each(steps, Source::Sets, env, &mut |evaluator, env| {
            for element in elements {
                let value = evaluator.evaluate_code(element, env)?;
                found.push(evaluator.normal(&value)?);
            }
            Ok(())
        })?;
        Ok(Value::Set(Rc::new(Set::of(found))))
    }

    /// `<a, b | ..>`
    pub(super) fn stream(
        &mut self,
        comprehension: &Rc<Comprehension>,
        env: &Env,
    ) -> Outcome<Value> {
        self.stream_from(comprehension, 0, Rc::clone(env), None)
    }

    pub(super) fn next_of_stream(&mut self, stream: Stream) -> Outcome<Value> {
        self.next_of_generators(&stream.comprehension, stream.generators)
    }

    /// The elements for the steps from one on.
    fn stream_from(
        &mut self,
        comprehension: &Rc<Comprehension>,
        from: usize,
        env: Env,
        outer: Option<Rc<Generator>>,
    ) -> Outcome<Value> {
        for (step, at) in comprehension.steps[from..].iter().zip(from..) {
            match step {
                Step::Condition(condition) => {
                    if !self.condition(condition, &env)? {
                        return self.next_of_generators(comprehension, outer);
                    }
                }
                Step::Generator { source, .. } => {
                    let remaining = delayed(source, &env);
                    let generator = Generator { step: at, env, remaining, outer };
                    return self.next_of_generators(comprehension, Some(Rc::new(generator)));
                }
            }
        }
        let elements = super::expressions::all_delayed(&comprehension.elements, &env);
        let stream = Stream { comprehension: Rc::clone(comprehension), generators: outer };
        let sequence = Sequence::before(elements, Lazy::suspended(Suspended::Stream(stream)));
        Ok(Value::Sequence(Rc::new(sequence)))
    }

    /// The elements for the next element of the innermost generator that has one.
    fn next_of_generators(
        &mut self,
        comprehension: &Rc<Comprehension>,
        mut generators: Option<Rc<Generator>>,
    ) -> Outcome<Value> {
        while let Some(generator) = generators {
            let Some((first, remaining)) = self.uncons(&generator.remaining)? else {
                generators = generator.outer.clone();
                continue;
            };
            let Step::Generator { pattern, slots, .. } = &comprehension.steps[generator.step]
            else {
                unreachable!("a generator")
            };
            let frame = self.matched(pattern, *slots, &first, &generator.env)?;
            let (step, env, outer) =
                (generator.step, Rc::clone(&generator.env), generator.outer.clone());
            let next = Rc::new(Generator { step, env, remaining, outer });
            // The steps behind it are gone through here and not in `stream_from`, lest many that fail fill the stack.
            match frame {
                None => generators = Some(next),
                Some(frame) => match self.passed(comprehension, step + 1, frame, next)? {
                    Passed::Elements(value) => return Ok(value),
                    Passed::Generators(inner) => generators = Some(inner),
                },
            }
        }
        Ok(Value::sequence([]))
    }

    fn passed(
        &mut self,
        comprehension: &Rc<Comprehension>,
        from: usize,
        env: Env,
        outer: Rc<Generator>,
    ) -> Outcome<Passed> {
        for (step, at) in comprehension.steps[from..].iter().zip(from..) {
            match step {
                Step::Condition(condition) => {
                    if !self.condition(condition, &env)? {
                        return Ok(Passed::Generators(outer));
                    }
                }
                Step::Generator { source, .. } => {
                    let remaining = delayed(source, &env);
                    let outer = Some(outer);
                    let generator = Generator { step: at, env, remaining, outer };
                    return Ok(Passed::Generators(Rc::new(generator)));
                }
            }
        }
        let from = comprehension.steps.len();
        self.stream_from(comprehension, from, env, Some(outer)).map(Passed::Elements)
    }
}

/// Where the steps behind a generator lead.
enum Passed {
    Elements(Value),
    Generators(Rc<Generator>),
}
