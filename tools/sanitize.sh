#!/usr/bin/env bash
# Builds the native unit tests with AddressSanitizer + UBSan and with ThreadSanitizer, and runs them. Build folders are
# build-asan/ and build-tsan/; ccache is used where there is one. Arguments choose tests by part of their name.
set -euo pipefail
cd "$(dirname "$0")/.."

jobs=$(nproc)
launcher=()
if command -v ccache > /dev/null; then launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
generator=()
if command -v ninja > /dev/null; then generator=(-G Ninja); fi

build() { # folder, sanitizers
  # -O1 finds the same faults and compiles much faster than the release's -O3.
  cmake -S . -B "$1" "${generator[@]}" "${launcher[@]}" -DPENSTOCK_TESTS=ON -DPENSTOCK_SANITIZE="$2" \
    -DCMAKE_BUILD_TYPE=Sanitize -DCMAKE_CXX_FLAGS_SANITIZE="-O1 -fno-sanitize-recover=all" > "$1.log" 2>&1 ||
    { cat "$1.log"; return 1; }
  cmake --build "$1" --target penstock_tests --parallel "$jobs" >> "$1.log" 2>&1 || { tail -n 60 "$1.log"; return 1; }
}

run() { # folder, arguments
  local folder=$1
  shift
  echo "== $folder"
  # Address space layouts with many random bits defeat ThreadSanitizer of older compilers.
  local plain=()
  if [[ $folder == build-tsan ]] && setarch -R true 2> /dev/null; then plain=(setarch -R); fi
  "${plain[@]}" "./$folder/penstock_tests" --limit 300 "$@"
}

export ASAN_OPTIONS=detect_leaks=1:strict_string_checks=1
export UBSAN_OPTIONS=print_stacktrace=1
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1

status=0
build build-asan address,undefined
# Tests of the GPU's kernels are not built; on a GPU compute-sanitizer looks at them (tools/gpu-pack/run.sh sanitize).
run build-asan "$@" || status=1
build build-tsan thread
# Of all tests, those with more than one thread in them.
if [ $# -eq 0 ]; then set -- ring two_threads wake signal wait listener program pool eval; fi
run build-tsan "$@" || status=1
exit $status
