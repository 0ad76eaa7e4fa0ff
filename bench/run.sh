#!/bin/sh
# Builds the benchmarks in release and runs them on every JDK found; writes the tables to
# docs/measurements/. Usage: bench/run.sh [--shapes] [options of transport_bench…]
set -eu
cd "$(dirname "$0")/.."
build=${CAUSEWAY_BENCH_BUILD:-build/release}
shapes=no
if [ "${1:-}" = --shapes ]; then
  shapes=yes
  shift
fi
cmake --preset release -B "$build" >/dev/null
cmake --build "$build" --target transport_bench
[ $shapes = no ] || cmake --build "$build" --target shapes_bench
mkdir -p docs/measurements
seen=" "
for home in ${JAVA_HOME:-} /usr/lib/jvm/* /opt/java/* /opt/jdk*; do
  [ -f "$home/lib/server/libjvm.so" ] && [ -f "$home/release" ] || continue
  home=$(readlink -f "$home")
  version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")
  case $seen in *" $version "*) continue ;; esac
  [ "$version" -ge 17 ] || continue
  seen="$seen$version "
  echo "== JDK $version"
  JAVA_HOME=$home "$build/bench/transport_bench" \
    --markdown "docs/measurements/transport-jdk$version.md" "$@"
  [ $shapes = no ] || JAVA_HOME=$home "$build/bench/shapes_bench" \
    --markdown "docs/measurements/shapes-jdk$version.md"
done
