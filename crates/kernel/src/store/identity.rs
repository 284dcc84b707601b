//! What of a stored state identifies it.

use super::varint;

/// What of the bytes of a state says which state it is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum StateIdentity {
    /// All of them.
    #[default]
    Whole,
    /// All of them, which are so many in every state: a store need not keep the length.
    Fixed(usize),
    /// A key at their front, which [`push_key`] put there: of the states with one key, only the first is stored.
    Key,
}

impl StateIdentity {
    /// Whether no two states share what identifies them.
    pub(crate) fn is_whole(self) -> bool {
        self != StateIdentity::Key
    }

    /// The bytes that identify a state.
    #[inline(always)]
    pub(super) fn of(self, bytes: &[u8]) -> &[u8] {
        match self {
            StateIdentity::Whole | StateIdentity::Fixed(_) => bytes,
            StateIdentity::Key => {
                let (length, start) = varint::read(bytes);
                &bytes[..start + length as usize]
            }
        }
    }
}

/// Appends a key, to be followed by the rest of the state.
pub fn push_key(key: &[u8], out: &mut Vec<u8>) {
    let mut buffer = varint::Buffer::default();
    out.extend_from_slice(varint::write(key.len() as u64, &mut buffer));
    out.extend_from_slice(key);
}

/// Takes a key and the rest of the state apart.
pub fn split_key(bytes: &[u8]) -> (&[u8], &[u8]) {
    let (length, start) = varint::read(bytes);
    bytes[start..].split_at(length as usize)
}
