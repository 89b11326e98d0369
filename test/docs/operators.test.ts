// @module-tag long
// The programs on operators' pages run as they stand there, in a project that has installed the package.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { programsOf } from './programs.js'
import { makeWorkshop, run } from './workshop.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the programs of operators run as they are copied', { timeout: 120_000 }, () => {
  const pages = readdirSync(join(root, 'docs/operators')).map((name) => `docs/operators/${name}`)
  const all = pages.flatMap((path) => programsOf(path, readFileSync(join(root, path), 'utf8')).programs)
  const programs = all.filter(({ notRun }) => notRun === undefined)
  expect(programs.length).toBeGreaterThan(95)
  // Each imports what it calls: it begins with an import, and takes nothing as given.
  for (const { document, lines } of programs) expect(lines.find(Boolean), document).toMatch(/^import /)
  expect(run(makeWorkshop(), programs)).toEqual([])
})
