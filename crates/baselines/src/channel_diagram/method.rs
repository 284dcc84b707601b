//! The method as one that a language offers beside its own, in two readings of when a program is the same.

use std::time::Instant;

use detection::{Detected, PublishedMethod, Remark, Understanding};
use groups::{Patience, Permutation};
use model::{DiagramReport, Drawn, Method, RejectedGenerator};

use super::restrictions;
use super::{Analysis, ChannelDiagram, Equivalence, Rejection, detect_by_diagram, diagram};

/// Symmetry by static channel diagrams.
pub const CHANNEL_DIAGRAMS: &[&dyn PublishedMethod] = &[
    &ByChannelDiagram {
        equivalence: Equivalence::Published,
        method: Method {
            name: "channel-diagram",
            summary: "Search the automorphisms of the static channel diagram for those that leave the program as it is",
            paper: "Donaldson and Miller 2008",
            needs: "channels, and processes that are known in advance",
        },
    },
    &ByChannelDiagram {
        equivalence: Equivalence::Extended,
        method: Method {
            name: "channel-diagram-extended",
            summary: "The same, with more programs taken for the same: independent assignments may change places, operands of any \
                      commutative operator, and parameters that a process type treats alike",
            paper: "Donaldson and Miller 2008, extended",
            needs: "channels, and processes that are known in advance",
        },
    },
];

struct ByChannelDiagram {
    equivalence: Equivalence,
    method: Method,
}

impl PublishedMethod for ByChannelDiagram {
    fn method(&self) -> &Method {
        &self.method
    }

    fn detect(&self, understanding: &Understanding<'_>, patience: &mut Patience<'_>) -> Detected {
        let start = Instant::now();
        let found = detect_by_diagram(self.equivalence, understanding, patience);
        let elapsed_s = start.elapsed().as_secs_f64();
        let diagram = found.analysis.map(|analysis| report(&analysis, elapsed_s));
        let notes = restrictions::broken(understanding.machine());
        Detected { diagram, notes, ..found.detected }
    }

    fn draw(
        &self,
        understanding: &Understanding<'_>,
        title: &str,
    ) -> Option<Result<Drawn, Remark>> {
        let drawn =
            |diagram: ChannelDiagram| Drawn { dot: diagram.dot(title), svg: diagram.svg(title) };
        Some(diagram(understanding).map(drawn))
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
