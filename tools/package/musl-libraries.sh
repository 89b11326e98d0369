#!/bin/sh
# tools/package/musl-libraries.sh linuxmusl-x64|linuxmusl-arm64: builds the static libraries that the addon for musl links,
# libjpeg-turbo, libFLAC, libvorbis and libogg, into build-prebuilt/root-TARGET. Debian's archives call glibc; so its sources, of
# the same versions, are compiled by zig. nasm, for libjpeg-turbo's vector code on x86-64, comes from Debian and is not installed.
set -eu
cd "$(dirname "$0")/../.."

target=$1
root=$PWD/build-prebuilt/root-$target
log=$PWD/build-prebuilt.log
say() { echo "musl-libraries: $*" >&2; }
die() { say "$*"; exit 1; }
. tools/native-tools.sh
. tools/package/zig.sh
zig_target "$target"

# Both targets have the same sources, in a folder of this name when they are complete.
sources=$PWD/build-prebuilt/sources
[ -d "$sources" ] || {
  sh tools/package/unpack-debs.sh "$sources.new" bookworm source libjpeg-turbo flac libvorbis libogg && mv "$sources.new" "$sources"
} || die 'there are no sources'
nasm=$PWD/build-prebuilt/nasm
[ -d "$nasm" ] || { sh tools/package/unpack-debs.sh "$nasm.new" bookworm amd64 nasm && mv "$nasm.new" "$nasm"; } || die 'there is no nasm'

rm -rf "$root" "$root.new"
mkdir -p "$root.new/include" "$root.new/lib"
# Builds one archive, without the programs beside it; the headers are those of the sources and those that CMake writes.
archive() { # package, CMake's target, the archive, folders of headers, then options of CMake
  source=$sources/$1 place=$root.new/build/$1 goal=$2 file=$3 headers=$4
  shift 4
  cmake -S "$source" -B "$place" "-DCMAKE_TOOLCHAIN_FILE=$PWD/tools/package/zig.cmake" -DCMAKE_BUILD_TYPE=Release \
    -DBUILD_SHARED_LIBS=OFF -DCMAKE_POSITION_INDEPENDENT_CODE=ON -DCMAKE_POLICY_VERSION_MINIMUM=3.5 "$@" &&
    cmake --build "$place" --target "$goal" --parallel "$(build_jobs)" &&
    cp "$place/$file" "$root.new/lib/" || return
  for folder in $headers; do
    for from in "$source" "$place"; do [ ! -d "$from/$folder" ] || cp -r "$from/$folder" "$root.new/include/"; done
  done
}
say "compiling for $target"
{
  archive libjpeg-turbo jpeg-static libjpeg.a '' \
    -DENABLE_SHARED=OFF -DWITH_TURBOJPEG=OFF -DREQUIRE_SIMD=ON "-DCMAKE_ASM_NASM_COMPILER=$nasm/usr/bin/nasm" &&
    (cd "$sources/libjpeg-turbo" && cp jpeglib.h jmorecfg.h jerror.h "$root.new/build/libjpeg-turbo/jconfig.h" "$root.new/include/") &&
    archive libogg ogg libogg.a include/ogg -DBUILD_TESTING=OFF &&
    set -- "-DOGG_INCLUDE_DIR=$root.new/include" "-DOGG_LIBRARY=$root.new/lib/libogg.a" &&
    archive libvorbis vorbis lib/libvorbis.a include/vorbis "$@" &&
    archive flac FLAC src/libFLAC/libFLAC.a include/FLAC "$@" -DBUILD_CXXLIBS=OFF -DBUILD_PROGRAMS=OFF -DBUILD_EXAMPLES=OFF \
      -DBUILD_TESTING=OFF -DBUILD_DOCS=OFF -DINSTALL_MANPAGES=OFF
} >"$log" 2>&1 || { grep -iE 'error' "$log" | head -n 20 >&2; die "the build failed; see $log"; }
rm -rf "$root.new/build"
mv "$root.new" "$root"
