//! Models in files of their own.

use std::path::{Path, PathBuf};

use testing::places::Folder;

/// Two users of a lock that is none: both get in.
pub const LOCK: &str = "\
bool locked; byte inside; byte flag[3];
inline enter(k) {
  !locked;
  locked = true
}
active [2] proctype user() {
  byte k;
  do
  :: enter(k); inside++;
     k = inside + 1;
     printf(\"in %d\\n\", k);
     assert(inside == 1);
     inside--; locked = false
  od
}
";

/// A model in a file.
pub struct Model(Folder, PathBuf);

impl Model {
    /// A file of a name with a text.
    pub fn new(name: &str, text: &str) -> Model {
        let folder = Folder::new("dap");
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file");
        Model(folder, path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.1
    }

    /// Where another file is beside it.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}
