//! *Simple mutex*: processes that take turns.

use super::each;

/// `n` processes: what figure 3 of Donaldson and Miller (2008) does for five.
pub fn text(n: usize) -> String {
    let others = each(n, " && ", |i| format!("st[{i}] != C"));
    let runs = each(n, "; ", |_| "run user()".to_owned());
    format!(
        "/* {n} users: neutral, trying, or critical. Never are two of them critical at once. */

mtype = {{ N, T, C }};
mtype st[{size}] = N;     /* by process; 0 is init */

proctype user() {{
  do
  :: atomic {{ st[_pid] == N -> st[_pid] = T }}
  :: atomic {{ st[_pid] == T && ({others}) -> st[_pid] = C }}
  :: atomic {{ st[_pid] == C -> st[_pid] = N }}
  od
}}

init {{
  atomic {{ {runs} }}
}}
",
        size = n + 1
    )
}
