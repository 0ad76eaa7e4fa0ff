"""The samples of docs/verbs/gen.md generate and compile as they stand.

Every block of Dart, C++ or Java there begins with a comment that is its file name. They are written
into one folder, generated from, and compiled with all warnings as errors: a sample that imports
what is not shown, or that names what does not exist, fails.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

SUFFIXES = {"dart": ".dart", "cpp": ".cc", "java": ".java"}


def samples(text):
    """The (file name, content) of each block; complains about one without a name."""
    found = []
    for language, body in re.findall(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if language not in SUFFIXES:
            continue
        name = re.match(r"// (\S+)\n", body)
        if not name or not name[1].endswith(SUFFIXES[language]):
            sys.exit(f"a block of {language} does not begin with '// <file name>':\n{body}")
        found.append((name[1], body))
    return found


def run(*command):
    done = subprocess.run([str(part) for part in command], text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0 or "warning" in done.stdout:
        sys.exit(f"{' '.join(map(str, command))}\nended with {done.returncode}:\n{done.stdout}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("doc", "tool", "cxx", "include", "jar", "work"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    options = parser.parse_args()
    shutil.rmtree(options.work, ignore_errors=True)
    files = {suffix: [] for suffix in SUFFIXES.values()}
    for name, content in samples(options.doc.read_text(encoding="utf-8")):
        path = options.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        files[path.suffix].append(path)
    for suffix, paths in files.items():
        if not paths:
            sys.exit(f"no sample with the suffix {suffix} was found")

    java_home = pathlib.Path(os.environ.get("JAVA_HOME", "/usr/lib/jvm/default-java"))
    cpp, java = options.work / "cpp", options.work / "java"
    run(options.tool, "gen", *files[".dart"], "--cpp-out", cpp, "--java-out", java,
        "--cpp-namespace", "acme", "--java-package", "com.acme")
    jni = java_home / "include"
    for source in [*files[".cc"], *sorted(cpp.glob("*.cc"))]:
        run(options.cxx, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-fsyntax-only",
            f"-I{options.include}", f"-I{cpp}", "-isystem", jni, "-isystem", jni / "linux", source)
    run(java_home / "bin" / "javac", "-Xlint:all", "-Werror", "-cp", options.jar,
        "-d", options.work / "classes", *files[".java"], *sorted(java.rglob("*.java")))


if __name__ == "__main__":
    main()
