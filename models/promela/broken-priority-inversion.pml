/* As priority-inheritance, but the holder of the lock keeps its own low priority: the task in between
 * runs although the urgent one waits.
 *
 * expect assertions: violated
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 272 states, 329 transitions
 * expect symmetry: order 1
 * expect quotient: 272 states, 329 transitions
 */
#define LOW     1
#define MIDDLE  5
#define URGENT 10

mtype = { free, taken };
mtype lock = free;
byte work;      /* of the task in between, while the urgent one waits */
bool waiting;

active proctype low() priority LOW {
  d_step { lock == free -> lock = taken };
  skip;
  skip;
  d_step { lock = free; waiting = false }
}

active proctype middle() priority MIDDLE {
  byte steps;
  skip;
  set_priority(_pid, LOW);
  skip;
  set_priority(_pid, MIDDLE);
  do
  :: steps < 4 -> d_step { steps++; if :: waiting -> work++ :: else fi }
  :: else -> break
  od
}

proctype urgent() {
  if
  :: d_step { lock == free -> lock = taken }
  :: d_step { lock == taken -> waiting = true };
     d_step { lock == free -> lock = taken }
  fi;
  assert(work == 0);
  lock = free
}

/* The interrupt that wakes the urgent task. */
init priority URGENT {
  set_priority(_pid, LOW);
  atomic { run urgent() priority URGENT }
}
