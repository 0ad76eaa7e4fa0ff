// A HostApi in C++: a class with one method per method of the definition. Each is one UpCall: the
// leaves and arrays into jvalues, the rest through the codec into the thread's writer, one call,
// and the result back (docs/calling_convention.md, plan.h).
//
// The proxy takes views (std::string_view, std::span) where it can: it keeps nothing, so a caller
// needs no std::string to send text. Names of parameters are the user's; the locals of the body
// give way to them.
#include <fmt/format.h>

#include <algorithm>

#include "gen/emit_cpp_apis.h"
#include "gen/emit_cpp_leaves.h"
#include "gen/java_names.h"
#include "gen/plan.h"

namespace causeway::gen {
namespace {

class HostMethod {
 public:
  HostMethod(const CppContext& context, CppCodec& codec, std::size_t api, std::size_t method,
             const NameScope& members)
      : context_(context),
        codec_(codec),
        api_(context.definition().apis[api]),
        method_(api_.methods[method]),
        index_(method),
        class_name_(context.names().ApiName(context.index(), api)),
        name_(context.names().MethodName(context.index(), api, method)),
        members_(members),
        plan_(PlanMethod(context.program(), ApiKind::kHost, method_)) {
    for (const Parameter& parameter : method_.parameters) {
      parameters_.push_back(locals_.Claim(ToSnakeCase(parameter.name)));
    }
    if (method_.is_async) {
      reply_ = locals_.Claim("reply");
    }
    call_ = locals_.Claim("call");
    args_ = locals_.Claim("args");
    mask_ = locals_.Claim("mask");
    writer_ = locals_.Claim("writer");
    reader_ = locals_.Claim("reader");
    result_ = locals_.Claim("result");
  }

  const MethodPlan& plan() const { return plan_; }

  void EmitDeclaration(Printer& header) {
    PrintDocs(header, method_.docs);
    PrintList(header, fmt::format("{} {}(", ReturnType(), name_), ParameterList(true), ") const;");
  }

  void EmitDefinition(Printer& out) {
    PrintList(out, fmt::format("{} {}::{}(", ReturnType(), class_name_, name_),
              ParameterList(false), ") const {");
    out.Indent();
    out.Line("generated::UpCall {}(proxy_, {});", call_, index_);
    EmitArguments(out);
    if (method_.is_async) {
      EmitAsyncCall(out);
    } else {
      EmitCallAndResult(out);
    }
    out.Close();
    out.Blank();
  }

 private:
  const Type& returns() const { return method_.returns; }
  std::string Result() const { return context_.ValueType(returns(), &members_); }
  std::string ReturnType() const { return method_.is_async ? "void" : Result(); }
  std::string Place(const Parameter& parameter) const {
    return fmt::format("{}.{}: {}", api_.name, method_.name, parameter.name);
  }

  std::vector<std::string> ParameterList(bool with_defaults) const {
    // C++ takes defaults for trailing parameters only, and a callback stands behind all.
    std::size_t first_default = method_.parameters.size();
    while (!method_.is_async && first_default > 0) {
      const Parameter& parameter = method_.parameters[first_default - 1];
      if (!parameter.has_default && (parameter.required || !parameter.type.nullable)) {
        break;
      }
      --first_default;
    }
    std::vector<std::string> out;
    for (std::size_t i = 0; i < method_.parameters.size(); ++i) {
      const Parameter& parameter = method_.parameters[i];
      std::string text =
          fmt::format("{} {}", context_.ViewType(parameter.type, &members_), parameters_[i]);
      if (with_defaults && i >= first_default) {
        if (parameter.has_default) {
          text += " = " + DefaultArgument(parameter);
        } else {
          text += parameter.type.kind == TypeKind::kObject ? " = {}" : " = std::nullopt";
        }
      }
      out.push_back(std::move(text));
    }
    if (method_.is_async) {
      out.push_back(fmt::format("std::function<void({}Outcome<{}>)> {}", context_.runtime(),
                                Result(), reply_));
    }
    return out;
  }

  std::string DefaultArgument(const Parameter& parameter) const {
    const auto* text = std::get_if<std::string>(&parameter.default_value.value);
    if (text != nullptr && parameter.type.kind == TypeKind::kString &&
        text->find('\0') != std::string::npos) {
      return fmt::format("std::string_view({}, {})", CppStringLiteral(*text), text->size());
    }
    return context_.Initializer(parameter.type, parameter.default_value, &members_);
  }

  void EmitArguments(Printer& out) {
    argument_count_ = 0;
    for (const ParameterPlan& parameter : plan_.parameters) {
      const bool is_object = parameter.how == How::kArray || parameter.how == How::kString;
      argument_count_ += is_object ? 1 : static_cast<int>(parameter.leaves.size());
    }
    const bool has_mask = plan_.presence_bits > 0;
    const int own = argument_count_ + (has_mask ? 1 : 0) + (method_.is_async ? 1 : 0);
    const int room = own + (plan_.encodes_arguments ? 2 : plan_.uses_buffer ? 1 : 0);
    if (room > 0) {
      out.Line("jvalue {}[{}];", args_, room);
    }
    if (has_mask) {
      out.Line("std::uint64_t {} = 0;", mask_);
    }
    std::vector<CppCodec::Item> encoded;
    int next = 0;
    for (std::size_t i = 0; i < plan_.parameters.size(); ++i) {
      const ParameterPlan& parameter = plan_.parameters[i];
      const Type& type = parameter.parameter->type;
      switch (parameter.how) {
        case How::kDirect:
        case How::kFlattened:
          EmitStoreLeaves(out, context_, parameter.root, parameters_[i], JvalueLeaves(args_, next),
                          mask_);
          next += static_cast<int>(parameter.leaves.size());
          break;
        case How::kArray:
          if (type.nullable) {
            out.Line("{}[{}].l = {} ? {}.NewArray(*{}) : nullptr;", args_, next, parameters_[i],
                     call_, parameters_[i]);
          } else {
            out.Line("{}[{}].l = {}.NewArray({});", args_, next, call_, parameters_[i]);
          }
          ++next;
          break;
        case How::kString:
          out.Line("{}[{}].l = {}.Pass{}String({});", args_, next, call_,
                   type.nullable ? "Nullable" : "", parameters_[i]);
          ++next;
          break;
        case How::kBuffer:
          encoded.push_back({&type, parameters_[i], Place(*parameter.parameter)});
          break;
      }
    }
    if (!encoded.empty()) {
      out.Line("codec::Writer& {} = {}.writer();", writer_, call_);
      codec_.EmitWrites(out, writer_, encoded);
    }
    if (has_mask) {
      out.Line("{}[{}].j = static_cast<jlong>({});", args_, next, mask_);
      ++next;
    }
    argument_count_ = next;
    // A flattened class without leaves leaves its parameter without use.
    for (std::size_t i = 0; i < plan_.parameters.size(); ++i) {
      const ParameterPlan& parameter = plan_.parameters[i];
      if (parameter.how == How::kFlattened && parameter.leaves.empty() &&
          !parameter.parameter->type.nullable && !HasPresence(parameter.root)) {
        out.Line("static_cast<void>({});", parameters_[i]);
      }
    }
  }

  static bool HasPresence(const FlatNode& node) {
    return node.presence_bit >= 0 || std::ranges::any_of(node.fields, HasPresence);
  }

  // "args, 3, generated::Buffer::kNone"
  std::string CallArguments(int count) const {
    const char* mode = plan_.encodes_arguments ? "kArguments"
                       : plan_.uses_buffer     ? "kResult"
                                               : "kNone";
    const bool has_args = count > 0 || plan_.uses_buffer;
    return fmt::format("{}, {}, generated::Buffer::{}", has_args ? args_ : "nullptr", count, mode);
  }

  void EmitAsyncCall(Printer& out) {
    const std::string token = locals_.Claim("token");
    if (returns().kind == TypeKind::kVoid) {
      out.Line("const std::uint64_t {} = generated::PendingToken(proxy_, std::move({}));", token,
               reply_);
    } else {
      const std::string decode = locals_.Claim("decode");
      PrintStatement(out, fmt::format("const auto {} = [](codec::Reader& {}) -> {} {{", decode,
                                      reader_, Result()));
      out.Indent();
      EmitReadResult(out, false);
      out.Close(";");
      PrintStatement(out, fmt::format("const std::uint64_t {} = "
                                      "generated::PendingToken<{}>(proxy_, std::move({}), {});",
                                      token, Result(), reply_, decode));
    }
    out.Line("{}[{}].j = static_cast<jlong>({});", args_, argument_count_, token);
    out.Line("{}.Async({}, {});", call_, CallArguments(argument_count_ + 1), token);
  }

  void EmitReadResult(Printer& out, bool finish) {
    const std::string place = fmt::format("\"{}.{}\"", api_.name, method_.name);
    if (CppCodec::IsSimple(returns())) {
      const std::string expression = codec_.ReadExpression(reader_, returns(), place);
      if (!finish) {
        PrintStatement(out, fmt::format("return {};", expression));
        return;
      }
      PrintStatement(out, fmt::format("{} {} = {};", Result(), result_, expression));
    } else {
      out.Line("{} {}{{}};", Result(), result_);
      codec_.EmitRead(out, reader_, returns(), result_, place);
    }
    if (finish) {
      out.Line("{}.Finish();", reader_);
    }
    out.Line("return {};", result_);
  }

  void EmitCallAndResult(Printer& out) {
    const std::string arguments = CallArguments(argument_count_);
    const ResultPlan& result = plan_.result;
    switch (result.form) {
      case ReturnForm::kVoid:
        out.Line("{}.Void({});", call_, arguments);
        if (returns().kind != TypeKind::kVoid) {
          out.Line("return {}{{}};", Result());
        }
        break;
      case ReturnForm::kLeaf:
        EmitLeafResult(out, arguments);
        break;
      case ReturnForm::kIndexOrMinusOne:
        out.Line("const jint {} = {}.Int({});", result_, call_, arguments);
        out.Line("if ({} < 0) return std::nullopt;", result_);
        if (returns().kind == TypeKind::kBool) {
          out.Line("return {} != 0;", result_);
        } else {
          out.Line("return {}({});", codec_.FromIndex(returns().decl), result_);
        }
        break;
      case ReturnForm::kSentinel:
        if (returns().kind == TypeKind::kInt) {
          out.Line("return {}.NullableLong({});", call_, arguments);
          break;
        }
        out.Line("const auto {} = {}.NullableLong({});", result_, call_, arguments);
        out.Line("if (!{}) return std::nullopt;", result_);
        out.Line("return generated::BitsDouble(static_cast<std::uint64_t>(*{}));", result_);
        break;
      case ReturnForm::kString:
        PrintStatement(out, fmt::format("return {}.Take{}String({}.Object({}));", call_,
                                        returns().nullable ? "Nullable" : "", call_, arguments));
        break;
      case ReturnForm::kSlots:
        EmitSlotsResult(out, arguments);
        break;
      case ReturnForm::kArray:
        PrintStatement(out, fmt::format("return {}.Take{}Array<{}>({}.Object({}));", call_,
                                        returns().nullable ? "Nullable" : "",
                                        TypedDataElement(returns().kind), call_, arguments));
        break;
      case ReturnForm::kEncoded: {
        const std::string size = locals_.Claim("size");
        out.Line("const jint {} = {}.Int({});", size, call_, arguments);
        out.Line("codec::Reader {} = {}.EncodedResult({});", reader_, call_, size);
        EmitReadResult(out, true);
        break;
      }
    }
  }

  void EmitLeafResult(Printer& out, const std::string& arguments) {
    const FlatNode* leaf = &plan_.result.root;
    std::string path = result_;
    while (leaf->leaf < 0) {
      // One leaf in all: it is below the one field that has any.
      for (std::size_t i = 0; i < leaf->fields.size(); ++i) {
        if (HasLeaf(leaf->fields[i])) {
          path += "." + context_.names().FieldName(leaf->type->decl, i);
          leaf = &leaf->fields[i];
          break;
        }
      }
    }
    std::string value;
    switch (leaf->type->kind) {
      case TypeKind::kBool:
        value = fmt::format("{}.Bool({})", call_, arguments);
        break;
      case TypeKind::kInt:
        value = fmt::format("{}.Long({})", call_, arguments);
        break;
      case TypeKind::kDouble:
        value = fmt::format("{}.Double({})", call_, arguments);
        break;
      default:
        value = fmt::format("{}({}.Int({}))", codec_.FromIndex(leaf->type->decl), call_, arguments);
    }
    if (leaf == &plan_.result.root) {
      out.Line("return {};", value);
      return;
    }
    out.Line("{} {};", Result(), result_);
    out.Line("{} = {};", path, value);
    out.Line("return {};", result_);
  }

  static bool HasLeaf(const FlatNode& node) {
    return node.leaf >= 0 || std::ranges::any_of(node.fields, HasLeaf);
  }

  void EmitSlotsResult(Printer& out, const std::string& arguments) {
    const std::string slots = locals_.Claim("words");
    const int leaves = static_cast<int>(plan_.result.leaves.size());
    const int count = leaves + (plan_.result.presence_bits > 0 ? 1 : 0);
    out.Line("{}.Void({});", call_, arguments);
    out.Line("std::uint64_t {}[{}];", slots, count);
    out.Line("{}.ReadSlots({}, {});", call_, slots, count);
    out.Line("{} {}{};", Result(), result_, returns().nullable ? "" : "{}");
    EmitLoadLeaves(out, context_, plan_.result.root, result_, SlotLeaves(codec_, slots),
                   fmt::format("{}[{}]", slots, leaves));
    out.Line("return {};", result_);
  }

  const CppContext& context_;
  CppCodec& codec_;
  const Api& api_;
  const Method& method_;
  std::size_t index_;
  const std::string& class_name_;
  const std::string& name_;
  const NameScope& members_;
  MethodPlan plan_;
  NameScope locals_{{"jint", "jlong", "jvalue"}};  // used in the body
  std::vector<std::string> parameters_;
  std::string reply_, call_, args_, mask_, writer_, reader_, result_;
  int argument_count_ = 0;
};

}  // namespace

void EmitCppHostApi(const CppContext& context, CppCodec& codec, std::size_t api_index,
                    const CppApiParts& parts) {
  const Api& api = context.definition().apis[api_index];
  const std::string& name = context.names().ApiName(context.index(), api_index);
  NameScope members({name});
  std::vector<HostMethod> methods;
  for (std::size_t m = 0; m < api.methods.size(); ++m) {
    members.Claim(context.names().MethodName(context.index(), api_index, m));
  }
  for (std::size_t m = 0; m < api.methods.size(); ++m) {
    methods.emplace_back(context, codec, api_index, m, members);
  }

  Printer& header = parts.header;
  PrintDocs(header, api.docs);
  header.Line("class {} {{", name);
  header.Raw(" public:");
  header.Indent();
  header.Raw(
      "/// Calls the implementation that Java registered under the name `instance`. Nothing is");
  header.Raw("/// looked up before the first call. Every method throws causeway::Error.");
  header.Line("explicit {}({}Vm& vm, std::string_view instance = {{}});", name, context.runtime());
  for (HostMethod& method : methods) {
    header.Blank();
    method.EmitDeclaration(header);
  }
  header.Outdent();
  header.Blank();
  header.Raw(" private:");
  header.Line("  {}generated::Proxy proxy_;", context.runtime());
  header.Raw("};");
  header.Blank();

  const std::string spec = codec.ClaimName("k" + name);
  std::string specs = "nullptr";
  if (!methods.empty()) {
    specs = codec.ClaimName("k" + name + "Methods");
    parts.statics.Open("constexpr generated::MethodSpec {}[] =", specs);
    for (const HostMethod& method : methods) {
      parts.statics.Line("{{\"{}\", \"{}\"}},", method.plan().java_name,
                         method.plan().up_signature);
    }
    parts.statics.Close(";");
  }
  PrintList(parts.statics, fmt::format("constexpr generated::ApiSpec {}{{", spec),
            {fmt::format("\"{}{}\"", context.java_folder(), GlueClassName(api.name)),
             fmt::format("0x{:016x}U", context.definition().fingerprint), specs,
             std::to_string(methods.size()), fmt::format("\"{}\"", api.name), codec.TablePointer()},
            "};");
  parts.statics.Blank();

  parts.source.Line("{0}::{0}({1}Vm& vm, std::string_view instance)", name, context.runtime());
  parts.source.Line("    : proxy_(vm, {}, instance) {{}}", spec);
  parts.source.Blank();
  for (HostMethod& method : methods) {
    method.EmitDefinition(parts.source);
  }
}

}  // namespace causeway::gen
