/* The lock of `mcs-lock.red`, broken: who enters says that it waits only after it has linked itself to the one before. If that
 * hands the lock over in between, the word is lost, and nobody ever enters again.
 *
 * quotient: --deadlock on
 * expect safety: holds
 * expect run-time errors: holds
 * expect deadlock: violated
 * quotient[all variables]: --deadlock on --dead-variables off
 * expect[all variables] unreduced: 1082 states
 * expect[all variables] quotient: 553 states
 * expect unreduced: 74 states
 * expect quotient: 38 states
 * expect symmetry: order 2
 */

#define N 2
process count = N;
global pointer tail;
local pointer next, before;
local discrete waiting;

mode idle { when true may next = NULL; goto enter; }
mode enter { when true may before = tail; tail = P; goto entered; }
mode entered {
  when before == NULL may goto critical;
  when before != NULL may before->next = P; goto late;
}
mode late { when true may waiting = 1; goto wait; }
mode wait { when waiting == 0 may goto critical; }
mode critical {
  when next != NULL may goto hand_over;
  when next == NULL may goto leave;
}
mode leave {
  when tail == P may tail = NULL; goto idle;
  when tail != P may goto stay;
}
mode stay { when next != NULL may goto hand_over; }
mode hand_over { when true may next->waiting = 0; goto idle; }

initially tail == NULL;

risk exists i, j: i != j and (critical[i] or leave[i] or stay[i] or hand_over[i])
                         and (critical[j] or leave[j] or stay[j] or hand_over[j]);
