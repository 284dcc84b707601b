//! States as cells: what symmetry strategies permute.
//!
//! A part of a state (the node, a component, a switch) is in one of its numbered states. Which values such a state mentions is not read
//! from its text, which compression has thrown away, but from what exchanges of values make of it: it mentions the values that not
//! every exchange which leaves it as it is leaves in their place. So its *form* (the label of Definition 22 of Gibson-Robinson and Lowe
//! 2019, without the names of variables) is a shape, which is the orbit that it is in, the values that it mentions one by one, as
//! references, and those that it mentions as a set, as a mark for each. Components are told apart in the same way: one that mentions one
//! or two values by its place belongs to these.
//!
//! A form says all that there is to say if there are as many states in an orbit as forms; that is counted. It is not so where a state
//! says which values belong together, such as a function from one type to another, or who sits beside whom: then pairs of values are
//! marked as well. Where not even that tells states apart, the values are not exchanged ([`Undescribed`]).

use groups::{Group, Interrupted, Patience, Permutation};
use rapidhash::RapidHashMap;
use symmetry::{Content, Family, Layout, LayoutBuilder, Point, SymmetryGroup};

use super::exchange::Exchange;
use super::orbits::{MOST_VALUES, Orbit, Orbits, Permuted};
use super::values::SymmetricValues;
use crate::refine::{ProductState, Refinement};

/// Of a component that belongs to values, no more are its owners.
const MOST_OWNERS: usize = 2;

/// Where components belong to sets of values, or to more than two, states are told apart by a search. A larger group is not used then.
const LARGEST_GROUP: u32 = 5_040;

/// No value.
const NOTHING: i32 = -1;

/// States as cells.
pub(crate) struct Forms {
    parts: Vec<Part>,
    cells: usize,
    /// For each value its point, if it is interchangeable with others; and the other way round.
    points: Vec<Option<Point>>,
    values: Vec<u32>,
}

/// A part of a state.
struct Part {
    /// Where its cells begin, and how many there are.
    start: usize,
    count: usize,
    /// The cells of each of its numbers, and the number that cells stand for. Empty of a part that no exchange moves or changes: it has one cell, with the
    /// number itself.
    cells: Box<[i32]>,
    numbers: RapidHashMap<Box<[i32]>, u32>,
}

/// Why states have no cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Undescribed {
    /// There are too many values.
    TooManyValues,
    /// Components such as this one belong to several values together, and the group is so large that it takes long to tell states apart.
    Shared(u32),
    /// The states of this part say which values belong together.
    Relation(u32),
    /// The cells are no layout, or do not say what they should: a defect.
    Defect,
}

impl Forms {
    /// Writes the cells of a state.
    pub(crate) fn write_cells(&self, state: &mut ProductState) {
        let ProductState { numbers, cells } = state;
        cells.clear();
        for (part, &number) in self.parts.iter().zip(&*numbers) {
            match part.cells.len() {
                0 if part.count == 1 => cells.push(number as i32),
                _ => cells.extend_from_slice(part.of(number)),
            }
        }
    }

    /// Makes the numbers of a state those that its cells stand for.
    ///
    /// # Panics
    /// They stand for no state: the cells are none that a symmetry makes of cells.
    pub(crate) fn write_numbers(&self, state: &mut ProductState) {
        let ProductState { numbers, cells } = state;
        for (part, number) in self.parts.iter().zip(numbers) {
            let form = &cells[part.start..part.start + part.count];
            if part.cells.is_empty() {
                if let [only] = form {
                    *number = *only as u32;
                }
            } else if part.of(*number) != form {
                *number = part.numbers[form];
            }
        }
    }

    /// How many points are values: they come first.
    pub(crate) fn value_count(&self) -> usize {
        self.values.len()
    }

    /// What becomes of each value, given what becomes of each point.
    pub(crate) fn images_of_values(&self, images: &[u32]) -> Vec<u32> {
        let image = |(value, point): (u32, &Option<Point>)| {
            point.map_or(value, |point| self.values[images[point.index()] as usize])
        };
        (0..).zip(&self.points).map(image).collect()
    }
}

impl Part {
    fn of(&self, number: u32) -> &[i32] {
        &self.cells[number as usize * self.count..][..self.count]
    }
}

/// Sets of interchangeable values, and the exchanges that generate what is done with them. Here values are numbered anew, those of the
/// first set first: as their points will be.
pub(super) struct Action<'a> {
    refinement: &'a Refinement,
    values: &'a SymmetricValues,
    /// The values as they are numbered elsewhere.
    originals: Vec<u32>,
    sets: Vec<Vec<u32>>,
    /// Each with the values that it exchanges.
    exchanges: Vec<(&'a Exchange, (u32, u32))>,
}

impl<'a> Action<'a> {
    /// The group that these sets of values, each with exchanges that generate all its permutations, have together.
    pub(super) fn new(
        refinement: &'a Refinement,
        values: &'a SymmetricValues,
        sets: &[(&[u32], &'a [Exchange])],
    ) -> Action<'a> {
        let originals: Vec<u32> = sets.iter().flat_map(|(set, _)| *set).copied().collect();
        let number = |value: u32| {
            let place = originals.iter().position(|&original| original == value);
            place.expect("an exchange of values of the sets") as u32
        };
        let renumbered = |set: &[u32]| set.iter().map(|&value| number(value)).collect();
        let exchanges = sets.iter().flat_map(|(_, exchanges)| *exchanges).map(|exchange| {
            let (first, second) = exchange.values;
            (exchange, (number(first), number(second)))
        });
        Action {
            refinement,
            values,
            exchanges: exchanges.collect(),
            sets: sets.iter().map(|(set, _)| renumbered(set)).collect(),
            originals,
        }
    }
}

/// The parts of a state, permuted.
struct Parts<'a>(&'a Action<'a>);

impl Permuted for Parts<'_> {
    fn count(&self) -> usize {
        self.0.refinement.implementation.width() + 1
    }

    fn exchanges(&self) -> usize {
        self.0.exchanges.len()
    }

    fn image(&self, part: usize, exchange: usize) -> usize {
        self.0.exchanges[exchange].0.parts[part] as usize
    }

    fn values(&self, exchange: usize) -> (u32, u32) {
        self.0.exchanges[exchange].1
    }
}

/// The states of the parts that are not as they are under all exchanges.
struct States<'a> {
    action: &'a Action<'a>,
    /// Where the states of each part begin; behind the last, where they end.
    starts: Vec<u32>,
    part_of: Vec<u32>,
}

impl<'a> States<'a> {
    fn of(action: &'a Action<'a>) -> States<'a> {
        let (mut starts, mut part_of) = (vec![0], Vec::new());
        for (part, count) in action.refinement.counts().into_iter().enumerate() {
            if action.exchanges.iter().any(|(exchange, _)| exchange.touches(part)) {
                part_of.resize(part_of.len() + count as usize, part as u32);
            }
            starts.push(part_of.len() as u32);
        }
        States { action, starts, part_of }
    }
}

impl Permuted for States<'_> {
    fn count(&self) -> usize {
        self.part_of.len()
    }

    fn exchanges(&self) -> usize {
        self.action.exchanges.len()
    }

    fn image(&self, state: usize, exchange: usize) -> usize {
        let exchange = self.action.exchanges[exchange].0;
        let part = self.part_of[state] as usize;
        let number = state - self.starts[part] as usize;
        let image =
            exchange.numbers[part].as_ref().map_or(number, |images| images[number] as usize);
        self.starts[exchange.parts[part] as usize] as usize + image
    }

    fn values(&self, exchange: usize) -> (u32, u32) {
        self.action.exchanges[exchange].1
    }
}

impl Exchange {
    fn touches(&self, part: usize) -> bool {
        self.parts[part] as usize != part || self.numbers[part].is_some()
    }
}

/// What the first thing of an orbit mentions.
#[derive(Clone, Default)]
struct Mentioned {
    /// Values, one by one: in ascending order.
    alone: Vec<u8>,
    /// Sets of values.
    together: Vec<Vec<u8>>,
    /// Whether that tells all that the orbit's things differ in.
    is_all: bool,
    /// If it does not, the mark of each pair of values of two sets, in rows.
    pairs: Vec<((usize, usize), Vec<i32>)>,
}

/// What is mentioned by the first thing of an orbit, but for pairs. Of a set of interchangeable values the
/// largest part that all are treated alike in is not mentioned; if several are as large, one that has none of the `owners`.
fn mentioned(orbit: &Orbit, sets: &[Vec<u32>], owners: &[u8]) -> Mentioned {
    let mut found = Mentioned::default();
    let mut forms: u128 = 1;
    for set in sets {
        let mut parts: Vec<Vec<u8>> = Vec::new();
        for &value in set {
            let class = orbit.classes[value as usize];
            match parts.iter_mut().find(|part| orbit.classes[part[0] as usize] == class) {
                Some(part) => part.push(value as u8),
                None => parts.push(vec![value as u8]),
            }
        }
        let mut left = set.len();
        for part in &parts {
            forms = forms.saturating_mul(ways(left, part.len()));
            left -= part.len();
        }
        let rest = parts
            .iter()
            .enumerate()
            .max_by_key(|(_, part)| (part.len(), !part.iter().any(|value| owners.contains(value))));
        if let Some((rest, _)) = rest {
            parts.remove(rest);
        }
        for part in parts {
            match part[..] {
                [only] => found.alone.push(only),
                _ => found.together.push(part),
            }
        }
    }
    found.alone.sort_unstable();
    found.is_all = forms == orbit.things.len() as u128;
    found
}

/// The marks of the pairs of values of two sets, given which pairs are treated alike; none if they tell nothing that the values do not
/// tell one by one.
fn marks(alike: &[u32], classes: &[u32], first: &[u32], second: &[u32]) -> Option<Vec<i32>> {
    let count = classes.len();
    let mut numbers: RapidHashMap<u32, i32> = RapidHashMap::default();
    let mut by_values: RapidHashMap<(u32, u32, bool), i32> = RapidHashMap::default();
    let mut tells = false;
    let mut marks = Vec::with_capacity(first.len() * second.len());
    for &one in first {
        for &other in second {
            let next = numbers.len() as i32;
            let pair = alike[one as usize * count + other as usize];
            let mark = *numbers.entry(pair).or_insert(next);
            let by_value = (classes[one as usize], classes[other as usize], one == other);
            tells |= *by_values.entry(by_value).or_insert(mark) != mark;
            marks.push(mark);
        }
    }
    tells.then_some(marks)
}

/// In how many ways some are chosen of many.
fn ways(many: usize, some: usize) -> u128 {
    (0..some as u128)
        .fold(1, |ways, chosen| ways.saturating_mul(many as u128 - chosen) / (chosen + 1))
}

/// What owns the cells of the parts of an orbit.
enum Owners {
    /// These values of the first part, and their images.
    Values(Vec<u8>),
    /// A point of their own, each.
    Itself,
}

/// The cells of the parts of an orbit.
struct Shape {
    owners: Owners,
    /// The orbits of their states, which number their shapes, and what the first of each mentions.
    orbits: Vec<u32>,
    mentioned: Vec<Mentioned>,
    /// For each set of values how many are mentioned one by one at most, and whether some are as sets.
    references: Vec<usize>,
    marks: Vec<bool>,
    /// Of which sets pairs of values are marked.
    pairs: Vec<(usize, usize)>,
}

/// States as cells, and the group that acts on these.
pub(super) fn forms(
    action: &Action<'_>,
    patience: &mut Patience<'_>,
) -> Result<Result<(Forms, SymmetryGroup), Undescribed>, Interrupted> {
    let values = action.originals.len();
    if values > MOST_VALUES {
        return Ok(Err(Undescribed::TooManyValues));
    }
    let parts = Orbits::of(&Parts(action), values, patience)?;
    let numbered = States::of(action);
    let states = Orbits::of(&numbered, values, patience)?;
    let mut maker =
        Maker { action, parts: &parts, numbered: &numbered, states: &states, shapes: Vec::new() };
    maker.shape(patience)?;
    Ok(maker.make())
}

struct Maker<'a> {
    action: &'a Action<'a>,
    parts: &'a Orbits,
    numbered: &'a States<'a>,
    states: &'a Orbits,
    /// For each orbit of parts.
    shapes: Vec<Shape>,
}

impl Maker<'_> {
    /// Finds out what the parts of each orbit look like.
    fn shape(&mut self, patience: &mut Patience<'_>) -> Result<(), Interrupted> {
        for orbit in &self.parts.orbits {
            let first = orbit.things[0] as usize;
            let range =
                self.numbered.starts[first] as usize..self.numbered.starts[first + 1] as usize;
            let mut orbits: Vec<u32> = self.states.orbit_of[range].to_vec();
            orbits.sort_unstable();
            orbits.dedup();
            let owners = mentioned(orbit, &self.action.sets, &[]);
            let mut owners = (owners.is_all && owners.together.is_empty())
                .then_some(owners.alone)
                .filter(|alone| alone.len() <= MOST_OWNERS);
            let owned = owners.clone().unwrap_or_default();
            let mut described = Vec::new();
            for &orbit in &orbits {
                described.push(self.mentioned(
                    &self.states.orbits[orbit as usize],
                    &owned,
                    patience,
                )?);
            }
            // A cell has three owners at most.
            if described.iter().any(|found| !found.pairs.is_empty()) && owned.len() > 1 {
                owners = None;
            }
            self.shapes.push(self.shape_of(owners, orbits, described));
        }
        Ok(())
    }

    /// What is mentioned by the first state of an orbit.
    fn mentioned(
        &self,
        orbit: &Orbit,
        owners: &[u8],
        patience: &mut Patience<'_>,
    ) -> Result<Mentioned, Interrupted> {
        let sets = &self.action.sets;
        let mut found = mentioned(orbit, sets, owners);
        if found.is_all {
            return Ok(found);
        }
        let alike = self.states.pairs(orbit, self.numbered, patience)?;
        for (one, first) in sets.iter().enumerate() {
            for (other, second) in sets.iter().enumerate() {
                if let Some(marks) = marks(&alike, &orbit.classes, first, second) {
                    found.pairs.push(((one, other), marks));
                }
            }
        }
        Ok(found)
    }

    fn shape_of(
        &self,
        owners: Option<Vec<u8>>,
        orbits: Vec<u32>,
        mut described: Vec<Mentioned>,
    ) -> Shape {
        let sets = &self.action.sets;
        let (mut references, mut marks) = (vec![0; sets.len()], vec![false; sets.len()]);
        let mut pairs = Vec::new();
        for found in &mut described {
            found.alone.retain(|value| !owners.iter().flatten().any(|owner| owner == value));
            for (place, set) in sets.iter().enumerate() {
                let alone = found.alone.iter().filter(|&&value| set.contains(&value.into()));
                references[place] = alone.count().max(references[place]);
                let is_here = |part: &Vec<u8>| set.contains(&part[0].into());
                marks[place] |= found.together.iter().any(is_here);
            }
            pairs.extend(found.pairs.iter().map(|(sets, _)| *sets));
        }
        pairs.sort_unstable();
        pairs.dedup();
        let owners = owners.map_or(Owners::Itself, Owners::Values);
        Shape { owners, orbits, mentioned: described, references, marks, pairs }
    }

    fn make(&self) -> Result<(Forms, SymmetryGroup), Undescribed> {
        let mut builder = LayoutBuilder::new();
        let points = Points::new(self, &mut builder);
        let families: Vec<Families> =
            self.shapes.iter().map(|shape| Families::new(shape, &mut builder)).collect();
        let mut forms = Forms {
            parts: Vec::new(),
            cells: 0,
            points: points_of_originals(self.action),
            values: self.action.originals.clone(),
        };
        for part in 0..self.parts.orbit_of.len() {
            let orbit = self.parts.orbit_of[part] as usize;
            let count = self.add_cells(part, &families[orbit], &points, &mut builder);
            forms.parts.push(self.part(part, count, forms.cells)?);
            forms.cells += count;
        }
        let layout = builder.build().map_err(|_| Undescribed::Defect)?;
        let symmetry = self.group(&points, layout)?;
        if let Some(part) = points.of_parts.iter().position(Option::is_some)
            && symmetry.order() > LARGEST_GROUP.into()
        {
            return Err(Undescribed::Shared(part as u32));
        }
        self.test(&forms, &symmetry)?;
        Ok((forms, symmetry))
    }

    /// Whether a part has states that exchanges take to others.
    fn is_moved(&self, part: usize) -> bool {
        self.numbered.starts[part] < self.numbered.starts[part + 1]
    }

    /// Describes the cells of a part. Returns how many there are.
    fn add_cells(
        &self,
        part: usize,
        families: &Families,
        points: &Points,
        builder: &mut LayoutBuilder,
    ) -> usize {
        let shape = &self.shapes[self.parts.orbit_of[part] as usize];
        if !self.is_moved(part) {
            builder.cell(families.shape, &[], Content::Data);
            return 1;
        }
        let owners: Vec<Point> = match &shape.owners {
            Owners::Itself => points.of_parts[part].into_iter().collect(),
            Owners::Values(values) => {
                let carried = self.parts.carried(part);
                values.iter().map(|&value| point_of(carried[value as usize])).collect()
            }
        };
        let mut count = 0;
        let mut add = |family, owners: &[Point], content| {
            builder.cell(family, owners, content);
            count += 1;
        };
        if shape.orbits.len() > 1 {
            add(families.shape, &owners, Content::Data);
        }
        for (place, set) in self.action.sets.iter().enumerate() {
            let content = Content::Reference {
                first_value: 0,
                first_point: point_of(set[0] as u8),
                count: set.len() as u32,
            };
            for &family in &families.references[place] {
                add(family, &owners, content);
            }
            for &value in set.iter().filter(|_| shape.marks[place]) {
                let owners = [&owners[..], &[point_of(value as u8)]].concat();
                add(families.marks[place], &owners, Content::Data);
            }
        }
        for (&(one, other), &family) in shape.pairs.iter().zip(&families.pairs) {
            for &first in &self.action.sets[one] {
                for &second in &self.action.sets[other] {
                    let pair = [point_of(first as u8), point_of(second as u8)];
                    add(family, &[&owners[..], &pair].concat(), Content::Data);
                }
            }
        }
        count
    }

    /// The cells of all numbers of a part.
    fn part(&self, part: usize, count: usize, start: usize) -> Result<Part, Undescribed> {
        let mut made =
            Part { start, count, cells: Box::default(), numbers: RapidHashMap::default() };
        if !self.is_moved(part) {
            return Ok(made);
        }
        let shape = &self.shapes[self.parts.orbit_of[part] as usize];
        let (first, end) = (self.numbered.starts[part], self.numbered.starts[part + 1]);
        let mut cells = Vec::with_capacity((end - first) as usize * count);
        for (state, number) in (first..end).zip(0..) {
            let begin = cells.len();
            self.form(state as usize, shape, &mut cells);
            debug_assert_eq!(cells.len() - begin, count);
            if made.numbers.insert(cells[begin..].into(), number).is_some() {
                return Err(Undescribed::Relation(part as u32));
            }
        }
        made.cells = cells.into();
        Ok(made)
    }

    /// Appends the cells of a state of a part.
    fn form(&self, state: usize, shape: &Shape, cells: &mut Vec<i32>) {
        let orbit = self.states.orbit_of[state];
        let kind = shape.orbits.binary_search(&orbit).expect("an orbit of the part");
        let (mentioned, carried) = (&shape.mentioned[kind], self.states.carried(state));
        if shape.orbits.len() > 1 {
            cells.push(kind as i32);
        }
        let place_in = |set: &[u32], value: u8| {
            let value = u32::from(carried[value as usize]);
            set.iter().position(|&other| other == value).expect("sets are mapped to themselves")
        };
        for (place, set) in self.action.sets.iter().enumerate() {
            let within = |value: u8| place_in(set, value);
            let is_here = |value: &u8| set.contains(&u32::from(*value));
            let begin = cells.len();
            let alone = mentioned.alone.iter().filter(|value| is_here(value));
            cells.extend(alone.map(|&value| within(value) as i32));
            cells.resize(begin + shape.references[place], NOTHING);
            if shape.marks[place] {
                let begin = cells.len();
                cells.resize(begin + set.len(), 0);
                for (part, mark) in mentioned.together.iter().zip(1..) {
                    for &value in part.iter().filter(|value| is_here(value)) {
                        cells[begin + within(value)] = mark;
                    }
                }
            }
        }
        for sets in &shape.pairs {
            let (first, second) = (&self.action.sets[sets.0], &self.action.sets[sets.1]);
            let begin = cells.len();
            cells.resize(begin + first.len() * second.len(), 0);
            let Some((_, marks)) = mentioned.pairs.iter().find(|(other, _)| other == sets) else {
                continue;
            };
            let pairs = first.iter().flat_map(|one| second.iter().map(move |other| (one, other)));
            for ((&one, &other), &mark) in pairs.zip(marks) {
                let row = place_in(first, one as u8);
                cells[begin + row * second.len() + place_in(second, other as u8)] = mark;
            }
        }
    }

    fn group(&self, points: &Points, layout: Layout) -> Result<SymmetryGroup, Undescribed> {
        let generator = |exchange: &Exchange, (first, second): (u32, u32)| {
            let mut images: Vec<u32> = (0..layout.point_count() as u32).collect();
            images.swap(first as usize, second as usize);
            for (part, point) in points.of_parts.iter().enumerate() {
                let image = points.of_parts[exchange.parts[part] as usize];
                if let Some((point, image)) = point.zip(image) {
                    images[point.index()] = image.index() as u32;
                }
            }
            Permutation::from_images(images).map_err(|_| Undescribed::Defect)
        };
        let generators: Result<Vec<Permutation>, _> = self
            .action
            .exchanges
            .iter()
            .map(|(exchange, values)| generator(exchange, *values))
            .collect();
        let group = Group::from_generators(layout.point_count(), generators?);
        SymmetryGroup::new(group, layout).map_err(|_| Undescribed::Defect)
    }

    /// Tests that each generator does to the cells of each number of each part what its exchange does to the numbers. So whatever the group does to cells,
    /// exchanges do to states.
    fn test(&self, forms: &Forms, symmetry: &SymmetryGroup) -> Result<(), Undescribed> {
        let layout = symmetry.layout();
        let initial: Vec<u32> = vec![0; forms.parts.len()];
        let mut state = ProductState::from(initial);
        let most = self.numbered.action.refinement.counts();
        for ((exchange, _), generator) in self.action.exchanges.iter().zip(symmetry.generators()) {
            let most =
                (0..forms.parts.len()).filter(|&part| self.is_moved(part)).map(|part| most[part]);
            for number in 0..most.max().unwrap_or(0) {
                for part in (0..forms.parts.len()).filter(|&part| self.is_moved(part)) {
                    let count = self.numbered.starts[part + 1] - self.numbered.starts[part];
                    state.numbers[part] = number % count;
                }
                forms.write_cells(&mut state);
                let mut image = state.clone();
                layout.apply(generator.images(), &state.cells, &mut image.cells);
                for (part, &number) in state.numbers.iter().enumerate() {
                    let to = exchange.parts[part] as usize;
                    let map = exchange.numbers[part].as_ref();
                    let to_number = map.map_or(number, |images| images[number as usize]);
                    let Part { start, count, .. } = forms.parts[to];
                    let is_so = match self.is_moved(part) {
                        true => image.cells[start..start + count] == *forms.parts[to].of(to_number),
                        false => image.cells[start] == number as i32,
                    };
                    if !is_so {
                        return Err(Undescribed::Defect);
                    }
                }
            }
        }
        Ok(())
    }
}

/// The points of a layout.
struct Points {
    /// For each part its point, if it has one.
    of_parts: Vec<Option<Point>>,
}

impl Points {
    fn new(maker: &Maker<'_>, builder: &mut LayoutBuilder) -> Points {
        let mut points = Points { of_parts: vec![None; maker.parts.orbit_of.len()] };
        let mut sort = 0;
        for set in &maker.action.sets {
            for &value in set {
                let original = maker.action.originals[value as usize];
                builder.point(sort, maker.action.values.name(original));
            }
            sort += 1;
        }
        for (shape, orbit) in maker.shapes.iter().zip(&maker.parts.orbits) {
            if matches!(shape.owners, Owners::Values(_)) {
                continue;
            }
            for &part in &orbit.things {
                let point = builder.point(sort, format!("component {part}"));
                points.of_parts[part as usize] = Some(point);
            }
            sort += 1;
        }
        points
    }
}

/// The point of a value: they come first.
fn point_of(value: u8) -> Point {
    Point::new(value.into())
}

/// For each value as it is numbered elsewhere its point, if it has one.
fn points_of_originals(action: &Action<'_>) -> Vec<Option<Point>> {
    let mut points = vec![None; action.values.count()];
    for (place, &original) in action.originals.iter().enumerate() {
        points[original as usize] = Some(Point::new(place));
    }
    points
}

/// The families of the cells of an orbit of parts.
struct Families {
    shape: Family,
    references: Vec<Vec<Family>>,
    marks: Vec<Family>,
    pairs: Vec<Family>,
}

impl Families {
    fn new(shape: &Shape, builder: &mut LayoutBuilder) -> Families {
        Families {
            shape: builder.family(),
            references: shape
                .references
                .iter()
                .map(|&count| (0..count).map(|_| builder.family()).collect())
                .collect(),
            marks: shape.marks.iter().map(|_| builder.family()).collect(),
            pairs: shape.pairs.iter().map(|_| builder.family()).collect(),
        }
    }
}
