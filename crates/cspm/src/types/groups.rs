//! Declarations in the order in which they depend on each other: those that do so mutually are a group, whose types are found
//! together.

use std::collections::HashMap;

use groups::strong_components;

use crate::tree::Binding;

/// What is declared somewhere: what it defines, and what it uses.
pub(super) struct Node {
    pub defines: Vec<Binding>,
    pub uses: Vec<Binding>,
}

/// The groups, by the places of the nodes; a group comes after all that it uses.
pub(super) fn groups(nodes: &[Node]) -> Vec<Vec<usize>> {
    let mut defined = HashMap::new();
    for (place, node) in nodes.iter().enumerate() {
        defined.extend(node.defines.iter().map(|&binding| (binding, place)));
    }
    let successors: Vec<Vec<usize>> = nodes
        .iter()
        .map(|node| node.uses.iter().filter_map(|used| defined.get(used).copied()).collect())
        .collect();
    let components = strong_components(nodes.len(), |node, at| successors[node].get(at).copied());
    let mut groups = vec![Vec::new(); components.count];
    for (place, &component) in components.of.iter().enumerate() {
        groups[component as usize].push(place);
    }
    groups
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
}
