// The cheat sheets: every call of the column "penstock" runs over the bundled photos, and a sheet is not longer than a screen. migration.test.ts
// compiles them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Program } from './programs.js'
import { cheatSheets, codeOf, rowsOf } from './tables.js'
import { makeWorkshop, run } from './workshop.js'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Lines that a screen has. */
const screen = 60

/** What the sheets say that their names stand for, and the ways to run a call: in one definition with all others, on a pipeline, and on data. */
const given = `
import { cond, DataNode, fn, iterate, math, oneOf, pipelineDef, types } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { readFileSync } from 'node:fs'
const root = 'photos', weights = Array<number>(24).fill(1), n = 8, indices = [0, 1]
const bytes = readFileSync('photos/animals/cat.jpg'), image = nd.decoders.image(bytes)
const options = { batchSize: 2, enableConditionals: true, numThreads: 1 }
const definition = () => fn.resize(fn.decoders.image(fn.readers.file({ fileRoot: root })[0]), { size: [8, 8] })
const nodes = (value) => [value].flat().flatMap((one) => one instanceof DataNode ? [one] : Object.values(one))
const calls = []
const inDefinition = (call) => calls.push(call)
const runAll = async () => {
  const pipe = pipelineDef(options, () => {
    const [jpegs, labels] = fn.readers.file({ fileRoot: root })
    const x = fn.resize(fn.decoders.image(jpegs), { size: [256, 320] })
    return calls.flatMap((call) => nodes(call({ jpegs, labels, x, y: fn.flip(x) })))
  })()
  const fed = calls.some((call) => /upload/.test(call)) ? { upload: [bytes, bytes] } : undefined
  for (const output of await pipe.run(fed)) output.dataSync()
  await pipe.close()
}
const onPipeline = async (call) => {
  const pipe = pipelineDef(options, () => {
    const [jpegs, labels] = fn.readers.file({ fileRoot: root, name: 'train' })
    return [fn.resize(fn.decoders.image(jpegs), { size: [8, 8] }), labels]
  })()
  const out = /\\bout\\./.test(call) ? (await pipe.run())[0] : undefined
  await call({ pipe, out })
  await pipe.close()
}
const onData = async (call) => { await (await call())?.data?.() }
`
  .trim()
  .replaceAll('\n', ';')
  .replaceAll('{;', '{')
  .replace(/;\s*;/g, ';')

/** Any of these in a call says where it belongs. */
function wayOf(code: string): string {
  if (/^for /.test(code)) return `await onPipeline(async ({ pipe, out }) => { ${code} })`
  if (/\b(?:pipe|out)\b/.test(code)) return `await onPipeline(async ({ pipe, out }) => (${code}))`
  if (/^pipelineDef|^nd\.|^image\b|^await|^\{/.test(code)) return `await onData(async () => (${code}))`
  return `inDefinition(({ jpegs, labels, x, y }) => (${code}))`
}

function programOf(document: string, text: string): Program {
  const lines = text.split('\n').map(() => '')
  lines[0] = given
  for (const { line, cells } of rowsOf(text)) lines[line - 1] = codeOf(cells.penstock!).map(wayOf).join(';')
  lines.push('await runAll()')
  return { document, from: 1, lines, javascript: new Set(), name: undefined, notRun: undefined }
}

test('cheat sheets run, call by call', { timeout: 60_000 }, () => {
  const folder = makeWorkshop()
  const programs = cheatSheets.map((path) => programOf(path, readFileSync(join(root, path), 'utf8')))
  const broken = [
    '| there | penstock |',
    '| --- | --- |',
    '| a | `fn.flip(x)` |',
    '| b | `fn.crop(x, { crop: [999, 999] })` |',
  ]
  programs.push(programOf('broken.md', broken.join('\n')))
  for (const { document } of programs) {
    const own = join(folder, 'programs', document.replaceAll('/', '_'))
    mkdirSync(own, { recursive: true })
    writeFileSync(join(own, 'f.mjs'), 'export default (image) => image\n')
  }
  const errors = run(folder, programs)
  expect(errors.filter((error) => !error.startsWith('broken.md'))).toEqual([])
  expect(errors).toEqual([expect.stringMatching(/^broken\.md:4: .*INVALID_INPUT/s)])
})

test.each(cheatSheets)('%s fits a screen', (path) => {
  const lines = readFileSync(join(root, path), 'utf8').split('\n')
  expect(lines.length).toBeLessThanOrEqual(screen)
  expect(rowsOf(lines.join('\n')).length).toBeGreaterThanOrEqual(25)
})
