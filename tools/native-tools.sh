# Functions that builds of native code need. setup.sh, build-native.sh and build-cuda.sh source it in the package's
# folder.

# Debian packages that the addon is built with.
packages='g++ cmake make libjpeg-dev nlohmann-json3-dev libflac-dev libvorbis-dev libogg-dev'

# Debian packages that the video plugin is built with; without them everything else is built.
video_packages='libavformat-dev libavcodec-dev libavutil-dev'

# Prints the compiler to use: the default one, or the newest versioned g++ when the default is too old. Prints nothing
# where there is none.
compiler() {
  for name in ${CXX:-c++} g++ g++-14 g++-13 g++-12 g++-11; do
    command -v "$name" >/dev/null || continue
    # Clang always reports 4.2.1 here, for compatibility.
    if "$name" --version | grep -q clang || [ "$("$name" -dumpversion | cut -d. -f1)" -ge 11 ]; then
      echo "$name"
      return
    fi
  done
}

has_header() { printf '#include <stddef.h>\n#include <stdio.h>\n#include <%s>\n' "$2" | "$1" -E -x c++ - >/dev/null 2>&1; }

has_video_libraries() {
  printf '#include <lib%s.h>\n' avformat/avformat avcodec/avcodec avutil/avutil | "$(compiler)" -E -x c - >/dev/null 2>&1
}

# Debian package with the headers of NVIDIA's video engines, which the GPU plugin reads beside CUDA's.
engine_packages='libffmpeg-nvenc-dev'

has_engine_headers() { has_header "$(compiler)" ffnvcodec/dynlink_cuda.h; }

# Needs tools/install/apt.sh, say and die.
install_engine_headers() {
  has_engine_headers && return
  command -v apt-get >/dev/null && may_install && say "installing $engine_packages" && apt_install $engine_packages
  has_engine_headers || die "the headers of NVIDIA's video engines are missing. Install them (Debian's name: $engine_packages), then run this again"
}

# Prints the names of the missing tools.
missing_tools() {
  cxx=$(compiler)
  [ -n "$cxx" ] || printf 'a C++ compiler (g++ >= 11), '
  command -v cmake >/dev/null || printf 'CMake, '
  command -v make >/dev/null || command -v ninja >/dev/null || printf 'make, '
  [ -n "$cxx" ] || return 0
  has_header "$cxx" jpeglib.h || printf "libjpeg-turbo's headers, "
  [ "$("$cxx" -print-file-name=libjpeg.a)" != libjpeg.a ] || printf "libjpeg-turbo's static library, "
  has_header "$cxx" nlohmann/json.hpp || printf 'nlohmann/json, '
  has_header "$cxx" FLAC/stream_decoder.h || printf "libFLAC's headers, "
  has_header "$cxx" vorbis/codec.h || printf "libvorbis's headers, "
  for name in FLAC vorbis ogg; do
    [ "$("$cxx" -print-file-name=lib$name.a)" != lib$name.a ] || printf "lib%s's static library, " $name
  done
}

# Prints how many compilers to run: one per core, but no more than memory allows, because each takes up to 1 GB.
build_jobs() {
  jobs=$(nproc)
  room=$(awk '/MemAvailable/ { print int($2 / 1000000) + 1 }' /proc/meminfo)
  [ "$jobs" -le "$room" ] || jobs=$room
  echo "$jobs"
}
