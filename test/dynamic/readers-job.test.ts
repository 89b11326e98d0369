// The main job on a reader: the bytes of the pipeline in every evaluation mode and way to loop, in loops that are left; and
// what becomes of the process.
// @module-tag shared
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import {
  type Batch,
  cropMirrorNormalize,
  decoders,
  type EvalMode,
  random,
  readers,
  resize,
  withEvalMode,
} from '../../src/dynamic.js'
import { sha256 } from '../util/dynamic-readers.js'

const photos = { fileRoot: fileURLToPath(new URL('../../data/photos', import.meta.url)) }
const order = { ...photos, randomShuffle: true }
const batchSize = 10
const norm = { mean: [124, 116, 104], std: [58, 57, 57] }
const modes: EvalMode[] = ['eager', 'deferred', 'syncCpu', 'syncFull']

/** Hashes of a pipeline's batches, epoch by epoch: nothing random but the order. */
async function pipeline(epochs: number): Promise<string[][]> {
  await using pipe = pipelineDef({ batchSize, numThreads: 2, seed: 9 }, () => {
    const [jpegs, labels] = fn.readers.file(order)
    const images = fn.resize(fn.decoders.image(jpegs), { size: [64, 64] })
    return [fn.cropMirrorNormalize(images, { mirror: true, ...norm } as never), labels]
  })()
  const all: string[][] = []
  for (let e = 0; e < epochs; e++) {
    const seen: string[] = []
    for await (const [images, labels] of pipe) {
      seen.push(sha256(images!.dataSync(), ...[...labels!].map((t) => t.dataSync())))
      images!.release()
    }
    all.push(seen)
  }
  return all
}

const plain = ([jpegs, labels]: [Batch, Batch]) => {
  const images = resize(decoders.image(jpegs), { size: [64, 64] })
  const x = cropMirrorNormalize(images, { mirror: true, ...norm } as never) as Batch
  return sha256(x.dataSync(), ...labels.tensors.map((t) => t.dataSync()))
}

describe('a loop gives the bytes of a pipeline', () => {
  test.each(modes)('%s', { timeout: 60_000 }, async (mode) => {
    const [first, second, third] = await pipeline(3)
    await using reader = readers.file({ ...order, batchSize, seed: 9 })
    await withEvalMode(mode, async () => {
      const seen: string[] = []
      for await (const item of reader.nextEpoch()) seen.push(plain(item))
      expect(seen).toEqual(first)
      // Left early: the next epoch is a fresh one.
      for await (const item of reader.nextEpoch()) {
        expect(plain(item)).toBe(second![0])
        break
      }
      expect([...reader.nextEpoch()].map(plain)).toEqual(third)
    })
  })

  test('batches can be worked on after the loop', { timeout: 60_000 }, async () => {
    const [want] = await pipeline(1)
    await using reader = readers.file({ ...order, batchSize, seed: 9 })
    const kept: [Batch, Batch][] = []
    for await (const item of reader.nextEpoch()) kept.push(item)
    expect(kept.map(plain)).toEqual(want)
  })
})

test('random crops and flips are the same in every mode, and after a restart in the middle', {
  timeout: 60_000,
}, async () => {
  const run = (mode: EvalMode, cut = -1) => withEvalMode(mode, () => read(cut))
  const read = async (cut: number) => {
    let reader = readers.file({ ...order, batchSize, seed: 9 })
    const rng = new random.RNG(5)
    const seen: string[] = []
    for (let epoch = 0; epoch < 3; ) {
      let state: string | undefined
      for await (const [jpegs, labels] of reader.nextEpoch()) {
        const images = resize(decoders.imageRandomCrop(jpegs, { rng }), { size: [48, 48] })
        const mirror = random.coinFlip({ batchSize: jpegs.length, rng })
        const x = cropMirrorNormalize(images, { mirror, ...norm } as never) as Batch
        const data = await x.data()
        seen.push(sha256(data, ...labels.tensors.map((t) => t.dataSync())))
        if (seen.length !== cut) continue
        state = reader.getState()
        break
      }
      if (state) {
        await reader.close()
        reader = readers.file({ ...order, batchSize })
        reader.setState(state)
      } else epoch++
    }
    await reader.close()
    return seen
  }
  const want = await run('eager')
  expect(new Set(want).size).toBe(want.length)
  for (const mode of modes) expect(await run(mode, 5)).toEqual(want)
})

describe('a process', () => {
  const script = fileURLToPath(new URL('../util/reader-loop.mjs', import.meta.url))
  const start = (how: string) => {
    const child = spawn(process.execPath, [script, how], { stdio: ['ignore', 'pipe', 'pipe'] })
    let text = ''
    child.stdout.on('data', (data) => {
      text += data
    })
    let errors = ''
    child.stderr.on('data', (data) => {
      errors += data
    })
    return { child, closed: once(child, 'close'), text: () => text, errors: () => errors }
  }

  test.each(['async', 'sync', 'async break'])('ends by itself: %s', { timeout: 60_000 }, async (how) => {
    const { closed, text, errors } = start(how)
    expect(await closed).toEqual([0, null])
    expect(text()).toMatch(/^(step 4 49152\n){12}done\n$/)
    expect(errors()).toBe('')
  })

  test('ends with what the loop throws', { timeout: 60_000 }, async () => {
    const { closed, errors } = start('throw')
    expect(await closed).toEqual([1, null])
    expect(errors()).toMatch(/Error: mine/)
  })

  test.each(['async forever', 'sync forever'])('ends with Ctrl-C: %s', { timeout: 60_000 }, async (how) => {
    const { child, closed, text, errors } = start(how)
    while ((text().match(/step/g) ?? []).length < 8) await new Promise((resolve) => setTimeout(resolve, 20))
    const at = performance.now()
    child.kill('SIGINT')
    expect(await closed).toEqual([null, 'SIGINT'])
    expect(performance.now() - at).toBeLessThan(20_000)
    expect(errors()).toBe('')
  })
})
