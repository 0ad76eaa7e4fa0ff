# Steps of the test `consumer`: BUILD, PROJECT, WORK, GENERATOR, CXX.

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${code}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

# Builds and says how many commands ran for the generated code and for C++.
function(build_and_expect what generated compiled)
  run(${CMAKE_COMMAND} --build ${WORK}/build --verbose)
  string(REGEX MATCHALL "causeway gen " runs "${output}")
  string(REGEX MATCHALL "-c [^ ]+[.]cc" compiles "${output}")
  list(LENGTH runs runs)
  list(LENGTH compiles compiles)
  if(NOT runs EQUAL generated OR NOT compiles EQUAL compiled)
    message(FATAL_ERROR "${what}: generated ${runs} times (expected ${generated}), compiled "
            "${compiles} files (expected ${compiled}):\n${output}")
  endif()
endfunction()

function(expect_output expected)
  run(${WORK}/build/app)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "the program printed\n${output}\nexpected\n${expected}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/install)
# A copy, because the test edits a definition. Nothing of the build tree may be needed any more.
file(COPY ${PROJECT}/ DESTINATION ${WORK}/project)
run(${CMAKE_COMMAND} -S ${WORK}/project -B ${WORK}/build -G ${GENERATOR}
    -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_PREFIX_PATH=${WORK}/install)

build_and_expect("first build" 1 3)
expect_output("Hello, Ada! Hello, Ada!\nheard: Ada x2\nerror: no-name: nobody to greet\n")
build_and_expect("nothing changed" 0 0)

# A new time without a new text: generated again, compiled not.
file(TOUCH ${WORK}/project/greeter.dart)
build_and_expect("touched definition" 1 0)
build_and_expect("nothing changed after that" 0 0)

# A default is C++ and Java text, and everything that includes it is compiled again.
file(READ ${WORK}/project/shared.dart text)
string(REPLACE "this.times = 2" "this.times = 3" text "${text}")
file(WRITE ${WORK}/project/shared.dart "${text}")
build_and_expect("changed import" 1 3)
expect_output(
  "Hello, Ada! Hello, Ada! Hello, Ada!\nheard: Ada x3\nerror: no-name: nobody to greet\n")

# Wrong calls stop the configuration with a message of their own, not with one of CMake's.
function(expect_refusal expected)
  string(REPLACE ";" " " call "${ARGN}")
  file(REMOVE_RECURSE ${WORK}/refused)
  file(WRITE ${WORK}/refused/a.dart "enum E { a }\n")
  file(WRITE ${WORK}/refused/main.cc "int main() {}\n")
  file(WRITE ${WORK}/refused/CMakeLists.txt
       "cmake_minimum_required(VERSION 3.25)\nproject(Refused LANGUAGES CXX)\n"
       "find_package(Causeway 0.1 REQUIRED)\nadd_executable(app main.cc)\n"
       "set(first TARGET app DEFINITIONS a.dart)\n${call}\n")
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${WORK}/refused -B ${WORK}/refused/build -G ${GENERATOR}
            -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_PREFIX_PATH=${WORK}/install
    RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  # CMake breaks the lines of a message.
  string(REGEX REPLACE "[ \n]+" " " output "${output}")
  string(FIND "${output}" "causeway_generate: ${expected}" at)
  if(code EQUAL 0 OR at EQUAL -1)
    message(FATAL_ERROR "${call}\nended with ${code}, expected '${expected}':\n${output}")
  endif()
endfunction()

expect_refusal("unknown keyword FOO; known are TARGET" "causeway_generate(\${first} FOO bar)")
expect_refusal("unknown keyword FOO; known are TARGET" "causeway_generate(\${first} JAR a.jar FOO bar)")
expect_refusal("unknown argument bar" "causeway_generate(bar \${first})")
expect_refusal("no value for JAR" "causeway_generate(\${first} JAR)")
expect_refusal("JAVA_SOURCES, JAVA_RELEASE and CLASSPATH are for compiling"
               "causeway_generate(\${first} JAVA_SOURCES Main.java)")
expect_refusal("JAVA_RELEASE '1.8' is not a release of Java"
               "causeway_generate(\${first} JAR a.jar JAVA_RELEASE 1.8)")
expect_refusal("JAVA_PACKAGE '1.2' is not a Java package"
               "causeway_generate(\${first} JAVA_PACKAGE 1.2)")
expect_refusal("CPP_NAMESPACE 'a.b' is not a C++ namespace"
               "causeway_generate(\${first} CPP_NAMESPACE a.b)")
expect_refusal("the target 'app' has its call already"
               "causeway_generate(\${first})\ncauseway_generate(\${first})")
expect_refusal("TARGET 'gone' is no target" "causeway_generate(TARGET gone DEFINITIONS a.dart)")
