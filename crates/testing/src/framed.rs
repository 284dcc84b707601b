//! Messages of language servers and debuggers, as their clients read them.

use std::io::BufRead;

use serde_json::Value;

/// The next message; none at the end.
///
/// # Panics
/// What comes is no message.
pub fn read(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        output.read_line(&mut line).ok().filter(|read| *read > 0)?;
        match line.trim_end().split_once(": ") {
            Some((_, number)) => length = number.parse().expect("a length"),
            None => break,
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("JSON"))
}
