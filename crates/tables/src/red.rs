//! Table 1 of *Symmetric symbolic safety-analysis of concurrent software with pointer data structures*: pointer programs of growing
//! size, with symmetry and without, state by state and with sets of states.

use std::ops::RangeInclusive;

use checking::RepresentativeRequest;
use symmetry::{Strategy, StrategyOptions};

use crate::panics::guarded;
use crate::pointers::{Checked, Engine, check_program};
use crate::published::red::{
    RED, RED_CYCLE, RED_LEADER, RED_MCS, RED_PLAIN, RED_REDUCED, RedFigure, RedRow,
};
use crate::published::value;
use crate::searches::Budget;
use crate::table::Table;

/// A benchmark.
struct Benchmark {
    /// What it is called in the paper.
    name: &'static str,
    /// Our program.
    file: &'static str,
    text: &'static str,
}

const BENCHMARKS: [Benchmark; 3] = [
    Benchmark {
        name: RED_MCS,
        file: "mcs-lock.red",
        text: include_str!("../../../models/red/mcs-lock.red"),
    },
    Benchmark {
        name: RED_LEADER,
        file: "leader-election.red",
        text: include_str!("../../../models/red/leader-election.red"),
    },
    Benchmark {
        name: RED_CYCLE,
        file: "cycle.red",
        text: include_str!("../../../models/red/cycle.red"),
    },
];

/// A way to search, and the option of RED that it stands beside.
struct Technique {
    name: &'static str,
    symmetry: &'static str,
    strategy: Option<Strategy>,
    is_symbolic: bool,
    option: &'static str,
}

const EXPLICIT: Technique = Technique {
    name: "explicit",
    symmetry: "-",
    strategy: None,
    is_symbolic: false,
    option: RED_PLAIN,
};

const TECHNIQUES: [Technique; 4] = [
    Technique {
        symmetry: "canonical",
        strategy: Some(Strategy::Canonical),
        option: RED_REDUCED,
        ..EXPLICIT
    },
    Technique { symmetry: "sinc", strategy: Some(Strategy::Sinc), option: RED_REDUCED, ..EXPLICIT },
    EXPLICIT,
    Technique { name: "symbolic", is_symbolic: true, ..EXPLICIT },
];

const NOTE: &str = "Our own programs, models/red: mcs-lock, leader-election, cycle (of the last two the paper prints no program). \
     Options: --open zero, and dead variables cleared (--dead-variables on), as the paper's reduction by inactive variables is always \
     on. --por off (which would leave nothing out here). Checked: risk and run-time errors. explicit: state by state; canonical: one state \
     of each class; sinc: by IbSINC as the paper prints it; symbolic: sets of states, without symmetry. seconds: all of \
     the check, by the clock; MB: what states take with what is open, or diagrams with their tables. not run: the search before it did \
     not finish. RED: its times on a Sun with 450 MHz, -fSp with IbSINC beside what uses symmetry, -f beside what does not; memory of \
     its data structures. SMC: of its seven options the fastest, which all reduce by symmetry; memory as printed.";

/// The rows whose benchmark, size and way to search contain `only`, with these many processes; `progress` hears of each as it ends.
#[must_use]
pub fn red(
    processes: RangeInclusive<u8>,
    only: &str,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Table {
    let mut table = Table::new(&[
        "benchmark",
        "processes",
        "search",
        "symmetry",
        "states",
        "seconds",
        "MB",
        "end",
        "RED",
        "seconds",
        "kB",
        "SMC",
        "seconds",
        "kB",
    ]);
    for benchmark in &BENCHMARKS {
        let mut unfinished = TECHNIQUES.map(|_| false);
        for count in processes.clone() {
            for (technique, unfinished) in TECHNIQUES.iter().zip(&mut unfinished) {
                let row = Row { benchmark, processes: count, technique };
                if !row.name().contains(only) {
                    continue;
                }
                let checked = match *unfinished {
                    true => Checked::nothing("not run".to_owned()),
                    false => row.checked(budget),
                };
                *unfinished |= !checked.is_complete;
                progress(&row.line(&checked));
                table.rows.push(row.cells(&checked));
            }
        }
    }
    table.notes.push(NOTE.to_owned());
    table
}

struct Row<'a> {
    benchmark: &'a Benchmark,
    processes: u8,
    technique: &'a Technique,
}

impl Row<'_> {
    /// Its name: the benchmark, how many processes there are, and the way to search.
    fn name(&self) -> String {
        let Technique { name, symmetry, .. } = self.technique;
        format!("{} {} {name} {symmetry}", self.benchmark.name, self.processes)
    }

    fn checked(&self, budget: &Budget) -> Checked {
        let Benchmark { file, text, .. } = self.benchmark;
        let engine = self.technique.engine();
        let checked = guarded(|| check_program(file, text, self.processes, engine, budget));
        checked.and_then(|checked| checked).unwrap_or_else(Checked::nothing)
    }

    /// What is said as it ends.
    fn line(&self, checked: &Checked) -> String {
        let [states, seconds, megabytes, end] = counted(checked);
        let [option, theirs, kilobytes] = self.of_red();
        let published = match theirs == "-" {
            true => String::new(),
            false => format!("; RED {option}: {theirs} s, {kilobytes} kB"),
        };
        format!("{}: {end}, {states} states in {seconds} s, {megabytes} MB{published}", self.name())
    }

    fn cells(&self, checked: &Checked) -> Vec<String> {
        let Technique { name, symmetry, .. } = self.technique;
        let mut cells = vec![
            self.benchmark.name.to_owned(),
            self.processes.to_string(),
            (*name).to_owned(),
            (*symmetry).to_owned(),
        ];
        cells.extend(counted(checked));
        cells.extend(self.of_red());
        cells.extend(self.of_smc());
        cells
    }

    fn of_red(&self) -> [String; 3] {
        let option = self.technique.option;
        let row = self.published("RED").find(|row| row.option == option);
        figure(row.and_then(|row| Some((row, row.figure(self.processes)?))))
    }

    /// What the fastest option of SMC took, of those that finished; of others the first.
    fn of_smc(&self) -> [String; 3] {
        let uses_symmetry = self.technique.option == RED_REDUCED;
        let rows = self.published("SMC").filter(|_| uses_symmetry);
        let figures = rows.filter_map(|row| Some((row, row.figure(self.processes)?)));
        let seconds = |figure: &RedFigure| value(figure.seconds).unwrap_or(f64::INFINITY);
        figure(figures.min_by(|(_, a), (_, b)| seconds(a).total_cmp(&seconds(b))))
    }

    fn published(&self, tool: &'static str) -> impl Iterator<Item = &'static RedRow> {
        let benchmark = self.benchmark.name;
        RED.iter().filter(move |row| row.benchmark == benchmark && row.tool == tool)
    }
}

impl Technique {
    fn engine(&self) -> Engine {
        if self.is_symbolic {
            return Engine::Symbolic;
        }
        let reduced = self.strategy.map(|strategy| RepresentativeRequest {
            strategy: Some(strategy),
            options: StrategyOptions::default(),
        });
        Engine::Explicit { reduced }
    }
}

/// The option of a tool, with what is printed of it.
fn figure(found: Option<(&RedRow, RedFigure)>) -> [String; 3] {
    match found {
        Some((row, RedFigure { seconds, kilobytes })) => {
            [row.option, seconds, kilobytes].map(str::to_owned)
        }
        None => ["-"; 3].map(str::to_owned),
    }
}

/// States, seconds, megabytes, and how it ended.
fn counted(checked: &Checked) -> [String; 4] {
    let Checked { end, states, elapsed, bytes, .. } = checked;
    if states == "-" {
        return [states.clone(), "-".to_owned(), "-".to_owned(), end.clone()];
    }
    [
        states.clone(),
        format!("{:.2}", elapsed.as_secs_f64()),
        format!("{:.1}", *bytes as f64 / f64::from(1 << 20)),
        end.clone(),
    ]
}
