//! Where a text is: the URIs of clients, and the paths of files.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Where a text is. Addresses of one file are equal, however its URI was written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Address(String);

const FILE: &str = "file://";
/// What stands in a path as a number.
const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

impl Address {
    /// That of a URI.
    pub(crate) fn of_uri(uri: &Uri) -> Address {
        let text = uri.as_str();
        path_of(text).map_or_else(|| Address(text.to_owned()), |path| Address::of_path(&path))
    }

    /// That of a file.
    pub(crate) fn of_path(path: &Path) -> Address {
        // Folders may be links. What a file includes stands beside its name, wherever that leads.
        let folder = path.parent().and_then(|folder| folder.canonicalize().ok());
        let real = folder.zip(path.file_name()).map(|(folder, name)| folder.join(name));
        let path = real.as_deref().unwrap_or(path);
        let kept: PathBuf = path.components().collect();
        let mut text = kept.to_string_lossy().into_owned();
        if cfg!(windows) {
            text = format!("/{}", text.replace('\\', "/"));
        }
        Address(format!("{FILE}{}", utf8_percent_encode(&text, ENCODED)))
    }

    /// The path, if it is that of a file.
    pub(crate) fn path(&self) -> Option<PathBuf> {
        path_of(&self.0)
    }

    /// The URI; none of what a client could not be told.
    pub(crate) fn uri(&self) -> Option<Uri> {
        Uri::from_str(&self.0).ok()
    }

    /// The name of the text for a person: the last part of it.
    pub(crate) fn name(&self) -> String {
        let path = self.path().unwrap_or_else(|| PathBuf::from(&self.0));
        path.file_name().map_or_else(|| self.0.clone(), |name| name.to_string_lossy().into_owned())
    }
}

fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix(FILE)?;
    let (host, path) = rest.split_at(rest.find('/')?);
    if !(host.is_empty() || host.eq_ignore_ascii_case("localhost")) {
        return None;
    }
    let path = decoded(path)?;
    let path = if cfg!(windows) { path[1..].to_owned() } else { path };
    Some(PathBuf::from(path))
}

/// A text whose bytes were written with `%`; none if it is no text, or has a NUL byte.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        bytes.push((digit()? * 16 + digit()?) as u8);
    }
    String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn address(uri: &str) -> Address {
        Address::of_uri(&Uri::from_str(uri).expect("a URI"))
    }

    #[test]
    fn one_file_has_one_address() {
        let plain = Address::of_path(Path::new("/a b/é+c.pml"));
        assert_eq!(address("file:///a%20b/%C3%A9+c.pml"), plain);
        assert_eq!(address("file:///a%20b/%c3%a9%2bc.pml"), plain);
        assert_eq!(address("file://localhost/a%20b/./%C3%A9%2Bc.pml"), plain);
        assert_eq!(plain.path(), Some(PathBuf::from("/a b/é+c.pml")));
        assert_eq!(plain.name(), "é+c.pml");
        assert_eq!(address(plain.uri().expect("a URI").as_str()), plain);
    }

    #[test]
    fn what_is_no_file_has_no_path() {
        for uri in ["untitled:Untitled-1", "file://elsewhere/a.pml", "file:///a%00b", "file:///%ff"]
        {
            assert_eq!(address(uri).path(), None, "{uri}");
            assert_eq!(address(uri).uri().expect("a URI").as_str(), uri);
        }
    }
}
