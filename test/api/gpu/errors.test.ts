// Tests failures on a GPU: no plugin, no GPU, values in the wrong memory, bad samples under a decoder with several
// actors, and memory budgets.

import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  cond,
  type DataNode,
  fn,
  type PipelineError,
  type PipelineOptions,
  pipelineDef,
  type TensorList,
} from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { tempFolder } from '../../util/files.js'
import { plugin } from '../../util/gpu.js'
import { executorNames, executors, handles } from '../../util/resources.js'
import { portion } from '../../util/soak.js'

const failure = async (call: () => unknown): Promise<PipelineError> => {
  try {
    await call()
  } catch (error) {
    return error as PipelineError
  }
  return expect.fail('it did not fail')
}
const base: PipelineOptions = { batchSize: 4, numThreads: 2, seed: 1, deviceId: 0 }

describe('an error says what is missing', () => {
  const script = `
    import { fn, pipelineDef } from 'penstock-data'
    const [deviceId, onGpu] = JSON.parse(process.argv[1])
    const pipe = pipelineDef({ batchSize: 2, numThreads: 1, deviceId }, () => {
      const u = fn.random.uniform({ range: [0, 1] })
      return onGpu ? u.gpu() : u
    })()
    const told = await pipe.run().then(([out]) => ({ device: out.device }), (e) => ({ ...e.toJSON(), hint: e.hint }))
    await pipe.close()
    console.log(JSON.stringify(told))`
  const run = async (env: Record<string, string>, deviceId: number | null, onGpu = true) => {
    const args = ['--input-type=module', '-e', script, JSON.stringify([deviceId, onGpu])]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env: { ...process.env, ...env } })
    return JSON.parse(stdout) as { code?: string; message: string; hint?: string; device?: string }
  }
  test('without the plugin', async () => {
    const path = '/nowhere/penstock_cuda.so'
    const told = await run({ PENSTOCK_CUDA_PLUGIN: path }, 0)
    expect(told.code).toBe('CUDA_UNAVAILABLE')
    expect(told.message).toContain(path)
    expect(told.hint).toBe('Correct PENSTOCK_CUDA_PLUGIN, or unset it; or use deviceId: null')
  })
  test('when the file is no plugin', async () => {
    const path = join(tempFolder(), 'no.so')
    writeFileSync(path, 'nothing')
    expect(await run({ PENSTOCK_CUDA_PLUGIN: path }, 0)).toMatchObject({ code: 'CUDA_UNAVAILABLE' })
  })
  // The two pass each other structures that only the headers describe, so other headers would end the process.
  test('when the plugin was compiled with other headers than the addon', async () => {
    const path = join(tempFolder(), 'other.so')
    const library = readFileSync(plugin)
    const [layout] = library.toString('latin1').match(/(?<=\0)[0-9a-f]{64}(?=\0)/)!
    library.write('0'.repeat(64), library.indexOf(layout))
    writeFileSync(path, library)
    const told = await run({ PENSTOCK_CUDA_PLUGIN: path }, 0)
    expect(told).toMatchObject({ code: 'CUDA_UNAVAILABLE', message: `${path} was built from other sources` })
  })
  test('without a GPU', async () => {
    const told = await run({ PENSTOCK_CUDA_PLUGIN: plugin, PENSTOCK_EMULATED_GPUS: '0' }, 0)
    expect(told).toMatchObject({ code: 'CUDA_UNAVAILABLE', hint: expect.stringContaining('deviceId: null') })
  })
  test('when there are fewer GPUs', async () => {
    const told = await run({ PENSTOCK_CUDA_PLUGIN: plugin, PENSTOCK_EMULATED_GPUS: '2' }, 2)
    expect(told).toMatchObject({ code: 'CUDA_UNAVAILABLE', message: expect.stringContaining('received 2') })
  })
  test('and is not thrown where nothing runs on a GPU', async () => {
    const env = { PENSTOCK_CUDA_PLUGIN: '/nowhere' }
    expect(await run(env, null)).toEqual({ device: 'cpu' })
    expect(await run(env, 0, false)).toEqual({ device: 'cpu' })
  })
})

describe('the definition', () => {
  const defined = (nodes: () => DataNode | DataNode[]) =>
    failure(() => pipelineDef({ ...base, enableConditionals: true }, nodes as () => DataNode)())
  const images = () => fn.decoders.image(fn.readers.file({ fileRoot: 'data/photos' })[0], { device: 'mixed' })
  const cases: Record<string, [() => DataNode | DataNode[], string, string]> = {
    'an argument on the GPU': [
      () => fn.cropMirrorNormalize(images(), { mirror: fn.random.coinFlip().gpu() }),
      'INVALID_ARGUMENT',
      '[cropMirrorNormalize] Expected a value on the CPU for mirror but received one on the GPU',
    ],
    'an operator without a kernel there': [
      () => fn.peekImageShape(images()),
      'INVALID_ARGUMENT',
      '[peekImageShape] Expected a value on the CPU for input but received one on the GPU',
    ],
    "device: 'cpu' for a value on the GPU": [
      () => fn.cropMirrorNormalize(images(), { device: 'cpu' }),
      'INVALID_ARGUMENT',
      '[cropMirrorNormalize] Expected a value on the CPU for input but received one on the GPU',
    ],
    'a device that it does not run on': [
      () => fn.cropMirrorNormalize(images(), { device: 'mixed' as 'gpu' }),
      'UNSUPPORTED',
      '[cropMirrorNormalize] has no mixed kernel',
    ],
    'no device at all': [
      () => fn.cropMirrorNormalize(images(), { device: 'tpu' as 'gpu' }),
      'INVALID_ARGUMENT',
      "[cropMirrorNormalize] Expected one of 'cpu', 'mixed', 'gpu' for device but received \"tpu\"",
    ],
    'branches on two devices': [
      () => {
        const u = fn.random.uniform({ range: [0, 1] })
        return cond(
          fn.random.coinFlip(),
          () => u.gpu(),
          () => u,
        )
      },
      'INVALID_ARGUMENT',
      '[cond] Expected all branches to give values on one device',
    ],
  }
  test.each(Object.entries(cases))('refuses: %s', async (_, [nodes, code, words]) => {
    const error = await defined(nodes)
    expect(error.message).toContain(words)
    expect(error).toMatchObject({ code, callSite: expect.stringContaining('gpu/errors.test.ts') })
  })
})

/** 24 files: photos, and at 3, 9 and 17 files that are none. */
function someBad(): { fileRoot: string; files: string[] } {
  const fileRoot = tempFolder()
  mkdirSync(join(fileRoot, 'a'))
  const photos = ['animals', 'objects', 'people', 'space']
  const good = photos.flatMap((f) => readdirSync(join('data/photos', f)).map((name) => join('data/photos', f, name)))
  const files = Array.from({ length: 24 }, (_, i) => {
    const name = `a/${String(i).padStart(2, '0')}.jpg`
    if ([3, 9, 17].includes(i)) writeFileSync(join(fileRoot, name), `no image ${i}`)
    else copyFileSync(good[i % good.length]!, join(fileRoot, name))
    return name
  })
  return { fileRoot, files }
}

describe('bad samples', () => {
  const data = someBad()
  const make = (onError: 'throw' | 'skip' | 'placeholder', options: PipelineOptions = {}) =>
    pipelineDef({ ...base, ...options }, () => {
      const [jpegs, labels] = fn.readers.file(data)
      const images = fn.decoders.image(jpegs, { device: 'mixed', onError })
      return [fn.cropMirrorNormalize(images, { crop: [16, 16] }), labels]
    })() as unknown as AsyncDisposable &
      AsyncIterable<[TensorList, TensorList]> & {
        statistics(): { badSamples: { path: string; op: string }[]; badTotal: number }
      }
  const epoch = async (pipe: AsyncIterable<[TensorList, TensorList]>) => {
    const sizes: number[] = []
    const seen: [label: number, valid: number, zero: boolean][] = []
    for await (const [images, labels] of pipe) {
      sizes.push(images.length)
      for (let i = 0; i < images.length; i++) {
        const pixels = await images.at(i).data()
        seen.push([
          Number(labels.at(i).dataSync()[0]),
          images.valid[i]!,
          Array.from(pixels as Float32Array).every((v) => v === 0),
        ])
      }
      images.release()
    }
    return { sizes, seen }
  }
  const bad = new Set([3, 9, 17])

  test.each(portion(executorNames, 3, 0))("are replaced with 'placeholder': %s", { tags: 'property' }, async (name) => {
    await using pipe = make('placeholder', executors[name])
    for (let e = 0; e < 2; e++) {
      const { sizes, seen } = await epoch(pipe)
      expect(sizes).toEqual([4, 4, 4, 4, 4, 4])
      expect(seen).toEqual(Array.from({ length: 24 }, (_, i) => [i, bad.has(i) ? 0 : 1, bad.has(i)]))
    }
    const { badSamples, badTotal } = pipe.statistics()
    expect(badTotal).toBe(6)
    expect(
      badSamples
        .slice(0, 3)
        .map((b) => b.path.slice(-6, -4))
        .sort(),
    ).toEqual(['03', '09', '17'])
    expect(badSamples.every((b) => b.op === 'decoders.image')).toBe(true)
  })
  test.each(portion(executorNames, 3, 1))("are left out with 'skip': %s", { tags: 'property' }, async (name) => {
    await using pipe = make('skip', executors[name])
    for (let e = 0; e < 2; e++) {
      const { sizes, seen } = await epoch(pipe)
      expect(sizes).toEqual([4, 4, 4, 4, 4, 1])
      expect(seen.map(([label]) => label)).toEqual(Array.from({ length: 24 }, (_, i) => i).filter((i) => !bad.has(i)))
      expect(seen.every(([, valid, zero]) => valid === 1 && !zero)).toBe(true)
    }
  })
  test.each(portion(executorNames, 3, 2))(
    "fail the run with 'throw', behind the batches before: %s",
    { tags: 'property' },
    async (name) => {
      await using pipe = make('throw', executors[name])
      const labels: number[] = []
      const error = await failure(async () => {
        for await (const [images, own] of pipe) {
          for (const label of own) labels.push(Number(label.dataSync()[0]))
          images.release()
        }
      })
      expect(error).toMatchObject({ code: 'BAD_SAMPLE', op: 'decoders.image', sample: { index: 3 } })
      expect(labels).toEqual([])
      expect(handles()).toBe(0)
    },
  )
})

describe('memory budgets', () => {
  const make = (options: PipelineOptions) =>
    pipelineDef({ ...base, batchSize: 16, ...options }, () => {
      const source = (i: number) => Array.from({ length: 16 }, (_, s) => new Uint8Array(2 ** 17).fill(i + s))
      const x = fn.externalSource({ source, dtype: 'uint8' })
      return x.gpu()
    })()
  test.each(portion(executorNames, 3, 3))(
    'device memory that holds no batch: %s',
    { tags: 'property', timeout: 30_000 },
    async (name) => {
      const pipe = make({ memoryBudget: { device: 2 ** 20 }, ...executors[name] })
      const error = await failure(() => pipe.run())
      expect(error).toMatchObject({ code: 'BUDGET_EXCEEDED', hint: expect.stringContaining('memoryBudget.device') })
      expect(error.message).toContain('memoryBudget.device of 1048576')
      await pipe.close()
      expect(handles()).toBe(0)
    },
  )
  test.each(portion(executorNames, 3, 4))(
    'device memory for a few batches: %s',
    { tags: 'property', timeout: 30_000 },
    async (name) => {
      await using pipe = make({ memoryBudget: { device: 5 * 2 ** 21 }, ...executors[name] })
      for (let i = 0; i < 20; i++) {
        const [out] = (await pipe.run()) as unknown as [TensorList]
        expect((await out!.at(3).data())[7]).toBe(i + 3)
        out!.release()
      }
    },
  )
  const job = (options: PipelineOptions) =>
    pipelineDef({ ...base, batchSize: 8, ...options }, () => {
      const [jpegs, labels] = fn.readers.file({ fileRoot: 'data/photos' })
      const images = fn.decoders.image(jpegs, { device: 'mixed' })
      return [fn.cropMirrorNormalize(images, { crop: [150, 150] }), labels]
    })() as unknown as AsyncDisposable & { run(): Promise<[TensorList, TensorList]> }
  // A decoded batch takes 4.3 MB, and three actors decode; stages that try again must not take each other for busy.
  test.each(portion(executorNames, 3, 5))(
    'stages that get ahead leave memory for those behind: %s',
    { tags: 'property', timeout: 30_000 },
    async (name) => {
      await using pipe = job({ memoryBudget: { device: 22 * 2 ** 20 }, ...executors[name] })
      for (let i = 0; i < 12; i++) {
        const [images] = await pipe.run()
        await images.data()
        images.release()
      }
    },
  )
  test.each(executorNames)(
    'several that are short of memory soon give up: %s',
    { tags: 'long', timeout: 15_000 },
    async (name) => {
      await using pipe = job({ memoryBudget: { device: 3 * 2 ** 20 }, ...executors[name] })
      expect(await failure(() => pipe.run())).toMatchObject({ code: 'BUDGET_EXCEEDED' })
    },
  )
  test('may allow no page-locked memory at all', async () => {
    await using pipe = make({ memoryBudget: { pinned: 0 } })
    for (let i = 0; i < 5; i++) {
      const [out] = (await pipe.run()) as unknown as [TensorList]
      expect((await out!.at(1).data())[0]).toBe(i + 1)
      out!.release()
    }
  })
})
