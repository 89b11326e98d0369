#!/bin/sh
# tools/package/av-libraries.sh linux-x64|linux-arm64: builds the FFmpeg that the published video plugin loads, into
# build-prebuilt/av-root-TARGET: shared libraries under the LGPL 2.1 with the decoders and containers of the lists below, and
# without encoders, programs and network. The sources are Debian's packages `ffmpeg`, `dav1d` (BSD), which has AV1, and `zlib`;
# the compiler is zig's. Libraries of this build can be exchanged in an installed package, which has this script as
# rebuild/tools/package/av-libraries.sh.
set -eu
cd "$(dirname "$0")/../.."

# A plugin is compiled against the structures of one version. Debian adds corrections within it.
version=5.1
decoders=h264,hevc,vp8,vp9,libdav1d,mjpeg,mpeg4,mpeg2video,mpeg1video,h263,prores,ffv1,png,qtrle,rawvideo
decoders=$decoders,aac,mp3float,mp2float,opus,vorbis,flac,alac,ac3,eac3,pcm_u8,pcm_s8,pcm_alaw,pcm_mulaw
for kind in s16 s24 s32 f32 f64; do decoders=$decoders,pcm_${kind}le,pcm_${kind}be; done
demuxers=mov,matroska,avi,mpegts
parsers=h264,hevc,vp8,vp9,av1,mjpeg,mpeg4video,mpegvideo,h263,aac,mpegaudio,opus,vorbis,flac,ac3
filters=h264_mp4toannexb,hevc_mp4toannexb,vp9_superframe_split,av1_frame_merge,extract_extradata,mpeg4_unpack_bframes

target=$1
root=$PWD/build-prebuilt/av-root-$target
log=$PWD/build-prebuilt.log
say() { echo "av-libraries: $*" >&2; }
die() { say "$*"; exit 1; }
case $target in
  linux-x64) arch=x86_64 ;;
  linux-arm64) arch=aarch64 ;;
  *) die "unknown target $target (known: linux-x64, linux-arm64)" ;;
esac
mkdir -p build-prebuilt
. tools/native-tools.sh
. tools/package/zig.sh
zig_target "$target"

sources=$PWD/build-prebuilt/av-sources
[ -d "$sources" ] || {
  sh tools/package/unpack-debs.sh "$sources.new" bookworm source ffmpeg dav1d zlib && mv "$sources.new" "$sources"
} || die 'there are no sources'
case $(cat "$sources/ffmpeg/RELEASE") in
  "$version".*) ;;
  *) die "expected FFmpeg $version but Debian has $(cat "$sources/ffmpeg/RELEASE")" ;;
esac
tools=$PWD/build-prebuilt/av-tools
[ -d "$tools" ] || {
  sh tools/package/unpack-debs.sh "$tools.new" bookworm amd64 nasm meson ninja-build pkgconf-bin libpkgconf3 && mv "$tools.new" "$tools"
} || die 'there is no nasm, meson, ninja or pkgconf'

rm -rf "$root" "$root.new"
mkdir -p "$root.new/bin"
cache=
if command -v ccache >/dev/null; then
  cache=ccache
  export CCACHE_COMPILERCHECK=content CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1
fi
program() { # name; the lines of a shell script come from the input
  { echo '#!/bin/sh'; cat; } >"$root.new/bin/$1"
  chmod +x "$root.new/bin/$1"
}
# Two questions of build systems, zig does not answer: it hands the first to clang, which knows no versions of glibc, and its
# linker, which is LLVM's, has a name that meson does not know.
program cc <<EOF
case " \$* " in
  *' -dM '*) exec '$PENSTOCK_C' -target $arch-linux-gnu "\$@" ;;
  *' -Wl,--version '*) echo 'LLD 20 (compatible with GNU linkers)'; exit ;;
esac
exec $cache '$PENSTOCK_C' -target $PENSTOCK_ZIG_TARGET "\$@"
EOF
for name in ar ranlib; do echo "exec '$zig' $name \"\$@\"" | program $name; done
echo "LD_LIBRARY_PATH='$tools/usr/lib/x86_64-linux-gnu' exec '$tools/usr/bin/pkgconf' \"\$@\"" | program pkg-config
PATH=$root.new/bin:$tools/usr/bin:$PATH
export PATH PYTHONPATH="$tools/usr/lib/python3/dist-packages" PKG_CONFIG_LIBDIR="$root.new/parts/lib/pkgconfig"

# Nothing throws through these libraries.
flags='-fno-asynchronous-unwind-tables -fno-unwind-tables'
cat >"$root.new/cross.txt" <<EOF
[binaries]
c = '$root.new/bin/cc'
ar = '$root.new/bin/ar'
strip = 'true'
nasm = '$tools/usr/bin/nasm'
[host_machine]
system = 'linux'
cpu_family = '$arch'
cpu = '$arch'
endian = 'little'
EOF
dav1d() {
  meson setup "$root.new/build-dav1d" "$sources/dav1d" --cross-file "$root.new/cross.txt" --buildtype release \
    --default-library static "-Dc_args=$flags" -Denable_tools=false -Denable_tests=false -Denable_examples=false \
    --libdir lib --prefix "$root.new/parts" && ninja -C "$root.new/build-dav1d" -j "$(build_jobs)" install
}
zlib() {
  cp -r "$sources/zlib" "$root.new/build-zlib" && cd "$root.new/build-zlib" &&
    CC="$root.new/bin/cc" AR="$root.new/bin/ar" RANLIB="$root.new/bin/ranlib" CFLAGS="-O3 -fPIC $flags" \
      ./configure --static --prefix="$root.new/parts" && make -j "$(build_jobs)" install
}
# The names of the libraries have a suffix, so that a process may have another FFmpeg too. Each finds the others beside itself:
# make reads the flag twice, and the shell once. zig has stubs of functions whose headers newer versions of glibc lack.
ffmpeg() {
  mkdir "$root.new/build-ffmpeg" && cd "$root.new/build-ffmpeg" &&
    "$sources/ffmpeg/configure" --prefix="$root.new" --enable-cross-compile --target-os=linux --arch=$arch \
      --cc="$root.new/bin/cc" --ar="$root.new/bin/ar" --ranlib="$root.new/bin/ranlib" --strip=true \
      --pkg-config=pkg-config --x86asmexe=nasm --extra-cflags="$flags -I$root.new/parts/include" --extra-ldflags="-s -L$root.new/parts/lib" --enable-shared --disable-static \
      --disable-everything --disable-autodetect --disable-iconv --disable-network --disable-programs --disable-doc --disable-debug \
      --disable-avdevice --disable-avfilter --disable-swscale --disable-postproc --build-suffix=_penstock --enable-libdav1d --enable-zlib \
      --enable-decoder=$decoders --enable-demuxer=$demuxers --enable-parser=$parsers --enable-bsf=$filters &&
    sed -i 's/^#define HAVE_SYSCTL 1/#define HAVE_SYSCTL 0/' config.h &&
    echo "LDSOFLAGS += -Wl,-rpath,'\$\$\$\$ORIGIN'" >>ffbuild/config.mak &&
    make -j "$(build_jobs)" install
}
say "compiling for $target"
{ dav1d && (zlib) && (ffmpeg); } >"$log" 2>&1 || { grep -E '(error|ERROR)[: ]' "$log" | head -n 20 >&2; die "the build failed; see $log"; }
# What was asked for and is not there, configure says in a warning alone.
! grep -E '^WARNING: Disabled' "$log" >&2 || die 'FFmpeg lacks something that it was asked for'
mkdir "$root.new/licenses"
cp "$sources/ffmpeg/COPYING.LGPLv2.1" "$root.new/licenses/FFmpeg.txt"
cp "$sources/dav1d/COPYING" "$root.new/licenses/dav1d.txt"
sed -n '/^Copyright notice:/,/^  jloup/p' "$sources/zlib/README" >"$root.new/licenses/zlib.txt"
for name in ffmpeg dav1d zlib; do (cd "$sources/$name" && dpkg-parsechangelog -S Version); done >"$root.new/versions"
for name in build-dav1d build-zlib build-ffmpeg parts bin cross.txt share lib/pkgconfig; do rm -rf "$root.new/${name:?}"; done
mv "$root.new" "$root"
