//! A model with its symmetry, for whoever walks through it.

use groups::Patience;
use kernel::{Phase, Reporter, SearchOptions, StopReason};
use model::{Plan, Reduced, Simulated};
use symmetry::Pinned;

use crate::classes::{ClassView, Classes};
use crate::detection::{RemarkView, SymmetryFound, SymmetrySource, detect_whole, spent};
use crate::failure::Failure;
use crate::find::{Finding, Goal, Nearest, Origin, Quest, Way};
use crate::follow::{StoredStatement, follow};
use crate::run_address::AddressedRun;
use crate::session::{ModelSession, Session};
use crate::symmetry_view::SymmetryView;
use crate::trace_file::StoredRun;
use crate::walk::Walk;

/// A model with its symmetry. Its sessions tell of the classes of states.
pub trait Explorable: Sync {
    /// The symmetry, if there is one.
    fn symmetry(&self) -> Option<&SymmetryView>;

    /// What stood in the way of more.
    fn remarks(&self) -> &[RemarkView];

    /// The names of its claims, which are judged over whole runs: no state violates one, and none is looked for.
    fn claims(&self) -> &[String];

    /// A run that stands at its beginning.
    ///
    /// # Errors
    /// That the model has no initial state.
    fn session(&self) -> Result<Box<dyn Session + '_>, Failure>;

    /// The same with the statements of a stored run ahead.
    ///
    /// # Errors
    /// Where the run departs from the model.
    fn session_along(
        &self,
        stored: &StoredRun,
        statements: &[StoredStatement],
    ) -> Result<Box<dyn Session + '_>, Failure>;

    /// The exchange of parts that makes one run of another, as cycles of names, given the addresses of both; none if there is none.
    ///
    /// # Errors
    /// Why that is not known.
    fn exchange(&self, first: &str, second: &str) -> Result<Option<String>, String>;

    /// The exchange of parts that makes one state of a class of another one, as cycles of names; none if that is the same state.
    fn exchange_of_states(&self, from: &ClassView, to: &ClassView) -> Option<String>;

    /// Looks for the nearest place of a kind.
    ///
    /// # Errors
    /// What is wrong with the address or the goal.
    fn find(
        &self,
        origin: &Origin,
        goal: &Goal,
        options: &SearchOptions,
        reporter: &dyn Reporter,
    ) -> Result<Finding, Failure>;
}

/// Finds the symmetry of a model, whose claims have these names, and hands both to `walk`.
///
/// # Errors
/// What is wrong with a declared group, or a limit that was reached before.
pub(crate) fn explorable<M: Simulated>(
    model: &M,
    main: &str,
    claims: &[String],
    symmetry: SymmetrySource<'_>,
    options: &SearchOptions,
    walk: &mut dyn FnMut(&dyn Explorable),
) -> Result<(), Failure> {
    let mut ask = |bytes| options.budget.go_on(bytes);
    let patience = &mut Patience::new(&mut ask);
    let found = detect_whole(model, symmetry, options, patience)?;
    let told = found.as_ref().map(|found| SymmetryFound::new(model, found));
    let remarks = told.map(|told| told.remarks).unwrap_or_default();
    let reduction = found.and_then(|found| found.reduction);
    let pinned = reduction.as_ref().map(|reduction| Pinned::new(reduction.symmetry()));
    let classes = match reduction.as_ref().zip(pinned.as_ref()) {
        Some((reduction, pinned)) => {
            let classes = Classes::new(model, reduction, pinned, patience);
            Some(classes.map_err(|_| spent(options, Phase::Preparation))?)
        }
        None => None,
    };
    walk(&ExplorableModel { model, main, claims, remarks, classes });
    Ok(())
}

struct ExplorableModel<'a, M: Simulated> {
    model: &'a M,
    main: &'a str,
    claims: &'a [String],
    remarks: Vec<RemarkView>,
    classes: Option<Classes<'a, M>>,
}

impl<M: Simulated> ExplorableModel<'_, M> {
    fn walk(&self) -> Result<Walk<'_, M>, Failure> {
        let none = || Failure::Input(format!("{}: there is no initial state", self.main));
        Walk::from_start(self.model, 0).ok_or_else(none)
    }

    /// The run with an address.
    fn along(&self, address: &str) -> Result<AddressedRun<Box<ModelSession<'_, M>>>, Failure> {
        let mut run = AddressedRun::new(Box::new(self.at_beginning()?));
        run.go(address).map_err(|parted| {
            let steps = parted.steps;
            Failure::Input(format!("the run does not fit the model after {steps} steps"))
        })?;
        Ok(run)
    }

    fn at_beginning(&self) -> Result<ModelSession<'_, M>, Failure> {
        Ok(self.with_classes(ModelSession::new(self.walk()?, self.main, Vec::new(), true)))
    }

    fn with_classes<'s>(&'s self, session: ModelSession<'s, M>) -> ModelSession<'s, M> {
        match &self.classes {
            Some(classes) => session.with_classes(classes),
            None => session,
        }
    }
}

/// Takes the steps that nobody notices and the plan leaves out at its end, as long as there are no others: where all is stuck they are
/// made first.
fn finish<M: Simulated>(run: &mut AddressedRun<Box<ModelSession<'_, M>>>) {
    while run.session().only_unnoticed() {
        run.take(0);
    }
}

/// Takes the steps of a plan, and those between them that nobody notices.
fn take<M: Simulated>(
    run: &mut AddressedRun<Box<ModelSession<'_, M>>>,
    plan: &Plan,
) -> Result<(), Failure> {
    for (number, names) in plan.iter().enumerate() {
        let mut rest = &names[..];
        while !rest.is_empty() {
            let place = run.session().place_of(&mut rest).ok_or_else(|| {
                let step = number + 1;
                Failure::Internal(format!("step {step} of what was found is not possible"))
            })?;
            run.take(place);
        }
    }
    Ok(())
}

impl<M: Simulated> Explorable for ExplorableModel<'_, M> {
    fn symmetry(&self) -> Option<&SymmetryView> {
        self.classes.as_ref().map(|classes| &classes.view)
    }

    fn remarks(&self) -> &[RemarkView] {
        &self.remarks
    }

    fn claims(&self) -> &[String] {
        self.claims
    }

    fn session(&self) -> Result<Box<dyn Session + '_>, Failure> {
        Ok(Box::new(self.at_beginning()?))
    }

    fn session_along(
        &self,
        stored: &StoredRun,
        statements: &[StoredStatement],
    ) -> Result<Box<dyn Session + '_>, Failure> {
        let ahead = follow(self.model, self.main, stored, statements)?;
        let session = ModelSession::new(ahead.walk, self.main, ahead.steps, true);
        Ok(Box::new(self.with_classes(session.going_round(ahead.again))))
    }

    fn exchange(&self, first: &str, second: &str) -> Result<Option<String>, String> {
        let none = || "no symmetry of the model is known".to_owned();
        let classes = self.classes.as_ref().ok_or_else(none)?;
        let transitions = |address| match self.along(address) {
            Ok(run) => run.session().transitions(),
            Err(failure) => Err(failure.in_words()),
        };
        classes.exchange(&transitions(first)?, &transitions(second)?)
    }

    fn exchange_of_states(&self, from: &ClassView, to: &ClassView) -> Option<String> {
        self.classes.as_ref()?.between(from, to)
    }

    fn find(
        &self,
        origin: &Origin,
        goal: &Goal,
        options: &SearchOptions,
        reporter: &dyn Reporter,
    ) -> Result<Finding, Failure> {
        let mut run = match origin {
            Origin::Run(address) => self.along(address)?,
            Origin::Starts => AddressedRun::new(Box::new(self.at_beginning()?)),
        };
        let (starts, symmetric) = match origin {
            Origin::Run(_) => {
                let (state, symmetric) = run.session().states().map_err(Failure::Input)?;
                (vec![state], symmetric.map(|state| vec![state]))
            }
            Origin::Starts => {
                let starts = self.model.starts();
                let states = starts.iter().map(|start| self.model.state(start).clone());
                (states.collect(), self.classes.as_ref().map(Classes::starts))
            }
        };
        let (model, main, claims) = (self.model, self.main, self.claims);
        let quest =
            Quest { model, main, claims, classes: self.classes.as_ref(), options, reporter };
        let met = quest.search(goal, &starts, symmetric.as_deref())?;
        let place = match met.way {
            Ok(Way { start, plan }) => {
                let steps = plan.len();
                if *origin == Origin::Starts {
                    run.begin_in(start);
                }
                take(&mut run, &plan)?;
                if *goal == Goal::Deadlock {
                    finish(&mut run);
                }
                Nearest::Found { address: run.address(), steps }
            }
            Err(StopReason::Exhausted) => Nearest::Nowhere,
            Err(stop) => Nearest::Unknown(stop),
        };
        Ok(Finding {
            states: met.statistics.states,
            are_classes: met.are_classes,
            stands_for: met.stands_for,
            has_gaps: met.has_gaps,
            place,
        })
    }
}
