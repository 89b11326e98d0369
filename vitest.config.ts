// Tests drive the built package: whatever a test imports from src/ or as 'penstock' comes from dist/, because actors
// start from files there. Types still come from src/. Run `npm run build` first.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const dist = fileURLToPath(new URL('./dist/', import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^penstock$/, replacement: `${dist}index.js` },
      { find: /^penstock\/dynamic$/, replacement: `${dist}dynamic.js` },
      { find: /^(?:\.\.\/)+src\//, replacement: dist },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    // One process per file: the addon keeps threads and handles per process, and tests count them.
    pool: 'forks',
    isolate: true,
    maxWorkers: 2,
    execArgv: ['--expose-gc'],
    server: { deps: { external: [/\/dist\//] } },
    testTimeout: 20_000,
    hookTimeout: 20_000,
  },
})
