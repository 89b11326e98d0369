// src/processors/families/*.ts > src/generated/processors.ts: the list of families, so that a new one edits no file by hand; and
// tools/compare/processor-results.json > the tables of docs/guides/processors.md.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { between, row } from './documents.js'
import type { Files } from './files.js'

/** What tools/compare/processors.mjs has found for a config of a class. */
interface Result {
  name: string
  backend: string
  config: Readonly<Record<string, unknown>>
  images: number
  runs: number
  /** Images that both sides refuse, and that one does. */
  refused: number
  alone: number
  /** The largest difference, where there is one. */
  most?: number
  unit?: 'ulp' | 'steps' | 'shape'
  absolute?: number
}

const document = 'docs/guides/processors.md'

/** Numbers as "1-3, 5". */
function listed(numbers: readonly number[]): string {
  const runs: [first: number, last: number][] = []
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run[1] === n - 1) run[1] = n
    else runs.push([n, n])
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(', ')
}

function difference(results: readonly Result[]): string {
  const alone = results.reduce((sum, own) => sum + own.alone, 0)
  const worst = Math.max(...results.map(({ absolute = 0 }) => absolute))
  return `${worst ? worst.toExponential(1) : 'equal'}${alone ? `; ${alone} refused by one side` : ''}`
}

/** The document with a row for each class and backend, and a row for each config, which rows name by number. */
function processorTables(root: string): Files {
  const text = readFileSync(join(root, 'tools/compare/processor-results.json'), 'utf8')
  const { results } = JSON.parse(text) as { results: Result[] }
  const texts = [...new Set(results.map(({ config }) => JSON.stringify(config)))].filter((config) => config !== '{}')
  const number = new Map(texts.map((config, i) => [config, i + 1]))
  const keys = [...new Set(results.map(({ name, backend }) => `${name} ${backend}`))]
  const sum = (of: readonly number[]) => String(of.reduce((a, b) => a + b, 0))
  const classes = keys.map((key) => {
    const own = results.filter(({ name, backend }) => `${name} ${backend}` === key)
    const others = own.map(({ config }) => number.get(JSON.stringify(config))).filter((n) => n !== undefined)
    const { name, backend } = own[0]!
    return row(
      ...[name, backend, String(Math.min(...own.map(({ images }) => images))), `defaults, ${listed(others)}`],
      ...[sum(own.map(({ runs }) => runs)), sum(own.map(({ refused }) => refused)), difference(own)],
    )
  })
  const head = ['class', 'backend', 'images', 'configs', 'runs', 'refused by both', 'largest difference']
  const table = [row(...head), `|${'---|'.repeat(head.length)}`, ...classes]
  const configs = [
    row('config', 'fields'),
    '|---|---|',
    ...texts.map((config, i) => row(String(i + 1), `\`${config}\``)),
  ]
  const before = readFileSync(join(root, document), 'utf8')
  return { [document]: between(between(before, 'classes', table), 'configs', configs) }
}

/** A name for an import of the file. */
const camel = (file: string) => file.replace(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase())

export function processorFiles(root: string): Files {
  const names = readdirSync(join(root, 'src/processors/families'))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.slice(0, -'.ts'.length))
    .sort()
  const lines = [
    '// From src/processors/families by tools/gen.ts. Do not edit.',
    "import type { Family } from '../processors/family.js'",
    ...names.map((name) => `import ${camel(name)} from '../processors/families/${name}.js'`),
    '',
    'export const families: readonly Family[] = [',
    ...names.map((name) => `  ${camel(name)},`),
    ']',
    '',
  ]
  return { 'src/generated/processors.ts': lines.join('\n'), ...processorTables(root) }
}
