//! Pictures of plain data: sequence charts of runs, groups that permute points, histograms, and the states around a
//! state, as SVG text; sequence charts also as Mermaid text.
//!
//! Every picture can be read in grey: what colour tells, a shape, a dash pattern or a label tells too. Equal data make
//! equal bytes. Whatever text comes in is shown as text.

mod chart;
mod escape;
mod group;
mod histogram;
mod neighbourhood;
mod palette;
mod svg;
mod text_width;

pub use chart::{Chart, Ending, Event, EventKind, Lifeline, Message, MessageKind};
pub use group::{Generator, GroupPicture};
pub use histogram::{Histogram, Series};
pub use neighbourhood::{Edge, Neighbourhood, Node, NodeKind};
