// Definitions recorded through fn: what lands in the graph, and every error with its words.
import { describe, expect, test } from 'vitest'
import { externalSource } from '../../src/api/external-source.js'
import { fn } from '../../src/api/fn.js'
import { math } from '../../src/api/math.js'
import { types } from '../../src/api/types.js'
import type { DataNode } from '../../src/definition/node.js'
import { record } from '../../src/definition/record.js'
import { sourceSettings, sourcesOf } from '../../src/definition/sources.js'
import { PipelineError } from '../../src/errors.js'
import { check } from '../../src/graph/check.js'
import { schemas } from '../../src/graph/schema.js'

const image = () => fn.readers.file({ fileRoot: 'photos' })[0]
// The words below are checked by hand; the compiler would refuse these calls.
const wrong = (value: unknown) => value as never

/** The error that a definition throws. */
function failure(definition: () => unknown): PipelineError {
  try {
    record(definition)
  } catch (error) {
    if (error instanceof PipelineError) return error
    throw error
  }
  throw new PipelineError({ code: 'INTERNAL', message: 'nothing was thrown' })
}

describe('recording', () => {
  test('keeps inputs, constants and per-sample arguments', () => {
    const graph = record(() => {
      const [data, labels] = fn.readers.file({ fileRoot: 'photos', name: 'train', seed: 7, onError: 'skip' })
      const start = fn.externalSource({ name: 'start', dtype: types.INT32 })
      return { images: fn.slice(data, { start, shape: 10, axes: [0], dtype: wrong(undefined) }), labels }
    })
    expect(graph.nodes.map(({ callSite: _, ...rest }) => rest)).toEqual([
      {
        id: 0,
        op: 'readers.file',
        name: 'train',
        device: 'cpu',
        inputs: [],
        args: { fileRoot: 'photos' },
        argInputs: {},
        numOutputs: 2,
        onError: 'skip',
        seed: 7,
      },
      {
        id: 1,
        op: 'externalSource',
        name: 'start',
        device: 'cpu',
        inputs: [],
        args: { dtype: ['int32'] },
        argInputs: {},
        numOutputs: 1,
      },
      {
        id: 2,
        op: 'slice',
        name: 'slice',
        device: 'cpu',
        inputs: [{ node: 0, output: 0 }],
        args: { shape: [10], axes: [0] },
        argInputs: { start: { node: 1, output: 0 } },
        numOutputs: 1,
      },
    ])
    expect(graph.outputs).toEqual([
      { name: 'images', value: { node: 2, output: 0 } },
      { name: 'labels', value: { node: 0, output: 1 } },
    ])
    // A graph is JSON, and checking it again changes nothing.
    expect(check(JSON.parse(JSON.stringify(graph)), schemas)).toEqual(graph)
  })
  test('takes positional inputs beyond the first', () => {
    const graph = record(() => fn.slice(image(), externalSource(), externalSource()))
    expect(graph.nodes.at(-1)!.inputs).toHaveLength(3)
  })
  test('a bool is an int where DALI takes it for one; typed arrays are lists', () => {
    const graph = record(() => fn.slice(fn.flip(image(), { vertical: true }), { start: wrong(new Int32Array([1, 2])) }))
    expect(graph.nodes[1]!.args).toEqual({ vertical: 1 })
    expect(graph.nodes[2]!.args).toEqual({ start: [1, 2] })
  })
  test('call sites are the lines of the calls', () => {
    const here = new Map<string, string>()
    const graph = record(() => {
      const data = image()
      const holder: { stack?: string } = {}
      Error.captureStackTrace(holder)
      here.set('before', /trace\.test\.ts:(\d+)/.exec(holder.stack!)![1]!)
      return fn.flip(data)
    })
    const line = Number(here.get('before')) + 2
    expect(graph.nodes[1]!.callSite).toMatch(new RegExp(`^/.*/test/graph/trace\\.test\\.ts:${line}:\\d+$`))
  })
  test('a thousand calls take little time', () => {
    const start = performance.now()
    record(() => Array.from({ length: 1000 }).reduce((x: DataNode) => fn.flip(x), image()))
    expect(performance.now() - start).toBeLessThan(20_000)
  })
})

describe('externalSource', () => {
  test('keeps the source beside the graph', () => {
    const source = () => [1, 2]
    const graph = record(() => fn.externalSource(source, { name: 'x', cycle: true, batch: false }))
    expect(graph.nodes[0]!.args).toEqual({ cycle: 'quiet', batch: false })
    expect(sourcesOf(graph).get(0)).toBe(source)
    expect(sourceSettings(graph.nodes[0]!)).toMatchObject({
      cycle: 'quiet',
      batch: false,
      listed: false,
      blocking: false,
    })
    expect(sourcesOf(JSON.parse(JSON.stringify(graph))).size).toBe(0)
  })
  test('numOutputs gives an array, even as 1; one value stands for all outputs', () => {
    const graph = record(() => {
      const [one] = fn.externalSource({ numOutputs: 1 })
      const [a, b] = fn.externalSource({ numOutputs: 2, dtype: 'uint8', layout: ['HWC'] })
      return [one, a, b]
    })
    expect(graph.nodes[1]).toMatchObject({ numOutputs: 2, args: { dtype: ['uint8', 'uint8'], layout: ['HWC'] } })
  })
  test.each([
    [{ source: 3 }, 'Expected an iterable, an async iterable or a function for source but received 3'],
    [{ source: [], repeatLast: true }, 'Expected source or repeatLast but received both'],
    [{ source: [], parallel: true }, 'Expected a function for source with parallel'],
    [{ numOutputs: 0 }, 'Expected an integer from 1 to 999 for numOutputs but received 0'],
    [{ ndim: 2, layout: 'HWC' }, "Expected a layout of 2 letters (ndim) but received 'HWC' for output 0"],
    [{ dtype: ['uint8', 'int8'] }, 'Expected at most 1 values for dtype (one per output) but received 2'],
    [{ cycle: 'loop' }, "Expected one of 'no', 'quiet', 'raise' for cycle but received \"loop\""],
    [{ dtype: 'float' }, 'for dtype but received "float"'],
  ])('refuses %j', (options, message) => {
    expect(failure(() => fn.externalSource(wrong(options)))).toMatchObject({
      code: 'INVALID_ARGUMENT',
      op: 'externalSource',
    })
    expect(failure(() => fn.externalSource(wrong(options))).message).toContain(
      `[externalSource] ${message}`.replace('[externalSource] for', 'for'),
    )
  })
})

describe('errors of arguments', () => {
  test.each<[string, () => unknown, string, string | undefined]>([
    [
      'unknown',
      () => fn.readers.file(wrong({ fileRoot: 'a', randomShufle: true })),
      '[readers.file] Expected a known argument but received "randomShufle"',
      "Did you mean 'randomShuffle'?",
    ],
    [
      'snake_case',
      () => fn.readers.file(wrong({ file_root: 'a' })),
      'Expected a known argument but received "file_root"',
      "Names are in camelCase: did you mean 'fileRoot'?",
    ],
    [
      'nothing near',
      () => fn.flip(image(), wrong({ zzz: 1 })),
      'received "zzz"',
      'It takes: depthwise, horizontal, vertical',
    ],
    [
      'bool',
      () => fn.readers.file(wrong({ fileRoot: 'a', lazyInit: 1 })),
      'Expected true or false for lazyInit but received 1',
      undefined,
    ],
    [
      'int',
      () => fn.flip(image(), { horizontal: 0.5 }),
      '[flip] Expected an integer for horizontal but received 0.5',
      undefined,
    ],
    [
      '32 bits',
      () => fn.flip(image(), { horizontal: 2 ** 31 }),
      'Expected a 32-bit integer for horizontal but received 2147483648',
      undefined,
    ],
    [
      'string for a number',
      () => fn.crop(image(), { cropPosX: wrong('a') }),
      'Expected a number from 0 to 1 for cropPosX but received "a"',
      undefined,
    ],
    [
      'range',
      () => fn.crop(image(), { cropPosX: 1.5 }),
      'Expected a number from 0 to 1 for cropPosX but received 1.5',
      undefined,
    ],
    ['NaN', () => fn.crop(image(), { cropW: NaN }), 'Expected a finite number for cropW but received NaN', undefined],
    [
      'a number that is infinite as float32',
      () => fn.random.beta({ alpha: 1e100 }),
      'Expected a float32 number > 0 for alpha but received 1e+100',
      undefined,
    ],
    [
      'range of an int',
      () => fn.readers.file({ fileRoot: 'a', numShards: 0 }),
      'Expected an integer >= 1 for numShards but received 0',
      undefined,
    ],
    [
      'enum',
      () => fn.crop(image(), { rounding: wrong('trunc') }),
      "Expected one of 'round', 'truncate' for rounding but received \"trunc\"",
      undefined,
    ],
    ['dtype', () => fn.crop(image(), { dtype: wrong('float') }), 'for dtype but received "float"', undefined],
    [
      'misspelt dtype',
      () => fn.crop(image(), { dtype: wrong('flaot32') }),
      'received "flaot32"',
      "Did you mean 'float32'?",
    ],
    [
      'list',
      () => fn.crop(image(), { crop: wrong([1, 'b']) }),
      'Expected a list of numbers for crop but received "b" at [1]',
      undefined,
    ],
    [
      'list of strings',
      () => fn.readers.file({ files: wrong([1]) }),
      'Expected a list of strings for files but received 1 at [0]',
      undefined,
    ],
    [
      'function',
      () => fn.crop(image(), { cropW: wrong(() => 1) }),
      'Expected a number for cropW but received a function',
      undefined,
    ],
    [
      'layout',
      () => fn.slice(image(), { axisNames: 'H-W' }),
      "Expected a layout (up to 7 letters, such as 'HWC') for axisNames",
      undefined,
    ],
    [
      'node for a constant',
      () => fn.crop(image(), { dtype: wrong(image()) }),
      'Expected a constant for dtype but received a DataNode',
      'dtype is the same for all samples',
    ],
    [
      'onError',
      () => fn.readers.file({ fileRoot: 'a', onError: wrong('ignore') }),
      "Expected one of 'throw', 'skip', 'placeholder' for onError",
      undefined,
    ],
    [
      'onError where there is none',
      () => fn.flip(image(), wrong({ onError: 'skip' })),
      'received "onError"',
      undefined,
    ],
    [
      'seed',
      () => fn.readers.file({ fileRoot: 'a', seed: 1.5 }),
      'Expected an integer >= 0 (or -1) for seed but received 1.5',
      undefined,
    ],
    ['seed where nothing is random', () => fn.flip(image(), wrong({ seed: 1 })), 'received "seed"', undefined],
    ['name', () => fn.flip(image(), { name: wrong(1) }), 'Expected a name', undefined],
    [
      'name twice',
      () => [fn.flip(image(), { name: 'a' }), fn.flip(image(), { name: 'a' })],
      'Expected a name that no other operator has but received "a"',
      undefined,
    ],
    [
      'device',
      () => fn.flip(image(), { device: wrong('tpu') }),
      "Expected one of 'cpu', 'mixed', 'gpu' for device but received \"tpu\"",
      undefined,
    ],
    ['inputs: none', () => fn.flip(...([] as never as [DataNode])), '[flip] Expected 1 input', undefined],
    [
      'inputs: too many',
      () => fn.readers.file(...([image(), {}] as never as [object])),
      '[readers.file] Expected 0 inputs but received 1',
      undefined,
    ],
    [
      'inputs: not a node',
      () => fn.flip(wrong([1, 2])),
      '[flip] Expected a DataNode for input or an object of arguments but received [1, 2]',
      undefined,
    ],
    ['inputs: undefined', () => fn.flip(wrong(undefined)), '[flip] Expected 1 input (input) but received 0', undefined],
    [
      'inputs: not a node, then arguments',
      () => fn.flip(wrong(3), {}),
      '[flip] Expected a DataNode for input but received 3',
      undefined,
    ],
  ])('%s', (_, definition, message, hint) => {
    const error = failure(definition)
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.message).toContain(message)
    expect(error.callSite).toMatch(/trace\.test\.ts:\d+:\d+$/)
    if (hint !== undefined) expect(error.hint).toBe(hint)
  })
  test('a device without a kernel is refused', () => {
    expect(failure(() => fn.random.beta({ device: 'gpu' }))).toMatchObject({
      code: 'UNSUPPORTED',
      message: expect.stringContaining('[random.beta] has no gpu kernel'),
    })
  })
})

describe('readers.file', () => {
  test.each([
    [{}, 'Expected a folder for fileRoot but received none'],
    [{ files: ['a'], fileList: 'l' }, 'Expected either files or fileList but received both'],
    [{ fileRoot: 'a', labels: [1] }, 'Expected files along with labels'],
    [{ files: ['a', 'b'], labels: [1] }, 'Expected 2 values for labels (one per file) but received 1'],
    [{ fileRoot: 'a', shardId: 2, numShards: 2 }, 'Expected shardId below numShards (2) but received 2'],
    [{ fileRoot: 'a', shuffleAfterEpoch: true, randomShuffle: true }, 'Expected shuffleAfterEpoch or randomShuffle'],
    [{ fileRoot: 'a', shuffleAfterEpoch: true, stickToShard: true }, 'Expected shuffleAfterEpoch or stickToShard'],
    [{ fileRoot: 'a', shuffleBlocks: true, randomShuffle: true }, 'Expected shuffleBlocks or randomShuffle'],
    [{ fileRoot: 'a', shuffleBlocks: true, shuffleAfterEpoch: true }, 'Expected shuffleBlocks or shuffleAfterEpoch'],
  ])('refuses %j', (options, message) => {
    const error = failure(() => fn.readers.file(options))
    expect(error.message).toContain(message)
    expect(error.hint).toBeTruthy()
  })
  test('one name stands for a list of one', () => {
    expect(record(() => fn.readers.file({ files: 'a.jpg', labels: 3 })).nodes[0]!.args).toEqual({
      files: ['a.jpg'],
      labels: [3],
    })
  })
})

describe('a node belongs to one definition', () => {
  test('fn throws outside of a definition', () => {
    expect(() => fn.readers.file({ fileRoot: 'a' })).toThrow(
      /\[readers.file\] Expected to be called while a pipeline is being defined/,
    )
    expect(() => fn.externalSource()).toThrow(/while a pipeline is being defined/)
  })
  test('a node of another pipeline is refused', () => {
    let stray!: DataNode
    record(() => (stray = image()))
    expect(failure(() => fn.flip(stray)).message).toContain('Expected a DataNode of this pipeline for input')
    expect(failure(() => fn.crop(image(), { cropW: stray })).message).toContain(
      'Expected a DataNode of this pipeline for cropW',
    )
    expect(failure(() => [image(), stray]).message).toContain('at [1] but received a DataNode of another pipeline')
  })
  test('definitions may nest', () => {
    const graph = record(() => {
      const outer = image()
      record(() => fn.flip(image()))
      return fn.flip(outer)
    })
    expect(graph.nodes).toHaveLength(2)
  })
  test('a failed definition leaves nothing behind', () => {
    failure(() => fn.flip(wrong(1)))
    expect(() => fn.flip(wrong(1))).toThrow(/while a pipeline is being defined/)
  })
  test.each<[string, () => unknown, string]>([
    ['undefined', () => undefined, 'to return a DataNode but received undefined'],
    ['a number in a list', () => [image(), 3], 'to return a DataNode at [1] but received 3'],
    ['a list in an object', () => ({ a: fn.readers.file({ fileRoot: 'a' }) }), 'received all outputs of readers.file'],
    ['a promise', async () => image(), 'to return a DataNode but received a Promise'],
    ['nothing', () => [], 'at least one output'],
  ])('result: %s', (_, definition, message) => {
    expect(failure(definition).message).toContain(message)
  })
  test('a node is no number and no text, but says what it is', () => {
    record(() => {
      const x = image()
      expect(x.toString()).toBe('DataNode(readers.file[0])')
      for (const use of [() => `${x}.jpg`, () => ({ 0: 'cat' })[wrong(x) as 0], () => String(x)]) {
        expect(use).toThrow(/Expected a string but received DataNode\(readers.file\[0\]\)/)
        expect(use).toThrow(expect.objectContaining({ hint: expect.stringContaining('fn.lookupTable') }))
      }
      // What JavaScript makes a number or a text of; `if` and `===` do not ask.
      const n = wrong(x) as number
      for (const use of [
        () => Number(n),
        () => n + 1,
        () => n > 1,
        () => -n,
        () => n & 1,
        // biome-ignore lint/suspicious/noDoubleEquals: it is what asks the node.
        () => n == 1,
      ]) {
        expect(use).toThrow(/no value while the pipeline is being defined/)
        expect(use).toThrow(expect.objectContaining({ hint: expect.stringContaining('cond()') }))
      }
      return x
    })
  })
})

describe('what beginners write', () => {
  const file = () => fn.readers.file({ fileRoot: 'a' })
  const examples = () =>
    fn.readers.tfrecord({
      path: 'a',
      features: { image: { kind: 'fixed', dtype: 'string' }, label: { kind: 'fixed', dtype: 'int64' } },
    })
  test.each<[string, () => unknown, string]>([
    ['an input', () => fn.decoders.image(wrong(file())), '[contents, labels] = fn.readers.file(...)'],
    ['an input before arguments', () => fn.flip(wrong(file()), {}), '[contents, labels] = fn.readers.file(...)'],
    ['an argument', () => fn.flip(image(), { horizontal: wrong(file()) }), '[contents, labels] = fn.readers.file(...)'],
    ['an operand', () => math.add(wrong(file()), 1), '[contents, labels] = fn.readers.file(...)'],
    ['a result', () => [file(), image()], '[contents, labels] = fn.readers.file(...)'],
    ['a record', () => fn.decoders.image(wrong(examples())), '{ image, label } = fn.readers.tfrecord(...)'],
  ])('all outputs of a call as %s', (_, definition, cure) => {
    const { message, hint } = failure(definition)
    expect(message).toMatch(/Expected a DataNode but received all outputs of readers\.\w+, which was called at .*trace/)
    expect(hint).toBe(`It gives 2 outputs: write const ${cure}`)
  })
  test('outputs of one call may be arguments of another', () => {
    record(() => {
      const [a, b] = fn.externalSource({ numOutputs: 2 })
      return fn.crop(image(), { crop: [1, 1], cropPosX: a, cropPosY: b })
    })
  })
  test.each<[string, () => unknown]>([
    [
      'an input',
      () =>
        fn.jsFunction(
          image(),
          wrong((x: unknown) => x),
        ),
    ],
    ['the module', () => fn.jsFunction(image(), { module: wrong((x: unknown) => x) })],
  ])('a function of jsFunction as %s', (_, definition) => {
    expect(failure(definition)).toMatchObject({
      message: expect.stringContaining('but received a function'),
      hint: expect.stringContaining('export default'),
    })
  })
})
