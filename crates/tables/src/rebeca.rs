//! Figures 9 and 10 of *Symmetry and partial order reduction techniques in model checking Rebeca*: the effect of each
//! reduction, and of each way to choose representatives.

use std::time::Instant;

use baselines::known_rebecs::RebecSymmetry::{self, Inter, Intra};
use baselines::known_rebecs::{KnownRebecsDetected, PrintedOnTheFly, detect_by_known_rebecs};
use detection::{Reduction, Understanding};
use groups::Patience;
use kernel::{Order, SearchOptions};
use machine::Machine;
use num_bigint::BigUint;
use symmetry::{AnyRepresentative, Prepared, Strategy, StrategyOptions};

use crate::families;
use crate::published::rebeca::{REBECA, RebecaRow};
use crate::published::{Comparison, compare};
use crate::reading::read_rebeca;
use crate::searches::{Budget, Searched, search_by, search_classes_by};
use crate::table::Table;

/// A way to search less, and what is printed of it.
struct Technique {
    name: &'static str,
    partial_order: bool,
    symmetry: Option<(RebecSymmetry, Way)>,
    published: fn(&RebecaRow) -> &'static str,
}

/// A way to choose representatives.
#[derive(Clone, Copy)]
enum Way {
    /// One of ours.
    By(Strategy),
    /// On the fly, with `check` as it is printed, depth first, and from the states themselves.
    AsPrinted,
}

use Way::{AsPrinted, By};

/// What is printed of techniques of which nothing is printed.
const NOWHERE: fn(&RebecaRow) -> &'static str = |_| "-";

const TECHNIQUES: [Technique; 11] = [
    technique("none", false, None, |row| row.states),
    technique("POR", true, None, |row| row.por),
    technique("inter, on-the-fly", false, Some((Inter, By(Strategy::OnTheFly))), |row| row.inter),
    technique("intra, on-the-fly", false, Some((Intra, By(Strategy::OnTheFly))), |row| {
        row.symmetry
    }),
    technique("inter, as printed", false, Some((Inter, AsPrinted)), |row| row.inter),
    technique("intra, as printed", false, Some((Intra, AsPrinted)), |row| row.symmetry),
    technique("intra, naive", false, Some((Intra, By(Strategy::Naive))), |row| row.naive),
    technique("inter, canonical", false, Some((Inter, By(Strategy::Canonical))), NOWHERE),
    technique("intra, canonical", false, Some((Intra, By(Strategy::Canonical))), NOWHERE),
    technique("POR and intra, on-the-fly", true, Some((Intra, By(Strategy::OnTheFly))), |row| {
        row.both
    }),
    technique("POR and intra, canonical", true, Some((Intra, By(Strategy::Canonical))), NOWHERE),
];

const fn technique(
    name: &'static str,
    partial_order: bool,
    symmetry: Option<(RebecSymmetry, Way)>,
    published: fn(&RebecaRow) -> &'static str,
) -> Technique {
    Technique { name, partial_order, symmetry, published }
}

/// The case study of which the paper prints a part: our counts are not its.
const TRAINS: &str = "Train";

/// Sizes of which nothing is printed.
const LARGEST: [RebecaRow; 2] = [unpublished("Phil", "6"), unpublished("2PC", "4")];

const fn unpublished(model: &'static str, size: &'static str) -> RebecaRow {
    let none = "-";
    RebecaRow {
        model,
        size,
        states: none,
        por: none,
        symmetry: none,
        both: none,
        inter: none,
        naive: none,
        order: none,
    }
}

/// Sizes that take minutes, or more than there is.
const LONG: [(&str, &str); 7] = [
    ("Phil", "6"),
    ("Train", "7"),
    ("Train", "8"),
    ("Train", "9"),
    ("LB", "6/3"),
    ("LB", "6/4"),
    ("2PC", "4"),
];

const NOTE: &str = "published: Figs. 9 and 10; Fig. 9 is of intra-rebec symmetry, on the fly, but for the philosophers. order: of the group \
     of rebecs by the definitions of the paper, and of how much of it the program has, where that is less; published for 4 \
     philosophers as 4, though only 2 permutations preserve whom they know. POR: what ours leaves out follows from an analysis of \
     its own, not from the paper's. canonical: one state for each class. on-the-fly: local states are sorted by what they hold. The \
     paper sorts numbers that they may have been given as they were first seen: 237K (Phil 4), 10.6K and 7520 (LB 4/2) were not \
     reproduced. as printed: on the fly, with `check` as printed, depth first and from the states that were reached. Where a list \
     comes first of which nobody is mapped, `check` keeps it as it is, so that intra-rebec symmetry is lost where the first rebec has \
     such a list. naive: one state for each class; that of the paper keeps more of LB. Phil 3 and 5: the counts \
     of the paper are those of another program than Fig. 2, with forks that remember who asked. Train: the paper prints a part of \
     it; our counts depend on how we completed it. LB 4/4: the paper counts more states than there are by its semantics.";

/// The rows whose model, size and reduction contain `only`, the long ones if they are wanted; `progress` hears of each search.
///
/// # Errors
/// A model of ours that is not understood, which is a defect.
pub fn rebeca(
    only: &str,
    long: bool,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<Table, String> {
    let mut table = Table::new(&[
        "model",
        "size",
        "reduction",
        "order",
        "published",
        "states",
        "seconds",
        "published",
        "mark",
    ]);
    for row in REBECA.iter().chain(&LARGEST) {
        let name = format!("{} {}", row.model, row.size);
        let wanted = |it: &&Technique| format!("{name} {}", it.name).contains(only);
        let techniques: Vec<&Technique> = TECHNIQUES.iter().filter(wanted).collect();
        let too_long = !long && LONG.contains(&(row.model, row.size));
        if !techniques.is_empty() && !too_long {
            let machine = machine(row).map_err(|message| format!("{name}: {message}"))?;
            table.rows.extend(rows(row, &machine, &techniques, budget, progress)?);
        }
    }
    table.notes.push(NOTE.to_owned());
    Ok(table)
}

fn machine(row: &RebecaRow) -> Result<Machine, String> {
    let family = match row.model {
        "Phil" => "rebeca philosophers",
        TRAINS => "rebeca trains",
        "LB" => "rebeca load balancer",
        _ => "rebeca two-phase commit",
    };
    let text = families::text(family, &row.size.replace('/', "-"))?;
    Ok(read_rebeca(row.size, &text)?.machine)
}

/// A row for each technique that does something for the model.
fn rows(
    row: &RebecaRow,
    machine: &Machine,
    techniques: &[&Technique],
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<Vec<Vec<String>>, String> {
    let understanding = Understanding::new(machine);
    let detect =
        |symmetry| detect_by_known_rebecs(&understanding, symmetry, &mut Patience::endless());
    let (inter, intra) = (detect(Inter), detect(Intra));
    let mut rows = Vec::new();
    for technique in techniques {
        let found = technique.symmetry.map(|(symmetry, way)| match symmetry {
            Inter => (&inter, symmetry, way),
            Intra => (&intra, symmetry, way),
        });
        if found.is_some_and(|(found, ..)| is_trivial(found)) {
            continue;
        }
        let start = Instant::now();
        let searched = search(machine, technique, found, budget)?;
        let seconds = format!("{:.2}", start.elapsed().as_secs_f64());
        progress(&format!("{} {} {}: {}", row.model, row.size, technique.name, searched.text()));
        let published = (technique.published)(row);
        let mark = searched.states().filter(|_| row.model != TRAINS);
        let mark = mark.and_then(|states| compare(&states.into(), published));
        let is_listed = matches!(technique.symmetry, Some((_, By(Strategy::Naive))));
        rows.push(vec![
            row.model.to_owned(),
            row.size.to_owned(),
            technique.name.to_owned(),
            found.map_or("-".to_owned(), |(found, ..)| order(found)),
            if is_listed { row.order } else { "-" }.to_owned(),
            searched.text(),
            seconds,
            published.to_owned(),
            mark.map_or("-", Comparison::mark).to_owned(),
        ]);
    }
    Ok(rows)
}

fn search(
    machine: &Machine,
    technique: &Technique,
    found: Option<(&KnownRebecsDetected, RebecSymmetry, Way)>,
    budget: &Budget,
) -> Result<Searched, String> {
    let mut options = SearchOptions { partial_order: technique.partial_order, ..budget.options() };
    let Some((found, kind, way)) = found else { return Ok(search_by(machine, &options)) };
    let Some(reduction) = &found.detected.reduction else {
        return Ok(Searched::Unfinished { reason: "no symmetry of the program" });
    };
    let symmetry = &reduction.symmetry;
    let prepared = match way {
        By(strategy) => strategy.prepare(symmetry, &StrategyOptions::default()),
        AsPrinted => {
            options.order = Order::DepthFirst;
            let patience = &mut Patience::endless();
            let printed = PrintedOnTheFly::new(symmetry, &found.rebecs, kind, patience);
            let printed = printed.map_err(|_| "interrupted")?;
            Ok(Prepared::Concrete(AnyRepresentative::new(printed)))
        }
    };
    let prepared = prepared.map_err(|refusal| refusal.to_string())?;
    Ok(search_classes_by(machine, reduction, &prepared, &options))
}

fn is_trivial(found: &KnownRebecsDetected) -> bool {
    found.group.as_ref().is_none_or(groups::Group::is_trivial)
}

/// The order of the group that is defined; if the states are not reduced by all of it, of what they are reduced by.
fn order(found: &KnownRebecsDetected) -> String {
    let one = || BigUint::from(1_u32);
    let defined = found.group.as_ref().map_or_else(one, groups::Group::order);
    let used = |reduction: &Reduction| reduction.symmetry.order();
    let used = found.detected.reduction.as_ref().map_or_else(one, used);
    if used == defined { defined.to_string() } else { format!("{used} of {defined}") }
}
