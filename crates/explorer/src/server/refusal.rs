//! Why a request is refused, in words for who made it.

use axum::http::StatusCode;

use super::Malformed;

/// The reason why a request is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// Neither shows nor does anything.
    Method,
    /// Asks for another server.
    Target,
    /// Means another host or port.
    Host,
    /// Was posted from elsewhere.
    Origin,
    /// Comes from a browser that did not open the link.
    Cookie,
    /// Comes from a page of another server.
    Elsewhere,
    /// Has a link of another time.
    WrongLink,
    /// Has a link that was opened before.
    UsedLink,
    /// Is not how browsers write it.
    Malformed(Malformed),
    /// Posts what is no form.
    Kind,
    /// Posts too much.
    TooLong,
    /// Takes too long to come.
    TooSlow,
    /// Comes while too many wait.
    Busy,
    /// Comes when the server ends.
    Ended,
}

impl Refusal {
    /// The status of HTTP.
    pub(super) fn status(self) -> StatusCode {
        match self {
            Refusal::Method => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::Target | Refusal::Malformed(_) => StatusCode::BAD_REQUEST,
            Refusal::Kind => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Refusal::TooLong => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Refusal::Busy | Refusal::Ended => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::FORBIDDEN,
        }
    }

    /// The reason, and what to do.
    pub(super) fn text(self) -> String {
        let text = match self {
            Refusal::Method => "Only GET, HEAD and POST are answered.",
            Refusal::Target => "This server answers for no other.",
            Refusal::Host => {
                "The explorer is only reached as 127.0.0.1 or localhost, with the port that it listens on. \
                 Open the link that `quotient explore` printed."
            }
            Refusal::Origin => "Only the explorer's own pages may ask for this.",
            Refusal::Cookie => {
                "The explorer answers only the browser in which the link was opened that `quotient explore` printed. \
                 If no browser has opened that link yet, open it in this one. \
                 Otherwise end the command, start it again, and open the new link here."
            }
            Refusal::Elsewhere => {
                "A page of another server led here. Type the address, or open it from the explorer's own pages."
            }
            Refusal::WrongLink => {
                "This link is not that of the explorer which runs now. \
                 Open the link that `quotient explore` printed last."
            }
            Refusal::UsedLink => {
                "This link was opened before. It works once, so that who reads it later cannot use it. \
                 The explorer is open in the browser that it was opened in. \
                 To use another browser, end `quotient explore`, start it again, and open the new link there."
            }
            Refusal::Malformed(why) => return why.to_string(),
            Refusal::Kind => "Only forms can be posted.",
            Refusal::TooLong => "This is too long: at most 1 MiB can be posted.",
            Refusal::TooSlow => "This took too long to arrive.",
            Refusal::Busy => "Too many requests wait for an answer. Try again.",
            Refusal::Ended => "The explorer has ended.",
        };
        text.to_owned()
    }
}

impl From<Malformed> for Refusal {
    fn from(why: Malformed) -> Refusal {
        Refusal::Malformed(why)
    }
}
