//! Why expressions are not symmetric in a datatype: what breaks the symmetry, and how expressions come by it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use diagnostics::Span;

use super::definitions::{Datatype, Definitions, Target};
use super::{Constant, Symmetry, TypeSymmetry};
use crate::builtin::Builtin;
use crate::script::Script;
use crate::tree::Binding;
use crate::types::{Reached, Shown};

/// What breaks a symmetry.
#[derive(Clone, PartialEq, Debug)]
pub enum Cause {
    /// A constructor is named.
    Constant {
        /// The constructor.
        constructor: Binding,
        /// Its name.
        name: Arc<str>,
        /// Whether that is in a pattern.
        in_pattern: bool,
        /// Where.
        span: Span,
    },
    /// An order of values is seen.
    Order {
        /// By which means.
        shown: Shown,
        /// The function that is used, if it is one: it may be one that passes the values on.
        by: Option<Arc<str>>,
        /// The datatypes that the order is of.
        reached: Reached,
        /// Where.
        span: Span,
    },
    /// A compression chooses among transitions.
    Chooses {
        /// The compression.
        builtin: Builtin,
        /// Where.
        span: Span,
    },
}

impl Cause {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Cause::Constant { span, .. }
            | Cause::Order { span, .. }
            | Cause::Chooses { span, .. } => *span,
        }
    }
}

/// How one definition depends on another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkKind {
    /// It refers to it.
    RefersTo,
    /// It stands in it: in a timed section, for how long events take.
    StandsIn,
    /// It belongs to an instance, of whose parameters this is one.
    BelongsTo,
}

/// A step from what is looked at to what breaks a symmetry.
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    /// How it depends on the next definition.
    pub kind: LinkKind,
    /// The name of the next definition, if it has one; of several, the one that is referred to.
    pub to: Option<Arc<str>>,
    /// Where it is referred to.
    pub span: Span,
}

/// Why expressions are not symmetric.
#[derive(Clone, Debug)]
pub struct Reason {
    /// What breaks the symmetry.
    pub cause: Cause,
    trails: Arc<Trails>,
    /// The place of the definition in which that stands.
    place: usize,
}

impl Reason {
    /// The way from the expressions to the definition that breaks the symmetry, which is as short as it can be.
    #[must_use]
    pub fn links(&self) -> Vec<&Link> {
        let (mut links, mut place) = (Vec::new(), self.place);
        while let Some((before, link)) = self.trails.get(&place) {
            links.push(link);
            place = *before;
        }
        links.reverse();
        links
    }
}

/// By the place of a definition, from which one it was reached first, and how. Reasons share it: ways can be long, and many.
type Trails = HashMap<usize, (usize, Link)>;

impl Definitions {
    /// The symmetry of what refers to nothing but a definition and what that refers to.
    pub fn symmetry_from(&self, script: &Script, root: usize) -> Vec<TypeSymmetry> {
        let (order, trails) = self.reachable(script, root);
        let trails = Arc::new(trails);
        let symmetry = |datatype: &Datatype| TypeSymmetry {
            datatype: datatype.binding,
            name: datatype.name.to_string().into(),
            span: datatype.name.span,
            constructors: datatype.constructors.clone(),
            verdict: self.verdict(datatype, &order, &trails),
        };
        self.datatypes.iter().map(symmetry).collect()
    }

    /// All that a definition depends on, itself first, the nearest before those further off.
    fn reachable(&self, script: &Script, root: usize) -> (Vec<usize>, Trails) {
        let (mut order, mut trails) = (Vec::new(), HashMap::new());
        let mut left = VecDeque::from([root]);
        while let Some(place) = left.pop_front() {
            order.push(place);
            for used in &self.all[place].uses {
                for &target in self.targets(used) {
                    if target != root && !trails.contains_key(&target) {
                        let to = match used.target {
                            Target::Name(name) => Some(Arc::clone(&script.bindings.get(name).name)),
                            _ => self.all[target].name.clone(),
                        };
                        let link = Link { kind: used.kind, to, span: used.span };
                        trails.insert(target, (place, link));
                        left.push_back(target);
                    }
                }
            }
        }
        (order, trails)
    }

    fn verdict(&self, datatype: &Datatype, order: &[usize], trails: &Arc<Trails>) -> Symmetry {
        let mut named: HashMap<Binding, Option<Constant>> =
            datatype.constructors.iter().map(|one| (one.binding, None)).collect();
        let mut others = Vec::new();
        for &place in order {
            for cause in &self.all[place].causes {
                let reason = || Reason { cause: cause.clone(), trails: Arc::clone(trails), place };
                match cause {
                    Cause::Constant { constructor, name, .. } => {
                        if let Some(first @ None) = named.get_mut(constructor) {
                            let (constructor, name) = (*constructor, Arc::clone(name));
                            *first = Some(Constant { constructor, name, reason: reason() });
                        }
                    }
                    Cause::Order { reached, .. } if !reached.has(datatype.binding) => (),
                    Cause::Order { .. } | Cause::Chooses { .. } => others.push(reason()),
                }
            }
        }
        let declared = datatype.constructors.iter();
        let without: Vec<Constant> =
            declared.filter_map(|one| named.remove(&one.binding).flatten()).collect();
        if others.is_empty() && without.is_empty() {
            Symmetry::Full
        } else if others.is_empty() && without.len() < datatype.constructors.len() {
            Symmetry::Subtype { without }
        } else {
            others.extend(without.into_iter().map(|constant| constant.reason));
            Symmetry::None { reasons: others }
        }
    }
}
