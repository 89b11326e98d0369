// Runs the files of this folder, which hang or crash on purpose, in the watched pool; watchdog.test.ts looks at the result.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { watchedPool } from '../pool.js'

export default defineConfig({
  root: fileURLToPath(new URL('../../../', import.meta.url)),
  test: {
    include: ['test/watch/stuck/*.stuck.ts'],
    pool: watchedPool,
    setupFiles: ['test/watch/setup.ts'],
    maxWorkers: 6,
    testTimeout: 300,
    hookTimeout: 300,
  },
})
