#!/bin/sh
# Builds build/Release/penstock.node, the native addon, in a checkout and in an installed package (npm run build:native).
# Installs nothing, but names the tools that are missing. Options are passed to cmake-js.
set -eu
cd "$(dirname "$0")/.."
. tools/native-tools.sh

die() { echo "build:native: $*" >&2; exit 1; }

missing=$(missing_tools)
[ -z "$missing" ] ||
  die "missing: ${missing%, }. On Debian and Ubuntu: sudo apt-get update && sudo apt-get install -y $packages"

# npm packages that the build uses and the package does not. A checkout has them; a project installs them beside the
# package, where require() finds them too.
cmake_js=$(node -e '
  const { devDependencies } = require("./package.json")
  const wanted = ["cmake-js", "node-addon-api", "node-api-headers"]
  try {
    for (const name of wanted) require.resolve(name)
    console.log(require.resolve("cmake-js/bin/cmake-js"))
  } catch {
    console.error(wanted.map((name) => name + "@" + devDependencies[name]).join(" "))
    process.exit(1)
  }' 2>&1) || die "npm packages are missing. Run in your project: npm install --save-dev $cmake_js"
# CMake refuses a build folder that was configured under another path, so such a folder is removed.
grep -qsx "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" build/CMakeCache.txt || rm -f build/CMakeCache.txt
# `cmake-js compile` would delete the build folder, with the addon that a package brings, when a source does not compile.
for step in configure build; do
  CXX=$(compiler) CMAKE_BUILD_PARALLEL_LEVEL=$(build_jobs) node "$cmake_js" "$step" "$@"
done
# A build with nothing to do does not change the file's time.
[ ! -f build/Release/penstock.node ] || touch build/Release/penstock.node
