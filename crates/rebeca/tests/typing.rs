//! What is wrong with models that are well formed, and where.

use diagnostics::Sources;
use rebeca::load;

/// A model with a client and a server, in which the text in brackets stands for a part of the client.
const MODEL: &str = "reactiveclass Client(2) {
 knownrebecs { Server server; Server others[i:1..2]; }
 statevars { boolean flag; byte count; i next; Server last; boolean seen[i]; }
 msgsrv initial() { [] }
 msgsrv done(int code) { count = code; }
}
reactiveclass Server(2) {
 knownrebecs { }
 msgsrv initial() { }
 msgsrv serve(Client client, boolean fast) { client.done(1); }
}
main { Client c(s, s, t):(); Server s():(); Server t():(); }
";

fn mistakes(text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let file = sources.add("m", text);
    let loaded = load(&sources, file);
    assert_eq!(loaded.model.is_none(), !loaded.diagnostics.is_empty());
    let line = |diagnostic: &diagnostics::Diagnostic| {
        diagnostic.one_line(&sources).replace(": error: ", ": ").replacen("m:", "", 1)
    };
    loaded.diagnostics.iter().map(line).collect()
}

#[test]
fn statements_are_checked() {
    for right in [
        "flag = count == 3 && !flag;",
        "next = ?(1, 2); next = next +% 1; seen[next] = true;",
        "last = others[next]; last.serve(self, false); last = null;",
        "if (last != null && sender == self) { boolean b; b = flag; }",
        "forEachValueOf(i) { if (others[i] == last) next = i; }",
        "int n = -count * 2; count = n % 3; assertion(n <= 4);",
        "sender.done(2);",
        "last = new Server():();",
    ] {
        assert_eq!(mistakes(&MODEL.replace("[]", right)), [""; 0], "{right}");
    }
    for (wrong, expected) in [
        ("flag = 3;", "4:28: this is a number, and a boolean is wanted here"),
        ("count = flag;", "4:29: this is a boolean, and a number is wanted here"),
        ("flag = last;", "4:28: this is a rebec of `Server`, and a boolean is wanted here"),
        (
            "last = self;",
            "4:28: this is a rebec of `Client`, and a rebec of `Server` is wanted here",
        ),
        ("server = last;", "4:21: `server` is not assigned to: it is always the same"),
        ("lost = 1;", "4:21: there is no variable or known rebec `lost`"),
        ("next = 3;", "4:28: the scalar set goes from 1 to 2"),
        (
            "next = count;",
            "4:28: this is a number, and an element of the scalar set `i` is wanted here",
        ),
        ("next = next +% count;", "4:36: `+%` adds a number that is written there"),
        ("count = count +% 1;", "4:29: `+%` adds to an element of a scalar set"),
        ("seen = true;", "4:21: `seen` has a value for each element of `i`"),
        ("flag[next] = true;", "4:21: `flag` is a single value"),
        ("forEachValueOf(j) { }", "4:36: `j` is not a scalar set of the class"),
        ("server.done(1);", "4:28: `Server` has no message server `done`"),
        ("server.serve(self);", "4:21: `serve` has 2 parameters, and 1 are given"),
        (
            "server.serve(server, true);",
            "4:34: this is a rebec of `Server`, and a rebec of `Client` is wanted here",
        ),
        ("count.serve(self, true);", "4:21: a number receives no messages"),
        ("sender.nothing();", "4:28: no class has a message server `nothing`"),
        ("if (count) flag = true;", "4:25: this is a number, and a boolean is wanted here"),
        ("integer f;", "4:21: there is no type `integer`"),
        ("last = new Nobody():();", "4:32: there is no class `Nobody`"),
        ("last = new Server(self):();", "4:32: a `Server` knows 0 rebecs, and 1 are given"),
        ("last = new Server():(1);", "4:32: `initial` has 0 parameters, and 1 are given"),
        (
            "flag = new Server():();",
            "4:28: this is a rebec of `Server`, and a boolean is wanted here",
        ),
    ] {
        assert_eq!(mistakes(&MODEL.replace("[]", wrong)), [expected], "{wrong}");
    }
}

#[test]
fn declarations_are_checked() {
    for (part, instead, expected) in [
        ("Client(2)", "Client(0)", "1:22: a queue holds one message or more"),
        ("Server server;", "Nobody server;", "2:16: there is no class `Nobody`"),
        ("i:1..2", "i:2..1", "2:45: a scalar set has 1 to 254 elements"),
        ("byte count", "byte flag", "3:33: there is another `flag` before"),
        (
            "msgsrv done(int code)",
            "msgsrv initial(int code)",
            "5:9: `Client` has another message server `initial`",
        ),
        ("reactiveclass Server", "reactiveclass Client", "7:15: there is another class `Client`"),
        ("c(s, s, t)", "c(s, s)", "12:15: a `Client` knows 3 rebecs, and 2 are given"),
        (
            "c(s, s, t)",
            "c(s, s, c)",
            "12:23: `c` is a rebec of `Client`, and a rebec of `Server` is wanted here",
        ),
        ("c(s, s, t)", "c(s, s, u)", "12:23: there is no rebec `u`"),
        ("s():()", "s():(1)", "12:37: `initial` has 0 parameters, and 1 values are given"),
        ("Server t", "Server s", "12:52: there is another rebec `s`"),
    ] {
        let found = mistakes(&MODEL.replace("[]", "").replace(part, instead));
        assert!(found.iter().any(|line| line == expected), "{instead}: {found:#?}");
    }
    let large = mistakes(&MODEL.replace("[]", "").replace("(2)", "(100000)"));
    assert_eq!(large, ["13:1: too large: the rebecs may have 1048576 cells together"]);
    assert_eq!(mistakes(""), ["1:1: `main` declares no rebec"]);
}
