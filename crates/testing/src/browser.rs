//! A browser for tests of pages: Chromium without a window, driven over WebDriver (a W3C recommendation), by hand.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::peers::{Peer, are_installed};
use driver::Driver;

mod base64;
mod driver;
pub mod keys;
mod wire;

/// How long a page may take until it is as it should be.
const PATIENCE: Duration = Duration::from_secs(20);

/// The key under which WebDriver names elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A browser with a profile of its own, which ends when dropped.
///
/// What the browser refuses fails the test: except for [`Browser::start`], everything here panics then, and says why.
pub struct Browser(Driver);

/// An element of a page, as long as the page stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Element(String);

impl Browser {
    /// Starts a browser; none, and the test skips, if Chromium or its driver is not installed.
    ///
    /// # Errors
    ///
    /// In words, if both are installed and do not start.
    pub fn start() -> Result<Option<Browser>, String> {
        if !are_installed(&[Peer::Chromium, Peer::Chromedriver]) {
            return Ok(None);
        }
        Driver::start().map(|driver| Some(Browser(driver)))
    }

    /// Opens an address, and waits until it is loaded.
    #[track_caller]
    pub fn go(&self, address: &str) {
        self.post("/url", &json!({"url": address}));
    }

    /// The address of the page.
    #[track_caller]
    pub fn url(&self) -> String {
        string(self.get("/url"))
    }

    /// The title of the page.
    #[track_caller]
    pub fn title(&self) -> String {
        string(self.get("/title"))
    }

    /// Goes back in the history.
    #[track_caller]
    pub fn back(&self) {
        self.post("/back", &json!({}));
    }

    /// Goes forward in the history.
    #[track_caller]
    pub fn forward(&self) {
        self.post("/forward", &json!({}));
    }

    /// Loads the page again.
    #[track_caller]
    pub fn reload(&self) {
        self.post("/refresh", &json!({}));
    }

    /// The first element that a CSS selector means. There must be one.
    #[track_caller]
    pub fn find(&self, selector: &str) -> Element {
        let found = self.post("/element", &by_selector(selector));
        element(&found)
    }

    /// All elements that a CSS selector means, now.
    #[track_caller]
    pub fn find_all(&self, selector: &str) -> Vec<Element> {
        let found = self.post("/elements", &by_selector(selector));
        found.as_array().expect("elements").iter().map(element).collect()
    }

    /// Waits for the first element that a CSS selector means.
    #[track_caller]
    pub fn wait_for(&self, selector: &str) -> Element {
        let script = format!("return document.querySelector({}) !== null", json!(selector));
        self.wait_until(&script);
        self.find(selector)
    }

    /// Waits until a script, the body of a function, returns true.
    #[track_caller]
    pub fn wait_until(&self, script: &str) {
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        while self.execute(script, &[]) != json!(true) {
            assert!(start.elapsed() < PATIENCE, "still not true after {PATIENCE:?}: {script}");
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
    }

    /// Clicks on an element.
    #[track_caller]
    pub fn click(&self, element: &Element) {
        self.post(&format!("/element/{}/click", element.0), &json!({}));
    }

    /// The text of an element, as far as it is visible.
    #[track_caller]
    pub fn text(&self, element: &Element) -> String {
        string(self.get(&format!("/element/{}/text", element.0)))
    }

    /// An attribute of an element; none if it has not got it.
    #[track_caller]
    pub fn attribute(&self, element: &Element, name: &str) -> Option<String> {
        let value = self.get(&format!("/element/{}/attribute/{name}", element.0));
        value.as_str().map(str::to_owned)
    }

    /// Presses keys one after another, those of [`keys`] among them, wherever the focus is.
    #[track_caller]
    pub fn press(&self, keys: &str) {
        let strokes = keys.chars().flat_map(|key| [stroke("keyDown", key), stroke("keyUp", key)]);
        self.act(strokes.collect());
    }

    /// Presses keys together: each is held until all are down.
    #[track_caller]
    pub fn press_together(&self, keys: &[char]) {
        let down = keys.iter().map(|&key| stroke("keyDown", key));
        let up = keys.iter().rev().map(|&key| stroke("keyUp", key));
        self.act(down.chain(up).collect());
    }

    #[track_caller]
    fn act(&self, strokes: Vec<Value>) {
        let keyboard = json!({"type": "key", "id": "keyboard", "actions": strokes});
        self.post("/actions", &json!({"actions": [keyboard]}));
    }

    /// What a script returns, the body of a function, whose `arguments` are these.
    #[track_caller]
    pub fn execute(&self, script: &str, arguments: &[Value]) -> Value {
        self.post("/execute/sync", &json!({"script": script, "args": arguments}))
    }

    /// A picture of what is seen of the page: the bytes of a PNG.
    #[track_caller]
    pub fn screenshot(&self) -> Vec<u8> {
        base64::decode(&string(self.get("/screenshot"))).expect("Base64")
    }

    /// Makes the window so wide and so high, its frame included.
    #[track_caller]
    pub fn resize(&self, width: u32, height: u32) {
        self.post("/window/rect", &json!({"width": width, "height": height}));
    }

    /// What was written to the console since this was last asked, errors of scripts and refusals of a policy among it.
    #[track_caller]
    pub fn console(&self) -> Vec<String> {
        let entries = self.log("browser");
        entries.into_iter().map(|mut entry| string(entry["message"].take())).collect()
    }

    /// The addresses that were requested since this was last asked, also in vain.
    #[track_caller]
    pub fn requests(&self) -> Vec<String> {
        let entries = self.log("performance").into_iter();
        let events = entries.map(|mut entry| {
            let event = string(entry["message"].take());
            serde_json::from_str::<Value>(&event).expect("an event")["message"].take()
        });
        let sent = events.filter(|event| event["method"] == "Network.requestWillBeSent");
        sent.map(|mut event| string(event["params"]["request"]["url"].take())).collect()
    }

    #[track_caller]
    fn log(&self, name: &str) -> Vec<Value> {
        let entries = self.post("/se/log", &json!({"type": name}));
        entries.as_array().expect("entries").clone()
    }

    /// Takes the page from the network, or gives it back.
    #[track_caller]
    pub fn set_offline(&self, is_offline: bool) {
        self.devtools("Network.enable", &json!({}));
        let conditions = json!({"offline": is_offline, "latency": 0,
            "downloadThroughput": -1, "uploadThroughput": -1});
        self.devtools("Network.emulateNetworkConditions", &conditions);
    }

    /// What a command of Chromium's DevTools protocol returns.
    #[track_caller]
    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({"cmd": command, "params": parameters}))
    }

    #[track_caller]
    fn get(&self, path: &str) -> Value {
        told(self.0.ask("GET", path, None))
    }

    #[track_caller]
    fn post(&self, path: &str, body: &Value) -> Value {
        told(self.0.ask("POST", path, Some(body)))
    }
}

#[track_caller]
fn told(answer: Result<Value, String>) -> Value {
    answer.unwrap_or_else(|why| panic!("{why}"))
}

#[track_caller]
fn string(value: Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("not a text: {value}")).to_owned()
}

#[track_caller]
fn element(found: &Value) -> Element {
    Element(found[ELEMENT].as_str().expect("an element").to_owned())
}

fn by_selector(selector: &str) -> Value {
    json!({"using": "css selector", "value": selector})
}

fn stroke(kind: &str, key: char) -> Value {
    json!({"type": kind, "value": key})
}
