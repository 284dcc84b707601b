//! Answers as responses of HTTP.

use axum::body::Body;
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{Response, StatusCode};
use maud::{DOCTYPE, html};

use super::Answer;
use super::refusal::Refusal;

/// What every response says: pages load, run and send nothing but what is the server's own, are shown in no frame, are not
/// stored, and are read by no page of another server.
///
/// Who is referred to within the server is told from where. Otherwise browsers would not tell the origin of a form either.
const EVERYWHERE: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
         connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "same-origin"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

const HTML: &str = "text/html; charset=utf-8";

/// The longest name of a download.
const LONGEST_NAME: usize = 100;

/// The response that is an answer.
pub(super) fn of_answer(answer: Answer) -> Response<Body> {
    match answer {
        Answer::Page(text) | Answer::Part(text) => response(StatusCode::OK, HTML, text.into()),
        Answer::Json(text) => response(StatusCode::OK, "application/json", text.into()),
        Answer::Asset { kind, body } => response(StatusCode::OK, kind, body.into()),
        Answer::Download { name, kind, body } => {
            let mut response = response(StatusCode::OK, kind, body.into());
            let disposition = format!("attachment; filename=\"{}\"", file_name(&name));
            set(&mut response, header::CONTENT_DISPOSITION, &disposition);
            response
        }
        Answer::Redirect(address) => redirect(&address),
        Answer::NotFound => explained(StatusCode::NOT_FOUND, "There is no such page."),
        Answer::Refused(status, why) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            explained(status, why)
        }
    }
}

/// The response that is a refusal. The connection ends with it.
pub(super) fn of_refusal(refusal: Refusal) -> Response<Body> {
    let mut response = explained(refusal.status(), &refusal.text());
    set(&mut response, header::CONNECTION, "close");
    if refusal == Refusal::Method {
        set(&mut response, header::ALLOW, "GET, HEAD, POST");
    }
    response
}

/// Leads a browser that opened the link to a page, and gives it the cookie.
///
/// Where a page elsewhere led here, browsers would leave out a strict cookie of what they are redirected to. So it is then a page of
/// our own which leads on.
pub(super) fn welcome(
    address: &str,
    cookie: Option<&str>,
    is_from_elsewhere: bool,
) -> Response<Body> {
    let mut response = if is_from_elsewhere { lead_on(address) } else { redirect(address) };
    if let Some(cookie) = cookie {
        set(&mut response, header::SET_COOKIE, cookie);
    }
    response
}

fn lead_on(address: &str) -> Response<Body> {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="refresh" content={ "0; url=" (address) };
                title { "Quotient" }
            }
            body { p { a href=(address) { "The explorer" } } }
        }
    };
    response(StatusCode::OK, HTML, page.into_string().into())
}

/// Leads to an address of our own. One that a browser would take for that of another host is a mistake of the site.
fn redirect(address: &str) -> Response<Body> {
    let is_ours = address.starts_with('/') && !address.starts_with("//");
    if !is_ours || !address.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\') {
        return explained(StatusCode::INTERNAL_SERVER_ERROR, "The explorer lost its way.");
    }
    let mut response = response(StatusCode::SEE_OTHER, HTML, Body::empty());
    set(&mut response, header::LOCATION, address);
    response
}

/// A page that says no more than this.
fn explained(status: StatusCode, why: &str) -> Response<Body> {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head { meta charset="utf-8"; title { "Quotient: " (status) } }
            body { h1 { (status) } p { (why) } }
        }
    };
    response(status, HTML, page.into_string().into())
}

fn response(status: StatusCode, kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    for (name, value) in EVERYWHERE {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Sets a header to a text that was made of what may stand in one.
fn set(response: &mut Response<Body>, name: HeaderName, value: &str) {
    let value = HeaderValue::from_str(value).expect("what headers may contain");
    response.headers_mut().insert(name, value);
}

/// A name that is one on every system, and leads into no folder.
fn file_name(proposed: &str) -> String {
    let is_kept = |sign: &char| sign.is_ascii_alphanumeric() || "-_.".contains(*sign);
    let name = proposed.chars().map(|sign| if is_kept(&sign) { sign } else { '_' });
    let name: String = name.take(LONGEST_NAME).collect();
    let name = name.trim_matches('.');
    if name.is_empty() { "download".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_downloads_lead_nowhere() {
        for (proposed, name) in [
            ("run.json", "run.json"),
            ("../../etc/passwd", "_.._etc_passwd"),
            ("a\"; x=\"b\r\nSet-Cookie: c", "a___x__b__Set-Cookie__c"),
            ("ä\u{202e}.svg", "__.svg"),
            ("...", "download"),
            ("", "download"),
        ] {
            assert_eq!(file_name(proposed), name);
        }
        assert_eq!(file_name(&"a".repeat(1000)).len(), LONGEST_NAME);
    }

    #[test]
    fn redirects_lead_to_ourselves() {
        assert_eq!(redirect("/run?steps=1,2").status(), StatusCode::SEE_OTHER);
        for address in ["//host", "http://host", "run", "", "/a\r\nb", "/\\host", "/ä"] {
            let response = redirect(address);
            assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR, "{address:?}");
            assert_eq!(response.headers().get(header::LOCATION), None);
        }
    }
}
