//! What the command finds of a machine of which something was overlooked.

use std::collections::BTreeSet;

use checking::{
    Answer, CheckRequest, Detail, Fairness, Report, RepresentativeRequest, SymmetrySource, loaded,
};
use diagnostics::Sources;
use kernel::{PropertyId, PropertySet, SearchOptions, Silent};
use machine::{Printed, State, Step};
use machine_model::words::NamedMachine;
use machine_model::{Dialect, MachineModel, MachineText, PublishedMethods};
use model::{Exchange, InferredType};
use symmetry::AuditPlan;

/// A language that says nothing of a machine.
#[derive(Clone, Copy)]
struct Silence;

impl Dialect for Silence {
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

/// What a check finds.
pub struct Checked {
    /// The properties that are violated, but for deadlocks.
    pub violated: BTreeSet<String>,
    pub states: u64,
    /// Whether what is held to be inactive was kept.
    pub keeps_inactive: bool,
    /// Why the symmetry was not used.
    pub reason: String,
}

/// Checks a machine as the command does.
#[track_caller]
pub fn checked(named: NamedMachine, sources: Sources) -> Checked {
    let (scalarsets, run_properties) = (Vec::new(), Vec::new());
    let text = MachineText { named, sources };
    let model = MachineModel { text, scalarsets, run_properties, dialect: Silence };
    let model = loaded(model, "m.red");
    let properties = (0..model.properties().len()).map(PropertyId::new).collect();
    let check = PropertySet::Only(properties);
    let request = CheckRequest {
        symmetry: SymmetrySource::Found,
        representative: RepresentativeRequest::default(),
        audit: AuditPlan::default(),
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions { check, keep_going: true, ..SearchOptions::default() },
        detail: Detail::Changes,
        store: false,
        export: false,
    };
    let Ok(report) = model.check(request, &Silent, &mut |_| {}) else { panic!("no report") };
    let violated = report.verdicts.iter().filter(|it| it.answer == Answer::Violated);
    let violated = violated.map(|it| it.property.clone()).filter(|name| name != "deadlock");
    Checked {
        violated: violated.collect(),
        states: report.statistics.states,
        keeps_inactive: report.keeps_inactive,
        reason: reason(&report),
    }
}

fn reason(report: &Report) -> String {
    let abandoned = report.audited.as_ref().and_then(|audited| audited.abandoned.clone());
    let found = report.preparation.symmetry.as_ref();
    let remark = found.and_then(|found| found.remarks.last()).map(|remark| remark.text.clone());
    abandoned.or(remark).unwrap_or_default()
}
