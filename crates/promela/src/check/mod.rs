//! Type checking: what a model says that it probably does not mean.
//!
//! Everything here is a warning; what cannot be understood at all is refused elsewhere. One walk
//! collects names, labels, and how channels are used, and judges expressions and assignments on
//! its way (`walk`, `values`, `operands`, `assignments`). Then the messages of all channels are
//! inferred (`signatures`) and judged (`messages`), and what was never used is named (`labels`,
//! `variables`). The types of channels, recursive ones too, are what is left (`types`,
//! `type_graph`).

mod assignments;
mod cells;
mod instances;
mod labels;
mod messages;
mod names;
mod operands;
mod signatures;
mod type_graph;
mod types;
mod values;
mod variables;
mod walk;

use std::collections::{HashMap, HashSet};

use diagnostics::{Diagnostic, Severity, Sources, Span};

use crate::ast::{Model, Proctype, Unit};
use cells::{Cell, Range};
use instances::Instances;
use labels::Labels;
use messages::{Fact, Traffic};
use names::{Field, Names};
use signatures::{SignatureId, Signatures};
pub use types::{ChannelType, ChannelTypes};

/// How many warnings are given for one model.
const MAX_WARNINGS: usize = 50;

/// Checks a parsed model; gives warnings in the order of the text.
#[must_use]
pub fn check(model: &Model, sources: &Sources) -> Vec<Diagnostic> {
    check_with_types(model, sources).0
}

/// The same with the types of all channels.
pub(crate) fn check_with_types(
    model: &Model,
    sources: &Sources,
) -> (Vec<Diagnostic>, ChannelTypes) {
    let mut checker = Checker {
        sources,
        names: Names::default(),
        typedefs: HashMap::new(),
        initialised: HashSet::new(),
        symbols: HashMap::new(),
        processes: HashMap::new(),
        labels: Labels::default(),
        instances: Instances::new(model),
        mentioned: HashSet::new(),
        signatures: Signatures::default(),
        facts: Vec::new(),
        traffic: Traffic::default(),
        mixtures: HashMap::new(),
        pids: pids(model),
        reported: HashSet::new(),
        diagnostics: Vec::new(),
    };
    checker.model(model);
    checker.judge_facts();
    let types = checker.channel_types();
    checker.missing_instances();
    checker.unused_labels();
    checker.variables();
    let mut diagnostics = checker.diagnostics;
    diagnostics.sort_by_key(|d| d.primary().map(|span| (span.file, span.start)));
    let more = diagnostics.len().saturating_sub(MAX_WARNINGS);
    diagnostics.truncate(MAX_WARNINGS);
    if more > 0 {
        let message = format!("{more} more warnings are not shown");
        diagnostics.push(Diagnostic::new(Severity::Note, message));
    }
    (diagnostics, types)
}

struct Checker<'a> {
    sources: &'a Sources,
    names: Names,
    typedefs: HashMap<String, Vec<Field>>,
    /// The structures with initial values in them.
    initialised: HashSet<String>,
    /// The symbols, each with the name of its kind of `mtype`.
    symbols: HashMap<&'a str, Option<String>>,
    /// The parameters of each proctype.
    processes: HashMap<&'a str, Vec<(String, Cell)>>,
    labels: Labels,
    /// Processes that are asked about by their numbers.
    instances: Instances,
    /// Names that formulas and remote references read.
    mentioned: HashSet<String>,
    signatures: Signatures,
    facts: Vec<Fact>,
    /// What goes through channels, once the facts are judged.
    traffic: Traffic,
    /// Where a symbol and where a number was sent in a field of a number type.
    mixtures: HashMap<(SignatureId, usize), [Option<Span>; 2]>,
    /// The process identifiers that there can be, as far as that is clear.
    pids: Range,
    reported: HashSet<(Option<Span>, String)>,
    diagnostics: Vec<Diagnostic>,
}

/// The process identifiers of a model in which all processes are there from the start. Of others
/// nothing is assumed: two processes that are started with `run` may well use a `bit`.
fn pids(model: &Model) -> Range {
    let mut processes = 0;
    for unit in &model.units {
        match unit {
            Unit::Init(_) => return Range::BIT,
            Unit::Proctype(Proctype { active: Some(count), .. }) => {
                processes += match count {
                    None => 1,
                    Some(count) => values::constant(count).unwrap_or(0),
                };
            }
            _ => {}
        }
    }
    Range { low: 0, high: (processes - 1).clamp(0, 255) }
}

impl Checker<'_> {
    /// Reports a warning, unless it was said already: an inline is looked at in each of its
    /// expansions.
    fn report(&mut self, warning: Diagnostic) {
        if self.reported.insert((warning.primary(), warning.message.clone())) {
            self.diagnostics.push(warning);
        }
    }
}
