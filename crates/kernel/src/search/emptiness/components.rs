//! Strongly connected components of a graph that is held in full.

use std::ops::Range;

/// A graph over the numbers from 0.
#[derive(Default)]
pub(super) struct Graph {
    /// Where the edges of each node end.
    ends: Vec<usize>,
    targets: Vec<u32>,
}

impl Graph {
    /// Adds an edge out of the node that comes next.
    pub fn edge(&mut self, to: u32) {
        self.targets.push(to);
    }

    /// All edges out of the node at hand were added.
    pub fn end_node(&mut self) {
        self.ends.push(self.targets.len());
    }

    /// Which edges leave a node, in the order in which all were added.
    pub fn range(&self, node: u32) -> Range<usize> {
        let node = node as usize;
        node.checked_sub(1).map_or(0, |before| self.ends[before])..self.ends[node]
    }

    /// Where they end.
    pub fn edges(&self, node: u32) -> &[u32] {
        &self.targets[self.range(node)]
    }

    /// How much memory it takes.
    pub fn bytes(&self) -> usize {
        self.ends.capacity() * size_of::<usize>() + self.targets.capacity() * size_of::<u32>()
    }

    /// The components among the nodes that are kept (R. Tarjan, *Depth-first search and linear graph algorithms*, SIAM J. Computing
    /// 1972; H. Gabow, *Path-based depth-first search for strong and biconnected components*, IPL 2000).
    pub fn components(&self, keeps: &[bool]) -> Vec<Vec<u32>> {
        const NONE: usize = usize::MAX;
        const CLOSED: usize = usize::MAX - 1;
        let mut numbers = vec![NONE; self.ends.len()];
        let (mut open, mut roots, mut path) = (Vec::new(), Vec::new(), Vec::new());
        let mut components = Vec::new();
        let mut met = 0;
        for start in 0..self.ends.len() as u32 {
            if numbers[start as usize] != NONE || !keeps[start as usize] {
                continue;
            }
            path.push((start, 0));
            while let Some((node, next)) = path.last_mut() {
                let node = *node;
                if *next == 0 {
                    numbers[node as usize] = met;
                    roots.push(met);
                    open.push(node);
                    met += 1;
                }
                let edges = self.edges(node);
                if let Some(&to) = edges.get(*next) {
                    *next += 1;
                    match numbers[to as usize] {
                        NONE if keeps[to as usize] => path.push((to, 0)),
                        NONE | CLOSED => {}
                        number => while roots.pop_if(|root| *root > number).is_some() {},
                    }
                    continue;
                }
                path.pop();
                if roots.pop_if(|root| *root == numbers[node as usize]).is_some() {
                    let first = open.iter().rposition(|&other| other == node).unwrap_or(0);
                    let component = open.split_off(first);
                    component.iter().for_each(|&member| numbers[member as usize] = CLOSED);
                    components.push(component);
                }
            }
        }
        components
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_those_that_reach_one_another() {
        // Graphs of five nodes with the edges that the bits of a number say.
        for seed in 0..2000u64 {
            let bits = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
            let is_edge = |from: u32, to: u32| bits >> (5 * from + to) & 1 != 0;
            let kept: Vec<bool> = (0..5).map(|node| bits >> (25 + node) & 3 != 0).collect();
            let mut graph = Graph::default();
            for from in 0..5 {
                (0..5).filter(|&to| is_edge(from, to)).for_each(|to| graph.edge(to));
                graph.end_node();
            }
            let mut reaches = [[false; 5]; 5];
            for node in 0..5 {
                reaches[node][node] = kept[node];
            }
            for _ in 0..5 {
                for from in &mut reaches {
                    for middle in 0..5 {
                        for to in 0..5 {
                            let step = is_edge(middle as u32, to as u32) && kept[to];
                            from[to] |= from[middle] && step;
                        }
                    }
                }
            }
            let mut components = graph.components(&kept);
            components.iter_mut().for_each(|component| component.sort_unstable());
            components.sort();
            let mut expected: Vec<Vec<u32>> = (0..5)
                .filter(|&node| kept[node])
                .map(|node| {
                    let mutual = |&other: &usize| reaches[node][other] && reaches[other][node];
                    (0..5).filter(mutual).map(|other| other as u32).collect()
                })
                .collect();
            expected.sort();
            expected.dedup();
            assert_eq!(components, expected, "{seed}");
        }
    }
}
