#!/bin/sh
# Prepares a fresh checkout on Debian or Ubuntu until penstock runs: system packages (apt, as root or by sudo without a
# password), npm packages, native addon, TypeScript. Does only what is missing. Only the system packages are
# installed outside this folder. `--tests` builds the native unit tests too. `--demo` does only what the demo needs, where not
# everything is there, and prints the path of the addon. Progress goes to stderr.
set -eu
cd "$(dirname "$0")/.."

stamp=node_modules/.penstock-setup
addon=build/Release/penstock.node
log=setup.log
tests=no
demo=no
for option; do
  case $option in
    --tests) tests=yes ;;
    --demo) demo=yes ;;
    *) echo "setup: unknown option $option (known: --tests, --demo)" >&2; exit 1 ;;
  esac
done
# Whether an addon with the demo's operators alone is built. Where the whole addon is there, the demo takes that.
first=$demo
[ ! -f $addon ] || first=no

say() { echo "setup: $*" >&2; }
die() { say "$*"; exit 1; }
. tools/native-tools.sh
. tools/install/apt.sh

# Name, size and time of everything that the build reads.
fingerprint() {
  find package-lock.json package.json CMakeLists.txt tsconfig.json native src -type f -printf '%p %s %T@\n' | LC_ALL=C sort | cksum
  node --version
}

# Whether the additional targets of --tests are built: the unit tests, and the GPU plugin that computes on the CPU.
tests_built() { [ $tests = no ] || { [ -x build/penstock_tests ] && [ -f build/penstock_cuda_emulated.so ]; }; }
# Whether the video plugin is built, where it can be.
video_built() { [ -f build/Release/penstock_av.so ] || ! has_video_libraries; }
built() { [ -f "$addon" ] && [ -f dist/index.js ] && [ -f dist/actor.cjs ] && tests_built && video_built; }

# With --demo: prints the path of the addon $1.
tell() { [ $demo = no ] || echo "$PWD/$1"; }

before=$(fingerprint)
if built && [ -f $stamp ] && [ "$(cat $stamp)" = "$before" ]; then
  tell $addon
  exit 0
fi

# Is anything that is named after $1 newer than it? Folders count: theirs changes when a file comes or goes.
newer() {
  target=$1
  shift
  [ ! -e "$target" ] || [ -n "$(find "$@" -newer "$target" 2>/dev/null | head -n 1)" ]
}

check_node() {
  node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 17) ? 0 : 1)' ||
    die "Node >= 20.17 is needed, this is $(node --version)"
}

# --- system packages ---

install_tools() {
  missing=$(missing_tools)
  [ -n "$missing" ] || return 0
  missing=${missing%, }
  command -v apt-get >/dev/null ||
    die "missing: $missing. Install them with your system's package manager (Debian's names: $packages), then run this again"
  may_install || die "missing: $missing. Run this, then start again: sudo apt-get update && sudo apt-get install -y $packages"
  say "installing system packages (missing: $missing)"
  # shellcheck disable=SC2086
  apt_install $packages ||
    { tail -n 5 $log >&2; die "apt-get failed; see $log. By hand: sudo apt-get update && sudo apt-get install -y $packages"; }
  missing=$(missing_tools)
  [ -z "$missing" ] || die "still missing after apt-get: ${missing%, }. See $log"
}

# Tools that print the stacks of a test that hangs. Tests also run without them.
install_test_tools() {
  [ $tests = yes ] || return 0
  command -v eu-stack >/dev/null || command -v gdb >/dev/null || {
    command -v apt-get >/dev/null && may_install && say 'installing elfutils' && apt_install elfutils ||
      say 'neither elfutils nor gdb is installed: the report of a stuck test will have no native stacks'
  }
}

# Libraries that are loaded at run time where they are installed; tests of what they decode are skipped without them.
install_test_libraries() {
  [ $tests = yes ] && command -v ldconfig >/dev/null || return 0
  ldconfig -p | grep -q libopenjp2 || {
    command -v apt-get >/dev/null && may_install && say 'installing libopenjp2-7' && apt_install libopenjp2-7 ||
      say 'libopenjp2 is not installed: tests of JPEG 2000 will be skipped'
  }
}

# The libraries of the video plugin, which everything else works without.
install_video_libraries() {
  has_video_libraries && return
  # shellcheck disable=SC2086
  command -v apt-get >/dev/null && may_install && say "installing $video_packages" && apt_install $video_packages ||
    say "libavformat is not installed: videos cannot be decoded, and their tests will be skipped ($video_packages)"
}

# --- npm packages ---

# Compares what is installed with the lock file; packages for other machines may be absent.
npm_current() {
  [ -f node_modules/.package-lock.json ] && node -e '
    const read = (f) => JSON.parse(require("fs").readFileSync(f, "utf8")).packages
    const wanted = read("package-lock.json"), there = read("node_modules/.package-lock.json")
    const stale = Object.entries(wanted).some(([k, v]) =>
      k !== "" && !(k in there ? there[k].version === v.version && there[k].integrity === v.integrity : v.optional || v.devOptional))
    process.exit(stale ? 1 : 0)'
}

install_npm() {
  npm_current && return
  say 'installing npm packages'
  npm ci --include=dev --no-audit --no-fund --loglevel=error >$log 2>&1 || { tail -n 20 $log >&2; die "npm ci failed; see $log"; }
}

# --- builds ---

# Runs a build, whose sources are compared with the time at which it began: what changes meanwhile is for the next one.
# $1: the file that has that time.
since_begin() {
  began=$1
  shift
  touch node_modules/.penstock-begin
  "$@" || return
  mv node_modules/.penstock-begin "$began"
}
native_began=node_modules/.penstock-native

native_stale() {
  newer $native_began native CMakeLists.txt package-lock.json || [ ! -f $addon ] || ! tests_built || ! video_built
}

# $1: what is built. $2: minutes of one core that it takes to compile all of it. Then the command.
run_native_build() {
  say "building $1 (about $(($2 / $(nproc) + 1)) minutes the first time)"
  shift 2
  "$@" >$log 2>&1 || { grep -iE 'error' $log | head -n 20 >&2; die "the native build failed; see $log"; }
}

build_native() {
  native_stale || return 0
  if [ $first = yes ]; then
    run_native_build "the demo's operators" 2 sh tools/build-native.sh --target penstock_demo
  elif [ $tests = no ]; then
    run_native_build 'the native addon' 5 since_begin $native_began sh tools/build-native.sh
  else
    run_native_build 'the native addon and its tests' 15 since_begin $native_began sh tools/build-native.sh --CDPENSTOCK_TESTS=ON
  fi
}

build_ts() {
  newer dist/.built src tsconfig.json package-lock.json tools/build-ts.sh || [ ! -f dist/actor.cjs ] || return 0
  say 'compiling TypeScript'
  since_begin dist/.built sh tools/build-ts.sh >&2 || die 'TypeScript did not compile'
}

check_node
# Only one setup runs at a time, because two would disturb each other.
if command -v flock >/dev/null; then
  exec 9<package-lock.json
  flock 9
fi
# Steps that may need a password come first, then those that take long.
! native_stale || install_tools
[ $first = yes ] || ! native_stale || install_video_libraries
install_test_tools
install_test_libraries
[ $tests = no ] || install_engine_headers
install_npm
build_native
build_ts
if [ $first = yes ]; then
  tell build/penstock_demo.node
  exit 0
fi
tell $addon
# The fingerprint from before the build is stored, so that the next run notices changes made during the build.
printf '%s\n' "$before" >$stamp
