//! What the tests share.

#![allow(dead_code)]

use diagnostics::{Diagnostic, Sources};
use promela_lite::load;

/// What is wrong with a text, as `line:column: message`.
pub fn mistakes(text: &str) -> Vec<String> {
    mistakes_and_help(text).into_iter().map(|(line, _)| line).collect()
}

/// What is wrong with a text, as `line:column: message`, each with its mend.
pub fn mistakes_and_help(text: &str) -> Vec<(String, String)> {
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let loaded = load(&sources, file);
    assert_eq!(loaded.model.is_none(), !loaded.diagnostics.is_empty());
    let line = |diagnostic: &Diagnostic| {
        // What is expected instead is a mend.
        let has_mend = !diagnostic.message.starts_with("T-") || diagnostic.help.is_some();
        assert!(has_mend, "{}", diagnostic.message);
        let line = diagnostic.one_line(&sources).replace(": error: ", ": ");
        let line = line.strip_prefix("m:").unwrap_or(&line).to_owned();
        (line, diagnostic.help.clone().unwrap_or_default())
    };
    loaded.diagnostics.iter().map(line).collect()
}
