#!/usr/bin/env bash
# Runs every libFuzzer target of a `fuzz` build for some seconds, as many at once as there are
# cores. New inputs stay in the build folder; a crash is copied to fuzz/crashers/<name>/, where
# every later build replays it.  usage: fuzz.sh BUILD_FOLDER SECONDS
set -euo pipefail
cd "$(dirname "$0")/.."
run_one() {
  local name program dict seeds work options=()
  name=$(basename "$1")
  read -r program dict seeds < "$1"
  work=$2/fuzz-work/$name
  mkdir -p "$work/corpus" "$work/crashes"
  if [[ $dict != - ]]; then options+=("-dict=$dict"); fi
  # shellcheck disable=SC2086  # seeds is a list of folders
  if "$program" "$work/corpus" $seeds -max_total_time="$3" -timeout=10 -rss_limit_mb=2048 \
      -artifact_prefix="$work/crashes/" -print_final_stats=1 "${options[@]}" \
      > "$work/log" 2>&1; then
    echo "$name: $(sed -n 's/^stat::number_of_executed_units: *//p' "$work/log") runs, no finding"
  else
    mkdir -p "fuzz/crashers/$name"
    cp "$work"/crashes/* "fuzz/crashers/$name/" 2>/dev/null || true
    tail -n 60 "$work/log"
    echo "$name: FAILED, input in fuzz/crashers/$name/"
    return 1
  fi
}
export -f run_one
find "$1/fuzzers" -type f -print0 | sort -z |
  xargs -0 -r -n 1 -P "$(nproc)" bash -c 'run_one "$2" "$0" "$1"' "$1" "$2"
