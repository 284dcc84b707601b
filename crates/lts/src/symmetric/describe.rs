//! How cells are laid out, and which cells each state has: see [`forms`](super::forms).

use groups::{Group, Interrupted, Patience, Permutation};
use rapidhash::RapidHashMap;
use symmetry::{Content, Family, Layout, LayoutBuilder, Point, SymmetryGroup};

use super::action::{Action, Parts, States};
use super::conditions::{Condition, Conditions};
use super::exchange::Exchange;
use super::forms::{Forms, Part, Undescribed};
use super::mentioned::{Mentioned, marks, mentioned};
use super::orbits::{MOST_VALUES, Orbit, Orbits};
use crate::refine::ProductState;

/// Of a component that belongs to values, no more are its owners.
const MOST_OWNERS: usize = 2;

/// Where components belong to sets of three values and more, or to more than two, states are told apart by a search. A larger group is not used
/// then.
const LARGEST_GROUP: u32 = 5_040;

/// No value.
const NOTHING: i32 = -1;

/// What owns the cells of the parts of an orbit.
enum Owners {
    /// These values of the first part, and their images.
    Values(Vec<u8>),
    /// Two values, in no order: there is a cell for each order, with the same in it.
    Pair([u8; 2]),
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
    conditions: Conditions,
    patience: &mut Patience<'_>,
) -> Result<Result<(Forms, SymmetryGroup), Undescribed>, Interrupted> {
    let values = action.originals.len();
    if values > MOST_VALUES {
        return Ok(Err(Undescribed::TooManyValues));
    }
    let parts = Orbits::of(&Parts(action), values, patience)?;
    let numbered = States::of(action);
    let states = Orbits::of(&numbered, values, patience)?;
    let mut maker = Maker {
        action,
        conditions,
        parts: &parts,
        numbered: &numbered,
        states: &states,
        shapes: Vec::new(),
    };
    maker.shape(patience)?;
    let mut made = maker.make();
    if let Ok((forms, symmetry)) = &made
        && conditions.keep(Condition::Cells)
        && !maker.agrees(forms, symmetry, patience)?
    {
        made = Err(Undescribed::Defect);
    }
    patience.release(parts.bytes() + states.bytes());
    Ok(made)
}

impl Owners {
    /// Who owns a part that mentions these values by its place.
    fn of(place: &Mentioned) -> Owners {
        match (&place.alone[..], &place.together[..]) {
            _ if !place.is_all => Owners::Itself,
            (alone, []) if alone.len() <= MOST_OWNERS => Owners::Values(alone.to_vec()),
            ([], [pair]) if pair.len() == 2 => Owners::Pair([pair[0], pair[1]]),
            _ => Owners::Itself,
        }
    }

    /// The values that own the first part of the orbit.
    fn values(&self) -> &[u8] {
        match self {
            Owners::Values(values) => values,
            Owners::Pair(pair) => pair,
            Owners::Itself => &[],
        }
    }
}

struct Maker<'a> {
    action: &'a Action<'a>,
    conditions: Conditions,
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
            let mut owners = Owners::of(&mentioned(orbit, &self.action.sets, &[]));
            let owned = owners.values().to_vec();
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
                owners = Owners::Itself;
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

    fn shape_of(&self, owners: Owners, orbits: Vec<u32>, mut described: Vec<Mentioned>) -> Shape {
        let sets = &self.action.sets;
        let (mut references, mut marks) = (vec![0; sets.len()], vec![false; sets.len()]);
        let mut pairs = Vec::new();
        for found in &mut described {
            match &owners {
                Owners::Values(values) => found.alone.retain(|value| !values.contains(value)),
                Owners::Pair(pair) => found.together.retain(|part| part[..] != pair[..]),
                Owners::Itself => {}
            }
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
        let orders: Vec<Vec<Point>> = match &shape.owners {
            Owners::Itself => vec![points.of_parts[part].into_iter().collect()],
            Owners::Values(values) => vec![self.points_of(part, values)],
            Owners::Pair([one, other]) => {
                vec![self.points_of(part, &[*one, *other]), self.points_of(part, &[*other, *one])]
            }
        };
        orders.iter().map(|owners| self.add_owned(shape, owners, families, builder)).sum()
    }

    /// The points of a part's owners, given those of the first of its orbit.
    fn points_of(&self, part: usize, owners: &[u8]) -> Vec<Point> {
        let carried = self.parts.carried(part);
        owners.iter().map(|&value| point_of(carried[value as usize])).collect()
    }

    /// Describes the cells of a part that has these owners. Returns how many there are.
    fn add_owned(
        &self,
        shape: &Shape,
        owners: &[Point],
        families: &Families,
        builder: &mut LayoutBuilder,
    ) -> usize {
        let mut count = 0;
        let mut add = |family, owners: &[Point], content| {
            builder.cell(family, owners, content);
            count += 1;
        };
        if shape.orbits.len() > 1 {
            add(families.shape, owners, Content::Data);
        }
        for (place, set) in self.action.sets.iter().enumerate() {
            let content = Content::Reference {
                first_value: 0,
                first_point: point_of(set[0] as u8),
                count: set.len() as u32,
            };
            for &family in &families.references[place] {
                add(family, owners, content);
            }
            for &value in set.iter().filter(|_| shape.marks[place]) {
                let owners = [owners, &[point_of(value as u8)]].concat();
                add(families.marks[place], &owners, Content::Data);
            }
        }
        for (&(one, other), &family) in shape.pairs.iter().zip(&families.pairs) {
            for &first in &self.action.sets[one] {
                for &second in &self.action.sets[other] {
                    let pair = [point_of(first as u8), point_of(second as u8)];
                    add(family, &[owners, &pair].concat(), Content::Data);
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
            if matches!(shape.owners, Owners::Pair(_)) {
                cells.extend_from_within(begin..);
            }
            debug_assert_eq!(cells.len() - begin, count);
            let other = made.numbers.insert(cells[begin..].into(), number);
            if other.is_some() && self.conditions.keep(Condition::Forms) {
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

    /// Whether each generator does to the cells of each number of each part what its exchange does to the numbers. So whatever the group does to cells,
    /// exchanges do to states.
    fn agrees(
        &self,
        forms: &Forms,
        symmetry: &SymmetryGroup,
        patience: &mut Patience<'_>,
    ) -> Result<bool, Interrupted> {
        let layout = symmetry.layout();
        let initial: Vec<u32> = vec![0; forms.parts.len()];
        let mut state = ProductState::from(initial);
        let most = self.action.refinement.counts();
        for ((exchange, _), generator) in self.action.exchanges.iter().zip(symmetry.generators()) {
            let most =
                (0..forms.parts.len()).filter(|&part| self.is_moved(part)).map(|part| most[part]);
            for number in 0..most.max().unwrap_or(0) {
                patience.spend(forms.cells)?;
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
                        return Ok(false);
                    }
                }
            }
        }
        Ok(true)
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
            if !matches!(shape.owners, Owners::Itself) {
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
