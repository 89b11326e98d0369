# Toolchain of the addons that are published: zig's C++ compiler (clang), which brings the headers and stubs of the C library of
# choice and a static C++ library. tools/package/prebuild-addon.sh sets the variables.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR "$ENV{PENSTOCK_PROCESSOR}")
set(CMAKE_CXX_COMPILER "$ENV{PENSTOCK_CXX}")
# glibc 2.28 is the oldest C library that the addon runs with: Debian 10, RHEL 8, Ubuntu 20.04.
set(CMAKE_CXX_FLAGS_INIT "-target $ENV{PENSTOCK_PROCESSOR}-linux-gnu.2.28")
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-s")
# Headers of this machine's C library must not come in; libraries are found by their paths.
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
