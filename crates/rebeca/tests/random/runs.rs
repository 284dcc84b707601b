//! What searches say of a formula over the runs of a model, compared with what is true of it.

use std::collections::BTreeMap;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use checking::{
    Answer, CheckRequest, Detail, Language, Loaded, Loading, Purpose, RepresentativeRequest,
    Settings, SymmetrySource,
};
use diagnostics::Sources;
use kernel::{Algorithm, Fairness, SearchOptions, Silent};
use rebeca::Rebeca;
use symmetry::AuditPlan;
use testing::places::Folder;

use crate::random::formula::{Asked, Formula};
use crate::random::interpreter::{Graph, explore};
use crate::random::judge::{Labelled, Tableau};
use crate::random::print::print;
use crate::random::serving::Id;
use crate::random::tree::Model;

/// Models with more states are set aside.
const MOST_STATES: u64 = 400;

pub const ALL: [Fairness; 3] = [Fairness::None, Fairness::Weak, Fairness::Strong];

/// What is true of a formula, for one kind of fairness.
#[derive(Clone, Copy, Debug)]
struct Truth {
    /// Some run violates it.
    violated: bool,
    /// One does, or one may that ends in a run-time error, if it could go on from there.
    open: bool,
    /// Some run ends in a run-time error.
    errors: bool,
}

/// What was found of a formula of which all say the same.
#[derive(Debug, Default)]
pub struct Found {
    /// How often each answer was given, by fairness.
    pub answers: BTreeMap<String, u64>,
    /// How often a symmetry was used, and how many states were searched then, and of how many.
    pub symmetric: u64,
    pub orbits: (u64, u64),
    /// How often transitions could be left out of a formula that holds; the states with that, and without.
    pub partial_order: u64,
    pub left: (u64, u64),
    /// Whether fairness makes a difference.
    pub by_fairness: bool,
    /// How often there is no answer although nothing could come of the runs that end in an error, by the first way to search.
    pub cautious: u64,
}

/// What came of a comparison.
pub enum Look {
    Agrees(Box<Found>),
    TooLarge,
    /// The text is no model, or the file has no properties of it.
    Refused(String),
    Differs(String),
}

pub fn look(model: &Model, asked: &Asked, folder: &Folder) -> Look {
    // The text of a model that was made smaller may ask for what is not there any more.
    if !asked.propositions.iter().flat_map(|it| &it.tests).all(|test| test.fits(model)) {
        return Look::Refused("the formula does not fit the model".to_owned());
    }
    let loaded = match loaded(model, asked, folder) {
        Ok(loaded) => loaded,
        Err(why) => return Look::Refused(why),
    };
    let Some((_, graph)) = explore(model, MOST_STATES) else { return Look::TooLarge };
    let Some(truths) = truths(model, &graph, asked) else { return Look::TooLarge };
    match catch_unwind(AssertUnwindSafe(|| compare(&*loaded, truths))) {
        Ok(Ok(found)) => Look::Agrees(Box::new(found)),
        Ok(Err(why)) => Look::Differs(why),
        Err(_) => Look::Differs("a panic".to_owned()),
    }
}

/// The first of some formulas for which fairness makes a difference; the first of all, if it never does.
pub fn best(model: &Model, mut candidates: Vec<Asked>) -> Asked {
    let mut found = 0;
    if let Some((_, graph)) = explore(model, MOST_STATES) {
        let depends = |asked: &Asked| {
            let truths = truths(model, &graph, asked);
            truths.is_some_and(|truths| truths[0].violated && !truths[1].violated)
        };
        found = candidates.iter().position(depends).unwrap_or(0);
    }
    candidates.swap_remove(found)
}

fn loaded(model: &Model, asked: &Asked, folder: &Folder) -> Result<Box<dyn Loaded>, String> {
    let (path, beside) = (folder.join("m.rebeca"), folder.join("m.property"));
    fs::write(beside, asked.text(model)).expect("a file");
    let mut sources = Sources::new();
    let file = sources.add(path.to_str().expect("a path"), print(model));
    let Loading { model, diagnostics, sources } =
        Rebeca.load(sources, file, &Settings::default(), Purpose::Check);
    let messages: Vec<String> = diagnostics.iter().map(|it| it.one_line(&sources)).collect();
    model.ok_or_else(|| messages.join("\n"))
}

/// What is true for each kind of fairness; none if that takes too long.
fn truths(model: &Model, graph: &Graph, asked: &Asked) -> Option<[Truth; 3]> {
    let contrary = Formula::Not(Box::new(asked.formula.clone()));
    let mut labelled = labelled(model, graph, asked);
    let violated = {
        let tableau = Tableau::new(&labelled, &contrary)?;
        ALL.map(|fairness| tableau.has_run(fairness))
    };
    go_on_at_errors(&mut labelled, graph, &asked.possible(model));
    // Nobody is passed over by what goes on after an error.
    let open = Tableau::new(&labelled, &contrary)?;
    let open = ALL.map(|fairness| open.has_run(fairness));
    let errors = graph.errors.contains(&true);
    Some([0, 1, 2].map(|at| Truth { violated: violated[at], open: open[at], errors }))
}

/// The runs of a model. Who has a message can move. Where all queues are empty, a run stays for ever.
fn labelled(model: &Model, graph: &Graph, asked: &Asked) -> Labelled {
    let mut actors = Vec::new();
    let mut labelled = Labelled { initial: vec![0], ..Labelled::default() };
    for (number, state) in graph.states.iter().enumerate() {
        labelled.valuations.push(asked.valuation(model, state));
        let mut enabled = Vec::new();
        for (class, rebecs) in state.iter().enumerate() {
            for (number, _) in rebecs.iter().enumerate().filter(|(_, it)| !it.queue.is_empty()) {
                enabled.push(place_of(Id { class, number }, &mut actors));
            }
        }
        let moves = graph.moves[number].iter();
        let mut moves: Vec<(Option<usize>, usize)> =
            moves.map(|&(id, target)| (Some(place_of(id, &mut actors)), target)).collect();
        if enabled.is_empty() {
            moves.push((None, number));
        }
        moves.sort_unstable();
        moves.dedup();
        labelled.moves.push(moves);
        labelled.enabled.push(enabled);
    }
    labelled.actors = actors.len();
    labelled
}

/// The place of a rebec among those that were met.
fn place_of(id: Id, met: &mut Vec<Id>) -> usize {
    met.iter().position(|known| *known == id).unwrap_or_else(|| {
        met.push(id);
        met.len() - 1
    })
}

/// Lets anything happen after a run-time error: any of some valuations, again and again.
fn go_on_at_errors(labelled: &mut Labelled, graph: &Graph, possible: &[u64]) {
    let first = labelled.valuations.len();
    let anything: Vec<(Option<usize>, usize)> =
        (0..possible.len()).map(|place| (None, first + place)).collect();
    labelled.valuations.extend(possible);
    labelled.moves.extend(anything.iter().map(|_| anything.clone()));
    labelled.enabled.extend(anything.iter().map(|_| Vec::new()));
    for (state, _) in graph.errors.iter().enumerate().filter(|(_, is_error)| **is_error) {
        labelled.moves[state].extend(&anything);
    }
}

/// A way to search.
#[derive(Clone, Copy, Debug)]
struct Way {
    fairness: Fairness,
    symmetry: bool,
    partial_order: bool,
    algorithm: Algorithm,
}

fn ways(fairness: Fairness) -> Vec<Way> {
    let mut found = Vec::new();
    for symmetry in [false, true] {
        for partial_order in [false, true] {
            for algorithm in [Algorithm::Components, Algorithm::Nested] {
                // Nested search knows no fairness.
                if algorithm == Algorithm::Components || fairness == Fairness::None {
                    found.push(Way { fairness, symmetry, partial_order, algorithm });
                }
            }
        }
    }
    found
}

fn compare(model: &dyn Loaded, truths: [Truth; 3]) -> Result<Found, String> {
    let mut found = Found::default();
    for (fairness, truth) in ALL.into_iter().zip(truths) {
        // The first way leaves nothing out.
        let mut all = 0;
        for (place, way) in ways(fairness).into_iter().enumerate() {
            let request = request(way);
            let report = model.check_claim(0, &request, &Silent);
            let report = report.map_err(|failure| format!("{way:?}: {failure:?}"))?;
            let answer = report.verdict.answer;
            // Where a beginning decides, nobody asks whether it ends in an error.
            let by_beginning = report
                .verdict
                .reason
                .as_ref()
                .is_some_and(|it| it.contains("whatever comes later"));
            let is_right = match answer {
                Answer::Violated => truth.violated || by_beginning && truth.open && truth.errors,
                Answer::Holds => !truth.violated && !truth.open,
                // That may be said although nothing could come of such a run any more.
                Answer::Inconclusive => !truth.violated && truth.errors,
            };
            if !is_right {
                return Err(format!("{way:?}: found {:?}, true is {truth:?}", report.verdict));
            }
            let searched = report.searched;
            if let Some(why) = searched.audited.and_then(|audited| audited.abandoned) {
                return Err(format!("{way:?}: the symmetry was given up: {why}"));
            }
            let states = searched.statistics.states;
            if place == 0 {
                all = states;
                found.cautious += u64::from(answer == Answer::Inconclusive && !truth.open);
                *found.answers.entry(format!("{fairness:?} {answer:?}")).or_default() += 1;
            } else if answer == Answer::Holds && searched.representative.is_some() {
                found.symmetric += 1;
                found.orbits.0 += states;
                found.orbits.1 += all;
            } else if answer == Answer::Holds && searched.partial_order {
                found.partial_order += 1;
                found.left.0 += states;
                found.left.1 += all;
            }
        }
    }
    found.by_fairness = truths[0].violated != truths[1].violated;
    // A message stays until it is served: who can move again and again can move for ever.
    assert_eq!(truths[1].violated, truths[2].violated, "weak and strong fairness are one");
    Ok(found)
}

fn request(way: Way) -> CheckRequest<'static> {
    let source = SymmetrySource::Found;
    CheckRequest {
        symmetry: if way.symmetry { source } else { SymmetrySource::Off },
        representative: RepresentativeRequest::default(),
        audit: AuditPlan::one_in(10),
        orbits: false,
        fairness: way.fairness,
        shortest: false,
        options: SearchOptions {
            partial_order: way.partial_order,
            algorithm: way.algorithm,
            ..SearchOptions::default()
        },
        detail: Detail::Actions,
        store: true,
        export: false,
    }
}
