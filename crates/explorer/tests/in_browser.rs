//! The browser that users have is let in, runs what is ours and nothing else, and is no help to pages of others.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use explorer::{Answer, Method, Request};
use serde_json::json;
use testing::browser::{Browser, keys};

use crate::support::{PATIENCE, Running};

const PAGE: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>ours</title>
<link rel=stylesheet href=/style.css><script src=/script.js defer></script>
<script>document.title = 'inline'</script><style>p { color: red }</style>
<p id=told onclick='document.title = \"clicked\"' style='color: red'>by nobody</p>
<form method=post action=/do><input name=what autofocus></form>";

const STYLE: &[u8] = b"p { color: rgb(0, 0, 255) }";

const SCRIPT: &[u8] = b"fetch('/part').then(part => part.text()).then(text => { \
    document.getElementById('told').textContent = text; });";

fn site(request: &Request) -> Answer {
    match (request.method, &request.path[..]) {
        (Method::Get, "/") => Answer::Page(PAGE.to_owned()),
        (Method::Get, "/part") => Answer::Part("by our script".to_owned()),
        (Method::Get, "/style.css") => Answer::Asset { kind: "text/css", body: STYLE },
        (Method::Get, "/script.js") => Answer::Asset { kind: "text/javascript", body: SCRIPT },
        (Method::Get, "/done") => Answer::Page("<!doctype html><title>done</title>".to_owned()),
        (Method::Post, "/do") => Answer::Redirect("/done?next=1".to_owned()),
        _ => Answer::NotFound,
    }
}

#[test]
fn our_pages_work_and_nothing_else_does() {
    let Some(browser) = Browser::start().expect("it starts") else { return };
    let running = Running::with(PATIENCE, site);
    let home = format!("http://{}/", running.host());
    browser.go(&running.link);
    assert_eq!(browser.url(), home, "the secret is not in the address");
    browser.wait_until("return document.getElementById('told').textContent === 'by our script'");
    let told = browser.find("#told");
    browser.click(&told);
    let colour = "return getComputedStyle(document.getElementById('told')).color";
    assert_eq!(browser.execute(colour, &[]), json!("rgb(0, 0, 255)"));
    assert_eq!(browser.title(), "ours", "scripts within a page do not run");
    assert_eq!(browser.execute("return document.cookie", &[]), json!(""));

    browser.click(&browser.find("input"));
    browser.press(&format!("what a + b{}", keys::ENTER));
    browser.wait_until("return document.title === 'done'");
    assert_eq!(browser.url(), format!("{home}done?next=1"));
    let posted = running.seen().into_iter().find(|request| request.method == Method::Post);
    assert_eq!(posted.expect("a form").told("what"), Some("what a + b"));
    browser.back();
    assert_eq!(browser.url(), home);
    browser.reload();
    assert_eq!(browser.title(), "ours");

    // In another browser, the link is used up.
    let other = Browser::start().expect("it starts").expect("as before");
    other.go(&running.link);
    assert!(other.text(&other.find("p")).contains("works once"));
}

/// What a mail or a terminal in a web page does.
#[test]
fn a_link_in_a_page_of_others_lets_in() {
    let Some(browser) = Browser::start().expect("it starts") else { return };
    let running = Running::with(PATIENCE, site);
    let others = Others::start(format!("<title>others</title><a href='{}'>a</a>", running.link));
    browser.go(&format!("http://localhost:{}/", others.address.port()));
    browser.click(&browser.find("a"));
    browser.wait_until("return document.title === 'ours'");
    assert_eq!(browser.url(), format!("http://{}/", running.host()));
}

/// Every way of asking another server that a page has.
const HOSTILE: &str = "<!doctype html><title>others</title><body><a href='HOME'>a</a>
<script>
const url = 'HOME';
const loaded = (name, more) => new Promise(resolve => {
  const element = Object.assign(document.createElement(name), more);
  element.onload = element.onerror = resolve;
  document.body.append(element);
});
const posted = new Promise(resolve => {
  document.body.insertAdjacentHTML('beforeend',
    `<iframe name=frame></iframe><form method=post action='${url}do' target=frame><input name=what></form>`);
  document.querySelector('iframe').onload = resolve;
  document.querySelector('form').submit();
});
const form = { method: 'POST', body: new URLSearchParams('what=1') };
const read = [];
const keep = answer => answer.text().then(text => read.push(text));
Promise.allSettled([
  fetch(url, { mode: 'no-cors', credentials: 'include' }).then(keep),
  fetch(url, { credentials: 'include' }).then(keep),
  fetch(url + 'do', { ...form, mode: 'no-cors', credentials: 'include' }).then(keep),
  fetch(url + 'do', { ...form, credentials: 'include' }).then(keep),
  loaded('img', { src: url + 'picture' }),
  loaded('script', { src: url + 'script.js' }),
  loaded('link', { rel: 'stylesheet', href: url + 'style.css' }),
  loaded('iframe', { src: url }),
  posted,
]).then(() => { window.told = read.join(); document.title = 'tried' });
</script>";

#[test]
fn pages_of_others_reach_nothing() {
    let Some(browser) = Browser::start().expect("it starts") else { return };
    let running = Running::with(PATIENCE, site);
    let home = format!("http://{}/", running.host());
    browser.go(&running.link);
    browser.wait_until("return document.getElementById('told').textContent === 'by our script'");
    let seen = asked(&running);
    let others = Others::start(HOSTILE.replace("HOME", &home));
    browser.requests();
    // Another site; and one which browsers take for the same as ours, since only the port differs.
    for name in ["localhost", "127.0.0.1"] {
        browser.go(&format!("http://{name}:{}/", others.address.port()));
        browser.wait_until("return document.title === 'tried'");
        assert_eq!(browser.execute("return told", &[]), json!(""), "{name}");
        let tried = browser.requests().into_iter().filter(|url| url.starts_with(&home)).count();
        assert!(tried >= 8, "{name}: {tried}");
        browser.click(&browser.find("a"));
        browser.wait_until("return document.title.startsWith('Quotient: 403')");
    }
    assert_eq!(asked(&running), seen);
    // The address that a user types is answered as before.
    browser.go(&home);
    assert_eq!(browser.title(), "ours");
}

/// The paths that reached the site, but for the icon, which browsers ask for by themselves, and at any time.
fn asked(running: &Running) -> Vec<String> {
    let paths = running.seen().into_iter().map(|request| request.path);
    paths.filter(|path| path != "/favicon.ico").collect()
}

/// A server of somebody else, with one page.
struct Others {
    address: SocketAddr,
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Others {
    fn start(page: String) -> Others {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let ends = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&ends);
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if ended.load(Ordering::Relaxed) {
                    return;
                }
                let mut stream = stream.expect("a connection");
                // Browsers connect beforehand as well, and say nothing.
                let page = page.clone();
                std::thread::spawn(move || {
                    let _ = stream.read(&mut [0; 1 << 16]);
                    let length = page.len();
                    let header = format!(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\
                         Content-Length: {length}\r\n\r\n"
                    );
                    let _ = stream.write_all((header + &page).as_bytes());
                });
            }
        });
        Others { address, ends, thread: Some(thread) }
    }
}

impl Drop for Others {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        // Wakes who waits for connections.
        let _ = std::net::TcpStream::connect(self.address);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
