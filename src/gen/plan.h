#pragma once

// How each method of an API crosses the boundary: the calling convention of
// docs/calling_convention.md as data. Both emitters and --explain read this and decide nothing.

#include <string>
#include <vector>

#include "gen/model.h"

namespace causeway::gen {

inline constexpr int kMaxFlattenedLeaves = 8;
inline constexpr int kMaxPresenceBits = 64;
inline constexpr int kMaxJavaArgumentSlots = 200;

enum class How {
  kDirect,     // one leaf
  kFlattened,  // leaves of a small class; none if it has no fields
  kArray,      // typed data as a Java array
  kString,     // a string by itself: as a Java string, or in the buffer if C++ sends ASCII or null
  kBuffer,     // encoded in the call buffer
};

// A value that crosses as leaves: a scalar or enum (leaf >= 0), or a class (fields).
struct FlatNode {
  const Type* type = nullptr;
  std::string name;       // the definition's name of the parameter or field; empty for a result
  int leaf = -1;          // index among the leaves of its parameter or result; -1: a class
  int presence_bit = -1;  // in the call's mask (parameters) or the result's mask; -1: not nullable
  std::vector<FlatNode> fields;  // of a class, one per field, field order
};

struct LeafSlot {
  char jni = 'J';  // Z, J, D or I
};

struct ParameterPlan {
  const Parameter* parameter = nullptr;
  How how = How::kBuffer;
  FlatNode root;                 // kDirect, kFlattened
  std::vector<LeafSlot> leaves;  // kDirect (1), kFlattened (0..8)
};

enum class ReturnForm {
  kVoid,
  kLeaf,             // root has exactly one leaf and no presence bit; returned as that leaf
  kIndexOrMinusOne,  // bool? and enum?
  kSentinel,         // int? and double?
  kSlots,            // flattened class through the buffer
  kArray,
  kString,  // as How::kString
  kEncoded,
};

struct ResultPlan {
  const Type* type = nullptr;
  ReturnForm form = ReturnForm::kVoid;
  FlatNode root;  // kLeaf, kIndexOrMinusOne, kSentinel, kSlots; presence bits count from 0
  std::vector<LeafSlot> leaves;
  int presence_bits = 0;  // of kSlots
};

struct MethodPlan {
  const Method* method = nullptr;
  std::vector<ParameterPlan> parameters;
  int presence_bits = 0;  // > 0: the call has a mask argument
  // The call has the buffer and a length for arguments: always if one is kBuffer, and in a call
  // into Java also if one is kString.
  bool encodes_arguments = false;
  // Synchronous result. Of an async method: only `type` and kVoid or kEncoded are used, since
  // replies are always encoded.
  ResultPlan result;
  // encodes_arguments, or a synchronous result that needs it: kSlots, kEncoded, and kString in a
  // call from Java.
  bool uses_buffer = false;
  std::string java_name;     // unique among the API's glue methods (overloads do not occur in Dart)
  std::string up_signature;  // JNI signature of the glue method, HostApi
  std::string down_signature;  // JNI signature of the native method, FlutterApi
};

// JNI type of a typed-data kind, e.g. "[B".
std::string ArraySignature(TypeKind kind);

// True if the value can cross as leaves (rule 1 or 2), ignoring the limits of a whole call.
bool CanFlatten(const Program& program, const Type& type);

MethodPlan PlanMethod(const Program& program, ApiKind kind, const Method& method);

}  // namespace causeway::gen
