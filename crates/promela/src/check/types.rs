//! The types of channels, as far as they can be told from how the channels are used.
//!
//! Declarations say how many fields a message has, and which of them are channels; of what type
//! those are is inferred from what is sent, received, assigned, compared and passed (see
//! [`super::signatures`]). A field that no declaration describes has the type of what is sent in
//! it or, if nothing is, of the variable that it is received into.

use std::collections::{HashMap, HashSet};

use diagnostics::Span;

use super::Checker;
use super::cells::{Cell, Range};
use super::messages::Traffic;
use super::names::Holds;
use super::signatures::{Field, SignatureId};
use super::type_graph::{NodeId, TypeGraph, TypeNode, TypeWriter};
use super::values::Kind;
use crate::ast::Type;

/// How many places of one structured variable are looked at: structures in structures multiply.
const MAX_PLACES: usize = 4096;
/// The longest name of a place that is looked into: a structure may be deep.
const MAX_NAME: usize = 1024;

/// The type of a channel, or of a variable, parameter or field that holds channels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelType {
    /// The process type whose variable it is (`init` and `never` too); none if it is global.
    pub process: Option<String>,
    /// The name, as in `c`, `link[3]` or `node.out`; an array has its length with it.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// The type, as in `rec X . chan{X, int}`. Type variables are `'a`, `'b`, ...: one name is one
    /// type in all the types of a model. What is not understood is `unknown`.
    pub text: String,
}

/// The types of all channels of a model, not yet written.
#[derive(Clone, Debug, Default)]
pub struct ChannelTypes {
    graph: TypeGraph,
    channels: Vec<(Holder, NodeId)>,
}

/// What holds channels.
#[derive(Clone, Debug)]
struct Holder {
    process: Option<String>,
    name: String,
    span: Span,
}

impl ChannelTypes {
    /// One type for each channel, in the order of the declarations, each in its canonical form:
    /// types with the same unfolding have the same text.
    #[must_use]
    pub fn list(&self) -> Vec<ChannelType> {
        let mut writer = TypeWriter::new(&self.graph);
        let mut listed = HashSet::new();
        let mut types = Vec::new();
        for (holder, node) in &self.channels {
            let Holder { process, name, span } = holder.clone();
            let text = writer.text(*node);
            // A variable in an inline is declared anew in each expansion.
            if listed.insert((process.clone(), name.clone(), span, text.clone())) {
                types.push(ChannelType { process, name, span, text });
            }
        }
        types
    }
}

impl Checker<'_> {
    /// The types of all declared channels, once the facts are judged.
    pub fn channel_types(&mut self) -> ChannelTypes {
        let mut channels = Vec::new();
        for index in 0..self.names.declared.len() {
            let declared = self.names.declared[index].clone();
            let name = with_length(&declared.name, declared.length);
            let mut found = Vec::new();
            let mut places = MAX_PLACES;
            self.channels_in(&declared.holds, name, &mut places, &mut found);
            let holder =
                |name| Holder { process: declared.owner.clone(), name, span: declared.span };
            channels.extend(found.into_iter().map(|(name, signature)| (holder(name), signature)));
        }
        let mut builder =
            GraphBuilder { checker: self, graph: TypeGraph::default(), known: HashMap::new() };
        let channels = channels.into_iter().map(|(holder, s)| (holder, builder.node(s))).collect();
        ChannelTypes { graph: builder.graph, channels }
    }

    /// The channels that are held, by name; `places` is how many more places are looked at.
    fn channels_in(
        &self,
        holds: &Holds,
        name: String,
        places: &mut usize,
        found: &mut Vec<(String, SignatureId)>,
    ) {
        let of = match holds {
            Holds::Cell(cell) => {
                found.extend(cell.signature.map(|signature| (name, signature)));
                return;
            }
            Holds::Structure(of) => of,
        };
        for field in self.typedefs.get(of).into_iter().flatten() {
            let Some(rest) = places.checked_sub(1) else { return };
            *places = rest;
            // A structure in itself is refused elsewhere.
            if name.len() < MAX_NAME {
                let name = with_length(&format!("{name}.{}", field.name), field.length);
                self.channels_in(&field.holds, name, places, found);
            }
        }
    }
}

fn with_length(name: &str, length: Option<i64>) -> String {
    match length {
        None => name.to_owned(),
        Some(0) => format!("{name}[]"),
        Some(length) => format!("{name}[{length}]"),
    }
}

/// Draws the graph of the types that signatures have.
struct GraphBuilder<'c, 'a> {
    checker: &'c mut Checker<'a>,
    graph: TypeGraph,
    known: HashMap<SignatureId, NodeId>,
}

impl GraphBuilder<'_, '_> {
    fn node(&mut self, signature: SignatureId) -> NodeId {
        let mut pending = Vec::new();
        let node = self.known_node(signature, &mut pending);
        while let Some((signature, node)) = pending.pop() {
            self.graph.nodes[node] = self.describe(signature, &mut pending);
        }
        node
    }

    /// The node of a signature; one that is new is still to be described.
    fn known_node(
        &mut self,
        signature: SignatureId,
        pending: &mut Vec<(SignatureId, NodeId)>,
    ) -> NodeId {
        let signature = self.checker.signatures.representative(signature);
        if let Some(&node) = self.known.get(&signature) {
            return node;
        }
        let node = self.add(TypeNode::Unknown);
        self.known.insert(signature, node);
        pending.push((signature, node));
        node
    }

    fn add(&mut self, node: TypeNode) -> NodeId {
        self.graph.nodes.push(node);
        self.graph.nodes.len() - 1
    }

    fn describe(
        &mut self,
        signature: SignatureId,
        pending: &mut Vec<(SignatureId, NodeId)>,
    ) -> TypeNode {
        let known = self.checker.signatures.get(signature);
        if known.unclear {
            return TypeNode::Unknown;
        }
        let Some(fields) = known.fields.clone() else { return TypeNode::Variable };
        let fields = fields.iter().enumerate().map(|(place, field)| match field {
            Field::Channels(channels) => self.known_node(*channels, pending),
            Field::Declared(Cell { signature: Some(channels), .. }) => {
                self.known_node(*channels, pending)
            }
            Field::Declared(cell) => self.add(TypeNode::Plain(cell.to_string())),
            Field::Open => {
                let seen = self.checker.traffic.seen_type((signature, place));
                self.add(seen.map_or(TypeNode::Variable, TypeNode::Plain))
            }
        });
        TypeNode::Channel(fields.collect())
    }
}

impl Traffic {
    /// The type of a field that no declaration describes, if anything goes through it that tells.
    fn seen_type(&self, field: (SignatureId, usize)) -> Option<String> {
        if let Some(sent) = self.guesses.get(&field) {
            let ty = match &sent.kind {
                Kind::Symbol(kind) => Type::Mtype(kind.clone()),
                Kind::Truth => Type::Bool,
                Kind::Number => number_type(sent.range.hull(self.ranges[&field])),
                Kind::Channel(_) | Kind::Unknown => return None,
            };
            return Some(Cell::of(&ty, None, None).to_string());
        }
        if let Some(received) = self.received.get(&field) {
            return Some(received.to_string());
        }
        // Zeros alone may be channels that are none.
        let sent = self.ranges.get(&field)?;
        (sent.high > 0).then(|| Cell::of(&Type::Bit, None, None).to_string())
    }
}

/// The narrowest type of numbers that holds a range.
fn number_type(range: Range) -> Type {
    let types = [(Range::BYTE, Type::Byte), (Range::SHORT, Type::Short)];
    let narrowest = types.into_iter().find(|(held, _)| held.holds(range));
    narrowest.map_or(Type::Int, |(_, ty)| ty)
}
