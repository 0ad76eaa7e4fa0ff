// A list on a screen whose views have peers in C++: each callback from Java looks one up. Prints
// what the lookups called of JNI; with `--log FILE` it writes their order.
#include <causeway/peer.h>
#include <causeway/vm.h>

#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

namespace {

causeway::Registry* registry = nullptr;
jint clicked_at = -1;

class View final : public causeway::Peer {
 public:
  jint position = -1;
};

View& Of(const causeway::PeerScope& scope, jobject view) {
  return static_cast<View&>(*scope.Borrow(view));
}

void JNICALL Created(JNIEnv* env, jclass, jobject view) {
  registry->GetOrCreate(env, view, [](JNIEnv*, jobject) {
    return causeway::Ref<causeway::Peer>(causeway::MakePeer<View>());
  });
}
void JNICALL Bind(JNIEnv* env, jclass, jobject view, jint position) {
  const causeway::PeerScope scope(*registry, env);
  Of(scope, view).position = position;
}
jint JNICALL OwnHeight(JNIEnv* env, jclass, jobject view) {
  const causeway::PeerScope scope(*registry, env);
  return Of(scope, view).position % 2 == 0 ? 10 : 12;
}
void JNICALL Clicked(JNIEnv* env, jclass, jobject button) {
  const causeway::PeerScope scope(*registry, env);
  clicked_at = Of(scope, button).position;
}

JNINativeMethod Native(const char* name, const char* signature, auto* function) {
  return {const_cast<char*>(name), const_cast<char*>(signature), reinterpret_cast<void*>(function)};
}

}  // namespace

int main(int argc, char** argv) {
  causeway::EmbedOptions options;
  options.class_path = {LIST_JAR};
  causeway::Vm& vm = causeway::Embed(options);
  causeway::Registry views(vm);
  registry = &views;
  JNIEnv* env = vm.env();
  const jclass list = vm.FindClass("com/example/list/RowList");
  const JNINativeMethod natives[] = {
      Native("created", "(Lcom/example/list/RowList$View;)V", &Created),
      Native("bind", "(Lcom/example/list/RowList$View;I)V", &Bind),
      Native("ownHeight", "(Lcom/example/list/RowList$View;)I", &OwnHeight),
      Native("clicked", "(Lcom/example/list/RowList$View;)V", &Clicked)};
  env->RegisterNatives(list, natives, static_cast<jint>(std::size(natives)));

  views.StartLog();  // counts, too
  const jlong heights = env->CallStaticLongMethod(
      list, env->GetStaticMethodID(list, "run", "(II)J"), jint{12}, jint{30});
  const causeway::PeerCounters counters = views.ReadCounters();
  std::cout << heights << " high in 30 frames, clicked at " << clicked_at << "\n"
            << counters.by_object << " lookups, " << counters.missed
            << " of them of views without a peer: " << counters.same_calls
            << " guesses and comparisons, " << counters.hash_calls << " hashes\n";
  if (argc == 3 && std::string(argv[1]) == "--log") {
    std::ofstream(argv[2], std::ios::binary) << views.ReadLog();
  }
  return 0;
}
