//! A step as it is shown: who did what, what was printed, what changed.

use serde::Serialize;
use words::CellKind;

use super::arguments::Show;
use super::walk::Taken;
use crate::load::Subject;
use crate::story::{Chapter, changed, deeds, started};

/// A step in the words of the model.
#[derive(Clone, Debug, Serialize)]
pub struct Scene {
    /// The step, with what changed.
    #[serde(flatten)]
    pub chapter: Chapter,
    /// The message of a rendezvous, as in `c: [red,3]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What was printed.
    pub output: Vec<Line>,
}

/// What one `printf` printed.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// The number of the process.
    pub process: usize,
    /// The text.
    pub text: String,
    /// What is wrong with the `printf`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

impl Scene {
    /// Tells a step, with as much as is wanted of what changed.
    pub fn new(subject: &Subject, number: usize, taken: &Taken, show: &[Show]) -> Scene {
        let (before, after) = (&taken.before.state, &taken.after.state);
        let problem = taken.spoken.iter().any(|spoken| spoken.output.problem.is_some());
        let mut chapter = Chapter { step: number, actions: Vec::new(), changes: Vec::new() };
        if problem || !show.is_empty() {
            chapter.actions = taken.steps.iter().flat_map(|step| deeds(subject, step)).collect();
        }
        if !show.is_empty() {
            let all = subject.model.changes(before, after).into_iter();
            let shown = all.filter(|change| is_shown(change.kind, show)).map(changed);
            chapter.changes = started(subject, before, after).into_iter().chain(shown).collect();
        }
        let message = taken.message.as_ref().filter(|_| show.contains(&Show::Messages));
        let message = message.and_then(|(channel, message)| {
            let machine = &subject.model.machine;
            let name = machine.channel_name(before, *channel)?;
            let (declared, _) = machine.channel_at(before, *channel)?;
            let fields = subject.model.message_text(before, declared, message);
            Some(format!("{name}: [{fields}]"))
        });
        let output = taken.spoken.iter().map(|spoken| Line {
            process: spoken.process,
            text: spoken.output.text.clone(),
            problem: spoken.output.problem.as_ref().map(ToString::to_string),
        });
        let output = output.collect();
        Scene { chapter, message, output }
    }
}

fn is_shown(kind: CellKind, show: &[Show]) -> bool {
    show.contains(&match kind {
        CellKind::Global => Show::Globals,
        CellKind::Local { .. } => Show::Locals,
        CellKind::Channel => Show::Messages,
        CellKind::Process => Show::Steps,
    })
}
