// Every operator in a captured loop: each of its calls is captured, and steps give the bytes of the plain loop (whose calls
// give those of the graph: every-op.test.ts). What the operators work on is made of what a reader brings.
// @module-tag shared
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { countOutputs, type OpInfo } from '../../src/graph/schema.js'
import type { Samples } from '../../tools/parity/cases.js'
import { tempFolder } from '../util/files.js'
import { loadGolden } from '../util/golden.js'
import { portion } from '../util/soak.js'
import { batchSize, type Call, member, type Plan, plans, withConstant } from './cases.js'
import { type Given, type Made, samplesOf } from './ways.js'

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
/** Zeros of shape [1] that come from the files. */
const zero = once((files) =>
  nd.math.mul(nd.cast(nd.slice(files, { start: [2], shape: [1], axes: [0] }), { dtype: 'int32' }), 0),
)

/** The first sample as numbers that may be a constant of a captured loop; nothing where they may not. */
function constantOf({ dtype, samples }: Samples): nd.Tensor | undefined {
  const { data, shape } = samples[0]!
  const numbers = Array.from(data as Float32Array, (x) => Number(x) || 0)
  const made = /^float/.test(dtype) ? Float32Array.from(numbers) : Int32Array.from(numbers)
  if (dtype === 'float16' || !made.length || made.length > 4096 || !made.every(Number.isFinite)) return undefined
  return nd.tensor({ data: made, shape: [...shape] })
}

/** The first sample, made of what the reader has brought: it is added to zeros. */
function onFiles(input: Samples): Maker | undefined {
  const { dtype, layout, samples } = input
  const { shape } = samples[0]!
  const value = constantOf(input)
  if (!value) return undefined
  return ({ files }) => {
    const sum = nd.math.add(zero(files), value)
    // A sum of a scalar has the one dimension of the zeros.
    const cast = nd.cast(shape.length ? sum : nd.reshape(sum, { shape: [] }), { dtype })
    return layout ? nd.reshape(cast, { layout }) : cast
  }
}

/** An input: the reader's files where images are decoded, else the case's first sample, which as a later input may be a constant. */
function inputMaker(op: string, input: Samples, i: number): Maker | undefined {
  if (i === 0 && /^decoders\.image|^peek/.test(op)) return ({ files }) => files
  const { dtype, layout } = input
  return i > 0 && op !== 'math' && !layout && /^(float|int)32$/.test(dtype) ? fixed(input) : onFiles(input)
}

/** The first sample, made outside of the loop: it is part of the graph. */
function fixed(input: Samples): Maker | undefined {
  const value = constantOf(input)
  return value && (() => value)
}

/** An argument: single numbers are drawn anew for every sample. */
function argMaker(argument: Samples): Maker | undefined {
  const { dtype, samples } = argument
  if (samples[0]!.shape.length) return fixed(argument)
  const values = samples.map(({ data }) => Number(data[0]))
  return ({ rng, files }) => nd.cast(nd.random.choice(values, { rng, batchSize: files.length }), { dtype })
}

/** The case as a function of what a reader has brought. */
function stepOf(op: string, info: OpInfo, c: Call): ((brought: Brought) => Given[]) | undefined {
  const makers = c.inputs.map((input, i) => inputMaker(op, input, i))
  const args = Object.entries(c.argInputs ?? {}).flatMap(([name, x]) => (x ? [[name, argMaker(x)] as const] : []))
  if (makers.includes(undefined) || args.some(([, make]) => !make)) return undefined
  return (brought) => {
    const inputs = makers.map((make) => make!(brought))
    if (op === 'math') {
      const operands = (c.args!.constants as string[]).map((text) =>
        text ? Number(text.split(' ')[1]) : inputs.shift()!,
      )
      return [nd.math[c.args!.operation as 'add'](...(operands as [nd.Batch, number]))]
    }
    const options = {
      ...{ ...c.args, ...Object.fromEntries(args.map(([name, make]) => [name, make!(brought)])) },
      ...(info.random && { rng: brought.rng }),
      ...(!inputs.length && { batchSize: brought.files.length }),
    }
    const call = member(nd, op) as (...given: unknown[]) => Given | Given[]
    return [call(...withConstant(c, inputs), options)].flat()
  }
}

/** As many outputs share a loop: starting its pipelines takes most of the time. */
const perLoop = 28
const outputsOf = ({ op, info, cases }: Plan) =>
  cases.reduce((sum, c) => sum + (op === 'math' ? 1 : countOutputs(info, (c.args ?? {}) as never, c.inputs.length)), 0)

/** The plan in parts of as many outputs; math, which has a case for each operation, is several parts. */
const groups: Plan[][] = []
let outputs = perLoop
for (const plan of await plans()) {
  // Two of an operator, and the one with a constant: every-op.test.ts runs the others.
  const cases = plan.cases.filter((c, i) => plan.op === 'math' || i < 2 || c.constant)
  for (let from = 0; from < cases.length; from += perLoop) {
    const part = { ...plan, cases: cases.slice(from, from + perLoop) }
    outputs += outputsOf(part)
    if (outputs > perLoop) {
      groups.push([])
      outputs = outputsOf(part)
    }
    groups.at(-1)!.push(part)
  }
}

/** A case as a call of the step, with what it has made in the plain loop. */
interface Captured {
  op: string
  call: (brought: Brought) => Given[]
  /** Numbers of its own: those of other cases do not depend on whether this one is refused. */
  seed: number
  made: Made[][][]
}

/** Runs all calls in the plain loop; returns those that are not refused for what the files are. */
function inPlainLoop(calls: readonly Captured[]): Captured[] {
  let left = calls.map((one) => ({ ...one, rng: new nd.random.RNG(one.seed) }))
  for (const [files] of reader().nextEpoch({ batchSize })) {
    left = left.filter(({ call, rng, made }) => {
      try {
        made.push(call({ files: files as nd.Batch, rng }).map(samplesOf))
        return true
      } catch (error) {
        if (error instanceof nd.PipelineError) return false
        throw error
      }
    })
  }
  return left
}

const named = groups.map((some) => [some.map(({ op }) => op).join(', '), some] as const)
describe.each(portion(named, 6))('%s', { tags: 'property' }, (_, some) => {
  test('give their plain results when they are captured', async () => {
    const all = some.flatMap(({ op, info, cases }) =>
      cases.flatMap((c, i): Captured[] => {
        const call = stepOf(op, info, c)
        return call ? [{ op, call, seed: 9 + i, made: [] }] : []
      }),
    )
    const calls = inPlainLoop(all)
    // The indices of some are for a full batch, and the last one is short.
    const missing = some.filter(({ op, info }) => info.wholeBatch !== true && !calls.some((one) => one.op === op))
    expect(missing.map(({ op }) => op)).toEqual([])
    for (const { made } of calls) expect(made.map(([first]) => first!.length)).toEqual([3, 3, 3, 3, 2])

    const rngs = calls.map(({ seed }) => new nd.random.RNG(seed))
    const body = (files: nd.Batch) => calls.map(({ call }, i) => call({ files, rng: rngs[i]! }))
    const loop = nd.capture(([files]) => body(files!), { readers: reader(), batchSize, strict: true })
    const got = calls.map((): Made[][][] => [])
    for await (const outputs of loop) for (const [i, own] of outputs.entries()) got[i]!.push(own.map(samplesOf))
    for (const [i, { op, made }] of calls.entries()) expect(got[i], op).toEqual(made)
    expect(loop.explain().filter(({ captured }) => !captured)).toEqual([])
    await loop.close()
  })
})
