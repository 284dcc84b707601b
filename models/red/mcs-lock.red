/* The lock of J. M. Mellor-Crummey and M. L. Scott (Algorithms for scalable synchronization on shared-memory multiprocessors,
 * TOCS 9(1), 1991): who wants it appends itself to a queue, of which `tail` is the end, and waits on a variable of its own until
 * its predecessor hands the lock over.
 *
 * quotient: --deadlock on
 * expect safety: holds
 * expect run-time errors: holds
 * expect deadlock: holds
 * quotient[all variables]: --deadlock on --dead-variables off
 * expect[all variables] unreduced: 112096 states
 * expect[all variables] quotient: 19056 states
 * expect unreduced: 536 states
 * expect quotient: 96 states
 * expect symmetry: order 6
 */

#define N 3
process count = N;
global pointer tail;
local pointer next, before;
local discrete waiting;

mode idle { when true may next = NULL; goto enter; }

// The exchange of `tail` is one step.
mode enter { when true may before = tail; tail = P; goto entered; }

mode entered {
  when before == NULL may goto critical;
  when before != NULL may waiting = 1; goto link;
}

mode link { when true may before->next = P; goto wait; }

mode wait { when waiting == 0 may goto critical; }

mode critical {
  when next != NULL may goto hand_over;
  when next == NULL may goto leave;
}

// Nobody seems to wait: who is still the tail takes itself out by compare and swap, in one step.
mode leave {
  when tail == P may tail = NULL; goto idle;
  when tail != P may goto stay;
}

// Somebody is coming, and has not said who.
mode stay { when next != NULL may goto hand_over; }

mode hand_over { when true may next->waiting = 0; goto idle; }

initially tail == NULL;

risk exists i, j: i != j and (critical[i] or leave[i] or stay[i] or hand_over[i])
                         and (critical[j] or leave[j] or stay[j] or hand_over[j]);
