//! A model checked in every way there is: by either engine, with any store, by one worker and by several, with symmetry and partial order
//! reduction and without, on one machine and shared by several. All must say the same. It knows no language: the tests of each take it in
//! by path. A claim that is decided by a search of its own is looked at alike ([`look_at_claim`]).
//!
//! The reference is the interpreter with the plain store and one worker. Where every state is searched all counts are those of the
//! reference, and counterexamples as long; with one worker they are the very same, but that on disk, where the way is found backwards, and
//! with a compressed store and a reduction, where a second search finds it, another one may be taken. Of searches that a violation or a
//! limit stops, how far they came depends on the workers and on the batches of the store, so that only verdicts and lengths are compared.

#![allow(dead_code, reason = "languages use what they need")]

#[path = "../../../kernel/tests/common/neighbours.rs"]
mod neighbours;

use std::fmt::Debug;
use std::sync::Arc;
use std::thread;

use checking::{
    Answer, Audited, CheckRequest, ClaimReport, Counterexample, Detail, Failure, Loaded, Report,
    RepresentativeRequest, SymmetrySource,
};
use kernel::{
    Budget, Engine, Fairness, Limits, PropertyId, PropertySet, SearchOptions, Silent, StopReason,
    Store, Team,
};
use symmetry::AuditPlan;

use neighbours::Neighbour;

/// Models that are violated more often take long.
const MOST_VIOLATIONS: u64 = 5_000;

/// The numbers of workers.
const WORKERS: [usize; 3] = [1, 2, 8];

/// How states are computed and kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Way {
    pub engine: Engine,
    pub store: Store,
    pub workers: usize,
}

/// What all others are compared with.
pub const REFERENCE: Way =
    Way { engine: Engine::Interpreted, store: Store::Plain, workers: WORKERS[0] };

/// Every way, the reference first.
pub fn ways() -> Vec<Way> {
    let mut ways = Vec::new();
    for engine in [Engine::Interpreted, Engine::Compiled] {
        for store in [Store::Plain, Store::Compressed] {
            ways.extend(WORKERS.map(|workers| Way { engine, store, workers }));
        }
    }
    let on_disk = |workers| Way { engine: Engine::Compiled, store: Store::Disk, workers };
    ways.extend([1, 8].map(on_disk));
    ways
}

/// Three of the ways that are not the reference; of numbers one after the other, all.
fn some(number: u64) -> Vec<Way> {
    let others = &ways()[1..];
    let count = others.len();
    [0, 4, 8].map(|it| others[(number as usize % count + it) % count]).to_vec()
}

/// What is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Mode {
    symmetry: bool,
    partial_order: bool,
    keep_going: bool,
}

const ALL_STATES: Mode = Mode { symmetry: false, partial_order: false, keep_going: true };

/// What came of a model of which all ways say the same.
#[derive(Clone, Copy, Default, Debug)]
pub struct Figures {
    pub states: u64,
    pub violated: bool,
    /// The states that symmetry and partial order reduction leave, each alone and both; none where a search would not end.
    pub symmetric: Option<u64>,
    pub reduced: Option<u64>,
    pub both: Option<u64>,
    /// How many searches were compared.
    pub searches: u64,
    /// Some had states in files.
    pub has_files: bool,
}

/// What came of the comparison.
#[derive(Debug)]
pub enum Look {
    Agrees(Figures),
    TooLarge,
    Differs(String),
}

/// What a search says.
#[derive(PartialEq, Eq, Debug)]
struct Facts {
    stop: StopReason,
    /// States, transitions, depth, violations.
    counts: [u64; 4],
    answers: Vec<(String, Answer)>,
    lengths: Vec<Length>,
    /// The statements that are certainly never reached, and those of which it is not known.
    unreached: Option<[Vec<String>; 2]>,
    /// Counterexamples in all that is told of them.
    runs: Vec<String>,
}

impl Facts {
    fn of(report: &Report) -> Facts {
        let counted = report.statistics;
        let counts = [counted.states, counted.transitions, counted.depth, report.violation_count];
        let answers = report.verdicts.iter().map(|it| (it.property.clone(), it.answer));
        let mut lengths: Vec<_> = report.counterexamples.iter().map(length).collect();
        lengths.sort();
        let unreached = report.unreached.as_ref().map(|it| {
            [&it.certain, &it.undecided]
                .map(|some| some.iter().map(|it| format!("{it:?}")).collect())
        });
        let runs = report.counterexamples.iter().map(|it| format!("{it:?}")).collect();
        let answers = answers.collect();
        Facts { stop: report.stop, counts, answers, lengths, unreached, runs }
    }

    fn of_claim(report: &ClaimReport) -> Facts {
        let counted = report.searched.statistics;
        let run = report.counterexample.as_ref();
        let counts = [counted.states, counted.transitions, counted.depth, u64::from(run.is_some())];
        Facts {
            stop: report.searched.stop,
            counts,
            answers: vec![(report.verdict.property.clone(), report.verdict.answer)],
            lengths: run.map(length).into_iter().collect(),
            unreached: None,
            runs: run.iter().map(|it| format!("{it:?}")).collect(),
        }
    }

    fn is_violated(&self) -> bool {
        self.answers.iter().any(|(_, answer)| *answer == Answer::Violated)
    }

    /// What differs in a search in the same mode, each to its end.
    fn same(&self, other: &Facts, mode: Mode, way: Way) -> Result<(), String> {
        alike("why it ended", &self.stop, &other.stop)?;
        alike("states, transitions, depth, violations", &self.counts, &other.counts)?;
        alike("answers", &self.answers, &other.answers)?;
        alike("unreached", &self.unreached, &other.unreached)?;
        let is_reduced = mode.symmetry || mode.partial_order;
        let takes_the_same_way = match way.store {
            Store::Plain | Store::Auto => true,
            Store::Compressed => !is_reduced,
            // Those that may omit states are no way.
            Store::Disk | Store::Bitstate { .. } | Store::Fingerprint { .. } => false,
        };
        let repeats = way.workers == 1 && takes_the_same_way;
        // With partial order reduction a step may be a loop, told as all of its statements: of two runs of as many steps either may be
        // found, and be told as longer.
        if repeats || !mode.partial_order {
            as_long("lengths", &self.lengths, &other.lengths, mode)?;
        }
        if repeats { alike("counterexamples", &self.runs, &other.runs) } else { Ok(()) }
    }
}

/// How long a counterexample is.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Length {
    property: String,
    /// The number of transitions.
    all: usize,
    /// At least so many of them were searched. With symmetry, steps in which an ended process goes are put in afterwards where no other process
    /// starts any more.
    fewest: usize,
}

fn length(run: &Counterexample) -> Length {
    let starts = run
        .transitions
        .iter()
        .rposition(|it| it.changes.iter().any(|change| change.before.is_none()));
    let after = &run.transitions[starts.map_or(0, |last| last + 1)..];
    let ends = after.iter().filter(|it| format!("{:?}", it.actions).contains("\"-end-\"")).count();
    let (property, all) = (run.property.clone(), run.transitions.len());
    Length { property, all, fewest: all - ends }
}

/// Each is as long as its partner, as far as symmetry lets it be seen.
fn as_long(what: &str, expected: &[Length], found: &[Length], mode: Mode) -> Result<(), String> {
    let is_alike = |one: &Length, other: &Length| match mode.symmetry {
        true => one.fewest <= other.all && other.fewest <= one.all,
        false => one.all == other.all,
    };
    let mut pairs = expected.iter().zip(found);
    let are_alike = expected.len() == found.len()
        && pairs.all(|(one, other)| one.property == other.property && is_alike(one, other));
    if are_alike { Ok(()) } else { alike(what, expected, found) }
}

/// With symmetry, that an ended process goes is no step: others may be fewer for that, and all together more.
fn as_long_with_symmetry(all: &Facts, with_symmetry: &Facts) -> Result<(), String> {
    let (expected, found) = (&all.lengths, &with_symmetry.lengths);
    let mut pairs = expected.iter().zip(found);
    let is_right = expected.len() == found.len()
        && pairs.all(|(all, one)| {
            all.property == one.property && all.all <= one.all && one.fewest <= all.all
        });
    if is_right { Ok(()) } else { alike("lengths", expected, found) }
}

/// Whether one of these has this length.
fn have(all: &[Length], one: &Length) -> bool {
    all.iter().any(|it| it.property == one.property && it.all == one.all)
}

fn alike<T: PartialEq + Debug>(what: &str, expected: T, found: T) -> Result<(), String> {
    match expected == found {
        true => Ok(()),
        false => Err(format!("{what}: {found:?}, by the reference {expected:?}")),
    }
}

fn request(mode: Mode, way: Way, limits: Limits) -> CheckRequest<'static> {
    CheckRequest {
        symmetry: if mode.symmetry { SymmetrySource::Found } else { SymmetrySource::Off },
        representative: RepresentativeRequest::default(),
        audit: AuditPlan { first: 20, every: 50 },
        orbits: false,
        fairness: Fairness::None,
        shortest: false,
        options: SearchOptions {
            engine: way.engine,
            store: way.store,
            workers: way.workers,
            partial_order: mode.partial_order,
            keep_going: mode.keep_going,
            limits,
            // What comes before a search holds its limits, too.
            budget: Budget::new(&limits, None),
            ..SearchOptions::default()
        },
        detail: Detail::Changes,
        store: false,
        export: false,
    }
}

/// The symmetry was not given up because of a defect.
fn is_kept(audited: Option<&Audited>) -> Result<(), String> {
    let defect = audited.filter(|it| it.defect).and_then(|it| it.abandoned.as_ref());
    defect.map_or(Ok(()), |why| Err(format!("the symmetry was given up: {why}")))
}

/// Loads a model, each time the same.
pub type Load<'a> = &'a (dyn Fn() -> Box<dyn Loaded> + Sync);

/// A model that is checked again and again.
struct Checker<'a> {
    load: Load<'a>,
    model: &'a dyn Loaded,
    searches: u64,
    has_files: bool,
}

impl Checker<'_> {
    fn check(&mut self, mode: Mode, way: Way, limits: Limits) -> Result<Facts, String> {
        let all = (0..self.model.properties().len()).map(PropertyId::new).collect();
        let mut request = request(mode, way, limits);
        request.options.check = PropertySet::Only(all);
        let report = self.model.check(request, &Silent, &mut |_| {});
        let report =
            report.map_err(|failure: Failure| format!("{mode:?}, {way:?}: {failure:?}"))?;
        let kept = is_kept(report.audited.as_ref());
        kept.map_err(|why| format!("{mode:?}, {way:?}: {why}"))?;
        if let Some(flaw) = &report.flaw {
            return Err(format!("{mode:?}, {way:?}: {flaw:?}"));
        }
        self.searches += 1;
        self.has_files |= report.statistics.file_bytes > 0;
        Ok(Facts::of(&report))
    }

    /// Some ways to the end of a search, with the first of which the others agree.
    fn agree(&mut self, mode: Mode, first: &Facts, ways: &[Way], most: u64) -> Result<(), String> {
        let limits = Limits { states: Some(most), ..Limits::default() };
        for &way in ways {
            let found = self.check(mode, way, limits)?;
            let same = first.same(&found, mode, way);
            same.map_err(|why| format!("{mode:?}, {way:?}: {why}"))?;
        }
        self.shared(mode, first, most)
    }

    /// Machines share the search: each of them says what the first search says.
    fn shared(&mut self, mode: Mode, first: &Facts, most: u64) -> Result<(), String> {
        let limits = Limits { states: Some(most), ..Limits::default() };
        let machines = 2 + (first.counts[0] % 2) as usize;
        let store = if first.counts[1].is_multiple_of(2) { Store::Auto } else { Store::Disk };
        let is_third = first.counts[1].is_multiple_of(3);
        let engine = if is_third { Engine::Interpreted } else { Engine::Compiled };
        let way = Way { engine, store, workers: 1 + machines % 2 };
        let load = self.load;
        let said: Vec<Result<Report, Failure>> = thread::scope(|scope| {
            let searches: Vec<_> = Neighbour::all(machines)
                .into_iter()
                .map(|machine| {
                    scope.spawn(move || {
                        let model = load();
                        let mut request = request(mode, way, limits);
                        let all = (0..model.properties().len()).map(PropertyId::new).collect();
                        request.options.check = PropertySet::Only(all);
                        request.options.team = Some(Team::new(Arc::new(machine)));
                        model.check(request, &Silent, &mut |_| {})
                    })
                })
                .collect();
            searches.into_iter().map(|it| it.join().expect("no machine panics")).collect()
        });
        for report in said {
            let report = report.map_err(|failure| format!("{mode:?}, shared: {failure:?}"))?;
            // A search that is repeated without symmetry is made on each machine alone.
            let is_repeated = report.audited.as_ref().is_some_and(|it| it.abandoned.is_some());
            let is_shared = report.statistics.shares.is_some();
            let same = alike("it is shared", !is_repeated, is_shared)
                .and_then(|()| is_kept(report.audited.as_ref()))
                .and_then(|()| {
                    first.same(&Facts::of(&report), mode, Way { store: Store::Disk, ..way })
                });
            same.map_err(|why| format!("{mode:?}, shared by {machines}, {way:?}: {why}"))?;
        }
        self.searches += machines as u64;
        Ok(())
    }

    /// A reduced search in some ways, and what it says beside the search of all states; how many states it has.
    fn reduced(
        &mut self,
        mode: Mode,
        all: &Facts,
        number: u64,
        most: u64,
    ) -> Result<Option<u64>, String> {
        let limits = Limits { states: Some(most), ..Limits::default() };
        let first = self.check(mode, REFERENCE, limits)?;
        if first.stop != StopReason::Exhausted {
            return Ok(None);
        }
        let with_all = || {
            alike("answers", &all.answers, &first.answers)?;
            if !mode.partial_order {
                as_long_with_symmetry(all, &first)?;
            }
            let (Some([all, _]), Some([certain, undecided])) = (&all.unreached, &first.unreached)
            else {
                return alike("unreached", all.unreached.is_some(), first.unreached.is_some());
            };
            let possible: Vec<_> = certain.iter().chain(undecided).collect();
            let is_right = certain.iter().all(|it| all.contains(it))
                && all.iter().all(|it| possible.contains(&it));
            alike("unreached is right", true, is_right)
        };
        with_all().map_err(|why| format!("{mode:?}, reference: {why}"))?;
        self.agree(mode, &first, &some(number), most)?;
        Ok(Some(first.counts[0]))
    }

    /// What the classes stand for is what there is without symmetry, unless it is said why not.
    fn counts_orbits(&mut self, all: &Facts, most: u64) -> Result<(), String> {
        let mode = Mode { symmetry: true, ..ALL_STATES };
        let limits = Limits { states: Some(most), ..Limits::default() };
        for workers in [1, 2] {
            let way = Way { workers, ..REFERENCE };
            let properties = (0..self.model.properties().len()).map(PropertyId::new).collect();
            let mut request = CheckRequest { orbits: true, ..request(mode, way, limits) };
            request.options.check = PropertySet::Only(properties);
            let report = self.model.check(request, &Silent, &mut |_| {});
            let report = report.map_err(|failure| format!("orbits: {failure:?}"))?;
            self.searches += 1;
            let Some(orbits) = &report.orbits else { return Err("no orbits".to_owned()) };
            if orbits.complete && orbits.differs.is_none() {
                let counted =
                    [&orbits.states, &orbits.transitions].map(|it| it.parse::<u64>().ok());
                let expected = [all.counts[0], all.counts[1]].map(Some);
                alike("states and transitions of classes", expected, counted)?;
            }
        }
        Ok(())
    }

    /// Searches that stop at a violation find one of those that there are, and none that is shorter, or longer.
    fn stops(&mut self, all: &Facts, number: u64, limits: Limits) -> Result<(), String> {
        let mode = Mode { keep_going: false, ..ALL_STATES };
        for way in [REFERENCE].into_iter().chain(some(number)) {
            let found = self.check(mode, way, limits)?;
            let is_right = || {
                alike("is violated", all.is_violated(), found.is_violated())?;
                for length in &found.lengths {
                    alike("a shortest run", true, have(&all.lengths, length))?;
                }
                Ok(())
            };
            is_right().map_err(|why: String| {
                format!("{mode:?}, {way:?}: {why}; {:?}, all {:?}", found.lengths, all.lengths)
            })?;
        }
        Ok(())
    }

    /// Searches that a limit stops say nothing that is not so.
    fn limited(&mut self, all: &Facts, number: u64) -> Result<(), String> {
        let limits = Limits { states: Some(all.counts[0].div_ceil(2)), ..Limits::default() };
        for way in some(number) {
            let found = self.check(ALL_STATES, way, limits)?;
            for ((property, found), (_, truth)) in found.answers.iter().zip(&all.answers) {
                if found != truth && *found != Answer::Inconclusive {
                    return Err(format!("{way:?}, limited: {property} {found:?}, it is {truth:?}"));
                }
            }
            if let Some(length) = found.lengths.iter().find(|it| !have(&all.lengths, it)) {
                return Err(format!("{way:?}, limited: {length:?}, {:?}", all.lengths));
            }
        }
        Ok(())
    }
}

/// Compares all ways to check a model of no more than so many states. Which of them look at what is reduced its number says.
pub fn look(load: Load<'_>, number: u64, limits: Limits) -> Look {
    match compared(load, number, limits) {
        Ok(Some(figures)) => Look::Agrees(figures),
        Ok(None) => Look::TooLarge,
        Err(why) => Look::Differs(why),
    }
}

fn compared(load: Load<'_>, number: u64, limits: Limits) -> Result<Option<Figures>, String> {
    let model = &*load();
    let mut checker = Checker { load, model, searches: 0, has_files: false };
    let all = checker.check(ALL_STATES, REFERENCE, limits)?;
    if all.stop != StopReason::Exhausted || all.counts[3] > MOST_VIOLATIONS {
        return Ok(None);
    }
    // Terminated processes that stay in the state can make the quotient larger than the original.
    let most = 4 * all.counts[0] + 100;
    checker.agree(ALL_STATES, &all, &ways()[1..], most)?;
    checker.stops(&all, number, Limits { states: Some(most), ..Limits::default() })?;
    checker.limited(&all, number)?;
    checker.counts_orbits(&all, most)?;
    let mut reduced = |symmetry, partial_order| {
        let mode = Mode { symmetry, partial_order, ..ALL_STATES };
        checker.reduced(mode, &all, number, most)
    };
    let [symmetric, reduced, both] =
        [reduced(true, false)?, reduced(false, true)?, reduced(true, true)?];
    let (states, violated) = (all.counts[0], all.is_violated());
    let Checker { searches, has_files, .. } = checker;
    Ok(Some(Figures { states, violated, symmetric, reduced, both, searches, has_files }))
}

/// Compares all ways to decide a claim that is searched for by one engine, of no more than so many states. None if it cannot be decided.
pub fn look_at_claim(model: &dyn Loaded, place: usize, limits: Limits) -> Look {
    match compared_claim(model, place, limits) {
        Ok(Some(figures)) => Look::Agrees(figures),
        Ok(None) => Look::TooLarge,
        Err(why) => Look::Differs(why),
    }
}

fn compared_claim(
    model: &dyn Loaded,
    place: usize,
    limits: Limits,
) -> Result<Option<Figures>, String> {
    let (mut figures, mut searches) = (Figures::default(), 0);
    let mut decide = |mode: Mode, way, limits| {
        let said = match model.check_claim(place, &request(mode, way, limits), &Silent) {
            Ok(report) => report,
            Err(Failure::Model(_)) => return Ok(None),
            Err(failure) => return Err(format!("{mode:?}, {way:?}: {failure:?}")),
        };
        let kept = is_kept(said.searched.audited.as_ref());
        kept.map_err(|why| format!("{mode:?}, {way:?}: {why}"))?;
        searches += 1;
        let facts = Facts::of_claim(&said);
        Ok((facts.answers[0].1 != Answer::Inconclusive).then_some(facts))
    };
    let mut all: Option<Facts> = None;
    for symmetry in [false, true] {
        let mode = Mode { symmetry, keep_going: false, ..ALL_STATES };
        let Some(first) = decide(mode, REFERENCE, limits)? else {
            match all {
                None => return Ok(None),
                Some(_) => break,
            }
        };
        if let Some(all) = &all {
            let same = alike("answer", &all.answers, &first.answers);
            let same = same.and_then(|()| as_long_with_symmetry(all, &first));
            same.map_err(|why| format!("{mode:?}, reference: {why}"))?;
        }
        let most = Limits { states: limits.states.map(|it| 4 * it), ..Limits::default() };
        for way in ways().into_iter().filter(|it| it.engine == REFERENCE.engine).skip(1) {
            let Some(found) = decide(mode, way, most)? else {
                return Err(format!("{mode:?}, {way:?}: left open"));
            };
            let same = match first.stop {
                StopReason::Exhausted => first.same(&found, mode, way),
                _ => alike("answer", &first.answers, &found.answers)
                    .and_then(|()| as_long("length", &first.lengths, &found.lengths, mode)),
            };
            same.map_err(|why| format!("{mode:?}, {way:?}: {why}"))?;
        }
        match &all {
            None => {
                figures.states = first.counts[0];
                figures.violated = first.is_violated();
                all = Some(first);
            }
            Some(_) => figures.symmetric = Some(first.counts[0]),
        }
    }
    Ok(Some(Figures { searches, ..figures }))
}

/// What was compared, in numbers of models.
#[derive(Clone, Copy, Default, Debug)]
pub struct Sum {
    pub compared: u64,
    /// The compiled engine says what follows on more than half of the states that are looked at.
    pub short: u64,
    /// They have more than 500 states.
    pub large: u64,
    pub large_and_short: u64,
    pub violated: u64,
    /// A reduction left states out.
    pub symmetric: u64,
    pub reduced: u64,
    pub both: u64,
    /// Some search had states in files.
    pub with_files: u64,
    pub states: u64,
    pub searches: u64,
}

impl Sum {
    /// Adds a model; whether it goes the short way.
    pub fn add(&mut self, figures: Figures, short: bool) {
        let Figures { states, violated, symmetric, reduced, both, searches, has_files } = figures;
        let fewer = |left: Option<u64>| u64::from(left.is_some_and(|left| left < states));
        self.compared += 1;
        self.short += u64::from(short);
        self.large += u64::from(states > 500);
        self.large_and_short += u64::from(short && states > 500);
        self.violated += u64::from(violated);
        self.symmetric += fewer(symmetric);
        self.reduced += fewer(reduced);
        self.both += fewer(both);
        self.with_files += u64::from(has_files);
        self.states += states;
        self.searches += searches;
    }

    /// Much of what is to be compared was there: at least so many of 100 models go the short way, and have more than 500 states.
    pub fn is_worth_something(&self, short: u64, large: u64) {
        let floors = [
            (self.short, short, "go the short way"),
            (self.large, large, "have more than 500 states"),
            (self.large_and_short, large / 2, "have more than 500 states and go the short way"),
            (self.violated, 10, "violate something"),
            (self.symmetric, 5, "are reduced by symmetry"),
            (self.with_files, 50, "have states in files"),
        ];
        for (found, percent, what) in floors {
            let compared = self.compared;
            assert!(found * 100 >= compared * percent, "only {found} of {compared} models {what}");
        }
    }
}
