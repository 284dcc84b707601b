/* The stack of `treiber-stack.red` where nobody minds who looks at a cell. Then a cell may be popped and pushed again between the look
 * and the swap: the top is the one that was seen, and what was below it is not below it any more (the ABA problem).
 *
 * expect safety: violated
 * expect run-time errors: holds
 * quotient[all variables]: --dead-variables off
 * expect[all variables] unreduced: 3329 states
 * expect[all variables] quotient: 1666 states
 * expect unreduced: 1239 states
 * expect quotient: 621 states
 * expect symmetry: order 2
 */

#define N 2
process count = N;
global pointer top;
local pointer below, seen, rest;
local discrete stacked;

mode idle {
  when stacked == 0 may goto push;
  when top != NULL may seen = top; goto look;
}

mode push { when true may below = top; goto swap_in; }
mode swap_in {
  when top == below may stacked = 1; top = P; goto idle;
  when top != below may goto push;
}

mode look { when true may rest = seen->below; goto swap_out; }
mode swap_out {
  when top == seen may top = rest; seen->stacked = 0; seen = NULL; goto idle;
  when top != seen may seen = NULL; goto idle;
}

initially top == NULL and forall i: below[i] == NULL and seen[i] == NULL and rest[i] == NULL
                                    and stacked[i] == 0;

risk exists i: stacked[i] == 0 and top == i;
