// fn.jsFunction while a pipeline is being defined: what lands in the graph, and every error with its words.
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { fn } from '../../src/api/fn.js'
import type { DataNode } from '../../src/definition/node.js'
import { record } from '../../src/definition/record.js'
import { lower } from '../../src/graph/lower.js'
import { failure } from '../util/collect.js'
import { options as planOptions } from './helpers.js'

const path = fileURLToPath(new URL('../util/functions/samples.mjs', import.meta.url))
const url = pathToFileURL(path).href
const relative = '../util/functions/samples.mjs'
const x = () => fn.externalSource({ name: 'x' })
const wrong = (value: unknown) => value as never

/** The node that a call records. */
const recorded = (call: () => DataNode | DataNode[]) => record(() => [call()].flat()).nodes.at(-1)!

describe('recording', () => {
  test.each([
    ['a path relative to the calling file', relative],
    ['an absolute path', path],
    ['a file URL', new URL(relative, import.meta.url)],
    ['a file URL as text', url],
  ])('module is %s', (_, module) => {
    expect(recorded(() => fn.jsFunction(x(), { module })).args).toEqual({ module: url })
  })

  test('keeps arguments, and gives the nodes of the outputs', () => {
    const outputs = [{ dtype: 'uint8', ndim: 3, layout: 'HWC' }, {}] as const
    const options = {
      module: relative,
      export: 'two',
      outputs,
      workers: 3,
      onError: 'skip',
      seed: 9,
      name: 'f',
    } as const
    const node = recorded(() => fn.jsFunction([x(), fn.externalSource({ name: 'y' })], options))
    expect(node).toMatchObject({
      op: 'jsFunction',
      name: 'f',
      inputs: [
        { node: 0, output: 0 },
        { node: 1, output: 0 },
      ],
      args: { module: url, export: 'two', outputs, workers: 3 },
      numOutputs: 2,
      onError: 'skip',
      seed: 9,
    })
    expect(node.callSite).toMatch(/js-function\.test\.ts:\d+:\d+$/)
  })

  test('gives one DataNode, or a list where outputs is a number or a list', () => {
    const call = (outputs: unknown) => {
      let result: unknown
      record(() => {
        result = fn.jsFunction(x(), { module: relative, outputs: wrong(outputs) })
        return [result].flat() as DataNode[]
      })
      return Array.isArray(result) ? result.length : 'one'
    }
    expect([undefined, { dtype: 'uint8' }, 1, [{}], 3, [{}, {}]].map(call)).toEqual(['one', 'one', 1, 1, 3, 2])
  })
})

describe('the plan', () => {
  const plan = (workers: number) =>
    lower(
      record(() => {
        const [a, b] = [fn.externalSource({ name: 'a' }), fn.externalSource({ name: 'b' })]
        return [fn.jsFunction([a, b], { module: relative, export: 'sum', workers, name: 'f' }), b]
      }),
      planOptions,
    )
  const edges = (workers: number) => {
    const { stages, mailboxes } = plan(workers)
    return mailboxes.map(({ from, to }) => `${stages[from]!.name} > ${stages[to]!.name}`)
  }

  test('one worker takes its inputs from where they are made', () => {
    expect(edges(1)).toEqual(['a > f', 'b > f', 'f > sink'])
  })

  test('inputs of several workers meet before, so that all of them have one turn', () => {
    expect(edges(2)).toEqual(['a > inputs of f', 'b > inputs of f', 'inputs of f > f', 'f > sink'])
  })

  test('the stage says what to run on what; a value that only passes comes after the outputs', () => {
    expect(plan(2).stages.find(({ kind }) => kind === 'js')).toMatchObject({
      kind: 'js',
      name: 'f',
      code: { module: url, export: 'sum' },
      workers: 2,
      outputs: [{}],
      inputs: [
        { mailbox: 0, output: 0 },
        { mailbox: 0, output: 1 },
      ],
      pass: [{ mailbox: 0, output: 1 }],
      onError: 'throw',
    })
  })
})

const many = 'a number of outputs from 1 to 999, or { dtype?, ndim?, layout? } or a list of these'
const options: [string, Record<string, unknown>, string][] = [
  ['no module', {}, 'Expected the path or URL of a file for module but received undefined'],
  [
    'a function for module',
    { module: () => {} },
    'Expected the path or URL of a file for module but received a function',
  ],
  [
    'a function under another name',
    { function: () => {} },
    'Expected the path or URL of a file for module but received a function',
  ],
  ['another kind of URL', { module: 'https://example.org/f.mjs' }, 'Expected a file for module but received "https:'],
  ['a URL of another machine', { module: 'file://elsewhere/f.mjs' }, 'Expected a file for module but received "file:'],
  [
    'an export without a name',
    { module: relative, export: 4 },
    'Expected the name of an export for export but received 4',
  ],
  [
    'workers out of range',
    { module: relative, workers: 0 },
    'Expected an integer from 1 to 64 for workers but received',
  ],
  ['no outputs', { module: relative, outputs: 0 }, `Expected ${many} for outputs but received 0`],
  [
    'an empty list of outputs',
    { module: relative, outputs: [] },
    `Expected ${many} for outputs but received 0 outputs`,
  ],
  [
    'a dtype that is none',
    { module: relative, outputs: [{}, { dtype: 'int12' }] },
    "Expected one of 'uint8', 'uint16'",
  ],
  ['an unknown key', { module: relative, outputs: { dtyp: 'uint8' } }, `received "dtyp"`],
  [
    'a layout of another length',
    { module: relative, outputs: { ndim: 2, layout: 'HWC' } },
    'Expected a layout of 2 letters (ndim) for outputs but received "HWC"',
  ],
  ['an unknown argument', { module: relative, wokers: 2 }, 'Expected a known argument but received "wokers"'],
]

describe('errors', () => {
  test.each(options)('%s', async (_, given, words) => {
    const error = await failure(() => record(() => fn.jsFunction(x(), wrong(given))))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', op: 'jsFunction' })
    expect(error.message).toContain(words)
    expect(error.callSite).toMatch(/js-function\.test\.ts:\d+:\d+$/)
  })

  test('a missing file is named, with the place where it was looked for', async () => {
    const error = await failure(() => record(() => fn.jsFunction(x(), { module: './nope.mjs' })))
    expect(error).toMatchObject({ code: 'FILE_NOT_FOUND', op: 'jsFunction' })
    expect(error.message).toMatch(
      /received "\.\/nope\.mjs", which is \/.*test\/graph\/nope\.mjs.*counts from \/.*test\/graph$/,
    )
  })

  test.each([
    ['no inputs', []],
    ['a number', 4],
    ['a list with a hole', [undefined]],
  ])('inputs: %s', async (_, inputs) => {
    const error = await failure(() => record(() => fn.jsFunction(wrong(inputs), { module: relative })))
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.message).toMatch(/Expected (at least 1 input|a DataNode, or a list of them, for inputs but received)/)
  })

  test('missing options are refused', async () => {
    const error = await failure(() =>
      record(() => (fn.jsFunction as (input: DataNode, ...none: never[]) => DataNode)(x())),
    )
    expect(error.message).toContain('Expected options with module but received none')
  })

  test('a call outside a definition is refused', async () => {
    const error = await failure(() => fn.jsFunction(wrong(1), { module: relative }))
    expect(error.message).toContain('while a pipeline is being defined')
  })
})
