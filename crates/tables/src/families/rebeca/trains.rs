//! *Bridge controller*, Figure 5, of which the paper prints a part. The rest is our own: trains that come back again and again,
//! and a controller that lets the next train on the bridge, in cyclic order, when one leaves it. Counts of states depend on
//! that, and are not those of the paper.

use super::each;

/// Some trains and the controller of their bridge.
pub fn text(trains: usize) -> String {
    let others = trains - 1;
    let free = each(others, " && ", |step| format!("!passing[t +% {}]", step + 1));
    let wake = each(others, " else ", |step| {
        let next = format!("t +% {}", step + 1);
        format!(
            "if (waiting[{next}]) {{
                    waiting[{next}] = false;
                    passing[{next}] = true;
                    trains[{next}].pass();
                }}"
        )
    });
    let all = each(trains, ", ", |train| format!("t{train}"));
    let run = each(trains, "\n", |train| format!("    Train t{train}(controller):();"));
    let bound = 2 * trains + 1;
    format!(
        "/* {trains} trains and a bridge that bears one of them: its controller lets trains pass in cyclic order. */

reactiveclass Controller({bound}) {{
    knownrebecs {{ Train trains[t:1..{trains}]; }}
    statevars {{ boolean passing[t], waiting[t]; }}

    msgsrv initial() {{
        forEachValueOf(t) {{
            passing[t] = false;
            waiting[t] = false;
        }}
    }}

    msgsrv arrive() {{
        forEachValueOf(t) {{
            if (sender == trains[t]) {{
                if ({free}) {{
                    passing[t] = true;
                    trains[t].pass();
                }} else {{
                    waiting[t] = true;
                }}
            }}
        }}
    }}

    msgsrv leave() {{
        forEachValueOf(t) {{
            if (sender == trains[t]) {{
                passing[t] = false;
                {wake}
            }}
        }}
    }}
}}

reactiveclass Train(3) {{
    knownrebecs {{ Controller controller; }}
    statevars {{ boolean onBridge; }}

    msgsrv initial() {{
        onBridge = false;
        self.come();
    }}

    msgsrv come() {{ controller.arrive(); }}

    msgsrv pass() {{
        onBridge = true;
        self.go();
    }}

    msgsrv go() {{
        onBridge = false;
        controller.leave();
        self.come();
    }}
}}

main {{
    Controller controller({all}):();
{run}
}}
"
    )
}
