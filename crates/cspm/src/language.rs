//! CSPM as a language of the commands.

use checking::{
    Fairness, ForeignRuns, Lack, Language, Loading, Peer, Purpose, Scope, Setting, Settings,
    StoredAs, Translate,
};
use std::path::Path;

use diagnostics::{Diagnostic, FileId, Severity, Sources};
use model::{Declared, Method};

use crate::decide::reduced_by;
use crate::declared::declared;
use crate::habits::{FDR, LACKS};
use crate::loaded::{Extent, LoadedScript};
use crate::script::{Asked, Asserted, Script};
use crate::symmetric::unmet;
use crate::tree::{AssertionKind, AssertionOption, SymmetricType};

const ASSERTION: &str = "assertion";
const ASSERT: &str = "assert";
const TYPECHECK: &str = "typecheck";
const PROCESS: &str = "process";
const SYMMETRIC: &str = "symmetric";

const SETTINGS: [Setting; 5] = [
    Setting {
        name: ASSERTION,
        value: Some("N|TEXT"),
        help: "Check the Nth assertion only, or those that have this text in them",
        scope: Scope::Properties,
        stored: Some(StoredAs { key: "assertion", negated: false }),
    },
    Setting {
        name: ASSERT,
        value: Some("TEXT"),
        help: "Check this instead of what the script asserts, as `P :[deadlock free]`; several times: all of these; with --assertion: that as well",
        scope: Scope::Properties,
        stored: Some(StoredAs { key: "assert", negated: false }),
    },
    Setting {
        name: TYPECHECK,
        value: None,
        help: "Read the script, find its names and types, and stop there",
        scope: Scope::Properties,
        stored: None,
    },
    Setting {
        name: SYMMETRIC,
        value: Some("TYPES"),
        help: "Exchange values of these datatypes only, as `NodeID, ThreadID` or `diff(NodeID, {| Null |})`; without it, of all whose values are interchangeable",
        scope: Scope::Properties,
        stored: None,
    },
    Setting {
        name: PROCESS,
        value: Some("PROCESS"),
        help: "Run or draw this process; without it, the process that the first assertion is about",
        scope: Scope::Walks,
        stored: Some(StoredAs { key: "process", negated: false }),
    },
];

/// CSPM.
pub struct Cspm;

impl Language for Cspm {
    fn name(&self) -> &'static str {
        "cspm"
    }

    fn title(&self) -> &'static str {
        "CSPM"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["csp", "cspm", "fdr2"]
    }

    fn settings(&self) -> &'static [Setting] {
        &SETTINGS
    }

    fn methods(&self) -> Vec<&'static Method> {
        Vec::new()
    }

    fn lacks(&self) -> &'static [Lack] {
        &LACKS
    }

    fn peer(&self) -> Option<&'static Peer> {
        Some(&FDR)
    }

    fn fairness(&self) -> Fairness {
        Fairness::None
    }

    fn has_assertions(&self) -> bool {
        true
    }

    fn looks_for_deadlocks(&self) -> bool {
        false
    }

    fn objection(&self, settings: &Settings) -> Option<String> {
        let several = settings.values(PROCESS).len() > 1;
        several.then(|| "`--process` names one process".to_owned())
    }

    fn load(
        &self,
        mut sources: Sources,
        file: FileId,
        settings: &Settings,
        purpose: Purpose,
    ) -> Loading {
        let mut add = |option: &str, word: &str, text: &str| {
            let text = text.trim_start();
            let text = text.strip_prefix(word).filter(|rest| rest.starts_with(' ')).unwrap_or(text);
            sources.add(format!("--{option}"), format!("{word} {text}"))
        };
        let asserts = settings.values(ASSERT);
        let asserts: Vec<FileId> = asserts.iter().map(|text| add(ASSERT, "assert", text)).collect();
        let process = settings.values(PROCESS).pop();
        let process = process.map(|process| add(PROCESS, "print", &process));
        let symmetric = settings.values(SYMMETRIC);
        let symmetric = (!symmetric.is_empty())
            .then(|| sources.add(format!("--{SYMMETRIC}"), symmetric.join(", ")));
        let declarations = asserts.iter().copied().chain(process).map(Asked::Declarations);
        let asked: Vec<Asked> = declarations.chain(symmetric.map(Asked::Types)).collect();
        let origin = sources.origin();
        let read = &mut |path: &Path| origin.read(path);
        let (mut script, mut diagnostics) = match Script::load(&mut sources, file, &asked, read) {
            Ok(read) => read,
            Err(diagnostics) => return Loading::refused(sources, diagnostics),
        };
        let only = symmetric.map_or(Vec::new(), |file| restrict(&mut script, file));
        let process = match process {
            Some(_) => script.printed.pop().map(|process| process.value),
            None => script
                .asserted
                .iter()
                .find(|one| is_of_process(one))
                .map(|one| one.process().clone()),
        };
        let chosen = match chosen(&script, &settings.values(ASSERTION), &asserts) {
            Ok(chosen) => chosen,
            Err(message) => {
                let wrong = vec![Diagnostic::new(Severity::Error, message)];
                return Loading::refused(sources, wrong);
            }
        };
        let extent = match (purpose, settings.is_set(TYPECHECK)) {
            (Purpose::Check, false) => {
                let asserted = chosen.iter().map(|&claim| &script.asserted[claim]);
                diagnostics.extend(asserted.clone().flat_map(ineffective));
                diagnostics.extend(asserted.flat_map(|one| not_symmetric(&script, one)));
                Extent::Claims(chosen)
            }
            (Purpose::Check, true) => Extent::Types,
            (Purpose::Symmetry, _) => Extent::Claims(chosen),
            _ => Extent::Claims(Vec::new()),
        };
        let loaded = LoadedScript::new(script, sources, file, extent, process, only);
        Loading::of(Box::new(loaded), diagnostics)
    }

    fn keeping_inactive(&self, settings: &Settings) -> Settings {
        settings.clone()
    }

    fn declared(&self, sources: &mut Sources, file: FileId, _: &Settings) -> Vec<Declared> {
        let origin = sources.origin();
        declared(sources, file, &mut |path: &Path| origin.read(path))
    }

    fn as_written(&self, settings: &Settings) -> Settings {
        settings.clone()
    }

    fn translation(&self) -> Option<Translate> {
        None
    }

    fn foreign_runs(&self) -> Option<ForeignRuns> {
        None
    }
}

/// Whether an assertion is about a process: any expression may be symmetric.
fn is_of_process(asserted: &Asserted) -> bool {
    !matches!(asserted.assertion.kind, AssertionKind::Symmetric { .. })
}

/// Takes the datatypes that the assertion in a file names as those in which all others are to be reduced; these datatypes.
fn restrict(script: &mut Script, file: FileId) -> Vec<SymmetricType> {
    let (naming, others) = std::mem::take(&mut script.asserted)
        .into_iter()
        .partition::<Vec<Asserted>, _>(|asserted| asserted.span.file == file);
    script.asserted = others;
    let options = naming.into_iter().flat_map(|naming| naming.assertion.options);
    let options: Vec<AssertionOption> = options.collect();
    for asserted in &mut script.asserted {
        let all = &mut asserted.assertion.options;
        all.retain(|option| !matches!(option, AssertionOption::SymmetryReduce(_)));
        all.extend(options.iter().cloned());
    }
    reduced_by(&options)
}

/// That options of an assertion have no effect.
fn ineffective(asserted: &Asserted) -> Vec<Diagnostic> {
    let warned = asserted.assertion.options.iter().filter_map(|option| match option {
        AssertionOption::TauPriority(_) | AssertionOption::SymmetryReduce(_) => None,
        AssertionOption::PartialOrderReduce => {
            let text = "`:[partial order reduce]` has no effect: every state is searched";
            Some(Diagnostic::warning(asserted.span, text))
        }
    });
    warned.collect()
}

/// That an assertion is not symmetric in types that it is to be reduced by.
fn not_symmetric(script: &Script, asserted: &Asserted) -> Vec<Diagnostic> {
    let named = asserted.assertion.options.iter().filter_map(|option| match option {
        AssertionOption::SymmetryReduce(types) if !types.is_empty() => Some(types),
        _ => None,
    });
    let unmet = named.flat_map(|types| unmet(script, asserted, types));
    unmet.map(|one| one.warning()).collect()
}

/// The places of the assertions that are chosen: those that are named and those that stand in the sources that were asked for, or all
/// if nothing was.
fn chosen(script: &Script, wanted: &[String], asked: &[FileId]) -> Result<Vec<usize>, String> {
    let count = script.asserted.len();
    if wanted.is_empty() && asked.is_empty() {
        return Ok((0..count).collect());
    }
    let is_asked = |place: &usize| asked.contains(&script.asserted[*place].span.file);
    let mut chosen: Vec<usize> = (0..count).filter(is_asked).collect();
    for wanted in wanted {
        let found: Vec<usize> = match wanted.parse::<usize>() {
            Ok(number) => {
                (number..=number).filter(|n| (1..=count).contains(n)).map(|n| n - 1).collect()
            }
            Err(_) => {
                let has = |place: &usize| script.asserted[*place].name.contains(wanted.as_str());
                (0..count).filter(has).collect()
            }
        };
        if found.is_empty() {
            let all: Vec<String> =
                script.asserted.iter().map(|one| format!("`{}`", one.name)).collect();
            let there = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
            return Err(format!("no assertion is `{wanted}`: there are {there}"));
        }
        chosen.extend(found);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}
