#!/bin/sh
# tools/package/prebuild-av.sh linux-x64|linux-arm64: builds build-prebuilt/av-TARGET, the content of the published package for
# videos: the plugin, for glibc 2.28 and later, and the FFmpeg that it loads (av-libraries.sh), with the licences of both and the
# scripts that build the libraries again.
set -eu
cd "$(dirname "$0")/../.."

target=$1
build=$PWD/build-prebuilt/av-$target
root=$PWD/build-prebuilt/av-root-$target
log=$PWD/build-prebuilt.log
say() { echo "prebuild: $*" >&2; }
die() { say "$*"; exit 1; }
. tools/package/zig.sh
zig_target "$target"

# The script's own text is a part of what the libraries are.
stamp="$(cksum tools/package/av-libraries.sh), zig $zig_version"
[ "$(cat "$root/.built" 2>/dev/null)" = "$stamp" ] || { sh tools/package/av-libraries.sh "$target" && printf '%s' "$stamp" >"$root/.built"; }

rm -rf "$build"
mkdir -p "$build/rebuild/tools/package"
# The linker takes the libraries by the names under which they are loaded.
cp "$root"/lib/lib*.so.?? "$root"/lib/lib*.so.? "$build/" 2>/dev/null || true
"$PENSTOCK_CXX" -target "$PENSTOCK_ZIG_TARGET" -std=c++17 -O2 -DNDEBUG -fPIC -fvisibility=hidden -shared -s -Wall -Wextra -Werror \
  -Inative "-I$root/include" native/av_plugin/*.cc -o "$build/penstock_av.so" "-Wl,--version-script=native/av_plugin/exports.map" \
  -Wl,-z,defs "-Wl,-rpath,\$ORIGIN" -lpthread -lm \
  $(for name in avformat avcodec avutil; do ls "$build"/lib${name}_penstock.so.*; done) >"$log" 2>&1 ||
  { cat "$log" >&2; die 'the plugin could not be compiled'; }
cp "$root"/licenses/*.txt "$build/"
for file in native-tools.sh package/av-libraries.sh package/unpack-debs.sh package/zig.sh; do cp tools/$file "$build/rebuild/tools/$file"; done
say "$build ($(($(cat "$build"/*.so* | wc -c) / 1024)) KB)"
