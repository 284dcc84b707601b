//! A model by the hash of its texts.

use diagnostics::{FileId, Sources};

/// The hash of all texts, as 16 digits.
pub fn model_hash(sources: &Sources) -> String {
    let mut hasher = blake3::Hasher::new();
    for number in 0..sources.len() {
        let text = sources.text(FileId(number as u32));
        hasher.update(&(text.len() as u64).to_le_bytes());
        hasher.update(text.as_bytes());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}
