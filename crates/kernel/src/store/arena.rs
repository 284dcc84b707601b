//! Memory for records that only ever grows, without moving what is there.
//!
//! Records live in chunks. Eight chunks have the same size, the next eight twice that, and so on, so that what is allocated
//! and not yet used is at most an eighth of what is used, and the chunk of an offset is found with a few shifts. A record does
//! not cross the border of a chunk: it is one slice.

/// Chunks of one size: two to this power.
const SAME: u32 = 3;
/// Size of the first chunks: two to this power.
const FIRST: u32 = 7;
/// What is added to an offset so that its highest bits tell the chunk.
const BIAS: u64 = 1 << (FIRST + SAME);

/// Where an offset lies.
struct Place {
    chunk: usize,
    within: usize,
    size: usize,
}

fn place(offset: u32) -> Place {
    let biased = u64::from(offset) + BIAS;
    let size_bits = biased.ilog2() - SAME;
    let chunk = ((size_bits - FIRST) << SAME) as u64 + ((biased >> size_bits) & ((1 << SAME) - 1));
    Place {
        chunk: chunk as usize,
        within: (biased & ((1 << size_bits) - 1)) as usize,
        size: 1 << size_bits,
    }
}

/// Records at 32-bit offsets.
#[derive(Default)]
pub(super) struct Arena {
    chunks: Vec<Vec<u8>>,
    /// Where the next record begins if it fits into the chunk.
    end: u32,
    allocated: usize,
}

impl Arena {
    /// Memory taken, in bytes.
    pub(super) fn allocated(&self) -> usize {
        self.allocated + self.chunks.capacity() * size_of::<Vec<u8>>()
    }

    /// No record that is there begins at this offset or later; the next one does.
    pub(super) fn end(&self) -> u32 {
        self.end
    }

    /// Finds room for a record of `length` bytes. Returns its offset, which does not change until something is
    /// [pushed](Self::push), or `None` if the offsets have run out.
    pub(super) fn reserve(&mut self, length: usize) -> Option<u32> {
        let mut offset = self.end;
        let mut at = place(offset);
        while at.size - at.within < length {
            let next = u64::from(offset) + (at.size - at.within) as u64;
            offset = u32::try_from(next).ok()?;
            at = place(offset);
        }
        // The offset after the record must exist, too.
        u32::try_from(u64::from(offset) + length as u64).ok()?;
        if at.chunk >= self.chunks.len() {
            self.chunks.resize_with(at.chunk + 1, Vec::new);
        }
        let chunk = &mut self.chunks[at.chunk];
        if chunk.capacity() == 0 {
            chunk.reserve_exact(at.size);
            self.allocated += chunk.capacity();
        }
        self.end = offset;
        Some(offset)
    }

    /// Appends to the record begun at the offset last reserved, whose length all pushes together must not exceed.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if bytes.is_empty() {
            return;
        }
        let at = place(self.end);
        let chunk = &mut self.chunks[at.chunk];
        debug_assert_eq!(chunk.len(), at.within);
        debug_assert!(at.size - at.within >= bytes.len());
        chunk.extend_from_slice(bytes);
        self.end += bytes.len() as u32;
    }

    /// From the beginning of a record to the end of its chunk, as far as that is filled.
    pub(super) fn from(&self, offset: u32) -> &[u8] {
        let at = place(offset);
        &self.chunks[at.chunk][at.within..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_follow_each_other_without_gap() {
        let (mut offset, mut chunk) = (0u64, 0);
        while let Ok(start) = u32::try_from(offset) {
            let at = place(start);
            assert_eq!((at.chunk, at.within), (chunk, 0));
            let last = place((offset + at.size as u64 - 1).min(u64::from(u32::MAX)) as u32);
            assert_eq!(last.chunk, chunk);
            offset += at.size as u64;
            chunk += 1;
        }
    }

    #[test]
    fn running_out_of_offsets_is_an_answer() {
        let mut arena = Arena::default();
        assert_eq!(arena.reserve(1 << 30), None);
        arena.end = u32::MAX - 2;
        assert_eq!(arena.reserve(3), None);
    }

    #[test]
    fn records_of_every_length_stay_where_they_are() {
        let mut arena = Arena::default();
        let lengths = (0..300).chain([5000, 1, 70_000, 2]).chain((0..300).rev());
        let records: Vec<(u32, Vec<u8>)> = lengths
            .map(|length| {
                let record = vec![length as u8; length];
                let offset = arena.reserve(length).unwrap();
                let (front, back) = record.split_at(length / 3);
                arena.push(front);
                arena.push(back);
                (offset, record)
            })
            .collect();
        for (offset, record) in records.iter().filter(|(_, record)| !record.is_empty()) {
            assert!(arena.from(*offset).starts_with(record));
        }
    }

    #[test]
    fn a_record_goes_to_the_next_chunk_exactly_when_it_does_not_fit() {
        let size = 1 << FIRST;
        for first in 0..=size {
            for second in 1..=size {
                let mut arena = Arena::default();
                arena.reserve(first).unwrap();
                arena.push(&vec![1; first]);
                let expected = if first + second <= size { first } else { size };
                assert_eq!(arena.reserve(second), Some(expected as u32));
            }
        }
    }

    #[test]
    fn slack_is_an_eighth() {
        let mut arena = Arena::default();
        for used in (0..1_000_000).step_by(20) {
            arena.reserve(20).unwrap();
            arena.push(&[7; 20]);
            assert!(arena.allocated < (used + 20) * 10 / 8 + 512);
        }
    }
}
