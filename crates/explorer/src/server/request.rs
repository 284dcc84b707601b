//! What a browser asks for, decoded.

use thiserror::Error;

use super::form;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A page is to be shown. (So it is for `HEAD`: the server leaves the content out.)
    Get,
    /// Something is to be done.
    Post,
}

/// What a browser asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// What is to be done.
    pub method: Method,
    /// The path, decoded: it begins with `/`, and no segment of it is empty but the last, `.` or `..`.
    pub path: String,
    /// The pairs of the query, decoded, in their order.
    pub query: Vec<(String, String)>,
    /// The pairs of a form that was posted, decoded, in their order; none for [`Method::Get`].
    pub form: Vec<(String, String)>,
}

/// The reason why bytes are no request.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum Malformed {
    /// The path has no meaning here, or would have two.
    #[error("The path of the address is malformed.")]
    Path,
    /// The query is no list of pairs.
    #[error("The query of the address is malformed.")]
    Query,
    /// The form is no list of pairs.
    #[error("The form is malformed.")]
    Form,
}

impl Request {
    /// What was meant by the bytes of a path, of a query without its `?`, and of a form, as browsers encode them. Whatever the
    /// bytes are, it takes no more memory than some times their length.
    ///
    /// # Errors
    ///
    /// [`Malformed`], for what browsers do not send.
    pub fn decode(
        method: Method,
        path: &[u8],
        query: &[u8],
        form: &[u8],
    ) -> Result<Request, Malformed> {
        Ok(Request {
            method,
            path: decode_path(path).ok_or(Malformed::Path)?,
            query: form::decode(query).ok_or(Malformed::Query)?,
            form: form::decode(form).ok_or(Malformed::Form)?,
        })
    }

    /// The first value with that name in the query.
    pub fn asked(&self, name: &str) -> Option<&str> {
        first(&self.query, name)
    }

    /// The first value with that name in the form.
    pub fn told(&self, name: &str) -> Option<&str> {
        first(&self.form, name)
    }
}

fn first<'p>(pairs: &'p [(String, String)], name: &str) -> Option<&'p str> {
    pairs.iter().find(|(known, _)| known == name).map(|(_, value)| &value[..])
}

/// Segments are looked at before they are decoded, where they end, and after, where they might lead elsewhere.
fn decode_path(path: &[u8]) -> Option<String> {
    let segments = path.strip_prefix(b"/")?;
    let mut decoded = String::new();
    let mut segments = segments.split(|&byte| byte == b'/').peekable();
    while let Some(segment) = segments.next() {
        let segment = form::decode_percent(segment, false)?;
        let is_empty = segment.is_empty() && segments.peek().is_some();
        if is_empty || segment == "." || segment == ".." || segment.contains(is_no_part) {
            return None;
        }
        decoded.push('/');
        decoded.push_str(&segment);
    }
    Some(decoded)
}

/// What a segment may not contain once it is decoded.
fn is_no_part(sign: char) -> bool {
    sign.is_control() || sign == '/' || sign == '\\'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(bytes: &[u8]) -> Option<String> {
        decode_path(bytes)
    }

    #[test]
    fn paths_are_decoded() {
        for (bytes, meant) in [("/", "/"), ("/run/", "/run/"), ("/a%20b/%C3%A4+", "/a b/ä+")] {
            assert_eq!(path(bytes.as_bytes()).as_deref(), Some(meant));
        }
    }

    #[test]
    fn paths_that_lead_elsewhere_are_refused() {
        let refused: [&[u8]; 16] = [
            b"",
            b"run",
            b"*",
            b"//host",
            b"/a//b",
            b"/..",
            b"/a/../b",
            b"/./a",
            b"/%2e%2e/a",
            b"/a%2fb",
            b"/a\\b",
            b"/a%5Cb",
            b"/a%00",
            b"/a%0a",
            b"/%ff",
            b"/a%2",
        ];
        for bytes in refused {
            assert_eq!(path(bytes), None, "{}", bytes.escape_ascii());
        }
        assert_eq!(path("/ä".as_bytes()), None, "no browser sends it so");
    }

    #[test]
    fn the_first_value_of_a_name_counts() {
        let request = Request::decode(Method::Post, b"/", b"a=1&b=2&a=3", b"b=4").expect("one");
        assert_eq!((request.asked("a"), request.asked("c")), (Some("1"), None));
        assert_eq!((request.told("b"), request.told("a")), (Some("4"), None));
    }
}
