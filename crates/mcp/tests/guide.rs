//! The dialogue on the page of the guide is one that the server has.

use std::fs;

use serde_json::Value;
use testing::places::root;

use crate::support::client::Client;

/// How a line begins that the client sends.
const SENT: &str = "> ";
/// How a line begins that the server sends.
const RECEIVED: &str = "< ";
/// What stands for some part of a line.
const LEFT_OUT: char = '…';

/// The lines of the dialogue, in order.
fn dialogue(page: &str) -> Vec<&str> {
    page.lines().filter(|line| line.starts_with(SENT) || line.starts_with(RECEIVED)).collect()
}

/// Whether a line is what is shown, but for the parts that are left out.
fn is_shown(shown: &str, line: &str) -> bool {
    let mut parts = shown.split(LEFT_OUT);
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        let at = match parts.peek() {
            None => rest.ends_with(part).then(|| rest.len() - part.len()),
            Some(_) => rest.find(part),
        };
        let Some(at) = at else { return false };
        rest = &rest[at + part.len()..];
    }
    rest.is_empty()
}

#[test]
fn the_dialogue_is_real() {
    let page = fs::read_to_string(root().join("docs/guide/mcp.md")).expect("the page");
    let models = format!("{}/models/", root().display());
    let client = Client::new();
    let mut received = 0;
    for line in dialogue(&page) {
        if let Some(sent) = line.strip_prefix(SENT) {
            let message: Value = serde_json::from_str(sent).expect("a message");
            assert_eq!(message["jsonrpc"], "2.0");
            client.send(format!("{}\n", sent.replace("models/", &models)).as_bytes());
        } else if let Some(shown) = line.strip_prefix(RECEIVED) {
            let said = client.line().replace(&models, "models/");
            assert!(is_shown(shown, &said), "\nshown: {shown}\nsaid:  {said}");
            received += 1;
        }
    }
    assert!(received > 5, "{received}");
    assert_eq!(client.end(), Vec::<String>::new());
}

#[test]
fn every_tool_is_on_the_page() {
    let page = fs::read_to_string(root().join("docs/guide/mcp.md")).expect("the page");
    let client = Client::new();
    client.send(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n");
    let listed = client.message();
    for tool in listed["result"]["tools"].as_array().expect("a list") {
        let name = tool["name"].as_str().expect("a name");
        assert!(page.contains(&format!("| `{name}` | ")), "{name}");
    }
}

#[test]
fn lines_are_compared_but_for_what_is_left_out() {
    for (shown, line, expected) in [
        ("abc", "abc", true),
        ("abc", "abcd", false),
        ("a…c", "abbc", true),
        ("a…", "abbc", true),
        ("…b…c", "abbcc", true),
        ("a…d…c", "abbc", false),
        ("a…", "bab", false),
    ] {
        assert_eq!(is_shown(shown, line), expected, "{shown} {line}");
    }
}
