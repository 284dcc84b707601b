//! Which classes extend and implement which others.

use crate::ast::{ClassKind, Name};
use crate::declared::Declared;

/// How long a line of classes may be that extend one another.
const MAX_LINE: usize = 64;

/// For each class those above it.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    lines: Vec<Vec<usize>>,
    above: Vec<Vec<usize>>,
}

impl Lines {
    /// Finds what every class extends and implements, and notes what is wrong with it.
    pub fn new(declared: &mut Declared<'_>) -> Lines {
        let mut lines = Lines::default();
        for class in 0..declared.classes.len() {
            lines.lines.push(line(declared, class));
        }
        for class in 0..declared.classes.len() {
            let above = lines.all_above(declared, class);
            lines.above.push(above);
        }
        lines
    }

    /// What a class extends, what that extends and so on: the outermost first, itself last.
    pub fn line(&self, class: usize) -> &[usize] {
        &self.lines[class]
    }

    /// All classes and interfaces that its rebecs are of, those of its line first.
    pub fn above(&self, class: usize) -> &[usize] {
        &self.above[class]
    }

    fn all_above(&self, declared: &mut Declared<'_>, class: usize) -> Vec<usize> {
        let mut above = self.lines[class].clone();
        let mut at = 0;
        while let Some(&next) = above.get(at) {
            let tree = declared.classes[next].tree;
            for name in &tree.implements {
                let Some(found) = named(declared, name) else { continue };
                if declared.classes[found].tree.kind != ClassKind::Interface {
                    let message = format!("`{}` is not an interface", name.text);
                    let help = "classes are extended, interfaces are implemented";
                    // Said once, where it stands.
                    if next == class {
                        declared.error_with_help(name.span, message, help);
                    }
                } else if !above.contains(&found) {
                    above.push(found);
                }
            }
            at += 1;
        }
        above
    }
}

fn named(declared: &Declared<'_>, name: &Name) -> Option<usize> {
    declared.class_named(&name.text)
}

fn line(declared: &mut Declared<'_>, class: usize) -> Vec<usize> {
    let mut line = vec![class];
    let tree = declared.classes[class].tree;
    for name in
        tree.implements.iter().filter(|name| named(declared, name).is_none()).collect::<Vec<_>>()
    {
        declared.error(name.span, format!("there is no interface `{}`", name.text));
    }
    let mut next = tree.extends.as_ref();
    while let Some(name) = next {
        let first = line.len() == 1;
        let Some(found) = named(declared, name) else {
            if first {
                declared.error(name.span, format!("there is no class `{}`", name.text));
            }
            break;
        };
        if declared.classes[found].tree.kind == ClassKind::Interface {
            if first {
                let message = format!("`{}` is an interface", name.text);
                declared.error_with_help(name.span, message, "write `implements`");
            }
            break;
        }
        if line.contains(&found) || line.len() >= MAX_LINE {
            let what = if line.contains(&found) {
                "a class cannot extend itself".to_owned()
            } else {
                format!("too complex: more than {MAX_LINE} classes extend one another")
            };
            declared.error(name.span, what);
            break;
        }
        line.push(found);
        next = declared.classes[found].tree.extends.as_ref();
    }
    line.reverse();
    line
}
