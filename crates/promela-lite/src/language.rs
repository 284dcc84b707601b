//! Promela-Lite as a language of the commands.

use baselines::channel_diagram::CHANNEL_DIAGRAMS;
use checking::{
    Fairness, ForeignRuns, Lack, Language, Loading, Peer, Purpose, REACH, Setting, Settings,
    Translate, loaded_with_claims, reach_name, reach_source,
};
use diagnostics::{FileId, Sources};
use machine::{Printed, State, Step};
use machine_model::words::NamedMachine;
use machine_model::{Dialect, MachineClaims, MachineModel, MachineText, PublishedMethods, rows};
use model::{Declared, Exchange, InferredType, Method};

use crate::declared::declared;
use crate::model::{load_seeking, to_promela};

/// Promela-Lite.
pub struct PromelaLite;

impl Language for PromelaLite {
    fn name(&self) -> &'static str {
        "promela-lite"
    }

    fn title(&self) -> &'static str {
        "Promela-Lite"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["prl"]
    }

    /// No analysis makes the states fewer, and there is no preprocessor.
    fn settings(&self) -> &'static [Setting] {
        &[REACH]
    }

    fn methods(&self) -> Vec<&'static Method> {
        rows(CHANNEL_DIAGRAMS)
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
        true
    }

    fn looks_for_deadlocks(&self) -> bool {
        true
    }

    fn objection(&self, _: &Settings) -> Option<String> {
        None
    }

    fn load(
        &self,
        mut sources: Sources,
        file: FileId,
        settings: &Settings,
        purpose: Purpose,
    ) -> Loading {
        let sought = reach_source(&mut sources, settings, purpose);
        let found = load_seeking(&sources, file, sought);
        let diagnostics = found.diagnostics;
        let Some(named) = found.model else { return Loading::refused(sources, diagnostics) };
        let main = sources.name(file).to_owned();
        let sought = reach_name(settings);
        let claims = MachineClaims::of(found.claims, sought, &sources, &Lite);
        let text = MachineText { named, sources };
        let (scalarsets, run_properties) = (Vec::new(), Vec::new());
        let model = MachineModel { text, scalarsets, run_properties, dialect: Lite };
        Loading::of(loaded_with_claims(model, main, claims), diagnostics)
    }

    fn keeping_inactive(&self, settings: &Settings) -> Settings {
        settings.clone()
    }

    fn declared(&self, sources: &mut Sources, file: FileId, _: &Settings) -> Vec<Declared> {
        declared(sources, file)
    }

    fn as_written(&self, settings: &Settings) -> Settings {
        settings.clone()
    }

    fn translation(&self) -> Option<Translate> {
        Some(to_promela)
    }

    fn foreign_runs(&self) -> Option<ForeignRuns> {
        None
    }
}

/// What Promela-Lite says of a machine: that symmetry can be found by channel diagrams, and nothing else.
#[derive(Clone, Copy)]
struct Lite;

impl Dialect for Lite {
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
        CHANNEL_DIAGRAMS
    }
}
