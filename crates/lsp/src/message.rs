//! What a client sends: requests, notifications, and answers to what it was asked.

use serde_json::{Value, json};

/// The body is no JSON.
pub(crate) const PARSE_ERROR: i32 = -32700;
/// The body is no message, or one that has no place here.
pub(crate) const INVALID_REQUEST: i32 = -32600;
/// Nobody knows the method.
pub(crate) const METHOD_NOT_FOUND: i32 = -32601;
/// The method is not given what it needs.
pub(crate) const INVALID_PARAMS: i32 = -32602;
/// The server has failed.
pub(crate) const INTERNAL_ERROR: i32 = -32603;
/// The server is asked too much.
pub(crate) const REQUEST_FAILED: i32 = -32803;
/// The text is another one by now.
pub(crate) const CONTENT_MODIFIED: i32 = -32801;
/// The client wants no answer any more.
pub(crate) const REQUEST_CANCELLED: i32 = -32800;
/// The server was not initialized.
pub(crate) const NOT_INITIALIZED: i32 = -32002;

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// The number that the protocol gives it.
    pub code: i32,
    /// What is wrong.
    pub text: String,
}

impl Refusal {
    /// A refusal for a reason.
    pub(crate) fn new(code: i32, text: impl Into<String>) -> Refusal {
        Refusal { code, text: text.into() }
    }
}

/// A message of a client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Message {
    /// It wants an answer.
    Request { id: Value, method: String, params: Value },
    /// It wants none.
    Notification { method: String, params: Value },
    /// It answers a request of the server.
    Answer { id: Value, is_error: bool },
    /// It is none of these; `id` is null where it cannot be told.
    Malformed { id: Value, refusal: Refusal },
}

/// The message of a body.
pub(crate) fn parse(body: &[u8]) -> Message {
    let mut message: Value = match serde_json::from_slice(body) {
        Ok(message) => message,
        Err(error) => return malformed(Value::Null, PARSE_ERROR, &error.to_string()),
    };
    let id = message.get("id").cloned();
    let known = id.clone().filter(is_id).unwrap_or(Value::Null);
    let params = message.get_mut("params").map(Value::take).unwrap_or_default();
    match (id, message.get("method")) {
        (Some(id), _) if !is_id(&id) && message.get("method").is_some() => {
            malformed(Value::Null, INVALID_REQUEST, "an id is a number or a text")
        }
        (Some(id), Some(Value::String(method))) => {
            Message::Request { id, method: method.clone(), params }
        }
        (None, Some(Value::String(method))) => {
            Message::Notification { method: method.clone(), params }
        }
        (Some(id), None) if message.get("result").is_some() || message.get("error").is_some() => {
            Message::Answer { id, is_error: message.get("error").is_some() }
        }
        _ => malformed(known, INVALID_REQUEST, "no message of JSON-RPC"),
    }
}

fn is_id(id: &Value) -> bool {
    id.is_i64() || id.is_u64() || id.is_string()
}

fn malformed(id: Value, code: i32, text: &str) -> Message {
    Message::Malformed { id, refusal: Refusal::new(code, text) }
}

/// The answer to a request.
pub(crate) fn answer(id: &Value, result: Result<Value, Refusal>) -> Value {
    match result {
        Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
        Err(Refusal { code, text }) => {
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": text } })
        }
    }
}

/// A request of the server.
pub(crate) fn request(id: &str, method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// A notification of the server.
pub(crate) fn notification(method: &str, params: Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(body: &str, id: Value, code: i32) {
        match parse(body.as_bytes()) {
            Message::Malformed { id: found, refusal } => {
                assert_eq!((found, refusal.code), (id, code), "{body}");
            }
            other => panic!("{body}: {other:?}"),
        }
    }

    #[test]
    fn messages_are_told_apart() {
        let params = Value::Null;
        let method = "m".to_owned();
        let request = Message::Request { id: 1.into(), method: method.clone(), params };
        assert_eq!(parse(br#"{"jsonrpc":"2.0","id":1,"method":"m"}"#), request);
        let notification = Message::Notification { method, params: json!([1]) };
        assert_eq!(parse(br#"{"method":"m","params":[1]}"#), notification);
        let answer = Message::Answer { id: "a".into(), is_error: false };
        assert_eq!(parse(br#"{"id":"a","result":null}"#), answer);
    }

    #[test]
    fn what_is_no_message_is_refused() {
        refused("{", Value::Null, PARSE_ERROR);
        refused("\u{0}", Value::Null, PARSE_ERROR);
        refused(&"[".repeat(100_000), Value::Null, PARSE_ERROR);
        refused("[]", Value::Null, INVALID_REQUEST);
        refused("7", Value::Null, INVALID_REQUEST);
        refused(r#"{"id":1.5,"method":"m"}"#, Value::Null, INVALID_REQUEST);
        refused(r#"{"id":null,"method":"m"}"#, Value::Null, INVALID_REQUEST);
        refused(r#"{"id":4}"#, 4.into(), INVALID_REQUEST);
        refused(r#"{"id":4,"method":5}"#, 4.into(), INVALID_REQUEST);
    }
}
