//! The documents of the program in words.

use serde_json::Value;

use crate::bounded::MOST;

/// The elements of a list in a document; none if there is no such list.
fn list<'d>(document: &'d Value, key: &str) -> &'d [Value] {
    document[key].as_array().map_or(&[], Vec::as_slice)
}

/// A text in a document; empty if there is none.
fn text<'d>(document: &'d Value, key: &str) -> &'d str {
    document[key].as_str().unwrap_or_default()
}

/// The verdicts, the places of violations, and what was searched.
pub(crate) fn check_text(document: &Value) -> String {
    let mut out = String::new();
    for check in list(document, "checks") {
        out.push_str(&verdict(check));
        if let Some(last) = list(check, "trace").last() {
            let steps = list(check, "trace").len();
            out.push_str(&format!(
                "  a run of {steps} steps, of which the last is {}\n",
                step(last)
            ));
        }
    }
    for value in list(document, "printed") {
        let known = value["value"].as_str().unwrap_or_else(|| text(value, "error"));
        out.push_str(&format!("{}: {known}\n", text(value, "text")));
    }
    if let Some(remark) = document["remark"].as_str() {
        out.push_str(&format!("{remark}\n"));
    }
    out + &searched(document)
}

/// The same with the counterexamples, step by step.
pub(crate) fn report_text(document: &Value) -> String {
    let mut out = String::new();
    for check in list(document, "checks") {
        out.push_str(&verdict(check));
        let trace = list(check, "trace");
        let left_out = trace.len().saturating_sub(MOST);
        if left_out > 0 {
            out.push_str(&format!("  … {left_out} steps before\n"));
        }
        for transition in &trace[left_out..] {
            out.push_str(&format!("  {}  {}\n", transition["step"], step(transition)));
            for change in list(transition, "changes") {
                let before = change["before"].as_str().unwrap_or("nothing");
                let (cell, after) = (text(change, "cell"), text(change, "after"));
                out.push_str(&format!("       {cell}: {before} → {after}\n"));
            }
        }
        if let Some(again) = check["again"].as_u64() {
            out.push_str(&match again > trace.len() as u64 {
                true => "  nothing can move any more\n".to_owned(),
                false => format!("  and from step {again} again, for ever\n"),
            });
        }
        for stuck in list(check, "stuck") {
            let (process, waits) = (text(stuck, "process"), names(stuck, "waits_at"));
            if !waits.is_empty() {
                out.push_str(&format!("  {process} waits at line {}: {waits}\n", stuck["line"]));
            }
        }
    }
    out + &searched(document)
}

fn verdict(check: &Value) -> String {
    let (property, verdict) = (text(check, "property"), text(check, "verdict"));
    match check["reason"].as_str() {
        Some(reason) => format!("{property}: {verdict}: {reason}\n"),
        None => format!("{property}: {verdict}\n"),
    }
}

/// Who does what in a step, and where.
fn step(transition: &Value) -> String {
    let action = |action: &Value| {
        let (process, statement) = (text(action, "process"), text(action, "statement"));
        match action["line"].as_u64() {
            Some(line) => format!("{process} at {}:{line}: {statement}", text(action, "file")),
            None => format!("{process}: {statement}"),
        }
    };
    let actions: Vec<String> = list(transition, "actions").iter().map(action).collect();
    actions.join(" → ")
}

fn searched(document: &Value) -> String {
    let mut out = format!("{} states", document["states"]);
    if let Some(transitions) = document["transitions"].as_u64() {
        out.push_str(&format!(", {transitions} transitions"));
    }
    let symmetry = &document["symmetry"];
    if symmetry.is_object() {
        let (structure, order) = (text(symmetry, "structure"), text(symmetry, "order"));
        out.push_str(&format!(", symmetry {structure} of order {order}"));
    }
    if let Some(limit) = document["limits"]["reached"].as_str() {
        out.push_str(&format!(", ended by a limit: {limit}"));
    }
    out + "\n"
}

/// The group, what can change places, and what stands in the way of more.
pub(crate) fn symmetry_text(document: &Value) -> String {
    let group = &document["symmetry"];
    let mut out = match group["order"].as_str() {
        Some(order) => format!("symmetry {} of order {order}\n", text(group, "structure")),
        None => "no symmetry was found\n".to_owned(),
    };
    for orbit in list(group, "orbits") {
        let in_every_way = orbit["interchangeable"].as_bool() == Some(true);
        let how = if in_every_way { "interchangeable" } else { "each in the place of each" };
        out.push_str(&format!("{}: {how}\n", names(orbit, "members")));
    }
    for remark in list(document, "remarks") {
        out.push_str(&match remark["line"].as_u64() {
            Some(line) => format!("{}:{line}: ", text(remark, "file")),
            None => String::new(),
        });
        out.push_str(&format!("{}\n", text(remark, "text")));
    }
    for difference in list(document, "differences") {
        let (first, second) = (names(difference, "first"), names(difference, "second"));
        let reason = text(difference, "reason");
        out.push_str(&format!("{first} differ from {second}: {reason}\n"));
    }
    out
}

fn names(document: &Value, key: &str) -> String {
    let names: Vec<&str> = list(document, key).iter().filter_map(Value::as_str).collect();
    names.join(", ")
}
