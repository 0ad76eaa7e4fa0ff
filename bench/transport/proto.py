"""Protobuf by hand for the payloads of a Schema: messages, and the copies to and from the user's
classes on both sides. Ints are sfixed64: for random 64-bit numbers that is protobuf's best."""

from java_side import java_type
from schema import capital, snake

KINDS = {"int": "sfixed64", "double": "double", "bool": "bool", "String": "string",
         "Uint8List": "bytes", "Int32List": "sfixed32", "Int64List": "sfixed64",
         "Float32List": "float", "Float64List": "double"}
REPEATED_DATA = ("Int32List", "Int64List", "Float32List", "Float64List")


def proto_kind(kind):
    return KINDS.get(kind.name, kind.name)


def message(schema, name, fields):
    lines, number = [f"message {name} {{"], 1
    for field, kind, holds in fields:
        n = snake(field)
        if kind.name == "List":
            lines.append(f"  repeated {proto_kind(kind.args[0])} {n} = {number};")
        elif kind.name in REPEATED_DATA:
            lines.append(f"  repeated {proto_kind(kind)} {n} = {number};")
        elif kind.name == "Map":
            key = "string" if kind.args[0].name == "String" else "int64"
            lines.append(f"  map<{key}, {proto_kind(kind.args[1])}> {n} = {number};")
        elif kind.name == "Object":
            lines.append(f"  oneof {n} {{")
            for held in holds:
                lines.append(f"    {held} {n}_{snake(held)} = {number};")
                number += 1
            lines.append("  }")
        else:
            optional = "optional " if kind.nullable else ""
            lines.append(f"  {optional}{proto_kind(kind)} {n} = {number};")
        number += 1
    return lines + ["}", ""]


def payload_fields(kind):
    return [("value", kind, [])]


def proto_file(schema):
    part = schema.part
    lines = ['syntax = "proto3";', f"package {part}_pb;",
             f'option java_package = "bench.{part}";',
             'option java_outer_classname = "Pb";', ""]
    for name, members in schema.enums.items():
        lines.append(f"enum {name} {{")
        lines += [f"  {name.upper()}_{m.upper()} = {i};" for i, m in enumerate(members)]
        lines += ["}", ""]
    for name, fields in schema.classes.items():
        lines += message(schema, name, fields)
    for name, kind, _ in schema.payloads:
        lines += message(schema, f"{name}Payload", payload_fields(kind))
    return "\n".join(lines)


# ---- C++

def cpp_to(schema, field, kind, holds, source):
    """Statements that put `source`.field (a member or a whole value) into message *m."""
    n = snake(field)
    value = source
    lines = []
    optional = kind.nullable
    if optional:
        value = f"(*{source})"
    if kind.name == "List":
        inner = kind.args[0]
        if inner.name in schema.classes:
            body = [f"m->mutable_{n}()->Reserve(static_cast<int>({value}.size()));",
                    f"for (const auto& x : {value}) ToProto(x, m->add_{n}());"]
        elif inner.name in schema.enums:
            body = [f"for (const auto& x : {value}) m->add_{n}(static_cast<{inner.name}>(x));"]
        elif inner.name == "String":
            body = [f"for (const auto& x : {value}) m->add_{n}(x);"]
        else:
            body = [f"m->mutable_{n}()->Add({value}.begin(), {value}.end());"]
    elif kind.name in REPEATED_DATA:
        body = [f"m->mutable_{n}()->Add({value}.begin(), {value}.end());"]
    elif kind.name == "Uint8List":
        body = [f"m->set_{n}({value}.data(), {value}.size());"]
    elif kind.name == "Map":
        body = [f"for (const auto& [k, x] : {value}) (*m->mutable_{n}())[k] = x;"]
    elif kind.name == "Object":
        body = [f"if (const auto* x = {value}.GetIf<::{schema.part}::{h}>()) "
                f"ToProto(*x, m->mutable_{n}_{snake(h)}());" for h in holds]
    elif kind.name in schema.enums:
        body = [f"m->set_{n}(static_cast<{kind.name}>({value}));"]
    elif kind.name in schema.classes:
        body = [f"ToProto({value}, m->mutable_{n}());"]
    else:
        body = [f"m->set_{n}({value});"]
    if optional:
        lines.append(f"  if ({source}.has_value()) {{")
        lines += ["    " + b for b in body] + ["  }"]
    else:
        lines += ["  " + b for b in body]
    return lines


def cpp_from(schema, field, kind, holds, target):
    n = snake(field)
    value = f"(*{target})" if kind.nullable else target
    has = f"m.has_{n}()"
    if kind.name == "List":
        has = f"m.{n}_size() != 0"
        inner = kind.args[0]
        if inner.name in schema.classes:
            body = [f"{value}.reserve(static_cast<std::size_t>(m.{n}_size()));",
                    f"for (const auto& x : m.{n}()) {value}.push_back(FromProto(x));"]
        elif inner.name in schema.enums:
            body = [f"for (const auto x : m.{n}()) {value}.push_back("
                    f"static_cast<::{schema.part}::{inner.name}>(x));"]
        else:
            body = [f"{value}.assign(m.{n}().begin(), m.{n}().end());"]
    elif kind.name in REPEATED_DATA:
        has = f"m.{n}_size() != 0"
        body = [f"{value}.assign(m.{n}().begin(), m.{n}().end());"]
    elif kind.name == "Uint8List":
        body = [f"{value}.assign(m.{n}().begin(), m.{n}().end());"]
    elif kind.name == "Map":
        has = f"m.{n}_size() != 0"
        body = [f"for (const auto& [k, x] : m.{n}()) {value}.emplace(k, x);"]
    elif kind.name == "Object":
        return [f"  if (m.has_{n}_{snake(h)}()) {target} = causeway::Value::Of("
                f"FromProto(m.{n}_{snake(h)}()));" for h in holds]
    elif kind.name in schema.enums:
        body = [f"{value} = static_cast<::{schema.part}::{kind.name}>(m.{n}());"]
    elif kind.name in schema.classes:
        body = [f"{value} = FromProto(m.{n}());"]
    else:
        body = [f"{value} = m.{n}();"]
    if not kind.nullable:
        return ["  " + b for b in body]
    return [f"  if ({has}) {{", f"    {target}.emplace();"] + ["    " + b for b in body] + ["  }"]


def cpp_header(schema):
    part = schema.part
    lines = ["// Written by bench/transport/proto.py.", "#pragma once", "",
             "#include <google/protobuf/arena.h>", "", "#include <span>", "#include <vector>", "",
             '#include "bench/transport/payload_rows.h"', f'#include "{part}.pb.h"',
             f'#include "{part}_shapes.h"', "", f"namespace {part}_pb {{", ""]
    for name, fields in schema.classes.items():
        lines.append(f"inline void ToProto(const ::{part}::{name}& v, {name}* m) {{")
        for field, kind, holds in fields:
            lines += cpp_to(schema, field, kind, holds, f"v.{snake(field)}")
        lines += ["}", f"inline ::{part}::{name} FromProto(const {name}& m) {{",
                  f"  ::{part}::{name} v{{}};"]
        for field, kind, holds in fields:
            lines += cpp_from(schema, field, kind, holds, f"v.{snake(field)}")
        lines += ["  return v;", "}", ""]
    lines += [f"}}  // namespace {part}_pb", "", "namespace causeway::bench {", ""]
    for name, kind, _ in schema.payloads:
        payload = f"{part}_shapes::{name}Payload"
        lines += ["template <>", f"struct Proto<{payload}> {{", f"  using T = {payload}::T;",
                  "  static std::span<const std::uint8_t> Encode(const T& v, "
                  "std::vector<std::uint8_t>& out) {",
                  f"    using namespace {part}_pb;",
                  f"    static thread_local {part}_pb::{name}Payload reused;",
                  "    auto* m = &reused;", "    m->Clear();"]
        lines += ["  " + line for line in cpp_to(schema, "value", kind, [], "v")]
        lines += ["    const std::size_t n = m->ByteSizeLong();",
                  "    if (out.size() < n) out.resize(n);",
                  "    m->SerializeWithCachedSizesToArray(out.data());",
                  "    return {out.data(), n};", "  }",
                  "  static T Decode(std::span<const std::uint8_t> bytes) {",
                  f"    using namespace {part}_pb;",
                  f"    static thread_local {part}_pb::{name}Payload m;",
                  "    m.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));",
                  "    T v{};"]
        lines += ["  " + line for line in cpp_from(schema, "value", kind, [], "v")]
        lines += ["    return v;", "  }", "};", ""]
    lines += ["}  // namespace causeway::bench", ""]
    return "\n".join(lines)


# ---- Java

def java_name(field):
    return "".join(capital(p) for p in snake(field).split("_"))


def java_to(schema, field, kind, holds, value):
    n = java_name(field)
    if kind.name == "List":
        inner = kind.args[0]
        if inner.name in schema.classes:
            body = [f"for (bench.{schema.part}.pojo.{inner.name} x : {value}) b.add{n}(to(x));"]
        elif inner.name in schema.enums:
            body = [f"for (bench.{schema.part}.pojo.{inner.name} x : {value}) "
                    f"b.add{n}Value(x.ordinal());"]
        else:
            body = [f"b.addAll{n}({value});"]
    elif kind.name in REPEATED_DATA:
        element = {"Int32List": "int", "Int64List": "long", "Float32List": "float",
                   "Float64List": "double"}[kind.name]
        body = [f"for ({element} x : {value}) b.add{n}(x);"]
    elif kind.name == "Uint8List":
        body = [f"b.set{n}(com.google.protobuf.ByteString.copyFrom({value}));"]
    elif kind.name == "Map":
        body = [f"b.putAll{n}({value});"]
    elif kind.name == "Object":
        return [f"    if ({value} instanceof bench.{schema.part}.pojo.{h}) "
                f"b.set{n}{java_name(h)}(to((bench.{schema.part}.pojo.{h}) {value}));" for h in holds]
    elif kind.name in schema.enums:
        body = [f"b.set{n}Value({value}.ordinal());"]
    elif kind.name in schema.classes:
        body = [f"b.set{n}(to({value}));"]
    else:
        body = [f"b.set{n}({value});"]
    if kind.nullable:
        return [f"    if ({value} != null) {{"] + ["      " + b for b in body] + ["    }"]
    return ["    " + b for b in body]


def java_from(schema, field, kind, holds, name):
    """Statements that declare `name` with the field of message m."""
    n = java_name(field)
    t = java_type(schema, kind, f"bench.{schema.part}.pojo.")
    has = f"m.has{n}()"
    before = []
    if kind.name == "List":
        has = f"m.get{n}Count() != 0"
        inner = kind.args[0]
        element = java_type(schema, type(inner)(inner.name, inner.args, True),
                            f"bench.{schema.part}.pojo.")
        if inner.name in schema.classes:
            loop = f"for (Pb.{inner.name} x : m.get{n}List()) l.add(from(x));"
        elif inner.name in schema.enums:
            loop = f"for (int x : m.get{n}ValueList()) l.add(OF_{inner.name.upper()}[x]);"
        else:
            loop = f"l.addAll(m.get{n}List());"
        body = [f"java.util.ArrayList<{element}> l = new java.util.ArrayList<>(m.get{n}Count());",
                loop, f"{name} = l;"]
    elif kind.name in REPEATED_DATA:
        has = f"m.get{n}Count() != 0"
        body = [f"{name} = new {t[:-2]}[m.get{n}Count()];",
                f"for (int i = 0; i < {name}.length; i++) {name}[i] = m.get{n}(i);"]
    elif kind.name == "Uint8List":
        body = [f"{name} = m.get{n}().toByteArray();"]
    elif kind.name == "Map":
        has = f"m.get{n}Count() != 0"
        body = [f"{name} = new java.util.LinkedHashMap<>(m.get{n}Map());"]
    elif kind.name == "Object":
        lines = [f"    Object {name} = null;"]
        for h in holds:
            lines.append(f"    if (m.has{n}{java_name(h)}()) "
                         f"{name} = from(m.get{n}{java_name(h)}());")
        return lines
    elif kind.name in schema.enums:
        body = [f"{name} = OF_{kind.name.upper()}[m.get{n}Value()];"]
    elif kind.name in schema.classes:
        body = [f"{name} = from(m.get{n}());"]
    else:
        body = [f"{name} = m.get{n}();"]
    initial = " = null" if kind.nullable else ""
    lines = before + [f"    {t} {name}{initial};"]
    if kind.nullable:
        return lines + [f"    if ({has}) {{"] + ["      " + b for b in body] + ["    }"]
    return lines + ["    {"] + ["      " + b for b in body] + ["    }"]


def java_dispatch(schema):
    part = schema.part
    pojo = f"bench.{part}.pojo."
    lines = [f"package bench.{part};", "", "import com.google.protobuf.CodedInputStream;",
             "import com.google.protobuf.CodedOutputStream;", "import com.google.protobuf.Message;",
             "import dev.causeway.generated.CallBuffer;", "import java.util.List;",
             "import java.util.Map;", "", "final class ProtoDispatch {",
             "  private ProtoDispatch() {}", "", "  static final GraphUp UP = new GraphUp();"]
    for name in schema.enums:
        lines.append(f"  private static final {pojo}{name}[] OF_{name.upper()} = "
                     f"{pojo}{name}.values();")
    for name, fields in schema.classes.items():
        lines += ["", f"  static Pb.{name} to({pojo}{name} v) {{",
                  f"    Pb.{name}.Builder b = Pb.{name}.newBuilder();"]
        for field, kind, holds in fields:
            lines += java_to(schema, field, kind, holds, f"v.{field}")
        lines += ["    return b.build();", "  }", "",
                  f"  static {pojo}{name} from(Pb.{name} m) {{"]
        for i, (field, kind, holds) in enumerate(fields):
            lines += java_from(schema, field, kind, holds, f"a{i}")
        arguments = ", ".join(f"a{i}" for i in range(len(fields)))
        lines += [f"    return new {pojo}{name}({arguments});", "  }"]
    lines += ["", "  static int call(int id, CallBuffer cb, int length) throws java.io.IOException {",
              "    CodedInputStream in = CodedInputStream.newInstance(cb.bytes, 0, length);",
              "    switch (id) {"]
    for index, (name, kind, _) in enumerate(schema.payloads):
        lines += [f"      case {3 * index}:", f"        UP.take{name}(from{name}(in));",
                  "        return 0;", f"      case {3 * index + 1}:",
                  f"        return reply(cb, to{name}(UP.give{name}()));",
                  f"      case {3 * index + 2}:",
                  f"        return reply(cb, to{name}(UP.echo{name}(from{name}(in))));"]
    lines += ["      default:", "        throw new IllegalArgumentException();", "    }", "  }", "",
              "  private static int reply(CallBuffer cb, Message m) throws java.io.IOException {",
              "    int n = m.getSerializedSize();", "    boolean grown = n > cb.bytes.length;",
              "    if (grown) {", "      cb.bytes = new byte[n + n / 2];", "    }",
              "    m.writeTo(CodedOutputStream.newInstance(cb.bytes, 0, n));",
              "    return grown ? ~n : n;", "  }"]
    for name, kind, _ in schema.payloads:
        t = java_type(schema, kind, pojo)
        lines += ["", f"  private static {t} from{name}(CodedInputStream in) "
                  "throws java.io.IOException {",
                  f"    Pb.{name}Payload m = Pb.{name}Payload.parseFrom(in);"]
        lines += java_from(schema, "value", kind, [], "value")
        lines += ["    return value;", "  }", "",
                  f"  private static Pb.{name}Payload to{name}({t} value) {{",
                  f"    Pb.{name}Payload.Builder b = Pb.{name}Payload.newBuilder();"]
        lines += java_to(schema, "value", kind, [], "value")
        lines += ["    return b.build();", "  }"]
    lines += ["}", ""]
    return "\n".join(lines)
