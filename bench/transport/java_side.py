"""The Java half of the comparators, written from a Schema (see schema.py)."""

import re

from schema import SCALARS, TYPED_DATA, capital


def boxed(schema, kind, pojo):
    if kind.name in SCALARS:
        return SCALARS[kind.name][2]
    if kind.name == "String":
        return "String"
    if kind.name in TYPED_DATA:
        return TYPED_DATA[kind.name][1]
    if kind.name == "Object":
        return "Object"
    if kind.name in ("List", "Map"):
        return f"{kind.name}<{', '.join(boxed(schema, a, pojo) for a in kind.args)}>"
    return pojo + kind.name


def java_type(schema, kind, pojo):
    """The Java type; `pojo` is the package prefix of the hand-written twins, or empty."""
    if kind.name in SCALARS and not kind.nullable:
        return SCALARS[kind.name][1]
    return boxed(schema, kind, pojo)


def pojo_class(schema, name, fields):
    package = f"bench.{schema.part}.pojo"
    pojo = ""
    declared = [(field, java_type(schema, kind, pojo)) for field, kind, _ in fields]
    parameters = ", ".join(f"{t} {field}" for field, t in declared)
    lines = [f"package {package};", "", "import java.util.List;", "import java.util.Map;",
             "import java.util.ArrayList;", "", '@SuppressWarnings("unchecked")',
             f"public final class {name} {{"]
    lines += [f"  public final {t} {field};" for field, t in declared]
    lines += ["", f"  public {name}({parameters}) {{"]
    lines += [f"    this.{field} = {field};" for field, _ in declared]
    lines += ["  }", "", "  /** As a channel's dynamic codec gives it: one boxed value a field. */",
              f"  public static {name} fromList(List<Object> l) {{", f"    return new {name}("]
    lines.append(",\n".join(f"        ({boxed(schema, kind, pojo)}) l.get({i})"
                            for i, (_, kind, _) in enumerate(fields)) + ");")
    lines += ["  }", "", "  public ArrayList<Object> toList() {",
              f"    ArrayList<Object> l = new ArrayList<>({len(fields)});"]
    lines += [f"    l.add({field});" for field, _, _ in fields]
    lines += ["    return l;", "  }", "}", ""]
    return "\n".join(lines)


def pojo_codec(schema):
    """The dynamic codec of a channel, as pigeon generates it: each class through a List<Object>."""
    lines = [f"package bench.{schema.part}.pojo;", "",
             "import dev.causeway.generated.Codec;", "import dev.causeway.generated.Reader;",
             "import dev.causeway.generated.Writer;", "import java.util.List;", "",
             '@SuppressWarnings("unchecked")', "public final class DynamicCodec extends Codec {",
             "  public static final DynamicCodec INSTANCE = new DynamicCodec();"]
    for name in schema.enums:
        lines.append(f"  private static final {name}[] OF_{name.upper()} = {name}.values();")
    lines += ["", "  @Override", "  protected boolean encodeCustom(Writer w, Object value) {"]
    ordinal = 0
    for name in schema.enums:
        lines += [f"    if (value instanceof {name}) {{",
                  f"      w.writeEnum({ordinal}, (({name}) value).ordinal());",
                  "      return true;", "    }"]
        ordinal += 1
    for name, fields in schema.classes.items():
        # A class is its id and a list; encode writes the list's own header.
        lines += [f"    if (value instanceof {name}) {{",
                  f"      w.writeClass({ordinal}, {len(fields)});",
                  f"      for (Object field : (({name}) value).toList()) {{",
                  '        encode(w, field, "field");', "      }",
                  "      return true;", "    }"]
        ordinal += 1
    lines += ["    return false;", "  }", "", "  @Override",
              "  protected Object decodeCustom(Reader r, int ordinal) {", "    switch (ordinal) {"]
    ordinal = 0
    for name in schema.enums:
        lines += [f"      case {ordinal}:",
                  f'        return OF_{name.upper()}[(int) r.readInt("index")];']
        ordinal += 1
    for name in schema.classes:
        lines += [f"      case {ordinal}:",
                  f'        return {name}.fromList((List<Object>) decode(r, "{name}"));']
        ordinal += 1
    lines += ["      default:", "        throw unknownType(r, ordinal);", "    }", "  }", "}", ""]
    return "\n".join(lines)


def endpoint(schema, class_name, implements, pojo, public_fields=True):
    """take stores, give returns what is stored, echo returns its argument: the same everywhere."""
    lines = [f"package bench.{schema.part};", "", "import java.util.List;", "import java.util.Map;",
             "", f"public final class {class_name}{implements} {{"]
    override = ["  @Override"] if implements else []
    for name, kind, _ in schema.payloads:
        t = java_type(schema, kind, pojo)
        lines += [f"  {t} held{name};", "", *override,
                  f"  public void take{name}({t} value) {{ held{name} = value; }}", "", *override,
                  f"  public {t} give{name}() {{ return held{name}; }}", "", *override,
                  f"  public {t} echo{name}({t} value) {{ return value; }}", ""]
    lines += ["}", ""]
    return "\n".join(lines)


def graph_down(schema):
    pojo = f"bench.{schema.part}.pojo."
    lines = [f"package bench.{schema.part};", "", "import java.util.List;", "import java.util.Map;",
             "", "/** The natives of the object graph, for calls from Java. */",
             "final class GraphDown {", "  private GraphDown() {}", ""]
    for name, kind, down in schema.payloads:
        if down:
            t = java_type(schema, kind, pojo)
            lines += [f"  static native void take{name}({t} value);",
                      f"  static native {t} give{name}();",
                      f"  static native {t} echo{name}({t} value);",
                      f"  static native void take{name}Uncached({t} value);",
                      f"  static native {t} give{name}Uncached();",
                      f"  static native {t} echo{name}Uncached({t} value);"]
    lines += ["}", ""]
    return "\n".join(lines)


def dynamic_dispatch(schema):
    """One entry for all methods of the dynamic channel: a list of arguments in, one value out."""
    pojo = f"bench.{schema.part}.pojo."
    lines = [f"package bench.{schema.part};", "", "import dev.causeway.generated.CallBuffer;",
             "import dev.causeway.generated.Writer;", f"import {pojo}DynamicCodec;",
             "import java.util.List;", "import java.util.Map;", "",
             '@SuppressWarnings("unchecked")', "final class DynamicDispatch {",
             "  private DynamicDispatch() {}", "",
             "  static final GraphUp UP = new GraphUp();", "",
             "  static int call(int id, CallBuffer cb, int length) {",
             "    List<Object> arguments = (List<Object>)",
             '        DynamicCodec.INSTANCE.decode(cb.read(length), "arguments");',
             "    Object result = null;", "    switch (id) {"]
    for index, (name, kind, _) in enumerate(schema.payloads):
        t = boxed(schema, kind, pojo)
        lines += [f"      case {3 * index}:", f"        UP.take{name}(({t}) arguments.get(0));",
                  "        break;", f"      case {3 * index + 1}:",
                  f"        result = UP.give{name}();", "        break;",
                  f"      case {3 * index + 2}:",
                  f"        result = UP.echo{name}(({t}) arguments.get(0));", "        break;"]
    lines += ["      default:", "        throw new IllegalArgumentException();", "    }",
              "    Writer w = cb.result(DynamicCodec.INSTANCE);",
              '    DynamicCodec.INSTANCE.encode(w, result, "result");',
              "    return w.finish();", "  }", "}", ""]
    return "\n".join(lines)


def files(schema):
    """path -> text of the parts that need nothing of causeway's emitters but its interfaces."""
    part = schema.part
    pojo = f"bench.{part}.pojo."
    out = {}
    for name, members in schema.enums.items():
        out[f"bench/{part}/pojo/{name}.java"] = (
            f"package bench.{part}.pojo;\n\npublic enum {name} {{ {', '.join(members)} }}\n")
    for name, fields in schema.classes.items():
        out[f"bench/{part}/pojo/{name}.java"] = pojo_class(schema, name, fields)
    out[f"bench/{part}/pojo/DynamicCodec.java"] = pojo_codec(schema)
    out[f"bench/{part}/GraphUp.java"] = endpoint(schema, "GraphUp", "", pojo)
    out[f"bench/{part}/UpImplementation.java"] = endpoint(
        schema, "UpImplementation", " implements Up", "")
    if any(down for _, _, down in schema.payloads):
        out[f"bench/{part}/GraphDown.java"] = graph_down(schema)
    out[f"bench/{part}/DynamicDispatch.java"] = dynamic_dispatch(schema)
    return out


# ---- What uses the generated codec


class JavaCodecNames:
    """Finds the functions of the generated codec class by the type that they write or read.

    List<String> and List<String?> are one type in Java: then the name decides.
    """

    def __init__(self, text, codec):
        self.codec = codec
        self.writers = {}
        self.readers = {}
        for name, kind in re.findall(
                r"static void write(\w+)\(Writer w, ([\w<>, .\[\]]+) (?:v|list|map)\b", text):
            self.writers.setdefault(kind.replace(" ", ""), []).append(name)
        for kind, name in re.findall(
                r"static ([\w<>, .\[\]]+) read(\w+)\(Reader r, String where\)", text):
            self.readers.setdefault(kind.replace(" ", ""), []).append(name)

    @staticmethod
    def pick(names, kind):
        def words(t):
            if t.name == "List":
                own = "ListOf" + words(t.args[0])
            elif t.name == "Map":
                own = f"MapOf{words(t.args[0])}To{words(t.args[1])}"
            else:
                own = capital(t.name)
            return ("Nullable" if t.nullable else "") + own

        if len(names) == 1:
            return names[0]
        return next(name for name in names if name == words(kind))

    def write(self, schema, kind, value):
        if kind.name == "String" or kind.name in TYPED_DATA:
            return f"w.write{kind.name}({value});"
        t = java_type(schema, kind, "").replace(" ", "")
        where = ', "value"' if kind.name in ("List", "Map") else ""
        return f"{self.codec}.write{self.pick(self.writers[t], kind)}(w, {value}{where});"

    def read(self, schema, kind, reader):
        if kind.name == "String" or kind.name in TYPED_DATA:
            return f'{reader}.read{kind.name}("value")'
        t = java_type(schema, kind, "").replace(" ", "")
        return f'{self.codec}.read{self.pick(self.readers[t], kind)}({reader}, "value")'


def dispatch(schema, names):
    lines = [f"package bench.{schema.part};", "", "import dev.causeway.generated.CallBuffer;",
             "import dev.causeway.generated.Writer;", "import java.util.List;",
             "import java.util.Map;", "",
             "/** One entry for all methods, with the generated codec: what channel and dispatch reach. */",
             "final class Dispatch {", "  private Dispatch() {}", "",
             "  private static final UpImplementation UP = Setup.UP;", "",
             "  static int call(int id, CallBuffer cb, int length) {", "    switch (id) {"]
    for index, (name, kind, _) in enumerate(schema.payloads):
        t = java_type(schema, kind, "")
        read = names.read(schema, kind, "cb.read(length)")
        lines += [f"      case {3 * index}:", f"        UP.take{name}({read});", "        return 0;",
                  f"      case {3 * index + 1}:",
                  f"        return reply{name}(cb, UP.give{name}());",
                  f"      case {3 * index + 2}:",
                  f"        return reply{name}(cb, UP.echo{name}({read}));"]
    lines += ["      default:", "        throw new IllegalArgumentException();", "    }", "  }"]
    for name, kind, _ in schema.payloads:
        t = java_type(schema, kind, "")
        lines += ["", f"  private static int reply{name}(CallBuffer cb, {t} value) {{",
                  f"    Writer w = cb.result({names.codec}.INSTANCE);",
                  "    " + names.write(schema, kind, "value"), "    return w.finish();", "  }"]
    lines += ["}", ""]
    return "\n".join(lines)


def down_loops(schema, names):
    """Calls from Java, by each variant, in loops that C++ times."""
    codec = names.codec
    lines = [f"package bench.{schema.part};", "", "import dev.causeway.generated.CallBuffer;",
             "import dev.causeway.generated.Writer;", "import java.util.List;",
             "import java.util.Map;", "", "final class DownLoops {", "  private DownLoops() {}", "",
             "  static native int send(",
             "      int id, CallBuffer cb, byte[] bytes, int length, int capacity, int way);"]
    for index, (name, kind, down) in enumerate(schema.payloads):
        if not down:
            continue
        gen = java_type(schema, kind, "")
        pojo = java_type(schema, kind, f"bench.{schema.part}.pojo.")
        up, graph = f"Setup.UP.held{name}", f"Setup.GRAPH.held{name}"

        def loops(stem, first, held, t, call):
            return ["", f"  static void {stem}Take{name}(long n) {{", *first,
                    f"    {t} value = {held};", "    for (; n > 0; n--) {",
                    f"      {call}take{name}{first_suffix}(value{more});", "    }", "  }", "",
                    f"  static void {stem}Give{name}(long n) {{", *first, "    for (; n > 0; n--) {",
                    f"      {held} = {call}give{name}{first_suffix}({more.lstrip(', ')});", "    }",
                    "  }", "", f"  static void {stem}Echo{name}(long n) {{", *first,
                    f"    {t} value = {held};", "    for (; n > 0; n--) {",
                    f"      {held} = {call}echo{name}{first_suffix}(value{more});", "    }", "  }"]

        first_suffix, more = "", ""
        lines += loops("generated", ["    Down down = Down.get();"], up, gen, "down.")
        lines += loops("graph", [], graph, pojo, "GraphDown.")
        first_suffix = "Uncached"
        lines += loops("uncached", [], graph, pojo, "GraphDown.")
        first_suffix = ""
        for stem, way in (("dispatch", 0), ("channel", 1), ("spinning", 2)):
            more = f", {way}"
            lines += loops(stem, [], up, gen, "")
        write = names.write(schema, kind, "value")
        read = names.read(schema, kind, "cb.readResult(n)")
        begin = ["    CallBuffer cb = CallBuffer.acquire();", "    try {",
                 f"      Writer w = cb.arguments({codec}.INSTANCE);", f"      {write}"]
        end = ["    } finally {", "      cb.release();", "    }", "  }"]
        send = "cb, cb.bytes, w.length(), cb.bytes.length, way);"
        lines += ["", f"  private static void take{name}({gen} value, int way) {{", *begin,
                  f"      send({3 * index}, {send}", *end,
                  "", f"  private static {gen} give{name}(int way) {{",
                  "    CallBuffer cb = CallBuffer.acquire();", "    try {",
                  f"      int n = send({3 * index + 1}, cb, cb.bytes, 0, cb.bytes.length, way);",
                  f"      return {read};", *end,
                  "", f"  private static {gen} echo{name}({gen} value, int way) {{", *begin,
                  f"      int n = send({3 * index + 2}, {send}", f"      return {read};", *end]
    lines += ["}", ""]
    return "\n".join(lines)


def setup(schema):
    lines = [f"package bench.{schema.part};", "", "final class Setup {", "  private Setup() {}", "",
             "  static final UpImplementation UP = new UpImplementation();",
             "  static final GraphUp GRAPH = new GraphUp();", "", "  static void register() {",
             "    Up.register(UP);"]
    if schema.extra_apis:
        lines.append("    Scalars.register(new ScalarsImplementation());")
    lines += ["  }", "}", ""]
    return "\n".join(lines)


def codec_files(schema, codec_text, codec):
    names = JavaCodecNames(codec_text, codec)
    part = schema.part
    out = {f"bench/{part}/Dispatch.java": dispatch(schema, names),
           f"bench/{part}/Setup.java": setup(schema)}
    if any(down for _, _, down in schema.payloads):
        out[f"bench/{part}/DownLoops.java"] = down_loops(schema, names)
    return out
