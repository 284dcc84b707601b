//! How often edges are executed by a worker.

use crate::index::EdgeId;

/// How often each edge was executed by a worker, as far as that is counted. The numbers wrap round, for which nobody waits.
#[derive(Clone, Debug)]
pub struct Executions {
    counts: Vec<u64>,
    /// Those of a state that may yet be expanded in another way.
    supposed: Vec<EdgeId>,
    /// Whether edges were executed that are not counted: by machine code, or by another program.
    is_partial: bool,
}

impl Executions {
    /// None yet of so many edges.
    pub(crate) fn none(edges: usize) -> Self {
        Executions { counts: vec![0; edges], supposed: Vec::new(), is_partial: false }
    }

    /// For each edge, how often it was executed; none if that is not known of all.
    #[must_use]
    pub fn counts(&self) -> Option<&[u64]> {
        (!self.is_partial).then_some(&self.counts)
    }

    /// Counts an edge.
    #[inline]
    pub(crate) fn add(&mut self, edge: EdgeId) {
        let count = &mut self.counts[edge.index()];
        *count = count.wrapping_add(1);
    }

    /// Counts an edge if what is supposed is [settled](Self::settle).
    #[inline]
    pub(crate) fn suppose(&mut self, edge: EdgeId) {
        self.supposed.push(edge);
    }

    /// Counts what is supposed, and notes it as covered.
    #[inline]
    pub(crate) fn settle(&mut self, covered: &mut [bool]) {
        for edge in self.supposed.drain(..) {
            let count = &mut self.counts[edge.index()];
            *count = count.wrapping_add(1);
            covered[edge.index()] = true;
        }
    }

    /// Counts nothing of what is supposed.
    pub(crate) fn withdraw(&mut self) {
        self.supposed.clear();
    }

    /// Tells that edges were executed that are not counted.
    pub(crate) fn miss(&mut self) {
        self.is_partial = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_withdrawn_is_not_counted() {
        let mut executions = Executions::none(2);
        let mut covered = [false; 2];
        executions.add(EdgeId(1));
        executions.suppose(EdgeId(0));
        executions.withdraw();
        executions.suppose(EdgeId(1));
        executions.settle(&mut covered);
        executions.settle(&mut covered);
        assert_eq!((executions.counts(), covered), (Some(&[0, 2][..]), [false, true]));
        executions.miss();
        assert_eq!(executions.counts(), None);
    }
}
