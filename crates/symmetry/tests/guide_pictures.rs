//! The pictures on the guide's page on strategies are true, and so is its table: all is computed anew.

use std::collections::HashSet;

use groups::Group;
use symmetry::oracle::Oracle;
use symmetry::{
    Content, Guarantee, LayoutBuilder, Marker, Prepared, Representative, SortedBy, Strategy,
    StrategyOptions, SymmetryGroup,
};

const PAGE: &str = include_str!("../../../docs/guide/strategies.md");

/// The processes in the pictures.
const COUNT: usize = 4;

/// What processes hold, in the pictures and in the states: where they are, and a reference or a number.
const AT: &str = "at";
const NEXT: &str = "next";
const TRIES: &str = "tries";
/// The global reference.
const TURN: &str = "turn";

/// States of the pictures: the turn, then what each process holds. Or only that, and no references.
fn symmetry(references: bool) -> SymmetryGroup {
    let mut builder = LayoutBuilder::new();
    let processes: Vec<_> = (0..COUNT).map(|i| builder.point(0, format!("process({i})"))).collect();
    let reference =
        Content::Reference { first_value: 0, first_point: processes[0], count: COUNT as u32 };
    let [turn, at, other] = [0; 3].map(|_| builder.family());
    if references {
        builder.cell(turn, &[], reference);
    }
    for &process in &processes {
        builder.cell(at, &[process], Content::Data);
        builder.cell(other, &[process], if references { reference } else { Content::Data });
    }
    SymmetryGroup::new(Group::symmetric(COUNT), builder.build().unwrap()).unwrap()
}

fn prepare<'a>(
    name: &str,
    sorted_by: Option<SortedBy>,
    symmetry: &'a SymmetryGroup,
) -> Prepared<'a> {
    let strategy = Strategy::from_name(name).unwrap_or_else(|| panic!("no strategy `{name}`"));
    let mut options = StrategyOptions::default();
    options.sorted_by = sorted_by.unwrap_or(options.sorted_by);
    strategy.prepare(symmetry, &options).unwrap()
}

/// What a heading or a row of the table says of `sorted`.
fn sorted_by(text: &str) -> Option<SortedBy> {
    let ways =
        [("main", SortedBy::Main), ("swaps", SortedBy::Swaps), ("records", SortedBy::Records)];
    let named = ways.into_iter().find(|(name, _)| text.contains(&format!("sorted:{name}`")));
    named.map(|(_, by)| by)
}

fn represent(strategy: &Prepared<'_>, state: &[i32]) -> Vec<i32> {
    match strategy {
        Prepared::Representative(strategy) | Prepared::Concrete(strategy) => {
            let mut target = vec![0; state.len()];
            strategy.representative(state, &mut target, &mut strategy.scratch());
            target
        }
        Prepared::Marker(strategy) => {
            let mut marker = Vec::new();
            strategy.mark(state, &mut marker, &mut strategy.scratch());
            marker
        }
    }
}

/// A row of a picture: its name, and what stands left and right of the line.
type Row = (&'static str, [Vec<&'static str>; 2]);

/// A picture, and the section that it is in.
struct Picture {
    strategy: &'static str,
    sorted_by: Option<SortedBy>,
    title: [&'static str; 2],
    rows: Vec<Row>,
}

/// The name of a row and the rest of it. Names end where there are two spaces.
fn row(line: &'static str) -> Row {
    let (name, rest) = line.split_once("  ").expect("a name and two spaces");
    let (left, right) = rest.split_once('|').expect("a line between the states");
    (name, [left, right].map(|side| side.split_whitespace().collect()))
}

/// All pictures of the page.
fn pictures() -> Vec<Picture> {
    let mut found = Vec::new();
    let (mut strategy, mut by) = ("", None);
    let mut lines = PAGE.lines();
    while let Some(line) = lines.next() {
        if let Some(heading) = line.strip_prefix("## ") {
            (strategy, by) = (heading.trim_matches('`'), None);
        } else if line.starts_with("### ") {
            by = sorted_by(line);
        } else if line == "```text" {
            let mut block = lines.by_ref().take_while(|line| *line != "```");
            let titles = block.next().unwrap().split_once('|').expect("a title on each side");
            let title = [titles.0.trim(), titles.1.trim()];
            found.push(Picture { strategy, sorted_by: by, title, rows: block.map(row).collect() });
        }
    }
    found
}

fn number(text: &str) -> i32 {
    if text == "-" { -1 } else { text.parse().unwrap() }
}

impl Picture {
    fn find(&self, name: &str) -> Option<&[Vec<&'static str>; 2]> {
        self.rows.iter().find(|(known, _)| *known == name).map(|(_, sides)| sides)
    }

    fn row(&self, name: &str, side: usize) -> &[&'static str] {
        let sides = self.find(name).unwrap_or_else(|| panic!("{}: no `{name}`", self.strategy));
        let count = if name == TURN { 1 } else { COUNT };
        assert_eq!(sides[side].len(), count, "{}: `{name}`", self.strategy);
        &sides[side]
    }

    fn has_references(&self) -> bool {
        self.find(TURN).is_some()
    }

    /// The state on one side.
    fn state(&self, side: usize) -> Vec<i32> {
        let mut state = Vec::new();
        if self.has_references() {
            state.push(number(self.row(TURN, side)[0]));
        }
        let other = if self.has_references() { NEXT } else { TRIES };
        for process in 0..COUNT {
            state.push(number(self.row(AT, side)[process]));
            state.push(number(self.row(other, side)[process]));
        }
        state
    }

    /// What the picture says a marker is: the turn, unless that is left out, and a row for each process.
    fn marker(&self, has_turn: bool) -> Vec<&'static str> {
        let names = [AT, NEXT];
        let turn = self.row(TURN, 1);
        let mut marker = if has_turn { turn.to_vec() } else { Vec::new() };
        for process in 0..COUNT {
            marker.extend(names.iter().map(|name| self.row(name, 1)[process]));
        }
        marker
    }

    fn check_marker(&self, strategy: &Prepared<'_>) {
        let computed = represent(strategy, &self.state(0));
        // What is forgotten of the turn need not be written.
        let drawn = self.marker(self.strategy != "flattened");
        assert_eq!(computed.len(), drawn.len(), "{}", self.strategy);
        for (&drawn, &computed) in drawn.iter().zip(&computed) {
            match drawn {
                // Somebody, who is not named.
                "*" => assert!(computed >= 0, "{}", self.strategy),
                other => assert_eq!(computed, number(other), "{}", self.strategy),
            }
        }
    }
}

#[test]
fn every_strategy_is_pictured_with_one_state() {
    let pictures = pictures();
    let state = pictures[0].state(0);
    for strategy in Strategy::ALL {
        let own = pictures.iter().filter(|picture| picture.strategy == strategy.name());
        let own: Vec<_> = own.collect();
        assert!(!own.is_empty(), "{} has no picture", strategy.name());
        assert_eq!(own[0].title[0], "before", "{}", strategy.name());
        assert_eq!(own[0].state(0), state, "{}", strategy.name());
    }
}

#[test]
fn pictures_are_true() {
    let mut kinds = HashSet::new();
    let pictures = pictures();
    for (index, picture) in pictures.iter().enumerate() {
        let symmetry = symmetry(picture.has_references());
        let mut oracle = Oracle::new(symmetry.group(), symmetry.layout()).unwrap();
        let name = format!("{} {:?}, picture {index}", picture.strategy, picture.sorted_by);
        kinds.insert(picture.title);
        if picture.title == ["one state", "a symmetric one"] {
            let [one, other] = [0, 1].map(|side| picture.state(side));
            assert_ne!(one, other);
            assert_eq!(oracle.least_image(&one), oracle.least_image(&other));
            continue;
        }
        let strategy = prepare(picture.strategy, picture.sorted_by, &symmetry);
        match picture.title {
            ["before", "after"] => {
                assert_eq!(represent(&strategy, &picture.state(0)), picture.state(1), "{name}");
            }
            ["symmetric", "after"] => {
                let [one, other] = [pictures[index - 1].state(0), picture.state(0)];
                assert_eq!(oracle.least_image(&one), oracle.least_image(&other), "{name}");
                assert_eq!(represent(&strategy, &other), picture.state(1), "{name}");
                assert_ne!(picture.state(1), pictures[index - 1].state(1), "{name}");
            }
            ["before", "marker"] => picture.check_marker(&strategy),
            ["one state", "another"] => {
                let [one, other] = [0, 1].map(|side| picture.state(side));
                assert_ne!(oracle.least_image(&one), oracle.least_image(&other), "{name}");
                assert_eq!(represent(&strategy, &one), represent(&strategy, &other), "{name}");
            }
            title => panic!("{name}: what is {title:?}?"),
        }
    }
    assert_eq!(kinds.len(), 5);
}

/// All states in which each process is at one of two places.
fn states() -> impl Iterator<Item = Vec<i32>> {
    let references = COUNT as i32 + 1;
    (0..references * (2 * references).pow(COUNT as u32)).map(move |mut code| {
        let mut digit = |base: i32| {
            let digit = code % base;
            code /= base;
            digit
        };
        let mut state = vec![digit(references) - 1];
        for _ in 0..COUNT {
            state.push(digit(2));
            state.push(digit(references) - 1);
        }
        state
    })
}

/// A number as the program prints it: `15 625`.
fn grouped(number: usize) -> String {
    if number < 1000 {
        return number.to_string();
    }
    format!("{} {:03}", grouped(number / 1000), number % 1000)
}

#[test]
fn the_table_is_true() {
    let (plain, symmetry) = (symmetry(false), symmetry(true));
    let mut oracle = Oracle::new(symmetry.group(), symmetry.layout()).unwrap();
    let classes: HashSet<_> = states().map(|state| oracle.least_image(&state)).collect();
    assert!(PAGE.contains(&format!("they form {} classes", grouped(classes.len()))));
    let mut listed = HashSet::new();
    for line in PAGE.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [name, guarantee, _, _, kept] = cells[..] else { panic!("{line}") };
        let by = sorted_by(name);
        // What follows a colon is a variant.
        let name = name.trim_matches('`').split(':').next().unwrap();
        listed.insert(name);
        let layout = if by == Some(SortedBy::Records) { &plain } else { &symmetry };
        let strategy = prepare(name, by, layout);
        assert_eq!(format!("{:?}", strategy.guarantee()).to_lowercase(), guarantee, "{line}");
        if by == Some(SortedBy::Records) {
            continue;
        }
        let left: HashSet<_> = states().map(|state| represent(&strategy, &state)).collect();
        assert_eq!(grouped(left.len()), kept, "{line}");
        match strategy.guarantee() {
            Guarantee::Unique => assert_eq!(left.len(), classes.len(), "{line}"),
            Guarantee::Complete => assert!(left.len() > classes.len(), "{line}"),
            Guarantee::Approximate => assert!(left.len() < classes.len(), "{line}"),
        }
    }
    for strategy in Strategy::ALL {
        assert!(listed.contains(strategy.name()), "{} is not in the table", strategy.name());
    }
}
