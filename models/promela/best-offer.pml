/* A buyer collects one offer from each of 3 sellers, goes through the queue without emptying it, and
 * takes the cheapest. Messages are structures, and scratch variables are hidden: they mean nothing
 * between two steps and are no part of the state.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 640 states, 937 transitions
 * quotient[unmerged]: --no-merge
 * expect[unmerged] unreduced: 960 states, 1765 transitions
 * quotient[plain]: --no-merge --no-dataflow --keep-unread
 * expect[plain] unreduced: 960 states, 1765 transitions
 * expect symmetry: order 6
 * expect quotient: 204 states, 397 transitions
 */
typedef offer { byte from; byte price[2] };

chan offers = [3] of { offer };
byte chosen = 255;
hidden byte best;

active [3] proctype seller() {
  offer mine;
  mine.from = _pid;
  if
  :: mine.price[0] = 3
  :: mine.price[0] = 5
  fi;
  mine.price[1] = 1;
  offers!mine
}

active proctype buyer() {
  offer one;
  len(offers) == 3;
  d_step {
    best = 255;
    for (one in offers) {
      if
      :: one.price[0] + one.price[1] < best -> best = one.price[0] + one.price[1]; chosen = one.from
      :: else
      fi
    }
  };
  assert(chosen != 255)
}
