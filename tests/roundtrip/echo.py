"""Writes the sources of the round trips of one definition file.

For a file x.dart this writes echo.dart, which imports it (and what it imports) and declares for
every enum, class and sealed base T a HostApi that echoes (Java returns its argument, or first sends
it through C++) and a FlutterApi that echoes (C++ returns its argument); EchoImpl.java, which
implements the one in Java, and driver.cc, which implements the other and runs the checks of
harness.h. The echo file has no types of its own, so every id is the id in x.dart.

A class whose field names are plain words and that cannot contain itself also gets a method for
each field type, and `spread`, which takes its fields as parameters and returns the class: so every
kind of parameter and result crosses alone and next to others, in both directions.

Methods are numbered by type, so that no name of a definition can clash with them.
"""

import os
import re

import smc

# Types that only take ids.
FILLER = "Filler"
HOST_METHODS = ("echo", "echoNullable", "echoList", "encode", "recode", "viaCpp", "viaCppNullable",
                "viaCppList")
# Words that one of the two languages keeps for itself.
RESERVED = {"char", "double", "float", "int", "long", "short", "this", "union"}
FLUTTER_METHODS = ("echo", "echoNullable", "echoList")


def echoed_types(definition):
    return [name for name in definition.own if not name.startswith(FILLER)]


def plain_fields(definition, name):
    """The fields of a class that is sent field by field too; else nothing."""
    if name in definition.enums:
        return []
    fields = definition.classes[name].fields
    plain = all(re.fullmatch("[a-z]{1,12}", field.name) and field.name not in RESERVED
                for field in fields)
    return fields if plain and not contains(definition, name) else []


def contains(definition, name):
    """Whether a value of the class can hold another value of the class."""
    seen = set()
    stack = [field.type for field in definition.classes[name].fields]
    while stack:
        type_ = stack.pop()
        stack += type_.args
        if type_.name in definition.classes and type_.name not in seen:
            seen.add(type_.name)
            for found in definition.instances(type_.name):
                if found == name:
                    return True
                stack += [field.type for field in definition.classes[found].fields]
    return False


def dart(stems, types, fields):
    lines = ["import 'package:pigeon/pigeon.dart';", *("import '%s.dart';" % s for s in stems), "",
             "@HostApi()", "abstract class EchoHost {"]
    for i, t in enumerate(types):
        lines += ["  {t} echo{i}({t} value);", "  {t}? echoNullable{i}({t}? value);",
                  "  List<{t}> echoList{i}(List<{t}> values);",
                  "  Uint8List encode{i}({t} value);", "  Uint8List recode{i}(Uint8List bytes);",
                  "  {t} viaCpp{i}({t} value);", "  {t}? viaCppNullable{i}({t}? value);",
                  "  List<{t}> viaCppList{i}(List<{t}> values);"]
        lines[-8:] = [line.format(t=t, i=i) for line in lines[-8:]]
        for k, field in enumerate(fields[t]):
            lines += ["  {f} field{i}x{k}({f} value);", "  {f} viaCppField{i}x{k}({f} value);"]
            lines[-2:] = [line.format(f=field.type, i=i, k=k) for line in lines[-2:]]
        if fields[t]:
            lines += ["  %s spread%d(%s);" % (t, i, spread(fields[t])),
                      "  %s viaCppSpread%d(%s value);" % (t, i, t)]
    lines += ["}", "", "@FlutterApi()", "abstract class EchoFlutter {"]
    for i, t in enumerate(types):
        lines += [line.format(t=t, i=i) for line in (
            "  {t} echo{i}({t} value);", "  {t}? echoNullable{i}({t}? value);",
            "  List<{t}> echoList{i}(List<{t}> values);")]
        lines += ["  %s field%dx%d(%s value);" % (field.type, i, k, field.type)
                  for k, field in enumerate(fields[t])]
        if fields[t]:
            lines.append("  %s spread%d(%s);" % (t, i, spread(fields[t])))
    return "\n".join(lines + ["}", ""])


def spread(fields):
    return ", ".join("%s f%d" % (field.type, k) for k, field in enumerate(fields))


JAVA_TYPE = """
  @java.lang.Override
  public {t} echo{i}({t} value) {{
    return value;
  }}

  @java.lang.Override
  public {t} echoNullable{i}({t} value) {{
    return value;
  }}

  @java.lang.Override
  public java.util.List<{t}> echoList{i}(java.util.List<{t}> values) {{
    return values;
  }}

  @java.lang.Override
  public byte[] encode{i}({t} value) {{
    dev.causeway.generated.CallBuffer buffer = new dev.causeway.generated.CallBuffer();
    dev.causeway.generated.Writer w = buffer.arguments(EchoCodec.INSTANCE);
    {write};
    return java.util.Arrays.copyOf(buffer.bytes, w.length());
  }}

  @java.lang.Override
  public byte[] recode{i}(byte[] bytes) {{
    dev.causeway.generated.CallBuffer buffer = new dev.causeway.generated.CallBuffer();
    buffer.bytes = bytes;
    dev.causeway.generated.Reader r = buffer.read(bytes.length);
    {t} value = {read};
    r.finish();
    return encode{i}(value);
  }}

  @java.lang.Override
  public {t} viaCpp{i}({t} value) {{
    return EchoFlutter.get().echo{i}(value);
  }}

  @java.lang.Override
  public {t} viaCppNullable{i}({t} value) {{
    return EchoFlutter.get().echoNullable{i}(value);
  }}

  @java.lang.Override
  public java.util.List<{t}> viaCppList{i}(java.util.List<{t}> values) {{
    return EchoFlutter.get().echoList{i}(values);
  }}
"""


JAVA_FIELD = """
  @java.lang.Override
  public {f} field{i}x{k}({f} value) {{
    return value;
  }}

  @java.lang.Override
  public {f} viaCppField{i}x{k}({f} value) {{
    return EchoFlutter.get().field{i}x{k}(value);
  }}
"""

JAVA_SPREAD = """
  @java.lang.Override
  public {t} spread{i}({parameters}) {{
    return new {t}.{builder}(){setters}.build();
  }}

  @java.lang.Override
  public {t} viaCppSpread{i}({t} value) {{
    return EchoFlutter.get().spread{i}({getters});
  }}
"""

# As it is when it cannot be null, and boxed.
JAVA_TYPES = {
    "bool": ("boolean", "java.lang.Boolean"),
    "int": ("long", "java.lang.Long"),
    "double": ("double", "java.lang.Double"),
    "String": ("java.lang.String",) * 2,
    "Object": ("java.lang.Object",) * 2,
    "Uint8List": ("byte[]",) * 2,
    "Int32List": ("int[]",) * 2,
    "Int64List": ("long[]",) * 2,
    "Float32List": ("float[]",) * 2,
    "Float64List": ("double[]",) * 2,
    "List": ("java.util.List",) * 2,
    "Map": ("java.util.Map",) * 2,
}


def java_type(package, type_, boxed=False):
    if type_.name not in JAVA_TYPES:
        return "%s.%s" % (package, java_name(type_.name))
    text = JAVA_TYPES[type_.name][boxed or type_.nullable]
    if type_.args:
        text += "<%s>" % ", ".join(java_type(package, arg, True) for arg in type_.args)
    return text


def java(package, types, fields):
    # Every name is written in full: a definition may have a type of that name.
    text = ["package %s;\n\npublic final class EchoImpl implements EchoHost {\n"
            "  public static void register() {\n    EchoHost.register(new EchoImpl());\n  }\n"
            % package]
    for i, name in enumerate(types):
        full = "%s.%s" % (package, java_name(name))
        text.append(JAVA_TYPE.format(t=full, i=i, write=java_write(name), read=java_read(name)))
        kinds = [java_type(package, field.type) for field in fields[name]]
        text += [JAVA_FIELD.format(f=kind, i=i, k=k) for k, kind in enumerate(kinds)]
        if fields[name]:
            text.append(JAVA_SPREAD.format(
                t=full, i=i,
                # A builder is not called like a type of the definition.
                builder="Builder_" if "Builder" in types else "Builder",
                parameters=", ".join("%s f%d" % (kind, k) for k, kind in enumerate(kinds)),
                setters="".join(".set%s(f%d)" % (field.name.capitalize(), k)
                                for k, field in enumerate(fields[name])),
                getters=", ".join("value.%s()" % java_getter(field) for field in fields[name])))
    return "".join(text) + "}\n"


def java_getter(field):
    says_is = field.type.name == "bool" and not field.type.nullable
    return ("is" if says_is else "get") + field.name.capitalize()


def java_name(name):
    return name


def java_write(name):
    return "EchoCodec.write%s(w, value)" % java_name(name)


def java_read(name):
    return "EchoCodec.read%s(r, \"value\")" % java_name(name)


CPP_CODEC = """struct Codec{i} {{
  using T = rt::ResultOf<&Host::Echo{i}>;
  static T Read(codec::Reader& r) {{
    {read}
  }}
  static void Write(codec::Writer& w, const T& v) {{
    {write}
  }}
}};

"""

CPP_FIELDS = """  rt::CheckValues<Codec{i}>(session, {i}, "{group}.{name}",
                            [&](auto& check, const auto& value) {{
{fields}    check.Same("spread", [&] {{ return host.Spread{i}({members}); }});
    check.Same("spread through C++", [&] {{ return host.ViaCppSpread{i}(value); }});
  }});
"""

CPP_FIELD = """    check.Member("{f}", [&](auto& copy) {{ copy.{f} = host.Field{i}x{k}(value.{f}); }});
    check.Member("{f} through C++",
                 [&](auto& copy) {{ copy.{f} = host.ViaCppField{i}x{k}(value.{f}); }});
"""


def cpp(group, package, namespace, definition, types, fields, generated):
    codecs = []
    flutter = []
    checks = []
    for i, name in enumerate(types):
        for method in ([m + str(i) for m in FLUTTER_METHODS]
                       + ["field%dx%d" % (i, k) for k in range(len(fields[name]))]):
            flutter.append("  rt::ResultOf<&Flutter::{m}> {m}(rt::ArgumentOf<&Flutter::{m}> value) "
                           "override {{\n    return value;\n  }}\n".format(m=pascal(method)))
        methods = ", ".join("&Host::" + pascal(m + str(i)) for m in HOST_METHODS)
        read, write = cpp_codec(definition, name, generated)
        codecs.append(CPP_CODEC.format(i=i, read=read, write=write))
        checks.append("  rt::CheckType<Codec%d, %s>(\n      session, host, %d, \"%s.%s\");\n"
                      % (i, methods, i, group, name))
        if fields[name]:
            method = "Spread%d" % i
            flutter.append(
                "  rt::ResultOf<&Flutter::{m}> {m}({p}) override {{\n"
                "    rt::ResultOf<&Flutter::{m}> value;\n{s}    return value;\n  }}\n".format(
                    m=method,
                    p=", ".join("rt::ArgumentOf<&Flutter::%s, %d> f%d" % (method, k, k)
                                for k in range(len(fields[name]))),
                    s="".join("    value.%s = f%d;\n" % (field.name, k)
                              for k, field in enumerate(fields[name]))))
            checks.append(CPP_FIELDS.format(
                i=i, group=group, name=name,
                members=", ".join("value." + field.name for field in fields[name]),
                fields="".join(CPP_FIELD.format(f=field.name, i=i, k=k)
                               for k, field in enumerate(fields[name]))))
    return """// The codec functions of the generated file are internal, hence this include.
#include "{group}/echo.cc"
#include "tests/roundtrip/harness.h"

namespace {namespace} {{
namespace {{

namespace rt = ::causeway::roundtrip;
namespace codec = ::causeway::codec;
using Host = EchoHost;
using Flutter = EchoFlutter;

{codecs}class EchoImplementation final : public Flutter {{
 public:
{flutter}}};

}}  // namespace

void RunChecks(rt::Session& session) {{
  session.RegisterJava("{java_class}");
  const ::causeway::Registration registration =
      Flutter::Register(session.vm(), std::make_shared<EchoImplementation>());
  const Host host(session.vm());
{checks}}}

}}  // namespace {namespace}
""".format(group=group, namespace=namespace, java_class=package.replace(".", "/") + "/EchoImpl",
           codecs="".join(codecs), flutter="".join(flutter), checks="".join(checks))


def pascal(name):
    return name[0].upper() + name[1:]


def cpp_codec(definition, name, generated):
    """Statements that read and write a T with the internal functions of the generated file.

    The functions are found by their parameters, since which ones there are depends on the type.
    """
    if name in definition.enums:
        ordinal = definition.ordinal(name)
        return ("return static_cast<T>(r.ReadEnum(%d, %d, \"value\"));"
                % (ordinal, len(definition.enums[name])),
                "w.WriteEnum(%d, static_cast<int>(v));" % ordinal)

    def find(prefix, parameters):
        pattern = r"\s*".join(p % {"t": name + "_?"} for p in parameters)
        found = re.search(r"^(?:inline )?void (%s\w+)\(\s*%s\);" % (prefix, pattern), generated,
                          re.M)
        return found and found.group(1)

    read = find("Read", (r"codec::Reader&(?: \w+)?,", r"%(t)s&(?: \w+)?,",
                         r"const char\*(?: \w+)?"))
    write = find("Write", (r"codec::Writer& \w+,", r"const %(t)s&(?: \w+)?"))
    put = find("Put", (r"codec::Writer& \w+,", r"const %(t)s&(?: \w+)?"))
    if not read or not (write or put):
        raise ValueError("no codec functions for " + name)
    return ("T v{};\n    %s(r, v, \"value\");\n    return v;" % read,
            "%s(w, v);" % write if write
            else "w.Reserve(4096);  // more than any type with unchecked writes needs\n"
                 "    %s(w, v);" % put)


def groups_cc(groups):
    """The table of a program's groups: [(name, namespace)]."""
    declared = "".join("namespace %s {\nvoid RunChecks(causeway::roundtrip::Session& session);\n}\n"
                       % namespace for _, namespace in groups)
    rows = "".join("    {\"%s\", &%s::RunChecks},\n" % group for group in groups)
    return ("#include \"tests/roundtrip/harness.h\"\n\n%s\nnamespace causeway::roundtrip {\n\n"
            "const std::vector<Group> kGroups = {\n%s};\n\n}  // namespace causeway::roundtrip\n"
            % (declared, rows))


def write_file(path, text):
    """Leaves a file alone that is the same already."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
