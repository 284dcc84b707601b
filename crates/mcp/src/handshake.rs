//! How a client and the server begin: which version of the protocol they speak, and what the server is.

use serde_json::{Value, json};

/// The versions of the protocol that are spoken, the newest first.
const VERSIONS: [&str; 2] = ["2025-06-18", "2024-11-05"];

/// What a client is told of the server as a whole.
const INSTRUCTIONS: &str = "Quotient checks models of concurrent systems (Promela, CSPM, Rebeca and others) and exploits their \
    symmetry. `check` decides a model, `report` tells its counterexample in words, `symmetry` its symmetry. `open` begins a \
    session, in which `step`, `reach`, `state`, `why` and `eval` walk through the model. Models are files; none is written.";

/// What is answered to the first message: in the version that the client speaks, if that is known here, and else in the newest.
pub(crate) fn answer(params: &Value) -> Value {
    let wanted = params["protocolVersion"].as_str();
    let version = VERSIONS.into_iter().find(|version| Some(*version) == wanted);
    json!({
        "protocolVersion": version.unwrap_or(VERSIONS[0]),
        "capabilities": {"tools": {"listChanged": false}},
        "serverInfo": {"name": "quotient", "title": "Quotient", "version": env!("CARGO_PKG_VERSION")},
        "instructions": INSTRUCTIONS,
    })
}
