//! `BUFFER` and its relatives.
//!
//! `BUFFER(n, {(in, out), ..})` holds up to n events and puts them out in the order in which they came in. What `WEAK_BUFFER` and
//! `SIGNAL_BUFFER` do when they are full or empty is not documented, so that they are refused once they are looked into.

use std::collections::HashSet;

use diagnostics::Span;
use lts::{Term, TermId};

use super::Evaluator;
use super::failure::Outcome;
use crate::builtin::Builtin;
use crate::values::{Lazy, Value};

impl Evaluator<'_> {
    /// A buffer with nothing in it, by its name.
    pub(super) fn buffer(
        &mut self,
        builtin: Builtin,
        arguments: &[Lazy],
        span: Span,
    ) -> Outcome<TermId> {
        let wanted = match builtin {
            Builtin::Buffer => 2,
            Builtin::WeakBuffer => 3,
            _ => 4,
        };
        if arguments.len() != wanted {
            return Err(self.wrong_arguments(builtin, arguments.len(), span));
        }
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.normal_of(argument)?);
        }
        match values[0] {
            Value::Integer(bound) if bound > 0 => {}
            _ => {
                let text = format!("the bound of `{}` must be greater than 0", builtin.text());
                return Err(self.error(span, text));
            }
        }
        let mut known = HashSet::new();
        let signals = values[1..wanted - 1].to_vec();
        let pairs = self.relation(&arguments[wanted - 1], span)?;
        let of_pairs = pairs.into_iter().flat_map(|(from, to)| [from, to]);
        for value in signals.into_iter().chain(of_pairs) {
            let event = self.event_of(&value, span)?;
            if !known.insert(event) {
                let name = self.event_name(event);
                let text = format!("`{name}` is more than one event of this buffer");
                return Err(self.error(span, text));
            }
        }
        values.push(Value::sequence([]));
        Ok(self.named_builtin(builtin, values))
    }

    /// What a buffer does with what is in it.
    pub(super) fn unfolded_buffer(
        &mut self,
        builtin: Builtin,
        arguments: &[Value],
    ) -> Outcome<TermId> {
        let (Builtin::Buffer, [Value::Integer(bound), relation, Value::Sequence(held)]) =
            (builtin, arguments)
        else {
            let text = format!("`{}` is not supported", builtin.text());
            return Err(self.error_somewhere(&text));
        };
        // Without channels there are no events to hold.
        let Some(span) = self.program.constructors.first().map(|channel| channel.span) else {
            return Ok(self.terms.intern(Term::Stop));
        };
        let pairs = self.relation(&Lazy::Value(relation.clone()), span)?;
        let held: Vec<Value> = held.values().cloned().collect();
        let mut offers = Vec::new();
        let mut offer = |evaluator: &mut Self, event: &Value, held: &[Value]| {
            let mut after = arguments.to_vec();
            after[2] = Value::sequence(held.iter().cloned());
            let after = evaluator.named_builtin(builtin, after);
            offers.push((evaluator.event_of(event, span)?, after));
            Outcome::Ok(())
        };
        if let Some((first, rest)) = held.split_first() {
            offer(self, first, rest)?;
        }
        if (held.len() as i64) < *bound {
            for (input, output) in &pairs {
                let mut more = held.clone();
                more.push(output.clone());
                offer(self, input, &more)?;
            }
        }
        if offers.is_empty() {
            return Ok(self.terms.intern(Term::Stop));
        }
        offers.sort_unstable();
        Ok(self.terms.intern(Term::Prefix(offers.into())))
    }
}
