/* Mutual exclusion for 10 processes by a test of the whole system, as in
 * Donaldson and Miller, "Automatic Symmetry Detection for Promela" (2008),
 * figure 3. A process is neutral, trying or critical, and becomes critical
 * if nobody is. When it leaves, nobody must be left.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 6145 states, 38402 transitions
 * expect symmetry: order 3628800
 * expect quotient: 22 states, 167 transitions
 */

#define NOBODY (st[1] != C && st[2] != C && st[3] != C && st[4] != C && st[5] != C && \
                st[6] != C && st[7] != C && st[8] != C && st[9] != C && st[10] != C)

mtype = { N, T, C };

mtype st[11] = N;

proctype user() {
  do
  :: d_step { st[_pid] == N -> st[_pid] = T }
  :: d_step { st[_pid] == T && NOBODY -> st[_pid] = C }
  :: d_step { st[_pid] == C -> st[_pid] = N; assert(NOBODY) }
  od
}

init {
  atomic { run user(); run user(); run user(); run user(); run user();
           run user(); run user(); run user(); run user(); run user(); }
}
