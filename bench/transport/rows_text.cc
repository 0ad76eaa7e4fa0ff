// One string as the only argument or result: our buffer against a jstring. NewStringUTF and
// GetStringUTFRegion are wrong outside of the BMP and for NUL; they stand here for their price.
#include "bench/transport/fixed_rows.h"

namespace causeway::bench {
namespace {

Variant ModifiedUtf8(Rows& rows, Direction d, const std::string& text) {
  JNIEnv* env = rows.session.env;
  jobject graph = rows.endpoints.graph;
  using M = GraphMethods<rows_shapes::TextPayload>;
  const auto value = std::make_shared<const std::string>(text);
  const auto take = [=] {
    jvalue a;
    a.l = env->NewStringUTF(value->c_str());
    env->CallVoidMethodA(graph, M::take, &a);
    MustBeClear(env);
    env->DeleteLocalRef(a.l);
  };
  const auto give = [=] {
    auto* s = static_cast<jstring>(env->CallObjectMethodA(graph, M::give, nullptr));
    MustBeClear(env);
    std::string out(static_cast<std::size_t>(env->GetStringUTFLength(s)), '\0');
    env->GetStringUTFRegion(s, 0, env->GetStringLength(s), out.data());
    env->DeleteLocalRef(s);
    return out;
  };
  if (d == Direction::kW) {
    return {"NewStringUTF (wrong for some text)", Role::kOther,
            [=](std::int64_t n) {
              for (; n > 0; --n) take();
            },
            nullptr};
  }
  return {"GetStringUTFRegion (wrong for some text)", Role::kOther,
          [=](std::int64_t n) {
            for (; n > 0; --n) Keep(give());
          },
          nullptr};
}

}  // namespace

void AddTextRows(Rows& rows) {
  using namespace rows_shapes;
  for (const bool ascii : {true, false}) {
    for (const std::size_t length : {11u, 100u, 1000u}) {
      const auto make = [=] {
        Random random(length);
        return MakeText(random, length, ascii);
      };
      const std::string name = "string of " + std::to_string(length) + " characters, " +
                               (ascii ? "ASCII" : "a third not ASCII");
      const std::size_t first = rows.specs.size();
      AddPayload<TextPayload>(rows, name, make, {}, {}, false, false,
                              "The graph's string is NewString / GetStringRegion.");
      for (std::size_t i = first; i < rows.specs.size(); ++i) {
        const Direction d = i == first ? Direction::kW : Direction::kR;
        rows.specs[i].make = [&rows, d, make, build = rows.specs[i].make] {
          Row row = build();
          row.variants.push_back(ModifiedUtf8(rows, d, make()));
          return row;
        };
      }
    }
  }
}

}  // namespace causeway::bench
