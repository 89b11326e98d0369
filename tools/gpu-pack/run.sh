#!/bin/sh
# Made by tools/gpu-pack/pack.sh. On a machine with an NVIDIA driver, without npm or Node.js:
#   run.sh test [NAME...]      the GPU tests (all, or test/gpu/NAME.test.mjs), with Node.js's own test runner
#   run.sh sanitize [TOOL...] [PART...] [--from PART]
#                              the kernels under compute-sanitizer: with TOOLs memcheck and racecheck, or those given
#                              (initcheck and synccheck too). A PART is an operator, or `decoding`, the last one; all by default.
#                              Each prints a line as it ends, so a run that is cut off goes on from there; --list tells them
#   run.sh bench [OPTION...]   the speed table; see bench/gpu/README.md. Data folders without a slash are those of this pack
#   run.sh SCRIPT.mjs [ARG...] a script that imports 'penstock-data'
#   run.sh node [ARG...]       Node.js itself, in the unpacked package
#   run.sh python [ARG...]     the machine's Python (PYTHON: another one), in the unpacked package, with the package
#                              penstock and this Node.js: test/bridge/gpu_ipc.py
#   run.sh native PROGRAM [ARG...]  a program of build/: penstock_tests with the real plugin, gpu_kernels, gpu_videos,
#                              jpeg_kernels
# PENSTOCK_CUDA_PLUGIN names another plugin than the one packed. OUT: folder for results (default: the current one).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cwd=$(pwd)

# The package is unpacked, once for each version of its content, into a folder from which programs may be started.
unpacked=${TMPDIR:-/tmp}/penstock-pack-$(id -u)
mkdir -p "$unpacked"
xz_dc() {
  if command -v xz >/dev/null; then
    xz -dc "$1"
  else
    python3 -c 'import lzma, shutil, sys; shutil.copyfileobj(lzma.open(sys.argv[1]), sys.stdout.buffer)' "$1"
  fi
}
packed=$(ls "$here"/node-*.xz)
node=$unpacked/$(basename "$packed" .xz)
if [ ! -x "$node" ]; then
  xz_dc "$packed" >"$node.part"
  chmod +x "$node.part"
  mv "$node.part" "$node"
fi
package=$unpacked/$(cksum <"$here/package.tar.xz" | tr ' ' -)
if [ ! -f "$package/.complete" ]; then
  rm -rf "$package"
  mkdir "$package"
  xz_dc "$here/package.tar.xz" | tar -xf - -C "$package"
  touch "$package/.complete"
fi
ln -sfn "$here/sets" "$package/sets"

# After the machine's own folders, which match its driver. The machine's nvJPEG, if it has one, is found first.
export LD_LIBRARY_PATH="${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}$package/lib"
command=${1:-}
[ $# -eq 0 ] || shift

case $command in
  test)
    cd "$package"
    [ $# -gt 0 ] || set -- $(cd test/gpu && ls ./*.test.mjs | sed 's/.*\/\(.*\)\.test\.mjs/\1/')
    for name; do
      set -- "$@" "test/gpu/$name.test.mjs"
      shift
    done
    # One file at a time, because tests that run at once would disturb each other's timing.
    exec "$node" --test --test-concurrency=1 --test-reporter=spec "$@"
    ;;
  sanitize)
    cd "$package"
    sanitizer=$(command -v compute-sanitizer || echo "${CUDA_HOME:-/usr/local/cuda}/bin/compute-sanitizer")
    tools=
    while [ $# -gt 0 ]; do
      case $1 in
        memcheck | racecheck | initcheck | synccheck) tools="$tools $1" && shift ;;
        *) break ;;
      esac
    done
    # Names are checked before the sanitizer's slow start.
    "$node" test/gpu/kernels.mjs --list "$@" >"$unpacked/parts" || { status=$?; cat "$unpacked/parts"; exit $status; }
    case " $* " in *' --list '*) exec cat "$unpacked/parts" ;; esac
    status=0
    for tool in ${tools:-memcheck racecheck}; do
      echo "== $tool"
      PENSTOCK_GPU_SWEEP=small "$sanitizer" --tool "$tool" --target-processes all --error-exitcode 9 \
        "$node" test/gpu/kernels.mjs "$@" || status=1
    done
    exit $status
    ;;
  bench)
    export PENSTOCK_RESULTS="${OUT:-$cwd}"
    cd "$package"
    exec "$node" bench/gpu/main.mjs "$@"
    ;;
  native)
    cd "$package"
    export PENSTOCK_CUDA_PLUGIN="${PENSTOCK_CUDA_PLUGIN:-$package/build/Release/penstock_cuda.so}"
    program=$1
    shift
    exec "build/$program" "$@"
    ;;
  node)
    cd "$package"
    exec "$node" "$@"
    ;;
  python)
    cd "$package"
    export PENSTOCK_NODE="$node" PENSTOCK_PACKAGE="$package" PYTHONPATH="$package/python${PYTHONPATH:+:$PYTHONPATH}"
    exec "${PYTHON:-python3}" "$@"
    ;;
  *.mjs | *.js)
    # The script is copied into the package, so that its import of 'penstock-data' works.
    mkdir -p "$package/scripts"
    cp "$command" "$package/scripts/"
    exec "$node" "$package/scripts/$(basename "$command")" "$@"
    ;;
  *)
    sed -n '2,/^set/p' "$0" | sed -n 's/^# \{0,1\}//p'
    exit 2
    ;;
esac
