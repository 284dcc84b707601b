//! What is told of a violation.

use checking::{
    CheckRequest, Detail, Fairness, Language, Purpose, RepresentativeRequest, Settings,
    SymmetrySource,
};
use diagnostics::Sources;
use kernel::{SearchOptions, Silent};
use red::Red;
use symmetry::AuditPlan;

/// How the first counterexample to a text ends.
#[track_caller]
fn ending(text: &str) -> String {
    let mut sources = Sources::new();
    let file = sources.add("m.red", text);
    let loading = Red.load(sources, file, &Settings::default(), Purpose::Check);
    let model = loading.model.expect("a model");
    let request = CheckRequest {
        symmetry: SymmetrySource::Off,
        representative: RepresentativeRequest::default(),
        audit: AuditPlan::OFF,
        orbits: false,
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions::default(),
        detail: Detail::Changes,
        store: false,
        export: false,
    };
    let Ok(report) = model.check(request, &Silent, &mut |_| {}) else { panic!("no report") };
    report.counterexamples.first().expect("a counterexample").ending.clone()
}

fn model(risk: &str) -> String {
    let modes = ["a", "b", "c"].map(|mode| match mode {
        "a" => "mode a { when true may goto b; }".to_owned(),
        _ => format!("mode {mode} {{ when true may goto c; }}"),
    });
    format!("process count = 2; {} risk {risk};", modes.concat())
}

/// In which mode a process is tells in which it is not: where the number of a mode is compared, each of them is asked for.
#[test]
fn a_process_is_told_to_be_in_one_mode() {
    let told = "safety: `risk` is true: mode[1] is b, mode[2] is c";
    assert_eq!(ending(&model("b[1] and mode[1] + mode[2] == 3")), told);
    assert_eq!(ending(&model("mode[1] == 1 and mode[2] > 1")), told);
    assert_eq!(ending(&model("b[1] and not a[2] and not b[2]")), told);
}
