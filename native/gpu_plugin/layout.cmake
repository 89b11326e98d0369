# Writes plugin_layout.h: a hash of every header that the addon and the GPU plugin share. The two are compiled apart, so the
# loader compares the hashes. Both builds include this file; it is also the script that their command runs.
if(CMAKE_SCRIPT_MODE_FILE)
  set(hashes)
  foreach(header IN LISTS HEADERS)
    file(SHA256 ${header} hash)
    list(APPEND hashes ${hash})
  endforeach()
  string(SHA256 layout "${hashes}")
  file(WRITE ${OUT} "// Written by native/gpu_plugin/layout.cmake.\n#pragma once\n"
    "namespace penstock::gpu {\ninline constexpr const char* kPluginLayout = \"${layout}\";\n}\n")
  return()
endif()

set(PENSTOCK_LAYOUT_NATIVE ${CMAKE_CURRENT_LIST_DIR}/..)
file(GLOB PENSTOCK_LAYOUT_HEADERS CONFIGURE_DEPENDS ${PENSTOCK_LAYOUT_NATIVE}/core/*.h ${PENSTOCK_LAYOUT_NATIVE}/gpu_plugin/*.h
  ${PENSTOCK_LAYOUT_NATIVE}/gpu_plugin/jpeg/*.h ${PENSTOCK_LAYOUT_NATIVE}/kernels/*/*.h ${PENSTOCK_LAYOUT_NATIVE}/ops/*/*.h
  ${PENSTOCK_LAYOUT_NATIVE}/generated/abi.h)
set(PENSTOCK_LAYOUT_FOLDER ${CMAKE_BINARY_DIR}/layout)
add_custom_command(OUTPUT ${PENSTOCK_LAYOUT_FOLDER}/plugin_layout.h
  COMMAND ${CMAKE_COMMAND} "-DHEADERS=${PENSTOCK_LAYOUT_HEADERS}" -DOUT=${PENSTOCK_LAYOUT_FOLDER}/plugin_layout.h
    -P ${CMAKE_CURRENT_LIST_FILE}
  DEPENDS ${PENSTOCK_LAYOUT_HEADERS} ${CMAKE_CURRENT_LIST_FILE} VERBATIM)
add_custom_target(penstock_plugin_layout DEPENDS ${PENSTOCK_LAYOUT_FOLDER}/plugin_layout.h)

# The target's sources may include plugin_layout.h.
function(penstock_has_layout target)
  add_dependencies(${target} penstock_plugin_layout)
  target_include_directories(${target} PRIVATE ${PENSTOCK_LAYOUT_FOLDER})
endfunction()
