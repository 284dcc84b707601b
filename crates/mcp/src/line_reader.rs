//! Lines of a client, none of which is held beyond a limit.

use std::io::{self, BufRead};

/// The longest line that is read.
pub(crate) const LONGEST: usize = 16 << 20;

/// What comes next.
#[derive(Debug, PartialEq)]
pub(crate) enum Line {
    /// A line, without its end.
    Whole(Vec<u8>),
    /// A line that is too long, and was passed over.
    TooLong,
}

/// The next line; none at the end. What stands behind the last line end is a line, too.
///
/// # Errors
/// The input fails.
pub(crate) fn next(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let (mut line, mut is_long, mut is_begun) = (Vec::new(), false, false);
    loop {
        let held = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            held => held?,
        };
        if held.is_empty() {
            return Ok(is_begun.then(|| finished(line, is_long)));
        }
        is_begun = true;
        let end = held.iter().position(|&byte| byte == b'\n');
        let part = &held[..end.unwrap_or(held.len())];
        is_long |= line.len() + part.len() > longest;
        match is_long {
            true => line = Vec::new(),
            false => line.extend_from_slice(part),
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            return Ok(Some(finished(line, is_long)));
        }
    }
}

fn finished(line: Vec<u8>, is_long: bool) -> Line {
    if is_long { Line::TooLong } else { Line::Whole(line) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[u8], longest: usize) -> Vec<Line> {
        let mut input = io::BufReader::with_capacity(3, text);
        let mut lines = Vec::new();
        while let Some(line) = next(&mut input, longest).expect("bytes") {
            lines.push(line);
        }
        lines
    }

    fn whole(text: &str) -> Line {
        Line::Whole(text.as_bytes().to_vec())
    }

    #[test]
    fn lines_end_with_a_line_end_or_with_the_input() {
        assert_eq!(lines(b"", 9), []);
        assert_eq!(lines(b"\n", 9), [whole("")]);
        assert_eq!(lines(b"abcdefg\nh", 9), [whole("abcdefg"), whole("h")]);
    }

    #[test]
    fn lines_beyond_the_limit_are_passed_over() {
        assert_eq!(lines(b"abcd\nabcde\nab", 4), [whole("abcd"), Line::TooLong, whole("ab")]);
        assert_eq!(lines(b"abcdefghijk", 4), [Line::TooLong]);
    }
}
