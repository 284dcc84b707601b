//! Edges that others make superfluous.

use crate::automaton::{Automaton, Edge};
use crate::limits::Effort;
use crate::{Guard, TooLarge};

/// Joins guards of edges between the same states with the same marks to as few as possible, and removes edges whose
/// letters edges with more marks read between the same states. Cubic in the number of edges between two states.
pub(super) fn without_implied(
    automaton: &Automaton,
    effort: &mut Effort,
) -> Result<Automaton, TooLarge> {
    let mut smaller = automaton.clone();
    for edges in &mut smaller.edges {
        effort.spend(edges.len().saturating_mul(edges.len()))?;
        weaken(edges, effort)?;
        edges.sort_unstable();
        edges.dedup();
        let does_less =
            |one: &Edge, other: &Edge| one.target == other.target && one.marks & !other.marks == 0;
        retain_needed(edges, does_less, effort)?;
    }
    Ok(smaller)
}

/// Drops literals from guards where another edge reads the letters that are added.
fn weaken(edges: &mut [Edge], effort: &mut Effort) -> Result<(), TooLarge> {
    for at in 0..edges.len() {
        let like =
            |other: &&Edge| (other.target, other.marks) == (edges[at].target, edges[at].marks);
        let guards: Vec<Guard> = edges.iter().filter(like).map(|edge| edge.guard).collect();
        for literal in edges[at].guard.literals() {
            if edges[at].guard.flipped(literal).is_covered_by(&guards, effort)? {
                edges[at].guard = edges[at].guard.weakened(literal);
            }
        }
    }
    Ok(())
}

/// Removes edges whose letters are all read by others that do at least as much. Those that are kept are looked at one
/// after the other: of two that do the same, one remains.
pub(super) fn retain_needed(
    edges: &mut Vec<Edge>,
    does_less: impl Fn(&Edge, &Edge) -> bool,
    effort: &mut Effort,
) -> Result<(), TooLarge> {
    let mut at = 0;
    while at < edges.len() {
        let one = edges[at];
        let others = edges.iter().enumerate().filter(|&(other, _)| other != at);
        let doing_more = others.filter(|(_, other)| does_less(&one, other));
        let guards: Vec<Guard> = doing_more.map(|(_, other)| other.guard).collect();
        if one.guard.is_covered_by(&guards, effort)? {
            edges.remove(at);
        } else {
            at += 1;
        }
    }
    Ok(())
}
