//! Several runs as one.

use super::RunError;
use super::run::Cursor;

/// Goes through the states of several runs in order, and shows one that is in several of them once.
pub struct Merge {
    /// A heap: each stands at a state that is no greater than those of its two children.
    cursors: Vec<Cursor>,
    state: Vec<u8>,
    has_begun: bool,
}

impl Merge {
    /// Before the first state, of cursors that stand before the first of theirs.
    ///
    /// # Errors
    /// A run cannot be read, or is not in order.
    pub fn new(cursors: Vec<Cursor>) -> Result<Self, RunError> {
        let mut heap = Vec::with_capacity(cursors.len());
        for mut cursor in cursors {
            cursor.run().is_in_order()?;
            if cursor.advance()? {
                heap.push(cursor);
            }
        }
        let mut merge = Merge { cursors: heap, state: Vec::new(), has_begun: false };
        for place in (0..merge.cursors.len() / 2).rev() {
            merge.sink(place);
        }
        Ok(merge)
    }

    /// Goes on to the next state; no if there is none.
    ///
    /// # Errors
    /// A run cannot be read.
    pub fn advance(&mut self) -> Result<bool, RunError> {
        while let Some(first) = self.cursors.first_mut() {
            let is_new = !self.has_begun || first.state() != self.state;
            if is_new {
                self.state.clear();
                self.state.extend_from_slice(first.state());
                self.has_begun = true;
            }
            if !first.advance()? {
                self.cursors.swap_remove(0);
            }
            self.sink(0);
            if is_new {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The state that it has come to.
    pub fn state(&self) -> &[u8] {
        &self.state
    }

    /// Lets a cursor change places with those below it that stand at smaller states.
    fn sink(&mut self, mut place: usize) {
        loop {
            let children = 2 * place + 1..self.cursors.len().min(2 * place + 3);
            let state = |place: &usize| self.cursors[*place].state();
            let Some(least) = children.min_by(|a, b| state(a).cmp(state(b))) else { return };
            if state(&place) <= state(&least) {
                return;
            }
            self.cursors.swap(place, least);
            place = least;
        }
    }
}
