#include "runtime/probe/rows.h"

#include <utility>

namespace causeway::probe {

Row JavaRow(const Jvm& jvm, std::string group, std::string name, std::string about,
            const char* method, std::string floor) {
  Row row{std::move(group), std::move(name), std::move(floor), std::move(about), {}, {}, {}};
  row.run = [env = jvm.env(), loop = jvm.loop(),
             id = jvm.StaticMethod(jvm.loop(), method, "(I)I")](std::int64_t calls) {
    jvalue argument{};
    argument.i = static_cast<jint>(calls);
    Use(env->CallStaticIntMethodA(loop, id, &argument));
  };
  return row;
}

}  // namespace causeway::probe
