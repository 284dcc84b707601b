//! Everything that can be asked about the symmetry of a model.

use groups::{Patience, Permutation, describe};
use kernel::{Budget, StopReason};
use model::{Components, Drawn, Found, Reduced, Remark, Words};

use crate::claim_symmetry::{ClaimSymmetry, claim_symmetry};
use crate::detection::{DifferenceView, RemarkView, SymmetryFound, SymmetrySource, detect};
use crate::effect::Effect;
use crate::failure::Failure;
use crate::gap_points::GapPoints;
use crate::scalarsets::{HeldScalarset, hold};

/// What is asked about the symmetry of a model.
pub struct SymmetryRequest<'a> {
    /// Where the symmetry comes from.
    pub source: SymmetrySource<'a>,
    /// The static channel diagram is wanted, under this title.
    pub diagram: Option<&'a str>,
    /// The group is wanted as a GAP expression, and nothing else; this is what the model is called in it.
    pub gap: Option<&'a str>,
    /// What the answer may take.
    pub budget: &'a Budget,
}

/// Everything there is to say about the symmetry of a model.
pub struct SymmetryReport {
    /// What was found.
    pub found: SymmetryFound,
    /// What the symmetry does to the reachable states; none if there is no symmetry, or only GAP was asked for.
    pub effect: Option<Effect>,
    /// What is left of it for each claim; none if the group was declared or declined, or only GAP was asked for.
    pub claims: Vec<ClaimSymmetry>,
    /// The scalarsets that were declared, which hold.
    pub scalarsets: Vec<HeldScalarset>,
    /// Why components of one sort are not interchangeable; empty if only GAP was asked for.
    pub differences: Vec<DifferenceView>,
    /// The static channel diagram, or why there is none.
    pub diagram: Option<Result<Drawn, RemarkView>>,
    /// The group as a GAP expression that can be read back.
    pub gap: Option<String>,
    /// What kept the rest from being found out, if anything did.
    pub stop: Option<StopReason>,
}

/// Answers a request.
///
/// # Errors
/// Why there is no answer.
pub(crate) fn symmetry<M: Words>(
    model: &M,
    request: &SymmetryRequest<'_>,
) -> Result<SymmetryReport, Failure> {
    // What a search without further options would find.
    let joined = model.partial_order().ok().and_then(|()| model.joined());
    let model = joined.as_ref().unwrap_or(model);
    let understanding = model.understand();
    let mut ask = |bytes| request.budget.go_on(bytes);
    let patience = &mut Patience::new(&mut ask);
    let diagram = request.diagram.map(|title| {
        let none = Remark { span: None, text: "models of this language have none".to_owned() };
        let drawn = understanding.published().iter().find_map(|method| method.draw(title));
        drawn.unwrap_or(Err(none)).map_err(|why| RemarkView::new(&why, model.sources()))
    });
    let found = detect::<M>(&*understanding, request.source, patience)?;
    let scalarsets = match request.source {
        SymmetrySource::Off => Vec::new(),
        SymmetrySource::Declared(..) | SymmetrySource::FoundOfProcesses => {
            hold(model, &*understanding, None, patience)?
        }
        SymmetrySource::Found | SymmetrySource::Published(_) => {
            hold(model, &*understanding, found.as_ref(), patience)?
        }
    };
    let found = found.unwrap_or_default();
    let mut report = SymmetryReport {
        found: SymmetryFound::new(model, &found),
        effect: None,
        claims: Vec::new(),
        scalarsets,
        differences: Vec::new(),
        diagram,
        gap: None,
        stop: None,
    };
    if let Some(name) = request.gap {
        let Ok(components) = understanding.components(patience) else {
            report.stop = stop(request.budget);
            return Ok(report);
        };
        let components =
            components.map_err(|why| Failure::Input(format!("there are no points: {why}")))?;
        report.gap = Some(gap(name, components, &found));
        report.stop = patience.question().is_err().then(|| stop(request.budget)).flatten();
        return Ok(report);
    }
    report.effect = found.reduction.as_ref().map(|reduced| Effect::of(reduced, request.budget));
    if let Ok(differences) = understanding.differences(patience) {
        let view = |difference| DifferenceView::new(difference, model.sources());
        report.differences = differences.into_iter().map(view).collect();
    }
    report.stop = patience.question().is_err().then(|| stop(request.budget)).flatten();
    Ok(report)
}

/// Adds what is left of the symmetry for the claims, whose models come one at a time, and what tells components apart for them.
///
/// # Errors
/// Why there is no answer.
pub fn add_claims<M: Words>(
    report: &mut SymmetryReport,
    names: &[&str],
    of_claim: &mut dyn FnMut(usize) -> Result<Option<M>, Failure>,
    request: &SymmetryRequest<'_>,
) -> Result<(), Failure> {
    if request.gap.is_some()
        || matches!(request.source, SymmetrySource::Off | SymmetrySource::Declared(..))
    {
        return Ok(());
    }
    let mut ask = |bytes| request.budget.go_on(bytes);
    let patience = &mut Patience::new(&mut ask);
    let own = report.differences.len();
    for (place, name) in names.iter().enumerate() {
        let Some(model) = of_claim(place)? else { continue };
        let Some(claim) = claim_symmetry(&model, name, request.source, patience)? else {
            report.stop = stop(request.budget);
            break;
        };
        for difference in &claim.differences {
            let mut of_model = report.differences[..own].iter();
            if !of_model.any(|known| known.is_for_the_reason_of(difference))
                && !report.differences.contains(difference)
            {
                report.differences.push(difference.clone());
            }
        }
        report.claims.push(claim);
    }
    Ok(())
}

/// Why a budget was spent. What held too much memory does not hold it any more.
fn stop(budget: &Budget) -> Option<StopReason> {
    Some(budget.check(0).err().unwrap_or(StopReason::MemoryLimit))
}

/// The group as a GAP expression, with a table of its points.
fn gap<R: Reduced>(name: &str, components: Components, found: &Found<R>) -> String {
    let count = components.count();
    let points = GapPoints::new(components);
    let group = found.reduction.as_ref().map(|reduction| reduction.symmetry().group());
    let generators: Vec<Permutation> = group
        .map(|group| group.generators().iter().filter_map(|g| of_components(g, count)).collect())
        .unwrap_or_default();
    let about = match group {
        Some(group) => format!("{}, order {}", describe(group), group.order()),
        None => "trivial".to_owned(),
    };
    let name = name.replace(['\n', '\r'], " ");
    let table = points.table();
    format!("# The symmetry of {name}: {about}\n#\n{table}\n{}", points.write(&generators))
}

/// What a symmetry does to the components; locations come after them.
fn of_components(permutation: &Permutation, count: usize) -> Option<Permutation> {
    permutation.restricted_to(&(0..count).collect::<Vec<usize>>())
}
