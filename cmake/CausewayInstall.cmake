# What `cmake --install` gives:
#   bin/causeway                            the tool                     causeway::tool
#   lib/libcauseway.so, include/causeway/   the runtime                  causeway::runtime
#   lib/libcauseway-peers.so                 the registry of peers        causeway::peers
#   libexec/causeway/                       causeway-probe, which the tool starts, and its jar
#   share/java/causeway-runtime.jar         its Java half                ${CAUSEWAY_RUNTIME_JAR}
#   lib/cmake/Causeway/                     find_package(Causeway), causeway_generate()

include(CMakePackageConfigHelpers)

set(causeway_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/Causeway)
set(causeway_java_dir ${CMAKE_INSTALL_DATADIR}/java)

set_target_properties(causeway_jni PROPERTIES EXPORT_NAME jni)
set_target_properties(causeway_runtime PROPERTIES EXPORT_NAME runtime)
install(TARGETS causeway_jni causeway_runtime causeway_peers EXPORT CausewayTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/causeway
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES ${CAUSEWAY_RUNTIME_JAR} DESTINATION ${causeway_java_dir})
if(TARGET causeway)
  set_target_properties(causeway PROPERTIES EXPORT_NAME tool)
  install(TARGETS causeway EXPORT CausewayTargets RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

install(EXPORT CausewayTargets NAMESPACE causeway:: DESTINATION ${causeway_cmake_dir})
configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/CausewayConfig.cmake.in
  ${PROJECT_BINARY_DIR}/CausewayConfig.cmake
  INSTALL_DESTINATION ${causeway_cmake_dir}
  PATH_VARS causeway_java_dir)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/CausewayConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/CausewayConfig.cmake
  ${PROJECT_BINARY_DIR}/CausewayConfigVersion.cmake
  ${PROJECT_SOURCE_DIR}/cmake/CausewayGenerate.cmake
  ${PROJECT_SOURCE_DIR}/cmake/CausewayPackJar.cmake
  DESTINATION ${causeway_cmake_dir})
