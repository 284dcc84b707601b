//! The cells of a state as a tree: arrays with their elements, structures with their fields.

use model::Cell;

/// The most elements that the text of an array or a structure names.
const MOST_NAMED: usize = 8;
/// The most characters of such a text.
const LONGEST: usize = 120;

/// A part of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Node {
    /// Its value, if it is a cell.
    pub value: Option<String>,
    /// The name of the cell.
    pub full_name: String,
    /// Its parts, in order.
    pub parts: Vec<(String, Node)>,
}

impl Node {
    /// A part with a value, and no parts of its own.
    pub fn leaf(value: String, full_name: String) -> Node {
        Node { value: Some(value), full_name, parts: Vec::new() }
    }

    /// Cells, each with its name in the tree.
    pub fn of<'c>(cells: impl Iterator<Item = (&'c str, &'c Cell)>) -> Node {
        let mut root = Node::default();
        for (name, cell) in cells {
            let before = cell.name.strip_suffix(name).map_or(0, str::len);
            let node = root.at(&segments(name), before, &cell.name);
            (node.value, node.full_name) = (Some(cell.text.clone()), cell.name.clone());
            for (message, number) in cell.messages.iter().flatten().zip(0..) {
                // What has parts of its own cannot be asked for by name.
                let part = Node::leaf(message.clone(), String::new());
                node.parts.push((format!("[{number}]"), part));
            }
        }
        root
    }

    /// The part at a path, which is added if it is not there; `before` is how much of the full name stands before the path.
    fn at(&mut self, path: &[&str], before: usize, full_name: &str) -> &mut Node {
        let mut node = self;
        let mut end = before;
        for (place, segment) in path.iter().enumerate() {
            end += segment.len() + usize::from(full_name[end..].starts_with('.'));
            // No two cells have one name, and those that belong together follow one another.
            let is_cell = place + 1 == path.len();
            let known = node.parts.iter().rposition(|(name, _)| !is_cell && name == segment);
            let place = known.unwrap_or_else(|| {
                let full_name = full_name[..end].to_owned();
                node.parts.push(((*segment).to_owned(), Node { full_name, ..Node::default() }));
                node.parts.len() - 1
            });
            node = &mut node.parts[place].1;
        }
        node
    }

    /// The part with a path of names.
    pub fn part(&self, path: &[String]) -> Option<&Node> {
        path.iter().try_fold(self, |node, segment| {
            node.parts.iter().find(|(name, _)| name == segment).map(|(_, part)| part)
        })
    }

    /// The path of the part that is written so, as in `a[2].b`, and the part.
    pub fn named(&self, name: &str) -> Option<(Vec<String>, &Node)> {
        let path: Vec<String> = segments(name).into_iter().map(str::to_owned).collect();
        let part = self.part(&path).filter(|_| !path.is_empty())?;
        Some((path, part))
    }

    /// Its value, or those of its parts.
    pub fn text(&self) -> String {
        if let Some(value) = &self.value {
            return value.clone();
        }
        let are_elements = self.are_elements();
        let part = |(name, part): &(String, Node)| {
            let value = part.value.as_deref().unwrap_or("{…}");
            if are_elements { value.to_owned() } else { format!("{name}: {value}") }
        };
        let mut texts: Vec<String> = self.parts.iter().take(MOST_NAMED).map(part).collect();
        if self.parts.len() > MOST_NAMED {
            texts.push("…".to_owned());
        }
        let text = texts.join(", ");
        let text = match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        };
        if are_elements { format!("[{text}]") } else { format!("{{{text}}}") }
    }

    /// Whether its parts are elements that are numbered.
    pub fn are_elements(&self) -> bool {
        self.parts.iter().all(|(name, _)| name.starts_with('['))
    }
}

/// The parts of a name, as in `a`, `[2]`, `b` for `a[2].b`: what stands in parentheses belongs together.
fn segments(name: &str) -> Vec<&str> {
    let mut segments = Vec::new();
    let (mut begin, mut depth) = (0, 0_usize);
    for (place, character) in name.char_indices() {
        match character {
            '.' | '[' if depth == 0 => {
                segments.push(&name[begin..place]);
                begin = place + usize::from(character == '.');
                depth = usize::from(character == '[');
            }
            '(' | '[' | '{' | '<' => depth += 1,
            ')' | ']' | '}' | '>' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    segments.push(&name[begin..]);
    segments.retain(|segment| !segment.is_empty());
    segments
}

#[cfg(test)]
mod tests {
    use model::{CellKind, Value};

    use super::*;

    fn cells(names: &[&str]) -> Vec<Cell> {
        let cell = |(name, number): (&&str, i64)| Cell {
            kind: CellKind::Global,
            name: (*name).to_owned(),
            text: number.to_string(),
            value: Value::Number(number),
            messages: None,
        };
        names.iter().zip(0..).map(cell).collect()
    }

    #[test]
    fn names_have_parts() {
        assert_eq!(segments("a[2].b"), ["a", "[2]", "b"]);
        assert_eq!(segments("a[1][2]"), ["a", "[1]", "[2]"]);
        assert_eq!(segments("Top(N.1)"), ["Top(N.1)"]);
        assert_eq!(segments("a[b[1].c].d"), ["a", "[b[1].c]", "d"]);
        for odd in ["", ".", "[", "]", "a.", ".a", "a[", "a]]b", "é.[(", "a..b"] {
            let _ = segments(odd);
        }
    }

    #[test]
    fn cells_become_a_tree() {
        let cells = cells(&["P(1).f[0]", "P(1).f[1]", "P(1).s.x", "P(1).s.y", "P(1).k"]);
        let tree = Node::of(cells.iter().map(|it| (&it.name["P(1).".len()..], it)));
        let names: Vec<&str> = tree.parts.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["f", "s", "k"]);
        let (f, s) = (&tree.parts[0].1, &tree.parts[1].1);
        assert_eq!((f.text().as_str(), f.full_name.as_str()), ("[0, 1]", "P(1).f"));
        assert_eq!((s.text().as_str(), s.full_name.as_str()), ("{x: 2, y: 3}", "P(1).s"));
        assert_eq!(f.parts[1].1.full_name, "P(1).f[1]");
        assert_eq!(tree.named("s.y").map(|(_, part)| part.text()).as_deref(), Some("3"));
        assert_eq!(tree.named(""), None);
        assert_eq!(tree.named("s.z"), None);
    }
}
