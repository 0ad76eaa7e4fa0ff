// Attributes. libcauseway.so is built with hidden visibility and exports only what is marked.
#pragma once

#define CAUSEWAY_EXPORT __attribute__((visibility("default")))

// For the few functions of the codec that run once a field: compilers stop inlining them in large
// classes, which costs a third of the time of a rich message.
#define CAUSEWAY_ALWAYS_INLINE [[gnu::always_inline]]
