/* Fischer's mutual exclusion by timers (Lamport 1987), with 3 nodes. Who finds
 * nobody writes its name within 2 ticks, and goes in if it is still there 3 ticks
 * later: by then, all who have found nobody have written. Timers tick together,
 * and not while one has run out that must be heeded at once.
 *
 * expect assertions: holds
 * expect deadlock: holds
 * expect run-time errors: holds
 * expect unreduced: 473 states, 1059 transitions
 * expect symmetry: order 6
 * expect quotient: 104 states, 250 transitions
 */
#define N 3
#define NOBODY 255
#define WITHIN 2
#define AFTER 3
#define LATE(i) (place[i] == Writing && timer[i] == 0)
#define TICK(i) if :: timer[i] > 0 -> timer[i]-- :: else fi

mtype = { Outside, Writing, Waiting, Inside };

mtype place[N] = Outside;
byte timer[N];
byte holder = NOBODY;
byte inside;

proctype node(byte me) {
  do
  :: atomic { place[me] == Outside && holder == NOBODY -> place[me] = Writing; timer[me] = WITHIN }
  :: atomic { place[me] == Writing -> holder = me; place[me] = Waiting; timer[me] = AFTER }
  :: atomic { place[me] == Waiting && timer[me] == 0 ->
       if
       :: holder == me -> place[me] = Inside; inside++; assert(inside == 1)
       :: else -> place[me] = Outside
       fi
     }
  :: atomic { place[me] == Inside -> inside--; holder = NOBODY; place[me] = Outside; timer[me] = 0 }
  od
}

active proctype clock() {
  do
  :: d_step { !LATE(0) && !LATE(1) && !LATE(2) -> TICK(0); TICK(1); TICK(2) }
  od
}

init { atomic { run node(0); run node(1); run node(2) } }
