# Toolchain of what is published: zig's compilers (clang), which bring the headers and stubs of the C library of choice and a
# static C++ library. tools/package/zig.sh sets the variables.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR "$ENV{PENSTOCK_PROCESSOR}")
foreach(language C CXX)
  set(CMAKE_${language}_COMPILER "$ENV{PENSTOCK_${language}}")
  set(CMAKE_${language}_FLAGS_INIT "-target $ENV{PENSTOCK_ZIG_TARGET}")
endforeach()
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-s")
# Headers of this machine's C library must not come in; libraries are found by their paths.
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
