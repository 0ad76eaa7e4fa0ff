"""Plants violations in a small tree: the layer test must find each, and nothing else."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import check_layers  # noqa: E402

DESIGN = """
<!-- layers -->
| folder | may include |
| --- | --- |
| `src/base` | fmt |
| `src/gen` | `src/base`, `include/causeway/wire.h` |
| `src/store` | `src/base` |
| `src/cli` | `src/base`, `src/gen`, CLI11 |
| `include/causeway` | jni |
| `runtime` | `include/causeway`, jni |
<!-- /layers -->
"""

CLEAN = {
    "src/base/text.h": "#include <string>\n#include <fmt/core.h>\n#include <sys/stat.h>\n",
    "src/base/text_test.cc": '#include "base/text.h"\n#include <gtest/gtest.h>\n',
    "src/gen/gen.h": '#include "base/text.h"\n#include "causeway/wire.h"\n',
    "src/store/store.h": '#include "base/text.h"\n',
    "src/cli/main.cc": '#include "gen/gen.h"\n#include <CLI/CLI.hpp>\n',
    "src/cli/CMakeLists.txt": "causeway_library(cli SOURCES main.cc DEPS causeway_gen)\n",
    "include/causeway/wire.h": "#include <cstdint>\n",
    "include/causeway/ref.h": '#include <jni.h>\n#include "causeway/wire.h"\n',
    "runtime/jni/env.cc": '#include "causeway/ref.h"\n#include "codec/codec.h"\n',
    "runtime/codec/codec.h": '#include "causeway/wire.h"\n',
}


class CheckLayersTest(unittest.TestCase):
    def check(self, **planted):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            files = dict(CLEAN)
            files["docs/design.md"] = DESIGN
            files.update(planted.get("files", {}))
            for name, text in files.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return check_layers.violations(root)[0]

    def expect(self, name, text, violation):
        self.assertEqual(self.check(files={name: text}), [violation])

    def test_clean_tree(self):
        self.assertEqual(self.check(), [])

    def test_upward(self):
        self.expect("src/base/up.h", '\n#include "gen/gen.h"\n',
                    "src/base/up.h:2: src/gen/gen.h is not for src/base")

    def test_upward_through_a_relative_path(self):
        self.expect("src/base/up.h", '#include "../gen/gen.h"\n',
                    "src/base/up.h:1: src/gen/gen.h is not for src/base")

    def test_feature_to_feature(self):
        self.expect("src/store/x.cc", '#include "gen/gen.h"\n',
                    "src/store/x.cc:1: src/gen/gen.h is not for src/store")

    def test_runtime_to_tool(self):
        self.expect("runtime/jni/x.cc", '#  include "base/text.h"\n',
                    "runtime/jni/x.cc:1: src/base/text.h is not for runtime")

    def test_only_the_named_header(self):
        self.expect("src/gen/x.cc", '#include "causeway/ref.h"\n',
                    "src/gen/x.cc:1: include/causeway/ref.h is not for src/gen")

    def test_library_of_another_layer(self):
        self.expect("src/gen/x.cc", "#include <CLI/CLI.hpp>\n",
                    "src/gen/x.cc:1: <CLI/CLI.hpp> (CLI11) is not for src/gen")

    def test_gtest_outside_of_tests(self):
        self.expect("src/gen/x.cc", "#include <gtest/gtest.h>\n",
                    "src/gen/x.cc:1: <gtest/gtest.h> (gtest) is not for src/gen")

    def test_unknown_library(self):
        self.expect("src/gen/x.cc", "#include <Eigen/Core>\n",
                    "src/gen/x.cc:1: <Eigen/Core> belongs to no library that this project knows")

    def test_folder_without_a_row(self):
        self.expect("src/new/x.cc", "", "src/new/x.cc: no row of docs/design.md covers this file")

    def test_tool_links_runtime(self):
        self.expect("src/gen/CMakeLists.txt", "causeway_library(gen DEPS causeway_runtime)\n",
                    "src/gen/CMakeLists.txt: the tool never links the runtime")


if __name__ == "__main__":
    unittest.main()
