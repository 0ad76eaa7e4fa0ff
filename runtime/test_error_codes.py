#!/usr/bin/env python3
"""Every error code that the runtime gives stands in the table of docs/calling_convention.md, and
every code of the table is given somewhere."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
GIVES = re.compile(
    r"""(?:\b(?:ThrowError|Error|newError|CausewayException|this|MessageException)\(\s*
        |\bcode\s*=\s*|\breturn\s|\bcode\ ==\ null\ \?\s*|\bbegin\(codec,\s*)
        "((?:[a-z]+-)*[a-z]+|java\.lang\.\w+Error)" """,
    re.VERBOSE)
# Where such a text is returned that is no code.
TEXT_ONLY = {"embed.cc", "value.cc", "equality.h"}


def given_codes():
    codes = {}
    for folder in ("runtime", "include"):
        for path in sorted((ROOT / folder).rglob("*")):
            parts = path.relative_to(ROOT).parts
            if path.suffix not in (".cc", ".h", ".java") or path.stem.endswith("_test"):
                continue
            if "testdata" in parts or "test" in parts or path.stem.startswith("test_"):
                continue
            for match in GIVES.finditer(path.read_text(encoding="utf-8")):
                if path.name in TEXT_ONLY and match.group(0).lstrip().startswith("return"):
                    continue
                codes.setdefault(match.group(1), "/".join(parts))
    return codes


def documented_codes():
    text = (ROOT / "docs" / "calling_convention.md").read_text(encoding="utf-8")
    table = text.split("| code |", 1)[1].split("\n\n", 1)[0]
    return {code for line in table.splitlines() for code in re.findall(r"^\| `([^`]+)`", line)}


def main():
    given = given_codes()
    documented = documented_codes()
    problems = [f"{code} ({path}) is not in docs/calling_convention.md"
                for code, path in given.items() if code not in documented]
    problems += [f"nothing gives {code} of docs/calling_convention.md"
                 for code in sorted(documented - set(given))]
    for problem in problems:
        print(problem)
    return 1 if problems or len(given) < 10 else 0


if __name__ == "__main__":
    sys.exit(main())
