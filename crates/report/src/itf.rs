//! Runs in the Informal Trace Format of Apalache (ADR 015 there): the states with all their values, one after the other, as JSON. Each says in
//! `#meta` which actions have led there, and where they are written.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use checking::Transition;
use model::{Cell, Value};
use serde_json::{Value as Json, json};

use crate::shown_run::ShownRun;

/// A run with all its [states](checking::Detail::States) as text in this format. What a state does not have, since its component has not
/// begun or has ended, is `"none"`.
#[must_use]
pub fn itf(run: &ShownRun<'_>) -> String {
    let states =
        || std::iter::once(run.start).chain(run.transitions.iter().map(|it| &it.cells[..]));
    let names: BTreeSet<String> =
        states().flat_map(|cells| named(cells).into_keys().collect::<Vec<_>>()).collect();
    let about = json!({
        "format": "ITF",
        "format-description": "https://apalache-mc.org/docs/adr/015adr-trace.html",
        "source": run.model,
        "status": if run.property.is_some() { "violation" } else { "run" },
        // Readers take what they do not know for text.
        "property": run.property.unwrap_or_default(),
        "description": run.ending,
    });
    let mut text = format!("{{\n\"#meta\": {about},\n\"vars\": {},\n\"states\": [\n", json!(names));
    let metas = std::iter::once(json!({ "index": 0 })).chain(run.transitions.iter().map(meta));
    // One state at a time: all of them as trees would take many times the memory.
    for (number, (cells, meta)) in states().zip(metas).enumerate() {
        let values = named(cells);
        let value = |name: &String| values.get(name).map_or_else(|| json!("none"), |it| value(it));
        let values = names.iter().map(|name| (name.clone(), value(name)));
        let state = Json::Object(values.chain([("#meta".to_owned(), meta)]).collect());
        text += &format!("{}{state}", if number == 0 { "" } else { ",\n" });
    }
    text += "\n]";
    // The last state is that before the step which comes again: it goes on with the state after that step.
    if let Some(again) = run.again {
        text += &format!(",\n\"loop\": {}", again.min(run.transitions.len()));
    }
    text + "\n}\n"
}

/// What has led to a state.
fn meta(made: &Transition) -> Json {
    let actions = made.actions.iter().map(|it| &it.action);
    let texts = actions.clone().map(|it| format!("{}: {}", it.process, it.statement));
    let places = actions.filter_map(|it| it.place.as_ref());
    let places = places.map(|it| format!("{}:{}:{}", it.file, it.line, it.column));
    json!({
        "index": made.step,
        "action": texts.collect::<Vec<_>>().join("; "),
        "place": places.collect::<Vec<_>>().join("; "),
    })
}

/// The values of a state by name. Of several cells with one name, as those of different blocks may have, all but the first are numbered.
fn named(cells: &[Cell]) -> BTreeMap<String, &Value> {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let named = cells.iter().map(|cell| {
        let count = seen.entry(&cell.name).or_insert(0);
        *count += 1;
        let name = if *count == 1 { cell.name.clone() } else { format!("{}#{count}", cell.name) };
        (name, &cell.value)
    });
    named.collect()
}

fn value(value: &Value) -> Json {
    match value {
        Value::Number(number) => json!({ "#bigint": number.to_string() }),
        Value::Truth(truth) => json!(truth),
        Value::Messages(messages) => messages.iter().map(|fields| tuple(fields)).collect(),
        Value::Symbol(_) | Value::Process(_) | Value::Channel(_) | Value::None => {
            json!(value.to_string())
        }
    }
}

fn tuple(fields: &[Value]) -> Json {
    json!({ "#tup": fields.iter().map(value).collect::<Vec<_>>() })
}
