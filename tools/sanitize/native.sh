#!/usr/bin/env bash
# Builds the native unit tests with AddressSanitizer + UBSan and with ThreadSanitizer, and runs them. Build folders are
# build-asan/ and build-tsan/. Arguments select tests by a part of their name.
set -euo pipefail
cd "$(dirname "$0")/../.."

build() { # folder, sanitizers
  bash tools/sanitize/build.sh "$1" "$2" penstock_tests
}

run() { # folder, arguments
  local folder=$1
  shift
  echo "== $folder"
  # ThreadSanitizer of older compilers fails under address space layouts with many random bits.
  local plain=()
  if [[ $folder == build-tsan ]] && setarch -R true 2> /dev/null; then plain=(setarch -R); fi
  "${plain[@]}" "./$folder/penstock_tests" --limit 900 "$@"
}

sanitizers=$(bash tools/sanitize/env.sh native)
while read -r variable; do export "${variable?}"; done <<< "$sanitizers"
export TSAN_OPTIONS=halt_on_error=1:second_deadlock_stack=1:suppressions=$PWD/tools/sanitize/tsan.supp

status=0
build build-asan address,undefined
# GPU kernels run on the emulated device; compute-sanitizer checks them on a GPU (tools/gpu-pack/run.sh sanitize).
run build-asan "$@" || status=1
build build-tsan thread
run build-tsan "$@" || status=1
exit $status
