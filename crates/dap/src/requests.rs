//! The requests that are about a run.

use std::sync::atomic::Ordering;
use std::sync::mpsc::SyncSender;

use checking::Detail;
use checking::quantities::plural;
use serde_json::{Value, json};

use crate::arguments::{number, optional_number, optional_text, text};
use crate::breakpoints::Breakpoints;
use crate::console::{Typed, help, step_text, steps, typed, value, why};
use crate::debuggee::Signals;
use crate::events::Event;
use crate::frames::{Thread, focus, stack, thread, thread_of_frame, threads_told};
use crate::loading::Model;
use crate::message::Request;
use crate::movement::{Mover, Stop, Way};
use crate::places::{Counting, Places};
use crate::run::{Run, Unmoved};
use crate::scopes::References;
use crate::server::LONGEST_NAME;

/// The most possible steps that are offered as targets.
const MOST_TARGETS: usize = 200;

/// A run with whoever debugs it.
pub(crate) struct Debugger<'m> {
    run: Run<'m>,
    model: &'m Model,
    places: Places<'m>,
    breakpoints: Breakpoints,
    references: References,
    events: &'m SyncSender<Event>,
    signals: &'m Signals,
}

/// What a request is answered, and where to go then.
type Answer = Result<(Value, Option<Way>), String>;

/// An answer without a body, and a way.
fn going(way: Way) -> Answer {
    Ok((Value::Null, Some(way)))
}

impl<'m> Debugger<'m> {
    /// A debugger of a run that stands at its beginning.
    pub fn new(
        run: Run<'m>,
        model: &'m Model,
        counting: Counting,
        events: &'m SyncSender<Event>,
        signals: &'m Signals,
    ) -> Debugger<'m> {
        let places = Places::new(model.loaded.sources(), counting);
        let breakpoints = Breakpoints::new(&*model.loaded);
        let references = References::default();
        Debugger { run, model, places, breakpoints, references, events, signals }
    }

    /// Answers a request, and does what it asks for.
    pub fn obey(&mut self, request: Request) {
        match self.answer(&request.command, &request.arguments) {
            Ok((body, way)) => {
                self.send(Event::Answered(request, Ok(body)));
                if let Some(way) = way {
                    self.go(&way);
                }
            }
            Err(why) => self.send(Event::Answered(request, Err(why))),
        }
    }

    fn answer(&mut self, command: &str, arguments: &Value) -> Answer {
        let body = match command {
            "configurationDone" | "restart" => return going(Way::Beginning),
            "next" | "stepIn" => return self.step(arguments),
            "stepOut" => return going(Way::Out(self.process(arguments)?)),
            "continue" => {
                self.process(arguments)?;
                return Ok((json!({ "allThreadsContinued": true }), Some(Way::On)));
            }
            "stepBack" => return self.process(arguments).and_then(|_| going(Way::Back)),
            "reverseContinue" => {
                return self.process(arguments).and_then(|_| going(Way::FarBack));
            }
            // Whatever was going on has stopped.
            "pause" => {
                self.signals.pause.store(false, Ordering::Relaxed);
                Ok(Value::Null)
            }
            "evaluate" => return self.evaluate(arguments),
            "stepInTargets" => self.targets(arguments),
            "threads" => Ok(threads_told(&self.run)),
            "stackTrace" => self.stack(arguments),
            "scopes" => self.scopes(arguments),
            "variables" => {
                let reference = number(arguments, "variablesReference")?;
                self.references.variables(&self.run, reference, arguments)
            }
            "setBreakpoints" => self.breakpoints.set_lines(&self.places, arguments),
            "setExceptionBreakpoints" => self.breakpoints.set_filters(arguments),
            "setDataBreakpoints" => {
                let cells = self.run.session().cells();
                let is_cell = |name: &str| cells.iter().any(|cell| cell.name == name);
                self.breakpoints.set_cells(arguments, &is_cell)
            }
            "dataBreakpointInfo" => self.data_breakpoint(arguments),
            "exceptionInfo" => self.exception(),
            _ => {
                let command: String = command.chars().take(LONGEST_NAME).collect();
                Err(format!("`{command}` is not understood"))
            }
        };
        body.map(|body| (body, None))
    }

    /// The process that a request is about; none if it is about the model as a whole.
    fn process(&self, arguments: &Value) -> Result<Option<String>, String> {
        let thread = thread(&self.run, number(arguments, "threadId")?)?;
        Ok(thread.process_name().map(str::to_owned))
    }

    /// The thread of the frame that a request is about; none if it is about no frame.
    fn frame(&self, arguments: &Value) -> Result<Option<Thread>, String> {
        let frame = optional_number(arguments, "frameId")?;
        frame.map(|frame| thread_of_frame(&self.run, frame)).transpose()
    }

    fn step(&self, arguments: &Value) -> Answer {
        let process = self.process(arguments)?;
        match optional_number(arguments, "targetId")? {
            None => going(Way::Next(process)),
            Some(target) => {
                let place = usize::try_from(target).ok().and_then(|it| it.checked_sub(1));
                going(self.choice(place)?)
            }
        }
    }

    /// The way of a possible step.
    ///
    /// # Errors
    /// That there is none in this place.
    fn choice(&self, place: Option<usize>) -> Result<Way, String> {
        let choices = self.run.session().choice_count();
        let place = place.filter(|&place| place < choices);
        place.map(Way::Choose).ok_or_else(|| {
            format!("there is no such step: {} possible here", plural(choices as u64, "step"))
        })
    }

    fn targets(&self, arguments: &Value) -> Result<Value, String> {
        self.frame(arguments)?;
        let choices = self.run.session().choices();
        let told = choices.iter().take(MOST_TARGETS).zip(1..).map(|(actions, id): (_, usize)| {
            let label = format!("{id}  {}", step_text(&self.model.main, actions));
            let mut target = json!({ "id": id, "label": label });
            if let Some(place) = actions.first().and_then(|action| action.place.as_ref()) {
                let mut at = json!({});
                self.places.put(place, &mut at);
                (target["line"], target["column"]) = (at["line"].take(), at["column"].take());
            }
            target
        });
        Ok(json!({ "targets": told.collect::<Vec<Value>>() }))
    }

    fn stack(&self, arguments: &Value) -> Result<Value, String> {
        let thread = thread(&self.run, number(arguments, "threadId")?)?;
        let first = optional_number(arguments, "startFrame")?.unwrap_or(0);
        let levels = optional_number(arguments, "levels")?.filter(|&levels| levels > 0);
        let frames = stack(&self.run, &self.places, &thread);
        let total = frames.len();
        let first = usize::try_from(first).unwrap_or(usize::MAX);
        let levels = levels.and_then(|it| usize::try_from(it).ok()).unwrap_or(usize::MAX);
        let frames: Vec<Value> = frames.into_iter().skip(first).take(levels).collect();
        Ok(json!({ "stackFrames": frames, "totalFrames": total }))
    }

    fn scopes(&mut self, arguments: &Value) -> Result<Value, String> {
        let thread = thread_of_frame(&self.run, number(arguments, "frameId")?)?;
        Ok(self.references.scopes(&self.run, thread.process_name()))
    }

    fn data_breakpoint(&self, arguments: &Value) -> Result<Value, String> {
        let name = text(arguments, "name")?;
        let cells = self.run.session().cells();
        let is_cell = |name: &str| cells.iter().any(|cell| cell.name == name);
        let reference = optional_number(arguments, "variablesReference")?;
        let full = match reference.filter(|&reference| reference > 0) {
            Some(reference) => self.references.full_name(&self.run, reference, name)?,
            None => name.to_owned(),
        };
        Ok(match is_cell(&full) {
            true => json!({ "dataId": full, "description": full, "accessTypes": ["write"] }),
            false => json!({ "dataId": null, "description": "this is no variable by itself" }),
        })
    }

    fn exception(&self) -> Result<Value, String> {
        let violation = self.run.violation().ok_or("nothing is violated here")?;
        Ok(json!({
            "exceptionId": violation.property,
            "description": violation.text,
            "breakMode": "always",
        }))
    }

    fn evaluate(&mut self, arguments: &Value) -> Answer {
        let line = text(arguments, "expression")?;
        let thread = self.frame(arguments)?;
        let is_console = optional_text(arguments, "context")? == Some("repl");
        let typed = if is_console { typed(line)? } else { Typed::Expression(line.trim()) };
        let main = &self.model.main;
        let told = match typed {
            Typed::Choose(place) => {
                let way = self.choice(Some(place))?;
                let taken = self.run.session().choices().swap_remove(place);
                let body = json!({ "result": step_text(main, &taken), "variablesReference": 0 });
                return Ok((body, Some(way)));
            }
            Typed::Steps => steps(&self.run, main),
            Typed::Why => why(&self.run, main),
            Typed::Help => help(),
            Typed::Expression(text) => {
                let process = thread.as_ref().and_then(Thread::process_name);
                if let Some(named) = self.references.named(&self.run, process, text) {
                    return Ok((named, None));
                }
                value(&*self.model.loaded, self.run.session(), text)?
            }
        };
        Ok((json!({ "result": told.trim_end(), "variablesReference": 0 }), None))
    }

    /// Goes somewhere, and says why it has stopped there.
    fn go(&mut self, way: &Way) {
        let (events, signals) = (self.events, self.signals);
        let mut seen = |run: &Run<'m>| print_output(run, events);
        let mut mover = Mover {
            run: &mut self.run,
            breakpoints: &self.breakpoints,
            pause: &signals.pause,
            end: &signals.end,
            seen: &mut seen,
        };
        let stop = mover.go(way);
        self.references.forget();
        self.stopped(&stop);
    }

    fn stopped(&self, stop: &Stop) {
        let violation = self.run.violation();
        let reason = match stop {
            Stop::Beginning => "entry",
            Stop::Breakpoint(hits) if hits.is_of_cells => "data breakpoint",
            Stop::Breakpoint(_) => "breakpoint",
            Stop::Violation => "exception",
            Stop::Unmoved(_) if self.breakpoints.at_violations && violation.is_some() => {
                "exception"
            }
            Stop::Paused => "pause",
            Stop::Step | Stop::Unmoved(_) | Stop::Tired => "step",
        };
        if let Some(text) = self.remark(stop) {
            self.print("console", &format!("{text}\n"));
        }
        let position = self.run.position_text();
        let mut body = json!({
            "reason": reason, "description": position, "threadId": focus(&self.run),
            "allThreadsStopped": true,
        });
        if let Some(violation) = violation {
            let text = format!("{}: {}", violation.property, violation.text);
            if *stop == Stop::Violation {
                self.print("important", &format!("violated: {text}\n"));
            }
            body["text"] = text.into();
        }
        if let Stop::Breakpoint(hits) = stop {
            body["hitBreakpointIds"] = json!(hits.ids);
        }
        self.send(Event::Told("stopped", body));
    }

    /// What is to be said where a run has not gone on as it was asked to.
    fn remark(&self, stop: &Stop) -> Option<String> {
        match stop {
            Stop::Unmoved(Unmoved::Many(choices)) => Some(format!(
                "{} possible: choose one as the target of a step in, or by `choose N` in the console, which also knows `steps` and `why`",
                plural(*choices as u64, "step")
            )),
            Stop::Unmoved(Unmoved::Ended) => Some(self.run.position_text()),
            Stop::Unmoved(Unmoved::Full) => {
                Some("the run has as many steps as it may have".to_owned())
            }
            Stop::Tired => Some("stopped after many steps that had to follow".to_owned()),
            Stop::Breakpoint(hits) if !hits.complaints.is_empty() => {
                Some(hits.complaints.join("\n"))
            }
            _ => None,
        }
    }

    fn print(&self, category: &str, text: &str) {
        self.send(Event::Told("output", json!({ "category": category, "output": text })));
    }

    /// A server that has ended need not know.
    fn send(&self, event: Event) {
        let _ = self.events.send(event);
    }
}

/// Tells what the last step has printed.
fn print_output(run: &Run<'_>, events: &SyncSender<Event>) {
    let output = run.last(Detail::Actions).map(|step| step.output).unwrap_or_default();
    for printed in output {
        let text = match printed.problem {
            Some(problem) => format!("{}\n{problem}\n", printed.text),
            None => printed.text,
        };
        let body = json!({ "category": "stdout", "output": text });
        // A server that has ended need not know.
        let _ = events.send(Event::Told("output", body));
    }
}
