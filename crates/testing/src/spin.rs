//! What SPIN finds in a model: `spin -a`, the C compiler, and the verifier they make.

use std::fs;
use std::process::{Command, Output};
use std::sync::Mutex;
use std::time::Duration;

use crate::peers::{run, text};
use crate::places::Folder;

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
    /// States stored.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
    /// Errors, as SPIN counts them.
    pub errors: u64,
    /// An assertion fails.
    pub assertion: bool,
    /// A process waits for ever where it should not.
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

/// What a never claim without a name is called.
const NEVER: &str = "never claim";

/// The longest time for one program.
const PATIENCE: Duration = Duration::from_secs(20);

/// A folder for one worker.
pub struct Workshop {
    folder: Folder,
    /// What the verifier that stands there was made of.
    made: Mutex<Option<Made>>,
}

/// What says all of a verifier: the options of SPIN, those of the C compiler, and the model.
#[derive(PartialEq, Eq)]
struct Made {
    translation: Vec<String>,
    compilation: Vec<String>,
    model: String,
}

impl Workshop {
    /// A new folder.
    pub fn new(name: &str) -> Workshop {
        Workshop { folder: Folder::new(name), made: Mutex::new(None) }
    }

    /// Runs SPIN on a model.
    pub fn run(&self, model: &str, setting: Setting) -> Result<Report, NoReport> {
        self.make_verifier(model, setting, &["-DSAFETY", "-DNOCLAIM"])?;
        let mut arguments = vec!["-c0", "-m100000", "-w16", "-n"];
        arguments.extend((setting == Setting::InnerFirst).then_some("-J"));
        let said = self.started("./pan", &arguments).map_err(NoReport::Died)?;
        let output = words(&said);
        if said.status.code().is_none() {
            return Err(NoReport::Died(output));
        }
        parse(&output).ok_or(NoReport::Died(output))
    }

    /// Whether every run of a model satisfies a formula, for each of the formulas that it names: an acceptance cycle, or the end of
    /// a claim, is an error. With further options of the verifier, such as `-f` for weak fairness.
    pub fn satisfies(
        &self,
        model: &str,
        formulas: &[&str],
        options: &[&str],
    ) -> Result<Vec<bool>, NoReport> {
        self.make_verifier(model, Setting::Default, &[])?;
        let mut verdicts = Vec::new();
        for formula in formulas {
            let plain = ["-a", "-c1", "-m100000", "-w16", "-n"];
            // A model has one claim without a name at most.
            let name: &[&str] = if *formula == NEVER { &[] } else { &["-N", formula] };
            let arguments = [&plain, options, name].concat();
            let said = self.started("./pan", &arguments).map_err(NoReport::Died)?;
            let output = words(&said);
            match parse(&output) {
                Some(report) if !output.contains("max search depth") => {
                    verdicts.push(report.errors == 0);
                }
                _ => return Err(NoReport::Died(output)),
            }
        }
        Ok(verdicts)
    }

    /// Whether no run of a model goes round for ever without progress (`-l`), or else for ever again through an accepting label of
    /// a process (`-a`).
    pub fn has_no_cycle(
        &self,
        model: &str,
        without_progress: bool,
        options: &[&str],
    ) -> Result<bool, NoReport> {
        let (made, kind) = if without_progress { (&["-DNP"][..], "-l") } else { (&[][..], "-a") };
        self.make_verifier(model, Setting::Default, made)?;
        let arguments = [&[kind, "-c1", "-m100000", "-w16", "-n"], options].concat();
        let said = self.started("./pan", &arguments).map_err(NoReport::Died)?;
        let output = words(&said);
        match parse(&output) {
            Some(report) if !output.contains("max search depth") => {
                Ok(report.errors == 0 || !output.contains("cycle") && !output.contains("stutter"))
            }
            _ => Err(NoReport::Died(output)),
        }
    }

    /// Makes the verifier of a model, for some options of the C compiler, unless it stands there.
    fn make_verifier(
        &self,
        model: &str,
        setting: Setting,
        options: &[&str],
    ) -> Result<(), NoReport> {
        let owned = |options: &[&str]| options.iter().map(|&it| it.to_owned()).collect();
        let (translation, compilation) = (owned(setting.options()), owned(options));
        let wanted = Made { translation, compilation, model: model.to_owned() };
        let mut made = self.made.lock().expect("no thread panics");
        if made.as_ref() == Some(&wanted) {
            return Ok(());
        }
        *made = None;
        fs::write(self.folder.join("model.pml"), model).expect("the model is written");
        let arguments = [setting.options(), &["-a", "model.pml"]].concat();
        let said = self.started("spin", &arguments).map_err(NoReport::Refused)?;
        // It says so of an `else` beside a receive, and goes on.
        let output = words(&said).replace("Error: dubious use of 'else'", "");
        if !said.status.success() || output.contains("Error") || output.contains("error:") {
            return Err(NoReport::Refused(output));
        }
        let mut arguments = vec!["-O0", "-w", "-fwrapv", "-DNOREDUCE"];
        arguments.extend(options);
        // The verifier takes priorities for padding in process records of two bytes, and leaves
        // them out of the states, unless it is told to compare states as they are.
        arguments.extend(model.contains("priority").then_some("-DNOCOMP"));
        arguments.extend(["-o", "pan", "pan.c"]);
        let said = self.started("gcc", &arguments).map_err(NoReport::NotCompiled)?;
        if !said.status.success() {
            return Err(NoReport::NotCompiled(words(&said)));
        }
        *made = Some(wanted);
        Ok(())
    }

    /// What a program says that is started here.
    fn started(&self, program: &str, arguments: &[&str]) -> Result<Output, String> {
        let mut command = Command::new(program);
        let said = run(command.args(arguments).current_dir(self.folder.path()), PATIENCE);
        said.ok_or_else(|| "it takes too long".to_owned())
    }
}

fn words(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
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
