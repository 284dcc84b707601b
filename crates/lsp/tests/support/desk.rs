//! A model that is saved and open in a client.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use lsp::Program;
use serde_json::{Value, json};
use testing::places::Folder;

use super::Client;

/// A model that is violated.
pub const MODEL: &str = "byte x;\ninit {\n  x = 1;\n  assert(x == 2)\n}\n";

/// A model that is saved and open, and a client.
pub struct Desk {
    pub folder: Folder,
    pub path: PathBuf,
    pub client: Client,
}

impl Desk {
    /// The model, and the program that checks it.
    pub fn new(program: impl FnOnce(&Path) -> Arc<dyn Program>) -> Desk {
        let folder = Folder::new("lsp-checks");
        let path = folder.join("a.pml");
        fs::write(&path, MODEL).expect("a file");
        let mut client = Client::new(program(&path));
        client.open(&path, 1, MODEL);
        client.diagnostics_of(&path, 1);
        Desk { folder, path, client }
    }

    /// Has it checked.
    pub fn check(&mut self) {
        assert_eq!(self.client.check(&self.path)["result"], Value::Null);
    }

    /// The title of its first lens.
    pub fn title(&mut self) -> String {
        self.client.lens(&self.path)
    }

    /// The title once nothing is checked any more.
    pub fn last_title(&mut self) -> String {
        loop {
            let title = self.title();
            if title != "checking…" {
                return title;
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Changes all of it.
    pub fn edit(&mut self, version: i32, text: &str) {
        self.client.change(&self.path, version, &json!([{ "text": text }]));
    }
}
