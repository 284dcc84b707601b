//! What SPIN finds in a model: `spin -a`, the C compiler, and the verifier they make.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// One of SPIN's settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// As it comes.
    Default,
    /// Without statement merging.
    Unmerged,
    /// Without any optimisation.
    Plain,
    /// As it comes, but of nested escapes the inner one goes first.
    InnerFirst,
}

/// All settings, each as often as it is taken.
pub const SETTINGS: [Setting; 5] =
    [Setting::Default, Setting::Unmerged, Setting::Plain, Setting::Default, Setting::InnerFirst];

impl Setting {
    fn options(self) -> &'static [&'static str] {
        match self {
            Setting::Default | Setting::InnerFirst => &[],
            Setting::Unmerged => &["-o3"],
            Setting::Plain => &["-o1", "-o2", "-o3"],
        }
    }
}

/// What a verifier reports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub states: u64,
    pub transitions: u64,
    pub errors: u64,
    pub assertion: bool,
    pub deadlock: bool,
    /// A process that is meant to be deterministic has a choice.
    pub choice: bool,
    /// Other errors at run time, after which the figures say nothing.
    pub other: Vec<String>,
}

/// Why there is no report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoReport {
    /// SPIN refuses the model.
    Refused(String),
    /// The C compiler refuses what SPIN made of it.
    NotCompiled(String),
    /// The verifier dies or does not end.
    Died(String),
}

/// The longest time for one program.
const PATIENCE: Duration = Duration::from_secs(20);

/// Whether SPIN and a C compiler are installed.
pub fn is_installed() -> bool {
    ["spin", "gcc"].iter().all(|program| {
        let version = if *program == "spin" { "-V" } else { "--version" };
        let output = Command::new(program).arg(version).stdout(Stdio::null()).status();
        output.is_ok_and(|status| status.success())
    })
}

/// A directory for one worker; removed when dropped.
pub struct Workshop(PathBuf);

impl Workshop {
    /// A new directory.
    pub fn new(name: &str) -> Workshop {
        let path = std::env::temp_dir().join(format!("quotient-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary directory");
        Workshop(path)
    }

    /// Runs SPIN on a model.
    pub fn run(&self, text: &str, setting: Setting) -> Result<Report, NoReport> {
        let folder = &self.0;
        fs::write(folder.join("model.pml"), text).expect("the model is written");
        let mut spin = Command::new("spin");
        spin.args(setting.options()).args(["-a", "model.pml"]);
        let said = run(spin, folder).map_err(NoReport::Refused)?;
        // It says so of an `else` beside a receive, and goes on.
        let output = words(&said).replace("Error: dubious use of 'else'", "");
        if !said.status.success() || output.contains("Error") || output.contains("error:") {
            return Err(NoReport::Refused(output));
        }
        let mut compiler = Command::new("gcc");
        compiler
            .args(["-O0", "-w", "-fwrapv", "-DNOREDUCE", "-DSAFETY", "-DNOCLAIM"])
            .args(["-o", "pan", "pan.c"]);
        // The verifier takes priorities for padding in process records of two bytes, and leaves
        // them out of the states, unless it is told to compare states as they are.
        if text.contains("priority") {
            compiler.arg("-DNOCOMP");
        }
        let said = run(compiler, folder).map_err(NoReport::NotCompiled)?;
        if !said.status.success() {
            return Err(NoReport::NotCompiled(words(&said)));
        }
        let mut verifier = Command::new("./pan");
        verifier.args(["-c0", "-m100000", "-w16", "-n"]);
        if setting == Setting::InnerFirst {
            verifier.arg("-J");
        }
        let said = run(verifier, folder).map_err(NoReport::Died)?;
        let output = words(&said);
        if said.status.code().is_none() {
            return Err(NoReport::Died(output));
        }
        parse(&output).ok_or(NoReport::Died(output))
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn words(output: &Output) -> String {
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    text += &String::from_utf8_lossy(&output.stderr);
    text
}

/// Runs a program; an error if it takes too long. What it prints goes to files: a pipe might fill.
fn run(mut command: Command, folder: &Path) -> Result<Output, String> {
    let file = |name: &str| fs::File::create(folder.join(name)).map_err(|e| e.to_string());
    let mut child = command
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(file("out")?)
        .stderr(file("err")?)
        .spawn()
        .map_err(|e| e.to_string())?;
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    let status = loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            break status;
        }
        if start.elapsed() > PATIENCE {
            let _ = child.kill();
            let _ = child.wait();
            return Err("it takes too long".to_owned());
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let read = |name: &str| fs::read(folder.join(name)).map_err(|e| e.to_string());
    Ok(Output { status, stdout: read("out")?, stderr: read("err")? })
}

fn parse(output: &str) -> Option<Report> {
    let mut report = Report::default();
    let mut complete = false;
    for line in output.lines() {
        if let Some(message) = line.strip_prefix("pan:") {
            let message =
                message.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':').trim();
            // An index out of range is told as an assertion of the verifier's own.
            let is_of_the_model = !message.contains("invalid array index");
            if message.starts_with("assertion violated") && is_of_the_model {
                report.assertion = true;
            } else if message.starts_with("invalid end state") {
                report.deadlock = true;
            } else if message.starts_with("non-determinism in D_proctype") {
                report.choice = true;
            } else if !message.starts_with("elapsed time") && !message.starts_with("rate") {
                report.other.push(message.to_owned());
            }
        } else if line.starts_with("error:") {
            report.other.push(line.to_owned());
        } else if let Some((number, _)) = line.split_once("states, stored") {
            report.states = number.trim().parse().ok()?;
        } else if let Some((number, _)) = line.split_once("transitions (=") {
            report.transitions = number.trim().parse().ok()?;
            complete = true;
        } else if let Some((_, number)) = line.split_once(", errors: ") {
            report.errors = number.trim().parse().ok()?;
        }
    }
    complete.then_some(report)
}
