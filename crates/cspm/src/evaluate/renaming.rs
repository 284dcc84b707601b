//! Pairs of events: renamings and links.

use std::collections::HashSet;

use diagnostics::{Diagnostic, Span};
use lts::Event;

use super::Evaluator;
use super::code::{Env, Pairs};
use super::comprehension::Source;
use super::failure::Outcome;

impl Evaluator<'_> {
    /// The pairs of a renaming, in ascending order, each once: all events that begin like the left side, and the right side with the
    /// same behind it.
    pub(super) fn renaming(&mut self, pairs: &Pairs, env: &Env) -> Outcome<Vec<(Event, Event)>> {
        let mut found = Vec::new();
        self.each(&pairs.steps, Source::Sets, env, &mut |evaluator, env| {
            for (from, to) in &pairs.pairs {
                let left = evaluator.evaluate_code(from, env)?;
                let left = evaluator.normal(&left)?;
                let right = evaluator.evaluate_code(to, env)?;
                let lacking = evaluator.lacking(&left, from.span)?;
                for fields in evaluator.product(&lacking)? {
                    let (mut old, mut new) = (left.clone(), right.clone());
                    for field in &fields {
                        old = evaluator.combine(old, field, from.span)?;
                        new = evaluator.combine(new, field, to.span)?;
                    }
                    let new = evaluator.normal(&new)?;
                    let old = evaluator.event_of(&old, from.span)?;
                    found.push((old, evaluator.event_of(&new, to.span)?));
                }
            }
            Ok(())
        })?;
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// The pairs of linked processes: an event may be linked once on each side.
    pub(super) fn links(
        &mut self,
        pairs: &Pairs,
        env: &Env,
        span: Span,
    ) -> Outcome<Vec<(Event, Event)>> {
        let links = self.renaming(pairs, env)?;
        let (mut left, mut right) = (HashSet::new(), HashSet::new());
        for &(one, other) in &links {
            let twice = match (left.insert(one), right.insert(other)) {
                (true, true) => continue,
                (false, _) => (one, "left"),
                (_, false) => (other, "right"),
            };
            let event = self.event_name(twice.0);
            let text = format!("`{event}` is linked twice on the {} side", twice.1);
            return Err(self.traced(Diagnostic::error(span, text)).into());
        }
        Ok(links)
    }
}
