//! The order, equality and hashing of normal values.
//!
//! The order is total and of no meaning to users, but for integers and characters, which ascend, and constructors, which are in
//! the order of their declarations. It tells in which order sets become sequences.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};
use std::mem::discriminant;

use super::{Callee, Closure, Constructed, Lazy, Set, Value};

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Value::Integer(a), Value::Integer(b)) => a.cmp(b),
            (Value::Boolean(a), Value::Boolean(b)) => a.cmp(b),
            (Value::Character(a), Value::Character(b)) => a.cmp(b),
            (Value::Tuple(a), Value::Tuple(b)) => a.0.iter().cmp(b.0.iter()),
            (Value::Sequence(a), Value::Sequence(b)) => a.values().cmp(b.values()),
            (Value::Dots(a), Value::Dots(b)) => a.cmp(b),
            (Value::Constructed(a), Value::Constructed(b)) => a.cmp(b),
            (Value::Set(a), Value::Set(b)) => a.cmp(b),
            (Value::Map(a), Value::Map(b)) => a.0.iter().cmp(b.0.iter()),
            (Value::Function(a), Value::Function(b)) => a.cmp(b),
            (Value::Process(a), Value::Process(b)) => a.cmp(b),
            _ => rank(self).cmp(&rank(other)),
        }
    }
}

fn rank(value: &Value) -> u8 {
    match value {
        Value::Integer(_) => 0,
        Value::Boolean(_) => 1,
        Value::Character(_) => 2,
        Value::Tuple(_) => 3,
        Value::Sequence(_) => 4,
        Value::Dots(_) => 5,
        Value::Constructed(_) => 6,
        Value::Set(_) => 7,
        Value::Map(_) => 8,
        Value::Function(_) => 9,
        Value::Process(_) => 10,
        Value::Unused => 11,
    }
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        rank(self).hash(state);
        match self {
            Value::Integer(value) => value.hash(state),
            Value::Boolean(value) => value.hash(state),
            Value::Character(value) => value.hash(state),
            Value::Tuple(components) => components.0.hash(state),
            Value::Sequence(elements) => {
                elements.values().for_each(|element| element.hash(state));
                state.write_usize(elements.first().len());
            }
            Value::Dots(fields) => fields.hash(state),
            Value::Constructed(constructed) => {
                constructed.constructor.hash(state);
                constructed.fields.hash(state);
            }
            Value::Set(set) => set.hash(state),
            Value::Map(map) => map.0.hash(state),
            Value::Function(closure) => closure.hash(state),
            Value::Process(term) => term.hash(state),
            Value::Unused => {}
        }
    }
}

impl Ord for Lazy {
    fn cmp(&self, other: &Self) -> Ordering {
        normal(self).cmp(normal(other))
    }
}

impl Hash for Lazy {
    fn hash<H: Hasher>(&self, state: &mut H) {
        normal(self).hash(state);
    }
}

fn normal(part: &Lazy) -> &Value {
    match part {
        Lazy::Value(value) => value,
        Lazy::Thunk(_) => unreachable!("a normal value"),
    }
}

impl Ord for Constructed {
    fn cmp(&self, other: &Self) -> Ordering {
        self.constructor.cmp(&other.constructor).then_with(|| self.fields.cmp(&other.fields))
    }
}

/// Sets of finitely many elements are compared element by element: normal ones are listed or ranges.
impl Ord for Set {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Set::Listed(a), Set::Listed(b)) => a.cmp(b),
            (Set::Listed(a), &Set::Range(from, to)) => {
                a.iter().cloned().cmp((from..=to).map(Value::Integer))
            }
            (Set::Range(..), Set::Listed(_)) => other.cmp(self).reverse(),
            (Set::Range(from, to), Set::Range(other_from, other_to)) => {
                from.cmp(other_from).then(to.cmp(other_to))
            }
            (Set::From(a), Set::From(b)) => a.cmp(b),
            (Set::Tuples(a), Set::Tuples(b))
            | (Set::Dots(a), Set::Dots(b))
            | (Set::Union(a), Set::Union(b)) => a.cmp(b),
            (Set::Sequences(a), Set::Sequences(b)) | (Set::Subsets(a), Set::Subsets(b)) => a.cmp(b),
            (Set::Maps(a, b), Set::Maps(c, d)) | (Set::Difference(a, b), Set::Difference(c, d)) => {
                a.cmp(c).then_with(|| b.cmp(d))
            }
            (Set::Datatype(a), Set::Datatype(b)) => a.cmp(b),
            (Set::Constructed(a, fields), Set::Constructed(b, other_fields)) => {
                a.cmp(b).then_with(|| fields.cmp(other_fields))
            }
            (Set::Events(a), Set::Events(b)) => a.cmp(b),
            _ => kind(self).cmp(&kind(other)),
        }
    }
}

fn kind(set: &Set) -> u8 {
    match set {
        Set::Listed(_) | Set::Range(..) => 0,
        Set::From(_) => 1,
        Set::Integers => 2,
        Set::Characters => 3,
        Set::Processes => 4,
        Set::Tuples(_) => 5,
        Set::Dots(_) => 6,
        Set::Sequences(_) => 7,
        Set::Subsets(_) => 8,
        Set::Maps(..) => 9,
        Set::Datatype(_) => 10,
        Set::Constructed(..) => 11,
        Set::Events(_) => 12,
        Set::Union(_) => 13,
        Set::Difference(..) => 14,
    }
}

impl Hash for Set {
    fn hash<H: Hasher>(&self, state: &mut H) {
        discriminant(self).hash(state);
        match self {
            Set::Listed(elements) | Set::Events(elements) => elements.hash(state),
            Set::Range(from, to) => (from, to).hash(state),
            Set::From(from) => from.hash(state),
            Set::Integers | Set::Characters | Set::Processes => {}
            Set::Tuples(parts) | Set::Dots(parts) | Set::Union(parts) => parts.hash(state),
            Set::Sequences(of) | Set::Subsets(of) => of.hash(state),
            Set::Maps(a, b) | Set::Difference(a, b) => (a, b).hash(state),
            Set::Datatype(datatype) => datatype.hash(state),
            Set::Constructed(constructor, fields) => (constructor, fields).hash(state),
        }
    }
}

impl Ord for Closure {
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |closure: &Closure| match closure.callee {
            Callee::Builtin(builtin) => (0, builtin as u32),
            Callee::Definition(definition, _) => (1, definition.0),
        };
        place(self).cmp(&place(other)).then_with(|| self.identity.get().cmp(&other.identity.get()))
    }
}

impl Hash for Closure {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.callee {
            Callee::Builtin(builtin) => builtin.hash(state),
            Callee::Definition(definition, _) => definition.hash(state),
        }
        self.identity.get().hash(state);
    }
}

macro_rules! equal_as_ordered {
    ($($name:ty),*) => {
        $(
            impl PartialOrd for $name {
                fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                    Some(self.cmp(other))
                }
            }

            impl PartialEq for $name {
                fn eq(&self, other: &Self) -> bool {
                    self.cmp(other) == Ordering::Equal
                }
            }

            impl Eq for $name {}
        )*
    };
}

equal_as_ordered!(Value, Lazy, Constructed, Set, Closure);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_the_same_elements_are_equal_however_they_were_made() {
        let listed = Value::set(vec![Value::Integer(2), Value::Integer(1), Value::Integer(2)]);
        let range = Value::Set(std::rc::Rc::new(Set::range(1, 2)));
        assert!(listed == range);
        let gap = Value::set(vec![Value::Integer(3), Value::Integer(1)]);
        assert!(gap != range && gap > range);
        assert_eq!(gap.cmp(&range), range.cmp(&gap).reverse());
        assert!(Value::Set(std::rc::Rc::new(Set::range(2, 1))) == Value::set(Vec::new()));
    }
}
