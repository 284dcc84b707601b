/* Leader election in a ring of 3 nodes (Chang and Roberts 1979). Every node
 * first draws a ticket that nobody else has; tickets then travel clockwise,
 * a node passes on only tickets higher than its own, and the node that gets
 * its own ticket back leads. The drawing makes the model symmetric: the
 * ring may be rotated.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 653 states, 1287 transitions
 * quotient[plain]: --no-merge --no-dataflow --keep-unread
 * expect[plain] unreduced: 674 states, 1315 transitions
 * expect symmetry: order 3
 * expect quotient: 213 states, 426 transitions
 */

#define N 3

mtype = { ticket, elected };

chan link[N] = [2] of { mtype, byte };
bool drawn[N];
byte leaders;

proctype node(chan in, out) {
  byte mine, seen;

  atomic {
    if
    :: !drawn[0] -> drawn[0] = true; mine = 1
    :: !drawn[1] -> drawn[1] = true; mine = 2
    :: !drawn[2] -> drawn[2] = true; mine = 3
    fi
  };
  out!ticket(mine);
end:
  do
  :: in?ticket(seen) ->
       if
       :: seen > mine -> out!ticket(seen)
       :: seen < mine
       :: else ->
            leaders++;
            assert(leaders == 1 && mine == N);
            out!elected(mine)
       fi
  :: in?elected(seen) ->
       if
       :: seen != mine -> out!elected(seen)
       :: else
       fi;
       break
  od
}

init {
  atomic {
    run node(link[0], link[1]);
    run node(link[1], link[2]);
    run node(link[2], link[0])
  }
}
