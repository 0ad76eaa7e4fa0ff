#!/usr/bin/env python3
"""Writes the sources of a benchmark program: definitions, `causeway gen`, both halves of every variant.

  generate.py rows   --causeway FILE --out DIR [--protobuf]
  generate.py shapes --causeway FILE --out DIR
"""

import argparse
import os
import subprocess

import java_side
import proto
import rows_schema
import shapes
import typed
from schema import write_if_changed


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def build(schema, out, causeway, protobuf):
    part = schema.part
    definition = f"{out}/{part}.dart"
    write_if_changed(definition, schema.dart())
    java = f"{out}/java"
    package = f"bench.{part}"
    # The package is part of the folder: gen writes com/x/Y.java below --java-out.
    subprocess.run([causeway, "gen", definition, "--cpp-out", out, "--java-out", java,
                    "--java-package", package, "--cpp-namespace", part], check=True)
    write_if_changed(f"{out}/{part}_shapes.h", schema.shapes_header())
    write_if_changed(f"{out}/{part}_codec.h", typed.header(schema))
    write_if_changed(f"{out}/{part}_codec.cc", typed.source(schema, read(f"{out}/{part}.cc")))
    codec = part[0].upper() + part[1:] + "Codec"
    files = java_side.files(schema)
    files.update(java_side.codec_files(schema, read(f"{java}/bench/{part}/{codec}.java"), codec))
    if protobuf:
        write_if_changed(f"{out}/{part}.proto", proto.proto_file(schema))
        subprocess.run(["protoc", f"-I{out}", f"--cpp_out={out}", f"--java_out={java}",
                        f"{out}/{part}.proto"], check=True)
        write_if_changed(f"{out}/{part}_proto.h", proto.cpp_header(schema))
        files[f"bench/{part}/ProtoDispatch.java"] = proto.java_dispatch(schema)
    for name, text in files.items():
        write_if_changed(f"{java}/{name}", text)


def shapes_part_source(schema, counts):
    part = schema.part
    lines = ["// Written by bench/transport/generate.py.", '#include "bench/transport/shape_rows.h"',
             f'#include "{part}_codec.h"', f'#include "{part}_shapes.h"', "",
             "namespace causeway::bench {", "",
             f"void Add_{part}(Session& session, std::vector<RowSpec>& rows) {{",
             f"  using namespace {part}_shapes;",
             "  auto* endpoints = new ShapeEndpoints<Part>(session);"]
    for (name, kind, _), count in zip(schema.payloads, counts):
        lines.append(f'  AddShape<{name}Payload>(session, *endpoints, rows, "{part} {kind.dart()}", '
                     f"{count});")
    return "\n".join(lines + ["}", "", "}  // namespace causeway::bench", ""])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=["rows", "shapes"])
    parser.add_argument("--causeway", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("--protobuf", action="store_true")
    arguments = parser.parse_args()
    os.makedirs(arguments.out, exist_ok=True)
    if arguments.what == "rows":
        build(rows_schema.build(), arguments.out, arguments.causeway, arguments.protobuf)
        return
    calls, declarations = [], []
    for part in range(shapes.PARTS):
        schema, counts = shapes.build(part)
        build(schema, arguments.out, arguments.causeway, False)
        write_if_changed(f"{arguments.out}/{schema.part}_rows.cc",
                         shapes_part_source(schema, counts))
        declarations.append(f"void Add_{schema.part}(Session& session, std::vector<RowSpec>& rows);")
        calls.append(f"  Add_{schema.part}(session, rows);")
    write_if_changed(f"{arguments.out}/all_shapes.h", "\n".join(
        ["// Written by bench/transport/generate.py.", "#pragma once", "",
         '#include "bench/transport/session_main.h"', "", "namespace causeway::bench {", "",
         *declarations, "",
         "inline void AddAllShapes(Session& session, std::vector<RowSpec>& rows) {", *calls, "}", "",
         "}  // namespace causeway::bench", ""]))


if __name__ == "__main__":
    main()
