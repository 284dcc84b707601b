//! What a line says: a message of JSON-RPC 2.0, or why it is none.

use serde_json::{Value, json};

/// The line is no JSON.
pub(crate) const NO_JSON: i64 = -32700;
/// The JSON is no message.
pub(crate) const NO_MESSAGE: i64 = -32600;
/// There is no such method.
pub(crate) const NO_METHOD: i64 = -32601;
/// What the method is given does not fit.
pub(crate) const NO_PARAMETERS: i64 = -32602;

/// A message of a client.
#[derive(Debug, PartialEq)]
pub(crate) enum Message {
    /// What is to be answered.
    Request {
        /// What the answer repeats.
        id: Value,
        /// What is asked for.
        method: String,
        /// What it is given; an object, or null.
        params: Value,
    },
    /// What is not answered.
    Notification {
        /// What has happened.
        method: String,
        /// What is said of it.
        params: Value,
    },
    /// An answer. Nothing is asked here, so that none is expected.
    Answer,
}

/// Why something is refused.
#[derive(Debug, PartialEq)]
pub(crate) struct Refusal {
    /// The request, as far as it is known; else null.
    pub id: Value,
    /// The number of the reason.
    pub code: i64,
    /// The reason.
    pub message: String,
}

impl Refusal {
    /// A refusal of a request.
    pub fn new(id: Value, code: i64, message: impl Into<String>) -> Refusal {
        Refusal { id, code, message: message.into() }
    }

    /// The refusal as a message.
    pub fn reply(self) -> Value {
        let error = json!({"code": self.code, "message": self.message});
        json!({"jsonrpc": "2.0", "id": self.id, "error": error})
    }
}

/// What is asked for, as a message.
pub(crate) fn reply(id: &Value, result: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "result": result})
}

/// What a line says.
///
/// # Errors
/// It is no message.
pub(crate) fn parse(line: &[u8]) -> Result<Message, Refusal> {
    let parsed: Value = serde_json::from_slice(line)
        .map_err(|error| Refusal::new(Value::Null, NO_JSON, format!("no JSON: {error}")))?;
    let Value::Object(mut parts) = parsed else {
        let text = match parsed {
            Value::Array(_) => "a line is one message: there are no batches",
            _ => "a message is an object",
        };
        return Err(Refusal::new(Value::Null, NO_MESSAGE, text));
    };
    let id = parts.remove("id");
    let known = match &id {
        Some(Value::String(_) | Value::Number(_)) => id.clone().unwrap_or_default(),
        _ => Value::Null,
    };
    let refused = |text: &str| Refusal::new(known.clone(), NO_MESSAGE, text);
    if parts.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        return Err(refused("`jsonrpc` is not \"2.0\""));
    }
    let method = match parts.remove("method") {
        Some(Value::String(method)) => method,
        None if parts.contains_key("result") || parts.contains_key("error") => {
            return Ok(Message::Answer);
        }
        _ => return Err(refused("`method` is not a text")),
    };
    let params = parts.remove("params").unwrap_or_default();
    if id.is_none() {
        return Ok(Message::Notification { method, params });
    }
    if known.is_null() {
        return Err(refused("`id` is neither a text nor a number"));
    }
    if !params.is_object() && !params.is_null() {
        return Err(Refusal::new(known, NO_PARAMETERS, "`params` is not an object"));
    }
    Ok(Message::Request { id: known, method, params })
}
