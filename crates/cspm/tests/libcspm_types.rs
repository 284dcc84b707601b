//! Types of scripts that others wrote, against what their own checker says of them.

use std::path::{Path, PathBuf};

use cspm::names::resolve;
use cspm::types::check;
use diagnostics::Sources;
use testing::places;

/// What each script is refused for, read by hand: where, and a part of the message. Some are refused before types are looked at.
/// Of `enumerations_2` it is another mistake that is found, a name that is not defined; a test of our own has what it is about.
/// Modules that use their own instances are refused if what is defined so means itself.
const REFUSED: &[(&str, &str, &str)] = &[
    ("ambiguous_datatype", "3:14", "the fields of `d` are not known: it is a `a => D`"),
    ("ambiguous_datatype2", "1:14", "the fields of `Y` are not known: it is a `Int => a => X`"),
    ("ambiguous_event", "3:9", "the fields of `c` are not known: it is a `a => Event`"),
    ("ambiguous_module_channel", "2:9", "the fields of `N::c` are not known: it is a `a => Event`"),
    (
        "ambiguous_module_datatypes",
        "2:14",
        "the fields of `N::Y` are not known: it is a `a => N::C`",
    ),
    ("channel_incomplete_field", "3:13", "values of type `Bool => A` are not whole"),
    (
        "compare_process_sets",
        "1:5",
        "values of type `{Proc}` cannot be compared, because of `Proc`",
    ),
    ("compression_funcs", "1:5", "is not defined"),
    ("datatype_incomplete_field", "3:16", "values of type `Bool => A` are not whole"),
    (
        "datatypes_not_always_comparable",
        "3:10",
        "values of type `X` cannot be compared, because of `Proc`",
    ),
    ("divergent_extendable", "3:16", "expected `Int`, found `Bool`"),
    ("dot_datatype_split", "4:3", "expected `T`, found `a.b`"),
    ("dot_operator_function_application", "5:7", "expected `a.b`, found `Int => Z`"),
    ("dot_operator_longest_match", "5:38", "expected `Bool`, found `Bool.A`"),
    ("dot_operator_no_partially_applied_1", "4:25", "expected `Int`, found `Bool`"),
    ("dot_operator_no_partially_applied_2", "4:22", "expected `Int`, found `Int => Int => A`"),
    ("dot_operator_no_partially_applied_3", "4:38", "expected `Bool`, found `Bool.A`"),
    ("dot_operator_pattern_matching", "14:7", "expected `a.b`, found `Int => Z`"),
    ("dot_operator_pattern_matching_1", "14:7", "expected `a.b`, found `Int => Z`"),
    ("dot_operator_pattern_matching_2", "6:25", "expected `a.b`, found `Event`"),
    ("dot_operator_pattern_matching_3", "6:25", "expected `a.b`, found `Event`"),
    ("dot_operator_pattern_matching_4", "6:25", "expected `a.b`, found `Event`"),
    ("duplicate_modules", "5:8", "is defined twice"),
    ("duplicate_modules2", "5:8", "is defined twice"),
    ("duplicate_modules3", "6:10", "is defined twice"),
    ("duplicated_definition_datatype_clause", "1:25", "is defined twice"),
    ("duplicated_definitions", "2:1", "is defined twice"),
    ("duplicated_definitions_channel", "3:9", "is defined twice"),
    ("duplicated_definitions_channel_inputs", "1:23", "is defined twice"),
    ("duplicated_definitions_datatype", "3:10", "is defined twice"),
    ("duplicated_definitions_function", "5:1", "is defined twice"),
    ("duplicated_definitions_let", "4:3", "is defined twice"),
    ("duplicated_definitions_patterns", "1:5", "is defined twice"),
    ("duplicated_definitions_stmt", "3:9", "is defined twice"),
    ("elem_requires_eq", "1:10", "values of type `Proc` cannot be compared"),
    ("empty_dot_sequence", "5:7", "expected `T.a.b`, found `T.(Int => T)`"),
    ("enumerations_1", "4:12", "expected `Bool`, found `Int`"),
    ("enumerations_2", "6:24", "is not defined"),
    ("event_splits", "6:27", "expected `{a.b}`, found `{Event}`"),
    ("events_comparable", "1:13", "values of type `Proc` cannot be compared"),
    ("extensions_empty_dot_list", "3:16", "expected `a => b`, found `Event`"),
    ("external_functions_1", "3:30", "expected `{(Int, Bool)}`, found `{(Bool, Int)}`"),
    ("external_functions_2", "4:45", "expected `Bool`, found `Int`"),
    ("external_functions_3", "3:59", "expected `{Bool}`, found `Int`"),
    ("external_functions_4", "3:17", "expected `{(Int, Int)}`, found `{(Int, Bool)}`"),
    ("fields_1", "5:8", "there is nothing left to take this: it follows a whole `Event`"),
    ("fields_2", "5:8", "there is nothing left to take this: it follows a whole `Event`"),
    ("fields_3", "5:15", "the event is not complete: `Int` is missing"),
    ("fields_4", "5:15", "the event is not complete: `Int` is missing"),
    ("fields_5", "8:8", "there is nothing left to take this: it follows a whole `Event`"),
    ("fields_6", "6:7", "values of type `Int => X` are not whole"),
    ("has_trace", "4:30", "expected `Event`, found `Int => Event`"),
    ("incorrect_module_argument_count", "5:10", "takes 1 parameters"),
    ("infinitely_recursive_instances", "11:10", "inside that module"),
    ("invalid_field_order", "1:11", "after `?` or `!`"),
    ("let_splits", "13:7", "expected `Event`, found `a.b`"),
    ("link_parallel", "6:17", "expected `Bool => Event`, found `Int => Bool => Event`"),
    ("link_parallel_set", "9:25", "expected `<a>`, found `{Int}`"),
    ("map3", "1:18", "values of type `(a) -> Proc` cannot be put in sets"),
    (
        "maps1",
        "1:21",
        "values of type `<((a) -> Proc, Int)>` cannot be put in sets, because of `(a) -> Proc`",
    ),
    ("maps2", "1:9", "values of type `(| Proc => Int |)` cannot be compared, because of `Proc`"),
    ("maps3", "1:9", "values of type `(| Proc => Int |)` cannot be compared, because of `Proc`"),
    ("module_duplicates1", "7:14", "is defined twice"),
    ("module_instances_1", "6:12", "values of type `(a) -> Int` cannot be compared (in `M2`)"),
    ("module_instances_10", "3:5", "`M1::y` is defined as itself"),
    ("module_instances_2", "13:23", "expected `M1::Y`, found `M2::Y`"),
    ("module_instances_3", "3:9", "`M1::y` is defined as itself"),
    ("module_instances_4", "8:5", "`X` is defined as itself"),
    ("module_instances_5", "6:22", "values of type `(a) -> Int` cannot be put in sets"),
    ("module_instances_6", "12:13", "cannot stand between"),
    ("module_instances_7", "37:15", "has parameters"),
    ("module_instances_8", "39:5", "is private"),
    ("module_instances_9", "38:15", "is private"),
    ("module_normal", "5:1", "is defined twice"),
    ("module_overlap_datatype", "8:5", "is a module"),
    ("modules", "5:5", "is a module"),
    ("nametype_ta", "2:14", "expected `Bool`, found `{Int}`"),
    ("nametypes1", "4:14", "values of type `A => D` are not whole"),
    ("nested_parameterisations", "21:14", "expected `X1::TD`, found `Y1::TD`"),
    ("nested_parameterisations2", "26:5", "has parameters"),
    ("non_inputable_sets", "7:7", "values of type `Int => A` are not whole"),
    ("override_tock", "7:5", "is not defined"),
    ("override_tock1", "7:1", "a timed section needs the event `tock`"),
    ("polymorphic_let", "5:21", "expected `Int`, found `Bool`"),
    ("polymorphic_lets_2", "4:22", "expected `Bool`, found `Int`"),
    ("printer_timed", "13:30", "expected `Event`, found `Int => Event`"),
    ("prioritise_transparent", "1:5", "is not defined"),
    ("proc_sets1", "1:12", "values of type `Proc` cannot be compared"),
    ("proc_sets2", "1:10", "values of type `{Proc}` cannot be compared, because of `Proc`"),
    ("proc_tests3", "1:16", "values of type `{Proc}` cannot be compared, because of `Proc`"),
    ("proc_tests4", "4:10", "values of type `{Proc}` cannot be compared, because of `Proc`"),
    ("recursive_eq", "4:17", "values of type `VVVV` cannot be compared"),
    ("rename_1", "6:18", "expected `Bool => Event`, found `Int => Bool => Event`"),
    ("rename_2", "6:20", "expected `Int`, found `Bool`"),
    ("rename_3", "6:18", "expected `Bool => Event`, found `Event`"),
    ("rename_4", "6:23", "expected `Event`, found `Bool => Event`"),
    ("rename_5", "6:17", "expected `Int => Int => Event`, found `Int => Bool => Event`"),
    ("renamer_error", "3:5", "expected `Event`, found `Int.Event`"),
    ("replicated_seq_comp", "3:11", "expected `<a>`, found `{Int}`"),
    ("scope_stmts_rename_op", "5:7", "is not defined"),
    ("simple_modules_1", "23:5", "is private"),
    ("simple_modules_2", "23:5", "is private"),
    ("simple_modules_3", "20:9", "the module has no"),
    ("simple_modules_4", "11:5", "the module has no"),
    ("simple_modules_5", "5:5", "is defined twice"),
    ("split_definitions", "1:1", "is defined twice"),
    ("subtype_arg_length", "3:15", "`Y` has 1 field, and here 2"),
    ("subtypes_1", "4:18", "expected `X`, found `Y`"),
    ("subtypes_2", "3:16", "expected `{a}`, found `Int`"),
    ("synchronising_ext_choice1", "4:20", "expected `Proc`, found `Int`"),
    ("synchronising_ext_choice2", "4:14", "expected `{Event}`, found `{Int}`"),
    ("timed_priority", "1:10", "cannot be imported"),
    ("timed_priority_2", "1:5", "is not defined"),
    ("timed_priority_transparent", "1:13", "cannot be imported"),
    ("timed_section_tock", "1:1", "a timed section needs the event `tock`"),
    ("timed_sections1", "3:8", "found `(Event) -> Bool`"),
    ("tock_type", "1:9", "`tock` carries something, but it is the event that tells the time"),
    ("tree_datatypes", "9:10", "expected `<IntTree>`, found `<Int>`"),
    (
        "type_annotations_1",
        "1:7",
        "a type variable cannot stand before `=>*`: nothing is known of it",
    ),
    ("type_annotations_10", "2:8", "expected `b`, found `a`"),
    ("type_annotations_11", "4:9", "values of type `Proc` cannot be compared"),
    ("type_annotations_12", "2:13", "`a1` stands for any type, but here it has to be Eq"),
    (
        "type_annotations_13",
        "4:18",
        "`a` is a variable of a type around this one, which says what it must be",
    ),
    ("type_annotations_14", "1:7", "no module as in"),
    ("type_annotations_15", "1:7", "no module as in"),
    ("type_annotations_16", "2:9", "expected `Bool => Event`, found `Int => Event`"),
    ("type_annotations_17", "2:9", "`a` stands for any type, but here it has to be Complete"),
    ("type_annotations_18", "2:9", "expected `Int`, found `Bool => Event`"),
    ("type_annotations_19", "2:9", "expected `Bool => Event`, found `Event`"),
    ("type_annotations_2", "1:10", "`Event` is not a variable of this type"),
    ("type_annotations_20", "3:14", "expected `Bool => X`, found `Int => X`"),
    ("type_annotations_21", "2:14", "expected `Int => Event`, found `Int => X`"),
    ("type_annotations_3", "1:10", "`ab` is not a variable of this type"),
    ("type_annotations_4", "2:5", "expected `Bool`, found `Int`"),
    ("type_annotations_5", "2:5", "expected `(Int) -> Bool`, found `(Int) -> Int`"),
    ("type_annotations_6", "2:8", "expected `Bool`, found `Int`"),
    ("type_annotations_7", "2:3", "expected `Int`, found `Bool`"),
    ("type_annotations_8", "2:8", "expected `(Int) -> Int`, found `Int`"),
    ("type_annotations_9", "2:3", "expected `d`, found `Int`"),
    ("waitn", "1:5", "is not defined"),
    ("waitn_2", "3:5", "is not defined"),
];

/// What is wrong with a script: where in it, and the message.
fn mistakes(path: &Path) -> Vec<(String, String)> {
    let bytes = std::fs::read(path).expect("bytes");
    let mut sources = Sources::new();
    let file = cspm::add_script(&mut sources, path.to_string_lossy(), &bytes).expect("a script");
    let (mut script, mut said) = cspm::parse(&mut sources, file, &mut |path| std::fs::read(path));
    if said.is_empty() {
        let (bindings, mistakes) = resolve(&mut script);
        said = mistakes;
        if said.is_empty() {
            said = check(&script, &bindings).diagnostics;
        }
    }
    let place = |span| {
        let (line, column) = sources.line_column(span);
        format!("{line}:{column}")
    };
    said.into_iter().map(|one| (one.primary().map_or(String::new(), place), one.message)).collect()
}

/// The scripts of a folder.
fn scripts(folder: &Path) -> Vec<PathBuf> {
    let mut scripts = places::files_below(folder);
    scripts.retain(|path| path.extension().is_some_and(|extension| extension == "csp"));
    assert!(!scripts.is_empty(), "{}", folder.display());
    scripts
}

#[test]
fn scripts_that_have_types_are_accepted() {
    for (part, at_least) in [
        ("typechecker/should_pass", 90),
        ("evaluator/should_pass", 59),
        // What is wrong with these is seen when they run.
        ("evaluator/should_fail", 16),
    ] {
        let Some(folder) = places::shared_or_skip("models/libcspm") else { return };
        let scripts = scripts(&folder.join(part));
        for path in &scripts {
            assert_eq!(mistakes(path), [], "{}", path.display());
        }
        println!("{part}: {} accepted", scripts.len());
        assert!(scripts.len() >= at_least);
    }
}

#[test]
fn scripts_without_types_are_refused_for_what_is_wrong() {
    let Some(folder) = places::shared_or_skip("models/libcspm/typechecker/should_fail") else {
        return;
    };
    let scripts = scripts(&folder);
    for path in &scripts {
        let name = path.file_stem().expect("a name").to_string_lossy();
        let row = REFUSED.iter().find(|(known, ..)| *known == name);
        let (_, place, part) = row.unwrap_or_else(|| panic!("{name} is not in the table"));
        let found = mistakes(path);
        let right = found.iter().any(|(at, text)| at == place && text.contains(part));
        assert!(right, "{name}: {found:#?}");
        println!("{name}: refused at {place}: {part}");
    }
    assert_eq!(scripts.len(), REFUSED.len());
}

/// The verdicts of libcspm's checker on scripts of many hands: those that it accepts are, and those that it refuses are refused.
#[test]
fn published_scripts_are_accepted_and_refused_as_their_peer_does() {
    let Some(folder) = places::shared_or_skip("models/cspm") else { return };
    let index = std::fs::read_to_string(folder.join("INDEX.tsv")).expect("a table");
    let (mut accepted, mut refused, mut elsewhere) = (0, 0, Vec::new());
    for row in index.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let (path, verdict) = (folder.join(columns[0]), columns[6]);
        let found = mistakes(&path);
        if verdict == "OK" {
            assert_eq!(found, [], "{}", path.display());
            accepted += 1;
            continue;
        }
        assert!(!found.is_empty(), "{}: {verdict}", path.display());
        refused += 1;
        // `ERROR file:line:from-to:`, if it is not about a file that cannot be opened.
        let mut place = verdict.split(':').skip(1);
        let (line, columns) = (place.next().unwrap_or(""), place.next().unwrap_or(""));
        let expected = format!("{line}:{}", columns.split('-').next().unwrap_or(""));
        if found.iter().all(|(at, _)| *at != expected) {
            elsewhere.push((path, expected, found));
        }
    }
    for (path, expected, found) in &elsewhere {
        println!("{}: {expected} there, here {:?}", path.display(), found[0]);
    }
    println!("{accepted} accepted, {refused} refused, {} of these elsewhere", elsewhere.len());
    assert!(accepted >= 228 && refused >= 35);
}
