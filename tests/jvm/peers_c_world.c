#include "tests/jvm/peers_c_world.h"

#include <stdarg.h>
#include <stdio.h>

const peers_c_host* host;

void check_eq(const char* file, int line, const char* what, long long got, long long want) {
  char text[500];
  if (got == want) return;
  snprintf(text, sizeof text, "%s is %lld, not %lld", what, got, want);
  host->fail(file, line, text);
}
void check_status(const char* file, int line, const char* what, causeway_status got,
                  causeway_status want) {
  char text[1200];
  if (got == want) return;
  snprintf(text, sizeof text, "%s gives %s, not %s: %s", what, causeway_status_name(got),
           causeway_status_name(want), causeway_last_error());
  host->fail(file, line, text);
}

static void destroy_thing(void* context) {
  thing* t = context;
  ++t->destroyed;
  t->destroyed_by = pthread_self();
}
static void dispose_thing(void* context, JNIEnv* env) {
  thing* t = context;
  ++t->disposed;
  if (t->registry == NULL) return;
  OK(causeway_registry_peek(t->registry, env, t->half, &t->seen));
  OK(causeway_registry_dispose(t->registry, env, t->seen)); /* within itself: nothing */
}
void thing_is_dead(void* argument, void* context) {
  ++*(int*)argument;
  ++((thing*)context)->found_dead;
}

const causeway_peer_hooks thing_hooks = {sizeof(causeway_peer_hooks), destroy_thing, dispose_thing};

/* ---- Java */

jobject new_half(JNIEnv* env, const char* name) {
  const jclass type = (*env)->FindClass(env, name);
  const jmethodID made = (*env)->GetMethodID(env, type, "<init>", "()V");
  const jobject half = (*env)->NewObject(env, type, made);
  EQ((*env)->ExceptionCheck(env), 0);
  (*env)->DeleteLocalRef(env, type);
  return half;
}
jint hash_of(JNIEnv* env, jobject object) {
  const jclass type = (*env)->FindClass(env, "java/lang/System");
  const jmethodID hash =
      (*env)->GetStaticMethodID(env, type, "identityHashCode", "(Ljava/lang/Object;)I");
  const jint result = (*env)->CallStaticIntMethod(env, type, hash, object);
  EQ((*env)->ExceptionCheck(env), 0);
  (*env)->DeleteLocalRef(env, type);
  return result;
}

static void (*in_round)(void* argument);
static void* in_round_argument;
static const struct JNINativeInterface_* plain;
static void JNICALL collect_hooked(JNIEnv* env, jclass type, jmethodID method, va_list arguments) {
  if (in_round != NULL) in_round(in_round_argument);
  plain->CallStaticVoidMethodV(env, type, method, arguments);
}
void hook_collections(JNIEnv* env, void (*hook)(void*), void* argument) {
  static struct JNINativeInterface_ hooked;
  if (hook == NULL) {
    *env = plain;
    return;
  }
  plain = *env;
  hooked = *plain;
  hooked.CallStaticVoidMethodV = collect_hooked;
  in_round = hook;
  in_round_argument = argument;
  *env = &hooked;
}

causeway_registry* new_registry(int drain_by_hand) {
  causeway_registry_options options = CAUSEWAY_REGISTRY_OPTIONS_INIT;
  causeway_registry* registry = NULL;
  options.check_exceptions = 1;
  options.drain_by_hand = drain_by_hand;
  OK(causeway_registry_create(host->vm, &options, &registry));
  return registry;
}
void open_world(world* w) {
  causeway_bridge_options options = CAUSEWAY_BRIDGE_OPTIONS_INIT;
  w->env = host->env;
  w->dead = 0;
  w->registry = new_registry(0);
  options.automatic = 0;
  options.found_dead = thing_is_dead;
  options.argument = &w->dead;
  OK(causeway_bridge_create(w->registry, &options, &w->bridge));
}
void close_world(world* w) {
  STATUS(causeway_registry_destroy(w->registry), CAUSEWAY_BAD_ARGUMENT); /* it has a bridge */
  causeway_bridge_destroy(w->bridge);
  OK(causeway_registry_destroy(w->registry));
}
causeway_peer* new_peer(thing* t) {
  causeway_peer* peer = NULL;
  memset(t, 0, sizeof *t);
  OK(causeway_peer_new(t, &thing_hooks, &peer));
  return peer;
}
causeway_peer* add_for(world* w, thing* t, jobject half) {
  causeway_peer* peer = new_peer(t);
  OK(causeway_registry_add(w->registry, w->env, half, peer, CAUSEWAY_REAL, NULL));
  return peer;
}
causeway_peer* add_unheld(world* w, thing* t, const char* type) {
  const jobject half = new_half(w->env, type);
  causeway_peer* peer = add_for(w, t, half);
  (*w->env)->DeleteLocalRef(w->env, half);
  return peer;
}
size_t collect(world* w) {
  causeway_round_numbers numbers = CAUSEWAY_ROUND_NUMBERS_INIT;
  OK(causeway_bridge_collect(w->bridge, w->env, &numbers));
  return numbers.dead;
}
