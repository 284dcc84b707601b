//! Declarations in the order in which they depend on each other: those that do so mutually are a group, whose types are found
//! together.

use std::collections::HashMap;

use crate::tree::Binding;

/// What is declared somewhere: what it defines, and what it uses.
pub(super) struct Node {
    pub defines: Vec<Binding>,
    pub uses: Vec<Binding>,
}

/// The groups, by the places of the nodes; a group comes after all that it uses. (R. Tarjan, *Depth-first search and linear graph
/// algorithms*, SIAM J. Computing 1, 1972.)
pub(super) fn groups(nodes: &[Node]) -> Vec<Vec<usize>> {
    let mut defined = HashMap::new();
    for (place, node) in nodes.iter().enumerate() {
        defined.extend(node.defines.iter().map(|&binding| (binding, place)));
    }
    let mut search = Search {
        successors: nodes
            .iter()
            .map(|node| node.uses.iter().filter_map(|used| defined.get(used).copied()).collect())
            .collect(),
        numbers: vec![None; nodes.len()],
        low: vec![0; nodes.len()],
        open: Vec::new(),
        is_open: vec![false; nodes.len()],
        count: 0,
        groups: Vec::new(),
    };
    for place in 0..nodes.len() {
        if search.numbers[place].is_none() {
            search.from(place);
        }
    }
    search.groups
}

struct Search {
    successors: Vec<Vec<usize>>,
    numbers: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<usize>,
    is_open: Vec<bool>,
    count: usize,
    groups: Vec<Vec<usize>>,
}

impl Search {
    fn enter(&mut self, place: usize) {
        self.numbers[place] = Some(self.count);
        self.low[place] = self.count;
        self.count += 1;
        self.open.push(place);
        self.is_open[place] = true;
    }

    /// Searches from a node; the stack is ours, since scripts may be long.
    fn from(&mut self, start: usize) {
        self.enter(start);
        let mut stack = vec![(start, 0)];
        while let Some((place, edge)) = stack.pop() {
            let Some(&next) = self.successors[place].get(edge) else {
                self.leave(place);
                if let Some(&(before, _)) = stack.last() {
                    self.low[before] = self.low[before].min(self.low[place]);
                }
                continue;
            };
            stack.push((place, edge + 1));
            match self.numbers[next] {
                None => {
                    self.enter(next);
                    stack.push((next, 0));
                }
                Some(number) if self.is_open[next] => {
                    self.low[place] = self.low[place].min(number);
                }
                Some(_) => (),
            }
        }
    }

    /// A node that is the first of its group closes it.
    fn leave(&mut self, place: usize) {
        if self.numbers[place] != Some(self.low[place]) {
            return;
        }
        let mut group = Vec::new();
        while let Some(member) = self.open.pop() {
            self.is_open[member] = false;
            group.push(member);
            if member == place {
                break;
            }
        }
        group.sort_unstable();
        self.groups.push(group);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_come_after_what_they_use() {
        let node = |defines: u32, uses: &[u32]| Node {
            defines: vec![Binding(defines)],
            uses: uses.iter().copied().map(Binding).collect(),
        };
        let nodes = [
            node(10, &[11, 12]),
            node(11, &[10]),
            node(12, &[12, 13]),
            node(13, &[99]),
            node(14, &[]),
        ];
        assert_eq!(groups(&nodes), [vec![3], vec![2], vec![0, 1], vec![4]]);
    }

    #[test]
    fn a_long_chain_does_not_overflow_the_stack() {
        let nodes: Vec<Node> = (0..200_000)
            .map(|i| Node { defines: vec![Binding(i)], uses: vec![Binding(i + 1)] })
            .collect();
        assert_eq!(groups(&nodes).len(), nodes.len());
    }
}
