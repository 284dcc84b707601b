//! RED's language as one of the commands'.

use checking::{
    Fairness, ForeignRuns, Lack, Language, Loading, Peer, Purpose, REACH, Scope, Setting, Settings,
    StoredAs, Translate, loaded_with_claims, reach_name, reach_source,
};
use diagnostics::{FileId, Sources};
use machine::{Printed, State, Step};
use machine_model::words::NamedMachine;
use machine_model::{Dialect, MachineClaims, MachineModel, MachineText, PublishedMethods};
use model::{Declared, Exchange, InferredType, Method};

use crate::model::{Faults, LoadOptions, Logic, Open, load_with};
use crate::names::names_of;

const DEFINE: &str = "D";
const PROCESSES: &str = "processes";
const OPEN: &str = "open";
const LOGIC: &str = "logic";
const FAULTS: &str = "faults";
const DEAD_VARIABLES: &str = "dead-variables";

const fn stored(key: &'static str) -> Option<StoredAs> {
    Some(StoredAs { key, negated: false })
}

const SETTINGS: [Setting; 7] = [
    REACH,
    Setting {
        name: DEFINE,
        value: Some("NAME=VALUE"),
        help: "Give a number that `#define` names another value",
        scope: Scope::Text,
        stored: stored("define"),
    },
    Setting {
        name: PROCESSES,
        value: Some("N"),
        help: "How many processes there are, whatever the model says",
        scope: Scope::Text,
        stored: stored("processes"),
    },
    Setting {
        name: OPEN,
        value: Some("free|zero"),
        help: "What variables begin with that `initially` does not mention: any value, or 0 and NULL; default: free",
        scope: Scope::Runs,
        stored: stored("open"),
    },
    Setting {
        name: LOGIC,
        value: Some("strict|short-circuit"),
        help: "When `and` and `or` have a value: if all operands have one, or if the first decide; default: strict",
        scope: Scope::Runs,
        stored: stored("logic"),
    },
    Setting {
        name: FAULTS,
        value: Some("lenient|strict"),
        help: "What it means that a condition has no value: that it does not hold, or an error; default: lenient",
        scope: Scope::Runs,
        stored: stored("faults"),
    },
    Setting {
        name: DEAD_VARIABLES,
        value: Some("on|off|predicates"),
        help: "Clear variables of a process that it does not read before it writes them: as its mode tells, or all its variables; default: on",
        scope: Scope::Runs,
        stored: stored("dead_variables"),
    },
];

/// The values that a setting takes, the default first.
const CHOICES: [(&str, &[&str]); 4] = [
    (OPEN, &["free", "zero"]),
    (LOGIC, &["strict", "short-circuit"]),
    (FAULTS, &["lenient", "strict"]),
    (DEAD_VARIABLES, &["on", "off", "predicates"]),
];

/// RED's language.
pub struct Red;

impl Language for Red {
    fn name(&self) -> &'static str {
        "red"
    }

    fn title(&self) -> &'static str {
        "RED"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["red", "d"]
    }

    fn settings(&self) -> &'static [Setting] {
        &SETTINGS
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

    /// A computation may stay in a state for ever (Sect. 2.2 of the paper).
    fn looks_for_deadlocks(&self) -> bool {
        false
    }

    fn objection(&self, settings: &Settings) -> Option<String> {
        if !settings.values(PROCESSES).is_empty() && processes(settings).is_none() {
            return Some("`--processes` wants a number from 1 to 255".to_owned());
        }
        for (name, choices) in CHOICES {
            let unknown =
                settings.values(name).into_iter().find(|it| !choices.contains(&it.as_str()));
            if let Some(unknown) = unknown {
                let choices: Vec<String> = choices.iter().map(|it| format!("`{it}`")).collect();
                return Some(format!("`--{name}` is {}, not `{unknown}`", choices.join(" or ")));
            }
        }
        let lacks =
            |define: &String| define.split_once('=').is_none_or(|(name, _)| name.is_empty());
        let define = settings.values(DEFINE).into_iter().find(lacks)?;
        Some(format!("-D {define}: a number is given a value as in `-D NAME=VALUE`"))
    }

    fn load(
        &self,
        mut sources: Sources,
        file: FileId,
        settings: &Settings,
        purpose: Purpose,
    ) -> Loading {
        let sought = reach_source(&mut sources, settings, purpose);
        let found = load_with(&sources, file, &LoadOptions { sought, ..load_options(settings) });
        let diagnostics = found.diagnostics;
        let Some(named) = found.model else { return Loading::refused(sources, diagnostics) };
        let main = sources.name(file).to_owned();
        let sought = reach_name(settings);
        let claims = MachineClaims::of(found.claims, sought, &sources, &Silent);
        let text = MachineText { named, sources };
        let (scalarsets, run_properties) = (Vec::new(), Vec::new());
        let model = MachineModel { text, scalarsets, run_properties, dialect: Silent };
        Loading::of(loaded_with_claims(model, main, claims), diagnostics)
    }

    fn keeping_inactive(&self, settings: &Settings) -> Settings {
        let mut settings = settings.clone();
        settings.remove(DEAD_VARIABLES);
        settings.add(DEAD_VARIABLES, "off");
        settings
    }

    fn declared(&self, sources: &mut Sources, file: FileId, settings: &Settings) -> Vec<Declared> {
        names_of(sources, file, &load_options(settings))
    }

    fn as_written(&self, settings: &Settings) -> Settings {
        settings.clone()
    }

    fn translation(&self) -> Option<Translate> {
        None
    }

    fn foreign_runs(&self) -> Option<ForeignRuns> {
        None
    }
}

/// How many processes there are to be, if that is said.
fn processes(settings: &Settings) -> Option<u32> {
    let number: u32 = settings.values(PROCESSES).pop()?.parse().ok()?;
    (1..=255).contains(&number).then_some(number)
}

fn load_options(settings: &Settings) -> LoadOptions {
    let is = |name: &str, choice: &str| settings.values(name).pop().as_deref() == Some(choice);
    LoadOptions {
        sought: None,
        defines: settings.values(DEFINE),
        processes: processes(settings),
        open: if is(OPEN, "zero") { Open::Zero } else { Open::Free },
        logic: if is(LOGIC, "short-circuit") { Logic::ShortCircuit } else { Logic::Strict },
        faults: if is(FAULTS, "strict") { Faults::Strict } else { Faults::Lenient },
        clear_inactive: !is(DEAD_VARIABLES, "off"),
        by_predicates: is(DEAD_VARIABLES, "predicates"),
    }
}

/// What RED says of a machine beside its words: nothing.
#[derive(Clone, Copy)]
struct Silent;

impl Dialect for Silent {
    /// The language prints nothing.
    fn print(&self, _: &NamedMachine, _: &Printed<'_>) -> (String, Option<String>) {
        (String::new(), None)
    }

    fn inferred_types(&self, _: &Sources) -> Option<Vec<InferredType>> {
        None
    }

    fn exchange<'a>(&'a self, _: &'a MachineText) -> Option<Box<dyn Exchange<State, Step> + 'a>> {
        None
    }

    fn published_methods(&self) -> PublishedMethods {
        &[]
    }
}
