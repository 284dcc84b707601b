/* 4 workers each take a tool from a box of 3 and end without giving it back:
 * the last one waits for ever.
 *
 * expect assertions: holds
 * expect deadlock: violated
 * expect run-time errors: holds
 * expect unreduced: 26 states, 51 transitions
 * expect symmetry: order 24
 * expect quotient: 4 states, 10 transitions
 */

byte tools = 3;

active [4] proctype worker() {
  atomic { tools > 0 -> tools-- }
}
