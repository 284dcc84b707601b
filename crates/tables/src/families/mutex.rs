//! *Simple mutex*: processes that take turns (Donaldson and Miller, *Automatic Symmetry Detection for Promela*, Figure 3).

use super::each;

/// `n` processes.
pub fn text(n: usize) -> String {
    let nobody = each(n, " && ", |i| format!("st[{i}] != C"));
    let runs = each(n, "; ", |_| "run user()".to_owned());
    format!(
        "/* {n} users that are in no hurry, try, or are critical. Whoever tries may be critical if nobody is. */

mtype = {{ N, T, C }};
mtype st[{size}] = N;   /* by process; 0 is init, which is in no hurry */

proctype user() {{
  do
  :: atomic {{ st[_pid] == N -> st[_pid] = T }}
  :: atomic {{ st[_pid] == T && ({nobody}) -> st[_pid] = C }}
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
