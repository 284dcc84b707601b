/* Leader election: processes build a forest. Who has no parent may ask for one; another that has none answers, and becomes the
 * parent. In the end one is left, the leader. (After the second benchmark of F. Wang and K. Schmidt, 2002, Sect. 7.2.)
 *
 * quotient: --deadlock on
 * expect safety: holds
 * expect run-time errors: holds
 * expect deadlock: violated
 * quotient[all variables]: --deadlock on --dead-variables off
 * expect[all variables] unreduced: 505 states
 * expect[all variables] quotient: 30 states
 * expect unreduced: 505 states
 * expect quotient: 30 states
 * expect symmetry: order 24
 */

#define N 4
process count = N;
global pointer asks, answers;
local pointer parent;

mode alone {
  when parent == NULL and asks == NULL may asks = P; goto asking;
  when parent == NULL and asks != NULL and asks != P and answers == NULL may answers = P;
}

mode asking {
  when answers != NULL may parent = answers; answers = NULL; asks = NULL; goto alone;
}

initially asks == NULL and answers == NULL and forall i: parent[i] == NULL;

// Somebody is always left.
risk forall i: parent[i] != NULL;
