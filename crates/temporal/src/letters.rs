//! Valuations that automata do not tell apart.

use crate::automaton::Automaton;
use crate::{Guard, TooLarge};

/// With more letters than this nothing is done for each of them: it would take seconds.
pub(crate) const MOST_LETTERS: usize = 1024;

/// Disjoint guards that cover all valuations, each of which implies or excludes each guard of some automata.
/// Valuations that satisfy the same of them are one letter to all. There are exponentially many in the number of
/// atoms, at worst.
pub(crate) fn letters(automata: &[&Automaton], limit: usize) -> Result<Vec<Guard>, TooLarge> {
    let edges = automata.iter().flat_map(|automaton| automaton.edges.iter().flatten());
    let mut guards: Vec<Guard> = edges.map(|edge| edge.guard).collect();
    guards.sort_unstable();
    guards.dedup();
    let mut letters = vec![Guard::TRUE];
    for guard in guards {
        let mut finer = Vec::with_capacity(letters.len());
        for letter in letters {
            if let Some(inside) = letter.and(guard) {
                finer.push(inside);
                letter.without(guard, &mut finer);
            } else {
                finer.push(letter);
            }
        }
        if finer.len() > limit {
            return Err(TooLarge::Edges(limit));
        }
        letters = finer;
    }
    Ok(letters)
}
