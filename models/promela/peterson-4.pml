/* Peterson's mutual exclusion for 4 processes (Peterson 1981), in the form
 * of Bosnacki, Donaldson, Leuschel and Massart, "Efficient Approximate
 * Verification of Promela Models via Symmetry Markers" (2007), figure 3.
 * A process climbs n - 1 levels; at each it waits until all others are
 * below, or until another one has come to the level after it.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 60577 states, 242306 transitions
 * quotient[unmerged]: --no-merge
 * expect[unmerged] unreduced: 85001 states, 340002 transitions
 * quotient[plain]: --no-merge --no-dataflow --keep-unread
 * expect[plain] unreduced: 542921 states, 2171682 transitions
 * expect symmetry: order 24
 * expect quotient: 3106 states, 12422 transitions
 */

#define N 4

byte flag[N + 1];   /* how high process i has climbed; 0: it does not want */
pid turn[N];        /* who came last to each level */
byte inCR;          /* how many are in the critical region */

proctype user() {
  byte k;
  bool ok;

  do
  :: k = 1;
     do
     :: k < N ->
          flag[_pid] = k;
          turn[k] = _pid;
again:    atomic {
            ok = ((_pid == 1) || (_pid != 1 && flag[1] < k)) &&
                 ((_pid == 2) || (_pid != 2 && flag[2] < k)) &&
                 ((_pid == 3) || (_pid != 3 && flag[3] < k)) &&
                 ((_pid == 4) || (_pid != 4 && flag[4] < k));
            if
            :: ok || turn[k] != _pid
            :: else -> goto again
            fi
          };
          k++
     :: else -> break
     od;
     atomic { inCR++; assert(inCR == 1) };
     inCR--;
     flag[_pid] = 0
  od
}

init {
  atomic { run user(); run user(); run user(); run user(); }
}
