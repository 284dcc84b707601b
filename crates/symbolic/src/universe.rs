//! All vectors that there is room for, reachable or not: the values that may stand at each level.

use machine::Machine;
use machine::index::{ProcessId, VariableId};
use machine::program::Region;

use crate::layout::Layout;

/// The values that may stand at each level, in order, where all states have one shape: the locations of each process, and in the cells of
/// a variable what `of` says. Cells of channels stay empty.
///
/// # Errors
/// Those of `of`.
pub fn values<E>(
    machine: &Machine,
    layout: &Layout<'_>,
    of: &dyn Fn(VariableId) -> Result<Vec<i32>, E>,
) -> Result<Vec<Vec<i32>>, E> {
    // What no variable stands for never changes.
    let mut values = vec![vec![0]; layout.levels];
    let shape = layout.shape_at(0);
    let locations = machine.code.locations.iter().enumerate();
    let locations: Vec<_> = locations.map(|(place, it)| (place as i32, it.process_type)).collect();
    for (process, of) in shape.types.iter().enumerate() {
        let here = locations.iter().filter(|(_, owner)| owner == of).map(|&(place, _)| place);
        values[layout.location(ProcessId::new(process)) as usize] = here.collect();
    }
    for (place, variable) in machine.program.variables.iter().enumerate() {
        let starts: Vec<u32> = match variable.region {
            Region::Global => vec![0],
            Region::Local(owner) => {
                let records = shape.types.iter().zip(&shape.blank.starts);
                records.filter(|(of, _)| **of == owner).map(|(_, &start)| start + 1).collect()
            }
            Region::Constant | Region::Discarded => Vec::new(),
        };
        if starts.is_empty() {
            continue;
        }
        let of_variable = of(VariableId::new(place))?;
        for cell in starts.into_iter().flat_map(|start| {
            let first = start + variable.offset;
            first..first + variable.cells()
        }) {
            values[shape.levels[cell as usize] as usize].clone_from(&of_variable);
        }
    }
    Ok(values)
}
