// What tests of captured loops share: the plain loop over the same readers, which is the oracle, and steps to run.
import * as nd from 'penstock-data/dynamic'
import { expect } from 'vitest'
import { someFiles } from '../util/files.js'
import { type Made, samplesOf } from './ways.js'

export const batchSize = 3
/** Four batches, the last one short. */
export const { root, files } = someFiles(11)

export const reader = (options: Partial<nd.FileReaderOptions> = {}): nd.FileReader =>
  nd.readers.file({ fileRoot: root, files, randomShuffle: true, seed: 4, ...options })

/** What a step is given besides its batches. */
export interface Step {
  rng: nd.random.RNG
  /** Steps before, over all epochs. */
  step: number
}
type Pair = [files: nd.Batch, labels: nd.Batch]
/** Of one reader or two. */
export type Body = (batches: [Pair, Pair], at: Step) => unknown

/** Four bytes of each file as numbers. */
export const bytes = (x: nd.Batch): nd.Batch =>
  nd.cast(nd.slice(x, { start: [0], shape: [4], axes: [0] }), { dtype: 'float32' })
export const uniform = (x: nd.Batch, rng: nd.random.RNG): nd.Batch =>
  nd.random.uniform({ range: [-1, 1], rng, batchSize: x.length }) as nd.Batch

/** A step with randomness, of which everything can be captured. */
export const usual: Body = ([[x, labels]], { rng }) => [nd.math.mul(bytes(x), uniform(x, rng)), labels]

export type Seen = Made[] | string | number | boolean | null | undefined | Seen[] | { [key: string]: Seen }

/** What somebody gets from a step, all of it. */
export function seen(x: unknown): Seen {
  if (x instanceof nd.Batch || x instanceof nd.Tensor) return samplesOf(x)
  if (x instanceof Map || x instanceof Set) return seen([...x])
  if (Array.isArray(x)) return x.map(seen)
  if (typeof x !== 'object' || x === null) return x as Seen
  return Object.fromEntries(Object.entries(x).map(([k, v]) => [k, seen(v)]))
}

export interface Run {
  readers?: () => nd.FileReader[]
  epochs?: number
  size?: number
  /** Whether the loop is left behind a step, counted in its epoch. */
  leave?: (epoch: number, step: number) => boolean
  options?: { strict?: boolean; prefetchQueueDepth?: number }
  /** Epochs end with errors. */
  fails?: boolean
  /** Around everything. */
  around?: <T>(body: () => T) => T
  /** In the consumer's loop, with all results so far. */
  consume?: (result: unknown, at: Step, all: unknown[]) => unknown
}

export interface Outcome {
  epochs: Seen[][]
  /** Whatever an epoch ended with. */
  errors: (string | undefined)[]
  rng: string
  readers: string[]
}

type Loop = (epoch: number) => AsyncIterable<unknown>

async function drive(loop: Loop, at: Step, list: nd.FileReader[], { epochs = 3, leave, consume = seen }: Run) {
  const out: Outcome = { epochs: [], errors: [], rng: '', readers: [] }
  const all: unknown[] = []
  for (let e = 0; e < epochs; e++) {
    const own: Seen[] = []
    out.epochs.push(own)
    out.errors.push(undefined)
    try {
      let step = 0
      for await (const result of loop(e)) {
        all.push(result)
        own.push((await consume(result, at, all)) as Seen)
        // Of several, those that would have more end their epoch with the others.
        if (list.length === 1) own.push(JSON.parse(list[0]!.getState()).position as number)
        if (leave?.(e, step++)) break
      }
    } catch (error) {
      out.errors[e] = (error as Error).message
    }
  }
  out.rng = at.rng.state
  return out
}

async function counted(body: Body, batches: nd.Batch[][], at: Step): Promise<unknown> {
  try {
    return await body(batches as [Pair, Pair], at)
  } finally {
    at.step++
  }
}

/** Readers in step give as many samples each. */
function level(batches: nd.Batch[][]): nd.Batch[][] {
  const count = Math.min(...batches.map(([x]) => x!.length))
  const all = Array.from({ length: count }, (_, i) => i)
  return batches.map((own) => own.map((x) => (x.length === count ? x : x.select(all))))
}

const stateOf = (list: nd.FileReader[]) => list.map((r) => r.getState())

/** The loop as one would write it. */
export async function plainly(body: Body, run: Run = {}): Promise<Outcome> {
  const at: Step = { rng: new nd.random.RNG(9), step: 0 }
  const list = run.readers?.() ?? [reader()]
  async function* loop() {
    const epochs = list.map((r) => r.nextEpoch({ batchSize: run.size ?? batchSize })[Symbol.asyncIterator]())
    try {
      for (;;) {
        const next = await Promise.all(epochs.map((e) => e.next()))
        if (next.some(({ done }) => done)) return
        yield await counted(body, level(next.map(({ value }) => value) as nd.Batch[][]), at)
      }
    } finally {
      for (const e of epochs) await e.return()
    }
  }
  const around = run.around ?? ((inner) => inner())
  const out = await around(() => drive(loop, at, list, run))
  out.readers = stateOf(list)
  for (const r of list) await r.close()
  return out
}

export async function capturedly(body: Body, run: Run = {}): Promise<Outcome & { explained: nd.Explanation[] }> {
  const at: Step = { rng: new nd.random.RNG(9), step: 0 }
  const list = run.readers?.() ?? [reader()]
  const around = run.around ?? ((inner) => inner())
  const { out, loop } = await around(async () => {
    const loop = nd.capture((...batches: nd.Batch[][]) => counted(body, batches, at), {
      readers: list,
      batchSize: run.size ?? batchSize,
      ...run.options,
    })
    return { loop, out: await drive(() => loop, at, list, run) }
  })
  const explained = loop.explain()
  await loop.close()
  out.readers = stateOf(list)
  for (const r of list) await r.close()
  return { ...out, explained }
}

/** Both loops give the same; `some`: so many calls of the step are captured. */
export async function same(body: Body, run: Run = {}, some?: number): Promise<nd.Explanation[]> {
  const want = await plainly(body, run)
  const { explained, ...got } = await capturedly(body, run)
  expect(got).toEqual(want)
  if (!run.fails) expect(want.errors.filter(Boolean)).toEqual([])
  if (!run.fails) expect(want.epochs.flat().length).toBeGreaterThan(0)
  if (some !== undefined)
    expect(explained.filter(({ captured }) => captured).length, JSON.stringify(explained)).toBe(some)
  return explained
}
