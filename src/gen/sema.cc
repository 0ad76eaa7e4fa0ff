#include "gen/sema.h"

// The order of the phases. Each runs over every file before the next begins, because a definition
// may name what a later line, or another file, declares:
//
//   load      read, parse, follow imports; sort the files by path, so that no index depends on the
//             order of the command line
//   declare   a number and a name for each declaration
//   fill      enum members, fields and their types, sealed hierarchies, constructors
//   evaluate  constants and defaults, each when it is first needed (a default may name a constant
//             or construct a class that has defaults), with a guard against going round in circles
//   apis      methods
//   close     classes that can never be constructed; codec tables, fingerprints
//
// A mistake is reported where it is and then kept from causing others: what could not be resolved
// is an empty optional, and whoever meets one stays silent.

#include <utility>

#include "gen/sema_internal.h"

namespace causeway::gen {

Program Checker::Run(const std::vector<SourceFile>& inputs) {
  LoadFiles(inputs);
  Declare();
  for (std::size_t i = 0; i < files_.size(); ++i) {
    const auto file = static_cast<std::int32_t>(i);
    ReadConfiguration(files_[i].ast.annotations, file);
  }
  for (std::size_t i = 0; i < program_.enums.size(); ++i) FillEnum(static_cast<DeclIndex>(i));
  for (std::size_t i = 0; i < classes_.size(); ++i) FillFields(static_cast<DeclIndex>(i));
  for (std::size_t i = 0; i < classes_.size(); ++i) FillHierarchy(static_cast<DeclIndex>(i));
  for (std::size_t i = 0; i < classes_.size(); ++i) FillConstructor(static_cast<DeclIndex>(i));
  for (std::size_t i = 0; i < constants_.size(); ++i) {
    EvaluateConstant(static_cast<std::int32_t>(i));
  }
  for (const ConstantSource& constant : constants_) {
    if (!constant.value) continue;
    const ast::Name& name = constant.node->name;
    At(program_.definitions, constant.file)
        .constants.push_back(
            {name.text, constant.node->docs, *constant.type, *constant.value, name.range});
  }
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    for (std::size_t field = 0; field < classes_[i].fields.size(); ++field) {
      EvaluateFieldDefault(static_cast<DeclIndex>(i), field);
    }
  }
  for (const ApiSource& api : apis_) CheckApi(api);
  for (std::size_t i = 0; i < proxies_.size(); ++i) {
    DeclareProxyHierarchy(static_cast<std::int32_t>(i));
  }
  for (std::size_t i = 0; i < proxies_.size(); ++i) CheckProxy(static_cast<std::int32_t>(i));
  for (std::size_t i = 0; i < proxies_.size(); ++i) {
    CheckProxyRelations(static_cast<std::int32_t>(i));
  }
  CheckConstructible();
  CloseDefinitions(program_);
  return std::move(program_);
}

Program Load(const std::vector<SourceFile>& inputs, const FileLoader& loader,
             Diagnostics& diagnostics) {
  return Checker(loader, diagnostics).Run(inputs);
}

}  // namespace causeway::gen
