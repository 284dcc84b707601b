//! What machines that share a search send each other by the dataflow.

use std::fmt;

use kernel::Offers;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// From one machine to another.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Packet {
    pub(crate) to: u64,
    pub(crate) from: u64,
    pub(crate) content: Content,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Content {
    /// States of a round.
    States { round: u64, states: Batch },
    /// So many bytes of states have been taken in.
    Taken(u64),
    /// The numbers that a machine ends a round with.
    Numbers { round: u64, numbers: Vec<u64> },
    /// It stops.
    Stop,
    /// It has lost the machine with this number.
    Lost(u64),
    /// It is there.
    Alive,
}

/// States one after the other, each preceded by its length in four bytes.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Batch(Vec<u8>);

/// The bytes of a length.
const LENGTH: usize = size_of::<u32>();

impl Batch {
    /// The states that are offered; none if one is too long.
    pub(crate) fn new(states: &Offers) -> Option<Batch> {
        let mut bytes = Vec::with_capacity(states.bytes() + LENGTH * states.len());
        for (state, _) in states.iter() {
            bytes.extend(u32::try_from(state.len()).ok()?.to_le_bytes());
            bytes.extend(state);
        }
        Some(Batch(bytes))
    }

    /// How many bytes it has.
    pub(crate) fn len(&self) -> u64 {
        self.0.len() as u64
    }

    /// Adds the states to offers; none if these are not states one after the other.
    pub(crate) fn read(&self, offers: &mut Offers) -> Option<()> {
        let mut rest = self.0.as_slice();
        while !rest.is_empty() {
            let (length, behind) = rest.split_first_chunk::<LENGTH>()?;
            let (state, behind) = behind.split_at_checked(u32::from_le_bytes(*length) as usize)?;
            offers.push(state, None);
            rest = behind;
        }
        Some(())
    }
}

impl fmt::Debug for Batch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

// As bytes, and not as a sequence of numbers.
impl Serialize for Batch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.0)
    }
}

impl<'de> Deserialize<'de> for Batch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Batch, D::Error> {
        struct Bytes;
        impl Visitor<'_> for Bytes {
            type Value = Batch;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("bytes")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Batch, E> {
                Ok(Batch(bytes.to_vec()))
            }

            fn visit_byte_buf<E>(self, bytes: Vec<u8>) -> Result<Batch, E> {
                Ok(Batch(bytes))
            }
        }
        deserializer.deserialize_byte_buf(Bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offers(states: &[&[u8]]) -> Offers {
        let mut offers = Offers::default();
        states.iter().for_each(|state| offers.push(state, None));
        offers
    }

    #[test]
    fn states_come_back() {
        let states: [&[u8]; 4] = [b"", b"one", b"", &[7; 70_000]];
        let batch = Batch::new(&offers(&states)).expect("none is too long");
        let mut read = Offers::default();
        batch.read(&mut read).expect("states");
        assert!(read.iter().map(|(state, _)| state).eq(states));
    }

    #[test]
    fn what_is_cut_off_is_refused() {
        let Batch(bytes) = Batch::new(&offers(&[b"one", b"two"])).expect("none is too long");
        for length in (0..bytes.len()).filter(|length| ![0, 7].contains(length)) {
            let cut = Batch(bytes[..length].to_vec());
            assert_eq!(cut.read(&mut Offers::default()), None, "{length}");
        }
        let huge = Batch([&u32::MAX.to_le_bytes(), b"abc".as_slice()].concat());
        assert_eq!(huge.read(&mut Offers::default()), None);
    }
}
