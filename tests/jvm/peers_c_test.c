/* The C API of peers (peers_c.h), used as a program in C uses it: each function once with a value
 * that somebody could get wrong, each status, callbacks, threads. Rounds: peers_c_bridge_test.c. */
#define _POSIX_C_SOURCE 200809L
#include "tests/jvm/peers_c_test.h"

#include <pthread.h>
#include <string.h>

#include "causeway/peers_c.h"
#include "tests/jvm/peers_c_world.h"

/* ---- Errors and arguments */

static void names_of_statuses(const peers_c_host* h) {
  host = h;
  EQ(strcmp(causeway_status_name(CAUSEWAY_OK), "ok"), 0);
  EQ(strcmp(causeway_status_name(CAUSEWAY_BAD_ARGUMENT), "bad-argument"), 0);
  EQ(strcmp(causeway_status_name(CAUSEWAY_OTHER_REGISTRY), "other-registry"), 0);
  EQ(strcmp(causeway_status_name(CAUSEWAY_VM_DETACHED), "vm-detached"), 0);
  EQ(strcmp(causeway_status_name(17), "unknown"), 0);
  EQ(strcmp(causeway_status_name(-1), "unknown"), 0);
}

static void null_arguments(const peers_c_host* h) {
  const causeway_component no_peers = {NULL, 1};
  world w;
  thing t;
  causeway_peer* peer;
  causeway_peer* out = (causeway_peer*)&w;
  causeway_scope scope;
  causeway_verdict verdict;
  size_t count;
  jobject object;
  jobject half;
  host = h;
  open_world(&w);
  half = new_half(w.env, HOLDER);
  peer = add_for(&w, &t, half);
  IS_NULL(causeway_peer_new(NULL, NULL, NULL));
  IS_NULL(causeway_peer_root(NULL));
  causeway_peer_unroot(NULL);
  SAME(causeway_peer_context(NULL), NULL);
  EQ(causeway_peer_handle(NULL), 0);
  EQ(causeway_peer_registered(NULL), 0);
  IS_NULL(causeway_peer_set_edge(NULL, 0, peer));
  IS_NULL(causeway_peer_get_edge(NULL, 0, &out));
  IS_NULL(causeway_peer_get_edge(peer, 0, NULL));
  IS_NULL(causeway_registry_create(NULL, NULL, &w.registry));
  IS_NULL(causeway_registry_create(h->vm, NULL, NULL));
  IS_NULL(causeway_registry_destroy(NULL));
  IS_NULL(causeway_registry_add(NULL, w.env, half, peer, CAUSEWAY_REAL, NULL));
  IS_NULL(causeway_registry_add(w.registry, NULL, half, peer, CAUSEWAY_REAL, NULL));
  IS_NULL(causeway_registry_add(w.registry, w.env, NULL, peer, CAUSEWAY_REAL, NULL));
  IS_NULL(causeway_registry_add(w.registry, w.env, half, NULL, CAUSEWAY_REAL, NULL));
  IS_NULL(causeway_registry_peek(NULL, w.env, half, &out));
  IS_NULL(causeway_registry_peek(w.registry, NULL, half, &out));
  IS_NULL(causeway_registry_peek(w.registry, w.env, half, NULL));
  IS_NULL(
      causeway_registry_get_or_create(w.registry, w.env, half, NULL, NULL, CAUSEWAY_REAL, &out));
  IS_NULL(causeway_registry_lock(NULL, 1, &out));
  IS_NULL(causeway_registry_lock(w.registry, 1, NULL));
  IS_NULL(causeway_registry_dispose(w.registry, w.env, NULL));
  IS_NULL(causeway_registry_dispose(w.registry, NULL, peer));
  IS_NULL(causeway_registry_remove(NULL, w.env, peer));
  IS_NULL(causeway_registry_list(w.registry, NULL, 1, &count));
  IS_NULL(causeway_registry_list(w.registry, NULL, 0, NULL));
  IS_NULL(causeway_registry_new_java_ref(w.registry, w.env, NULL, &object));
  IS_NULL(causeway_registry_drain(w.registry, NULL, NULL));
  IS_NULL(causeway_registry_get_numbers(w.registry, NULL));
  IS_NULL(causeway_scope_begin(w.registry, NULL, &scope));
  IS_NULL(causeway_scope_begin(w.registry, w.env, NULL));
  causeway_scope_end(NULL);
  IS_NULL(causeway_scope_borrow(NULL, half, &out));
  IS_NULL(causeway_scope_borrow_by_hash(NULL, half, 0, &out));
  IS_NULL(causeway_scope_borrow_by_handle(NULL, 1, &out));
  IS_NULL(causeway_bridge_create(NULL, NULL, &w.bridge));
  IS_NULL(causeway_bridge_create(w.registry, NULL, NULL));
  causeway_bridge_destroy(NULL);
  IS_NULL(causeway_bridge_collect(NULL, w.env, NULL));
  IS_NULL(causeway_bridge_collect(w.bridge, NULL, NULL));
  IS_NULL(causeway_bridge_request(NULL));
  IS_NULL(causeway_bridge_get_numbers(w.bridge, NULL));
  IS_NULL(causeway_bridge_judge(w.bridge, w.env, NULL, 1, NULL, 0, &verdict, NULL));
  IS_NULL(causeway_bridge_judge(w.bridge, w.env, NULL, 0, NULL, 1, &verdict, NULL));
  IS_NULL(causeway_bridge_judge(w.bridge, w.env, NULL, 0, NULL, 0, NULL, NULL));
  IS_NULL(causeway_bridge_judge(w.bridge, w.env, &no_peers, 1, NULL, 0, &verdict, NULL));
  SAME(out, &w); /* untouched by errors */
  /* A Java null has no peer. */
  OK(causeway_registry_peek(w.registry, w.env, NULL, &out));
  SAME(out, NULL);
  causeway_peer_unroot(peer);
  close_world(&w);
  EQ(t.destroyed, 1);
}

static void bad_arguments(const peers_c_host* h) {
  struct {
    causeway_peer_hooks known;
    void* later;
  } grown = {{sizeof grown, thing_hooks.destroy, NULL}, NULL};
  causeway_peer_hooks hooks = CAUSEWAY_PEER_HOOKS_INIT;
  causeway_registry_options registry_options = CAUSEWAY_REGISTRY_OPTIONS_INIT;
  causeway_bridge_options bridge_options = CAUSEWAY_BRIDGE_OPTIONS_INIT;
  causeway_round_numbers round = CAUSEWAY_ROUND_NUMBERS_INIT;
  causeway_registry_numbers numbers = CAUSEWAY_REGISTRY_NUMBERS_INIT;
  causeway_bridge_numbers totals = CAUSEWAY_BRIDGE_NUMBERS_INIT;
  world w;
  thing t;
  thing u;
  causeway_peer* peer;
  causeway_peer* other = NULL;
  causeway_registry* registry = NULL;
  causeway_bridge* bridge = NULL;
  host = h;
  open_world(&w);
  peer = add_unheld(&w, &t, HOLDER);
  hooks.size = sizeof hooks - 1;
  IS_BAD(causeway_peer_new(&u, &hooks, &other));
  registry_options.size = 0;
  IS_BAD(causeway_registry_create(h->vm, &registry_options, &registry));
  bridge_options.size = 1;
  IS_BAD(causeway_bridge_create(w.registry, &bridge_options, &bridge));
  round.size = 8;
  IS_BAD(causeway_bridge_collect(w.bridge, w.env, &round));
  numbers.size = 8;
  IS_BAD(causeway_registry_get_numbers(w.registry, &numbers));
  totals.size = 8;
  IS_BAD(causeway_bridge_get_numbers(w.bridge, &totals));
  totals.size = sizeof totals;
  OK(causeway_bridge_get_numbers(w.bridge, &totals));
  EQ(totals.rounds, 0); /* the refused one did not run */
  IS_BAD(causeway_peer_set_edge(peer, CAUSEWAY_EDGE_LIMIT, peer));
  IS_BAD(causeway_registry_add(w.registry, w.env, new_half(w.env, HOLDER), peer, 2, NULL));
  /* A caller that is newer than the library: what it does not set does not matter. */
  memset(&u, 0, sizeof u);
  OK(causeway_peer_new(&u, &grown.known, &other));
  causeway_peer_unroot(other);
  EQ(u.destroyed, 1);
  grown.later = &w;
  IS_BAD(causeway_peer_new(&u, &grown.known, &other));
  causeway_peer_unroot(peer);
  close_world(&w);
}

static causeway_peer* throwing_factory(void* argument, JNIEnv* env, jobject object) {
  (void)env;
  (void)object;
  host->throw_text(argument);
  return NULL;
}

static void* no_error_here(void* argument) {
  *(int*)argument = (int)strlen(causeway_last_error());
  return NULL;
}

static void last_error_is_of_the_thread_and_cut(const peers_c_host* h) {
  /* 499 bytes and a character of two: the text must not end within it. */
  char text[600];
  world w;
  causeway_peer* peer = NULL;
  jobject half;
  pthread_t thread;
  int length = -1;
  host = h;
  open_world(&w);
  half = new_half(w.env, HOLDER);
  memset(text, 'x', 499);
  strcpy(text + 499, "\xC3\xA9 and more");
  STATUS(causeway_registry_get_or_create(w.registry, w.env, half, throwing_factory, text,
                                         CAUSEWAY_REAL, &peer),
         CAUSEWAY_FAILED);
  EQ(strlen(causeway_last_error()), 499);
  EQ(causeway_last_error()[498], 'x');
  pthread_create(&thread, NULL, no_error_here, &length);
  pthread_join(thread, NULL);
  EQ(length, 0);
  STATUS(causeway_peer_root(NULL), CAUSEWAY_NULL_ARGUMENT);
  EQ(strstr(causeway_last_error(), "null") != NULL, 1);
  close_world(&w);
}

static void out_of_memory(const peers_c_host* h) {
  world w;
  thing t;
  thing u;
  causeway_peer* peer = NULL;
  causeway_peer* owner;
  causeway_status status = CAUSEWAY_OUT_OF_MEMORY;
  int nth;
  host = h;
  open_world(&w);
  memset(&t, 0, sizeof t);
  h->fail_allocation(1);
  STATUS(causeway_peer_new(&t, &thing_hooks, &peer), CAUSEWAY_OUT_OF_MEMORY);
  h->fail_allocation(0);
  SAME(peer, NULL);
  EQ(t.destroyed, 0);
  owner = add_unheld(&w, &u, HOLDER);
  for (nth = 1; status == CAUSEWAY_OUT_OF_MEMORY && nth < 50; ++nth) {
    h->fail_allocation(nth);
    status = causeway_peer_set_edge(owner, 0, owner);
    h->fail_allocation(0);
  }
  EQ(status, CAUSEWAY_OK);
  EQ(nth > 4, 1); /* a list, a piece, its edges and their nodes */
  OK(causeway_peer_get_edge(owner, 0, &peer));
  SAME(peer, owner);
  causeway_peer_unroot(peer);
  causeway_peer_unroot(owner);
  close_world(&w);
  EQ(u.destroyed, 1);
}

static void out_of_references(const peers_c_host* h) {
  world w;
  thing t;
  jobject half;
  causeway_peer* peer;
  causeway_peer* found = NULL;
  host = h;
  open_world(&w);
  half = new_half(w.env, HOLDER);
  peer = new_peer(&t);
  h->fail_reference(1);
  STATUS(causeway_registry_add(w.registry, w.env, half, peer, CAUSEWAY_REAL, NULL),
         CAUSEWAY_OUT_OF_REFERENCES);
  h->fail_reference(0);
  EQ(causeway_peer_registered(peer), 0);
  OK(causeway_registry_add(w.registry, w.env, half, peer, CAUSEWAY_REAL, &found));
  SAME(found, peer);
  causeway_peer_unroot(found);
  causeway_peer_unroot(peer);
  close_world(&w);
}

static jint JNICALL refuse_attach(JavaVM* vm, void** env, void* arguments) {
  (void)vm;
  (void)env;
  (void)arguments;
  return JNI_ERR;
}
static jint JNICALL not_attached(JavaVM* vm, void** env, jint version) {
  (void)vm;
  (void)env;
  (void)version;
  return JNI_EDETACHED;
}
static void attach_failed(const peers_c_host* h) {
  static struct JNIInvokeInterface_ functions;
  static JavaVM refusing = &functions;
  causeway_registry* registry = NULL;
  host = h;
  functions.AttachCurrentThread = refuse_attach;
  functions.AttachCurrentThreadAsDaemon = refuse_attach;
  functions.GetEnv = not_attached;
  STATUS(causeway_registry_create(&refusing, NULL, &registry), CAUSEWAY_ATTACH_FAILED);
  SAME(registry, NULL);
}

static void vm_detached(const peers_c_host* h) {
  causeway_registry* registry;
  causeway_registry* second;
  host = h;
  registry = new_registry(0);
  h->detach();
  STATUS(causeway_registry_destroy(registry), CAUSEWAY_VM_DETACHED);
  /* Attached once more, nothing has happened to it. */
  second = new_registry(0);
  OK(causeway_registry_destroy(second));
  OK(causeway_registry_destroy(registry));
}

static void exception_pending(const peers_c_host* h) {
  world w;
  JNIEnv* env;
  causeway_verdict verdict;
  causeway_round_numbers numbers = CAUSEWAY_ROUND_NUMBERS_INIT;
  host = h;
  open_world(&w);
  env = w.env;
  (*env)->ThrowNew(env, (*env)->FindClass(env, "java/lang/IllegalStateException"), "mine");
  STATUS(causeway_bridge_collect(w.bridge, env, &numbers), CAUSEWAY_EXCEPTION_PENDING);
  STATUS(causeway_bridge_judge(w.bridge, env, NULL, 0, NULL, 0, &verdict, &numbers),
         CAUSEWAY_EXCEPTION_PENDING);
  EQ((*env)->ExceptionCheck(env), 1);
  (*env)->ExceptionClear(env);
  close_world(&w);
}

/* ---- The registry */

static void every_way_finds_the_peer(const peers_c_host* h) {
  world w;
  thing t;
  jobject half;
  jobject other;
  jobject again = NULL;
  causeway_peer* peer;
  causeway_peer* found = NULL;
  causeway_scope scope;
  causeway_registry_numbers numbers = CAUSEWAY_REGISTRY_NUMBERS_INIT;
  host = h;
  open_world(&w);
  half = new_half(w.env, HOLDER);
  other = new_half(w.env, HOLDER);
  peer = new_peer(&t);
  SAME(causeway_peer_context(peer), &t);
  EQ(causeway_peer_registered(peer), 0);
  EQ(causeway_peer_handle(peer), 0);
  OK(causeway_registry_new_java_ref(w.registry, w.env, peer, &again));
  SAME(again, NULL);
  OK(causeway_registry_add(w.registry, w.env, half, peer, CAUSEWAY_REAL, &found));
  SAME(found, peer);
  causeway_peer_unroot(found);
  EQ(causeway_peer_registered(peer), 1);
  EQ(causeway_peer_handle(peer) != 0, 1);
  OK(causeway_registry_peek(w.registry, w.env, half, &found));
  SAME(found, peer);
  causeway_peer_unroot(found);
  OK(causeway_registry_peek(w.registry, w.env, other, &found));
  SAME(found, NULL);
  OK(causeway_registry_lock(w.registry, causeway_peer_handle(peer), &found));
  SAME(found, peer);
  causeway_peer_unroot(found);
  OK(causeway_scope_begin(w.registry, w.env, &scope));
  OK(causeway_scope_borrow(&scope, half, &found));
  SAME(found, peer);
  OK(causeway_scope_borrow(&scope, other, &found));
  SAME(found, NULL);
  OK(causeway_scope_borrow_by_hash(&scope, half, hash_of(w.env, half), &found));
  SAME(found, peer);
  OK(causeway_scope_borrow_by_hash(&scope, other, hash_of(w.env, half), &found));
  SAME(found, NULL); /* an equal hash proves nothing */
  OK(causeway_scope_borrow_by_handle(&scope, causeway_peer_handle(peer), &found));
  SAME(found, peer);
  STATUS(causeway_scope_borrow_by_handle(&scope, 0, &found), CAUSEWAY_STALE_PEER);
  causeway_scope_end(&scope);
  OK(causeway_registry_new_java_ref(w.registry, w.env, peer, &again));
  EQ((*w.env)->IsSameObject(w.env, again, half), 1);
  OK(causeway_registry_get_numbers(w.registry, &numbers));
  EQ(numbers.size, sizeof numbers);
  EQ(numbers.peers, 1);
  EQ(numbers.longest_bucket, 1);
  EQ(numbers.break_even > 0 && numbers.break_even <= 1, 1);
  causeway_peer_unroot(peer);
  EQ(t.destroyed, 0); /* the registration keeps it */
  close_world(&w);
  EQ(t.destroyed, 1);
}

static void a_second_peer(const peers_c_host* h) {
  world w;
  thing ts[4];
  jobject half;
  causeway_peer* stand_in;
  causeway_peer* real;
  causeway_peer* late;
  causeway_peer* counts = NULL;
  host = h;
  open_world(&w);
  half = new_half(w.env, HOLDER);
  stand_in = new_peer(&ts[0]);
  OK(causeway_registry_add(w.registry, w.env, half, stand_in, CAUSEWAY_REPLACEABLE, NULL));
  /* Replaceable gives way to real, not to replaceable. */
  late = new_peer(&ts[1]);
  OK(causeway_registry_add(w.registry, w.env, half, late, CAUSEWAY_REPLACEABLE, &counts));
  SAME(counts, stand_in);
  causeway_peer_unroot(counts);
  EQ(causeway_peer_registered(late), 0);
  causeway_peer_unroot(late);
  real = new_peer(&ts[2]);
  OK(causeway_registry_add(w.registry, w.env, half, real, CAUSEWAY_REAL, &counts));
  SAME(counts, real);
  causeway_peer_unroot(counts);
  EQ(causeway_peer_registered(stand_in), 0);
  EQ(ts[0].disposed, 0); /* displaced, not disposed of */
  STATUS(causeway_registry_add(w.registry, w.env, half, stand_in, CAUSEWAY_REAL, &counts),
         CAUSEWAY_DISPOSED_PEER);
  late = new_peer(&ts[3]);
  OK(causeway_registry_add(w.registry, w.env, half, late, CAUSEWAY_REAL, &counts));
  SAME(counts, real);
  causeway_peer_unroot(counts);
  STATUS(
      causeway_registry_add(w.registry, w.env, new_half(w.env, HOLDER), real, CAUSEWAY_REAL, NULL),
      CAUSEWAY_REGISTERED_ELSEWHERE);
  OK(causeway_registry_add(w.registry, w.env, half, real, CAUSEWAY_REAL, NULL)); /* the same */
  causeway_peer_unroot(late);
  causeway_peer_unroot(stand_in);
  causeway_peer_unroot(real);
  close_world(&w);
  EQ(ts[0].destroyed + ts[1].destroyed + ts[2].destroyed + ts[3].destroyed, 4);
}

typedef struct {
  world* w;
  thing* things;
  int made;
  int re_enter;
} making;
static causeway_peer* make_thing(void* argument, JNIEnv* env, jobject object) {
  making* m = argument;
  causeway_peer* inner = NULL;
  if (m->re_enter) {
    m->re_enter = 0;
    OK(causeway_registry_get_or_create(m->w->registry, env, object, make_thing, m, CAUSEWAY_REAL,
                                       &inner));
    causeway_peer_unroot(inner);
  }
  return new_peer(&m->things[m->made++]);
}
static causeway_peer* make_none(void* argument, JNIEnv* env, jobject object) {
  (void)env;
  (void)object;
  ++*(int*)argument;
  return NULL;
}

static void get_or_create(const peers_c_host* h) {
  world w;
  thing things[3];
  making m = {&w, things, 0, 0};
  jobject half;
  causeway_peer* first = NULL;
  causeway_peer* second = NULL;
  int asked = 0;
  host = h;
  open_world(&w);
  half = new_half(w.env, HOLDER);
  OK(causeway_registry_get_or_create(w.registry, w.env, half, make_none, &asked, CAUSEWAY_REAL,
                                     &first));
  SAME(first, NULL);
  EQ(asked, 1);
  OK(causeway_registry_get_or_create(w.registry, w.env, half, make_thing, &m, CAUSEWAY_REAL,
                                     &first));
  OK(causeway_registry_get_or_create(w.registry, w.env, half, make_thing, &m, CAUSEWAY_REAL,
                                     &second));
  EQ(m.made, 1);
  SAME(second, first);
  SAME(causeway_peer_context(first), &things[0]);
  causeway_peer_unroot(first);
  causeway_peer_unroot(second);
  /* The factory makes one itself: that one counts, what it returns goes. */
  m.re_enter = 1;
  OK(causeway_registry_get_or_create(w.registry, w.env, new_half(w.env, HOLDER), make_thing, &m,
                                     CAUSEWAY_REAL, &first));
  EQ(m.made, 3);
  SAME(causeway_peer_context(first), &things[1]);
  causeway_peer_unroot(first);
  OK(causeway_registry_drain(w.registry, w.env, NULL));
  OK(causeway_registry_drain(w.registry, w.env, NULL));
  EQ(things[2].destroyed, 1);
  EQ(things[1].destroyed, 0);
  STATUS(causeway_registry_get_or_create(w.registry, w.env, NULL, make_thing, &m, CAUSEWAY_REAL,
                                         &first),
         CAUSEWAY_NULL_ARGUMENT);
  EQ(m.made, 3);
  close_world(&w);
}

static void dispose_and_remove(const peers_c_host* h) {
  world w;
  thing t;
  thing u;
  jobject half;
  jlong handle;
  causeway_peer* peer;
  causeway_peer* found = NULL;
  causeway_scope scope;
  causeway_registry* other;
  host = h;
  open_world(&w);
  half = new_half(w.env, HOLDER);
  peer = add_for(&w, &t, half);
  handle = causeway_peer_handle(peer);
  other = new_registry(0);
  STATUS(causeway_registry_dispose(other, w.env, peer), CAUSEWAY_OTHER_REGISTRY);
  STATUS(causeway_registry_remove(other, w.env, peer), CAUSEWAY_OTHER_REGISTRY);
  STATUS(causeway_registry_new_java_ref(other, w.env, peer, &half), CAUSEWAY_OTHER_REGISTRY);
  OK(causeway_registry_destroy(other));
  EQ(t.disposed, 0);
  t.registry = w.registry;
  t.half = half;
  OK(causeway_scope_begin(w.registry, w.env, &scope));
  OK(causeway_registry_dispose(w.registry, w.env, peer));
  EQ(t.disposed, 1);
  SAME(t.seen, peer); /* the hook still found it */
  causeway_peer_unroot(t.seen);
  OK(causeway_registry_dispose(w.registry, w.env, peer));
  EQ(t.disposed, 1);
  EQ(causeway_peer_registered(peer), 0);
  OK(causeway_registry_peek(w.registry, w.env, half, &found));
  SAME(found, NULL);
  OK(causeway_registry_lock(w.registry, handle, &found));
  SAME(found, NULL);
  STATUS(causeway_scope_borrow_by_handle(&scope, handle, &found), CAUSEWAY_STALE_PEER);
  STATUS(causeway_registry_add(w.registry, w.env, half, peer, CAUSEWAY_REAL, NULL),
         CAUSEWAY_DISPOSED_PEER);
  causeway_peer_unroot(peer);
  STATUS(causeway_peer_root(peer), CAUSEWAY_UNREGISTERED_PEER); /* borrowed, and ended */
  OK(causeway_registry_drain(w.registry, w.env, NULL));
  EQ(t.destroyed, 0); /* the scope keeps it in memory */
  causeway_scope_end(&scope);
  OK(causeway_registry_drain(w.registry, w.env, NULL));
  OK(causeway_registry_drain(w.registry, w.env, NULL));
  EQ(t.destroyed, 1);
  /* The half may get a new one. */
  peer = add_for(&w, &u, half);
  OK(causeway_registry_remove(w.registry, w.env, peer));
  EQ(u.disposed, 0);
  causeway_peer_unroot(peer);
  close_world(&w);
  EQ(u.destroyed, 1);
}

static void* remove_all(void* argument) {
  world* w = argument;
  JNIEnv* env = NULL;
  causeway_peer* peers[8];
  size_t count = 0;
  size_t i;
  (*host->vm)->AttachCurrentThread(host->vm, (void**)&env, NULL);
  OK(causeway_registry_list(w->registry, peers, 8, &count));
  for (i = 0; i < count; ++i) {
    OK(causeway_registry_remove(w->registry, env, peers[i]));
    causeway_peer_unroot(peers[i]);
  }
  (*host->vm)->DetachCurrentThread(host->vm);
  return NULL;
}
static void the_thread_that_drains_destroys(const peers_c_host* h) {
  world w;
  thing t;
  size_t destroyed = 0;
  size_t more = 0;
  pthread_t thread;
  host = h;
  memset(&w, 0, sizeof w);
  w.env = h->env;
  w.registry = new_registry(1);
  causeway_peer_unroot(add_unheld(&w, &t, HOLDER));
  pthread_create(&thread, NULL, remove_all, &w);
  pthread_join(thread, NULL);
  EQ(t.destroyed, 0);
  OK(causeway_registry_drain(w.registry, w.env, &destroyed));
  OK(causeway_registry_drain(w.registry, w.env, &more));
  EQ(destroyed + more, 1);
  EQ(t.destroyed, 1);
  EQ(pthread_equal(t.destroyed_by, pthread_self()), 1);
  OK(causeway_registry_destroy(w.registry));
}

static void list(const peers_c_host* h) {
  world w;
  thing things[3];
  causeway_peer* peers[3] = {NULL, NULL, NULL};
  size_t count = 0;
  int i;
  host = h;
  open_world(&w);
  for (i = 0; i < 3; ++i) causeway_peer_unroot(add_unheld(&w, &things[i], HOLDER));
  OK(causeway_registry_list(w.registry, NULL, 0, &count));
  EQ(count, 3);
  OK(causeway_registry_list(w.registry, peers, 2, &count));
  EQ(count, 3);
  EQ(peers[0] != NULL && peers[1] != NULL && peers[0] != peers[1], 1);
  SAME(peers[2], NULL);
  EQ(collect(&w), 1); /* the two are rooted */
  causeway_peer_unroot(peers[0]);
  causeway_peer_unroot(peers[1]);
  EQ(collect(&w), 2);
  close_world(&w);
}

static void roots_outlive_the_registry(const peers_c_host* h) {
  world w;
  thing t;
  causeway_peer* peer;
  causeway_peer* found = NULL;
  host = h;
  open_world(&w);
  peer = add_unheld(&w, &t, HOLDER);
  OK(causeway_peer_root(peer));
  close_world(&w);
  EQ(causeway_peer_registered(peer), 0);
  STATUS(causeway_peer_get_edge(peer, 0, &found), CAUSEWAY_OK);
  SAME(found, NULL); /* never set */
  causeway_peer_unroot(peer);
  EQ(t.destroyed, 0);
  causeway_peer_unroot(peer);
  EQ(t.destroyed, 1);
}

/* ---- Threads */

typedef struct {
  world* w;
  jobject half; /* global */
  pthread_barrier_t* start;
  causeway_peer* got;
  thing made;
} racer;
static causeway_peer* make_racer(void* argument, JNIEnv* env, jobject object) {
  racer* r = argument;
  (void)env;
  (void)object;
  return new_peer(&r->made);
}
static void* race(void* argument) {
  racer* r = argument;
  JNIEnv* env = NULL;
  (*host->vm)->AttachCurrentThread(host->vm, (void**)&env, NULL);
  pthread_barrier_wait(r->start);
  OK(causeway_registry_get_or_create(r->w->registry, env, r->half, make_racer, r, CAUSEWAY_REAL,
                                     &r->got));
  (*host->vm)->DetachCurrentThread(host->vm);
  return NULL;
}
static void threads_that_create_get_one_peer(const peers_c_host* h) {
  enum { kThreads = 4, kRounds = 50 };
  world w;
  racer racers[kThreads];
  pthread_t threads[kThreads];
  pthread_barrier_t start;
  int round;
  int i;
  host = h;
  open_world(&w);
  pthread_barrier_init(&start, NULL, kThreads);
  for (round = 0; round < kRounds; ++round) {
    const jobject local = new_half(w.env, HOLDER);
    const jobject half = (*w.env)->NewGlobalRef(w.env, local);
    memset(racers, 0, sizeof racers);
    for (i = 0; i < kThreads; ++i) {
      racers[i].w = &w;
      racers[i].half = half;
      racers[i].start = &start;
      pthread_create(&threads[i], NULL, race, &racers[i]);
    }
    for (i = 0; i < kThreads; ++i) pthread_join(threads[i], NULL);
    for (i = 1; i < kThreads; ++i) SAME(racers[i].got, racers[0].got);
    OK(causeway_registry_dispose(w.registry, w.env, racers[0].got));
    for (i = 0; i < kThreads; ++i) causeway_peer_unroot(racers[i].got);
    for (i = 0; i < 3; ++i) OK(causeway_registry_drain(w.registry, w.env, NULL));
    /* All that were made are gone, losers as well. */
    for (i = 0; i < kThreads; ++i) {
      if (racers[i].made.destroyed > 1) host->fail(__FILE__, __LINE__, "destroyed twice");
    }
    (*w.env)->DeleteGlobalRef(w.env, half);
    (*w.env)->DeleteLocalRef(w.env, local);
  }
  pthread_barrier_destroy(&start);
  close_world(&w);
}

void peers_c_without_jar(const peers_c_host* h) {
  causeway_registry* registry;
  causeway_bridge* bridge = NULL;
  host = h;
  registry = new_registry(0);
  STATUS(causeway_bridge_create(registry, NULL, &bridge), CAUSEWAY_CLASS_NOT_FOUND);
  SAME(bridge, NULL);
  OK(causeway_registry_destroy(registry)); /* it has none */
}

#define CASE(name) {#name, name}
const peers_c_case peers_c_cases[] = {
    CASE(names_of_statuses),
    CASE(null_arguments),
    CASE(bad_arguments),
    CASE(last_error_is_of_the_thread_and_cut),
    CASE(out_of_memory),
    CASE(out_of_references),
    CASE(attach_failed),
    CASE(vm_detached),
    CASE(exception_pending),
    CASE(every_way_finds_the_peer),
    CASE(a_second_peer),
    CASE(get_or_create),
    CASE(dispose_and_remove),
    CASE(the_thread_that_drains_destroys),
    CASE(list),
    CASE(roots_outlive_the_registry),
    CASE(threads_that_create_get_one_peer),
};
const size_t peers_c_case_count = sizeof peers_c_cases / sizeof peers_c_cases[0];
