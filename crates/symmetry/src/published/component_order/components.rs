//! A layout seen as components that hold values of distinguished types.

use std::collections::BTreeMap;

use crate::canonical::blocks::Blocks;
use crate::foundation::layout::{Layout, Multi, NONE};
use crate::foundation::range::Range;

/// The components of a layout, kind by kind, and the values that they hold as parameters.
pub(super) struct Components {
    pub(super) list: Vec<Component>,
    pub(super) kinds: Vec<Kind>,
    /// The cells of each component.
    cells: Vec<u32>,
    /// The parameters of each component: its owners, and room for what it refers to.
    pub(super) parameters: Vec<u32>,
    /// The length of all controls together.
    pub(super) control_length: usize,
    pub(super) values: Values,
    /// Whether some component may hold different values.
    pub(super) relate_values: bool,
}

/// One component.
pub(super) struct Component {
    cells: u32,
    control: u32,
    parameters: u32,
    parameter_count: u32,
}

/// What components that can be images of one another have in common.
#[derive(Default)]
pub(super) struct Kind {
    /// The first of its components, and how many there are.
    pub(super) first: usize,
    pub(super) count: usize,
    /// The number of cells of each.
    length: usize,
    /// The number of owners of each.
    owners: usize,
    /// The places of references among the cells.
    references: Vec<(u32, Range)>,
}

impl Kind {
    /// The components of this kind.
    pub(super) fn members(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.count
    }

    /// The length of the control of each component.
    fn width(&self) -> usize {
        self.length + self.references.len()
    }
}

/// The values of all types: the blocks that the group permutes, numbered family by family.
pub(super) struct Values {
    /// For each family the first of its values, and how many they are; and for each value its family.
    pub(super) types: Vec<(usize, usize)>,
    pub(super) type_of: Vec<u32>,
    pub(super) count: usize,
    /// For each point the value it belongs to, or `NONE` if nothing moves it.
    pub(super) of_point: Vec<u32>,
    /// For each point that moves, the point of the first block at the same place.
    leader: Vec<u32>,
}

impl Values {
    fn new(layout: &Layout, blocks: &Blocks) -> Self {
        let points = layout.point_count();
        let (mut of_point, mut leader) = (vec![NONE; points], vec![NONE; points]);
        let (mut types, mut type_of) = (Vec::new(), Vec::new());
        let mut count = 0;
        for (number, family) in blocks.families().iter().enumerate() {
            types.push((count, family.count()));
            type_of.extend(vec![number as u32; family.count()]);
            for number in 0..family.count() {
                for (&point, &first) in family.block(number).iter().zip(family.block(0)) {
                    of_point[point as usize] = (count + number) as u32;
                    leader[point as usize] = first;
                }
            }
            count += family.count();
        }
        Values { types, type_of, count, of_point, leader }
    }

    fn moves(&self, point: u32) -> bool {
        self.of_point[point as usize] != NONE
    }
}

/// What tells kinds apart, in the order of the kinds.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum KindKey {
    /// All that no value owns is one component.
    Global,
    /// The records of points at the same place of their blocks, by the point of the first block.
    Record(u32),
    /// Cells of a family of several coordinates. Of each coordinate: the point of the first block at the same place, or the point
    /// itself if nothing moves it; and the first coordinate that belongs to the same value.
    Several(u32, Vec<(u32, usize)>),
}

/// A component before it has its place.
struct Draft {
    cells: Vec<u32>,
    owners: Vec<u32>,
    references: Vec<(u32, Range)>,
}

impl Components {
    pub(super) fn new(layout: &Layout, blocks: &Blocks) -> Self {
        let values = Values::new(layout, blocks);
        let drafts = drafts(layout, &values);
        let relates = |draft: &Draft| {
            let refers = |(_, range): &(u32, Range)| range.points().any(|p| values.moves(p));
            draft.owners.windows(2).any(|pair| pair[0] != pair[1])
                || (!draft.owners.is_empty() && draft.references.iter().any(refers))
        };
        let relate_values = drafts.values().flatten().any(relates);
        let mut components = Components {
            list: Vec::new(),
            kinds: Vec::new(),
            cells: Vec::new(),
            parameters: Vec::new(),
            control_length: 0,
            values,
            relate_values,
        };
        drafts.into_values().for_each(|members| components.add_kind(members));
        components
    }

    fn add_kind(&mut self, members: Vec<Draft>) {
        let mut kind = Kind { first: self.list.len(), count: members.len(), ..Kind::default() };
        for draft in members {
            self.list.push(Component {
                cells: self.cells.len() as u32,
                control: self.control_length as u32,
                parameters: self.parameters.len() as u32,
                parameter_count: (draft.owners.len() + draft.references.len()) as u32,
            });
            kind.length = draft.cells.len();
            kind.owners = draft.owners.len();
            kind.references = draft.references;
            self.cells.extend(draft.cells);
            self.parameters.extend(draft.owners);
            self.parameters.extend(kind.references.iter().map(|_| NONE));
            self.control_length += kind.width();
        }
        self.kinds.push(kind);
    }

    /// The control of a component of a kind among those of all.
    pub(super) fn control<'c>(&self, kind: &Kind, component: u32, all: &'c [i32]) -> &'c [i32] {
        &all[self.list[component as usize].control as usize..][..kind.width()]
    }

    /// The parameters of a component among those of all.
    #[inline(always)]
    pub(super) fn parameters<'p>(&self, component: u32, all: &'p [u32]) -> &'p [u32] {
        let component = &self.list[component as usize];
        &all[component.parameters as usize..][..component.parameter_count as usize]
    }

    /// Reads a state: the control of each component, as a vector to be compared with those of its kind, and the values that
    /// its references hold. A control has the data of the component and, in place of each reference, whether it refers to a value;
    /// behind them, for each reference, to which place of a block it goes, or what it holds instead of a value.
    pub(super) fn read(&self, state: &[i32], control: &mut [i32], parameters: &mut [u32]) {
        for kind in &self.kinds {
            for component in &self.list[kind.members()] {
                let cells = &self.cells[component.cells as usize..][..kind.length];
                let control = &mut control[component.control as usize..][..kind.width()];
                for (token, &cell) in control.iter_mut().zip(cells) {
                    *token = state[cell as usize];
                }
                let (data, held) = control.split_at_mut(kind.length);
                let referred = &mut parameters[component.parameters as usize + kind.owners..];
                for (at, (place, range)) in kind.references.iter().enumerate() {
                    let token = &mut data[*place as usize];
                    let point = range.point(*token).filter(|&to| self.values.moves(to as u32));
                    // What refers to a value comes first.
                    (*token, held[at], referred[at]) = match point {
                        Some(to) => {
                            (0, range.value(self.values.leader[to]), self.values.of_point[to])
                        }
                        None => (1, *token, NONE),
                    };
                }
            }
        }
    }
}

/// The components of each kind.
fn drafts(layout: &Layout, values: &Values) -> BTreeMap<KindKey, Vec<Draft>> {
    let mut drafts: BTreeMap<KindKey, Vec<Draft>> = BTreeMap::new();
    let mut global = Vec::new();
    global
        .extend(layout.global_references.iter().map(|global| (global.cell, global.range.clone())));
    for (point, record) in layout.records.iter().enumerate() {
        let shape = &layout.shapes[record.shape as usize];
        let cells = &layout.record_cells[record.start as usize..][..shape.families.len()];
        let references = shape.references.iter();
        if !values.moves(point as u32) {
            global.extend(references.map(|(place, range)| (cells[*place as usize], range.clone())));
        } else if !cells.is_empty() {
            let draft = Draft {
                cells: cells.to_vec(),
                owners: vec![values.of_point[point]],
                references: references.cloned().collect(),
            };
            drafts.entry(KindKey::Record(values.leader[point])).or_default().push(draft);
        }
    }
    for multi in &layout.multis {
        let coordinates = &multi.coordinates[..multi.arity as usize];
        let moving = coordinates.iter().filter(|&&point| values.moves(point));
        let owners: Vec<u32> = moving.map(|&point| values.of_point[point as usize]).collect();
        let refers = !multi.range.points().is_empty();
        if !owners.is_empty() {
            let references = if refers { vec![(0, multi.range.clone())] } else { Vec::new() };
            let draft = Draft { cells: vec![multi.cell], owners, references };
            drafts.entry(kind_of(multi, values)).or_default().push(draft);
        } else if refers {
            global.push((multi.cell, multi.range.clone()));
        }
    }
    let (cells, ranges): (Vec<u32>, Vec<Range>) = global.into_iter().unzip();
    if !cells.is_empty() {
        let references = (0..).zip(ranges).collect();
        drafts.insert(KindKey::Global, vec![Draft { cells, owners: Vec::new(), references }]);
    }
    drafts
}

fn kind_of(multi: &Multi, values: &Values) -> KindKey {
    let coordinates = &multi.coordinates[..multi.arity as usize];
    let value = |point: u32| values.of_point[point as usize];
    let descriptions = coordinates.iter().enumerate().map(|(slot, &point)| {
        if !values.moves(point) {
            return (point, slot);
        }
        let alike = coordinates.iter().position(|&other| value(other) == value(point));
        (values.leader[point as usize], alike.unwrap_or(slot))
    });
    KindKey::Several(multi.family, descriptions.collect())
}
