//! What the command finds of a machine of which something was overlooked.

use std::collections::BTreeSet;

use checking::{
    Answer, CheckRequest, Detail, Fairness, PartialOrder, Report, RepresentativeRequest,
    SymmetrySource, loaded,
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
    /// Whether transitions were left out.
    pub leaves_out: bool,
    /// What noticed that something is wrong.
    pub noticed_by: &'static str,
    /// What it said.
    pub reason: String,
}

/// Checks a machine as the command does.
#[track_caller]
pub fn checked(named: NamedMachine, sources: Sources, partial_order: bool) -> Checked {
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
        orbits: false,
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions {
            check,
            keep_going: true,
            partial_order,
            ..SearchOptions::default()
        },
        detail: Detail::Changes,
        store: false,
        export: false,
    };
    let Ok(report) = model.check(request, &Silent, &mut |_| {}) else { panic!("no report") };
    let (noticed_by, reason) = noticed(&report);
    let violated = report.verdicts.iter().filter(|it| it.answer == Answer::Violated);
    let violated = violated.map(|it| it.property.clone()).filter(|name| name != "deadlock");
    Checked {
        violated: violated.collect(),
        states: report.statistics.states,
        keeps_inactive: report.keeps_inactive,
        leaves_out: report.preparation.partial_order == PartialOrder::On,
        noticed_by,
        reason,
    }
}

/// What noticed that something is wrong, and what it said.
fn noticed(report: &Report) -> (&'static str, String) {
    let abandoned = report.audited.as_ref().and_then(|audited| audited.abandoned.clone());
    if let Some(reason) = abandoned {
        return ("audit", reason);
    }
    if let Some(flaw) = report.flaw {
        return ("search of all states", flaw.to_string());
    }
    let found = report.preparation.symmetry.as_ref();
    let remark = found.and_then(|found| found.remarks.last()).map(|remark| remark.text.clone());
    match remark.filter(|text| text.contains("invented to try")) {
        Some(reason) => ("invented states", reason),
        None => ("nothing", String::new()),
    }
}
