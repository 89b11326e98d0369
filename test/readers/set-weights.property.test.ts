// @module-tag property
// Weights that are set on running pipelines, at any moments, on any number of shards, which are ended and go on from a checkpoint as
// others: the stream is that of one pipeline whose definition has all weights from the start.
import fc from 'fast-check'
import { fn, type Pipeline, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import { describe, it } from 'vitest'
import { someFiles } from '../util/files.js'
import { executors } from '../util/resume.js'
import { check } from '../util/soak.js'
import { range } from './helpers.js'

const { root, files } = someFiles(60)

type Weights = readonly number[]
type Action =
  | { do: 'run'; batches: number }
  /** `ahead`: from a sample that comes so much later; undefined: from the next batch on. */
  | { do: 'set'; weights: Weights; ahead: number | undefined }
  /** The shards end, and others go on. */
  | { do: 'resume'; shards: number; batchSize: number; executor: string; weights: Weights }

interface Case {
  sizes: number[]
  shuffles: object[]
  choice: 'even' | 'random'
  weights: Weights
  shards: number
  batchSize: number
  executor: string
  actions: Action[]
}

const shuffle = fc.constantFrom({}, { shuffleAfterEpoch: true }, { randomShuffle: true, initialFill: 3 })
const executor = fc.constantFrom(...Object.keys(executors))
const batchSize = fc.integer({ min: 1, max: 9 })
const above = fc.oneof(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0.01, max: 1, noNaN: true }))
const weightsOf = (count: number, weight: fc.Arbitrary<number>) =>
  fc.array(weight, { minLength: count, maxLength: count })
const someOf = (count: number) =>
  weightsOf(count, fc.oneof(above, fc.constant(0))).map((of) => (of.some((weight) => weight) ? of : of.map(() => 1)))

const actionOf = (count: number): fc.Arbitrary<Action> =>
  fc.oneof(
    fc.record({ do: fc.constant('run' as const), batches: fc.integer({ min: 1, max: 4 }) }),
    fc.record({
      do: fc.constant('set' as const),
      weights: someOf(count),
      ahead: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
    }),
    fc.record({
      do: fc.constant('resume' as const),
      shards: fc.integer({ min: 1, max: 3 }),
      ...{ batchSize, executor, weights: weightsOf(count, above) },
    }),
  )

const cases: fc.Arbitrary<Case> = fc
  .array(fc.integer({ min: 3, max: 15 }), { minLength: 1, maxLength: 4 })
  .chain((sizes) =>
    fc.record({
      sizes: fc.constant(sizes),
      shuffles: fc.array(shuffle, { minLength: sizes.length, maxLength: sizes.length }),
      choice: fc.constantFrom('even' as const, 'random' as const),
      weights: weightsOf(sizes.length, above),
      shards: fc.integer({ min: 1, max: 2 }),
      ...{ batchSize, executor },
      actions: fc.array(actionOf(sizes.length), { minLength: 2, maxLength: 9 }),
    }),
  )

type Rows = { from: number; weights: Weights }[]
type Out = { contents: TensorList }

function definitionOf({ sizes, shuffles, choice }: Case) {
  const first = (i: number) => sizes.slice(0, i).reduce((a, b) => a + b, 0)
  const sources = sizes.map(
    (size, i) => () =>
      fn.readers.file({ fileRoot: root, files: files.slice(first(i), first(i) + size), ...shuffles[i] }),
  )
  return pipelineDef({ batchSize: 1 }, (weights: Weights | Rows, shard: object) => {
    const [contents] = fn.readers.mixture({ name: 'mix', sources, weights, choice, ...shard })
    return { contents: contents! }
  })
}

const told = ({ contents }: Out): string[] => {
  const seen = range(contents.length).map((i) => contents.sourceInfo(i))
  contents.release()
  return seen.map(({ index, epoch }) => `${epoch}:${index}`)
}

/** Shards that take their batches together. */
class Shards {
  private constructor(private readonly pipes: Pipeline<Out>[]) {}

  static async of(define: ReturnType<typeof definitionOf>, count: number, options: PipelineOptions, weights: Weights) {
    const made = range(count).map(async (shardId) => {
      const pipe = await define(options, weights, { numShards: count, shardId })
      await pipe.build()
      return pipe
    })
    return new Shards((await Promise.all(made)) as Pipeline<Out>[])
  }

  /** The samples of so many batches of each, in the order of all shards. */
  async take(batches: number): Promise<string[]> {
    const own = await Promise.all(
      this.pipes.map(async (pipe) => {
        const seen: string[] = []
        for (const _ of range(batches)) seen.push(...told(await pipe.run()))
        return seen
      }),
    )
    return own[0]!.flatMap((_, k) => own.map((seen) => seen[k]!))
  }

  set(weights: Weights, from?: number): number {
    const set = this.pipes.map((pipe) => pipe.setWeights('mix', weights, from === undefined ? {} : { from }))
    if (new Set(set).size !== 1) throw new Error(`shards disagree: ${set.join(', ')}`)
    return set[0]!
  }

  async end(): Promise<string> {
    const texts = await Promise.all(this.pipes.map((pipe) => pipe.checkpoint()))
    await this.close()
    return texts[0]!
  }

  async close(): Promise<void> {
    await Promise.all(this.pipes.map((pipe) => pipe.close()))
  }
}

/** What a case gives, and the weights that held. */
async function play(one: Case): Promise<{ seen: string[]; rows: Rows }> {
  const define = definitionOf(one)
  const optionsOf = ({ batchSize, executor }: Pick<Case, 'batchSize' | 'executor'>) => ({
    ...executors[executor],
    batchSize,
    numThreads: 2,
  })
  let rows: Rows = [{ from: 0, weights: one.weights }]
  let shards = await Shards.of(define, one.shards, optionsOf(one), one.weights)
  const seen: string[] = []
  try {
    let set = false
    for (const action of one.actions) {
      if (action.do === 'run') seen.push(...(await shards.take(action.batches)))
      if (action.do === 'set') {
        // At the start of a list of weights no source has 0.
        const weights = seen.length ? action.weights : action.weights.map((weight) => weight || 1)
        const from = action.ahead === undefined ? undefined : seen.length + action.ahead
        const held = shards.set(weights, from)
        if (held !== (from ?? seen.length)) throw new Error(`weights hold from ${held} on`)
        rows = [...rows.filter((row) => row.from < held), { from: held, weights }]
        set = true
      }
      if (action.do === 'resume') {
        const checkpoint = await shards.end()
        // The weights of the definition count until others were set.
        const weights = set ? action.weights : one.weights
        shards = await Shards.of(define, action.shards, { ...optionsOf(action), checkpoint }, weights)
      }
    }
    seen.push(...(await shards.take(5)))
  } finally {
    await shards.close()
  }
  return { seen, rows }
}

describe('weights that are set', () => {
  it('give the stream of a definition that has them, with kills and resumes on other shards', async () => {
    await check(
      400,
      42,
      fc.asyncProperty(cases, async (one) => {
        const { seen, rows } = await play(one)
        const whole = await definitionOf(one)({ batchSize: 50, numThreads: 2 }, rows, {})
        const expected: string[] = []
        while (expected.length < seen.length) expected.push(...told((await whole.run()) as Out))
        await whole.close()
        const odd = seen.findIndex((sample, k) => sample !== expected[k])
        if (odd < 0) return
        throw new Error(`sample ${odd} is ${seen[odd]}, not ${expected[odd]}: ${JSON.stringify(rows)}`)
      }),
      25,
    )
  })
})
