/* A supervisor watches 3 workers, each of whom does one of two jobs and ends.
 * When nothing happens any more he believes that one job was done exactly
 * twice, but all may have done the same one.
 *
 * expect assertions: violated
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 55 states, 110 transitions
 * expect symmetry: order 12
 * expect quotient: 10 states, 19 transitions
 */

byte first, second;

active proctype supervisor() {
  timeout -> assert(first == 2 || second == 2)
}

active [3] proctype worker() {
  if
  :: first++
  :: second++
  fi
}
