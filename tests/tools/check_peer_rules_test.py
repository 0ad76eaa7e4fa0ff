"""Plants violations in a small tree: the test of the table of rules must find each, and nothing
else."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import check_peer_rules  # noqa: E402

TESTS = {
    "runtime/peers/core_test.cc": "TEST_F(CoreTest, R1_One) {}\nTEST(Slots,\n     Two) {}\n",
    "tests/jvm/peers_test.cc": "TEST_F(Peers, DISABLED_Off) {}\n",
    "tests/jvm/peers_c_test.c": "    CASE(get_or_create),\n",
    "tests/conformance/peers/r01_three.json": "{}\n",
}


def table(name, letter, count, **changed):
    lines = [f"<!-- {name} -->", "| row | what | tests |", "| --- | --- | --- |"]
    for number in range(1, count + 1):
        row = f"{letter}{number}"
        tests = changed.get(row, "`CoreTest.R1_One`")
        if tests is not None:
            lines.append(f"| {row} | `no.Test`, as it is not in the last column | {tests} |")
    return "\n".join(lines + [f"<!-- /{name} -->", ""])


class CheckPeerRulesTest(unittest.TestCase):
    def check(self, extra="", **changed):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            files = dict(TESTS)
            rules = table("rules", "R", 33, **changed).replace("<!-- /rules", extra + "<!-- /rules")
            files["docs/peers_rules.md"] = rules + table("bugs", "B", 23, **changed)
            for name, text in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return check_peer_rules.violations(root)

    def test_every_kind_of_test(self):
        self.assertEqual(
            self.check(R2="`Slots.Two`, `get_or_create`, `r01_three.json`, `CoreTest.R1_One`"), [])

    def test_a_rule_without_a_row(self):
        self.assertEqual(self.check(R33=None), ["R33 has no row"])

    def test_a_bug_without_a_row(self):
        self.assertEqual(self.check(B7=None), ["B7 has no row"])

    def test_a_rule_without_a_test(self):
        self.assertEqual(self.check(R5="later"), ["R5 names no test"])

    def test_tests_that_do_not_exist(self):
        for name in ("CoreTest.R1_None", "Peers.Off", "Peers.DISABLED_Off", "r02_none.json", "none"):
            self.assertEqual(self.check(B3=f"`{name}`"), [f"B3: there is no test {name}"])

    def test_two_rows_of_one_rule(self):
        self.assertEqual(self.check(extra="| R4 | once more | `Slots.Two` |\n"),
                         ["R4 has more than one row"])

    def test_a_rule_that_nobody_knows(self):
        self.assertEqual(self.check(extra="| R34 | new | `Slots.Two` |\n"),
                         ["R34 is no R1 to R33"])


if __name__ == "__main__":
    unittest.main()
