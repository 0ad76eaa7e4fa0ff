#include "gen/emit_java_apis.h"

namespace causeway::gen {
namespace {

// Names of local variables of the generated methods: parameters may not have them.
const std::set<std::string>& LocalNames() {
  static const std::set<std::string> kNames = {"cb",   "e",     "mask", "n",    "r",  "result",
                                               "slot", "token", "w",    "java", "dev"};
  return kNames;
}

// Prints the public method of a FlutterApi and the native method beneath it.
class CallMethod {
 public:
  CallMethod(JavaFile& file, JavaCodec& codec, const JavaMethod& method)
      : file_(file),
        codec_(codec),
        m_(method),
        plan_(method.plan),
        p_(file.printer()),
        locals_(LocalNames()),
        instance_(file.context().codec + ".INSTANCE") {
    for (const std::string& name : m_.parameters) locals_.Claim(name);
    locals_.Claim(m_.reply);
  }

  void Print() {
    p_.Blank();
    PrintMethodHead(file_, m_);
    PrintList(p_, fmt::format("public {} {}(", ReturnText(file_, m_), m_.name),
              ParameterTexts(file_, m_), ") {");
    p_.Indent();
    NullChecks();
    if (plan_.uses_buffer) {
      const std::string buffer = file_.Runtime("CallBuffer");
      p_.Line("{} cb = {}.acquire();", buffer, buffer);
    }
    const bool has_try = plan_.uses_buffer || !m_.method.is_async;
    if (has_try) p_.Open("try");
    Arguments();
    if (m_.method.is_async) {
      AsyncCall();
    } else {
      SyncCall();
      p_.Close(fmt::format(" catch ({} e) {{", file_.Runtime("CrossingException")));
      if (plan_.result.form == ReturnForm::kSentinel) {
        const std::string nullable = file_.Runtime("NullableResult");
        p_.Open("if ({}.isValue(e))", nullable);
        p_.Line("return {};", FromBits(nullable + ".NULL"));
        p_.Close();
      }
      p_.Line("throw {}.received(e);", instance_);
    }
    if (plan_.uses_buffer) {
      p_.Close(" finally {");
      p_.Line("cb.release();");
    }
    if (has_try) p_.Close();
    p_.Close();
    Native();
  }

 private:
  void NullChecks() {
    const auto check = [&](const std::string& name, const std::string& where) {
      p_.Open("if ({} == null)", name);
      p_.Line("throw {}.nullArgument({});", instance_, where);
      p_.Close();
    };
    for (std::size_t i = 0; i < m_.parameters.size(); ++i) {
      const Type& type = m_.method.parameters[i].type;
      if (!type.nullable && !IsPrimitive(type)) check(m_.parameters[i], m_.WhereArgument(i));
    }
    if (m_.method.is_async) {
      check(m_.reply, JavaString(fmt::format("the reply of {}.{}", m_.api.name, m_.method.name)));
    }
  }

  void Arguments() {
    native_parameters_.push_back("long slot");
    native_arguments_.push_back("slot(this)");
    SentLeaves sent;
    if (plan_.encodes_arguments) {
      p_.Line("{} w = cb.arguments({});", file_.Runtime("Writer"), instance_);
    }
    for (std::size_t i = 0; i < plan_.parameters.size(); ++i) {
      const ParameterPlan& parameter = plan_.parameters[i];
      const std::string& name = m_.parameters[i];
      switch (parameter.how) {
        case How::kBuffer:
          codec_.PrintWrite(file_, parameter.parameter->type, name, m_.WhereArgument(i));
          break;
        case How::kArray:
        case How::kString:
          native_parameters_.push_back(
              fmt::format("{} {}{}", file_.TypeText(parameter.parameter->type),
                          parameter.how == How::kArray ? "array" : "string", i));
          native_arguments_.push_back(name);
          break;
        default: {
          const std::size_t before = sent.leaves.size();
          SendLeaves(file_, parameter.root, name, locals_, sent);
          for (std::size_t leaf = before; leaf < sent.leaves.size(); ++leaf) {
            native_parameters_.push_back(
                fmt::format("{} leaf{}", JavaLeafType(sent.leaves[leaf].jni), leaf));
            native_arguments_.push_back(sent.leaves[leaf].text);
          }
        }
      }
    }
    if (!sent.mask_terms.empty()) {
      native_parameters_.push_back("long mask");
      native_arguments_.push_back(MaskText(sent.mask_terms));
    }
    if (m_.method.is_async) {
      native_parameters_.push_back("long token");
      native_arguments_.push_back("token");
    }
    if (plan_.uses_buffer) {
      for (const char* text : {"cb", "cb.bytes"}) native_arguments_.push_back(text);
      native_arguments_.push_back(plan_.encodes_arguments ? "w.length()" : "0");
      native_arguments_.push_back("cb.bytes.length");
      native_parameters_.push_back(file_.Runtime("CallBuffer") + " cb");
      for (const char* text : {"byte[] bytes", "int length", "int capacity"}) {
        native_parameters_.push_back(text);
      }
    }
  }

  void PrintNativeCall(const std::string& head, const std::string& tail) {
    PrintList(p_, fmt::format("{}{}Native(", head, plan_.java_name), native_arguments_, tail);
  }

  void AsyncCall() {
    const Type& type = m_.method.returns;
    const std::string boxed = file_.TypeText(type, JavaFile::Boxing::kBoxed);
    const std::string calls = file_.Runtime("PendingCalls");
    p_.Line("long slot = slot(this);");
    native_arguments_[0] = "slot";
    p_.Line("long token =");
    p_.Line("    {}.add(", calls);
    p_.Open("        new {}.Call<{}>({}, {})", calls, boxed, m_.reply, instance_);
    for (int i = 0; i < 4; ++i) p_.Indent();
    p_.Line("@{}", file_.Lang("Override"));
    p_.Open("protected {} decode({} r)", boxed, file_.Runtime("Reader"));
    p_.Line("return {};",
            type.kind == TypeKind::kVoid ? "null" : codec_.ReadText(file_, type, m_.WhereResult()));
    p_.Close();
    for (int i = 0; i < 5; ++i) p_.Outdent();
    p_.Raw("        });");
    p_.Open("try");
    PrintNativeCall("", ");");
    p_.Close(fmt::format(" catch ({} e) {{", file_.Runtime("CrossingException")));
    p_.Line("{}.fail(token, e);", calls);
    p_.Close();
  }

  void SyncCall() {
    const ResultPlan& result = plan_.result;
    const Type& type = m_.method.returns;
    const std::string where = m_.WhereResult();
    switch (result.form) {
      case ReturnForm::kVoid:
        PrintNativeCall("", ");");
        if (type.kind != TypeKind::kVoid) p_.Line("return {};", Received({}, {}));
        break;
      case ReturnForm::kLeaf: {
        if (IsPrimitive(type)) {
          PrintNativeCall("return ", ");");
          break;
        }
        PrintNativeCall(fmt::format("{} result = ", JavaLeafType(result.leaves[0].jni)), ");");
        p_.Line("return {};", Received([](const FlatNode&) { return std::string("result"); }, {}));
        break;
      }
      case ReturnForm::kIndexOrMinusOne:
        PrintNativeCall("int result = ", ");");
        p_.Line("return result < 0 ? null : {};",
                type.kind == TypeKind::kBool ? "result != 0"
                                             : codec_.EnumText(file_, type.decl, "result", where));
        break;
      case ReturnForm::kSentinel:
        PrintNativeCall("long result = ", ");");
        p_.Line("return result == {}.NULL ? null : {};", file_.Runtime("NullableResult"),
                FromBits("result"));
        break;
      case ReturnForm::kSlots:
        PrintNativeCall("", ");");
        if (result.presence_bits > 0) {
          p_.Line("long mask = cb.slot({});", result.leaves.size());
        }
        p_.Line("return {};", Received(
                                  [&](const FlatNode& node) {
                                    return FromSlotText(file_, *node.type, node.leaf);
                                  },
                                  "mask"));
        break;
      case ReturnForm::kArray:
        if (type.nullable) {
          PrintNativeCall("return ", ");");
        } else {
          PrintNativeCall(fmt::format("return {}.nonNullResult(", instance_),
                          fmt::format("), {});", where));
        }
        break;
      case ReturnForm::kString:
        PrintNativeCall(fmt::format("{} result = ", file_.Lang("String")), ");");
        p_.Open("if (result == null)");
        p_.Line("{} r = cb.readResult();", file_.Runtime("Reader"));
        p_.Line("result = {};", codec_.ReadText(file_, type, where));
        p_.Close();
        p_.Line("return result;");
        break;
      case ReturnForm::kEncoded:
        PrintNativeCall("int n = ", ");");
        p_.Line("{} r = cb.readResult(n);", file_.Runtime("Reader"));
        p_.Line("{} result = {};", file_.TypeText(type), codec_.ReadText(file_, type, where));
        p_.Line("r.finish();");
        p_.Line("return result;");
        break;
    }
  }

  // A nullable int or double from the long that it crosses as.
  std::string FromBits(const std::string& bits) {
    return m_.method.returns.kind == TypeKind::kInt
               ? bits
               : fmt::format("{}.longBitsToDouble({})", file_.Lang("Double"), bits);
  }

  std::string Received(const std::function<std::string(const FlatNode&)>& leaf,
                       std::string_view mask) {
    return ReceiveText(file_, codec_, plan_.result.root, leaf, mask, m_.WhereResult());
  }

  std::string NativeReturnText() {
    if (m_.method.is_async) return "void";
    switch (plan_.result.form) {
      case ReturnForm::kVoid:
      case ReturnForm::kSlots:
        return "void";
      case ReturnForm::kLeaf:
        return std::string(JavaLeafType(plan_.result.leaves[0].jni));
      case ReturnForm::kSentinel:
        return "long";
      case ReturnForm::kArray:
      case ReturnForm::kString:
        return file_.TypeText(*plan_.result.type);
      default:
        return "int";
    }
  }

  void Native() {
    p_.Blank();
    PrintList(p_, fmt::format("private native {} {}Native(", NativeReturnText(), plan_.java_name),
              native_parameters_, ");");
  }

  JavaFile& file_;
  JavaCodec& codec_;
  const JavaMethod& m_;
  const MethodPlan& plan_;
  Printer& p_;
  JavaScope locals_;
  std::string instance_;
  std::vector<std::string> native_parameters_;
  std::vector<std::string> native_arguments_;
};

void PrintInstances(JavaFile& file, const Api& api) {
  Printer& p = file.printer();
  const JavaContext& context = file.context();
  const std::string name = JavaTypeName(api.name);
  const std::string string = file.Lang("String");
  const std::string instances = file.Runtime("Instances");
  const std::string non_null = file.Use("dev.causeway.NonNull");
  p.Line("{}", FingerprintText(context));
  p.Blank();
  p.Line("private static final {}<{}> INSTANCES = new {}<>({}::new);", instances, name, instances,
         name);
  p.Line("private static final {} DEFAULT = get(\"\");", name);
  p.Blank();
  p.Line("private final {} instance;", string);
  p.Line("private volatile long slot;");
  p.Blank();
  p.Open("private {}({} instance)", name, string);
  p.Line("this.instance = instance;");
  p.Close();
  p.Blank();
  p.Line(
      "/** The implementation in C++; it may be registered later, but before the first call. */");
  p.Raw("@" + non_null);
  p.Open("public static {} get()", name);
  p.Line("return DEFAULT;");
  p.Close();
  p.Blank();
  p.Line("/** As above, for one of several instances. */");
  p.Raw("@" + non_null);
  p.Open("public static {} get(@{} {} instance)", name, non_null, string);
  p.Line("return INSTANCES.get(instance);");
  p.Close();
  p.Blank();
  p.Line("// Where C++ finds the implementation. The natives of this class exist once one was");
  p.Line("// registered. Those with a slot are no static ones, so that this object, on which the");
  p.Line("// slot depends, lives as long as a call.");
  p.Open("private static long slot({} api)", name);
  p.Line("long slot = api.slot;");
  p.Line("return slot != 0 ? slot : bind(api);");
  p.Close();
  p.Blank();
  p.Open("private static long bind({} api)", name);
  p.Open("synchronized (api)");
  p.Line("long slot = api.slot;");
  p.Open("if (slot != 0)");
  p.Line("return slot;");
  p.Close();
  p.Open("try");
  p.Line("slot = bind0(api.instance);");
  p.Close(fmt::format(" catch ({} e) {{", file.Lang("UnsatisfiedLinkError")));
  p.Line("slot = 0;");
  p.Close();
  p.Open("if (slot == 0)");
  p.Line("throw {}.INSTANCE.unregistered(", context.codec);
  p.Line("    {}, api.instance, {});", JavaString(api.name),
         JavaString("register one in C++ with " + api.name + "::Register first"));
  p.Close();
  p.Line("INSTANCES.uses(api.instance, slot);");
  p.Line("api.slot = slot;");
  p.Line("return slot;");
  p.Close();
  p.Close();
  p.Blank();
  p.Line("private static native long bind0({} instance);", string);
}

}  // namespace

EmittedFile EmitJavaFlutterApi(const JavaContext& context, JavaCodec& codec, const Api& api) {
  JavaFile file(context, JavaTypeName(api.name));
  Printer& p = file.printer();
  // Names that the generated class has itself; natives come first, C++ knows them by name.
  JavaScope method_names({"get", "bind", "bind0", "slot"});
  std::vector<JavaMethod> methods;
  for (const Method& method : api.methods) {
    method_names.Claim(PlanMethod(context.program, api.kind, method).java_name + "Native");
  }
  for (const Method& method : api.methods) {
    methods.push_back(NameMethod(context, api, method, method_names, LocalNames()));
  }
  file.Javadoc(api.docs);
  p.Open("public final class {}", JavaTypeName(api.name));
  PrintInstances(file, api);
  for (const JavaMethod& method : methods) CallMethod(file, codec, method).Print();
  p.Close();
  return file.Finish();
}

}  // namespace causeway::gen
