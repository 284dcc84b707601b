/* A loop starts 4 workers. Each finds one of 2 machines free, uses it and
 * gives it back.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 34 states, 86 transitions
 * expect symmetry: order 24
 * expect quotient: 7 states, 20 transitions
 */

#define WORKERS 4
#define MACHINES 2

byte busy;
bool using[WORKERS + 1];

proctype worker() {
  do
  :: atomic { busy < MACHINES -> busy++; using[_pid] = true };
     assert(busy <= MACHINES && using[_pid]);
     atomic { using[_pid] = false; busy-- }
  od
}

init {
  byte i;

  atomic {
    i = 0;
    do
    :: i < WORKERS -> run worker(); i++
    :: else -> break
    od
  }
}
