# The C++ API: the static library libpenstock.a with everything that the addon has but Node.js, its headers, and what
# find_package(penstock) reads: `cmake --install BUILD --component penstock --prefix PREFIX`.
file(GLOB PENSTOCK_API_SOURCES CONFIGURE_DEPENDS native/api/*.cc)
penstock_units(PENSTOCK_API_SOURCES api)
add_library(penstock_cpp STATIC ${PENSTOCK_API_SOURCES} native/generated/api_ops.cc native/generated/api_schemas.cc
  $<TARGET_OBJECTS:penstock_first> $<TARGET_OBJECTS:penstock_core>)
penstock_precompile(penstock_cpp core/op.h)
set_target_properties(penstock_cpp PROPERTIES OUTPUT_NAME penstock EXPORT_NAME penstock)
target_include_directories(penstock_cpp
  PRIVATE native ${JPEG_INCLUDE}
  PUBLIC $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/native/api/include> $<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/native/generated>
    $<INSTALL_INTERFACE:include>)
target_compile_features(penstock_cpp INTERFACE cxx_std_17)
target_link_libraries(penstock_cpp PUBLIC $<BUILD_INTERFACE:${JPEG_ARCHIVE}> $<INSTALL_INTERFACE:JPEG::JPEG>
  "$<BUILD_INTERFACE:${PENSTOCK_SOUND_ARCHIVES}>" "$<INSTALL_INTERFACE:${PENSTOCK_SOUND_LIBRARIES}>"
  Threads::Threads ${CMAKE_DL_LIBS})

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
file(READ ${CMAKE_SOURCE_DIR}/package.json PENSTOCK_PACKAGE)
string(REGEX MATCH "\"version\": \"([0-9.]+)" PENSTOCK_VERSION "${PENSTOCK_PACKAGE}")
set(PENSTOCK_VERSION ${CMAKE_MATCH_1})
set(PENSTOCK_CMAKE ${CMAKE_INSTALL_LIBDIR}/cmake/penstock)
install(TARGETS penstock_cpp EXPORT penstock ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT penstock)
install(DIRECTORY native/api/include/penstock native/generated/penstock DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  COMPONENT penstock)
install(EXPORT penstock NAMESPACE penstock:: FILE penstock-targets.cmake DESTINATION ${PENSTOCK_CMAKE}
  COMPONENT penstock)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/penstock-config-version.cmake VERSION ${PENSTOCK_VERSION}
  COMPATIBILITY SameMinorVersion)
install(FILES native/api/penstock-config.cmake ${CMAKE_BINARY_DIR}/penstock-config-version.cmake
  DESTINATION ${PENSTOCK_CMAKE} COMPONENT penstock)
