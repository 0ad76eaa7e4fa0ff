#include "gen/emit_java_apis.h"

namespace causeway::gen {

std::string JavaMethod::WhereResult() const { return JavaString(api.name + "." + method.name); }

std::string JavaMethod::WhereArgument(std::size_t i) const {
  return JavaString(
      fmt::format("argument {} of {}.{}", method.parameters[i].name, api.name, method.name));
}

JavaMethod NameMethod(const JavaContext& context, const Api& api, const Method& method,
                      JavaScope& method_names, const std::set<std::string>& taken) {
  JavaMethod named{api, method, PlanMethod(context.program, api.kind, method), {}, {}, {}};
  named.name = method_names.Claim(GlueMethodName(method.name));
  JavaScope scope(taken);
  for (const Parameter& parameter : method.parameters) {
    named.parameters.push_back(scope.Claim(parameter.name));
  }
  if (method.is_async) named.reply = scope.Claim("reply");
  return named;
}

std::vector<std::string> ParameterTexts(JavaFile& file, const JavaMethod& method) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < method.parameters.size(); ++i) {
    const Type& type = method.method.parameters[i].type;
    texts.push_back(file.Nullness(type) + file.TypeText(type) + " " + method.parameters[i]);
  }
  if (method.method.is_async) {
    texts.push_back(fmt::format(
        "@{} {}<{}> {}", file.Use("dev.causeway.NonNull"), file.Use("dev.causeway.Reply"),
        file.TypeText(method.method.returns, JavaFile::Boxing::kBoxed), method.reply));
  }
  return texts;
}

std::string ReturnText(JavaFile& file, const JavaMethod& method) {
  return method.method.is_async ? "void" : file.TypeText(method.method.returns);
}

void PrintMethodHead(JavaFile& file, const JavaMethod& method) {
  file.Javadoc(method.method.docs);
  if (method.method.is_async) return;
  if (const std::string mark = file.Nullness(method.method.returns); !mark.empty()) {
    file.printer().Raw(mark.substr(0, mark.size() - 1));
  }
}

std::string FingerprintText(const JavaContext& context) {
  return fmt::format("static final long FINGERPRINT = 0x{:016X}L;", context.definition.fingerprint);
}

}  // namespace causeway::gen
