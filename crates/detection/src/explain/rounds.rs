//! Colour refinement with all its rounds, and what tells two vertices apart in each.

use std::collections::HashMap;

use groups::{ColouredGraph, Interrupted, Patience};

/// The most rounds of refinement that are kept.
const MAX_ROUNDS: usize = 64;

/// Of so many neighbours of a vertex it is asked whether they are another's, too.
const MOST_COMMON: usize = 16;

/// For how many rounds two vertices are alike, and how many neighbours they share.
type Likeness = (usize, usize);

/// The colours of the vertices after each round of refinement.
pub(super) struct Rounds {
    colours: Vec<Vec<u32>>,
    /// Edges from and to each vertex: the other end, and the colour, odd for edges towards it.
    pub(super) neighbours: Vec<Vec<(usize, u64)>>,
}

impl Rounds {
    pub(super) fn new(
        graph: &ColouredGraph,
        patience: &mut Patience<'_>,
    ) -> Result<Rounds, Interrupted> {
        let mut neighbours = vec![Vec::new(); graph.vertex_count()];
        for (from, to, colour) in graph.edges() {
            neighbours[from].push((to, 2 * u64::from(colour)));
            neighbours[to].push((from, 2 * u64::from(colour) + 1));
        }
        let mut rounds = Rounds { colours: vec![graph.colours().to_vec()], neighbours };
        let mut known = 0;
        while rounds.colours.len() < MAX_ROUNDS {
            patience.spend(16 * (graph.vertex_count() + graph.edge_count()))?;
            let (next, count) = rounds.refined();
            if count == known {
                break;
            }
            known = count;
            rounds.colours.push(next);
        }
        Ok(rounds)
    }

    /// The colours of the next round, and how many there are.
    fn refined(&self) -> (Vec<u32>, usize) {
        let last = self.colours.len() - 1;
        let mut numbers: HashMap<(u32, Vec<(u64, u32)>), u32> = HashMap::new();
        let next = (0..self.neighbours.len()).map(|vertex| {
            let count = numbers.len() as u32;
            let key = (self.colours[last][vertex], self.seen(vertex, last));
            *numbers.entry(key).or_insert(count)
        });
        let next: Vec<u32> = next.collect();
        (next, numbers.len())
    }

    /// The neighbours of a vertex, as they are known after a round.
    fn seen(&self, vertex: usize, round: usize) -> Vec<(u64, u32)> {
        let colours = &self.colours[round];
        let mut seen: Vec<(u64, u32)> =
            self.neighbours[vertex].iter().map(|&(other, edge)| (edge, colours[other])).collect();
        seen.sort_unstable();
        seen
    }

    /// The first round after which two vertices differ.
    pub(super) fn parted(&self, a: usize, b: usize) -> Option<usize> {
        self.colours.iter().position(|colours| colours[a] != colours[b])
    }

    /// What tells two vertices apart that part after round `round`: a neighbour of one of them, and
    /// the most similar neighbour of the other, if there is one; and whether it is one of the second.
    pub(super) fn witness(
        &self,
        a: usize,
        b: usize,
        round: usize,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Witness>, Interrupted> {
        let Some(before) = round.checked_sub(1) else { return Ok(None) };
        // Of neighbours that look alike at that round, of which one has more, the one that goes on to differ most.
        let mut best: Option<((usize, Likeness), Witness)> = None;
        for (swapped, one, other) in [(false, a, b), (true, b, a)] {
            let missing = surplus(&self.seen(one, before), &self.seen(other, before));
            for &(vertex, edge) in &self.neighbours[one] {
                if missing.binary_search(&(edge, self.colours[before][vertex])).is_err() {
                    continue;
                }
                patience.spend(8 * self.neighbours[other].len())?;
                let (counterpart, agreed) = self.counterpart(vertex, edge, other, before);
                let in_the_end = match counterpart {
                    Some(_) => Likeness::default(),
                    None => self.likeness(vertex, edge, other),
                };
                let agreed = (agreed, in_the_end);
                let witness = Witness { vertex, counterpart, swapped };
                if best.is_none_or(|(least, _)| agreed < least) {
                    best = Some((agreed, witness));
                }
            }
        }
        Ok(best.map(|(_, witness)| witness))
    }

    /// The neighbour of `other` that agrees longest with `vertex`, and for how many rounds.
    fn counterpart(
        &self,
        vertex: usize,
        edge: u64,
        other: usize,
        before: usize,
    ) -> (Option<usize>, usize) {
        let alike = self.neighbours[other].iter().filter(|&&(_, e)| e == edge).map(|&(v, _)| v);
        let agreement = |v: usize| (0..=before).take_while(|&r| self.same(v, vertex, r)).count();
        let found = alike.map(|v| (agreement(v), v)).filter(|&(n, _)| n <= before).max();
        match found {
            Some((agreed, v)) if agreed > 0 => (Some(v), agreed),
            _ => (None, 0),
        }
    }

    /// How much the neighbour of `other` that is most like `vertex` is.
    fn likeness(&self, vertex: usize, edge: u64, other: usize) -> Likeness {
        let alike = self.neighbours[other].iter().filter(|&&(_, e)| e == edge);
        let likeness = alike.map(|&(v, _)| {
            let rounds = self.parted(v, vertex).unwrap_or(self.colours.len());
            let common = self.neighbours[v].iter().take(MOST_COMMON);
            (rounds, common.filter(|neighbour| self.neighbours[vertex].contains(neighbour)).count())
        });
        likeness.max().unwrap_or_default()
    }

    fn same(&self, a: usize, b: usize, round: usize) -> bool {
        self.colours[round][a] == self.colours[round][b]
    }
}

/// A neighbour of one of two vertices that the other has not.
#[derive(Clone, Copy)]
pub(super) struct Witness {
    pub(super) vertex: usize,
    /// The most similar neighbour of the other.
    pub(super) counterpart: Option<usize>,
    /// Whether `vertex` belongs to the second of the two.
    pub(super) swapped: bool,
}

/// What the first sorted list has more of than the second.
fn surplus(a: &[(u64, u32)], b: &[(u64, u32)]) -> Vec<(u64, u32)> {
    let mut rest = b.iter().peekable();
    let mut found = Vec::new();
    for &item in a {
        while rest.next_if(|&&other| other < item).is_some() {}
        if rest.next_if(|&&other| other == item).is_none() {
            found.push(item);
        }
    }
    found
}
