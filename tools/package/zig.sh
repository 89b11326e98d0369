# Sourced by the scripts beside it, in the package's folder, after tools/native-tools.sh, say(), die() and $log: installs zig's
# compiler into .zig/ (a pip wheel of about 100 MB, which git ignores), and sets $zig to its path.
# zig_target() chooses what it compiles for.

zig_version=0.17.1
zig=$PWD/.zig/ziglang/zig

[ "$(uname -sm)" = 'Linux x86_64' ] || die "this is $(uname -sm); what is published is built on Linux on x86-64"
if [ "$(cat .zig/.version 2>/dev/null)" != "$zig_version" ]; then
  python3 -m pip --version >/dev/null 2>&1 || die "Python's pip is not there to install zig: install python3-pip"
  say "installing zig $zig_version into .zig/"
  rm -rf .zig
  python3 -m pip install --quiet --disable-pip-version-check --no-deps --only-binary=:all: --target .zig \
    "ziglang==$zig_version" >"$log" 2>&1 || { tail -n 5 "$log" >&2; die "pip could not install it; see $log"; }
  printf '%s' "$zig_version" >.zig/.version
fi
# Programs, as CMake and ccache want compilers; their content does not change from build to build.
mkdir -p .zig/bin
zig_program() { # name, zig's command
  printf '#!/bin/sh\n# zig %s\nexec "$(dirname "$0")/../ziglang/zig" %s "$@"\n' "$zig_version" "$2" >".zig/bin/$1.new.$$"
  chmod +x ".zig/bin/$1.new.$$"
  cmp -s ".zig/bin/$1.new.$$" ".zig/bin/$1" && rm ".zig/bin/$1.new.$$" || mv ".zig/bin/$1.new.$$" ".zig/bin/$1"
}
zig_program clang cc
zig_program clang++ c++

# Sets what tools/package/zig.cmake reads, for linux-x64, linuxmusl-arm64 and so on. glibc 2.28 is the oldest one that the addon
# runs with: Debian 10, RHEL 8, Ubuntu 20.04. zig's musl is a newer one; what must not be taken from it is tested.
zig_target() {
  export PENSTOCK_C="$PWD/.zig/bin/clang" PENSTOCK_CXX="$PWD/.zig/bin/clang++" PENSTOCK_PROCESSOR PENSTOCK_ZIG_TARGET
  case $1 in
    *-x64) PENSTOCK_PROCESSOR=x86_64 ;;
    *-arm64) PENSTOCK_PROCESSOR=aarch64 ;;
    *) die "unknown target $1" ;;
  esac
  case $1 in
    linux-*) PENSTOCK_ZIG_TARGET=$PENSTOCK_PROCESSOR-linux-gnu.2.28 ;;
    linuxmusl-*) PENSTOCK_ZIG_TARGET=$PENSTOCK_PROCESSOR-linux-musl ;;
    *) die "unknown target $1" ;;
  esac
}
