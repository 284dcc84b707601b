/* A process that its author takes for deterministic, and says so (`D_proctype`): but at 3 both options
 * are possible.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: violated
 * expect unreduced: 16 states, 16 transitions
 * expect symmetry: order 1
 * expect quotient: 16 states, 16 transitions
 */
byte level;

D_proctype filler() {
  do
  :: level < 4 -> level++
  :: level > 2 -> break
  od
}

init { run filler() }
