#!/bin/sh
# Builds build/Release/penstock_cuda.so, the GPU plugin; needs no GPU. Uses nvcc >= 12.8 where there is one (PATH, CUDA_HOME,
# CUDA_PATH, /usr/local/cuda); else installs NVIDIA's pip wheels into .cuda/, which git ignores (about 300 MB).
# CUDA_ARCHITECTURES=90-real builds for one kind of GPU. CUDAFLAGS=--generate-line-info lets profilers and compute-sanitizer name
# lines of sources; it makes the plugin two thirds larger, so it is not the default.
set -eu
cd "$(dirname "$0")/.."

wheels='nvidia-cuda-nvcc==13.0.88 nvidia-cuda-crt==13.0.88 nvidia-nvvm==13.0.88 nvidia-cuda-cccl==13.0.85
  nvidia-cuda-runtime==13.0.96 nvidia-nvjpeg==13.0.4.44'
toolkit=.cuda/nvidia/cu13
build=build-cuda
log=build-cuda.log

say() { echo "build:cuda: $*" >&2; }
die() { say "$*"; exit 1; }
. tools/native-tools.sh
. tools/install/apt.sh

# Whether the nvcc is at least 12.8, which sm_100 needs.
recent() {
  "$1" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' |
    { read -r major minor && [ $((major * 100 + minor)) -ge 1208 ]; }
}

# Prints the path of the nvcc to use, or nothing.
find_nvcc() {
  for nvcc in "$(command -v nvcc || true)" "${CUDA_HOME:-}/bin/nvcc" "${CUDA_PATH:-}/bin/nvcc" /usr/local/cuda/bin/nvcc \
    "$PWD/$toolkit/bin/nvcc"; do
    [ ! -x "$nvcc" ] || ! recent "$nvcc" || { echo "$nvcc"; return; }
  done
}

# Installs the wheels, and installs them anew when this list has changed since.
install_wheels() {
  [ "$(cat .cuda/.wheels 2>/dev/null)" != "$wheels" ] || return 0
  python3 -m pip --version >/dev/null 2>&1 ||
    die "no nvcc >= 12.8 was found, and Python's pip is not there to install one. Install the CUDA toolkit, or python3-pip"
  say 'installing the CUDA compiler into .cuda/ (pip wheels, about 300 MB)'
  rm -rf .cuda
  # shellcheck disable=SC2086
  python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: --target .cuda $wheels \
    >$log 2>&1 || { tail -n 5 $log >&2; die "pip could not install them; see $log"; }
  printf '%s' "$wheels" >.cuda/.wheels
}

install_engine_headers

nvcc=$(find_nvcc)
if [ -z "$nvcc" ] || [ "$nvcc" = "$PWD/$toolkit/bin/nvcc" ]; then
  install_wheels
  nvcc=$PWD/$toolkit/bin/nvcc
  recent "$nvcc" || die "$nvcc does not run"
fi

# A compiler from pip does not search the folder in which pip installs its libraries.
lib=$(dirname "$nvcc")/../lib
[ -f "$lib/libcudart_static.a" ] && lib=$(cd "$lib" && pwd) || lib=
set -- "-DCMAKE_CUDA_COMPILER=$nvcc" "-DPENSTOCK_CUDA_LIB=$lib" \
  "-DPENSTOCK_CUDA_ARCHITECTURES=${CUDA_ARCHITECTURES:-80-real;90-real;100}"
if command -v ccache >/dev/null; then
  set -- "$@" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_CUDA_COMPILER_LAUNCHER=ccache
  # A compiler that pip installed is known by its bytes, because each checkout has its own.
  export CCACHE_COMPILERCHECK=content CCACHE_BASEDIR="$PWD" CCACHE_NOHASHDIR=1
fi
[ -z "${CXX:-}" ] || set -- "$@" "-DCMAKE_CXX_COMPILER=$CXX" "-DCMAKE_CUDA_HOST_COMPILER=$CXX"
! command -v ninja >/dev/null || set -- "$@" -G Ninja

# A build folder that was configured differently (compiler, folder, generator) is configured anew.
stamp="$PWD|$*|${CUDAFLAGS:-}"
if [ "$(cat $build/.configured 2>/dev/null)" != "$stamp" ]; then
  rm -rf $build
  mkdir $build
  cmake -S native/gpu_plugin -B $build "$@" >$log 2>&1 || { tail -n 20 $log >&2; die "CMake failed; see $log"; }
  printf '%s' "$stamp" >$build/.configured
fi

jobs=$(build_jobs)
say "compiling ($("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/CUDA \1/p'), $jobs jobs)"
cmake --build $build --parallel "$jobs" >$log 2>&1 ||
  { grep -iE 'error' $log | head -n 20 >&2; die "the plugin did not compile; see $log"; }

plugin=build/Release/penstock_cuda.so
sh tools/check-links.sh || die 'the plugin would not load everywhere'
say "$plugin ($(du -k $plugin | cut -f1) KB)"
