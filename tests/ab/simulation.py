#!/usr/bin/env python3
"""The table of false alarms, through the shipped command.

Runs without any difference are made here (Python's generator, not ours), written as CSV and given
to `causeway ab analyze`; how often its p-values fall below 0.05 must agree with the published
simulation within three binomial standard errors of the two together.

    simulation.py CAUSEWAY CORPUS [REPLICAS]      (CAUSEWAY_CORPUS in the environment wins)

Exit code 77: no golden file, so nothing was tested.
"""

import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

BLOCKS = 8  # of each arm
PER_BLOCK = 12
SD = 38.0
GOLDEN_REPLICAS = 1500
COLUMNS = {
    "naive_launch_level": lambda c: c["per_launch_too_narrow"]["welch"]["p"],
    "block_means_unpaired": lambda c: c["per_pair"]["welch_of_blocks"]["p"],
    "block_means_paired_in_order": lambda c: c["per_pair"]["t"]["p"],
}


def schedule(design):
    if design == "AB_grouped":
        return "a" * BLOCKS + "b" * BLOCKS
    if design == "ABAB":
        return "ab" * BLOCKS
    return "abba" * (BLOCKS // 2)


def replica(rng, design, block_sd, drift):
    """(arm, block, order, value) of each launch."""
    launches = 2 * BLOCKS * PER_BLOCK
    order = 0
    for block, arm in enumerate(schedule(design)):
        level = rng.gauss(0, block_sd) if block_sd else 0.0
        for _ in range(PER_BLOCK):
            trend = drift * (order + 0.5) / launches
            yield arm, block, order, 1000 + level + trend + rng.gauss(0, SD)
            order += 1


def analyze(causeway, folder, text):
    source, report = os.path.join(folder, "runs.csv"), os.path.join(folder, "report.json")
    with open(source, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([causeway, "ab", "analyze", source, "--aa", "none", "--resamples", "200",
                           "--json", report], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          text=True, check=False)
    if done.returncode not in (0, 4):
        sys.exit(f"causeway ab analyze: exit code {done.returncode}\n{done.stderr}")
    with open(report, encoding="utf-8") as file:
        return json.load(file)["comparisons"]


def main():
    causeway, corpus = sys.argv[1:3]
    corpus = os.environ.get("CAUSEWAY_CORPUS", corpus)
    golden = os.path.join(corpus, "golden", "statistics_simulation.json")
    replicas = int(sys.argv[3]) if len(sys.argv) > 3 else 1000
    if not os.path.exists(golden):
        print(f"SKIPPED: no corpus at {golden} (set CAUSEWAY_CORPUS)")
        sys.exit(77)
    with open(golden, encoding="utf-8") as file:
        table = json.load(file)["false_positive_rate_alpha_0.05"]
    rng = random.Random(20261201)
    failures = 0
    for name, cells in table.items():
        design, block_sd, drift = re.match(
            r"(\w+) sd_block=(\d+)ms linear_drift=(\d+)ms", name).groups()
        lines = ["arm,value,block,order,metric"]
        for r in range(replicas):
            lines += [f"{arm},{value:.9g},{block},{order},r{r}" for arm, block, order, value in
                      replica(rng, design, float(block_sd), float(drift))]
        with tempfile.TemporaryDirectory() as folder:
            comparisons = analyze(causeway, folder, "\n".join(lines) + "\n")
        assert len(comparisons) == replicas, (name, len(comparisons))
        for column, p_value in COLUMNS.items():
            expected = cells[column]
            found = sum(p_value(c) < 0.05 for c in comparisons) / replicas
            error = math.sqrt(expected * (1 - expected) * (1 / replicas + 1 / GOLDEN_REPLICAS))
            good = abs(found - expected) <= 3 * error
            failures += not good
            print(f"{'ok  ' if good else 'FAIL'} {name:45} {column:28} {found:.3f} "
                  f"expected {expected:.3f} +- {3 * error:.3f}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
