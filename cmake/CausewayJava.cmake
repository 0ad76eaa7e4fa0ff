# Finds the JDKs that the runtime is built and tested with.
#
# Sets, for the rest of the build:
#   CAUSEWAY_JAVA_HOME     the JDK that compiles the Java half and runs the tests: the cache variable,
#                          else $JAVA_HOME, else the oldest JDK >= 17 found (the floor we promise)
#   CAUSEWAY_JDK25_HOME    a JDK >= 25 if one is found, else empty: JVM tests run on it as well
#   CAUSEWAY_JAVAC, CAUSEWAY_JAVA, CAUSEWAY_JAR, CAUSEWAY_LIBJVM   files of CAUSEWAY_JAVA_HOME
#   CAUSEWAY_RUNTIME_JAR   where the build puts causeway-runtime.jar (target causeway_runtime_jar)
#   causeway_jni           interface target that brings jni.h (and nothing to link)
# and the function
#   causeway_jar(<target> JAR <file> SOURCES a.java b.java… [CLASSPATH x.jar…] [RELEASE n] [DEPENDS …])
# which compiles with -Xlint:all -Werror and packs reproducibly.

set(CAUSEWAY_JAVA_HOME "" CACHE PATH "JDK >= 17 that builds and tests the Java half")
set(CAUSEWAY_JDK25_HOME "" CACHE PATH "JDK >= 25 on which JVM tests run as well")

# Major version of the JDK in `home`, 0 if it cannot be used (no compiler, no jni.h, no libjvm).
function(causeway_jdk_version home out)
  set(${out} 0 PARENT_SCOPE)
  if(EXISTS ${home}/bin/javac AND EXISTS ${home}/include/jni.h
     AND EXISTS ${home}/lib/server/libjvm.so AND EXISTS ${home}/release)
    file(STRINGS ${home}/release line REGEX "^JAVA_VERSION=")
    if(line MATCHES "JAVA_VERSION=\"([0-9]+)")
      set(${out} ${CMAKE_MATCH_1} PARENT_SCOPE)
    endif()
  endif()
endfunction()

block(PROPAGATE CAUSEWAY_JAVA_HOME CAUSEWAY_JDK25_HOME)
  file(GLOB homes LIST_DIRECTORIES true /usr/lib/jvm/* /opt/java/* /opt/jdk*)
  set(oldest 1000)
  set(newest 24)
  foreach(home IN LISTS homes)
    file(REAL_PATH ${home} home)
    causeway_jdk_version(${home} version)
    if(version GREATER_EQUAL 17 AND version LESS oldest)
      set(oldest ${version})
      set(oldest_home ${home})
    endif()
    if(version GREATER newest)
      set(newest ${version})
      set(newest_home ${home})
    endif()
  endforeach()
  if(NOT CAUSEWAY_JAVA_HOME)
    set(version 0)
    if(DEFINED ENV{JAVA_HOME})
      causeway_jdk_version($ENV{JAVA_HOME} version)
    endif()
    if(version GREATER_EQUAL 17)
      set(CAUSEWAY_JAVA_HOME $ENV{JAVA_HOME})
    elseif(DEFINED oldest_home)
      set(CAUSEWAY_JAVA_HOME ${oldest_home})
    else()
      message(FATAL_ERROR "No JDK >= 17 with headers and libjvm.so was found. Install "
              "openjdk-17-jdk-headless (tools/install_deps.sh does) or set JAVA_HOME.")
    endif()
  endif()
  if(NOT CAUSEWAY_JDK25_HOME AND DEFINED newest_home)
    set(CAUSEWAY_JDK25_HOME ${newest_home})
  endif()
endblock()

causeway_jdk_version(${CAUSEWAY_JAVA_HOME} CAUSEWAY_JAVA_VERSION)
if(CAUSEWAY_JAVA_VERSION LESS 17)
  message(FATAL_ERROR "${CAUSEWAY_JAVA_HOME} is not a JDK >= 17 with headers and libjvm.so")
endif()
set(CAUSEWAY_JAVAC ${CAUSEWAY_JAVA_HOME}/bin/javac)
set(CAUSEWAY_JAVA ${CAUSEWAY_JAVA_HOME}/bin/java)
set(CAUSEWAY_JAR ${CAUSEWAY_JAVA_HOME}/bin/jar)
set(CAUSEWAY_RUNTIME_JAR ${PROJECT_BINARY_DIR}/causeway-runtime.jar)
set(CAUSEWAY_LIBJVM ${CAUSEWAY_JAVA_HOME}/lib/server/libjvm.so)
# For scripts that run after the build (tools/check_headers.sh).
file(WRITE ${PROJECT_BINARY_DIR}/java_home "${CAUSEWAY_JAVA_HOME}\n")
message(STATUS "JDK ${CAUSEWAY_JAVA_VERSION}: ${CAUSEWAY_JAVA_HOME}")
message(STATUS "JDK 25 or later: ${CAUSEWAY_JDK25_HOME}")

add_library(causeway_jni INTERFACE)
target_include_directories(causeway_jni SYSTEM INTERFACE
  $<BUILD_INTERFACE:${CAUSEWAY_JAVA_HOME}/include>
  $<BUILD_INTERFACE:${CAUSEWAY_JAVA_HOME}/include/linux>)

function(causeway_jar target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "JAR;RELEASE" "SOURCES;CLASSPATH;DEPENDS")
  if(NOT arg_RELEASE)
    set(arg_RELEASE 8)
  endif()
  set(sources "")
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source)
    list(APPEND sources ${source})
  endforeach()
  set(classes ${CMAKE_CURRENT_BINARY_DIR}/${target}.classes)
  set(argfile ${CMAKE_CURRENT_BINARY_DIR}/${target}.sources)
  list(JOIN sources "\n" lines)
  file(GENERATE OUTPUT ${argfile} CONTENT "${lines}\n")
  set(classpath "")
  if(arg_CLASSPATH)
    list(JOIN arg_CLASSPATH ":" joined)
    set(classpath -classpath ${joined})
  endif()
  add_custom_command(
    OUTPUT ${arg_JAR}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${classes}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${classes}
    COMMAND ${CAUSEWAY_JAVAC} --release ${arg_RELEASE} -encoding UTF-8 -g -Xlint:all,-options -Werror
            ${classpath} -d ${classes} @${argfile}
    COMMAND ${CAUSEWAY_JAR} --create --file ${arg_JAR} --date 2026-01-01T00:00:00Z -C ${classes} .
    DEPENDS ${sources} ${argfile} ${arg_CLASSPATH} ${arg_DEPENDS}
    COMMENT "Compiling ${target}"
    VERBATIM)
  add_custom_target(${target} ALL DEPENDS ${arg_JAR})
  set_target_properties(${target} PROPERTIES CAUSEWAY_JAR_FILE ${arg_JAR})
endfunction()
