#pragma once

#include "gen/emit_cpp_codec.h"

namespace causeway::gen {

// The parts of a file that an API adds to.
struct CppApiParts {
  Printer& header;   // inside of the namespace
  Printer& statics;  // the anonymous namespace of the .cc file, behind the codec
  Printer& source;   // inside of the namespace, behind it
};

// A HostApi: a proxy class whose methods call Java.
void EmitCppHostApi(const CppContext& context, CppCodec& codec, std::size_t api,
                    const CppApiParts& parts);

// A FlutterApi: an abstract class whose methods Java calls.
void EmitCppFlutterApi(const CppContext& context, CppCodec& codec, std::size_t api,
                       const CppApiParts& parts);

}  // namespace causeway::gen
