// What Node.js prints of an error that nothing catches: ten lines at most, with the line of user code among the first.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { PipelineError } from '../../../src/errors.js'
import { tempFolder } from '../../util/files.js'

const dist = (file: string) => fileURLToPath(new URL(`../../../dist/${file}`, import.meta.url))
const define = (call: string) => `
const pipe = pipelineDef({ batchSize: 2 }, () => {
  const [jpegs] = fn.readers.file({ fileRoot: '/' })
  ${call}
})
`
const esm = `import { fn, pipelineDef } from ${JSON.stringify(dist('index.js'))}`
const cjs = `const { fn, pipelineDef } = require(${JSON.stringify(dist('require/index.cjs'))})`
const wrong = 'return fn.resize(fn.decoders.image(jpegs), { sizes: [1, 2] })'
const missing = "return fn.decoders.image(fn.readers.file({ fileRoot: '/nowhere' })[0])"
const noBatch = 'return fn.externalSource({ source: () => 5 })'
const tsx = ['--import', import.meta.resolve('tsx')]

/** What Node.js prints of the program, in lines, and the place of the error among them. */
async function printed(name: string, text: string, flags: readonly string[] = []) {
  const file = join(tempFolder(), name)
  writeFileSync(file, text)
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, [...flags, file], { timeout: 50_000 }, (_, __, stderr) => resolve(stderr)),
  )
  const lines = output.trimEnd().split('\n')
  expect(lines.length, output).toBeLessThanOrEqual(10)
  expect(lines.filter((one) => one.includes('/dist/')).length, output).toBeLessThanOrEqual(1)
  const first = lines.findIndex((one) => /^\[?\w+Error\b/.test(one))
  expect(first, output).toBeLessThanOrEqual(4)
  return { file, output, head: lines[first]!, below: lines.slice(first + 1) }
}

test.concurrent.for<[title: string, file: string, flags: string[], text: string, line: string]>([
  ['an ES module', 'job.mjs', [], `${esm}${define(wrong)}pipe()\n`, `  4 |   ${wrong}`],
  ['CommonJS', 'job.cjs', [], `${cjs}${define(wrong)}pipe()\n`, `  4 |   ${wrong}`],
  [
    'TypeScript',
    'job.mts',
    tsx,
    `${esm}${define(`type A = number\n  ${wrong} as never`)}pipe()\n`,
    `  5 |   ${wrong} as never`,
  ],
  ['a promise', 'job.mjs', [], `${esm}${define(missing)}await pipe().build()\n`, `  4 |   ${missing}`],
  ['a source', 'job.mjs', [], `${esm}${define(noBatch)}await pipe().run()\n`, `  4 |   ${noBatch}`],
])('%s', async ([, name, flags, text, line], { expect }) => {
  const { file, output, head, below } = await printed(name, text, flags)
  expect(head, output).toMatch(/^PipelineError \[/)
  expect(below.slice(0, 2), output).toEqual([line, expect.stringMatching(/^ +\^$/)])
  expect(below[2], output).toContain(`${file}:`)
})

test.concurrent.for<[title: string, call: string, from: string]>([
  ['a source', `return fn.externalSource({ source: () => { throw new Error('mine') } })`, 'source'],
  ['the function that defines a pipeline', `throw new TypeError('mine')`, ''],
  ['a function of jsFunction', 'return fn.jsFunction(jpegs, { module: import.meta.filename, export: "f" })', 'f'],
])("an error of the user's own: %s", async ([, call, from], { expect }) => {
  const own = 'export function f() { throw new Error("mine") }\n'
  const root = JSON.stringify(fileURLToPath(new URL('../../../data/photos', import.meta.url)))
  const body = define(call).replace("'/'", root).replace('pipelineDef', 'isMainThread && pipelineDef')
  const run = 'if (pipe) await pipe().run()\n'
  const { file, output } = await printed(
    'job.mjs',
    `${esm}\nimport { isMainThread } from 'worker_threads'\n${own}${body}${run}`,
  )
  expect(output).toMatch(/Error: mine/)
  const [frame] = output.split('\n').filter((one) => /^\s*'?\s+at /.test(one))
  expect(frame, output).toContain(`at ${from && `${from} (`}file://${file}:`)
})

const site = fileURLToPath(import.meta.url)

test('the stack has the line and the frames of user code, and the fields are not listed', () => {
  const error = new PipelineError({ code: 'BAD_SAMPLE', message: 'm', hint: 'h', callSite: `${site}:1:4` })
  const lines = inspect(error).split('\n')
  expect(lines).toEqual([
    `PipelineError [BAD_SAMPLE]: m — at ${site}:1:4. h`,
    expect.stringMatching(/^ {2}1 \| .+/),
    `${' '.repeat(9)}^`,
    `    at ${site}:1:4`,
  ])
  expect(Object.keys(error)).toEqual([])
  expect(error).toMatchObject({ name: 'PipelineError', code: 'BAD_SAMPLE', hint: 'h', detail: 'm' })
  expect('cause' in error).toBe(false)
  error.stack = 'mine'
  expect(error.stack).toBe('mine')
})

test.each([
  ['a file that is not there', '/nowhere/a.js:1:1'],
  ['a line that is not there', `${site}:100000:1`],
  ['a column beyond the line', `${site}:2:999`],
  ['no place', ''],
])('the stack of an error at %s', (_, callSite) => {
  expect(new PipelineError({ code: 'BAD_SAMPLE', message: 'm', callSite }).stack).toMatch(
    /^PipelineError \[BAD_SAMPLE\]: m/,
  )
})

test('the stack of a bug has all frames', () => {
  expect(new PipelineError({ code: 'INTERNAL', message: 'm' }).stack).toMatch(/\n {4}at /)
})
