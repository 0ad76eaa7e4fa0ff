#pragma once

#include "gen/emit_cpp_context.h"

namespace causeway::gen {

// Constants, enums, structs and variants of a definition, for the inside of its namespace.
void EmitCppTypes(const CppContext& context, Printer& header);

// What must stand outside of the namespace: IsGenerated and std::hash.
void EmitCppTraits(const CppContext& context, Printer& header);

// ==, <, << and hashes. The hashes stand outside of the namespace.
void EmitCppTypeFunctions(const CppContext& context, Printer& source);
void EmitCppHashes(const CppContext& context, Printer& source);

}  // namespace causeway::gen
