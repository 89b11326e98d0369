// The code in README, in docs and in the READMEs of folders: every ```js and ```ts block compiles against the types of the built
// package, and every program that is whole runs over the bundled photos and prints what its comments say.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { longLines, type Program, programsOf } from './programs.js'
import { compile, makeWorkshop, run, tooNew } from './workshop.js'

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

// Four faults that must be found: a name that is not there, an error at run time, output that a comment does not say, and
// syntax that is newer than the oldest Node.js.
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

\`\`\`js no-check: it is parsed alone
await using pipe = define()
\`\`\`
`,
)

let folder = ''
beforeAll(() => {
  folder = makeWorkshop()
})

// The programs of operators' pages run in operators.test.ts, which takes longer; site.test.ts runs the same calls in one process.
const isRun = ({ notRun, document }: Program) => notRun === undefined && !document.startsWith('docs/operators/')

describe('code in documents', () => {
  test('has a language that is checked, and says why a block is not run', () => {
    expect(all.flatMap(({ faults }) => faults)).toEqual([])
    expect(programs.filter(isRun).length).toBeGreaterThan(10)
  })

  // So it needs no scrolling on a laptop beside the sidebar. Output and drawings, whose blocks name no language, are as they are.
  test('has lines of at most 80 characters', () => {
    const pages = documents.filter((path) => /^(docs|examples|CONTRIBUTING)/.test(path))
    expect(pages.flatMap((path) => longLines(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
    expect(longLines('x.md', `${'x'.repeat(81)}\n\`\`\`sh\n${'y'.repeat(81)}\n\`\`\`\n`)).toEqual([
      'x.md:3: 81 characters',
    ])
  })

  test('compiles', { timeout: 60_000 }, async () => {
    const errors = await compile(folder, [...programs, ...broken.programs])
    expect(errors.filter((error) => !error.startsWith('broken.md'))).toEqual([])
    expect(errors).toEqual([expect.stringMatching(/^broken\.md:4: TS\d+: Property 'resise' does not exist/)])
  })

  test('is JavaScript that the oldest Node.js parses, where it is called so', () => {
    expect(tooNew(all.flatMap(({ scripts }) => scripts))).toEqual([])
    expect(tooNew(broken.scripts)).toEqual([expect.stringMatching(/^broken\.md:15: node20\.17 cannot parse it$/)])
  })

  test('runs, and prints what its comments say', { timeout: 120_000 }, () => {
    const errors = run(folder, [...programs.filter(isRun), broken.programs[1]!])
    expect(errors.filter((error) => !error.startsWith('broken.md'))).toEqual([])
    expect(errors).toEqual([
      expect.stringMatching(/^broken\.md:10: printed \[ 2 \]$/),
      expect.stringMatching(/^broken\.md:11: .*\[crop\]/),
    ])
  })
})
