//! Compressions: transition systems with fewer states that mean the same (A. W. Roscoe et al., *Hierarchical compression for
//! model-checking CSP*, 1995).

mod blocks;
mod chase;
mod diamond;
mod partition;
mod quotient;
mod reachable;
mod silent;
mod strong;
mod tau_loop_factor;
mod watch;
mod watchdog;
mod weak;

use crate::explicit::{Explicit, Unfinished};
use crate::normal::{Limits, Preserving, normalise};
use crate::term::Compression;

pub(crate) use partition::strong_classes;
pub use quotient::Factor;
pub(crate) use strong::{keys, strong_bisimulation};
pub(crate) use watch::Watch;
pub(crate) use watchdog::trace_watchdog;

use chase::{chase, deterministic};
use diamond::diamond;
use tau_loop_factor::tau_loop_factor;
use weak::{Steps, weak_bisimulation};

/// A transition system, compressed. Of each new state the label is that of one of the states that it stands for.
///
/// What FDR meant by `model_compress` is not documented any more, as it was dropped: here it is `tau_loop_factor`, then `diamond`,
/// then `sbisim`. To chase a system that is there already is the same with and without a cache.
///
/// # Errors
/// The result is too large, or the work was interrupted.
pub fn compress(
    how: Compression,
    system: &Explicit,
    limits: &mut Limits<'_>,
) -> Result<Explicit, Unfinished> {
    if let Some(factor) = factor(how, system, limits)? {
        return Ok(factor.system);
    }
    if how == Compression::Normal {
        return normalise(system, Preserving::All, limits);
    }
    let watch = &mut Watch::new(limits.interrupted);
    match how {
        Compression::Diamond => diamond(system, watch),
        Compression::ModelCompress => {
            Ok(strong_bisimulation(&diamond(system, watch)?, watch)?.system)
        }
        Compression::Chase | Compression::ChaseNoCache => chase(system, watch),
        Compression::Deterministic => deterministic(system, watch),
        _ => Ok(system.clone()),
    }
}

/// The same, with what became of each state, if the compression is one that makes states one and does nothing else.
///
/// # Errors
/// The result is too large, or the work was interrupted.
pub fn factor(
    how: Compression,
    system: &Explicit,
    limits: &mut Limits<'_>,
) -> Result<Option<Factor>, Unfinished> {
    let watch = &mut Watch::new(limits.interrupted);
    Ok(Some(match how {
        Compression::StrongBisimulation => strong_bisimulation(system, watch)?,
        Compression::DelayBisimulation => weak_bisimulation(system, Steps::Delay, watch)?,
        Compression::WeakBisimulation => weak_bisimulation(system, Steps::Weak, watch)?,
        Compression::TauLoopFactor => tau_loop_factor(system, watch)?,
        _ => return Ok(None),
    }))
}
