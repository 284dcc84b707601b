//! Which terms are high-level: those in which there is, or can come to be, a parallel composition.

use rapidhash::RapidHashSet;

use crate::explore::Growth;
use crate::failure::Failure;
use crate::semantics::Semantics;
use crate::term::{Compression, Term, TermId, Terms};

/// A term in which there is no parallel composition after so many parts is taken for a leaf. What a call offers counts each time:
/// it was evaluated, also where it is known already (a memory that can be overwritten as a whole offers the same in each state).
const MOST_PARTS: usize = 300_000;

/// What is known of terms.
#[derive(Default)]
pub(super) struct Kinds {
    high: RapidHashSet<TermId>,
    low: RapidHashSet<TermId>,
}

impl Kinds {
    /// Whether a term is high-level.
    pub(super) fn is_high_level(
        &mut self,
        semantics: &mut Semantics<'_>,
        term: TermId,
    ) -> Result<bool, Failure> {
        if self.low.contains(&term) {
            return Ok(false);
        }
        let mut known: RapidHashSet<TermId> = RapidHashSet::default();
        let (mut waiting, mut met) = (vec![term], 0);
        while let Some(part) = waiting.pop() {
            if self.low.contains(&part) || !known.insert(part) {
                continue;
            }
            if self.high.contains(&part) || is_parallel(semantics.terms.term(part)) {
                self.high.extend([term, part]);
                return Ok(true);
            }
            if met > MOST_PARTS {
                break;
            }
            if known.len().is_multiple_of(1024)
                && let Err(stopped) = semantics.go_on()
            {
                semantics.growth.get_or_insert(growth(semantics.terms, term, &known));
                return Err(stopped);
            }
            let before = waiting.len();
            parts(semantics, part, &mut waiting);
            met += waiting.len() - before;
            if let Term::Call(_) = semantics.terms.term(part) {
                met += waiting.last().map_or(0, |&body| offers(semantics, body));
            }
        }
        self.low.extend(known);
        Ok(false)
    }
}

/// What is told of a process when time is over: the named processes that were met are states of it.
fn growth(terms: &Terms, process: TermId, known: &RapidHashSet<TermId>) -> Growth {
    let is_named = |term: &&TermId| matches!(terms.term(**term), Term::Call(_));
    let (states, example) =
        (known.iter().filter(is_named).count(), known.iter().filter(is_named).max());
    Growth { process, states, example: example.copied().unwrap_or(process) }
}

fn is_parallel(term: &Term) -> bool {
    match term {
        Term::Synchronised(_, parts) => parts.len() > 1,
        Term::Alphabetised(parts) => parts.len() > 1,
        Term::Linked(..) => true,
        _ => false,
    }
}

/// In how many ways a term begins, as far as its operators tell.
fn offers(semantics: &Semantics<'_>, term: TermId) -> usize {
    let (mut waiting, mut count) = (vec![term], 0);
    while let Some(part) = waiting.pop() {
        match semantics.terms.term(part) {
            Term::Prefix(steps) => count += steps.len(),
            Term::ExternalChoice(several) | Term::InternalChoice(several) => {
                waiting.extend(several);
                count += several.len();
            }
            _ => {}
        }
        if count > MOST_PARTS {
            break;
        }
    }
    count
}

/// Appends what a term becomes or is made of, where an operator can be made rules.
fn parts(semantics: &mut Semantics<'_>, id: TermId, parts: &mut Vec<TermId>) {
    let term = semantics.terms.shared(id);
    match &*term {
        Term::Call(call) => parts.push(semantics.unfold(*call)),
        Term::Prefix(steps) => parts.extend(steps.iter().map(|&(_, part)| part)),
        Term::ExternalChoice(several)
        | Term::InternalChoice(several)
        | Term::SynchronisingChoice(_, several)
        | Term::Synchronised(_, several) => parts.extend(several),
        Term::Alphabetised(several) => parts.extend(several.iter().map(|&(part, _)| part)),
        Term::SlidingChoice(one, other)
        | Term::Sequence(one, other)
        | Term::Interrupt(one, other)
        | Term::Exception(one, _, other)
        | Term::SynchronisingInterrupt(one, _, other)
        | Term::Linked(one, other, _) => parts.extend([one, other]),
        Term::Hide(part, _)
        | Term::Rename(part, _)
        | Term::Prioritise(part, _)
        | Term::Compress(
            Compression::Explicate
            | Compression::LazyEnumerate
            | Compression::Chase
            | Compression::ChaseNoCache,
            part,
        ) => {
            parts.push(*part);
        }
        _ => {}
    }
}
