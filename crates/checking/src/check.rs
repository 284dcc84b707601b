//! The main job: find the symmetry, get the search ready, search, lift, confirm, and say what came of it.

use std::collections::HashSet;

use confirm::Judge;
use groups::Patience;
use kernel::{
    Limits, Phase, PropertyId, Reporter, SearchOptions, Statistics, StopReason, TransitionSystem,
};
use model::{Executed, Exported, Flaw, Found, SetCounts, Understanding, Unreached, Words};
use symmetry::{AuditPlan, Guarantee, Prepared};

use crate::audited::Audited;
use crate::claim::{ClaimReport, ClaimSearched};
use crate::counterexample::{Counterexample, Detail, describe};
use crate::coverage::Coverage;
use crate::deepest::{self, Deepest, OF_CLAIMS};
use crate::detection::{SymmetryFound, SymmetrySource, detect};
use crate::effect::{Effect, MOST_STATES};
use crate::explore::{Findings, explore, explore_reduced};
use crate::failure::Failure;
use crate::orbits::{OrbitCounts, refuse_uncountable};
use crate::pipeline::{Pursuit, pursue};
use crate::representative::{PreparedStrategy, Representative};
use crate::request::CheckRequest;
use crate::scalarsets::{HeldScalarset, hold};
use crate::temporal::TEMPORAL;
use crate::trace_file::{StoredRun, stored_run};
use crate::verdict::{Answer, Certainty, Searched, Verdict, verdicts};

/// What is known before the search.
#[derive(Clone, Debug)]
pub struct Preparation {
    /// The symmetry; none if it was declined.
    pub symmetry: Option<SymmetryFound>,
    /// How states are told apart up to it, if there is any.
    pub representative: Option<Representative>,
    /// The scalarsets that were declared, which hold.
    pub scalarsets: Vec<HeldScalarset>,
    /// Whether transitions are left out that no violation needs; if that was not wanted, or cannot be, why.
    pub partial_order: PartialOrder,
    /// Whether every state is searched although there is a symmetry, since preparing the reduction exceeded a limit.
    pub unready: bool,
}

impl Preparation {
    pub(crate) fn nothing() -> Preparation {
        Preparation {
            symmetry: None,
            representative: None,
            scalarsets: Vec::new(),
            partial_order: PartialOrder::Off,
            unready: false,
        }
    }
}

/// Whether transitions are left out that no violation needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartialOrder {
    /// Nobody asked for it.
    Off,
    /// They are.
    On,
    /// They cannot be, for this reason.
    None(&'static str),
}

/// Everything there is to say about a finished check.
pub struct Report {
    /// What was known before the search.
    pub preparation: Preparation,
    /// What was counted.
    pub statistics: Statistics,
    /// Why the search ended.
    pub stop: StopReason,
    /// The limits that it had.
    pub limits: Limits,
    /// All violations met.
    pub violation_count: u64,
    /// What was tested of the reduction, if there was one.
    pub audited: Option<Audited>,
    /// How many states and transitions the classes stand for, if that was asked.
    pub orbits: Option<OrbitCounts>,
    /// What the reduction saves, where all states were searched and these are few.
    pub effect: Option<Effect>,
    /// What a state proved wrong of what the first search rested on, where no symmetry was given up with it; what is reported is then
    /// from a search that does not rest on it.
    pub flaw: Option<Flaw>,
    /// Whether inactive variables were kept that the model clears, since a test gave reason to doubt that they are inactive.
    pub keeps_inactive: bool,
    /// The answers.
    pub verdicts: Vec<Verdict>,
    /// The counterexamples that they speak of.
    pub counterexamples: Vec<Counterexample>,
    /// The run to a deepest state, if it was [wanted](kernel::SearchOptions::deepest) and no state or transition violates anything.
    pub deepest: Option<Deepest>,
    /// Whether some claim is wrong, so that it could not be checked.
    pub wrong: bool,
    /// How many claims were not decided because of a defect of this program.
    pub defects: usize,
    /// How runs were looked for that violate claims.
    pub claims: Vec<ClaimSearched>,
    /// What was counted of sets, if the states were searched with sets.
    pub sets: Option<SetCounts>,
    /// The statements that are never reached; none unless every state was searched, as nothing else can tell.
    pub unreached: Option<NeverReached>,
    /// How often statements were executed in the search, if that was counted.
    pub executed: Option<Vec<Executed>>,
    /// The counterexamples, one for each violated property, if they are to be stored.
    pub stored: Vec<StoredRun>,
    /// The same in the format of another tool, if it was wanted, or why it cannot be had.
    pub exported: Option<Result<Exported, String>>,
}

/// The statements that no run arrives at, and those of which that is not known.
#[derive(Clone, Debug)]
pub struct NeverReached {
    /// Certainly.
    pub certain: Vec<Unreached>,
    /// Perhaps: some run arrives at a statement that symmetry maps this one to, or at this one.
    pub undecided: Vec<Unreached>,
}

impl Report {
    /// A report of no search, to which what is found of claims is [added](Self::add).
    #[must_use]
    pub fn of_no_search(options: &SearchOptions) -> Report {
        Report {
            preparation: Preparation::nothing(),
            statistics: Statistics::default(),
            stop: StopReason::Exhausted,
            limits: options.limits,
            violation_count: 0,
            audited: None,
            orbits: None,
            effect: None,
            flaw: None,
            keeps_inactive: false,
            verdicts: Vec::new(),
            counterexamples: Vec::new(),
            deepest: options.deepest.then_some(Deepest::Unknown(OF_CLAIMS)),
            wrong: false,
            defects: 0,
            claims: Vec::new(),
            sets: None,
            unreached: None,
            executed: None,
            stored: Vec::new(),
            exported: None,
        }
    }

    /// Adds what was found of a claim. What was counted is that of the first search.
    pub fn add(&mut self, found: ClaimReport) {
        let ClaimReport { mut verdict, counterexample, stored, exported, searched } = found;
        if self.counterexamples.is_empty() {
            self.exported = exported;
        }
        self.stored.extend(stored);
        if self.verdicts.is_empty() {
            self.statistics = searched.statistics;
        }
        if matches!(self.stop, StopReason::Exhausted) {
            self.stop = searched.stop;
        }
        self.claims.push(searched);
        if let Some(counterexample) = counterexample {
            verdict.run = Some(self.counterexamples.len());
            self.counterexamples.push(counterexample);
            self.violation_count += 1;
        }
        self.verdicts.push(verdict);
    }

    /// Adds that a claim could not be checked, since something is wrong with it.
    pub fn leave_wrong(&mut self, claim: &str, reason: String) {
        self.wrong = true;
        self.verdicts.push(Verdict {
            property: claim.to_owned(),
            kind: "wrong",
            answer: Answer::Inconclusive,
            certainty: Certainty::Bounded,
            reason: Some(reason),
            run: None,
        });
    }

    /// Adds that a claim was not decided because of a defect of this program.
    pub fn leave_defect(&mut self, claim: &str, why: &str) {
        self.defects += 1;
        self.verdicts.push(Verdict {
            property: claim.to_owned(),
            kind: "defect",
            answer: Answer::Inconclusive,
            certainty: Certainty::Bounded,
            reason: Some(format!("internal error: {why}")),
            run: None,
        });
    }

    /// Adds that a claim was not looked at, and why.
    pub fn leave_open(&mut self, property: &str, reason: String) {
        self.verdicts.push(Verdict {
            property: property.to_owned(),
            kind: TEMPORAL,
            answer: Answer::Inconclusive,
            certainty: Certainty::Bounded,
            reason: Some(reason),
            run: None,
        });
    }

    /// How the states that are reported were told apart, if symmetry was used to the end.
    #[must_use]
    pub fn representative(&self) -> Option<Representative> {
        let abandoned = self.audited.as_ref().is_some_and(|audited| audited.abandoned.is_some());
        self.preparation.representative.filter(|_| !abandoned)
    }
}

/// Checks what states and transitions of a model can violate. `prepared` is told what is known before the search; the judge is asked of
/// each counterexample.
///
/// # Errors
/// Why there is no verdict.
pub(crate) fn check<M: Words>(
    model: &M,
    main: &str,
    mut request: CheckRequest<'_>,
    reporter: &dyn Reporter,
    prepared: &mut dyn FnMut(&Preparation),
    judge: &mut Judge<'_, M>,
) -> Result<Report, Failure> {
    // What classes stand for is counted of all transitions.
    request.options.partial_order &= !request.orbits;
    let partial_order = leave_out(model, &mut request.options);
    let preparation = Preparation { partial_order, ..Preparation::nothing() };
    let joined = if request.options.partial_order { model.joined() } else { None };
    let understood = joined.as_ref().unwrap_or(model);
    let (options, audit, orbits) = (request.options.clone(), request.audit, request.orbits);
    let tell = prepared;
    let (abandoned, effect) = (None, None);
    let (is_refuted, flaw, kept) = (false, None, None);
    let mut states = States {
        model,
        joined: joined.as_ref(),
        options,
        audit,
        orbits,
        reporter,
        tell,
        judge,
        preparation,
        is_refuted,
        abandoned,
        flaw,
        kept,
        effect,
    };
    let findings = pursue(understood, &request, reporter, &mut states)?;
    let States { options, preparation, abandoned, flaw, kept, effect, .. } = states;
    let findings = Findings { audited: abandoned.or(findings.audited), ..findings };
    request.options = options;
    reporter.phase(Phase::Description);
    let searched = kept.as_ref().unwrap_or(model);
    let report = report(searched, main, &request, preparation, effect, findings);
    Ok(Report { flaw, keeps_inactive: kept.is_some(), ..report })
}

/// The model to search where something that was concluded of it proved wrong: what it calls inactive may be read as well. None if it
/// clears nothing.
///
/// # Errors
/// There is none.
pub(crate) fn keeping_inactive<M: Words>(model: &M) -> Result<Option<M>, Failure> {
    let kept = model.keeping_inactive();
    kept.map_err(|why| Failure::Internal(format!("inactive variables cannot be kept: {why}")))
}

/// The search for states and transitions that violate something.
struct States<'a, 'j, M: Words> {
    model: &'a M,
    /// The model of which transitions are left out, if that is another.
    joined: Option<&'a M>,
    options: SearchOptions,
    audit: AuditPlan,
    /// Whether the states are counted that the classes stand for.
    orbits: bool,
    reporter: &'a dyn Reporter,
    /// Is told what is known before the search.
    tell: &'a mut dyn FnMut(&Preparation),
    judge: &'a mut Judge<'j, M>,
    preparation: Preparation,
    /// Whether a group was refuted before the search.
    is_refuted: bool,
    /// Why the reduced search was given up, if it was.
    abandoned: Option<Audited>,
    /// What a state proved wrong in the search of all.
    flaw: Option<Flaw>,
    /// The model that was searched instead then, if the one that was loaded clears what is inactive.
    kept: Option<M>,
    effect: Option<Effect>,
}

impl<M: Words> Pursuit<M> for States<'_, '_, M> {
    type Findings = Findings<M>;

    fn detect(
        &mut self,
        understanding: &dyn Understanding<M::Reduced>,
        request: &CheckRequest<'_>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<Found<M::Reduced>>, Failure> {
        let found = detect::<M>(understanding, request.symmetry, patience)?;
        self.is_refuted = understanding.is_refuted();
        self.preparation.scalarsets = match request.symmetry {
            SymmetrySource::Off => Vec::new(),
            // A group that was declared, or is of processes only, may be smaller than what holds.
            SymmetrySource::Declared(..) | SymmetrySource::FoundOfProcesses => {
                hold(self.model, understanding, None, patience)?
            }
            SymmetrySource::Found | SymmetrySource::Published(_) => {
                hold(self.model, understanding, found.as_ref(), patience)?
            }
        };
        Ok(found)
    }

    fn prepare<'r>(
        &mut self,
        reduction: &'r M::Reduced,
        request: &CheckRequest<'_>,
        patience: &mut Patience<'_>,
    ) -> Result<Option<PreparedStrategy<'r>>, Failure> {
        let chosen = request.representative.prepare(reduction, request.symmetry, patience)?;
        self.preparation.unready = chosen.is_none();
        if let Some(chosen) = chosen.as_ref().filter(|_| self.orbits) {
            refuse_uncountable(&chosen.prepared)?;
        }
        Ok(chosen)
    }

    fn prepared(
        &mut self,
        found: Option<&Found<M::Reduced>>,
        chosen: Option<&PreparedStrategy<'_>>,
    ) {
        self.preparation.symmetry = found.map(|found| SymmetryFound::new(self.model, found));
        self.preparation.representative = chosen.map(PreparedStrategy::describe);
        (self.tell)(&self.preparation);
    }

    fn in_quotient(
        &mut self,
        reduction: &M::Reduced,
        chosen: &PreparedStrategy<'_>,
    ) -> Result<Option<Findings<M>>, Failure> {
        // Where the first state of those with a marker or representative is searched, what is met depends on the order: with one
        // worker it can be repeated. It does not if these are unique, but for what is left out, as symmetric states may leave out
        // different transitions.
        let is_unique = chosen.prepared.guarantee() == Guarantee::Unique;
        let leaves_out = self.options.partial_order;
        if chosen.prepared.is_concrete() && (!is_unique || leaves_out) {
            self.options.workers = 1;
        }
        let States { model, audit, orbits, options, reporter, judge, .. } = self;
        let (strategy, reporter) = (&chosen.prepared, *reporter);
        let found =
            explore_reduced(*model, reduction, strategy, *audit, *orbits, options, reporter, judge);
        match found {
            Ok(findings) => {
                self.effect = effect(reduction, chosen, &self.options, &findings);
                Ok(Some(findings))
            }
            Err(audited) => {
                self.abandoned = Some(audited);
                Ok(None)
            }
        }
    }

    fn among_all(&mut self) -> Result<Findings<M>, Failure> {
        if self.is_refuted || self.abandoned.as_ref().is_some_and(|audited| audited.defect) {
            self.rest_on_nothing()?;
        }
        let found = self.search_all()?;
        if found.flaw.is_none() {
            return Ok(found);
        }
        self.flaw = found.flaw;
        self.rest_on_nothing()?;
        self.search_all()
    }
}

impl<M: Words> States<'_, '_, M> {
    fn search_all(&mut self) -> Result<Findings<M>, Failure> {
        let model = self.kept.as_ref().unwrap_or(self.model);
        let joined = self.joined.filter(|_| self.options.partial_order && self.kept.is_none());
        let system = joined.unwrap_or(model).system();
        let found = explore(model, system, self.audit, &self.options, self.reporter, self.judge)?;
        let orbits = self.orbits.then(|| OrbitCounts::of_all(&found.statistics, found.stop));
        Ok(Findings { orbits, ..found })
    }

    /// Clears nothing from now on, and leaves nothing out: where one conclusion proved wrong, all are doubted.
    fn rest_on_nothing(&mut self) -> Result<(), Failure> {
        self.kept = keeping_inactive(self.model)?;
        if std::mem::take(&mut self.options.partial_order) {
            self.preparation.partial_order = PartialOrder::None(DOUBTED);
        }
        Ok(())
    }
}

/// Why no transitions are left out after a test failed.
const DOUBTED: &str = "a state proved wrong what the search rested on";

/// Lets the search leave transitions out, if that is wanted and can be.
fn leave_out<M: Words>(model: &M, options: &mut SearchOptions) -> PartialOrder {
    let wanted = std::mem::take(&mut options.partial_order);
    match (wanted, model.partial_order()) {
        (false, _) => PartialOrder::Off,
        (true, Err(reason)) => PartialOrder::None(reason),
        (true, Ok(())) => {
            options.partial_order = true;
            PartialOrder::On
        }
    }
}

/// What a reduction saves that was used to the end, where that can be told within a moment.
fn effect<M: Words>(
    reduction: &M::Reduced,
    chosen: &PreparedStrategy<'_>,
    options: &SearchOptions,
    findings: &Findings<M>,
) -> Option<Effect> {
    let few = findings.statistics.states <= MOST_STATES;
    let prepared = &chosen.prepared;
    // Other strategies may leave states apart that the group takes to one another.
    let tells = prepared.guarantee() == Guarantee::Unique;
    match (prepared, findings.stop) {
        (
            Prepared::Representative(strategy) | Prepared::Concrete(strategy),
            StopReason::Exhausted,
        ) if tells && few => Some(Effect::by(reduction, strategy, options)),
        _ => None,
    }
}

/// What is said of what was found.
pub(crate) fn report<M: Words>(
    model: &M,
    main: &str,
    request: &CheckRequest<'_>,
    preparation: Preparation,
    effect: Option<Effect>,
    findings: Findings<M>,
) -> Report {
    let counterexamples: Vec<Counterexample> =
        findings.runs.iter().map(|run| describe(model, main, run, request.detail)).collect();
    let violated: Vec<(PropertyId, String)> = findings
        .runs
        .iter()
        .zip(&counterexamples)
        .map(|(run, counterexample)| (run.property, counterexample.ending.clone()))
        .collect();
    let abandoned = findings.audited.as_ref().is_some_and(|audited| audited.abandoned.is_some());
    let representative = preparation.representative.filter(|_| !abandoned);
    let guarantee = representative.map_or(Guarantee::Unique, |it| it.guarantee);
    let searched = Searched {
        stop: findings.stop,
        phase: findings.phase,
        cut: findings.cut,
        states: findings.statistics.states,
        guarantee,
        violated: &violated,
        held: &findings.held,
    };
    let verdicts = verdicts(model.system().properties(), &request.options, &searched);
    let first = findings.runs.first();
    let told = findings.runs.iter().zip(&counterexamples);
    let coverage = findings.coverage.as_ref().filter(|_| guarantee != Guarantee::Approximate);
    let exchange = model.exchange().filter(|_| request.export);
    let options = &request.options;
    let deepest = (options.deepest && findings.runs.is_empty()).then(|| {
        let run = findings.deepest.as_ref();
        deepest::described(model, run, options, &findings.statistics, Detail::Effects)
    });
    Report {
        deepest,
        preparation,
        statistics: findings.statistics,
        stop: findings.stop,
        limits: request.options.limits,
        violation_count: findings.violation_count,
        verdicts,
        unreached: coverage.map(|coverage| never_reached(model, coverage)),
        executed: findings.executions.as_ref().map(|counts| model.executed(counts)),
        stored: told
            .filter(|_| request.store)
            .map(|(run, told)| {
                stored_run(model, &run.transitions, &run.last, &told.property, &told.ending)
            })
            .collect(),
        exported: first.zip(exchange).map(|(run, exchange)| exchange.export(&run.transitions)),
        counterexamples,
        wrong: false,
        defects: 0,
        claims: Vec::new(),
        sets: None,
        audited: findings.audited,
        orbits: findings.orbits,
        effect,
        flaw: None,
        keeps_inactive: false,
    }
}

fn never_reached<M: Words>(model: &M, coverage: &Coverage) -> NeverReached {
    let certain = model.unreached(&coverage.possible);
    let mut undecided = model.unreached(&coverage.certain);
    let known: HashSet<&Unreached> = certain.iter().collect();
    undecided.retain(|statement| !known.contains(statement));
    NeverReached { certain, undecided }
}
