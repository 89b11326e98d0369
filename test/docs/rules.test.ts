// The rules of `npm run check` for documents, over a small repository in which everything that they look for is wrong once.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import * as facts from '../../tools/doc-facts.js'
import { unclearSentences } from '../../tools/doc-language.js'
import { tempFolder } from '../util/files.js'
import { programsOf } from './programs.js'

const files: Record<string, string> = {
  'README.md':
    'See [a page](docs/cli.md).\nThere are 7 operators.\n`randomShuffle`, `END_OF_DATA`, `randomSchuffle`, `END_OF_DATE`\n',
  'docs/cli.md': '`--epochs`, `--epoch`\n\n```\n`notLookedAt`\n```\n',
  'docs/lost.md': 'No link leads here.\n',
  'docs/design/how.md': 'How it works: `run.ts`, `walk.ts`.\n',
  'examples/README.md': '[one.mjs](one.mjs)\n',
  'examples/one.mjs': '// One.\n',
  'examples/two.mjs': '// Two.\n',
  'bench/README.md': '',
  'src/cli/program.ts': ".option('--epochs <n>').option('--json')\n",
  'src/run.ts': "const randomShuffle = 'END_OF_DATA'\n",
  'CONTRIBUTING.md': '`name`, `type`',
  'native/README.md': '',
  'native/ops/one/op.json': '{ "name": "one", "args": { "x": { "type": "int", "sometimes": true }, "y": null } }',
  ...{ 'tools/x.ts': '', 'test/util/x.ts': '', 'test/watch/x.ts': '' },
  ...{ 'CMakeLists.txt': '', 'package.json': '', 'vitest.config.ts': '' },
  'unclear/page.md': [
    '# Of a title',
    'A sentence that is fine. Of this one the subject is',
    'missing; the same is fine here, as is `Of`.',
    '',
    '| who | whoever reads it |',
    '|---|---|',
    '| what | The same as that |',
    '',
    '```js',
    'nobody()',
    '```',
  ].join('\n'),
  'unclear/code.ts': [
    '// A comment that nobody would call unclear, were it',
    '// not for one word.',
    "const somebody = 'The same' // Of a value it is the name",
    '/** What this is. The same for all. */',
  ].join('\n'),
}

let root = ''
beforeAll(() => {
  root = tempFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
})

test('names in backticks are those of the code', () => {
  expect(facts.unknownNames(root)).toEqual([
    'README.md:3: the code has no name randomSchuffle',
    'README.md:3: the code has no name END_OF_DATE',
  ])
})

test('files that are named without a folder exist', () => {
  expect(facts.unknownFiles(root)).toEqual(['docs/design/how.md:1: there is no file walk.ts'])
})

test('numbers of operators are right', () => {
  expect(facts.wrongCounts(root, 8)).toEqual(['README.md: 7 operators, but there are 8'])
  expect(facts.wrongCounts(root, 7)).toEqual([])
})

test('fields of op.json are explained', () => {
  expect(facts.unknownFields(root)).toEqual(['CONTRIBUTING.md says nothing of sometimes'])
})

test('examples are listed, and pages can be reached', () => {
  expect(facts.unlistedExamples(root)).toEqual(['examples/two.mjs is not listed in examples/README.md'])
  expect(facts.unreachablePages(root).sort()).toEqual([
    'docs/design/how.md: no link leads there from README.md',
    'docs/lost.md: no link leads there from README.md',
  ])
})

test('options of the command line are those of its page', () => {
  expect(facts.wrongOptions(root)).toEqual([
    'docs/cli.md says nothing of --json',
    'docs/cli.md: src/cli/program.ts has no --epoch',
  ])
})

test('unclear words are found in documents and comments, not in code', () => {
  const where = unclearSentences(root, ['unclear']).map((text) => /^unclear\/(.*?):(\d+): "(.*?)"/.exec(text)!.slice(1))
  expect(where.sort()).toEqual([
    ['code.ts', '1', 'nobody'],
    ['code.ts', '3', 'Of'],
    ['code.ts', '4', 'The same'],
    ['page.md', '1', 'Of'],
    ['page.md', '2', 'Of'],
    ['page.md', '5', 'whoever'],
    ['page.md', '7', 'The same'],
  ])
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
