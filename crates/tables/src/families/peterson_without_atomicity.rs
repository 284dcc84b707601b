//! *Peterson without atomicity*: the same algorithm, where a process looks at one other at a time.

use super::each;

/// `n` processes.
pub fn text(n: usize) -> String {
    let looks = each(n, "\n           ", |i| {
        format!(
            ":: atomic {{ !seen[{i}] -> seen[{i}] = true; alone = alone && level[{i}] < gate }}"
        )
    });
    let all = each(n, " && ", |i| format!("seen[{i}]"));
    let forgets = each(n, "\n             ", |i| format!(":: seen[{i}] -> seen[{i}] = false"));
    let runs = each(n, "; ", |_| "run user()".to_owned());
    format!(
        "/* Peterson's algorithm for {n} processes: there are {gates} gates, and at each the last to come waits
 * until another comes or nobody is as far. It looks at the others one by one, in any order. */

byte level[{size}];       /* by process: the gate it stands at, or 0 */
pid last[{n}];         /* by gate: who came last */
byte inside = 0;

proctype user() {{
  byte gate;
  bool seen[{size}];      /* whom it looked at */
  bool alone;          /* nobody of these was as far */
  do
  :: gate = 1;
     do
     :: gate < {n} ->
        level[_pid] = gate;
        last[gate] = _pid;
        do
        :: atomic {{ alone = true; seen[_pid] = true }};
           do
           {looks}
           :: {all} -> break
           od;
           atomic {{
             do
             {forgets}
             :: else -> break
             od
           }};
           if
           :: alone || last[gate] != _pid -> break
           :: else
           fi
        od;
        gate++
     :: else -> break
     od;
     inside++;
     assert(inside == 1);
     inside--;
     level[_pid] = 0
  od
}}

init {{
  atomic {{ {runs} }}
}}
",
        gates = n - 1,
        size = n + 1
    )
}
