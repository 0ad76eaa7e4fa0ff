#pragma once

// The APIs of a definition. HostApi: an interface that Java implements and the glue that C++ calls.
// FlutterApi: a class whose methods C++ implements.

#include "gen/emit_java_leaves.h"

namespace causeway::gen {

EmittedFile EmitJavaHostApi(const JavaContext& context, JavaCodec& codec, const Api& api);
EmittedFile EmitJavaFlutterApi(const JavaContext& context, JavaCodec& codec, const Api& api);

// A method with its names in Java.
struct JavaMethod {
  const Api& api;
  const Method& method;
  MethodPlan plan;
  std::string name;                     // for users
  std::vector<std::string> parameters;  // for users, without the reply
  std::string reply;                    // async: name of the last parameter

  // Java string literals that name a part of the call in errors.
  std::string WhereResult() const;
  std::string WhereArgument(std::size_t i) const;
};

// `method_names` and `taken` (names that parameters may not have) belong to the surrounding class.
JavaMethod NameMethod(const JavaContext& context, const Api& api, const Method& method,
                      JavaScope& method_names, const std::set<std::string>& taken);

// "@NonNull String url, long count, @NonNull Reply<Void> reply", one item a parameter.
std::vector<std::string> ParameterTexts(JavaFile& file, const JavaMethod& method);

// Return type for users.
std::string ReturnText(JavaFile& file, const JavaMethod& method);

// Prints doc comment, annotations of a result, nothing else.
void PrintMethodHead(JavaFile& file, const JavaMethod& method);

// "static final long FINGERPRINT = 0x…L;"
std::string FingerprintText(const JavaContext& context);

}  // namespace causeway::gen
