//! Random texts for the preprocessor.

use super::numbers::Numbers;

/// A text of random directives and calls. It has no numbers within words, which Promela refuses, and
/// no marks that gcc glues.
pub(super) fn random_text(numbers: &mut Numbers) -> String {
    const NAMES: &[&str] = &["A", "B", "C", "f", "g", "h", "x", "y"];
    const WORDS: &[&str] = &["(", ")", ",", "(", ")", "+", "<", "[", ";", "\"s\""];
    let mut text = String::new();
    let mut open = 0;
    for _ in 0..numbers.between(3, 14) {
        let name = *numbers.pick(NAMES);
        let line = match numbers.below(12) {
            0..3 => format!("#define {name} {}", random_words(numbers, NAMES, WORDS)),
            3..5 => {
                let body = [NAMES, &["x", "#x", "# x", "##", "x"]].concat();
                format!("#define {name}(x) {}", random_words(numbers, &body, WORDS))
            }
            5 => {
                let body = [NAMES, &["x ## y", "#x", "y##x", "x", "y##"]].concat();
                format!("#define {name}(x, y) {}", random_words(numbers, &body, WORDS))
            }
            6 => format!("#undef {name}"),
            7 if open < 3 => {
                open += 1;
                let test = ["#ifdef", "#ifndef", "#if defined"];
                format!("{} {name}", numbers.pick(&test))
            }
            8 if open > 0 && numbers.chance(50) => format!("#elif defined({name}) || A + B > 0"),
            8 if open > 0 => "#else".to_owned(),
            9 if open > 0 => {
                open -= 1;
                "#endif".to_owned()
            }
            _ => random_words(numbers, NAMES, WORDS),
        };
        text.push_str(&line);
        text.push('\n');
    }
    text.push_str(&"#endif\n".repeat(open));
    text
}

fn random_words(numbers: &mut Numbers, names: &[&str], words: &[&str]) -> String {
    let mut text = String::new();
    for _ in 0..numbers.between(0, 7) {
        match numbers.below(5) {
            0 => text.push_str(numbers.pick::<&str>(words)),
            1 => {
                let name = *numbers.pick(names);
                text.push_str(&format!("{name}({})", random_words(numbers, names, words)));
            }
            _ => text.push_str(numbers.pick::<&str>(names)),
        }
        text.push_str(numbers.pick::<&str>(&["", " ", " ", " /* c */ "]));
    }
    text
}
