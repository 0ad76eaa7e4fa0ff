/* Between the cases, which are in C, and peers_c_test.cc, which runs each as a test. */
#pragma once

#include <jni.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  JavaVM* vm;
  JNIEnv* env; /* of the thread that runs the case */
  void (*fail)(const char* file, int line, const char* text);
  /* Of the thread that runs the case. Refuses the nth reference from now; 0: none. */
  void (*fail_reference)(int nth);
  /* Of the calling thread. Refuses the nth operator new from now; 0: none. */
  void (*fail_allocation)(int nth);
  /* Throws a C++ exception with this text. */
  void (*throw_text)(const char* text);
  /* Detaches the runtime from the JVM, for a moment. */
  void (*detach)(void);
} peers_c_host;

typedef struct {
  const char* name;
  void (*run)(const peers_c_host* host);
} peers_c_case;

extern const peers_c_case peers_c_cases[];
extern const size_t peers_c_case_count;
extern const peers_c_case peers_c_bridge_cases[];
extern const size_t peers_c_bridge_case_count;
/* In a JVM without causeway-runtime.jar. */
void peers_c_without_jar(const peers_c_host* host);

#ifdef __cplusplus
}
#endif
