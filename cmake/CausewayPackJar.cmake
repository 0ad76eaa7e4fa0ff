# Script of causeway_generate(… JAR …): compiles Java sources and packs their classes. Lists are
# separated by ':'; which files SOURCE_FOLDER holds is known only now.
#   JAVA_HOME, JAR, SCRATCH, CLASSPATH, SOURCES, SOURCE_FOLDER, RELEASE

string(REPLACE ":" ";" sources "${SOURCES}")
file(GLOB_RECURSE generated ${SOURCE_FOLDER}/*.java)
list(APPEND sources ${generated})
# javac's argument files quote with "" and take forward slashes.
list(JOIN sources "\"\n\"" lines)
file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH}/classes)
file(WRITE ${SCRATCH}/sources "\"${lines}\"\n")

cmake_path(GET JAR PARENT_PATH folder)
file(MAKE_DIRECTORY ${folder})
execute_process(
  COMMAND ${JAVA_HOME}/bin/javac --release ${RELEASE} -encoding UTF-8 -g -Xlint:-options
          -classpath ${CLASSPATH} -d ${SCRATCH}/classes @${SCRATCH}/sources
  COMMAND_ERROR_IS_FATAL ANY)
execute_process(
  COMMAND ${JAVA_HOME}/bin/jar --create --file ${JAR} -C ${SCRATCH}/classes .
  COMMAND_ERROR_IS_FATAL ANY)
