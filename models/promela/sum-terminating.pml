/* 4 workers each add 1 to a sum, taking a lock, and end; a judge looks at the
 * sum when all have reported. Every run of this model ends.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 1696 states, 3699 transitions
 * expect symmetry: order 24
 * expect quotient: 79 states, 175 transitions
 */

bool locked;
byte sum, reported;

proctype worker() {
  byte copy;

  atomic { !locked -> locked = true };
  copy = sum;
  sum = copy + 1;
  locked = false;
  reported++
}

proctype judge() {
  reported == 4 -> assert(sum == 4)
}

init {
  atomic { run worker(); run worker(); run worker(); run worker(); run judge() }
}
