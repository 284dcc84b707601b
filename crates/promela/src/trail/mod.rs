//! SPIN's trails: runs that `spin -t` replays, and those that `pan` writes.

mod doubts;
mod file;
mod walk;

use std::path::{Path, PathBuf};

use doubts::doubts;
use file::TrailStep;
use machine::{State, Step};
use machine_model::MachineText;
use model::{Exchange, Exported, Imported, ImportedEnd, RunStep};
use walk::{Ending, walk};

use crate::lower::Numbering;
pub(crate) use file::{Trail, is_trail};

/// What else to do with a run that SPIN has no way to name.
const STORED_ALL_THE_SAME: &str = "`--trace` stores the counterexample all the same";

/// How SPIN reads the model that its trails are of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Reading {
    /// Whether each step runs all the statements that were merged into it.
    pub merged: bool,
    /// Macros defined from outside.
    pub defines: Vec<String>,
    /// Directories of included files.
    pub includes: Vec<String>,
}

/// The trails of a model.
pub(crate) struct Trails<'a> {
    /// The model.
    pub text: &'a MachineText,
    /// How SPIN numbers its statements.
    pub numbering: &'a Numbering,
    /// How SPIN reads it.
    pub reading: &'a Reading,
}

impl Trails<'_> {
    /// The file of the model.
    fn main(&self) -> &str {
        self.text.sources.name(diagnostics::FileId(0))
    }

    fn trail(&self, transitions: &[RunStep<State, Step>]) -> Result<Trail, String> {
        let steps = transitions.iter().flat_map(|made| &made.steps).enumerate();
        let steps = steps.map(|(index, step)| {
            let number = self.numbering.of_edge(&self.text.named, step.edge);
            let number = number.ok_or_else(|| self.unnumbered(step))?;
            Ok(TrailStep { process: u32::from(step.process.0), number, line: index + 1 })
        });
        let steps = steps.collect::<Result<_, String>>()?;
        Ok(Trail { merged: self.merges(), claimed: false, steps, cycle: None })
    }

    /// Whether statements are merged: not where it is not wanted, nor where a claim would see that.
    fn merges(&self) -> bool {
        self.reading.merged && self.text.named.machine.code.merges_statements
    }

    /// A jump of its own, out of an atomic sequence, whose label a property names.
    fn unnumbered(&self, step: &Step) -> String {
        let text = self.text.named.step_text(&self.text.sources, step);
        let line = text.statements.first().map_or(0, |statement| statement.line);
        format!(
            "{}:{line}: SPIN numbers this jump in a way of its own, so that no trail can name it; \
             {STORED_ALL_THE_SAME}",
            self.main()
        )
    }
}

impl Exchange<State, Step> for Trails<'_> {
    fn obstacle(&self) -> Option<String> {
        let span = self.numbering.irregular?;
        let (line, _) = self.text.sources.line_column(span);
        let file = self.text.sources.name(span.file);
        Some(format!(
            "{file}:{line}: SPIN numbers this statement in a way of its own, so that no trail can be \
             read or written: a labelled `d_step` with an `unless`, or a jump whose label a claim \
             names before other processes are declared; {STORED_ALL_THE_SAME}"
        ))
    }

    fn export(&self, transitions: &[RunStep<State, Step>]) -> Result<Exported, String> {
        let text = self.trail(transitions)?.text();
        Ok(Exported { text, doubts: doubts(self.text, transitions) })
    }

    /// Whether statements are merged is said by the trail.
    fn command(&self, path: &Path) -> String {
        let mut words = vec!["spin".to_owned()];
        let model = Path::new(self.main());
        let found = path.parent().is_none_or(|p| p.as_os_str().is_empty())
            && default_path(model) == path
            && model.parent().is_none_or(|p| p.as_os_str().is_empty());
        if found {
            words.push("-t".to_owned());
        } else {
            words.extend(["-k".to_owned(), quoted(&path.display().to_string())]);
        }
        words.extend(["-p", "-g"].map(str::to_owned));
        words.extend(self.reading.defines.iter().map(|define| quoted(&format!("-D{define}"))));
        words.extend(self.reading.includes.iter().map(|folder| quoted(&format!("-E-I{folder}"))));
        words.push(quoted(self.main()));
        words.join(" ")
    }

    fn import(&self, text: &str) -> Result<Imported<State, Step>, String> {
        let trail = Trail::parse(text)?;
        let walked = walk(self.text, self.numbering, &steps(&trail))?;
        let ending = match walked.ending {
            Ending::Violation(property) => ImportedEnd::Violation(property),
            _ if trail.cycle.is_some() => ImportedEnd::Nothing(
                "the trail ends here: it shows a cycle, which is not judged; no other violation seen",
            ),
            Ending::Nothing => ImportedEnd::Nothing("the trail ends here: no violation seen"),
            Ending::InsideAtomic => ImportedEnd::Nothing(
                "the trail ends here, inside an atomic sequence: no violation seen",
            ),
        };
        let note = walked.left_over.map(|line| {
            format!(
                "line {line} of the trail is left out: SPIN's breadth-first search writes one step \
                 too many"
            )
        });
        Ok(Imported { run: walked.run, ending, note })
    }
}

/// The steps of the processes. A claim counts as process 0, and its steps are left out with it.
fn steps(trail: &Trail) -> Vec<TrailStep> {
    if !trail.claimed {
        return trail.steps.clone();
    }
    let step = |step: &TrailStep| {
        let process = step.process.checked_sub(1)?;
        Some(TrailStep { process, ..*step })
    };
    trail.steps.iter().filter_map(step).collect()
}

/// Where `spin -t` looks for the trail of a model.
fn default_path(model: &Path) -> PathBuf {
    let mut name = model.file_name().unwrap_or_default().to_os_string();
    name.push(".trail");
    PathBuf::from(name)
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,@%".contains(c);
    if word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(quoted("-DN=3"), "-DN=3");
        assert_eq!(quoted("-DN=(a b)"), "'-DN=(a b)'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }

    #[test]
    fn the_trail_is_named_after_the_model() {
        assert_eq!(default_path(Path::new("a/m.pml")), Path::new("m.pml.trail"));
    }
}
