// Whatever calls hang together in whatever way, in whatever modes, read and disposed of whenever: values are those of each call
// evaluated alone before it returned. On the emulated GPU, too.
// @module-tag property
// @module-tag shared
import { existsSync } from 'node:fs'
import fc from 'fast-check'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { plugin } from '../util/gpu.js'
import { runs } from '../util/soak.js'
import { awaited, type Given, samplesOf, ways } from './ways.js'

type Mode = keyof typeof ways

/** A call and what happens after it. Values are chosen by numbers, modulo how many there are. */
interface Step {
  kind: Kind
  of: number
  by: number
  a: number
  b: number
  mode: Mode
  read: number | null
  dispose: number | null
  /** The turn of user code ends. */
  pause: boolean
}

const kinds = [
  ...(['flip', 'flipBy', 'brightness', 'brightnessBy', 'resize', 'resizeAttrs', 'crop', 'cropTooLarge'] as const),
  ...(['cast', 'double', 'uniform', 'tensor', 'normalize', 'repeat'] as const),
] as const
/** Where values go to and fro. */
const gpuKinds = [...kinds, 'gpu', 'gpu', 'gpu', 'cpu', 'uniform', 'uniformAway', 'flipBy', 'brightnessBy'] as const
type Kind = (typeof gpuKinds)[number]

function rarely<T, N>(value: fc.Arbitrary<T>, otherwise: N): fc.Arbitrary<T | N> {
  return fc.oneof({ weight: 1, arbitrary: value }, { weight: 6, arbitrary: fc.constant(otherwise) })
}

const stepOf = (some: readonly Kind[]): fc.Arbitrary<Step> =>
  fc.record({
    kind: fc.constantFrom(...some),
    of: fc.nat(30),
    by: fc.nat(30),
    a: fc.integer({ min: 1, max: 9 }),
    b: fc.integer({ min: 1, max: 9 }),
    // Most often the mode in which most may hang together.
    mode: fc.oneof({ weight: 3, arbitrary: fc.constant('eager') }, fc.constantFrom(...Object.keys(ways))),
    read: rarely(fc.nat(30), null),
    dispose: rarely(fc.nat(30), null),
    pause: rarely(fc.constant(true), false),
  })

const batch = (n: number) =>
  nd.batch(
    Array.from({ length: n }, (_, i) => ({
      data: Uint8Array.from({ length: (4 + i) * 5 * 3 }, (_, k) => (k * 37 + i * 11) & 255),
      shape: [4 + i, 5, 3],
      layout: 'HWC',
    })),
  )

/** A value, or what its call has thrown. */
interface Slot {
  x: Given | undefined
  failed?: unknown
  /** Samples; 0 for a Tensor. */
  size: number
  disposed?: boolean
}

/** Runs the steps: with the modes, reads, pauses and disposals that they say, or each call by itself. */
class Player {
  private readonly images: Slot[] = [this.slot(batch(3)), this.slot(batch(2))]
  private readonly numbers: Slot[] = []
  private readonly rng = new nd.random.RNG(5)
  /** What was read, in order. */
  readonly outcomes: unknown[] = []

  constructor(private readonly alone: boolean) {}

  private slot(x: Given): Slot {
    return { x, size: x instanceof nd.Batch ? x.length : 0 }
  }

  async play(steps: readonly Step[]): Promise<unknown[]> {
    for (const step of steps) {
      this.call(step)
      if (step.read !== null)
        this.outcomes.push(await this.read(this.images[step.read % this.images.length]!, step.a % 2 === 0))
      if (step.dispose !== null) this.dispose(this.images[step.dispose % this.images.length]!)
      if (step.pause && !this.alone) await new Promise((resolve) => setImmediate(resolve))
    }
    for (const slot of [...this.images, ...this.numbers].reverse()) this.outcomes.push(await this.read(slot, false))
    return this.outcomes
  }

  private async read({ x, failed, disposed }: Slot, wait: boolean): Promise<unknown> {
    if (disposed) return 'disposed'
    if (!x) return failed
    try {
      return wait ? await awaited(x) : samplesOf(x)
    } catch (error) {
      return outcome(error)
    }
  }

  private dispose(slot: Slot): void {
    if (slot.disposed || this.images.filter((other) => !other.disposed).length < 2) return
    slot.disposed = true
    if (!this.alone && slot.x) slot.x.dispose()
  }

  private call(step: Step): void {
    const open = this.images.filter((slot) => !slot.disposed)
    const source = open[step.of % open.length]!
    const { size } = source
    const isBatch = size > 0
    if (step.kind === 'tensor' && !isBatch) return
    const fitting = this.numbers.filter((n) => !n.size || !size || n.size === size)
    const by = fitting.length ? fitting[step.by % fitting.length]! : undefined
    const into = step.kind.startsWith('uniform') ? this.numbers : this.images
    const after =
      step.kind === 'tensor' ? 0 : size || (/By$/.test(step.kind) && by?.size) || (step.kind === 'repeat' ? step.a : 0)
    if (!source.x && !step.kind.startsWith('uniform')) {
      into.push({ x: undefined, failed: source.failed, size: after })
      return
    }
    try {
      const way = ways[this.alone ? 'deferred' : step.mode]!
      const x = way(() => this.make(step, source.x!, size, by?.x))
      into.push({ x, size: after })
      if (this.alone) samplesOf(x)
    } catch (error) {
      const failed = outcome(error)
      if (!this.alone) into.push({ x: undefined, failed, size: after })
    }
  }

  private uniform(size: number): Given {
    return nd.random.uniform({ range: [0.2, 1.4], rng: this.rng, ...(size && { batchSize: size }) })
  }

  private make({ kind, a, b }: Step, x: Given, size: number, by: Given | undefined): Given {
    switch (kind) {
      case 'flip':
        return nd.flip(x, { horizontal: a % 2, vertical: b % 2 })
      case 'flipBy':
        return nd.flip(x, { horizontal: by ? nd.cast(by, { dtype: 'int32' }) : 1 })
      case 'brightness':
        return nd.brightness(x, { brightness: a / 5 })
      case 'brightnessBy':
        return nd.brightness(x, { brightness: by ?? 0.5, dtype: 'float32' })
      case 'resize':
        return nd.resize(x, { size: [a, b] })
      case 'resizeAttrs':
        return nd.resize(x, { size: [b, a], saveAttrs: true })[0]
      case 'crop':
        return nd.crop(x, { crop: [a, b], outOfBoundsPolicy: 'pad' })
      case 'cropTooLarge':
        return nd.crop(x, { crop: [90, 90] })
      case 'cast':
        return nd.cast(x, { dtype: a % 2 ? 'float32' : 'uint8' })
      case 'double':
        return nd.math.add(x, x)
      case 'uniform':
        return this.uniform(size)
      case 'uniformAway':
        return this.uniform(size).gpu()
      case 'tensor':
        return (x as nd.Batch).tensors[a % size]!
      case 'normalize':
        return nd.cropMirrorNormalize(x, {
          ...{ crop: [a, a], outOfBoundsPolicy: 'pad', dtype: 'float32', outputLayout: 'HWC' },
        })
      case 'repeat':
        return nd.flip(x, { batchSize: size || a })
      // Where it is already, it is itself.
      case 'gpu':
        return x.device === 'gpu' ? nd.flip(x) : x.gpu()
      case 'cpu':
        return x.device === 'cpu' ? nd.flip(x) : x.cpu()
    }
  }
}

function outcome(error: unknown): unknown {
  if (error instanceof nd.PipelineError) return { failed: error.code }
  throw error
}

async function check(some: readonly Kind[], numRuns: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(stepOf(some), { minLength: 1, maxLength: 40 }), async (steps) => {
      const want = await new Player(true).play(steps)
      expect(await new Player(false).play(steps)).toEqual(want)
    }),
    { numRuns },
  )
}

const count = runs(500, 30)

test('a web of calls gives what each call alone gives', { timeout: 120_000 }, () => check(kinds, count))

test.skipIf(!existsSync(plugin))(
  'a web of calls on CPU and GPU gives what each call alone gives',
  { timeout: 120_000 },
  () => check(gpuKinds, count / 2),
)
