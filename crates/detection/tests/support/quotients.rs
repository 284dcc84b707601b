//! What a search of a quotient that leaves transitions out must find: what the full search of the quotient finds.

use detection::detect;
use machine::Machine;
use symmetry::{ByRepresentative, Canonical, Marked, MarkedScratch, Quotient, QuotientScratch};

use super::agree::{States, compare};

/// Compares all searches of the quotient of a machine. None: it has no symmetry, or more than so many states.
///
/// # Errors
/// What differs.
pub fn quotient_agrees(machine: &Machine, most: u64) -> Result<Option<States>, String> {
    let Some(reduction) = detect(machine).reduction else { return Ok(None) };
    let canonical = Canonical::new(&reduction.symmetry);
    let quotient = Quotient::new(&reduction, &canonical);
    // Which of several symmetric edges is executed may differ; so may how many of the processes that ended before the symmetry
    // applied are still there in a deadlock.
    let by_representatives =
        compare(&quotient, most, false, true, |_: &QuotientScratch<_, _>| &[])?;
    let representatives = ByRepresentative(&canonical);
    let concrete = Marked::new(&reduction, &representatives);
    // Which state of an orbit comes first, and what may be left out there, depends on who is faster.
    let themselves = compare(&concrete, most, false, false, |_: &MarkedScratch<_, _>| &[])?;
    if let (Some((one, _)), Some((other, _))) = (by_representatives, themselves)
        && one != other
    {
        return Err(format!("{one} representatives are searched, {other} states themselves"));
    }
    Ok(by_representatives)
}
