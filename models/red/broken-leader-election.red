/* The election of `leader-election.red`, broken: who has a parent answers, too. So a process may become the child of its own
 * child, and nobody is left.
 *
 * expect safety: violated
 * expect run-time errors: holds
 * quotient[all variables]: --dead-variables off
 * expect[all variables] unreduced: 108 states
 * expect[all variables] quotient: 22 states
 * expect unreduced: 108 states
 * expect quotient: 22 states
 * expect symmetry: order 6
 */

#define N 3
process count = N;
global pointer asks, answers;
local pointer parent;

mode alone {
  when parent == NULL and asks == NULL may asks = P; goto asking;
  when asks != NULL and asks != P and answers == NULL may answers = P;
}

mode asking {
  when answers != NULL may parent = answers; answers = NULL; asks = NULL; goto alone;
}

initially asks == NULL and answers == NULL and forall i: parent[i] == NULL;
risk forall i: parent[i] != NULL;
