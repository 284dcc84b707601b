//! A model that is looked at by a process of its own, with little memory: what would take all of it, or the stack, ends
//! only that process.

use std::fs;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

use super::oracles::{Verdict, reductions_are_right};

/// Names the file with the model.
const VARIABLE: &str = "QUOTIENT_HOSTILE_ALONE";
/// Kilobytes of address space.
const MEMORY: &str = "3000000";
/// What the process says before the defect that it found.
const FOUND: &str = "found: ";
/// The test that is the other process.
const TEST: &str = "hostile::alone";

/// Looks at a model elsewhere.
pub fn reductions_are_right_alone(text: &str) -> Verdict {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!("quotient-alone-{}-{number}.pml", std::process::id());
    let path = std::env::temp_dir().join(name);
    fs::write(&path, text).expect("the model is written");
    let limited = format!("ulimit -v {MEMORY}; exec \"$0\" --ignored --exact {TEST} --nocapture");
    let output = Command::new("sh")
        .args(["-c", &limited])
        .arg(std::env::current_exe().expect("this program"))
        .env(VARIABLE, &path)
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let _ = fs::remove_file(&path);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    match said.lines().find_map(|line| line.split_once(FOUND)) {
        Some((_, found)) => Verdict::Wrong(found.to_owned()),
        None if output.status.success() => Verdict::Fine { order: 1, is_larger: false },
        None => {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
            Verdict::Wrong(format!("crash: {}: {last}", output.status))
        }
    }
}

/// Looks at the model that another process asks about.
pub fn answer() {
    let Some(path) = std::env::var_os(VARIABLE) else { return };
    let text = fs::read_to_string(path).expect("the model");
    if let Verdict::Wrong(message) = reductions_are_right(&text) {
        println!("{FOUND}{}", message.replace('\n', " "));
    }
}
