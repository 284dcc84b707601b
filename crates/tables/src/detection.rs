//! Table 2 of *Automatic Symmetry Detection for Promela*: the groups that are found, and how fast.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use baselines::channel_diagram::Equivalence;
use baselines::channel_diagram::{analyse_by_diagram, detect_by_diagram};
use detection::{Understanding, detect};
use groups::{Patience, describe};
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

/// What section 8.2.1 says of alternating configurations, against its own example and its own orders.
const ALTERNATION: &str = "alternating: section 8.2.1 says that levels alternate every three clients; \
    its example, clients 1, 2, 5, 6, 9 and 10 of one level, and all |G| say every two";

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
    /// The time for the automorphisms.
    finding_seconds: f64,
    /// The time for the largest valid group, given those, with random conjugates.
    validating_seconds: f64,
    /// The same without them, if it ended in time.
    plain_seconds: Option<f64>,
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
        "saucy",
        "paper",
        "largest",
        "paper",
        "optimised",
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
            format!("{:.4}", found.finding_seconds),
            row.saucy_seconds.to_owned(),
            found
                .plain_seconds
                .map_or(format!(">{}", LONGEST.as_secs()), |seconds| format!("{seconds:.4}")),
            row.plain_seconds.to_owned(),
            format!("{:.4}", found.validating_seconds),
            row.optimised_seconds.to_owned(),
            marks.join(", "),
            short(&found.order),
            found.structure,
            format!("{:.3}", found.seconds),
        ]);
        names.push(name);
    }
    table.notes.push(
        "|Aut|: automorphisms of the static channel diagram; |H|: the group of those generators among \
         them that are valid, which depends on the generators; |G|: the largest valid group, with the \
         equivalence of the paper. Seconds, the paper's on a 2.4 GHz Xeon: saucy, to find generators of \
         |Aut|; largest, to find |G| given these, by Algorithm 1; optimised, with random conjugates. marks: |Aut|, |H| and |G| against the paper. program: the group \
         read off the program's graph, which may be larger."
            .to_owned(),
    );
    if names.iter().any(|name| name.contains("alternating")) {
        table.notes.push(ALTERNATION.to_owned());
    }
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
    let by_diagram =
        detect_by_diagram(Equivalence::Published, &understanding, &mut Patience::endless());
    let analysis = by_diagram.analysis.ok_or("there is no static channel diagram")?;
    let start = Instant::now();
    let ask = &mut |_| match start.elapsed() < LONGEST {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let patience = &mut Patience::new(ask);
    let plain =
        analyse_by_diagram(Equivalence::Published, Conjugates::None, &understanding, patience);
    let plain = plain.ok().and_then(Result::ok).filter(|plain| plain.valid.complete);
    let group = detected.reduction.as_ref().map(|reduction| reduction.symmetry.group());
    Ok(Found {
        order: group.map_or(BigUint::from(1_u32), |group| group.order()),
        structure: group.map_or("1".to_owned(), describe),
        seconds,
        diagram: analysis.automorphisms.order(),
        initial: analysis.valid.initial.order(),
        largest: analysis.valid.group.order(),
        finding_seconds: analysis.finding.as_secs_f64(),
        validating_seconds: analysis.validating.as_secs_f64(),
        plain_seconds: plain.map(|plain| plain.validating.as_secs_f64()),
    })
}

/// A number in full, or its first digits and its length, as the paper prints them.
fn short(number: &BigUint) -> String {
    let digits = number.to_string();
    if digits.len() < 12 {
        return digits;
    }
    format!("{}.{}e{}", &digits[..1], &digits[1..4], digits.len() - 1)
}
