/* The registry and the bridge of causeway::peers (peer.h, bridge.h) for C, and for other runtimes
 * that drive them. C11; no C++ type and no exception passes. Link libcauseway-peers.so.
 *
 * Words. A peer is a C++ or other native object that belongs to one Java object, its half. Here it
 * is a causeway_peer that carries a `void*` of yours, the context.
 *
 * Ownership. A causeway_peer* that a function gives through an out parameter is ROOTED for the
 * caller (a counted native reference), unless its comment says "borrowed": give it back with
 * causeway_peer_unroot. What is registered lives on without roots; what is neither registered nor
 * rooted is destroyed: its `destroy` hook gets the context. A borrowed peer is valid until the
 * scope ends in which it was borrowed.
 *
 * Errors. Functions that can fail give a causeway_status; the out parameters are then untouched
 * unless the comment says otherwise, and causeway_last_error() has a text. CAUSEWAY_NULL_ARGUMENT
 * for a pointer that must not be null, CAUSEWAY_OUT_OF_MEMORY and CAUSEWAY_FAILED (a bug) are
 * possible wherever a status is given, and not listed again. A Java null as `object` has no peer:
 * lookups answer NULL.
 *
 * Threads. Every function may be called by any thread at any time, except where said; `env` is
 * that of the calling thread, without a pending exception. No lookup waits for anything, rounds
 * included. Callbacks run without a lock except where said, and must not throw or longjmp. A Java
 * exception that a callback leaves pending is the caller's to see.
 *
 * ABI. Structs with a `size` field first may grow at their end: set it with the _INIT macro, or to
 * sizeof. A library that is older than its caller refuses (CAUSEWAY_BAD_ARGUMENT) options that it
 * does not know and that are not zero. A newer one may give codes that are not listed here; no
 * number is ever given again. */
#pragma once

#include <jni.h>
#include <stddef.h>
#include <stdint.h>

#include "causeway/export.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct causeway_peer causeway_peer;
typedef struct causeway_registry causeway_registry;
typedef struct causeway_bridge causeway_bridge;

/* ---- Errors */

typedef int32_t causeway_status;
enum {
  CAUSEWAY_OK = 0,
  CAUSEWAY_OUT_OF_MEMORY = 1,        /* of the native heap */
  CAUSEWAY_NULL_ARGUMENT = 2,        /* a pointer or an object that must not be null is */
  CAUSEWAY_BAD_ARGUMENT = 3,         /* a value that the comment of the function excludes */
  CAUSEWAY_FAILED = 4,               /* anything else; the text says what */
  CAUSEWAY_OUT_OF_REFERENCES = 5,    /* the JVM gives no more; nothing has changed, try again */
  CAUSEWAY_STALE_PEER = 6,           /* not the handle of a registered peer */
  CAUSEWAY_DISPOSED_PEER = 7,        /* was registered once, and is not any more */
  CAUSEWAY_REGISTERED_ELSEWHERE = 8, /* for another object, or in another registry */
  CAUSEWAY_UNREGISTERED_PEER = 9,    /* must be registered, and is not (or not any more) */
  CAUSEWAY_UNREGISTERED_OWNER = 10,  /* of an edge: has been disposed of, or was found dead */
  CAUSEWAY_OTHER_REGISTRY = 11,      /* the peer belongs to another registry */
  CAUSEWAY_SECOND_BRIDGE = 12,       /* the registry has a bridge already */
  CAUSEWAY_CLASS_NOT_FOUND = 13,     /* causeway-runtime.jar is not on the class path */
  CAUSEWAY_EXCEPTION_PENDING = 14,   /* a Java exception is pending on this thread */
  CAUSEWAY_ATTACH_FAILED = 15,       /* the JVM refuses this thread */
  CAUSEWAY_VM_DETACHED = 16          /* the JVM is gone, or going */
};

/* "ok", "stale-peer", …: the code of causeway::Error. "unknown" for other numbers. Static. */
CAUSEWAY_EXPORT const char* causeway_status_name(causeway_status status);

/* Text of the last error that a function of this header gave on the calling thread, in UTF-8, cut
 * after 500 bytes; "" if there was none. Valid until the next error on this thread. */
CAUSEWAY_EXPORT const char* causeway_last_error(void);

/* ---- Peers */

typedef struct causeway_peer_hooks {
  size_t size;
  /* Each may be null. The end of the peer. Called once, on a thread that drains the registry (see
   * causeway_registry_options) or, if the peer was never registered or the registry is gone, on
   * the one that gives up the last root. It may call anything but causeway_bridge_collect,
   * causeway_bridge_judge and the destroy functions. */
  void (*destroy)(void* context);
  /* causeway_registry_dispose has begun. Called once, on its thread; lookups still find the peer.
   */
  void (*disposing)(void* context, JNIEnv* env);
} causeway_peer_hooks;
#define CAUSEWAY_PEER_HOOKS_INIT {sizeof(causeway_peer_hooks), NULL, NULL}

/* A new peer with one root. `context` may be null; `hooks`, which is copied, may be null.
 * CAUSEWAY_BAD_ARGUMENT: hooks->size. */
CAUSEWAY_EXPORT causeway_status causeway_peer_new(void* context, const causeway_peer_hooks* hooks,
                                                  causeway_peer** peer);

/* One root more. The caller holds one, or has borrowed the peer. CAUSEWAY_UNREGISTERED_PEER: it
 * has ended meanwhile, and nobody else holds it. CAUSEWAY_OUT_OF_REFERENCES. */
CAUSEWAY_EXPORT causeway_status causeway_peer_root(causeway_peer* peer);
/* Gives a root up. Null is nothing. May run `destroy`. */
CAUSEWAY_EXPORT void causeway_peer_unroot(causeway_peer* peer);

/* The caller holds a root, or has borrowed the peer; null gives NULL, 0, 0. */
CAUSEWAY_EXPORT void* causeway_peer_context(const causeway_peer* peer);
/* The name of a registered peer, for a long field of an own Java class; 0 while not registered.
 * Never given again. Also a weak name: see causeway_registry_lock. */
CAUSEWAY_EXPORT jlong causeway_peer_handle(const causeway_peer* peer);
/* 1 or 0. */
CAUSEWAY_EXPORT int causeway_peer_registered(const causeway_peer* peer);

/* Edges. `owner` keeps `target` as long as it lives itself; the bridge sees such references and no
 * others. They are numbered from 0 to below CAUSEWAY_EDGE_LIMIT; setting one makes all that have
 * smaller numbers. One edge may be read by many threads while one of them sets it.
 *
 * Until the owner is registered it roots the target. The target must be registered, in the
 * registry of the owner; once it is disposed of, the edge reads as empty. Null empties the edge.
 * CAUSEWAY_BAD_ARGUMENT: index. CAUSEWAY_UNREGISTERED_PEER, CAUSEWAY_OTHER_REGISTRY: target.
 * CAUSEWAY_UNREGISTERED_OWNER, CAUSEWAY_OUT_OF_REFERENCES. */
#define CAUSEWAY_EDGE_LIMIT 1048576
CAUSEWAY_EXPORT causeway_status causeway_peer_set_edge(causeway_peer* owner, size_t index,
                                                       causeway_peer* target);
/* The target, rooted; NULL if the edge is empty or was never set. CAUSEWAY_UNREGISTERED_OWNER,
 * CAUSEWAY_OUT_OF_REFERENCES. */
CAUSEWAY_EXPORT causeway_status causeway_peer_get_edge(causeway_peer* owner, size_t index,
                                                       causeway_peer** target);

/* ---- The registry */

typedef struct causeway_registry_options {
  size_t size;
  /* 1: `destroy` hooks run only in causeway_registry_drain, on its thread. 0: also on threads that
   * add, dispose or remove, and on that of a round. */
  int drain_by_hand;
  /* 1: ask for an exception after each identity hash, for programs that run with -Xcheck:jni. */
  int check_exceptions;
  /* Any reference: asked first for dev.causeway classes. Null: as FindClass does. */
  jobject class_loader;
} causeway_registry_options;
#define CAUSEWAY_REGISTRY_OPTIONS_INIT {sizeof(causeway_registry_options), 0, 0, NULL}

/* Attaches the calling thread. `options` may be null. CAUSEWAY_BAD_ARGUMENT: options->size.
 * CAUSEWAY_EXCEPTION_PENDING, CAUSEWAY_ATTACH_FAILED, CAUSEWAY_VM_DETACHED. */
CAUSEWAY_EXPORT causeway_status causeway_registry_create(JavaVM* vm,
                                                         const causeway_registry_options* options,
                                                         causeway_registry** registry);

/* Unregisters all and destroys what nobody roots. No other thread may use the registry any more;
 * roots may live on. On an error nothing has happened. CAUSEWAY_BAD_ARGUMENT: it has a bridge.
 * CAUSEWAY_ATTACH_FAILED, CAUSEWAY_VM_DETACHED. */
CAUSEWAY_EXPORT causeway_status causeway_registry_destroy(causeway_registry* registry);

typedef int32_t causeway_standing;
enum {
  CAUSEWAY_REAL = 0,       /* displaces a replaceable peer; is never displaced */
  CAUSEWAY_REPLACEABLE = 1 /* made as a stand-in; displaces nothing */
};

/* Registers `peer`, which the caller goes on to root, for `object`. `counts` gets the peer that
 * counts from now on, rooted: another one if the object has one that `standing` does not displace
 * (`peer` is then an unregistered alias). `counts` may be null. The same peer again changes
 * nothing. CAUSEWAY_NULL_ARGUMENT: also a Java null. CAUSEWAY_BAD_ARGUMENT: standing.
 * CAUSEWAY_REGISTERED_ELSEWHERE, CAUSEWAY_DISPOSED_PEER, CAUSEWAY_OUT_OF_REFERENCES. */
CAUSEWAY_EXPORT causeway_status causeway_registry_add(causeway_registry* registry, JNIEnv* env,
                                                      jobject object, causeway_peer* peer,
                                                      causeway_standing standing,
                                                      causeway_peer** counts);

/* The peer of `object`, rooted, or NULL. `object` must not be a weak reference.
 * CAUSEWAY_OUT_OF_REFERENCES. */
CAUSEWAY_EXPORT causeway_status causeway_registry_peek(causeway_registry* registry, JNIEnv* env,
                                                       jobject object, causeway_peer** peer);

/* Makes a peer with one root, which passes to the registry; or NULL. */
typedef causeway_peer* (*causeway_factory)(void* argument, JNIEnv* env, jobject object);
/* The peer of `object`, rooted, made by `factory` if it has none. The factory, or another thread,
 * may register one first: that one counts, and the made one is given up. NULL if the factory
 * makes none. Errors as causeway_registry_add; the made peer is then given up. */
CAUSEWAY_EXPORT causeway_status causeway_registry_get_or_create(
    causeway_registry* registry, JNIEnv* env, jobject object, causeway_factory factory,
    void* argument, causeway_standing standing, causeway_peer** peer);

/* The registered peer with this handle, rooted, or NULL if it is not registered any more (or was
 * found dead): a handle names its peer weakly. It must be of this registry. While a round holds
 * the half weakly this rescues it. CAUSEWAY_OUT_OF_REFERENCES. */
CAUSEWAY_EXPORT causeway_status causeway_registry_lock(causeway_registry* registry, jlong handle,
                                                       causeway_peer** peer);

/* Calls `disposing`, unregisters, lets the half go. Once: a second call, also from within the
 * hook, does nothing. The caller holds a root or has borrowed the peer. CAUSEWAY_OTHER_REGISTRY. */
CAUSEWAY_EXPORT causeway_status causeway_registry_dispose(causeway_registry* registry, JNIEnv* env,
                                                          causeway_peer* peer);
/* The same without the hook. */
CAUSEWAY_EXPORT causeway_status causeway_registry_remove(causeway_registry* registry, JNIEnv* env,
                                                         causeway_peer* peer);

/* Fills `peers` with up to `capacity` of the registered peers, rooted, in no order. `count` gets
 * how many there are: if that is more than `capacity`, the rest is left out. `peers` may be null
 * if capacity is 0. CAUSEWAY_OUT_OF_REFERENCES. */
CAUSEWAY_EXPORT causeway_status causeway_registry_list(causeway_registry* registry,
                                                       causeway_peer** peers, size_t capacity,
                                                       size_t* count);

/* A new local reference to the half, or NULL if the peer is not registered (or the JVM has no
 * memory). CAUSEWAY_OTHER_REGISTRY. */
CAUSEWAY_EXPORT causeway_status causeway_registry_new_java_ref(causeway_registry* registry,
                                                               JNIEnv* env,
                                                               const causeway_peer* peer,
                                                               jobject* object);

/* Destroys what is due and deletes its references. `destroyed`, how many peers, may be null. */
CAUSEWAY_EXPORT causeway_status causeway_registry_drain(causeway_registry* registry, JNIEnv* env,
                                                        size_t* destroyed);

typedef struct causeway_registry_numbers {
  size_t size;
  size_t peers; /* registered */
  size_t table_capacity;
  size_t longest_bucket; /* the most peers that ever shared an identity hash */
  size_t retired;        /* what waits for readers to leave */
  double break_even;     /* share of right guesses from which guessing pays on this JVM */
} causeway_registry_numbers;
#define CAUSEWAY_REGISTRY_NUMBERS_INIT {sizeof(causeway_registry_numbers), 0, 0, 0, 0, 0.0}
/* CAUSEWAY_BAD_ARGUMENT: numbers->size. */
CAUSEWAY_EXPORT causeway_status causeway_registry_get_numbers(causeway_registry* registry,
                                                              causeway_registry_numbers* numbers);

/* ---- Borrowing: for callbacks; no lock, no allocation, no reference */

/* On the caller's stack. */
typedef struct causeway_scope {
  void* opaque[4];
} causeway_scope;

/* What this thread borrows in a scope stays valid until it ends, even if another thread disposes
 * of it. Scopes nest. Do not keep one where the thread blocks for long. */
CAUSEWAY_EXPORT causeway_status causeway_scope_begin(causeway_registry* registry, JNIEnv* env,
                                                     causeway_scope* scope);
/* On the thread that began it, once. Null is nothing. */
CAUSEWAY_EXPORT void causeway_scope_end(causeway_scope* scope);

/* The peer of `object`, borrowed, or NULL. */
CAUSEWAY_EXPORT causeway_status causeway_scope_borrow(const causeway_scope* scope, jobject object,
                                                      causeway_peer** peer);
/* `hash` is System.identityHashCode(object). */
CAUSEWAY_EXPORT causeway_status causeway_scope_borrow_by_hash(const causeway_scope* scope,
                                                              jobject object, jint hash,
                                                              causeway_peer** peer);
/* CAUSEWAY_STALE_PEER. Hand the object itself to the native method too, so that it stays reachable
 * while the call runs. */
CAUSEWAY_EXPORT causeway_status causeway_scope_borrow_by_handle(const causeway_scope* scope,
                                                                jlong handle, causeway_peer** peer);

/* ---- The bridge: collects cycles that run through both heaps */

typedef struct causeway_bridge_options {
  size_t size;
  /* 1: rounds start by themselves, on a thread of the bridge's own. 0: only by
   * causeway_bridge_collect and causeway_bridge_judge. */
  int automatic;
  /* The least number of registrations between two automatic rounds. */
  size_t growth;
  /* Also near this many registered peers; 0: no limit. */
  size_t reference_budget;
  /* How often to ask whether Java has collected its heap, which starts a round; ms, 0: never. */
  uint32_t notice_collections_ms;
  /* From the end of a round to the start of the next automatic one; ms. */
  uint32_t least_pause_ms;
  /* The verdict: called for each peer that a round finds dead, on the thread of the round, before
   * the round ends. The context is still valid; it must not call functions of this header, and
   * `destroy` follows when the peer is drained. May be null. */
  void (*found_dead)(void* argument, void* context);
  void* argument;
} causeway_bridge_options;
#define CAUSEWAY_BRIDGE_OPTIONS_INIT \
  {sizeof(causeway_bridge_options), 1, 1000, 0, 1000, 500, NULL, NULL}

/* At most one for a registry. `options` may be null. CAUSEWAY_BAD_ARGUMENT: options->size.
 * CAUSEWAY_SECOND_BRIDGE, CAUSEWAY_CLASS_NOT_FOUND, CAUSEWAY_ATTACH_FAILED, CAUSEWAY_VM_DETACHED.
 */
CAUSEWAY_EXPORT causeway_status causeway_bridge_create(causeway_registry* registry,
                                                       const causeway_bridge_options* options,
                                                       causeway_bridge** bridge);
/* Waits for a round that is running; no other thread may use the bridge any more. Null is
 * nothing. */
CAUSEWAY_EXPORT void causeway_bridge_destroy(causeway_bridge* bridge);

typedef struct causeway_round_numbers {
  size_t size;
  size_t peers;      /* registered when it began */
  size_t candidates; /* of these, without a root, and not reached from one by edges */
  size_t components; /* strongly connected, of the candidates */
  size_t edges;      /* between peers */
  size_t mirrored;   /* references set in Java */
  size_t foreign;    /* peers whose edges Java cannot hold: their targets stayed strong */
  size_t rescued;    /* candidates that a thread asked for while the round ran */
  size_t dead;
  /* Nanoseconds. */
  int64_t scan;
  int64_t mirror;
  int64_t flip;
  int64_t collect;
  int64_t judge;
  int64_t finish;
} causeway_round_numbers;
#define CAUSEWAY_ROUND_NUMBERS_INIT \
  {sizeof(causeway_round_numbers), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}

/* A round on this thread, after one that is running; a full collection of the Java heap. Without
 * drain_by_hand the dead are destroyed before it returns, if no thread is in a scope. `numbers`
 * may be null. CAUSEWAY_BAD_ARGUMENT: numbers->size. CAUSEWAY_EXCEPTION_PENDING. */
CAUSEWAY_EXPORT causeway_status causeway_bridge_collect(causeway_bridge* bridge, JNIEnv* env,
                                                        causeway_round_numbers* numbers);
/* A round soon, on the bridge's thread; several requests are one. Nothing if not automatic. */
CAUSEWAY_EXPORT causeway_status causeway_bridge_request(causeway_bridge* bridge);

typedef struct causeway_bridge_numbers {
  size_t size;
  uint64_t rounds;
  uint64_t dead;
} causeway_bridge_numbers;
#define CAUSEWAY_BRIDGE_NUMBERS_INIT {sizeof(causeway_bridge_numbers), 0, 0}
/* Since the bridge was made. CAUSEWAY_BAD_ARGUMENT: numbers->size. */
CAUSEWAY_EXPORT causeway_status causeway_bridge_get_numbers(causeway_bridge* bridge,
                                                            causeway_bridge_numbers* numbers);

/* ---- For a runtime that computes its own components
 *
 * A runtime with a collector of its own keeps one root on each of its peers. When its collector
 * finds peers that it reaches from nowhere, it gives them here, as the strongly connected
 * components of its own graph and the references between those, and asks which Java still needs:
 *
 *   dead   no half of the component is reachable in Java, nor by references from a component that
 *          is alive, and no thread rooted one of its peers
 *   alive  anything else
 *
 * Members of a component live or die together. A component without peers stands for objects of the
 * runtime that have no peer and through which references run. Peers that are not given are asked
 * about only if nobody roots them. Edges (causeway_peer_set_edge) count as well. Where a half
 * cannot hold edges (its class neither extends EdgeHolder nor implements EdgeSlot), what its
 * component references is alive, and so is its component if that has several peers.
 *
 * A thread that comes upon a given peer while this runs (a callback from Java) must root it
 * before it follows references of its own runtime from it; a borrow is not enough. That root keeps
 * what the component references until the peer is disposed of. */

typedef struct causeway_component {
  causeway_peer* const* peers; /* may be null if count is 0 */
  size_t count;
} causeway_component;

/* Indexes of components. */
typedef struct causeway_reference {
  size_t from;
  size_t to;
} causeway_reference;

typedef int32_t causeway_verdict;
enum {
  CAUSEWAY_ALIVE = 0,       /* the caller has its root again */
  CAUSEWAY_DEAD = 1,        /* the root is gone, and the peer with it: `destroy` is due */
  CAUSEWAY_UNREGISTERED = 2 /* another thread disposed of it; the root is gone */
};

/* A round in which the caller lends its root on each given peer. `verdicts` gets one for each, in
 * the order of the components and of the peers in them. A peer that others root as well is
 * alive. On an error all roots are as they were. Costs a temporary pair for each component that
 * has several peers or references others. In `numbers` (may be null) those count as peers.
 * CAUSEWAY_BAD_ARGUMENT: the bridge is automatic; a peer is given twice; an index is too large;
 * numbers->size. CAUSEWAY_UNREGISTERED_PEER: was never registered. CAUSEWAY_OTHER_REGISTRY,
 * CAUSEWAY_OUT_OF_REFERENCES, CAUSEWAY_EXCEPTION_PENDING. */
CAUSEWAY_EXPORT causeway_status causeway_bridge_judge(
    causeway_bridge* bridge, JNIEnv* env, const causeway_component* components,
    size_t component_count, const causeway_reference* references, size_t reference_count,
    causeway_verdict* verdicts, causeway_round_numbers* numbers);

#ifdef __cplusplus
} /* extern "C" */
#endif
