#!/usr/bin/env bash
# Fails if clang-format 19 would change a C++ file; --fix changes it. Generated text is excluded:
# goldens are what the tool writes.
set -euo pipefail
cd "$(dirname "$0")/.."
mode=(--dry-run -Werror)
if [[ "${1:-}" == --fix ]]; then mode=(-i); fi
git ls-files -z -- '*.h' '*.cc' ':!tests/golden/*/*/expected/**' |
  xargs -0 -r clang-format-19 "${mode[@]}"
