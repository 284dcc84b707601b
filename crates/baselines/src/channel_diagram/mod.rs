//! The published way to detect symmetry: static channel diagrams.
//!
//! Donaldson and Miller, "Automatic Symmetry Detection for Promela", Journal of Automated Reasoning, 2008; Donaldson's thesis,
//! Glasgow 2007. A small graph of the program, its static channel diagram (`draw`), has every symmetry that the method can
//! find among its automorphisms. Each automorphism is *valid* if renaming processes and channels by it leaves the program as it
//! is, up to a normal form (`validity`); [`symmetry::largest_valid`] finds the group of the valid ones.
//!
//! [`detection`] reads the group off the program at once, and needs no search. This module is there to compare with it and
//! with the published figures, and for its diagram, which people can read.

mod diagram;
mod draw;
mod equivalence;
mod flow;
mod meanings;
mod method;
mod mismatch;
mod normal;
mod restrictions;
mod runs;
mod signature;
mod statics;
mod terms;
mod validity;
mod wording;

use std::time::{Duration, Instant};

use detection::{Detected, Remark, Understanding, Understood};
use groups::{Group, Interrupted, Patience, Permutation, uninterrupted};
use statics::Statics;
use symmetry::{Conjugates, LargestValid, largest_valid_within};
use validity::Validity;

use crate::known::{believed, cycles};
pub use diagram::ChannelDiagram;
pub use equivalence::Equivalence;
pub use method::CHANNEL_DIAGRAMS;
pub use mismatch::Mismatch;

/// What the method found.
#[derive(Debug)]
pub struct Analysis {
    /// The diagram: the processes, then the channels, by their numbers.
    pub diagram: ChannelDiagram,
    /// Its automorphisms, as permutations of its vertices.
    pub automorphisms: Group,
    /// Those of them that are valid.
    pub valid: LargestValid,
    /// The generators of the automorphisms that are not, each with the first difference.
    pub rejections: Vec<Rejection>,
    /// How long it took to find the automorphisms, the diagram being drawn.
    pub finding: Duration,
    /// How long it took to find the valid ones among them.
    pub validating: Duration,
}

/// An automorphism of the diagram that is no symmetry of the program.
#[derive(Clone, Debug)]
pub struct Rejection {
    /// The automorphism.
    pub permutation: Permutation,
    /// What it would change.
    pub mismatch: Option<Mismatch>,
}

/// What is found with a diagram: the reduction by the valid automorphisms, and how they were found.
#[derive(Debug)]
pub struct DiagramDetected {
    /// The reduction, with whatever stood in its way.
    pub detected: Detected,
    /// How it was found; none if processes and channels cannot be told in advance.
    pub analysis: Option<Analysis>,
}

/// The static channel diagram of a machine.
///
/// # Errors
/// Why its processes are not known in advance.
pub fn diagram(understanding: &Understanding<'_>) -> Result<ChannelDiagram, Remark> {
    let understood = uninterrupted(|patience| understanding.as_written(patience));
    let Understood { machine, classes, shape, .. } = understood.map_err(Remark::clone)?;
    Ok(draw::draw(machine, classes, shape, &Statics::new(machine, shape)))
}

/// Finds the symmetry of a machine by its static channel diagram: a permutation is valid if the renamed program is
/// equivalent to the program.
///
/// Valid automorphisms that do not act on states, or that are none of the program's graph ([`detection::graph`]), are no
/// part of the reduction: a remark says so. Such are those that exchange parameters which a proctype treats alike, for they
/// are cells of the state.
///
/// If the caller loses patience, there is no reduction, and a remark says why.
#[must_use]
pub fn detect_by_diagram(
    equivalence: Equivalence,
    understanding: &Understanding<'_>,
    patience: &mut Patience<'_>,
) -> DiagramDetected {
    detect(equivalence, understanding, patience).unwrap_or_else(|Interrupted| DiagramDetected {
        detected: Detected::given_up(),
        analysis: None,
    })
}

fn detect(
    equivalence: Equivalence,
    understanding: &Understanding<'_>,
    patience: &mut Patience<'_>,
) -> Result<DiagramDetected, Interrupted> {
    let understood = match understanding.as_written(patience)? {
        Ok(understood) => understood,
        Err(remark) => {
            let detected = Detected::refused(remark);
            return Ok(DiagramDetected { detected, analysis: None });
        }
    };
    let analysis = analyse(equivalence, Conjugates::Random, &understood, patience)?;
    let mut remarks = understood.remarks();
    if !analysis.valid.complete {
        let text = format!(
            "there may be more symmetry: {} cosets were too many to test",
            analysis.valid.cosets
        );
        remarks.push(Remark { span: None, text });
    }
    let names = |vertex: usize| analysis.diagram.name(vertex).to_owned();
    let group = &analysis.valid.group;
    let known = &understood.automorphisms(patience)?.generators;
    let believed = believed(&understood, known, group, patience)?;
    remarks.extend(believed.refused.iter().map(|refused| {
        let text = format!(
            "{} is valid, but the states are not reduced by it: it is not known to act on them",
            cycles(refused, &names)
        );
        Remark { span: None, text }
    }));
    let reduction = understood.reduce(&believed.automorphisms, &mut remarks, patience)?;
    Ok(DiagramDetected {
        detected: Detected { reduction, remarks, ..Detected::default() },
        analysis: Some(analysis),
    })
}

/// The valid automorphisms of a diagram alone, found with random conjugates or without.
///
/// # Errors
/// Why its processes are not known in advance, or that the caller lost patience.
pub fn analyse_by_diagram(
    equivalence: Equivalence,
    conjugates: Conjugates,
    understanding: &Understanding<'_>,
    patience: &mut Patience<'_>,
) -> Result<Result<Analysis, Remark>, Interrupted> {
    match understanding.as_written(patience)? {
        Ok(understood) => analyse(equivalence, conjugates, &understood, patience).map(Ok),
        Err(remark) => Ok(Err(remark.clone())),
    }
}

fn analyse(
    equivalence: Equivalence,
    conjugates: Conjugates,
    understood: &Understood<'_>,
    patience: &mut Patience<'_>,
) -> Result<Analysis, Interrupted> {
    let &Understood { machine, classes, shape, .. } = understood;
    let statics = Statics::new(machine, shape);
    let diagram = draw::draw(machine, classes, shape, &statics);
    let start = Instant::now();
    let automorphisms = diagram.automorphisms();
    let finding = start.elapsed();
    let start = Instant::now();
    let mut validity = Validity::new(machine, classes, shape, statics, equivalence);
    let is_valid = |permutation: &Permutation| validity.is_valid(permutation);
    let valid = largest_valid_within(&automorphisms, is_valid, conjugates, patience)?;
    let validating = start.elapsed();
    let names = |vertex: usize| diagram.name(vertex).to_owned();
    let rejections = valid.rejected.iter().map(|permutation| Rejection {
        permutation: permutation.clone(),
        mismatch: validity.mismatch(permutation, &names),
    });
    let rejections = rejections.collect();
    Ok(Analysis { diagram, automorphisms, valid, rejections, finding, validating })
}
