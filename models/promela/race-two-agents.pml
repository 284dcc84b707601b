/* Two agents that talk over two channels of capacity one: each asks the
 * other for something and answers what it is asked. An agent that finds its
 * peer's channel full waits; if both send a second message before either has
 * read, both wait for ever. After the channel race of Donaldson and Miller,
 * "Automatic Symmetry Detection for Promela" (2008), figure 4.
 *
 * expect assertions: holds
 * expect deadlock: violated
 * expect run-time errors: holds
 * expect unreduced: 9 states, 12 transitions
 * expect symmetry: order 2
 * expect quotient: 6 states, 8 transitions
 */

mtype = { ask, answer };

chan left = [1] of { mtype };
chan right = [1] of { mtype };

proctype agent(chan in, out) {
  do
  :: out!ask;
     in?answer
  :: in?ask;
     out!answer
  od
}

init {
  atomic {
    run agent(left, right);
    run agent(right, left)
  }
}
