//! Scalarsets that the user declares, checked against the program.
//!
//! A scalarset (Ip and Dill, *Better Verification Through Symmetry*, 1996) is a type whose values may
//! be exchanged without changing what the program does. There a type system makes it so; here the
//! program stays as it is and the declaration is compared with what detection finds: all
//! automorphisms of the program's graph ([`super::graph`]). The declared values are interchangeable if
//! each two of them can be exchanged by a symmetry that leaves the others of the set where they are;
//! such symmetries generate all permutations of the set, so the answer is exact for the graph as it
//! is drawn. Nothing declared is believed, and nothing is gained by it: a scalarset that holds was
//! found before. Declarations say what the author of the model means, and what breaks it.

use groups::{Group, Interrupted, Patience, describe};
use machine::Machine;
use machine::index::{ProcessId, ProcessTypeId, VariableId};
use machine::program::Region;
use num_bigint::BigUint;

use super::classes::{Class, Classes, Meaning};
use super::explain::difference_between;
use super::graph::ProgramGraph;
use super::shape::Shape;
use super::{Detected, Reduction, Understanding, Understood};
pub use model::{Breach, Scalarset, ScalarsetOutcome as Outcome};

impl Understanding<'_> {
    /// Checks declared scalarsets, given what [detection](Understanding::detect) found: an outcome for each.
    ///
    /// # Errors
    /// The caller has lost patience.
    pub fn check_scalarsets(
        &self,
        detected: &Detected,
        scalarsets: &[Scalarset],
        patience: &mut Patience<'_>,
    ) -> Result<Vec<Outcome>, Interrupted> {
        if scalarsets.is_empty() {
            return Ok(Vec::new());
        }
        let understood = match self.understood(patience)? {
            Ok(understood) => understood,
            Err(remark) => {
                let refused = || Outcome::Refused(Breach::new(&remark.text));
                return Ok(scalarsets.iter().map(|_| refused()).collect());
            }
        };
        let program = understood.graph(patience)?;
        let orbit_of = understood.automorphisms(patience)?.orbits(program.graph.vertex_count());
        let Understood { machine, classes, shape, .. } = understood;
        let checker = Checker { machine, detected, classes, shape, program, orbit_of, understood };
        let outcome = |scalarset: &Scalarset| match checker.check(scalarset) {
            Ok(sets) => Outcome::Holds { sets },
            Err(breach) => Outcome::Refused(breach),
        };
        Ok(scalarsets.iter().map(outcome).collect())
    }
}

/// What ended the detection; if nothing did, it was done by a method that does not exchange the values.
fn last_remark(detected: &Detected) -> String {
    let without = || "the symmetry that was found does not exchange its values".to_owned();
    detected.remarks.last().map_or_else(without, |remark| remark.text.clone())
}

struct Checker<'a> {
    machine: &'a Machine,
    detected: &'a Detected,
    classes: &'a Classes<'a>,
    shape: &'a Shape,
    program: &'a ProgramGraph,
    /// For each vertex, the first of those that symmetries exchange it with.
    orbit_of: Vec<usize>,
    understood: Understood<'a>,
}

impl Checker<'_> {
    fn check(&self, scalarset: &Scalarset) -> Result<Vec<Vec<i32>>, Breach> {
        let variable = self.variable(scalarset)?;
        let class = self.class(scalarset, variable)?;
        let sets = match self.classes.meaning(class) {
            Meaning::Process => self.processes(scalarset, variable, class)?,
            Meaning::Value(_) => vec![self.values(scalarset, variable, class)?],
            Meaning::Channel => return Err(Breach::new("it names channels, not values")),
            Meaning::Data => return Err(self.number(class)),
        };
        for set in &sets {
            self.interchangeable(scalarset, class, set)?;
        }
        Ok(sets)
    }

    fn variable(&self, scalarset: &Scalarset) -> Result<VariableId, Breach> {
        let owner = match &scalarset.owner {
            None => None,
            Some(name) => {
                let place = self.machine.program.process_types.iter().position(|t| t.name == *name);
                let missing = || Breach::new(format!("there is no proctype `{name}`"));
                Some(ProcessTypeId::new(place.ok_or_else(missing)?))
            }
        };
        let variables = &self.machine.program.variables;
        let found = variables.iter().position(|variable| {
            let of = match variable.region {
                Region::Local(of) => Some(of),
                Region::Global | Region::Constant | Region::Discarded => None,
            };
            of == owner && variable.name == scalarset.variable
        });
        found.map(VariableId::new).ok_or_else(|| self.no_variable(scalarset))
    }

    fn no_variable(&self, scalarset: &Scalarset) -> Breach {
        let name = &scalarset.variable;
        if let Some(owner) = &scalarset.owner {
            return Breach::new(format!("proctype `{owner}` has no variable `{name}`"));
        }
        let program = &self.machine.program;
        let local = program.variables.iter().find_map(|variable| match variable.region {
            Region::Local(owner) if variable.name == *name => Some(owner),
            _ => None,
        });
        let help = local.map(|owner| {
            let owner = &program.process_types[owner.index()].name;
            format!("a variable of a proctype is named `{owner}:{name}`")
        });
        Breach { help, ..Breach::new(format!("there is no global variable `{name}`")) }
    }

    fn class(&self, scalarset: &Scalarset, variable: VariableId) -> Result<Class, Breach> {
        let Some(dimension) = scalarset.dimension else {
            return Ok(self.classes.content(variable));
        };
        let dimensions = self.machine.program.variables[variable.index()].dimensions.len();
        if dimension < dimensions {
            return Ok(self.classes.subscript(variable, dimension));
        }
        let name = &scalarset.variable;
        Err(Breach::new(match dimensions {
            0 => format!("`{name}` is no array"),
            1 => format!("`{name}` has only one subscript"),
            _ => format!("`{name}` has only {dimensions} subscripts"),
        }))
    }

    fn number(&self, class: Class) -> Breach {
        match self.classes.number_use(class) {
            Some(used) => Breach {
                span: Some(used.span),
                ..Breach::new(format!("its values are {}", used.what))
            },
            None => Breach::new("its values name processes and channels alike"),
        }
    }

    /// The processes that are meant: those that are said, or those of each process type that runs
    /// more than once and that the class names, as far as the latter is known.
    fn processes(
        &self,
        scalarset: &Scalarset,
        variable: VariableId,
        class: Class,
    ) -> Result<Vec<Vec<i32>>, Breach> {
        let semantics = &self.machine.program.semantics;
        if let Some((first, last)) = scalarset.values {
            let numbers = semantics.process_numbers(self.shape.types.len());
            if first < numbers.start || last >= numbers.end {
                let least = numbers.start;
                let most = (numbers.end - 1).max(least);
                return Err(Breach::new(format!("the processes are those from {least} to {most}")));
            }
            self.fits(scalarset, variable, first, last)?;
            return Ok(vec![(first..=last).collect()]);
        }
        let named = self.classes.domain(class);
        let mut sets: Vec<Vec<i32>> = Vec::new();
        for owner in ProcessTypeId::below(self.machine.program.process_types.len()) {
            let alike = self.shape.processes().filter(|&(_, process_type)| process_type == owner);
            let alike: Vec<i32> = alike
                .map(|(process, _)| semantics.process_number(process))
                .filter(|&process| self.fits(scalarset, variable, process, process).is_ok())
                .collect();
            let meant = named.is_empty() || alike.iter().any(|process| named.contains(process));
            if meant && alike.len() > 1 {
                sets.push(alike);
            }
        }
        if sets.is_empty() {
            return Err(Breach::new("of no proctype that it names there is more than one process"));
        }
        Ok(sets)
    }

    /// The values that are meant: those that are said, or all that the program gives it, but for the
    /// one that only stands where there is none.
    fn values(
        &self,
        scalarset: &Scalarset,
        variable: VariableId,
        class: Class,
    ) -> Result<Vec<i32>, Breach> {
        let domain = self.classes.domain(class);
        if let Some((first, last)) = scalarset.values {
            self.fits(scalarset, variable, first, last)?;
            if let Some(never) = (first..=last).find(|value| !domain.contains(value)) {
                return Err(Breach::new(format!("the program never gives it the value {never}")));
            }
            return Ok((first..=last).collect());
        }
        let filler = self.classes.filler(class);
        let is_meant = |value: &i32| {
            *value != filler && self.fits(scalarset, variable, *value, *value).is_ok()
        };
        let values: Vec<i32> = domain.iter().copied().filter(is_meant).collect();
        if values.len() < 2 {
            return Err(Breach::new("the program does not give it two values to exchange"));
        }
        Ok(values)
    }

    /// Whether the variable, or its subscript, can be `first` and `last`.
    fn fits(
        &self,
        scalarset: &Scalarset,
        variable: VariableId,
        first: i32,
        last: i32,
    ) -> Result<(), Breach> {
        let declared = &self.machine.program.variables[variable.index()];
        let (out, what) = match scalarset.dimension {
            Some(dimension) => {
                let length = i64::from(declared.dimensions[dimension]);
                let out = |&value: &i32| i64::from(value) < 0 || i64::from(value) >= length;
                ([first, last].into_iter().find(out), format!("it ends at {}", length - 1))
            }
            None => {
                let out = |&value: &i32| declared.cell.wrap(value) != value;
                ([first, last].into_iter().find(out), "it cannot hold that".to_owned())
            }
        };
        match out {
            Some(value) => Err(Breach {
                span: Some(declared.span),
                ..Breach::new(format!("{value} is none of its values: {what}"))
            }),
            None => Ok(()),
        }
    }

    /// Checks that all permutations of the values are symmetries.
    fn interchangeable(
        &self,
        scalarset: &Scalarset,
        class: Class,
        set: &[i32],
    ) -> Result<(), Breach> {
        let exchanged = self.exchanged(class, set);
        let Some(place) = exchanged.iter().position(|exchanged| !exchanged) else { return Ok(()) };
        let mut breach = self.breach(class, set, set[place], set[place + 1]);
        let runs = runs(set, &exchanged);
        if !runs.is_empty() {
            let name = scalarset.name();
            let better: Vec<String> = runs.iter().map(|run| format!("`{name} = {run}`")).collect();
            breach.help = Some(format!("what holds is {}", better.join(", ")));
        }
        Err(breach)
    }

    /// For each two neighbours of a set, whether a symmetry exchanges them and leaves the rest of the
    /// set where it is.
    fn exchanged(&self, class: Class, set: &[i32]) -> Vec<bool> {
        let group = self.reduction().map(|reduction| reduction.symmetry.group());
        let points: Vec<Option<usize>> = set.iter().map(|&v| self.point(class, v)).collect();
        let all: Option<Vec<usize>> = points.iter().copied().collect();
        if let (Some(group), Some(all)) = (group, all)
            && is_symmetric_on(group, &all)
        {
            return vec![true; set.len() - 1];
        }
        let pairs = points.windows(2).enumerate().map(|(place, pair)| {
            let (Some(group), &[Some(a), Some(b)]) = (group, pair) else { return false };
            let others =
                points.iter().enumerate().filter(|(at, _)| *at != place && *at != place + 1);
            let rest: Vec<usize> = others.filter_map(|(_, point)| *point).collect();
            exchanges(group, a, b, &rest)
        });
        pairs.collect()
    }

    fn reduction(&self) -> Option<&Reduction> {
        self.detected.reduction.as_ref()
    }

    /// The point of a value; none if no symmetry moves it.
    fn point(&self, class: Class, value: i32) -> Option<usize> {
        let reduction = self.reduction()?;
        if self.classes.meaning(class) == Meaning::Process {
            let process = self.machine.program.semantics.process_with_number(value);
            return process.map(ProcessId::index);
        }
        let points = &reduction.points;
        let same = |&(kind, v): &(Class, i32)| v == value && self.classes.same(kind, class);
        let place = points.values.iter().position(same)?;
        Some(reduction.processes + reduction.channels + points.variables.len() + place)
    }

    /// Why two neighbours of a set are not interchangeable.
    fn breach(&self, class: Class, set: &[i32], a: i32, b: i32) -> Breach {
        if let Some(reason) = self.sorts_differ(class, a, b) {
            return Breach::new(reason);
        }
        if let Some(reduction) = self.reduction()
            && let (Some(one), Some(two)) = (self.point(class, a), self.point(class, b))
            && reduction.symmetry.group().orbit(one).contains(&two)
        {
            let mut reason = format!("{a} and {b} are exchanged only along with others of the set");
            let points: Option<Vec<usize>> = set.iter().map(|&v| self.point(class, v)).collect();
            if let Some(action) = points.and_then(|p| reduction.symmetry.group().action_on(&p)) {
                reason += &format!(", whose symmetry is {}", describe(&action));
            }
            return Breach::new(reason);
        }
        let (Some(one), Some(two)) = (self.vertex(class, a), self.vertex(class, b)) else {
            return Breach::new(format!("{a} and {b} are not interchangeable"));
        };
        let found = difference_between(self.understood, self.program, &self.orbit_of, one, two);
        match found {
            Some(difference) => Breach {
                reason: format!("{a} and {b} are not interchangeable: {}", difference.reason),
                span: difference.span,
                other: difference.other,
                help: None,
            },
            None => Breach::new(last_remark(self.detected)),
        }
    }

    /// What is different about two values before anything is done with them.
    fn sorts_differ(&self, class: Class, a: i32, b: i32) -> Option<String> {
        if self.classes.meaning(class) == Meaning::Process {
            let program = &self.machine.program;
            let process = |number: i32| program.semantics.process_with_number(number);
            let (a, b) = (process(a)?, process(b)?);
            let (one, two) = (self.shape.types[a.index()], self.shape.types[b.index()]);
            return (one != two).then(|| {
                let (one, two) = (program.process_name(one, a), program.process_name(two, b));
                format!("{one} and {two} are processes of different proctypes")
            });
        }
        let filler = self.classes.filler(class);
        let pinned = [a, b].into_iter().find(|&value| value == filler)?;
        Some(format!("{pinned} is also what stands where there is no value"))
    }

    fn vertex(&self, class: Class, value: i32) -> Option<usize> {
        match self.classes.meaning(class) {
            Meaning::Process => {
                let process = self.machine.program.semantics.process_with_number(value)?;
                self.program.processes.get(process.index()).copied()
            }
            Meaning::Value(kind) => self.program.values.get(&(kind, value)).copied(),
            Meaning::Data | Meaning::Channel => None,
        }
    }
}

/// Whether a group maps some points to one another in every way, and to no others.
fn is_symmetric_on(group: &Group, points: &[usize]) -> bool {
    let all: BigUint = (1..=points.len()).product();
    group.action_on(points).is_some_and(|action| action.order() == all)
}

/// Whether some element exchanges `a` and `b` and fixes each of `rest`.
fn exchanges(group: &Group, a: usize, b: usize, rest: &[usize]) -> bool {
    let fixing = group.pointwise_stabiliser(rest).rebased(&[a]);
    // Elements that take a to b are `onto` after one that fixes a, which must take b to where `onto`
    // takes to a.
    let Some(onto) = fixing.levels().first().and_then(|level| level.from_base(b)) else {
        return false;
    };
    fixing.stabiliser(a).orbit(b).contains(&onto.inverse().image(a))
}

/// The runs of consecutive numbers whose neighbours are exchanged: `1..3`.
fn runs(set: &[i32], exchanged: &[bool]) -> Vec<String> {
    let mut runs: Vec<(i32, i32)> = Vec::new();
    for (pair, &exchanged) in set.windows(2).zip(exchanged) {
        if !exchanged || pair[1] != pair[0] + 1 {
            continue;
        }
        match runs.last_mut() {
            Some((_, last)) if *last == pair[0] => *last = pair[1],
            _ => runs.push((pair[0], pair[1])),
        }
    }
    runs.iter().map(|(first, last)| format!("{first}..{last}")).collect()
}

#[cfg(test)]
mod tests {
    use groups::Permutation;

    use super::*;

    /// All elements are looked at, one by one.
    fn check(degree: usize, generators: &[&str]) {
        let parse = |text: &&str| Permutation::parse(degree, text, 0).unwrap();
        let group = Group::from_generators(degree, generators.iter().map(parse).collect());
        for set in 1_usize..1 << degree {
            let points: Vec<usize> = (0..degree).filter(|p| set >> p & 1 == 1).collect();
            for (place, &a) in points.iter().enumerate() {
                for &b in &points[place + 1..] {
                    let rest: Vec<usize> =
                        points.iter().copied().filter(|&p| p != a && p != b).collect();
                    let expected = group.elements().any(|g| {
                        g.image(a) == b && g.image(b) == a && rest.iter().all(|&p| g.image(p) == p)
                    });
                    assert_eq!(exchanges(&group, a, b, &rest), expected, "{points:?} {a} {b}");
                }
            }
        }
    }

    #[test]
    fn exchanges_are_those_of_some_element() {
        check(4, &[]);
        check(4, &["(0 1 2 3)"]);
        check(4, &["(0 1 2 3)", "(0 1)"]);
        check(5, &["(0 1 2 3 4)", "(1 4)(2 3)"]);
        check(6, &["(0 1)(3 4)", "(1 2)(4 5)"]);
        check(6, &["(0 1 2)", "(1 2 3)", "(4 5)"]);
        check(6, &["(0 1)(2 3)", "(0 2)(1 3)", "(4 5)"]);
    }

    #[test]
    fn runs_are_of_consecutive_numbers_that_are_exchanged() {
        assert_eq!(runs(&[0, 1, 2, 3], &[false, true, true]), ["1..3"]);
        assert_eq!(runs(&[0, 1, 2, 3], &[true, false, true]), ["0..1", "2..3"]);
        assert_eq!(runs(&[1, 3, 5, 6], &[true, true, true]), ["5..6"]);
        assert!(runs(&[4], &[]).is_empty());
    }
}
