/* Peterson's mutual exclusion for 3 processes, broken: a process says that it
 * came last before it says that it came at all. Compare peterson-3.pml.
 *
EXPECT
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
