//! Rebeca as a language of the commands.

use std::path::{Path, PathBuf};

use baselines::known_rebecs::KNOWN_REBECS;
use checking::{
    Fairness, ForeignRuns, Lack, Language, Loading, Peer, Purpose, REACH, Scope, Setting, Settings,
    StoredAs, Translate, loaded_with_claims, reach_name, reach_source,
};
use diagnostics::{Diagnostic, FileId, Severity, Sources};
use machine::{Printed, State, Step};
use machine_model::words::NamedMachine;
use machine_model::{Dialect, MachineClaims, MachineModel, MachineText, PublishedMethods, rows};
use model::{Declared, Exchange, InferredType, Method};

use crate::habits::AFRA;
use crate::model::{KeptProperties, LoadOptions, Loaded, load_with};
use crate::names::names_of;

const DEFINE: &str = "D";
const CREATED: &str = "created";
const PROPERTIES: &str = "properties";

const fn stored(key: &'static str) -> StoredAs {
    StoredAs { key, negated: false }
}

const SETTINGS: [Setting; 4] = [
    REACH,
    Setting {
        name: DEFINE,
        value: Some("NAME=VALUE"),
        help: "Give an `env` constant another value",
        scope: Scope::Text,
        stored: Some(stored("define")),
    },
    Setting {
        name: CREATED,
        value: Some("N"),
        help: "Make room for N rebecs of each class that are created at run time; 8 without it",
        scope: Scope::Text,
        stored: Some(stored("created")),
    },
    Setting {
        name: PROPERTIES,
        value: Some("FILE"),
        help: "Check the properties in this file; default: the model's name with `.property`, where such a file exists",
        scope: Scope::Properties,
        stored: Some(stored("properties")),
    },
];

/// Rebeca.
pub struct Rebeca;

impl Language for Rebeca {
    fn name(&self) -> &'static str {
        "rebeca"
    }

    fn title(&self) -> &'static str {
        "Rebeca"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["rebeca"]
    }

    fn settings(&self) -> &'static [Setting] {
        &SETTINGS
    }

    fn methods(&self) -> Vec<&'static Method> {
        rows(KNOWN_REBECS)
    }

    fn lacks(&self) -> &'static [Lack] {
        &[]
    }

    fn peer(&self) -> Option<&'static Peer> {
        Some(&AFRA)
    }

    /// As Afra: no rebec has a message in its queue for ever that it does not take.
    fn fairness(&self) -> Fairness {
        Fairness::Weak
    }

    fn has_assertions(&self) -> bool {
        true
    }

    fn looks_for_deadlocks(&self) -> bool {
        true
    }

    fn objection(&self, settings: &Settings) -> Option<String> {
        if settings.values(PROPERTIES).len() > 1 {
            return Some("`--properties` names one file".to_owned());
        }
        if !settings.values(CREATED).is_empty() && created(settings).is_none() {
            return Some("`--created` wants a number from 1 to 254".to_owned());
        }
        let lacks =
            |define: &String| define.split_once('=').is_none_or(|(name, _)| name.is_empty());
        let define = settings.values(DEFINE).into_iter().find(lacks)?;
        Some(format!("-D {define}: a constant is given a value as in `-D NAME=VALUE`"))
    }

    fn load(
        &self,
        mut sources: Sources,
        file: FileId,
        settings: &Settings,
        purpose: Purpose,
    ) -> Loading {
        let properties = match property_file(&mut sources, file, settings, purpose) {
            Ok(properties) => properties,
            Err(message) => {
                let wrong = vec![Diagnostic::new(Severity::Error, message)];
                return Loading::refused(sources, wrong);
            }
        };
        let sought = reach_source(&mut sources, settings, purpose);
        let options = LoadOptions {
            sought,
            defines: settings.values(DEFINE),
            created: created(settings),
            properties,
            kept: match purpose {
                Purpose::Check | Purpose::Symmetry => KeptProperties::Separate,
                Purpose::Search => KeptProperties::None,
            },
        };
        let found = load_with(&sources, file, &options);
        model(found, sources, file, settings)
    }

    fn keeping_inactive(&self, settings: &Settings) -> Settings {
        settings.clone()
    }

    /// Those of the property file, too, if there is one.
    fn declared(&self, sources: &mut Sources, file: FileId, settings: &Settings) -> Vec<Declared> {
        let properties = property_file(sources, file, settings, Purpose::Check).ok().flatten();
        names_of(sources, file, properties, &settings.values(DEFINE))
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

/// How many rebecs of each class can be created.
fn created(settings: &Settings) -> Option<u32> {
    let number: u32 = settings.values(CREATED).pop()?.parse().ok()?;
    (1..=254).contains(&number).then_some(number)
}

/// The property file: the one that is given, or the one beside the model.
fn property_file(
    sources: &mut Sources,
    model: FileId,
    settings: &Settings,
    purpose: Purpose,
) -> Result<Option<FileId>, String> {
    if purpose == Purpose::Search {
        return Ok(None);
    }
    let origin = sources.origin();
    let given = settings.values(PROPERTIES).pop().map(PathBuf::from);
    let path = match given {
        Some(path) => path,
        None => {
            let path = Path::new(sources.name(model));
            let beside = path.with_extension("property");
            let is_model = path.extension().is_some_and(|extension| extension == "rebeca");
            if !is_model || !origin.is_file(&beside) {
                return Ok(None);
            }
            beside
        }
    };
    let name = path.display().to_string();
    let bytes = origin.read(&path).map_err(|error| format!("{name}: {error}"))?;
    sources.add_bytes(&name, &bytes).map(Some).map_err(|_| format!("{name}: this is not text"))
}

/// What was loaded, as the commands see it.
fn model(found: Loaded, sources: Sources, file: FileId, settings: &Settings) -> Loading {
    let diagnostics = found.diagnostics;
    let Some(named) = found.model else { return Loading::refused(sources, diagnostics) };
    let main = sources.name(file).to_owned();
    let claims = MachineClaims::of(found.claims, reach_name(settings), &sources, &Silent);
    let text = MachineText { named, sources };
    let (scalarsets, run_properties) = (Vec::new(), Vec::new());
    let model = MachineModel { text, scalarsets, run_properties, dialect: Silent };
    Loading::of(loaded_with_claims(model, main, claims), diagnostics)
}

/// What Rebeca says of a machine: that symmetry can be found by whom rebecs know, and nothing more.
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
        KNOWN_REBECS
    }
}
