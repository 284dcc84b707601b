//! Collecting the nodes that nobody needs.

use super::nodes::{Diagrams, NodeId};

impl Diagrams<'_> {
    /// Keeps only the nodes that these sets consist of, and moves them together; the sets are told where they are now. What was
    /// remembered of operations is forgotten. No other node may be used afterwards.
    pub fn collect(&mut self, roots: &mut [&mut NodeId]) {
        self.note_peaks();
        self.stack.clear();
        self.cache.clear();
        let mut needed = vec![false; self.nodes()];
        needed[..2].fill(true);
        roots.iter().for_each(|root| needed[root.0 as usize] = true);
        // A node was made after all that follow on it.
        for node in (2..self.nodes()).rev() {
            if needed[node] {
                for place in self.branches_of(NodeId(node as u32)) {
                    needed[self.branches[place].1.0 as usize] = true;
                }
            }
        }
        let mut moved = vec![NodeId::EMPTY; self.nodes()];
        moved[1] = NodeId::UNIT;
        let (mut node_end, mut branch_end) = (2, 0);
        for node in 2..self.nodes() {
            if !needed[node] {
                continue;
            }
            let branches = self.branches_of(NodeId(node as u32));
            moved[node] = NodeId(node_end as u32);
            self.starts[node_end] = branch_end as u32;
            for place in branches {
                let (value, down) = self.branches[place];
                self.branches[branch_end] = (value, moved[down.0 as usize]);
                branch_end += 1;
            }
            node_end += 1;
        }
        self.starts[node_end] = branch_end as u32;
        self.starts.truncate(node_end + 1);
        self.branches.truncate(branch_end);
        self.starts.shrink_to(2 * node_end);
        self.branches.shrink_to(2 * branch_end);
        roots.iter_mut().for_each(|root| **root = moved[root.0 as usize]);
        self.needed = node_end;
        let size = (2 * self.nodes()).next_power_of_two().max(1 << 10);
        self.rebuild_table(size);
        self.cache.fit(size);
    }
}
