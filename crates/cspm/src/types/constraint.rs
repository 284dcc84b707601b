//! What a type may be asked to be: comparable, ordered, and so on.

use std::fmt;

use crate::tree::Binding;
use crate::types::store::{Form, Mismatch, Store, TypeId, Unified};

/// A demand on a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Constraint {
    /// Values can be compared.
    Eq,
    /// Values can be ordered.
    Ord,
    /// Values can be put in sets.
    Set,
    /// Values are whole: nothing has to be dotted on.
    Complete,
    /// Values are events or those of a datatype.
    Yieldable,
}

/// All of them, the stronger ones first.
const ALL: [Constraint; 5] =
    [Constraint::Ord, Constraint::Eq, Constraint::Yieldable, Constraint::Set, Constraint::Complete];

impl Constraint {
    /// The constraint of a name; `Complete` had another one once.
    pub fn named(name: &str) -> Option<Constraint> {
        let name = if name == "Inputable" { "Complete" } else { name };
        ALL.into_iter().find(|constraint| constraint.to_string() == name)
    }

    /// It and what follows from it: what is ordered can be compared; what can be compared can be put in sets; events and values
    /// of datatypes are whole and can be put in sets.
    pub fn closure(self) -> Constraints {
        Constraints(match self {
            Constraint::Set => 1,
            Constraint::Eq => 1 | 2,
            Constraint::Ord => 1 | 2 | 4,
            Constraint::Complete => 8,
            Constraint::Yieldable => 1 | 8 | 16,
        })
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

/// A set of constraints with all that follows from them.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Constraints(u8);

impl Constraints {
    /// Whether one of them is, or follows.
    pub fn has(self, constraint: Constraint) -> bool {
        self.union(constraint.closure()) == self
    }

    /// Adds one and what follows from it.
    pub fn add(&mut self, constraint: Constraint) {
        *self = self.union(constraint.closure());
    }

    /// Both.
    pub fn union(self, other: Constraints) -> Constraints {
        Constraints(self.0 | other.0)
    }

    /// Those that follow from no other one.
    pub fn strongest(self) -> Vec<Constraint> {
        let mut known = Constraints::default();
        let mut strongest = Vec::new();
        for constraint in ALL {
            if self.has(constraint) && !known.has(constraint) {
                known = known.union(constraint.closure());
                strongest.push(constraint);
            }
        }
        strongest
    }
}

/// Whether values of a datatype can be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Comparable {
    /// It is not known until the group of declarations that it belongs to is done.
    Later,
    /// They can.
    Yes,
    /// They cannot.
    No,
}

impl Store {
    /// Demands something of a type; variables in it come under the demand.
    pub fn constrain(&mut self, constraint: Constraint, of: TypeId) -> Unified<()> {
        self.nested(|store| store.constrain_form(constraint, of))
    }

    fn constrain_form(&mut self, constraint: Constraint, of: TypeId) -> Unified<()> {
        use Constraint::{Complete, Eq, Ord, Set, Yieldable};
        let of = self.resolve(of);
        let lacks = Err(Mismatch::Lacks { constraint, part: of });
        match (constraint, self.form(of).clone()) {
            (_, Form::Unknown) => Ok(()),
            (_, Form::Variable(variable)) => {
                self.variable_mut(variable).constraints.add(constraint);
                Ok(())
            }
            (_, Form::Rigid(rigid)) => {
                if self.rigid(rigid).constraints.has(constraint) {
                    Ok(())
                } else {
                    lacks
                }
            }
            (Complete | Yieldable, Form::Extendable { complete, fields }) => {
                self.constrain(constraint, complete)?;
                self.set_fields(fields, Store::NOTHING)
            }
            (Eq | Set, Form::Extendable { complete, .. }) => self.constrain(constraint, complete),
            (Yieldable, Form::Datatype(_) | Form::Event) => Ok(()),
            (Complete, Form::Dotable(..)) => lacks,
            (Complete | Yieldable, Form::Dot(..)) => {
                let parts = self.evaluated_list(of)?;
                match parts.as_slice() {
                    [part] => self.constrain(constraint, *part),
                    _ if constraint == Yieldable => lacks,
                    _ => self.constrain_all(Complete, &parts),
                }
            }
            (Yieldable, _) => lacks,
            (Complete, _) | (Set, Form::Proc) => Ok(()),
            (_, Form::Int | Form::Char) => Ok(()),
            (Eq | Set, Form::Bool | Form::Event) | (Set, Form::Datatype(_)) => Ok(()),
            (Eq, Form::Datatype(datatype)) => self.compare(datatype, of),
            // To be ordered means to be a prefix, a subset, or lexicographically less.
            (Ord, Form::Sequence(element) | Form::Set(element)) => self.constrain(Eq, element),
            (Ord, Form::Tuple(parts)) => self.constrain_all(Eq, &parts),
            (Ord, Form::Map(key, value)) => self.constrain_all(Eq, &[key, value]),
            (Eq | Set, Form::Sequence(element) | Form::Set(element)) => {
                self.constrain(constraint, element)
            }
            (Eq | Set, Form::Tuple(parts)) => self.constrain_all(constraint, &parts),
            (Eq | Set, Form::Map(a, b) | Form::Dot(a, b) | Form::Dotable(a, b)) => {
                self.constrain_all(constraint, &[a, b])
            }
            _ => lacks,
        }
    }

    fn constrain_all(&mut self, constraint: Constraint, parts: &[TypeId]) -> Unified<()> {
        parts.iter().try_for_each(|&part| self.constrain(constraint, part))
    }

    fn compare(&mut self, datatype: Binding, of: TypeId) -> Unified<()> {
        match self.comparable.get(&datatype) {
            Some(Comparable::No) => Err(Mismatch::Lacks { constraint: Constraint::Eq, part: of }),
            Some(Comparable::Later) => {
                self.compared_later.push((datatype, self.place));
                Ok(())
            }
            Some(Comparable::Yes) | None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_follows_is_not_repeated() {
        let mut constraints = Constraints::default();
        constraints.add(Constraint::Set);
        constraints.add(Constraint::Eq);
        assert_eq!(constraints.strongest(), [Constraint::Eq]);
        constraints.add(Constraint::Yieldable);
        assert_eq!(constraints.strongest(), [Constraint::Eq, Constraint::Yieldable]);
        assert!(constraints.has(Constraint::Complete) && !constraints.has(Constraint::Ord));
    }

    #[test]
    fn processes_may_be_in_sets_but_not_compared() {
        let mut store = Store::new();
        let processes = store.add(Form::Set(Store::PROC));
        assert_eq!(store.constrain(Constraint::Set, processes), Ok(()));
        let lacks = Mismatch::Lacks { constraint: Constraint::Eq, part: Store::PROC };
        assert_eq!(store.constrain(Constraint::Eq, processes), Err(lacks.clone()));
        assert_eq!(store.constrain(Constraint::Ord, processes), Err(lacks));
    }
}
