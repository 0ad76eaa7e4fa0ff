# The three functions that the folders of this project are described with:
#
#   causeway_library(<name> SOURCES a.cc… [DEPS …] [STANDARD 20])
#     a static library causeway_<name>; sources see src/ and include/. C++23 unless STANDARD says 20.
#   causeway_test(<name> SOURCES x_test.cc… [DEPS …] [LABELS fast|jvm|slow|nosan…] [TIMEOUT s]
#                 [STANDARD 20] [ENVIRONMENT A=b…] [ARGS …] [ONE_JDK])
#     a GoogleTest program and one ctest entry. With label jvm it finds JAVA_HOME and CAUSEWAY_LIBJVM
#     in its environment and runs a second time, as <name>.jdk25, on JDK 25 (unless ONE_JDK).
#     `nosan` marks a test that no sanitizer build can run (a plain `java` that loads our library).
#   causeway_fuzzer(<name> SOURCES f_fuzzer.cc… [DEPS …] [DICT file] [STANDARD 20])
#     LLVMFuzzerTestOneInput, linked to libFuzzer when CAUSEWAY_BUILD_FUZZERS is on; otherwise to
#     fuzz/replay_main.cc, which runs the committed corpus and crashers once in every ctest.
#
# A test that could not do its work is skipped, never passed: the program's main (tests/support)
# returns 77 if all its cases were skipped, and each case is counted from the XML that it writes
# to <build>/test-results/ (tools/test_summary.py).

set(CAUSEWAY_SANITIZER "" CACHE STRING "asan, tsan or fuzz in the presets of those names")
mark_as_advanced(CAUSEWAY_SANITIZER)

find_program(CAUSEWAY_CCACHE ccache)
mark_as_advanced(CAUSEWAY_CCACHE)
if(PROJECT_IS_TOP_LEVEL AND CAUSEWAY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CAUSEWAY_CCACHE})
endif()

# Builds all test programs that this build can run, and nothing else.
add_custom_target(causeway_tests)

# Warnings of a target of this project; never part of what is exported.
# Two false alarms are off: Clang 19 finds std::get_temporary_buffer inside std::stable_sort of
# libstdc++ 12 deprecated, and GCC 12 sees overlap in string assignments (its bug 105651).
function(causeway_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast
    $<$<CXX_COMPILER_ID:Clang>:-Wno-deprecated-declarations>
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
endfunction()

function(causeway_target_defaults target standard)
  if(NOT standard)
    set(standard 23)
  endif()
  set_target_properties(${target} PROPERTIES CXX_STANDARD ${standard} CXX_STANDARD_REQUIRED ON)
  causeway_warnings(${target})
endfunction()

function(causeway_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "STANDARD" "SOURCES;DEPS")
  add_library(causeway_${name} STATIC ${arg_SOURCES})
  causeway_target_defaults(causeway_${name} "${arg_STANDARD}")
  target_include_directories(causeway_${name} PUBLIC
    ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(causeway_${name} PUBLIC ${arg_DEPS})
endfunction()

# Options of the sanitizers: HotSpot raises SIGSEGV on purpose and never frees what it holds at exit.
function(causeway_sanitizer_environment labels out)
  set(result "")
  if(CAUSEWAY_SANITIZER STREQUAL "tsan")
    list(APPEND result "TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1")
  elseif(CAUSEWAY_SANITIZER)
    if("jvm" IN_LIST labels)
      list(APPEND result "ASAN_OPTIONS=handle_segv=0:detect_leaks=0:use_sigaltstack=0")
    endif()
    list(APPEND result "UBSAN_OPTIONS=print_stacktrace=1")
  endif()
  set(${out} ${result} PARENT_SCOPE)
endfunction()

# HotSpot cannot run under ThreadSanitizer, and a plain `java` cannot load an instrumented library.
function(causeway_test_is_excluded labels out)
  if((CAUSEWAY_SANITIZER AND "nosan" IN_LIST labels)
     OR (CAUSEWAY_SANITIZER STREQUAL "tsan" AND "jvm" IN_LIST labels))
    set(${out} TRUE PARENT_SCOPE)
  else()
    set(${out} FALSE PARENT_SCOPE)
  endif()
endfunction()

# Registers `command` (a list) as ctest <name>, once per JDK if it is labelled jvm.
function(causeway_add_ctest name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ONE_JDK" "TIMEOUT" "COMMAND;LABELS;ENVIRONMENT")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  if(NOT arg_LABELS)
    set(arg_LABELS fast)
  endif()
  causeway_test_is_excluded("${arg_LABELS}" excluded)
  if(excluded)
    return()
  endif()
  causeway_sanitizer_environment("${arg_LABELS}" sanitizer)
  set(variants ${name})
  if("jvm" IN_LIST arg_LABELS AND NOT arg_ONE_JDK)
    list(APPEND variants ${name}.jdk25)
  endif()
  foreach(variant IN LISTS variants)
    set(home ${CAUSEWAY_JAVA_HOME})
    if(variant MATCHES "[.]jdk25$")
      set(home ${CAUSEWAY_JDK25_HOME})
    endif()
    if(home)
      add_test(NAME ${variant} COMMAND ${arg_COMMAND})
    else()
      add_test(NAME ${variant} COMMAND ${CMAKE_COMMAND} -E echo "SKIPPED: no JDK 25 was found")
    endif()
    set_tests_properties(${variant} PROPERTIES
      LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} SKIP_RETURN_CODE 77
      COST ${arg_TIMEOUT}  # what may take long starts first
      ENVIRONMENT "JAVA_HOME=${home};CAUSEWAY_LIBJVM=${home}/lib/server/libjvm.so;\
GTEST_OUTPUT=xml:${PROJECT_BINARY_DIR}/test-results/${variant}.xml;\
CAUSEWAY_SOURCE_DIR=${PROJECT_SOURCE_DIR};CAUSEWAY_BUILD_DIR=${PROJECT_BINARY_DIR};\
${sanitizer};${arg_ENVIRONMENT}")
    if(NOT home)
      set_tests_properties(${variant} PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED: ")
    endif()
  endforeach()
endfunction()

function(causeway_test name)
  if(NOT CAUSEWAY_BUILD_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "ONE_JDK" "TIMEOUT;STANDARD"
                        "SOURCES;DEPS;LABELS;ENVIRONMENT;ARGS")
  add_executable(${name} ${arg_SOURCES})
  causeway_target_defaults(${name} "${arg_STANDARD}")
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE ${arg_DEPS} causeway_test_main)
  causeway_test_is_excluded("${arg_LABELS}" excluded)
  if(NOT excluded)
    add_dependencies(causeway_tests ${name})
  endif()
  set(one_jdk "")
  if(arg_ONE_JDK)
    set(one_jdk ONE_JDK)
  endif()
  causeway_add_ctest(${name} COMMAND $<TARGET_FILE:${name}> ${arg_ARGS} LABELS ${arg_LABELS}
                     TIMEOUT ${arg_TIMEOUT} ENVIRONMENT ${arg_ENVIRONMENT} ${one_jdk})
endfunction()

function(causeway_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "STANDARD;DICT" "SOURCES;DEPS")
  set(target fuzz_${name})
  add_executable(${target} ${arg_SOURCES})
  causeway_target_defaults(${target} "${arg_STANDARD}")
  target_link_libraries(${target} PRIVATE ${arg_DEPS})
  set(inputs "")
  foreach(kind IN ITEMS corpus crashers)
    if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/fuzz/${kind}/${name})
      list(APPEND inputs ${PROJECT_SOURCE_DIR}/fuzz/${kind}/${name})
    endif()
  endforeach()
  if(CAUSEWAY_BUILD_FUZZERS)
    if(NOT TARGET fuzzers)
      add_custom_target(fuzzers)
    endif()
    add_dependencies(fuzzers ${target})
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    set(command $<TARGET_FILE:${target}> -runs=0 ${inputs})
    # One line a fuzzer for ./check --full: program, dictionary or "-", seed folders.
    set(dict "-")
    if(arg_DICT)
      set(dict ${arg_DICT})
      cmake_path(ABSOLUTE_PATH dict)
    endif()
    list(JOIN inputs " " seeds)
    file(GENERATE OUTPUT ${PROJECT_BINARY_DIR}/fuzzers/${name}
         CONTENT "$<TARGET_FILE:${target}> ${dict} ${seeds}\n")
  else()
    target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/fuzz/replay_main.cc)
    set(command $<TARGET_FILE:${target}> ${inputs})
  endif()
  add_dependencies(causeway_tests ${target})
  causeway_add_ctest(${target} COMMAND ${command} LABELS fast TIMEOUT 120)
endfunction()
