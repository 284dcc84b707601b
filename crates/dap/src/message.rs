//! Messages: the requests of a client, and what it is sent.

use serde_json::{Value, json};

/// A request of a client.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Request {
    /// Its number.
    pub seq: u64,
    /// What is asked for.
    pub command: String,
    /// With what.
    pub arguments: Value,
}

/// What a body is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Message {
    /// A request.
    Request(Request),
    /// An answer or an event, which nobody waits for.
    Other,
    /// None of these; the number of the request is 0 where it cannot be told.
    Malformed(Request, String),
}

/// The message of a body.
pub(crate) fn parse(body: &[u8]) -> Message {
    let mut message: Value = match serde_json::from_slice(body) {
        Ok(message) => message,
        Err(error) => return malformed(0, "", &format!("the message is no JSON: {error}")),
    };
    let seq = message["seq"].as_u64();
    let command = message["command"].as_str().unwrap_or_default().to_owned();
    match (message["type"].as_str(), seq) {
        (Some("response" | "event"), _) => Message::Other,
        (Some("request"), Some(seq)) if !command.is_empty() => {
            let arguments = message.get_mut("arguments").map(Value::take).unwrap_or_default();
            Message::Request(Request { seq, command, arguments })
        }
        (Some("request"), Some(seq)) => malformed(seq, "", "the request has no `command`"),
        (Some("request"), None) => malformed(0, &command, "the request has no number as `seq`"),
        _ => malformed(seq.unwrap_or(0), &command, "the message is no request"),
    }
}

fn malformed(seq: u64, command: &str, text: &str) -> Message {
    let request = Request { seq, command: command.to_owned(), arguments: Value::Null };
    Message::Malformed(request, text.to_owned())
}

/// The answer to a request.
pub(crate) fn answer(seq: u64, request: &Request, result: Result<Value, String>) -> Value {
    let mut answer = json!({
        "seq": seq, "type": "response", "request_seq": request.seq, "command": request.command,
        "success": result.is_ok(),
    });
    match result {
        Ok(Value::Null) => {}
        Ok(body) => answer["body"] = body,
        Err(text) => answer["message"] = text.into(),
    }
    answer
}

/// An event.
pub(crate) fn event(seq: u64, name: &str, body: Value) -> Value {
    json!({ "seq": seq, "type": "event", "event": name, "body": body })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_read() {
        let body = br#"{"seq":3,"type":"request","command":"next","arguments":{"threadId":1}}"#;
        let arguments = json!({"threadId": 1});
        let request = Request { seq: 3, command: "next".to_owned(), arguments };
        assert_eq!(parse(body), Message::Request(request));
        assert_eq!(parse(br#"{"seq":3,"type":"response"}"#), Message::Other);
    }

    #[test]
    fn what_is_no_request_is_refused() {
        let deep = "[".repeat(100_000);
        let wrong = [
            ("{", 0),
            ("", 0),
            ("[]", 0),
            ("7", 0),
            (&deep, 0),
            (r#"{"seq":5}"#, 5),
            (r#"{"seq":5,"type":"request"}"#, 5),
            (r#"{"seq":5,"type":"request","command":7}"#, 5),
            (r#"{"seq":-5,"type":"request","command":"next"}"#, 0),
            (r#"{"seq":1.5,"type":"request","command":"next"}"#, 0),
        ];
        for (body, seq) in wrong {
            let Message::Malformed(request, _) = parse(body.as_bytes()) else { panic!("{body}") };
            assert_eq!(request.seq, seq, "{body}");
        }
    }
}
