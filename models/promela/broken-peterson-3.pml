/* Peterson's mutual exclusion for 3 processes, broken: a process says that it
 * came last before it says that it came at all. Compare peterson-3.pml.
 *
 * expect assertions: violated
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 18352 states, 55055 transitions
 * quotient[unmerged]: --no-merge
 * expect[unmerged] unreduced: 27103 states, 81308 transitions
 * quotient[plain]: --no-merge --no-dataflow --keep-unread
 * expect[plain] unreduced: 71872 states, 215615 transitions
 * expect symmetry: order 6
 * expect quotient: 3164 states, 9491 transitions
 */

#define N 3

byte flag[N + 1];
pid turn[N];
byte inCR;

proctype user() {
  byte k;
  bool ok;

  do
  :: k = 1;
     do
     :: k < N ->
          turn[k] = _pid;
          flag[_pid] = k;
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
