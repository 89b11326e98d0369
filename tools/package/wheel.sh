#!/bin/sh
# tools/package/wheel.sh [linux-x64|linux-arm64|linuxmusl-x64|linuxmusl-arm64]: writes packages/penstock-VERSION-py3-none-PLATFORM.whl, the Python
# package with the npm package in it, the addon that is published (prebuild-addon.sh), for glibc the video plugin (prebuild-av.sh), and what npm has for
# the processor, so that installing it needs no compiler and no npm. All are made on x86-64.
set -eu
cd "$(dirname "$0")/../.."

say() { echo "wheel: $*" >&2; }
target=${1:-linux-x64}
addon=build-prebuilt/$target/penstock.node
[ -f "$addon" ] || { say "$addon is missing: sh tools/package/prebuild-addon.sh $target"; exit 1; }
[ -f dist/cli/main.js ] || { say 'dist is missing: npm run build:ts'; exit 1; }
cpu=${target#*-}
case $cpu in
  x64) processor=x86_64 ;;
  arm64) processor=aarch64 ;;
  *) say "unknown target $target"; exit 1 ;;
esac
# pip's name of what the addon needs: glibc 2.28, or musl 1.2.
case $target in
  linux-*) libc=glibc platform=manylinux_2_28_$processor ;;
  linuxmusl-*) libc=musl platform=musllinux_1_2_$processor ;;
  *) say "unknown target $target"; exit 1 ;;
esac
video=
if [ "$libc" = glibc ]; then
  video=$PWD/build-prebuilt/av-$target
  [ -f "$video/penstock_av.so" ] || { say "$video/penstock_av.so is missing: sh tools/package/prebuild-av.sh $target"; exit 1; }
fi
npm=$PWD
if [ "$target" != linux-x64 ]; then
  npm=$PWD/build-prebuilt/npm-$target
  lock=$(cksum package-lock.json)
  if [ "$(cat "$npm/.installed" 2>/dev/null)" != "$lock" ]; then
    rm -rf "$npm"
    mkdir -p "$npm"
    cp package.json package-lock.json "$npm/"
    (cd "$npm" && npm ci --omit=dev --ignore-scripts --os=linux --cpu="$cpu" --libc=$libc --no-audit --no-fund --loglevel=error >&2)
    echo "$lock" >"$npm/.installed"
  fi
fi
sh tools/install/python.sh
mkdir -p packages
rm -rf packages/penstock-*-"$platform".whl python/build
PENSTOCK_ADDON=$PWD/$addon PENSTOCK_VIDEO=$video PENSTOCK_NPM=$npm PENSTOCK_PLATFORM=$platform \
  build/python/bin/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir packages ./python
rm -rf python/build
say "$(ls -l packages/penstock-*-"$platform".whl | awk '{ printf "%s (%.1f MB)", $NF, $5 / 1e6 }')"
