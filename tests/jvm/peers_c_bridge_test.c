/* The bridge through the C API: edges, rounds, rescue, automatic rounds, and the components of
 * another runtime with their verdicts. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "causeway/peers_c.h"
#include "tests/jvm/peers_c_test.h"
#include "tests/jvm/peers_c_world.h"

/* ---- Edges and rounds */

static void edges(const peers_c_host* h) {
  world w;
  thing t;
  thing u;
  thing v;
  causeway_peer* owner;
  causeway_peer* target;
  causeway_peer* unregistered;
  causeway_peer* found = (causeway_peer*)&w;
  causeway_registry* other;
  jobject half;
  host = h;
  open_world(&w);
  owner = add_unheld(&w, &t, HOLDER);
  target = add_unheld(&w, &u, HOLDER);
  OK(causeway_peer_get_edge(owner, 7, &found));
  SAME(found, NULL);
  OK(causeway_peer_set_edge(owner, 1000, NULL)); /* there is none */
  OK(causeway_peer_set_edge(owner, 100, target));
  OK(causeway_peer_get_edge(owner, 100, &found));
  SAME(found, target);
  causeway_peer_unroot(found);
  OK(causeway_peer_get_edge(owner, 99, &found));
  SAME(found, NULL);
  /* It keeps the target, until it is emptied. */
  causeway_peer_unroot(target);
  EQ(collect(&w), 0);
  OK(causeway_peer_set_edge(owner, 100, NULL));
  EQ(collect(&w), 1);
  EQ(u.found_dead, 1);
  EQ(u.destroyed, 1);

  unregistered = new_peer(&v);
  STATUS(causeway_peer_set_edge(owner, 0, unregistered), CAUSEWAY_UNREGISTERED_PEER);
  other = new_registry(0);
  half = new_half(w.env, HOLDER);
  OK(causeway_registry_add(other, w.env, half, unregistered, CAUSEWAY_REAL, NULL));
  STATUS(causeway_peer_set_edge(owner, 0, unregistered), CAUSEWAY_OTHER_REGISTRY);
  STATUS(causeway_registry_add(w.registry, w.env, half, unregistered, CAUSEWAY_REAL, NULL),
         CAUSEWAY_OTHER_REGISTRY);
  causeway_peer_unroot(unregistered);
  OK(causeway_registry_destroy(other));

  OK(causeway_peer_set_edge(owner, 0, owner));
  OK(causeway_registry_dispose(w.registry, w.env, owner));
  STATUS(causeway_peer_get_edge(owner, 0, &found), CAUSEWAY_UNREGISTERED_OWNER);
  STATUS(causeway_peer_set_edge(owner, 0, NULL), CAUSEWAY_UNREGISTERED_OWNER);
  causeway_peer_unroot(owner);
  close_world(&w);
}

static void a_cycle_goes(const peers_c_host* h) {
  causeway_round_numbers numbers = CAUSEWAY_ROUND_NUMBERS_INIT;
  causeway_bridge_numbers totals = CAUSEWAY_BRIDGE_NUMBERS_INIT;
  causeway_bridge* second = NULL;
  world w;
  thing t;
  thing u;
  causeway_peer* a;
  causeway_peer* b;
  causeway_peer* found = NULL;
  jlong name;
  host = h;
  open_world(&w);
  STATUS(causeway_bridge_create(w.registry, NULL, &second), CAUSEWAY_SECOND_BRIDGE);
  OK(causeway_bridge_request(w.bridge)); /* not automatic: nothing */
  a = add_unheld(&w, &t, HOLDER);
  b = add_unheld(&w, &u, HOLDER);
  OK(causeway_peer_set_edge(a, 0, b));
  OK(causeway_peer_set_edge(b, 0, a));
  name = causeway_peer_handle(b);
  causeway_peer_unroot(b);
  EQ(collect(&w), 0); /* reached from the root of a */
  causeway_peer_unroot(a);
  OK(causeway_bridge_collect(w.bridge, w.env, &numbers));
  EQ(numbers.size, sizeof numbers);
  EQ(numbers.peers, 2);
  EQ(numbers.candidates, 2);
  EQ(numbers.components, 1);
  EQ(numbers.edges, 2);
  EQ(numbers.mirrored, 2);
  EQ(numbers.foreign, 0);
  EQ(numbers.rescued, 0);
  EQ(numbers.dead, 2);
  EQ(numbers.collect > 0, 1);
  EQ(w.dead, 2);
  EQ(t.found_dead + u.found_dead, 2);
  EQ(t.disposed + u.disposed, 0);
  EQ(t.destroyed + u.destroyed, 2);
  OK(causeway_registry_lock(w.registry, name, &found));
  SAME(found, NULL);
  OK(causeway_bridge_get_numbers(w.bridge, &totals));
  EQ(totals.rounds, 2);
  EQ(totals.dead, 2);
  close_world(&w);
}

static void a_cycle_through_a_foreign_class_stays(const peers_c_host* h) {
  causeway_round_numbers numbers = CAUSEWAY_ROUND_NUMBERS_INIT;
  world w;
  thing t;
  thing u;
  causeway_peer* a;
  causeway_peer* b;
  host = h;
  open_world(&w);
  a = add_unheld(&w, &t, FOREIGN);
  b = add_unheld(&w, &u, HOLDER);
  OK(causeway_peer_set_edge(a, 0, b));
  OK(causeway_peer_set_edge(b, 0, a));
  causeway_peer_unroot(b);
  OK(causeway_peer_root(a));
  causeway_peer_unroot(a);
  causeway_peer_unroot(a);
  OK(causeway_bridge_collect(w.bridge, w.env, &numbers));
  EQ(numbers.foreign, 1);
  EQ(numbers.dead, 0);
  EQ(w.dead, 0);
  close_world(&w);
}

typedef struct {
  world* w;
  jlong name;
  causeway_peer* got;
} locking;
static void lock_it(void* argument) {
  locking* l = argument;
  OK(causeway_registry_lock(l->w->registry, l->name, &l->got));
}
static void refused_lock(void* argument) {
  locking* l = argument;
  host->fail_reference(1);
  STATUS(causeway_registry_lock(l->w->registry, l->name, &l->got), CAUSEWAY_OUT_OF_REFERENCES);
  host->fail_reference(0);
}

static void a_lock_rescues(const peers_c_host* h) {
  causeway_round_numbers numbers = CAUSEWAY_ROUND_NUMBERS_INIT;
  world w;
  thing t;
  thing u;
  causeway_peer* a;
  causeway_peer* b;
  locking l = {&w, 0, NULL};
  host = h;
  open_world(&w);
  a = add_unheld(&w, &t, HOLDER);
  b = add_unheld(&w, &u, HOLDER);
  OK(causeway_peer_set_edge(a, 0, b));
  l.name = causeway_peer_handle(a);
  causeway_peer_unroot(a);
  causeway_peer_unroot(b);
  hook_collections(w.env, lock_it, &l);
  OK(causeway_bridge_collect(w.bridge, w.env, &numbers));
  hook_collections(w.env, NULL, NULL);
  SAME(l.got, a);
  EQ(numbers.rescued, 1);
  EQ(numbers.dead, 0); /* b, too: the mirror held it */
  EQ(causeway_peer_registered(b), 1);
  causeway_peer_unroot(a);
  /* A reference that the JVM refuses is an error, not death; nobody has rescued then. */
  l.got = NULL;
  hook_collections(w.env, refused_lock, &l);
  OK(causeway_bridge_collect(w.bridge, w.env, &numbers));
  hook_collections(w.env, NULL, NULL);
  SAME(l.got, NULL);
  EQ(numbers.dead, 2);
  EQ(t.destroyed + u.destroyed, 2);
  close_world(&w);
}

static void an_automatic_bridge(const peers_c_host* h) {
  const struct timespec pause = {0, 5000000};
  causeway_bridge_options options = CAUSEWAY_BRIDGE_OPTIONS_INIT;
  causeway_bridge_numbers totals = CAUSEWAY_BRIDGE_NUMBERS_INIT;
  causeway_verdict verdict;
  world w;
  thing t;
  int tries;
  host = h;
  EQ(options.automatic, 1);
  memset(&w, 0, sizeof w);
  w.env = h->env;
  w.registry = new_registry(0);
  options.notice_collections_ms = 0;
  options.least_pause_ms = 1;
  options.found_dead = thing_is_dead;
  options.argument = &w.dead;
  OK(causeway_bridge_create(w.registry, &options, &w.bridge));
  STATUS(causeway_bridge_judge(w.bridge, w.env, NULL, 0, NULL, 0, &verdict, NULL),
         CAUSEWAY_BAD_ARGUMENT);
  causeway_peer_unroot(add_unheld(&w, &t, HOLDER));
  OK(causeway_bridge_request(w.bridge));
  for (tries = 0; tries < 2000 && totals.dead == 0; ++tries) {
    nanosleep(&pause, NULL);
    OK(causeway_bridge_get_numbers(w.bridge, &totals));
  }
  EQ(totals.dead, 1);
  close_world(&w);
  EQ(w.dead, 1);
  EQ(t.destroyed, 1);
  EQ(pthread_equal(t.destroyed_by, pthread_self()), 0); /* on the bridge's */
}

/* ---- Components of another runtime */

enum { kMost = 8 };
typedef struct {
  world w;
  thing things[kMost];
  causeway_peer* peers[kMost];
  causeway_verdict verdicts[kMost];
} runtime;

static void open_runtime(runtime* r, int count) {
  int i;
  open_world(&r->w);
  for (i = 0; i < count; ++i) r->peers[i] = add_unheld(&r->w, &r->things[i], HOLDER);
}
static int destroyed_of(runtime* r, int count) {
  int i;
  int sum = 0;
  for (i = 0; i < count; ++i) sum += r->things[i].destroyed;
  return sum;
}

/* 0 and 1 are one component that Java holds by 1; it references 2; 3 references it. 4 has nothing
 * to do with them, and 5 is not asked about. */
static void verdicts(const peers_c_host* h) {
  runtime r;
  causeway_component components[4];
  const causeway_reference references[] = {{0, 1}, {2, 0}, {0, 1}, {3, 3}};
  jobject held = NULL;
  size_t count = 0;
  int i;
  host = h;
  open_runtime(&r, 6);
  for (i = 0; i < 4; ++i) {
    components[i].peers = &r.peers[i == 0 ? 0 : i + 1];
    components[i].count = i == 0 ? 2 : 1;
  }
  OK(causeway_registry_new_java_ref(r.w.registry, r.w.env, r.peers[1], &held));
  OK(causeway_bridge_judge(r.w.bridge, r.w.env, components, 4, references, 4, r.verdicts, NULL));
  EQ(r.verdicts[0], CAUSEWAY_ALIVE);
  EQ(r.verdicts[1], CAUSEWAY_ALIVE);
  EQ(r.verdicts[2], CAUSEWAY_ALIVE);
  EQ(r.verdicts[3], CAUSEWAY_DEAD);
  EQ(r.verdicts[4], CAUSEWAY_DEAD);
  EQ(r.w.dead, 2);
  EQ(r.things[3].destroyed + r.things[4].destroyed, 2);
  OK(causeway_registry_list(r.w.registry, NULL, 0, &count));
  EQ(count, 4); /* and no temporary pair */
  EQ(causeway_peer_registered(r.peers[5]), 1);
  /* The roots are back: an ordinary round finds nothing. */
  EQ(collect(&r.w), 0);
  /* References held for that call only. */
  (*r.w.env)->DeleteLocalRef(r.w.env, held);
  OK(causeway_registry_new_java_ref(r.w.registry, r.w.env, r.peers[0], &held));
  OK(causeway_bridge_judge(r.w.bridge, r.w.env, components, 2, NULL, 0, r.verdicts, NULL));
  EQ(r.verdicts[0], CAUSEWAY_ALIVE);
  EQ(r.verdicts[1], CAUSEWAY_ALIVE);
  EQ(r.verdicts[2], CAUSEWAY_DEAD);
  (*r.w.env)->DeleteLocalRef(r.w.env, held);
  OK(causeway_bridge_judge(r.w.bridge, r.w.env, components, 1, NULL, 0, r.verdicts, NULL));
  EQ(r.verdicts[0], CAUSEWAY_DEAD);
  EQ(r.verdicts[1], CAUSEWAY_DEAD);
  EQ(destroyed_of(&r, 6), 5);
  causeway_peer_unroot(r.peers[5]);
  close_world(&r.w);
  EQ(destroyed_of(&r, 6), 6);
}

/* 0 -> {} -> 1 and {} -> 2: through objects that have no peer. A component that is only referenced
 * keeps nobody. */
static void components_without_peers(const peers_c_host* h) {
  runtime r;
  causeway_component components[4];
  const causeway_reference references[] = {{0, 3}, {3, 1}, {3, 2}};
  causeway_round_numbers numbers = CAUSEWAY_ROUND_NUMBERS_INIT;
  jobject held = NULL;
  int i;
  host = h;
  open_runtime(&r, 3);
  for (i = 0; i < 4; ++i) {
    components[i].peers = i == 3 ? NULL : &r.peers[i];
    components[i].count = i == 3 ? 0 : 1;
  }
  OK(causeway_registry_new_java_ref(r.w.registry, r.w.env, r.peers[0], &held));
  OK(causeway_bridge_judge(r.w.bridge, r.w.env, components, 4, references, 3, r.verdicts,
                           &numbers));
  EQ(numbers.peers, 5); /* with a temporary pair for 0 and for {} */
  for (i = 0; i < 3; ++i) EQ(r.verdicts[i], CAUSEWAY_ALIVE);
  (*r.w.env)->DeleteLocalRef(r.w.env, held);
  OK(causeway_registry_new_java_ref(r.w.registry, r.w.env, r.peers[2], &held));
  OK(causeway_bridge_judge(r.w.bridge, r.w.env, components, 4, references, 3, r.verdicts,
                           &numbers));
  EQ(r.verdicts[0], CAUSEWAY_DEAD);
  EQ(r.verdicts[1], CAUSEWAY_DEAD);
  EQ(r.verdicts[2], CAUSEWAY_ALIVE);
  causeway_peer_unroot(r.peers[2]);
  close_world(&r.w);
}

/* A root of somebody else keeps a peer, and what its component references. */
static void roots_of_others_keep(const peers_c_host* h) {
  runtime r;
  causeway_component components[2];
  const causeway_reference reference = {0, 1};
  host = h;
  open_runtime(&r, 2);
  components[0].peers = &r.peers[0];
  components[1].peers = &r.peers[1];
  components[0].count = components[1].count = 1;
  OK(causeway_peer_root(r.peers[0]));
  OK(causeway_bridge_judge(r.w.bridge, r.w.env, components, 2, &reference, 1, r.verdicts, NULL));
  EQ(r.verdicts[0], CAUSEWAY_ALIVE);
  EQ(r.verdicts[1], CAUSEWAY_ALIVE);
  causeway_peer_unroot(r.peers[0]);
  OK(causeway_bridge_judge(r.w.bridge, r.w.env, components, 2, &reference, 1, r.verdicts, NULL));
  EQ(r.verdicts[0], CAUSEWAY_DEAD);
  EQ(r.verdicts[1], CAUSEWAY_DEAD);
  close_world(&r.w);
}

typedef struct {
  runtime* r;
  causeway_peer* got;
  jlong name;
  int dispose;
} meddling;
static void meddle(void* argument) {
  meddling* m = argument;
  OK(causeway_registry_lock(m->r->w.registry, m->name, &m->got));
  if (m->got == NULL || !m->dispose) return;
  OK(causeway_registry_dispose(m->r->w.registry, m->r->w.env, m->got));
  causeway_peer_unroot(m->got);
}

/* 0 -> 1 -> 2. While the halves are weak somebody roots 1: it lives, and so does what it
 * references; 0 does not. */
static void a_root_gained_meanwhile(const peers_c_host* h) {
  runtime r;
  causeway_component components[3];
  const causeway_reference references[] = {{0, 1}, {1, 2}};
  meddling m = {&r, NULL, 0, 0};
  int i;
  host = h;
  open_runtime(&r, 3);
  for (i = 0; i < 3; ++i) {
    components[i].peers = &r.peers[i];
    components[i].count = 1;
  }
  m.name = causeway_peer_handle(r.peers[1]);
  hook_collections(r.w.env, meddle, &m);
  OK(causeway_bridge_judge(r.w.bridge, r.w.env, components, 3, references, 2, r.verdicts, NULL));
  hook_collections(r.w.env, NULL, NULL);
  EQ(r.verdicts[0], CAUSEWAY_DEAD);
  EQ(r.verdicts[1], CAUSEWAY_ALIVE);
  EQ(r.verdicts[2], CAUSEWAY_ALIVE);
  causeway_peer_unroot(m.got);
  causeway_peer_unroot(r.peers[1]);
  causeway_peer_unroot(r.peers[2]);
  close_world(&r.w);
}

/* 0 -> 1 -> 2, Java holds 0. Peer 1 is disposed of before or during the call: the objects of the
 * runtime are still there, so 2 is still reached. */
static void a_member_disposed_of(const peers_c_host* h) {
  int during;
  for (during = 0; during < 2; ++during) {
    runtime r;
    causeway_component components[3];
    const causeway_reference references[] = {{0, 1}, {1, 2}};
    meddling m = {&r, NULL, 0, 1};
    jobject held = NULL;
    int i;
    host = h;
    open_runtime(&r, 3);
    for (i = 0; i < 3; ++i) {
      components[i].peers = &r.peers[i];
      components[i].count = 1;
    }
    OK(causeway_registry_new_java_ref(r.w.registry, r.w.env, r.peers[0], &held));
    m.name = causeway_peer_handle(r.peers[1]);
    if (during) {
      hook_collections(r.w.env, meddle, &m);
    } else {
      meddle(&m);
    }
    OK(causeway_bridge_judge(r.w.bridge, r.w.env, components, 3, references, 2, r.verdicts, NULL));
    if (during) hook_collections(r.w.env, NULL, NULL);
    EQ(r.verdicts[0], CAUSEWAY_ALIVE);
    EQ(r.verdicts[1], CAUSEWAY_UNREGISTERED);
    EQ(r.verdicts[2], CAUSEWAY_ALIVE);
    EQ(r.things[1].found_dead, 0);
    for (i = 0; i < 3; ++i) OK(causeway_registry_drain(r.w.registry, r.w.env, NULL));
    EQ(r.things[1].destroyed, 1); /* its root is gone */
    causeway_peer_unroot(r.peers[0]);
    causeway_peer_unroot(r.peers[2]);
    close_world(&r.w);
  }
}

/* A half that cannot hold edges: alone it is judged; what it references, and its component if that
 * has several peers, is alive. */
static void components_with_foreign_halves(const peers_c_host* h) {
  runtime r;
  causeway_component components[3];
  const causeway_reference reference = {1, 2};
  int i;
  host = h;
  open_world(&r.w);
  for (i = 0; i < 3; ++i) {
    r.peers[i] = add_unheld(&r.w, &r.things[i], i == 2 ? HOLDER : FOREIGN);
    components[i].peers = &r.peers[i];
    components[i].count = 1;
  }
  OK(causeway_bridge_judge(r.w.bridge, r.w.env, components, 3, &reference, 1, r.verdicts, NULL));
  EQ(r.verdicts[0], CAUSEWAY_DEAD);
  EQ(r.verdicts[2], CAUSEWAY_ALIVE);
  if (r.verdicts[1] == CAUSEWAY_ALIVE) causeway_peer_unroot(r.peers[1]);
  causeway_peer_unroot(r.peers[2]);
  close_world(&r.w);
}

static void errors_of_judging_change_nothing(const peers_c_host* h) {
  runtime r;
  thing t;
  causeway_component components[2];
  causeway_reference reference = {0, 2};
  causeway_peer* fresh;
  causeway_peer* twice[2];
  causeway_registry* other;
  causeway_status status = CAUSEWAY_OUT_OF_REFERENCES;
  int nth;
  host = h;
  open_runtime(&r, 2);
  components[0].peers = &r.peers[0];
  components[1].peers = &r.peers[1];
  components[0].count = components[1].count = 1;
  OK(causeway_bridge_judge(r.w.bridge, r.w.env, NULL, 0, NULL, 0, r.verdicts, NULL));
#define JUDGE(n, m) \
  causeway_bridge_judge(r.w.bridge, r.w.env, components, n, &reference, m, r.verdicts, NULL)
  IS_BAD(JUDGE(2, 1));
  reference.to = 1;
  reference.from = 2;
  IS_BAD(JUDGE(2, 1));
  twice[0] = twice[1] = r.peers[1];
  components[1].peers = twice;
  components[1].count = 2;
  IS_BAD(JUDGE(2, 0));
  fresh = new_peer(&t);
  components[1].peers = &fresh;
  components[1].count = 1;
  STATUS(JUDGE(2, 0), CAUSEWAY_UNREGISTERED_PEER);
  other = new_registry(0);
  OK(causeway_registry_add(other, r.w.env, new_half(r.w.env, HOLDER), fresh, CAUSEWAY_REAL, NULL));
  STATUS(JUDGE(2, 0), CAUSEWAY_OTHER_REGISTRY);
  causeway_peer_unroot(fresh);
  OK(causeway_registry_destroy(other));
  /* The reference of the temporary pair of component 0. Its object is the first that is asked
   * for. */
  components[1].peers = &r.peers[1];
  reference.from = 0;
  h->fail_reference(2);
  status = JUDGE(2, 1);
  h->fail_reference(0);
  EQ(status, CAUSEWAY_OUT_OF_REFERENCES);
  h->fail_reference(1);
  status = JUDGE(2, 1);
  h->fail_reference(0);
  EQ(status, CAUSEWAY_OUT_OF_MEMORY);
  /* The roots are where they were. */
  EQ(collect(&r.w), 0);
  for (nth = 0; nth < 2; ++nth) EQ(causeway_peer_registered(r.peers[nth]), 1);
  OK(JUDGE(2, 1));
  EQ(r.verdicts[0], CAUSEWAY_DEAD);
  EQ(r.verdicts[1], CAUSEWAY_DEAD);
  close_world(&r.w);
}

/* Many components: 1,000 peers of another runtime as a chain of pairs, the last held by Java, then
 * the first. */
static void a_long_chain(const peers_c_host* h) {
  enum { kPairs = 500 };
  static thing things[2 * kPairs];
  static causeway_peer* peers[2 * kPairs];
  static causeway_component components[kPairs];
  static causeway_reference references[kPairs - 1];
  static causeway_verdict verdicts[2 * kPairs];
  world w;
  jobject held = NULL;
  int dead = 0;
  int i;
  host = h;
  open_world(&w);
  for (i = 0; i < 2 * kPairs; ++i) peers[i] = add_unheld(&w, &things[i], HOLDER);
  for (i = 0; i < kPairs; ++i) {
    components[i].peers = &peers[2 * i];
    components[i].count = 2;
    if (i > 0) references[i - 1].from = (size_t)i - 1;
    if (i > 0) references[i - 1].to = (size_t)i;
  }
  OK(causeway_registry_new_java_ref(w.registry, w.env, peers[0], &held));
  OK(causeway_bridge_judge(w.bridge, w.env, components, kPairs, references, kPairs - 1, verdicts,
                           NULL));
  for (i = 0; i < 2 * kPairs; ++i) dead += verdicts[i] == CAUSEWAY_DEAD;
  EQ(dead, 0);
  (*w.env)->DeleteLocalRef(w.env, held);
  OK(causeway_registry_new_java_ref(w.registry, w.env, peers[2 * kPairs - 2], &held));
  OK(causeway_bridge_judge(w.bridge, w.env, components, kPairs, references, kPairs - 1, verdicts,
                           NULL));
  for (i = 0; i < 2 * kPairs; ++i) dead += verdicts[i] == CAUSEWAY_DEAD;
  EQ(dead, 2 * kPairs - 2);
  EQ(verdicts[2 * kPairs - 1], CAUSEWAY_ALIVE);
  causeway_peer_unroot(peers[2 * kPairs - 2]);
  causeway_peer_unroot(peers[2 * kPairs - 1]);
  close_world(&w);
}

#define CASE(name) {#name, name}
const peers_c_case peers_c_bridge_cases[] = {
    CASE(edges),
    CASE(a_cycle_goes),
    CASE(a_cycle_through_a_foreign_class_stays),
    CASE(a_lock_rescues),
    CASE(an_automatic_bridge),
    CASE(verdicts),
    CASE(components_without_peers),
    CASE(roots_of_others_keep),
    CASE(a_root_gained_meanwhile),
    CASE(a_member_disposed_of),
    CASE(components_with_foreign_halves),
    CASE(errors_of_judging_change_nothing),
    CASE(a_long_chain),
};
const size_t peers_c_bridge_case_count =
    sizeof peers_c_bridge_cases / sizeof peers_c_bridge_cases[0];
