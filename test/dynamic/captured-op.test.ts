// Every operator in a captured loop: each of its calls is captured, and steps give the bytes of the plain loop (whose calls
// give those of the graph: every-op.test.ts). What the operators work on is made of what a reader brings.
// @module-tag shared
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { schemas } from '../../src/graph/schema.js'
import { tempFolder } from '../util/files.js'
import { loadGolden } from '../util/golden.js'
import { portion } from '../util/soak.js'
import { type Case, cases, mathCases, type Samples } from './cases.js'
import { type Given, type Made, samplesOf } from './ways.js'

const batchSize = 3
/** Two steps are watched, the others are the pipeline's; the last is a short one. */
const steps = 5

const root = tempFolder()
const { golden, stored } = loadGolden('decoders_image_crop')
const images = golden.cases.filter((c) => c.outputs.length && c.outputs[0]!.shape[2] === 3).map((c) => c.inputs[0]!)
const files = Array.from({ length: steps * batchSize - 1 }, (_, i) => {
  writeFileSync(join(root, `${i}.jpg`), stored(images[i % images.length]!) as Uint8Array)
  return `${i}.jpg`
})
const reader = () => nd.readers.file({ fileRoot: root, files, randomShuffle: true, seed: 4 })

/** What a step has to make inputs of. */
interface Brought {
  files: nd.Batch
  rng: nd.random.RNG
}

/** Makes a value of the same kind as the samples, or nothing. */
type Maker = (brought: Brought) => nd.Batch | nd.Tensor

/** Makes a value once for each batch of files: calls that share an input are one stage, and others a thread each. */
function once(make: (files: nd.Batch) => nd.Batch): (files: nd.Batch) => nd.Batch {
  const made = new WeakMap<nd.Batch, nd.Batch>()
  return (files) => {
    const found = made.get(files) ?? make(files)
    made.set(files, found)
    return found
  }
}
const decode = once((files) => nd.decoders.image(files))
// Not 0, by which nothing can be divided.
const fewBytes = once((files) => nd.math.add(nd.slice(files, { start: [2], shape: [5], axes: [0] }), 1))

/** Zeros of shape [1] that come from the files. */
const zero = once((files) =>
  nd.math.mul(nd.cast(nd.slice(files, { start: [2], shape: [1], axes: [0] }), { dtype: 'int32' }), 0),
)

/** The first sample, made of what the reader has brought: it is added to zeros. Nothing for one that is too large to be a constant. */
function onFiles({ dtype, samples }: Samples): Maker | undefined {
  const { data, shape, layout } = samples[0]!
  if (data.length > 4096 || dtype === 'float16') return undefined
  // Constants of a captured loop are of these dtypes.
  const values = Array.from(data as Float32Array, Number)
  const value = nd.tensor({ data: /^float/.test(dtype) ? Float32Array.from(values) : Int32Array.from(values), shape })
  return ({ files }) => {
    const sum = nd.cast(nd.math.add(zero(files), value), { dtype })
    return layout ? nd.reshape(sum, { layout }) : sum
  }
}

const ofOwnSample =
  /^(decoders|bb|bBox|box|coord|transforms|randomBBox|randomCropG|roi|full|segm|elementE|perFrame|sequence|squeeze|cat|stack|reshape|io|mel|mfcc|toDec)/

/** An input: decoded images, or bytes of the files. */
function inputMaker(op: string, { dtype, samples }: Samples, i: number): Maker | undefined {
  const [first] = samples
  const { shape, layout } = first!
  if (i > 0 && op !== 'math') return /^(cat|stack)/.test(op) ? onFiles({ dtype, samples }) : fixed({ dtype, samples })
  if (/^decoders\.image|^peek/.test(op)) return ({ files }) => files
  // Operators whose arguments go with the values, or the shape, of this sample.
  if (ofOwnSample.test(op)) return onFiles({ dtype, samples })
  const decoded: Maker = ({ files }) => nd.cast(decode(files), { dtype })
  if (layout === 'HWC' || (!layout && shape.length === 3)) return decoded
  if (layout === 'CHW') return (x) => nd.transpose(decoded(x), { perm: [2, 0, 1] })
  if (shape.length !== 1) return undefined
  return ({ files }) => nd.cast(fewBytes(files), { dtype })
}

/** The first sample, made outside of the loop: it is part of the graph. */
function fixed({ dtype, samples }: Samples): Maker {
  const value = nd.tensor(samples[0]!, { dtype })
  return () => value
}

/** An argument: single numbers are drawn anew for every sample. */
function argMaker({ dtype, samples }: Samples): Maker {
  if (samples[0]!.shape.length) return fixed({ dtype, samples })
  const values = samples.map(({ data }) => Number(data[0]))
  return ({ rng, files }) => nd.cast(nd.random.choice(values, { rng, batchSize: files.length }), { dtype })
}

/** The case as a function of what a reader has brought. */
function stepOf(op: string, c: Case): ((brought: Brought) => Given[]) | undefined {
  const makers = (c.inputs ?? []).map((x, i) => inputMaker(op, x, i))
  if (makers.includes(undefined)) return undefined
  const args = Object.entries(c.perSample ?? {}).map(([name, x]) => [name, argMaker(x)] as const)
  const fn = op.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], nd)
  return (brought) => {
    const inputs = makers.map((make) => make!(brought))
    if (op === 'math') {
      const rest = [...inputs]
      const constants = (c.args?.constants ?? c.inputs!.map(() => '')) as string[]
      const operands = constants.map((text) => (text ? Number(text.split(' ')[1]) : rest.shift()!))
      return [nd.math[c.args!.operation as 'add'](...(operands as [nd.Batch, number]))]
    }
    const options = {
      ...{ ...c.args, ...Object.fromEntries(args.map(([name, make]) => [name, make(brought)])) },
      ...(schemas[op]!.random && { rng: brought.rng }),
      ...(!(c.inputs?.length ?? 0) && { batchSize: brought.files.length }),
    }
    const given = [...(c.constant === undefined ? [] : [c.constant]), ...inputs, options]
    return [(fn as (...given: unknown[]) => Given | Given[])(...given)].flat()
  }
}

/** As many calls share a loop, which may have 32 outputs: starting its pipelines takes most of the time. */
const perLoop = 28
const operators: [name: string, op: string, list: Case[]][] = [
  ...Object.entries(cases).map(([op, list]): [string, string, Case[]] => [op, op, list]),
  ...schemas.math!.args.operation!.values!.map((operation): [string, string, Case[]] => [
    `math.${operation}`,
    'math',
    mathCases(operation).map((c) => ({ ...c, args: { ...c.args, operation } })),
  ]),
]
const groups: (typeof operators)[] = []
let calls = perLoop
for (const operator of operators) {
  const outputs = operator[2].length * (schemas[operator[1]]?.outputs.length ?? 1)
  calls += outputs
  if (calls > perLoop) {
    groups.push([])
    calls = outputs
  }
  groups.at(-1)!.push(operator)
}

const named = groups.map((some) => [some.map(([name]) => name).join(', '), some] as const)
describe.each(portion(named, 2))('%s', { tags: 'property' }, (_, some) => {
  test('give their plain results when they are captured', async () => {
    const calls = some.map(([name, op, list]) => [name, list.flatMap((c) => stepOf(op, c) ?? [])] as const)
    for (const [name, own] of calls) expect(own.length, name).toBeGreaterThan(0)
    const step = (rng: nd.random.RNG) => (files: nd.Batch) =>
      calls.map(([name, own]) => [name, own.flatMap((call) => call({ files, rng }))] as const)
    const made = (outputs: ReturnType<ReturnType<typeof step>>) =>
      outputs.map(([name, given]): [string, Made[][]] => [name, given.map(samplesOf)])

    const want: [string, Made[][]][][] = []
    const plain = step(new nd.random.RNG(9))
    for (const [files] of reader().nextEpoch({ batchSize })) want.push(made(plain(files as nd.Batch)))
    expect(want.map(([first]) => first![1][0]!.length)).toEqual([3, 3, 3, 3, 2])

    const body = step(new nd.random.RNG(9))
    const loop = nd.capture(([files]) => body(files!), { readers: reader(), batchSize, strict: true })
    const got: [string, Made[][]][][] = []
    for await (const outputs of loop) got.push(made(outputs))
    expect(got).toEqual(want)
    expect(loop.explain().filter(({ captured }) => !captured)).toEqual([])
    await loop.close()
  })
})
