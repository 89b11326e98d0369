// Compares each augmentation, at several magnitudes, with DALI's (test/golden/make_auto_aug.py), with the magnitude as a
// constant and as a value per sample.
import { type AugmentationName, autoAug, fn, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { firstDifference, loadGolden } from '../util/golden.js'

const { golden, stored } = loadGolden('auto_aug')
type Case = (typeof golden.cases)[number]

const source = ({ inputs: [input] }: Case, count: number) =>
  fn.externalSource({
    source: () => Array.from({ length: count }, () => ({ data: stored(input!) as Uint8Array, shape: input!.shape })),
    layout: 'HWC',
    dtype: 'uint8',
  })

interface Args {
  magnitude: number | null
  fillValue?: null
  interpType?: 'nn'
  shape?: [number, number]
}

/** The augmentation with these magnitudes in place of a range, and the options of its policy. */
function policyOf({ op, args }: Case, magnitudes: readonly number[]) {
  const { magnitude, ...options } = args as unknown as Args
  const one = autoAug.augmentations[op as AugmentationName]
  const own = { ...one, randomlyNegate: false, magnitudeRange: (bin: number) => magnitudes[bin]! }
  return { ...options, augmentations: [magnitude === null ? one : own] }
}

const names = [...new Set(golden.cases.map(({ op }) => op!))].filter((name) => name !== 'equalize' || 'equalize' in fn)

describe.each(names)('%s', (name) => {
  const cases = golden.cases.filter(({ op }) => op === name)

  test('gives the pixels of DALI', async () => {
    const sources = new Map<number, ReturnType<typeof source>>()
    const define = pipelineDef({ batchSize: 1 }, () =>
      cases.map((c) => {
        const pixels = c.inputs[0]!.at
        if (!sources.has(pixels)) sources.set(pixels, source(c, 1))
        const options = policyOf(c, [c.args.magnitude as number])
        return autoAug.randAugment(sources.get(pixels)!, { n: 1, m: 0, numMagnitudeBins: 1, ...options })
      }),
    )
    await using pipe = define()
    const outputs = await pipe.run()
    for (const [i, c] of cases.entries()) {
      const want = stored(c.outputs[0]!)
      expect(
        firstDifference('uint8', outputs[i]!.at(0).dataSync() as Uint8Array<ArrayBuffer>, want, c.maxDiff),
        c.name,
      ).toBeUndefined()
    }
  })

  const varied = cases.filter(
    (c) =>
      c.args.magnitude !== null && !c.args.shape && !c.args.interpType && c.inputs[0]!.at === cases[0]!.inputs[0]!.at,
  )
  test.runIf(varied.length > 1)('gives them where each sample has its own magnitude', async () => {
    const define = pipelineDef({ batchSize: 24, seed: 4 }, () => {
      const magnitudes = varied.map(({ args }) => args.magnitude as number)
      const options = policyOf(varied[0]!, magnitudes)
      return autoAug.trivialAugmentWide(source(varied[0]!, 24), { numMagnitudeBins: magnitudes.length, ...options })
    })
    await using pipe = define()
    const [images] = await pipe.run()
    const met = new Set<number>()
    for (let i = 0; i < 24; i++) {
      const got = images.at(i).dataSync() as Uint8Array<ArrayBuffer>
      const which = varied.findIndex((c) => !firstDifference('uint8', got, stored(c.outputs[0]!), c.maxDiff))
      expect(which, `sample ${i}`).toBeGreaterThanOrEqual(0)
      met.add(which)
    }
    expect(met.size).toBe(varied.length)
  })
})
