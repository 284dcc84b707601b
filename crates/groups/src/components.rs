//! Strongly connected components.

use std::convert::Infallible;

/// Not met yet, or in no component yet.
const NONE: u32 = u32::MAX;

/// The strongly connected components of a directed graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrongComponents {
    /// The component of each vertex. No edge leads to a component with a larger number.
    pub of: Vec<u32>,
    /// How many there are.
    pub count: usize,
}

/// The strongly connected components of the graph of the vertices below `count`, at most `u32::MAX` of them. `edge(v, i)` is where
/// the edge `i` of `v` leads, counted from 0; `None` where `v` has no more.
///
/// Takes linear time, and no recursion (R. Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Computing 1, 1972).
#[must_use]
pub fn strong_components(
    count: usize,
    edge: impl FnMut(usize, usize) -> Option<usize>,
) -> StrongComponents {
    match strong_components_within(count, edge, || Ok::<(), Infallible>(())) {
        Ok(components) => components,
        Err(never) => match never {},
    }
}

/// The same; `proceed` is asked at each vertex whether to go on.
///
/// # Errors
/// The answer of `proceed`.
pub fn strong_components_within<E>(
    count: usize,
    mut edge: impl FnMut(usize, usize) -> Option<usize>,
    mut proceed: impl FnMut() -> Result<(), E>,
) -> Result<StrongComponents, E> {
    let mut search = Search {
        met: vec![NONE; count],
        low: vec![NONE; count],
        open: Vec::new(),
        met_count: 0,
        found: StrongComponents { of: vec![NONE; count], count: 0 },
    };
    for root in 0..count {
        if search.met[root] == NONE {
            search.from(root, &mut edge, &mut proceed)?;
        }
    }
    Ok(search.found)
}

struct Search {
    /// When each vertex was met.
    met: Vec<u32>,
    /// When the earliest one was met that is known to be reached from it, of those without a component.
    low: Vec<u32>,
    /// Vertices that were met and have no component yet.
    open: Vec<u32>,
    met_count: u32,
    found: StrongComponents,
}

impl Search {
    fn from<E>(
        &mut self,
        root: usize,
        edge: &mut impl FnMut(usize, usize) -> Option<usize>,
        proceed: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        self.meet(root);
        let mut path = vec![(root, 0)];
        while let Some((vertex, next)) = path.last_mut() {
            let vertex = *vertex;
            if let Some(target) = edge(vertex, *next) {
                *next += 1;
                if self.met[target] == NONE {
                    self.meet(target);
                    path.push((target, 0));
                } else if self.found.of[target] == NONE {
                    self.low[vertex] = self.low[vertex].min(self.met[target]);
                }
                continue;
            }
            proceed()?;
            path.pop();
            if let Some(&(before, _)) = path.last() {
                self.low[before] = self.low[before].min(self.low[vertex]);
            }
            if self.low[vertex] == self.met[vertex] {
                self.close(vertex);
            }
        }
        Ok(())
    }

    fn meet(&mut self, vertex: usize) {
        self.met[vertex] = self.met_count;
        self.low[vertex] = self.met_count;
        self.met_count += 1;
        self.open.push(vertex as u32);
    }

    /// What was met since the first vertex of a component, and has none, is the component.
    fn close(&mut self, first: usize) {
        while let Some(vertex) = self.open.pop() {
            self.found.of[vertex as usize] = self.found.count as u32;
            if vertex as usize == first {
                break;
            }
        }
        self.found.count += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether each vertex is reached from each, itself included.
    fn reached(edges: &[Vec<usize>]) -> Vec<Vec<bool>> {
        let count = edges.len();
        let mut reached: Vec<Vec<bool>> =
            (0..count).map(|from| (0..count).map(|to| from == to).collect()).collect();
        for _ in 0..count {
            for row in &mut reached {
                for middle in 0..count {
                    for &to in &edges[middle] {
                        row[to] |= row[middle];
                    }
                }
            }
        }
        reached
    }

    #[test]
    fn components_are_what_reaches_one_another_and_come_after_what_they_reach() {
        // Graphs of five vertices, with the edges that the bits of a number say.
        for seed in 0..4000_u64 {
            let bits = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
            let sparse = bits & bits >> 17;
            let edges: Vec<Vec<usize>> = (0..5)
                .map(|from| (0..5).filter(|to| sparse >> (5 * from + to) & 1 != 0).collect())
                .collect();
            let found = strong_components(5, |vertex, at| edges[vertex].get(at).copied());
            let reached = reached(&edges);
            for (one, other) in (0..25).map(|pair| (pair / 5, pair % 5)) {
                let together = reached[one][other] && reached[other][one];
                let (a, b) = (found.of[one], found.of[other]);
                assert_eq!(a == b, together, "{edges:?}: {one} and {other}");
                assert!(!reached[one][other] || a >= b, "{edges:?}: {one} to {other}");
            }
            let largest = found.of.iter().max().map_or(0, |&largest| largest as usize + 1);
            assert_eq!(found.count, largest, "{edges:?}");
        }
    }

    #[test]
    fn long_chains_and_cycles_need_no_stack() {
        let long = 200_000;
        let chain = strong_components(long, |v, at| (at == 0 && v + 1 < long).then_some(v + 1));
        assert_eq!(chain.count, long);
        let cycle = strong_components(long, |v, at| (at == 0).then_some((v + 1) % long));
        assert_eq!(cycle.count, 1);
    }

    #[test]
    fn who_does_not_go_on_ends_the_search() {
        let mut left = 3;
        let ended = strong_components_within(
            5,
            |_, _| None,
            || {
                left -= 1;
                if left == 0 { Err("enough") } else { Ok(()) }
            },
        );
        assert_eq!(ended, Err("enough"));
    }
}
