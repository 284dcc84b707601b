//! What the cells of a state mean to a permutation of the points.
//!
//! A state is a slice of `i32` cells of fixed length. A cell belongs to a [`Family`] and is owned by zero to three points, its
//! coordinates: family and coordinates name the cell. It holds plain data or refers to a point. A permutation `g` of the
//! points acts on states: the cell of a family at coordinates `c` goes to the cell of that family at `g(c)`, and what it
//! refers to is renamed by `g`.
//!
//! [`LayoutBuilder`] checks the description; the [`Layout`] holds it in the form that `action` and `colour` run over.

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::foundation::point::{CellId, Family, Point};
use crate::foundation::range::Range;

/// What a cell holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Content {
    /// A value that permutations leave alone.
    Data,
    /// The value `first_value + i` with `i < count` refers to the point `first_point + i`. Any other value is plain data.
    Reference {
        /// The value that refers to `first_point`.
        first_value: i32,
        /// The first point that can be referred to.
        first_point: Point,
        /// How many points can be referred to.
        count: u32,
    },
    /// The `i`-th of the listed values refers to the point `first_point + i`. Any other value is plain data.
    Listed {
        /// The values: see [`LayoutBuilder::values`].
        values: ValueList,
        /// The point that the first of them refers to.
        first_point: Point,
    },
}

/// Values that refer to points and do not follow one another, listed by [`LayoutBuilder::values`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValueList(u32);

/// Why a description is not a layout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayoutError {
    /// A cell has more than three coordinates.
    TooManyCoordinates(CellId),
    /// A coordinate of the cell, or a point it may refer to, does not exist.
    NoSuchPoint(CellId),
    /// The values of the cell's references do not fit into 32 bits.
    ReferenceOverflow(CellId),
    /// The listed values of the cell's references are not in ascending order, or not listed by this builder.
    NoSuchValues(CellId),
    /// A cell differs from the first of its family in the number of coordinates or in content.
    UnlikeItsFamily(CellId),
    /// Two cells have the same family and coordinates.
    SameCell(CellId, CellId),
    /// The coordinates of the family's cells span a table of more than 2^24 entries.
    FamilyTooWide(Family),
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyCoordinates(cell) => {
                write!(f, "cell {} has more than three coordinates", cell.index())
            }
            Self::NoSuchPoint(cell) => {
                write!(f, "cell {} speaks of a point that does not exist", cell.index())
            }
            Self::ReferenceOverflow(cell) => {
                write!(f, "the references in cell {} exceed 32 bits", cell.index())
            }
            Self::NoSuchValues(cell) => {
                write!(f, "the values that refer to points in cell {} do not ascend", cell.index())
            }
            Self::UnlikeItsFamily(cell) => {
                write!(f, "cell {} differs from its family", cell.index())
            }
            Self::SameCell(a, b) => {
                write!(f, "cells {} and {} are the same", a.index(), b.index())
            }
            Self::FamilyTooWide(family) => write!(f, "family {} is too wide", family.index()),
        }
    }
}

impl Error for LayoutError {}

/// Collects points and cells.
#[derive(Clone, Default, Debug)]
pub struct LayoutBuilder {
    points: Vec<PointDescription>,
    cells: Vec<Cell>,
    lists: Vec<Arc<[i32]>>,
    constants: Vec<CellId>,
    families: usize,
    too_many: Option<CellId>,
}

#[derive(Clone, Debug)]
struct PointDescription {
    sort: u32,
    name: String,
    /// What it belongs to, if to another point.
    belongs_to: Option<Point>,
}

/// The description of one cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The cells it can be mapped to.
    pub family: Family,
    /// The points that own it.
    pub coordinates: Vec<Point>,
    /// What it holds.
    pub content: Content,
}

impl LayoutBuilder {
    /// No points and no cells.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a point. Symmetries map points to points of the same sort. The name is for people.
    pub fn point(&mut self, sort: u32, name: impl Into<String>) -> Point {
        self.points.push(PointDescription { sort, name: name.into(), belongs_to: None });
        Point::new(self.points.len() - 1)
    }

    /// Says that a point belongs to another one, as its queue does to an actor: what it owns is part of the local state of the
    /// other. Nothing follows for symmetry; strategies that sort local states look there.
    ///
    /// # Panics
    /// There is no such point.
    pub fn belongs(&mut self, point: Point, to: Point) {
        self.points[point.index()].belongs_to = Some(to);
    }

    /// A family not used so far. (One may also number families oneself: [`cell`](Self::cell) takes any.)
    pub fn family(&mut self) -> Family {
        self.families += 1;
        Family::new(self.families - 1)
    }

    /// Lists values that refer to points, in ascending order, for [`Content::Listed`]. They may lie far apart: what a layout
    /// costs grows with their number only.
    pub fn values(&mut self, values: Vec<i32>) -> ValueList {
        self.lists.push(values.into());
        ValueList(self.lists.len() as u32 - 1)
    }

    /// Says that a cell holds one value in all states, as a parameter that nothing assigns to does. Permutations keep what such cells
    /// hold. Nothing follows for symmetry; but markers leave them out, and may promise to be unique for that reason, so that it must be
    /// true of every state that they are given.
    ///
    /// # Panics
    /// There is no such cell.
    pub fn constant(&mut self, cell: CellId) {
        assert!(cell.index() < self.cells.len(), "no such cell");
        self.constants.push(cell);
    }

    /// Adds the next cell of the state.
    pub fn cell(&mut self, family: Family, coordinates: &[Point], content: Content) -> CellId {
        let id = CellId::new(self.cells.len());
        if coordinates.len() > 3 {
            self.too_many.get_or_insert(id);
        }
        self.families = self.families.max(family.index() + 1);
        self.cells.push(Cell { family, coordinates: coordinates.to_vec(), content });
        id
    }

    /// Checks the description.
    pub fn build(self) -> Result<Layout, LayoutError> {
        if let Some(cell) = self.too_many {
            return Err(LayoutError::TooManyCoordinates(cell));
        }
        check_cells(&self.cells, &self.lists, self.points.len())?;
        Layout::compile(self.points, self.cells, self.lists, &self.constants)
    }
}

/// Checks each cell by itself and against its family.
fn check_cells(
    cells: &[Cell],
    lists: &[Arc<[i32]>],
    point_count: usize,
) -> Result<(), LayoutError> {
    let ascends = |list: &Arc<[i32]>| list.windows(2).all(|pair| pair[0] < pair[1]);
    let ascending: Vec<bool> = lists.iter().map(ascends).collect();
    let mut by_name = HashMap::new();
    let mut first_of_family: HashMap<Family, &Cell> = HashMap::new();
    for (index, cell) in cells.iter().enumerate() {
        let id = CellId::new(index);
        if cell.coordinates.iter().any(|point| point.index() >= point_count) {
            return Err(LayoutError::NoSuchPoint(id));
        }
        let last_point = match cell.content {
            Content::Data => 0,
            Content::Reference { first_value, first_point, count } => {
                if i64::from(first_value) + i64::from(count) > i64::from(i32::MAX) {
                    return Err(LayoutError::ReferenceOverflow(id));
                }
                first_point.index() + count as usize
            }
            Content::Listed { values: ValueList(list), first_point } => {
                let list = list as usize;
                if !ascending.get(list).is_some_and(|&ascending| ascending) {
                    return Err(LayoutError::NoSuchValues(id));
                }
                first_point.index() + lists[list].len()
            }
        };
        if last_point > point_count {
            return Err(LayoutError::NoSuchPoint(id));
        }
        let first = first_of_family.entry(cell.family).or_insert(cell);
        if first.coordinates.len() != cell.coordinates.len() || first.content != cell.content {
            return Err(LayoutError::UnlikeItsFamily(id));
        }
        if let Some(other) = by_name.insert((cell.family, &cell.coordinates), id) {
            return Err(LayoutError::SameCell(other, id));
        }
    }
    Ok(())
}

/// No range, no cell, no offset.
pub(crate) const NONE: u32 = u32::MAX;

/// A cell without coordinates that holds a reference.
#[derive(Clone, Debug)]
pub(crate) struct GlobalReference {
    pub(crate) cell: u32,
    pub(crate) range: Range,
}

/// A cell of one coordinate that holds a reference.
#[derive(Clone, Debug)]
pub(crate) struct OwnedReference {
    pub(crate) cell: u32,
    pub(crate) family: u32,
    pub(crate) owner: u32,
    /// Its place among the references of its owner.
    pub(crate) number: u32,
    pub(crate) range: Range,
}

/// The cells of one coordinate that a point owns, as a slice of `Layout::record_cells`, in an order common to its shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    pub(crate) start: u32,
    pub(crate) shape: u32,
    /// The start of its references in `Layout::owned_references`.
    pub(crate) references: u32,
}

/// What records that can be images of one another have in common.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    /// The family of each cell.
    pub(crate) families: Vec<u32>,
    /// Places and lengths of stretches whose cells are adjacent in every record of this shape.
    pub(crate) runs: Vec<(u32, u32)>,
    /// The places of references.
    pub(crate) references: Vec<(u32, Range)>,
}

/// A cell of two or three coordinates.
#[derive(Clone, Debug)]
pub(crate) struct Multi {
    pub(crate) cell: u32,
    pub(crate) family: u32,
    /// Two coordinates are filled up with point 0 and a row of zeros.
    pub(crate) coordinates: [u32; 3],
    pub(crate) arity: u32,
    /// For each coordinate the start of its row in `Layout::offsets`.
    pub(crate) rows: [u32; 3],
    /// The start of the family in `Layout::table`.
    pub(crate) table: u32,
    /// The values that are references, or an empty range.
    pub(crate) range: Range,
}

/// What the cells of a state mean to a permutation of the points.
#[derive(Clone, Debug)]
pub struct Layout {
    points: Vec<PointDescription>,
    cells: Vec<Cell>,
    lists: Vec<Arc<[i32]>>,
    /// For each cell, whether it holds one value in all states.
    is_constant: Vec<bool>,
    pub(crate) global_references: Vec<GlobalReference>,
    /// For each point.
    pub(crate) records: Vec<Record>,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) record_cells: Vec<u32>,
    /// The references among them, record by record.
    pub(crate) owned_references: Vec<OwnedReference>,
    /// The points that own cells of one coordinate.
    pub(crate) owners: Vec<u32>,
    pub(crate) multis: Vec<Multi>,
    /// For each point, where the cells that it owns with others begin in `multis_of_points`; and where the last end.
    multi_starts: Vec<u32>,
    multis_of_points: Vec<u32>,
    /// Those of `multis` that hold references.
    pub(crate) referring_multis: Vec<u32>,
    /// Rows of one entry for each point: its share of the place in `table`.
    pub(crate) offsets: Vec<u32>,
    pub(crate) table: Vec<u32>,
    pub(crate) ranges: Vec<Range>,
    /// For each range the cells that hold references to it.
    pub(crate) references: Vec<Vec<u32>>,
}

impl Layout {
    /// The number of points.
    pub fn point_count(&self) -> usize {
        self.points.len()
    }

    /// The number of cells of a state.
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// The sort of a point.
    pub fn sort(&self, point: Point) -> u32 {
        self.points[point.index()].sort
    }

    /// The name of a point.
    pub fn name(&self, point: Point) -> &str {
        &self.points[point.index()].name
    }

    /// What a point belongs to, if to another one.
    pub(crate) fn belongs_to(&self, point: usize) -> Option<Point> {
        self.points[point].belongs_to
    }

    /// Whether a cell holds one value in all states.
    pub(crate) fn is_constant(&self, cell: u32) -> bool {
        self.is_constant[cell as usize]
    }

    /// The description of a cell.
    pub fn cell(&self, cell: CellId) -> &Cell {
        &self.cells[cell.index()]
    }

    /// The values that were listed.
    pub fn values(&self, list: ValueList) -> &[i32] {
        &self.lists[list.0 as usize]
    }

    /// The same layout with so many more cells behind the others, which nobody owns and each of which can refer to any point.
    pub(crate) fn with_references(&self, count: usize) -> Layout {
        let used: HashSet<Family> = self.cells.iter().map(|cell| cell.family).collect();
        let families = (0..).map(Family::new).filter(|family| !used.contains(family));
        let count_of_points = self.points.len() as u32;
        let (first_value, first_point) = (0, Point::new(0));
        let content = Content::Reference { first_value, first_point, count: count_of_points };
        let references =
            families.take(count).map(|family| Cell { family, coordinates: Vec::new(), content });
        let cells = self.cells.iter().cloned().chain(references).collect();
        let constants = (0..self.cells.len()).filter(|&cell| self.is_constant[cell]);
        let constants: Vec<CellId> = constants.map(CellId::new).collect();
        Layout::compile(self.points.clone(), cells, self.lists.clone(), &constants)
            .expect("no family is wider than before")
    }

    /// The values of a cell that refer to points, if its content is no plain data.
    pub(crate) fn range(&self, cell: CellId) -> Option<Range> {
        self.range_of(self.cells[cell.index()].content)
    }

    fn range_of(&self, content: Content) -> Option<Range> {
        match content {
            Content::Data => None,
            Content::Reference { first_value, first_point, count } => {
                Some(Range::dense(first_value, first_point, count))
            }
            Content::Listed { values: ValueList(list), first_point } => {
                Some(Range::listed(&self.lists[list as usize], first_point))
            }
        }
    }

    /// Whether some cell relates points to each other: a reference owned by a point, or several coordinates.
    pub(crate) fn relates_points(&self) -> bool {
        !self.owned_references.is_empty() || !self.multis.is_empty()
    }

    /// Builds the form that algorithms run over from checked cells.
    fn compile(
        points: Vec<PointDescription>,
        cells: Vec<Cell>,
        lists: Vec<Arc<[i32]>>,
        constants: &[CellId],
    ) -> Result<Self, LayoutError> {
        let mut is_constant = vec![false; cells.len()];
        constants.iter().for_each(|cell| is_constant[cell.index()] = true);
        let mut layout = Layout {
            records: Vec::new(),
            shapes: Vec::new(),
            record_cells: Vec::new(),
            owned_references: Vec::new(),
            owners: Vec::new(),
            global_references: Vec::new(),
            multis: Vec::new(),
            multi_starts: vec![0; points.len() + 1],
            multis_of_points: Vec::new(),
            referring_multis: Vec::new(),
            offsets: vec![0; points.len()],
            table: Vec::new(),
            ranges: Vec::new(),
            references: Vec::new(),
            points,
            cells,
            lists,
            is_constant,
        };
        layout.compile_ranges();
        layout.compile_globals();
        layout.compile_records();
        layout.compile_multis()?;
        Ok(layout)
    }

    fn compile_ranges(&mut self) {
        let mut places: HashMap<Content, usize> = HashMap::new();
        for index in 0..self.cells.len() {
            let content = self.cells[index].content;
            let Some(range) = self.range_of(content) else { continue };
            let place = *places.entry(content).or_insert(self.ranges.len());
            if place == self.ranges.len() {
                self.ranges.push(range);
                self.references.push(Vec::new());
            }
            self.references[place].push(index as u32);
        }
    }

    fn compile_globals(&mut self) {
        let globals = self.cells.iter().enumerate().filter(|(_, cell)| cell.coordinates.is_empty());
        let references = globals.filter_map(|(index, cell)| {
            self.range_of(cell.content).map(|range| GlobalReference { cell: index as u32, range })
        });
        self.global_references = references.collect();
    }

    fn compile_records(&mut self) {
        // Families in the order of their first cells, so that what is adjacent in one record stays so.
        let mut rank = HashMap::new();
        let mut owned = vec![Vec::new(); self.points.len()];
        for (index, cell) in self.cells.iter().enumerate() {
            if let [owner] = cell.coordinates[..] {
                let next = rank.len();
                let rank = *rank.entry(cell.family).or_insert(next);
                owned[owner.index()].push((rank, index as u32));
            }
        }
        let mut shapes: HashMap<Vec<u32>, u32> = HashMap::new();
        for (point, mut cells) in owned.into_iter().enumerate() {
            cells.sort_unstable();
            let families =
                cells.iter().map(|&(_, cell)| self.cells[cell as usize].family.index() as u32);
            let families: Vec<u32> = families.collect();
            let next = shapes.len() as u32;
            let shape = *shapes.entry(families.clone()).or_insert(next);
            if shape == next {
                let contents =
                    cells.iter().map(|&(_, cell)| self.range(CellId::new(cell as usize)));
                let references = contents.enumerate();
                let references = references
                    .filter_map(|(place, range)| range.map(|range| (place as u32, range)));
                let references = references.collect();
                self.shapes.push(Shape { families, runs: Vec::new(), references });
            }
            if !cells.is_empty() {
                self.owners.push(point as u32);
            }
            self.records.push(Record {
                start: self.record_cells.len() as u32,
                shape,
                references: self.owned_references.len() as u32,
            });
            self.record_cells.extend(cells.iter().map(|&(_, cell)| cell));
            let shape = &self.shapes[shape as usize];
            let references = (0..).zip(&shape.references);
            self.owned_references.extend(references.map(|(number, &(place, ref range))| {
                let range = range.clone();
                let cell = cells[place as usize].1;
                let family = shape.families[place as usize];
                OwnedReference { cell, family, owner: point as u32, number, range }
            }));
        }
        for shape in 0..self.shapes.len() {
            self.shapes[shape].runs = self.runs(shape);
        }
    }

    /// The stretches of cells that are adjacent in every record of a shape.
    fn runs(&self, shape: usize) -> Vec<(u32, u32)> {
        let length = self.shapes[shape].families.len();
        let alike = self.records.iter().filter(|record| record.shape as usize == shape);
        let records: Vec<&[u32]> =
            alike.map(|record| &self.record_cells[record.start as usize..][..length]).collect();
        let mut runs: Vec<(u32, u32)> = Vec::new();
        for place in 0..length {
            let adjacent =
                place > 0 && records.iter().all(|cells| cells[place] == cells[place - 1] + 1);
            match runs.last_mut() {
                Some(run) if adjacent => run.1 += 1,
                _ => runs.push((place as u32, 1)),
            }
        }
        runs
    }

    fn compile_multis(&mut self) -> Result<(), LayoutError> {
        let mut families: HashMap<Family, Vec<u32>> = HashMap::new();
        let mut order = Vec::new();
        for (index, cell) in self.cells.iter().enumerate() {
            if cell.coordinates.len() > 1 {
                let members = families.entry(cell.family).or_insert_with(|| {
                    order.push(cell.family);
                    Vec::new()
                });
                members.push(index as u32);
            }
        }
        for family in order {
            self.compile_family(family, &families[&family])?;
        }
        self.index_multis();
        Ok(())
    }

    /// Finds the cells of several coordinates by their owners, and those that hold references.
    fn index_multis(&mut self) {
        let owners = |multi: &Multi| multi.coordinates.into_iter().take(multi.arity as usize);
        for owner in self.multis.iter().flat_map(owners) {
            self.multi_starts[owner as usize + 1] += 1;
        }
        for point in 0..self.points.len() {
            self.multi_starts[point + 1] += self.multi_starts[point];
        }
        self.multis_of_points = vec![0; self.multi_starts[self.points.len()] as usize];
        let mut next = self.multi_starts.clone();
        for (index, multi) in (0..).zip(&self.multis) {
            for owner in owners(multi) {
                let next = &mut next[owner as usize];
                self.multis_of_points[*next as usize] = index;
                *next += 1;
            }
            if !multi.range.points().is_empty() {
                self.referring_multis.push(index);
            }
        }
    }

    /// The cells of several coordinates that a point owns, as places in `multis`.
    #[inline]
    pub(crate) fn multis_of(&self, point: u32) -> &[u32] {
        let point = point as usize;
        &self.multis_of_points
            [self.multi_starts[point] as usize..self.multi_starts[point + 1] as usize]
    }

    /// Builds the table of one family of two or three coordinates.
    fn compile_family(&mut self, family: Family, members: &[u32]) -> Result<(), LayoutError> {
        let count = self.points.len();
        let arity = self.cells[members[0] as usize].coordinates.len();
        let mut rows = [0; 3];
        let mut stride = 1usize;
        for (slot, start) in rows.iter_mut().enumerate().take(arity) {
            let row = self.offsets.len();
            self.offsets.resize(row + count, NONE);
            *start = row as u32;
            let mut next = 0;
            for &member in members {
                let point = self.cells[member as usize].coordinates[slot].index();
                if self.offsets[row + point] == NONE {
                    self.offsets[row + point] = (next * stride) as u32;
                    next += 1;
                }
            }
            stride *= next;
            if stride > 1 << 24 {
                return Err(LayoutError::FamilyTooWide(family));
            }
        }
        let table = self.table.len();
        self.table.resize(table + stride, NONE);
        for &member in members {
            let cell = &self.cells[member as usize];
            let mut coordinates = [0; 3];
            let mut place = table;
            for (slot, point) in cell.coordinates.iter().enumerate() {
                coordinates[slot] = point.index() as u32;
                place += self.offsets[rows[slot] as usize + point.index()] as usize;
            }
            self.table[place] = member;
            self.multis.push(Multi {
                cell: member,
                family: family.index() as u32,
                coordinates,
                arity: arity as u32,
                rows,
                table: table as u32,
                range: self.range_of(cell.content).unwrap_or(Range::EMPTY),
            });
        }
        Ok(())
    }
}
