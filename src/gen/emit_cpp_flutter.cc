// A FlutterApi in C++: an abstract class that the user implements, and one native method per method
// of the definition, which Java calls. The native method decodes everything into values that the
// implementation may keep, calls it and sends the result; generated::Enter around it finds the
// implementation and turns exceptions into Java exceptions.
//
// A synchronous implementation is lent its arguments (const&); an asynchronous one is given them,
// because it outlives the call.
#include <fmt/format.h>

#include <algorithm>

#include "gen/emit_cpp_apis.h"
#include "gen/emit_cpp_leaves.h"
#include "gen/java_names.h"
#include "gen/plan.h"

namespace causeway::gen {
namespace {

std::string_view LeafType(char jni) {
  switch (jni) {
    case 'Z':
      return "jboolean";
    case 'J':
      return "jlong";
    case 'D':
      return "jdouble";
    default:
      return "jint";
  }
}

std::string_view ArrayType(TypeKind kind) {
  switch (kind) {
    case TypeKind::kUint8List:
      return "jbyteArray";
    case TypeKind::kInt32List:
      return "jintArray";
    case TypeKind::kInt64List:
      return "jlongArray";
    case TypeKind::kFloat32List:
      return "jfloatArray";
    default:
      return "jdoubleArray";
  }
}

class FlutterMethod {
 public:
  FlutterMethod(const CppContext& context, CppCodec& codec, std::size_t api, std::size_t method,
                const NameScope& members)
      : context_(context),
        codec_(codec),
        api_(context.definition().apis[api]),
        method_(api_.methods[method]),
        class_name_(context.names().ApiName(context.index(), api)),
        name_(context.names().MethodName(context.index(), api, method)),
        members_(members),
        plan_(PlanMethod(context.program(), ApiKind::kFlutter, method_)),
        function_(codec.ClaimName(class_name_ + name_)) {}

  void EmitDeclaration(Printer& header) const {
    PrintDocs(header, method_.docs);
    NameScope scope;
    std::vector<std::string> parameters;
    for (const Parameter& parameter : method_.parameters) {
      parameters.push_back(fmt::format("{} {}",
                                       method_.is_async
                                           ? context_.ValueType(parameter.type, &members_)
                                           : context_.ReferenceType(parameter.type, &members_),
                                       scope.Claim(ToSnakeCase(parameter.name))));
    }
    if (method_.is_async) {
      parameters.push_back(
          fmt::format("{}Reply<{}> {}", context_.runtime(), MemberResult(), scope.Claim("reply")));
    }
    PrintList(header,
              fmt::format("virtual {} {}(", method_.is_async ? "void" : MemberResult(), name_),
              parameters, ") = 0;");
  }

  void EmitSpec(Printer& out) const {
    out.Line("{{\"{}Native\", \"{}\",", plan_.java_name, plan_.down_signature);
    out.Line(" reinterpret_cast<void*>(&{})}},", function_);
  }

  void EmitNative(Printer& out) {
    for (const char* name :
         {"env", "slot", "mask", "token", "call_buffer", "bytes", "length", "capacity", "api",
          "call", "reader", "writer", "result", "words", "value", "body", "encode"}) {
      locals_.Claim(name);
    }
    Printer body;
    EmitArguments(body);
    EmitCallAndResult(body);
    const std::string text = body.Take();
    // A name only for what the body uses.
    const ReturnForm form = plan_.result.form;
    const bool sends_buffer =
        !method_.is_async && (form == ReturnForm::kEncoded || form == ReturnForm::kString);
    const bool sends_words = !method_.is_async && form == ReturnForm::kSlots;
    const bool takes_object =
        std::ranges::any_of(plan_.parameters, [](const ParameterPlan& parameter) {
          return parameter.how == How::kArray || parameter.how == How::kString;
        });
    const bool uses_call = plan_.uses_buffer || method_.is_async || takes_object ||
                           form == ReturnForm::kArray || form == ReturnForm::kSentinel;
    const auto used = [](const char* name, bool is_used) {
      return is_used ? fmt::format(" {}", name) : std::string();
    };
    std::vector<std::string> parameters = {"JNIEnv* env", "jobject", "jlong slot"};
    parameters.insert(parameters.end(), leaf_parameters_.begin(), leaf_parameters_.end());
    if (plan_.presence_bits > 0) {
      parameters.push_back("jlong mask");
    }
    if (method_.is_async) {
      parameters.push_back("jlong token");
    }
    if (plan_.uses_buffer) {
      parameters.push_back("jobject" + used("call_buffer", sends_buffer));
      parameters.push_back("jbyteArray" +
                           used("bytes", plan_.encodes_arguments || sends_buffer || sends_words));
      parameters.push_back("jint" + used("length", plan_.encodes_arguments));
      parameters.push_back("jint" + used("capacity", sends_buffer));
    }
    PrintList(out, fmt::format("{} JNICALL {}(", NativeResult(), function_), parameters, ") {");
    out.Indent();
    out.Line("const auto body = [&]({}& api, generated::DownCall&{}) -> {} {{", class_name_,
             used("call", uses_call), NativeResult());
    out.Indent();
    out.Raw(text.substr(0, text.size() - 1));
    out.Outdent();
    out.Raw("};");
    out.Line("return generated::Enter<{}>(env, slot, body);", class_name_);
    out.Close();
    out.Blank();
  }

 private:
  const Type& returns() const { return method_.returns; }
  // Within the class, where members hide types of their name.
  std::string MemberResult() const { return context_.ValueType(returns(), &members_); }
  std::string Result() const { return context_.ValueType(returns()); }
  std::string Place(const Parameter& parameter) const {
    return fmt::format("{}.{}: {}", api_.name, method_.name, parameter.name);
  }

  std::string_view NativeResult() const {
    if (method_.is_async) {
      return "void";
    }
    switch (plan_.result.form) {
      case ReturnForm::kVoid:
      case ReturnForm::kSlots:
        return "void";
      case ReturnForm::kLeaf:
        return LeafType(plan_.result.leaves[0].jni);
      case ReturnForm::kSentinel:
        return "jlong";
      case ReturnForm::kArray:
        return "jobject";
      case ReturnForm::kString:
        return "jstring";
      default:
        return "jint";
    }
  }

  // Names the native's parameters for the leaves of a value: "center", "center_latitude".
  void NameLeaves(const FlatNode& node, const std::string& path, const ParameterPlan& parameter,
                  std::vector<std::string>& names) {
    if (node.leaf >= 0) {
      names.push_back(locals_.Claim(path));
      leaf_parameters_.push_back(fmt::format(
          "{} {}", LeafType(parameter.leaves[std::size_t(node.leaf)].jni), names.back()));
    }
    for (const FlatNode& field : node.fields) {
      NameLeaves(field, path + "_" + ToSnakeCase(field.name), parameter, names);
    }
  }

  void EmitArguments(Printer& out) {
    const std::string mask = "mask";
    bool has_reader = false;
    Printer encoded;
    for (const ParameterPlan& parameter : plan_.parameters) {
      const Type& type = parameter.parameter->type;
      const std::string stem = ToSnakeCase(parameter.parameter->name);
      const std::string cpp_type = context_.ValueType(type);
      const std::string moved = method_.is_async ? "std::move({})" : "{}";
      switch (parameter.how) {
        case How::kDirect:
        case How::kFlattened: {
          std::vector<std::string> names;
          NameLeaves(parameter.root, parameter.how == How::kDirect ? stem + "_leaf" : stem,
                     parameter, names);
          const LeafPlace place = ParameterLeaves(codec_, names);
          if (parameter.how == How::kDirect && !type.nullable) {
            arguments_.push_back(place.load(parameter.root));
            break;
          }
          const std::string local = locals_.Claim(stem);
          out.Line("{} {}{};", cpp_type, local, type.nullable ? "" : "{}");
          EmitLoadLeaves(out, context_, parameter.root, local, place, mask);
          arguments_.push_back(fmt::format(fmt::runtime(moved), local));
          break;
        }
        case How::kArray: {
          const std::string array = locals_.Claim(stem + "_array");
          const std::string local = locals_.Claim(stem);
          leaf_parameters_.push_back(fmt::format("{} {}", ArrayType(type.kind), array));
          if (type.nullable) {
            out.Line("auto {} = call.TakeNullableArray<{}>({});", local,
                     TypedDataElement(type.kind), array);
          } else {
            out.Line("auto {} = call.TakeArray<{}>({}, \"{}\");", local,
                     TypedDataElement(type.kind), array, Place(*parameter.parameter));
          }
          arguments_.push_back(fmt::format(fmt::runtime(moved), local));
          break;
        }
        case How::kString: {
          const std::string string = locals_.Claim(stem + "_string");
          const std::string local = locals_.Claim(stem);
          leaf_parameters_.push_back("jstring " + string);
          if (type.nullable) {
            out.Line("auto {} = call.TakeNullableString({});", local, string);
          } else {
            out.Line("auto {} = call.TakeString({}, \"{}\");", local, string,
                     Place(*parameter.parameter));
          }
          arguments_.push_back(fmt::format(fmt::runtime(moved), local));
          break;
        }
        case How::kBuffer: {
          has_reader = true;
          const std::string local = locals_.Claim(stem);
          const std::string place = fmt::format("\"{}\"", Place(*parameter.parameter));
          if (CppCodec::IsSimple(type)) {
            PrintStatement(encoded, fmt::format("{} {} = {};", cpp_type, local,
                                                codec_.ReadExpression("reader", type, place)));
          } else {
            encoded.Line("{} {}{};", cpp_type, local, type.nullable ? "" : "{}");
            codec_.EmitRead(encoded, "reader", type, local, place);
          }
          arguments_.push_back(IsScalar(type) ? local : fmt::format(fmt::runtime(moved), local));
          break;
        }
      }
    }
    if (has_reader) {
      out.Raw("codec::Reader reader = call.Arguments(bytes, length);");
      const std::string text = encoded.Take();
      out.Raw(text.substr(0, text.size() - 1));
      out.Raw("reader.Finish();");
    }
  }

  void EmitCall(Printer& out, const std::string& before, const std::string& after) {
    PrintList(out, fmt::format("{}api.{}(", before, name_), arguments_, ")" + after + ";");
  }

  void EmitCallAndResult(Printer& out) {
    if (method_.is_async) {
      EmitAsyncCall(out);
      return;
    }
    const ResultPlan& result = plan_.result;
    const Type& type = returns();
    switch (result.form) {
      case ReturnForm::kVoid:
        EmitCall(out, "", "");
        break;
      case ReturnForm::kLeaf:
        EmitLeafResult(out);
        break;
      case ReturnForm::kIndexOrMinusOne:
        EmitCall(out, "const auto result = ", "");
        out.Raw("return result ? static_cast<jint>(*result) : -1;");
        break;
      case ReturnForm::kSentinel:
        if (type.kind == TypeKind::kInt) {
          EmitCall(out, "return call.NullableResult(", ")");
          break;
        }
        EmitCall(out, "const std::optional<double> result = ", "");
        out.Raw("std::optional<std::int64_t> bits;");
        out.Raw("if (result) bits = static_cast<std::int64_t>(generated::DoubleBits(*result));");
        out.Raw("return call.NullableResult(bits);");
        break;
      case ReturnForm::kSlots: {
        const int leaves = static_cast<int>(result.leaves.size());
        const bool has_mask = result.presence_bits > 0;
        const std::string mask = fmt::format("words[{}]", leaves);
        EmitCall(out, fmt::format("const {} result = ", Result()), "");
        out.Line("std::uint64_t words[{}];", leaves + (has_mask ? 1 : 0));
        if (has_mask) {
          out.Line("{} = 0;", mask);
        }
        EmitStoreLeaves(out, context_, result.root, "result", SlotLeaves(codec_, "words"), mask);
        out.Line("call.WriteSlots(bytes, words, {});", leaves + (has_mask ? 1 : 0));
        break;
      }
      case ReturnForm::kArray:
        EmitCall(out, fmt::format("const {} result = ", Result()), "");
        out.Raw(type.nullable ? "return result ? call.ResultArray(*result) : nullptr;"
                              : "return call.ResultArray(result);");
        break;
      case ReturnForm::kString:
        EmitCall(out, fmt::format("const {} result = ", Result()), "");
        out.Line("return call.Result{}String(result, call_buffer, bytes, capacity);",
                 type.nullable ? "Nullable" : "");
        break;
      case ReturnForm::kEncoded:
        EmitCall(out, fmt::format("const {} result = ", Result()), "");
        out.Raw("codec::Writer& writer = call.writer();");
        codec_.EmitWrites(out, "writer", {{&type, "result", ResultPlace()}});
        out.Raw("return call.EncodedResult(call_buffer, bytes, capacity);");
        break;
    }
  }

  std::string ResultPlace() const {
    return fmt::format("the result of {}.{}", api_.name, method_.name);
  }

  void EmitLeafResult(Printer& out) {
    const FlatNode* leaf = &plan_.result.root;
    std::string path;
    while (leaf->leaf < 0) {
      for (std::size_t i = 0; i < leaf->fields.size(); ++i) {
        if (HasLeaf(leaf->fields[i])) {
          path += "." + context_.names().FieldName(leaf->type->decl, i);
          leaf = &leaf->fields[i];
          break;
        }
      }
    }
    const bool is_enum = leaf->type->kind == TypeKind::kEnum;
    EmitCall(out, is_enum ? "return static_cast<jint>(" : "return ", path + (is_enum ? ")" : ""));
  }

  static bool HasLeaf(const FlatNode& node) {
    return node.leaf >= 0 || std::ranges::any_of(node.fields, HasLeaf);
  }

  void EmitAsyncCall(Printer& out) {
    if (returns().kind == TypeKind::kVoid) {
      arguments_.push_back("call.MakeReply(token)");
      EmitCall(out, "", "");
      return;
    }
    PrintStatement(
        out,
        fmt::format("const auto encode = [](codec::Writer& writer, const {}& value) {{", Result()));
    out.Indent();
    codec_.EmitWrites(out, "writer", {{&returns(), "value", ResultPlace()}});
    out.Close(";");
    arguments_.push_back(fmt::format("call.MakeReply<{}>(token, encode)", Result()));
    EmitCall(out, "", "");
  }

  const CppContext& context_;
  CppCodec& codec_;
  const Api& api_;
  const Method& method_;
  const std::string& class_name_;
  const std::string& name_;
  const NameScope& members_;
  MethodPlan plan_;
  std::string function_;
  NameScope locals_{{"jboolean", "jbyteArray", "jclass", "jdouble", "jdoubleArray", "jfloatArray",
                     "jint", "jintArray", "jlong", "jlongArray", "jobject", "jstring"}};
  std::vector<std::string> leaf_parameters_;
  std::vector<std::string> arguments_;
};

}  // namespace

void EmitCppFlutterApi(const CppContext& context, CppCodec& codec, std::size_t api_index,
                       const CppApiParts& parts) {
  const Api& api = context.definition().apis[api_index];
  const std::string& name = context.names().ApiName(context.index(), api_index);
  NameScope members({name, "Register"});
  for (std::size_t m = 0; m < api.methods.size(); ++m) {
    members.Claim(context.names().MethodName(context.index(), api_index, m));
  }
  std::vector<FlutterMethod> methods;
  for (std::size_t m = 0; m < api.methods.size(); ++m) {
    methods.emplace_back(context, codec, api_index, m, members);
  }

  Printer& header = parts.header;
  PrintDocs(header, api.docs);
  header.Line("class {} {{", name);
  header.Raw(" public:");
  header.Indent();
  header.Line("virtual ~{}() = default;", name);
  header.Blank();
  header.Line("/// Makes `implementation` what Java's {} calls under the name `instance`, in place",
              api.name);
  header.Raw("/// of any former one, until the result is destroyed.");
  PrintList(
      header, fmt::format("[[nodiscard]] static {}Registration Register(", context.runtime()),
      {fmt::format("{}Vm& vm", context.runtime()),
       fmt::format("std::shared_ptr<{}> implementation", name), "std::string_view instance = {}"},
      ");");
  for (const FlutterMethod& method : methods) {
    header.Blank();
    method.EmitDeclaration(header);
  }
  header.Outdent();
  header.Raw("};");
  header.Blank();

  const std::string spec = codec.ClaimName("k" + name);
  std::string natives = "nullptr";
  for (FlutterMethod& method : methods) {
    method.EmitNative(parts.statics);
  }
  if (!methods.empty()) {
    natives = codec.ClaimName("k" + name + "Natives");
    parts.statics.Open("const generated::NativeSpec {}[] =", natives);
    for (const FlutterMethod& method : methods) {
      method.EmitSpec(parts.statics);
    }
    parts.statics.Close(";");
  }
  PrintList(parts.statics, fmt::format("constexpr generated::ApiSpec {}{{", spec),
            {fmt::format("\"{}{}\"", context.java_folder(), JavaTypeName(api.name)),
             fmt::format("0x{:016x}U", context.definition().fingerprint), "nullptr", "0",
             fmt::format("\"{}\"", api.name), codec.TablePointer()},
            "};");
  parts.statics.Blank();

  Printer& source = parts.source;
  PrintList(source, fmt::format("{}Registration {}::Register(", context.runtime(), name),
            {fmt::format("{}Vm& vm", context.runtime()),
             fmt::format("std::shared_ptr<{}> implementation", name), "std::string_view instance"},
            ") {");
  source.Indent();
  source.Line("if (!implementation) generated::ThrowNullArgument(\"{}.Register: implementation\");",
              name);
  source.Line("{}* const api = implementation.get();", name);
  PrintList(source, "return generated::RegisterApi(",
            {"vm", spec, natives, std::to_string(methods.size()), "std::move(implementation)",
             "api", "instance"},
            ");");
  source.Close();
  source.Blank();
}

}  // namespace causeway::gen
