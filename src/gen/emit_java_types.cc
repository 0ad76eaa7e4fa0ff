#include "gen/emit_java_types.h"

#include <algorithm>

namespace causeway::gen {
namespace {

// javac treats an expression of many operands by recursion and ends in a stack overflow at some
// hundreds; from here on there is a statement for each field.
constexpr std::size_t kMaxOperands = 100;

// Prints one data class. Fields are always reached through `this.`, `that.` or a builder, so that
// no field can hide a local name.
class DataClass {
 public:
  DataClass(const JavaContext& context, DeclIndex index)
      : context_(context),
        decl_(context.Class(index)),
        names_(context.Fields(index)),
        name_(context.ClassName(index)),
        builder_(context.builder),
        file_(context, name_),
        p_(file_.printer()) {}

  EmittedFile Emit() {
    file_.Javadoc(decl_.docs);
    const std::string extends =
        decl_.parent < 0 ? "" : " extends " + context_.ClassName(decl_.parent);
    p_.Open("public final class {}{}", name_, extends);
    for (std::size_t i = 0; i < decl_.fields.size(); ++i) {
      p_.Line("final {} {};", file_.TypeText(field(i).type), names_.fields[i]);
    }
    Constructor();
    Getters();
    Equals();
    HashCode();
    ToString();
    Builder();
    p_.Close();
    return file_.Finish();
  }

 private:
  const Field& field(std::size_t i) const { return decl_.fields[i]; }

  // The builder must be told whether a primitive without default was set.
  bool NeedsMark(std::size_t i) const {
    return !field(i).has_default && IsPrimitive(field(i).type);
  }

  void Constructor() {
    p_.Blank();
    p_.Raw("// For generated code of this package, which has checked the values. Use the builder.");
    if (IsWide(decl_)) {
      p_.Open("{}({} from)", name_, builder_);
      for (const std::string& f : names_.fields) p_.Line("this.{} = from.{};", f, f);
      p_.Close();
      return;
    }
    std::vector<std::string> parameters;
    for (std::size_t i = 0; i < decl_.fields.size(); ++i) {
      parameters.push_back(file_.TypeText(field(i).type) + " " + names_.fields[i]);
    }
    PrintList(p_, name_ + "(", parameters, ") {");
    p_.Indent();
    for (const std::string& f : names_.fields) p_.Line("this.{} = {};", f, f);
    p_.Close();
  }

  void Getters() {
    for (std::size_t i = 0; i < decl_.fields.size(); ++i) {
      p_.Blank();
      file_.Javadoc(field(i).docs);
      if (const std::string mark = file_.Nullness(field(i).type); !mark.empty()) {
        p_.Raw(mark.substr(0, mark.size() - 1));
      }
      p_.Open("public {} {}()", file_.TypeText(field(i).type), names_.getters[i]);
      p_.Line("return this.{};", names_.fields[i]);
      p_.Close();
    }
  }

  void Equals() {
    p_.Blank();
    p_.Line("@{}", file_.Lang("Override"));
    p_.Open("public boolean equals({} other)", file_.Lang("Object"));
    if (decl_.fields.empty()) {
      p_.Line("return other instanceof {};", name_);
      p_.Close();
      return;
    }
    p_.Open("if (this == other)");
    p_.Line("return true;");
    p_.Close();
    p_.Open("if (!(other instanceof {}))", name_);
    p_.Line("return false;");
    p_.Close();
    p_.Line("{} that = ({}) other;", name_, name_);
    for (std::size_t i = 0; i < decl_.fields.size(); ++i) {
      const std::string& f = names_.fields[i];
      const TypeKind kind = field(i).type.kind;
      const bool identity =
          (IsPrimitive(field(i).type) && kind != TypeKind::kDouble) || kind == TypeKind::kEnum;
      const std::string test =
          identity ? fmt::format("this.{} == that.{}", f, f)
                   : fmt::format("{}.equal(this.{}, that.{})", file_.Runtime("Values"), f, f);
      if (decl_.fields.size() > kMaxOperands) {
        p_.Open("if (!({}))", test);
        p_.Line("return false;");
        p_.Close();
        continue;
      }
      p_.Line("{}{}{}", i == 0 ? "return " : "    && ", test,
              i + 1 == decl_.fields.size() ? ";" : "");
    }
    if (decl_.fields.size() > kMaxOperands) p_.Line("return true;");
    p_.Close();
  }

  void HashCode() {
    p_.Blank();
    p_.Line("@{}", file_.Lang("Override"));
    p_.Open("public int hashCode()");
    if (decl_.fields.empty()) {
      p_.Line("return 1;");
    } else {
      p_.Line("int result = 1;");
      for (const std::string& f : names_.fields) {
        p_.Line("result = 31 * result + {}.hash(this.{});", file_.Runtime("Values"), f);
      }
      p_.Line("return result;");
    }
    p_.Close();
  }

  void ToString() {
    p_.Blank();
    p_.Line("@{}", file_.Lang("Override"));
    p_.Open("public {} toString()", file_.Lang("String"));
    if (decl_.fields.empty()) {
      p_.Line("return {};", JavaString(decl_.name + "{}"));
      p_.Close();
      return;
    }
    const bool is_long = decl_.fields.size() > kMaxOperands;
    if (is_long) p_.Line("{0} text = new {0}();", file_.Lang("StringBuilder"));
    for (std::size_t i = 0; i < decl_.fields.size(); ++i) {
      const TypeKind kind = field(i).type.kind;
      const std::string& f = names_.fields[i];
      const bool deep = field(i).type.is_typed_data() || kind == TypeKind::kObject;
      const std::string label =
          JavaString((i == 0 ? decl_.name + "{" : ", ") + field(i).name + "=");
      const std::string value =
          deep ? fmt::format("{}.text(this.{})", file_.Runtime("Values"), f) : "this." + f;
      if (is_long) {
        p_.Line("text.append({}).append({});", label, value);
      } else {
        p_.Line("{}{} + {}", i == 0 ? "return " : "    + ", label, value);
      }
    }
    p_.Line("{}", is_long ? "return text.append(\"}\").toString();" : "    + \"}\";");
    p_.Close();
  }

  void Builder() {
    p_.Blank();
    p_.Line("/** Makes a {{@code {}}}. */", name_);
    p_.Open("public static final class {}", builder_);
    JavaScope members(std::set<std::string>(names_.fields.begin(), names_.fields.end()));
    std::vector<std::string> marks(decl_.fields.size());
    for (std::size_t i = 0; i < decl_.fields.size(); ++i) {
      const Field& f = field(i);
      const std::string value =
          f.has_default ? " = " + file_.LiteralText(f.type, f.default_value) : "";
      p_.Line("private {} {}{};", file_.TypeText(f.type), names_.fields[i], value);
      if (NeedsMark(i)) {
        marks[i] = members.Claim("has_" + names_.fields[i]);
        p_.Line("private boolean {};", marks[i]);
      }
    }
    for (std::size_t i = 0; i < decl_.fields.size(); ++i) {
      p_.Blank();
      file_.Javadoc(field(i).docs);
      p_.Open("public {} {}({}{} value)", builder_, names_.setters[i],
              file_.Nullness(field(i).type), file_.TypeText(field(i).type));
      p_.Line("this.{} = value;", names_.fields[i]);
      if (!marks[i].empty()) p_.Line("this.{} = true;", marks[i]);
      p_.Line("return this;");
      p_.Close();
    }
    p_.Blank();
    const bool can_fail = std::ranges::any_of(decl_.fields, [](const Field& f) {
      return !f.type.nullable && !(f.has_default && IsPrimitive(f.type));
    });
    if (can_fail) {
      p_.Line("/** Throws {{@link IllegalStateException}} if a field that must be set is not. */");
    }
    p_.Open("public {} build()", name_);
    for (std::size_t i = 0; i < decl_.fields.size(); ++i) {
      const Field& f = field(i);
      if (f.type.nullable || (marks[i].empty() && IsPrimitive(f.type))) continue;
      const bool may_be_unset = !f.has_default;
      p_.Open("if ({})",
              marks[i].empty() ? "this." + names_.fields[i] + " == null" : "!this." + marks[i]);
      p_.Line("throw new {}({});", file_.Lang("IllegalStateException"),
              JavaString(fmt::format("{}.{} must be {}", decl_.name, f.name,
                                     !may_be_unset      ? "non-null"
                                     : marks[i].empty() ? "set and non-null"
                                                        : "set")));
      p_.Close();
    }
    if (IsWide(decl_)) {
      p_.Line("return new {}(this);", name_);
    } else {
      std::vector<std::string> arguments;
      for (const std::string& f : names_.fields) arguments.push_back("this." + f);
      PrintList(p_, fmt::format("return new {}(", name_), arguments, ");");
    }
    p_.Close();
    p_.Close();
  }

  const JavaContext& context_;
  const ClassDecl& decl_;
  const JavaFieldNames& names_;
  const std::string& name_;
  std::string builder_;
  JavaFile file_;
  Printer& p_;
};

}  // namespace

EmittedFile EmitJavaEnum(const JavaContext& context, DeclIndex index) {
  const EnumDecl& decl = context.Enum(index);
  const std::vector<std::string> names = NameMembers(decl);
  JavaFile file(context, context.EnumName(index));
  Printer& p = file.printer();
  file.Javadoc(decl.docs);
  p.Open("public enum {}", context.EnumName(index));
  for (std::size_t i = 0; i < names.size(); ++i) {
    file.Javadoc(decl.members[i].docs);
    p.Line("{}{}", names[i], i + 1 == names.size() ? "" : ",");
  }
  p.Close();
  return file.Finish();
}

EmittedFile EmitJavaClass(const JavaContext& context, DeclIndex index) {
  const ClassDecl& decl = context.Class(index);
  if (!decl.is_sealed) return DataClass(context, index).Emit();
  JavaFile file(context, context.ClassName(index));
  Printer& p = file.printer();
  file.Javadoc(decl.docs);
  const std::string extends = decl.parent < 0 ? "" : " extends " + context.ClassName(decl.parent);
  p.Open("public abstract class {}{}", context.ClassName(index), extends);
  p.Line("{}() {{}}", context.ClassName(index));
  p.Close();
  return file.Finish();
}

EmittedFile EmitJavaConstants(const JavaContext& context) {
  JavaFile file(context, context.constants);
  Printer& p = file.printer();
  JavaScope scope;
  file.Javadoc({fmt::format("Constants of {}.dart.", context.definition.stem)});
  p.Open("public final class {}", context.constants);
  for (const Constant& constant : context.definition.constants) {
    file.Javadoc(constant.docs);
    p.Line("public static final {} {} = {};", file.TypeText(constant.type),
           scope.Claim(JavaUpperSnake(WithoutConstantMark(constant.name))),
           file.LiteralText(constant.type, constant.value));
    p.Blank();
  }
  p.Line("private {}() {{}}", context.constants);
  p.Close();
  return file.Finish();
}

EmittedFile EmitJavaApiError(const JavaContext& context) {
  JavaFile file(context, context.api_error);
  Printer& p = file.printer();
  const std::string string = file.Lang("String");
  const std::string non_null = file.Use("dev.causeway.NonNull");
  const std::string nullable = file.Use("dev.causeway.Nullable");
  const std::string& name = context.api_error;
  p.Raw(
      "/**\n * An error of an API of this package: what C++ threw, or what an implementation\n"
      " * throws so that C++ gets its code, message and details.\n */");
  p.Open("public final class {} extends {}", name, file.Use("dev.causeway.CausewayException"));
  p.Line("private static final long serialVersionUID = 1L;");
  p.Blank();
  p.Open("public {}(@{} {} code, @{} {} message)", name, non_null, string, nullable, string);
  p.Line("super(code, message);");
  p.Close();
  p.Blank();
  p.Raw("/** {@code details} is any value of the codec. */");
  p.Raw(fmt::format("public {}(", name));
  p.Open("    @{} {} code, @{} {} message, @{} {} details)", non_null, string, nullable, string,
         nullable, file.Lang("Object"));
  p.Line("super(code, message, details);");
  p.Close();
  p.Close();
  return file.Finish(JavaFile::Origin::kPackage);
}

}  // namespace causeway::gen
