//! Models of the tests' own, in files.

use std::fs;
use std::path::PathBuf;

use testing::places::Folder;

/// Two processes that take two locks, each in another order.
pub const LOCKS: &str = "\
bool a, b;
byte held;

active proctype first() {
  atomic { !a -> a = true };
  atomic { !b -> b = true };
  held = 2;
  a = false; b = false
}

active proctype second() {
  atomic { !b -> b = true };
  atomic { !a -> a = true };
  held = held + 1;
  assert(held < 3);
  a = false; b = false
}
";

/// More states than can be searched in a test.
pub const ENDLESS: &str = "\
byte a, b, c, d, e;
active proctype p() { do :: a++ :: b++ :: c++ :: d++ :: e++ od }
";

/// A file that is removed when it is dropped.
pub struct Model {
    _folder: Folder,
    path: PathBuf,
}

impl Model {
    /// A file with a text.
    pub fn new(name: &str, text: &str) -> Model {
        let folder = Folder::new("mcp");
        let path = folder.join(name);
        fs::write(&path, text).expect("a file");
        Model { _folder: folder, path }
    }

    /// Its path.
    pub fn path(&self) -> &str {
        self.path.to_str().expect("a text")
    }
}
