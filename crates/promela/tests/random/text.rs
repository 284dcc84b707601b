//! Models as trees of lines and blocks, so that they can be made smaller.

/// A line of a model, or a block of lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A line.
    Line(String),
    /// Lines between an opening and a closing line.
    Block {
        /// The opening line.
        open: String,
        /// What stands between.
        body: Vec<Node>,
        /// The closing line; empty if there is none.
        close: String,
    },
}

/// A line.
pub fn line(text: impl Into<String>) -> Node {
    Node::Line(text.into())
}

/// A block.
pub fn block(open: impl Into<String>, body: Vec<Node>, close: impl Into<String>) -> Node {
    Node::Block { open: open.into(), body, close: close.into() }
}

/// An option of a choice.
pub fn option(body: Vec<Node>) -> Node {
    block("::", body, "")
}

/// The text of a model.
pub fn render(nodes: &[Node]) -> String {
    let mut text = String::new();
    write(nodes, 0, &mut text);
    text
}

fn write(nodes: &[Node], depth: usize, text: &mut String) {
    let put = |line: &str, text: &mut String| {
        if !line.is_empty() {
            text.push_str(&"  ".repeat(depth));
            text.push_str(line);
            text.push('\n');
        }
    };
    for node in nodes {
        match node {
            Node::Line(line) => put(line, text),
            Node::Block { open, body, close } => {
                put(open, text);
                write(body, depth + 1, text);
                put(close, text);
            }
        }
    }
}

/// Makes a model smaller as long as `fails` says that it still shows what it is to show, with at
/// most `tries` questions.
pub fn shrink(mut nodes: Vec<Node>, mut tries: usize, fails: &dyn Fn(&str) -> bool) -> Vec<Node> {
    loop {
        let before = nodes.clone();
        let mut index = 0;
        while tries > 0 {
            let candidates = smaller_at(&nodes, &mut index.clone());
            let Some(candidates) = candidates else { break };
            let better = candidates.into_iter().find(|candidate| {
                if tries == 0 {
                    return false;
                }
                tries -= 1;
                fails(&render(candidate))
            });
            match better {
                Some(better) => nodes = better,
                None => index += 1,
            }
        }
        if tries == 0 || nodes == before {
            return nodes;
        }
    }
}

/// The ways to make the node number `at` (in the order of the text) smaller, with all that is
/// around it; `None` if there is no such node.
fn smaller_at(nodes: &[Node], at: &mut usize) -> Option<Vec<Vec<Node>>> {
    for (position, node) in nodes.iter().enumerate() {
        let replaced = |with: Vec<Node>| {
            let mut all = nodes[..position].to_vec();
            all.extend(with);
            all.extend_from_slice(&nodes[position + 1..]);
            all
        };
        if *at == 0 {
            let mut candidates = Vec::new();
            let rest = nodes.len() - position;
            for count in [rest, rest / 2, rest / 4] {
                if count > 1 {
                    let mut all = nodes[..position].to_vec();
                    all.extend_from_slice(&nodes[position + count..]);
                    candidates.push(all);
                }
            }
            candidates.push(replaced(Vec::new()));
            match node {
                Node::Block { body, .. } => {
                    candidates.push(replaced(body.clone()));
                    // A choice of one option.
                    if let [Node::Block { body, .. }] = &body[..] {
                        candidates.push(replaced(body.clone()));
                    }
                }
                Node::Line(text) => {
                    let lines = simpler(text).into_iter().map(|text| replaced(vec![line(text)]));
                    candidates.extend(lines);
                }
            }
            return Some(candidates);
        }
        *at -= 1;
        if let Node::Block { open, body, close } = node
            && let Some(inner) = smaller_at(body, at)
        {
            let around = |body| replaced(vec![block(open.clone(), body, close.clone())]);
            return Some(inner.into_iter().map(around).collect());
        }
    }
    None
}

/// Simpler versions of a line: a parenthesis replaced by 0, 1 or half of what is in it.
fn simpler(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let bytes = text.as_bytes();
    for (start, _) in text.char_indices().filter(|(_, c)| *c == '(') {
        // The parentheses of calls and macros stay.
        if start > 0 && (bytes[start - 1].is_ascii_alphanumeric() || bytes[start - 1] == b'_') {
            continue;
        }
        let Some(length) = matching(&text[start..]) else { continue };
        let inside = &text[start + 1..start + length - 1];
        let mut with = |value: &str| {
            found.push(format!("{}{value}{}", &text[..start], &text[start + length..]));
        };
        for value in ["0", "1"] {
            with(value);
        }
        for operator in [" && ", " || ", " + ", " - ", " == ", " % "] {
            if let Some((left, right)) = inside.split_once(operator) {
                with(&format!("({left})"));
                with(&format!("({right})"));
            }
        }
    }
    found.retain(|simpler| simpler.len() < text.len());
    found
}

/// The length of the parenthesis that the text begins with.
fn matching(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at + 1),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}
