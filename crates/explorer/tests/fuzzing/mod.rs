//! A fuzz target: a function of arbitrary bytes that panics if requests are decoded wrongly.
//!
//! `cargo fuzz` (see `fuzz/` at the root) runs it for hours, `tests/fuzz_smoke.rs` for a moment.

use explorer::{Method, Request};

/// The byte between the path, the query and the form of an input.
pub const SEPARATOR: u8 = 0x1e;

/// Any bytes as a request. What is understood leads nowhere else, and is understood alike when it is encoded again.
pub fn request(data: &[u8]) -> bool {
    let mut parts = data.splitn(3, |&byte| byte == SEPARATOR);
    let mut part = || parts.next().unwrap_or_default();
    let (path, query, form) = (part(), part(), part());
    let Ok(request) = Request::decode(Method::Post, path, query, form) else { return false };
    let segments: Vec<&str> = request.path.split('/').collect();
    assert!(segments.len() > 1 && segments[0].is_empty(), "{request:?}");
    let inner = &segments[1..segments.len() - 1];
    assert!(!inner.contains(&""), "{request:?}");
    assert!(!segments.contains(&"..") && !segments.contains(&"."), "{request:?}");
    assert!(!request.path.contains(|sign: char| sign.is_control() || sign == '\\'), "{request:?}");
    let pairs = request.query.iter().chain(&request.form);
    assert!(pairs.clone().all(|(name, value)| !name.contains('\0') && !value.contains('\0')));
    assert!(pairs.count() <= data.len());
    let path: Vec<String> = segments.iter().map(|segment| encoded(segment)).collect();
    let (path, query, form) = (path.join("/"), joined(&request.query), joined(&request.form));
    let again = Request::decode(Method::Post, path.as_bytes(), query.as_bytes(), form.as_bytes());
    assert_eq!(again.as_ref(), Ok(&request));
    true
}

fn joined(pairs: &[(String, String)]) -> String {
    let pairs = pairs.iter().map(|(name, value)| format!("{}={}", encoded(name), encoded(value)));
    pairs.collect::<Vec<_>>().join("&")
}

fn encoded(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}
