// Tests the checks of documents: `npm run check` names pages and examples that no link reaches, and paths that do not
// exist; a block of code says why it does not run.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { missingPaths, unreachablePages } from '../../tools/check/doc-paths.js'
import { tempFolder } from '../util/files.js'
import { programsOf } from './programs.js'

const files: Record<string, string> = {
  'README.md': 'See [a page](docs/reference/cli.md) and `src/{run,walk}.ts`.\n',
  'docs/reference/cli.md': '[Examples](../../examples/README.md#all), `docs/reference/cli.md`, `src/<name>.ts`\n',
  'docs/lost.md': 'No link leads here.\n',
  'examples/README.md': '[one.mjs](one.mjs)\n',
  'examples/one.mjs': '// One.\n',
  'examples/two.mjs': '// Two.\n',
  'src/run.ts': '',
}

function repository(): string {
  const root = tempFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return root
}

test('links lead to all pages and examples', () => {
  expect(unreachablePages(repository()).sort()).toEqual([
    'docs/lost.md: no link leads there from README.md',
    'examples/two.mjs: no link leads there from README.md',
  ])
})

test('paths in documents exist', () => {
  expect(missingPaths(repository())).toEqual(['README.md: src/{run,walk}.ts is not there'])
})

test('a block says why it is not compiled or run, and in which language it is', () => {
  const text = ['```ts later', 'a', '```', '```javascript', '```', '```js no-run: needs a GPU', 'b', '```'].join('\n')
  const { faults, programs } = programsOf('x.md', text)
  expect(faults).toEqual([
    'x.md:1: expected no-run: REASON or no-check: REASON, not later',
    'x.md:4: the language of a block is js or ts, not javascript',
  ])
  expect(programs.map(({ notRun }) => notRun)).toEqual(['no-run: needs a GPU'])
})

const docs = join(import.meta.dirname, '../../docs')
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(docs, path), 'utf8') }))

test('pages begin with what one does with them: a sentence, not a table, a drawing or code', () => {
  expect(pages.length).toBeGreaterThan(100)
  const others = pages.filter(({ path, text }) => {
    const opening = /^# .*\n\n(.*)$/m.exec(text)?.[1] ?? ''
    // The list of operators begins with how many there are.
    return path !== 'operators/README.md' && !/^(?!```)[[`A-Za-z]/.test(opening)
  })
  expect(others.map(({ path }) => path)).toEqual([])
})

test('pages with words of our own lead to the glossary, which has them', () => {
  const own = /\b(?:actors?|mailbox(?:es)?|slots?|stages?|verdict)\b/i
  const inCode = /<!-- given.*?^-->|^```.*?^```|`[^`\n]*`/gms
  // For users: pages of operators are generated and say it in full, those of the design are for those that know the code.
  const others = pages.filter(
    ({ path, text }) =>
      !/^(?:operators|design)\/|^reference\/(?:glossary|api-compact)\.md$/.test(path) &&
      own.test(text.replace(inCode, '')) &&
      !text.includes('glossary.md'),
  )
  expect(others.map(({ path }) => path)).toEqual([])
  const glossary = pages.find(({ path }) => path === 'reference/glossary.md')!.text
  for (const word of ['actor', 'mailbox', 'slot', 'stage', 'verdict']) expect(glossary).toContain(`\n| ${word} |`)
})
