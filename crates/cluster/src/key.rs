//! The key that machines of one cluster share.

use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use tempfile::NamedTempFile;
use thiserror::Error;

/// The bytes of a key.
pub(crate) const KEY_BYTES: usize = 32;

/// The bytes of the key that everybody knows, in whatever file they stand.
const KNOWN_TO_ALL: [u8; KEY_BYTES] = [0; KEY_BYTES];

/// The digits of a key in a file.
const DIGITS: usize = 2 * KEY_BYTES;

/// What a file of a key may hold: the digits, and a line's end of one or two characters.
const MOST_OF_A_FILE: usize = DIGITS + 2;

/// A key of 32 bytes. Who has it may give this machine work; who has not is a stranger.
///
/// Nothing shows its bytes: it has no `Display`, and `Debug` tells only whether it is secret.
#[derive(Clone)]
pub struct Key {
    bytes: [u8; KEY_BYTES],
}

/// The reason why there is no key to be had from a file, or for one.
#[derive(Debug, Error)]
pub enum KeyError {
    /// The file cannot be read or written; among others, it is missing.
    #[error("{0}")]
    File(#[from] io::Error),
    /// The file is not 64 hexadecimal digits, perhaps with a line's end behind them.
    #[error("this is no key: a key is a line of 64 hexadecimal digits")]
    NotAKey,
    /// Others than the owner may read the file, write it or run it. The mode is what `chmod` takes.
    #[error(
        "others than its owner have access to this key (mode {mode:04o}): `chmod 600` keeps it secret"
    )]
    NotPrivate {
        /// The permissions of the file, the lowest twelve bits of its mode.
        mode: u32,
    },
    /// There is a file of this name already, which is left as it is.
    #[error("this file exists, and a key is never written over anything")]
    Exists,
    /// The operating system gives no random numbers.
    #[error("the operating system gives no random numbers: {0}")]
    NoRandomness(getrandom::Error),
}

impl Key {
    /// A new key, random from the operating system.
    ///
    /// # Errors
    ///
    /// [`KeyError::NoRandomness`].
    pub fn random() -> Result<Key, KeyError> {
        let mut bytes = [0; KEY_BYTES];
        getrandom::fill(&mut bytes).map_err(KeyError::NoRandomness)?;
        Ok(Key { bytes })
    }

    /// The key that everybody knows. It serves between programs of one machine, and is refused for any other address
    /// than a loopback one; it keeps no user of that machine away.
    pub fn known_to_all() -> Key {
        Key { bytes: KNOWN_TO_ALL }
    }

    /// The key in a file: 64 hexadecimal digits, of either case, and a line's end or none.
    ///
    /// # Errors
    ///
    /// [`KeyError::File`]; [`KeyError::NotPrivate`], on Unix, where the group or others have any permission;
    /// [`KeyError::NotAKey`], for a file of any other content. No error shows what is in the file.
    pub fn read(path: &Path) -> Result<Key, KeyError> {
        let file = File::open(path)?;
        check_private(&file)?;
        let mut text = Vec::new();
        file.take(MOST_OF_A_FILE as u64 + 1).read_to_end(&mut text)?;
        let digits = text.strip_suffix(b"\n").unwrap_or(&text);
        let digits = digits.strip_suffix(b"\r").unwrap_or(digits);
        let bytes = bytes_of(digits).ok_or(KeyError::NotAKey)?;
        Ok(Key { bytes })
    }

    /// A new random key, written to a new file as [`Key::read`] wants it: a line of digits, for the owner alone
    /// (mode 0600). The file comes to its name when it is whole.
    ///
    /// # Errors
    ///
    /// [`KeyError::Exists`], [`KeyError::File`], [`KeyError::NoRandomness`].
    pub fn create(path: &Path) -> Result<Key, KeyError> {
        let key = Key::random()?;
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // Files that are made for a while are for their owner alone already.
        let mut file = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
        writeln!(file, "{}", digits_of(&key.bytes))?;
        file.as_file().sync_all()?;
        file.persist_noclobber(path).map_err(|failure| match failure.error.kind() {
            io::ErrorKind::AlreadyExists => KeyError::Exists,
            _ => KeyError::File(failure.error),
        })?;
        Ok(key)
    }

    /// The key of these digits, as a program was told it by another of the same machine.
    ///
    /// # Errors
    ///
    /// [`KeyError::NotAKey`].
    pub fn from_digits(digits: &str) -> Result<Key, KeyError> {
        let bytes = bytes_of(digits.as_bytes()).ok_or(KeyError::NotAKey)?;
        Ok(Key { bytes })
    }

    /// Its digits, as a secret for another program of the same machine.
    pub fn to_digits(&self) -> String {
        digits_of(&self.bytes)
    }

    /// Whether the key is another than [`Key::known_to_all`].
    pub fn is_secret(&self) -> bool {
        self.bytes != KNOWN_TO_ALL
    }

    /// The bytes, for the handshake alone.
    pub(crate) fn bytes(&self) -> &[u8; KEY_BYTES] {
        &self.bytes
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Key").field("is_secret", &self.is_secret()).finish_non_exhaustive()
    }
}

/// Asks the open file, not its name, which might be another file's by now.
#[cfg(unix)]
fn check_private(file: &File) -> Result<(), KeyError> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = file.metadata()?.permissions().mode() & 0o7777;
    if mode & 0o077 == 0 { Ok(()) } else { Err(KeyError::NotPrivate { mode }) }
}

#[cfg(not(unix))]
fn check_private(_: &File) -> Result<(), KeyError> {
    Ok(())
}

fn digits_of(bytes: &[u8; KEY_BYTES]) -> String {
    bytes.iter().fold(String::with_capacity(DIGITS), |mut digits, byte| {
        write!(digits, "{byte:02x}").expect("a text takes all");
        digits
    })
}

fn bytes_of(digits: &[u8]) -> Option<[u8; KEY_BYTES]> {
    if digits.len() != DIGITS {
        return None;
    }
    let value = |digit: u8| char::from(digit).to_digit(16);
    let mut bytes = [0; KEY_BYTES];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = (value(pair[0])? * 16 + value(pair[1])?) as u8;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests;
