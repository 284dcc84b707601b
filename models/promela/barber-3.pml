/* A barber and 3 customers who meet by rendezvous: a customer sits down by
 * giving his number, and is told his own number when his hair is cut.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 8 states, 17 transitions
 * expect symmetry: order 6
 * expect quotient: 4 states, 9 transitions
 */

chan chair = [0] of { pid };
chan ready = [0] of { pid };

proctype customer() {
  do
  :: chair!_pid;
     ready?eval(_pid)
  od
}

proctype barber() {
  pid who;

  do
  :: chair?who -> ready!who
  od
}

init {
  atomic {
    run barber();
    run customer();
    run customer();
    run customer()
  }
}
