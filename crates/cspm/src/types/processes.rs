//! Processes.

use crate::tree::{Expression, ExpressionKind, ProcessOperator, Relation, Replicated};
use crate::types::collections::Source;
use crate::types::store::Store;
use crate::types::{Checked, Checker};

impl Checker<'_> {
    /// Checks what processes are made of.
    pub fn process(&mut self, expression: &Expression) -> Checked<()> {
        match &expression.kind {
            ExpressionKind::Prefix { channel, fields, after } => {
                self.prefix(channel, fields)?;
                self.is_process(after)
            }
            ExpressionKind::Guard(condition, process) => {
                self.expect(condition, Store::BOOL)?;
                self.is_process(process)
            }
            ExpressionKind::Process(operator, left, right) => {
                self.is_process(left)?;
                match operator {
                    ProcessOperator::Hide | ProcessOperator::Project => self.are_events(right),
                    _ => self.is_process(right),
                }
            }
            ExpressionKind::Synchronised(left, events, right)
            | ExpressionKind::Exception(left, events, right)
            | ExpressionKind::SynchronisingChoice(left, events, right)
            | ExpressionKind::SynchronisingInterrupt(left, events, right) => {
                self.is_process(left)?;
                self.are_events(events)?;
                self.is_process(right)
            }
            ExpressionKind::Alphabetised { left, right } => {
                for (process, events) in [&**left, &**right] {
                    self.is_process(process)?;
                    self.are_events(events)?;
                }
                Ok(())
            }
            ExpressionKind::Linked { left, right, links } => {
                self.is_process(left)?;
                self.is_process(right)?;
                self.relation(links)
            }
            ExpressionKind::Rename(process, relation) => {
                self.is_process(process)?;
                self.relation(relation)
            }
            ExpressionKind::Replicated { operator, statements, body } => {
                if let Replicated::Synchronised(events) | Replicated::SynchronisingChoice(events) =
                    operator
                {
                    self.are_events(events)?;
                }
                let source = match operator {
                    Replicated::Sequence | Replicated::Linked(_) => Source::Sequences,
                    _ => Source::Sets,
                };
                self.statements(statements, source)?;
                match operator {
                    Replicated::Alphabetised(events) => self.are_events(events)?,
                    Replicated::Linked(links) => self.relation(links)?,
                    _ => (),
                }
                self.is_process(body)
            }
            // All other expressions are values.
            _ => Ok(()),
        }
    }

    pub fn is_process(&mut self, expression: &Expression) -> Checked<()> {
        self.expect(expression, Store::PROC)
    }

    pub fn are_events(&mut self, expression: &Expression) -> Checked<()> {
        let events = self.set_of(Store::EVENT);
        self.expect(expression, events)
    }

    /// Both of a pair are events, or become events with the same fields.
    fn relation(&mut self, relation: &Relation) -> Checked<()> {
        self.statements(&relation.statements, Source::Sets)?;
        for (left, right) in &relation.pairs {
            let channel = self.extendable(Store::EVENT);
            self.expect(left, channel)?;
            self.expect(right, channel)?;
        }
        Ok(())
    }
}
