#!/usr/bin/env bash
# The quotient of Peterson's algorithm, here and by rumur, a compiling model checker for Murphi, in
# interleaved runs with one thread each.
#
#   docs/benchmarks/rumur.sh [RUNS] [N]     (3 runs of 7 processes unless told; needs rumur and gcc)
#
# Seconds are processor time of the process, which suffers less than elapsed time from other work on the
# machine. Compiling is not counted. Compare ratios, never seconds between machines.
set -euo pipefail
cd "$(dirname "$0")/../.."
runs=${1:-3}
n=${2:-7}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cargo build --release --quiet
quotient=${CARGO_TARGET_DIR:-target}/release/quotient

# verifier N REDUCTION: builds $work/REDUCTION-N
verifier() {
  sed "s/^  N: 3;.*/  N: $1;/" docs/benchmarks/peterson.m >"$work/m.m"
  rumur --symmetry-reduction "$2" --threads 1 --deadlock-detection stuck "$work/m.m" -o "$work/m.c"
  gcc -std=c11 -O3 -march=native -mcx16 "$work/m.c" -o "$work/$2-$1" -lpthread -latomic
}

field() { sed -n "s/.*\"$1\":\([0-9.]*\).*/\1/p" "$2"; }
found() { sed -n 's/^\t\([0-9]*\) states, \([0-9]*\) rules fired.*/\1 \2/p' "$work/r.txt"; }
TIMEFORMAT=%U

echo "machine: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -1), $(nproc) cores; load $(cut -d' ' -f1 /proc/loadavg)"
echo "$(rumur --version 2>&1 | head -1); $(gcc --version | head -1); $(rustc --version)"
echo
# The two models are the same: without reduction there are as many states.
for small in 3 4; do
  verifier "$small" off
  "$work/off-$small" >"$work/r.txt"
  "$quotient" check --symmetry off --por off --workers 1 --json "models/promela/peterson-$small.pml" >"$work/q.json"
  echo "$small processes, unreduced: rumur $(found), quotient $(field states "$work/q.json") $(field transitions "$work/q.json") (states, transitions)"
done
echo
echo "| run | rumur states | rumur s | rumur states/s | quotient states | quotient s | quotient states/s | ratio |"
echo "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
verifier "$n" heuristic
for run in $(seq "$runs"); do
  rs=$({ time "$work/heuristic-$n" >"$work/r.txt"; } 2>&1)
  qs=$({ time "$quotient" check --por off --workers 1 --json "models/promela/peterson-$n.pml" >"$work/q.json"; } 2>&1)
  read -r states _ <<<"$(found)"
  awk -v run="$run" -v rn="$states" -v rs="$rs" -v qn="$(field states "$work/q.json")" -v qs="$qs" \
    'BEGIN { printf "| %d | %d | %.2f | %d | %d | %.2f | %d | %.2f |\n", run, rn, rs, rn / rs, qn, qs, qn / qs, (qn / qs) / (rn / rs) }'
done
