//! `quotient replay MODEL FILE.trail`: a trail of SPIN on the unreduced model, step by step.

use kernel::TransitionSystem;
use serde::Serialize;

use crate::arguments::{ModelArgs, ReplayArgs, StateArgs};
use crate::exit::{Exit, Failure};
use crate::language::Language;
use crate::load::Subject;
use crate::story::{Chapter, Story, tell};
use crate::story_text::{write_chapters, write_story};
use crate::terminal::{Paint, print};
use crate::trail_file::{Trail, TrailStep};
use crate::trail_output::check_numbering;
use crate::trail_walk::{Ending, Walk, walk};
use crate::units::plural;

/// Replays a trail.
///
/// # Errors
/// A trail or a model that cannot be read, or that do not fit each other.
pub fn replay_trail(args: &ReplayArgs, bytes: &[u8]) -> Result<Exit, Failure> {
    let name = args.trace.display();
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Failure::input(format!("{name}: not a trail: not text")))?;
    let trail = Trail::parse(text).map_err(|wrong| Failure::input(format!("{name}: {wrong}")))?;
    let (define, include) = (args.define.clone(), args.include.clone());
    // Whatever the file is called, it is of SPIN unless its name says otherwise.
    let language = Language::of_extension(&args.model).unwrap_or(Language::Promela);
    let language = Some(language.name().to_owned());
    let model = ModelArgs { model: args.model.clone(), define, include, language };
    let subject = Subject::load(&model, states(args, &trail))?;
    let numbering = check_numbering(&subject)?;
    let walked = walk(&subject, numbering, &steps(&trail)).map_err(|wrong| {
        Failure::input(format!("the trail does not fit the model: {name}: {wrong}"))
    })?;
    let story = story(&subject, &trail, &walked);
    let told = Told { subject: &subject, walked: &walked, story: &story };
    print(&if args.json { told.json()? } else { told.text(Paint::stdout()) })?;
    Ok(match walked.ending {
        Ending::Violation(_) => Exit::Violated,
        Ending::Nothing | Ending::InsideAtomic => Exit::Unknown,
    })
}

/// How to load the model: merging is as the trail says; the other analyses change no step.
fn states(args: &ReplayArgs, trail: &Trail) -> StateArgs {
    StateArgs {
        keep_claims: false,
        no_merge: !trail.merged,
        no_dataflow: false,
        keep_unread: false,
        keep_hidden: false,
        java_unless: args.java_unless,
        no_claims: args.no_claims,
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

fn story(subject: &Subject, trail: &Trail, walked: &Walk) -> Story {
    let story = tell(subject, &walked.run);
    let ending = match walked.ending {
        Ending::Violation(_) => return story,
        _ if trail.cycle.is_some() => {
            "the trail ends here: it shows a cycle, which is not judged; no other violation seen"
        }
        Ending::Nothing => "the trail ends here: no violation seen",
        Ending::InsideAtomic => "the trail ends here, inside an atomic sequence: no violation seen",
    };
    let ending = ending.to_owned();
    Story { place: ending.clone(), ending, stuck: Vec::new(), ..story }
}

struct Told<'a> {
    subject: &'a Subject,
    walked: &'a Walk,
    story: &'a Story,
}

#[derive(Serialize)]
struct Object<'a> {
    tool: &'static str,
    version: &'static str,
    model: &'a str,
    property: Option<&'a str>,
    verdict: &'static str,
    reason: &'a str,
    trace: &'a [Chapter],
}

impl Told<'_> {
    fn property(&self) -> Option<&str> {
        let Ending::Violation(property) = self.walked.ending else { return None };
        Some(&self.subject.model.machine.properties()[property.index()].name)
    }

    fn text(&self, paint: Paint) -> String {
        let steps = plural(self.story.chapters.len() as u64, "step");
        let mut out = String::new();
        match self.property() {
            Some(property) => {
                let title = format!("counterexample for {property} ({steps})");
                out += &format!("{}\n", paint.bold(&title));
                write_story(&mut out, self.subject, self.story, true, paint);
                out += "replayed on the unreduced model: the violation is real\n";
                if let Some(line) = self.walked.left_over {
                    out += &format!(
                        "(line {line} of the trail is left out: SPIN's breadth-first search writes \
                         one step too many)\n"
                    );
                }
            }
            None => {
                out += &format!("{}\n", paint.bold(&format!("trail ({steps})")));
                write_chapters(&mut out, self.subject, &self.story.chapters, paint);
                out += &format!("  {}\n", paint.unsure(&self.story.ending));
            }
        }
        out
    }

    fn json(&self) -> Result<String, Failure> {
        let object = Object {
            tool: "quotient",
            version: env!("CARGO_PKG_VERSION"),
            model: &self.subject.path,
            property: self.property(),
            verdict: if self.property().is_some() { "violated" } else { "none" },
            reason: &self.story.ending,
            trace: &self.story.chapters,
        };
        let text = serde_json::to_string(&object)
            .map_err(|error| Failure::internal(format!("the replay as JSON: {error}")))?;
        Ok(text + "\n")
    }
}
