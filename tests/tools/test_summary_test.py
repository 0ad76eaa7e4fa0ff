"""The counts at the end of ./check: nothing that failed or was skipped may look like a pass."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import test_summary  # noqa: E402

PASSED = '<testcase name="A" status="run" result="completed" classname="Suite"/>'
FAILED = ('<testcase name="B" status="run" result="completed" classname="Suite">'
          '<failure message="no"/></testcase>')
SKIPPED = ('<testcase name="C" status="run" result="skipped" classname="Suite">'
           '<skipped message="x_test.cc:12&#x0A;no corpus here&#x0A;"/></testcase>')
DISABLED = '<testcase name="DISABLED_D" status="notrun" result="suppressed" classname="Suite"/>'


class TestSummaryTest(unittest.TestCase):
    def summary(self, ctest, results, steps=()):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name) / "dev"
            (folder / "test-results").mkdir(parents=True)
            cases = "".join(f'<testcase name="{test}" status="{status}">{inner}</testcase>'
                            for test, status, inner in ctest)
            (folder / "ctest.xml").write_text(f"<testsuite>{cases}</testsuite>", encoding="utf-8")
            for test, cases in results.items():
                (folder / "test-results" / f"{test}.xml").write_text(
                    f"<testsuites><testsuite>{cases}</testsuite></testsuites>", encoding="utf-8")
            return test_summary.summary([folder], steps)

    def expect(self, totals, passed, failed, skipped):
        self.assertEqual((totals.passed, totals.failed, totals.skipped), (passed, failed, skipped))

    def test_cases_of_a_program(self):
        totals = self.summary([("t", "fail", "")], {"t": PASSED + FAILED + SKIPPED + DISABLED})
        self.expect(totals, 1, ["dev/t: Suite.B"], [("dev/t: Suite.C", "no corpus here")])

    def test_a_program_that_is_all_skips(self):
        totals = self.summary([("t", "notrun", '<skipped message="SKIP_RETURN_CODE=77"/>')],
                              {"t": SKIPPED})
        self.expect(totals, 0, [], [("dev/t: Suite.C", "no corpus here")])

    def test_a_crash_before_any_result(self):
        self.expect(self.summary([("t", "fail", "")], {}), 0, ["dev/t"], [])

    def test_a_crash_after_passed_cases(self):
        self.expect(self.summary([("t", "fail", "")], {"t": PASSED}), 1,
                    ["dev/t: the program failed (crash or time-out?)"], [])

    def test_a_result_file_that_is_cut_off(self):
        self.expect(self.summary([("t", "fail", "")], {"t": "<testcase"}), 0,
                    ["dev/t: its result file is cut off"], [])

    def test_other_entries(self):
        totals = self.summary(
            [("a", "run", ""), ("b", "fail", ""),
             ("c", "notrun", '<skipped message="SKIP_RETURN_CODE=77"/>'
                             "<system-out>SKIPPED: no JDK 25 was found\n</system-out>"),
             ("d", "notrun", "")], {})
        self.expect(totals, 1, ["dev/b", "dev/d: not run"], [("dev/c", "no JDK 25 was found")])

    def test_steps(self):
        totals = self.summary([], {}, ["passed build dev", "failed clang-tidy"])
        self.expect(totals, 1, ["step: clang-tidy"], [])

    def test_a_build_without_results(self):
        with tempfile.TemporaryDirectory() as name:
            totals = test_summary.summary([pathlib.Path(name) / "asan"], [])
        self.expect(totals, 0, ["asan: ctest wrote no result"], [])


if __name__ == "__main__":
    unittest.main()
