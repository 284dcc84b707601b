/* A referee lets two players move in turn and sees who moved last; it knows where they are by their
 * control points, and whether they could move.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 518 states, 1369 transitions
 * quotient[unmerged]: --no-merge
 * expect[unmerged] unreduced: 306 states, 803 transitions
 * quotient[plain]: --no-merge --no-dataflow --keep-unread
 * expect[plain] unreduced: 314 states, 811 transitions
 * expect symmetry: order 1
 * expect quotient: 518 states, 1369 transitions
 */
byte moves;

active [2] proctype player() {
  byte count;
  do
  :: count < 2 && moves < 3 -> moves++; count++
  :: count == 2 || moves == 3 -> break
  od
}

active proctype referee() {
  byte last;
  do
  :: atomic { enabled(0) || enabled(1) -> last = _last; assert(last <= 2) }
  :: !enabled(0) && !enabled(1) && moves >= 3 -> break
  :: pc_value(0) == 0 -> break
  od
}
