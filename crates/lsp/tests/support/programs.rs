//! Programs that answer what a test says.

use std::ffi::OsString;
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use lsp::{Printed, Program};
use serde_json::{Value, json};

type Answers = dyn FnMut(&str, &AtomicBool) -> Option<Value> + Send;

/// A program whose answers a test gives, by the command.
struct Scripted(Mutex<Box<Answers>>);

/// A program with these answers, by the command; none is a program that was ended.
pub fn scripted(
    answers: impl FnMut(&str, &AtomicBool) -> Option<Value> + Send + 'static,
) -> Arc<dyn Program> {
    Arc::new(Scripted(Mutex::new(Box::new(answers))))
}

impl Program for Scripted {
    fn run(
        &self,
        arguments: &[OsString],
        _: Duration,
        cancelled: &AtomicBool,
    ) -> io::Result<Option<Printed>> {
        let command = arguments[0].to_string_lossy();
        let answer = self.0.lock().expect("no panic")(&command, cancelled);
        let printed = |answer: Value| Printed {
            status: Some(0),
            output: answer.to_string().into_bytes(),
            complaints: b"\nerror: it has failed\n  for this reason\n".to_vec(),
        };
        Ok(answer.map(printed))
    }
}

/// A program that says nothing of anything.
pub fn nothing() -> Arc<dyn Program> {
    scripted(|_, _| Some(json!({})))
}

/// A document of a check of one property.
pub fn document(verdict: &str, trace: &Value, states: u64) -> Value {
    let check = json!({ "property": "assertions", "kind": "safety", "verdict": verdict,
                        "guarantee": "exact", "reason": "for a reason", "trace": trace });
    json!({ "checks": [check], "states": states, "limits": null, "unreached": null })
}

/// A program that answers each check alike.
pub fn always(answer: Value) -> Arc<dyn Program> {
    scripted(move |command, _| Some(if command == "check" { answer.clone() } else { json!({}) }))
}
