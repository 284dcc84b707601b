#!/usr/bin/env bash
# Peterson's algorithm: 5 processes without reduction against SPIN's compiled verifier, in
# interleaved runs with one worker each, then 7 and 8 processes in the quotient.
#
#   docs/benchmarks/peterson.sh [RUNS]      (5 unless told; needs spin and gcc)
#
# Compare ratios within one run, never seconds between machines.
set -euo pipefail
cd "$(dirname "$0")/../.."
runs=${1:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo build --release --quiet
quotient=${CARGO_TARGET_DIR:-target}/release/quotient
model=models/promela/peterson-5.pml
cp "$model" "$work/m.pml"
(cd "$work" && spin -a m.pml >/dev/null && gcc -O2 -DNOREDUCE -DSAFETY -o pan pan.c)

field() { sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p" "$2"; }

echo "machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores; load $(cut -d' ' -f1 /proc/loadavg)"
echo "$(spin -V); $(gcc --version | head -1); $(rustc --version)"
echo
echo "| run | pan states/s | quotient states/s | ratio | pan bytes/state | quotient bytes/state | ratio |"
echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
for run in $(seq "$runs"); do
  (cd "$work" && ./pan -m1000000 >pan.txt)
  "$quotient" check --symmetry off --por off --workers 1 --json "$model" >"$work/q.json"
  states=$(sed -n 's/ *\([0-9]*\) states, stored$/\1/p' "$work/pan.txt")
  ours=$(field states "$work/q.json")
  [ "$states" = "$ours" ] || { echo "counts differ: $states and $ours" >&2; exit 1; }
  awk -v run="$run" -v n="$states" \
    -v pt="$(sed -n 's/pan: elapsed time \([0-9.]*\) seconds/\1/p' "$work/pan.txt")" \
    -v pm="$(sed -n 's/ *\([0-9.]*\).total actual memory usage/\1/p' "$work/pan.txt")" \
    -v qt="$(field elapsed_s "$work/q.json")" -v qm="$(field peak_memory_bytes "$work/q.json")" \
    'BEGIN { ps = n / pt; qs = n / qt; pb = pm * 1048576 / n; qb = qm / n
             printf "| %d | %d | %d | %.2f | %.1f | %.1f | %.2f |\n", run, ps, qs, qs / ps, pb, qb, qb / pb }'
done
sed -n '/Stats on memory/,/total actual/p' "$work/pan.txt" | sed 's/^/    /'
echo
for n in 7 8; do
  "$quotient" check --por off --workers 1 --json "models/promela/peterson-$n.pml" >"$work/q.json"
  echo "peterson-$n in the quotient, one worker: $(field states "$work/q.json") states, $(field transitions "$work/q.json") transitions, $(field elapsed_s "$work/q.json") s, peak $(field peak_memory_bytes "$work/q.json") bytes"
done
