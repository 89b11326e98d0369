#!/bin/sh
# Builds build-prebuilt/linux-x64/penstock.node, the addon that is published: it runs with glibc 2.28 and later and needs no
# C++ library. Uses zig's compiler, which it installs into .zig/ (a pip wheel of about 100 MB, which git ignores), and the
# headers and the static library of libjpeg-turbo that are on this machine.
set -eu
cd "$(dirname "$0")/../.."

zig_version=0.17.1
target=linux-x64
build=build-prebuilt/$target
headers=$PWD/build-prebuilt/include
log=build-prebuilt.log

say() { echo "prebuild: $*" >&2; }
die() { say "$*"; exit 1; }
. tools/native-tools.sh

[ "$(uname -sm)" = 'Linux x86_64' ] || die "this is $(uname -sm); the addon for $target is built on Linux on x86-64"
missing=$(missing_tools)
[ -z "$missing" ] || die "missing: ${missing%, }. On Debian and Ubuntu: sudo apt-get install -y $packages"
command -v strip >/dev/null || die 'missing: strip (binutils)'

if [ "$(cat .zig/.version 2>/dev/null)" != "$zig_version" ]; then
  python3 -m pip --version >/dev/null 2>&1 || die "Python's pip is not there to install zig: install python3-pip"
  say "installing zig $zig_version into .zig/"
  rm -rf .zig
  python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: --target .zig \
    "ziglang==$zig_version" >$log 2>&1 || { tail -n 5 $log >&2; die "pip could not install it; see $log"; }
  printf '%s' "$zig_version" >.zig/.version
fi

# The compiler of this machine says where its headers are. Those of its C library must stay out.
cxx=$(compiler)
rm -rf "$headers"
mkdir -p "$headers"
printf '#include <stdio.h>\n#include <jpeglib.h>\n#include <jerror.h>\n' | "$cxx" -M -x c++ - | tr ' ' '\n' |
  grep -E '/(jpeglib|jconfig|jmorecfg|jerror)\.h$' | while read -r file; do cp -p "$file" "$headers/"; done
json=$(printf '#include <nlohmann/json.hpp>\n' | "$cxx" -M -x c++ - | tr ' ' '\n' | grep '/nlohmann/json\.hpp$')
cp -rp "$(dirname "$json")" "$headers/"

export PENSTOCK_ZIG="$PWD/.zig/ziglang/zig"
napi=$(node -p 'require("node-api-headers").include_dir + ";" + require("node-addon-api").include_dir')
set -- "-DCMAKE_TOOLCHAIN_FILE=$PWD/tools/package/$target.cmake" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_JS_INC=$napi" \
  "-DJPEG_INCLUDE=$headers" "-DJPEG_ARCHIVE=$("$cxx" -print-file-name=libjpeg.a)"
! command -v ninja >/dev/null || set -- "$@" -G Ninja
say "compiling for $target ($(build_jobs) jobs)"
{ cmake -S . -B "$build" "$@" && cmake --build "$build" --target penstock --parallel "$(build_jobs)"; } >$log 2>&1 ||
  { grep -iE 'error' $log | head -n 20 >&2; die "the build failed; see $log"; }
strip "$build/penstock.node"
say "$build/penstock.node ($(($(wc -c <"$build/penstock.node") / 1024)) KB)"
