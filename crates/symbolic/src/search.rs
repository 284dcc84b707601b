//! The entry: a machine, and all that can be reached in it.

use kernel::{Reporter, SearchOptions, StopReason};
use machine::Machine;
use machine::index::ProcessTypeId;
use model::{
    ComparePointers, LevelOrder, NoSets, Reachability, SetCounts, SetFindings, SetOptions,
};

use crate::backward::explore_backwards;
use crate::exploration::Exploration;
use crate::interchangeable::Interchangeable;
use crate::layout::Room;
use crate::learning::Halt;
use crate::limits::Limits;

/// What is said of a cell that decided and was not asked for.
pub const UNFORESEEN: &str = "what comes of a step depends on a cell that it is not known to read";

/// Explores what can be reached in a machine. Limits of depth and of states are not looked at.
///
/// # Errors
/// A defect.
pub fn explore(
    machine: &Machine,
    search: &SearchOptions,
    options: SetOptions,
    reporter: &dyn Reporter,
) -> Result<SetFindings<Machine>, NoSets> {
    match options.reachability {
        Reachability::Backward => explore_backwards(machine, options.levels, search, reporter),
        _ => explore_by(machine, None, search, options, reporter),
    }
}

/// The most levels of a diagram: operations on it go as deep.
const MOST_LEVELS: usize = 2000;

/// # Errors
/// There are more levels than operations go deep.
pub fn too_many_levels(room: &Room) -> Result<(), NoSets> {
    let levels = room.positions.len();
    if levels <= MOST_LEVELS {
        return Ok(());
    }
    Err(NoSets::Refused(format!(
        "a state has {levels} cells, and sets of states have at most {MOST_LEVELS} levels: `--engine explicit` has no such bound"
    )))
}

/// The same with one state, or a few, for all that differ by an exchange of processes: those that one pass of exchanges by pointers
/// leaves (`IbSINC`). Runs are those of the machine all the same.
///
/// # Errors
/// The machine's processes come and go or move alone, or sets are saturated or grow backwards; a defect.
pub fn explore_reduced(
    machine: &Machine,
    processes: &Interchangeable,
    search: &SearchOptions,
    options: SetOptions,
    reporter: &dyn Reporter,
) -> Result<SetFindings<Machine>, NoSets> {
    let moves_alone = machine.code.edges.iter().any(|edge| edge.atomic);
    let why = if moves_alone || crate::shapes::may_change(machine) {
        "sets are reduced by exchanges of processes only where all processes are there from the start, and none moves alone"
    } else if options.reachability == Reachability::Saturation {
        "sets that are saturated cannot be reduced by exchanges of processes: `--reachability chaining` or `bfs` can"
    } else if options.reachability == Reachability::Backward {
        "sets that grow backwards cannot be reduced by exchanges of processes: `--reachability chaining` or `bfs` can"
    } else {
        return explore_by(
            machine,
            Some((processes, options.sinc.unwrap_or_default())),
            search,
            options,
            reporter,
        );
    };
    Err(NoSets::Refused(why.to_owned()))
}

fn explore_by(
    machine: &Machine,
    exchanged: Option<(&Interchangeable, ComparePointers)>,
    search: &SearchOptions,
    options: SetOptions,
    reporter: &dyn Reporter,
) -> Result<SetFindings<Machine>, NoSets> {
    let limits = Limits::of(search);
    let mut room = Room::new(machine, initial_types(machine), options.levels);
    let mut may_reorder = options.levels == LevelOrder::Learnt;
    loop {
        too_many_levels(&room)?;
        let begun = Exploration::new(machine, room.clone(), may_reorder, search, options, &limits)
            .and_then(|begun| begun.exchanging(exchanged));
        let (halt, exploration) = match begun {
            Ok(mut exploration) => match exploration.run(reporter) {
                Ok(stop) => (Halt::Stop(stop), Some(exploration)),
                Err(halt) => (halt, Some(exploration)),
            },
            Err(halt) => (halt, None),
        };
        match (halt, exploration) {
            (Halt::TooSmall(small), _) => {
                room = larger(machine, &room, small.types, options.levels)
            }
            (Halt::Reorder(better), _) => (room, may_reorder) = (better, false),
            (Halt::Stop(stop), Some(exploration)) => {
                return found(exploration, stop, &limits);
            }
            (Halt::Stop(stop), None) => return Ok(nothing(stop)),
            (Halt::Unforeseen, _) => return Err(NoSets::Defect(UNFORESEEN.to_owned())),
        }
    }
}

/// With fewer processes little is lost when the exploration begins anew.
const FEW_PROCESSES: usize = 16;

/// Room for these types. Where there are more processes than before, and they are many, there is room for as many again: each time that
/// there is too little, the exploration begins anew.
fn larger(
    machine: &Machine,
    before: &Room,
    types: Vec<Vec<ProcessTypeId>>,
    levels: LevelOrder,
) -> Room {
    let processes = types.len();
    let most = usize::from(machine.program.semantics.most_processes);
    let are_more = processes > before.types.len() && processes > FEW_PROCESSES;
    if let Some(last) = types.last().filter(|_| are_more).cloned() {
        let mut more = types.clone();
        more.resize((2 * processes).min(most).max(processes), last);
        let room = Room::new(machine, more, levels);
        if too_many_levels(&room).is_ok() {
            return room;
        }
    }
    Room::new(machine, types, levels)
}

/// The types that stand at each place among the processes of some initial state.
pub fn initial_types(machine: &Machine) -> Vec<Vec<ProcessTypeId>> {
    let initial = machine.all_initial();
    let places = initial.iter().map(|state| state.processes()).max().unwrap_or(0);
    let mut types: Vec<Vec<ProcessTypeId>> = vec![Vec::new(); places];
    for state in initial {
        for process in state.process_ids() {
            let of = machine.type_of(state.location(process));
            let at = &mut types[process.index()];
            if !at.contains(&of) {
                at.push(of);
            }
        }
    }
    types
}

/// What an exploration came to that ended for a reason.
fn found(
    mut exploration: Exploration<'_, '_>,
    stop: StopReason,
    limits: &Limits,
) -> Result<SetFindings<Machine>, NoSets> {
    let stop = match exploration.follow() {
        Ok(()) => stop,
        Err(Halt::Stop(reason)) => reason,
        // A violation that has no run is none that a search of states would find: one of the two is wrong.
        Err(_) => return Err(NoSets::Defect(UNFORESEEN.to_owned())),
    };
    let mut violations = std::mem::take(&mut exploration.runs);
    violations.sort_by_key(|it| it.property);
    let (peak_nodes, peak_bytes) =
        (exploration.diagrams.peak_nodes() as u64, exploration.diagrams.peak_bytes());
    // What is known is worth counting, whatever was reached.
    exploration.collect(&mut []);
    limits.lift();
    let states = exploration.count().unwrap_or_default();
    let diagrams = &exploration.diagrams;
    let counts = SetCounts {
        states: states.to_string(),
        is_backward: false,
        rounds: exploration.rings.len() as u64 - 1,
        nodes: diagrams.size(exploration.reached) as u64,
        peak_nodes,
        peak_bytes,
        relations: exploration.learner.relations.all.len() as u64,
    };
    Ok(SetFindings { counts, stop, violations, held: Vec::new(), cut: exploration.cut })
}

/// What is known if not even the initial states are.
fn nothing(stop: StopReason) -> SetFindings<Machine> {
    let counts = SetCounts { states: "0".to_owned(), ..SetCounts::default() };
    SetFindings { counts, stop, violations: Vec::new(), held: Vec::new(), cut: false }
}
