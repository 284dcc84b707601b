//! Addresses of long runs, made short: compressed, as text that an address of a page may hold.
//!
//! Who chooses a step says a few bits, and writes eighteen for it ([`checking::AddressedRun`]); a run in a loop says the same again and again. A
//! browser's request has room for 64 KB.

/// Shorter ones stay as they are.
const LONG: usize = 400;
/// What begins a compressed address: in an address of a run a digit follows on a dot.
const MARK: &str = ".z";
/// No address is longer when it is decompressed.
const LONGEST: usize = 16 << 20;
/// How hard it is tried.
const LEVEL: i32 = 9;
/// The characters of a compressed address, for six bits each.
const CHARACTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// An address as pages write it.
#[must_use]
pub fn shortened(address: &str) -> String {
    if address.len() < LONG {
        return address.to_owned();
    }
    match zstd::bulk::compress(address.as_bytes(), LEVEL) {
        Ok(bytes) => format!("{MARK}{}", text_of(&bytes)),
        Err(_) => address.to_owned(),
    }
}

/// The address that a page was asked for; empty if it is damaged.
pub(crate) fn lengthened(text: &str) -> String {
    let Some(compressed) = text.strip_prefix(MARK) else { return text.to_owned() };
    let bytes = bytes_of(compressed);
    let address = bytes.and_then(|bytes| zstd::bulk::decompress(&bytes, LONGEST).ok());
    address.and_then(|address| String::from_utf8(address).ok()).unwrap_or_default()
}

fn text_of(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() / 3 * 4 + 4);
    for group in bytes.chunks(3) {
        let bits = group.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte));
        let bits = bits << (8 * (3 - group.len()));
        for place in 0..=group.len() {
            let six = (bits >> (18 - 6 * place)) & 63;
            text.push(char::from(CHARACTERS[six as usize]));
        }
    }
    text
}

fn bytes_of(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 3);
    for group in text.as_bytes().chunks(4) {
        let mut bits = 0_u32;
        for character in group {
            let six = CHARACTERS.iter().position(|known| known == character)?;
            bits = bits << 6 | six as u32;
        }
        let bits = bits << (6 * (4 - group.len()));
        let count = group.len().checked_sub(1)?;
        bytes.extend(&bits.to_be_bytes()[1..=count]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_short_is_made_long_again() {
        let mut random = 1_u32;
        let mut next = || {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            char::from(CHARACTERS[(random >> 26) as usize])
        };
        for length in [0, 1, 2, 3, 4, 399, 400, 401, 402, 403, 5_000] {
            let address: String = (0..length).map(|_| next()).collect();
            assert_eq!(lengthened(&shortened(&address)), address);
        }
        let round = "abcdef".repeat(100_000);
        assert!(shortened(&round).len() < 500);
        assert_eq!(lengthened(&shortened(&round)), round);
        for length in 0..9 {
            let bytes: Vec<u8> = (0..length).map(|number| 255 - number).collect();
            assert_eq!(bytes_of(&text_of(&bytes)), Some(bytes));
        }
    }

    #[test]
    fn what_is_damaged_or_too_long_leads_to_the_beginning() {
        let bomb = zstd::bulk::compress(&vec![b'a'; LONGEST + 1], LEVEL).expect("it is made");
        let bomb = format!("{MARK}{}", text_of(&bomb));
        let short = shortened(&"abc".repeat(1000));
        for damaged in [&bomb[..], ".z", ".zA", ".z!!", &short[..short.len() - 1], &short[..9]] {
            assert_eq!(lengthened(damaged), "", "{damaged}");
        }
    }
}
