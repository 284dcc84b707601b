//! The order of a specification: channels, global variables, proctypes, `init`. (Figure 8.)

use diagnostics::Span;

use super::Typing;
use crate::rules::Rule;

impl Typing<'_> {
    pub(super) fn order(&mut self) {
        let model = self.model;
        let channels: Vec<Span> = model.channels.iter().map(|channel| channel.span).collect();
        let globals: Vec<Span> = model.globals.iter().map(|global| global.name.span).collect();
        let proctypes: Vec<Span> = model.proctypes.iter().map(|p| p.name.span).collect();
        let inits: Vec<Span> = model.inits.iter().map(|init| init.span).collect();
        let later = [&globals[..], &proctypes, &inits].concat();
        self.before(Rule::StaticChannel, &channels, &later, "a channel", "before all else");
        let place = "before the proctypes, behind the channels";
        let later = [&proctypes[..], &inits].concat();
        self.before(Rule::Global, &globals, &later, "a global variable", place);
        let place = "before `init`, behind channels and global variables";
        self.before(Rule::Proctype, &proctypes, &inits, "a proctype", place);
    }

    /// Sees that declarations of a kind stand before all that come later in the paper's grammar.
    fn before(&mut self, rule: Rule, these: &[Span], later: &[Span], kind: &str, place: &str) {
        let Some(first) = later.iter().map(|span| span.start).min() else { return };
        for &span in these.iter().filter(|span| span.start > first) {
            let what = format!("{kind} stands too late");
            self.violated(rule, span, &what, format!("declare it {place}"));
        }
    }
}
