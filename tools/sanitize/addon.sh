#!/usr/bin/env bash
# Runs tests of vitest with an addon that AddressSanitizer and UBSan watch: addon.sh [FILE or option of vitest]...
# What the operators read and write in a whole pipeline is seen here; tools/sanitize/native.sh has the native tests. Without
# arguments it runs the tests that decode and read files. The tests run in a copy of the tree, because dist loads the addon
# beside itself; build-asan/tests has it, and the reports of a run that failed.
set -euo pipefail
cd "$(dirname "$0")/../.."

sh tools/setup.sh --tests
bash tools/sanitize/build.sh build-asan address,undefined penstock

tree=$PWD/build-asan/tests
rm -rf "$tree"
mkdir -p "$tree/build" "$tree/reports"
# Files that were deleted, but not yet in git, have no copy.
git ls-files -z --cached --others --exclude-standard | while IFS= read -r -d '' file; do
  [ ! -e "$file" ] || printf '%s\0' "$file"
done | tar --null -T - -cf - | tar -xf - -C "$tree"
cp -a dist "$tree/dist"
cp -a build/Release build/*.so "$tree/build"
cp build-asan/penstock.node "$tree/build/Release"
ln -s "$PWD/node_modules" "$tree/node_modules"

sanitizers=$(bash tools/sanitize/env.sh node "abort_on_error=1:log_path=$tree/reports/asan" "log_path=$tree/reports/ubsan")
mapfile -t sanitizers <<< "$sanitizers"
cd "$tree"
[ $# -gt 0 ] || set -- test/readers test/formats
status=0
# It is slower, so the watchdog waits longer.
env "${sanitizers[@]}" \
  PENSTOCK_TESTS=short PENSTOCK_WATCH_GRACE=200 \
  node node_modules/vitest/vitest.mjs run --tags-filter='!long' "$@" || status=$?
# Other files there have warnings of the sanitizer about its own limits.
for report in $(grep -lE 'ERROR: |runtime error: ' reports/* 2> /dev/null); do
  head -n 60 "$report"
  status=1
done
exit $status
