/* Peterson's mutual exclusion for 3 processes (Peterson 1981), in the form
 * of Bosnacki, Donaldson, Leuschel and Massart, "Efficient Approximate
 * Verification of Promela Models via Symmetry Markers" (2007), figure 3.
 * A process climbs n - 1 levels; at each it waits until all others are
 * below, or until another one has come to the level after it.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 2636 states, 7907 transitions
 * quotient[unmerged]: --no-merge
 * expect[unmerged] unreduced: 3266 states, 9797 transitions
 * quotient[plain]: --no-merge --no-dataflow --keep-unread
 * expect[plain] unreduced: 11318 states, 33953 transitions
 * expect symmetry: order 6
 * expect quotient: 494 states, 1481 transitions
 */

#define N 3

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
                 ((_pid == 3) || (_pid != 3 && flag[3] < k));
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
  atomic { run user(); run user(); run user(); }
}
