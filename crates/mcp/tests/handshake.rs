//! How clients and servers begin, and which tools there are.

use serde_json::{Value, json};

use crate::support::client::Client;

fn asked(client: &Client, method: &str, params: Value) -> Value {
    client.say(&json!({"jsonrpc": "2.0", "id": "a", "method": method, "params": params}));
    let message = client.message();
    assert_eq!((&message["jsonrpc"], &message["id"]), (&json!("2.0"), &json!("a")));
    message["result"].clone()
}

#[test]
fn a_version_is_agreed_on() {
    let client = Client::new();
    for (wanted, agreed) in [
        (json!({"protocolVersion": "2025-06-18", "capabilities": {}}), "2025-06-18"),
        (json!({"protocolVersion": "2024-11-05"}), "2024-11-05"),
        (json!({"protocolVersion": "1999-01-01"}), "2025-06-18"),
        (json!({"protocolVersion": 7}), "2025-06-18"),
        (json!({}), "2025-06-18"),
        (Value::Null, "2025-06-18"),
    ] {
        let said = asked(&client, "initialize", wanted);
        assert_eq!(said["protocolVersion"], agreed);
        assert_eq!(said["serverInfo"]["name"], "quotient");
        assert!(said["capabilities"]["tools"].is_object());
    }
    assert_eq!(client.end(), Vec::<String>::new());
}

#[test]
fn notifications_and_answers_are_not_answered() {
    let client = Client::new();
    client.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    client.say(
        &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}}),
    );
    client.say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": []}));
    client.say(&json!({"jsonrpc": "2.0", "method": "nobody/knows", "params": 1}));
    client.say(&json!({"jsonrpc": "2.0", "id": 1, "result": {}}));
    client.say(&json!({"jsonrpc": "2.0", "id": 1, "error": {}}));
    client.send(b"\n  \r\n");
    assert_eq!(asked(&client, "ping", Value::Null), json!({}));
    assert_eq!(client.end(), Vec::<String>::new());
}

#[test]
fn tools_are_listed_with_what_they_take() {
    let client = Client::new();
    let listed = asked(&client, "tools/list", json!({}));
    let tools = listed["tools"].as_array().expect("a list");
    let names: Vec<&str> = tools.iter().filter_map(|tool| tool["name"].as_str()).collect();
    let expected =
        ["check", "report", "symmetry", "open", "step", "state", "why", "eval", "reach", "close"];
    assert_eq!(names, expected);
    for tool in tools {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object");
        assert!(tool["description"].as_str().is_some_and(|about| !about.is_empty()));
        let properties = schema["properties"].as_object().expect("an object");
        for name in schema["required"].as_array().expect("a list") {
            assert!(properties.contains_key(name.as_str().expect("a text")), "{tool}");
        }
        for (name, property) in properties {
            assert!(property["description"].is_string() && property["type"].is_string(), "{name}");
        }
    }
    assert_eq!(client.end(), Vec::<String>::new());
}
