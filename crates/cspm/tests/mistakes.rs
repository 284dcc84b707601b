//! What is no script: where the mistake is, and that parsing goes on after it.

use crate::support::parse_files;

/// The mistakes of a text.
fn mistakes(text: &str) -> Vec<String> {
    parse_files(&[("s", text.as_bytes())]).1
}

/// A text has one mistake, at a line and column, of which the message is a part.
fn one(text: &str, line: usize, column: usize, message: &str) {
    let found = mistakes(text);
    assert_eq!(found.len(), 1, "{text}: {found:#?}");
    let place = format!("s:{line}:{column}: error: ");
    assert!(found[0].starts_with(&place), "{text}: {}, expected {place}", found[0]);
    assert!(found[0].contains(message), "{text}: {}, expected {message}", found[0]);
}

#[test]
fn what_is_left_open_is_refused() {
    one("X = a == b == c", 1, 12, "`==` is ambiguous here");
    one("X = a < b >= c", 1, 11, "`>=` is ambiguous here");
    one("X = P [|A|] Q [|B|] R", 1, 15, "`[|` is ambiguous here");
    one("X = P [A||B] Q [|B|> R", 1, 16, "`[|` is ambiguous here");
    one("X = P [c<->d] Q [A||B] R", 1, 17, "`[` is ambiguous here");
    one("f(a@@b@@c) = 1", 1, 7, "`@@` is ambiguous here");
    one("X = || x:S @ [A] P ||| Q", 1, 20, "`|||` is ambiguous here");
    one("X = || x:S @ [A] P \\ B", 1, 20, "`\\` is ambiguous here");
    one("X = [] y:T @ || x:S @ [A] P [|A|] Q", 1, 29, "`[|` is ambiguous here");
    one("X = c?x:S.T -> P", 1, 10, "this dot is ambiguous");
}

#[test]
fn what_is_missing_is_named_where_it_is_missing() {
    one("X = ", 1, 5, "expected an expression, found the end of the text");
    one("X = 1 2", 1, 7, "expected an operator, or the end of the declaration, found `2`");
    one("X = (1, 2", 1, 10, "expected `,`, `)` or an operator, found the end of the text");
    one("X = f(1, 2\nY = 3", 1, 11, "`)` after the argument, found the end of the line");
    one("X = if a then b", 1, 16, "`else`");
    one("X = let y = 1 y", 1, 15, "the end of the declaration, found `y`");
    one("X = let within y", 1, 9, "a declaration after `let`");
    one("X = c?x [] P", 1, 9, "`->`, or another field");
    one("X = c?x:S P", 1, 11, "`->`, or another field");
    one("X = [] x:S P", 1, 12, "`,` or `@`");
    one("X = || x:S @ P", 1, 14, "`[` and the alphabet");
    one("X = P[[a]]", 1, 9, "`<-` and the new event");
    one("X = {1, 2", 1, 10, "`}` after the element");
    one("X = <x | x <- s, x>1>", 1, 20, "the end of the declaration, found `1`");
    one("X = {|c", 1, 8, "`|}` after the element");
    one("X = x<-1", 1, 6, "found `<-`");
    one("X = ]", 1, 5, "expected an expression, found `]`");
    one("X == 1", 1, 3, "expected `=` and the value, found `==`");
    one("X", 1, 2, "`=` and the value");
    one("X = 'ab'", 1, 5, "found `'a`");
    one("X = \"ab", 1, 5, "found `\"ab`");
    one("X = \u{e9}", 1, 5, "found `\u{e9}`");
    one("X = 99999999999999999999", 1, 5, "too large");
    one("X = '\\d'", 1, 5, "`\\d` stands for no character");
    one("channel", 1, 8, "the name of a channel");
    one("channel let : Int", 1, 9, "the name of a channel, found `let`");
    one("datatype T", 1, 11, "`=` and the constructors");
    one("X = 1 {- {- -}", 1, 7, "never closed");
}

#[test]
fn patterns_that_are_none_are_refused() {
    one("f(x+1) = x", 1, 4, "`,` or `)` after the parameter, found `+`");
    one("f(-x) = x", 1, 4, "a number after `-`");
    one("f(g(x)) = x", 1, 3, "nothing is applied in a pattern");
    one("f({x, y}) = x", 1, 3, "one element at most");
    one("f(xs^ys) = x", 1, 6, "where one sequence ends");
    one("f(<a>^(xs^<b>)^ys) = x", 1, 16, "where one sequence ends");
    one("f({x | x <- s}) = x", 1, 6, "`}` after the pattern");
    one("X = {x | x+1 <- s}", 1, 11, "`<-` or `:` after the pattern");
    one("X = {x | (x, xs^ys) <- s}", 1, 17, "where one sequence ends");
    one("X = {0 | 0 <- _}", 1, 15, "expected an expression, found `_`");
    one("X = a @@ b", 1, 7, "found `@@`");
    one("X = c?(x@@1) -> P", 1, 8, "`@@` cannot stand in a communication");
    one("X = c?<y, x@@1> -> P", 1, 11, "`@@` cannot stand in a communication");
    one("X = c?x$y -> P", 1, 8, "`$` after `?`");
    one("M::x = 1", 1, 1, "cannot be declared outside its module");
    one("f::Int\nf = 1", 1, 1, "cannot be declared outside its module");
}

#[test]
fn declarations_have_their_places() {
    for word in [
        "channel c",
        "datatype T = A",
        "nametype T = S",
        "assert P [T= Q",
        "print 1",
        "instance I = M",
    ] {
        let text = format!("X =\n let\n  {word}\n within 1\nY = 2");
        one(&text, 3, 3, "cannot stand between `let` and `within`");
        // Not at the beginning of a line, `print` is a name.
        if word.starts_with("print") {
            continue;
        }
        let text = format!("X = let Timed {{ {word}\n }} within 1");
        one(&text, 1, 17, "cannot stand between `let` and `within`");
    }
    for word in ["assert P [T= Q", "print 1"] {
        one(&format!("module M\n{word}\nexports\nendmodule"), 2, 1, "cannot stand in a module");
        let text = format!("module M\nexports\nTimed {{\n{word}\n}}\nendmodule");
        one(&text, 4, 1, "cannot stand in a module");
    }
    one("Timed {\nprint 1\n}", 2, 1, "cannot stand in a timed section");
    one("Timed { P = c$x -> P\n}", 1, 14, "`$` is not supported in timed sections");
    one("Timed { P = Q [a<->b] R\n}", 1, 15, "linked parallel is not supported");
    one("module M()\nexports\nendmodule", 1, 9, "no parameters");
    one("instance M = N()", 1, 15, "no arguments");
    one("module M\nx = 1\nendmodule", 3, 1, "or `exports`");
    one("module M\nexports\nx = 1", 3, 6, "or `endmodule`");
    one("x = 1\nendmodule", 2, 1, "without its beginning");
    one("f(0) = 1\nf(x, y) = 2", 2, 1, "different numbers of arguments");
    one("f(0) = 1\nf(x)(y) = 2", 2, 1, "different numbers of arguments");
}

#[test]
fn assertions_are_of_known_kinds() {
    one("assert P", 1, 9, "`[T=`");
    one("assert P :[deadlock]", 1, 10, "`deadlock` is not a property");
    one("assert P :[tau priority]: A", 1, 10, "`tau priority` is not a property");
    one("assert P :[deadlock free [X]]", 1, 10, "no model `X`");
    one("assert P :[has trace]: {a}", 1, 24, "`<` and the events");
    one("assert P :[has trace]: <a | b>", 1, 24, "listed one by one");
    one("assert P [T= Q :[deadlock free]", 1, 16, "not an option");
    one("assert P [T= Q :[partial order reduce [slow]]", 1, 16, "not an option");
    one("assert P [T= Q :[tau priority]: A :[tau priority over]: A", 1, 35, "a second time");
    one("assert P [T= Q :[symmetry reduce]: union(T, U)", 1, 36, "not a type to be reduced");
    one("assert P [T= Q :[symmetry reduce]: diff(T, {A})", 1, 44, "`{|`");
}

#[test]
fn types_are_refused_where_they_are_wrong() {
    one("f :: a -> b\nf(x) = x", 1, 6, "parameters without brackets");
    one("f :: ()\nf = 1", 1, 6, "no empty tuples");
    one("f :: Equal a => a\nf = 1", 1, 6, "no constraint `Equal`");
    one("f :: <Int\nf = 1", 1, 10, "`>` after the type");
}

#[test]
fn parsing_goes_on_with_the_next_declaration() {
    let text = "
A = (1
B = 2
C = let x = ]
        y = 3
    within x
D = ;
module M
  E = )
  F = 1
exports
  G = ?
endmodule
H = 1 1
";
    let found = mistakes(text);
    let lines: Vec<&str> = found.iter().filter_map(|one| one.split(':').nth(1)).collect();
    assert_eq!(lines, ["2", "4", "8", "9", "12", "14"], "{found:#?}");
}

#[test]
fn not_everything_is_said_of_what_is_no_script() {
    let found = mistakes(&"X = ]\n".repeat(1000));
    assert_eq!(found.len(), 20);
    let found = mistakes(&"include so\n".repeat(1000));
    assert_eq!(found.len(), 20);
}

#[test]
fn files_are_included_where_they_stand() {
    let (script, wrong) = parse_files(&[
        ("a/main", b"X = 1\ninclude \"b/one\" -- so\ninclude \"./two\"\nmodule M\nexports\ninclude \"two\"\nendmodule"),
        ("a/b/one", b"include \"three\"\r\nY = 2"),
        ("a/b/three", b"-- nothing\n"),
        ("a/two", b"Z = 3"),
    ]);
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(script.declarations.len(), 4);
}

#[test]
fn includes_are_looked_for_beside_the_including_file_and_then_beside_the_script() {
    let declarations = |files: &[(&str, &[u8])]| {
        let (script, wrong) = parse_files(files);
        assert!(wrong.is_empty(), "{wrong:#?}");
        script.declarations.len()
    };
    let main: (&str, &[u8]) = ("a/main", b"include \"b/outer\"");
    let outer: (&str, &[u8]) = ("a/b/outer", b"include \"b/inner\"\nX = 1");
    let one: (&str, &[u8]) = ("a/b/inner", b"Y = 2");
    let two: (&str, &[u8]) = ("a/b/b/inner", b"Y = 2\nZ = 3");
    assert_eq!(declarations(&[main, outer, one]), 2);
    assert_eq!(declarations(&[main, outer, one, two]), 3);
    let missing = parse_files(&[main, outer]).1;
    assert_eq!(missing.len(), 1, "{missing:#?}");
    assert!(missing[0].starts_with("a/b/outer:1:10: error: cannot include `b/inner`"));
    // What includes itself by way of the script's folder does so, too.
    let itself = parse_files(&[main, ("a/b/outer", b"include \"b/outer\"")]).1;
    assert!(itself[0].contains("`b/outer` includes itself"), "{itself:#?}");
}

#[test]
fn includes_that_are_none_are_refused() {
    let one = |files: &[(&str, &[u8])], expected: &str| {
        let found = parse_files(files).1;
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(found[0].contains(expected), "{found:#?}");
    };
    one(&[("a", b"X = 1\ninclude \"b\"")], "a:2:10: error: cannot include `b`");
    one(
        &[("a", b"include \"b\""), ("b", b"include \"./a\"")],
        "b:1:10: error: `./a` includes itself",
    );
    one(&[("a", b"include b")], "a:1:1: error: after `include` goes the name");
    one(&[("a", b"include \"b\" X = 1")], "a:1:1: error: after `include` goes the name");
    one(&[("a", b"include \"\"")], "a:1:1: error: after `include` goes the name");
    one(
        &[("a", b"X = 1 include \"b\""), ("b", b"")],
        "a:1:7: error: an `include` must begin a line",
    );
    one(&[("a", b"X =\ninclude \"b\""), ("b", b"")], "a:2:10: error: expected an expression");
}

#[test]
fn what_is_no_ascii_stands_in_comments_and_strings_in_any_encoding() {
    let windows = b"-- caf\xe9 \x93so\x94\r\nX = \"\xfc\x80\"\r\n";
    let (script, wrong) = parse_files(&[("a", windows)]);
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(format!("{script:?}").contains("Text(\"\u{fc}\u{20ac}\")"), "{script:?}");
    let (script, wrong) = parse_files(&[("a", "\u{feff}X = \"\u{3c4}\"".as_bytes())]);
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(format!("{script:?}").contains("Text(\"\u{3c4}\")"), "{script:?}");
}

#[test]
fn documents_of_word_processors_are_refused_as_such() {
    one("{\\rtf1\\ansi X = 1}", 1, 1, "document of a word processor (RTF)");
    let (_, wrong) = parse_files(&[("a", b"include \"b\""), ("b", b"{\\rtf1}")]);
    assert_eq!(wrong.len(), 1, "{wrong:#?}");
    assert!(wrong[0].starts_with("b:1:1: error: this is a document"), "{wrong:#?}");
}

#[test]
fn clauses_in_two_files_are_of_two_functions() {
    let files: [(&str, &[u8]); 2] = [("a", b"f(0) = 1\ninclude \"b\""), ("b", b"f(1) = 2")];
    let (script, wrong) = parse_files(&files);
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(script.declarations.len(), 2, "names say that one of them is too many");
}
