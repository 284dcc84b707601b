//! Runs by hand: commands come in lines from standard input.
//!
//! Without a terminal, what is read is written out again after the prompt, so that the output of a
//! script reads like a session.

use std::io::IsTerminal;
use std::path::Path;

use checking::quantities::{count, plural};
use checking::{AddressedRun, Dice, Explorable, Goal, Nearest, Origin, Session};
use kernel::{Budget, SearchOptions, Silent, StopReason};
use model::Cell;

use super::arguments::STEPS;
use super::class_text::class_text;
use super::commands::{Command, help, parse};
use super::ending::ending_text;
use super::line_input::{Input, LONGEST_LINE, LineInput};
use super::plan::RunPlan;
use super::text::RunText;
use super::view::View;
use crate::exit::{Exit, Failure};
use crate::files::check_harmless;
use crate::job::Job;
use crate::load::Subject;
use crate::run_files::save_session;
use crate::share_arguments::cores;
use crate::table::Languages;
use crate::terminal::{Paint, fit, print, width};

/// So many initial states are listed.
const MOST_STARTS: usize = 100;
/// How many lines of variables are shown unasked.
const SHORT: usize = 4;

/// Plays a session.
///
/// # Errors
/// That standard input or output fails.
pub fn play(
    plan: &RunPlan,
    subject: &Subject,
    languages: Languages,
    model: &dyn Explorable,
    session: Box<dyn Session + '_>,
    job: &Job,
) -> Result<Exit, Failure> {
    let seed = plan.seed;
    let paint = Paint::stdout();
    let mut player = Player {
        plan,
        subject,
        languages,
        model,
        run: AddressedRun::new(session),
        job,
        text: RunText::new(subject, plan, paint),
        dice: Dice::new(seed),
        paint,
    };
    let about = format!("seed {seed} · `help` lists the commands");
    print(&format!("{}\n{}", paint.dim(&about), player.position()))?;
    let mut lines = LineInput::standard(job)?;
    let mut dropped = false;
    loop {
        let names = || player.session().cells().into_iter().map(|cell| cell.name).collect();
        let line = match lines.next(names, paint)? {
            Input::Line(line) => line,
            Input::Dropped if dropped => return Ok(Exit::Unknown),
            Input::Dropped => {
                dropped = true;
                print("Ctrl-C again leaves, as do `quit` and Ctrl-D\n")?;
                continue;
            }
            Input::End => return Ok(Exit::Holds),
        };
        dropped = false;
        let is_cut = line.len() as u64 >= LONGEST_LINE && !line.ends_with('\n');
        let said = match parse(&line) {
            _ if is_cut => format!("a line may have {LONGEST_LINE} bytes\n"),
            Ok(Command::Quit) => return Ok(Exit::Holds),
            Ok(command) => player.obey(&command).unwrap_or_else(|problem| format!("{problem}\n")),
            Err(problem) => format!("{problem}\n"),
        };
        print(&said)?;
    }
}

struct Player<'a> {
    plan: &'a RunPlan,
    subject: &'a Subject,
    languages: Languages,
    model: &'a dyn Explorable,
    run: AddressedRun<Box<dyn Session + 'a>>,
    job: &'a Job,
    text: RunText<'a>,
    dice: Dice,
    paint: Paint,
}

impl<'a> Player<'a> {
    /// The value of an expression of the language, or else of one over what the state holds.
    fn value(&self, text: &str) -> Result<String, String> {
        match self.subject.model.value_of(text) {
            None => self.session().evaluate(text).map(|value| value.to_string()),
            Some(Ok(value)) => Ok(value),
            Some(Err(wrong)) => {
                self.session().evaluate(text).map(|value| value.to_string()).map_err(|_| wrong)
            }
        }
    }

    fn session(&self) -> &(dyn Session + 'a) {
        self.run.session()
    }

    fn view(&self) -> View<'_> {
        View { session: self.session(), main: &self.subject.path, paint: self.paint }
    }

    /// What a command answers; an error is a line about what cannot be done.
    fn obey(&mut self, command: &Command) -> Result<String, String> {
        Ok(match command {
            Command::Choose(number) => self.choose(*number)?,
            Command::Any => self.run(1)?,
            Command::Run(steps) => self.run(steps.unwrap_or(u64::MAX))?,
            Command::Undo(steps) => match self.session().at().checked_sub(*steps) {
                Some(target) => self.jump(target)?,
                None => return Err(format!("there are only {} to undo", self.so_far())),
            },
            Command::Redo(steps) => self.forward(*steps)?,
            Command::Jump(target) => self.jump(*target)?,
            Command::Start(None) => self.starts(),
            Command::Start(Some(number)) => self.begin_in(*number)?,
            Command::Steps => self.possible(),
            Command::Why(process) => self.view().why(*process),
            Command::WhyNot(text) => self.view().why_not(text),
            Command::State => self.view().state(),
            Command::Variables(part) => self.view().variables(part),
            Command::Evaluate(text) => format!("  {}\n", self.value(text)?),
            Command::Class => self.class(),
            Command::Twin(exchange) => self.twin(exchange)?,
            Command::Find(goal) => self.find(goal)?,
            Command::Channels => self.view().channels(),
            Command::Processes => self.view().processes(),
            Command::Trace => self.run_so_far(),
            Command::Save(path) => self.save(path)?,
            Command::Help => help(self.session().component()),
            Command::Quit => String::new(),
        })
    }

    fn so_far(&self) -> String {
        plural(self.session().at() as u64, "step")
    }

    fn choose(&mut self, number: usize) -> Result<String, String> {
        let choices = self.session().choice_count();
        let place = number.checked_sub(1).filter(|&place| place < choices);
        let Some(place) = place else {
            return Err(match choices {
                0 => self.nothing_possible(),
                1 => "there is one step: type 1".to_owned(),
                _ => format!("there is no step {number}: type a number from 1 to {choices}"),
            });
        };
        self.run.take(place);
        Ok(self.tell(self.session().at() - 1) + &self.position())
    }

    fn nothing_possible(&self) -> String {
        "no step is possible: the run has ended; `undo` goes back".to_owned()
    }

    /// Random steps.
    fn run(&mut self, wanted: u64) -> Result<String, String> {
        if self.session().choice_count() == 0 {
            return Err(self.nothing_possible());
        }
        let from = self.session().at();
        let most = wanted.min(self.plan.steps.unwrap_or(STEPS));
        let mut made = 0;
        while made < most && self.session().choice_count() > 0 {
            let place = self.dice.below(self.session().choice_count());
            self.run.take(place);
            made += 1;
        }
        let mut out = self.tell(from);
        if made == most && made < wanted {
            out.push_str(&format!("  stopped after {} (--steps)\n", plural(made, "step")));
        }
        Ok(out + &self.position())
    }

    /// Forward along what is known.
    fn forward(&mut self, steps: usize) -> Result<String, String> {
        let from = self.session().at();
        let wanted = from.saturating_add(steps.min(STEPS as usize));
        while self.session().known() < wanted && self.run.go_round() {}
        let ahead = self.session().known() - from;
        if steps > ahead {
            return Err(match ahead {
                0 => "nothing lies ahead: choose a step".to_owned(),
                _ => format!("only {} ahead", plural(ahead as u64, "step")),
            });
        }
        self.run.jump(from + steps);
        Ok(self.tell(from) + &self.position())
    }

    fn jump(&mut self, target: usize) -> Result<String, String> {
        if !self.run.jump(target) {
            let known = self.session().known();
            return Err(format!("this run has the steps 0 to {known}: `run` goes on"));
        }
        Ok(self.position())
    }

    /// The states in which runs begin.
    fn starts(&self) -> String {
        let (count, starts) = self.session().starts(MOST_STARTS);
        if count == 1 {
            return "  runs begin in one state\n".to_owned();
        }
        let told = |cells: &Vec<Cell>| {
            let cells = cells.iter().map(|cell| format!("{} = {}", cell.name, cell.text));
            cells.collect::<Vec<_>>().join(", ")
        };
        let mut out = String::new();
        for (number, cells) in (1..).zip(&starts) {
            out.push_str(&fit(&format!("  {number:>3}  {}", told(cells)), width()));
            out.push('\n');
        }
        if count > starts.len() {
            out.push_str(&format!("  … and {} more\n", count - starts.len()));
        }
        out
    }

    fn begin_in(&mut self, number: usize) -> Result<String, String> {
        let begins = number.checked_sub(1).is_some_and(|start| self.run.begin_in(start));
        if !begins {
            let (count, _) = self.session().starts(0);
            return Err(format!(
                "runs begin in {}: `start` lists them",
                plural(count as u64, "state")
            ));
        }
        self.jump(0)
    }

    /// The steps after the first `from`, up to here.
    fn tell(&mut self, from: usize) -> String {
        let detail = self.text.detail();
        let mut out = String::new();
        for number in from + 1..=self.session().at() {
            if let Some(step) = self.session().step(number, detail) {
                out.push_str(&self.text.step(step));
            }
        }
        out.push_str(self.text.end_line());
        out
    }

    fn run_so_far(&mut self) -> String {
        if self.session().at() == 0 {
            return "  nothing has happened yet\n".to_owned();
        }
        self.tell(0)
    }

    /// Where the run is now.
    fn position(&self) -> String {
        let mut out = self.view().short_state(SHORT);
        match self.session().ending() {
            Some(ending) => out.push_str(&ending_text(
                &self.subject.path,
                &ending,
                self.session().at(),
                self.paint,
            )),
            None => out.push_str(&self.possible()),
        }
        out
    }

    fn possible(&self) -> String {
        let count = self.session().choice_count() as u64;
        let ahead = self.session().known() - self.session().at();
        let ahead = match ahead {
            0 => String::new(),
            _ => format!(" · {} ahead (`redo`)", plural(ahead as u64, "step")),
        };
        let title =
            format!("at step {}: {} possible{ahead}", self.session().at(), plural(count, "step"));
        format!("{}\n{}", self.paint.dim(&title), self.view().steps())
    }

    /// What symmetry makes of the state, and of the steps.
    fn class(&self) -> String {
        let Some(symmetry) = self.model.symmetry() else {
            return "  no symmetry of the model is known: every state is a class of its own\n"
                .to_owned();
        };
        class_text(symmetry, self.session())
    }

    /// Stands where the twin of the run ends.
    fn twin(&mut self, exchange: &str) -> Result<String, String> {
        let twin = AddressedRun::new(self.session().twin(exchange)?);
        let address = twin.address_after(twin.known());
        drop(twin);
        self.go(&address)
    }

    fn find(&mut self, goal: &Goal) -> Result<String, String> {
        let limits = self.job.limits();
        let from = Origin::Run(self.run.address());
        let search = |cancel| {
            let budget = Budget::new(&limits, Some(cancel));
            let options =
                SearchOptions { limits, budget, workers: cores(), ..SearchOptions::default() };
            self.model.find(&from, goal, &options, &Silent)
        };
        // Somebody who types goes on; a script has ended.
        let found = if std::io::stdin().is_terminal() {
            self.job.ending_alone(search)
        } else {
            search(self.job.cancel())
        };
        let found = found.map_err(|failure| self.subject.failure(failure).message)?;
        let states = match (found.are_classes, found.states) {
            (true, 1) => "1 class of states".to_owned(),
            (true, number) => format!("{} classes of states", count(number)),
            (false, number) => plural(number, "state"),
        };
        match found.place {
            Nearest::Found { address, steps } => {
                let from = self.session().at();
                self.go(&address)?;
                let told = format!("  {} on, after {states}\n", plural(steps as u64, "transition"));
                Ok(self.tell(from) + &told + &self.position())
            }
            Nearest::Nowhere if found.has_gaps => Err(format!(
                "it is true in none of {states} that can be reached from here, in some of which it has no value"
            )),
            Nearest::Nowhere => Err(format!("there is none: {states} can be reached from here")),
            Nearest::Unknown(StopReason::Cancelled) => {
                Err(format!("the search was ended after {states}"))
            }
            Nearest::Unknown(_) => Err(format!("none was found within the limits: {states}")),
        }
    }

    /// Stands where the run with an address ends.
    fn go(&mut self, address: &str) -> Result<String, String> {
        match self.run.go(address) {
            Ok(()) => Ok(self.position()),
            Err(parted) => Err(format!("the run is possible for {} steps only", parted.steps)),
        }
    }

    fn save(&self, path: &Path) -> Result<String, String> {
        let sources = self.subject.model.sources();
        let said = |failure: Failure| failure.message;
        check_harmless(path, sources, self.languages).map_err(said)?;
        let ending = self.session().ending();
        save_session(path, self.subject, self.session(), ending.as_ref(), self.languages)
            .map_err(said)?;
        Ok(format!("  {} stored in {}\n", self.so_far(), path.display()))
    }
}
