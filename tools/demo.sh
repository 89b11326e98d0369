#!/bin/sh
# npm run demo [-- OPTIONS of penstock-data run]: loads the bundled photos and writes contact-sheet.png. In a fresh checkout the
# operators that it uses are compiled first, and the others when its picture is there. With options it waits for them all.
set -eu
cd "$(dirname "$0")/.."
if [ $# -gt 0 ]; then
  sh tools/setup.sh
else
  PENSTOCK_ADDON=$(sh tools/setup.sh --demo)
  export PENSTOCK_ADDON
fi
node dist/cli/main.js run --out contact-sheet.png "$@"
[ -f build/Release/penstock.node ] ||
  echo 'demo: the other operators are compiled now; the next command goes on where this is interrupted' >&2
exec sh tools/setup.sh
