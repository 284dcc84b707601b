//! The states around the one where the run stands, as a graph.

use std::collections::{HashMap, VecDeque};

use checking::{AddressedRun, EndingKind, Session};
use maud::{PreEscaped, html};
use pictures::{Edge, Neighbourhood, Node, NodeKind};

use super::frame;
use crate::background::in_words;
use crate::explorer::View;
use crate::server::Answer;

/// The most states that are drawn.
const MOST_NODES: usize = 80;
/// The most steps out of one state that are followed.
const MOST_STEPS: usize = 200;
/// So many characters of a statement are shown.
const LONGEST: usize = 40;

/// The graph.
pub(crate) fn graph(view: &mut View<'_, '_>) -> Answer {
    let drawn = match view.subject.model.session() {
        Err(failure) => Err(in_words(&failure)),
        Ok(session) => {
            let mut run = AddressedRun::new(session);
            let _ = run.go(&view.run.address());
            Ok(around(run, view.shows_classes()))
        }
    };
    let view = &*view;
    let body = html! {
        (frame::heading(view))
        main { div class="column wide" {
            @match drawn {
                Err(why) => p class="notice" { (why) },
                Ok(graph) => figure id="graph" { (PreEscaped(graph.svg())) },
            }
            p { a rel="prev" data-key="u" href=(view.link(&view.run.address())) { "Back" } }
        } }
    };
    Answer::Page(frame::page("Graph", &body))
}

/// What is drawn of the graph so far.
struct Drawing {
    by_classes: bool,
    graph: Neighbourhood,
    known: HashMap<String, usize>,
    /// States whose steps are not drawn yet: their numbers, and the addresses of runs that lead there.
    open: VecDeque<(usize, String)>,
}

fn around(mut run: AddressedRun<Box<dyn Session + '_>>, by_classes: bool) -> Neighbourhood {
    let title = match by_classes {
        true => "classes around the one of this state".to_owned(),
        false => "states around this one".to_owned(),
    };
    let graph = Neighbourhood { title, nodes: Vec::new(), edges: Vec::new(), left_out: None };
    let mut drawing = Drawing { by_classes, graph, known: HashMap::new(), open: VecDeque::new() };
    let here = run.address();
    drawing.node(&run, NodeKind::Here, 0);
    let mut left_out = 0;
    while let Some((from, address)) = drawing.open.pop_front() {
        if run.go(&address).is_err() {
            continue;
        }
        left_out += drawing.expand(&mut run, from);
    }
    let _ = run.go(&here);
    if left_out > 0 {
        drawing.graph.left_out =
            Some(format!("{left_out} steps lead on to states that are not drawn"));
    }
    drawing.graph
}

impl Drawing {
    /// Draws the steps out of a state where the run stands. Answers how many are not drawn.
    fn expand(&mut self, run: &mut AddressedRun<Box<dyn Session + '_>>, from: usize) -> usize {
        let at = run.session().at();
        let choices = run.session().choices();
        let entries = run.session().entries();
        let distance = self.graph.nodes[from].distance + 1;
        let mut left_out = choices.len().saturating_sub(MOST_STEPS);
        for entry in entries.iter().take(MOST_STEPS) {
            // One of equal steps stands for all where classes are drawn.
            let places = if self.by_classes { &entry[..1] } else { &entry[..] };
            for &place in places {
                let label = label(&choices[place]);
                run.take(place);
                match self.node(run, NodeKind::Ordinary, distance) {
                    Some((to, via)) => self.graph.edges.push(Edge { from, to, label, via }),
                    None => left_out += 1,
                }
                run.jump(at);
            }
        }
        if left_out > 0 && self.graph.nodes[from].kind == NodeKind::Ordinary {
            self.graph.nodes[from].kind = NodeKind::Unexplored;
        }
        left_out
    }

    /// The number of the state where a run stands, and the exchange by which it is that one, where classes are drawn.
    fn node(
        &mut self,
        run: &AddressedRun<Box<dyn Session + '_>>,
        kind: NodeKind,
        distance: u32,
    ) -> Option<(usize, Option<String>)> {
        let session = run.session();
        let class = self.by_classes.then(|| session.class().ok()).flatten();
        let cells = match &class {
            Some(class) => &class.representative,
            None => &session.cells(),
        };
        let key = format!(
            "{cells:?} {:?}",
            class.is_none().then(|| (session.processes(), session.holder()))
        );
        let via = class.as_ref().filter(|class| !class.is_representative);
        let via = via.map(|class| class.to_representative.clone());
        if let Some(&known) = self.known.get(&key) {
            return Some((known, via));
        }
        if self.graph.nodes.len() == MOST_NODES {
            return None;
        }
        let number = self.graph.nodes.len();
        let kind = match (kind, session.ending().map(|ending| ending.kind)) {
            (NodeKind::Here, _) => NodeKind::Here,
            (_, Some(EndingKind::Deadlock)) => NodeKind::Deadlock,
            (_, Some(EndingKind::Assertion | EndingKind::RuntimeError)) => NodeKind::Violating,
            _ if session.excluded().is_some() => NodeKind::Violating,
            (kind, _) => kind,
        };
        let step = session.step(session.at(), checking::Detail::Changes);
        let changes = step.iter().flat_map(|step| &step.transition.changes);
        let changes: Vec<String> =
            changes.take(3).map(|it| format!("{} = {}", it.cell, short(&it.after))).collect();
        let label = if number == 0 { "here".to_owned() } else { changes.join("\n") };
        let size = class.map(|class| format!("class of {}", class.size));
        self.graph.nodes.push(Node { label, distance, kind, size });
        self.known.insert(key, number);
        self.open.push_back((number, run.address()));
        Some((number, via))
    }
}

fn label(actions: &[model::Action]) -> String {
    let action = |action: &model::Action| format!("{}: {}", action.process, action.statement);
    short(&actions.iter().map(action).collect::<Vec<_>>().join(" → "))
}

fn short(text: &str) -> String {
    match text.chars().count() > LONGEST {
        true => text.chars().take(LONGEST).chain(['…']).collect(),
        false => text.to_owned(),
    }
}
