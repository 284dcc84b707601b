/* 5 dining philosophers and a host who seats at most 4 of them at a time,
 * so that somebody can always eat. The table may be turned.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 5152 states, 20167 transitions
 * expect symmetry: order 5
 * expect quotient: 1032 states, 4039 transitions
 */

#define N 5

byte seated;
pid holder[N + 1];   /* holder[i]: who has the fork to the left of philosopher i, 0 nobody */

#define TAKE(fork) atomic { holder[fork] == 0 -> holder[fork] = _pid }

proctype philosopher(pid right) {
  do
  :: atomic { seated < N - 1 -> seated++ };
     TAKE(_pid);
     TAKE(right);
     assert(holder[_pid] == _pid && holder[right] == _pid);
     holder[right] = 0;
     holder[_pid] = 0;
     seated--
  od
}

init {
  atomic {
    run philosopher(2);
    run philosopher(3);
    run philosopher(4);
    run philosopher(5);
    run philosopher(1)
  }
}
