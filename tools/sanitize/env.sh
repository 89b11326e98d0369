#!/usr/bin/env bash
# Prints the variables, NAME=VALUE, of a program that AddressSanitizer and UBSan watch:
# env.sh native|node [OPTIONS of ASAN [OPTIONS of UBSAN]]. `node` is Node.js with the addon of build-asan.
set -euo pipefail

asan=allocator_may_return_null=1:strict_string_checks=1
case $1 in
  native) asan+=:detect_leaks=1 ;;
  node)
    # V8 never frees all its memory.
    asan+=:detect_leaks=0:detect_stack_use_after_return=0
    # Node.js itself has no sanitizer in it, so their libraries must be loaded first.
    preload=
    for library in libasan.so libubsan.so libstdc++.so.6; do
      preload+=${preload:+:}$(g++ -print-file-name=$library)
    done
    echo "LD_PRELOAD=$preload"
    ;;
  *)
    echo "env.sh: unknown kind $1 (known: native, node)" >&2
    exit 2
    ;;
esac
echo "ASAN_OPTIONS=$asan${2:+:$2}"
echo "UBSAN_OPTIONS=print_stacktrace=1${3:+:$3}"
