//! Models as people wrote them: of those with several equal processes, the share in which a symmetry is found.

use std::fs;
use std::path::{Path, PathBuf};

use detection::explain::differences;
use detection::shape::Shape;
use detection::{Detected, Reduction, Remark, detect};
use groups::describe;
use machine::Machine;
use machine::program::Action;
use symmetry::{AuditOptions, audit};

use crate::panics::guarded;
use crate::reading::{Read, read};
use crate::searches::{Budget, Searched, search_all, search_quotient};
use crate::table::Table;

/// What the names of Promela models end in.
const EXTENSIONS: [&str; 6] = ["pml", "prom", "promela", "p", "pr", "spin"];

/// How many directories may lie within each other.
const DEEPEST: usize = 64;

/// How many states the audit looks at.
const AUDITED: u64 = 300;

/// What came of a model.
enum Found {
    /// It has no two processes of a kind.
    Single,
    /// It was not understood.
    Refused(String),
    /// A library panicked.
    Defect(String),
    /// It has processes of a kind.
    Several(Several),
}

/// A model with processes of a kind.
struct Several {
    /// Which, and how many.
    instances: String,
    /// The order of the group and its structure.
    group: Result<(String, String), String>,
    /// What the searches say, if they were asked for.
    verified: Option<Verified>,
}

/// What the searches say of a group.
struct Verified {
    states: Searched,
    orbits: Searched,
    audit: bool,
}

impl Verified {
    /// Whether both searches found the same, if both were finished.
    fn agree(&self) -> Option<bool> {
        match (&self.states, &self.orbits) {
            (
                Searched::Finished { violated: all, states },
                Searched::Finished { violated, states: orbits },
            ) => Some(all == violated && orbits <= states),
            _ => None,
        }
    }
}

/// One row for each model below `folder` that has several processes of a kind, or that cannot be read.
/// With `verify`, those with a group are searched without and with reduction, and the group is audited.
///
/// # Errors
/// A folder that cannot be read.
pub fn natural(
    folder: &Path,
    verify: Option<&Budget>,
    progress: &mut dyn FnMut(&str),
) -> Result<Table, String> {
    let mut headings = vec!["model", "instances", "group", "structure", "remark"];
    if verify.is_some() {
        headings.extend(["states", "quotient", "verdicts", "audit"]);
    }
    let mut table = Table::new(&headings);
    let mut totals = Totals::default();
    for path in models(folder)? {
        let name = path.strip_prefix(folder).unwrap_or(&path).display().to_string();
        progress(&name);
        let found = guarded(|| examine(&path, verify)).unwrap_or_else(Found::Defect);
        totals.count(&found);
        if let Some(mut cells) = cells(&found) {
            cells.insert(0, name);
            cells.resize(headings.len(), String::new());
            table.rows.push(cells);
        }
    }
    table.notes.extend(totals.notes(verify.is_some()));
    Ok(table)
}

/// The models below a folder, in the order of their names.
fn models(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut pending = vec![(folder.to_owned(), 0)];
    while let Some((folder, depth)) = pending.pop() {
        let entries = fs::read_dir(&folder);
        let entries = entries.map_err(|error| format!("{}: {error}", folder.display()))?;
        for entry in entries.flatten() {
            let path = entry.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            if path.is_dir() {
                if depth < DEEPEST {
                    pending.push((path, depth + 1));
                }
            } else if extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn examine(path: &Path, verify: Option<&Budget>) -> Found {
    let read = match read(path) {
        Ok(read) => read,
        Err(message) => {
            // The row says already which file it is.
            let place = format!("{}:", path.display());
            return Found::Refused(message.strip_prefix(&place).unwrap_or(&message).to_owned());
        }
    };
    let machine = &read.model.machine;
    let Some(instances) = instances(machine) else { return Found::Single };
    let Detected { reduction, remarks, .. } = detect(machine);
    let Some(reduction) = reduction else {
        let reason = remarks.iter().find(|remark| remark.span.is_some());
        let reason = match (reason, first_difference(&read)) {
            (Some(first), _) => remark(&read, first),
            (None, Some(difference)) => difference,
            (None, None) => remarks.first().map_or(String::new(), |first| remark(&read, first)),
        };
        return Found::Several(Several { instances, group: Err(reason), verified: None });
    };
    let group = reduction.symmetry.group();
    Found::Several(Several {
        instances,
        group: Ok((group.order().to_string(), describe(group))),
        verified: verify.map(|budget| verified(machine, &reduction, budget)),
    })
}

/// The types of which there are several processes, as in `user 3, server 2`: when all are started, or at the
/// start. Where processes are started for ever, there are `many`.
fn instances(machine: &Machine) -> Option<String> {
    let types = &machine.program.process_types;
    let mut counts = vec![0_usize; types.len()];
    let initial = machine.initial();
    initial.process_ids().for_each(|p| counts[machine.type_of(initial.location(p)).index()] += 1);
    let settled = Shape::find(machine);
    if let Some(shape) = &settled {
        for (place, count) in counts.iter_mut().enumerate() {
            let then = shape.types.iter().filter(|t| t.index() == place).count();
            *count = then.max(*count);
        }
    }
    let mut several: Vec<String> = Vec::new();
    for (place, declared) in types.iter().enumerate() {
        if counts[place] >= 2 {
            several.push(format!("{} {}", declared.name, counts[place]));
        } else if settled.is_none() && is_started(machine, place) {
            several.push(format!("{} many", declared.name));
        }
    }
    (!several.is_empty()).then(|| several.join(", "))
}

fn is_started(machine: &Machine, place: usize) -> bool {
    let operations = machine.code.edges.iter().flat_map(|edge| &edge.operations);
    operations.map(|operation| &operation.action).any(|action| {
        matches!(action, Action::Run { process_type, .. } if process_type.index() == place)
    })
}

/// The first thing that tells two processes of a kind apart.
fn first_difference(read: &Read) -> Option<String> {
    let difference = differences(&read.model.machine).into_iter().next()?;
    let (first, second) = (&difference.first[0], &difference.second[0]);
    let text = format!("{first} and {second}: {}", difference.reason);
    Some(match difference.span {
        Some(span) => {
            let (line, _) = read.sources.line_column(span);
            let source = read.sources.line_text(span.file, line).trim();
            format!("{text}: line {line}, `{source}`")
        }
        None => text,
    })
}

fn remark(read: &Read, remark: &Remark) -> String {
    match remark.span {
        Some(span) => format!("{} (line {})", remark.text, read.sources.line_column(span).0),
        None => remark.text.clone(),
    }
}

fn verified(machine: &Machine, reduction: &Reduction, budget: &Budget) -> Verified {
    let options = AuditOptions { states: AUDITED, ..AuditOptions::default() };
    let audit = audit(reduction, &reduction.symmetry, &options).is_ok();
    let orbits = search_quotient(machine, reduction, budget)
        .unwrap_or(Searched::Unfinished { reason: "refused" });
    Verified { states: search_all(machine, budget), orbits, audit }
}

/// The cells after the name; nothing for a model without several processes of a kind.
fn cells(found: &Found) -> Option<Vec<String>> {
    let remark_only =
        |text: &str| Some(vec!["-".to_owned(), "-".to_owned(), "-".to_owned(), text.to_owned()]);
    let several = match found {
        Found::Single => return None,
        Found::Refused(message) => return remark_only(&format!("not read: {message}")),
        Found::Defect(message) => return remark_only(message),
        Found::Several(several) => several,
    };
    let (order, structure, remark) = match &several.group {
        Ok((order, structure)) => (order.clone(), structure.clone(), String::new()),
        Err(reason) => ("1".to_owned(), "1".to_owned(), reason.clone()),
    };
    let mut cells = vec![several.instances.clone(), order, structure, remark];
    if let Some(verified) = &several.verified {
        cells.push(verified.states.text());
        cells.push(verified.orbits.text());
        let verdicts = match verified.agree() {
            Some(true) => "agree",
            Some(false) => "DIFFER",
            None => "not finished",
        };
        cells.push(verdicts.to_owned());
        cells.push(if verified.audit { "passes" } else { "FAILS" }.to_owned());
    }
    Some(cells)
}

/// How many models there were of each kind.
#[derive(Default)]
struct Totals {
    models: usize,
    refused: usize,
    defects: usize,
    several: usize,
    reduced: usize,
    agree: usize,
    differ: usize,
    audits_failed: usize,
}

impl Totals {
    fn count(&mut self, found: &Found) {
        self.models += 1;
        match found {
            Found::Single => {}
            Found::Refused(_) => self.refused += 1,
            Found::Defect(_) => self.defects += 1,
            Found::Several(several) => {
                self.several += 1;
                self.reduced += usize::from(several.group.is_ok());
                let Some(verified) = &several.verified else { return };
                self.agree += usize::from(verified.agree() == Some(true));
                self.differ += usize::from(verified.agree() == Some(false));
                self.audits_failed += usize::from(!verified.audit);
            }
        }
    }

    fn notes(&self, verified: bool) -> Vec<String> {
        let Totals { models, refused, defects, several, reduced, .. } = self;
        let mut notes = vec![format!(
            "{models} models: {refused} not read, {several} with several processes of a kind, of which {reduced} \
             have a group; {defects} defects"
        )];
        if verified {
            let Totals { agree, differ, audits_failed, .. } = self;
            notes.push(format!(
                "verdicts agree in {agree} of {reduced}, differ in {differ}, and one of the searches was not \
                 finished in {}; audits failed in {audits_failed}",
                reduced - agree - differ
            ));
        }
        notes
    }
}
