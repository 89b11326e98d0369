// normalize with batch: true: means and deviations over all samples, against DALI's numbers and against a computation in double; the
// same bytes for any number of threads, in every executor and in imperative mode; and what is refused.
import { type DataNode, fn, math, type PipelineOptions, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { randomNumbers } from '../../tools/parity/draw.js'

type Args = NonNullable<Parameters<typeof fn.normalize>[1]>
interface Sample {
  data: Uint8Array | Float32Array
  shape: number[]
  layout?: string
}

const defaults: PipelineOptions = { batchSize: 2, numThreads: 2, prefetchQueueDepth: 1, deviceId: null }

async function run(samples: Sample[], args: Args, more: Partial<PipelineOptions> = {}): Promise<number[][]> {
  const options = { ...defaults, batchSize: samples.length, ...more } as PipelineOptions
  const define = pipelineDef(options, () =>
    fn.normalize(fn.externalSource({ source: () => samples }), { ...args, batch: true }),
  )
  await using pipe = define()
  const [list] = await pipe.run()
  return samples.map((_, i) => Array.from(list!.at(i).copy().dataSync() as Float32Array))
}

const small: Sample[] = [
  { data: Uint8Array.of(1, 50, 3, 20, 9, 4), shape: [1, 3, 2], layout: 'HWC' },
  { data: Uint8Array.of(200, 6, 7, 8, 10, 255, 0, 90), shape: [2, 2, 2], layout: 'HWC' },
]

// What DALI 2.4 gives.
test.each<[Args, number[]]>([
  [
    {},
    [
      -0.594996154, 0.033921193, -0.569326043, -0.351130247, -0.492315769, -0.556491017, 1.959178329, -0.530820906,
      -0.51798588, -0.505150855, -0.479480743, 2.665106058, -0.60783124, 0.547323108,
    ],
  ],
  [
    { axes: [0, 1], mean: 20 },
    [
      -0.27326715, 0.319746584, -0.244502187, 0, -0.158207297, -0.170531511, 2.588846684, -0.149215072, -0.18697226,
      -0.127898633, -0.143824816, 2.504681587, -0.287649632, 0.746075392,
    ],
  ],
  [
    { axes: [0, 1], stddev: 16 },
    [
      -1.991071463, -0.741071701, -1.866071463, -2.616071701, -1.491071463, -3.616071701, 10.446428299, -3.491071701,
      -1.616071463, -3.366071701, -1.428571463, 12.071428299, -2.053571463, 1.758928299,
    ],
  ],
  [
    { axisNames: 'HW', ddof: 1, epsilon: 4, scale: 2, shift: 1 },
    [
      0.137035251, 0.73859942, 0.191212416, 0.077224672, 0.353743911, -0.275508523, 5.527662277, -0.23141682,
      0.299566746, -0.187325239, 0.380832493, 5.257993698, 0.109946668, 1.620432377,
    ],
  ],
  [{ axes: [0, 1], ddof: 7, shift: 3 }, Array(14).fill(3)],
])('%j', async (args, want) => {
  const got = (await run(small, args)).flat()
  got.forEach((v, i) => {
    expect(Math.abs(v - want[i]!)).toBeLessThan(2e-6 * Math.max(1, Math.abs(v)))
  })
})

/** Samples of different height and width. */
function samplesOf(count: number, floats = false): Sample[] {
  const random = randomNumbers(count)
  return Array.from({ length: count }, (_, i) => {
    const shape = [1 + ((3 * i) % 7), 2 + ((5 * i) % 11), 3]
    const size = shape[0]! * shape[1]! * 3
    const value = () => (floats ? 1000 + random() : Math.floor(256 * random() * random()))
    const data = Array.from({ length: size }, value)
    return { data: floats ? Float32Array.from(data) : Uint8Array.from(data), shape, layout: 'HWC' }
  })
}

/** In double, over pixels of all samples; `own`: which elements belong together. */
function expected(samples: Sample[], own: (i: number) => number): number[][] {
  const groups = new Map<number, number[]>()
  for (const { data } of samples) {
    data.forEach((v, i) => {
      const list = groups.get(own(i)) ?? []
      list.push(v)
      groups.set(own(i), list)
    })
  }
  const values = new Map(
    [...groups].map(([key, list]) => {
      const mean = list.reduce((a, b) => a + b, 0) / list.length
      return [key, { mean, std: Math.sqrt(list.reduce((a, b) => a + (b - mean) ** 2, 0) / list.length) }]
    }),
  )
  return samples.map(({ data }) =>
    Array.from(data, (v, i) => {
      const { mean, std } = values.get(own(i))!
      return (v - mean) / std
    }),
  )
}

test.each([
  ['bytes, by channel', false, { axes: [0, 1] }, (i: number) => i % 3],
  ['bytes, all in one', false, {}, () => 0],
  ['floats far from 0, by channel', true, { axisNames: 'HW' }, (i: number) => i % 3],
] as const)('%s', async (_, floats, args, own) => {
  const samples = samplesOf(19, floats)
  const [got, want] = [await run(samples, args), expected(samples, own)]
  got.flat().forEach((v, i) => {
    expect(Math.abs(v - want.flat()[i]!)).toBeLessThan(floats ? 5e-4 : 2e-6)
  })
})

test('each batch has its own mean, whatever the thread', async () => {
  let batch = 0
  const source = () => {
    batch++
    return Array.from({ length: 12 }, (_, i) => ({ data: Float32Array.of(batch * 100 + i), shape: [1] }))
  }
  const define = pipelineDef({ ...defaults, batchSize: 12, numThreads: 4 } as PipelineOptions, () => {
    const x = fn.externalSource({ source })
    return fn.normalize(math.add(x, 0), { batch: true, stddev: 1 })
  })
  await using pipe = define()
  for (let b = 0; b < 5; b++) {
    const [list] = await pipe.run()
    const values = Array.from({ length: 12 }, (_, i) => Number(list!.at(i).dataSync()[0]))
    expect(values).toEqual(Array.from({ length: 12 }, (_, i) => i - 5.5))
  }
})

test('the bytes do not depend on threads and executors, and are those of imperative mode', async () => {
  const samples = samplesOf(33)
  const args = { axes: [0, 1], scale: 50, shift: 128 }
  const want = await run(samples, args)
  const others: Partial<PipelineOptions>[] = [
    { numThreads: 1 },
    { numThreads: 8 },
    { execDynamic: true },
    { execPipelined: false },
  ]
  for (const more of others) expect(await run(samples, args, more), JSON.stringify(more)).toEqual(want)
  const made = nd.normalize(nd.batch(samples as never), { ...args, batch: true })
  expect(made.tensors.map((one) => Array.from(one.dataSync() as Float32Array))).toEqual(want)
})

test('in imperative mode what makes the input is complete before', () => {
  const batch = nd.batch([Float32Array.of(1, 2), Float32Array.of(3, 6)])
  const made = nd.normalize(nd.math.mul(batch, 2), { batch: true, stddev: 1 })
  expect([...made.dataSync()]).toEqual([-4, -2, 0, 6])
  // The loop would make programs of one call each; a call that does not look at the whole batch stays beside it.
  const alone = nd.normalize(nd.math.mul(batch, 2), { batch: false, stddev: 1 })
  expect([...alone.dataSync()]).toEqual([-1, 1, -3, 3])
})

test('samples without elements count for nothing, and scalars make a batch', async () => {
  const none = { data: new Uint8Array(0), shape: [0, 3, 2], layout: 'HWC' }
  const [empty, ...rest] = await run([none, ...small], { axes: [0, 1] })
  expect([empty, rest]).toEqual([[], await run(small, { axes: [0, 1] })])
  const one = (v: number) => ({ data: Float32Array.of(v), shape: [] })
  expect(await run([one(3), one(5)], {})).toEqual([[-1], [1]])
  const flat = { data: new Uint8Array(6).fill(7), shape: [6] }
  expect(await run([flat, flat], { shift: 3 })).toEqual([Array(6).fill(3), Array(6).fill(3)])
})

const refused = async (make: () => Promise<unknown>) => {
  const error = await make().then(
    () => undefined,
    (e) => e,
  )
  return { code: error?.code, message: String(error?.message) }
}

test('samples that differ along an axis that is not reduced are refused', async () => {
  const { code, message } = await refused(() => run(small, { axisNames: 'C' }))
  expect(code).toBe('INVALID_INPUT')
  expect(message).toMatch(/same extent in all samples along dimension 0, which is not reduced, .* received 1 and 2/)
  const flat = { data: Uint8Array.of(1), shape: [1] }
  expect(
    (await refused(async () => nd.normalize(nd.batch([flat, flat] as never), { batch: true, axes: [1] }).evaluate()))
      .message,
  ).toMatch(/for axes/)
})

test('a node as mean is refused, as DALI does', async () => {
  const define = pipelineDef(defaults, () => {
    const [x, mean] = fn.externalSource({
      source: () => [small, [10, 20]] as never,
      numOutputs: 2,
    }) as unknown as DataNode[]
    return fn.normalize(x!, { batch: true, mean: mean! })
  })
  await using pipe = define()
  expect(await refused(() => pipe.run())).toEqual({
    code: 'INVALID_ARGUMENT',
    message: expect.stringMatching(/a number or a list for mean with batch: true but received a node/),
  })
})

test('inside a branch the batch is the samples of the branch', async () => {
  const { cond } = await import('penstock-data')
  const taken = [0, 1, 0, 1, 1]
  const samples = taken.map((_, i) => small[i % 2]!)
  const define = pipelineDef({ ...defaults, batchSize: 5, enableConditionals: true } as PipelineOptions, () => {
    const x = fn.externalSource({ source: () => samples })
    return cond(
      fn.externalSource({ source: () => taken.map((take) => Int32Array.of(take)) }),
      () => fn.normalize(x, { batch: true }),
      () => fn.normalize(x, { batch: true, scale: 2 }),
    )
  })
  await using pipe = define()
  const [list] = await pipe.run()
  for (const [branch, args] of [{ scale: 2 }, {}].entries()) {
    const members = taken.flatMap((take, i) => (take === branch ? [i] : []))
    const alone = await run(
      members.map((i) => samples[i]!),
      args,
    )
    expect(members.map((i) => Array.from(list!.at(i).dataSync() as Float32Array))).toEqual(alone)
  }
})

test('beside operators that skip samples it is refused', async () => {
  const skips = pipelineDef(defaults, () => {
    const x = fn.externalSource({ source: () => small.map(({ data }) => data) })
    return [fn.normalize(x, { batch: true }), fn.decoders.image(x, { onError: 'skip' })]
  })
  expect(await refused(async () => skips().run())).toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringMatching(/whole batches/),
  })
})
