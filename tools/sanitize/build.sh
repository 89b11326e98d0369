#!/usr/bin/env bash
# Builds targets with sanitizers: build.sh FOLDER SANITIZERS TARGET... ; FOLDER/../FOLDER.log has the output.
# ccache is used where there is one.
set -euo pipefail
cd "$(dirname "$0")/../.."

folder=$1 sanitizers=$2
shift 2
# Each file is compiled alone here, and so must include what it needs.
options=(-DPENSTOCK_TESTS=ON -DPENSTOCK_UNITS=OFF "-DPENSTOCK_SANITIZE=$sanitizers" -DCMAKE_BUILD_TYPE=Sanitize)
# -O1 finds the same faults and compiles much faster than the release's -O3. -g1 has what stacks show, functions and lines, and
# compiles in a fifth less time than -g.
options+=('-DCMAKE_CXX_FLAGS_SANITIZE=-O1 -g1 -fno-sanitize-recover=all')
# The addon is built only on request. cmake-js, which is not used here, would add these headers.
options+=("-DCMAKE_JS_INC=$PWD/node_modules/node-api-headers/include;$PWD/node_modules/node-addon-api")
if [[ $sanitizers == address* ]]; then options+=(-DPENSTOCK_FUZZ=ON); fi
if command -v ccache > /dev/null; then options+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache); fi
if command -v ninja > /dev/null; then options+=(-G Ninja); fi

cmake -S . -B "$folder" "${options[@]}" > "$folder.log" 2>&1 || { cat "$folder.log"; exit 1; }
cmake --build "$folder" --parallel "$(nproc)" --target "$@" >> "$folder.log" 2>&1 || { tail -n 60 "$folder.log"; exit 1; }
