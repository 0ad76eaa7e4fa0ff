# Steps of the tests example_*: BUILD, PROJECT, WORK, GENERATOR, CXX; EXPECTED must be part of what
# COMMAND (a program of the example) or RUN_TARGET (a target that runs it) prints.

function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE code OUTPUT_VARIABLE output
                  ERROR_VARIABLE output)
  if(NOT code EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nended with ${code}:\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/install)
run(${CMAKE_COMMAND} -S ${PROJECT} -B ${WORK}/build -G ${GENERATOR}
    -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_PREFIX_PATH=${WORK}/install)
run(${CMAKE_COMMAND} --build ${WORK}/build)
if(RUN_TARGET)
  run(${CMAKE_COMMAND} --build ${WORK}/build --target ${RUN_TARGET})
else()
  run(${WORK}/build/${COMMAND})
endif()
string(FIND "${output}" "${EXPECTED}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "printed\n${output}\nwhich lacks\n${EXPECTED}")
endif()
