//! The states around a state, layer by layer.

mod boxes;
mod draw;
mod labels;
mod layers;
mod legend;
mod routes;

/// The states around a state. An edge to what does not exist is ignored.
#[derive(Clone, Debug)]
pub struct Neighbourhood {
    /// What it is a picture of.
    pub title: String,
    /// The states. At most eighty are drawn, the nearest.
    pub nodes: Vec<Node>,
    /// What leads from one to another.
    pub edges: Vec<Edge>,
    /// What the picture leaves out, in words.
    pub left_out: Option<String>,
}

/// A state.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is called, on a few lines.
    pub label: String,
    /// How far away it is: its layer.
    pub distance: u32,
    /// What there is to see of it.
    pub kind: NodeKind,
    /// How much it stands for, as in `orbit of 6`.
    pub size: Option<String>,
}

/// What there is to see of a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NodeKind {
    /// The state around which the others are.
    Here,
    /// A state like others.
    Ordinary,
    /// A state that violates a property.
    Violating,
    /// A state that nothing leads out of.
    Deadlock,
    /// A state of which it is not shown what leads out of it.
    Unexplored,
}

/// What leads from one state to another.
#[derive(Clone, Debug)]
pub struct Edge {
    /// The state that it leaves.
    pub from: usize,
    /// The state that it comes to.
    pub to: usize,
    /// What happens.
    pub label: String,
    /// The permutation that makes that state of the one that it comes to, if it comes there only up to symmetry.
    pub via: Option<String>,
}

impl Neighbourhood {
    /// The picture as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        draw::svg(self)
    }
}
