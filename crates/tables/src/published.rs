//! The figures that the papers print. Times are the papers' own, on the papers' machines.

pub mod csp;
pub mod markers;
pub mod rebeca;
pub mod red;

use num_bigint::BigUint;

/// A row of table 2 of Donaldson and Miller, *Automatic Symmetry Detection for Promela*, Journal of
/// Automated Reasoning 41 (2008). Orders of groups are as printed, such as `5040` or `4.8e8`.
pub struct DetectionRow {
    /// The family of specifications.
    pub family: &'static str,
    /// The configuration.
    pub configuration: &'static str,
    /// The order of the automorphism group of the static channel diagram.
    pub diagram: &'static str,
    /// The order of the group that the valid generators of that group generate.
    pub initial: &'static str,
    /// The order of the largest valid subgroup.
    pub largest: &'static str,
    /// Seconds for the generators of the automorphism group.
    pub saucy_seconds: &'static str,
    /// Seconds for the largest valid subgroup, given those; `>43200` where that was not finished.
    pub plain_seconds: &'static str,
    /// The same with the optimisation by random conjugates; `-` where all generators are valid.
    pub optimised_seconds: &'static str,
}

/// Table 2.
#[rustfmt::skip]
pub const DETECTION: [DetectionRow; 29] = [
    DetectionRow { family: "simple mutex", configuration: "5", diagram: "120", initial: "120", largest: "120", saucy_seconds: "0.03", plain_seconds: "0.07", optimised_seconds: "-" },
    DetectionRow { family: "simple mutex", configuration: "10", diagram: "3.6e6", initial: "3.6e6", largest: "3.6e6", saucy_seconds: "0.03", plain_seconds: "0.20", optimised_seconds: "-" },
    DetectionRow { family: "simple mutex", configuration: "20", diagram: "2.4e18", initial: "2.4e18", largest: "2.4e18", saucy_seconds: "0.03", plain_seconds: "0.59", optimised_seconds: "-" },
    DetectionRow { family: "simple mutex", configuration: "40", diagram: "8.1e37", initial: "8.1e37", largest: "8.1e37", saucy_seconds: "0.03", plain_seconds: "1.64", optimised_seconds: "-" },
    DetectionRow { family: "peterson", configuration: "3", diagram: "6", initial: "6", largest: "6", saucy_seconds: "0.03", plain_seconds: "0.06", optimised_seconds: "-" },
    DetectionRow { family: "peterson", configuration: "6", diagram: "720", initial: "720", largest: "720", saucy_seconds: "0.02", plain_seconds: "0.16", optimised_seconds: "-" },
    DetectionRow { family: "peterson", configuration: "9", diagram: "362880", initial: "362880", largest: "362880", saucy_seconds: "0.04", plain_seconds: "0.30", optimised_seconds: "-" },
    DetectionRow { family: "peterson", configuration: "12", diagram: "4.8e8", initial: "4.8e8", largest: "4.8e8", saucy_seconds: "0.03", plain_seconds: "0.56", optimised_seconds: "-" },
    DetectionRow { family: "peterson without atomicity", configuration: "3", diagram: "6", initial: "6", largest: "6", saucy_seconds: "0.03", plain_seconds: "0.08", optimised_seconds: "-" },
    DetectionRow { family: "peterson without atomicity", configuration: "6", diagram: "720", initial: "720", largest: "720", saucy_seconds: "0.08", plain_seconds: "0.25", optimised_seconds: "-" },
    DetectionRow { family: "peterson without atomicity", configuration: "9", diagram: "362880", initial: "362880", largest: "362880", saucy_seconds: "0.03", plain_seconds: "0.52", optimised_seconds: "-" },
    DetectionRow { family: "peterson without atomicity", configuration: "12", diagram: "4.8e8", initial: "4.8e8", largest: "4.8e8", saucy_seconds: "0.03", plain_seconds: "0.89", optimised_seconds: "-" },
    DetectionRow { family: "resource allocator", configuration: "3-4", diagram: "5040", initial: "144", largest: "144", saucy_seconds: "0.03", plain_seconds: "1.52", optimised_seconds: "1.52" },
    DetectionRow { family: "resource allocator", configuration: "2-2-3", diagram: "5040", initial: "24", largest: "24", saucy_seconds: "0.03", plain_seconds: "5.24", optimised_seconds: "5.24" },
    DetectionRow { family: "resource allocator", configuration: "5-5", diagram: "3.6e6", initial: "14400", largest: "14400", saucy_seconds: "0.05", plain_seconds: "8.34", optimised_seconds: "8.34" },
    DetectionRow { family: "resource allocator", configuration: "3-3-4", diagram: "3.6e6", initial: "864", largest: "864", saucy_seconds: "0.03", plain_seconds: "114.49", optimised_seconds: "114.49" },
    DetectionRow { family: "resource allocator", configuration: "alternating 10", diagram: "3.6e6", initial: "32", largest: "17280", saucy_seconds: "0.03", plain_seconds: "18.12", optimised_seconds: "8.5" },
    DetectionRow { family: "resource allocator", configuration: "alternating 12", diagram: "4.7e8", initial: "64", largest: "518400", saucy_seconds: "0.04", plain_seconds: "314.87", optimised_seconds: "33.59" },
    DetectionRow { family: "resource allocator", configuration: "alternating 14", diagram: "8.7e10", initial: "128", largest: "2.9e6", saucy_seconds: "0.06", plain_seconds: ">43200", optimised_seconds: "116.39" },
    DetectionRow { family: "resource allocator", configuration: "alternating 16", diagram: "2.1e13", initial: "256", largest: "1.6e9", saucy_seconds: "0.05", plain_seconds: ">43200", optimised_seconds: "543.87" },
    DetectionRow { family: "three-tiered architecture", configuration: "3-3-2", diagram: "144", initial: "144", largest: "144", saucy_seconds: "0.04", plain_seconds: "0.09", optimised_seconds: "-" },
    DetectionRow { family: "three-tiered architecture", configuration: "3-3-3", diagram: "1296", initial: "1296", largest: "1296", saucy_seconds: "0.05", plain_seconds: "0.14", optimised_seconds: "-" },
    DetectionRow { family: "three-tiered architecture", configuration: "4-4-3", diagram: "6912", initial: "6912", largest: "6912", saucy_seconds: "0.05", plain_seconds: "0.17", optimised_seconds: "-" },
    DetectionRow { family: "three-tiered architecture", configuration: "4-4-4", diagram: "82944", initial: "82944", largest: "82944", saucy_seconds: "0.05", plain_seconds: "0.26", optimised_seconds: "-" },
    DetectionRow { family: "three-tiered architecture", configuration: "5-5-5-5", diagram: "5.0e9", initial: "5.0e9", largest: "5.0e9", saucy_seconds: "0.07", plain_seconds: "0.55", optimised_seconds: "-" },
    DetectionRow { family: "hypercube", configuration: "2d", diagram: "8", initial: "2", largest: "4", saucy_seconds: "0.04", plain_seconds: "0.59", optimised_seconds: "0.84" },
    DetectionRow { family: "hypercube", configuration: "3d", diagram: "48", initial: "2", largest: "8", saucy_seconds: "0.03", plain_seconds: "2.50", optimised_seconds: "1.98" },
    DetectionRow { family: "hypercube", configuration: "4d", diagram: "384", initial: "2", largest: "16", saucy_seconds: "0.04", plain_seconds: "99.11", optimised_seconds: "26.73" },
    DetectionRow { family: "hypercube", configuration: "5d", diagram: "3840", initial: "2", largest: "32", saucy_seconds: "0.08", plain_seconds: "7171.57", optimised_seconds: "957.79" },
];

/// A row of figure 11.6 of Donaldson, *Automatic Techniques for Detecting and Exploiting Symmetry in
/// Model Checking*, PhD thesis, University of Glasgow (2007). `-` is not finished, or not given.
pub struct ReductionRow {
    /// The family of specifications.
    pub family: &'static str,
    /// The configuration.
    pub configuration: &'static str,
    /// The states without reduction.
    pub states: &'static str,
    /// The order of the group.
    pub order: &'static str,
    /// The orbits: the states that are stored with full reduction.
    pub orbits: &'static str,
    /// The states that are stored with its fast strategy, which may keep several of an orbit.
    pub fast: &'static str,
}

/// Figure 11.6.
#[rustfmt::skip]
pub const REDUCTION: [ReductionRow; 37] = [
    ReductionRow { family: "simple mutex", configuration: "5", states: "113", order: "120", orbits: "12", fast: "12" },
    ReductionRow { family: "simple mutex", configuration: "10", states: "6145", order: "3.6e6", orbits: "22", fast: "22" },
    ReductionRow { family: "simple mutex", configuration: "15", states: "278529", order: "1.3e12", orbits: "-", fast: "32" },
    ReductionRow { family: "simple mutex", configuration: "20", states: "1.2e7", order: "2.4e18", orbits: "-", fast: "42" },
    ReductionRow { family: "peterson", configuration: "3", states: "2636", order: "6", orbits: "494", fast: "494" },
    ReductionRow { family: "peterson", configuration: "4", states: "60577", order: "24", orbits: "3106", fast: "3106" },
    ReductionRow { family: "peterson", configuration: "5", states: "1.56e6", order: "120", orbits: "17321", fast: "17321" },
    ReductionRow { family: "peterson", configuration: "6", states: "4.48e7", order: "720", orbits: "89850", fast: "89850" },
    ReductionRow { family: "peterson", configuration: "7", states: "-", order: "5040", orbits: "442481", fast: "442481" },
    ReductionRow { family: "peterson", configuration: "8", states: "-", order: "40320", orbits: "-", fast: "2.09e6" },
    ReductionRow { family: "peterson", configuration: "9", states: "-", order: "362880", orbits: "-", fast: "9.62e6" },
    ReductionRow { family: "peterson without atomicity", configuration: "2", states: "291", order: "2", orbits: "148", fast: "148" },
    ReductionRow { family: "peterson without atomicity", configuration: "3", states: "75356", order: "6", orbits: "12706", fast: "12706" },
    ReductionRow { family: "peterson without atomicity", configuration: "4", states: "-", order: "24", orbits: "3.6332e6", fast: "3.6335e6" },
    ReductionRow { family: "resource allocator", configuration: "3-3", states: "16768", order: "36", orbits: "1501", fast: "1501" },
    ReductionRow { family: "resource allocator", configuration: "4-4", states: "199018", order: "576", orbits: "3826", fast: "3826" },
    ReductionRow { family: "resource allocator", configuration: "5-5", states: "2.2e6", order: "14400", orbits: "8212", fast: "8212" },
    ReductionRow { family: "resource allocator", configuration: "4-4-4", states: "2.39e7", order: "13824", orbits: "84377", fast: "84377" },
    ReductionRow { family: "resource allocator", configuration: "5-5-5", states: "-", order: "1728000", orbits: "-", fast: "254091" },
    ReductionRow { family: "three-tiered architecture", configuration: "3-3", states: "103105", order: "72", orbits: "2656", fast: "2656" },
    ReductionRow { family: "three-tiered architecture", configuration: "4-4", states: "1.1e6", order: "1152", orbits: "5012", fast: "5012" },
    ReductionRow { family: "three-tiered architecture", configuration: "3-3-3", states: "2.54e7", order: "1296", orbits: "50396", fast: "50396" },
    ReductionRow { family: "three-tiered architecture", configuration: "4-4-4", states: "-", order: "82944", orbits: "-", fast: "130348" },
    ReductionRow { family: "email", configuration: "3", states: "23256", order: "6", orbits: "3902", fast: "3908" },
    ReductionRow { family: "email", configuration: "4", states: "852641", order: "24", orbits: "36255", fast: "38560" },
    ReductionRow { family: "email", configuration: "5", states: "3.04e7", order: "120", orbits: "265315", fast: "315323" },
    ReductionRow { family: "email", configuration: "6", states: "-", order: "720", orbits: "1.7e6", fast: "2.3e6" },
    ReductionRow { family: "email", configuration: "7", states: "-", order: "5040", orbits: "9.3e6", fast: "1.53e7" },
    ReductionRow { family: "load balancer", configuration: "2-6", states: "2.37e7", order: "1440", orbits: "23474", fast: "31066" },
    ReductionRow { family: "load balancer", configuration: "2-7", states: "-", order: "10080", orbits: "44137", fast: "61245" },
    ReductionRow { family: "load balancer", configuration: "3-6", states: "-", order: "4320", orbits: "125126", fast: "256204" },
    ReductionRow { family: "load balancer", configuration: "3-7", states: "-", order: "30240", orbits: "293657", fast: "685167" },
    ReductionRow { family: "load balancer", configuration: "4-6", states: "-", order: "17280", orbits: "527548", fast: "1.7e6" },
    ReductionRow { family: "load balancer", configuration: "4-7", states: "-", order: "120960", orbits: "1.2e6", fast: "3.7e6" },
    ReductionRow { family: "hypercube", configuration: "3d", states: "13181", order: "48", orbits: "308", fast: "468" },
    ReductionRow { family: "hypercube", configuration: "4d", states: "380537", order: "384", orbits: "1240", fast: "6986" },
    ReductionRow { family: "hypercube", configuration: "5d", states: "9.6e6", order: "3840", orbits: "3907", fast: "90442" },
];

/// How a number stands to a printed one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// It is the printed number, or is printed so when it is rounded or cut off.
    Equal,
    /// It is smaller.
    Smaller,
    /// It is larger.
    Larger,
}

impl Comparison {
    /// The mark in a table.
    #[must_use]
    pub fn mark(self) -> &'static str {
        match self {
            Comparison::Equal => "equal",
            Comparison::Smaller => "smaller",
            Comparison::Larger => "larger",
        }
    }
}

/// Compares a number with a printed one, such as `5040`, `4.8e8`, `374K` or `1.34M`; `None` if nothing is printed.
#[must_use]
pub fn compare(number: &BigUint, printed: &str) -> Option<Comparison> {
    let Printed { digits, unit } = Printed::read(printed)?;
    let (cut_off, rounded) = (number / &unit, (number + &unit / 2_u32) / &unit);
    Some(if cut_off == digits || rounded == digits {
        Comparison::Equal
    } else if cut_off < digits {
        Comparison::Smaller
    } else {
        Comparison::Larger
    })
}

/// The value of a printed number, as far as its digits say.
#[must_use]
pub fn value(printed: &str) -> Option<f64> {
    let (digits, unit) = match (printed.strip_suffix('K'), printed.strip_suffix('M')) {
        (Some(thousands), _) => (thousands, 1e3),
        (_, Some(millions)) => (millions, 1e6),
        _ => (printed, 1.0),
    };
    digits.parse::<f64>().ok().map(|digits| digits * unit)
}

/// The digits that are printed, as a number of units.
struct Printed {
    digits: BigUint,
    unit: BigUint,
}

impl Printed {
    fn read(text: &str) -> Option<Printed> {
        let (mantissa, exponent) = if let Some((mantissa, exponent)) = text.split_once('e') {
            (mantissa, exponent.parse::<usize>().ok()?)
        } else if let Some(thousands) = text.strip_suffix('K') {
            (thousands, 3)
        } else if let Some(millions) = text.strip_suffix('M') {
            (millions, 6)
        } else {
            (text, 0)
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}").parse().ok()?;
        let power = u32::try_from(exponent.checked_sub(fraction.len())?).ok()?;
        Some(Printed { digits, unit: BigUint::from(10_u32).pow(power) })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{Comparison, DETECTION, REDUCTION, compare, value};

    fn check(number: u64, printed: &str, expected: Option<Comparison>) {
        assert_eq!(compare(&number.into(), printed), expected, "{number} and {printed}");
    }

    #[test]
    fn numbers_are_compared_with_printed_ones() {
        check(5040, "5040", Some(Comparison::Equal));
        check(5041, "5040", Some(Comparison::Larger));
        check(479_001_600, "4.8e8", Some(Comparison::Equal));
        check(479_001_600, "4.7e8", Some(Comparison::Equal));
        check(479_001_600, "4.6e8", Some(Comparison::Larger));
        check(479_001_600, "4.9e8", Some(Comparison::Smaller));
        check(29_030_400, "2.9e6", Some(Comparison::Larger));
        check(617_770, "617K", Some(Comparison::Equal));
        check(1_344_148, "1.34M", Some(Comparison::Equal));
        check(393_264, "436K", Some(Comparison::Smaller));
        check(1, "-", None);
    }

    #[test]
    fn printed_numbers_have_values() {
        for (printed, expected) in
            [("4.8e8", 4.8e8), ("108.9K", 108_900.0), ("3.5M", 3_500_000.0), ("12", 12.0)]
        {
            assert_eq!(value(printed), Some(expected), "{printed}");
        }
        assert_eq!(value("out of memory"), None);
    }

    /// The lines of a table of published figures, without its heading, where it is at hand.
    pub(super) fn published(name: &str) -> Option<Vec<Vec<String>>> {
        let text = shared_text(&format!("published/{name}"))?;
        Some(text.lines().skip(1).map(fields).collect())
    }

    /// A text that is kept outside of the project, where it is at hand.
    pub(super) fn shared_text(name: &str) -> Option<String> {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared"));
        let Ok(text) = std::fs::read_to_string(folder.join(name)) else {
            eprintln!("skipped: {name} is not here");
            return None;
        };
        Some(text)
    }

    /// What commas separate, but for those in quotes.
    fn fields(line: &str) -> Vec<String> {
        let mut fields = vec![String::new()];
        let mut quoted = false;
        for letter in line.chars() {
            match letter {
                '"' => quoted = !quoted,
                ',' if !quoted => fields.push(String::new()),
                _ => fields.last_mut().expect("one at least").push(letter),
            }
        }
        fields
    }

    #[test]
    fn detection_is_as_printed() {
        let Some(lines) = published("symmextractor-table2.csv") else { return };
        assert_eq!(lines.len(), DETECTION.len());
        for (row, line) in DETECTION.iter().zip(lines) {
            let ours = [row.family, row.configuration, row.diagram, row.initial, row.largest];
            assert_eq!(ours, line[..5]);
            let seconds = [row.saucy_seconds, row.plain_seconds, row.optimised_seconds];
            assert_eq!(seconds, line[5..8]);
        }
    }

    #[test]
    fn reduction_is_as_printed() {
        let Some(lines) = published("topspin-reduction.csv") else { return };
        assert_eq!(lines.len(), REDUCTION.len());
        for (row, line) in REDUCTION.iter().zip(lines) {
            let ours = [row.family, row.configuration, row.states, row.order, row.orbits, row.fast];
            let theirs = [&line[0], &line[1], &line[2], &line[4], &line[5], &line[8]];
            assert_eq!(ours, theirs.map(String::as_str));
        }
    }
}
