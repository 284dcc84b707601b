//! Detection by static channel diagrams finds the published groups.
//!
//! The models are those of SymmExtractor, with the sizes of groups that its test suite expects, and Table 2 of Donaldson and
//! Miller, *Automatic Symmetry Detection for Promela* (2008). They are not part of the repository; without them the tests skip,
//! saying so.

use std::fs;
use std::path::{Path, PathBuf};

use baselines::channel_diagram::Equivalence;
use baselines::channel_diagram::{Analysis, detect_by_diagram};
use detection::Understanding;
use groups::{BigUint, Group, Patience};
use promela::{KeptClaims, LoadOptions};
use testing::cases::{Completion, Suite};
use testing::places::{absent, shared};

use crate::is_large_run;
use crate::support::examples::load_model;

const FOLDER: &str = "models/topspin";
const TABLE: &str = "published/symmextractor-table2.csv";

fn analyse(equivalence: Equivalence, path: &Path) -> Analysis {
    let options = LoadOptions { claims: KeptClaims::LeftOut, ..LoadOptions::default() };
    let model = load_model(path, options).unwrap_or_else(|message| panic!("{message}"));
    let understanding = Understanding::new(&model.machine);
    let found = detect_by_diagram(equivalence, &understanding, &mut Patience::endless());
    found.analysis.expect("the processes are known")
}

/// Each model whose group SymmExtractor's test suite expects. That is of a later day than the paper: of one model it expects
/// servers to be exchanged that are passed to a proctype as several parameters, of another that assignments change places.
pub fn test_suite() -> Suite {
    let name = "symmextractor_tests";
    let Ok(table) = fs::read_to_string(shared(FOLDER).join("expected.tsv")) else {
        return Suite::skipped(name, absent(FOLDER));
    };
    let mut suite = Suite::new(name, 1);
    for line in table.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let ["SymmExtractorTester", model, order, ..] = fields[..] else { continue };
        let (Some(model), Ok(order)) =
            (model.strip_prefix("TestModels/"), order.parse::<BigUint>())
        else {
            continue;
        };
        let path = shared(FOLDER).join(model);
        suite.add(model, move || {
            assert_eq!(analyse(Equivalence::Extended, &path).valid.group.order(), order);
            Completion::Completed
        });
    }
    suite
}

/// Where the rows of Table 2 are stored.
fn stored(family: &str, configuration: &str) -> Option<PathBuf> {
    let (folder, name) = match family {
        "simple mutex" => ("mutex", format!("mutex{configuration}")),
        "peterson" => ("peterson", format!("peterson{configuration}")),
        "peterson without atomicity" => ("petersonnoatomic", configuration.to_owned()),
        "resource allocator" => {
            let name = configuration.replace("alternating ", "interleaved-");
            ("resourceallocator", format!("resall-{name}"))
        }
        "three-tiered architecture" => ("threetiered", configuration.to_owned()),
        "hypercube" => ("hypercube", configuration.to_owned()),
        _ => return None,
    };
    let path = shared(FOLDER).join(format!("SymmExtractorTests/{folder}/{name}.p"));
    path.exists().then_some(path)
}

/// Rows that take minutes without optimisation; `QUOTIENT_LARGE=1` runs them too. (`tables detection` has all of them, on
/// models of our own.)
const LARGE: [(&str, &str); 4] = [
    ("resource allocator", "alternating 14"),
    ("resource allocator", "alternating 16"),
    ("hypercube", "4d"),
    ("hypercube", "5d"),
];

/// The order that is meant: the paper prints 2.9e6 for 14 clients, of whom 8 have one priority and 6 the other, and |H| = 2^7;
/// but 8! 6! = 29,030,400, and for 10, 12 and 16 clients the order printed is the product of the factorials.
fn meant<'a>(family: &str, configuration: &str, printed: &'a str) -> &'a str {
    match (family, configuration, printed) {
        ("resource allocator", "alternating 14", "2.9e6") => "2.9e7",
        _ => printed,
    }
}

/// Whether a number is the one that is printed, perhaps as `4.8e8`: cut or rounded to two digits.
fn is_printed(number: &BigUint, printed: &str) -> bool {
    let Some((digits, exponent)) = printed.split_once('e') else {
        return number.to_string() == printed;
    };
    let text = number.to_string();
    let digits: u32 = digits.replace('.', "").parse().unwrap();
    let first: u32 = text[..2].parse().unwrap();
    text.len() == exponent.parse::<usize>().unwrap() + 1 && (first == digits || first + 1 == digits)
}

/// Each row of the paper's table for which there is a model.
pub fn paper() -> Suite {
    let name = "symmextractor_table2";
    let Ok(table) = fs::read_to_string(shared(TABLE)) else {
        return Suite::skipped(name, absent(TABLE));
    };
    let mut suite = Suite::new(name, 1);
    for line in table.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let [family, configuration, whole, initial, largest, ..] = fields[..] else { continue };
        let Some(path) = stored(family, configuration) else { continue };
        if LARGE.contains(&(family, configuration)) && !is_large_run() {
            continue;
        }
        let printed = [whole, initial, meant(family, configuration, largest)].map(str::to_owned);
        let row = format!("{family} {configuration}").replace(' ', "_");
        suite.add(&row, move || {
            compare(&analyse(Equivalence::Published, &path), &printed);
            Completion::Completed
        });
    }
    suite
}

fn compare(found: &Analysis, printed: &[String; 3]) {
    // The generators are exchanges of neighbours there and here, so that |H| is the same too.
    let groups = [&found.automorphisms, &found.valid.initial, &found.valid.group];
    let orders = groups.map(Group::order);
    let is_same = orders.iter().zip(printed).all(|(order, printed)| is_printed(order, printed));
    assert!(is_same, "published {printed:?}, found {orders:?}");
}
