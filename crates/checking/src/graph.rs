//! The state graph of a model, or its quotient, for whoever draws it.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use groups::{Patience, Permutation};
use kernel::{
    Ending, GraphEdge, GraphNode, GraphVisitor, Phase, Reporter, SearchOptions, Transition,
    TransitionSystem, Walk, one_way, walk_graph,
};
use model::{Action, Cell, Model, Reduced, StateOf, StepOf, Waiting, Words};
use symmetry::{AuditPlan, Canonical, Permuting, Quotient, Representative, Symmetric, Watched};

use crate::detection::{SymmetrySource, detect_whole, spent};
use crate::failure::Failure;
use crate::symmetry_view::{SymmetryView, cycles};

/// A graph that can be walked, as often as is needed.
pub trait Graph {
    /// The symmetry by which states are put together, if there is one.
    fn symmetry(&self) -> Option<&SymmetryView>;

    /// The word for a component that acts, as in `process`.
    fn component(&self) -> &'static str;

    /// Walks the graph, breadth first.
    fn walk(&self, options: &SearchOptions, reporter: &dyn Reporter, draw: &mut dyn Draw) -> Walk;
}

/// Draws a graph. After `Break` no more is wanted.
pub trait Draw {
    /// A state; its transitions follow.
    fn enter(&mut self, number: u64, initial: bool, state: &dyn StateText) -> ControlFlow<()>;

    /// A transition; none as target if it ends in an error, or nowhere.
    fn edge(
        &mut self,
        source: u64,
        target: Option<u64>,
        transition: &dyn TransitionText,
    ) -> ControlFlow<()>;

    /// The end of a state's transitions.
    fn leave(&mut self, number: u64, ending: Ending) -> ControlFlow<()>;
}

/// What there is to say of a state.
pub trait StateText {
    /// Where its processes are.
    fn processes(&self) -> Vec<Waiting>;
    /// What it holds.
    fn cells(&self) -> Vec<Cell>;
}

/// What there is to say of a transition.
pub trait TransitionText {
    /// What the processes do.
    fn actions(&self) -> Vec<Action>;
    /// What the whole does, if the language has a name for that.
    fn event(&self) -> Option<Action>;
    /// The exchange, as cycles of names, that makes the state which is drawn of the one that it leads to, if that is another one.
    fn exchange(&self) -> Option<String>;
    /// Whether it violates a property.
    fn violates(&self) -> bool;
    /// What the last step that went wrong did wrong.
    fn wrong(&self) -> Option<String>;
}

/// Hands the graph of a model to `draw`.
///
/// # Errors
/// What is wrong with a declared group, or a limit that was reached before there was a graph.
pub(crate) fn graph<M: Words>(
    model: &M,
    symmetry: SymmetrySource<'_>,
    options: &SearchOptions,
    draw: &mut dyn FnMut(&dyn Graph),
) -> Result<(), Failure> {
    let mut ask = |bytes| options.budget.go_on(bytes);
    let patience = &mut Patience::new(&mut ask);
    let found = detect_whole(model, symmetry, options, patience)?;
    match found.and_then(|found| found.reduction) {
        Some(reduction) => {
            let canonical = Canonical::new_within(reduction.symmetry(), patience);
            let canonical = canonical.map_err(|_| spent(options, Phase::Preparation))?;
            let watched = Watched::new(reduction.system(), reduction.symmetry(), AuditPlan::OFF);
            let system = Quotient::new(&watched, &canonical);
            let symmetry = Some(SymmetryView::new(&reduction));
            let exchanges = |state: &StateOf<M>| exchanges(&reduction, &canonical, state);
            draw(&GraphOf { model, system: &system, symmetry, exchanges: &exchanges });
        }
        None => {
            let (system, exchanges) = (model.system(), |_: &StateOf<M>| Vec::new());
            draw(&GraphOf { model, system, symmetry: None, exchanges: &exchanges });
        }
    }
    Ok(())
}

/// For each transition out of a state the exchange that makes the representative of the state that it leads to.
type Exchanges<'a, M> = dyn Fn(&StateOf<M>) -> Vec<Option<String>> + 'a;

struct GraphOf<'a, M: Model, S> {
    model: &'a M,
    system: &'a S,
    symmetry: Option<SymmetryView>,
    exchanges: &'a Exchanges<'a, M>,
}

/// In the order in which the quotient shows the transitions.
fn exchanges<R: Reduced>(
    reduction: &R,
    canonical: &Canonical<'_>,
    state: &<R::System as TransitionSystem>::State,
) -> Vec<Option<String>> {
    let system = reduction.system();
    let mut scratch = canonical.scratch();
    let mut found = Vec::new();
    let mut representative = system.blank();
    let mut image = vec![0; reduction.symmetry().layout().point_count()];
    let see = |t: Transition<'_, R::System>| {
        let target = t.target.filter(|target| system.reducible(target));
        let exchange = target.and_then(|target| {
            let cells = system.cells_like(target, &mut representative);
            let source = system.cells(target);
            canonical.represent_by(source, cells, &mut image, &mut scratch);
            let is_another = cells != source;
            let element = Permutation::from_images(image.clone()).ok()?;
            is_another.then(|| cycles(reduction, &element))
        });
        found.push(exchange);
        ControlFlow::Continue(())
    };
    let _ = system.successors(state, &mut system.scratch(), &mut one_way(see));
    found
}

impl<M, S> Graph for GraphOf<'_, M, S>
where
    M: Words,
    S: TransitionSystem<State = StateOf<M>, Step = StepOf<M>>,
{
    fn symmetry(&self) -> Option<&SymmetryView> {
        self.symmetry.as_ref()
    }

    fn component(&self) -> &'static str {
        self.model.component()
    }

    fn walk(&self, options: &SearchOptions, reporter: &dyn Reporter, draw: &mut dyn Draw) -> Walk {
        walk_graph(
            self.system,
            options,
            reporter,
            &mut Pen {
                model: self.model,
                draw,
                state: None,
                exchanges: self.exchanges,
                pending: VecDeque::new(),
            },
        )
    }
}

/// Puts what the walk meets into words.
struct Pen<'a, 'd, M: Model> {
    model: &'a M,
    draw: &'d mut dyn Draw,
    /// The state whose transitions follow.
    state: Option<StateOf<M>>,
    exchanges: &'a Exchanges<'a, M>,
    /// Those of the transitions that follow.
    pending: VecDeque<Option<String>>,
}

impl<M, S> GraphVisitor<S> for Pen<'_, '_, M>
where
    M: Words,
    S: TransitionSystem<State = StateOf<M>, Step = StepOf<M>>,
{
    fn enter(&mut self, node: GraphNode<'_, S>) -> ControlFlow<()> {
        let text = OfState { model: self.model, state: node.state };
        self.state = Some(node.state.clone());
        self.pending = (self.exchanges)(node.state).into();
        self.draw.enter(node.number, node.initial, &text)
    }

    fn edge(&mut self, edge: GraphEdge<'_, S>) -> ControlFlow<()> {
        let violates = edge.transition.violation.is_some();
        let (model, before) = (self.model, self.state.as_ref());
        let exchange = self.pending.pop_front().flatten();
        let steps = edge.transition.steps;
        let text = OfTransition { model, before, steps, violates, exchange };
        self.draw.edge(edge.source, edge.target, &text)
    }

    fn leave(&mut self, number: u64, ending: Ending) -> ControlFlow<()> {
        self.draw.leave(number, ending)
    }
}

struct OfState<'a, M: Model> {
    model: &'a M,
    state: &'a StateOf<M>,
}

impl<M: Words> StateText for OfState<'_, M> {
    fn processes(&self) -> Vec<Waiting> {
        self.model.processes(self.state)
    }

    fn cells(&self) -> Vec<Cell> {
        self.model.cells(self.state)
    }
}

struct OfTransition<'a, M: Model> {
    model: &'a M,
    before: Option<&'a StateOf<M>>,
    steps: &'a [StepOf<M>],
    violates: bool,
    exchange: Option<String>,
}

impl<M: Words> TransitionText for OfTransition<'_, M> {
    fn actions(&self) -> Vec<Action> {
        let Some(before) = self.before else { return Vec::new() };
        self.steps.iter().flat_map(|step| self.model.actions(before, step)).collect()
    }

    fn event(&self) -> Option<Action> {
        self.model.event(self.steps.first()?)
    }

    fn exchange(&self) -> Option<String> {
        self.exchange.clone()
    }

    fn violates(&self) -> bool {
        self.violates
    }

    fn wrong(&self) -> Option<String> {
        let mut steps = self.steps.iter().rev();
        let violation = steps.find_map(|step| self.model.violation(step))?;
        Some(match violation.error {
            None => "assertion violated".to_owned(),
            Some(error) => format!("run-time error: {error}"),
        })
    }
}
