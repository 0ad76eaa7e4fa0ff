#include "bench/transport/comparators.h"

#include <memory>
#include <string>

namespace causeway::bench {
namespace {

// UTF-8 <-> UTF-16. Input is well-formed here: the payloads are ours.
std::u16string ToUtf16(const std::string& text) {
  std::u16string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      out += static_cast<char16_t>(byte);
      ++i;
      continue;
    }
    const int more = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : 1;
    char32_t code = byte & (0x3Fu >> more);
    for (int k = 1; k <= more; ++k) {
      code =
          (code << 6) | (static_cast<unsigned char>(text[i + static_cast<std::size_t>(k)]) & 0x3Fu);
    }
    i += static_cast<std::size_t>(more) + 1;
    if (code >= 0x10000) {
      code -= 0x10000;
      out += static_cast<char16_t>(0xD800 + (code >> 10));
      out += static_cast<char16_t>(0xDC00 + (code & 0x3FF));
    } else {
      out += static_cast<char16_t>(code);
    }
  }
  return out;
}

}  // namespace

jstring NewJavaString(JNIEnv* env, const std::string& text) {
  // Short ASCII, the usual case, without a heap allocation.
  if (text.size() <= 256) {
    jchar units[256];
    std::size_t n = 0;
    for (; n < text.size(); ++n) {
      const auto byte = static_cast<unsigned char>(text[n]);
      if (byte >= 0x80) break;
      units[n] = byte;
    }
    if (n == text.size()) return env->NewString(units, static_cast<jsize>(n));
  }
  const std::u16string units = ToUtf16(text);
  return env->NewString(reinterpret_cast<const jchar*>(units.data()),
                        static_cast<jsize>(units.size()));
}

std::string TakeJavaString(JNIEnv* env, jstring text) {
  const jsize n = env->GetStringLength(text);
  jchar small[256];
  std::unique_ptr<jchar[]> large;
  jchar* units = small;
  if (n > 256) {
    large = std::make_unique_for_overwrite<jchar[]>(static_cast<std::size_t>(n));
    units = large.get();
  }
  env->GetStringRegion(text, 0, n, units);
  std::string out;
  out.resize(static_cast<std::size_t>(n));
  jsize i = 0;
  for (; i < n && units[i] < 0x80; ++i)
    out[static_cast<std::size_t>(i)] = static_cast<char>(units[i]);
  if (i == n) return out;
  out.resize(static_cast<std::size_t>(i));
  for (; i < n; ++i) {
    char32_t code = units[i];
    if (code >= 0xD800 && code < 0xDC00 && i + 1 < n) {
      code = 0x10000 + ((code - 0xD800) << 10) + (units[++i] - 0xDC00u);
    }
    if (code < 0x80) {
      out += static_cast<char>(code);
    } else if (code < 0x800) {
      out += static_cast<char>(0xC0 | (code >> 6));
      out += static_cast<char>(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      out += static_cast<char>(0xE0 | (code >> 12));
      out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
      out += static_cast<char>(0x80 | (code & 0x3F));
    } else {
      out += static_cast<char>(0xF0 | (code >> 18));
      out += static_cast<char>(0x80 | ((code >> 12) & 0x3F));
      out += static_cast<char>(0x80 | ((code >> 6) & 0x3F));
      out += static_cast<char>(0x80 | (code & 0x3F));
    }
  }
  return out;
}

Messenger::Messenger(JNIEnv* env, const std::string& class_name)
    : class_(GlobalClass(env, class_name.c_str())),
      call_(env->GetStaticMethodID(class_, "call", "(ILdev/causeway/generated/CallBuffer;I)I")) {
  if (call_ == nullptr) Die(env, class_name.c_str());
  jclass buffer_class = env->FindClass("dev/causeway/generated/CallBuffer");
  jobject local = env->NewObject(buffer_class, env->GetMethodID(buffer_class, "<init>", "()V"));
  buffer_ = env->NewGlobalRef(local);
  bytes_field_ = env->GetFieldID(buffer_class, "bytes", "[B");
  TakeNewArray(env);
}

void Messenger::Grow(JNIEnv* env, jint size) {
  jbyteArray larger = env->NewByteArray(size + size / 2);
  env->SetObjectField(buffer_, bytes_field_, larger);
  env->DeleteLocalRef(larger);
  TakeNewArray(env);
}

void Messenger::TakeNewArray(JNIEnv* env) {
  if (bytes_ != nullptr) env->DeleteGlobalRef(bytes_);
  auto* local = static_cast<jbyteArray>(env->GetObjectField(buffer_, bytes_field_));
  bytes_ = static_cast<jbyteArray>(env->NewGlobalRef(local));
  capacity_ = env->GetArrayLength(local);
  env->DeleteLocalRef(local);
}

Session::Session(Vm& vm_, JNIEnv* env_)
    : vm(vm_),
      env(env_),
      scratch(std::size_t{4} << 20),
      sleeping(vm_, Hop::Wait::kSleep),
      spinning(vm_, Hop::Wait::kSpin) {
  nothing = GlobalClass(env, "bench/Nothing");
  nothing_call = env->GetStaticMethodID(nothing, "nothing", "()V");
  take_bytes = env->GetStaticMethodID(nothing, "takeBytes", "([BI)V");
  floor_bytes = static_cast<jbyteArray>(env->NewGlobalRef(env->NewByteArray(4 << 20)));
  jfieldID field = env->GetStaticFieldID(nothing, "INSTANCE", "Lbench/Nothing;");
  if (nothing_call == nullptr || take_bytes == nullptr || field == nullptr) {
    Die(env, "bench.Nothing");
  }
  bare = env->NewGlobalRef(env->GetStaticObjectField(nothing, field));
}

Channel::Channel(Session& session, const std::string& class_name)
    : here(session.env, class_name),
      there_sleeping(session.env, class_name),
      there_spinning(session.env, class_name) {}

void AddFloors(Row& row, Session& s, Direction d) {
  Session* session = &s;
  const auto size = static_cast<jsize>(std::min(row.bytes, std::size_t{4} << 20));
  const int copies = d == Direction::kEcho ? 2 : 1;
  row.variants.push_back({"empty call", Role::kFloor,
                          [=](std::int64_t n) {
                            JNIEnv* env = session->env;
                            for (; n > 0; --n) {
                              env->CallStaticVoidMethodA(session->nothing, session->nothing_call,
                                                         nullptr);
                              MustBeClear(env);
                            }
                          },
                          nullptr});
  row.variants.push_back({"copy + call", Role::kFloor,
                          [=](std::int64_t n) {
                            JNIEnv* env = session->env;
                            auto* memory = reinterpret_cast<jbyte*>(session->scratch.data());
                            jvalue a[2];
                            a[0].l = session->floor_bytes;
                            a[1].i = size;
                            for (; n > 0; --n) {
                              if (d != Direction::kR)
                                env->SetByteArrayRegion(session->floor_bytes, 0, size, memory);
                              env->CallStaticVoidMethodA(session->nothing, session->take_bytes, a);
                              MustBeClear(env);
                              if (d != Direction::kW)
                                env->GetByteArrayRegion(session->floor_bytes, 0, size, memory);
                            }
                          },
                          nullptr});
  auto target = std::make_shared<std::vector<std::uint8_t>>(static_cast<std::size_t>(size) + 1);
  row.variants.push_back(
      {"memcpy + call", Role::kFloor,
       [=](std::int64_t n) {
         JNIEnv* env = session->env;
         for (; n > 0; --n) {
           for (int k = 0; k < copies; ++k) {
             std::memcpy(target->data(), session->scratch.data(), static_cast<std::size_t>(size));
             Keep(*target);
           }
           env->CallStaticVoidMethodA(session->nothing, session->nothing_call, nullptr);
           MustBeClear(env);
         }
       },
       nullptr});
}

}  // namespace causeway::bench
