// Tests `npm run mutants`: which lines it changes, which tests it runs, and that it puts files back and ends its
// processes.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { Copy } from '../tools/mutants/copy.js'
import { allMutants, draw, type Mutant, shown } from '../tools/mutants/draw.js'
import { importers, relatedTests } from '../tools/mutants/related.js'
import { tempFolder } from './util/files.js'

const project = fileURLToPath(new URL('..', import.meta.url))

function written(files: Record<string, string>): string {
  const root = tempFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions: { types: [] }, include: ['src'] }))
  return root
}

const source = `
export class Below extends Array {
  constructor(readonly limit: 1 | 2) {
    super()
  }
  empty() {}
}
export function f(a: number, b: number, log: (text: string) => void) {
  if (a < b && b !== 8) return a - b
  log('a' + b)
  log(
    'text',
  )
  return a >= 0.5 ? a : b
}
`

const expected = [
  'early return: export function f(a: number, b: number, log: (text: string) => void) { return;',
  'negation: if (!(a < b && b !== 8)) return a - b',
  'logic: if (a < b || b !== 8) return a - b',
  'comparison: if (a <= b && b !== 8) return a - b',
  'comparison: if (a < b && b === 8) return a - b',
  'off by one: if (a < b && b !== 9) return a - b',
  'arithmetic: if (a < b && b !== 8) return a + b',
  'dropped statement: ;',
  'negation: return !(a >= 0.5) ? a : b',
  'comparison: return a > 0.5 ? a : b',
]

test('each kind of mutant makes the text that it says; types, texts, super() and statements of many lines have none', () => {
  const root = written({ 'src/a.ts': source })
  const found = allMutants(root, ['src/a.ts']).map((mutant) => `${mutant.kind}: ${shown(root, mutant)[1]}`)
  expect(found).toEqual(expected)
})

test('a seed draws the same mutants each time, each of them once, and all of them in the end', () => {
  const all = allMutants(written({ 'src/a.ts': source }), ['src/a.ts'])
  const drawn = draw(all, 7, 5)
  expect(drawn).toEqual(draw(all, 7, 5))
  expect(drawn).toHaveLength(5)
  const seeds = [1, 2, 3, 4].map((seed) => JSON.stringify(draw(all, seed, 5)))
  expect(new Set(seeds).size).toBe(4)
  expect(new Set(draw(all, 7, 100))).toEqual(new Set(all))
})

test('related tests are those that import the file, the nearest first; types and long tests do not count', () => {
  const root = written({
    'src/deep.ts': '',
    'src/index.ts': "import { d } from './deep.js'\n",
    'src/types.ts': "import type {\n  D,\n} from './deep.js'\n",
    'test/api.test.ts': "import { a } from 'penstock-data'\na.deepCall()\n",
    'test/near.test.ts': "import { d } from '../src/deep.js'\n",
    'test/far-deep.test.ts': "import { u } from './util.js'\n",
    'test/util.ts': "import { a } from 'penstock-data'\n",
    'test/long.test.ts': "// @module-tag long\nimport { d } from '../src/deep.js'\n",
    'test/types.test.ts': "import { d } from '../src/types.js'\n",
  })
  // One is called as the file, so it comes first though it is far.
  const names = ['test/far-deep.test.ts', 'test/near.test.ts', 'test/api.test.ts']
  const all = importers(root)
  expect(relatedTests(root, all, 'src/deep.ts')).toEqual(names)
  // The name of the mutated function makes a test the nearest too.
  const named = ['test/api.test.ts', 'test/far-deep.test.ts', 'test/near.test.ts']
  expect(relatedTests(root, all, 'src/deep.ts', ['deepCall'])).toEqual(named)
})

test('a mutant is compiled in a copy alone, also into the bundles of workers; all files are put back after a failure', async () => {
  const uses = (path: string) => `import { f } from '${path}'\nf(1, 2, console.log)\n`
  const root = written({
    'src/a.ts': 'export const f = (a: number, b: number) => a - b\n',
    'dist/a.js': 'export const f = (a, b) => a - b\n',
    'dist/actors/runner.js': uses('../a.js'),
    'dist/readers/stores/serve.js': uses('../../a.js'),
    ...{ 'dist/actor.cjs': 'as built', 'dist/stores.cjs': 'as built' },
  })
  mkdirSync(join(root, 'tools'))
  cpSync(join(project, 'tools/build-ts.sh'), join(root, 'tools/build-ts.sh'))
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  const files = ['dist/a.js', 'dist/actor.cjs', 'dist/stores.cjs']
  const texts = (folder: string) => files.map((path) => readFileSync(join(folder, path), 'utf8'))
  const before = texts(root)
  const mutant = allMutants(root, ['src/a.ts']).find(({ kind }) => kind === 'arithmetic') as Mutant
  const copy = new Copy(root)
  try {
    const work = copy.during(mutant, async () => {
      for (const text of texts(copy.folder)) expect(text).toContain('a + b')
      expect(texts(root)).toEqual(before)
      throw new Error('the tests did not run')
    })
    await expect(work).rejects.toThrow('the tests did not run')
    expect(texts(copy.folder)).toEqual(before)
  } finally {
    copy.close()
  }
  expect(existsSync(copy.folder)).toBe(false)
  expect(texts(root)).toEqual(before)
})

const commandLines = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      } catch {
        return ''
      }
    })

test('tests that hang are ended with all processes that they started', async () => {
  const sleep = `sleep 4321.${process.pid}`
  const root = written({ 'node_modules/.bin/vitest': `#!/bin/sh\n${sleep} &\nwait\n` })
  chmodSync(join(root, 'node_modules/.bin/vitest'), 0o755)
  const copy = new Copy(root)
  try {
    const { passed, by } = await copy.test(['test/a.test.ts'], 1000)
    expect({ passed, by }).toEqual({ passed: false, by: 'time-out after 1 s' })
    await expect.poll(commandLines).not.toContain(sleep)
  } finally {
    copy.close()
  }
})
