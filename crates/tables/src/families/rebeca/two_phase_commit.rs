//! *Two-phase commit*, Figure 13.

use super::each;

/// Some nodes, each of which knows the others in the order of a ring, beginning with the next.
pub fn text(nodes: usize) -> String {
    let others = nodes - 1;
    let bound = 4 * nodes - 2;
    let known = |node| each(others, ", ", |step| format!("n{}", (node + 1 + step) % nodes));
    let run = each(nodes, "\n", |node| format!("    Node n{node}({}):();", known(node)));
    format!(
        "/* Two-phase commit between {nodes} nodes, each of which may begin a transaction with the others at any time. */

reactiveclass Node({bound}) {{
    knownrebecs {{ Node others[n:1..{others}]; }}
    statevars {{
        boolean agreed;
        byte received, expected;
        boolean asked[n];
    }}

    msgsrv initial() {{ self.begin(); }}

    msgsrv prepare() {{ sender.vote(?(true, false)); }}

    msgsrv vote(boolean yes) {{
        received = received + 1;
        if (!yes) agreed = false;
        if (received == expected) self.begin();
    }}

    msgsrv begin() {{
        if (?(true, false)) {{
            forEachValueOf(n) asked[n] = false;
            received = 0;
            expected = 0;
            agreed = true;
            forEachValueOf(n) {{
                asked[n] = true;
                expected = expected + 1;
                others[n].prepare();
            }}
            expected = expected + 1;
            self.vote(?(true, false));
        }} else {{
            self.begin();
        }}
    }}
}}

main {{
{run}
}}
"
    )
}
