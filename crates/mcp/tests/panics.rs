//! A defect in a language ends a session, and nothing else.

use std::sync::Arc;

use checking::{
    Fairness, ForeignRuns, Lack, Language, Loading, Peer, Purpose, Setting, Settings, Translate,
};
use diagnostics::{FileId, Sources};
use model::{Declared, Method};
use serde_json::json;

use crate::support::client::Client;
use crate::support::models::{LOCKS, Model};
use crate::support::runners::Prepared;

/// A language none of whose models can be loaded.
struct Faulty;

impl Language for Faulty {
    fn name(&self) -> &'static str {
        "faulty"
    }

    fn title(&self) -> &'static str {
        "Faulty"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["faulty"]
    }

    fn settings(&self) -> &'static [Setting] {
        &[]
    }

    fn methods(&self) -> Vec<&'static Method> {
        Vec::new()
    }

    fn lacks(&self) -> &'static [Lack] {
        &[]
    }

    fn peer(&self) -> Option<&'static Peer> {
        None
    }

    fn fairness(&self) -> Fairness {
        Fairness::None
    }

    fn has_assertions(&self) -> bool {
        false
    }

    fn looks_for_deadlocks(&self) -> bool {
        true
    }

    fn objection(&self, _: &Settings) -> Option<String> {
        None
    }

    fn load(&self, _: Sources, _: FileId, _: &Settings, _: Purpose) -> Loading {
        panic!("this test panics")
    }

    fn declared(&self, _: &mut Sources, _: FileId, _: &Settings) -> Vec<Declared> {
        Vec::new()
    }

    fn as_written(&self, settings: &Settings) -> Settings {
        settings.clone()
    }

    fn keeping_inactive(&self, settings: &Settings) -> Settings {
        settings.clone()
    }

    fn translation(&self) -> Option<Translate> {
        None
    }

    fn foreign_runs(&self) -> Option<ForeignRuns> {
        None
    }
}

#[test]
fn a_defect_ends_a_session_and_not_the_server() {
    let mut client = Client::with(&[&promela::Promela, &Faulty], Arc::new(Prepared::default()));
    let (good, bad) = (Model::new("m.pml", LOCKS), Model::new("m.faulty", "x"));
    client.call("open", json!({"model": good.path()}));
    for number in 2..20 {
        let said = client.failure("open", json!({"model": bad.path()}));
        assert!(said.contains("a defect of quotient"), "{said}");
        client.failure("state", json!({"session": format!("s{number}")}));
    }
    let said = client.failure("open", json!({"model": bad.path(), "define": ["N"]}));
    assert!(said.contains("does not apply to Faulty"), "{said}");
    client.call("state", json!({"session": "s1"}));
}
