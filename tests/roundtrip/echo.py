"""Writes the sources of the round trips of one definition file.

For a file x.dart this writes echo.dart, which imports it and declares for every enum, class and
sealed base T a HostApi that echoes (Java returns its argument, or first sends it through C++) and a
FlutterApi that echoes (C++ returns its argument); EchoImpl.java, which implements the one in Java,
and driver.cc, which implements the other and runs the checks of harness.h. The echo file has no
types of its own, so every id is the id in x.dart.

Methods are numbered by type, so that no name of a definition can clash with them.
"""

import os

# Types that only take ids.
FILLER = "Filler"
HOST_METHODS = ("echo", "echoNullable", "echoList", "encode", "recode", "viaCpp", "viaCppNullable",
                "viaCppList")
FLUTTER_METHODS = ("echo", "echoNullable", "echoList")


def echoed_types(definition):
    return [name for name in definition.own if not name.startswith(FILLER)]


def dart(stem, types):
    lines = ["import 'package:pigeon/pigeon.dart';", "import '%s.dart';" % stem, "",
             "@HostApi()", "abstract class EchoHost {"]
    for i, t in enumerate(types):
        lines += ["  {t} echo{i}({t} value);", "  {t}? echoNullable{i}({t}? value);",
                  "  List<{t}> echoList{i}(List<{t}> values);",
                  "  Uint8List encode{i}({t} value);", "  Uint8List recode{i}(Uint8List bytes);",
                  "  {t} viaCpp{i}({t} value);", "  {t}? viaCppNullable{i}({t}? value);",
                  "  List<{t}> viaCppList{i}(List<{t}> values);"]
        lines[-8:] = [line.format(t=t, i=i) for line in lines[-8:]]
    lines += ["}", "", "@FlutterApi()", "abstract class EchoFlutter {"]
    for i, t in enumerate(types):
        lines += [line.format(t=t, i=i) for line in (
            "  {t} echo{i}({t} value);", "  {t}? echoNullable{i}({t}? value);",
            "  List<{t}> echoList{i}(List<{t}> values);")]
    return "\n".join(lines + ["}", ""])


JAVA_TYPE = """
  @Override
  public {t} echo{i}({t} value) {{
    return value;
  }}

  @Override
  public {t} echoNullable{i}({t} value) {{
    return value;
  }}

  @Override
  public java.util.List<{t}> echoList{i}(java.util.List<{t}> values) {{
    return values;
  }}

  @Override
  public byte[] encode{i}({t} value) {{
    CallBuffer buffer = new CallBuffer();
    Writer w = buffer.arguments(EchoCodec.INSTANCE);
    {write};
    return java.util.Arrays.copyOf(buffer.bytes, w.finish());
  }}

  @Override
  public byte[] recode{i}(byte[] bytes) {{
    CallBuffer buffer = new CallBuffer();
    buffer.bytes = bytes;
    Reader r = buffer.read(bytes.length);
    {t} value = {read};
    r.finish();
    return encode{i}(value);
  }}

  @Override
  public {t} viaCpp{i}({t} value) {{
    return EchoFlutter.get().echo{i}(value);
  }}

  @Override
  public {t} viaCppNullable{i}({t} value) {{
    return EchoFlutter.get().echoNullable{i}(value);
  }}

  @Override
  public java.util.List<{t}> viaCppList{i}(java.util.List<{t}> values) {{
    return EchoFlutter.get().echoList{i}(values);
  }}
"""


def java(package, types):
    text = ["package %s;\n\nimport dev.causeway.generated.CallBuffer;\n"
            "import dev.causeway.generated.Reader;\nimport dev.causeway.generated.Writer;\n\n"
            "public final class EchoImpl implements EchoHost {\n"
            "  public static void register() {\n    EchoHost.register(new EchoImpl());\n  }\n"
            % package]
    for i, name in enumerate(types):
        text.append(JAVA_TYPE.format(t="%s.%s" % (package, java_name(name)), i=i,
                                     write=java_write(name), read=java_read(name)))
    return "".join(text) + "}\n"


def java_name(name):
    return name


def java_write(name):
    return "EchoCodec.write%s(w, value)" % name


def java_read(name):
    return "EchoCodec.read%s(r)" % name


def cpp(group, package, namespace, types):
    flutter = []
    checks = []
    for i, name in enumerate(types):
        for method in FLUTTER_METHODS:
            pascal = method[0].upper() + method[1:] + str(i)
            flutter.append("  rt::ResultOf<&Flutter::{m}> {m}(rt::ArgumentOf<&Flutter::{m}> value) "
                           "override {{\n    return value;\n  }}\n".format(m=pascal))
        methods = ", ".join("&Host::%s%s%d" % (m[0].upper(), m[1:], i) for m in HOST_METHODS)
        checks.append("  rt::CheckType<%s>(\n      session, host, %d, \"%s.%s\", &%s, &%s);\n"
                      % (methods, i, group, name, cpp_read(name), cpp_write(name)))
    return """// The codec functions of the generated file are internal, hence this include.
#include "{group}/echo.cc"
#include "tests/roundtrip/harness.h"

namespace {namespace} {{
namespace {{

namespace rt = ::causeway::roundtrip;
using Host = EchoHost;
using Flutter = EchoFlutter;

class EchoImplementation final : public Flutter {{
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
           flutter="".join(flutter), checks="".join(checks))


def cpp_read(name):
    return "Read" + name


def cpp_write(name):
    return "Write" + name


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
