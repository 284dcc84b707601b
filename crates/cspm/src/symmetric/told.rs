//! Reasons in words.

use std::ops::Range;

use diagnostics::{Diagnostic, Sources, Span};

use super::reasons::{Cause, Link, LinkKind, Reason};
use super::required::Unmet;
use super::{Constant, Symmetry, TypeSymmetry};
use crate::tree::SymmetricType;

/// Of a way, no more steps are told at each of its ends.
const MOST_AT_AN_END: usize = 4;

/// No more reasons are told for each type.
const MOST_REASONS: usize = 3;

impl Reason {
    /// The way in sentences, each with its place, and in the end what breaks the symmetry of a datatype.
    #[must_use]
    pub fn chain(&self, of: &TypeSymmetry) -> Vec<(Span, String)> {
        let mut from = "it".to_owned();
        let mut chain = Vec::new();
        for link in self.links() {
            chain.push((link.span, format!("{from} {}", refers(link))));
            from = called(link);
        }
        chain.push((self.cause.span(), format!("{from} {}", breaks(&self.cause, of))));
        chain
    }

    /// The same as a single sentence, which begins with `it`.
    fn sentence(&self, of: &TypeSymmetry, sources: &Sources) -> String {
        let place =
            |span: Span| format!(" ({}:{})", sources.name(span.file), sources.line_column(span).0);
        let links = self.links();
        let steps = links.iter().map(|link| refers(link) + &place(link.span));
        let last = breaks(&self.cause, of) + &place(self.cause.span());
        let parts: Vec<String> = steps.chain([last]).collect();
        let left_out = middle(parts.len());
        let mut told = "it ".to_owned();
        for (number, part) in parts.iter().enumerate() {
            if number == left_out.start && !left_out.is_empty() {
                told += ", …";
            }
            if !left_out.contains(&number) {
                told += if number == 0 { "" } else { ", which " };
                told += part;
            }
        }
        told
    }
}

/// The steps of a long way that are not told.
fn middle(steps: usize) -> Range<usize> {
    MOST_AT_AN_END..MOST_AT_AN_END.max(steps.saturating_sub(MOST_AT_AN_END))
}

/// The definition at the end of a step.
fn called(link: &Link) -> String {
    match (&link.to, link.kind) {
        (Some(name), _) => format!("`{name}`"),
        (None, LinkKind::StandsIn) => "the timed section".to_owned(),
        (None, _) => "the parameter".to_owned(),
    }
}

/// What leads there.
fn refers(link: &Link) -> String {
    match (link.kind, &link.to) {
        (LinkKind::RefersTo, _) => format!("refers to {}", called(link)),
        (LinkKind::StandsIn, _) => "stands in a timed section".to_owned(),
        (LinkKind::BelongsTo, Some(name)) => {
            format!("belongs to an instance with the parameter `{name}`")
        }
        (LinkKind::BelongsTo, None) => "belongs to an instance with a parameter".to_owned(),
    }
}

fn breaks(cause: &Cause, of: &TypeSymmetry) -> String {
    let datatype = &of.name;
    match cause {
        Cause::Constant { constructor, name, .. } if of.has_fields(*constructor) => {
            format!("contains `{name}`, a constructor with fields")
        }
        Cause::Constant { name, in_pattern: false, .. } => {
            format!("contains the constant `{name}`")
        }
        Cause::Constant { name, in_pattern: true, .. } => {
            format!("contains the constant `{name}` in a pattern")
        }
        Cause::Order { shown, by: None, .. } => {
            format!("depends on an order of the values of `{datatype}`: by {shown}")
        }
        Cause::Order { shown, by: Some(name), .. } => {
            let through = format!("`{name}`");
            let by = shown.to_string();
            let by = if by == through { through } else { format!("{through}, which uses {by}") };
            format!("depends on an order of the values of `{datatype}`: by {by}")
        }
        Cause::Chooses { builtin, .. } => {
            format!("uses `{}`, which chooses among transitions", builtin.text())
        }
    }
}

impl Unmet<'_> {
    /// In which type there is no symmetry, and why.
    pub fn told(&self, sources: &Sources) -> String {
        let reasons = self.reasons();
        let told = reasons.iter().take(MOST_REASONS);
        let told: Vec<String> = told.map(|reason| reason.sentence(&self.found, sources)).collect();
        let more = match reasons.len().saturating_sub(MOST_REASONS) {
            0 => String::new(),
            1 => "; for 1 more reason".to_owned(),
            more => format!("; for {more} more reasons"),
        };
        format!("not symmetric in `{}`: {}{more}", written(self.asked), told.join("; "))
    }

    /// The same of an option of an assertion, at the places where things stand.
    pub fn warning(&self) -> Diagnostic {
        let text = format!("the assertion is not symmetric in `{}`", written(self.asked));
        let mut warning = Diagnostic::warning(self.asked.name.span, text);
        if let Some(first) = self.reasons().first() {
            let chain = first.chain(&self.found);
            let left_out = middle(chain.len());
            let told = chain.into_iter().enumerate().filter(|(step, _)| !left_out.contains(step));
            for (_, (span, sentence)) in told {
                warning = warning.label(span, sentence);
            }
        }
        match &self.found.verdict {
            Symmetry::Subtype { without } => {
                let names = without.iter().map(|Constant { name, .. }| &**name);
                let rest = difference(&self.asked.name.to_string(), names);
                warning.help(format!("it is in `{rest}`"))
            }
            _ => warning,
        }
    }
}

/// A type as scripts write it.
fn written(asked: &SymmetricType) -> String {
    let names: Vec<String> = asked.without.iter().map(ToString::to_string).collect();
    if names.is_empty() {
        return asked.name.to_string();
    }
    difference(&asked.name.to_string(), names.iter().map(String::as_str))
}

fn difference<'n>(datatype: &str, without: impl Iterator<Item = &'n str>) -> String {
    format!("diff({datatype}, {{| {} |}})", without.collect::<Vec<_>>().join(", "))
}
