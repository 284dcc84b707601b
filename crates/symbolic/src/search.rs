//! The entry: a machine, and all that can be reached in it.

use kernel::{Found, PropertyId, Reporter, SearchOptions, StopReason};
use machine::Machine;
use machine::index::ProcessTypeId;
use num_bigint::BigUint;

use crate::exploration::Exploration;
use crate::learning::Halt;
use crate::layout::Room;
use crate::limits::Limits;
use crate::options::SetOptions;
use crate::order::LevelOrder;

/// What was explored.
pub struct Explored {
    /// How many states were reached that a search would store.
    pub states: BigUint,
    /// How many rounds it took.
    pub rounds: u64,
    /// The nodes of the set of all states.
    pub nodes: usize,
    /// The most nodes that there were at once, of all sets and relations, those that nobody needed any more included.
    pub peak_nodes: usize,
    /// The most memory that they took.
    pub peak_bytes: u64,
    /// The number of relations.
    pub relations: usize,
    /// Why it ended.
    pub stop: StopReason,
    /// The properties that are violated, in order.
    pub violated: Vec<PropertyId>,
    /// A run for each property that is violated.
    pub violations: Vec<Found<Machine>>,
    /// Whether some run ended in a run-time error.
    pub cut: bool,
}

/// Explores what can be reached in a machine.
///
/// # Errors
/// A defect.
pub fn explore(
    machine: &Machine,
    search: &SearchOptions,
    options: SetOptions,
    reporter: &dyn Reporter,
) -> Result<Explored, String> {
    let limits = Limits::of(search);
    let initial = machine.all_initial();
    let places = initial.iter().map(|state| state.processes()).max().unwrap_or(0);
    let mut types: Vec<Vec<ProcessTypeId>> = vec![Vec::new(); places];
    for state in initial {
        for process in state.process_ids() {
            let of = machine.type_of(state.location(process));
            if !types[process.index()].contains(&of) {
                types[process.index()].push(of);
            }
        }
    }
    let mut room = Room::new(machine, types, options.levels);
    let mut may_reorder = options.levels == LevelOrder::Learnt;
    loop {
        let begun =
            Exploration::new(machine, room.clone(), may_reorder, search, options, &limits);
        let (halt, exploration) = match begun {
            Ok(mut exploration) => match exploration.run(reporter) {
                Ok(stop) => (Halt::Stop(stop), Some(exploration)),
                Err(halt) => (halt, Some(exploration)),
            },
            Err(halt) => (halt, None),
        };
        match (halt, exploration) {
            (Halt::TooSmall(small), _) => room = Room::new(machine, small.types, options.levels),
            (Halt::Reorder(better), _) => (room, may_reorder) = (better, false),
            (Halt::Stop(stop), Some(exploration)) => return Ok(explored(exploration, stop, &limits)),
            (Halt::Stop(stop), None) => return Ok(nothing(stop)),
            (Halt::Unforeseen, _) => return Err(UNFORESEEN.to_owned()),
        }
    }
}

const UNFORESEEN: &str = "what comes of a step depends on a cell that it is not known to read";

fn explored(mut exploration: Exploration<'_, '_>, stop: StopReason, limits: &Limits) -> Explored {
    let mut violated: Vec<PropertyId> =
        exploration.violations.iter().map(|it| it.property).collect();
    violated.sort_unstable();
    let (violations, stop) = match exploration.runs() {
        Ok(runs) => (runs, stop),
        Err(interrupted) => (Vec::new(), interrupted),
    };
    limits.lift();
    Explored {
        states: exploration.count().unwrap_or_default(),
        rounds: exploration.rings.len() as u64 - 1,
        nodes: exploration.diagrams.size(exploration.reached),
        peak_nodes: exploration.diagrams.peak_nodes(),
        peak_bytes: exploration.diagrams.peak_bytes(),
        relations: exploration.learner.relations.all.len(),
        stop,
        violated,
        violations,
        cut: exploration.cut,
    }
}

/// What was explored if not even the initial states were.
fn nothing(stop: StopReason) -> Explored {
    Explored {
        states: BigUint::ZERO,
        rounds: 0,
        nodes: 0,
        peak_nodes: 0,
        peak_bytes: 0,
        relations: 0,
        stop,
        violated: Vec::new(),
        violations: Vec::new(),
        cut: false,
    }
}
