//! Options of other tools on the command line, answered with those of this one.

use std::ffi::OsString;
use std::path::Path;

use checking::{Habit, Language, Peer, Takes};
use clap::Command;

use crate::applicable::applicable;
use crate::table::Languages;

/// What the user typed, word by word.
struct Typed {
    /// The command, if one is named.
    command: Option<String>,
    /// The words behind the program and the command.
    words: Vec<String>,
}

/// An option of another tool, as it was typed.
struct Found {
    habit: &'static Habit,
    typed: String,
    value: String,
}

/// The answer to options of another tool, if there are any among the arguments.
pub fn answer(languages: Languages, parser: &Command, arguments: &[OsString]) -> Option<String> {
    let typed = Typed::new(parser, arguments);
    let own = typed.words.iter().find_map(|word| languages.of_extension(Path::new(word)));
    let mut peers: Vec<&'static Peer> =
        own.and_then(|language| language.peer()).into_iter().collect();
    for peer in languages.known.iter().filter_map(|language| language.peer()) {
        if peers.iter().all(|known| known.name != peer.name) {
            peers.push(peer);
        }
    }
    let (peer, found, rest) = peers.iter().find_map(|peer| {
        let (found, rest) = typed.habits(parser, peer);
        (!found.is_empty()).then_some((*peer, found, rest))
    })?;
    match own.filter(|own| own.peer().is_none_or(|of_language| of_language.name != peer.name)) {
        Some(language) => Some(foreign(peer, language, &found)),
        None => Some(told(peer, &typed, &found, &rest)),
    }
}

/// What is said of options of a tool for another language.
fn foreign(peer: &Peer, language: &dyn Language, found: &[Found]) -> String {
    let options: Vec<String> = found.iter().map(|one| format!("`{}`", one.typed)).collect();
    let (are, do_not) =
        if options.len() == 1 { ("is an option", "does not") } else { ("are options", "do not") };
    let (options, name, title) = (options.join(" and "), peer.name, language.title());
    format!(
        "error: {options} {are} of {name}, which {do_not} apply to {title}\n{}",
        applicable(language)
    )
}

/// `quotient MODEL`, with options of `check` before it or behind it, as `quotient check MODEL`.
pub fn with_command(languages: Languages, parser: &Command, arguments: &mut Vec<OsString>) {
    let words = || arguments.iter().skip(1);
    let is_model = |word: &OsString| {
        languages.of_extension(Path::new(word)).is_some() || Path::new(word).is_file()
    };
    let names_command =
        |word: &OsString| word.to_str().is_some_and(|name| is_command(parser, name));
    let begins_with_option = parser.find_subcommand("check").is_some_and(|check| {
        let first = words().next().and_then(|first| first.to_str());
        first.is_some_and(|first| {
            first.starts_with('-') && is_ours(check, first) && !is_ours(parser, first)
        })
    });
    let has_model = match begins_with_option {
        true => words().any(is_model) && !words().any(names_command),
        false => words().next().is_some_and(|first| is_model(first) && !names_command(first)),
    };
    if has_model {
        arguments.insert(1, "check".into());
    }
}

fn is_command(parser: &Command, name: &str) -> bool {
    name == "help" || parser.find_subcommand(name).is_some()
}

impl Typed {
    fn new(parser: &Command, arguments: &[OsString]) -> Typed {
        let mut words =
            arguments.iter().skip(1).map(|word| word.to_string_lossy().into_owned()).peekable();
        let command = words.next_if(|word| is_command(parser, word));
        Typed { command, words: words.collect() }
    }

    /// The options of the other tool, and the other words.
    fn habits(&self, parser: &Command, peer: &Peer) -> (Vec<Found>, Vec<String>) {
        let command = self.command.as_deref().unwrap_or("check");
        let parser = parser.find_subcommand(command).unwrap_or(parser);
        let (mut found, mut rest) = (Vec::new(), Vec::new());
        let mut words = self.words.iter().peekable();
        while let Some(word) = words.next() {
            let is_option = word.starts_with('-') && !is_ours(parser, word);
            let next = words.peek().map(|next| next.as_str());
            let known = |habit: &&'static Habit| {
                habit.value(word).is_some()
                    && (habit.takes != Takes::Formula || next.is_some_and(is_formula))
            };
            let Some(habit) = peer.habits.iter().find(known).filter(|_| is_option) else {
                rest.push(word.clone());
                continue;
            };
            let mut value = habit.value(word).unwrap_or_default().to_owned();
            let mut typed = word.clone();
            if value.is_empty() {
                let is_value = |next: &&String| is_value(habit.takes, next);
                value = words.next_if(is_value).cloned().unwrap_or_default();
                typed = match habit.takes {
                    Takes::Formula => format!("{typed} '{value}'"),
                    _ => format!("{typed} {value}"),
                };
            }
            if habit.takes == Takes::Formula {
                value = negation(&value);
            }
            found.push(Found { habit, typed: typed.trim_end().to_owned(), value });
        }
        (found, rest)
    }
}

/// Whether a word behind an option is its value: it need not be, where a model is what comes next.
fn is_value(takes: Takes, word: &str) -> bool {
    match takes {
        Takes::Nothing => false,
        Takes::Number => !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()),
        Takes::Word => !word.starts_with('-') && !Path::new(word).is_file(),
        Takes::File => !word.starts_with('-'),
        Takes::Formula => is_formula(word),
    }
}

/// The negation of a formula: without the one that it has as a whole, if it has one.
fn negation(formula: &str) -> String {
    let positive = formula.trim().strip_prefix('!').map(str::trim);
    let inner = positive.and_then(|it| it.strip_prefix('(')).and_then(|it| it.strip_suffix(')'));
    match (inner, positive) {
        (Some(inner), _) if closes_what_it_opens(inner) => inner.to_owned(),
        (_, Some(name)) if name.chars().all(|c| c.is_alphanumeric() || c == '_') => name.to_owned(),
        _ => format!("!({formula})"),
    }
}

fn closes_what_it_opens(text: &str) -> bool {
    let mut open = 0_i64;
    let stays_open = text.chars().all(|character| {
        open += i64::from(character == '(') - i64::from(character == ')');
        open >= 0
    });
    stays_open && open == 0
}

/// Whether a word is a formula, and no file or option.
fn is_formula(word: &str) -> bool {
    let marks = ["[]", "<>", "&&", "||", "->", " ", "!", "("];
    !word.starts_with('-')
        && !Path::new(word).is_file()
        && marks.iter().any(|mark| word.contains(mark))
}

/// Whether a command has the option that a word begins with.
fn is_ours(command: &Command, word: &str) -> bool {
    match word.strip_prefix("--") {
        Some(long) => {
            let name = long.split('=').next().unwrap_or_default();
            command.get_arguments().any(|argument| argument.get_long() == Some(name))
                || name == "help"
        }
        None => {
            let letter = word.chars().nth(1);
            letter.is_some()
                && command.get_arguments().any(|argument| argument.get_short() == letter)
                || letter == Some('h')
        }
    }
}

fn told(peer: &Peer, typed: &Typed, found: &[Found], rest: &[String]) -> String {
    let simulates = match typed.command.as_deref() {
        Some(command) => command == "simulate",
        None => found.iter().all(|one| one.habit.simulate.is_some()),
    };
    let command = if simulates { "simulate" } else { "check" };
    let theirs: Vec<&str> = found.iter().map(|one| one.typed.as_str()).collect();
    let head = match ours(found, simulates) {
        Some(ours) => {
            let model = if rest.is_empty() { "MODEL".to_owned() } else { rest.join(" ") };
            let (program, theirs, name) = (peer.program, theirs.join(" "), peer.name);
            format!("`{program} {theirs}` of {name} is `quotient {command} {ours}{model}` here")
        }
        None if theirs.len() == 1 => format!("`{}` is an option of {}", theirs[0], peer.name),
        None => format!("`{}` are options of {}", theirs.join("`, `"), peer.name),
    };
    let widest = theirs.iter().map(|option| option.chars().count()).max().unwrap_or(0);
    let rows = found.iter().map(|one| format!("\n  {:widest$}  {}", one.typed, one.habit.answer));
    format!("error: {head}{}", rows.collect::<String>())
}

/// The options of this program that do the same, each with a blank behind it; none if one of them has no counterpart.
fn ours(found: &[Found], simulates: bool) -> Option<String> {
    let mut ours: Vec<String> = Vec::new();
    for one in found {
        let options = if simulates { one.habit.simulate } else { one.habit.check }?;
        let options = replaced(options, &one.value);
        if !options.is_empty() && !ours.contains(&options) {
            ours.push(options);
        }
    }
    Some(ours.iter().map(|options| format!("{options} ")).collect())
}

/// The options of this program with the value that was typed, or a name for it.
fn replaced(options: &str, value: &str) -> String {
    options.replace("VALUE", if value.is_empty() { "N" } else { value })
}
