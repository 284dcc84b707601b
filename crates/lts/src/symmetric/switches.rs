//! What becomes of switches and of their values when values are exchanged: format bisimulations (Definition 68 of Gibson-Robinson and
//! Lowe 2019, Example 70). They are guessed from rules that have but one image, and tested with all rules afterwards.

use rapidhash::RapidHashMap;

use super::values::Moved;
use crate::event::Event;
use crate::supercombinator::{Component, Rule};

/// What becomes of switches and their values.
#[derive(Clone)]
pub(super) struct Switches {
    pub(super) places: Vec<u32>,
    pub(super) values: Vec<Vec<u32>>,
}

/// What a rule does, but for switches: the parts and what they do, the event, the resets, and of how many switches something is asked or said.
type Deed = (Box<[(u32, Event)]>, Event, Box<[u32]>, usize, usize);

/// The rules by what they do.
pub(super) type Deeds = RapidHashMap<Deed, Vec<u32>>;

/// The rules by what they do.
pub(super) fn deeds(rules: &[Rule]) -> Deeds {
    let mut deeds = Deeds::default();
    for (rule, number) in rules.iter().zip(0..) {
        deeds.entry(deed(rule, &|part| part, &|event| event)).or_default().push(number);
    }
    deeds
}

fn deed(rule: &Rule, goes: &dyn Fn(u32) -> u32, image: &dyn Fn(Event) -> Event) -> Deed {
    let mut parts: Box<[(u32, Event)]> =
        rule.parts.iter().map(|&(part, event)| (goes(part), image(event))).collect();
    parts.sort_unstable();
    let mut resets: Box<[u32]> = rule.resets.iter().map(|&part| goes(part)).collect();
    resets.sort_unstable();
    (parts, image(rule.event), resets, rule.when.len(), rule.switch.len())
}

impl Switches {
    /// All stay as they are.
    pub(super) fn staying(counts: &[u32]) -> Switches {
        let places = (0..counts.len() as u32).collect();
        Switches { places, values: counts.iter().map(|&count| (0..count).collect()).collect() }
    }

    /// What rules with one image say. `goes` tells what becomes of components.
    pub(super) fn guess(
        counts: &[u32],
        rules: &[Rule],
        deeds: &Deeds,
        moved: &Moved,
        goes: &dyn Fn(u32) -> u32,
    ) -> Option<Switches> {
        let mut guess = Guess {
            places: vec![None; counts.len()],
            values: counts.iter().map(|&count| vec![None; count as usize]).collect(),
        };
        // An event that nobody met is the image of none: the test of the rules fails then.
        let image = |event| moved.image(event).unwrap_or(Event(u32::MAX));
        // What becomes of components may not be known well yet. Of rules that ask little it is clear which switch becomes which.
        let asking = rules.iter().filter(|rule| !rule.when.is_empty() || !rule.switch.is_empty());
        let mut asking: Vec<&Rule> = asking.collect();
        asking.sort_by_key(|rule| (rule.parts.len(), rule.when.len() + rule.switch.len()));
        for rule in asking {
            let Some([only]) = deeds.get(&deed(rule, goes, &image)).map(Vec::as_slice) else {
                continue;
            };
            guess.learn(rule, &rules[*only as usize]);
        }
        guess.complete(counts)
    }

    /// What is asked of switches, or said of them, for the images; in the order that equal ones have.
    pub(super) fn of_when(&self, when: &[(u32, [u32; 2])]) -> Box<[(u32, [u32; 2])]> {
        let mut images: Box<[(u32, [u32; 2])]> = when
            .iter()
            .map(|&(switch, values)| {
                let mut values = values.map(|value| self.values[switch as usize][value as usize]);
                values.sort_unstable();
                (self.places[switch as usize], values)
            })
            .collect();
        images.sort_unstable();
        images
    }

    /// The same of values that switches get.
    pub(super) fn of_switch(&self, switch: &[(u32, u32)]) -> Box<[(u32, u32)]> {
        let image = |&(switch, value): &(u32, u32)| {
            (self.places[switch as usize], self.values[switch as usize][value as usize])
        };
        let mut images: Box<[(u32, u32)]> = switch.iter().map(image).collect();
        images.sort_unstable();
        images
    }

    /// Whether a component is at work when the image of another one is: what it asks of switches is what that asks, one by one.
    pub(super) fn is_image(&self, from: &Component, to: &Component) -> bool {
        let sorted = |asked: Vec<(u32, Vec<u32>)>| {
            let mut asked = asked;
            asked.iter_mut().for_each(|(_, values)| values.sort_unstable());
            asked.sort_unstable();
            asked
        };
        let image = |(switch, values): &(u32, Box<[u32]>)| {
            let of_switch = &self.values[*switch as usize];
            let values = values.iter().map(|&value| of_switch[value as usize]).collect();
            (self.places[*switch as usize], values)
        };
        let itself = |(switch, values): &(u32, Box<[u32]>)| (*switch, values.to_vec());
        sorted(from.on.iter().map(image).collect()) == sorted(to.on.iter().map(itself).collect())
    }
}

/// What is known so far.
struct Guess {
    places: Vec<Option<u32>>,
    values: Vec<Vec<Option<u32>>>,
}

impl Guess {
    /// That one rule becomes another one, unless that contradicts what is known: rules that ask for several switches may list those of their
    /// images in another order.
    fn learn(&mut self, rule: &Rule, image: &Rule) {
        let asked =
            rule.when.iter().zip(&image.when).flat_map(|(&(switch, values), &(to, images))| {
                values.into_iter().zip(images).map(move |(value, image)| (switch, value, to, image))
            });
        let said = rule.switch.iter().zip(&image.switch);
        let said = said.map(|(&(switch, value), &(to, image))| (switch, value, to, image));
        let all: Vec<(u32, u32, u32, u32)> = asked.chain(said).collect();
        let fits = |&(switch, value, to, image): &(u32, u32, u32, u32)| {
            let known = self.values[switch as usize].get(value as usize).copied().flatten();
            self.places[switch as usize].is_none_or(|known| known == to)
                && known.is_none_or(|known| known == image)
        };
        if all.iter().all(fits) {
            for (switch, value, to, image) in all {
                self.places[switch as usize] = Some(to);
                self.values[switch as usize][value as usize] = Some(image);
            }
        }
    }

    /// What is not known stays as it is. None if two become the same, or a switch one with another number of values, or if the first value
    /// does not stay the first.
    fn complete(self, counts: &[u32]) -> Option<Switches> {
        let places = permutation(&self.places)?;
        let values: Option<Vec<Vec<u32>>> =
            self.values.iter().map(|values| permutation(values)).collect();
        let found = Switches { places, values: values? };
        let fits = |(switch, &to): (usize, &u32)| {
            counts[switch] == counts[to as usize] && found.values[switch].first() == Some(&0)
        };
        found.places.iter().enumerate().all(fits).then_some(found)
    }
}

/// A permutation that does what is known, and keeps what it can.
fn permutation(known: &[Option<u32>]) -> Option<Vec<u32>> {
    let mut is_taken = vec![false; known.len()];
    let images: Vec<u32> = (0..).zip(known).map(|(place, image)| image.unwrap_or(place)).collect();
    for &image in &images {
        if std::mem::replace(is_taken.get_mut(image as usize)?, true) {
            return None;
        }
    }
    Some(images)
}
