#!/usr/bin/env python3
"""`causeway ab` beside hyperfine on the same two commands, which do not differ.

    bench/against_hyperfine.py [--replicas N] [--causeway PATH]

The machine drifts: each launch sleeps a little longer than the one before (a counter in a file says
which launch it is), as a machine does that warms up. hyperfine runs one command after the other, so
the drift becomes a difference; `causeway ab` alternates blocks. A false alarm of hyperfine is a
ratio whose printed error bar excludes 1; one of `causeway ab` is a verdict "difference". Both get
the same launches. Prints the rates with and without drift.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import tempfile

BASE_MS, LAUNCHES = 8.0, 24  # of each arm
SCRIPT = """#!/bin/sh
read n < {state}
echo $((n + 1)) > {state}
exec sleep $(awk -v n="$n" 'BEGIN {{ printf "%.6f", ({base} + {drift} * n) / 1000 }}')
"""


def hyperfine(script, folder):
    report = os.path.join(folder, "hyperfine.md")
    out = subprocess.run(
        ["hyperfine", "-N", "--runs", str(LAUNCHES), "--style", "basic", "--export-markdown", report,
         "-n", "a", script, "-n", "b", script], capture_output=True, text=True, check=True).stdout
    # "1.02 ± 0.01 times faster than b": the printed ratio and its error bar.
    ratio, error = map(float, re.search(r"([\d.]+) ± ([\d.]+) times faster", out).groups())
    return ratio - error > 1


def causeway(binary, script, folder):
    report = os.path.join(folder, "report.json")
    subprocess.run(
        [binary, "ab", "--a", script, "--b", script, "--blocks", "8", "--per-block",
         str(LAUNCHES // 8), "--passes", "1", "--warmup", "0", "--aa", "none", "--json", report],
        stdout=subprocess.DEVNULL, check=False)
    with open(report, encoding="utf-8") as file:
        return json.load(file)["verdict"] == "difference"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--replicas", type=int, default=40)
    parser.add_argument("--causeway", default="build/release/bin/causeway")
    options = parser.parse_args()
    if shutil.which("hyperfine") is None:
        raise SystemExit("hyperfine is not installed (Debian: apt-get install hyperfine)")
    version = subprocess.run(["hyperfine", "--version"], capture_output=True, text=True,
                             check=True).stdout.strip()
    print(f"| drift over a run | replicas | {version}: false alarms | causeway ab: false alarms |")
    print("| ---: | ---: | ---: | ---: |")
    for percent in (0, 2, 5, 10):
        alarms = [0, 0]
        for _ in range(options.replicas):
            with tempfile.TemporaryDirectory() as folder:
                state, script = os.path.join(folder, "state"), os.path.join(folder, "command")
                with open(script, "w", encoding="utf-8") as file:
                    file.write(SCRIPT.format(state=state, base=BASE_MS,
                                             drift=BASE_MS * percent / 100 / (2 * LAUNCHES)))
                os.chmod(script, 0o755)
                for i, tool in enumerate([hyperfine, lambda s, f: causeway(options.causeway, s, f)]):
                    with open(state, "w", encoding="utf-8") as file:
                        file.write("0\n")
                    alarms[i] += tool(script, folder)
        n = options.replicas
        print(f"| {percent} % | {n} | {alarms[0]} ({100 * alarms[0] / n:.0f} %) | "
              f"{alarms[1]} ({100 * alarms[1] / n:.0f} %) |", flush=True)


if __name__ == "__main__":
    main()
