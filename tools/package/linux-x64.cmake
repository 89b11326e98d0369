# Toolchain of the addon for linux-x64 that is published: zig's C++ compiler (clang), which brings the headers and stubs of
# the C library of choice and a static C++ library. tools/package/prebuild-addon.sh passes the path.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_CXX_COMPILER "$ENV{PENSTOCK_CXX}")
# The oldest C library that the addon runs with: Debian 10, RHEL 8, Ubuntu 20.04.
set(CMAKE_CXX_FLAGS_INIT "-target x86_64-linux-gnu.2.28")
# Headers of this machine's C library must not come in; libraries are found by their paths.
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
