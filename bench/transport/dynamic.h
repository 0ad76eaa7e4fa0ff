// The usual dynamic channel: every value becomes a Value, classes a list of Values, and the codec
// writes what it finds at run time; on the other side the same backwards. This is what pigeon's C++
// (EncodableValue, CustomEncodableValue, ToEncodableList) and Java (ArrayList<Object>, fromList)
// do.
#pragma once

#include <optional>
#include <tuple>
#include <utility>

#include "bench/transport/describe.h"

namespace causeway::bench {

template <class D>
causeway::Value ToValue(const typename D::type& v) {
  if constexpr (D::kKind == Kind::kOptional) {
    return v.has_value() ? ToValue<typename D::element>(*v) : causeway::Value();
  } else if constexpr (D::kKind == Kind::kList) {
    causeway::Value::List list;
    list.reserve(v.size());
    for (const auto& item : v) list.push_back(ToValue<typename D::element>(item));
    return causeway::Value(std::move(list));
  } else if constexpr (D::kKind == Kind::kMap) {
    causeway::Value::Map map;
    for (const auto& [key, mapped] : v) {
      map.emplace(ToValue<typename D::key>(key), ToValue<typename D::mapped>(mapped));
    }
    return causeway::Value(std::move(map));
  } else if constexpr (D::kKind == Kind::kClass || D::kKind == Kind::kEnum) {
    return causeway::Value::Of(v);
  } else {
    return causeway::Value(v);
  }
}

template <class D>
typename D::type FromValue(const causeway::Value& v) {
  if constexpr (D::kKind == Kind::kOptional) {
    if (v.is_null()) return std::nullopt;
    return FromValue<typename D::element>(v);
  } else if constexpr (D::kKind == Kind::kList) {
    const auto& from = v.Get<causeway::Value::List>();
    typename D::type list;
    list.reserve(from.size());
    for (const auto& item : from) list.push_back(FromValue<typename D::element>(item));
    return list;
  } else if constexpr (D::kKind == Kind::kMap) {
    typename D::type map;
    for (const auto& [key, mapped] : v.Get<causeway::Value::Map>()) {
      map.emplace(FromValue<typename D::key>(key), FromValue<typename D::mapped>(mapped));
    }
    return map;
  } else if constexpr (D::kKind == Kind::kAny) {
    return v;
  } else {
    return v.Get<typename D::type>();
  }
}

// The codec table of a part, in dynamic form. Ordinals: enums first, then classes.
template <class Part>
struct DynamicTable {
  static const codec::Table kTable;

  template <class D>
  static bool WriteClass(codec::Writer& w, const causeway::Value& v) {
    const auto* object = v.GetIf<typename D::type>();
    if (object == nullptr) return false;
    causeway::Value::List fields;
    fields.reserve(D::Fields::kSize);
    ForEachField<D>([&]<class F, std::size_t>() {
      fields.push_back(ToValue<typename F::descriptor>(object->*F::kPointer));
    });
    w.WriteClassHeader(D::kOrdinal, static_cast<int>(fields.size()));
    for (const auto& field : fields) w.WriteValue(field, kTable);
    return true;
  }

  template <class D>
  static causeway::Value ReadClass(codec::Reader& r) {
    r.ReadClassFields(static_cast<int>(D::Fields::kSize));
    causeway::Value::List fields;
    fields.reserve(D::Fields::kSize);
    for (std::size_t i = 0; i < D::Fields::kSize; ++i) fields.push_back(r.ReadValue(kTable));
    typename D::type object{};
    ForEachField<D>([&]<class F, std::size_t I>() {
      object.*F::kPointer = FromValue<typename F::descriptor>(fields[I]);
    });
    return causeway::Value::Of(std::move(object));
  }

  static bool Write(codec::Writer& w, const causeway::Value& v) {
    bool done = false;
    int ordinal = 0;
    [&]<class... E>(std::tuple<E...>*) {
      const auto attempt = [&]<class D>() {
        if (!done) {
          if (const auto* e = v.GetIf<typename D::type>()) {
            w.WriteEnum(ordinal, static_cast<int>(*e));
            done = true;
          }
        }
        ++ordinal;
      };
      (attempt.template operator()<E>(), ...);
    }(static_cast<typename Part::Enums*>(nullptr));
    if (done) return true;
    [&]<class... C>(std::tuple<C...>*) {
      ((done = done || WriteClass<C>(w, v)), ...);
    }(static_cast<typename Part::Classes*>(nullptr));
    return done;
  }

  static causeway::Value Read(codec::Reader& r, int ordinal) {
    causeway::Value value;
    int i = 0;
    [&]<class... E>(std::tuple<E...>*) {
      const auto attempt = [&]<class D>() {
        if (i++ == ordinal) {
          value = causeway::Value::Of(static_cast<typename D::type>(
              r.ReadEnumIndex(static_cast<int>(std::size(D::kNames)))));
        }
      };
      (attempt.template operator()<E>(), ...);
    }(static_cast<typename Part::Enums*>(nullptr));
    [&]<class... C>(std::tuple<C...>*) {
      const auto attempt = [&]<class D>() {
        if (D::kOrdinal == ordinal) value = ReadClass<D>(r);
      };
      (attempt.template operator()<C>(), ...);
    }(static_cast<typename Part::Classes*>(nullptr));
    return value;
  }
};

template <class Part>
const codec::Table DynamicTable<Part>::kTable{&DynamicTable<Part>::Write,
                                              &DynamicTable<Part>::Read};

}  // namespace causeway::bench
