#!/usr/bin/env bash
# clang-tidy over src/, include/ and runtime/, tests beside the code left out, with the checks of .clang-tidy, all of them errors.
# usage: check_tidy.sh BUILD_FOLDER   (a clang build: its compile commands are used)
set -euo pipefail
cd "$(dirname "$0")/.."
git ls-files -z -- 'src/*.cc' 'runtime/*.cc' ':!*_test.cc' ':!*/test_*' |
  xargs -0 -r -n 4 -P "$(nproc)" clang-tidy-19 --quiet -p "$1" \
      --extra-arg=-Wno-deprecated-declarations 2> >(grep -vE '^\[|warnings generated' >&2)
