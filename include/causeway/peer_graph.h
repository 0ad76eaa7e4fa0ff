// Who keeps whom: the registered peers with their roots, edges and Java classes, for
// `causeway peers FILE`, which finds the leaks in it.
#pragma once

#include <jni.h>

#include <string>

#include "causeway/export.h"
#include "causeway/peer.h"

namespace causeway {

// The file, JSON (docs/peer_graph_file.md). Run it when the program is quiet: the memory of the
// peers is read, and words that point from one to another. With RegistryOptions::creation_stacks it
// says where each was registered. Best after a round of the bridge: what is left then is held.
//
// Throws Error "exception-pending".
CAUSEWAY_EXPORT std::string PeerGraphJson(Registry& registry, JNIEnv* env);

}  // namespace causeway
