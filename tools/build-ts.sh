#!/bin/sh
# Compiles src to dist: one file per source, and for each kind of worker thread one that bundles its code with all its
# imports: dist/actor.cjs (src/actors/runner.ts) and dist/stores.cjs (src/readers/stores/serve.ts). A worker thread starts
# in two thirds of the time when it reads one file only. dist/required.cjs is all entries for a require() that cannot load ES
# modules. The dashboard's page is bundled with what it uses: its code, its style and its frame are three files in
# dist/dashboard. `--bundles` bundles the workers' code anew from dist and does nothing else.
set -eu
cd "$(dirname "$0")/.."
PATH=$PWD/node_modules/.bin:$PATH

bundle() {
  esbuild "dist/$1" --bundle --platform=node --format=cjs --target=node20 --legal-comments=inline \
    --log-level=warning --define:import.meta.url=ownUrl --outfile="dist/$2" ${3-} \
    --banner:js='const ownUrl = require("node:url").pathToFileURL(__filename).href'
}
workers() {
  bundle actors/runner.js actor.cjs
  bundle readers/stores/serve.js stores.cjs
}
if [ "${1-}" = --bundles ]; then
  workers
  exit
fi

tsc -p tsconfig.json
# Removes files whose source is gone: tsc leaves them, and npm would pack them.
node -e '
  const { existsSync, readdirSync, rmSync } = require("fs")
  for (const path of readdirSync("dist", { recursive: true })) {
    const source = path.replace(/(\.d)?\.([cm]?)[jt]s(\.map)?$/, ".$2ts")
    if (source !== path && (path.endsWith(".map") || !existsSync(`src/${source}`))) rmSync(`dist/${path}`)
  }'
workers
bundle require/all.js required.cjs --minify-whitespace
licence=$(cat node_modules/uplot/LICENSE)
esbuild src/dashboard/page/main.ts --bundle --minify --format=esm --target=es2022 --legal-comments=none --log-level=warning \
  --outfile=dist/dashboard/page.js --banner:js="/*! With uPlot. $licence */" --banner:css="/*! With uPlot. $licence */"
cp src/dashboard/page/page.html dist/dashboard/page.html
