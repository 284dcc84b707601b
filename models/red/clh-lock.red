/* The lock of T. Craig (1993), A. Landin and E. Hagersten (1994): a queue that nobody links. Who wants the lock leaves a node of its
 * own at the tail, and watches the node that it found there. Once it has the lock and is done, it lets its own node go, and takes
 * the one that it watched for the next time. Nodes are numbered as processes are: process i begins with node i.
 *
 * There must be a node more than there are processes, to stand at the tail when nobody wants the lock. The last process lends its
 * node for that and does nothing else.
 *
 * quotient: --deadlock on
 * expect safety: holds
 * expect run-time errors: holds
 * expect deadlock: holds
 * quotient[all variables]: --deadlock on --dead-variables off
 * expect[all variables] unreduced: 31104 states
 * expect[all variables] quotient: 1339 states
 * expect unreduced: 31104 states
 * expect quotient: 1339 states
 * expect symmetry: order 24
 */

#define N 4
process count = N;
global pointer tail;
local pointer mine, watched;
/* Belongs to the node with the number of the process: whether who has put it there still has the lock, or wants it. */
local discrete locked;

// `tail` is set to the node of a process that never takes part.
mode idle {
  when mine != NULL may mine->locked = 1; goto append;
}

// The exchange of `tail` is one step.
mode append { when true may watched = tail; tail = mine; goto wait; }

mode wait { when watched->locked == 0 may goto critical; }

mode critical { when true may mine->locked = 0; goto release; }

// The node that was watched is nobody's now.
mode release { when true may mine = watched; watched = NULL; goto idle; }

initially tail != NULL and forall i: locked[i] == 0 and watched[i] == NULL
                                       and (mine[i] == NULL and tail == i or mine[i] == i and tail != i);

risk (exists i, j: i != j and critical[i] and critical[j])
     or (exists i, j: i != j and mine[i] != NULL and mine[i] == mine[j] and not release[i] and not release[j]);
