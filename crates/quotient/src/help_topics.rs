//! `quotient help TOPIC`: pages of the guide that the program has with it.

use std::ffi::OsString;

use clap::Command;
use diagnostics::nearest;

macro_rules! topics {
    ($($name:literal: $page:literal,)*) => {
        /// Topics, each with its page.
        const TOPICS: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../../../docs/guide/", $page, ".md")))),*];
    };
}

topics! {
    "counterexamples": "counterexamples",
    "fairness": "liveness",
    "json": "json",
    "limits": "inconclusive",
    "patterns": "patterns",
    "spin": "coming-from-spin",
    "suites": "suites",
    "symmetry": "symmetry",
}

/// What is said where help is asked for that there is not.
pub fn unknown(parser: &Command, arguments: &[OsString]) -> Option<String> {
    let [_, help, asked] = arguments else { return None };
    let asked = asked.to_str().filter(|asked| help == "help" && !asked.starts_with('-'))?;
    let commands = parser.get_subcommands().filter(|command| !command.is_hide_set());
    let commands: Vec<&str> = commands.map(Command::get_name).collect();
    if asked == "help" || commands.contains(&asked) || TOPICS.iter().any(|(name, _)| *name == asked)
    {
        return None;
    }
    let topics: Vec<&str> = TOPICS.iter().map(|(name, _)| *name).collect();
    let meant = nearest(asked, commands.iter().chain(&topics).copied());
    let meant = meant.map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
    Some(format!(
        "error: there is no command or topic `{asked}`{meant}\ncommands: {}\ntopics: {}",
        commands.join(", "),
        topics.join(", ")
    ))
}

/// The page that is asked for, if one is; behind the help of the command that is called the same, if there is one.
pub fn asked(parser: &Command, arguments: &[OsString]) -> Option<String> {
    let [_, help, topic] = arguments else { return None };
    let topic = topic.to_str().filter(|_| help == "help")?;
    let (_, page) = TOPICS.iter().find(|(name, _)| *name == topic)?;
    let mut parser = parser.clone();
    parser.build();
    Some(match parser.find_subcommand_mut(topic) {
        Some(command) => format!("{}\n{page}", command.render_long_help()),
        None => (*page).to_owned(),
    })
}
