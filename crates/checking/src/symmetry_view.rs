//! What is said about a symmetry: order, structure, orbits, generators in the model's own names.

use std::collections::HashMap;

use groups::{Permutation, describe};
use model::Reduced;
use num_bigint::BigUint;
use serde::Serialize;
use symmetry::Point;

/// A symmetry in the words of the model.
#[derive(Clone, Debug, Serialize)]
pub struct SymmetryView {
    /// The order of the group, in decimal.
    pub order: String,
    /// Its structure, such as `S3`.
    pub structure: String,
    /// Generators, in the names of the model.
    pub generators: Vec<String>,
    /// The cycles of each generator. Components are numbered through all orbits, one after the other.
    #[serde(skip)]
    pub cycles: Vec<Vec<Vec<usize>>>,
    /// The components that can be exchanged with others.
    pub orbits: Vec<Orbit>,
}

/// Components of which each can be moved to the place of each other.
#[derive(Clone, Debug, Serialize)]
pub struct Orbit {
    /// Their names.
    pub members: Vec<String>,
    /// Whether they can be permuted in every way.
    pub interchangeable: bool,
}

impl SymmetryView {
    /// Describes the symmetry of a reduction.
    pub fn new(reduction: &impl Reduced) -> SymmetryView {
        let group = reduction.symmetry().group();
        let moved: Vec<_> = group.generators().iter().map(|g| moved(reduction, g)).collect();
        let moved = || moved.iter().filter(|cycles| !cycles.is_empty());
        let orbits = orbits(reduction);
        let numbers: HashMap<usize, usize> =
            orbits.iter().flatten().copied().enumerate().map(|(n, point)| (point, n)).collect();
        let numbered = |cycle: &Vec<usize>| cycle.iter().map(|point| numbers[point]).collect();
        SymmetryView {
            order: group.order().to_string(),
            structure: describe(group),
            generators: moved().map(|cycles| text(reduction, cycles)).collect(),
            cycles: moved().map(|cycles| cycles.iter().map(numbered).collect()).collect(),
            orbits: orbits.iter().map(|points| Orbit::new(reduction, points)).collect(),
        }
    }

    /// `S4, order 24: user(1..4) interchangeable`.
    pub fn one_line(&self) -> String {
        let orbits: Vec<String> = self.orbits.iter().map(Orbit::text).collect();
        format!("{}, order {}: {}", self.structure, self.order, orbits.join("; "))
    }
}

impl Orbit {
    fn new(reduction: &impl Reduced, points: &[usize]) -> Orbit {
        let group = reduction.symmetry().group();
        let all: BigUint = (1..=points.len()).product();
        Orbit {
            members: points.iter().map(|&point| name(reduction, point).to_owned()).collect(),
            interchangeable: group.action_on(points).is_some_and(|a| a.order() == all),
        }
    }

    /// `user(1..4) interchangeable`.
    pub fn text(&self) -> String {
        let how = if self.interchangeable { "interchangeable" } else { "symmetric" };
        format!("{} {how}", ranges(&self.members))
    }
}

/// Components: processes, channels, variables and values. Locations that move with them are none.
fn is_component(reduction: &impl Reduced, point: usize) -> bool {
    point < reduction.components()
}

fn name<R: Reduced>(reduction: &R, point: usize) -> &str {
    reduction.symmetry().layout().name(Point::new(point))
}

/// The cycles of a permutation that move components.
fn moved(reduction: &impl Reduced, permutation: &Permutation) -> Vec<Vec<usize>> {
    let all = permutation.cycles().into_iter();
    all.filter(|cycle| cycle.len() > 1 && is_component(reduction, cycle[0])).collect()
}

fn text(reduction: &impl Reduced, cycles: &[Vec<usize>]) -> String {
    let text = |cycle: &Vec<usize>| {
        let names: Vec<&str> = cycle.iter().map(|&point| name(reduction, point)).collect();
        format!("({})", names.join(" "))
    };
    cycles.iter().map(text).collect()
}

/// What a permutation does to the components, as cycles of their names.
pub(crate) fn cycles(reduction: &impl Reduced, permutation: &Permutation) -> String {
    text(reduction, &moved(reduction, permutation))
}

/// The orbits of components that can be exchanged with others.
fn orbits(reduction: &impl Reduced) -> Vec<Vec<usize>> {
    let orbits = reduction.symmetry().group().orbits().into_iter();
    orbits.filter(|orbit| orbit.len() > 1 && is_component(reduction, orbit[0])).collect()
}

/// Names with consecutive numbers drawn together: `user(1..4)`, `link[0..2]`, `a, b`.
pub fn ranges(names: &[String]) -> String {
    let mut runs: Vec<(Numbered<'_>, u64)> = Vec::new();
    for name in names {
        let numbered = Numbered::split(name);
        match runs.last_mut() {
            Some((first, last)) if first.is_followed(*last, &numbered) => *last += 1,
            _ => runs.push((numbered, numbered.number.unwrap_or(0))),
        }
    }
    let texts: Vec<String> = runs.iter().map(|(first, last)| first.text(*last)).collect();
    const MOST: usize = 8;
    if texts.len() <= MOST {
        return texts.join(", ");
    }
    let more = texts.len() - MOST;
    format!("{}, … {more} more", texts[..MOST].join(", "))
}

/// A name cut at its last number.
#[derive(Clone, Copy)]
struct Numbered<'a> {
    before: &'a str,
    number: Option<u64>,
    after: &'a str,
}

impl<'a> Numbered<'a> {
    fn split(name: &'a str) -> Numbered<'a> {
        let end = name.rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
        let start = name[..end].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
        let start = (start..=end).find(|&at| name.is_char_boundary(at)).unwrap_or(end);
        let number = name[start..end].parse().ok();
        Numbered { before: &name[..start], number, after: &name[end..] }
    }

    fn is_followed(&self, last: u64, next: &Numbered<'_>) -> bool {
        self.number.is_some()
            && self.before == next.before
            && self.after == next.after
            && next.number == Some(last + 1)
    }

    fn text(&self, last: u64) -> String {
        match self.number {
            Some(first) if last > first => {
                format!("{}{first}..{last}{}", self.before, self.after)
            }
            Some(first) => format!("{}{first}{}", self.before, self.after),
            None => format!("{}{}", self.before, self.after),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ranges;

    fn check(names: &[&str], expected: &str) {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        assert_eq!(ranges(&names), expected);
    }

    #[test]
    fn names_are_drawn_together() {
        check(&["user(1)", "user(2)", "user(3)"], "user(1..3)");
        check(&["c[0]", "c[1]", "d[2]"], "c[0..1], d[2]");
        check(&["a", "b"], "a, b");
        check(&["user(1)", "user(3)"], "user(1), user(3)");
        check(&["é1", "é2"], "é1..2");
    }
}
