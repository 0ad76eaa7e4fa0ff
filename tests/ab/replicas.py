#!/usr/bin/env python3
"""A hundred whole A/B runs through real launches of a command with a virtual clock.

    replicas.py CAUSEWAY VIRTUAL_CLOCK [REPLICAS]

A/A under drift: p < 0.05 in about one run of twenty. With a known effect: found as often as the
power of the t test says, and the interval holds the truth in 95 of 100 runs. Three binomial standard
errors are allowed.
"""

import json
import math
import os
import subprocess
import sys
import tempfile

PER_BLOCK, BLOCKS, SD = 3, 8, 20.0


def run(causeway, clock, folder, seed, effect, drift):
    state, report = os.path.join(folder, "state"), os.path.join(folder, "report.json")
    with open(state, "w", encoding="utf-8") as file:
        file.write("0\n")
    command = f"{clock} {state} {seed} {{}} {drift} {SD}"
    done = subprocess.run(
        [causeway, "ab", "--a", command.format(0), "--b", command.format(effect), "--metric",
         r"regex:time\: ([0-9.]+) ms:ms", "--blocks", str(BLOCKS), "--per-block", str(PER_BLOCK),
         "--passes", "1", "--warmup", "0", "--seed", str(seed), "--aa", "none", "--resamples",
         "200", "--json", report],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False,
        env={**os.environ, "HOME": folder})
    if done.returncode not in (0, 4):
        sys.exit(f"causeway ab: exit code {done.returncode}\n{done.stderr}")
    with open(report, encoding="utf-8") as file:
        return json.load(file)["comparisons"][0]["per_pair"]["t"]


def main():
    causeway, clock = sys.argv[1:3]
    replicas = int(sys.argv[3]) if len(sys.argv) > 3 else 100
    # 8 pairs of means of 3: the difference of a pair has sd 20 * sqrt(2 / 3) = 16.33, its mean an
    # error of 5.77. 20 ms are 3.4641 errors: a t test on 7 degrees of freedom has power 0.8425
    # (scipy 1.17.1: nct.sf(c, 7, 3.4641) + nct.cdf(-c, 7, 3.4641) with c = t.ppf(.975, 7)).
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, effect, drift, expected in [("false alarms, no drift", 0.0, 0.0, 0.05),
                                              ("false alarms, drift", 0.0, 2.0, 0.05),
                                              ("found", 20.0, 0.0, 0.8425)]:
            tests = [run(causeway, clock, folder, seed, effect, drift)
                     for seed in range(1, replicas + 1)]
            found = sum(t["p"] < 0.05 for t in tests) / replicas
            covered = sum(t["interval"][0] <= effect <= t["interval"][1]
                          for t in tests) / replicas
            for what, value, wanted in [(name, found, expected), ("covered", covered, 0.95)]:
                error = math.sqrt(wanted * (1 - wanted) / replicas)
                good = abs(value - wanted) <= 3 * error
                failures += not good
                print(f"{'ok  ' if good else 'FAIL'} {what:24} {value:.3f} "
                      f"expected {wanted:.3f} +- {3 * error:.3f}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
