/* What the cases of peers_c_test.c and peers_c_bridge_test.c share. */
#pragma once

#include <jni.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "causeway/peers_c.h"
#include "tests/jvm/peers_c_test.h"

extern const peers_c_host* host;

void check_eq(const char* file, int line, const char* what, long long got, long long want);
void check_status(const char* file, int line, const char* what, causeway_status got,
                  causeway_status want);
#define EQ(got, want) check_eq(__FILE__, __LINE__, #got, (long long)(got), (long long)(want))
#define SAME(got, want) check_eq(__FILE__, __LINE__, #got, (intptr_t)(got), (intptr_t)(want))
#define STATUS(call, want) check_status(__FILE__, __LINE__, #call, call, want)
#define OK(call) STATUS(call, CAUSEWAY_OK)
#define IS_NULL(call) STATUS(call, CAUSEWAY_NULL_ARGUMENT)
#define IS_BAD(call) STATUS(call, CAUSEWAY_BAD_ARGUMENT)

#define HOLDER "com/example/bridge/Halves$Holder"
#define FOREIGN "com/example/bridge/Halves$Foreign"

/* ---- A context: knows what happened to it. */

typedef struct {
  int destroyed;
  int disposed;
  int found_dead;
  pthread_t destroyed_by;
  causeway_registry* registry; /* looked up in by the hook `disposing`, for `half` */
  jobject half;
  causeway_peer* seen;
} thing;

extern const causeway_peer_hooks thing_hooks;
/* For found_dead; `argument` is an int. */
void thing_is_dead(void* argument, void* context);

/* ---- Java */

jobject new_half(JNIEnv* env, const char* name);
jint hash_of(JNIEnv* env, jobject object);

/* From now on a round on this thread runs `hook` before it asks Java for a collection: the halves
 * are weak then. Null: no more. */
void hook_collections(JNIEnv* env, void (*hook)(void*), void* argument);

/* ---- A registry with a bridge by hand, for a case. */

typedef struct {
  JNIEnv* env;
  causeway_registry* registry;
  causeway_bridge* bridge;
  int dead;
} world;

causeway_registry* new_registry(int drain_by_hand);
void open_world(world* w);
void close_world(world* w);
/* Rooted, as those below. */
causeway_peer* new_peer(thing* t);
causeway_peer* add_for(world* w, thing* t, jobject half);
/* The same for a half that Java holds no more. */
causeway_peer* add_unheld(world* w, thing* t, const char* type);
/* A round; how many it found dead. */
size_t collect(world* w);
