//! Where the symmetry of a model comes from, and what is said of it.

use diagnostics::{Diagnostic, FileId, Severity, Sources, Span};
use groups::{Interrupted, Patience, Permutation};
use kernel::{Phase, SearchOptions, StopReason};
use model::{
    DiagramReport, Difference, Found, Place, PublishedMethod, Refusal, Remark, Understanding, Words,
};
use serde::Serialize;

use crate::failure::Failure;
use crate::gap_points::GapPoints;
use crate::symmetry_view::SymmetryView;
use crate::verdict::limit_text;

/// Where the symmetry comes from.
#[derive(Clone, Copy)]
pub enum SymmetrySource<'a> {
    /// It is found, in the model's own way.
    Found,
    /// It is found in that way, and of it only what serves to exchange processes is used.
    FoundOfProcesses,
    /// It is found by the published method of this name.
    Published(&'a str),
    /// There is none: every state is searched.
    Off,
    /// From a text with generators in GAP's syntax, each of which is checked.
    Declared(&'a Sources, FileId),
}

impl SymmetrySource<'_> {
    /// Whether symmetry is looked for at all.
    #[must_use]
    pub fn is_off(self) -> bool {
        matches!(self, SymmetrySource::Off)
    }

    /// The same for claims, of which published methods know nothing.
    pub(crate) fn of_claims(self) -> Self {
        match self {
            SymmetrySource::Published(_) => SymmetrySource::Found,
            other => other,
        }
    }
}

/// The name of the way in which every model finds its symmetry unless a published method is asked for.
pub const OWN_METHOD: &str = "program";

/// What is said of the symmetry of a model.
#[derive(Clone, Debug)]
pub struct SymmetryFound {
    /// The symmetry, if there is one.
    pub symmetry: Option<SymmetryView>,
    /// What stood in the way of more.
    pub remarks: Vec<RemarkView>,
    /// The search by a channel diagram, if that was the method and it could begin.
    pub diagram: Option<DiagramView>,
}

/// Something that stood in the way of symmetry.
#[derive(Clone, Debug)]
pub struct RemarkView {
    /// What.
    pub text: String,
    /// Where, if it has a place, and the text of that line.
    pub place: Option<(Place, String)>,
}

/// A statement or declaration that tells components apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Statement {
    /// Its file.
    pub file: String,
    /// Its line.
    pub line: usize,
    /// The text of the line.
    pub text: String,
}

/// Why components of one sort are not interchangeable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferenceView {
    /// The components that symmetry exchanges with the first of the two.
    pub first: Vec<String>,
    /// Those that it exchanges with the second.
    pub second: Vec<String>,
    /// What tells them apart.
    pub reason: String,
    /// The statement or declaration that does.
    pub place: Option<Statement>,
    /// What stands there for the second.
    pub other: Option<Statement>,
}

impl DifferenceView {
    /// Whether another says the same of others.
    pub(crate) fn is_for_the_reason_of(&self, other: &DifferenceView) -> bool {
        self.reason == other.reason && self.place == other.place && self.other == other.other
    }
}

/// A search by a channel diagram. Orders are in decimal.
#[derive(Clone, Debug, Serialize)]
pub struct DiagramView {
    /// |Aut(SCD)|.
    pub automorphisms: String,
    /// |H|: of the group that the valid generators generate.
    pub initial: String,
    /// |G|: of the largest valid group.
    pub valid: String,
    /// The cosets of G among the automorphisms.
    pub cosets: u64,
    /// How many permutations were tested.
    pub tests: u64,
    /// Whether all cosets were met, so that G is the largest.
    pub complete: bool,
    /// How long it took, the reduction included.
    pub elapsed_s: f64,
    /// The generators that are not valid.
    pub rejected: Vec<RejectedView>,
}

/// A generator that is not valid, and the first difference that it would make.
#[derive(Clone, Debug, Serialize)]
pub struct RejectedView {
    /// Its cycles.
    pub generator: String,
    /// Where the difference is.
    pub file: Option<String>,
    /// The line of that.
    pub line: Option<usize>,
    /// What would stand there.
    pub would_be: Option<String>,
    /// What does.
    pub is: Option<String>,
}

/// The symmetry of a model from where it was asked for; none if it was declined. What takes longer than the caller has
/// patience is given up.
///
/// # Errors
/// What is wrong with a declared group, or that the method does not serve the model.
pub(crate) fn detect<M: Words>(
    understanding: &dyn Understanding<M::Reduced>,
    source: SymmetrySource<'_>,
    patience: &mut Patience<'_>,
) -> Result<Option<Found<M::Reduced>>, Failure> {
    match source {
        SymmetrySource::Found => Ok(Some(understanding.detect(patience))),
        SymmetrySource::FoundOfProcesses => Ok(Some(understanding.detect_of_processes(patience))),
        SymmetrySource::Published(name) => {
            let published = understanding.published();
            match published.iter().find(|offered| offered.method().name == name) {
                Some(method) => Ok(Some(method.detect(patience))),
                None => Err(not_offered(name, &published)),
            }
        }
        SymmetrySource::Off => Ok(None),
        SymmetrySource::Declared(sources, file) => {
            declared::<M>(understanding, sources, file, patience).map(Some)
        }
    }
}

/// The same within the budget of a search, for what would be of no use if it changed with the time that is left.
///
/// # Errors
/// The limit that was reached, too.
pub(crate) fn detect_whole<M: Words>(
    model: &M,
    source: SymmetrySource<'_>,
    options: &SearchOptions,
    patience: &mut Patience<'_>,
) -> Result<Option<Found<M::Reduced>>, Failure> {
    let found = detect::<M>(&*model.understand(), source, patience)?;
    patience.question().map_err(|_| spent(options, Phase::Detection))?;
    Ok(found)
}

/// That a limit was reached before there was anything to tell.
pub(crate) fn spent(options: &SearchOptions, phase: Phase) -> Failure {
    let stop = options.budget.check(0).err().unwrap_or(StopReason::MemoryLimit);
    Failure::Limit(limit_text(stop, phase, &options.limits))
}

/// That a method is asked for which the model does not offer, and those that it does.
fn not_offered<R>(name: &str, published: &[Box<dyn PublishedMethod<R> + '_>]) -> Failure {
    let offered = published.iter().map(|offered| offered.method().name);
    let offered: Vec<&str> = std::iter::once(OWN_METHOD).chain(offered).collect();
    let offered = offered.join("`, `");
    Failure::Input(format!("`--detect {name}`: models of this language offer `{offered}`"))
}

fn declared<M: Words>(
    understanding: &dyn Understanding<M::Reduced>,
    sources: &Sources,
    file: FileId,
    patience: &mut Patience<'_>,
) -> Result<Found<M::Reduced>, Failure> {
    let components = match understanding.components(patience) {
        Ok(Ok(components)) => components,
        Ok(Err(why)) => return Err(Failure::Input(format!("no group can be used: {why}"))),
        Err(Interrupted) => return Ok(Found::given_up()),
    };
    let generators = GapPoints::new(components).read(sources, file).map_err(Failure::Group)?;
    let (permutations, spans): (Vec<Permutation>, Vec<Span>) = generators.into_iter().unzip();
    understanding.detect_declared(&permutations, patience).map_err(|refusals| {
        let told = refusals.into_iter().map(|refusal| diagnostic(refusal, &spans));
        Failure::NoSymmetry(told.collect())
    })
}

fn diagnostic(refusal: Refusal, spans: &[Span]) -> Diagnostic {
    let Refusal { generator, reason } = refusal;
    match generator {
        Some(index) => {
            let message = format!("this generator is not a symmetry of the model: {reason}");
            Diagnostic::error(spans[index], message)
                .help("`quotient symmetry MODEL --gap` prints the symmetries there are")
        }
        None => Diagnostic::new(Severity::Error, format!("no group can be used: {reason}")),
    }
}

impl SymmetryFound {
    /// What is said of what was found.
    pub(crate) fn new<M: Words>(model: &M, found: &Found<M::Reduced>) -> SymmetryFound {
        let sources = model.sources();
        let remarks = found.remarks.iter().chain(&found.notes);
        let remarks = remarks.map(|remark| RemarkView::new(remark, sources));
        SymmetryFound {
            symmetry: found.reduction.as_ref().map(SymmetryView::new),
            remarks: remarks.collect(),
            diagram: found.diagram.as_ref().map(|diagram| DiagramView::new(diagram, sources)),
        }
    }
}

impl RemarkView {
    pub(crate) fn new(remark: &Remark, sources: &Sources) -> RemarkView {
        let place = remark.span.map(|span| {
            let place = Place::of(span, sources);
            let text = sources.line_text(span.file, place.line).trim().to_owned();
            (place, text)
        });
        RemarkView { text: remark.text.clone(), place }
    }

    /// The remark with its line.
    #[must_use]
    pub fn one_line(&self) -> String {
        match &self.place {
            Some((place, _)) => format!("{} (line {})", self.text, place.line),
            None => self.text.clone(),
        }
    }
}

impl DifferenceView {
    pub(crate) fn new(difference: Difference, sources: &Sources) -> DifferenceView {
        let statement = |span: Span| {
            let Place { file, line, .. } = Place::of(span, sources);
            let text = sources.line_text(span.file, line).trim().to_owned();
            Statement { file, line, text }
        };
        DifferenceView {
            first: difference.first,
            second: difference.second,
            reason: difference.reason,
            place: difference.span.map(statement),
            other: difference.other.map(statement),
        }
    }
}

impl DiagramView {
    fn new(report: &DiagramReport, sources: &Sources) -> DiagramView {
        let rejected = report.rejected.iter().map(|rejected| {
            let place = rejected.span.map(|span| Place::of(span, sources));
            let (would_be, is) = rejected.mismatch.clone().unzip();
            RejectedView {
                generator: rejected.generator.clone(),
                file: place.as_ref().map(|place| place.file.clone()),
                line: place.map(|place| place.line),
                would_be,
                is,
            }
        });
        DiagramView {
            automorphisms: report.automorphisms.clone(),
            initial: report.initial.clone(),
            valid: report.valid.clone(),
            cosets: report.cosets,
            tests: report.tests,
            complete: report.complete,
            elapsed_s: report.elapsed_s,
            rejected: rejected.collect(),
        }
    }
}
