/* Three tasks with priorities share a lock. While the urgent task waits for the lock, its holder
 * inherits the urgent priority, so that the task in between cannot keep it from going on (Sha,
 * Rajkumar and Lehoczky, Priority inheritance protocols, 1990).
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 61 states, 71 transitions
 * expect symmetry: order 1
 * expect quotient: 61 states, 71 transitions
 */
#define LOW     1
#define MIDDLE  5
#define URGENT 10

mtype = { free, taken };
mtype lock = free;
byte holder;
byte work;      /* of the task in between, while the urgent one waits */
bool waiting;

active proctype low() priority LOW {
  byte own = LOW;
  atomic { lock == free -> lock = taken; holder = _pid };
  skip;
  skip;
  atomic { lock = free; waiting = false; set_priority(_pid, own) };
  assert(get_priority(_pid) == LOW)
}

active proctype middle() priority MIDDLE {
  byte steps;
  do
  :: steps < 4 -> atomic { steps++; if :: waiting -> work++ :: else fi }
  :: else -> break
  od
}

proctype urgent() {
  if
  :: atomic { lock == free -> lock = taken; holder = _pid }
  :: atomic { lock == taken -> waiting = true; set_priority(holder, URGENT) };
     atomic { lock == free -> lock = taken; holder = _pid }
  fi;
  assert(work == 0);
  lock = free
}

/* The interrupt that wakes the urgent task. */
init priority URGENT {
  set_priority(_pid, LOW);
  atomic { run urgent() priority URGENT }
}
