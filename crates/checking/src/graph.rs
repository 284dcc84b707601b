//! The state graph of a model, or its quotient, for whoever draws it.

use std::ops::ControlFlow;

use groups::Patience;
use kernel::{
    Ending, GraphEdge, GraphNode, GraphVisitor, Phase, Reporter, SearchOptions, StopReason,
    TransitionSystem, Walk, walk_graph,
};
use model::{Action, Cell, Model, Reduced, StateOf, StepOf, Waiting, Words};
use symmetry::{AuditPlan, Canonical, Quotient, Watched};

use crate::detection::{SymmetrySource, detect};
use crate::failure::Failure;
use crate::symmetry_view::SymmetryView;
use crate::verdict::limit_text;

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
    let understanding = model.understand();
    let found = detect::<M>(&*understanding, symmetry, patience)?;
    drop(understanding);
    // A graph that changes with the time that is left would be of no use.
    let spent = |phase| {
        let stop = options.budget.check(0).err().unwrap_or(StopReason::MemoryLimit);
        Failure::Limit(limit_text(stop, phase, &options.limits))
    };
    patience.question().map_err(|_| spent(Phase::Detection))?;
    match found.and_then(|found| found.reduction) {
        Some(reduction) => {
            let canonical = Canonical::new_within(reduction.symmetry(), patience);
            let canonical = canonical.map_err(|_| spent(Phase::Preparation))?;
            let watched = Watched::new(reduction.system(), reduction.symmetry(), AuditPlan::OFF);
            let system = Quotient::new(&watched, &canonical);
            let symmetry = Some(SymmetryView::new(&reduction));
            draw(&GraphOf { model, system: &system, symmetry });
        }
        None => draw(&GraphOf { model, system: model.system(), symmetry: None }),
    }
    Ok(())
}

struct GraphOf<'a, M, S> {
    model: &'a M,
    system: &'a S,
    symmetry: Option<SymmetryView>,
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
            &mut Pen { model: self.model, draw, state: None },
        )
    }
}

/// Puts what the walk meets into words.
struct Pen<'a, 'd, M: Model> {
    model: &'a M,
    draw: &'d mut dyn Draw,
    /// The state whose transitions follow.
    state: Option<StateOf<M>>,
}

impl<M, S> GraphVisitor<S> for Pen<'_, '_, M>
where
    M: Words,
    S: TransitionSystem<State = StateOf<M>, Step = StepOf<M>>,
{
    fn enter(&mut self, node: GraphNode<'_, S>) -> ControlFlow<()> {
        let text = OfState { model: self.model, state: node.state };
        self.state = Some(node.state.clone());
        self.draw.enter(node.number, node.initial, &text)
    }

    fn edge(&mut self, edge: GraphEdge<'_, S>) -> ControlFlow<()> {
        let violates = edge.transition.violation.is_some();
        let (model, before) = (self.model, self.state.as_ref());
        let text = OfTransition { model, before, steps: edge.transition.steps, violates };
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
}

impl<M: Words> TransitionText for OfTransition<'_, M> {
    fn actions(&self) -> Vec<Action> {
        let Some(before) = self.before else { return Vec::new() };
        self.steps.iter().flat_map(|step| self.model.actions(before, step)).collect()
    }

    fn event(&self) -> Option<Action> {
        self.model.event(self.steps.first()?)
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
