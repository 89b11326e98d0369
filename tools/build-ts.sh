#!/bin/sh
# Compiles src to dist: one file per source, and dist/actor.cjs, which bundles src/actors/runner.ts with all its imports:
# a worker thread starts in two thirds of the time when it reads one file only. The dashboard's page is bundled with what it
# uses: its code, its style and its frame are three files in dist/dashboard.
set -eu
cd "$(dirname "$0")/.."
PATH=$PWD/node_modules/.bin:$PATH

tsc -p tsconfig.json
# Removes files whose source is gone: tsc leaves them, and npm would pack them.
node -e '
  const { existsSync, readdirSync, rmSync } = require("fs")
  for (const path of readdirSync("dist", { recursive: true })) {
    const source = path.replace(/(\.d)?\.([cm]?)[jt]s(\.map)?$/, ".$2ts")
    if (source !== path && (path.endsWith(".map") || !existsSync(`src/${source}`))) rmSync(`dist/${path}`)
  }'
esbuild dist/actors/runner.js --bundle --platform=node --format=cjs --target=node20 --legal-comments=inline \
  --log-level=warning --define:import.meta.url=ownUrl --outfile=dist/actor.cjs \
  --banner:js='const ownUrl = require("node:url").pathToFileURL(__filename).href'
licence=$(cat node_modules/uplot/LICENSE)
esbuild src/dashboard/page/main.ts --bundle --minify --format=esm --target=es2022 --legal-comments=none --log-level=warning \
  --outfile=dist/dashboard/page.js --banner:js="/*! With uPlot. $licence */" --banner:css="/*! With uPlot. $licence */"
cp src/dashboard/page/page.html dist/dashboard/page.html
