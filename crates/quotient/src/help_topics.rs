//! `quotient help TOPIC`: pages of the guide that the program has with it.

use std::ffi::OsString;

use clap::Command;

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
