"""Opens the codec functions of a generated source file to the benchmark.

The functions live in an anonymous namespace, because codec ids belong to the file compiled. The
file written here includes the generated one and wraps the functions of each payload.
"""

import re

from schema import TYPED_DATA


def stem(kind):
    prefix = "Nullable" if kind.nullable else ""
    if kind.name == "List":
        return prefix + stem(kind.args[0]) + "List"
    if kind.name == "Map":
        return f"{prefix}{stem(kind.args[0])}To{stem(kind.args[1])}Map"
    return prefix + kind.name[0].upper() + kind.name[1:]


def header(schema):
    part = schema.part
    lines = ["// Written by bench/transport/typed.py.", "#pragma once", "",
             '#include "bench/transport/comparators.h"', f'#include "{part}_shapes.h"', "",
             "namespace causeway::bench {", ""]
    for name, _, _ in schema.payloads:
        payload = f"{part}_shapes::{name}Payload"
        lines += ["template <>", f"struct Typed<{payload}> {{",
                  f"  static void Encode(codec::Writer& writer, const {payload}::T& value);",
                  f"  static {payload}::T Decode(codec::Reader& reader);", "};"]
    return "\n".join(lines + ["", "}  // namespace causeway::bench", ""])


def source(schema, generated):
    part = schema.part
    functions = set(re.findall(r"^(?:inline )?void (\w+)\(", generated, re.M))
    lines = ["// Written by bench/transport/typed.py.", f'#include "{part}.cc"', "",
             f'#include "{part}_codec.h"', "", "namespace causeway::bench {", "",
             f"using namespace ::{part};", ""]
    for name, kind, _ in schema.payloads:
        payload = f"{part}_shapes::{name}Payload"
        s = stem(kind)
        if kind.name == "String" or kind.name in TYPED_DATA:
            write = f"writer.Write{kind.name}(value);"
            read = f"value = reader.Read{kind.name}();"
        else:
            if f"Write{s}" in functions:
                write = f"Write{s}(writer, value);"
            elif f"Put{s}" in functions:
                write = f"writer.Reserve(kMax{s});\n  Put{s}(writer, value);"
            else:
                raise SystemExit(f"typed.py: {part}.cc has no Write{s} or Put{s}")
            if f"Read{s}" in functions:
                read = f'Read{s}(reader, value, "value");'
            elif f"Read{s}Fields" in functions:  # a flattened class is read inside of others only
                read = (f"reader.ReadClassHeader({part}_shapes::{s}D::kOrdinal, "
                        f"{len(schema.classes[kind.name])}, \"value\");\n"
                        f"  Read{s}Fields(reader, value);")
            else:
                raise SystemExit(f"typed.py: {part}.cc has no Read{s}")
        lines += [f"void Typed<{payload}>::Encode(codec::Writer& writer,",
                  f"    const {payload}::T& value) {{", f"  {write}", "}",
                  f"{payload}::T Typed<{payload}>::Decode(codec::Reader& reader) {{",
                  f"  {payload}::T value{{}};", f"  {read}", "  return value;", "}", ""]
    return "\n".join(lines + ["}  // namespace causeway::bench", ""])
