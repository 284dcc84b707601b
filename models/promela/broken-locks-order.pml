/* Two kinds of processes take the same two locks in opposite orders: with
 * one of each kind waiting for the other, everybody is stuck.
 *
 * expect assertions: holds
 * expect deadlock: violated
 * expect run-time errors: holds
 * expect unreduced: 30 states, 46 transitions
 * expect symmetry: order 8
 * expect quotient: 8 states, 15 transitions
 */

pid first, second;   /* who has it; 0: nobody */

proctype up() {
  do
  :: atomic { first == 0 -> first = _pid };
     atomic { second == 0 -> second = _pid };
     assert(first == _pid && second == _pid);
     second = 0;
     first = 0
  od
}

proctype down() {
  do
  :: atomic { second == 0 -> second = _pid };
     atomic { first == 0 -> first = _pid };
     assert(first == _pid && second == _pid);
     first = 0;
     second = 0
  od
}

init {
  atomic { run up(); run up(); run down(); run down() }
}
