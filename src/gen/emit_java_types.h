#pragma once

// The public types of a definition: enums, sealed bases, data classes with builders.

#include "gen/emit_java_file.h"

namespace causeway::gen {

EmittedFile EmitJavaEnum(const JavaContext& context, DeclIndex index);
EmittedFile EmitJavaClass(const JavaContext& context, DeclIndex index);
EmittedFile EmitJavaConstants(const JavaContext& context);
EmittedFile EmitJavaApiError(const JavaContext& context);

}  // namespace causeway::gen
