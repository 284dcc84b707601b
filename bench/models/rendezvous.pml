/* Philosophers at a table of 9 whose forks are processes: taking a fork and putting it down are rendezvous. The last
 * takes her forks the other way round, so that nobody waits for ever. */
#ifndef N
#define N 9
#endif

chan take[N] = [0] of { byte };
chan put[N] = [0] of { byte };

proctype fork(byte me) {
  byte who;

end:
  do
  :: take[me]?who -> put[me]?eval(who); who = 0
  od
}

proctype philosopher(byte me, one, other) {
  do
  :: take[one]!me -> take[other]!me; put[other]!me; put[one]!me
  od
}

init {
  byte i;

  atomic {
    do
    :: i < N - 1 -> run fork(i); run philosopher(i, i, i + 1); i++
    :: else -> break
    od;
    run fork(N - 1);
    run philosopher(N - 1, 0, N - 1);
    i = 0
  }
}
