//! The arguments of `check`, validated once: what is checked, how, and what becomes of the report.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use checking::{CheckRequest, Detail, REACH, RepresentativeRequest, is_called};
use kernel::{
    Algorithm, Checkpoints, Engine, Fairness, Limits, Order, Property, PropertyId, PropertyKind,
    PropertySet, SearchOptions, Store, Team, TraceChoice,
};
use model::SetOptions;
use symmetry::{AuditPlan, Explore, Strategy};

use crate::beside::Beside;
use crate::check_arguments::{
    CheckArgs, EngineName, FairnessName, OnOff, SearchOrder, StoreName, TraceOrder,
};
use crate::checkpoint_arguments::checkpoints;
use crate::counterexample_files::{CounterexampleFiles, trail_of};
use crate::exit::Failure;
use crate::job::Job;
use crate::load::Subject;
use crate::reach::refuse_with_reach;
use crate::report_file::ReportFile;
use crate::research_arguments::{EmptinessName, ReachabilityName};
use crate::share_arguments::cores;
use crate::style::Style;
use crate::symmetry_arguments::{ChosenSymmetry, SymmetryChoice, declare_scalarsets};
use crate::table::Languages;

/// What a check does.
pub struct Plan {
    /// What is checked.
    pub selection: Selection,
    /// Expressions whose values stand beside counterexamples.
    show: Vec<String>,
    /// Whether all states of counterexamples are shown.
    show_states: bool,
    /// Where the symmetry comes from.
    pub symmetry: ChosenSymmetry,
    /// How the report is shown.
    pub style: Style,
    /// Where counterexamples are stored.
    pub files: CounterexampleFiles,
    /// The page that is written, if one is.
    pub report: Option<ReportFile>,
    /// Whether the strategy for representatives is told.
    pub verbose: bool,
    representative: RepresentativeRequest,
    audit: AuditPlan,
    orbits: bool,
    fairness: Fairness,
    shortest: bool,
    /// So many searches are made, each with another seed.
    pub searches: u32,
    options: SearchOptions,
    /// How sets of states are computed, if states are searched as sets.
    pub sets: Option<SetOptions>,
}

/// What is checked of a model.
pub struct Selection {
    /// Properties of states and transitions.
    pub properties: Vec<PropertyId>,
    /// Claims, by their places.
    pub claims: Vec<usize>,
}

impl Plan {
    /// The plan that the arguments of a command ask for; scalarsets that they declare are declared to the model.
    ///
    /// # Errors
    /// Arguments that do not go together, or not with the model.
    pub fn from(
        args: CheckArgs,
        command: &[OsString],
        subject: &mut Subject,
        languages: Languages,
        job: &Job,
    ) -> Result<Plan, Failure> {
        refuse_combinations(&args)?;
        refuse_for_engine(&args)?;
        refuse_with_orbits(&args)?;
        refuse_with_cluster(&args)?;
        refuse_with_reach(&args, &subject.settings)?;
        declare_scalarsets(subject, &args.scalarset, &args.symmetry)?;
        let names = subject.model.claims();
        let selection = Selection::from(&args, subject, &names)?;
        if args.orbits && selection.properties.is_empty() {
            return Err(Failure::input(ORBITS_OF_NOTHING));
        }
        if args.engine == EngineName::Symbolic {
            refuse_claims_of_sets(&selection, &names)?;
        }
        if args.cluster.is_some() && !selection.claims.is_empty() {
            return Err(Failure::input(CLAIMS_OF_CLUSTER));
        }
        if omits(&args) && !selection.claims.is_empty() {
            return Err(Failure::input(
                "`--store bitstate` and `--store fingerprint` are for violations of properties of states: `--property` asks for \
                 these alone",
            ));
        }
        let fairness = match subject.settings.is_set(REACH.name) {
            // Every beginning of a run is that of a fair one.
            true => Fairness::None,
            false => args.fairness.map_or(subject.language.fairness(), FairnessName::fairness),
        };
        if !selection.claims.is_empty() {
            refuse_fair_combinations(&args, fairness)?;
        }
        let are_of_runs = !subject.model.claims_stand_alone();
        refuse_concrete_claims(&args, &selection, &names, are_of_runs)?;
        let options = SearchOptions {
            limits: Limits { depth: args.max_depth, states: args.max_states, ..job.limits() },
            budget: job.budget().clone(),
            cancel: Some(job.cancel()),
            checkpoints: checkpoints(&args, subject, &selection)?,
            ..search_options(&args, &selection, job.limits().memory_bytes)
        };
        let trail = args.trail.as_ref();
        let trail = trail.map(|path| path.clone().unwrap_or_else(|| trail_of(&args.model.model)));
        let files = CounterexampleFiles::new(args.trace, trail, subject, languages)?;
        let others: Vec<&Path> =
            files.traces.iter().chain(&files.trail).map(PathBuf::as_path).collect();
        let options = SearchOptions { deepest: args.report.is_some(), ..options };
        let report = |path| ReportFile::new(path, command, &others, subject, languages);
        Ok(Plan {
            selection,
            report: args.report.map(report).transpose()?,
            files,
            show: args.shown.show,
            show_states: args.shown.state,
            symmetry: ChosenSymmetry::read(
                &args.symmetry,
                args.points.points,
                &args.research.0.method.detect,
            )?,
            style: Style::new(args.json, args.quiet),
            verbose: args.verbose,
            representative: args.research.0.representative,
            audit: args.audit.plan(),
            orbits: args.orbits,
            fairness,
            shortest: args.shortest,
            searches: args.swarm.unwrap_or(1),
            options,
            sets: (args.engine == EngineName::Symbolic).then(|| args.research.0.sets()),
        })
    }

    /// Has the search shared by machines.
    pub fn share(&mut self, team: Team) {
        self.options.team = Some(team);
    }

    /// The machines that share the search, if it is shared.
    pub fn team(&self) -> Option<&Team> {
        self.options.team.as_ref()
    }

    /// Where the search is kept, if it is.
    pub fn checkpoints(&self) -> Option<&Checkpoints> {
        self.options.checkpoints.as_ref()
    }

    /// Where states go if memory is short, if somebody is to be told of that.
    pub fn overflow(&self) -> Option<PathBuf> {
        let tells = self.style == Style::Text
            && self.options.store == Store::Auto
            && self.options.checkpoints.is_none();
        self.options.disk.clone().filter(|_| tells)
    }

    /// What is shown beside counterexamples.
    pub fn beside<'a>(&'a self, subject: &'a Subject) -> Beside<'a> {
        let (expressions, states) = (&self.show[..], self.show_states);
        Beside { model: &*subject.model, expressions, states }
    }

    /// How a claim is searched; properties of states likewise.
    pub fn request(&self) -> CheckRequest<'_> {
        CheckRequest {
            symmetry: self.symmetry.source(),
            representative: self.representative,
            audit: self.audit,
            orbits: self.orbits,
            fairness: self.fairness,
            shortest: self.shortest,
            options: self.options.clone(),
            detail: match self.style {
                Style::Json => Detail::Effects,
                _ if self.show_states || !self.show.is_empty() => Detail::States,
                _ => Detail::Changes,
            },
            store: !self.files.traces.is_empty() || self.report.is_some(),
            export: self.files.trail.is_some(),
        }
    }
}

/// How to search a system for violations of the properties of states, without the limits.
fn search_options(args: &CheckArgs, selection: &Selection, most: Option<u64>) -> SearchOptions {
    let place = args.share.disk_dir.clone().unwrap_or_else(std::env::temp_dir);
    SearchOptions {
        order: match args.search {
            SearchOrder::Bfs => Order::BreadthFirst,
            SearchOrder::Dfs => Order::DepthFirst,
        },
        workers: args.share.workers.map_or_else(cores, usize::from),
        keep_going: args.keep_going,
        trace_choice: match args.trace_order {
            TraceOrder::FewSwitches => TraceChoice::Least,
            TraceOrder::Found => TraceChoice::Met,
        },
        check: PropertySet::Only(selection.properties.clone()),
        partial_order: args.partial_order() == OnOff::On && !args.shortest,
        engine: match args.engine {
            EngineName::Interpret => Engine::Interpreted,
            EngineName::Native => Engine::Native,
            _ => Engine::Compiled,
        },
        store: match args.store {
            StoreName::Auto => Store::Auto,
            StoreName::Plain => Store::Plain,
            StoreName::Compressed => Store::Compressed,
            StoreName::Disk => Store::Disk,
            StoreName::Bitstate => Store::Bitstate {
                functions: args.hashes.unwrap_or(HASHES).into(),
                bytes: args
                    .hash_bits
                    .map_or_else(|| lossy_bytes(args, most), |bits| (1 << bits) / 8),
            },
            StoreName::Fingerprint => Store::Fingerprint { bytes: lossy_bytes(args, most) },
        },
        disk_bytes: args.share.disk.or_else(|| Some(free_bytes(&place)? / 5 * 4)),
        disk: Some(place),
        seed: args.hash_seed.unwrap_or_default(),
        algorithm: match args.research.0.emptiness {
            EmptinessName::Scc => Algorithm::Components,
            EmptinessName::Ndfs => Algorithm::Nested,
        },
        ..SearchOptions::default()
    }
}

/// How many bits a state sets, if nobody says.
const HASHES: u8 = 8;

/// The memory of a store that may omit states, if nobody says how much there is for all.
const LOSSY_BYTES: u64 = 1 << 30;

/// How many bytes such a store has for what it keeps of states, where all may take so many.
fn lossy_bytes(args: &CheckArgs, most: Option<u64>) -> u64 {
    let half = most.map_or(LOSSY_BYTES, |bytes| bytes / 2);
    if args.share.limits.memory.is_some() { half } else { half.min(LOSSY_BYTES) }
}

/// Whether a store may take states for one another.
fn omits(args: &CheckArgs) -> bool {
    matches!(args.store, StoreName::Bitstate | StoreName::Fingerprint)
}

/// Whether states may go to files.
pub fn has_files(args: &CheckArgs) -> bool {
    !matches!(args.store, StoreName::Plain | StoreName::Compressed)
        && args.search == SearchOrder::Bfs
}

/// How much is free where a folder is, as far as the system tells.
#[cfg(unix)]
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let found = nix::sys::statvfs::statvfs(folder).ok()?;
    // How wide these are depends on the system.
    fn wide(number: impl Into<u64>) -> u64 {
        number.into()
    }
    Some(wide(found.blocks_available()).saturating_mul(wide(found.fragment_size())))
}

#[cfg(not(unix))]
pub fn free_bytes(_: &std::path::Path) -> Option<u64> {
    None
}

/// Refuses what cannot be asked for together.
///
/// # Errors
/// What, and why.
fn refuse_combinations(args: &CheckArgs) -> Result<(), Failure> {
    let why = if args.shortest && args.search == SearchOrder::Dfs {
        "`--shortest` finds no shortest counterexamples depth first: `--search bfs` does"
    } else if args.search == SearchOrder::Dfs && args.store == StoreName::Compressed {
        "`--search dfs` must know how it came to a state, and `--store compressed` does not keep that: `--search bfs` asks for it only \
         where a counterexample is found"
    } else if args.search == SearchOrder::Dfs && args.store == StoreName::Disk {
        "`--search dfs` must know at once whether it has met a state, and `--store disk` finds that out for many at a time: `--search bfs`"
    } else if (args.hashes.is_some() || args.hash_bits.is_some())
        && args.store != StoreName::Bitstate
        || (args.hash_seed.is_some() || args.swarm.is_some()) && !omits(args)
    {
        "`--hashes` and `--hash-bits` are for `--store bitstate`, `--hash-seed` and `--swarm` for that and `--store fingerprint`"
    } else if args.search == SearchOrder::Dfs && omits(args) {
        "`--store bitstate` and `--store fingerprint` are for `--search bfs`"
    } else if omits(args) && (args.checkpoint.is_some() || args.resume.is_some()) {
        "`--checkpoint` and `--resume` are for searches that keep their states: `--store auto` or `--store disk`"
    } else if (args.share.disk_dir.is_some() || args.share.disk.is_some()) && !has_files(args) {
        "`--disk-dir` and `--disk` are for files of states: `--store auto` and `--store disk` have them, breadth first"
    } else if is_concrete(args) && args.symmetry == SymmetryChoice::Off {
        "`concrete` does nothing with `--symmetry off`: every state is searched itself"
    } else if let Some(folder) = args.share.disk_dir.as_ref().filter(|it| !it.is_dir()) {
        return Err(Failure::input(format!("{}: no such folder", folder.display())));
    } else {
        return Ok(());
    };
    Err(Failure::input(why))
}

/// Refuses what does not go together with counting the states that classes stand for.
///
/// # Errors
/// What, and why.
fn refuse_with_orbits(args: &CheckArgs) -> Result<(), Failure> {
    let why = if !args.orbits {
        return Ok(());
    } else if args.symmetry == SymmetryChoice::Off {
        "`--orbits` counts the states that classes of symmetric states stand for: with `--symmetry off` there are no classes"
    } else if args.por == Some(OnOff::On) {
        "`--orbits` counts all transitions, and `--por on` leaves some out; leave one of them out"
    } else if args.engine == EngineName::Symbolic {
        "`--orbits` counts states one by one: `--engine explicit`"
    } else if args.search == SearchOrder::Dfs {
        "`--orbits` counts states breadth first: `--search bfs`"
    } else {
        return Ok(());
    };
    Err(Failure::input(why))
}

/// Said where claims are to be checked by several machines.
const CLAIMS_OF_CLUSTER: &str = "`--cluster` is for violations of properties of states, and claims are searched on one machine: `--property` asks \
                                 for the properties alone";

/// Refuses what does not go together with a search that machines share.
///
/// # Errors
/// What, and why.
fn refuse_with_cluster(args: &CheckArgs) -> Result<(), Failure> {
    let why = if args.cluster.is_none() {
        return Ok(());
    } else if args.engine == EngineName::Symbolic {
        "`--cluster` is for states that are searched one by one: without `--engine symbolic`"
    } else if args.search == SearchOrder::Dfs {
        "machines go from level to level together: `--cluster` goes with `--search bfs`"
    } else if !matches!(args.store, StoreName::Auto | StoreName::Disk) {
        "`--cluster` goes with `--store auto` and `--store disk`"
    } else if is_concrete(args) {
        "the states that `concrete` reaches depend on the order: without `--cluster`"
    } else {
        return Ok(());
    };
    Err(Failure::input(why))
}

/// Said where no properties of states are checked.
const ORBITS_OF_NOTHING: &str = "`--orbits` counts in the search for violations of properties of states, and none of these is checked: \
                                 `--property` chooses others";

/// Refuses what the engine that is asked for has no use for.
///
/// # Errors
/// What, and why.
fn refuse_for_engine(args: &CheckArgs) -> Result<(), Failure> {
    let research = &args.research.0;
    if args.engine == EngineName::Symbolic {
        let useless = useless_for_sets(args).or_else(|| useless_symmetry_of_sets(args));
        return useless.map_or(Ok(()), |why| Err(Failure::input(why)));
    }
    if args.engine == EngineName::Native && !cfg!(feature = "native") {
        let why = "`--engine native` needs a program that was built with machine code, by `cargo build --release --features native`: \
                   `--engine compiled` says the same";
        return Err(Failure::input(why));
    }
    let option = match (research.reachability, research.levels) {
        (None, None) => return Ok(()),
        (Some(_), _) => "--reachability",
        (None, Some(_)) => "--levels",
    };
    let why = format!("`{option}` is for sets of states: it goes with `--engine symbolic`");
    Err(Failure::input(why))
}

/// What a search with sets has no use for.
fn useless_for_sets(args: &CheckArgs) -> Option<&'static str> {
    if args.store != StoreName::Auto || args.share.disk.is_some() || args.share.disk_dir.is_some() {
        Some(
            "`--engine symbolic` keeps no states one by one: `--store` and `--disk` go with `--engine explicit`",
        )
    } else if args.search == SearchOrder::Dfs {
        Some("`--engine symbolic` does not search depth first: `--search bfs`")
    } else if args.max_depth.is_some() || args.max_states.is_some() {
        Some(
            "`--engine symbolic` adds many states at once, and knows neither `--max-depth` nor `--max-states`: `--memory` and `--time` \
             limit it",
        )
    } else if args.shortest {
        Some("`--engine symbolic` finds no shortest counterexamples: `--engine explicit` does")
    } else {
        None
    }
}

/// What of symmetry does not go together with sets, or with the way that they are searched.
fn useless_symmetry_of_sets(args: &CheckArgs) -> Option<&'static str> {
    let research = &args.research.0;
    let representative = &research.representative;
    let is_other = !matches!(representative.strategy, None | Some(Strategy::Sinc));
    if !matches!(args.symmetry, SymmetryChoice::Auto | SymmetryChoice::Off) {
        Some(
            "`--engine symbolic` applies no declared group to its sets: `--symmetry auto` or `off`",
        )
    } else if is_other || representative.options.explore == Explore::Concrete {
        Some("`--engine symbolic` searches without symmetry but for `--representative sinc`")
    } else if representative.strategy.is_none() {
        None
    } else if args.symmetry == SymmetryChoice::Off {
        Some("`--representative` does nothing with `--symmetry off`: every state stands for itself")
    } else if research.reachability == Some(ReachabilityName::Saturation) {
        Some(
            "sets that are saturated are not reduced by `--representative sinc`: `--reachability chaining` or `bfs`",
        )
    } else if research.reachability == Some(ReachabilityName::Backward) {
        Some(
            "sets that grow backwards are not reduced by `--representative sinc`: `--reachability chaining` or `bfs`",
        )
    } else {
        None
    }
}

/// Refuses formulas and claims where states are searched as sets.
///
/// # Errors
/// One that is to be checked.
fn refuse_claims_of_sets(selection: &Selection, claims: &[&str]) -> Result<(), Failure> {
    match selection.claims.first() {
        Some(&place) => Err(Failure::input(format!(
            "`--engine symbolic` finds no runs that go on for ever: `{}` is checked with `--engine explicit`; choose others with \
             `--property`",
            claims[place]
        ))),
        None => Ok(()),
    }
}

/// Refuses what cannot be asked for together with fairness of runs.
///
/// # Errors
/// What, and why.
fn refuse_fair_combinations(args: &CheckArgs, fairness: Fairness) -> Result<(), Failure> {
    let why = if fairness == Fairness::None {
        return Ok(());
    } else if args.shortest {
        "`--shortest` looks for no shortest fair runs: it goes with `--fairness none`"
    } else if args.research.0.emptiness == EmptinessName::Ndfs {
        "a nested search knows no fairness: `--emptiness scc` does, or `--fairness none`"
    } else {
        return Ok(());
    };
    Err(Failure::input(why))
}

/// Refuses formulas and claims where the states themselves are to be searched.
///
/// # Errors
/// One that is to be checked.
fn refuse_concrete_claims(
    args: &CheckArgs,
    selection: &Selection,
    claims: &[&str],
    are_of_runs: bool,
) -> Result<(), Failure> {
    match selection.claims.first() {
        Some(&place) if is_concrete(args) && are_of_runs => Err(Failure::input(format!(
            "a search of the states themselves (`concrete`) finds no runs that go on for ever: `{}` is searched from \
             representatives; leave the variant out, or choose others with `--property`",
            claims[place]
        ))),
        Some(_) if is_concrete(args) => Err(Failure::input(
            "assertions are searched from representatives, not from the states themselves (`concrete`); leave the variant out",
        )),
        _ => Ok(()),
    }
}

fn is_concrete(args: &CheckArgs) -> bool {
    args.research.0.representative.options.explore == Explore::Concrete
}

impl FairnessName {
    fn fairness(self) -> Fairness {
        match self {
            FairnessName::None => Fairness::None,
            FairnessName::Weak => Fairness::Weak,
            FairnessName::Strong => Fairness::Strong,
        }
    }
}

impl Selection {
    /// What is asked for of the properties and claims that there are, by name.
    ///
    /// # Errors
    /// A name that none of them has, or that none of them is left.
    fn from(args: &CheckArgs, subject: &Subject, claims: &[&str]) -> Result<Selection, Failure> {
        if subject.settings.is_set(REACH.name) {
            return Ok(Selection { properties: Vec::new(), claims: (0..claims.len()).collect() });
        }
        let properties = subject.model.properties();
        for name in &args.property {
            let is_known = properties.iter().any(|property| is_called(property, name));
            if !is_known && !claims.contains(&name.as_str()) {
                let known =
                    properties.iter().map(|p| p.name.as_str()).chain(claims.iter().copied());
                let known = known.collect::<Vec<_>>().join("`, `");
                return Err(Failure::input(format!("no property `{name}`: there are `{known}`")));
            }
        }
        let is_named = |property: &Property| {
            args.property.is_empty() || args.property.iter().any(|name| is_called(property, name))
        };
        let deadlocks = match args.deadlock {
            Some(choice) => choice == OnOff::On,
            None => subject.language.looks_for_deadlocks() || !args.property.is_empty(),
        };
        let assertions = subject.language.has_assertions() || !args.property.is_empty();
        let is_selected = |property: &Property| {
            let left_out = match property.kind {
                PropertyKind::Deadlock => !deadlocks,
                PropertyKind::Assertion => !assertions,
                PropertyKind::RuntimeError | PropertyKind::Invariant => false,
            };
            is_named(property) && !left_out
        };
        let places = (0..properties.len()).filter(|&place| is_selected(&properties[place]));
        let is_selected_claim = |place: &usize| {
            args.property.is_empty() || args.property.iter().any(|name| name == claims[*place])
        };
        let selection = Selection {
            properties: places.map(PropertyId::new).collect(),
            claims: (0..claims.len()).filter(is_selected_claim).collect(),
        };
        let is_nothing_there = properties.is_empty() && claims.is_empty();
        match selection.is_empty() && !is_nothing_there {
            true => Err(selection.nothing_left()),
            false => Ok(selection),
        }
    }

    /// Whether nothing is checked: the model has no properties.
    pub fn is_empty(&self) -> bool {
        self.properties.is_empty() && self.claims.is_empty()
    }

    /// That nothing is checked.
    pub fn nothing_left(&self) -> Failure {
        Failure::input("no property is left to check")
    }
}
