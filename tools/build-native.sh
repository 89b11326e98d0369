#!/bin/sh
# Builds build/Release/penstock.node, the native addon, in a checkout and in an installed package (npm run build:native).
# Installs nothing: what is missing is named. Options go to cmake-js.
set -eu
cd "$(dirname "$0")/.."
. tools/native-tools.sh

die() { echo "build:native: $*" >&2; exit 1; }

missing=$(missing_tools)
[ -z "$missing" ] ||
  die "missing: ${missing%, }. On Debian and Ubuntu: sudo apt-get update && sudo apt-get install -y $packages"

# The dependencies of an installed package may lie beside it.
cmake_js=$(node -p 'require.resolve("cmake-js/bin/cmake-js")') || die 'cmake-js is not installed; npm install does that'
# CMake refuses a folder that was configured under another path.
grep -qsx "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" build/CMakeCache.txt || rm -f build/CMakeCache.txt
# `cmake-js compile` would delete the build folder, with the addon that a package brings, when a source does not compile.
for step in configure build; do
  CXX=$(compiler) CMAKE_BUILD_PARALLEL_LEVEL=$(build_jobs) node "$cmake_js" "$step" "$@"
done
# A build that had nothing to do leaves the file as old as it was.
touch build/Release/penstock.node
