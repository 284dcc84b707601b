//! The method as one that a language offers beside its own.

use std::time::Instant;

use detection::{ChannelDiagrams, Detected, Remark, Understanding};
use groups::{Patience, Permutation};
use model::{DiagramReport, Drawn, Equivalence, RejectedGenerator};

use super::{Analysis, Rejection, detect_by_diagram, diagram};

/// Symmetry by static channel diagrams.
pub struct ByChannelDiagram;

impl ChannelDiagrams for ByChannelDiagram {
    fn detect(
        &self,
        equivalence: Equivalence,
        understanding: &Understanding<'_>,
        patience: &mut Patience<'_>,
    ) -> Detected {
        let start = Instant::now();
        let found = detect_by_diagram(equivalence, understanding, patience);
        let elapsed_s = start.elapsed().as_secs_f64();
        let diagram = found.analysis.map(|analysis| report(&analysis, elapsed_s));
        Detected { diagram, ..found.detected }
    }

    fn draw(&self, understanding: &Understanding<'_>, title: &str) -> Result<Drawn, Remark> {
        let diagram = diagram(understanding)?;
        Ok(Drawn { dot: diagram.dot(title), svg: diagram.svg(title) })
    }
}

fn report(analysis: &Analysis, elapsed_s: f64) -> DiagramReport {
    DiagramReport {
        automorphisms: analysis.automorphisms.order().to_string(),
        initial: analysis.valid.initial.order().to_string(),
        valid: analysis.valid.group.order().to_string(),
        cosets: analysis.valid.cosets,
        tests: analysis.valid.tests,
        complete: analysis.valid.complete,
        elapsed_s,
        rejected: analysis.rejections.iter().map(|it| rejected(analysis, it)).collect(),
    }
}

fn rejected(analysis: &Analysis, rejection: &Rejection) -> RejectedGenerator {
    let mismatch = rejection.mismatch.as_ref();
    RejectedGenerator {
        generator: cycles(analysis, &rejection.permutation),
        span: mismatch.and_then(|mismatch| mismatch.span),
        mismatch: mismatch.map(|mismatch| (mismatch.would_be.clone(), mismatch.is.clone())),
    }
}

fn cycles(analysis: &Analysis, permutation: &Permutation) -> String {
    let cycle = |cycle: Vec<usize>| {
        let names: Vec<&str> =
            cycle.into_iter().map(|vertex| analysis.diagram.name(vertex)).collect();
        format!("({})", names.join(" "))
    };
    permutation.cycles().into_iter().map(cycle).collect()
}
