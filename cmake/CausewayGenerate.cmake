# causeway_generate(TARGET t DEFINITIONS a.dart…
#                   [JAVA_PACKAGE p] [CPP_NAMESPACE n] [JAVA_OUT dir]
#                   [JAR file [JAVA_SOURCES a.java…] [JAVA_RELEASE n] [CLASSPATH x.jar…]])
#
# Generates the C++ and the Java half of the definitions while building, adds the C++ half to
# target t and links t to causeway::runtime. `#include "a.h"` then finds the generated header.
#
#   JAVA_OUT      where Java sources go; default: a private folder below the build folder
#   JAR           also compiles the generated sources, together with JAVA_SOURCES and against
#                 causeway-runtime.jar and CLASSPATH, into this file (needs a JDK)
#   JAVA_RELEASE  javac's --release for all of them: the language and the classes of Java that
#                 JAVA_SOURCES may use, and the oldest Java that runs the jar; default: 8
#
# Sets on t the properties CAUSEWAY_JAVA_OUT (that folder), CAUSEWAY_STAMP (a file newer than the
# last change of the generated sources: depend on it) and, with JAR, CAUSEWAY_JAR. The targets
# <t>_causeway and <t>_jar do the work. Call it from the folder that defines t, once per target.
#
# How it stays right: the outputs that the tool leaves untouched keep their time, so they are
# byproducts, and a stamp carries the dependency. A definition file may import others; the import
# lines are read at configure time, and the definitions are configure dependencies, so an edit of
# an import line is seen as well.

set(CAUSEWAY_PACK_JAR_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/CausewayPackJar.cmake)

# All files that `definitions` import, directly or not, and themselves.
function(causeway_definition_closure definitions out)
  set(closure "")
  set(pending ${definitions})
  while(pending)
    list(POP_FRONT pending file)
    cmake_path(NORMAL_PATH file)
    if(file IN_LIST closure OR NOT EXISTS ${file})
      continue()
    endif()
    list(APPEND closure ${file})
    cmake_path(GET file PARENT_PATH folder)
    file(STRINGS ${file} lines REGEX "^[ \t]*(import|export)[ \t]+[r]?['\"][^'\"]+[.]dart['\"]")
    foreach(line IN LISTS lines)
      string(REGEX MATCH "['\"]([^'\"]+)['\"]" unused "${line}")
      if(NOT CMAKE_MATCH_1 MATCHES "^(package|dart):")
        list(APPEND pending ${folder}/${CMAKE_MATCH_1})
      endif()
    endforeach()
  endwhile()
  set(${out} ${closure} PARENT_SCOPE)
endfunction()

# Stops with a message if causeway_generate was called wrongly; a macro, to see its variables. What
# only the tool can know (keywords in a package, say) it says while building.
macro(causeway_check_generate_arguments)
  set(known TARGET DEFINITIONS JAVA_PACKAGE CPP_NAMESPACE JAVA_OUT JAR JAVA_SOURCES JAVA_RELEASE
            CLASSPATH)
  # A keyword that is not known becomes a value of the list before it.
  foreach(value IN LISTS arg_UNPARSED_ARGUMENTS arg_DEFINITIONS arg_JAVA_SOURCES arg_CLASSPATH)
    if(value MATCHES "^[A-Z][A-Z0-9_]*$" AND NOT EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${value})
      message(FATAL_ERROR "causeway_generate: unknown keyword ${value}; known are ${known}")
    endif()
  endforeach()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "causeway_generate: unknown argument ${arg_UNPARSED_ARGUMENTS}")
  elseif(arg_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "causeway_generate: no value for ${arg_KEYWORDS_MISSING_VALUES}")
  elseif(NOT TARGET "${arg_TARGET}")
    message(FATAL_ERROR "causeway_generate: TARGET '${arg_TARGET}' is no target")
  elseif(TARGET "${arg_TARGET}_causeway")
    message(FATAL_ERROR "causeway_generate: the target '${arg_TARGET}' has its call already; give "
                        "all DEFINITIONS in one call")
  elseif(NOT arg_DEFINITIONS)
    message(FATAL_ERROR "causeway_generate: DEFINITIONS is empty")
  elseif(NOT arg_JAR AND (arg_JAVA_SOURCES OR arg_JAVA_RELEASE OR arg_CLASSPATH))
    message(FATAL_ERROR "causeway_generate: JAVA_SOURCES, JAVA_RELEASE and CLASSPATH are for "
                        "compiling; give JAR, the file to make, as well")
  elseif(DEFINED arg_JAVA_RELEASE AND NOT arg_JAVA_RELEASE MATCHES "^([89]|[1-9][0-9]+)$")
    message(FATAL_ERROR "causeway_generate: JAVA_RELEASE '${arg_JAVA_RELEASE}' is not a release of "
                        "Java from 8 on")
  elseif(arg_JAVA_PACKAGE AND NOT arg_JAVA_PACKAGE MATCHES
                              "^[A-Za-z_][A-Za-z0-9_]*([.][A-Za-z_][A-Za-z0-9_]*)*$")
    message(FATAL_ERROR "causeway_generate: JAVA_PACKAGE '${arg_JAVA_PACKAGE}' is not a Java "
                        "package (a.b.c)")
  elseif(arg_CPP_NAMESPACE AND NOT arg_CPP_NAMESPACE MATCHES
                               "^[A-Za-z_][A-Za-z0-9_]*(::[A-Za-z_][A-Za-z0-9_]*)*$")
    message(FATAL_ERROR "causeway_generate: CPP_NAMESPACE '${arg_CPP_NAMESPACE}' is not a C++ "
                        "namespace (a::b)")
  endif()
endmacro()

function(causeway_generate)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;JAVA_PACKAGE;CPP_NAMESPACE;JAVA_OUT;JAR;JAVA_RELEASE"
                        "DEFINITIONS;JAVA_SOURCES;CLASSPATH")
  causeway_check_generate_arguments()

  set(definitions "")
  foreach(definition IN LISTS arg_DEFINITIONS)
    cmake_path(ABSOLUTE_PATH definition NORMALIZE)
    if(NOT EXISTS ${definition})
      message(FATAL_ERROR "causeway_generate: ${definition} does not exist")
    endif()
    list(APPEND definitions ${definition})
  endforeach()

  set(folder ${CMAKE_CURRENT_BINARY_DIR}/causeway/${arg_TARGET})
  set(cpp_out ${folder}/cpp)
  set(stamp ${folder}/generated.stamp)
  # A private folder is emptied first, so that a class that is gone is not compiled any more.
  set(empty_java_out "")
  if(arg_JAVA_OUT)
    set(java_out ${arg_JAVA_OUT})
    cmake_path(ABSOLUTE_PATH java_out NORMALIZE)
  else()
    set(java_out ${folder}/java)
    set(empty_java_out COMMAND ${CMAKE_COMMAND} -E rm -rf ${java_out})
  endif()
  set(options "")
  if(DEFINED arg_JAVA_PACKAGE)
    list(APPEND options --java-package ${arg_JAVA_PACKAGE})
  endif()
  if(DEFINED arg_CPP_NAMESPACE)
    list(APPEND options --cpp-namespace ${arg_CPP_NAMESPACE})
  endif()

  set(sources "")
  foreach(definition IN LISTS definitions)
    cmake_path(GET definition STEM LAST_ONLY stem)
    list(APPEND sources ${cpp_out}/${stem}.h ${cpp_out}/${stem}.cc)
  endforeach()
  causeway_definition_closure("${definitions}" closure)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${closure})

  add_custom_command(
    OUTPUT ${stamp}
    BYPRODUCTS ${sources}
    ${empty_java_out}
    COMMAND causeway::tool gen ${definitions} --cpp-out ${cpp_out} --java-out ${java_out}
            ${options} --quiet
    COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
    DEPENDS ${closure} causeway::tool
    COMMENT "Generating the calls of ${arg_TARGET}"
    VERBATIM)
  add_custom_target(${arg_TARGET}_causeway DEPENDS ${stamp})
  add_dependencies(${arg_TARGET} ${arg_TARGET}_causeway)
  set_source_files_properties(${sources} PROPERTIES GENERATED TRUE)
  target_sources(${arg_TARGET} PRIVATE ${sources})
  target_include_directories(${arg_TARGET} PUBLIC $<BUILD_INTERFACE:${cpp_out}>)
  target_compile_features(${arg_TARGET} PUBLIC cxx_std_20)
  target_link_libraries(${arg_TARGET} PUBLIC causeway::runtime)
  set_target_properties(${arg_TARGET} PROPERTIES
    CAUSEWAY_JAVA_OUT ${java_out} CAUSEWAY_STAMP ${stamp})

  if(arg_JAR)
    if(NOT DEFINED arg_JAVA_RELEASE)
      set(arg_JAVA_RELEASE 8)
    endif()
    set(jar ${arg_JAR})
    cmake_path(ABSOLUTE_PATH jar BASE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR} NORMALIZE)
    set(java_sources "")
    foreach(source IN LISTS arg_JAVA_SOURCES)
      cmake_path(ABSOLUTE_PATH source NORMALIZE)
      list(APPEND java_sources ${source})
    endforeach()
    if(CAUSEWAY_JAVA_HOME)
      set(java_home ${CAUSEWAY_JAVA_HOME})
    else()
      find_package(Java 9 REQUIRED COMPONENTS Development)
      cmake_path(GET Java_JAVAC_EXECUTABLE PARENT_PATH java_home)
      cmake_path(GET java_home PARENT_PATH java_home)
    endif()
    set(classpath ${CAUSEWAY_RUNTIME_JAR} ${arg_CLASSPATH})
    list(JOIN classpath ":" joined_classpath)
    list(JOIN java_sources ":" joined_sources)
    add_custom_command(
      OUTPUT ${jar}
      COMMAND ${CMAKE_COMMAND} -DJAVA_HOME=${java_home} -DJAR=${jar} -DSCRATCH=${folder}/classes
              -DCLASSPATH=${joined_classpath} -DSOURCES=${joined_sources}
              -DSOURCE_FOLDER=${java_out} -DRELEASE=${arg_JAVA_RELEASE} -P ${CAUSEWAY_PACK_JAR_SCRIPT}
      DEPENDS ${stamp} ${java_sources} ${classpath} ${CAUSEWAY_PACK_JAR_SCRIPT}
      COMMENT "Compiling the Java half of ${arg_TARGET}"
      VERBATIM)
    add_custom_target(${arg_TARGET}_jar ALL DEPENDS ${jar})
    add_dependencies(${arg_TARGET}_jar ${arg_TARGET}_causeway)
    if(TARGET causeway_runtime_jar)
      add_dependencies(${arg_TARGET}_jar causeway_runtime_jar)
    endif()
    set_target_properties(${arg_TARGET} PROPERTIES CAUSEWAY_JAR ${jar})
  endif()
endfunction()
