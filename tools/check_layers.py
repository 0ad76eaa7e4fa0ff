#!/usr/bin/env python3
"""Checks every #include against the table of folders in docs/design.md.

The table between <!-- layers --> and <!-- /layers --> is the rule itself: a row names a folder and
what its files may include. A word in backquotes is a folder or a file of this project, any other
word is a library of the map LIBRARIES below. The standard library, the C library and the row's
own folder are always allowed; tests beside the code (`*_test.cc`, `test_*`) may use gtest
and tests/ as well. The longest matching row counts. A file that no row covers is an error,
and so is a header that nobody can place: a new dependency is a decision, and is written down in
design.md first.

usage: check_layers.py [ROOT]     exit 1 and one line for each violation
"""

import pathlib
import re
import sys

AREAS = ("src", "include", "runtime", "tests", "fuzz", "bench", "examples")
# Where a quoted include may be found, in this order, besides the folder of the including file.
INCLUDE_ROOTS = ("src", "include", "runtime", ".")
# First word of an included path -> library as the table names it.
LIBRARIES = {
    "boost": "boost",
    "fmt": "fmt",
    "CLI": "CLI11",
    "nlohmann": "nlohmann-json",
    "jni.h": "jni",
    "gtest": "gtest",
    "gmock": "gtest",
    "rapidcheck": "rapidcheck",
    "rapidcheck.h": "rapidcheck",
    "benchmark": "benchmark",
    "google": "protobuf",
    "re2": "re2",
    "xxhash.h": "xxhash",
}
C_LIBRARY = re.compile(
    r"(sys|linux|asm|arpa|netinet)/|"
    r"(dlfcn|elf|errno|fcntl|glob|limits|link|locale|math|poll|pthread|sched|semaphore|signal|spawn|"
    r"stddef|stdint|stdio|stdlib|string|time|unistd|fnmatch|malloc|execinfo|ftw|cxxabi|unwind)\.h$")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')


def read_table(design):
    """{folder: (set of project paths, set of libraries)} from the text of docs/design.md."""
    match = re.search(r"<!-- layers -->(.*?)<!-- /layers -->", design, re.S)
    if not match:
        raise ValueError("docs/design.md has no <!-- layers --> table")
    rows = {}
    for line in match.group(1).splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) < 2 or not cells[0].startswith("`"):
            continue
        paths = {path.rstrip("/") for path in re.findall(r"`([^`]+)`", cells[1])}
        libraries = set(re.split(r"[\s,]+", re.sub(r"`[^`]+`", "", cells[1]))) - {""}
        unknown = libraries - set(LIBRARIES.values()) - {"nothing"}
        if unknown:
            raise ValueError(f"docs/design.md: unknown library {', '.join(sorted(unknown))}")
        rows[cells[0].strip("`").rstrip("/")] = (paths, libraries)
    return rows


def inside(path, folder):
    return path == folder or path.startswith(folder + "/")


def is_test(file):
    return file.name.endswith("_test.cc") or file.name.startswith("test_")


def resolve(root, file, name):
    """The project file that `#include "name"` in `file` means, relative to root, or None."""
    for folder in (file.parent, *(root / area for area in INCLUDE_ROOTS)):
        candidate = folder / name
        if candidate.is_file():
            return candidate.resolve().relative_to(root).as_posix()
    return None


def check_include(root, file, row_name, row, quoted, angled):
    """None if allowed, else what is wrong."""
    paths, libraries = row
    name = quoted or angled
    target = resolve(root, file, name)
    if target is None and quoted:
        # A generated header of the same target (messages.h) is on no disk before the build.
        if "/" not in quoted or row_name in ("examples", "bench", "tests"):
            return None
        return f'"{name}" is no file of this project'
    if target is not None:
        if any(inside(target, path) for path in (row_name, *paths)):
            return None
        if is_test(file) and inside(target, "tests"):
            return None
        return f"{target} is not for {row_name}"
    library = LIBRARIES.get(name.split("/")[0])
    if library is None:
        if C_LIBRARY.match(name) or re.fullmatch(r"[a-z_]+", name):
            return None
        return f"<{name}> belongs to no library that this project knows"
    if library in libraries or (library == "gtest" and is_test(file)):
        return None
    return f"<{name}> ({library}) is not for {row_name}"


def violations(root):
    root = pathlib.Path(root).resolve()
    rows = read_table((root / "docs/design.md").read_text(encoding="utf-8"))
    found = []
    count = 0
    for area in AREAS:
        for file in sorted((root / area).rglob("*")):
            relative = file.relative_to(root).as_posix()
            if area == "src" and file.name == "CMakeLists.txt":
                if re.search(r"causeway(_|::)runtime\b", file.read_text(encoding="utf-8")):
                    found.append(f"{relative}: the tool never links the runtime")
            if file.suffix not in (".h", ".cc") or not file.is_file():
                continue
            count += 1
            matching = [folder for folder in rows if inside(relative, folder)]
            if not matching:
                found.append(f"{relative}: no row of docs/design.md covers this file")
                continue
            row_name = max(matching, key=len)
            text = file.read_text(encoding="utf-8", errors="replace")
            for number, line in enumerate(text.splitlines(), 1):
                match = INCLUDE.match(line)
                if match:
                    wrong = check_include(root, file, row_name, rows[row_name], *match.groups())
                    if wrong:
                        found.append(f"{relative}:{number}: {wrong}")
    return found, count


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent
    found, count = violations(root)
    for line in found:
        print(line)
    print(f"{count} files, {len(found)} violations of docs/design.md")
    return 1 if found or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
