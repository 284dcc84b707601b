//! Places of steps in documents.

use serde_json::Value;

/// A place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, in characters from 1.
    pub column: usize,
}

/// The place of what an action does.
pub(crate) fn place_of(action: &Value) -> Option<Place> {
    let number = |key: &str| action[key].as_u64().and_then(|number| usize::try_from(number).ok());
    let file = action["file"].as_str()?.to_owned();
    Some(Place { file, line: number("line")?, column: number("column").unwrap_or(1) })
}

/// The actions of a transition.
pub(crate) fn actions(transition: &Value) -> impl Iterator<Item = &Value> {
    transition["actions"].as_array().into_iter().flatten()
}

/// The place of the last thing that happens in a counterexample.
pub(crate) fn end_of(verdict: &Value) -> Option<Place> {
    let last = verdict["trace"].as_array()?.last()?;
    actions(last).filter_map(place_of).last()
}
