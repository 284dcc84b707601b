//! What a site answers.

use super::Request;

/// What a browser is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A page, as HTML.
    Page(String),
    /// A part of a page, as HTML, which a script puts into one.
    Part(String),
    /// A value for a script.
    Json(String),
    /// A file that the browser stores.
    Download {
        /// The name that the browser proposes. What has no place in a name is replaced.
        name: String,
        /// The media type.
        kind: &'static str,
        /// The content.
        body: Vec<u8>,
    },
    /// Another address of this server, from `/` on and encoded: the browser gets it instead.
    Redirect(String),
    /// A part of the program: a script, a style sheet, a picture.
    Asset {
        /// The media type.
        kind: &'static str,
        /// The content.
        body: &'static [u8],
    },
    /// There is no such page.
    NotFound,
    /// The status of HTTP, and why in words.
    Refused(u16, &'static str),
}

/// What answers requests: called on one thread, with one request after another.
pub trait Site {
    /// The answer to a request, which was let in.
    fn answer(&mut self, request: &Request) -> Answer;
}
