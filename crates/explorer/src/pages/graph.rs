//! The states around the one where the run stands, as a graph.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use checking::quantities::plural;
use checking::{AddressedRun, ClassView, EndingKind, Explorable, Session};
use maud::{PreEscaped, html};
use pictures::{Edge, Neighbourhood, Node, NodeKind};

use super::frame;
use super::steps::named;
use crate::explorer::View;
use crate::server::Answer;

/// The most states that are drawn.
const MOST_NODES: usize = 80;
/// The most steps out of one state that are followed, and the most that are drawn.
const MOST_STEPS: usize = 60;
const MOST_EDGES: usize = 400;
/// How long it may take.
const MOST_TIME: Duration = Duration::from_secs(2);
/// So many characters of a statement are shown.
const LONGEST: usize = 40;

/// The graph.
pub(crate) fn graph(view: &mut View<'_, '_>) -> Answer {
    let drawn = match view.subject.model.session() {
        Err(failure) => Err(failure.in_words()),
        Ok(session) => {
            let mut run = AddressedRun::new(session);
            let _ = run.go(&view.run.address());
            Ok(around(view.subject.model, run, view.shows_classes()))
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
struct Drawing<'a> {
    model: &'a dyn Explorable,
    by_classes: bool,
    graph: Neighbourhood,
    /// States by what tells them apart.
    known: HashMap<(bool, Vec<u8>), Drawn>,
    /// States whose steps are not drawn yet: their numbers, and the addresses of runs that lead there.
    open: VecDeque<(usize, String)>,
}

/// A state that is drawn.
struct Drawn {
    number: usize,
    key: Vec<u8>,
    /// Its class, where classes are drawn and it has one.
    class: Option<ClassView>,
}

fn around(
    model: &dyn Explorable,
    mut run: AddressedRun<Box<dyn Session + '_>>,
    by_classes: bool,
) -> Neighbourhood {
    let title = match by_classes {
        true => "classes around the one of this state".to_owned(),
        false => "states around this one".to_owned(),
    };
    let graph = Neighbourhood { title, nodes: Vec::new(), edges: Vec::new(), left_out: None };
    let (known, open) = (HashMap::new(), VecDeque::new());
    let mut drawing = Drawing { model, by_classes, graph, known, open };
    drawing.node(&run, NodeKind::Here, 0);
    let begun = Instant::now();
    let mut left_out = 0;
    while let Some((from, address)) = drawing.open.pop_front() {
        if begun.elapsed() > MOST_TIME || drawing.graph.edges.len() >= MOST_EDGES {
            drawing.open.push_front((from, address));
            break;
        }
        if run.go(&address).is_ok() {
            left_out += drawing.expand(&mut run, from);
        }
    }
    let open = std::mem::take(&mut drawing.open);
    let unseen = open.len() as u64;
    open.into_iter().for_each(|(state, _)| drawing.leave_open(state));
    let steps = plural(left_out as u64, "step");
    drawing.graph.left_out = match (left_out, unseen) {
        (0, 0) => None,
        (_, 0) => Some(format!("{steps} that are not drawn")),
        _ => {
            let states = plural(unseen, "state");
            Some(format!("{steps} that are not drawn, and all that lead out of {states}"))
        }
    };
    drawing.graph
}

impl Drawing<'_> {
    /// Draws the steps out of a state where the run stands. Answers how many are not drawn.
    fn expand(&mut self, run: &mut AddressedRun<Box<dyn Session + '_>>, from: usize) -> usize {
        let at = run.session().at();
        let choices = run.session().choices();
        let entries = run.session().entries();
        let distance = self.graph.nodes[from].distance + 1;
        // One of equal steps stands for all where classes are drawn.
        let by_classes = self.by_classes;
        let places = entries.iter().flat_map(|entry| match by_classes {
            true => &entry[..1],
            false => &entry[..],
        });
        let mut left_out = 0;
        for (number, &place) in places.enumerate() {
            if number >= MOST_STEPS {
                left_out += 1;
                continue;
            }
            let label = label(&choices[place]);
            run.take(place);
            match self.node(run, NodeKind::Ordinary, distance) {
                Some((to, via)) => self.graph.edges.push(Edge { from, to, label, via }),
                None => left_out += 1,
            }
            run.jump(at);
        }
        if left_out > 0 {
            self.leave_open(from);
        }
        left_out
    }

    /// Marks a state of which not all is shown that leads out of it.
    fn leave_open(&mut self, state: usize) {
        let node = &mut self.graph.nodes[state];
        if node.kind == NodeKind::Ordinary {
            node.kind = NodeKind::Unexplored;
        }
    }

    /// The number of the state where a run stands; and, if it is another one of the class than the one that is drawn, the exchange that makes
    /// the latter of it.
    fn node(
        &mut self,
        run: &AddressedRun<Box<dyn Session + '_>>,
        kind: NodeKind,
        distance: u32,
    ) -> Option<(usize, Option<String>)> {
        let session = run.session();
        let class = self.by_classes.then(|| session.class().ok()).flatten();
        let own = session.key();
        // Where a state has no class, it is told apart from all.
        let key = match &class {
            Some(class) => (true, class.key.clone()),
            None => (false, own.clone()),
        };
        if let Some(drawn) = self.known.get(&key) {
            let classes = class.as_ref().zip(drawn.class.as_ref()).filter(|_| drawn.key != own);
            let exchange = classes.and_then(|(from, to)| self.model.exchange_of_states(from, to));
            return Some((drawn.number, exchange.map(|exchange| short(named(&exchange)))));
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
        let size = class.as_ref().map(|class| format!("class of {}", class.size));
        self.graph.nodes.push(Node { label, distance, kind, size });
        self.known.insert(key, Drawn { number, key: own, class });
        self.open.push_back((number, run.address()));
        Some((number, None))
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
