// Tests drive the built package: whatever a test imports from src/ or as 'penstock-data' comes from dist/, because actors
// start from files there. Types still come from src/. Run `npm run build` first.
// PENSTOCK_TESTS says which files are wanted: 'short' (npm test), 'long' (npm run test:long), or all.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { watchedPool } from './test/watch/pool.js'

const dist = fileURLToPath(new URL('./dist/', import.meta.url))

// Files of these folders, and those with the tag `shared`, may run one after the other in one process. The others have a
// process each, because they count what a process has (threads, handles, descriptors, memory), change what it shares, or end
// its workers. A process of its own costs a file a third of a second.
const folders = ['test/*.test.ts', 'test/{cli,docs,formats,graph,ops,readers}/**/*.test.ts']

/** Whether the long tests are wanted. */
const long = process.env.PENSTOCK_TESTS === 'long'

const fileOf = (path: string) => fileURLToPath(new URL(`./test/${path}`, import.meta.url))
const files = readdirSync(fileOf('.'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => ({ path: `test/${path}`, text: readFileSync(fileOf(path), 'utf8') }))
const unwanted = files.filter(({ text }) => {
  if (process.env.PENSTOCK_TESTS === 'short') return /@module-tag long\b/.test(text)
  if (long) return !/@module-tag (long|property)\b|tags: '(long|property)'/.test(text)
  return false
})
const shared = [...folders, ...files.filter(({ text }) => /@module-tag shared\b/.test(text)).map(({ path }) => path)]
const exclude = unwanted.map(({ path }) => path)

export default defineConfig({
  resolve: {
    alias: [
      { find: /^penstock-data$/, replacement: `${dist}index.js` },
      { find: /^penstock-data\/dynamic$/, replacement: `${dist}dynamic.js` },
      { find: /^penstock-data\/tfjs$/, replacement: `${dist}tfjs.js` },
      { find: /^penstock-data\/transformers$/, replacement: `${dist}transformers.js` },
      { find: /^fast-check$/, replacement: fileOf('util/fast-check.ts') },
      { find: /^(?:\.\.\/)+src\//, replacement: dist },
    ],
  },
  test: {
    projects: [
      { extends: true, test: { name: 'alone', include: ['test/**/*.test.ts'], exclude: [...shared, ...exclude] } },
      { extends: true, test: { name: 'shared', include: shared, exclude, isolate: false } },
    ],
    tags: [
      { name: 'shared', description: 'may run in one process with other files' },
      { name: 'long', description: 'takes long: only in npm run test:long' },
      { name: 'property', description: 'tries random cases: a few in npm test, many in npm run test:long' },
    ],
    pool: watchedPool,
    setupFiles: ['test/watch/setup.ts'],
    // Tests of `npm test` wait for timers and processes a seventh of the time; the long ones compute.
    maxWorkers: long ? 2 : 3,
    server: { deps: { external: [/\/dist\//] } },
    // Far more than any test needs on a machine of its own; the long ones try all cases of a property.
    testTimeout: long ? 240_000 : 60_000,
    hookTimeout: 60_000,
    // What comes later may come much later on a busy machine; a poll ends as soon as it succeeds.
    expect: { poll: { timeout: 20_000 } },
  },
})
