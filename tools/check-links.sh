#!/bin/sh
# Checks what the built libraries need of a machine: the addon has no CUDA and no FFmpeg in it, the GPU plugin, where it was
# built, needs no library of CUDA, the video plugin none but FFmpeg's, and both export their entry points only.
set -eu
cd "$(dirname "$0")/.."

addon=build/Release/penstock.node
plugin=build/Release/penstock_cuda.so
video=build/Release/penstock_av.so
status=0
bad() { echo "check-links: $*" >&2; status=1; }

needed() { readelf -d "$1" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p'; }

[ -f $addon ] || [ -f $plugin ] || { echo 'check-links: nothing is built' >&2; exit 1; }
if [ -f $addon ]; then
  # All symbols, not only exported ones: the plugin's code must not be in the addon either.
  symbols=$(nm "$addon" | awk '{ print $NF }' | grep -E '^(cu[A-Z]|cuda[A-Z]|__cuda|nvjpeg[A-Z]|nvml[A-Z])' || true)
  [ -z "$symbols" ] || bad "$addon has symbols of CUDA: $(echo "$symbols" | head -n 5 | tr '\n' ' ')"
  libraries=$(needed "$addon" | grep -E '^lib(cu|nv)' || true)
  [ -z "$libraries" ] || bad "$addon needs $libraries"
  symbols=$(nm "$addon" | awk '{ print $NF }' | grep -E '^(av|sws|swr)[a-z]*_' || true)
  [ -z "$symbols" ] || bad "$addon has symbols of FFmpeg: $(echo "$symbols" | head -n 5 | tr '\n' ' ')"
  libraries=$(needed "$addon" | grep -E '^lib(av|sw)' || true)
  [ -z "$libraries" ] || bad "$addon needs $libraries"
fi

if [ -f $plugin ]; then
  # libcuda included: the plugin must load without a driver, so that it can report what is missing.
  libraries=$(needed $plugin | grep -E '^lib(cu|nv|stdc)' || true)
  [ -z "$libraries" ] || bad "$plugin needs $libraries"
  exported=$(nm -D --defined-only $plugin | awk '{ print $3 }')
  [ "$exported" = penstock_cuda_table ] || bad "$plugin exports more than its entry: $exported"
fi

if [ -f $video ]; then
  libraries=$(needed $video | grep -vE '^(libav(format|codec|util)|libc|libm|ld-linux.*)\.so' || true)
  [ -z "$libraries" ] || bad "$video needs $libraries"
  exported=$(nm -D --defined-only $video | awk '{ print $3 }')
  [ "$exported" = penstock_av_table ] || bad "$video exports more than its entry: $exported"
fi
exit $status
