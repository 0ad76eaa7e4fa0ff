"""Steps of the build of the round trips.

  build.py list FOLDER            one line a group: name, definition file, all stems it compiles
  build.py groups OUT.cc NAME…    the table of groups
  build.py generate --tool CAUSEWAY --definition FILE --group NAME --out FOLDER
                    --mutations N [--fields]
  build.py classes --javac JAVAC --classpath JAR --out FOLDER --sources FOLDER…
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import zlib

import cases
import definition
import echo


def group_name(path):
    """"camera_camera_android_messages" for "camera__camera_android__pigeons__messages.dart"."""
    stem = os.path.splitext(os.path.basename(path))[0].replace("__pigeons__", "__")
    return re.sub("_+", "_", stem)


def files_of(path):
    """The file and all that it imports, itself first."""
    found = [os.path.realpath(path)]
    for file in found:
        with open(file, encoding="utf-8") as text:
            for target in re.findall(r"^import '([^':]+)';", text.read(), re.M):
                target = os.path.realpath(os.path.join(os.path.dirname(file), target))
                if target not in found:
                    found.append(target)
    return found


def stem(path):
    return os.path.splitext(os.path.basename(path))[0]


def list_groups(folder):
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if not name.endswith(".dart"):
            continue
        known = definition.read(path)
        # Not generated yet; a file without types has nothing to echo.
        if known.api_kinds & {"ProxyApi", "EventChannelApi"} or not echo.echoed_types(known):
            continue
        print(";".join([group_name(path), path] + [stem(file) for file in files_of(path)]))


def generate(args):
    folder = os.path.join(args.out, args.group)
    os.makedirs(folder, exist_ok=True)
    package = "roundtrip." + args.group
    namespace = "rt_" + args.group
    inputs = []
    for file in files_of(args.definition):
        inputs.append(os.path.join(folder, os.path.basename(file)))
        shutil.copyfile(file, inputs[-1])
    known = definition.read(inputs[0])
    types = echo.echoed_types(known)
    fields = {name: echo.plain_fields(known, name) if args.fields else [] for name in types}
    stems = [stem(file) for file in inputs]
    inputs.append(os.path.join(folder, "echo.dart"))
    echo.write_file(inputs[-1], echo.dart(stems, types, fields))
    java = os.path.join(folder, "java")
    shutil.rmtree(java, ignore_errors=True)
    command = [args.tool, "gen", *inputs, "--cpp-out", folder, "--java-out", java,
               "--java-package", package, "--cpp-namespace", namespace]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if result.returncode != 0:
        sys.exit("%s\nexit code %d\n%s" % (" ".join(command), result.returncode, result.stdout))
    echo.write_file(os.path.join(java, *package.split("."), "EchoImpl.java"),
                    echo.java(package, types, fields))
    with open(os.path.join(folder, "echo.cc"), encoding="utf-8") as file:
        generated = file.read()
    echo.write_file(os.path.join(folder, "driver.cc"),
                    echo.cpp(args.group, package, namespace, known, types, fields, generated))
    seed = zlib.crc32(args.group.encode()) + int(os.environ.get("CAUSEWAY_ROUNDTRIP_SEED", "0"))
    cases.write(os.path.join(folder, "cases.txt"), known, types, seed, args.mutations)


def classes(args):
    sources = [os.path.join(folder, name) for top in args.sources
               for folder, _, names in sorted(os.walk(top)) for name in sorted(names)
               if name.endswith(".java")]
    os.makedirs(args.out, exist_ok=True)
    with open(args.out + ".sources", "w", encoding="utf-8") as file:
        file.write("\n".join(sources))
    if sources:
        subprocess.run([args.javac, "--release", "8", "-encoding", "UTF-8", "-nowarn",
                        "-Xlint:-options", "-proc:none", "-classpath", args.classpath,
                        "-d", args.out, "@" + args.out + ".sources"], check=True)


def main():
    parser = argparse.ArgumentParser()
    steps = parser.add_subparsers(dest="step", required=True)
    step = steps.add_parser("list")
    step.add_argument("folder")
    step = steps.add_parser("groups")
    step.add_argument("out")
    step.add_argument("names", nargs="*")
    step = steps.add_parser("generate")
    for name in ("tool", "definition", "group", "out"):
        step.add_argument("--" + name, required=True)
    step.add_argument("--fields", action="store_true", help="send plain classes field by field")
    step.add_argument("--mutations", type=int, required=True)
    step = steps.add_parser("classes")
    for name in ("javac", "classpath", "out"):
        step.add_argument("--" + name, required=True)
    step.add_argument("--sources", nargs="*", required=True)
    args = parser.parse_args()
    if args.step == "list":
        list_groups(args.folder)
    elif args.step == "groups":
        echo.write_file(args.out, echo.groups_cc([(n, "rt_" + n) for n in args.names]))
    elif args.step == "generate":
        generate(args)
    else:
        classes(args)


if __name__ == "__main__":
    main()
