//! Tables 1 and 2 of *Symmetry reduction in CSP model checking*: how many states are left of each system, and by which way to
//! choose representatives.

use std::fs;
use std::path::Path;

use checking::RepresentativeRequest;
use symmetry::{ComponentOrderBy, SortedBy, Strategy, StrategyOptions};

use crate::assertions::{Decided, Reduced, decide};
use crate::families::cspm::{SYSTEMS, System};
use crate::panics::guarded;
use crate::published::csp::{
    CSP_MISPRINTS, CSP_REDUCED, CSP_STRATEGIES, CspFigure, CspMisprint, CspRow, CspStrategiesRow,
    meant,
};
use crate::published::{Comparison, compare, value};
use crate::searches::Budget;
use crate::table::Table;

/// Which sizes the systems have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CspSizes {
    /// Those of the tables.
    Published,
    /// Small ones, of which every state can be searched.
    Small,
}

/// A way to search.
struct Technique {
    name: &'static str,
    strategy: Option<Strategy>,
    sorted_by: SortedBy,
    component_order: ComponentOrderBy,
}

const fn by(name: &'static str, strategy: Strategy) -> Technique {
    Technique { name, strategy: Some(strategy), ..NONE }
}

const NONE: Technique = Technique {
    name: "none",
    strategy: None,
    sorted_by: SortedBy::Swaps,
    component_order: ComponentOrderBy::N,
};
const CANONICAL: Technique = by("canonical", Strategy::Canonical);
const COMPONENT_ORDER: Technique = by("component-order", Strategy::ComponentOrder);
/// The two approximations of component order that Section 7.1 names and leaves to be investigated.
const COMPONENT_ORDER_PRIME: Technique = Technique {
    component_order: ComponentOrderBy::NPrime,
    ..by("component-order n'", Strategy::ComponentOrder)
};
const COMPONENT_ORDER_DOUBLE_PRIME: Technique = Technique {
    component_order: ComponentOrderBy::NDoublePrime,
    ..by("component-order n''", Strategy::ComponentOrder)
};
/// What Section 7.6 calls so sorts by all that is no name.
const SORTED: Technique = by("sorted", Strategy::OnTheFly);
const SEGMENTED: Technique =
    Technique { sorted_by: SortedBy::Records, ..by("segmented", Strategy::Segmented) };

/// Whose values are exchanged.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Types {
    /// Those of all datatypes that are symmetric.
    All,
    /// Those of the datatypes that index processes.
    Indices,
}

impl Types {
    /// What there is to choose from for a system.
    fn of(system: &System) -> &'static [Types] {
        if system.has_others() { &[Types::All, Types::Indices] } else { &[Types::All] }
    }

    /// As few as there can be, which are those that sorted and segmented ask for.
    fn fewest(system: &System) -> Types {
        *Self::of(system).last().expect("all of them, at least")
    }

    fn name(self) -> &'static str {
        match self {
            Types::All => "all",
            Types::Indices => "indices",
        }
    }
}

/// A search.
struct Search {
    table: &'static str,
    example: &'static str,
    /// As printed.
    parameters: &'static str,
    types: Types,
    technique: &'static Technique,
    published: Option<CspFigure>,
}

/// Sizes that take no time.
const SMALL: [(&str, &str); 9] = [
    ("ListStack", "3,2,2"),
    ("TreeBroadcast", "3,2"),
    ("DiningPhilosophers", "4"),
    ("LockFreeQueue", "2,2,2"),
    ("CoarseGrainedListSet", "2,2"),
    ("FineGrainedListSet", "2,2"),
    ("ArrayQueue", "2,1,2,2"),
    ("Peterson", "3"),
    ("Database", "6"),
];

/// The system whose script others have written, too.
const LIST_STACK: &str = "ListStack";

const NOTE: &str = "The scripts are our own, in what they take for a step and in what they are compared with: states are comparable in size with those \
     of the paper, and equal for Database alone. What is checked is what a script asserts first. exchanged: in Table 2 only what indexes processes, as sorted and segmented ask \
     for: no data, nor the sequence numbers of ArrayQueue, of which the paper counts half of all states. \
     sorted and segmented are those of Section 7.6 of the paper, here `on-the-fly` and `segmented:records`. before: seconds before the \
     search, for evaluation, compilation and the group; those of the paper are without. MB: of the search. ours/theirs: where every \
     state was searched. Seconds of the paper are on 32 cores. Where a limit was reached, states are those up to it.";

/// The searches whose names contain `only`; `progress` hears of each of them, as it ends. ListStack is also searched in another
/// script, if one is given.
///
/// # Errors
/// A file that cannot be read, or has other datatypes.
pub fn csp(
    sizes: CspSizes,
    liststack: Option<&Path>,
    only: &str,
    budget: &Budget,
    progress: &mut dyn FnMut(&str),
) -> Result<Table, String> {
    let other = liststack.map(Script::read).transpose()?;
    let mut table = Table::new(&[
        "table",
        "example",
        "parameters",
        "exchanged",
        "strategy",
        "order",
        "states",
        "seconds",
        "before",
        "MB",
        "end",
        "published",
        "seconds",
        "ours/theirs",
    ]);
    for search in searches(sizes) {
        let others = other.iter().filter(|_| search.example == LIST_STACK).map(Some);
        for script in [None].into_iter().chain(others) {
            let name = search.name(script);
            if name.contains(only) {
                let found = search.found(script, budget)?;
                progress(&format!("{name}: {}", search.line(&found)));
                table.rows.push(search.cells(script, &found));
            }
        }
    }
    table.notes.extend([NOTE.to_owned(), misprints()]);
    Ok(table)
}

fn misprints() -> String {
    let one = |it: &CspMisprint| {
        format!("{} ({}): {} for {}", it.example, it.parameters, it.meant, it.printed)
    };
    let all: Vec<String> = CSP_MISPRINTS.iter().map(one).collect();
    format!("*: misprinted: {}", all.join("; "))
}

/// A script of ListStack by others.
struct Script {
    name: String,
    text: String,
}

impl Script {
    fn read(path: &Path) -> Result<Script, String> {
        let text = fs::read_to_string(path);
        let text = text.map_err(|error| format!("{}: {error}", path.display()))?;
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Script { name, text })
    }
}

fn searches(sizes: CspSizes) -> Vec<Search> {
    match sizes {
        CspSizes::Published => {
            let reduced = CSP_REDUCED.iter().map(of_table_1);
            reduced.chain(CSP_STRATEGIES.iter().flat_map(of_table_2)).collect()
        }
        CspSizes::Small => {
            SMALL.iter().flat_map(|(example, parameters)| small(example, parameters)).collect()
        }
    }
}

fn of_table_1(row: &CspRow) -> Search {
    Search {
        table: "table 1",
        example: row.example,
        parameters: row.parameters,
        types: Types::All,
        technique: &CANONICAL,
        published: Some(row.reduced),
    }
}

fn of_table_2(row: &CspStrategiesRow) -> [Search; 6] {
    let search = |(technique, published)| Search {
        table: "table 2",
        example: row.example,
        parameters: row.parameters,
        types: Types::fewest(system(row.example)),
        technique,
        published,
    };
    [
        (&CANONICAL, None),
        (&COMPONENT_ORDER, Some(row.component_order)),
        (&COMPONENT_ORDER_PRIME, None),
        (&COMPONENT_ORDER_DOUBLE_PRIME, None),
        (&SORTED, Some(row.sorted)),
        (&SEGMENTED, Some(row.segmented)),
    ]
    .map(search)
}

/// All ways, with all that is symmetric and with what indexes processes.
fn small(example: &'static str, parameters: &'static str) -> Vec<Search> {
    let search = |types, technique| Search {
        table: "small",
        example,
        parameters,
        types,
        technique,
        published: None,
    };
    let mut searches = vec![search(Types::All, &NONE)];
    for &types in Types::of(system(example)) {
        let techniques = [
            &CANONICAL,
            &COMPONENT_ORDER,
            &COMPONENT_ORDER_PRIME,
            &COMPONENT_ORDER_DOUBLE_PRIME,
            &SORTED,
            &SEGMENTED,
        ];
        searches.extend(techniques.map(|technique| search(types, technique)));
    }
    searches
}

fn system(example: &str) -> &'static System {
    SYSTEMS.iter().find(|system| system.name == example).expect("every example is a system")
}

impl Search {
    /// The name of its row: the table, the example with its parameters, and the strategy, with what is exchanged where that is not
    /// all.
    fn name(&self, script: Option<&Script>) -> String {
        let Search { table, technique, types, .. } = self;
        let parameters = self.meant(self.parameters).0;
        let exchanged = match types {
            Types::All => String::new(),
            Types::Indices => format!(", {}", types.name()),
        };
        format!("{table} {} {parameters} {}{exchanged}", self.example(script), technique.name)
    }

    fn example(&self, script: Option<&Script>) -> String {
        let of = |script: &Script| format!("{} ({})", self.example, script.name);
        script.map_or(self.example.to_owned(), of)
    }

    /// What is meant by something printed, and a mark if it is something else.
    fn meant(&self, printed: &'static str) -> (&'static str, &'static str) {
        match meant(self.example, self.parameters, printed) {
            Some(meant) => (meant, "*"),
            None => (printed, ""),
        }
    }

    /// Makes the search.
    fn found(&self, script: Option<&Script>, budget: &Budget) -> Result<Decided, String> {
        let system = system(self.example);
        let parameters = self.meant(self.parameters).0;
        let sizes: Option<Vec<usize>> =
            parameters.split(',').map(|size| size.parse().ok()).collect();
        let sizes = sizes.unwrap_or_default();
        let text = match script {
            Some(script) => system.resized(&script.text, &sizes),
            None => system.text(&sizes),
        };
        let name = self.name(script);
        let text = text.ok_or_else(|| format!("{name}: no script with these datatypes"))?;
        let indices = system.indices();
        let reduced = self.technique.strategy.map(|strategy| Reduced {
            types: match self.types {
                Types::All => None,
                Types::Indices => Some(indices.as_str()),
            },
            representative: RepresentativeRequest {
                strategy: Some(strategy),
                options: StrategyOptions {
                    sorted_by: self.technique.sorted_by,
                    component_order: self.technique.component_order,
                    ..StrategyOptions::default()
                },
            },
        });
        let decided = guarded(|| decide(&name, &text, reduced, budget)).and_then(|decided| decided);
        Ok(decided.unwrap_or_else(Decided::nothing))
    }

    /// What is said as it ends.
    fn line(&self, found: &Decided) -> String {
        let [_, states, seconds, before, megabytes, end] = counted(found);
        let [published, theirs, _] = self.compared(found);
        let published = match self.published {
            Some(_) if theirs == "-" => format!("; published: {published}"),
            Some(_) => format!("; published: {published} in {theirs} s"),
            None => String::new(),
        };
        format!(
            "{end}, {states} states in {seconds} s ({before} s before), {megabytes} MB{published}"
        )
    }

    fn cells(&self, script: Option<&Script>, found: &Decided) -> Vec<String> {
        let exchanged = self.technique.strategy.map_or("-", |_| self.types.name());
        let (parameters, mark) = self.meant(self.parameters);
        let mut cells = vec![
            self.table.trim_start_matches("table ").to_owned(),
            self.example(script),
            format!("{parameters}{mark}"),
            exchanged.to_owned(),
            self.technique.name.to_owned(),
        ];
        cells.extend(counted(found));
        cells.extend(self.compared(found));
        cells
    }

    /// What is published: states, seconds, and how our states stand to them.
    fn compared(&self, found: &Decided) -> [String; 3] {
        let none = "-".to_owned();
        let Some(CspFigure { states, seconds }) = self.published else {
            return [none.clone(), none.clone(), none];
        };
        let (states, mark) = self.meant(states);
        let ratio = found.is_complete.then(|| ratio(found.statistics.states, states)).flatten();
        [format!("{states}{mark}"), seconds.to_owned(), ratio.unwrap_or(none)]
    }
}

/// The order of the group, states, seconds, seconds before, megabytes, and how it ended.
fn counted(found: &Decided) -> [String; 6] {
    let Decided { statistics, before, order, end, .. } = found;
    let bytes = statistics.store_bytes + statistics.frontier_bytes;
    [
        order.clone(),
        statistics.states.to_string(),
        format!("{:.2}", statistics.elapsed.as_secs_f64()),
        format!("{:.2}", before.as_secs_f64()),
        format!("{:.1}", bytes as f64 / f64::from(1 << 20)),
        end.clone(),
    ]
}

/// How many times a printed number another is.
fn ratio(states: u64, printed: &str) -> Option<String> {
    if compare(&states.into(), printed)? == Comparison::Equal {
        return Some("equal".to_owned());
    }
    let ratio = states as f64 / value(printed)?;
    Some(if ratio < 0.1 { format!("{ratio:.4}") } else { format!("{ratio:.2}") })
}
