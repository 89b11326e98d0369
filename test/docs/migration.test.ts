// The tables of docs/start/from-*.md and of the API on one page: each call in their column "penstock" or "but" compiles, each operator that is
// called missing is one of DALI's that is not here, and the defaults that they give are those of op.json.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { loadSchemas } from '../../tools/schemas/op-json.js'
import type { Program } from './programs.js'
import { cheatSheets, codeOf, rowsOf } from './tables.js'
import { compile, makeWorkshop } from './workshop.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const documents = ['docs/start/from-dali.md', 'docs/start/from-torchvision.md', 'docs/start/from-tf-data.md']
const schemas = loadSchemas(join(root, 'native/ops')).filter((op) => !op.internal)
const { operators, others: unlisted } = JSON.parse(
  readFileSync(join(root, 'docs/reference/dali-operators.json'), 'utf8'),
) as Record<'operators' | 'others', { name: string }[]>
const foreign = new Set([...operators, ...unlisted].map(({ name }) => name))

/** What the pages say that the tables' names stand for. */
const given = [
  "import { augment, autoAug, cond, fn, iterate, math, oneOf, Pipeline, pipelineDef, types, type DataNode, type TensorList } from 'penstock-data'",
  "import * as nd from 'penstock-data/dynamic'",
  'declare const x: DataNode, y: DataNode, mapx: DataNode, mapy: DataNode, jpegs: DataNode, root: string, weights: number[], n: number, indices: number[], pipe: Pipeline, out: TensorList',
  'declare const definition: () => DataNode, toTfjs: (out: TensorList) => unknown',
  'declare const labels: DataNode, boxes: DataNode, masks: DataNode, bytes: Uint8Array, image: nd.Tensor',
].join('; ')

/** A program in which every call of the column stands on its own line. */
function programOf(document: string, text: string): Program & { calls: number } {
  const lines = text.split('\n').map(() => '')
  lines[0] = given
  let calls = 0
  for (const { line, cells } of rowsOf(text)) {
    const cell = cells.penstock ?? cells.but ?? ''
    if (cell.startsWith('missing')) continue
    const codes = codeOf(cell)
    calls += codes.length
    lines[line - 1] = codes
      .map((code) => (/^for /.test(code) ? `async () => { ${code} };` : `async () => (${code});`))
      .join(' ')
  }
  const rest = { name: undefined, javascript: new Set<number>(), notRun: 'tables' }
  return { document, from: 1, lines, ...rest, calls }
}

/** What is wrong with the rows that say "missing". */
function wronglyMissing(document: string, text: string): string[] {
  return rowsOf(text).flatMap(({ line, cells }) => {
    const cell = cells.penstock ?? ''
    // A note may call an operator missing, too.
    const texts = [cell, ...Object.values(cells)].flatMap(
      (one) => /missing(?:: .*)?$/.exec(one.replace(/\.$/, ''))?.[0] ?? [],
    )
    const names = texts.flatMap(codeOf).flatMap((code) => /^fn\.([\w.]+)$/.exec(code)?.[1] ?? [])
    return [...new Set(names)].flatMap((name) => {
      if (schemas.some((op) => op.name === name)) return [`${document}:${line}: fn.${name} is here; say how it is used`]
      return foreign.has(name) ? [] : [`${document}:${line}: DALI has no ${name}`]
    })
  })
}

/** What is wrong with the rows that give the defaults of arguments. */
function wrongDefaults(document: string, text: string): string[] {
  return rowsOf(text).flatMap(({ line, cells }) => {
    if (!('argument' in cells && 'here' in cells)) return []
    const fault = (what: string) => [`${document}:${line}: ${what}`]
    return codeOf(cells.operator!).flatMap((name) => {
      const op = schemas.find((one) => one.name === name)
      if (!op) return fault(`there is no operator ${name}`)
      return codeOf(cells.argument!).flatMap((arg) => {
        if (!op.args[arg]) return fault(`${name} has no argument ${arg}`)
        const stated = codeOf(cells.here!)[0]
        const is =
          op.args[arg].default === undefined ? undefined : JSON.stringify(op.args[arg].default).replace(/"/g, "'")
        return stated === is ? [] : fault(`the default of ${arg} of ${name} is ${is}, not ${stated}`)
      })
    })
  })
}

const broken = [
  '| there | penstock | what differs |',
  '| --- | --- | --- |',
  '| a | `fn.resise(x)` | |',
  '| b | `fn.resize(x, { sise: 3 })`, `fn.flip(x)` | |',
  '| c | missing: `fn.flip` | |',
  '| d | missing: `fn.nothing` | |',
  '',
  '| operator | argument | here |',
  '| --- | --- | --- |',
  '| `flip` | `horizontal` | `0` |',
  '| `flip` | `sideways` | |',
].join('\n')

/** Other documents with such tables, and how many calls they have at least. */
const others = {
  'docs/reference/api-compact.md': 10,
  ...Object.fromEntries(cheatSheets.map((path) => [path, 25])),
}

describe('migration tables', () => {
  test('have calls that compile', { timeout: 60_000 }, async () => {
    const least: Record<string, number> = { ...Object.fromEntries(documents.map((path) => [path, 30])), ...others }
    const programs = Object.keys(least).map((path) => programOf(path, readFileSync(join(root, path), 'utf8')))
    for (const { calls, document } of programs) expect(calls, document).toBeGreaterThan(least[document]!)
    const errors = await compile(makeWorkshop(), [...programs, programOf('broken.md', broken)])
    expect(errors.filter((error) => !error.startsWith('broken.md'))).toEqual([])
    expect(errors).toEqual([
      expect.stringMatching(/^broken\.md:3: TS\d+: Property 'resise' does not exist/),
      expect.stringMatching(/^broken\.md:4: TS\d+: .*'sise'/s),
    ])
  })

  test('call missing what DALI has and penstock has not', () => {
    const all = documents.flatMap((path) => wronglyMissing(path, readFileSync(join(root, path), 'utf8')))
    expect(all).toEqual([])
    expect(wronglyMissing('broken.md', broken)).toEqual([
      'broken.md:5: fn.flip is here; say how it is used',
      'broken.md:6: DALI has no nothing',
    ])
  })

  test('give the defaults that arguments have', () => {
    expect(documents.flatMap((path) => wrongDefaults(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
    expect(wrongDefaults('broken.md', broken)).toEqual([
      'broken.md:10: the default of horizontal of flip is 1, not 0',
      'broken.md:11: flip has no argument sideways',
    ])
  })
})
