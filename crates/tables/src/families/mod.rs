//! Models of any size, for the families of specifications that the papers measure.
//!
//! The families and their parameters are those of Donaldson and Miller, *Automatic Symmetry Detection
//! for Promela* (2008), and of Donaldson, *Automatic Techniques for Detecting and Exploiting Symmetry in
//! Model Checking* (2007). The texts are our own: they have the components and the links that the papers
//! describe, so that groups can be compared, and other statements, so that counts of states cannot, but for
//! simple mutex and Peterson's algorithm. Rings are our own, for groups other than products of symmetric ones.

pub(crate) mod cspm;
mod email;
mod hypercube;
mod load_balancer;
mod mutex;
mod peterson;
mod peterson_without_atomicity;
mod rebeca;
mod resource_allocator;
mod ring;
mod three_tiered;

use ring::Direction;

/// The most components of a model; SPIN allows 255 processes and 255 channels.
const MOST: usize = 120;

/// The most dimensions of a hypercube.
const MOST_DIMENSIONS: usize = 6;

/// The families, as the papers call them, and what their configurations look like.
pub const FAMILIES: [(&str, &str); 10] = [
    ("simple mutex", "`5`: processes"),
    ("peterson", "`3`: processes"),
    ("peterson without atomicity", "`3`: processes"),
    ("resource allocator", "`3-4`: clients of each class; or `alternating 10`: clients"),
    ("three-tiered architecture", "`3-3-2`: clients of each server"),
    ("hypercube", "`3d`: dimensions"),
    ("load balancer", "`2-6`: servers and clients"),
    ("email", "`3`: clients"),
    ("ring", "`5`: stations, at least 3"),
    ("two-way ring", "`5`: stations, at least 3"),
];

/// The text of a configuration of a family: Promela, or Rebeca or CSPM for those whose names say so.
///
/// # Errors
/// What is wrong with the name of the family or with its configuration.
///
/// ```
/// let text = tables::families::text("three-tiered architecture", "3-3-2").unwrap();
/// assert_eq!(text.matches("run client").count(), 8);
/// ```
pub fn text(family: &str, configuration: &str) -> Result<String, String> {
    let families = FAMILIES.iter().chain(&rebeca::FAMILIES).chain(&cspm::FAMILIES);
    let Some((_, form)) = families.clone().find(|(name, _)| *name == family) else {
        let names: Vec<&str> = families.map(|(name, _)| *name).collect();
        return Err(format!("no family `{family}`; there are: {}", names.join(", ")));
    };
    generate(family, configuration).ok_or_else(|| {
        format!("`{configuration}` is no configuration of `{family}`, or too large: {form}")
    })
}

fn generate(family: &str, configuration: &str) -> Option<String> {
    match family {
        "simple mutex" => Some(mutex::text(number(configuration)?)),
        "peterson" => Some(peterson::text(number(configuration)?)),
        "peterson without atomicity" => {
            Some(peterson_without_atomicity::text(number(configuration)?))
        }
        "resource allocator" => Some(resource_allocator::text(&priorities(configuration)?)),
        "three-tiered architecture" => Some(three_tiered::text(&numbers(configuration)?)),
        "hypercube" => {
            let dimensions = number(configuration.strip_suffix('d')?)?;
            (dimensions <= MOST_DIMENSIONS).then(|| hypercube::text(dimensions))
        }
        "load balancer" => match numbers(configuration)?[..] {
            [servers, clients] => Some(load_balancer::text(servers, clients)),
            _ => None,
        },
        "email" => Some(email::text(number(configuration)?)),
        "ring" => Some(ring::text(stations(configuration)?, Direction::OneWay)),
        "two-way ring" => Some(ring::text(stations(configuration)?, Direction::BothWays)),
        _ => rebeca::text(family, configuration).or_else(|| cspm::text(family, configuration)),
    }
}

/// The number of components.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number| (1..=MOST).contains(number))
}

/// The stations of a ring: two would be each other's next and last.
fn stations(text: &str) -> Option<usize> {
    number(text).filter(|&number| number >= 3)
}

/// `3-3-2`.
fn numbers(text: &str) -> Option<Vec<usize>> {
    let numbers = text.split('-').map(number).collect::<Option<Vec<usize>>>()?;
    (numbers.iter().sum::<usize>() <= MOST).then_some(numbers)
}

/// The priority of each client. In `3-4`, three have the lowest and four the next. In `alternating 10`
/// two have the lowest, the following two the next, and so on in turns: so it follows from the group
/// that is published, S6 x S4.
fn priorities(configuration: &str) -> Option<Vec<usize>> {
    if let Some(clients) = configuration.strip_prefix("alternating ") {
        return Some((0..number(clients)?).map(|client| client / 2 % 2).collect());
    }
    let classes = numbers(configuration)?.into_iter().enumerate();
    Some(classes.flat_map(|(priority, clients)| vec![priority; clients]).collect())
}

/// What `write` says of each number from 1 to `last`, with `between` in between.
fn each(last: usize, between: &str, write: impl Fn(usize) -> String) -> String {
    (1..=last).map(write).collect::<Vec<_>>().join(between)
}

#[cfg(test)]
mod tests {
    use super::{priorities, text};

    #[test]
    fn configurations_are_read() {
        assert_eq!(priorities("2-1-2"), Some(vec![0, 0, 1, 2, 2]));
        assert_eq!(priorities("alternating 6"), Some(vec![0, 0, 1, 1, 0, 0]));
    }

    #[test]
    fn what_is_no_configuration_is_refused() {
        let bad = [
            ("philosophers", "3"),
            ("simple mutex", "0"),
            ("simple mutex", "-1"),
            ("simple mutex", "100000"),
            ("resource allocator", "3-"),
            ("resource allocator", "alternating"),
            ("three-tiered architecture", "100-100"),
            ("hypercube", "3"),
            ("hypercube", "60d"),
            ("load balancer", "2"),
            ("email", "0"),
            ("two-way ring", "2"),
            ("rebeca philosophers", "1"),
            ("rebeca load balancer", "3-2"),
            ("rebeca load balancer", "4"),
            ("rebeca trains", "100"),
            ("rebeca two-phase commit", ""),
        ];
        for (family, configuration) in bad {
            let message = text(family, configuration).expect_err(configuration);
            assert!(message.contains(configuration) || message.contains(family), "{message}");
        }
    }
}
