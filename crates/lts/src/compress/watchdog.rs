//! `trace_watchdog`: a process that follows another one's traces and barks at what is none of them (M. H. Goldsmith et al.,
//! *Watchdog transformations for property-oriented model-checking*, 2003).

use crate::event::Event;
use crate::explicit::{Explicit, State, Unfinished};
use crate::normal::{Limits, Model, Preserving, normalise};

/// After each trace of the system, the watchdog does what the system can do then, and all other events of the alphabet: after such
/// a one it barks and stops. It follows the normal form, so that it never barks at a trace of the system. It is plain and
/// deterministic. The label of the states after a forbidden event is the initial state's.
///
/// # Errors
/// The normal form is too large, or the work was interrupted.
pub(crate) fn trace_watchdog(
    system: &Explicit,
    alphabet: &[Event],
    bark: Event,
    limits: &mut Limits<'_>,
) -> Result<Explicit, Unfinished> {
    let normal = normalise(system, Preserving::Model(Model::Traces), limits)?;
    let barks = State(normal.len() as u32);
    let barked = State(barks.0 + 1);
    let mut watchdog = Explicit {
        initial: normal.initial,
        starts: vec![0],
        transitions: Vec::new(),
        labels: normal.labels.clone(),
        generalised: None,
    };
    let mut begin = 0;
    for node in normal.states() {
        let forbidden = alphabet.iter().filter(|&&event| !normal.can(node, event));
        watchdog.transitions.extend(normal.of(node));
        watchdog.transitions.extend(forbidden.map(|&event| (event, barks)));
        watchdog.transitions[begin..].sort_unstable();
        begin = watchdog.transitions.len();
        watchdog.starts.push(u32::try_from(begin).map_err(|_| Unfinished::TooLarge)?);
        limits.check(normal.len(), node.0 as usize)?;
    }
    watchdog.transitions.push((bark, barked));
    watchdog.starts.extend([begin as u32 + 1; 2]);
    let label = normal.labels[normal.initial.0 as usize];
    watchdog.labels.extend([label; 2]);
    Ok(watchdog)
}
