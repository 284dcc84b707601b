-- Peterson's mutual exclusion for N processes (Peterson 1981), in Murphi.
--
-- One rule for each step of models/promela/peterson-N.pml as Quotient and SPIN
-- count them, so that states and transitions can be compared: k++ is part of
-- the step before it, and a process that has to wait steps to where it is.
-- There is no init process: one state and two transitions less.
const
  N: 3;  -- rumur.sh sets it

type
  process: scalarset(N);
  level: 0..N;
  step: enum { start, climb, raise, enter, await, claim, release, lower };

var
  at: array [process] of step;
  k: array [process] of level;
  flag: array [process] of level;
  turn: array [level] of process;
  critical: level;

startstate
begin
  for i: process do
    at[i] := start;
    k[i] := 0;
    flag[i] := 0;
  end;
  for l: level do
    undefine turn[l];
  end;
  critical := 0;
end;

ruleset i: process do

  rule "k = 1"
    at[i] = start
  ==>
  begin
    k[i] := 1;
    at[i] := climb;
  end;

  rule "k < N"
    at[i] = climb & k[i] < N
  ==>
  begin
    at[i] := raise;
  end;

  rule "else"
    at[i] = climb & k[i] = N
  ==>
  begin
    at[i] := claim;
  end;

  rule "flag[i] = k"
    at[i] = raise
  ==>
  begin
    flag[i] := k[i];
    at[i] := enter;
  end;

  rule "turn[k] = i"
    at[i] = enter
  ==>
  begin
    turn[k[i]] := i;
    at[i] := await;
  end;

  rule "wait"
    at[i] = await
  ==>
  begin
    if turn[k[i]] != i | (forall j: process do j = i | flag[j] < k[i] end) then
      k[i] := k[i] + 1;
      at[i] := climb;
    end;
  end;

  rule "critical++"
    at[i] = claim
  ==>
  begin
    critical := critical + 1;
    assert "one at a time" critical = 1;
    at[i] := release;
  end;

  rule "critical--"
    at[i] = release
  ==>
  begin
    critical := critical - 1;
    at[i] := lower;
  end;

  rule "flag[i] = 0"
    at[i] = lower
  ==>
  begin
    flag[i] := 0;
    at[i] := start;
  end;

end;
