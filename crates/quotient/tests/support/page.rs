//! The page on JSON as a schema: a record for each table, named by its heading.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use testing::places::root;

/// The records of the page, by name.
pub struct Page {
    records: BTreeMap<String, Record>,
}

/// A table, and the record that it goes on from.
#[derive(Default)]
struct Record {
    base: Option<String>,
    /// Keys with their types.
    keys: BTreeMap<String, String>,
}

impl Page {
    /// The page of the guide.
    pub fn of_guide() -> Page {
        Page::read(&std::fs::read_to_string(root().join("docs/guide/json.md")).unwrap())
    }

    /// Holds the document that a command has printed against its record.
    pub fn check_document(&self, arguments: &str, document: &Value) {
        let has_failed = document.get("error").is_some_and(Value::is_string);
        let command = arguments.split_whitespace().next().unwrap_or_default();
        let record = match command {
            _ if has_failed => "No answer".to_owned(),
            "symmetry" if arguments.contains("--types") => "`symmetry --types`".to_owned(),
            _ => format!("`{command}`"),
        };
        self.check(&record, document, arguments, &mut BTreeSet::new());
    }

    /// Reads the page.
    fn read(text: &str) -> Page {
        let mut records: BTreeMap<String, Record> = BTreeMap::new();
        let mut heading = "";
        for line in text.lines() {
            if let Some(title) = line.strip_prefix('#') {
                heading = title.trim_start_matches('#').trim();
            } else if let Some(link) = line.strip_prefix("The keys of ") {
                records.entry(heading.to_owned()).or_default().base = link_target(link);
            } else if let Some(row) = line.strip_prefix("| `") {
                let (key, rest) = row.split_once("` | ").unwrap();
                let (kind, _) = rest.split_once(" | ").unwrap();
                let keys = &mut records.entry(heading.to_owned()).or_default().keys;
                let before = keys.insert(key.to_owned(), kind.to_owned());
                assert!(before.is_none(), "`{key}` is twice in {heading}");
            }
        }
        Page { records }
    }

    /// Whether there is a record of this name.
    pub fn has(&self, record: &str) -> bool {
        self.records.contains_key(record)
    }

    /// Every record with each of its own keys.
    pub fn keys(&self) -> BTreeSet<(String, String)> {
        let rows = self.records.iter();
        rows.flat_map(|(name, record)| record.keys.keys().map(|key| (name.clone(), key.clone())))
            .collect()
    }

    /// Holds a value against a record, and takes down the keys that it has.
    pub fn check(
        &self,
        record: &str,
        value: &Value,
        place: &str,
        seen: &mut BTreeSet<(String, String)>,
    ) {
        let object = value.as_object().unwrap_or_else(|| panic!("{place} is no object: {value}"));
        let rows = self.rows(record);
        for (key, value) in object {
            let place = format!("{place}: {key}");
            let Some((owner, kind)) = rows.get(key.as_str()) else {
                panic!("{place}: {record} has no such key on the page")
            };
            seen.insert(((*owner).to_owned(), key.clone()));
            self.check_type(kind, value, &place, seen);
        }
        for (key, (_, kind)) in rows {
            let is_there = object.contains_key(key) || kind.ends_with(", or absent");
            assert!(is_there, "{place}: `{key}` of {record} is missing");
        }
    }

    /// The keys of a record and of those that it goes on from, each with its own record and its type.
    fn rows(&self, name: &str) -> BTreeMap<&str, (&str, &str)> {
        let found = self.records.get_key_value(name);
        let (name, record) = found.unwrap_or_else(|| panic!("the page has no record {name}"));
        let mut rows =
            record.base.as_ref().map_or_else(BTreeMap::new, |base| self.rows(self.named(base)));
        rows.extend(
            record.keys.iter().map(|(key, kind)| (key.as_str(), (name.as_str(), kind.as_str()))),
        );
        rows
    }

    /// The record that a link leads to.
    fn named(&self, target: &str) -> &str {
        let anchor = |name: &&String| name.to_lowercase().replace(' ', "-") == target;
        self.records.keys().find(anchor).unwrap_or_else(|| panic!("#{target} leads nowhere"))
    }

    fn check_type(
        &self,
        kind: &str,
        value: &Value,
        place: &str,
        seen: &mut BTreeSet<(String, String)>,
    ) {
        let plain = kind.trim_end_matches(", or absent");
        if let Some(plain) = plain.strip_suffix(", or null") {
            if !value.is_null() {
                self.check_type(plain, value, place, seen);
            }
            return;
        }
        if let Some(of) = plain.strip_prefix("list of ").or(plain.strip_prefix("lists of ")) {
            let values = value.as_array().unwrap_or_else(|| panic!("{place} is no list: {value}"));
            for (number, value) in values.iter().enumerate() {
                self.check_type(of, value, &format!("{place}[{number}]"), seen);
            }
            return;
        }
        let fits = match plain {
            "text" => value.is_string(),
            "number" => value.is_number(),
            "truth" => value.is_boolean(),
            "anything" => true,
            _ => {
                let target = link_target(plain);
                let target = target.unwrap_or_else(|| panic!("{place}: no type is called {plain}"));
                return self.check(self.named(&target), value, place, seen);
            }
        };
        assert!(fits, "{place} is no {plain}: {value}");
    }
}

/// `target` in `[some text](#target)`, at whatever place.
fn link_target(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("](#")?;
    Some(rest.split_once(')')?.0.to_owned())
}
