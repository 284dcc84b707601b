//! Prefixes: all events that they allow, each with what comes after it (section 7 of the notes on the language).

use std::rc::Rc;

use diagnostics::Span;
use lts::{Event, Term, TermId};

use super::Evaluator;
use super::code::{Code, Env, Field, Frame, Match, Prefix};
use super::failure::Outcome;
use crate::values::{Lazy, Value};

/// The inputs of a field that are matched one by one.
struct Input<'p> {
    patterns: &'p [Match],
    slots: u32,
    /// Whether the last pattern takes all that the event still lacks.
    takes_rest: bool,
    span: Span,
}

/// What is done with what a field was matched with: the event so far, and what is bound.
type Matched<'v, 's> = &'v mut dyn FnMut(&mut Evaluator<'s>, Value, &Env) -> Outcome<()>;

impl<'s> Evaluator<'s> {
    pub(super) fn prefix(&mut self, prefix: &Prefix, env: &Env, span: Span) -> Outcome<TermId> {
        let channel = self.evaluate_code(&prefix.channel, env)?;
        let internal = prefix.fields.iter().take_while(|field| is_internal(field)).count();
        if internal == 0 {
            return self.offered(prefix, 0, channel, env, span);
        }
        let mut choices = Vec::new();
        self.fields_from(prefix, 0, internal, channel, env, &mut |evaluator, event, env| {
            choices.push(evaluator.offered(prefix, internal, event, env, span)?);
            Ok(())
        })?;
        if choices.is_empty() {
            return Err(self.error(span, "there is nothing that `$` could choose"));
        }
        Ok(self.internal_choice(choices))
    }

    /// The choice of all events for the fields from one on.
    fn offered(
        &mut self,
        prefix: &Prefix,
        from: usize,
        event: Value,
        env: &Env,
        span: Span,
    ) -> Outcome<TermId> {
        let mut offers: Vec<(Event, TermId)> = Vec::new();
        let end = prefix.fields.len();
        self.fields_from(prefix, from, end, event, env, &mut |evaluator, value, env| {
            let value = evaluator.normal(&value)?;
            let event = evaluator.event_of(&value, span)?;
            let after = evaluator.later(&prefix.after, env)?;
            let after = match &prefix.timed {
                None => after,
                Some(timed) => {
                    evaluator.after_duration(timed, value, after, env, prefix.after.span)?
                }
            };
            offers.push((event, after));
            Ok(())
        })?;
        if offers.is_empty() {
            return Ok(self.terms.intern(Term::Stop));
        }
        offers.sort_unstable();
        offers.dedup();
        let term = self.terms.intern(Term::Prefix(offers.into()));
        self.prefixes.entry(term).or_insert(span);
        Ok(term)
    }

    /// Goes through some of the fields, for all that they may be.
    fn fields_from(
        &mut self,
        prefix: &Prefix,
        from: usize,
        end: usize,
        event: Value,
        env: &Env,
        visit: Matched<'_, 's>,
    ) -> Outcome<()> {
        if from == end {
            return visit(self, event, env);
        }
        let mut go_on = |evaluator: &mut Self, event: Value, env: &Env| {
            evaluator.fields_from(prefix, from + 1, end, event, env, visit)
        };
        match &prefix.fields[from] {
            Field::Output(code) => {
                let value = self.evaluate_code(code, env)?;
                let event = self.combine(event, &value, code.span)?;
                go_on(self, event, env)
            }
            Field::Input { patterns, slots, set: Some(set), span, .. } => {
                self.input_from_set(patterns, *slots, set, *span, &event, env, &mut go_on)
            }
            Field::Input { patterns, slots, set: None, span, .. } => {
                let takes_rest = from + 1 == prefix.fields.len();
                let input = Input { patterns, slots: *slots, takes_rest, span: *span };
                self.input(&input, event, &mut Vec::new(), env, &mut go_on)
            }
        }
    }

    /// `?p:S`: the elements that match, each of which must be allowed there.
    #[allow(clippy::too_many_arguments, reason = "all that a field is")]
    fn input_from_set(
        &mut self,
        patterns: &[Match],
        slots: u32,
        set: &Code,
        span: Span,
        event: &Value,
        env: &Env,
        visit: Matched<'_, 's>,
    ) -> Outcome<()> {
        let set = self.set(set, env)?;
        self.each_element(&set, &mut |evaluator, element| {
            evaluator.tick()?;
            let frame = Frame::new(slots, env);
            let matched = match patterns {
                [pattern] => evaluator.matches(pattern, &Lazy::Value(element.clone()), &frame)?,
                patterns => evaluator.dots_match(patterns, &element, &frame)?,
            };
            if !matched {
                return Ok(());
            }
            let event = evaluator.combine(event.clone(), &element, span)?;
            visit(evaluator, event, &frame)
        })
    }

    /// `?p`: one field for each pattern, and all the rest for the last one; a constructor in the pattern is fed as it is.
    fn input(
        &mut self,
        input: &Input<'_>,
        event: Value,
        chosen: &mut Vec<Value>,
        env: &Env,
        visit: Matched<'_, 's>,
    ) -> Outcome<()> {
        let place = chosen.len();
        let Some(pattern) = input.patterns.get(place) else {
            let frame = Frame::new(input.slots, env);
            for (pattern, value) in input.patterns.iter().zip(&*chosen) {
                let value = Lazy::Value(value.clone());
                if !matches!(pattern, Match::Constructor(_))
                    && !self.matches(pattern, &value, &frame)?
                {
                    return Ok(());
                }
            }
            return visit(self, event, &frame);
        };
        if let Match::Constructor(id) = pattern {
            let bare = self.program.constructors[id.0 as usize].bare.clone();
            let possible = self.next_field(&event, input.span)?;
            if !self.may_begin(&possible, &bare, input.span)? {
                return Ok(());
            }
            let event = self.combine(event, &bare, input.span)?;
            chosen.push(bare);
            self.input(input, event, chosen, env, visit)?;
            chosen.pop();
            return Ok(());
        }
        let last = place + 1 == input.patterns.len();
        let values = match last && input.takes_rest {
            true => self.extensions(&event, input.span)?,
            false => self.next_field(&event, input.span)?,
        };
        self.each_element(&values, &mut |evaluator, value| {
            evaluator.tick()?;
            let event = evaluator.combine(event.clone(), &value, input.span)?;
            chosen.push(value);
            evaluator.input(input, event, chosen, env, visit)?;
            chosen.pop();
            Ok(())
        })
    }

    /// Whether a field may be this constructor, perhaps with fields of its own.
    fn may_begin(
        &mut self,
        possible: &Rc<crate::values::Set>,
        bare: &Value,
        span: Span,
    ) -> Outcome<bool> {
        if !bare.is_incomplete() {
            return self.contains(possible, bare);
        }
        let productions = self.productions(bare, span)?;
        let both = self.intersection(possible, &productions)?;
        Ok(!self.is_empty(&both)?)
    }
}

fn is_internal(field: &Field) -> bool {
    matches!(field, Field::Input { internal: true, .. })
}
