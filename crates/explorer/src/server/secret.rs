//! Secrets that are compared in constant time and shown nowhere by accident.

use std::io;

use subtle::ConstantTimeEq;

/// 256 random bits, as hexadecimal digits. It has no `Debug`, so that no log has it.
pub(super) struct Secret(String);

impl Secret {
    /// A new one.
    pub(super) fn new() -> io::Result<Secret> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
        Ok(Secret(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    /// Whether it is this one. The time that it takes says nothing of the digits.
    pub(super) fn is(&self, told: &[u8]) -> bool {
        self.0.as_bytes().ct_eq(told).into()
    }

    /// The digits, for the one who is to have them.
    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}
