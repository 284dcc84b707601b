//! Reads the sessions of a page: the commands in its console blocks, and what is shown below each.
//!
//! A block that a test cannot run has `<!-- not run: REASON -->` on the line before it, which readers
//! of the page do not see. What stands in a `promela` block is a file, [`MODEL`]; a `text` block right
//! below such a block shows what is said of the file.

/// The file that a `promela` block is written to.
pub const MODEL: &str = "m.pml";

const NOT_RUN: &str = "<!-- not run: ";
const PROMPT: &str = "$ ";
/// How lines begin that show what is said of a model.
const SAID: &str = "m:";
const FENCE: &str = "```";

/// What a page shows at some line.
#[derive(Debug, PartialEq)]
pub enum Part {
    /// The model of the parts that follow.
    Model { text: String },
    /// The warnings and errors for the model, one a line.
    Said { line: usize, shown: Vec<String> },
    /// A command of a console block, and what it prints.
    Command { block: usize, line: usize, command: String, shown: Vec<String> },
    /// A console block that is not run, and why.
    LeftOut { line: usize, reason: String },
}

/// A fenced block; its first line is the one after `line`.
struct Block<'a> {
    line: usize,
    language: &'a str,
    /// The line before the block.
    before: &'a str,
    lines: Vec<&'a str>,
}

/// All parts of a page, in order.
///
/// # Errors
/// The line of something that looks like a session and would not be run.
pub fn parts(page: &str) -> Result<Vec<Part>, String> {
    let blocks = blocks(page)?;
    check_marks(page, &blocks)?;
    let mut parts = Vec::new();
    for block in &blocks {
        match block.language {
            "console" => read_console(block, &mut parts)?,
            "promela" => parts.push(Part::Model { text: block.lines.join("\n") + "\n" }),
            _ => read_text(block, &mut parts)?,
        }
    }
    Ok(parts)
}

/// A mark belongs to the console block below it.
fn check_marks(page: &str, blocks: &[Block<'_>]) -> Result<(), String> {
    for (index, line) in page.lines().enumerate() {
        let below = |block: &Block<'_>| block.language == "console" && block.line == index + 2;
        if line.starts_with(NOT_RUN) && !blocks.iter().any(below) {
            return Err(format!("{}: no console block follows", index + 1));
        }
    }
    Ok(())
}

fn blocks(page: &str) -> Result<Vec<Block<'_>>, String> {
    let mut blocks = Vec::new();
    let mut open: Option<Block<'_>> = None;
    let mut before = "";
    for (index, line) in page.lines().enumerate() {
        if let Some(mut block) = open.take() {
            if line == FENCE {
                blocks.push(block);
            } else {
                block.lines.push(line);
                open = Some(block);
            }
        } else if let Some(language) = line.strip_prefix(FENCE) {
            open = Some(Block { line: index + 1, language, before, lines: Vec::new() });
        } else if line.trim_start().starts_with(FENCE) {
            return Err(format!("{}: an indented block", index + 1));
        }
        before = line;
    }
    match open {
        Some(block) => Err(format!("{}: a block that does not end", block.line)),
        None => Ok(blocks),
    }
}

fn read_console(block: &Block<'_>, parts: &mut Vec<Part>) -> Result<(), String> {
    if let Some(rest) = block.before.strip_prefix(NOT_RUN) {
        let reason = rest.strip_suffix(" -->").filter(|reason| !reason.trim().is_empty());
        let reason = reason.ok_or_else(|| format!("{}: no reason", block.line - 1))?;
        parts.push(Part::LeftOut { line: block.line, reason: reason.to_owned() });
        return Ok(());
    }
    let first = parts.len();
    for (index, &text) in block.lines.iter().enumerate() {
        let line = block.line + 1 + index;
        match (text.strip_prefix(PROMPT), parts[first..].last_mut()) {
            (Some(command), _) => {
                let (block, command) = (block.line, command.to_owned());
                parts.push(Part::Command { block, line, command, shown: Vec::new() });
            }
            (None, Some(Part::Command { shown, .. })) => shown.push(text.to_owned()),
            (None, _) => return Err(format!("{line}: a command must come first")),
        }
    }
    match parts.len() > first {
        true => Ok(()),
        false => Err(format!("{}: an empty session", block.line)),
    }
}

fn read_text(block: &Block<'_>, parts: &mut Vec<Part>) -> Result<(), String> {
    let shows = |start: &str| block.lines.iter().any(|line| line.starts_with(start));
    if shows(PROMPT) {
        return Err(format!("{}: a session that is no console block", block.line));
    }
    if block.before == FENCE && matches!(parts.last(), Some(Part::Model { .. })) {
        let shown = block.lines.iter().map(|&line| line.to_owned()).collect();
        parts.push(Part::Said { line: block.line, shown });
    } else if shows(SAID) {
        return Err(format!("{}: no model right above", block.line));
    }
    Ok(())
}
