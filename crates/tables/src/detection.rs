//! Table 2 of *Automatic Symmetry Detection for Promela*: the groups that are found, and how fast.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use baselines::channel_diagram::{analyse_by_diagram, detect_by_diagram};
use groups::{Patience, describe};
use machine::detect::{Understanding, detect};
use model::Equivalence::Published;
use num_bigint::BigUint;
use symmetry::Conjugates;

use crate::families;
use crate::published::{Comparison, DETECTION, DetectionRow, compare};
use crate::reading::{Read, read_text};
use crate::table::Table;

/// Rows whose printed orders have the right digits and a wrong power of ten.
const MISPRINTS: [(&str, &str); 2] = [
    ("simple mutex 40", "40! is 8.1e47, not 8.1e37 as printed"),
    (
        "resource allocator alternating 14",
        "8 clients of one class and 6 of the other have 8! 6! = 2.9e7 permutations, not 2.9e6 as printed",
    ),
];

/// What both methods find for one configuration.
struct Found {
    /// By the program's graph.
    order: BigUint,
    structure: String,
    seconds: f64,
    /// By the static channel diagram: its automorphisms, the group of the valid generators, the group
    /// of all valid elements.
    diagram: BigUint,
    initial: BigUint,
    largest: BigUint,
    /// For the automorphisms, and for all valid ones, with random conjugates and without, if that ended in time.
    saucy: f64,
    optimised: f64,
    plain: Option<f64>,
}

/// Without conjugates there may be very many cosets to walk.
const LONGEST: Duration = Duration::from_secs(20);

/// The rows whose names contain `only`; `progress` hears of each before it is computed.
///
/// # Errors
/// A model of ours that is not understood, which is a defect.
pub fn detection(only: &str, progress: &mut dyn FnMut(&str)) -> Result<Table, String> {
    let mut table = Table::new(&[
        "family",
        "configuration",
        "|Aut|",
        "paper",
        "|H|",
        "paper",
        "|G|",
        "paper",
        "saucy s",
        "paper",
        "largest s",
        "paper",
        "optimised s",
        "paper",
        "marks",
        "program |G|",
        "structure",
        "seconds",
    ]);
    let mut names = Vec::new();
    for row in &DETECTION {
        let name = format!("{} {}", row.family, row.configuration);
        if !name.contains(only) {
            continue;
        }
        progress(&name);
        let found = find(row).map_err(|message| format!("{name}: {message}"))?;
        let mark = |order: &BigUint, published: &str| {
            compare(order, published).map_or("-", Comparison::mark).to_owned()
        };
        let marks = [
            mark(&found.diagram, row.diagram),
            mark(&found.initial, row.initial),
            mark(&found.largest, row.largest),
        ];
        table.rows.push(vec![
            row.family.to_owned(),
            row.configuration.to_owned(),
            short(&found.diagram),
            row.diagram.to_owned(),
            short(&found.initial),
            row.initial.to_owned(),
            short(&found.largest),
            row.largest.to_owned(),
            seconds(found.saucy),
            row.saucy.to_owned(),
            found.plain.map_or(format!(">{}", LONGEST.as_secs()), seconds),
            row.seconds.to_owned(),
            seconds(found.optimised),
            row.optimised.to_owned(),
            marks.join(", "),
            short(&found.order),
            found.structure,
            seconds(found.seconds),
        ]);
        names.push(name);
    }
    table.notes.push(
        "|Aut|: automorphisms of the static channel diagram; |H|: the group of those generators among \
         them that are valid, which depends on the generators; |G|: the largest valid group. Valid is what is \
         equivalent by the paper's rules. saucy: seconds for the automorphisms; largest: for |G| by Algorithm 1; \
         optimised: with random conjugates. Seconds of the paper: on a 2.4 GHz Xeon. marks: |Aut|, |H| and |G| \
         against the paper. program: the group read off the program's graph, which may be larger. Section 8.2.1 \
         says that the alternating allocator blocks `every three client processes`; its example, and |G|, \
         are of every two."
            .to_owned(),
    );
    table.notes.extend(
        MISPRINTS
            .iter()
            .filter(|(row, _)| names.iter().any(|n| n == row))
            .map(|(row, why)| format!("{row}: {why}")),
    );
    Ok(table)
}

fn find(row: &DetectionRow) -> Result<Found, String> {
    let text = families::text(row.family, row.configuration)?;
    let Read { model, .. } = read_text(row.configuration, &text)?;
    let start = Instant::now();
    let detected = detect(&model.machine);
    let seconds = start.elapsed().as_secs_f64();
    let understanding = Understanding::new(&model.machine);
    let by_diagram = detect_by_diagram(Published, &understanding, &mut Patience::endless());
    let analysis = by_diagram.analysis.ok_or("there is no static channel diagram")?;
    let start = Instant::now();
    let ask = &mut |_| match start.elapsed() < LONGEST {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let patience = &mut Patience::new(ask);
    let alone = analyse_by_diagram(Published, Conjugates::None, &understanding, patience);
    let plain = alone.ok().and_then(Result::ok).filter(|alone| alone.valid.complete);
    let group = detected.reduction.as_ref().map(|reduction| reduction.symmetry.group());
    Ok(Found {
        order: group.map_or(BigUint::from(1_u32), |group| group.order()),
        structure: group.map_or("1".to_owned(), describe),
        seconds,
        diagram: analysis.automorphisms.order(),
        initial: analysis.valid.initial.order(),
        largest: analysis.valid.group.order(),
        saucy: analysis.finding.as_secs_f64(),
        optimised: analysis.validating.as_secs_f64(),
        plain: plain.map(|plain| plain.validating.as_secs_f64()),
    })
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}")
}

/// A number in full, or its first digits and its length, as the paper prints them.
fn short(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() < 12 {
        return digits;
    }
    format!("{}.{}e{}", &digits[..1], &digits[1..4], digits.len() - 1)
}
