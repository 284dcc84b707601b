//! *Bridge controller*, Figure 5, of which the paper prints a part. What is here is our own: trains that come back again and
//! again, and a controller that wakes the next train that waits, in cyclic order from the last one that it woke, when one leaves the
//! bridge. So nobody starves. Counts of states depend on that, and are not those of the paper.
//!
//! The printed server for arrivals looks, for each train, whether another one passes. In which order it looks makes no difference
//! because only one train is the sender; that is not seen from the text, and so this one keeps in one variable whether any does.

use super::each;
use crate::families;

/// Some trains and the controller of their bridge.
pub fn text(trains: usize) -> String {
    let any = families::each(trains, ", ", |train| train.to_string());
    let wake = each(trains, " else ", |step| {
        format!(
            "if (waiting[at +% {step}]) {{
            at = at +% {step};
            waiting[at] = false;
            trains[at].pass();
        }}",
            step = step + 1
        )
    });
    let all = each(trains, ", ", |train| format!("t{train}"));
    let run = each(trains, "\n", |train| format!("    Train t{train}(controller):();"));
    let bound = 2 * trains + 1;
    format!(
        "/* {trains} trains and a bridge that bears one of them: its controller lets trains pass in cyclic order. */

reactiveclass Controller({bound}) {{
    knownrebecs {{ Train trains[t:1..{trains}]; }}
    statevars {{
        boolean busy;
        boolean waiting[t];
        t at;
    }}

    msgsrv initial() {{ at = ?({any}); }}

    msgsrv arrive() {{
        if (busy) {{
            forEachValueOf(t) {{
                if (sender == trains[t]) waiting[t] = true;
            }}
        }} else {{
            busy = true;
            sender.pass();
        }}
    }}

    msgsrv leave() {{
        {wake} else {{
            busy = false;
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
