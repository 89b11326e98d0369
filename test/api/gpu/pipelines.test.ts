// Pipelines on the emulated GPU: what comes out of every executor is what comes out without one, in the memory where it
// was made.

import { existsSync } from 'node:fs'
import { cond, type DataNode, fn, math, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'
import { beforeAll, describe, expect, test } from 'vitest'
import { plugin } from '../../util/gpu.js'
import { executorNames, executors, expectReturned, type Resources, resources } from '../../util/resources.js'
import { portion } from '../../util/soak.js'

const photos = 'data/photos'
const base: PipelineOptions = { batchSize: 6, seed: 5, numThreads: 2, enableConditionals: true }

interface Seen {
  device: string
  dtype: string
  layout: string
  shapes: number[][]
  values: number[][]
  sources: string[]
}

/** Everything of `batches` batches. */
async function seen(definition: () => DataNode[], options: PipelineOptions, batches = 4): Promise<Seen[][]> {
  await using pipe = pipelineDef({ ...base, ...options }, definition)()
  const all: Seen[][] = []
  for (let b = 0; b < batches; b++) {
    const outputs = (await pipe.run()) as unknown as TensorList[]
    const batch: Seen[] = []
    for (const list of outputs) {
      const values: number[][] = []
      for (const tensor of list) values.push(Array.from(await tensor.data(), Number))
      batch.push({
        ...{ device: list.device, dtype: list.dtype, layout: list.layout, values },
        shapes: [...list].map((t) => [...t.shape]),
        sources: values.map((_, i) => list.sourceInfo(i).source),
      })
    }
    outputs[0]?.release()
    all.push(batch)
  }
  return all
}

/** Equal but for the place, and for `most` in the values. */
function expectSame(a: Seen[][], b: Seen[][], most = 0): void {
  expect(a.length).toBe(b.length)
  for (const [i, batch] of a.entries()) {
    for (const [o, one] of batch.entries()) {
      const { device: _, values, ...rest } = b[i]![o]!
      expect(one).toMatchObject(rest)
      const worst = one.values.flatMap((row, s) => row.map((v, k) => Math.abs(v - values[s]![k]!)))
      expect(worst.reduce((m, v) => Math.max(m, v), 0)).toBeLessThanOrEqual(most)
    }
  }
}

const normalise = (images: DataNode, mirror: DataNode, more = {}) =>
  fn.cropMirrorNormalize(images, { crop: [40, 48], mirror, mean: [120, 110, 100], std: [60, 61, 62], ...more })

const definitions: Record<string, { nodes: () => DataNode[]; devices: string[]; most?: number }> = {
  'the main job': {
    nodes: () => {
      const [jpegs, labels] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
      const images = fn.decoders.image(jpegs, { device: 'mixed', jpegFancyUpsampling: true })
      return [normalise(images, fn.random.coinFlip()), labels]
    },
    devices: ['gpu', 'cpu'],
    most: 0.04,
  },
  'labels on both sides': {
    nodes: () => {
      const [jpegs, labels] = fn.readers.file({ fileRoot: photos })
      return [
        normalise(fn.decoders.image(jpegs).gpu(), fn.random.coinFlip()),
        labels.gpu(),
        labels,
        math.add(labels, 1),
      ]
    },
    devices: ['gpu', 'gpu', 'cpu', 'cpu'],
    most: 1e-5,
  },
  'an argument that is an output': {
    nodes: () => {
      const [jpegs] = fn.readers.file({ fileRoot: photos })
      const mirror = fn.random.coinFlip()
      return [normalise(fn.decoders.image(jpegs).gpu(), mirror), mirror]
    },
    devices: ['gpu', 'cpu'],
    most: 1e-5,
  },
  'there and back and there': {
    nodes: () => {
      const [jpegs, labels] = fn.readers.file({ fileRoot: photos })
      const one = normalise(fn.decoders.image(jpegs).gpu(), fn.random.coinFlip(), {
        dtype: 'uint8',
        mean: [0],
        std: [1],
      })
      const back = fn.flip(one.cpu(), { horizontal: 1 })
      const mirror = fn.cast(math.sub(labels, labels), { dtype: 'int32' })
      const two = normalise(back.gpu(), mirror, { crop: [20, 20] })
      return [two, one, back, one.cpu()]
    },
    devices: ['gpu', 'gpu', 'cpu', 'cpu'],
    most: 1e-5,
  },
  'copies of what nothing brings there': {
    nodes: () => {
      const u = fn.random.uniform({ range: [0, 1], shape: [3] })
      return [u.gpu(), u.gpu().cpu(), u]
    },
    devices: ['gpu', 'cpu', 'cpu'],
  },
  'an argument from the GPU': {
    nodes: () => {
      const [jpegs, labels] = fn.readers.file({ fileRoot: photos })
      const there = labels.gpu()
      return [normalise(fn.decoders.image(jpegs).gpu(), math.mod(there.cpu(), 2)), there]
    },
    devices: ['gpu', 'gpu'],
    most: 1e-5,
  },
  branches: {
    nodes: () => {
      const [jpegs, labels] = fn.readers.file({ fileRoot: photos })
      const images = fn.decoders.image(jpegs).gpu()
      const mirror = fn.random.coinFlip()
      const chosen = cond(
        math.mod(labels, 2),
        () => normalise(images, mirror),
        () => normalise(images, fn.random.coinFlip(), { mean: [0], std: [2] }),
      )
      return [chosen, labels]
    },
    devices: ['gpu', 'cpu'],
    most: 1e-5,
  },
}

describe.each(Object.entries(definitions))('%s', (_, { nodes, devices, most = 0 }) => {
  let plain: Seen[][]
  beforeAll(async () => {
    plain = await seen(nodes, { deviceId: null })
  })
  test('without a GPU everything is on the CPU', () => {
    expect(plain[0]!.map((o) => o.device)).toEqual(devices.map(() => 'cpu'))
  })
  test.each(portion(executorNames, 3, 1))('%s executor', { tags: 'property' }, async (name) => {
    const here = await seen(nodes, { deviceId: 0, ...executors[name] })
    expect(here[0]!.map((o) => o.device)).toEqual(devices)
    expectSame(here, plain, most)
  })
})

test('the plugin for these tests is built', () => {
  expect(existsSync(plugin)).toBe(true)
})

describe('epochs with several actors that decode', () => {
  const job = pipelineDef({ ...base, batchSize: 7, deviceId: 1 }, () => {
    const [jpegs, labels] = fn.readers.file({ fileRoot: photos, name: 'r' })
    return [normalise(fn.decoders.image(jpegs, { device: 'mixed' }), fn.random.coinFlip()), labels]
  })
  const labelsOf = async (pipe: ReturnType<typeof job>, most = Number.POSITIVE_INFINITY) => {
    const sources: string[] = []
    let batches = 0
    for await (const [images, labels] of pipe as unknown as AsyncIterable<[TensorList, TensorList]>) {
      expect(images.device).toBe('gpu')
      for (let i = 0; i < labels.length; i++) sources.push(labels.sourceInfo(i).source)
      images.release()
      if (++batches >= most) break
    }
    return sources
  }
  test.each(portion(executorNames, 3, 2))(
    'have every sample once, in order, also after a break: %s',
    { tags: 'property' },
    async (name) => {
      await using pipe = job(executors[name])
      const first = await labelsOf(pipe)
      expect(first.length).toBe(pipe.epochSize('r'))
      expect(new Set(first).size).toBe(first.length)
      for (const batches of [1, 2, 3, 1]) {
        expect(await labelsOf(pipe, batches)).toEqual(first.slice(0, 7 * batches))
      }
      expect(await labelsOf(pipe)).toEqual(first)
      const mixed = pipe.statistics().stages.find((s) => s.kind === 'mixed')!
      expect(mixed.actors).toBe({ simple: 1, pipelined: 2, dynamic: 3 }[name])
      expect(mixed.ops[0]!.samples).toBeGreaterThanOrEqual(2 * first.length)
    },
  )
  test('begin anew after reset() in the middle', async () => {
    await using pipe = job()
    const first = await labelsOf(pipe)
    await using other = job()
    ;((await other.run()) as unknown as [TensorList])[0].release()
    other.reset()
    const [, labels] = (await other.run()) as unknown as [TensorList, TensorList]
    expect(Array.from({ length: 7 }, (_, i) => labels.sourceInfo(i).source)).toEqual(first.slice(0, 7))
    labels.release()
  })
})

describe('reports of a GPU pipeline', () => {
  test('count images per way of decoding, and memory', async () => {
    await using pipe = pipelineDef({ ...base, deviceId: 0 }, () => {
      const [jpegs] = fn.readers.file({ fileRoot: photos })
      const images = fn.decoders.image(jpegs, { device: 'mixed' })
      return normalise(images, fn.random.coinFlip())
    })()
    for (let i = 0; i < 6; i++) {
      const [images] = (await pipe.run()) as unknown as [TensorList]
      await images!.data()
      images!.release()
    }
    const s = pipe.statistics()
    const mixed = s.stages.find((stage) => stage.kind === 'mixed')!
    const { hardware, cpu, fallback } = mixed.ops[0]!.decode!
    // Each of the three actors that decode in turn may have a batch on its way.
    expect(Math.abs(hardware + cpu - mixed.ops[0]!.samples)).toBeLessThanOrEqual(3 * base.batchSize!)
    expect(hardware + cpu).toBeGreaterThanOrEqual(30)
    expect(fallback).toBeTypeOf('object')
    expect(s.stages.flatMap((stage) => stage.ops.filter((op) => op.decode))).toHaveLength(1)
    expect(s.memory.device).toBeGreaterThan(6 * 3 * 40 * 48 * 4)
    expect(mixed.bytes).toBeGreaterThan(mixed.samples * 1000)
    expect(JSON.parse(JSON.stringify(s))).toEqual({ ...s })
    let text = ''
    s.print({
      write(more) {
        text += more
        return true
      },
    })
    expect(text).toMatch(/decoders\.image: \d+ by kernels, \d+ by the decoding engines, \d+ on the CPU/)
    expect(text).toMatch(/GPU memory \d/)
    // It runs ahead meanwhile, so how much is not known.
    expect(await pipe.releaseUnusedMemory()).toBeGreaterThanOrEqual(0)
  })
  test('have a track per actor in the trace', async () => {
    await using pipe = pipelineDef({ ...base, deviceId: 0 }, () => {
      const [jpegs] = fn.readers.file({ fileRoot: photos })
      return fn.decoders.image(jpegs, { device: 'mixed' })
    })()
    for (let i = 0; i < 3; i++) ((await pipe.run()) as unknown as [TensorList])[0]!.release()
    const names = pipe
      .trace()
      .traceEvents.flatMap((e) => (e.name === 'thread_name' && 'name' in e.args ? [e.args.name] : []))
    expect(names.filter((name) => name.startsWith('mixed'))).toHaveLength(3)
  })
})

describe('several pipelines at once', () => {
  const job = pipelineDef({ ...base, batchSize: 3 }, () => {
    const [jpegs, labels] = fn.readers.file({ fileRoot: photos })
    const images = fn.decoders.image(jpegs, { device: 'mixed' })
    return [normalise(images, fn.random.coinFlip()), labels]
  })
  test('run on several GPUs', async () => {
    const pipes = [0, 1, 0, 1].map((deviceId) => job({ deviceId }))
    try {
      const runs = await Promise.all(
        pipes.map(async (pipe) => {
          const out: number[][] = []
          for (let b = 0; b < 4; b++) {
            const [images] = (await pipe.run()) as unknown as [TensorList]
            expect(images!.deviceId).toBe(pipe.options.deviceId)
            out.push(Array.from(await images!.data(), Number))
            images!.release()
          }
          return out
        }),
      )
      for (const run of runs) expect(run).toEqual(runs[0])
    } finally {
      await Promise.all(pipes.map((pipe) => pipe.close()))
    }
  })

  test('give everything back: 24 of them', { tags: 'long', timeout: 120_000 }, async () => {
    const small = pipelineDef({ ...base, batchSize: 2, deviceId: 0 }, () => {
      const u = fn.random.uniform({ range: [0, 1], shape: [3] })
      return [u.gpu(), u]
    })
    const once = async (count: number) => {
      const pipe = small(executors[executorNames[count % 3]!])
      const [there] = (await pipe.run()) as unknown as [TensorList]
      if (count % 2) there!.release()
      await pipe.close()
      there!.release()
    }
    await once(0)
    const before: Resources = resources()
    for (let i = 0; i < 24; i++) await once(i)
    await expectReturned(before)
  })
})
