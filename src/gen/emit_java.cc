#include "gen/emit_java.h"

#include <algorithm>

#include "gen/emit_java_apis.h"
#include "gen/emit_java_codec.h"
#include "gen/emit_java_file.h"
#include "gen/emit_java_types.h"

namespace causeway::gen {

std::vector<EmittedFile> EmitJava(const Program& program, int definition,
                                  const JavaOptions& options) {
  const JavaContext context(program, definition, options);
  JavaCodec codec(context);
  std::vector<EmittedFile> files;
  for (const DeclIndex e : context.definition.enums) files.push_back(EmitJavaEnum(context, e));
  for (const DeclIndex c : context.definition.classes) files.push_back(EmitJavaClass(context, c));
  for (const Api& api : context.definition.apis) {
    if (api.kind == ApiKind::kHost) files.push_back(EmitJavaHostApi(context, codec, api));
    if (api.kind == ApiKind::kFlutter) files.push_back(EmitJavaFlutterApi(context, codec, api));
  }
  if (!context.definition.constants.empty()) files.push_back(EmitJavaConstants(context));
  files.push_back(EmitJavaApiError(context));
  // Last: by now it knows which lists and maps the APIs use.
  files.push_back(codec.Emit());
  std::ranges::sort(files, {}, &EmittedFile::path);
  return files;
}

}  // namespace causeway::gen
