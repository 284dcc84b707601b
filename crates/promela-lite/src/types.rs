//! Types as graphs. A recursive type is a graph with a cycle, and stands for the infinite tree that it
//! unfolds to; types are equal if their trees are.

use std::collections::{HashMap, HashSet};

/// A type, by its place in [`Types`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct TypeId(usize);

/// What a type is at its root.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Int,
    Pid,
    /// With the types of the fields of its messages.
    Channel(Vec<TypeId>),
}

/// All types of a specification.
#[derive(Clone, Debug)]
pub(crate) struct Types {
    nodes: Vec<Node>,
}

impl Types {
    pub const INT: TypeId = TypeId(0);
    pub const PID: TypeId = TypeId(1);

    pub fn new() -> Types {
        Types { nodes: vec![Node::Int, Node::Pid] }
    }

    pub fn node(&self, id: TypeId) -> &Node {
        &self.nodes[id.0]
    }

    /// A channel type whose fields are not known yet.
    pub fn channel(&mut self) -> TypeId {
        self.nodes.push(Node::Channel(Vec::new()));
        TypeId(self.nodes.len() - 1)
    }

    pub fn set_fields(&mut self, id: TypeId, fields: Vec<TypeId>) {
        self.nodes[id.0] = Node::Channel(fields);
    }

    /// The types of the fields, if it is a channel type.
    pub fn fields(&self, id: TypeId) -> Option<&[TypeId]> {
        match self.node(id) {
            Node::Channel(fields) => Some(fields),
            Node::Int | Node::Pid => None,
        }
    }

    /// Whether two types unfold to the same tree: they do if nothing that is reached from both along
    /// the same fields tells them apart. What is to be shown is assumed meanwhile (Amadio and
    /// Cardelli, *Subtyping Recursive Types*, 1993); assumptions are merged into classes, so that
    /// there are few (Hopcroft and Karp 1971).
    pub fn equal(&self, a: TypeId, b: TypeId) -> bool {
        let mut classes = Classes::default();
        let mut todo = vec![(a, b)];
        while let Some((a, b)) = todo.pop() {
            if !classes.merge(a, b) {
                continue;
            }
            match (self.node(a), self.node(b)) {
                (Node::Int, Node::Int) | (Node::Pid, Node::Pid) => {}
                (Node::Channel(left), Node::Channel(right)) if left.len() == right.len() => {
                    todo.extend(left.iter().copied().zip(right.iter().copied()));
                }
                _ => return false,
            }
        }
        true
    }

    /// The type as it could be written.
    pub fn text(&self, id: TypeId) -> String {
        let mut writer =
            Writer { types: self, open: Vec::new(), recursive: HashSet::new(), left: 40 };
        writer.find_recursive(id, &mut Vec::new(), &mut HashSet::new());
        writer.write(id)
    }

    /// The fields of the messages of a channel type, as a declaration could list them: `{pid, chan{int}}`.
    pub fn fields_text(&self, id: TypeId) -> String {
        let fields: Vec<String> =
            self.fields(id).unwrap_or_default().iter().map(|&field| self.text(field)).collect();
        format!("{{{}}}", fields.join(", "))
    }
}

/// Types that are assumed to be equal.
#[derive(Default)]
struct Classes {
    /// Towards the root of each class; roots are not listed.
    parents: HashMap<TypeId, TypeId>,
}

impl Classes {
    fn root(&mut self, id: TypeId) -> TypeId {
        let mut root = id;
        while let Some(&parent) = self.parents.get(&root) {
            root = parent;
        }
        if root != id {
            self.parents.insert(id, root);
        }
        root
    }

    /// Assumes that two types are equal; whether that is new.
    fn merge(&mut self, a: TypeId, b: TypeId) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return false;
        }
        self.parents.insert(a, b);
        true
    }
}

/// Writes types, shortened if they are long.
struct Writer<'a> {
    types: &'a Types,
    /// The recursive types that what is written stands in, outermost first.
    open: Vec<TypeId>,
    recursive: HashSet<TypeId>,
    /// How many more types are written out.
    left: usize,
}

impl Writer<'_> {
    /// Finds the types that occur within themselves.
    fn find_recursive(&mut self, id: TypeId, path: &mut Vec<TypeId>, done: &mut HashSet<TypeId>) {
        if path.contains(&id) {
            self.recursive.insert(id);
            return;
        }
        if !done.insert(id) {
            return;
        }
        path.push(id);
        for &field in self.types.fields(id).unwrap_or_default() {
            self.find_recursive(field, path, done);
        }
        path.pop();
    }

    fn write(&mut self, id: TypeId) -> String {
        if let Some(place) = self.open.iter().position(|&open| open == id) {
            return name(place);
        }
        let Node::Channel(fields) = self.types.node(id) else {
            return if id == Types::INT { "int" } else { "pid" }.to_owned();
        };
        if self.left == 0 {
            return "chan{…}".to_owned();
        }
        self.left -= 1;
        let recursive = self.recursive.contains(&id);
        let prefix =
            if recursive { format!("rec {} . ", name(self.open.len())) } else { String::new() };
        if recursive {
            self.open.push(id);
        }
        let fields: Vec<String> = fields.iter().map(|&field| self.write(field)).collect();
        if recursive {
            self.open.pop();
        }
        format!("{prefix}chan{{{}}}", fields.join(", "))
    }
}

/// X, Y, Z, X3, X4, …
fn name(place: usize) -> String {
    match place {
        0..=2 => ["X", "Y", "Z"][place].to_owned(),
        _ => format!("X{place}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `chan{next, int}` after `length` channels, and round to the one at `back`.
    fn lasso(types: &mut Types, length: usize, back: usize) -> TypeId {
        let ids: Vec<TypeId> = (0..length).map(|_| types.channel()).collect();
        for (place, &id) in ids.iter().enumerate() {
            let next = ids.get(place + 1).copied().unwrap_or(ids[back]);
            types.set_fields(id, vec![next, Types::INT]);
        }
        ids[0]
    }

    #[test]
    fn unfoldings_of_different_lengths_are_equal() {
        let mut types = Types::new();
        let one = lasso(&mut types, 1, 0);
        for (length, back) in [(1, 0), (2, 0), (3, 1), (7, 6)] {
            let other = lasso(&mut types, length, back);
            assert!(types.equal(one, other) && types.equal(other, one), "{length} {back}");
        }
    }

    #[test]
    fn what_differs_only_deep_inside_is_not_equal() {
        let mut types = Types::new();
        let (a, b) = (lasso(&mut types, 3, 0), lasso(&mut types, 3, 0));
        assert!(types.equal(a, b));
        let last = TypeId(b.0 + 2);
        types.set_fields(last, vec![b, Types::PID]);
        assert!(!types.equal(a, b) && !types.equal(b, a));
        types.set_fields(last, vec![b]);
        assert!(!types.equal(a, b));
    }

    #[test]
    fn types_are_written_as_they_are_read() {
        let mut types = Types::new();
        let x = lasso(&mut types, 1, 0);
        assert_eq!(types.text(x), "rec X . chan{X, int}");
        let outer = types.channel();
        types.set_fields(outer, vec![Types::PID, x]);
        assert_eq!(types.text(outer), "chan{pid, rec X . chan{X, int}}");
        let two = lasso(&mut types, 2, 0);
        assert_eq!(types.text(two), "rec X . chan{chan{X, int}, int}");
    }
}
