//! Where everything stands in the memory of a module. It has one size from the start: the system gives pages when they are first written.

use std::cell::RefCell;
use std::collections::HashMap;

use super::super::expand::DEEPEST;

/// What is copied at a time.
pub(super) const WORD: usize = size_of::<u64>();
/// Records are at addresses that wide copies like.
const ALIGNED: usize = 16;
/// Of a page of the memory of a module.
pub(super) const PAGE: usize = 1 << 16;
/// So many bytes of offers are made of one state: where more follow on one, the interpreter takes over.
const OFFERED: usize = 1 << 24;
/// Records are no longer, so that everything has an address.
const LONGEST: usize = 1 << 16;

/// Whether an edge was executed for the first time: four bytes, not zero if so.
pub(super) const NEWS: usize = 0;
/// Whether each edge was executed: a byte each.
pub(super) const COVERED: usize = WORD;

/// The addresses of a module.
#[derive(Clone, Copy, Debug)]
pub(super) struct Addresses {
    /// How many bytes a record has.
    pub length: usize,
    /// How many it takes: zeros fill the last word.
    pub stride: usize,
    /// The record that is expanded. Behind it are those in which atomic sequences are, one in another.
    pub record: usize,
    /// Where the offers begin.
    pub offers: usize,
    /// Where they end, at the latest.
    pub tables: usize,
}

impl Addresses {
    /// Of a module of so many edges for records of so many bytes. None if they are too many.
    pub(super) fn of(edges: usize, length: usize) -> Option<Addresses> {
        if length > LONGEST {
            return None;
        }
        let stride = length.next_multiple_of(WORD);
        let record = (COVERED + edges).next_multiple_of(ALIGNED);
        let offers = (record + (DEEPEST + 1) * stride).next_multiple_of(ALIGNED);
        Some(Addresses { length, stride, record, offers, tables: offers + OFFERED })
    }

    /// The record that an atomic sequence is in that has gone as deep as one may.
    pub(super) fn deepest(&self) -> usize {
        self.record + DEEPEST * self.stride
    }
}

/// Tables of constants, each of which is kept once.
#[derive(Debug, Default)]
pub(super) struct Tables {
    places: RefCell<HashMap<Box<[i32]>, usize>>,
    bytes: RefCell<Vec<u8>>,
}

impl Tables {
    /// Where a table begins, in bytes from the first.
    pub(super) fn place(&self, table: &[i32]) -> usize {
        if let Some(&place) = self.places.borrow().get(table) {
            return place;
        }
        let mut bytes = self.bytes.borrow_mut();
        let place = bytes.len();
        bytes.extend(table.iter().flat_map(|value| value.to_le_bytes()));
        self.places.borrow_mut().insert(table.into(), place);
        place
    }

    /// All tables, one after the other.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes.into_inner()
    }
}
