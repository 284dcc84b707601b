//! The signatures of channels: their capacities with the full types of their messages.
//!
//! Donaldson and Miller 2008, section 8.1: types that a language does not declare in full are reconstructed ([`Classes`]), and
//! recursive ones are brought to a canonical form. Types are graphs here, minimised by refining a partition (Moore 1956), so
//! that types are one if they unfold to the same tree.

use std::collections::HashMap;

use detection::classes::{Class, Classes, Meaning};
use machine::Machine;
use machine::index::ChannelId;
use machine::program::{CellType, Field};

use super::meanings::Meanings;

/// How many types one signature spells out before it is cut short.
const MOST_SPELT: usize = 24;

/// What a field holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Part {
    Process,
    Number(String),
    /// The place of the type of the channels among the types.
    Channel(usize),
}

/// What tells signatures apart: the capacity, and the fields with the sorts of their channels.
type Key = (u32, Vec<Part>);

/// The signatures of the channels that a program declares.
pub struct Signatures {
    labels: Vec<String>,
}

impl Signatures {
    /// Reconstructs the types of all channels.
    #[must_use]
    pub fn new(machine: &Machine, classes: &Classes) -> Signatures {
        let meanings = Meanings::new(machine, classes);
        let types = Types::new(machine, classes, &meanings);
        let mut known: HashMap<Key, String> = HashMap::new();
        let label = |channel: ChannelId| {
            let declared = &machine.program.channels[channel.index()];
            let capacity = declared.capacity;
            if let Some(message) = &declared.message_type {
                return format!("[{capacity}] of {message}");
            }
            let fields =
                types.fields(classes, &meanings, classes.channel(channel), &[&declared.fields]);
            let key = (capacity, fields.iter().map(|part| types.minimised(part)).collect());
            if let Some(label) = known.get(&key) {
                return label.clone();
            }
            let mut label = format!("[{capacity}] of {{{}}}", types.list(&fields));
            if known.values().any(|other| *other == label) {
                label += &format!(" ({})", known.len() + 1);
            }
            known.insert(key, label.clone());
            label
        };
        let channels = ChannelId::below(machine.program.channels.len());
        Signatures { labels: channels.map(label).collect() }
    }

    /// `[1] of {byte, pid}`: channels have the same if and only if their signatures are the same.
    #[must_use]
    pub fn of(&self, channel: ChannelId) -> &str {
        &self.labels[channel.index()]
    }
}

/// The types of channels.
struct Types {
    /// The types, by the classes of their channels.
    places: HashMap<Class, usize>,
    fields: Vec<Vec<Part>>,
    /// The sort of each type: types that unfold to the same tree are of one sort.
    sorts: Vec<usize>,
}

impl Types {
    fn new(machine: &Machine, classes: &Classes, meanings: &Meanings<'_>) -> Types {
        let declared = &machine.program.channels;
        let mut declarations: HashMap<Class, Vec<&[Field]>> = HashMap::new();
        let mut types = Types { places: HashMap::new(), fields: Vec::new(), sorts: Vec::new() };
        let mut open = Vec::new();
        for channel in ChannelId::below(declared.len()) {
            let class = classes.representative(classes.channel(channel));
            declarations.entry(class).or_default().push(&declared[channel.index()].fields);
            open.push(class);
        }
        let mut met = Vec::new();
        while let Some(class) = open.pop() {
            if types.places.contains_key(&class) {
                continue;
            }
            types.places.insert(class, met.len());
            met.push(class);
            let channels = |field: &&Class| classes.uncomputed(**field) == Meaning::Channel;
            let nested = classes.message(class).iter().filter(channels);
            open.extend(nested.map(|&field| classes.representative(field)));
        }
        for class in met {
            let declarations = declarations.get(&class).map_or(&[] as &[_], Vec::as_slice);
            let fields = types.fields(classes, meanings, class, declarations);
            types.fields.push(fields);
        }
        types.sorts = minimise(&types.fields);
        types
    }

    /// The fields of the messages in channels of a class that are declared so.
    fn fields(
        &self,
        classes: &Classes,
        meanings: &Meanings<'_>,
        class: Class,
        declared: &[&[Field]],
    ) -> Vec<Part> {
        let fields = classes.message(class).iter().enumerate();
        let part = |(place, &field): (usize, &Class)| match meanings.of(field) {
            Meaning::Process => Part::Process,
            Meaning::Channel => {
                Part::Channel(self.places.get(&classes.representative(field)).copied().unwrap_or(0))
            }
            Meaning::Data | Meaning::Value(_) => {
                let cells = declared.iter().filter_map(|fields| fields.get(place));
                let mut names: Vec<String> = cells.map(|field| number_type(field.cell)).collect();
                names.sort_unstable();
                names.dedup();
                Part::Number(names.join(" or "))
            }
        };
        fields.map(part).collect()
    }

    fn minimised(&self, part: &Part) -> Part {
        match part {
            Part::Channel(place) => Part::Channel(self.sorts[*place]),
            part => part.clone(),
        }
    }

    fn list(&self, fields: &[Part]) -> String {
        let mut writer = Writer { types: self, open: Vec::new(), left: MOST_SPELT };
        writer.list(fields)
    }

    /// Whether a type occurs within itself.
    fn is_recursive(&self, place: usize) -> bool {
        let mut open = vec![place];
        let mut seen = vec![false; self.fields.len()];
        while let Some(at) = open.pop() {
            for part in &self.fields[at] {
                let Part::Channel(inner) = part else { continue };
                if self.sorts[*inner] == self.sorts[place] {
                    return true;
                }
                if !std::mem::replace(&mut seen[*inner], true) {
                    open.push(*inner);
                }
            }
        }
        false
    }
}

/// Sorts types: two are of one sort if nothing that is reached from both along the same fields tells them apart.
fn minimise(fields: &[Vec<Part>]) -> Vec<usize> {
    let mut sorts = vec![0; fields.len()];
    let mut count = 1;
    loop {
        let mut known: HashMap<Vec<Part>, usize> = HashMap::new();
        let refined: Vec<usize> = fields
            .iter()
            .map(|parts| {
                let sorted = parts.iter().map(|part| match part {
                    Part::Channel(place) => Part::Channel(sorts[*place]),
                    part => part.clone(),
                });
                let next = known.len();
                *known.entry(sorted.collect()).or_insert(next)
            })
            .collect();
        sorts = refined;
        if known.len() <= count {
            return sorts;
        }
        count = known.len();
    }
}

/// Spells types out.
struct Writer<'t> {
    types: &'t Types,
    /// The sorts of the recursive types that what is written stands in, outermost first.
    open: Vec<usize>,
    /// How many more types are spelt out.
    left: usize,
}

impl Writer<'_> {
    fn list(&mut self, fields: &[Part]) -> String {
        fields.iter().map(|part| self.part(part)).collect::<Vec<_>>().join(", ")
    }

    fn part(&mut self, part: &Part) -> String {
        let place = match part {
            Part::Process => return "pid".to_owned(),
            Part::Number(name) => return name.clone(),
            Part::Channel(place) => *place,
        };
        let sort = self.types.sorts[place];
        if let Some(outer) = self.open.iter().position(|&open| open == sort) {
            return format!("X{outer}");
        }
        let fields = &self.types.fields[place];
        if fields.is_empty() {
            return "chan".to_owned();
        }
        if self.left == 0 {
            return "chan{…}".to_owned();
        }
        self.left -= 1;
        if !self.types.is_recursive(place) {
            return format!("chan{{{}}}", self.list(fields));
        }
        self.open.push(sort);
        let text = format!("rec X{} . chan{{{}}}", self.open.len() - 1, self.list(fields));
        self.open.pop();
        text
    }
}

fn number_type(cell: CellType) -> String {
    match (cell.bits, cell.signed) {
        (1, false) => "bit".to_owned(),
        (8, false) => "byte".to_owned(),
        (16, true) => "short".to_owned(),
        (32, true) => "int".to_owned(),
        (bits, signed) => format!("{} {bits} bits", if signed { "signed" } else { "unsigned" }),
    }
}
