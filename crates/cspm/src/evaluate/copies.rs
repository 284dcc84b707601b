//! Which copy of a replicated process is which: `i = 2`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::rc::Rc;

use lts::TermId;

use super::Evaluator;
use super::code::{Env, Place, Slot, up};

/// For replicated processes the indices of each operand, as text. Where equal processes were replicated over different indices, there
/// is no telling which of these is meant: then there are none.
#[derive(Default)]
pub(super) struct Copies(HashMap<TermId, Option<Box<[String]>>, rapidhash::fast::RandomState>);

impl Copies {
    fn add(&mut self, replicated: TermId, indices: Vec<String>) {
        let indices = Some(indices.into_boxed_slice());
        match self.0.entry(replicated) {
            Entry::Vacant(entry) => {
                entry.insert(indices);
            }
            Entry::Occupied(mut entry) if *entry.get() != indices => {
                entry.insert(None);
            }
            Entry::Occupied(_) => {}
        }
    }
}

impl Evaluator<'_> {
    /// The values of variables, as in `i = 2, j = 3`.
    pub(super) fn indices_at(&self, indices: &[(Rc<str>, Place)], env: &Env) -> String {
        let value = |place: Place| match &*up(env, place.depth).slots[place.slot as usize].borrow()
        {
            Slot::Bound(value) => self.shown_lazily(value),
            Slot::Empty | Slot::Running | Slot::Named(_) => "_".to_owned(),
        };
        let texts: Vec<String> =
            indices.iter().map(|(name, place)| format!("{name} = {}", value(*place))).collect();
        texts.join(", ")
    }

    /// Remembers the indices of the operands of a replicated process.
    pub(super) fn remember_copies(&mut self, replicated: TermId, indices: Vec<String>) {
        self.copies.add(replicated, indices);
    }

    /// The indices of an operand of a replicated process, if it is one and they are known.
    pub fn copy(&self, replicated: TermId, operand: u32) -> Option<&str> {
        let indices = self.copies.0.get(&replicated)?.as_ref()?;
        indices.get(operand as usize).map(String::as_str).filter(|text| !text.is_empty())
    }
}
