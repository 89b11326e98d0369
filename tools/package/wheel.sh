#!/bin/sh
# tools/package/wheel.sh: writes packages/penstock-VERSION-py3-none-manylinux_2_28_x86_64.whl, the Python package with the npm package in it and
# the addon that is published (prebuild-addon.sh linux-x64), so that installing it needs no compiler and no npm.
set -eu
cd "$(dirname "$0")/../.."

say() { echo "wheel: $*" >&2; }
addon=build-prebuilt/linux-x64/penstock.node
[ -f $addon ] || { say "$addon is missing: sh tools/package/prebuild-addon.sh linux-x64"; exit 1; }
[ -f dist/cli/main.js ] || { say 'dist is missing: npm run build:ts'; exit 1; }
sh tools/python.sh
mkdir -p packages
rm -rf packages/penstock-*.whl python/build
PENSTOCK_ADDON=$PWD/$addon PENSTOCK_PLATFORM=manylinux_2_28_x86_64 \
  build/python/bin/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir packages ./python
rm -rf python/build
say "$(ls -l packages/penstock-*.whl | awk '{ printf "%s (%.1f MB)", $NF, $5 / 1e6 }')"
