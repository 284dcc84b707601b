//! Which values a thing mentions, given what its stabiliser does to values.

use rapidhash::RapidHashMap;

use super::orbits::Orbit;

/// What the first thing of an orbit mentions.
#[derive(Clone, Default)]
pub(super) struct Mentioned {
    /// Values, one by one: in ascending order.
    pub(super) alone: Vec<u8>,
    /// Sets of values.
    pub(super) together: Vec<Vec<u8>>,
    /// Whether that tells all that the orbit's things differ in.
    pub(super) is_all: bool,
    /// If it does not, the mark of each pair of values of two sets, in rows.
    pub(super) pairs: Vec<((usize, usize), Vec<i32>)>,
}

/// What is mentioned by the first thing of an orbit, but for pairs. Of a set of interchangeable values the
/// largest part that all are treated alike in is not mentioned; if several are as large, one that has none of the `owners`.
pub(super) fn mentioned(orbit: &Orbit, sets: &[Vec<u32>], owners: &[u8]) -> Mentioned {
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
pub(super) fn marks(
    alike: &[u32],
    classes: &[u32],
    first: &[u32],
    second: &[u32],
) -> Option<Vec<i32>> {
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

/// In how many ways some are chosen of many: as many as there are to choose the others, which may need smaller numbers on the way.
fn ways(many: usize, some: usize) -> u128 {
    (0..some.min(many - some) as u128)
        .fold(1, |ways, chosen| ways.saturating_mul(many as u128 - chosen) / (chosen + 1))
}
