//! Where scripts see an order of values that they did not give them.
//!
//! Values of datatypes, events and what is made of them have an order, so that a set can be listed: that of their declarations, say.
//! `seq`, `mapToList`, `mtransclose` and `show` let a script see it, and so do comparisons of tuples, which are lexicographic; sets,
//! sequences and maps are compared as parts of one another, whatever that order is. Which values it is of is told by types: by those
//! that are chosen where such a function is used, or one that passes them on to it, however indirectly.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt;

use diagnostics::Span;

use crate::builtin::Builtin;
use crate::names::BoundKind;
use crate::tree::Binding;
use crate::types::scheme::Scheme;
use crate::types::store::{Form, RigidId, Store, TypeId, VariableId};
use crate::types::{Comparison, Instance, Typing};

/// The functions that list sets and maps, or print. It is the values of the first variable of their types that they put in order.
const LISTING: [Builtin; 4] =
    [Builtin::SequenceOf, Builtin::MapToList, Builtin::TransitiveClosure, Builtin::Show];

/// By which means an order is seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// By a built-in function.
    Listed(Builtin),
    /// By a comparison of tuples.
    Compared,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Listed(builtin) => write!(f, "`{}`", builtin.text()),
            Shown::Compared => f.write_str("a comparison of tuples"),
        }
    }
}

/// The datatypes on which an order depends.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Reached {
    /// These.
    pub datatypes: BTreeSet<Binding>,
    /// Whether there may be others: values of processes and functions can hold anything.
    pub any: bool,
}

impl Reached {
    /// Whether a datatype is among them.
    #[must_use]
    pub fn has(&self, datatype: Binding) -> bool {
        self.any || self.datatypes.contains(&datatype)
    }

    fn is_empty(&self) -> bool {
        !self.any && self.datatypes.is_empty()
    }
}

/// A place in a declaration. A module shares its places with its instances, whose types may differ.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Occurrence {
    /// What the innermost declaration around defines: the first name, if it has any.
    pub owner: Option<Binding>,
    /// Where it is in the text.
    pub span: Span,
}

/// Where orders are seen.
#[derive(Clone, Default, Debug)]
pub struct Orders {
    /// By the use of a name.
    names: HashMap<(Binding, Occurrence), Vec<(Shown, Reached)>>,
    /// By an operator.
    comparisons: HashMap<Occurrence, Vec<(Shown, Reached)>>,
}

impl Orders {
    /// The orders that are seen by the use of a name.
    #[must_use]
    pub fn by_name(&self, binding: Binding, place: Occurrence) -> &[(Shown, Reached)] {
        self.names.get(&(binding, place)).map_or(&[], Vec::as_slice)
    }

    /// The orders that are seen by a comparison, by the place of both of its sides together.
    #[must_use]
    pub fn by_comparison(&self, place: Occurrence) -> &[(Shown, Reached)] {
        self.comparisons.get(&place).map_or(&[], Vec::as_slice)
    }
}

/// A variable of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Free {
    Variable(VariableId),
    Rigid(RigidId),
}

/// What is done with values of a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Sense {
    /// They are put in order, or printed.
    Listed,
    /// They are compared by `<` and the like.
    Compared,
}

/// An order of the values of a type, taken to pieces.
#[derive(Default)]
struct Pieces {
    reached: Reached,
    /// What it depends on the types that are chosen for some variables.
    free: Vec<(Free, Sense)>,
}

impl Typing<'_> {
    /// Where orders are seen.
    #[must_use]
    pub fn orders(&mut self) -> Orders {
        let mut found = Orders::default();
        let events = self.events();
        let Typing { store, schemes, fields, instances, compared, .. } = self;
        let mut types = Types { store, fields, events: &events };
        let mut search = Search::default();
        for builtin in LISTING {
            let first = schemes.get(&builtin.binding()).and_then(|scheme| scheme.any.first());
            let free = first.and_then(|&first| types.free(first));
            search.add(free.map(|free| (free, Sense::Listed)), Shown::Listed(builtin));
        }
        for &Comparison { place, of } in compared.iter() {
            let pieces = types.pieces(of, Sense::Compared);
            search.add(pieces.free, Shown::Compared);
            if !pieces.reached.is_empty() {
                let by = (Shown::Compared, pieces.reached);
                found.comparisons.entry(place).or_default().push(by);
            }
        }
        let choices = choices(schemes, instances, &types);
        while let Some(((free, sense), shown)) = search.left.pop_front() {
            for &(instance, number) in choices.get(&free).into_iter().flatten() {
                let Instance { binding, place, chosen } = &instances[instance];
                let pieces = types.pieces(chosen[number], sense);
                search.add(pieces.free, shown);
                if !pieces.reached.is_empty() {
                    let by = (shown, pieces.reached);
                    found.names.entry((*binding, *place)).or_default().push(by);
                }
            }
        }
        found
    }

    /// The types of all channels.
    fn events(&self) -> Vec<TypeId> {
        let is_channel = |binding: &Binding| self.bindings.get(*binding).kind == BoundKind::Channel;
        let channels = self.schemes.iter().filter(|(binding, _)| is_channel(binding));
        channels.map(|(_, scheme)| scheme.of).collect()
    }
}

/// Where a type is chosen for a variable: by which instance, and for which of the variables of its scheme.
fn choices(
    schemes: &HashMap<Binding, Scheme>,
    instances: &[Instance],
    types: &Types<'_>,
) -> HashMap<Free, Vec<(usize, usize)>> {
    let mut choices: HashMap<Free, Vec<(usize, usize)>> = HashMap::new();
    for (instance, Instance { binding, .. }) in instances.iter().enumerate() {
        let variables = schemes.get(binding).map_or(&[][..], |scheme| &scheme.any);
        for (number, &variable) in variables.iter().enumerate() {
            if let Some(free) = types.free(variable) {
                choices.entry(free).or_default().push((instance, number));
            }
        }
    }
    choices
}

/// The variables whose types matter, each with a reason that was found first.
#[derive(Default)]
struct Search {
    known: HashSet<(Free, Sense)>,
    left: VecDeque<((Free, Sense), Shown)>,
}

impl Search {
    fn add(&mut self, found: impl IntoIterator<Item = (Free, Sense)>, shown: Shown) {
        for one in found {
            if self.known.insert(one) {
                self.left.push_back((one, shown));
            }
        }
    }
}

/// The types of a script, to be taken to pieces.
struct Types<'t> {
    store: &'t mut Store,
    fields: &'t HashMap<Binding, Vec<TypeId>>,
    /// The types of all channels.
    events: &'t [TypeId],
}

impl Types<'_> {
    fn free(&self, of: TypeId) -> Option<Free> {
        match *self.store.form(of) {
            Form::Variable(variable) => Some(Free::Variable(variable)),
            Form::Rigid(rigid) => Some(Free::Rigid(rigid)),
            _ => None,
        }
    }

    fn pieces(&mut self, of: TypeId, sense: Sense) -> Pieces {
        let mut pieces = Pieces::default();
        match sense {
            Sense::Listed => self.listed(of, &mut pieces),
            Sense::Compared => self.compared(of, &mut pieces),
        }
        pieces
    }

    /// A value is in its place among others because of all that it holds, that of its fields among it.
    fn listed(&mut self, of: TypeId, pieces: &mut Pieces) {
        let (mut seen, mut left) = (HashSet::new(), vec![of]);
        while let Some(next) = left.pop() {
            // What is resolved anew each time is known by what it was before.
            let resolved = self.store.resolve(next);
            if !seen.insert(next) || (resolved != next && !seen.insert(resolved)) {
                continue;
            }
            let next = resolved;
            pieces.free.extend(self.free(next).map(|free| (free, Sense::Listed)));
            match *self.store.form(next) {
                Form::Datatype(datatype) => {
                    if pieces.reached.datatypes.insert(datatype) {
                        left.extend(self.fields.get(&datatype).into_iter().flatten());
                    }
                }
                Form::Event => left.extend(self.events),
                Form::Proc | Form::Function(..) | Form::Unknown => pieces.reached.any = true,
                _ => left.extend(self.store.parts(next)),
            }
        }
    }

    /// Tuples are compared part by part, in the order of their values; maps, value by value.
    fn compared(&mut self, of: TypeId, pieces: &mut Pieces) {
        let mut of = self.store.resolve(of);
        while let Form::Map(_, value) = *self.store.form(of) {
            of = self.store.resolve(value);
        }
        pieces.free.extend(self.free(of).map(|free| (free, Sense::Compared)));
        match self.store.form(of) {
            Form::Tuple(_) => self.listed(of, pieces),
            Form::Unknown => pieces.reached.any = true,
            _ => (),
        }
    }
}
