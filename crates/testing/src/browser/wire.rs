//! The wire to the driver: one request, one answer, in JSON over HTTP/1.1, each on a connection of its own.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// How long the driver may take for one answer. A page that never ends loading is an error.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the driver answers to a request: the value, or in words what went wrong.
pub(super) fn ask(
    port: u16,
    method: &str,
    path: &str,
    body: Option<&Value>,
) -> Result<Value, String> {
    let answer = exchange(port, method, path, &body.map(Value::to_string).unwrap_or_default());
    let (status, content) = answer.map_err(|error| format!("{method} {path}: {error}"))?;
    let mut said: Value =
        serde_json::from_slice(&content).map_err(|error| format!("{method} {path}: {error}"))?;
    let value = said["value"].take();
    if status == 200 {
        return Ok(value);
    }
    // The first line: the others are the driver's own stack.
    let why = value["message"].as_str().unwrap_or("no reason").lines().next().unwrap_or_default();
    Err(format!("{method} {path}: {}: {why}", value["error"].as_str().unwrap_or("failed")))
}

/// The status of an answer and its content. The driver need not close the connection: the header says how long the content is.
fn exchange(port: u16, method: &str, path: &str, body: &str) -> std::io::Result<(u16, Vec<u8>)> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = BufReader::new(stream);
    let mut header = String::new();
    while !header.ends_with("\r\n\r\n") && answer.read_line(&mut header)? > 0 {}
    let (status, length) =
        status_and_length(&header).ok_or_else(|| std::io::Error::other("no header"))?;
    let mut content = vec![0; length];
    answer.read_exact(&mut content)?;
    Ok((status, content))
}

fn status_and_length(header: &str) -> Option<(u16, usize)> {
    let status = header.split(' ').nth(1)?.parse().ok()?;
    let mut fields = header.lines().filter_map(|line| line.split_once(':'));
    let (_, length) = fields.find(|(name, _)| name.eq_ignore_ascii_case("content-length"))?;
    Some((status, length.trim().parse().ok()?))
}
