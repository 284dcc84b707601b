//! What rebecs are given when they are created, read off a program.

use std::collections::BTreeMap;

use detection::shape::Shape;
use machine::index::{ProcessTypeId, VariableId};
use machine::program::{ExprKind, InitialProcess, Initialiser, ProcessType, Program};

/// A rebec, by what it is given when it is created.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rebec {
    /// Its class, by a number.
    pub class: usize,
    /// What it is given. Rebecs of one class are given as much, in the same order.
    pub given: Vec<Given>,
}

/// Something that a rebec is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Given {
    /// The known rebecs that share a name, by their numbers in the order of their indices (Definition 12). Of known rebecs
    /// without an index, and of rebecs that are parameters of `initial`, there is one.
    Rebecs(Vec<usize>),
    /// Another parameter of `initial`.
    Data(i32),
}

impl Rebec {
    /// Whether it has the class of another rebec (Definition 9) and is given as many rebecs and the same data.
    #[must_use]
    pub fn is_like(&self, other: &Rebec) -> bool {
        let alike = |a: &Given, b: &Given| match (a, b) {
            (Given::Rebecs(a), Given::Rebecs(b)) => a.len() == b.len(),
            _ => a == b,
        };
        self.class == other.class
            && self.given.len() == other.given.len()
            && self.given.iter().zip(&other.given).all(|(a, b)| alike(a, b))
    }
}

/// The rebecs of a program: its processes, each with a channel of its own by which others know it. None if there are processes
/// of another kind, or more later on.
///
/// Known rebecs that share a name are the parameters that a process stores in one array at its start.
#[must_use]
pub fn rebecs(program: &Program, shape: &Shape) -> Option<Vec<Rebec>> {
    let types = program.initial.iter().map(|process| process.process_type);
    let are_rebecs = shape.types.iter().copied().eq(types)
        && shape.channels.len() == shape.types.len()
        && shape.types.iter().all(|&of| program.process_types[of.index()].channels.len() == 1);
    let all = program.initial.iter().map(|process| rebec(program, process));
    are_rebecs.then(|| all.collect()).flatten()
}

fn rebec(program: &Program, process: &InitialProcess) -> Option<Rebec> {
    let class: ProcessTypeId = process.process_type;
    let process_type = &program.process_types[class.index()];
    let groups = stored_parameters(process_type);
    let mut lists: BTreeMap<VariableId, Vec<(i32, usize)>> = BTreeMap::new();
    let mut single = Vec::new();
    for (place, parameter) in process_type.parameters.iter().enumerate() {
        let known = process.introductions.iter().find(|it| it.parameter as usize == place);
        match (known.map(|it| it.process.index()), groups.get(parameter)) {
            (Some(known), Some(&(array, index))) => {
                lists.entry(array).or_default().push((index, known));
            }
            (Some(known), None) => single.push(Given::Rebecs(vec![known])),
            (None, _) => {
                let argument = process.arguments.get(place);
                single.push(Given::Data(argument.map_or(Some(0), |value| value.number())?));
            }
        }
    }
    let lists = lists.into_values().map(|mut list| {
        list.sort_unstable();
        Given::Rebecs(list.into_iter().map(|(_, known)| known).collect())
    });
    Some(Rebec { class: class.index(), given: lists.chain(single).collect() })
}

/// For each parameter that is stored in an array at the start of a process, which one, and by which index.
pub fn stored_parameters(process_type: &ProcessType) -> BTreeMap<VariableId, (VariableId, i32)> {
    process_type.initialisers.iter().filter_map(stored).collect()
}

/// The parameter that is stored, the array and the index.
fn stored(initialiser: &Initialiser) -> Option<(VariableId, (VariableId, i32))> {
    let (ExprKind::Load(parameter), [subscript]) =
        (&initialiser.value.kind, &*initialiser.place.subscripts)
    else {
        return None;
    };
    let index = subscript.index.number()?;
    parameter.subscripts.is_empty().then_some(())?;
    Some((parameter.own_variable()?, (initialiser.place.variable, index)))
}
