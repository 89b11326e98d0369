// Random nested branches against a plain model in JavaScript: the same values, every operator run for exactly the
// samples that the model sends through it, and the same bytes for any number of threads.
// @module-tag property
// @module-tag shared
import fc from 'fast-check'
import { cond, type DataNode, fn, oneOf, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'
import { digest } from '../../util/collect.js'
import { runs } from '../../util/soak.js'

// ---- programs: steps that transform one image ----

type Step =
  | { kind: 'flip'; vertical: boolean; by: number | null; name: string }
  | { kind: 'rows'; start: number; count: number; name: string }
  | { kind: 'original' }
  | { kind: 'cond'; on: Predicate; yes: Step[]; no: Step[] }
  | { kind: 'oneOf'; choice: number; branches: Step[][]; weights: number[] | null }

/** One of the numbers that come with the sample, or the pixel at (y, x) of the present image. */
type Predicate = { flag: number } | { y: number; x: number; name: string }

const flags = 3
const fill = 9

const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => {
  const flip = fc.record({
    kind: fc.constant('flip' as const),
    vertical: fc.boolean(),
    by: fc.option(fc.nat(flags - 1)),
    name: fc.constant(''),
  })
  const rows = fc.record({
    kind: fc.constant('rows' as const),
    start: fc.nat(2),
    count: fc.integer({ min: 1, max: 3 }),
    name: fc.constant(''),
  })
  const original = fc.record({ kind: fc.constant('original' as const) })
  const choice = fc.record({
    kind: fc.constant('cond' as const),
    on: fc.oneof(
      fc.record({ flag: fc.nat(flags - 1) }),
      fc.record({ y: fc.nat(1), x: fc.nat(1), name: fc.constant('') }),
    ),
    yes: tie('steps'),
    no: tie('steps'),
  })
  const draw = fc
    .record({
      branches: fc.array(tie('steps'), { minLength: 1, maxLength: 4 }),
      weights: fc.option(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 4, maxLength: 4 })),
    })
    .map(({ branches, weights }) => ({
      kind: 'oneOf' as const,
      choice: 0,
      branches,
      weights: weights?.slice(0, branches.length) ?? null,
    }))
  return {
    steps: fc.array(tie('step'), { maxLength: 3, size: 'max' }),
    step: fc.oneof(
      { maxDepth: 3, depthSize: 'max', withCrossShrink: true },
      { arbitrary: flip, weight: 3 },
      { arbitrary: rows, weight: 3 },
      { arbitrary: original, weight: 1 },
      { arbitrary: choice, weight: 5 },
      { arbitrary: draw, weight: 2 },
    ),
  }
})

/** Gives every operator a name and every oneOf() a number; returns how many there are of these. */
function label(program: Step[]): { program: Step[]; choices: number } {
  const out = structuredClone(program)
  let names = 0
  let choices = 0
  const visit = (list: Step[]): void => {
    for (const step of list) {
      if (step.kind === 'flip' || step.kind === 'rows') step.name = `op${names++}`
      if (step.kind === 'oneOf') {
        step.choice = choices++
        step.branches.forEach(visit)
      }
      if (step.kind === 'cond') {
        if ('name' in step.on) step.on.name = `op${names++}`
        visit(step.yes)
        visit(step.no)
      }
    }
  }
  visit(out)
  return { program: out, choices }
}

// ---- the graph ----

interface State {
  image: DataNode
  /** What each oneOf() of the program drew; `none` where it was not reached. */
  drawn: DataNode[]
}

interface Sources {
  original: DataNode
  flags: DataNode[]
  numbers: DataNode[]
}

function record(list: Step[], start: State, sources: Sources): State {
  let { image, drawn } = start
  for (const step of list) {
    switch (step.kind) {
      case 'flip': {
        const amount = step.by === null ? 1 : sources.flags[step.by]!
        image = fn.flip(image, {
          horizontal: step.vertical ? 0 : amount,
          vertical: step.vertical ? amount : 0,
          name: step.name,
        })
        break
      }
      case 'rows':
        image = fn.slice(image, {
          start: [step.start],
          shape: [step.count],
          axes: [0],
          outOfBoundsPolicy: 'pad',
          fillValues: [fill],
          name: step.name,
        })
        break
      case 'original':
        image = sources.original
        break
      case 'cond': {
        const { on } = step
        const predicate =
          'flag' in on
            ? sources.flags[on.flag]!
            : fn.slice(image, {
                start: [on.y, on.x],
                shape: [1, 1],
                axes: [0, 1],
                outOfBoundsPolicy: 'pad',
                name: on.name,
              })
        const state = { image, drawn }
        ;({ image, drawn } = cond(
          predicate,
          () => record(step.yes, state, sources),
          () => record(step.no, state, sources),
        ))
        break
      }
      case 'oneOf': {
        const before = { image, drawn }
        const bodies = step.branches.map((branch, k) => () => {
          const marked = before.drawn.map((d, i) => (i === step.choice ? sources.numbers[k]! : d))
          return record(branch, { image: before.image, drawn: marked }, sources)
        })
        ;({ image, drawn } = oneOf(bodies, step.weights ?? {}))
        break
      }
    }
  }
  return { image, drawn }
}

// ---- the model ----

type Image = number[][]

function model(list: Step[], start: Image, sample: Sample, drawn: number[], visit: (name: string) => void): Image {
  let image = start
  for (const step of list) {
    switch (step.kind) {
      case 'flip':
        visit(step.name)
        if (step.by === null || sample.flags[step.by])
          image = step.vertical ? [...image].reverse() : image.map((row) => [...row].reverse())
        break
      case 'rows': {
        visit(step.name)
        const width = image[0]!.length
        const from = image
        image = Array.from(
          { length: step.count },
          (_, i) => from[step.start + i] ?? new Array<number>(width).fill(fill),
        )
        break
      }
      case 'original':
        image = sample.image
        break
      case 'cond': {
        const { on } = step
        if ('name' in on) visit(on.name)
        const taken = 'flag' in on ? sample.flags[on.flag] : image[on.y]?.[on.x]
        image = model(taken ? step.yes : step.no, image, sample, drawn, visit)
        break
      }
      case 'oneOf': {
        const k = drawn[step.choice]!
        expect(k).toBeGreaterThanOrEqual(0)
        // Marks that it was reached.
        drawn[step.choice] = Number.NaN
        image = model(step.branches[k]!, image, sample, drawn, visit)
        break
      }
    }
  }
  return image
}

// ---- data ----

interface Sample {
  image: Image
  flags: number[]
}

const hash = (i: number) => (Math.imul(i + 1, 0x9e3779b1) >>> 8) & 0xffff
const count = 23
const samples: Sample[] = Array.from({ length: count }, (_, i) => ({
  // A third of the pixels are 0, as a predicate needs.
  image: Array.from({ length: 1 + (i % 4) }, (_, y) =>
    Array.from({ length: 1 + (hash(i) % 3) }, (_, x) => (hash(97 * i + 7 * y + x) % 3) * (10 * y + x + 1)),
  ),
  flags: Array.from({ length: flags }, (_, f) => hash(31 * i + f) & 1),
}))

const none = 4
/** image, flags, then the numbers 0 to 3 and -1 ("none"). */
const items = samples.map(({ image, flags: f }) => [
  { data: new Uint8Array(image.flat()), shape: [image.length, image[0]!.length, 1], layout: 'HWC' },
  ...f,
  ...[0, 1, 2, 3, -1],
])

function pipeline(program: Step[], choices: number, threads: number, batchSize: number) {
  const width = 1 + flags + 5
  const options = { batchSize, numThreads: threads, prefetchQueueDepth: 2, seed: 11, enableConditionals: true }
  return pipelineDef(options, () => {
    const dtype = ['uint8', ...new Array<string>(width - 1).fill('int32')]
    const nodes = fn.externalSource({
      source: items,
      batch: false,
      numOutputs: width,
      dtype,
    } as never) as unknown as DataNode[]
    const numbers = nodes.slice(1 + flags)
    const sources = { original: nodes[0]!, flags: nodes.slice(1, 1 + flags), numbers }
    const start = { image: nodes[0]!, drawn: new Array<DataNode>(choices).fill(numbers[none]!) }
    const { image, drawn } = record(program, start, sources)
    return [image, ...drawn]
  })()
}

test('branches do what the model does, sample by sample', { timeout: 120_000 }, async () => {
  let conds = 0
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (raw, batchSize) => {
      const { program, choices } = label(raw)
      fc.pre(choices <= 20)
      const digests: string[][] = []
      for (const threads of [1, 3]) {
        const pipe = pipeline(program, choices, threads, batchSize)
        const ran = new Map<string, number>()
        const visit = (name: string) => ran.set(name, (ran.get(name) ?? 0) + 1)
        const digested: string[] = []
        let at = 0
        for await (const [images, ...drawn] of pipe) {
          digested.push(digest([images!, ...drawn]))
          for (let i = 0; i < images!.length; i++) {
            const sample = samples[at++]!
            const ks = drawn.map((list) => Number(list.at(i).dataSync()[0]))
            const expected = model(program, sample.image, sample, ks, visit)
            // What was not reached drew nothing.
            expect(ks.every((k) => Number.isNaN(k) || k === -1)).toBe(true)
            expect(images!.shape(i)).toEqual([expected.length, expected[0]!.length, 1])
            expect([...images!.at(i).dataSync()]).toEqual(expected.flat())
          }
        }
        expect(at).toBe(count)
        await pipe.close()
        const ops = pipe.statistics().stages.flatMap((stage) => stage.ops)
        conds += ops.filter(({ op }) => op === 'cond').length
        for (const { name, samples: n } of ops) if (/^op\d/.test(name)) expect(n, name).toBe(ran.get(name) ?? 0)
        digests.push(digested)
      }
      expect(digests[1]).toEqual(digests[0])
    }),
    { numRuns: runs(40, 10), seed: 5 },
  )
  expect(conds).toBeGreaterThan(runs(100, 10))
})
