#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "gen/sema_internal.h"

namespace causeway::gen {
namespace {

constexpr std::array<std::string_view, 16> kAnnotations = {
    "HostApi",         "JvmApi",     "FlutterApi",      "CppApi",
    "EventChannelApi", "ProxyApi",   "async",           "asyncCallback",
    "TaskQueue",       "static",     "attached",        "ObjCSelector",
    "SwiftFunction",   "SwiftClass", "ConfigurePigeon", "Async"};

// Annotations of Dart and its usual packages: about the Dart file, not about the definition.
constexpr std::array<std::string_view, 12> kDartAnnotations = {
    "override",  "deprecated", "Deprecated",   "immutable", "visibleForTesting",
    "protected", "internal",   "experimental", "pragma",    "optionalTypeArgs",
    "sealed",    "nonVirtual"};

bool Contains(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The value of the only argument, if it is one unnamed string.
const ast::Expr* OnlyString(const ast::Annotation& annotation) {
  if (annotation.args.size() != 1 || annotation.args[0].name ||
      annotation.args[0].value.kind != ast::ExprKind::kString) {
    return nullptr;
  }
  return &annotation.args[0].value;
}

// name(label:label:…), as Swift names a function by its labels. Returns the number of labels.
std::optional<std::size_t> CountSwiftLabels(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos || !text.ends_with(')')) return std::nullopt;
  std::string_view name = text.substr(0, open);
  while (name.ends_with(' ')) name.remove_suffix(1);
  if (!IsIdentifier(name)) return std::nullopt;
  std::string_view labels = text.substr(open + 1, text.size() - open - 2);
  std::size_t count = 0;
  while (!labels.empty()) {
    const std::size_t colon = labels.find(':');
    if (colon == std::string_view::npos || !IsIdentifier(labels.substr(0, colon))) {
      return std::nullopt;
    }
    ++count;
    labels.remove_prefix(colon + 1);
  }
  return count;
}

}  // namespace

std::string Checker::SourceText(SourceRange range) const {
  std::string out;
  bool space = false;
  for (const char c :
       diagnostics_.text(range.source).substr(range.begin, range.end - range.begin)) {
    if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      space = true;
      continue;
    }
    if (space && !out.empty()) out += ' ';
    space = false;
    out += c;
  }
  return out;
}

void Checker::ReadPlainAnnotation(const ast::Annotation& annotation) {
  const std::string& name = annotation.name.text;
  if (Contains(kDartAnnotations, name)) {
    std::string args;
    for (const ast::Argument& arg : annotation.args) {
      args += (args.empty() ? "" : ", ") + SourceText(arg.value.range);
    }
    diagnostics_.Ignored(annotation.range,
                         fmt::format("@{}{}: it speaks to Dart's own tools", name,
                                     args.empty() ? "" : fmt::format("({})", args)));
    return;
  }
  if (Contains(kAnnotations, name)) {
    diagnostics_.Error(annotation.range, fmt::format("@{} does not belong here", name));
    return;
  }
  diagnostics_.Error(annotation.range, fmt::format("unknown annotation '@{}'", name),
                     DidYouMean(name, kAnnotations));
}

void Checker::ReadConfiguration(const std::vector<ast::Annotation>& annotations,
                                std::int32_t file) {
  for (const ast::Annotation& annotation : annotations) {
    if (annotation.name.text != "ConfigurePigeon") {
      ReadPlainAnnotation(annotation);
      continue;
    }
    File& owner = At(files_, file);
    if (owner.configured) {
      diagnostics_.Error(annotation.range, "@ConfigurePigeon is given twice in this file",
                         "put all options into one");
      continue;
    }
    owner.configured = annotation.range;
    const bool shape = annotation.args.size() == 1 && !annotation.args[0].name &&
                       annotation.args[0].value.kind == ast::ExprKind::kCall &&
                       annotation.args[0].value.path.size() == 1 &&
                       annotation.args[0].value.path[0].text == "PigeonOptions";
    if (!shape) {
      diagnostics_.Error(annotation.range, "@ConfigurePigeon expects one PigeonOptions(...)",
                         "write: @ConfigurePigeon(PigeonOptions(...))");
      continue;
    }
    const ast::Expr& options = annotation.args[0].value;
    ReadOptions("PigeonOptions", options.args, options.range, "", file);
  }
}

void Checker::ReadClassAnnotations(const ast::ClassNode& node, Role role, std::int32_t file) {
  std::vector<ast::Annotation> rest;
  for (const ast::Annotation& annotation : node.annotations) {
    const std::string& name = annotation.name.text;
    const bool api = name == "HostApi" || name == "JvmApi" || name == "FlutterApi" ||
                     name == "CppApi" || name == "EventChannelApi" || name == "ProxyApi";
    if (api || name == "SwiftClass") {
      if (!annotation.has_args) {
        diagnostics_.Error(annotation.range, fmt::format("@{} needs parentheses", name),
                           fmt::format("write: @{}()", name));
        continue;
      }
    }
    if (api) {
      if (role == Role::kBroken) continue;
      std::string_view owner = name;
      if (name == "JvmApi") owner = "HostApi";
      if (name == "CppApi") owner = "FlutterApi";
      ReadOptions(owner, annotation.args, annotation.range, fmt::format("@{}", name), file);
    } else if (name == "SwiftClass") {
      if (!annotation.args.empty()) {
        diagnostics_.Error(annotation.args[0].value.range, "@SwiftClass takes no arguments");
      } else if (role == Role::kData || role == Role::kSealed) {
        diagnostics_.Ignored(annotation.range, "@SwiftClass(): no Swift is generated");
      } else if (role != Role::kBroken) {
        diagnostics_.Error(annotation.range, "@SwiftClass is for data classes");
      }
    } else {
      rest.push_back(annotation);
    }
  }
  ReadConfiguration(rest, file);
}

Checker::Marks Checker::ReadMarks(const std::vector<ast::Annotation>& annotations, MarkPlace place,
                                  const ast::Member* member, std::int32_t file) {
  Marks marks;
  std::vector<std::string_view> seen;
  const bool proxy = place == MarkPlace::kProxyMethod || place == MarkPlace::kProxyField;
  const bool method = place == MarkPlace::kHostMethod || place == MarkPlace::kFlutterMethod ||
                      place == MarkPlace::kProxyMethod;
  const bool callback =
      place == MarkPlace::kProxyField && member->type && member->type->is_function;
  for (const ast::Annotation& annotation : annotations) {
    const std::string& name = annotation.name.text;
    if (Contains(kAnnotations, name)) {
      if (Contains(seen, name)) {
        diagnostics_.Error(annotation.range, fmt::format("@{} is given twice", name));
        continue;
      }
      seen.push_back(name);
    }
    if ((name == "async" || name == "asyncCallback" || name == "Async") && (method || callback)) {
      ReadAsync(annotation, marks);
    } else if (name == "TaskQueue" && place != MarkPlace::kPlain &&
               place != MarkPlace::kProxyConstructor) {
      ReadTaskQueue(annotation, place, marks);
    } else if (name == "static" && proxy) {
      marks.is_static = true;
      marks.static_range = annotation.range;
      if (annotation.has_args) diagnostics_.Error(annotation.range, "@static takes no arguments");
    } else if (name == "attached" && place == MarkPlace::kProxyField) {
      marks.is_attached = true;
      marks.attached_range = annotation.range;
      if (annotation.has_args) diagnostics_.Error(annotation.range, "@attached takes no arguments");
    } else if ((name == "static" || name == "attached") && method) {
      diagnostics_.Error(annotation.range, fmt::format("@{} is for ProxyApis", name));
    } else if (name == "ObjCSelector" || name == "SwiftFunction") {
      if (method || place == MarkPlace::kEventMethod || place == MarkPlace::kProxyConstructor) {
        ReadSelector(annotation, member->params.size(), place == MarkPlace::kProxyConstructor);
      } else if (callback) {
        ReadSelector(annotation, member->type->params.size(), /*constructor=*/false);
      } else {
        ReadPlainAnnotation(annotation);
      }
    } else if (name == "ConfigurePigeon") {
      diagnostics_.Error(annotation.range, "@ConfigurePigeon belongs before a declaration",
                         "put it before the first class of the file");
      At(files_, file).configured = annotation.range;
    } else {
      ReadPlainAnnotation(annotation);
    }
  }
  return marks;
}

void Checker::ReadAsync(const ast::Annotation& annotation, Marks& marks) {
  const std::string& name = annotation.name.text;
  if (marks.is_async) {
    diagnostics_.Error(annotation.range, "the method is marked as asynchronous twice",
                       "keep @async or @asyncCallback");
  }
  marks.is_async = true;
  marks.async_range = annotation.range;
  if (annotation.has_args && name != "Async") {
    diagnostics_.Error(annotation.range, fmt::format("@{} takes no arguments", name));
    return;
  }
  bool callbacks = name == "asyncCallback";
  if (name == "Async") {
    for (const ast::Argument& arg : annotation.args) {
      if (arg.name && arg.name->text == "useCallback" && arg.value.kind == ast::ExprKind::kBool) {
        callbacks = arg.value.text == "true";
      } else {
        diagnostics_.Error(arg.value.range, "@Async takes one argument: useCallback",
                           "write: @Async(useCallback: true)");
      }
    }
  }
  if (callbacks) {
    diagnostics_.Ignored(
        annotation.range,
        fmt::format("the callback form of @{}: C++ and Java always take a callback", name));
  }
}

void Checker::ReadTaskQueue(const ast::Annotation& annotation, MarkPlace place, Marks& marks) {
  if (place != MarkPlace::kHostMethod && place != MarkPlace::kProxyMethod) {
    diagnostics_.Error(annotation.range, "@TaskQueue is for methods of a @HostApi() class",
                       "the receiver in C++ chooses its own thread");
    return;
  }
  const std::vector<ast::Argument>& args = annotation.args;
  if (args.size() != 1 || !args[0].name || args[0].name->text != "type" ||
      args[0].value.kind != ast::ExprKind::kName || args[0].value.path.size() != 2 ||
      args[0].value.path[0].text != "TaskQueueType") {
    diagnostics_.Error(annotation.range, "@TaskQueue expects a type",
                       "write: @TaskQueue(type: TaskQueueType.serialBackgroundThread)");
    return;
  }
  const ast::Name& type = args[0].value.path[1];
  if (type.text == "serial") {
    marks.task_queue = TaskQueue::kSerial;
  } else if (type.text == "serialBackgroundThread") {
    marks.task_queue = TaskQueue::kSerialBackgroundThread;
  } else {
    constexpr std::string_view kTypes[] = {"serial", "serialBackgroundThread"};
    std::string hint = DidYouMean(type.text, kTypes);
    if (hint.empty()) hint = "use serial or serialBackgroundThread";
    diagnostics_.Error(type.range, fmt::format("TaskQueueType has no member '{}'", type.text),
                       std::move(hint));
    return;
  }
  diagnostics_.Ignored(annotation.range,
                       fmt::format("@TaskQueue(type: TaskQueueType.{}): a call runs on the thread "
                                   "of its caller; use @async to answer from another",
                                   type.text));
}

void Checker::ReadSelector(const ast::Annotation& annotation, std::size_t params,
                           bool constructor) {
  const std::string& name = annotation.name.text;
  const bool swift = name == "SwiftFunction";
  const ast::Expr* value = OnlyString(annotation);
  if (value == nullptr) {
    diagnostics_.Error(
        annotation.range, fmt::format("@{} expects one string", name),
        swift ? "write: @SwiftFunction('name(_:label:)')" : "write: @ObjCSelector('name:label:')");
    return;
  }
  const std::string& text = value->text;
  if (swift) {
    const std::optional<std::size_t> labels = CountSwiftLabels(text);
    if (!labels || *labels != params) {
      diagnostics_.Error(value->range,
                         fmt::format("invalid {} signature {}: expected {} label{} in parentheses",
                                     constructor ? "constructor" : "function", Quote(text), params,
                                     params == 1 ? "" : "s"),
                         "each parameter has a label or '_', each followed by ':'");
      return;
    }
  } else {
    const auto colons = static_cast<std::size_t>(std::count(text.begin(), text.end(), ':'));
    if (colons != params) {
      diagnostics_.Error(value->range,
                         fmt::format("invalid selector {}: expected {} parameter{}, found {}",
                                     Quote(text), params, params == 1 ? "" : "s", colons),
                         "each parameter has one ':'");
      return;
    }
  }
  diagnostics_.Ignored(annotation.range, fmt::format("@{}({}): no {} is generated", name,
                                                     Quote(text), swift ? "Swift" : "Objective-C"));
}

}  // namespace causeway::gen
