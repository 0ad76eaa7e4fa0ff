// Symbol visibility: libcauseway.so is built with hidden visibility and exports only what is
// marked.
#pragma once

#define CAUSEWAY_EXPORT __attribute__((visibility("default")))
