//= 3 states, 3 transitions: never
byte x; active proctype P() { x = 1 } never { do :: x == 1 -> break :: else od }
//= 3 states, 3 transitions: a never claim with a name
byte x; active proctype P() { x = 1 } never N { T0: if :: x == 1 -> goto accept_all :: true -> goto T0 fi; accept_all: skip }
//= 3 states, 3 transitions: several never claims
byte x; active proctype P() { x = 1 } never A { true } never B { x == 1 }
//= 3 states, 3 transitions: remote references and np_ in a never claim
byte x; active proctype P() { L: x = 1 } never { do :: P[0]@L && np_ :: enabled(0) || pc_value(0) > 0 || _last == 0 :: timeout od }
//= 3 states, 3 transitions: steps and assertions in a never claim
byte x; active proctype P() { x = 1 } never { atomic { x == 1; assert(x == 1) }; d_step { x == 1; skip } { x == 1 } unless { x == 2 } printf("x\n") }
//= 3 states, 3 transitions: ltl with a name
byte x; active proctype P() { x = 1 } ltl p { [] (x == 0) }
//= 3 states, 3 transitions: ltl without a name
byte x; active proctype P() { x = 1 } ltl { <> (x == 1) }
//= 3 states, 3 transitions: ltl before what it names
ltl p { [] (x == 0 || P@L) } byte x; active proctype P() { L: x = 1 }
//= 3 states, 3 transitions: several formulas
byte x; active proctype P() { x = 1 } ltl a { <> (x == 1) } ltl b { [] (x == 1) }; ltl { x == 0 }
//= 3 states, 3 transitions: words for operators
byte x; active proctype P() { x = 1 } ltl p { always eventually (x == 1) implies (x == 0 until x == 1) && ((x == 0) weakuntil (x == 1)) || (x release x) equivalent (x stronguntil x) }
//= 3 states, 3 transitions: signs for operators
byte x; active proctype P() { x = 1 } ltl p { ([] <> (x == 1)) -> ((x == 0) U (x == 1)) && ((x == 0) W (x == 1)) || (x V x) <-> !x }
//= 3 states, 3 transitions: formulas over lines
byte x; active proctype P() { x = 1 } ltl p
{
  [] ( x == 0
     || x == 1 )
  &&
  <> x
}
//= 3 states, 3 transitions: a semicolon in a formula
byte x; active proctype P() { x = 1 } ltl p { [] (x == 0); }
//= 5 states, 5 transitions: names of operators outside of formulas
byte U, X, always; active proctype P() { U = 1; X = U; always++ } ltl p { [] (x == 0) } byte x;
//= 3 states, 3 transitions: a formula in a body
byte x; active proctype P() { ltl q { [] (x == 0) } x = 1 }
//= 3 states, 3 transitions: a formula in an expression
byte x; active proctype P() { x = ltl q { [] (x == 0) } 1 }
//= 3 states, 3 transitions: a formula that asks of processes
byte x; active proctype P() { byte y = 1; L: x = y } ltl p { [] (P[0]:y == 1 || P:y > 0 || P@L || P[0]@L || _nr_pr == 0) } ltl q { [] (len(c) == 0) } chan c = [1] of { byte };
//= 3 states, 3 transitions: a formula with comparison of a formula
byte x; active proctype P() { x = 1 } ltl p { [] x == 1 }
//= 3 states, 3 transitions: a formula named as a variable
byte x; active proctype P() { x = 1 } ltl x { [] x }
//= 4 states, 4 transitions: trace
chan c = [1] of { byte }; active proctype P() { c!1; c?1 } trace { do :: c!_; c?_ od }
//= 4 states, 4 transitions: notrace
chan c = [1] of { byte }; active proctype P() { c!1; c?1 } notrace { c!_; c?_; c!_ }
//= 4 states, 4 transitions: trace with choices and jumps
mtype = { a, b }; chan c = [1] of { mtype, byte }; active proctype P() { c!a,1; c?a,1 } trace { S: if :: c!a,_ -> c?a,_; goto S :: c!b,1 -> goto S fi }
//= 3 states, 3 transitions: a claim that assigns
byte x; active proctype P() { x = 1 } never { x = 2 }
