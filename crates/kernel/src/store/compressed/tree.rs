//! How the words of a state come together: two and two, and the pairs in turn, in a balanced binary tree.

use std::ops::Range;

/// Columns of numbers: of the words first, then of pairs of columns before.
#[derive(Debug)]
pub(super) struct Tree {
    words: usize,
    /// The columns that each further column is made of.
    pairs: Box<[[usize; 2]]>,
    /// Those that a state is made of.
    root: [usize; 2],
}

impl Tree {
    /// For states of so many words, at least two.
    pub(super) fn new(words: usize) -> Self {
        let mut pairs = Vec::new();
        let root = halves(0..words).map(|half| column(half, words, &mut pairs));
        Tree { words, pairs: pairs.into(), root }
    }

    /// The number of columns.
    pub(super) fn columns(&self) -> usize {
        self.words + self.pairs.len()
    }

    /// The columns that are pairs of others, each after those.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, [usize; 2])> {
        (self.words..).zip(self.pairs.iter().copied())
    }

    /// The columns that a column is a pair of, unless it is one of words.
    pub(super) fn pair(&self, column: usize) -> Option<[usize; 2]> {
        column.checked_sub(self.words).map(|pair| self.pairs[pair])
    }

    /// The columns that a state is a pair of.
    pub(super) fn root(&self) -> [usize; 2] {
        self.root
    }
}

fn halves(words: Range<usize>) -> [Range<usize>; 2] {
    let middle = words.start + words.len() / 2;
    [words.start..middle, middle..words.end]
}

/// The column of some words, after those that it is made of.
fn column(range: Range<usize>, words: usize, pairs: &mut Vec<[usize; 2]>) -> usize {
    if range.len() == 1 {
        return range.start;
    }
    let pair = halves(range).map(|half| column(half, words, pairs));
    pairs.push(pair);
    words + pairs.len() - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words below a column, and how far down the lowest is.
    fn below(tree: &Tree, column: usize) -> (Vec<usize>, u32) {
        match tree.pair(column) {
            None => (vec![column], 0),
            Some(pair) => {
                assert!(pair.iter().all(|&half| half < column));
                let [(mut left, down), (right, other)] = pair.map(|half| below(tree, half));
                left.extend(right);
                (left, 1 + down.max(other))
            }
        }
    }

    #[test]
    fn every_word_has_its_place_not_far_down() {
        for words in 2..200 {
            let tree = Tree::new(words);
            let [(mut all, left), (right, other)] = tree.root().map(|half| below(&tree, half));
            all.extend(right);
            assert_eq!(all, (0..words).collect::<Vec<_>>());
            assert_eq!(1 + left.max(other), words.next_power_of_two().ilog2());
            assert_eq!(tree.pairs().count() + words, tree.columns());
        }
    }
}
