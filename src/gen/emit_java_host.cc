#include "gen/emit_java_apis.h"

namespace causeway::gen {
namespace {

// Prints the glue method that C++ calls for one method of a HostApi. Its local names are its own:
// cb, len, mask, token, r, w, reply, result; arguments are called after the definition's
// parameters.
class GlueMethod {
 public:
  GlueMethod(JavaFile& file, JavaCodec& codec, const JavaMethod& method)
      : file_(file),
        codec_(codec),
        m_(method),
        plan_(method.plan),
        p_(file.printer()),
        locals_({"cb", "len", "mask", "token", "r", "w", "t", "reply", "result", "java", "dev"}) {}

  void Print() {
    PrepareArguments();
    p_.Blank();
    PrintList(p_, fmt::format("{} {}(", JniReturnText(), plan_.java_name), jni_parameters_, ") {");
    p_.Indent();
    if (m_.method.is_async) Reply();
    p_.Open("try");
    for (const auto& [type, name, text] : reads_) {
      const std::string line = fmt::format("{} {} = {};", type, name, text);
      if (static_cast<int>(line.size()) <= p_.Room()) {
        p_.Raw(line);
      } else {
        p_.Line("{} {} =", type, name);
        p_.Line("    {};", text);
      }
    }
    if (plan_.encodes_arguments) p_.Line("r.finish();");
    for (const std::string& check : null_checks_) {
      p_.Open("if ({} == null)", check_names_[check]);
      p_.Line("throw {}.INSTANCE.nullArgument({});", file_.context().codec, check);
      p_.Close();
    }
    Call();
    p_.Close(fmt::format(" catch ({} t) {{", file_.Lang("Throwable")));
    if (m_.method.is_async) p_.Line("reply.abandon();");
    p_.Line("throw {}.INSTANCE.crossing(t);", file_.context().codec);
    p_.Close();
    p_.Close();
  }

 private:
  struct Read {
    std::string type;
    std::string name;
    std::string text;
  };

  void PrepareArguments() {
    bool reader = false;
    for (std::size_t i = 0; i < plan_.parameters.size(); ++i) {
      const ParameterPlan& parameter = plan_.parameters[i];
      const Type& type = parameter.parameter->type;
      const std::string name = locals_.Claim(parameter.parameter->name);
      const std::string where = m_.WhereArgument(i);
      switch (parameter.how) {
        case How::kBuffer:
        case How::kString: {
          if (!reader) reads_.push_back({file_.Runtime("Reader"), "r", "cb.read(len)"});
          reader = true;
          std::string text = codec_.ReadText(file_, type, where);
          if (parameter.how == How::kString) {
            // Null: it is in the buffer.
            const std::string direct = locals_.Claim(parameter.parameter->name + "Direct");
            jni_parameters_.push_back(file_.Lang("String") + " " + direct);
            text = fmt::format("{0} != null ? {0} : {1}", direct, text);
          }
          reads_.push_back({file_.TypeText(type), name, text});
          arguments_.push_back(name);
          break;
        }
        case How::kArray:
          jni_parameters_.push_back(file_.TypeText(type) + " " + name);
          arguments_.push_back(name);
          if (!type.nullable) {
            null_checks_.push_back(where);
            check_names_[where] = name;
          }
          break;
        default: {
          std::vector<std::string> leaves;
          NameLeaves(parameter.root, name, leaves, true);
          for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
            jni_parameters_.push_back(
                fmt::format("{} {}", JavaLeafType(parameter.leaves[leaf].jni), leaves[leaf]));
          }
          arguments_.push_back(ReceiveText(
              file_, codec_, parameter.root,
              [&](const FlatNode& node) { return leaves[static_cast<std::size_t>(node.leaf)]; },
              "mask", where));
        }
      }
    }
    if (plan_.presence_bits > 0) jni_parameters_.push_back("long mask");
    if (m_.method.is_async) {
      jni_parameters_.push_back("long token");
      arguments_.push_back("reply");
    }
    if (plan_.uses_buffer) jni_parameters_.push_back(file_.Runtime("CallBuffer") + " cb");
    if (plan_.encodes_arguments) jni_parameters_.push_back("int len");
  }

  // A scalar parameter keeps its name; leaves of a class get the path to them.
  void NameLeaves(const FlatNode& node, const std::string& path, std::vector<std::string>& names,
                  bool is_root) {
    if (node.leaf >= 0) {
      names.push_back(is_root ? path : locals_.Claim(path));
      return;
    }
    for (const FlatNode& child : node.fields) {
      NameLeaves(child, path + "_" + child.name, names, false);
    }
  }

  std::string JniReturnText() {
    const ResultPlan& result = plan_.result;
    if (m_.method.is_async) return "void";
    switch (result.form) {
      case ReturnForm::kVoid:
      case ReturnForm::kSlots:
        return "void";
      case ReturnForm::kLeaf:
        return std::string(JavaLeafType(result.leaves[0].jni));
      case ReturnForm::kSentinel:
        return "long";
      case ReturnForm::kArray:
      case ReturnForm::kString:
        return file_.TypeText(*result.type);
      default:
        return "int";
    }
  }

  void Reply() {
    const Type& type = m_.method.returns;
    const std::string boxed = file_.TypeText(type, JavaFile::Boxing::kBoxed);
    const std::string reply = fmt::format("{}<{}>", file_.Runtime("NativeReply"), boxed);
    p_.Line("{} reply =", reply);
    p_.Open("    new {}(token, {}.INSTANCE, {})", reply, file_.context().codec, m_.WhereResult());
    p_.Indent();
    p_.Indent();
    p_.Line("@{}", file_.Lang("Override"));
    p_.Open("protected void encode({} w, {} value)", file_.Runtime("Writer"), boxed);
    if (type.kind != TypeKind::kVoid) {
      if (!type.nullable) p_.Line("w.nonNull(value, {});", m_.WhereResult());
      codec_.PrintWrite(file_, type, "value", m_.WhereResult());
    }
    p_.Close();
    p_.Outdent();
    p_.Outdent();
    p_.Outdent();
    p_.Raw("    };");
  }

  // The call of the user's implementation, in `head` and `tail`.
  void PrintCall(const std::string& head, const std::string& tail) {
    PrintList(p_, fmt::format("{}registered(this).{}(", head, m_.name), arguments_, ")" + tail);
  }

  void Call() {
    const ResultPlan& result = plan_.result;
    const Type& type = m_.method.returns;
    if (m_.method.is_async || type.kind == TypeKind::kVoid) {
      PrintCall("", ";");
      return;
    }
    const bool must_check = !type.nullable && !IsPrimitive(type);
    if (result.form == ReturnForm::kLeaf && IsPrimitive(type)) {
      PrintCall("return ", ";");
      return;
    }
    PrintCall(fmt::format("{} result = ", file_.TypeText(type)), ";");
    if (must_check) {
      p_.Line("{}.INSTANCE.nonNullResult(result, {});", file_.context().codec, m_.WhereResult());
    }
    switch (result.form) {
      case ReturnForm::kVoid:
        break;
      case ReturnForm::kLeaf: {
        SentLeaves sent;
        SendLeaves(file_, result.root, "result", locals_, sent);
        p_.Line("return {};", sent.leaves[0].text);
        break;
      }
      case ReturnForm::kIndexOrMinusOne:
        p_.Line("return result == null ? -1 : {};",
                type.kind == TypeKind::kBool ? "result ? 1 : 0" : "result.ordinal()");
        break;
      case ReturnForm::kSentinel:
        p_.Line(
            "return result == null ? {0}.NULL : {0}.present({1});", file_.Runtime("NullableResult"),
            type.kind == TypeKind::kInt ? "result"
                                        : file_.Lang("Double") + ".doubleToRawLongBits(result)");
        break;
      case ReturnForm::kSlots:
        Slots();
        break;
      case ReturnForm::kArray:
      case ReturnForm::kString:
        p_.Line("return result;");
        break;
      case ReturnForm::kEncoded:
        p_.Line("{} w = cb.result({}.INSTANCE);", file_.Runtime("Writer"), file_.context().codec);
        codec_.PrintWrite(file_, type, "result", m_.WhereResult());
        p_.Line("return w.finish();");
        break;
    }
  }

  void Slots() {
    SentLeaves sent;
    SendLeaves(file_, plan_.result.root, "result", locals_, sent);
    for (std::size_t i = 0; i < sent.leaves.size(); ++i) {
      p_.Line("cb.setSlot({}, {});", i, ToSlotText(file_, sent.leaves[i]));
    }
    if (!sent.mask_terms.empty()) {
      p_.Line("cb.setSlot({}, {});", sent.leaves.size(), MaskText(sent.mask_terms));
    }
  }

  JavaFile& file_;
  JavaCodec& codec_;
  const JavaMethod& m_;
  const MethodPlan& plan_;
  Printer& p_;
  JavaScope locals_;
  std::vector<std::string> jni_parameters_;
  std::vector<std::string> arguments_;    // of the user's method
  std::vector<Read> reads_;               // locals that hold decoded arguments
  std::vector<std::string> null_checks_;  // where-texts of arrays that may not be null
  std::map<std::string, std::string> check_names_;
};

void PrintInterface(JavaFile& file, const Api& api, const std::vector<JavaMethod>& methods) {
  Printer& p = file.printer();
  const std::string name = JavaTypeName(api.name);
  const std::string glue = GlueClassName(api.name);
  const std::string nullable = file.Use("dev.causeway.Nullable");
  file.Javadoc(api.docs);
  p.Open("public interface {}", name);
  for (const JavaMethod& method : methods) {
    p.Blank();
    PrintMethodHead(file, method);
    PrintList(p, fmt::format("{} {}(", ReturnText(file, method), method.name),
              ParameterTexts(file, method), ");");
  }
  p.Blank();
  p.Line("/** Makes {{@code api}} what C++ calls; null takes it away. */");
  p.Open("static void register(@{} {} api)", nullable, name);
  p.Line("register(\"\", api);");
  p.Close();
  p.Blank();
  p.Line("/** As above, for one of several instances. */");
  p.Open("static void register(@{} {} instance, @{} {} api)", file.Use("dev.causeway.NonNull"),
         file.Lang("String"), nullable, name);
  p.Line("{}.register(instance, api);", glue);
  p.Close();
  p.Close();
}

}  // namespace

EmittedFile EmitJavaHostApi(const JavaContext& context, JavaCodec& codec, const Api& api) {
  const std::string name = JavaTypeName(api.name);
  const std::string glue = GlueClassName(api.name);
  JavaFile file(context, name);
  Printer& p = file.printer();
  JavaScope method_names;
  std::vector<JavaMethod> methods;
  for (const Method& method : api.methods) {
    methods.push_back(NameMethod(context, api, method, method_names, {"java", "dev"}));
  }
  PrintInterface(file, api, methods);

  const std::string string = file.Lang("String");
  const std::string instances = file.Runtime("Instances");
  p.Blank();
  p.Line("/** What C++ calls: one instance a name, while it is registered or C++ refers to it. */");
  p.Open("final class {}", glue);
  p.Line("{}", FingerprintText(context));
  p.Blank();
  p.Line("private static final {}<{}> INSTANCES = new {}<>({}::new);", instances, glue, instances,
         glue);
  p.Blank();
  p.Line("volatile {} implementation;", name);
  p.Line("private final {} name;", string);
  p.Blank();
  p.Open("private {}({} name)", glue, string);
  p.Line("this.name = name;");
  p.Close();
  p.Blank();
  p.Open("static {} instance({} name)", glue, string);
  p.Line("return INSTANCES.get(name);");
  p.Close();
  p.Blank();
  p.Open("static void register({} name, {} api)", string, name);
  p.Line("{} glue = instance(name);", glue);
  p.Open("synchronized (glue)");
  p.Line("glue.implementation = api;");
  p.Line("INSTANCES.keep(name, api == null ? null : glue);");
  p.Close();
  p.Close();
  p.Blank();
  p.Open("private static {} registered({} glue)", name, glue);
  p.Line("{} api = glue.implementation;", name);
  p.Open("if (api == null)");
  p.Line("throw {}.INSTANCE.unregistered(", context.codec);
  p.Line("    {}, glue.name, {});", JavaString(api.name),
         JavaString("call " + name + ".register in Java first"));
  p.Close();
  p.Line("return api;");
  p.Close();
  for (const JavaMethod& method : methods) GlueMethod(file, codec, method).Print();
  p.Close();
  return file.Finish();
}

}  // namespace causeway::gen
