#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostics.h"
#include "gen/ast.h"
#include "gen/model.h"
#include "gen/sema.h"

namespace causeway::gen {

// What a type may be at the place where it is written.
struct TypeUse {
  std::int32_t file = -1;
  bool allow_void = false;
  bool in_proxy = false;  // ProxyApis are allowed and data classes are not
};

// The checker. Phases, each over all files (sema.cc):
//   load      read, parse and follow imports                    sema_files.cc
//   declare   give every declaration its index and its name     sema_declare.cc
//   fill      fields, hierarchies, constructors                 sema_classes.cc
//   evaluate  constants and defaults, on demand                 sema_values.cc
//   apis      methods and parameters; ProxyApis                 sema_apis.cc, sema_proxies.cc
//   close     constructibility; codec tables and fingerprints   sema_classes.cc, fingerprint.cc
// sema_types.cc resolves types, sema_annotations.cc and sema_options.cc read annotations.
class Checker {
 public:
  Checker(const FileLoader& loader, Diagnostics& diagnostics)
      : loader_(loader), diagnostics_(diagnostics) {}

  Program Run(const std::vector<SourceFile>& inputs);

 private:
  struct File {
    std::string path;  // as given
    std::string key;   // normalised
    std::int32_t source = -1;
    ast::FileNode ast;
    bool requested = false;
    std::vector<std::int32_t> imports;
    std::vector<SourceRange> import_ranges;  // beside it
    std::optional<SourceRange> configured;   // where @ConfigurePigeon was seen
  };

  enum class SymbolKind { kEnum, kClass, kApi, kProxy, kConstant };
  struct Symbol {
    SymbolKind kind = SymbolKind::kEnum;
    std::int32_t file = -1;
    std::int32_t index = -1;  // in enums, classes, proxies_ or constants_
    SourceRange range;
  };

  // What a class declaration is.
  enum class Role { kData, kSealed, kApi, kProxy, kBroken };

  struct ApiSource {
    const ast::ClassNode* node = nullptr;
    std::int32_t file = -1;
    ApiKind kind = ApiKind::kHost;
  };
  struct ProxyMember {
    const ast::Member* node = nullptr;
    std::optional<Type> type;  // of a field
    bool attached = false;
    bool is_static = false;
    bool callback = false;
    bool required_callback = false;
  };
  struct Proxy {
    const ast::ClassNode* node = nullptr;
    std::int32_t file = -1;
    bool has_super_class_option = false;
    std::int32_t parent = -1;
    std::vector<std::pair<std::int32_t, SourceRange>> interfaces;
    std::vector<ProxyMember> members;  // fields and callbacks
    bool has_constructors = false;
    bool has_host_methods = false;
  };
  enum class EvalState { kNot, kRunning, kDone };
  struct ConstantSource {
    const ast::ConstNode* node = nullptr;
    std::int32_t file = -1;
    std::optional<Type> type;
    std::optional<Literal> value;
    EvalState state = EvalState::kNot;
  };
  // The constructor parameter that sets a field.
  struct FieldSource {
    std::optional<Type> type;  // empty: could not be resolved
    const ast::Param* param = nullptr;
    EvalState state = EvalState::kNot;
  };
  struct ClassSource {
    const ast::ClassNode* node = nullptr;
    std::int32_t file = -1;
    const ast::Member* constructor = nullptr;
    std::vector<FieldSource> fields;
    bool broken = false;  // reported already: say nothing that depends on its fields
  };

  // --- Files (sema_files.cc).
  void LoadFiles(const std::vector<SourceFile>& inputs);
  std::int32_t AddFile(std::string path, std::string key, std::string text);
  void FollowImports(std::size_t file);
  void SortFiles();

  // --- Declarations (sema_declare.cc).
  void Declare();
  void DeclareClass(const ast::ClassNode& node, std::int32_t file);
  void DeclareEnum(const ast::EnumNode& node, std::int32_t file);
  void DeclareConstant(const ast::ConstNode& node, std::int32_t file);
  void DeclareSymbol(const ast::Name& name, Symbol symbol);
  Role Classify(const ast::ClassNode& node, ApiKind& kind);
  void CheckClassShape(const ast::ClassNode& node, Role role);
  // Reports names that pigeon reserves and names that no target language can carry.
  void CheckName(const ast::Name& name, std::string_view what);
  const Symbol* FindSymbol(std::string_view name, std::int32_t file) const;
  // "'Foo' is declared in other.dart, which is not imported", or a near name, or nothing.
  std::string SuggestName(std::string_view name, std::int32_t file, bool types) const;
  bool AnyIncompleteFile(std::int32_t file) const;

  // --- Types (sema_types.cc).
  std::optional<Type> Resolve(const ast::TypeNode& node, const TypeUse& use);
  std::optional<Type> ResolveGeneric(const ast::TypeNode& node, const TypeUse& use);
  std::optional<Type> ResolveNamed(const ast::TypeNode& node, const TypeUse& use);
  void UnknownType(const ast::TypeNode& node, const TypeUse& use);
  std::string TypeName(const Type& type) const;

  // --- Classes (sema_classes.cc).
  void FillEnum(DeclIndex index);
  void FillFields(DeclIndex index);
  void FillField(ClassDecl& decl, ClassSource& source, const ast::Member& member);
  void FillHierarchy(DeclIndex index);
  void FillConstructor(DeclIndex index);
  void FillConstructorParam(ClassDecl& decl, ClassSource& source, const ast::Param& param);
  void CheckConstructible();

  // --- Values (sema_values.cc).
  std::optional<Literal> Evaluate(const ast::Expr& expr, const Type& type, std::int32_t file);
  std::optional<Literal> EvaluateForm(const ast::Expr& expr, const Type& type, std::int32_t file);
  std::optional<Literal> EvaluateNumber(const ast::Expr& expr, bool negative, const Type& type);
  std::optional<Literal> EvaluateName(const ast::Expr& expr, const Type& type, std::int32_t file);
  std::optional<Literal> EvaluateCall(const ast::Expr& expr, const Type& type, std::int32_t file);
  std::optional<Literal> EvaluateList(const ast::Expr& expr, const Type& type, std::int32_t file);
  std::optional<Literal> EvaluateMap(const ast::Expr& expr, const Type& type, std::int32_t file);
  // The type arguments of a collection literal, written or taken from `type`.
  std::optional<std::vector<Type>> LiteralArgs(const ast::Expr& expr, const Type& type,
                                               std::size_t count, std::int32_t file);
  std::nullopt_t Mismatch(const ast::Expr& expr, const Type& type, std::string_view found);
  void EvaluateConstant(std::int32_t index);
  bool EvaluateFieldDefault(DeclIndex decl, std::size_t field);
  bool IsAssignable(const Type& to, const Type& from) const;

  // --- APIs (sema_apis.cc) and ProxyApis (sema_proxies.cc).
  void CheckApi(const ApiSource& source);
  void CheckMethod(const ApiSource& source, Api& api, const ast::Member& member);
  std::optional<Parameter> CheckParameter(const ApiSource& source, const ast::Param& param);
  void CheckMemberForm(const ast::Member& member, std::string_view owner);
  void DeclareProxyHierarchy(std::int32_t index);
  void CheckProxy(std::int32_t index);
  void CheckProxyField(Proxy& proxy, const ast::Member& member);
  void CheckProxyConstructor(Proxy& proxy, const ast::Member& member);
  void CheckProxyRelations(std::int32_t index);

  // --- Annotations (sema_annotations.cc, sema_options.cc).
  // Everything a method or field annotation can say.
  struct Marks {
    bool is_async = false;
    bool is_static = false;
    bool is_attached = false;
    TaskQueue task_queue = TaskQueue::kSerial;
    SourceRange static_range;
    SourceRange attached_range;
    SourceRange async_range;
  };
  enum class MarkPlace {
    kHostMethod,
    kFlutterMethod,
    kEventMethod,
    kProxyMethod,
    kProxyField,
    kProxyConstructor,
    kPlain
  };
  Marks ReadMarks(const std::vector<ast::Annotation>& annotations, MarkPlace place,
                  const ast::Member* member, std::int32_t file);
  void ReadAsync(const ast::Annotation& annotation, Marks& marks);
  void ReadTaskQueue(const ast::Annotation& annotation, MarkPlace place, Marks& marks);
  void ReadSelector(const ast::Annotation& annotation, std::size_t params, bool constructor);
  void ReadClassAnnotations(const ast::ClassNode& node, Role role, std::int32_t file);
  void ReadConfiguration(const std::vector<ast::Annotation>& annotations, std::int32_t file);
  void ReadPlainAnnotation(const ast::Annotation& annotation);  // unknown, or Dart's own
  void ReadOptions(std::string_view owner, const std::vector<ast::Argument>& args,
                   SourceRange where, std::string_view prefix, std::int32_t file);
  void ReadOptionValue(std::string_view owner, const ast::Argument& arg, std::string_view path,
                       std::int32_t file);
  void ApplyOption(std::string_view path, const ast::Expr& value, std::int32_t file);
  void ReadCopyright(const ast::Expr& value, std::int32_t file);
  std::string SourceText(SourceRange range) const;

  const FileLoader& loader_;
  Diagnostics& diagnostics_;
  Program program_;
  std::vector<File> files_;
  std::map<std::string, std::int32_t, std::less<>> file_of_key_;
  std::map<std::string, Symbol, std::less<>> symbols_;
  std::vector<ClassSource> classes_;  // beside program_.classes
  std::vector<const ast::EnumNode*> enums_;
  std::vector<ApiSource> apis_;
  std::vector<Proxy> proxies_;
  std::vector<ConstantSource> constants_;
  int value_depth_ = 0;           // of Evaluate
  std::size_t copied_parts_ = 0;  // literals copied out of defaults of other classes
};

// Member `index` of a vector by a signed index.
template <typename T>
decltype(auto) At(T& items, std::int32_t index) {
  return items[static_cast<std::size_t>(index)];
}

// Appends the codec table and sets the fingerprint of every definition (fingerprint.cc).
void CloseDefinitions(Program& program);

// "did you mean 'x'?" for the nearest candidate, or "".
std::string DidYouMean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace causeway::gen
