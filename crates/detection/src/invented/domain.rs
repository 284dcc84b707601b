//! What the cells of an invented state may hold.

use machine::State;
use machine::program::CellType;

/// One number in so many is any that its cell can hold.
const ANY: usize = 8;
/// The most values of a kind in a state of few values.
const FEW: usize = 3;

/// What a cell may hold.
#[derive(Clone, Debug)]
pub(super) enum Domain {
    /// One of these.
    Known(Vec<i32>),
    /// Any number that fits; the likely ones.
    Numbers(Vec<i32>, CellType),
}

/// The messages of a channel.
#[derive(Clone, Debug)]
pub(super) struct Slots {
    /// Its first cell, which says how many there are.
    pub start: u32,
    pub capacity: u32,
    pub fields: Vec<Domain>,
}

/// The values that the cells of one state are chosen from.
pub(super) enum Palette {
    /// All that they may hold.
    All,
    /// Those in these places, of each kind: what loops look for is seldom there, or there twice, where all values are as likely.
    Few(Vec<usize>),
}

impl Palette {
    /// Draws the palette of a state.
    pub fn choose(below: &mut dyn FnMut(usize) -> usize) -> Palette {
        match below(2 * FEW) {
            few if few < FEW => Palette::Few((0..=few).map(|_| below(1 << 16)).collect()),
            _ => Palette::All,
        }
    }

    /// A number below a bound.
    pub fn below(&self, bound: usize, below: &mut dyn FnMut(usize) -> usize) -> usize {
        match self {
            Palette::All => below(bound),
            Palette::Few(places) => places[below(places.len())] % bound,
        }
    }
}

impl Domain {
    /// Whether a value may stand there.
    pub fn allows(&self, value: i32) -> bool {
        match self {
            Domain::Known(values) => values.contains(&value),
            Domain::Numbers(_, cell) => cell.wrap(value) == value,
        }
    }

    /// What of it is among some values, if these are known; none if nothing is.
    pub fn within(self, values: Option<&Vec<i32>>) -> Option<Domain> {
        let Some(values) = values else { return Some(self) };
        let common: Vec<i32> = values.iter().copied().filter(|&it| self.allows(it)).collect();
        (!common.is_empty()).then_some(Domain::Known(common))
    }

    /// Draws a value.
    pub fn choose(&self, palette: &Palette, below: &mut dyn FnMut(usize) -> usize) -> i32 {
        match self {
            Domain::Numbers(_, cell) if matches!(palette, Palette::All) && below(ANY) == 0 => {
                cell.wrap(below(1 << 16) as i32)
            }
            Domain::Known(values) | Domain::Numbers(values, _) => {
                values[palette.below(values.len(), below)]
            }
        }
    }
}

impl Slots {
    /// Gives the channel so many messages.
    pub fn fill(
        &self,
        state: &mut State,
        length: usize,
        palette: &Palette,
        below: &mut dyn FnMut(usize) -> usize,
    ) {
        let start = self.start as usize;
        state.cells[start] = length as i32;
        for (place, field) in (0..length).flat_map(|_| &self.fields).enumerate() {
            state.cells[start + 1 + place] = field.choose(palette, below);
        }
    }
}
