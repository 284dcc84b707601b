//! The published way to detect symmetry of rebecs: whom each of them knows.
//!
//! M. M. Jaghoori, M. Sirjani, M. R. Mousavi, E. Khamespanah and A. Movaghar, *Symmetry and partial order reduction techniques
//! in model checking Rebeca*, Acta Informatica 47, 2010. A permutation π of the rebecs is a symmetry if it preserves their
//! classes (Definition 9), what the parameters of `initial` are (Lemmas 1 and 2), and whom they know: in *inter-rebec* symmetry
//! the rebecs that π(r) knows are the images of those that r knows, in the same order (Definition 11); in *intra-rebec*
//! symmetry the known rebecs that share a name, `srv[i:1..3]`, may turn (Definitions 12 to 14). `check(i, j)` finds such a
//! permutation that maps i to j: Figure 6 for the one, Figure 7 for the other.
//!
//! What was mended of the printed algorithms:
//!
//! - Two rebecs could get one image, where a rebec is known twice: here the inverse is kept, too.
//! - Figure 7 takes the turn 0 for a list of which nobody is mapped yet. That is a guess, and here it is taken back if it fails.
//! - What is printed maps the rebecs that can be reached from i. The rest is mapped by more calls (Section 5.1.1), for which an
//!   earlier call may have chosen badly: here the search goes on behind it. What is found is the whole group.
//! - `for m := 0 to lengthOf(x)` is one round too many.
//! - That parameters of `initial` correspond is no separate condition: rebecs among them are lists of one, data must be equal.
//!
//! What is found so is not believed: the paper proves that it is a symmetry of models in which rebecs and indices are used as it
//! says. [`detection`] looks at the whole program; permutations that are none of its symmetries are left out, and a remark
//! says so. That happens where rebecs of one class turn their lists by different steps at once, for states are reduced by
//! turning an index for all rebecs of a class; where two lists with one index turn differently, for which Definition 15 has no
//! meaning; and where the text treats rebecs or indices differently, and be it by the order in which it sends.

mod check;
mod group;
mod introductions;
mod kind;
mod method;
mod printed;

use detection::{Detected, Remark, Understanding};
use groups::{Group, Interrupted, Patience, Permutation};

use crate::known::{believed, cycles};
pub use check::check;
pub use group::automorphisms;
pub use introductions::{Given, Rebec, rebecs, stored_parameters};
pub use kind::RebecSymmetry;
pub use method::KNOWN_REBECS;
pub use printed::{PrintedOnTheFly, PrintedOnTheFlyScratch};

/// What is found by the lists of known rebecs.
#[derive(Debug)]
pub struct KnownRebecsDetected {
    /// The reduction, with whatever stood in its way.
    pub detected: Detected,
    /// The permutations of the rebecs as the paper defines them; none if there are no rebecs, or more later on.
    pub group: Option<Group>,
    /// The rebecs; none if there are none, or more later on.
    pub rebecs: Vec<Rebec>,
}

/// Finds the symmetry of a machine by whom its rebecs know.
///
/// If the caller loses patience, there is no reduction, and a remark says why.
#[must_use]
pub fn detect_by_known_rebecs(
    understanding: &Understanding<'_>,
    symmetry: RebecSymmetry,
    patience: &mut Patience<'_>,
) -> KnownRebecsDetected {
    detect(understanding, symmetry, patience).unwrap_or_else(|Interrupted| KnownRebecsDetected {
        detected: Detected::given_up(),
        group: None,
        rebecs: Vec::new(),
    })
}

fn detect(
    understanding: &Understanding<'_>,
    symmetry: RebecSymmetry,
    patience: &mut Patience<'_>,
) -> Result<KnownRebecsDetected, Interrupted> {
    let refused = |remark: &Remark| KnownRebecsDetected {
        detected: Detected::refused(remark),
        group: None,
        rebecs: Vec::new(),
    };
    let understood = match understanding.as_written(patience)? {
        Ok(understood) => understood,
        Err(remark) => return Ok(refused(remark)),
    };
    let Some(rebecs) = rebecs(&understood.machine.program, understood.shape) else {
        let text = "there are processes that are no rebecs, or are created later".to_owned();
        return Ok(refused(&Remark { span: None, text }));
    };
    let group = automorphisms(&rebecs, symmetry, patience)?;
    let with_queues = with_queues(&group, patience)?;
    let known = &understood.automorphisms(patience)?.generators;
    let names = understanding.components(patience)?;
    let name = |point: usize| names.as_ref().map_or("?", |names| names.name(point)).to_owned();
    let mut remarks = understood.remarks();
    let believed = believed(&understood, known, &with_queues, patience)?;
    remarks.extend(believed.refused.iter().map(|refused| {
        let text = format!(
            "{} preserves the rebecs known to each, but is not known to be a symmetry of the program",
            cycles(refused, &name)
        );
        Remark { span: None, text }
    }));
    let reduction = understood.reduce(&believed.automorphisms, &mut remarks, patience)?;
    let detected = Detected { reduction, remarks, ..Detected::default() };
    Ok(KnownRebecsDetected { detected, group: Some(group), rebecs })
}

/// A group of permutations of the rebecs, as one of the rebecs and then their queues.
fn with_queues(group: &Group, patience: &mut Patience<'_>) -> Result<Group, Interrupted> {
    let rebecs = group.degree();
    let with_queues = |generator: &Permutation| {
        let rebec = generator.images().iter().copied();
        let queues = rebec.clone().map(|image| image + rebecs as u32);
        Permutation::from_images(rebec.chain(queues).collect()).ok()
    };
    let generators = group.generators().iter().filter_map(with_queues).collect();
    Group::from_generators_within(2 * rebecs, generators, patience)
}
