#include "gen/plan.h"

#include <optional>

#include "gen/java_names.h"

namespace causeway::gen {
namespace {

constexpr const char* kCallBuffer = "Ldev/causeway/generated/CallBuffer;";
constexpr const char* kString = "Ljava/lang/String;";

char LeafType(TypeKind kind) {
  switch (kind) {
    case TypeKind::kBool:
      return 'Z';
    case TypeKind::kInt:
      return 'J';
    case TypeKind::kDouble:
      return 'D';
    case TypeKind::kEnum:
      return 'I';
    default:
      return '\0';
  }
}

int JavaSlots(char jni) { return jni == 'J' || jni == 'D' ? 2 : 1; }

// A class may hold many classes without leaves; this bounds the work on such and on recursion.
constexpr int kMaxNodes = 128;

// Flattens a value depth first. Fails (nullopt) on a field that is no scalar, enum or class of
// such, on recursion, and above kMaxFlattenedLeaves.
class Flattener {
 public:
  Flattener(const Program& program, int first_presence_bit)
      : program_(program), next_bit_(first_presence_bit) {}

  std::optional<FlatNode> Flatten(const Type& type, std::string name) {
    return Node(type, std::move(name));
  }
  const std::vector<LeafSlot>& leaves() const { return leaves_; }
  int next_bit() const { return next_bit_; }

 private:
  std::optional<FlatNode> Node(const Type& type, std::string name) {
    if (++nodes_ > kMaxNodes) return std::nullopt;
    FlatNode node;
    node.type = &type;
    node.name = std::move(name);
    if (type.nullable) node.presence_bit = next_bit_++;
    if (const char leaf = LeafType(type.kind); leaf != '\0') {
      if (leaves_.size() == kMaxFlattenedLeaves) return std::nullopt;
      node.leaf = static_cast<int>(leaves_.size());
      leaves_.push_back({leaf});
      return node;
    }
    if (type.kind != TypeKind::kClass) return std::nullopt;
    const ClassDecl& decl = program_.classes[static_cast<std::size_t>(type.decl)];
    if (decl.is_sealed) return std::nullopt;
    for (const Field& field : decl.fields) {
      auto child = Node(field.type, field.name);
      if (!child) return std::nullopt;
      node.fields.push_back(*std::move(child));
    }
    return node;
  }

  const Program& program_;
  int next_bit_;
  int nodes_ = 0;
  std::vector<LeafSlot> leaves_;
};

ResultPlan PlanResult(const Program& program, const Type& type, bool is_async) {
  ResultPlan plan;
  plan.type = &type;
  if (type.kind == TypeKind::kVoid) return plan;
  plan.form = ReturnForm::kEncoded;
  if (is_async) return plan;
  if (type.is_typed_data()) {
    plan.form = ReturnForm::kArray;
    return plan;
  }
  if (type.kind == TypeKind::kString) {
    plan.form = ReturnForm::kString;
    return plan;
  }
  Flattener flattener(program, 0);
  auto root = flattener.Flatten(type, {});
  if (!root || flattener.next_bit() > kMaxPresenceBits) return plan;
  plan.root = *std::move(root);
  plan.leaves = flattener.leaves();
  plan.presence_bits = flattener.next_bit();
  if (plan.presence_bits == 0 && plan.leaves.size() <= 1) {
    plan.form = plan.leaves.empty() ? ReturnForm::kVoid : ReturnForm::kLeaf;
  } else if (plan.root.leaf < 0) {
    plan.form = ReturnForm::kSlots;
  } else if (type.kind == TypeKind::kBool || type.kind == TypeKind::kEnum) {
    plan.form = ReturnForm::kIndexOrMinusOne;
  } else {
    plan.form = ReturnForm::kSentinel;
  }
  return plan;
}

std::string ResultSignature(const ResultPlan& result, bool is_async) {
  if (is_async) return "V";
  switch (result.form) {
    case ReturnForm::kVoid:
    case ReturnForm::kSlots:
      return "V";
    case ReturnForm::kLeaf:
      return std::string(1, result.leaves[0].jni);
    case ReturnForm::kIndexOrMinusOne:
    case ReturnForm::kEncoded:
      return "I";
    case ReturnForm::kSentinel:
      return "J";
    case ReturnForm::kArray:
      return ArraySignature(result.type->kind);
    case ReturnForm::kString:
      return kString;
  }
  return "V";
}

}  // namespace

std::string ArraySignature(TypeKind kind) {
  switch (kind) {
    case TypeKind::kUint8List:
      return "[B";
    case TypeKind::kInt32List:
      return "[I";
    case TypeKind::kInt64List:
      return "[J";
    case TypeKind::kFloat32List:
      return "[F";
    case TypeKind::kFloat64List:
      return "[D";
    default:
      return {};
  }
}

bool CanFlatten(const Program& program, const Type& type) {
  return Flattener(program, 0).Flatten(type, {}).has_value();
}

MethodPlan PlanMethod(const Program& program, ApiKind kind, const Method& method) {
  MethodPlan plan;
  plan.method = &method;
  plan.java_name = GlueMethodName(method.name);
  plan.result = PlanResult(program, method.returns, method.is_async);

  // Receiver or slot, mask, token and the buffer arguments: at most 1 + 2 + 2 + 2 + 4.
  int java_slots = 11;
  bool must_encode = false;  // an argument that only the buffer can carry
  for (const Parameter& parameter : method.parameters) {
    ParameterPlan p;
    p.parameter = &parameter;
    if (parameter.type.is_typed_data() || parameter.type.kind == TypeKind::kString) {
      if (java_slots < kMaxJavaArgumentSlots) {
        p.how = parameter.type.is_typed_data() ? How::kArray : How::kString;
        java_slots += 1;
      }
    } else {
      Flattener flattener(program, plan.presence_bits);
      auto root = flattener.Flatten(parameter.type, parameter.name);
      int slots = 0;
      for (const LeafSlot& leaf : flattener.leaves()) slots += JavaSlots(leaf.jni);
      if (root && flattener.next_bit() <= kMaxPresenceBits &&
          java_slots + slots <= kMaxJavaArgumentSlots) {
        p.how = root->leaf >= 0 ? How::kDirect : How::kFlattened;
        p.root = *std::move(root);
        p.leaves = flattener.leaves();
        plan.presence_bits = flattener.next_bit();
        java_slots += slots;
      }
    }
    if (p.how == How::kBuffer) must_encode = true;
    plan.parameters.push_back(std::move(p));
  }

  // A string joins the buffer if the call needs one for its arguments anyway.
  plan.encodes_arguments = must_encode;
  std::string own;
  for (ParameterPlan& p : plan.parameters) {
    if (p.how == How::kString && must_encode) p.how = How::kBuffer;
    if (p.how == How::kString) {
      own += kString;
      if (kind == ApiKind::kHost) plan.encodes_arguments = true;
    }
    if (p.how == How::kArray) own += ArraySignature(p.parameter->type.kind);
    for (const LeafSlot& leaf : p.leaves) own += leaf.jni;
  }
  const ReturnForm form = plan.result.form;
  const bool uses_buffer_for_result =
      !method.is_async && (form == ReturnForm::kSlots || form == ReturnForm::kEncoded ||
                           (form == ReturnForm::kString && kind == ApiKind::kFlutter));
  plan.uses_buffer = plan.encodes_arguments || uses_buffer_for_result;

  if (plan.presence_bits > 0) own += 'J';
  if (method.is_async) own += 'J';
  const std::string result = ResultSignature(plan.result, method.is_async);
  if (kind == ApiKind::kHost) {
    plan.up_signature = "(" + own + (plan.uses_buffer ? kCallBuffer : "") +
                        (plan.encodes_arguments ? "I" : "") + ")" + result;
  } else {
    plan.down_signature =
        "(J" + own + (plan.uses_buffer ? std::string(kCallBuffer) + "[BII" : "") + ")" + result;
  }
  return plan;
}

}  // namespace causeway::gen
