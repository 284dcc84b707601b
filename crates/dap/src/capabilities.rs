//! What the debugger can do, as it tells clients.

use serde_json::{Value, json};

/// What it can do.
pub(crate) fn capabilities() -> Value {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsFunctionBreakpoints": false,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": false,
        "supportsEvaluateForHovers": true,
        "supportsStepBack": true,
        "supportsRestartRequest": true,
        "supportsStepInTargetsRequest": true,
        "supportsExceptionInfoRequest": true,
        "supportsTerminateRequest": true,
        "supportsDataBreakpoints": true,
        "supportsDelayedStackTraceLoading": true,
        "exceptionBreakpointFilters": [{
            "filter": VIOLATION, "label": "Violated properties", "default": true,
            "description": "Stops where a property of the model is violated.",
        }],
    })
}

/// The filter that stops at violations.
pub(crate) const VIOLATION: &str = "violation";
