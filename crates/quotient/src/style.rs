//! How a report is shown.

/// How a report is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As text.
    Text,
    /// The least text: `--quiet`.
    Brief,
    /// As a JSON document.
    Json,
}

impl Style {
    /// The style that the switches ask for.
    pub fn new(json: bool, quiet: bool) -> Style {
        match (json, quiet) {
            (true, _) => Style::Json,
            (false, true) => Style::Brief,
            (false, false) => Style::Text,
        }
    }
}
