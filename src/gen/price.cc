#include "gen/price.h"

#include "gen/price_constants.h"

// The model is additive: one crossing, one region copy for each side that uses the buffer, and a
// price for each value in it. Its constants are fitted to the rows of bench/transport on HotSpot
// 17 (price_constants.h, which bench/transport/fit_prices.py writes, has the residuals); they rank
// designs, they do not predict a phone. A value behind a nullable type is priced as present. A
// class that contains itself is priced once a level.

namespace causeway::gen {
namespace {

void Add(Price& to, const Price& part) {
  to.fixed_ns += part.fixed_ns;
  to.per_element.insert(to.per_element.end(), part.per_element.begin(), part.per_element.end());
}

class Pricer {
 public:
  explicit Pricer(const Program& program) : program_(program) {}

  Price Of(const Type& type, const std::string& path, bool boxed) {
    switch (type.kind) {
      case TypeKind::kVoid:
        return {};
      case TypeKind::kBool:
      case TypeKind::kInt:
      case TypeKind::kDouble:
      case TypeKind::kEnum:
        return {boxed || type.nullable ? kBoxed : kScalar, {}};
      case TypeKind::kString:
        return {kString, {}};
      case TypeKind::kUint8List:
      case TypeKind::kInt32List:
      case TypeKind::kInt64List:
      case TypeKind::kFloat32List:
      case TypeKind::kFloat64List:
        return {kCollection, {}};
      case TypeKind::kObject:
      case TypeKind::kProxy:
        return {kDynamic, {}};
      case TypeKind::kList:
        return Elements(path, kCollection, {Of(type.args[0], path + "[]", true)}, 0);
      case TypeKind::kMap:
        return Elements(
            path + "{}", kCollection,
            {Of(type.args[0], path + "{}.key", true), Of(type.args[1], path + "{}.value", true)},
            kMapEntry);
      case TypeKind::kClass:
        return Class(type, path);
    }
    return {};
  }

 private:
  static Price Elements(const std::string& path, double fixed, const std::vector<Price>& parts,
                        double per_entry) {
    Price price{fixed, {{path, per_entry}}};
    for (const Price& part : parts) {
      price.per_element[0].ns += part.fixed_ns;
      price.per_element.insert(price.per_element.end(), part.per_element.begin(),
                               part.per_element.end());
    }
    return price;
  }

  Price Class(const Type& type, const std::string& path) {
    for (const DeclIndex open : open_) {
      if (open == type.decl) return {kObject, {}};
    }
    const ClassDecl& decl = program_.classes[static_cast<std::size_t>(type.decl)];
    open_.push_back(type.decl);
    Price price{kObject, {}};
    for (const Field& field : decl.fields) {
      Add(price, Of(field.type, path.empty() ? field.name : path + "." + field.name, false));
    }
    // A sealed value is one of its children: the dearest decides.
    Price dearest;
    for (const DeclIndex child : decl.children) {
      Type child_type = type;
      child_type.decl = child;
      Price one = Class(child_type, path);
      if (one.fixed_ns > dearest.fixed_ns) dearest = one;
    }
    Add(price, dearest);
    open_.pop_back();
    return price;
  }

  const Program& program_;
  std::vector<DeclIndex> open_;
};

}  // namespace

Price PriceEncoded(const Program& program, const Type& type, const std::string& path) {
  return Pricer(program).Of(type, path, false);
}

Price PriceCall(const Program& program, ApiKind kind, const MethodPlan& plan) {
  Price price{kind == ApiKind::kHost ? kUpCall : kDownCall, {}};
  for (const ParameterPlan& parameter : plan.parameters) {
    switch (parameter.how) {
      case How::kDirect:
      case How::kFlattened:
        price.fixed_ns += kLeaf * static_cast<double>(parameter.leaves.size());
        break;
      case How::kArray:
        price.fixed_ns += kArray;
        break;
      case How::kString:
        price.fixed_ns += kString;
        break;
      case How::kBuffer:
        Add(price, PriceEncoded(program, parameter.parameter->type, parameter.parameter->name));
        break;
    }
  }
  if (plan.encodes_arguments) price.fixed_ns += kBufferCopy;
  switch (plan.result.form) {
    case ReturnForm::kVoid:
    case ReturnForm::kLeaf:
    case ReturnForm::kIndexOrMinusOne:
    case ReturnForm::kSentinel:
      break;
    case ReturnForm::kSlots:
      price.fixed_ns += kBufferCopy;
      break;
    case ReturnForm::kArray:
      price.fixed_ns += kArray;
      break;
    case ReturnForm::kString:
      price.fixed_ns += kString;
      break;
    case ReturnForm::kEncoded:
      Add(price, PriceEncoded(program, *plan.result.type, "result"));
      price.fixed_ns += kBufferCopy;
      break;
  }
  // An async reply crosses once more, in the other direction.
  if (plan.method->is_async) price.fixed_ns += kind == ApiKind::kHost ? kDownCall : kUpCall;
  return price;
}

}  // namespace causeway::gen
