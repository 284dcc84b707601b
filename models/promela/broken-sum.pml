/* 3 workers each add 1 to a sum without taking a lock, and end: an update
 * may be lost.
 *
 * expect assertions: violated
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 397 states, 704 transitions
 * expect symmetry: order 6
 * expect quotient: 71 states, 138 transitions
 */

byte sum, reported;

proctype worker() {
  byte copy;

  copy = sum;
  sum = copy + 1;
  reported++
}

proctype judge() {
  reported == 3 -> assert(sum == 3)
}

init {
  atomic { run worker(); run worker(); run worker(); run judge() }
}
