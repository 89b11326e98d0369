// A call that fails in the middle of others: it is blamed by its own line, what depends on it fails with it, and everything else
// is what it would have been without it. In each evaluation mode.
// @module-tag shared
import { readFileSync } from 'node:fs'
import * as nd from 'penstock-data/dynamic'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { native } from '../../src/native.js'
import { loadGolden } from '../util/golden.js'
import { type Given, type Made, samplesOf, ways } from './ways.js'

const samples = [0, 1, 2].map((i) => ({
  data: Uint8Array.from({ length: (4 + i) * 5 * 3 }, (_, k) => (k * 7 + i) & 255),
  shape: [4 + i, 5, 3],
  layout: 'HWC',
}))
const source = readFileSync(import.meta.filename, 'utf8')
const lineOf = (mark: string) => source.slice(0, source.indexOf(`// ${mark}\n`)).split('\n').length

/** A value, or what the call threw. */
function attempt<T extends Given>(make: () => T): T | nd.PipelineError {
  try {
    return make()
  } catch (error) {
    expect(error).toBeInstanceOf(nd.PipelineError)
    return error as nd.PipelineError
  }
}

function failed(x: Given | nd.PipelineError): nd.PipelineError {
  if (x instanceof nd.PipelineError) return x
  const error = attempt(() => {
    samplesOf(x)
    return x
  })
  return error instanceof nd.PipelineError ? error : expect.fail('it did not fail')
}

const alone = (make: () => Given): Made[] => samplesOf(nd.withEvalMode('syncCpu', make))
const images = nd.batch(samples)

/** Makes native code refuse the programs of transpose. */
function refuseTranspose(): void {
  const { programCreate } = native()
  vi.spyOn(native(), 'programCreate').mockImplementation((json, of) => {
    const plan = JSON.parse(json) as { ops: { op: string; inputs: number[] }[] }
    for (const op of plan.ops) if (op.op === 'transpose') op.inputs = Array(1000).fill(op.inputs[0])
    return programCreate(JSON.stringify(plan), of)
  })
}
afterEach(() => vi.restoreAllMocks())

describe.each(Object.entries(ways))('%s', (_, way) => {
  test('one failing call fails what depends on it', () =>
    way(() => {
      const first = nd.flip(images)
      const mid = nd.brightness(first, { brightness: 0.5 })
      const bad = attempt(() => nd.crop(mid, { crop: [90, 90] })) // culprit
      const after = bad instanceof nd.PipelineError ? bad : attempt(() => nd.flip(bad))
      const last = after instanceof nd.PipelineError ? after : attempt(() => nd.cast(after, { dtype: 'float32' }))
      const side = nd.resize(mid, { size: [3, 3] })
      const other = nd.flip(images, { vertical: 1 })
      const error = failed(bad)
      expect(error.op).toBe('crop')
      expect(error.message).toMatch(/^\[crop\] /)
      expect(error.callSite).toContain(`failures.test.ts:${lineOf('culprit')}:`)
      expect(error.sample?.index).toBe(0)
      for (const x of [last, after, bad]) expect(failed(x)).toBe(error)
      const want = alone(() => nd.brightness(nd.flip(images), { brightness: 0.5 }))
      expect(samplesOf(side)).toEqual(alone(() => nd.resize(mid, { size: [3, 3] })))
      expect(samplesOf(mid)).toEqual(want)
      expect(samplesOf(other)).toEqual(alone(() => nd.flip(images, { vertical: 1 })))
      expect(samplesOf(first)).toEqual(alone(() => nd.flip(images)))
    }))

  test('several failing calls each name their line', () =>
    way(() => {
      const bad = [
        attempt(() => nd.crop(images, { crop: [91, 91] })), // one
        attempt(() => nd.transpose(images, { perm: [0, 1, 2, 3] })), // two
      ]
      const good = nd.flip(images)
      const more = attempt(() => nd.crop(good, { crop: [92, 92] })) // three
      const lines = [...bad, more].map((x) => Number(/failures\.test\.ts:(\d+):/.exec(failed(x).callSite!)?.[1]))
      expect(lines).toEqual(['one', 'two', 'three'].map(lineOf))
      expect(samplesOf(good)).toEqual(alone(() => nd.flip(images)))
    }))

  test('two calls that were fused name the one that failed', () => {
    const { golden, stored } = loadGolden('decoders_image')
    const file = stored(golden.cases.find((c) => c.outputs.length)!.inputs[0]!) as Uint8Array
    const files = nd.batch([file, file])
    way(() => {
      const photos = nd.decoders.image(files)
      const bad = attempt(() => nd.crop(photos, { crop: [9000, 9000] })) // fused
      const after = bad instanceof nd.PipelineError ? bad : attempt(() => nd.flip(bad))
      const other = nd.resize(nd.flip(images), { size: [4, 4] })
      const error = failed(bad)
      expect(error.op).toBe('crop')
      expect(error.callSite).toContain(`failures.test.ts:${lineOf('fused')}:`)
      expect(failed(after)).toBe(error)
      expect(samplesOf(photos)).toEqual(alone(() => nd.decoders.image(files)))
      expect(samplesOf(other)).toEqual(alone(() => nd.resize(nd.flip(images), { size: [4, 4] })))
    })
  })

  test('a call whose program is refused fails at its line, with what depends on it', () => {
    refuseTranspose()
    way(() => {
      const first = nd.flip(images)
      const bad = attempt(() => nd.transpose(first, { perm: [1, 0, 2] })) // refused
      const after = bad instanceof nd.PipelineError ? bad : attempt(() => nd.flip(bad))
      const other = nd.flip(first, { vertical: 1 })
      const error = failed(bad)
      expect(error.message).toMatch(/^\[transpose\] Expected at most 999 inputs but received 1000 — at /)
      expect(error.callSite).toContain(`failures.test.ts:${lineOf('refused')}:`)
      for (const x of [after, bad]) expect(failed(x)).toBe(error)
      expect(samplesOf(other)).toEqual(alone(() => nd.flip(nd.flip(images), { vertical: 1 })))
      expect(samplesOf(first)).toEqual(alone(() => nd.flip(images)))
    })
  })

  test('calls that wait for a failed run succeed if another call failed', () => {
    const want = alone(() => nd.flip(nd.flip(images.tensors[1]!), { vertical: 1 }))
    // The other run may be done before this one is handed over, or not.
    for (let round = 0; round < 200; round++) {
      way(() => {
        const good = nd.flip(images)
        const bad = attempt(() => nd.crop(images, { crop: [90, 90] })) // elsewhere
        const single = nd.flip(good.tensors[1]!, { vertical: 1 })
        const both = nd.flip(single, { batchSize: 2 })
        if (round % 2) expect(samplesOf(single)).toEqual(want)
        expect(samplesOf(nd.flip(both))).toEqual([...want, ...want])
        expect(failed(bad).callSite).toContain(`failures.test.ts:${lineOf('elsewhere')}:`)
        if (bad instanceof nd.PipelineError) return
        expect(failed(attempt(() => nd.flip(bad.tensors[0]!)))).toBe(failed(bad))
      })
    }
  })

  test('an awaited result rejects, every time', async () => {
    const bad = way(() => attempt(() => nd.crop(nd.flip(images), { crop: [90, 90] })))
    if (bad instanceof nd.PipelineError) return
    for (let i = 0; i < 3; i++) await expect(bad.tensors[1]!.data()).rejects.toMatchObject({ op: 'crop' })
    const late = attempt(() => nd.flip(bad))
    expect(failed(late).op).toBe('crop')
  })

  test('a result that is awaited after its run rejects', async () => {
    // More or less time for the run to end between its call and the question.
    for (let round = 0; round < 50; round++) {
      const bad = way(() => attempt(() => nd.crop(images, { crop: [90, 90] }))) // long over
      const good = way(() => nd.flip(images))
      nd.flip(good).shape
      const until = performance.now() + round / 25
      while (performance.now() < until);
      expect(Buffer.from((await good.tensors[1]!.data()) as Uint8Array)).toEqual(
        Buffer.from(alone(() => nd.flip(images))[1]!.bytes, 'base64'),
      )
      if (bad instanceof nd.PipelineError) continue
      const error = await bad.tensors[0]!.data().catch((e) => e)
      expect(error.callSite).toContain(`failures.test.ts:${lineOf('long over')}:`)
    }
  })

  test('a broken file names its sample, or gives a placeholder', () => {
    const { golden, stored } = loadGolden('decoders_image')
    const file = golden.cases.find((c) => c.outputs.length)!.inputs[0]!
    const good = stored(file) as Uint8Array
    const files = nd.batch([good, Uint8Array.of(1, 2, 3), good])
    way(() => {
      const error = failed(attempt(() => nd.decoders.image(files)))
      expect(error).toMatchObject({ code: 'BAD_SAMPLE', op: 'decoders.image', sample: { index: 1 } })
      const kept = nd.decoders.image(files, { onError: 'placeholder' })
      const flipped = nd.flip(kept)
      expect([...kept.valid]).toEqual([1, 0, 1])
      const [a, , c] = samplesOf(flipped)
      expect(a).toEqual(c)
      expect(a).toEqual(alone(() => nd.flip(nd.decoders.image(nd.tensor(good))))[0])
    })
  })
})

test('a failed call that is never read disturbs no other call', async () => {
  refuseTranspose()
  nd.transpose(images, { perm: [2, 1, 0] })
  for (let i = 0; i < 30; i++) nd.crop(images, { crop: [90, 90] })
  const x = nd.flip(images)
  await new Promise((resolve) => setImmediate(resolve))
  expect(samplesOf(x)).toEqual(alone(() => nd.flip(images)))
})
