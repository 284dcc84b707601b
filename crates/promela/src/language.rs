//! Promela as a language of the commands: its settings, which are SPIN's, and its words.

use std::path::PathBuf;

use baselines::channel_diagram::CHANNEL_DIAGRAMS;
use checking::{
    Fairness, ForeignRuns, Lack, Language, Loading, Peer, Purpose, REACH, Scope, Setting, Settings,
    StoredAs, Translate, loaded_with_claims, reach_name,
};
use diagnostics::{FileId, Sources};
use machine::compile::CompileOptions;
use machine::{Printed, State, Step};
use machine_model::words::NamedMachine;
use machine_model::{Dialect, MachineClaims, MachineModel, MachineText, PublishedMethods, rows};
use model::{Declared, Exchange, InferredType, Method, Place};

use crate::check::{ChannelType, ChannelTypes};
use crate::declared::declared;
use crate::habits::{SPIN, unmentioned};
use crate::lower::Numbering;
use crate::model::{Cycles, KeptClaims, LoadOptions, Loaded, load};
use crate::options::ParseOptions;
use crate::printf::output;
use crate::trail::{Reading, Trail, Trails, is_trail};

const DEFINE: &str = "D";
const INCLUDE: &str = "I";
const NO_MERGE: &str = "no-merge";
const NO_DATAFLOW: &str = "no-dataflow";
const DESPITE_REMOTE: &str = "analyse-remote";
const KEEP_UNREAD: &str = "keep-unread";
const KEEP_HIDDEN: &str = "keep-hidden";
const JAVA_UNLESS: &str = "java-unless";
const NO_CLAIMS: &str = "no-claims";
const LTL: &str = "ltl";
const PROGRESS: &str = "progress";
const ACCEPTANCE: &str = "acceptance";

/// A setting that is given or not.
const fn flag(name: &'static str, help: &'static str, scope: Scope, stored: StoredAs) -> Setting {
    Setting { name, value: None, help, scope, stored: Some(stored) }
}

const fn stored(key: &'static str) -> StoredAs {
    StoredAs { key, negated: false }
}

const SETTINGS: [Setting; 13] = [
    REACH,
    Setting {
        name: DEFINE,
        value: Some("NAME[=VALUE]"),
        help: "Define a macro, as `#define NAME VALUE` would",
        scope: Scope::Text,
        stored: Some(stored("define")),
    },
    Setting {
        name: INCLUDE,
        value: Some("DIR"),
        help: "Look for included files here, after the directory of the including file",
        scope: Scope::Text,
        stored: Some(stored("include")),
    },
    flag(
        NO_MERGE,
        "Do not merge statements that only one process can see (SPIN's -o3)",
        Scope::States,
        StoredAs { key: "merge", negated: true },
    ),
    flag(
        NO_DATAFLOW,
        "Do not reset dead variables (SPIN's -o1)",
        Scope::States,
        StoredAs { key: "dataflow", negated: true },
    ),
    flag(
        DESPITE_REMOTE,
        "Where processes read variables of others (`P[i]:x`), reset and merge what has nothing to do with these; SPIN then \
         does neither",
        Scope::States,
        stored("analyse_remote"),
    ),
    flag(
        KEEP_UNREAD,
        "Keep variables in the state that are never read (SPIN's -o2)",
        Scope::States,
        stored("keep_unread"),
    ),
    flag(
        KEEP_HIDDEN,
        "Keep hidden variables in the state between steps, although no later step reads them",
        Scope::States,
        stored("keep_hidden"),
    ),
    flag(
        JAVA_UNLESS,
        "Of nested `unless` statements let the inner one take precedence, as exceptions do in Java \
         (SPIN's -J)",
        Scope::Runs,
        stored("java_unless"),
    ),
    flag(
        NO_CLAIMS,
        "Leave out never claims and ltl formulas, and trace blocks, which are not checked yet (pan's \
         -noclaim)",
        Scope::Runs,
        stored("no_claims"),
    ),
    Setting {
        name: LTL,
        value: Some("FORMULA"),
        help: "Check this formula too, as an `ltl` block at the end of the model would; may be repeated",
        scope: Scope::Properties,
        stored: Some(stored("ltl")),
    },
    Setting {
        name: PROGRESS,
        value: None,
        help: "Check that no run goes round for ever without a `progress` label (pan's -l)",
        scope: Scope::Properties,
        stored: Some(stored("progress")),
    },
    Setting {
        name: ACCEPTANCE,
        value: None,
        help: "Check that no run is for ever again at an `accept` label of a process (pan's -a)",
        scope: Scope::Properties,
        stored: Some(stored("acceptance")),
    },
];

/// Promela.
pub struct Promela;

impl Language for Promela {
    fn name(&self) -> &'static str {
        "promela"
    }

    fn title(&self) -> &'static str {
        "Promela"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pml", "prom", "prm", "promela", "p", "pr", "spin"]
    }

    fn settings(&self) -> &'static [Setting] {
        &SETTINGS
    }

    fn methods(&self) -> Vec<&'static Method> {
        rows(CHANNEL_DIAGRAMS)
    }

    fn lacks(&self) -> &'static [Lack] {
        &[]
    }

    fn peer(&self) -> Option<&'static Peer> {
        Some(&SPIN)
    }

    fn fairness(&self) -> Fairness {
        Fairness::None
    }

    fn has_assertions(&self) -> bool {
        true
    }

    fn looks_for_deadlocks(&self) -> bool {
        true
    }

    fn objection(&self, settings: &Settings) -> Option<String> {
        let asked =
            [LTL, PROGRESS, ACCEPTANCE, REACH.name].into_iter().find(|name| settings.is_set(name));
        if let Some(asked) = asked.filter(|_| settings.is_set(NO_CLAIMS)) {
            return Some(format!("`--no-claims` leaves out what `--{asked}` asks for"));
        }
        let besides = [LTL, PROGRESS, ACCEPTANCE].into_iter().find(|name| settings.is_set(name));
        if let Some(besides) = besides.filter(|_| settings.is_set(REACH.name)) {
            return Some(format!("`--reach` checks nothing else: without `--{besides}`"));
        }
        let has_braces = |formula: &String| formula.contains(['{', '}']);
        if let Some(formula) = settings.values(LTL).into_iter().find(has_braces) {
            return Some(format!("--ltl {formula}: a formula has no braces"));
        }
        if let Some(expression) = settings.values(REACH.name).iter().find(|it| has_braces(it)) {
            return Some(format!("--reach {expression}: an expression has no braces"));
        }
        settings.values(DEFINE).into_iter().find_map(|define| {
            let name = define.split('=').next().unwrap_or_default();
            let mut characters = name.chars();
            let starts = characters.next().is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
            let is_name = starts && characters.all(|c| c.is_ascii_alphanumeric() || c == '_');
            (!is_name).then(|| format!("-D {define}: `{name}` is no name of a macro"))
        })
    }

    fn load(
        &self,
        mut sources: Sources,
        file: FileId,
        settings: &Settings,
        purpose: Purpose,
    ) -> Loading {
        let origin = sources.origin();
        let parsing = ParseOptions {
            defines: settings.values(DEFINE),
            include_paths: settings.values(INCLUDE).into_iter().map(PathBuf::from).collect(),
            appended: appended(settings),
            loader: &|path| origin.read(path),
        };
        let mut found = load(&mut sources, file, &parsing, load_options(settings, purpose));
        found.diagnostics.extend(found.unread.take());
        found.diagnostics.extend(unmentioned(&settings.values(DEFINE), &sources));
        model(found, sources, file, settings)
    }

    fn keeping_inactive(&self, settings: &Settings) -> Settings {
        settings.clone()
    }

    fn declared(&self, sources: &mut Sources, file: FileId, settings: &Settings) -> Vec<Declared> {
        let origin = sources.origin();
        let parsing = ParseOptions {
            defines: settings.values(DEFINE),
            include_paths: settings.values(INCLUDE).into_iter().map(PathBuf::from).collect(),
            appended: Vec::new(),
            loader: &|path| origin.read(path),
        };
        declared(sources, file, &parsing)
    }

    fn as_written(&self, settings: &Settings) -> Settings {
        let mut settings = settings.clone();
        for name in [NO_MERGE, NO_DATAFLOW, KEEP_UNREAD, KEEP_HIDDEN] {
            settings.set(name);
        }
        settings
    }

    fn translation(&self) -> Option<Translate> {
        None
    }

    fn foreign_runs(&self) -> Option<ForeignRuns> {
        Some(ForeignRuns { recognises: is_trail, settings: trail_settings })
    }
}

/// What was loaded, as the commands see it.
fn model(found: Loaded, sources: Sources, file: FileId, settings: &Settings) -> Loading {
    let diagnostics = found.diagnostics;
    let Some(named) = found.model else { return Loading::refused(sources, diagnostics) };
    let main = sources.name(file).to_owned();
    let reading = Reading {
        merged: !settings.is_set(NO_MERGE),
        defines: settings.values(DEFINE),
        includes: settings.values(INCLUDE),
    };
    let dialect = Spin { numbering: found.numbering, channel_types: found.channel_types, reading };
    let claims = MachineClaims::of(found.claims, reach_name(settings), &sources, &dialect);
    let text = MachineText { named, sources };
    let (scalarsets, run_properties) = (found.scalarsets, Vec::new());
    let model = MachineModel { text, scalarsets, run_properties, dialect };
    Loading::of(loaded_with_claims(model, main, claims), diagnostics)
}

/// What the command line adds to a model, each as a block at its end: formulas, then what is looked for.
fn appended(settings: &Settings) -> Vec<(String, String)> {
    let of = |name: &'static str| {
        let given = settings.values(name).into_iter();
        given.map(move |text| (format!("--{name}"), format!("ltl {{ {text} }}\n")))
    };
    of(LTL).chain(of(REACH.name)).collect()
}

fn load_options(settings: &Settings, purpose: Purpose) -> LoadOptions {
    LoadOptions {
        compile: CompileOptions {
            reset_dead_variables: !settings.is_set(NO_DATAFLOW),
            merge_statements: !settings.is_set(NO_MERGE),
            despite_others: settings.is_set(DESPITE_REMOTE),
            clear_inactive: false,
            forget_hidden: !settings.is_set(KEEP_HIDDEN),
            inner_escapes_first: settings.is_set(JAVA_UNLESS),
        },
        hide_unread: !settings.is_set(KEEP_UNREAD),
        claims: match purpose {
            _ if settings.is_set(NO_CLAIMS) => KeptClaims::LeftOut,
            Purpose::Check | Purpose::Symmetry => KeptClaims::Separate,
            Purpose::Search => KeptClaims::Skipped,
        },
        cycles: Cycles {
            without_progress: settings.is_set(PROGRESS),
            accepting: settings.is_set(ACCEPTANCE),
        },
        seeks_last: settings.is_set(REACH.name),
    }
}

/// Merging is as the trail says; the other analyses change no step.
fn trail_settings(text: &str, given: &Settings) -> Result<Settings, String> {
    let trail = Trail::parse(text)?;
    let mut settings = given.clone();
    settings.remove(NO_MERGE);
    if !trail.merged {
        settings.set(NO_MERGE);
    }
    Ok(settings)
}

/// What SPIN says of a machine.
#[derive(Clone)]
struct Spin {
    numbering: Numbering,
    channel_types: ChannelTypes,
    reading: Reading,
}

impl Dialect for Spin {
    fn print(&self, machine: &NamedMachine, printed: &Printed<'_>) -> (String, Option<String>) {
        let output = output(machine, printed);
        (output.text, output.problem.map(|problem| problem.to_string()))
    }

    fn inferred_types(&self, sources: &Sources) -> Option<Vec<InferredType>> {
        let inferred = |channel: ChannelType| InferredType {
            owner: channel.process,
            name: channel.name,
            text: channel.text,
            place: Place::of(channel.span, sources),
        };
        Some(self.channel_types.list().into_iter().map(inferred).collect())
    }

    fn exchange<'a>(
        &'a self,
        text: &'a MachineText,
    ) -> Option<Box<dyn Exchange<State, Step> + 'a>> {
        let Spin { numbering, reading, .. } = self;
        Some(Box::new(Trails { text, numbering, reading }))
    }

    fn published_methods(&self) -> PublishedMethods {
        CHANNEL_DIAGRAMS
    }
}
