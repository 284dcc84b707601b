//! SPIN's trails: which process takes which step, one a line.
//!
//! A line is `depth:process:number`, where the number names the first statement of the step; a
//! rendezvous has two lines, of the sender and then of the receiver. Lines with a negative depth
//! come before and between: `-2` names the never claim, which then is process 0, `-4` says that
//! statements are merged, `-1` stands where a cycle begins, `-5` to `-8` tell of permuted searches.

use std::fmt::Write;

/// A trail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trail {
    /// Whether each step runs all the statements that were merged into it.
    pub merged: bool,
    /// Whether process 0 is a never claim.
    pub claimed: bool,
    /// The steps.
    pub steps: Vec<TrailStep>,
    /// The place among the steps where a cycle begins.
    pub cycle: Option<usize>,
}

/// A step of a trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrailStep {
    /// The process, as SPIN counts them: from 1 if there is a claim.
    pub process: u32,
    /// The number of the first statement.
    pub number: u32,
    /// Its line in the file, from 1.
    pub line: usize,
}

/// Whether some bytes look like a trail rather than like anything else. Nothing at all is the trail
/// to a deadlock at the start, without merging.
pub fn is_trail(bytes: &[u8]) -> bool {
    if bytes.trim_ascii().is_empty() {
        return true;
    }
    let line = bytes.split(|&b| b == b'\n').next().unwrap_or_default();
    std::str::from_utf8(line).is_ok_and(|line| fields(line.trim_end()).is_some())
}

/// The three numbers of a line.
fn fields(line: &str) -> Option<[i64; 3]> {
    let mut parts = line.split(':').map(str::parse);
    let all = [parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?];
    parts.next().is_none().then_some(all)
}

impl Trail {
    /// Reads a trail.
    ///
    /// # Errors
    /// What is wrong in which line.
    pub fn parse(text: &str) -> Result<Trail, String> {
        let mut trail = Trail { merged: false, claimed: false, steps: Vec::new(), cycle: None };
        for (index, line) in text.lines().enumerate() {
            let line = line.trim_end();
            if line.is_empty() {
                continue;
            }
            let number = index + 1;
            let wrong = || format!("line {number}: `{line}` is no line of a trail");
            let [depth, process, statement] = fields(line).ok_or_else(wrong)?;
            match depth {
                -1 => trail.cycle = Some(trail.steps.len()),
                -2 => trail.claimed = true,
                -4 => trail.merged = true,
                -8..=-5 => {
                    return Err(format!(
                        "line {number}: a trail of a permuted search (-DPERMUTED), which only \
                         `./pan -r` can replay"
                    ));
                }
                0.. => trail.steps.push(TrailStep {
                    process: u32::try_from(process).map_err(|_| wrong())?,
                    number: u32::try_from(statement).map_err(|_| wrong())?,
                    line: number,
                }),
                _ => return Err(wrong()),
            }
        }
        Ok(trail)
    }

    /// The trail as SPIN writes it.
    pub fn text(&self) -> String {
        let mut out = String::new();
        if self.merged {
            out.push_str("-4:-4:-4\n");
        }
        for (index, step) in self.steps.iter().enumerate() {
            let _ = writeln!(out, "{}:{}:{}", index + 1, step.process, step.number);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_trails_are_read_back() {
        let step = |process, number, line| TrailStep { process, number, line };
        let steps = vec![step(3, 0, 2), step(2, 17, 3)];
        let trail = Trail { merged: true, claimed: false, steps, cycle: None };
        assert_eq!(trail.text(), "-4:-4:-4\n1:3:0\n2:2:17\n");
        assert_eq!(Trail::parse(&trail.text()), Ok(trail));
    }

    #[test]
    fn headers_are_understood() {
        let trail = Trail::parse("-2:1:-2\n-4:-4:-4\n1:0:5\n-1:-1:-1\n2:1:7\n\n").unwrap();
        assert!(trail.merged && trail.claimed);
        assert_eq!(trail.cycle, Some(1));
        assert_eq!(trail.steps[1], TrailStep { process: 1, number: 7, line: 5 });
        assert!(Trail::parse("-5:0:0\n").unwrap_err().contains("line 1: a trail of a permuted"));
    }

    #[test]
    fn other_files_are_no_trails() {
        assert!(is_trail(b"1:2:3\n") && is_trail(b"-4:-4:-4\r\n1:2:3\n") && is_trail(b""));
        for other in [&b"{\n"[..], b"1:2\n", b"1:2:3:4\n", b"byte x;\n", b"\xff:1:2\n"] {
            assert!(!is_trail(other), "{other:?}");
        }
        for wrong in ["1:2", "1:x:3", "1:-2:3", "-3:1:1", "1:2:99999999999"] {
            let said = Trail::parse(&format!("1:0:0\n{wrong}\n")).unwrap_err();
            assert!(said.starts_with("line 2: "), "{said}");
        }
    }
}
