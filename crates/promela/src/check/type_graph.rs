//! Types of channels as a graph, its smallest equivalent, and its text.
//!
//! A channel type may contain itself: `chan c = [1] of { chan, int }` that sends itself has the
//! infinite type `chan{chan{..., int}, int}`. Types are nodes, and the types of the fields of a
//! channel's messages are its successors, in order: a deterministic tree automaton. Two nodes are
//! the same type if their unfoldings are the same tree. The coarsest partition with that property is
//! found as the smallest deterministic automaton is (Hopcroft, *An n log n algorithm for minimizing
//! states in a finite automaton*, 1971), with a letter for each field. Guarantee: exact. Cost:
//! O(n log n) for n fields in all. After that, Donaldson and Gay, *ETCH: an enhanced type checking
//! tool for Promela* (SPIN 2005): recursive types are written with binders, `rec X . chan{X, int}`.

use std::collections::HashMap;

/// A number of a node.
pub type NodeId = usize;

/// How many nodes the text of a type may have: without a bound, a type in which each channel occurs
/// twice in the next one would be exponentially long.
const MAX_NODES: usize = 500;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeNode {
    /// One that carries no channels, by its name.
    Plain(String),
    /// Nothing is known of it: it is like no other.
    Variable,
    /// Something about it is not understood.
    Unknown,
    /// A channel, with the types of the fields of its messages.
    Channel(Vec<NodeId>),
}

/// Types that refer to one another.
#[derive(Clone, Debug, Default)]
pub struct TypeGraph {
    pub nodes: Vec<TypeNode>,
}

impl TypeGraph {
    /// The class of each node: those whose unfoldings are equal are in one.
    pub fn classes(&self) -> Vec<usize> {
        let mut partition = Partition::new(self.initial_classes());
        let parents = self.parents();
        while let Some(splitter) = partition.pending.pop() {
            let mut arrows: Vec<(usize, NodeId)> = Vec::new();
            for &node in partition.members(splitter) {
                arrows.extend(&parents[node]);
            }
            arrows.sort_unstable();
            for same_field in arrows.chunk_by(|a, b| a.0 == b.0) {
                partition.split(same_field.iter().map(|arrow| arrow.1));
            }
        }
        partition.class_of
    }

    /// What can be told apart without looking into fields.
    fn initial_classes(&self) -> Vec<usize> {
        let mut known: HashMap<(&TypeNode, usize), usize> = HashMap::new();
        let mut classes = Vec::new();
        let channel = TypeNode::Channel(Vec::new());
        for (node, ty) in self.nodes.iter().enumerate() {
            let key = match ty {
                TypeNode::Channel(fields) => (&channel, fields.len()),
                TypeNode::Variable => (ty, node),
                TypeNode::Plain(_) | TypeNode::Unknown => (ty, 0),
            };
            let next = known.len();
            classes.push(*known.entry(key).or_insert(next));
        }
        classes
    }

    /// For each node, in which field of which channel it stands.
    fn parents(&self) -> Vec<Vec<(usize, NodeId)>> {
        let mut parents = vec![Vec::new(); self.nodes.len()];
        for (node, ty) in self.nodes.iter().enumerate() {
            let TypeNode::Channel(fields) = ty else { continue };
            for (place, &field) in fields.iter().enumerate() {
                parents[field].push((place, node));
            }
        }
        parents
    }
}

/// A partition of the nodes that is refined.
struct Partition {
    /// The nodes, those of a class together.
    nodes: Vec<NodeId>,
    /// The place of each node in `nodes`.
    places: Vec<usize>,
    /// Where the nodes of each class start and end.
    bounds: Vec<(usize, usize)>,
    class_of: Vec<usize>,
    /// The classes by which others are still to be split.
    pending: Vec<usize>,
}

impl Partition {
    fn new(class_of: Vec<usize>) -> Partition {
        let mut nodes: Vec<NodeId> = (0..class_of.len()).collect();
        nodes.sort_by_key(|&node| class_of[node]);
        let mut places = vec![0; nodes.len()];
        let mut bounds: Vec<(usize, usize)> = Vec::new();
        for (place, &node) in nodes.iter().enumerate() {
            places[node] = place;
            if class_of[node] == bounds.len() {
                bounds.push((place, place));
            }
            bounds[class_of[node]].1 = place + 1;
        }
        let pending = (0..bounds.len()).collect();
        Partition { nodes, places, bounds, class_of, pending }
    }

    fn members(&self, class: usize) -> &[NodeId] {
        let (start, end) = self.bounds[class];
        &self.nodes[start..end]
    }

    /// Splits each class into the members that are among `chosen`, each given once, and the others.
    fn split(&mut self, chosen: impl Iterator<Item = NodeId>) {
        // How many members of each class were moved to its front.
        let mut moved: HashMap<usize, usize> = HashMap::new();
        for node in chosen {
            let class = self.class_of[node];
            let count = moved.entry(class).or_default();
            let (from, to) = (self.places[node], self.bounds[class].0 + *count);
            let other = self.nodes[to];
            self.nodes.swap(from, to);
            (self.places[node], self.places[other]) = (to, from);
            *count += 1;
        }
        for (class, count) in moved {
            let (start, end) = self.bounds[class];
            if count < end - start {
                self.cut(class, start + count);
            }
        }
    }

    /// Makes the smaller part of a class, cut at a place, a new one.
    fn cut(&mut self, class: usize, at: usize) {
        let (start, end) = self.bounds[class];
        let new = self.bounds.len();
        let (kept, cut) = ((at, end), (start, at));
        let (kept, cut) = if at - start <= end - at { (kept, cut) } else { (cut, kept) };
        self.bounds[class] = kept;
        self.bounds.push(cut);
        for &node in &self.nodes[cut.0..cut.1] {
            self.class_of[node] = new;
        }
        // If the class is pending, both parts are now; if not, the smaller one is enough.
        self.pending.push(new);
    }
}

/// Writes types; a type variable has one name in all of them.
pub struct TypeWriter<'a> {
    graph: &'a TypeGraph,
    classes: Vec<usize>,
    /// The names of type variables, by their nodes.
    variables: HashMap<NodeId, String>,
}

/// A type that is being written.
enum Tree {
    Word(String),
    /// The channel type with this number, which is being written.
    Again(usize),
    /// A channel type with its number, and whether it occurs in itself.
    Channel(usize, bool, Vec<Tree>),
}

/// What was written of a type so far.
#[derive(Default)]
struct Progress {
    /// The channel types that are being written: their numbers, by their classes.
    open: HashMap<usize, usize>,
    /// For each number, whether that channel type occurs in itself.
    recurs: Vec<bool>,
    nodes: usize,
}

impl<'a> TypeWriter<'a> {
    pub fn new(graph: &'a TypeGraph) -> TypeWriter<'a> {
        TypeWriter { graph, classes: graph.classes(), variables: HashMap::new() }
    }

    /// The type in words. Nodes with the same unfolding have the same text, and others have not,
    /// unless they are cut short with `...`.
    pub fn text(&mut self, node: NodeId) -> String {
        let tree = self.tree(node, &mut Progress::default());
        let mut text = String::new();
        write(&tree, &mut Vec::new(), &mut text);
        text
    }

    fn tree(&mut self, node: NodeId, progress: &mut Progress) -> Tree {
        progress.nodes += 1;
        if progress.nodes > MAX_NODES {
            return Tree::Word("...".to_owned());
        }
        let fields = match &self.graph.nodes[node] {
            TypeNode::Plain(name) => return Tree::Word(name.clone()),
            TypeNode::Unknown => return Tree::Word("unknown".to_owned()),
            TypeNode::Variable => {
                let name = format!("'{}", letter(self.variables.len(), 'a', 26));
                return Tree::Word(self.variables.entry(node).or_insert(name).clone());
            }
            TypeNode::Channel(fields) => fields,
        };
        let class = self.classes[node];
        if let Some(&number) = progress.open.get(&class) {
            progress.recurs[number] = true;
            return Tree::Again(number);
        }
        let number = progress.recurs.len();
        progress.recurs.push(false);
        progress.open.insert(class, number);
        let fields = fields.iter().map(|&field| self.tree(field, progress)).collect();
        progress.open.remove(&class);
        Tree::Channel(number, progress.recurs[number], fields)
    }
}

/// Writes a type; a binder is named by how many it stands in, so that equal parts look alike.
fn write(tree: &Tree, binders: &mut Vec<usize>, text: &mut String) {
    let name = |place: usize| letter(place, 'X', 3);
    match tree {
        Tree::Word(word) => text.push_str(word),
        Tree::Again(number) => {
            let place = binders.iter().position(|bound| bound == number);
            text.push_str(&place.map_or_else(|| "...".to_owned(), name));
        }
        Tree::Channel(number, recurs, fields) => {
            if *recurs {
                text.push_str(&format!("rec {} . ", name(binders.len())));
                binders.push(*number);
            }
            text.push_str("chan{");
            for (place, field) in fields.iter().enumerate() {
                text.push_str(if place == 0 { "" } else { ", " });
                write(field, binders, text);
            }
            text.push('}');
            if *recurs {
                binders.pop();
            }
        }
    }
}

/// The name with a number: letters from `first`, then the same with numbers.
fn letter(number: usize, first: char, count: usize) -> String {
    let letter = char::from(first as u8 + (number % count) as u8);
    match number / count {
        0 => letter.to_string(),
        round => format!("{letter}{round}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{NodeId, TypeGraph, TypeNode, TypeWriter};

    /// A small generator of random numbers (xorshift).
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: usize) -> usize {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            ((self.0 >> 11) % bound as u64) as usize
        }
    }

    fn random_graph(random: &mut Random) -> TypeGraph {
        let count = 1 + random.below(8);
        let node = |random: &mut Random| match random.below(9) {
            0 => TypeNode::Plain("int".to_owned()),
            1 => TypeNode::Plain("byte".to_owned()),
            2 if random.below(3) == 0 => TypeNode::Variable,
            2 => TypeNode::Unknown,
            kind => {
                let fields = if kind < 7 { 2 } else { random.below(3) };
                TypeNode::Channel((0..fields).map(|_| random.below(count)).collect())
            }
        };
        TypeGraph { nodes: (0..count).map(|_| node(random)).collect() }
    }

    /// Whether two types are equal down to a depth.
    fn agree(graph: &TypeGraph, a: NodeId, b: NodeId, depth: usize) -> bool {
        match (&graph.nodes[a], &graph.nodes[b]) {
            (TypeNode::Variable, TypeNode::Variable) => a == b,
            (TypeNode::Channel(x), TypeNode::Channel(y)) => {
                x.len() == y.len()
                    && (depth == 0 || x.iter().zip(y).all(|(&x, &y)| agree(graph, x, y, depth - 1)))
            }
            (x, y) => x == y,
        }
    }

    #[test]
    fn types_are_written_alike_if_their_unfoldings_are_equal() {
        let mut random = Random(2005);
        let (mut equal, mut different, mut recursive) = (0, 0, 0);
        for _ in 0..4_000 {
            let graph = random_graph(&mut random);
            let classes = graph.classes();
            let mut writer = TypeWriter::new(&graph);
            let texts: Vec<String> = (0..graph.nodes.len()).map(|node| writer.text(node)).collect();
            recursive += texts.iter().filter(|text| text.starts_with("rec ")).count();
            for a in 0..graph.nodes.len() {
                for b in 0..a {
                    // Nodes that can be told apart at all can be at a depth below their number.
                    let expected = agree(&graph, a, b, graph.nodes.len());
                    assert_eq!(classes[a] == classes[b], expected, "{a} {b} {graph:?}");
                    assert_eq!(texts[a] == texts[b], expected, "{a} {b} {graph:?}");
                    *(if expected { &mut equal } else { &mut different }) += 1;
                }
            }
        }
        assert!(equal > 1_000 && different > 1_000 && recursive > 1_000);
    }

    /// Reads a type back as a tree of nodes in which binders are arrows.
    fn read(text: &mut &str, graph: &mut TypeGraph, binders: &mut Vec<(String, NodeId)>) -> NodeId {
        let node = graph.nodes.len();
        let depth = binders.len();
        if let Some((name, rest)) = text.strip_prefix("rec ").and_then(|t| t.split_once(" . ")) {
            assert!(rest.starts_with("chan{"), "only channels contain themselves: {rest}");
            binders.push((name.to_owned(), node));
            *text = rest;
        }
        if !text.starts_with("chan{") {
            let word: String = text.chars().take_while(|c| !",}".contains(*c)).collect();
            *text = &text[word.len()..];
            if let Some((_, bound)) = binders.iter().rev().find(|(name, _)| *name == word) {
                return *bound;
            }
            graph.nodes.push(TypeNode::Plain(word));
            return node;
        }
        *text = &text["chan{".len()..];
        graph.nodes.push(TypeNode::Channel(Vec::new()));
        let mut fields = Vec::new();
        while !text.starts_with('}') {
            *text = text.strip_prefix(", ").unwrap_or(text);
            fields.push(read(text, graph, binders));
        }
        *text = &text[1..];
        binders.truncate(depth);
        graph.nodes[node] = TypeNode::Channel(fields);
        node
    }

    #[test]
    fn what_is_written_is_the_type() {
        let mut random = Random(2010);
        for _ in 0..2_000 {
            let mut graph = random_graph(&mut random);
            // Variables and what is unknown are words when they are read back.
            for node in &mut graph.nodes {
                if matches!(node, TypeNode::Variable | TypeNode::Unknown) {
                    *node = TypeNode::Plain("bit".to_owned());
                }
            }
            let text = TypeWriter::new(&graph).text(0);
            let read_back = read(&mut &text[..], &mut graph, &mut Vec::new());
            assert!(agree(&graph, 0, read_back, 12), "{text} {graph:?}");
        }
    }

    #[test]
    fn mutual_recursion_has_one_binder() {
        // 0 = chan{1}, 1 = chan{2}, 2 = chan{0}; 3 = chan{3}.
        let fields = [vec![1], vec![2], vec![0], vec![3]];
        let graph = TypeGraph { nodes: fields.map(TypeNode::Channel).to_vec() };
        let mut writer = TypeWriter::new(&graph);
        for node in 0..4 {
            assert_eq!(writer.text(node), "rec X . chan{X}");
        }
    }

    #[test]
    fn binders_and_variables_are_named_in_order() {
        let nodes = vec![
            TypeNode::Channel(vec![1, 4]),
            TypeNode::Channel(vec![0, 1, 2]),
            TypeNode::Plain("int".to_owned()),
            TypeNode::Variable,
            TypeNode::Variable,
        ];
        let graph = TypeGraph { nodes };
        let mut writer = TypeWriter::new(&graph);
        assert_eq!(writer.text(0), "rec X . chan{rec Y . chan{X, Y, int}, 'a}");
        assert_eq!(writer.text(1), "rec X . chan{chan{X, 'a}, X, int}");
        assert_eq!((writer.text(3), writer.text(4)), ("'b".to_owned(), "'a".to_owned()));
    }

    #[test]
    fn long_types_are_cut() {
        // Each channel carries the next one twice.
        let mut nodes: Vec<TypeNode> =
            (0..10_000).map(|node| TypeNode::Channel(vec![node + 1, node + 1])).collect();
        nodes.push(TypeNode::Plain("bit".to_owned()));
        let graph = TypeGraph { nodes };
        let mut writer = TypeWriter::new(&graph);
        assert!(writer.text(0).contains("..."));
        assert!(writer.text(0).len() < 10_000);
        assert_eq!(writer.text(9_999), "chan{bit, bit}");
        assert_eq!(writer.classes.iter().collect::<std::collections::HashSet<_>>().len(), 10_001);
    }
}
