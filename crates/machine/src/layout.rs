//! How the states of a program are laid out when they are stored.

use crate::blanks::Blanks;
use crate::compile::Code;
use crate::index::ChannelId;
use crate::program::{CellType, Program, Region};
use crate::state::{ChannelEncoding, Encoding, RecordEncoding, narrowest};

/// A type for the values of another and for a blank, which is not negative and does not fit into that.
fn wide_enough(cell: CellType, blank: i32) -> CellType {
    let unsigned = narrowest(blank as u32);
    // The sign needs a bit of its own.
    let bits = if cell.signed { unsigned.bits + 1 } else { unsigned.bits };
    CellType { bits: bits.max(cell.bits), signed: cell.signed }
}

/// How states are encoded. A cell has room for the values of its type, and for its blank if it has one.
pub(crate) fn encoding(program: &Program, code: &Code, blanks: &Blanks) -> Encoding {
    let mut cells = vec![CellType::BIT; program.global_cells as usize];
    let mut locals: Vec<Vec<CellType>> =
        program.process_types.iter().map(|t| vec![CellType::BIT; t.local_cells as usize]).collect();
    for (index, variable) in program.variables.iter().enumerate() {
        let range = variable.offset as usize..(variable.offset + variable.cells()) as usize;
        let blank = blanks.variables.get(index).copied().unwrap_or_default();
        let fits = variable.cell.wrap(blank) == blank;
        let cell = if fits { variable.cell } else { wide_enough(variable.cell, blank) };
        match variable.region {
            Region::Global => cells[range].fill(cell),
            Region::Local(owner) => locals[owner.index()][range].fill(cell),
            Region::Constant | Region::Discarded => {}
        }
    }
    let unowned = |id: &ChannelId| program.channels[id.index()].owner.is_none();
    let globals: Vec<ChannelId> =
        ChannelId::below(program.channels.len()).filter(unowned).collect();
    let channels = channel_encodings(program, blanks, &globals);
    // Variables come first, then channels.
    cells.truncate(channels.first().map_or(cells.len(), |c| c.offset as usize));
    let records = program
        .process_types
        .iter()
        .zip(locals)
        .map(|(declared, mut locals)| {
            let own = |id: &ChannelId| &program.channels[id.index()];
            let channels = channel_encodings(program, blanks, &declared.channels);
            locals.truncate(channels.first().map_or(locals.len(), |c| c.offset as usize));
            let queues = declared.channels.iter().map(|id| (*id, own(id).offset)).collect();
            RecordEncoding { locals, channels, queues }
        })
        .collect();
    let location = narrowest(code.locations.len().saturating_sub(1) as u32);
    let processes = narrowest(program.semantics.most_processes.into());
    Encoding { processes, globals: cells, channels, records, location }
}

/// How the buffered ones among some channels are encoded.
fn channel_encodings(
    program: &Program,
    blanks: &Blanks,
    channels: &[ChannelId],
) -> Vec<ChannelEncoding> {
    let declared = channels.iter().map(|&id| (id, &program.channels[id.index()]));
    let buffered = declared.filter(|(_, channel)| channel.capacity > 0);
    buffered
        .map(|(id, channel)| ChannelEncoding {
            offset: channel.offset,
            capacity: channel.capacity,
            length: narrowest(channel.capacity),
            fields: channel.fields.iter().map(|field| field.cell).collect(),
            fillers: blanks.fields[id.index()].clone(),
        })
        .collect()
}
