//! Table 1 of F. Wang and K. Schmidt, *Symmetric symbolic safety-analysis of concurrent software with pointer data structures*,
//! FORTE 2002: three benchmarks with 3 to 9 processes, in RED 3.1 and in SMC.

use std::ops::RangeInclusive;

/// How many processes the columns of the table have.
pub const RED_PROCESSES: RangeInclusive<u8> = 3..=9;

/// What is printed of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RedFigure {
    /// Seconds of processor time, `>61200` where it was given up after as long, with ` (crashed)` where it dumped core; `-` where it
    /// is not available.
    pub seconds: &'static str,
    /// Kilobytes; of RED those of data structures alone. `-` where nothing is printed.
    pub kilobytes: &'static str,
}

/// A row of the table: one option of a tool on a benchmark.
pub struct RedRow {
    /// The benchmark, as printed.
    pub benchmark: &'static str,
    /// The tool: `RED` or `SMC`.
    pub tool: &'static str,
    /// Its option.
    pub option: &'static str,
    /// Seconds with each number of processes, from 3 on; nothing is available of those behind the last.
    seconds: &'static [&'static str],
    /// Kilobytes likewise.
    kilobytes: &'static [&'static str],
}

impl RedRow {
    /// What is printed of as many processes; none if nothing is.
    #[must_use]
    pub fn figure(&self, processes: u8) -> Option<RedFigure> {
        let place = usize::from(processes.checked_sub(*RED_PROCESSES.start())?);
        let seconds = self.seconds.get(place)?;
        let kilobytes = self.kilobytes.get(place).unwrap_or(&"-");
        Some(RedFigure { seconds, kilobytes })
    }
}

/// With symmetry reduction, IbSINC.
pub const RED_REDUCED: &str = "-fSp";
/// Without.
pub const RED_PLAIN: &str = "-f";

/// The benchmarks, as printed.
pub const RED_MCS: &str = "MCS";
/// That of leader election.
pub const RED_LEADER: &str = "leader election";
/// That of the doubly linked cycle.
pub const RED_CYCLE: &str = "double cycle insertion";

const fn row(
    benchmark: &'static str,
    (tool, option): (&'static str, &'static str),
    seconds: &'static [&'static str],
    kilobytes: &'static [&'static str],
) -> RedRow {
    RedRow { benchmark, tool, option, seconds, kilobytes }
}

const fn smc(option: &'static str) -> (&'static str, &'static str) {
    ("SMC", option)
}

const REDUCED: (&str, &str) = ("RED", RED_REDUCED);
const PLAIN: (&str, &str) = ("RED", RED_PLAIN);

/// Table 1. Of SMC on the cycle it says that no option terminates in an hour.
#[rustfmt::skip]
pub const RED: [RedRow; 21] = [
    row(RED_MCS, REDUCED, &["0.98", "5.25", "27.09", "141.56", "928.26", "8584.44", "115072.26"], &["48", "131", "397", "1064", "3299", "22824", "197599"]),
    row(RED_MCS, PLAIN, &["2.33", "23.13", "291.21", "5442.33"], &["139", "1125", "12776", "234497"]),
    row(RED_MCS, smc("-s1"), &["145.0 (crashed)"], &[]),
    row(RED_MCS, smc("-s2"), &["596.4", ">61200"], &["13472"]),
    row(RED_MCS, smc("-s3"), &["600.3", ">61200"], &["13477"]),
    row(RED_MCS, smc("-s4"), &["1601.8", "20252.6 (crashed)"], &["13460"]),
    row(RED_MCS, smc("-s5"), &["1624.0", ">61200"], &["13457"]),
    row(RED_MCS, smc("-s6"), &["1600.3", ">61200"], &["13459"]),
    row(RED_MCS, smc("-s7"), &["1620.8", ">61200"], &["13457"]),
    row(RED_LEADER, REDUCED, &["0.02", "0.08", "0.23", "0.59", "1.55", "4.43", "15.12"], &["17", "38", "69", "113", "171", "387", "1012"]),
    row(RED_LEADER, PLAIN, &["0.02", "0.05", "0.10", "0.16", "0.25", "0.35", "0.54"], &["17", "38", "69", "113", "171", "246", "337"]),
    row(RED_LEADER, smc("-s1"), &["0.3", "0.5", "0.3", "0.7", "4.8", "62.7", "2096.4"], &["1", "7", "34", "193", "1224", "8444", "68240"]),
    row(RED_LEADER, smc("-s2"), &["0.2", "0.2", "0.4", "2.4", "42.7", "1097.2", "34511.2"], &["1", "7", "29", "135", "681", "3707", "21799"]),
    row(RED_LEADER, smc("-s3"), &["0.2", "0.2", "0.4", "2.3", "29.5", "944.1", "16335.1"], &["1", "7", "28", "134", "567", "3451", "14964"]),
    row(RED_LEADER, smc("-s4"), &["0.2", "0.4", "0.4", "1.4", "9.2", "73.7", "619.0"], &["1", "6", "19", "62", "196", "604", "1857"]),
    row(RED_LEADER, smc("-s5"), &["0.3", "0.3", "0.4", "1.3", "8.9", "70.4", "591.0"], &["1", "6", "19", "62", "195", "602", "1851"]),
    row(RED_LEADER, smc("-s6"), &["0.3", "0.3", "0.5", "1.4", "9.1", "73.3", "621.0"], &["1", "6", "19", "62", "196", "604", "1857"]),
    row(RED_LEADER, smc("-s7"), &["0.2", "0.3", "0.4", "1.3", "8.8", "70.7", "592.6"], &["1", "6", "19", "62", "195", "602", "1851"]),
    row(RED_CYCLE, REDUCED, &["0.06", "0.26", "0.95", "3.59", "14.86", "59.65", "228.72"], &["16", "38", "98", "254", "618", "1462", "3418"]),
    row(RED_CYCLE, PLAIN, &["0.93", "67.89", ">900"], &["165", "10073"]),
    row(RED_CYCLE, smc("-s1 to -s7"), &[">3600"], &[]),
];

#[cfg(test)]
mod tests {
    use super::{RED, RED_PROCESSES, RedRow};
    use crate::published::tests::{published, shared_text};

    /// What is printed of a row, with each number of processes; `-` where nothing is available.
    fn seconds(row: &RedRow) -> Vec<&'static str> {
        let figures = RED_PROCESSES.map(|processes| row.figure(processes));
        figures.map(|figure| figure.map_or("-", |figure| figure.seconds)).collect()
    }

    /// The transcription has a part of the rows.
    #[test]
    fn table_1_is_as_transcribed() {
        let Some(lines) = published("red-table1.csv") else { return };
        for line in &lines {
            let option = line[2].split(' ').next();
            let is_row = |row: &&RedRow| row.benchmark == line[0] && Some(row.option) == option;
            let row = RED.iter().find(is_row).expect("a row");
            assert_eq!(row.tool, line[1]);
            if line[3] == "seconds" {
                assert_eq!(seconds(row), line[4..]);
            }
        }
        assert_eq!(lines.iter().filter(|line| line[3] == "seconds").count(), 10);
    }

    /// The numbers stand in the text of the paper in the same order, first a row's seconds and then its kilobytes.
    #[test]
    fn table_1_is_as_printed() {
        let Some(text) = shared_text("papers/5-red-wang-schmidt-2002.txt") else { return };
        let (_, table) = text.split_once("benchmarks\tTools").expect("the table");
        let (table, _) = table.split_once("CPU time in seconds").expect("its end");
        let cells = table.lines().skip(1).flat_map(|line| line.split('\t'));
        let printed: Vec<f64> = cells.filter_map(number).collect();
        let of = |row: &RedRow| [row.seconds, row.kilobytes].concat();
        let ours: Vec<f64> = RED.iter().flat_map(of).filter_map(number).collect();
        assert_eq!(ours, printed);
    }

    /// The number that a cell begins with, whatever its unit; none of what only bounds one.
    fn number(cell: &str) -> Option<f64> {
        let word = cell.split(' ').next()?;
        word.trim_end_matches(['s', 'k']).parse().ok()
    }
}
