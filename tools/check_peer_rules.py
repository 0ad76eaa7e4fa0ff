#!/usr/bin/env python3
"""Checks docs/peers_rules.md: every rule R1 to R33 and every bug B1 to B23 has one row, which names
at least one test, and every test named there exists.

A test is named in backquotes in the last column: `Suite.Name` is a gtest of tests/ or runtime/,
`name.json` a vector of tests/conformance/peers, `name` a case of tests/jvm/peers_c*_test.c. A
disabled test does not count.

usage: check_peer_rules.py [ROOT]     exit 1 and one line for each violation
"""

import pathlib
import re
import sys

TABLES = (("rules", "R", 33), ("bugs", "B", 23))
GTEST = re.compile(r"\bTEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)")
C_CASE = re.compile(r"\bCASE\((\w+)\)")


def known_tests(root):
    """The names of all tests, as the tables give them."""
    known = set()
    for area in ("runtime", "tests"):
        for file in (root / area).rglob("*_test.cc"):
            for suite, name in GTEST.findall(file.read_text(encoding="utf-8")):
                if not name.startswith("DISABLED_"):
                    known.add(f"{suite}.{name}")
    for file in (root / "tests/jvm").glob("peers_c*_test.c"):
        known.update(C_CASE.findall(file.read_text(encoding="utf-8")))
    known.update(file.name for file in (root / "tests/conformance/peers").glob("*.json"))
    return known


def rows(text, table):
    """[(first column, names of tests)] of the table between its marks."""
    match = re.search(rf"<!-- {table} -->(.*?)<!-- /{table} -->", text, re.S)
    if not match:
        raise ValueError(f"docs/peers_rules.md has no <!-- {table} --> table")
    found = []
    for line in match.group(1).splitlines():
        cells = [cell.strip() for cell in line.split("|")[1:-1]]
        if len(cells) == 3 and re.fullmatch(r"[A-Z]\d+", cells[0]):
            found.append((cells[0], re.findall(r"`([^`]+)`", cells[2])))
    return found


def violations(root):
    root = pathlib.Path(root).resolve()
    text = (root / "docs/peers_rules.md").read_text(encoding="utf-8")
    known = known_tests(root)
    found = []
    for table, letter, count in TABLES:
        expected = [f"{letter}{number}" for number in range(1, count + 1)]
        there = rows(text, table)
        names = [row for row, _ in there]
        found += [f"{name} has no row" for name in expected if name not in names]
        found += [f"{name} has more than one row" for name in expected if names.count(name) > 1]
        found += [f"{name} is no {letter}1 to {letter}{count}" for name in names
                  if name not in expected]
        for row, tests in there:
            if not tests:
                found.append(f"{row} names no test")
            found += [f"{row}: there is no test {test}" for test in tests if test not in known]
    return found


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    found = violations(root)
    for line in found:
        print(f"docs/peers_rules.md: {line}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
