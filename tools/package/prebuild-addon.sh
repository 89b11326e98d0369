#!/bin/sh
# tools/package/prebuild-addon.sh TARGET [--tests]: builds build-prebuilt/TARGET/penstock.node, an addon that is published:
# linux-x64 and linux-arm64 run with glibc 2.28 and later, linuxmusl-x64 and linuxmusl-arm64 with musl 1.2.5 and later, and none
# needs a C++ library. With --tests the native unit tests are built with the same objects, as penstock_tests beside it. Uses zig's
# compiler, on Linux on x86-64 for all; nlohmann/json of this machine; and static libjpeg-turbo, libFLAC, libvorbis and
# libogg: this machine's, Debian's for arm64, or for musl what musl-libraries.sh makes of Debian's sources. ccache is used where
# it is installed.
set -eu
cd "$(dirname "$0")/../.."

target=$1 tests=OFF products='penstock'
case ${2-} in
  '') ;;
  --tests) tests=ON products='penstock penstock_tests' ;;
  *) echo "prebuild: unknown option $2 (known: --tests)" >&2; exit 2 ;;
esac
build=build-prebuilt/$target
headers=$PWD/build-prebuilt/include-$target
log=build-prebuilt.log

say() { echo "prebuild: $*" >&2; }
die() { say "$*"; exit 1; }
. tools/native-tools.sh
missing=$(missing_tools)
[ -z "$missing" ] || die "missing: ${missing%, }. On Debian and Ubuntu: sudo apt-get install -y $packages"
. tools/package/zig.sh
zig_target "$target"

# The compiler of this machine says where its headers are. Those of its C library must stay out.
cxx=$(compiler)
headers_of() { "$cxx" -M -x c++ "$@" - | tr ' ' '\n'; }
rm -rf "$headers"
mkdir -p "$headers"
own_headers=
case $target in
  linux-x64) archive_of() { "$cxx" -print-file-name="lib$1.a"; } ;;
  linux-arm64)
    root=build-prebuilt/root-arm64
    archive_of() { echo "$PWD/$root/usr/lib/aarch64-linux-gnu/lib$1.a"; }
    # The release whose libjpeg-turbo is of the version that this machine has, or the nearest.
    if ! [ -f "$(archive_of jpeg)" ] || ! [ -f "$(archive_of FLAC)" ]; then
      rm -rf $root
      sh tools/package/unpack-debs.sh $root.new bookworm arm64 libjpeg62-turbo-dev libflac-dev libvorbis-dev libogg-dev &&
        mv $root.new $root || die 'there is no libjpeg-turbo, libFLAC, libvorbis or libogg for arm64'
    fi
    own_headers="-isystem $root/usr/include -isystem $root/usr/include/aarch64-linux-gnu"
    ;;
  linuxmusl-*)
    root=build-prebuilt/root-$target
    archive_of() { echo "$PWD/$root/lib/lib$1.a"; }
    [ -d $root ] || sh tools/package/musl-libraries.sh "$target"
    own_headers="-isystem $root/include"
    ;;
esac
# shellcheck disable=SC2086
printf '#include <stdio.h>\n#include <jpeglib.h>\n#include <jerror.h>\n' | headers_of $own_headers |
  grep -E '/(jpeglib|jconfig|jmorecfg|jerror)\.h$' | while read -r file; do cp -p "$file" "$headers/"; done
# shellcheck disable=SC2086
printf '#include <FLAC/stream_decoder.h>\n#include <vorbis/codec.h>\n' | headers_of $own_headers |
  grep -E '/(FLAC|vorbis|ogg)/[a-z_]+\.h$' | while read -r file; do
  folder=$headers/$(basename "$(dirname "$file")")
  mkdir -p "$folder"
  cp -p "$file" "$folder/"
done
cp -rp "$(dirname "$(printf '#include <nlohmann/json.hpp>\n' | headers_of | grep '/nlohmann/json\.hpp$')")" "$headers/"

napi=$(node -p 'require("node-api-headers").include_dir + ";" + require("node-addon-api").include_dir')
set -- "-DCMAKE_TOOLCHAIN_FILE=$PWD/tools/package/zig.cmake" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_JS_INC=$napi" \
  "-DJPEG_INCLUDE=$headers" "-DJPEG_ARCHIVE=$(archive_of jpeg)" "-DSOUND_INCLUDE=$headers"
# Without precompiled headers, so that a source that does not include what it needs fails here.
set -- "$@" -DPENSTOCK_PCH=OFF "-DPENSTOCK_TESTS=$tests"
for name in FLAC vorbis ogg; do set -- "$@" "-D${name}_ARCHIVE=$(archive_of $name)"; done
! command -v ninja >/dev/null || set -- "$@" -G Ninja
if command -v ccache >/dev/null; then
  set -- "$@" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_COMPILERCHECK=content CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1
fi
# A build folder of another compiler or place is made anew.
stamp="$PWD, zig $zig_version"
[ "$(cat $build/.configured 2>/dev/null)" = "$stamp" ] || rm -rf "$build"
say "compiling for $target ($(build_jobs) jobs)"
# shellcheck disable=SC2086
{ cmake -S . -B "$build" "$@" && printf '%s' "$stamp" >$build/.configured && cmake --build "$build" --target $products --parallel "$(build_jobs)"; } >$log 2>&1 ||
  { grep -iE 'error' $log | head -n 20 >&2; die "the build failed; see $log"; }
say "$build/penstock.node ($(($(wc -c <"$build/penstock.node") / 1024)) KB)"
