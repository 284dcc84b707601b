//! What a run is looked for to: a state in which an expression of the language holds (`check --reach EXPR`).
//!
//! It is the claim that the expression never holds, of which a shortest run that violates it is found: symmetry keeps the expression as
//! it is typed, and nothing is left out.

use diagnostics::{FileId, Sources};

use crate::language::Purpose;
use crate::setting::{Scope, Setting, Settings, StoredAs};

/// The setting of the languages that have expressions of states.
pub const REACH: Setting = Setting {
    name: "reach",
    value: Some("EXPR"),
    help: "Look for a shortest run to a state in which this expression of the model's language holds, and check nothing else: exit \
           status 0 = reached, 1 = unreachable, 3 = unknown",
    scope: Scope::Properties,
    stored: Some(StoredAs { key: "reach", negated: false }),
};

/// The kind of such a claim, as in the JSON output.
pub(crate) const KIND: &str = "reach";

/// The name of the claim that what is looked for never holds, if something is: on one line, wherever that was typed.
#[must_use]
pub fn reach_name(settings: &Settings) -> Option<String> {
    let expression = settings.values(REACH.name).pop()?;
    let words: Vec<&str> = expression.split_whitespace().collect();
    Some(format!("{KIND} {}", words.join(" ")))
}

/// The expression of such a claim, by the name of that.
#[must_use]
pub fn reach_expression(name: &str) -> &str {
    name.strip_prefix(KIND).map_or(name, str::trim_start)
}

/// The expression that is looked for as a text of its own, if one is, and claims are of use.
#[must_use]
pub fn reach_source(
    sources: &mut Sources,
    settings: &Settings,
    purpose: Purpose,
) -> Option<FileId> {
    let expression = settings.values(REACH.name).pop().filter(|_| purpose != Purpose::Search)?;
    Some(sources.add("--reach", expression))
}
