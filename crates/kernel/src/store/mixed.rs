//! Records of different lengths, in units of four bytes, which indices count.
//!
//! A record is the link to the parent, what [identifies](StateIdentity) the state, and the rest of it, if there is one; each from a
//! new unit on, and each but the link with its length in front, so that none is the beginning of another.

use std::ops::Range;

use super::chunks::Chunks;
use super::entering::Keys;
use super::hash::StateHash;
use super::identity::StateIdentity;
use super::sync::{AtomicU32, Word};
use super::varint;
use crate::store::link;
use crate::visited::Offers;

/// Bytes of a unit.
const UNIT: usize = size_of::<u32>();

/// States as they are stored.
#[derive(Default)]
pub(super) struct Images {
    units: Vec<u32>,
    images: Vec<Image>,
}

/// Where the parts of a record lie among the units.
#[derive(Clone, Copy)]
struct Image {
    start: usize,
    /// Where what identifies the state ends.
    key: usize,
    end: usize,
}

impl Images {
    /// Makes records of a group of states, in place of those that were made before.
    pub(super) fn make(&mut self, offers: &Offers, group: Range<usize>, identity: StateIdentity) {
        self.units.clear();
        self.images.clear();
        for number in group {
            let bytes = offers.state(number);
            let start = self.units.len();
            self.units.push(link(offers.parent(number)));
            let key = identity.of(bytes);
            // A key has its length in front already.
            self.append(key, identity.is_whole());
            let after_key = self.units.len();
            if !identity.is_whole() {
                self.append(&bytes[key.len()..], true);
            }
            self.images.push(Image { start, key: after_key, end: self.units.len() });
        }
    }

    /// Appends a part of a record, with or without its length.
    fn append(&mut self, bytes: &[u8], with_length: bool) {
        let mut buffer = varint::Buffer::default();
        let length = if with_length { varint::write(bytes.len() as u64, &mut buffer) } else { &[] };
        let start = self.units.len();
        self.units.resize(start + (length.len() + bytes.len()).div_ceil(UNIT), 0);
        let part: &mut [u8] = bytemuck::cast_slice_mut(&mut self.units[start..]);
        part[..length.len()].copy_from_slice(length);
        part[length.len()..][..bytes.len()].copy_from_slice(bytes);
    }

    fn key(&self, number: usize) -> &[u32] {
        let Image { start, key, .. } = self.images[number];
        &self.units[start + 1..key]
    }

    fn record(&self, number: usize) -> &[u32] {
        let Image { start, end, .. } = self.images[number];
        &self.units[start..end]
    }
}

/// The records.
pub(super) struct Mixed {
    pub(super) identity: StateIdentity,
    records: Chunks<AtomicU32>,
}

impl Mixed {
    pub(super) fn new(identity: StateIdentity) -> Self {
        Mixed { identity, records: Chunks::new(1) }
    }

    pub(super) fn read(&self, index: u32, out: &mut Vec<u8>) {
        let units = &self.records.from(index)[1..];
        let length = read_part(units, self.identity.is_whole(), out);
        if !self.identity.is_whole() {
            read_part(&units[length..], true, out);
        }
    }

    /// What leads from a state to its parent.
    pub(super) fn link(&self, index: u32) -> u32 {
        self.records.from(index)[0].get()
    }

    /// Memory of so many indices, in bytes, as far as anything was written there.
    pub(super) fn bytes(&self, indices: u64) -> u64 {
        self.records.size_of(indices).min(self.records.allocated())
    }
}

/// Appends the part of a record that begins at the first of the units to `out`, without its length if that is not part of it. Returns
/// the number of units.
fn read_part(units: &[AtomicU32], with_length: bool, out: &mut Vec<u8>) -> usize {
    let mut front = [0; varint::LONGEST.next_multiple_of(UNIT)];
    for (bytes, unit) in front.as_chunks_mut::<UNIT>().0.iter_mut().zip(units) {
        *bytes = unit.get().to_ne_bytes();
    }
    let (length, digits) = varint::read(&front);
    let end = digits + length as usize;
    let used = end.div_ceil(UNIT);
    let start = out.len();
    out.extend(units[..used].iter().flat_map(|unit| unit.get().to_ne_bytes()));
    out.truncate(start + end);
    if with_length {
        out.drain(start..start + digits);
    }
    used
}

/// States to enter among the records.
pub(super) struct Various<'a> {
    pub(super) mixed: &'a Mixed,
    pub(super) images: &'a Images,
}

impl Keys for Various<'_> {
    fn tag<H: StateHash>(&self, number: usize) -> u32 {
        H::of_bytes(bytemuck::cast_slice(self.images.key(number)))
    }

    #[inline(always)]
    fn prefetch(&self, index: u32) {
        self.mixed.records.prefetch(index);
    }

    const GLANCE_TELLS: bool = false;

    fn glance(&self, number: usize, index: u32) -> bool {
        self.mixed.records.from(index)[1].get() == self.images.key(number)[0]
    }

    fn is_alike(&self, number: usize, index: u32) -> bool {
        // The length comes first: of a shorter record no more is compared than there is.
        let units = self.mixed.records.from(index)[1..].iter();
        units.zip(self.images.key(number)).all(|(unit, &value)| unit.get() == value)
    }

    fn indices(&self, number: usize) -> u64 {
        self.images.record(number).len() as u64
    }

    fn write(&self, number: usize, index: u32) -> bool {
        let is_room = self.mixed.records.provide(index);
        if is_room {
            let units = self.mixed.records.from(index).iter();
            for (unit, &value) in units.zip(self.images.record(number)) {
                unit.set(value);
            }
        }
        is_room
    }
}
