//! Sessions with a model: runs that are compared, and expressions over their states.

use checking::{Language, Loaded, Purpose, Session, Settings, compare};
use diagnostics::Sources;
use model::Value;
use promela::Promela;

const MODEL: &str = "mtype = { red, blue };
mtype light = red;
byte x[2];
active [2] proctype p() { x[_pid] = 1; light = blue; x[_pid] = 2 }
";

fn load() -> Box<dyn Loaded> {
    let mut sources = Sources::new();
    let file = sources.add("m.pml", MODEL);
    let settings = Promela.as_written(&Settings::default());
    Promela.load(sources, file, &settings, Purpose::Search).model.expect("a model")
}

/// Lets processes move, each by its number.
fn run(session: &mut dyn Session, processes: &[u32]) {
    for process in processes {
        let name = format!("p({process})");
        let choices = session.choices();
        let place = choices.iter().position(|choice| choice[0].process == name);
        session.take(place.expect("a step of the process"));
    }
}

#[test]
fn runs_are_compared_up_to_where_they_part() {
    let model = load();
    let mut first = model.session(true).expect("a session");
    let mut second = model.session(true).expect("a session");
    run(&mut *first, &[0, 1, 1]);
    run(&mut *second, &[0, 1, 0, 0]);
    let compared = compare(&*first, &*second);
    assert_eq!(compared.common, 2);
    let action = |step: Option<checking::SimulatedStep>| {
        let action = step.expect("a step").transition.actions.remove(0).action;
        format!("{}: {}", action.process, action.statement)
    };
    assert_eq!(action(compared.first), "p(1): light = blue");
    assert_eq!(action(compared.second), "p(0): light = blue");
    let cells: Vec<_> = compared
        .cells
        .iter()
        .map(|it| (&*it.cell, it.first.as_deref(), it.second.as_deref()))
        .collect();
    assert_eq!(cells, [("x[0]", Some("1"), Some("2"))]);

    // What was undone is no part of a run.
    second.jump(2);
    let compared = compare(&*first, &*second);
    assert_eq!((compared.common, compared.second), (2, None));
    first.jump(2);
    let compared = compare(&*first, &*second);
    assert!((compared.common, compared.first) == (2, None) && compared.cells.is_empty());
}

#[test]
fn expressions_are_evaluated_where_a_run_stands() {
    let model = load();
    let mut session = model.session(true).expect("a session");
    let truth = |session: &dyn Session, text: &str| match session.evaluate(text) {
        Ok(Value::Truth(truth)) => truth,
        other => panic!("{text}: {other:?}"),
    };
    assert!(truth(&*session, "light == red && x[0] + x[1] == 0"));
    run(&mut *session, &[1, 1]);
    assert!(truth(&*session, "light != red && x[x[1]] == 1"));
    assert_eq!(session.evaluate("light"), Ok(Value::Symbol("blue".to_owned())));
    assert_eq!(
        session.evaluate("lihgt == red"),
        Err("there is no `lihgt` in this state (column 1)".to_owned())
    );
}
