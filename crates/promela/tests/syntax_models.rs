//! Every Promela model we have parses, or is refused where SPIN's parser refuses it.

use std::path::Path;

use crate::support::{messages, model_files_or_skip, parse_file, parse_text, print};

/// Refused here and by `spin -a` (6.5.2), with the reason.
const REFUSED: &[(&str, &str)] = &[
    ("EtchTesting/AdviceTests/advicenarrowvariable.p", "an empty body"),
    ("EtchTesting/AdviceTests/advicerecordassignbothsidesarray.p", "a variable named `local`"),
    ("EtchTesting/AdviceTests/advicerecordassignleftsidearray.p", "a variable named `local`"),
    ("EtchTesting/FailTests/fail_attempt_at_function_pointer.p", "an inline as an argument"),
    ("EtchTesting/FailTests/fail_goto_refers_to_typename.p", "`goto` a type"),
    ("EtchTesting/FailTests/fail_label_name_already_exists.p", "a label named as a type"),
    (
        "EtchTesting/FailTests/fail_macro_used_with_wrong_num_args.p",
        "two arguments for three parameters of an inline",
    ),
    ("EtchTesting/FailTests/fail_missing_run.p", "a proctype called without `run`"),
    ("EtchTesting/FailTests/fail_mtype_name_already_exists.p", "an assignment to an mtype symbol"),
    (
        "EtchTesting/FailTests/fail_mtype_name_already_exists2.p",
        "an mtype symbol named as a proctype",
    ),
    ("EtchTesting/FailTests/fail_mtype_name_already_exists3.p", "an mtype symbol named as a type"),
    ("EtchTesting/FailTests/fail_type_used_as_variable.p", "a type as a variable"),
    (
        "EtchTesting/FailTests/fail_variable_not_array.p",
        "a proctype called without `run` (SPIN stops earlier, at an assignment to a channel)",
    ),
    ("EtchTesting/FailTests/failbadinlines.p", "a variable named as an inline"),
    ("EtchTesting/FailTests/failbadinlines3.p", "a variable named as an inline"),
    ("EtchTesting/FailTests/failduplicatename.p", "a variable named as a proctype"),
    ("EtchTesting/FailTests/failnamealreadyusedasinline.p", "a proctype named as an inline"),
    ("EtchTesting/FailTests/failundefinedlabel2.p", "a label named as an mtype symbol"),
    ("EtchTesting/MissingFeatures/fail_bad_use_of_local_keyword.p", "a variable named `local`"),
    ("EtchTesting/MissingFeatures/potsmodel2.p", "`unsigned` as a message type"),
    ("EtchTesting/ParseFailTests/misc1.p", "`chan{byte}`, a type that only Etch has"),
    ("EtchTesting/ParseFailTests/parsefaillabelthendecl.p", "a label before a declaration"),
    ("EtchTesting/ParseFailTests/parsefailunlesswithsemi.p", "`;` before `unless`"),
    ("EtchTesting/PassTests/testmisc2.p", "`chan{byte}`, a type that only Etch has"),
    ("EtchTesting/PromelaExamples/ex.9", "a line that starts with `||`"),
    ("EtchTesting/PromelaExamples/ex.9b", "a line that starts with `||`"),
    ("EtchTesting/PromelaExamples/ex.9c", "a line that starts with `||`"),
    ("EtchTesting/PromelaExamples/scheduler.pml", "an mtype symbol named `select`"),
];

#[test]
fn every_model_parses() {
    let Some(files) = model_files_or_skip() else { return };
    let mut wrong = Vec::new();
    for file in &files {
        let (sources, parsed) = parse_file(file);
        let errors: Vec<String> = parsed
            .diagnostics
            .iter()
            .filter(|d| d.is_error())
            .map(|d| d.one_line(&sources))
            .collect();
        let refused = REFUSED.iter().any(|(name, _)| file.ends_with(Path::new(name)));
        if errors.is_empty() == refused {
            wrong.push(format!("{}: {}", file.display(), errors.join("\n    ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {} models:\n{}", wrong.len(), files.len(), wrong.join("\n"));
}

#[test]
fn every_refused_model_is_there() {
    let Some(files) = model_files_or_skip() else { return };
    for (name, _) in REFUSED {
        assert!(files.iter().any(|f| f.ends_with(Path::new(name))), "{name}");
    }
}

#[test]
fn printing_a_model_and_parsing_it_again_changes_nothing() {
    let Some(files) = model_files_or_skip() else { return };
    for file in &files {
        let (_, first) = parse_file(file);
        if first.diagnostics.iter().any(|d| d.is_error()) {
            continue;
        }
        let printed = print::model(&first.model, false);
        let (sources, second) = parse_text(&printed);
        let errors = second.diagnostics.iter().any(|d| d.is_error());
        assert!(!errors, "{}: {}", file.display(), messages(&sources, &second));
        assert_eq!(print::model(&second.model, false), printed, "{}", file.display());
    }
}
