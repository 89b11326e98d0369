// The code in README, in docs and in the READMEs of folders: every ```js and ```ts block compiles against the types of the built
// package, and every program that is whole runs over the bundled photos and prints what its comments say.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Program, programsOf } from './programs.js'
import { compile, makeWorkshop, run } from './workshop.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

const below = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
    .map((path) => `${folder}/${path}`)
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...['docs', 'examples', 'bench', 'src', 'native'].flatMap(below),
]

const all = documents.map((path) => programsOf(path, readFileSync(join(root, path), 'utf8')))
const programs = all.flatMap((one) => one.programs)

// Three faults that must be found: a name that is not there, an error at run time, and output that a comment does not say.
const broken = programsOf(
  'broken.md',
  `
\`\`\`ts
import { fn } from 'penstock-data'
fn.resise
\`\`\`

\`\`\`js
import * as nd from 'penstock-data/dynamic'
console.log(nd.tensor([1, 2]).shape) // [ 2 ]
console.log(nd.tensor([1, 2]).shape) // [ 3 ]
nd.crop(nd.tensor([1, 2]), { crop: [5, 5] }).dataSync()
\`\`\`
`,
).programs

let folder = ''
beforeAll(() => {
  folder = makeWorkshop()
})

const isRun = (program: Program) => program.notRun === undefined

describe('code in documents', () => {
  test('has a language that is checked, and says why a block is not run', () => {
    expect(all.flatMap(({ faults }) => faults)).toEqual([])
    expect(programs.filter(isRun).length).toBeGreaterThan(10)
  })

  test('compiles', { timeout: 60_000 }, async () => {
    const errors = await compile(folder, [...programs, ...broken])
    expect(errors.filter((error) => !error.startsWith('broken.md'))).toEqual([])
    expect(errors).toEqual([expect.stringMatching(/^broken\.md:4: TS\d+: Property 'resise' does not exist/)])
  })

  test('runs, and prints what its comments say', { timeout: 120_000 }, () => {
    const errors = run(folder, [...programs.filter(isRun), broken[1]!])
    expect(errors.filter((error) => !error.startsWith('broken.md'))).toEqual([])
    expect(errors).toEqual([
      expect.stringMatching(/^broken\.md:10: printed \[ 2 \]$/),
      expect.stringMatching(/^broken\.md:11: .*\[crop\]/),
    ])
  })
})
