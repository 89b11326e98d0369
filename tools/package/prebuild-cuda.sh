#!/bin/sh
# Builds build-prebuilt/cuda-linux-x64/penstock_cuda.so, the GPU plugin that is published: tools/build-cuda.sh compiles it, and
# zig links the objects a second time, for glibc 2.28. Needs no GPU.
set -eu
cd "$(dirname "$0")/../.."

build=build-prebuilt/cuda-linux-x64
log=build-prebuilt.log

say() { echo "prebuild: $*" >&2; }
die() { say "$*"; exit 1; }
. tools/native-tools.sh
. tools/package/zig.sh

sh tools/build-cuda.sh
mkdir -p $build
{ cmake "-DPENSTOCK_ZIG_LINK=$zig;cc;-target;x86_64-linux-gnu.2.28" build-cuda &&
  cmake --build build-cuda --target penstock_cuda_prebuilt --parallel "$(build_jobs)"; } >$log 2>&1 ||
  { grep -iE 'error' $log | head -n 20 >&2; die "the plugin could not be linked; see $log"; }
say "$build/penstock_cuda.so ($(($(wc -c <$build/penstock_cuda.so) / 1024)) KB)"
