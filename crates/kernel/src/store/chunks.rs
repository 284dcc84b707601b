//! Memory for records that only ever grows, without moving what is there.
//!
//! Records live in chunks. Four chunks have the same size, the next four twice that, and so on, so that the chunk of an index is
//! found with a few shifts, and no more than a quarter is reserved and not used. A chunk is allocated when it is first needed. It
//! is all zeros then, and its pages are the system's until somebody writes to them.

use std::sync::OnceLock;

use super::sync::{AtomicU64, Ordering, Word};

/// Chunks of one size: two to this power.
const SAME: u32 = 2;
/// Indices of the first chunks: two to this power.
const FIRST: u32 = 6;
/// What is added to an index so that its highest bits tell the chunk.
const BIAS: u64 = 1 << (FIRST + SAME);
/// So many chunks hold all indices of 32 bits.
const CHUNKS: usize = (((32 - FIRST - SAME) << SAME) + 1) as usize;

/// Where an index lies.
#[derive(Clone, Copy)]
struct Place {
    chunk: usize,
    within: usize,
    size: usize,
}

#[inline(always)]
fn place(index: u32) -> Place {
    let biased = u64::from(index) + BIAS;
    let size_bits = biased.ilog2() - SAME;
    let chunk = ((size_bits - FIRST) << SAME) as u64 + ((biased >> size_bits) & ((1 << SAME) - 1));
    Place {
        chunk: chunk as usize,
        within: (biased & ((1 << size_bits) - 1)) as usize,
        size: 1 << size_bits,
    }
}

/// How many indices there are from this one to the end of its chunk.
pub(super) fn left_in_chunk(index: u32) -> u64 {
    let at = place(index);
    (at.size - at.within) as u64
}

/// Words at 32-bit indices, the same number at each.
pub(super) struct Chunks<W> {
    /// Words at an index.
    stride: usize,
    chunks: Box<[OnceLock<Box<[W]>>]>,
    allocated: AtomicU64,
}

impl<W: Word> Chunks<W> {
    pub(super) fn new(stride: usize) -> Self {
        let chunks = (0..CHUNKS).map(|_| OnceLock::new()).collect();
        Chunks { stride, chunks, allocated: AtomicU64::new(0) }
    }

    /// Memory of the chunks, in bytes.
    pub(super) fn allocated(&self) -> u64 {
        self.allocated.load(Ordering::Relaxed)
    }

    /// Memory of so many indices, in bytes.
    pub(super) fn size_of(&self, indices: u64) -> u64 {
        indices * (self.stride * size_of::<W>()) as u64
    }

    /// Makes sure that there is memory at an index. If there is none left to be had the answer is no.
    #[inline]
    pub(super) fn provide(&self, index: u32) -> bool {
        let at = place(index);
        self.chunks[at.chunk].get().is_some() || self.allocate(at)
    }

    #[cold]
    fn allocate(&self, at: Place) -> bool {
        let length = at.size * self.stride;
        let Some(chunk) = W::zeroed(length) else {
            return false;
        };
        // Another thread may have been faster; then its chunk counts, and this one was never touched.
        if self.chunks[at.chunk].set(chunk).is_ok() {
            self.allocated.fetch_add((length * size_of::<W>()) as u64, Ordering::Relaxed);
        }
        true
    }

    #[inline(always)]
    fn chunk(&self, at: Place) -> &[W] {
        self.chunks[at.chunk].get().expect("memory was provided")
    }

    /// Has the first words at an index, for which memory must have been [provided](Self::provide), brought into the cache, without
    /// waiting for them.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: u32) {
        let at = place(index);
        W::prefetch(self.chunk(at), at.within * self.stride);
    }

    /// The words from an index to the end of its chunk. Memory for it must have been [provided](Self::provide).
    #[inline(always)]
    pub(super) fn from(&self, index: u32) -> &[W] {
        let at = place(index);
        &self.chunk(at)[at.within * self.stride..]
    }

    /// The words at an index, whose number is known when this is compiled.
    #[inline(always)]
    pub(super) fn at<const WORDS: usize>(&self, index: u32) -> &[W; WORDS] {
        debug_assert_eq!(WORDS, self.stride);
        let at = place(index);
        let (records, _) = self.chunk(at).as_chunks();
        &records[at.within]
    }
}

#[cfg(test)]
mod tests {
    use super::super::sync::AtomicU32;
    use super::*;

    #[test]
    fn chunks_follow_each_other_without_gap() {
        let (mut index, mut chunk) = (0u64, 0);
        while let Ok(start) = u32::try_from(index) {
            let at = place(start);
            assert_eq!((at.chunk, at.within), (chunk, 0));
            assert_eq!(left_in_chunk(start), at.size as u64);
            let last = place((index + at.size as u64 - 1).min(u64::from(u32::MAX)) as u32);
            assert_eq!(last.chunk, chunk);
            index += at.size as u64;
            chunk += 1;
        }
        assert_eq!(chunk, CHUNKS);
    }

    #[test]
    fn words_stay_where_they_were_put() {
        let chunks: Chunks<AtomicU32> = Chunks::new(3);
        for index in 0..10_000 {
            assert!(chunks.provide(index));
            for (word, part) in chunks.at::<3>(index).iter().zip(0..) {
                assert_eq!(word.get(), 0);
                word.set(index * 3 + part);
            }
        }
        for index in 0..10_000 {
            let words = chunks.at::<3>(index).each_ref().map(Word::get);
            assert_eq!(words, [index * 3, index * 3 + 1, index * 3 + 2]);
            assert_eq!(chunks.from(index)[2].get(), words[2]);
        }
    }

    #[test]
    fn what_is_reserved_and_not_used_is_a_quarter() {
        let chunks: Chunks<AtomicU32> = Chunks::new(5);
        for index in 0..300_000 {
            assert!(chunks.provide(index));
            let used = chunks.size_of(u64::from(index) + 1);
            assert!(chunks.allocated() >= used);
            assert!(chunks.allocated() <= used * 5 / 4 + chunks.size_of(1 << FIRST));
        }
    }

    #[test]
    fn memory_that_is_not_to_be_had_is_an_answer() {
        let chunks: Chunks<AtomicU32> = Chunks::new(1 << 30);
        assert!(!chunks.provide(u32::MAX));
    }
}
