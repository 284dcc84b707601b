/* 3 tasks of which only the scheduled one may move: what they do is said once, when they may do it
 * is left to a `provided` clause. The scheduler interrupts a task anywhere, but never in its critical
 * section.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 3073 states, 7492 transitions
 * expect symmetry: order 6
 * expect quotient: 577 states, 1408 transitions
 */
byte current = 3;
bool locked;
byte inside;

active [3] proctype task() provided (current == _pid) {
  byte rounds;
  do
  :: rounds < 2 ->
     locked = true;
     inside++;
     assert(inside == 1);
     inside--;
     locked = false;
     rounds++
  :: rounds == 2 -> break
  od
}

active proctype scheduler() {
end:
  do
  :: atomic { !locked ->
       if
       :: current = 0
       :: current = 1
       :: current = 2
       fi }
  od
}
