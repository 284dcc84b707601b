//! Messages as bytes, as the Language Server Protocol and the Debug Adapter Protocol have them: a head that says how long the body is, and the
//! body. What is announced takes no memory before it comes.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

/// The longest line of a head.
const LONGEST_LINE: u64 = 4 << 10;
/// The most lines of a head.
const MOST_LINES: usize = 32;
/// The longest body that is looked at: the largest text that is taken, and what quoting makes of it.
const LONGEST_BODY: u64 = 64 << 20;

/// What a head announces.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame {
    /// A body.
    Body(Vec<u8>),
    /// A body that was passed over, for its length.
    TooLong,
}

/// The next message; none at the end, and where the end comes before that of a message.
///
/// # Errors
/// The input fails, or has a head that does not say where the body ends.
pub fn read(input: &mut dyn BufRead) -> io::Result<Option<Frame>> {
    let Some(length) = head(input)? else { return Ok(None) };
    let mut limited = input.take(length);
    if length > LONGEST_BODY {
        let passed = io::copy(&mut limited, &mut io::sink())?;
        return Ok((passed == length).then_some(Frame::TooLong));
    }
    // The body takes memory as it comes, not as it is announced.
    let mut body = Vec::new();
    limited.read_to_end(&mut body)?;
    Ok((body.len() as u64 == length).then_some(Frame::Body(body)))
}

/// Reads all messages, and hands each on; how the input has ended, unless nobody takes a message any more.
pub fn read_all(
    input: &mut dyn BufRead,
    mut is_taken: impl FnMut(Frame) -> bool,
) -> Option<io::Result<()>> {
    loop {
        match read(input) {
            Ok(Some(frame)) => {
                if !is_taken(frame) {
                    return None;
                }
            }
            Ok(None) => return Some(Ok(())),
            Err(error) => return Some(Err(error)),
        }
    }
}

/// The length of the body that a head announces.
fn head(input: &mut dyn BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    for _ in 0..MOST_LINES {
        let Some(line) = line(input)? else { return Ok(None) };
        if line.is_empty() {
            return length.map(Some).ok_or_else(|| wrong("a message does not say its length"));
        }
        let Some((name, value)) = line.split_once(':') else {
            return Err(wrong("a message does not begin with its length"));
        };
        if name.trim().eq_ignore_ascii_case("content-length") {
            let value = value.trim().parse();
            length = Some(value.map_err(|_| wrong("the length of a message is no number"))?);
        }
    }
    Err(wrong("a message has too long a head"))
}

fn line(input: &mut dyn BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    input.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.last() != Some(&b'\n') {
        let too_long = bytes.len() as u64 == LONGEST_LINE;
        return if too_long { Err(wrong("a message has too long a head")) } else { Ok(None) };
    }
    Ok(Some(String::from_utf8_lossy(&bytes).trim_end().to_owned()))
}

fn wrong(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Writes a message.
///
/// # Errors
/// The output fails.
pub fn write(output: &mut dyn Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> io::Result<Vec<Frame>> {
        let mut found = Vec::new();
        while let Some(frame) = read(&mut input)? {
            found.push(frame);
        }
        Ok(found)
    }

    fn body(text: &str) -> Frame {
        Frame::Body(text.as_bytes().to_vec())
    }

    #[test]
    fn heads_say_where_bodies_end() {
        let two = b"Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length:3\r\n\r\n[1]";
        assert_eq!(all(two).unwrap(), [body("{}"), body("[1]")]);
        assert_eq!(all(b"").unwrap(), []);
    }

    #[test]
    fn half_a_message_is_the_end() {
        let whole = b"Content-Length: 5\r\n\r\n12345";
        for length in 0..whole.len() {
            assert_eq!(all(&whole[..length]).unwrap(), [], "{length}");
        }
    }

    #[test]
    fn what_does_not_say_where_it_ends_is_an_error() {
        assert!(all(b"{}\n").is_err());
        assert!(all(b"\r\n").is_err());
        assert!(all(b"Content-Length: many\r\n\r\n").is_err());
        assert!(all(b"Content-Length: -1\r\n\r\n").is_err());
        assert!(all(&[b'a'; 1 << 20]).is_err());
        assert!(all(&b"a: b\n".repeat(1000)).is_err());
    }

    #[test]
    fn long_bodies_are_passed_over() {
        let length = LONGEST_BODY + 1;
        let announced = format!("Content-Length: {length}\r\n\r\n");
        assert_eq!(all(announced.as_bytes()).unwrap(), [], "no memory is taken for it");
        let long = announced.into_bytes().into_iter();
        let long: Vec<u8> = long.chain(std::iter::repeat_n(b' ', length as usize)).collect();
        let after = [&long[..], b"Content-Length: 2\r\n\r\n{}"].concat();
        assert_eq!(all(&after).unwrap(), [Frame::TooLong, body("{}")]);
    }
}
