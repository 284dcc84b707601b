//! Who is let in: the browser that opened the link, asking for this server by its own name.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::header::{self, HeaderMap, HeaderName};

use super::refusal::Refusal;
use super::secret::Secret;

/// The name of the secret in the link.
pub(super) const TOKEN: &str = "token";

/// Names of this machine that nobody else can give an address.
const NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// The door of a server.
///
/// The secret of the link and that of the cookie are two: the link can be read on the terminal, and in the history of a
/// shell, so it works once. The cookie is named after the port, since browsers do not tell the ports of a host apart in cookies.
pub(super) struct Door {
    port: u16,
    link: Secret,
    cookie: Secret,
    is_link_used: AtomicBool,
}

impl Door {
    /// A door with new secrets.
    pub(super) fn new(port: u16) -> io::Result<Door> {
        let is_link_used = AtomicBool::new(false);
        Ok(Door { port, link: Secret::new()?, cookie: Secret::new()?, is_link_used })
    }

    /// The link that lets a browser in.
    pub(super) fn link(&self) -> String {
        format!("http://127.0.0.1:{}/?{TOKEN}={}", self.port, self.link.reveal())
    }

    /// Refuses who means another host, as a page does that gave its own name this address.
    pub(super) fn is_meant(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = only(headers, header::HOST).ok_or(Refusal::Host)?;
        let (name, port) = host.rsplit_once(':').ok_or(Refusal::Host)?;
        let is_known = NAMES.iter().any(|known| name.eq_ignore_ascii_case(known));
        let is_ours = is_known && port == self.port.to_string();
        if is_ours { Ok(()) } else { Err(Refusal::Host) }
    }

    /// Refuses what was not posted from a page of this server. The host was looked at before.
    pub(super) fn is_own_page(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = only(headers, header::HOST).ok_or(Refusal::Host)?;
        let origin =
            only(headers, header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
        if origin == Some(host) { Ok(()) } else { Err(Refusal::Origin) }
    }

    /// Refuses who has not got the cookie.
    ///
    /// Browsers send it for pages of other ports of this machine as well, as they take ports for one site. So whoever says that
    /// the request comes from a page elsewhere is refused.
    pub(super) fn is_inside(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if !self.has_cookie(headers) {
            return Err(Refusal::Cookie);
        }
        if comes_from_elsewhere(headers) { Err(Refusal::Elsewhere) } else { Ok(()) }
    }

    /// Whether a browser has the cookie.
    pub(super) fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let name = self.cookie_name();
        let cookies = headers.get_all(header::COOKIE).iter().flat_map(|cookies| {
            cookies.as_bytes().split(|&byte| byte == b';').map(<[u8]>::trim_ascii)
        });
        let values = cookies.filter_map(|cookie| {
            cookie.strip_prefix(name.as_bytes()).and_then(|value| value.strip_prefix(b"="))
        });
        values.into_iter().any(|value| self.cookie.is(value))
    }

    /// The cookie for who opened the link with this secret, which is used up by it.
    pub(super) fn open(&self, token: &str) -> Result<String, Refusal> {
        if !self.link.is(token.as_bytes()) {
            return Err(Refusal::WrongLink);
        }
        if self.is_link_used.swap(true, Ordering::Relaxed) {
            return Err(Refusal::UsedLink);
        }
        let (name, value) = (self.cookie_name(), self.cookie.reveal());
        Ok(format!("{name}={value}; HttpOnly; SameSite=Strict; Path=/"))
    }

    fn cookie_name(&self) -> String {
        format!("quotient-{}", self.port)
    }
}

/// Whether a browser says that another site, or another port, led it here.
pub(super) fn comes_from_elsewhere(headers: &HeaderMap) -> bool {
    let sites = headers.get_all("sec-fetch-site");
    sites.iter().any(|site| !["none", "same-origin"].iter().any(|own| site == own))
}

/// The value of a header that is there once, and is text.
fn only(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    let mut values = headers.get_all(name).iter();
    let value = values.next()?;
    if values.next().is_some() { None } else { value.to_str().ok() }
}
