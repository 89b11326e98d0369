#!/bin/sh
# Builds build-prebuilt/linux-x64/penstock.node, the addon that is published: it runs with glibc 2.28 and later and needs no
# C++ library. Uses zig's compiler, and the headers and the static library of libjpeg-turbo that are on this machine.
# ccache is used where it is installed.
set -eu
cd "$(dirname "$0")/../.."

target=linux-x64
build=build-prebuilt/$target
headers=$PWD/build-prebuilt/include
log=build-prebuilt.log

say() { echo "prebuild: $*" >&2; }
die() { say "$*"; exit 1; }
. tools/native-tools.sh
missing=$(missing_tools)
[ -z "$missing" ] || die "missing: ${missing%, }. On Debian and Ubuntu: sudo apt-get install -y $packages"
command -v strip >/dev/null || die 'missing: strip (binutils)'
. tools/package/zig.sh

# The compiler of this machine says where its headers are. Those of its C library must stay out.
cxx=$(compiler)
rm -rf "$headers"
mkdir -p "$headers"
printf '#include <stdio.h>\n#include <jpeglib.h>\n#include <jerror.h>\n' | "$cxx" -M -x c++ - | tr ' ' '\n' |
  grep -E '/(jpeglib|jconfig|jmorecfg|jerror)\.h$' | while read -r file; do cp -p "$file" "$headers/"; done
json=$(printf '#include <nlohmann/json.hpp>\n' | "$cxx" -M -x c++ - | tr ' ' '\n' | grep '/nlohmann/json\.hpp$')
cp -rp "$(dirname "$json")" "$headers/"

export PENSTOCK_CXX="$zig_cxx"
napi=$(node -p 'require("node-api-headers").include_dir + ";" + require("node-addon-api").include_dir')
set -- "-DCMAKE_TOOLCHAIN_FILE=$PWD/tools/package/$target.cmake" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_JS_INC=$napi" \
  "-DJPEG_INCLUDE=$headers" "-DJPEG_ARCHIVE=$("$cxx" -print-file-name=libjpeg.a)"
! command -v ninja >/dev/null || set -- "$@" -G Ninja
if command -v ccache >/dev/null; then
  set -- "$@" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_COMPILERCHECK=content CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1
fi
say "compiling for $target ($(build_jobs) jobs)"
{ cmake -S . -B "$build" "$@" && cmake --build "$build" --target penstock --parallel "$(build_jobs)"; } >$log 2>&1 ||
  { grep -iE 'error' $log | head -n 20 >&2; die "the build failed; see $log"; }
strip "$build/penstock.node"
say "$build/penstock.node ($(($(wc -c <"$build/penstock.node") / 1024)) KB)"
