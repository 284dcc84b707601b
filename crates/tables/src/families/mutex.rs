//! *Simple mutex*: processes that take turns.

use super::each;

/// `n` processes.
pub fn text(n: usize) -> String {
    let others = each(n, " || ", |i| format!("busy[{i}]"));
    let runs = each(n, "; ", |_| "run worker()".to_owned());
    format!(
        "/* {n} workers share one tool. Whoever sees that nobody is busy may take it, in one step.
 * Never do two of them use it at once. */

bool busy[{size}];     /* by process; 0 is init, which never is */
byte using = 0;

proctype worker() {{
  do
  :: atomic {{ !({others}) -> busy[_pid] = true }};
     using++;
     assert(using == 1);
     using--;
     busy[_pid] = false
  od
}}

init {{
  atomic {{ {runs} }}
}}
",
        size = n + 1
    )
}
