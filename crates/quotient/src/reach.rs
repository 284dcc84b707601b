//! What goes together with `--reach`: one question, which is answered by a search breadth first that leaves nothing out.

use checking::{REACH, Settings};
use symmetry::Explore;

use crate::check_arguments::{CheckArgs, EngineName, OnOff, SearchOrder, StoreName};
use crate::exit::Failure;

/// Refuses what does not go together with looking for a state, if one is looked for.
///
/// # Errors
/// What, and why.
pub fn refuse_with_reach(args: &CheckArgs, settings: &Settings) -> Result<(), Failure> {
    let sought = settings.values(REACH.name);
    let Some(expression) = sought.first() else { return Ok(()) };
    if sought.len() > 1 {
        return Err(Failure::input(
            "`--reach` asks one question: `EXPR1 && EXPR2`, or `check` twice",
        ));
    }
    if expression.trim().is_empty() {
        return Err(Failure::input("`--reach` wants an expression"));
    }
    useless(args).map_or(Ok(()), |why| Err(Failure::input(why)))
}

/// What a search for a state has no use for.
fn useless(args: &CheckArgs) -> Option<&'static str> {
    if !args.property.is_empty() || args.deadlock.is_some() {
        Some("`--reach` checks nothing else: without `--property` and `--deadlock`")
    } else if args.engine == EngineName::Symbolic {
        Some("`--reach` searches states one by one: without `--engine symbolic`")
    } else if args.search == SearchOrder::Dfs {
        Some("`--reach` finds a shortest run, breadth first: without `--search dfs`")
    } else if args.por == Some(OnOff::On) {
        Some(
            "`--reach` finds a shortest run, for which nothing may be left out: without `--por on`",
        )
    } else if matches!(args.store, StoreName::Bitstate | StoreName::Fingerprint) {
        Some(
            "`--store bitstate` and `--store fingerprint` may omit the only state that is looked for: `--reach` goes without",
        )
    } else if matches!(args.store, StoreName::Compressed | StoreName::Disk) {
        Some(
            "`--reach` keeps its states in memory, and whole: without `--store compressed` and `--store disk`",
        )
    } else if args.orbits || args.cluster.is_some() {
        Some("`--orbits` and `--cluster` are for violations of properties: `--reach` goes without")
    } else if args.checkpoint.is_some() || args.resume.is_some() {
        Some(
            "`--checkpoint` and `--resume` keep searches for violations of properties: `--reach` goes without",
        )
    } else if args.research.0.representative.options.explore == Explore::Concrete {
        Some("`--reach` searches from representatives, not from the states themselves (`concrete`)")
    } else {
        None
    }
}
