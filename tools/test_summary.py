#!/usr/bin/env python3
"""Adds up what ./check has run and says what was skipped, and why.

usage: test_summary.py [--steps FILE] BUILD_FOLDER…

A build folder holds ctest.xml (ctest --output-junit) and test-results/<test>.xml, which GoogleTest
programs write. A test program counts as its cases; a program that failed without a failed case
(it crashed, or timed out) counts as one more failure; any other ctest entry counts as one. A
GoogleTest program whose cases were all skipped is those skips, not a pass. FILE has one line a
step of ./check: "passed NAME" or "failed NAME".
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree


class Totals:
    def __init__(self):
        self.passed = 0
        self.failed = []
        self.skipped = []


def clean(text):
    """The reason in a skip message: gtest puts file:line on a first line of its own."""
    lines = [line.strip() for line in (text or "").strip().splitlines()]
    lines = [line for line in lines if line and not re.match(r"^\S+:\d+$", line)]
    return " ".join(lines)


def add_gtest(path, where, totals):
    """Cases of one program; the number of failed ones."""
    failures = 0
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        name = f"{where}{case.get('classname')}.{case.get('name')}"
        skip = case.find("skipped")
        if case.find("failure") is not None:
            failures += 1
            totals.failed.append(name)
        elif skip is not None or case.get("result") == "skipped":
            totals.skipped.append((name, clean("" if skip is None else skip.get("message"))))
        elif case.get("status") == "run":
            totals.passed += 1
    return failures


def add_build(folder, totals):
    junit = folder / "ctest.xml"
    if not junit.is_file():
        totals.failed.append(f"{folder.name}: ctest wrote no result")
        return
    for test in ElementTree.parse(junit).getroot().iter("testcase"):
        name = test.get("name")
        status = test.get("status")
        where = f"{folder.name}/{name}: "
        results = folder / "test-results" / f"{name}.xml"
        if results.is_file():
            failures = 0
            try:
                failures = add_gtest(results, where, totals)
            except ElementTree.ParseError:
                totals.failed.append(where + "its result file is cut off")
                failures = 1
            if status == "fail" and failures == 0:
                totals.failed.append(where + "the program failed (crash or time-out?)")
        elif status == "run":
            totals.passed += 1
        elif status in ("notrun", "disabled"):
            output = test.findtext("system-out") or ""
            match = re.search(r"SKIPPED: (.*)", output)
            skip = test.find("skipped")
            if skip is None and match is None:
                totals.failed.append(where + "not run")
            else:
                reason = match.group(1) if match else (skip.get("message") or "")
                totals.skipped.append((where.rstrip(": "), reason))
        else:
            totals.failed.append(where.rstrip(": "))


def summary(folders, steps):
    totals = Totals()
    for line in steps:
        status, _, name = line.strip().partition(" ")
        if status == "passed":
            totals.passed += 1
        elif status:
            totals.failed.append(f"step: {name}")
    for folder in folders:
        add_build(folder, totals)
    return totals


def main():
    args = sys.argv[1:]
    steps = []
    if args[:1] == ["--steps"]:
        steps = pathlib.Path(args[1]).read_text(encoding="utf-8").splitlines()
        args = args[2:]
    totals = summary([pathlib.Path(folder) for folder in args], steps)
    for name, reason in totals.skipped:
        print(f"skipped  {name}" + (f": {reason}" if reason else ""))
    for name in totals.failed:
        print(f"FAILED   {name}")
    print(f"{totals.passed} passed, {len(totals.failed)} failed, {len(totals.skipped)} skipped")
    return 1 if totals.failed or totals.passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
