//! The browser for tests does what tests ask of it.

use std::fs;

use serde_json::json;
use testing::browser::{Browser, keys};
use testing::places::Folder;

const PAGE: &str = "<!doctype html><title>A page</title>
<p id=one class=much>one</p><p>two</p><input autofocus><button onclick='said.textContent = \"clicked\"'>b</button>
<output id=said></output>
<script>
addEventListener('keydown', event => { if (event.key.length > 1) said.textContent += ' ' + event.key });
console.log('a word');
const image = new Image(); image.src = 'missing.png';
</script>";

#[test]
fn pages_are_opened_read_and_typed_into() {
    let Some(browser) = Browser::start().expect("it starts") else { return };
    let folder = Folder::new("page");
    fs::write(folder.join("page.html"), PAGE).expect("a file");
    let address = format!("file://{}", folder.join("page.html").display());
    browser.go(&address);
    assert_eq!((browser.title(), browser.url()), ("A page".to_owned(), address.clone()));
    assert_eq!(browser.find_all("p").len(), 2);
    let one = browser.find("#one");
    assert_eq!(browser.text(&one), "one");
    assert_eq!(browser.attribute(&one, "class").as_deref(), Some("much"));
    assert_eq!(browser.attribute(&one, "lang"), None);

    browser.press(&format!("xyz{}{}", keys::LEFT, keys::BACKSPACE));
    browser.press_together(&[keys::SHIFT, keys::TAB]);
    assert_eq!(browser.execute("return document.querySelector('input').value", &[]), json!("xz"));
    let said = browser.find("#said");
    assert_eq!(browser.text(&said), "ArrowLeft Backspace Shift Tab");
    browser.click(&browser.find("button"));
    browser.wait_until("return said.textContent === 'clicked'");
    assert_eq!(browser.execute("return arguments[0] + 1", &[json!(1)]), json!(2));

    browser.go("data:text/html,<title>Another</title>");
    browser.back();
    assert_eq!(browser.title(), "A page");
    browser.forward();
    assert_eq!(browser.title(), "Another");
    browser.back();
    browser.reload();
    assert_eq!(browser.text(&browser.wait_for("#said")), "");
}

#[test]
fn what_pages_say_request_and_look_like_is_told() {
    let Some(browser) = Browser::start().expect("it starts") else { return };
    let folder = Folder::new("page");
    fs::write(folder.join("page.html"), PAGE).expect("a file");
    browser.go(&format!("file://{}", folder.join("page.html").display()));
    let told = browser.console();
    assert!(told.iter().any(|line| line.contains("a word")), "{told:?}");
    let requested = browser.requests();
    assert!(requested.iter().any(|url| url.ends_with("/missing.png")), "{requested:?}");
    assert!(browser.requests().is_empty(), "each is told once");

    browser.resize(700, 500);
    assert_eq!(browser.execute("return outerWidth", &[]), json!(700));
    let picture = browser.screenshot();
    assert_eq!(picture[..8], *b"\x89PNG\r\n\x1a\n");
    let width = u32::from_be_bytes(picture[16..20].try_into().expect("four bytes"));
    assert_eq!(width, 700);

    browser.set_offline(true);
    assert_eq!(browser.execute("return navigator.onLine", &[]), json!(false));
    browser.set_offline(false);
    assert_eq!(browser.execute("return navigator.onLine", &[]), json!(true));
}
