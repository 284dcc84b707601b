//! What a state holds, as scopes with variables: those of the process, and those that all share.

use std::collections::HashMap;

use checking::Detail;
use model::{Cell, CellKind};
use serde_json::{Value, json};

use crate::arguments::{optional_number, optional_text};
use crate::cell_tree::Node;
use crate::run::Run;

/// The last number of a variable before they begin anew.
const LAST: u64 = 1 << 30;

/// A scope.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Scope {
    /// What belongs to a process.
    Own(String),
    /// What belongs to no process.
    Globals,
    /// The channels.
    Channels,
    /// What never changes.
    Constants,
    /// What the last step has changed.
    Changed,
}

/// Something with parts: a scope, or what lies in one at a path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Container {
    scope: Scope,
    path: Vec<String>,
}

/// The numbers under which a client asks for parts, while a run stands where it stands.
#[derive(Default)]
pub(crate) struct References {
    /// The number before the first one.
    before: u64,
    containers: Vec<Container>,
    numbers: HashMap<Container, u64>,
}

impl References {
    /// The run has moved: what had a number has none any more.
    pub fn forget(&mut self) {
        self.before += self.containers.len() as u64;
        if self.before > LAST {
            self.before = 0;
        }
        self.containers.clear();
        self.numbers.clear();
    }

    fn number(&mut self, container: Container) -> u64 {
        if let Some(&number) = self.numbers.get(&container) {
            return number;
        }
        self.containers.push(container.clone());
        let number = self.before + self.containers.len() as u64;
        self.numbers.insert(container, number);
        number
    }

    fn container(&self, number: u64) -> Result<&Container, String> {
        let place = number.checked_sub(self.before + 1).and_then(|it| usize::try_from(it).ok());
        let found = place.and_then(|place| self.containers.get(place));
        found.ok_or_else(|| format!("there are no variables {number} here"))
    }

    /// The scopes of a process, or of the model as a whole.
    pub fn scopes(&mut self, run: &Run<'_>, process: Option<&str>) -> Value {
        let own = process.map(|process| Scope::Own(process.to_owned()));
        let shared = [Scope::Globals, Scope::Channels, Scope::Changed, Scope::Constants];
        let mut told = Vec::new();
        for scope in own.into_iter().chain(shared) {
            let node = tree(run, &scope);
            if node.parts.is_empty() {
                continue;
            }
            let mut it = json!({ "name": name(&scope), "expensive": false });
            if matches!(scope, Scope::Own(_)) {
                it["presentationHint"] = "locals".into();
            }
            self.refer(&mut it, Container { scope, path: Vec::new() }, &node);
            told.push(it);
        }
        json!({ "scopes": told })
    }

    /// The variables that a request asks for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn variables(
        &mut self,
        run: &Run<'_>,
        reference: u64,
        arguments: &Value,
    ) -> Result<Value, String> {
        let filter = optional_text(arguments, "filter")?;
        let first = optional_number(arguments, "start")?.unwrap_or(0);
        let count = optional_number(arguments, "count")?.filter(|&count| count > 0);
        let container = self.container(reference)?.clone();
        let tree = tree(run, &container.scope);
        let node = tree.part(&container.path);
        let node = node.ok_or_else(|| format!("there are no variables {reference} here"))?;
        let is_wanted = |(name, _): &&(String, Node)| match filter {
            Some("indexed") => name.starts_with('['),
            Some("named") => !name.starts_with('['),
            _ => true,
        };
        let first = usize::try_from(first).unwrap_or(usize::MAX);
        let count = count.and_then(|it| usize::try_from(it).ok()).unwrap_or(usize::MAX);
        let mut told = Vec::new();
        for (name, part) in node.parts.iter().filter(is_wanted).skip(first).take(count) {
            let mut variable = json!({ "name": name, "value": part.text() });
            if !part.full_name.is_empty() {
                variable["evaluateName"] = part.full_name.as_str().into();
            }
            if container.scope == Scope::Constants {
                variable["presentationHint"] = json!({ "attributes": ["constant"] });
            }
            let path = container.path.iter().cloned().chain([name.clone()]).collect();
            let below = Container { scope: container.scope.clone(), path };
            self.refer(&mut variable, below, part);
            told.push(variable);
        }
        Ok(json!({ "variables": told }))
    }

    /// The whole name of a part that is called so in a container.
    ///
    /// # Errors
    /// That there is no such container.
    pub fn full_name(&self, run: &Run<'_>, reference: u64, name: &str) -> Result<String, String> {
        let container = self.container(reference)?;
        let tree = tree(run, &container.scope);
        let node = tree.part(&container.path);
        let part = node.and_then(|node| node.part(&[name.to_owned()]));
        Ok(part.map(|part| part.full_name.clone()).unwrap_or_default())
    }

    /// What a name stands for in a state: of a process first, then of all.
    pub fn named(&mut self, run: &Run<'_>, process: Option<&str>, name: &str) -> Option<Value> {
        let own = process.map(|process| Scope::Own(process.to_owned()));
        let shared = [Scope::Globals, Scope::Channels, Scope::Constants];
        for scope in own.into_iter().chain(shared) {
            let tree = tree(run, &scope);
            if let Some((path, node)) = tree.named(name) {
                let mut told = json!({ "result": node.text() });
                self.refer(&mut told, Container { scope, path }, node);
                return Some(told);
            }
        }
        None
    }

    /// Says how the parts of something are asked for.
    fn refer(&mut self, told: &mut Value, container: Container, node: &Node) {
        let parts = node.parts.len();
        if parts == 0 {
            told["variablesReference"] = 0.into();
            return;
        }
        told["variablesReference"] = self.number(container).into();
        let kind = if node.are_elements() { "indexedVariables" } else { "namedVariables" };
        told[kind] = parts.into();
    }
}

fn name(scope: &Scope) -> &str {
    match scope {
        Scope::Own(process) => process,
        Scope::Globals => "Globals",
        Scope::Channels => "Channels",
        Scope::Constants => "Constants",
        Scope::Changed => "Changed by the last step",
    }
}

/// What a scope holds where a run stands.
fn tree(run: &Run<'_>, scope: &Scope) -> Node {
    let session = run.session();
    match scope {
        Scope::Constants => {
            let constants = session.constants().into_iter();
            let leaf = |(name, value): (String, String)| (name.clone(), Node::leaf(value, name));
            Node { parts: constants.map(leaf).collect(), ..Node::default() }
        }
        Scope::Changed => {
            let changes = run.last(Detail::Changes).map(|step| step.transition.changes);
            let leaf = |change: model::Change| {
                let before = change.before.unwrap_or_else(|| "nothing".to_owned());
                let text = format!("{before} → {}", change.after);
                (change.cell.clone(), Node::leaf(text, change.cell))
            };
            let parts = changes.unwrap_or_default().into_iter().map(leaf).collect();
            Node { parts, ..Node::default() }
        }
        Scope::Channels => {
            let cells = session.cells();
            let channels = cells.iter().filter(|cell| cell.kind == CellKind::Channel);
            Node::of(channels.map(|cell| (cell.name.as_str(), cell)))
        }
        Scope::Own(process) => {
            let cells = session.cells();
            Node::of(cells.iter().filter_map(|cell| Some((own_name(cell, process)?, cell))))
        }
        Scope::Globals => {
            let (cells, processes) = (session.cells(), session.processes());
            let is_owned = |cell: &Cell| {
                processes.iter().any(|process| own_name(cell, &process.process).is_some())
            };
            let globals = cells.iter().filter(|it| it.kind != CellKind::Channel && !is_owned(it));
            Node::of(globals.map(|cell| (cell.name.as_str(), cell)))
        }
    }
}

/// What a cell of a process is called there; none if it is not of that process.
fn own_name<'c>(cell: &'c Cell, process: &str) -> Option<&'c str> {
    if cell.kind == CellKind::Component && cell.name == process {
        return Some(&cell.name);
    }
    if let Some(name) = cell.name.strip_prefix(process).and_then(|rest| rest.strip_prefix('.')) {
        return Some(name);
    }
    // What processes that are only numbered own is an element with their number.
    let (_, number) = process.split_once(' ').filter(|_| cell.kind == CellKind::Local)?;
    cell.name.strip_suffix(']')?.strip_suffix(number)?.strip_suffix('[')
}
