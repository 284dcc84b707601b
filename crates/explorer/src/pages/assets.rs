//! The script and the looks of the pages, which are part of the program.

use crate::server::Answer;

/// What is served as it is.
pub(crate) fn asset(path: &str) -> Option<Answer> {
    let (kind, body) = match path {
        "/explorer.css" => ("text/css; charset=utf-8", include_str!("explorer.css")),
        "/explorer.js" => ("text/javascript; charset=utf-8", include_str!("explorer.js")),
        _ => return None,
    };
    Some(Answer::Asset { kind, body: body.as_bytes() })
}
