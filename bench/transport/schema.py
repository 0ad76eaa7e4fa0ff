"""Writes what a benchmark needs of a set of classes: from one schema, both halves of every variant.

A Schema has enums, classes and payloads (named types that cross the boundary). From it come
  <part>.dart           the definition, for `causeway gen`
  <part>_shapes.h       C++ descriptors (describe.h) of every class and payload
  java/bench/<part>/…   the Java half: twins of the classes written as a person would for JNI
                        (package bench.<part>.pojo), the endpoints of each variant, loops that call
                        down, and the dispatchers of the channel variants
Nothing here depends on how the emitters of causeway write their code, except that a class's Java
interface is the one documented in docs/verbs/gen.md.
"""

import os
import re


class Type:
    """A Dart type: name, arguments, nullability."""

    def __init__(self, name, args=(), nullable=False):
        self.name, self.args, self.nullable = name, tuple(args), nullable

    def dart(self):
        args = "<" + ", ".join(a.dart() for a in self.args) + ">" if self.args else ""
        return self.name + args + ("?" if self.nullable else "")

    def non_null(self):
        return Type(self.name, self.args)


TYPED_DATA = {
    "Uint8List": ("std::uint8_t", "byte[]"),
    "Int32List": ("std::int32_t", "int[]"),
    "Int64List": ("std::int64_t", "long[]"),
    "Float32List": ("float", "float[]"),
    "Float64List": ("double", "double[]"),
}
SCALARS = {"bool": ("Bool", "boolean", "Boolean"), "int": ("Int", "long", "Long"),
           "double": ("Double", "double", "Double")}


def parse_type(text):
    tokens = re.findall(r"\w+|[<>,?]", text)
    position = 0

    def one():
        nonlocal position
        name = tokens[position]
        position += 1
        args = []
        if position < len(tokens) and tokens[position] == "<":
            while tokens[position] != ">":
                position += 1
                args.append(one())
            position += 1
        nullable = position < len(tokens) and tokens[position] == "?"
        if nullable:
            position += 1
        return Type(name, args, nullable)

    result = one()
    assert position == len(tokens), text
    return result


def parse_fields(text):
    """'double a; List<int>? b; Object c=X|Y' -> [(name, Type, [classes that the Object holds])]"""
    fields = []
    for item in filter(None, (part.strip() for part in text.split(";"))):
        item, _, holds = item.partition("=")
        kind, name = item.rsplit(None, 1)
        fields.append((name, parse_type(kind), holds.split("|") if holds else []))
    return fields


def capital(name):
    return name[0].upper() + name[1:]


class Schema:
    def __init__(self, part):
        self.part = part
        self.enums = {}
        self.classes = {}
        self.payloads = []  # (Name, Type, calls down too)
        self.extra_apis = ""
        self.scalar_java = ""

    def enum(self, name, members):
        self.enums[name] = members.split()

    def cls(self, name, fields):
        self.classes[name] = parse_fields(fields)

    def payload(self, name, kind, down=False):
        self.payloads.append((name, parse_type(kind), down))

    # ---- the definition

    def dart(self):
        out = ["import 'package:pigeon/pigeon.dart';", ""]
        for name, members in self.enums.items():
            out.append(f"enum {name} {{ {', '.join(members)} }}\n")
        for name, fields in self.classes.items():
            out.append(f"class {name} {{")
            arguments = ", ".join(
                ("" if kind.nullable else "required ") + f"this.{field}" for field, kind, _ in fields)
            out.append(f"  {name}({{{arguments}}});")
            out += [f"  {kind.dart()} {field};" for field, kind, _ in fields]
            out.append("}\n")
        for annotation, api, only_down in (("HostApi", "Up", False), ("FlutterApi", "Down", True)):
            methods = []
            for name, kind, down in self.payloads:
                if only_down and not down:
                    continue
                methods += [f"  void take{name}({kind.dart()} value);",
                            f"  {kind.dart()} give{name}();",
                            f"  {kind.dart()} echo{name}({kind.dart()} value);"]
            if methods:
                out += [f"@{annotation}()", f"abstract class {api} {{", *methods, "}\n"]
        return "\n".join(out) + self.extra_apis

    # ---- C++ descriptors

    def descriptor(self, kind, holds=()):
        if kind.nullable:
            return f"Optional<{self.descriptor(kind.non_null(), holds)}>"
        if kind.name in SCALARS:
            return SCALARS[kind.name][0]
        if kind.name == "String":
            return "String"
        if kind.name in TYPED_DATA:
            return f"Data<{TYPED_DATA[kind.name][0]}>"
        if kind.name == "Object":
            return "Any<" + ", ".join(name + "D" for name in holds) + ">"
        if kind.name in ("List", "Map"):
            return f"{kind.name}<{', '.join(self.descriptor(a) for a in kind.args)}>"
        return kind.name + "D"

    def shapes_header(self):
        part = self.part
        out = ["// Written by bench/transport/schema.py.", "#pragma once", "",
               '#include "bench/transport/describe.h"', f'#include "{part}.h"', "",
               f"namespace causeway::bench::{part}_shapes {{", ""]
        for name, members in self.enums.items():
            names = ", ".join(f'"{m}"' for m in members)
            out += [f"struct {name}D {{", f"  using type = ::{part}::{name};",
                    "  static constexpr Kind kKind = Kind::kEnum;",
                    f'  static constexpr const char* kSignature = "Lbench/{part}/pojo/{name};";',
                    f'  static constexpr const char* kPojo = "bench/{part}/pojo/{name}";',
                    f"  static constexpr const char* kNames[] = {{{names}}};", "};"]
        ordinal = len(self.enums)
        for name, fields in self.classes.items():
            names = ", ".join(f'"{field}"' for field, _, _ in fields)
            out += [f"struct {name}D {{", f"  using type = ::{part}::{name};",
                    "  static constexpr Kind kKind = Kind::kClass;",
                    f"  static constexpr int kOrdinal = {ordinal};",
                    f'  static constexpr const char* kSignature = "Lbench/{part}/pojo/{name};";',
                    f'  static constexpr const char* kPojo = "bench/{part}/pojo/{name}";',
                    f"  static constexpr const char* kNames[] = {{{names}}};",
                    "  using Fields = FieldList<"]
            out.append(",\n".join(
                f"      Field<{self.descriptor(kind, holds)}, &type::{snake(field)}>"
                for field, kind, holds in fields) + ">;")
            out.append("};")
            ordinal += 1
        out.append("")
        for index, (name, kind, down) in enumerate(self.payloads):
            descriptor = self.descriptor(kind)
            out += [f"struct {name}Payload {{", f"  using D = {descriptor};",
                    "  using T = D::type;", f"  using Up = ::{part}::Up;",
                    f'  static constexpr const char* kName = "{name}";',
                    f'  static constexpr const char* kPackage = "bench/{part}";',
                    f"  static constexpr jint kId = {index};",
                    f"  static constexpr bool kDown = {str(down).lower()};",
                    f"  static void Take(Up& up, const T& value) {{ up.Take{name}(value); }}",
                    f"  static T Give(Up& up) {{ return up.Give{name}(); }}",
                    f"  static T Echo(Up& up, const T& value) {{ return up.Echo{name}(value); }}"]
            if down:
                out.append(f"  static T& Held(auto& down) {{ return down.held_{name}; }}")
            out.append("};")
        classes = ", ".join(name + "D" for name in self.classes)
        enums = ", ".join(name + "D" for name in self.enums)
        out += ["", "struct Part {", f'  static constexpr const char* kPackage = "bench/{part}";',
                f"  using Up = ::{part}::Up;", f"  using Classes = std::tuple<{classes}>;",
                f"  using Enums = std::tuple<{enums}>;", "};", "",
                f"}}  // namespace causeway::bench::{part}_shapes", ""]
        if any(down for _, _, down in self.payloads):
            out += [f"namespace causeway::bench::{part}_shapes {{", "",
                    "// The C++ implementation that calls from Java reach; `held` is what give returns.",
                    f"class DownImplementation final : public ::{part}::Down {{", " public:"]
            for name, kind, down in self.payloads:
                if not down:
                    continue
                t = f"{name}Payload::T"
                out += [f"  void Take{name}(const {t}& value) override {{ held_{name} = value; }}",
                        f"  {t} Give{name}() override {{ return held_{name}; }}",
                        f"  {t} Echo{name}(const {t}& value) override {{ return value; }}",
                        f"  {t} held_{name}{{}};"]
            out += ["};", "", f"}}  // namespace causeway::bench::{part}_shapes", ""]
        return "\n".join(out)


def snake(name):
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def write_if_changed(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    try:
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    except FileNotFoundError:
        pass
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
