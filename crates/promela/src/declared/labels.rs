//! Labels, jumps to them, and what is said of other processes.

use std::collections::HashMap;

use diagnostics::Span;
use model::DeclaredKind;

use super::Resolver;
use super::list::New;
use super::words;
use crate::ast::{Name, PathPart};

/// The labels of a body and the jumps to them. Each expansion of an inline has labels of its own; the body itself is the expansion 0.
#[derive(Debug, Default)]
pub(super) struct Jumps<'a> {
    /// The labels of one name: the expansion, and what it is in the list.
    labels: HashMap<&'a str, Vec<(usize, Option<usize>)>>,
    /// Each jump with the expansions around it, the outermost first.
    jumps: Vec<(&'a Name, Vec<usize>)>,
    open: Vec<usize>,
    expansions: usize,
}

impl Jumps<'_> {
    /// Enters the expansion of an inline.
    pub(super) fn open_expansion(&mut self) {
        self.expansions += 1;
        self.open.push(self.expansions);
    }

    /// Leaves it.
    pub(super) fn close_expansion(&mut self) {
        self.open.pop();
    }

    /// The label that a jump goes to: one of the same expansion, or of one around it, or any of that name.
    fn target(&self, name: &str, around: &[usize]) -> Option<usize> {
        let labels = self.labels.get(name)?;
        let of = |expansion: usize| labels.iter().rfind(|(known, _)| *known == expansion);
        let near = around.iter().rev().chain(&[0]).find_map(|&expansion| of(expansion));
        near.or_else(|| labels.iter().min_by_key(|(expansion, _)| *expansion))?.1
    }
}

/// What is said of a process of some proctype.
#[derive(Debug)]
pub(super) struct Reference<'a> {
    /// The name of the proctype.
    pub(super) process: &'a str,
    /// What is said of it.
    pub(super) part: Part<'a>,
    /// Whether it stands in an argument that may mean something else.
    pub(super) doubts: bool,
}

/// A part of a process that others name.
#[derive(Debug)]
pub(super) enum Part<'a> {
    Label(&'a Name),
    Variable(&'a [PathPart]),
}

impl<'a> Resolver<'a> {
    /// Adds the label of a statement.
    pub(super) fn label(&mut self, label: &'a Name, statement: Span) {
        // The label may be an argument of an inline, with the statement in its body.
        let is_before = label.span.end <= statement.start;
        let number = self.list.add(New {
            name: &label.text,
            kind: DeclaredKind::Label,
            place: label.span,
            whole: if is_before { label.span.to(statement) } else { label.span },
            text: format!("{}:", label.text),
            remarks: words::of_label(&label.text),
            within: self.around(),
        });
        let expansion = self.jumps.open.last().copied().unwrap_or(0);
        self.jumps.labels.entry(&label.text).or_default().push((expansion, number));
    }

    /// Notes a jump.
    pub(super) fn jump(&mut self, label: &'a Name) {
        let around = self.jumps.open.clone();
        self.jumps.jumps.push((label, around));
    }

    /// Ends a body: all its labels are known.
    pub(super) fn close_body(&mut self) {
        let jumps = std::mem::take(&mut self.jumps);
        for (label, around) in &jumps.jumps {
            if let Some(number) = jumps.target(&label.text, around) {
                self.list.used(number, label.span);
            }
        }
        let Some(owner) = self.owner.and_then(|owner| self.owners.get_mut(owner)) else { return };
        for (name, labels) in jumps.labels {
            let meant = labels.iter().min_by_key(|(expansion, _)| *expansion);
            owner.labels.insert(name, meant.and_then(|(_, number)| *number));
        }
    }

    /// Looks up what is said of other processes.
    pub(super) fn references(&mut self) {
        for Reference { process, part, doubts } in std::mem::take(&mut self.references) {
            let Some(owner) = self.processes.get(process).and_then(|&it| self.owners.get(it))
            else {
                continue;
            };
            self.list.doubts = doubts;
            match part {
                Part::Label(label) => {
                    if let Some(Some(number)) = owner.labels.get(label.text.as_str()) {
                        self.list.used(*number, label.span);
                    }
                }
                Part::Variable([first, rest @ ..]) => {
                    if let Some(&meaning) = owner.locals.get(first.name.text.as_str()) {
                        self.meant(meaning, &first.name);
                        self.fields(meaning, rest);
                    }
                }
                Part::Variable([]) => {}
            }
        }
        self.list.doubts = false;
    }
}
