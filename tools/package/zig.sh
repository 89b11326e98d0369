# Sourced by the scripts beside it, in the package's folder, after tools/native-tools.sh, say(), die() and $log: installs zig's
# compiler into .zig/ (a pip wheel of about 100 MB, which git ignores), and sets $zig to its path.

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
# One program, as CMake and ccache want a compiler; its content does not change from build to build.
zig_cxx=$PWD/.zig/bin/clang++
mkdir -p .zig/bin
printf '#!/bin/sh\n# zig %s\nexec "$(dirname "$0")/../ziglang/zig" c++ "$@"\n' "$zig_version" >"$zig_cxx.new"
chmod +x "$zig_cxx.new"
cmp -s "$zig_cxx.new" "$zig_cxx" && rm "$zig_cxx.new" || mv "$zig_cxx.new" "$zig_cxx"
