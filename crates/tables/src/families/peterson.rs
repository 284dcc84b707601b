//! *Peterson*: mutual exclusion by n - 1 gates (Peterson, *Myths about the mutual exclusion problem*, 1981),
//! where a process looks at all others at once. In the form of Bosnacki, Donaldson, Leuschel, Massart, *Efficient
//! Approximate Verification of Promela Models via Symmetry Markers* (2007), figure 3, so that states can be
//! compared, too.

use super::each;

/// `n` processes.
pub fn text(n: usize) -> String {
    let ahead = each(n, " &&\n                 ", |i| {
        format!("(_pid == {i} || (_pid != {i} && level[{i}] < gate))")
    });
    let runs = each(n, "; ", |_| "run user()".to_owned());
    format!(
        "/* Peterson's algorithm for {n} processes: there are {gates} gates, and at each the last to come waits
 * until another comes or nobody is as far. Whether this is so, it sees in one step. */

byte level[{size}];       /* by process: the gate it stands at, or 0 */
pid last[{n}];         /* by gate: who came last */
byte inside = 0;

proctype user() {{
  byte gate;
  bool first;

  do
  :: gate = 1;
     do
     :: gate < {n} ->
        level[_pid] = gate;
        last[gate] = _pid;
wait:   atomic {{
          first = {ahead};
          if
          :: first || last[gate] != _pid
          :: else -> goto wait
          fi
        }};
        gate++
     :: else -> break
     od;
     atomic {{ inside++; assert(inside == 1) }};
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
