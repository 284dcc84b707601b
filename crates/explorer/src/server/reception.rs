//! From a request of HTTP to its response: what is refused, and what reaches the site.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::extract::State;
use axum::http::header::{self, HeaderMap};
use axum::http::{self, Response, Uri};
use tokio::time::timeout;

use super::acquaintance::Acquaintance;
use super::desk::Desk;
use super::door::{Door, TOKEN, comes_from_elsewhere};
use super::refusal::Refusal;
use super::{Malformed, Method, Request, form, response};

/// The longest form, in bytes.
const LONGEST_FORM: usize = 1 << 20;

/// What stands between browsers and a site.
pub(super) struct Reception {
    door: Door,
    desk: Desk,
    patience: Duration,
}

impl Reception {
    /// A reception at that door, which hands in requests at that desk.
    pub(super) fn new(door: Door, desk: Desk, patience: Duration) -> Reception {
        Reception { door, desk, patience }
    }

    /// Everything is decided here in an order: what is cheap to be refused first, and nothing of a body is read before the
    /// cookie was seen.
    async fn answer(
        &self,
        request: http::Request<Body>,
        acquaintance: &Acquaintance,
    ) -> Result<Response<Body>, Refusal> {
        let (head, body) = request.into_parts();
        let method = known(&head.method)?;
        self.door.is_meant(&head.headers)?;
        if method == Method::Post {
            self.door.is_own_page(&head.headers)?;
        }
        if head.uri.scheme().is_some() || head.uri.authority().is_some() {
            return Err(Refusal::Target);
        }
        let query = head.uri.query().unwrap_or_default();
        let mut asked = Request::decode(method, head.uri.path().as_bytes(), query.as_bytes(), b"")?;
        if head.method == http::Method::GET
            && let Some(token) = asked.asked(TOKEN)
        {
            let welcome = self.welcome(token, &head.uri, &head.headers)?;
            acquaintance.make();
            return Ok(welcome);
        }
        self.door.is_inside(&head.headers)?;
        acquaintance.make();
        if method == Method::Post {
            let body = self.read(&head.headers, body).await?;
            asked.form = form::decode(&body).ok_or(Malformed::Form)?;
        }
        Ok(response::of_answer(self.desk.ask(asked).await?))
    }

    /// Leads who has the link, or opened it before, to the same page without the secret.
    fn welcome(
        &self,
        token: &str,
        uri: &Uri,
        headers: &HeaderMap,
    ) -> Result<Response<Body>, Refusal> {
        let cookie = match self.door.has_cookie(headers) {
            true => None,
            false => Some(self.door.open(token)?),
        };
        let address = without_token(uri);
        Ok(response::welcome(&address, cookie.as_deref(), comes_from_elsewhere(headers)))
    }

    /// The body of a form, which may be announced to be of any length, and come slowly.
    async fn read(&self, headers: &HeaderMap, body: Body) -> Result<Bytes, Refusal> {
        if !is_form(headers) {
            return Err(Refusal::Kind);
        }
        if body.size_hint().lower() > LONGEST_FORM as u64 {
            return Err(Refusal::TooLong);
        }
        let reading = timeout(self.patience, to_bytes(body, LONGEST_FORM));
        reading.await.map_err(|_| Refusal::TooSlow)?.map_err(|_| Refusal::TooLong)
    }
}

/// Answers a request.
pub(super) async fn receive(
    State(reception): State<Arc<Reception>>,
    Extension(acquaintance): Extension<Acquaintance>,
    request: http::Request<Body>,
) -> Response<Body> {
    reception.answer(request, &acquaintance).await.unwrap_or_else(response::of_refusal)
}

fn known(method: &http::Method) -> Result<Method, Refusal> {
    match *method {
        http::Method::GET | http::Method::HEAD => Ok(Method::Get),
        http::Method::POST => Ok(Method::Post),
        _ => Err(Refusal::Method),
    }
}

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default();
    kind.trim().eq_ignore_ascii_case("application/x-www-form-urlencoded")
}

/// The path and query of an address but for the secret.
fn without_token(uri: &Uri) -> String {
    let pairs = uri.query().unwrap_or_default().split('&');
    let kept: Vec<&str> =
        pairs.filter(|pair| !pair.is_empty() && pair.split('=').next() != Some(TOKEN)).collect();
    let mark = if kept.is_empty() { "" } else { "?" };
    format!("{}{mark}{}", uri.path(), kept.join("&"))
}
