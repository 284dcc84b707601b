//! Values that may be interchangeable, and the events that are made of them: told by a language once, as plain data.

use std::hash::BuildHasher;

use diagnostics::Span;
use rapidhash::RapidHashMap;
use rapidhash::fast::RandomState;

use crate::event::Event;

/// A value as far as exchanges of values go. Equal values have equal data.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Datum {
    /// A value that may be interchangeable with others of its datatype, by its number: see [`SymmetricValues`].
    Point(u32),
    /// Any other value that has none of these in it, by a number that the language gives.
    Atom(u32),
    /// Values in a row. The number tells such rows apart as the language likes.
    Row(u32, Box<[Datum]>),
    /// Values in no order: in ascending order, each once.
    Set(Box<[Datum]>),
}

/// A datatype whose values may be interchangeable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymmetricDatatype {
    /// Its name.
    pub name: String,
    /// Its values, as they are written.
    pub values: Vec<String>,
}

/// The values that may be interchangeable, numbered through: those of the first datatype come first, in the order of its declaration. And the
/// events that have such values in them.
#[derive(Debug)]
pub struct SymmetricValues {
    datatypes: Vec<SymmetricDatatype>,
    data: RapidHashMap<Event, Datum>,
    events: RapidHashMap<Datum, Event>,
    /// For each value the events that it is in.
    of_points: Vec<Vec<Event>>,
    /// For each value a number that depends on how many events there are of each kind that it is in: values with different numbers cannot be
    /// exchanged.
    traits: Vec<u64>,
    /// Where the text names a value.
    constants: RapidHashMap<u32, Span>,
}

impl Datum {
    /// Calls `visit` with every value in it that may be interchangeable.
    fn each_point(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Datum::Point(point) => visit(*point),
            Datum::Atom(_) => {}
            Datum::Row(_, parts) | Datum::Set(parts) => {
                parts.iter().for_each(|part| part.each_point(visit));
            }
        }
    }

    /// The same with each value replaced by whether it is this one. Elements of sets are in no order then.
    fn seen_from(&self, point: u32) -> Datum {
        match self {
            Datum::Point(other) => Datum::Point(u32::from(*other == point)),
            Datum::Atom(atom) => Datum::Atom(*atom),
            Datum::Row(kind, parts) => {
                Datum::Row(*kind, parts.iter().map(|part| part.seen_from(point)).collect())
            }
            Datum::Set(parts) => {
                let mut parts: Vec<Datum> =
                    parts.iter().map(|part| part.seen_from(point)).collect();
                parts.sort_unstable();
                Datum::Set(parts.into())
            }
        }
    }

    /// The same with every value replaced by its image.
    fn image(&self, images: &[u32]) -> Datum {
        match self {
            Datum::Point(point) => Datum::Point(images[*point as usize]),
            Datum::Atom(atom) => Datum::Atom(*atom),
            Datum::Row(kind, parts) => {
                Datum::Row(*kind, parts.iter().map(|part| part.image(images)).collect())
            }
            Datum::Set(parts) => {
                let mut parts: Vec<Datum> = parts.iter().map(|part| part.image(images)).collect();
                parts.sort_unstable();
                Datum::Set(parts.into())
            }
        }
    }
}

impl SymmetricValues {
    /// Of these datatypes. Events in which no such value is may be left out.
    ///
    /// # Panics
    /// An event has a value that no datatype has.
    #[must_use]
    pub fn new(
        datatypes: Vec<SymmetricDatatype>,
        events: impl IntoIterator<Item = (Event, Datum)>,
    ) -> SymmetricValues {
        let count = datatypes.iter().map(|datatype| datatype.values.len()).sum();
        let mut values = SymmetricValues {
            datatypes,
            data: RapidHashMap::default(),
            events: RapidHashMap::default(),
            of_points: vec![Vec::new(); count],
            traits: vec![0; count],
            constants: RapidHashMap::default(),
        };
        let hasher = RandomState::default();
        for (event, datum) in events {
            let mut has_points = false;
            datum.each_point(&mut |point| {
                has_points = true;
                let events = &mut values.of_points[point as usize];
                if events.last() != Some(&event) {
                    events.push(event);
                    let kind = hasher.hash_one(datum.seen_from(point));
                    values.traits[point as usize] =
                        values.traits[point as usize].wrapping_add(kind);
                }
            });
            if has_points {
                values.events.insert(datum.clone(), event);
                values.data.insert(event, datum);
            }
        }
        values
    }

    /// The datatypes.
    #[must_use]
    pub fn datatypes(&self) -> &[SymmetricDatatype] {
        &self.datatypes
    }

    /// How many values there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.of_points.len()
    }

    /// The name of a value.
    #[must_use]
    pub fn name(&self, point: u32) -> &str {
        let mut values = self.datatypes.iter().flat_map(|datatype| &datatype.values);
        values.nth(point as usize).map_or("?", String::as_str)
    }

    /// What values have in common that can be exchanged.
    pub(super) fn trait_of(&self, value: u32) -> u64 {
        self.traits[value as usize]
    }

    /// Says where the text names a value of a datatype.
    pub fn add_constant(&mut self, datatype: &str, value: &str, span: Span) {
        let mut point = 0;
        for one in &self.datatypes {
            if one.name == datatype
                && let Some(place) = one.values.iter().position(|known| known == value)
            {
                self.constants.insert(point + place as u32, span);
            }
            point += one.values.len() as u32;
        }
    }

    /// Where the text names a value, if that is known.
    pub(crate) fn constant(&self, value: u32) -> Option<Span> {
        self.constants.get(&value).copied()
    }

    /// The image of an event: itself if it has no such value, none if nobody met it.
    pub(crate) fn image(&self, event: Event, images: &[u32]) -> Option<Event> {
        match self.data.get(&event) {
            Some(datum) => self.events.get(&datum.image(images)).copied(),
            None => Some(event),
        }
    }

    /// The events that an exchange of two values moves, with their images; none of those that nobody met.
    pub(super) fn moved(&self, first: u32, second: u32) -> Moved {
        let mut images: Vec<u32> = (0..self.count() as u32).collect();
        images.swap(first as usize, second as usize);
        let of_both = [first, second].into_iter();
        let events = of_both.flat_map(|point| &self.of_points[point as usize]);
        let moved = events.map(|&event| (event, self.image(event, &images)));
        Moved(moved.filter(|&(event, image)| image != Some(event)).collect())
    }
}

/// What an exchange of values does to events.
pub(super) struct Moved(RapidHashMap<Event, Option<Event>>);

impl Moved {
    /// The image of an event; none if nobody met it.
    pub(super) fn image(&self, event: Event) -> Option<Event> {
        self.0.get(&event).map_or(Some(event), |&image| image)
    }

    /// Whether an event is another one then.
    pub(super) fn moves(&self, event: Event) -> bool {
        self.0.contains_key(&event)
    }
}
