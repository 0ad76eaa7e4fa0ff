#!/usr/bin/env bash
# Fails if a header does not compile alone.  usage: check_headers.sh BUILD_FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
java_home=$(cat "$1/java_home")
compile() {
  local standard=c++23
  case "$2" in include/* | runtime/*) standard=c++20 ;; esac
  clang++-19 -std=$standard -fsyntax-only -Wall -Wextra -Werror -Wno-pragma-once-outside-header \
    -Isrc -Iinclude -Iruntime -I. -isystem "$1/include" -isystem "$1/include/linux" -x c++ "$2"
}
export -f compile
git ls-files -z -- 'src/*.h' 'include/*.h' 'runtime/*.h' |
  xargs -0 -r -n 1 -P "$(nproc)" bash -c 'compile "$0" "$1"' "$java_home"
