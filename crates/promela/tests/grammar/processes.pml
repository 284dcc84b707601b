//= 3 states, 3 transitions: active
active proctype P() { skip }
//= 31 states, 65 transitions: active with a number
active [2] proctype P() { skip } active[1+1] proctype Q() { skip }
//= 7 states, 9 transitions: active with a variable
byte n = 2; active [n] proctype P() { assert(_pid < 2 && n == 2) }
//= 3 states, 3 transitions: active with a variable without a value
byte n; active [n] proctype P() { n = 1 } active proctype Q() { n == 0 }
//= 7 states, 9 transitions: active with a variable that is a symbol
mtype = { a, b }; mtype n = a; active [n] proctype P() { assert(n == a) }
//= 3 states, 3 transitions: active with none
active [0] proctype P() { skip } active proctype Q() { skip }
//= 3 states, 3 transitions: active with a negative number
active [-1] proctype P() { skip } active proctype Q() { skip }
//= 7 states, 9 transitions: active with a symbol
mtype = { a, b }; active [a] proctype P() { skip }
//= 11 states, 15 transitions: a deterministic proctype
active D_proctype P() { byte x; x++ } D_proctype Q(byte a) { a > 0 } init { run Q(1) }
//= 5 states, 5 transitions: parameters
proctype P(byte a; byte b) { assert(a == 1 && b == 2) } init { run P(1, 2) }
//= 5 states, 5 transitions: parameters of one type
proctype P(byte a, b; bool c, d) { assert(a == 1 && b == 2 && c && !d) } init { run P(1, 2, true, false) }
//= 6 states, 6 transitions: parameters of all types
mtype = { r }; mtype:k = { s }; proctype P(bit a; bool b; byte c; short d; int e; pid f; mtype m; chan g; unsigned u : 2; mtype:k n) { g!c; assert(u == 1) }
init { chan q = [1] of { byte }; run P(1, true, 3, -4, -5, _pid, r, q, 5, s) }
//= 5 states, 5 transitions: visibility of parameters
proctype P(show byte b; local byte c) { b = c } init { run P(2, 3) }
//= 5 states, 5 transitions: separators of parameters
proctype P(byte a;; byte b) { a = b } init { run P(1, 2) }
//= 5 states, 5 transitions: parameters over lines
proctype P(byte a;
  byte b,
  c
)
{ a = b + c }
init
{
  run P(1,
    2, 3)
}
//= 6 states, 6 transitions: a structure as a parameter
typedef T { byte a; byte b } proctype P(T t) { assert(t.b == 2) } init { T t; t.a = 1; t.b = 2; run P(t) }
//= refused: a structure with an array as a parameter
typedef T { byte a[2]; byte b } proctype P(T t; byte x) { assert(t.b == 2 && t.a[1] == 3 && x == 4) } init { T t; t.a[1] = 3; t.b = 2; run P(t, 4) }
//= refused: an array as a parameter
proctype P(byte a[2]) { a[1] = 1 } init { run P(1) }
//= refused: a parameter with an initial value
proctype P(byte a = 1) { a = 1 } init { run P(1) }
//= 11 states, 13 transitions: priority
active proctype P() priority 2 { skip } active [2] proctype Q() priority 1 { skip } init priority 3 { skip }
//= 10 states, 12 transitions: priority of a symbol
mtype = { low, high }; active proctype P() priority high { skip } init priority low { run Q() priority high } proctype Q() { skip }
//= 6 states, 7 transitions: provided
bool go; active proctype P() provided (go) { skip } active proctype Q() { go = true }
//= 4 states, 4 transitions: priority and provided
bool go = true; active proctype P() priority 3 provided (go && _pid == 0) { skip } active proctype Q() { go = false }
//= 6 states, 7 transitions: provided with a probe
chan c = [1] of { byte }; active proctype P() provided (nempty(c)) { skip } active proctype Q() { c!1 }
//= 13 states, 17 transitions: run
proctype P(byte n) { n > 0 } init { run P(1); run P(2) }
//= refused: run as a value
proctype P() { skip } init { pid p = run P(); byte q; q = run P(); assert(p == 1 && q == 2) }
//= 5 states, 5 transitions: run after a declaration with a value
proctype P() { skip } init { pid p; p = run P(); assert(p == 1) }
//= 26 states, 39 transitions, assertion: run in parentheses
byte p; proctype P() { skip } init { (run P()); p = (run P()) ; assert(p == 2) }
//= refused: run in a comparison
proctype P() { skip } init { run P() > 0 }
//= refused: negated run
proctype P() { skip } init { !run P() -> assert(false) }
//= 5 states, 5 transitions, not read here: run in an assertion
proctype P() { skip } init { assert(run P()) }
//= 8 states, 10 transitions, not read here: run in a sum
proctype P() { skip } byte x; init { x = run P() + 1; assert(x == 2) }
//= 5 states, 5 transitions, not read here: run that is printed
proctype P() { skip } init { printf("%d", run P()) }
//= 5 states, 5 transitions: run of a later proctype
init { run P(3) } proctype P(byte a) { assert(a == 3) }
//= 8 states, 8 transitions: run with a priority
proctype P() { skip } init { run P() priority 5; run P() priority 2 }
//= 17 states, 17 transitions: run of itself
byte n; proctype P() { if :: n < 3 -> n++; run P() :: else fi } init { run P() }
//= 6 states, 6 transitions: run with arguments of all kinds
chan c = [2] of { byte }; mtype = { a }; proctype P(byte x; int y; mtype m; chan d; bool b) { d!x; assert(y == -1 && m == a && b) } init { byte v[2] = 3; run P(v[1] + 1, -1, a, c, c?[3] || true) }
//= refused: run with probes
chan c = [2] of { byte }; proctype P(bool x) { skip } init { run P(empty(c)) }
//= 15 states, 22 transitions: run that begins an option
proctype P() { skip } init { if :: run P() -> skip :: run P() fi; do :: run P() -> break od }
//= 9 states, 11 transitions: run within an atomic sequence
proctype P() { skip } init { atomic { run P(); run P() } }
//= refused: run of too few arguments
proctype P(byte a, b) { assert(b == 0) } init { run P(1) }
//= refused: run of too many arguments
proctype P(byte a) { assert(a == 1) } init { run P(1, 2) }
//= 51 states, 83 transitions: predefined variables
active [2] proctype P() { byte x; x = _pid; x = _nr_pr; x = _last; assert(_nr_pr <= 2) }
//= 4 states, 4 transitions: the control state
active proctype P() { byte x = 1; x = _p; assert(x > 0) }
//= 11 states, 11 transitions: the control state in conditions
active proctype P() { byte x; _p == 1; x = _p; skip; x = _p; assert(x == 4); d_step { x = 1; x = _p; } atomic { skip; x = _p; skip } x = _p; printf("%d\n", x) }
//= 8 states, 8 transitions: the control state in merged statements
active proctype P() { byte x, y; x = _p; y = _p; x = _p; assert(x > 0 && y > 0); if :: x == _p :: else fi; do :: x == _p -> break :: else -> break od }
//= 3 states, 3 transitions, deadlock: the control state in messages
chan c = [1] of { byte }; active [2] proctype P() { c!_p; c?eval(_p) }
//= 4 states, 4 transitions, not read here: the control state received
chan c = [1] of { byte }; active proctype P() { c!1; c?_p }
//= 8 states, 9 transitions, deadlock: the control state of another process
active proctype P() { skip; skip } active proctype Q() { P[0]:_p == 2 }
//= 4 states, 4 transitions: priorities read and set
active proctype P() priority 2 { byte x = get_priority(_pid); set_priority(_pid, 3); x = _priority; _priority = 1; assert(x == 3) }
//= 10 states, 12 transitions: priorities in expressions
active proctype P() { set_priority(0, get_priority(_pid) + 1); assert(_priority == 2) } active proctype Q() { skip }
//= 13 states, 18 transitions, deadlock: enabled and pc_value
active proctype P() { enabled(1) -> pc_value(1) >= 0 } active proctype Q() { skip; skip }
//= 16 states, 18 transitions: timeout
active proctype P() { timeout; skip } active proctype Q() { (timeout) -> skip; timeout -> skip }
//= 7 states, 7 transitions: timeout in expressions
active proctype P() { bool x; x = timeout; assert(!x); do :: timeout && !x -> x = true :: x -> break od }
//= 13 states, 15 transitions, deadlock: remote references
active proctype P() { byte x = 1; L: x++; M: skip } active proctype Q() { P[0]@L; P@M -> (P[0]:x == 2 && P:x == 2) }
//= 7 states, 9 transitions: remote references to arrays
active proctype P() { byte x[2] = { 3, 4 }; skip } active proctype Q() { assert(P[0]:x[1] == 4 || P:x[0] == 0) }
//= 14 states, 18 transitions: remote references in expressions
active proctype P() { byte x = 1; L: x++ } active proctype Q() { byte y; y = P[0]:x + 1; (!P[0]@L && P[_pid - 1]@L == 0) || true; y = (P@L -> 1 : 2) }
//= 17 states, 25 transitions: remote reference in its own proctype
active [2] proctype P() { byte x; L: x = P[0]:x + 1; (P[1 - _pid]@L) || true }
//= 7 states, 9 transitions: init twice
init { skip } init { skip }
//= 37 states, 58 transitions: init three times among others
byte x; init { byte y = 1; x = y } active proctype P() { x = 3 } init { goto L; skip; L: x = _pid; run Q() } proctype Q() { skip } init { byte y = 2; byte z = 3; end: x == 9 }
//= refused: no process
byte x;
//= refused: an empty body
active proctype P() { }
//= refused: a body of a semicolon
active proctype P() { ; }
//= 3 states, 3 transitions: the trailing empty statement
active proctype P() { skip;; }
//= 1 states, 1 transitions: labels of ends
active proctype P() { end: false } active proctype Q() { end_here: false } active proctype R() { progress1: accept_: endx: false }
//= 1 states, 1 transitions, deadlock: no end label
active proctype P() { e: false }
//= 16 states, 16 transitions: proctypes that start one another
byte n; proctype P(byte k) { if :: k > 0 -> run Q(k - 1) :: else -> n++ fi } proctype Q(byte k) { run P(k) } init { run P(2) }
//= 5 states, 5 transitions: a parameter that is changed
proctype P(byte a; bool b) { a++; b = !b; assert(a == 2 && !b) } init { run P(1, true) }
//= 15 states, 19 transitions: the number of processes
proctype P() { skip } init { assert(_nr_pr == 1); run P(); run P(); (_nr_pr == 1) -> skip }
//= 33 states, 51 transitions: the last process
byte x; active [2] proctype P() { x = _last; x = 1; if :: _last == 0 :: _last == 1 fi }
//= 5 states, 5 transitions: a deterministic process with a choice of one
active D_proctype P() { byte x; do :: x < 2 -> x++ :: x == 2 -> break od }
//= 7 states, 9 transitions: active deterministic processes
active [2] D_proctype P() { byte x = _pid; x++ }
//= 9 states, 11 transitions: priority of active processes
byte x; active [2] proctype P() priority 2 { x++ } active proctype Q() priority 5 { x = 7 }
//= 8 states, 8 transitions: get_priority of others
active proctype P() priority 4 { skip } active proctype Q() { byte x; x = get_priority(0); assert(x == 4 || x == 0); set_priority(_pid, 9); assert(get_priority(1) == 9) }
