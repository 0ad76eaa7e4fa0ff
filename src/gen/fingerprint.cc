// The codec table of a definition and its fingerprint.
//
// Both halves of a generated API are built from one definition, but not necessarily at one time: a
// stale .so beside a fresh .jar would misread every message. Each half therefore carries a number
// made of everything on which the two must agree, and they compare it when they meet.
//
// The number is the 64-bit FNV-1a of a canonical text:
//   abi 2                                   the version of the calling convention and the codec
//   enum NAME member member …               one line for each type of the codec table, in id order
//   class NAME of PARENT name:type …
//   api KIND NAME / method NAME async (type …) type
// Types are written with names, arguments and '?'. Documentation, paths, defaults, options and the
// names of parameters are not part of it: they change neither a message nor the shape of a call.

#include <algorithm>
#include <string>

#include "base/hash.h"
#include "gen/model_dump.h"
#include "gen/sema_internal.h"

namespace causeway::gen {
namespace {

void AddTypes(const Program& program, const Definition& from, std::vector<CodecEntry>& table) {
  for (const DeclIndex index : from.enums) table.push_back({index, -1});
  for (const DeclIndex index : from.classes) {
    if (!At(program.classes, index).is_sealed) table.push_back({-1, index});
  }
}

void AddImports(const Program& program, std::int32_t definition, std::vector<bool>& seen,
                std::vector<CodecEntry>& table) {
  // Iterative: a chain of imports may be as long as the command line allows. The stack holds, for
  // each open file, how many of its imports were visited.
  std::vector<std::pair<std::int32_t, std::size_t>> open = {{definition, 0}};
  while (!open.empty()) {
    auto& [file, next] = open.back();
    const std::vector<std::int32_t>& imports = At(program.definitions, file).imports;
    if (next == imports.size()) {
      open.pop_back();
      continue;
    }
    const std::int32_t import = imports[next++];
    if (At(seen, import)) continue;
    At(seen, import) = true;
    AddTypes(program, At(program.definitions, import), table);
    open.emplace_back(import, 0);
  }
}

std::string Canonical(const Program& program, const Definition& definition) {
  std::string out = "abi 2\n";
  for (const CodecEntry& entry : definition.codec_table) {
    if (entry.enum_decl >= 0) {
      const EnumDecl& decl = At(program.enums, entry.enum_decl);
      out += "enum " + decl.name;
      for (const EnumMember& member : decl.members) out += ' ' + member.name;
    } else {
      const ClassDecl& decl = At(program.classes, entry.class_decl);
      out += "class " + decl.name;
      if (decl.parent >= 0) out += " of " + At(program.classes, decl.parent).name;
      for (const Field& field : decl.fields) {
        out += ' ' + field.name + ':' + TypeName(program, field.type);
      }
    }
    out += '\n';
  }
  for (const Api& api : definition.apis) {
    out += "api " + std::to_string(static_cast<int>(api.kind)) + ' ' + api.name + '\n';
    for (const Method& method : api.methods) {
      out += "method " + method.name + (method.is_async ? " async (" : " (");
      for (const Parameter& parameter : method.parameters) {
        out += TypeName(program, parameter.type) + ' ';
      }
      out += ") " + TypeName(program, method.returns) + '\n';
    }
  }
  return out;
}

}  // namespace

void CloseDefinitions(Program& program) {
  for (std::size_t i = 0; i < program.definitions.size(); ++i) {
    Definition& definition = program.definitions[i];
    std::vector<bool> seen(program.definitions.size());
    seen[i] = true;
    AddTypes(program, definition, definition.codec_table);
    AddImports(program, static_cast<std::int32_t>(i), seen, definition.codec_table);
    definition.fingerprint = HashFnv1a64(Canonical(program, definition));
  }
}

}  // namespace causeway::gen
