//! Places in sources, as the client names and counts them.

use std::path::{PathBuf, absolute};

use diagnostics::{FileId, Sources};
use model::Place;
use serde_json::{Value, json};

use crate::arguments::optional_text;

/// How a client counts lines and columns: from what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Counting {
    first_line: usize,
    first_column: usize,
}

impl Default for Counting {
    fn default() -> Counting {
        Counting { first_line: 1, first_column: 1 }
    }
}

impl Counting {
    /// As the arguments of `initialize` say.
    ///
    /// # Errors
    /// That the client names files in another way.
    pub fn read(arguments: &Value) -> Result<Counting, String> {
        if optional_text(arguments, "pathFormat")?.is_some_and(|format| format != "path") {
            return Err("files are named by paths".to_owned());
        }
        let first = |name: &str| usize::from(arguments[name] != Value::Bool(false));
        let (first_line, first_column) = (first("linesStartAt1"), first("columnsStartAt1"));
        Ok(Counting { first_line, first_column })
    }

    /// A line of the client, counted from 1; none if it has none with this number.
    pub fn line_from(self, line: u64) -> Option<usize> {
        usize::try_from(line).ok()?.checked_add(1 - self.first_line).filter(|&line| line > 0)
    }

    /// A line that is counted from 1, for the client.
    pub fn line(self, line: usize) -> usize {
        (line + self.first_line).saturating_sub(1)
    }
}

/// A source of a model.
struct Source {
    name: String,
    /// Where it is, if it is a file.
    path: Option<PathBuf>,
    /// The same without links.
    place: Option<PathBuf>,
}

/// The sources of a model.
pub(crate) struct Places<'m> {
    /// How the client counts.
    pub counting: Counting,
    texts: &'m Sources,
    sources: Vec<Source>,
}

impl<'m> Places<'m> {
    /// Places in these texts.
    pub fn new(texts: &'m Sources, counting: Counting) -> Places<'m> {
        let source = |file| {
            let name = texts.name(FileId(file)).to_owned();
            let path = absolute(&name).ok().filter(|path| path.is_file());
            let place = path.as_ref().and_then(|path| path.canonicalize().ok());
            Source { name, path, place }
        };
        let count = u32::try_from(texts.len()).unwrap_or(u32::MAX);
        Places { counting, texts, sources: (0..count).map(source).collect() }
    }

    /// The name of the source that a client means by a path.
    pub fn named(&self, path: &str) -> Option<&str> {
        let path = absolute(path).ok()?;
        let place = path.canonicalize().ok();
        let is_meant = |source: &&Source| {
            source.path.as_ref() == Some(&path) || (place.is_some() && source.place == place)
        };
        self.sources.iter().find(is_meant).map(|source| source.name.as_str())
    }

    /// Adds to an object where a place is; nothing is added of what lies in no file.
    pub fn put(&self, place: &Place, object: &mut Value) {
        let found = self.sources.iter().zip(0..).find(|(source, _)| source.name == place.file);
        let Some((Source { path: Some(path), .. }, file)) = found else { return };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        object["source"] = json!({ "name": name, "path": path.to_string_lossy() });
        object["line"] = self.counting.line(place.line).into();
        object["column"] = self.column(place, FileId(file)).into();
    }

    /// The column of a place for the client, whose characters are those of UTF-16.
    fn column(&self, place: &Place, file: FileId) -> usize {
        let line = self.texts.line_text(file, place.line);
        let before = line.chars().take(place.column.saturating_sub(1));
        before.map(char::len_utf16).sum::<usize>() + self.counting.first_column
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_as_the_client_does() {
        let one = Counting::read(&json!({})).expect("right");
        let zero = Counting::read(&json!({"linesStartAt1": false})).expect("right");
        assert_eq!((one.line_from(1), one.line_from(0)), (Some(1), None));
        assert_eq!((zero.line_from(0), zero.line_from(u64::MAX)), (Some(1), None));
        assert_eq!((one.line(1), zero.line(1)), (1, 0));
        assert!(Counting::read(&json!({"pathFormat": "uri"})).is_err());
    }
}
