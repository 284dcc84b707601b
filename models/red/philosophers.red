/* Dining philosophers (Dijkstra 1965) round a table, each of whom takes the left fork first, which is its own, and then that of its
 * neighbour on the right. If all have taken the first, nobody takes the second.
 *
 * Whose fork an eating neighbour has is thinking: the states are the rings of modes in which who is after an eating one thinks, but for
 * that in which all have laid the right fork down, as the last of them to eat had a neighbour who was thinking. These are 119 - 1.
 *
 * quotient: --deadlock on
 * expect safety: holds
 * expect run-time errors: holds
 * expect deadlock: violated
 * quotient[all variables]: --deadlock on --dead-variables off
 * expect[all variables] unreduced: 118 states
 * expect[all variables] quotient: 33 states
 * expect unreduced: 118 states
 * expect quotient: 33 states
 * expect symmetry: order 4
 */

#define N 4
process count = N;
local pointer right;
local discrete fork;   // whether it is taken

mode thinking { when fork == 0 may fork = 1; goto left_taken; }
mode left_taken { when right->fork == 0 may right->fork = 1; goto eating; }
mode eating { when true may right->fork = 0; goto right_laid; }
mode right_laid { when true may fork = 0; goto thinking; }

// On the right of each sits the next one, and of the last the first.
initially (forall i, j: j == i + 1 => right[i] == j) and (forall i: (exists j: j == i + 1) or right[i] == 1)
      and forall i: fork[i] == 0;

// Neighbours never eat at the same time.
risk exists i, j: i != j and right[i] == j and eating[i] and eating[j];
