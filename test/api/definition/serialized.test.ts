// Pipelines as text: what comes back runs alike, a text of anyone is checked whole before it is used, and none runs code that
// the caller does not allow.
// @module-tag shared
import { existsSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cond, type DataNode, fn, math, oneOf, Pipeline, PipelineError, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { mutated } from '../../fuzz/engine/mutate.mjs'
import { Random } from '../../fuzz/engine/random.mjs'
import { type AnyPipeline, digest, failure } from '../../util/collect.js'
import { tempFolder } from '../../util/files.js'
import { runs } from '../../util/soak.js'

interface Text {
  penstock: number
  graph: { nodes: Record<string, unknown>[]; outputs: Record<string, unknown>[] }
  options: Record<string, unknown>
}

// The real path: folders of temporary files may be links.
const folder = realpathSync(tempFolder())
const mark = join(folder, 'ran')
const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark)}, ''); export default (x) => x`
const inside = join(folder, 'allowed')
const module = join(inside, 'module.mjs')
const outside = join(folder, 'allowed-not', 'module.mjs')
for (const path of [module, outside]) {
  mkdirSync(join(path, '..'))
  writeFileSync(path, code)
}
symlinkSync(outside, join(inside, 'link-out.mjs'))
symlinkSync(module, join(folder, 'link-in.mjs'))

const numbers = () => fn.random.uniform({ range: [0, 1], shape: [3] })
const options = { batchSize: 2, seed: 1, numThreads: 1, enableConditionals: true }
const textOf = (definition: () => DataNode | readonly DataNode[]): Text =>
  JSON.parse(pipelineDef(options, definition as never)().serialize()) as Text
const calls = textOf(() => fn.jsFunction(numbers(), { module }))
const branches = textOf(() =>
  cond(fn.random.coinFlip(), () => oneOf([numbers, () => fn.jsFunction(numbers(), { module })]), numbers),
)
const plain = textOf(() => {
  const [jpegs, labels] = fn.readers.file({ files: ['data/photos/animals/cat.jpg'], name: 'r' })
  return [fn.resize(fn.decoders.image(jpegs), { size: [8, 8] }), labels, math.add(numbers(), 1)]
})

const changed = (text: Text, change: (text: Text) => void): string => {
  const own = structuredClone(text)
  change(own)
  return JSON.stringify(own)
}
const refused = async (text: string, more?: object) => {
  const error = (await failure(() => Pipeline.deserialize(text, more))) as unknown as PipelineError
  expect(error).toBeInstanceOf(PipelineError)
  expect(error.code).toBe('INVALID_ARGUMENT')
  return error
}
const withModule = (text: Text, given: unknown) =>
  changed(text, ({ graph }) => {
    for (const node of graph.nodes) if (node.op === 'jsFunction') (node.args as { module: unknown }).module = given
  })

describe('modules of a text', () => {
  const others = [
    ...[`data:text/javascript,${code}`, `DATA:text/javascript,${code}`, `dAtA:text/javascript;base64,${btoa(code)}`],
    ...[
      module,
      outside,
      pathToFileURL(module).href,
      'penstock-data',
      'node:fs',
      'http://127.0.0.1:1/x.mjs',
      'blob:x',
      '',
      5,
      null,
      {},
    ],
    ...['file://elsewhere/x.mjs', `file:${module}`, 'module.mjs', `${module}\0`],
  ]
  test.each(others)('are refused without a list: %j', async (given) => {
    for (const text of [calls, branches]) {
      const error = await refused(withModule(text, given))
      expect(error.message).toMatch(/jsFunction/)
      expect(error.callSite).toContain('serialized.test.ts')
    }
    expect(existsSync(mark)).toBe(false)
  })

  test.each([
    ...others.filter((given) => ![module, pathToFileURL(module).href, `file:${module}`].includes(given as string)),
    join(inside, 'link-out.mjs'),
    join(inside, '..', 'allowed-not', 'module.mjs'),
    `${inside}/%2e%2e/allowed-not/module.mjs`,
    `${pathToFileURL(inside).href}/%2e%2e/allowed-not/module.mjs`,
    inside.slice(0, -1),
  ])('are refused outside of the list: %j', async (given) => {
    for (const allowModules of [[], [inside], [pathToFileURL(`${inside}/`), module]]) {
      const error = await refused(withModule(calls, given), { allowModules })
      expect(error.message).toMatch(/jsFunction/)
    }
    expect(existsSync(mark)).toBe(false)
  })

  test('the list must be one of files that exist', async () => {
    for (const allowModules of [module, [5], [join(folder, 'nowhere')], ['data:,x'], {}]) {
      expect((await refused(JSON.stringify(calls), { allowModules })).message).toContain('for allowModules')
    }
  })

  test('run where the list holds their real file', async () => {
    const ways: [unknown, (string | URL)[]][] = [
      [module, [inside]],
      [pathToFileURL(module).href, [module]],
      [join(folder, 'link-in.mjs'), [pathToFileURL(inside)]],
      [join(inside, 'link-out.mjs'), [outside]],
    ]
    for (const [given, allowModules] of ways) {
      await using pipe = Pipeline.deserialize(withModule(branches, given), { allowModules }) as AnyPipeline
      expect((await pipe.run())[0]!.length).toBe(2)
    }
    expect(existsSync(mark)).toBe(true)
  })
})

describe('a text', () => {
  test('makes a pipeline that gives the same bytes', async () => {
    const scalar = () =>
      cond(
        fn.random.coinFlip(),
        () => numbers().at(0),
        () => fn.random.uniform({ range: [0, 1] }),
      )
    for (const text of [plain, textOf(scalar)]) {
      await using pipe = Pipeline.deserialize(JSON.stringify(text)) as AnyPipeline
      await using again = Pipeline.deserialize(pipe.serialize()) as AnyPipeline
      expect(digest(await again.run())).toBe(digest(await pipe.run()))
      expect(JSON.parse(again.serialize())).toEqual(text)
    }
  })

  type Change = (node: Record<string, unknown>, text: Text) => void
  const nodeOf = (text: Text, op: string) => text.graph.nodes.find((node) => node.op === op)!
  const wrong: [string, Change, RegExp][] = [
    [
      'an id that is none',
      (node) => Object.assign(node, { id: -1 }),
      /integer >= 0 for id but received -1 of node 2 \("resize"/,
    ],
    ['an id that another node has', (node) => Object.assign(node, { id: 0 }), /no other node has/],
    ['an operator that is none', (node) => Object.assign(node, { op: 'x' }), /operator of this build but received "x"/],
    [
      'a key of the prototype for an operator',
      (node) => Object.assign(node, { op: 'constructor' }),
      /"constructor" for op/,
    ],
    [
      'an operator that only passes make',
      (node) => Object.assign(node, { op: 'fusedResizeCropMirrorNormalize' }),
      /for op/,
    ],
    [
      'a name that another node has',
      (node) => Object.assign(node, { name: 'r' }),
      /no other node has but received "r"/,
    ],
    ['a name that is none', (node) => Object.assign(node, { name: '__x' }), /a name/],
    [
      'inputs that are none',
      (node) => Object.assign(node, { inputs: [{ node: 1 }] }),
      /for inputs\[0\].output .* node 2/,
    ],
    [
      'an input of a later node',
      (node) => Object.assign(node, { inputs: [{ node: 4, output: 0 }] }),
      /earlier node for inputs\[0\]/,
    ],
    ['an input of itself', (node) => Object.assign(node, { inputs: [{ node: node.id, output: 0 }] }), /earlier node/],
    [
      'an input that does not exist',
      (node) => Object.assign(node, { inputs: [{ node: 1, output: 7 }] }),
      /received 7 of 1/,
    ],
    ['too few inputs', (node) => Object.assign(node, { inputs: [] }), /\[resize\] Expected .*input/],
    [
      'an argument input of no argument',
      (node) => Object.assign(node, { argInputs: { toString: { node: 0, output: 0 } } }),
      /"toString" for argInputs/,
    ],
    [
      'a wrong number of outputs',
      (node) => Object.assign(node, { numOutputs: 2 }),
      /Expected 1 for numOutputs but received 2/,
    ],
    ['arguments that are none', (node) => Object.assign(node, { args: [] }), /an object for args/],
    ['an argument that is none', (node) => Object.assign(node, { args: { sice: 1 } }), /\[resize\] .*"sice"/],
    ['an argument of a wrong type', (node) => Object.assign(node, { args: { size: 'x' } }), /\[resize\] .* for size/],
    ['a device that is none', (node) => Object.assign(node, { device: 'tpu' }), /for device .* node 2/],
    ['a policy that is none', (node) => Object.assign(node, { onError: 'ignore' }), /for onError/],
    [
      'a policy of an operator that takes none',
      (node) => Object.assign(node, { onError: 'skip', op: 'flip', args: {} }),
      /no onError/,
    ],
    ['a seed of an operator that takes none', (node) => Object.assign(node, { seed: 1 }), /no seed/],
    ['sizes for other outputs', (node) => Object.assign(node, { bytesPerSampleHint: [1, 2, 3] }), /1 or 1 numbers/],
    [
      'a guard of a later node',
      (node) => Object.assign(node, { guards: [{ value: { node: 4, output: 0 }, want: 1 }] }),
      /guards\[0\]/,
    ],
    ['an unknown field', (node) => Object.assign(node, { parts: [] }), /"parts" of node 2/],
    ['a call site that is none', (node) => Object.assign(node, { callSite: {} }), /for callSite/],
    [
      'a source in a branch',
      (_, text) =>
        Object.assign(nodeOf(text, 'readers.file'), { guards: [{ value: { node: 0, output: 0 }, want: 1 }] }),
      /outside of branches/,
    ],
    [
      'no output',
      (_, text) => Object.assign(text.graph, { outputs: [] }),
      /a list of 1 to 999 outputs for graph.outputs/,
    ],
    ['an output that is none', (_, text) => Object.assign(text.graph, { outputs: [5] }), /outputs\[0\]/],
    [
      'an output of no node',
      (_, text) => Object.assign(text.graph, { outputs: [{ value: { node: 99, output: 0 } }] }),
      /99/,
    ],
    [
      'outputs of one name',
      (_, text) =>
        Object.assign(text.graph, { outputs: [0, 0].map(() => ({ name: 'a', value: { node: 0, output: 0 } })) }),
      /name of its own/,
    ],
    ['nodes that are none', (_, text) => Object.assign(text.graph, { nodes: {} }), /nodes/],
    ['a graph that is none', (_, text) => Object.assign(text, { graph: null }), /graph|serialize/],
    ['options that are none', (_, text) => Object.assign(text, { options: [] }), /options/],
    ['an option that is none', (_, text) => Object.assign(text, { options: { batchsize: 1 } }), /"batchsize"/],
    ['an option of a wrong type', (_, text) => Object.assign(text, { options: { batchSize: {} } }), /batchSize/],
    ['another version', (_, text) => Object.assign(text, { penstock: 2 }), /serialize/],
    ['something beside it', (_, text) => Object.assign(text, { more: 1 }), /"more"/],
  ]
  test.each(wrong)('is refused with %s, which the error names', async (_, change, message) => {
    const error = await refused(changed(plain, (text) => change(nodeOf(text, 'resize'), text)))
    expect(error.message).toMatch(message)
  })

  test('that takes values out of their branch is refused', async () => {
    const merge = branches.graph.nodes.findIndex(({ op }) => op === 'merge')
    const guarded = branches.graph.nodes.find(({ op, guards }) => op === 'random.uniform' && guards)!
    const value = { node: guarded.id as number, output: 0 }
    const texts = [
      changed(branches, ({ graph }) => Object.assign(graph, { outputs: [{ value }] })),
      changed(branches, ({ graph }) => (graph.nodes[merge]!.inputs as unknown[]).reverse()),
      changed(
        branches,
        ({ graph }) => delete graph.nodes.find(({ op, guards }) => op === 'jsFunction' && guards)!.guards,
      ),
    ]
    for (const text of texts) await refused(text, { allowModules: [inside] })
  })

  test('with keys of prototypes changes nothing', async () => {
    const evil = '{"__proto__":{"batchSize":7,"polluted":1},"constructor":{"prototype":{"polluted":1}}}'
    const own = JSON.stringify(plain)
    const texts = [
      own.replace('"options":{', `"options":{"__proto__":${evil},`),
      own.replace('"args":{', `"args":{"__proto__":${evil},`),
      own.replace('"argInputs":{', `"argInputs":{"__proto__":{"node":0,"output":0},`),
      own.replace('"graph":{', `"graph":{"__proto__":${evil},`),
      `{"__proto__":${own}}`,
      evil,
    ]
    for (const text of texts) {
      await refused(text)
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    }
    await refused(own.replace('"batchSize":2', '"batchSize":null'))
  })

  test('of anyone is a pipeline or INVALID_ARGUMENT', { tags: 'property' }, async () => {
    const words = ['readers.file', 'merge', 'jsFunction', `data:text/javascript,${code}`]
    for (let n = 0; n < runs(4000, 400); n++) {
      const r = new Random(5, n)
      const text = JSON.stringify(mutated(r, r.pick([plain, branches, calls]), 1 + r.below(3), words))
      let pipe: Pipeline | undefined
      try {
        pipe = Pipeline.deserialize(text, { allowModules: [inside] })
        pipe.toString()
      } catch (error) {
        expect(error, `case ${n}: ${text.slice(0, 500)}`).toBeInstanceOf(PipelineError)
        expect((error as PipelineError).code, `case ${n}`).toMatch(
          /INVALID_ARGUMENT|UNSUPPORTED|CUDA_UNAVAILABLE|CHECKPOINT_MISMATCH/,
        )
      }
      await pipe?.close()
    }
  })
})
