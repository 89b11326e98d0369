// Tests of the policies: what is drawn how often, what draws follow from, checkpoints, imperative mode and errors.
import { type Augmentation, autoAug, cond, type DataNode, fn, type Policy, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { subPolicies } from '../../src/augment/policies.js'
import { failure } from '../util/collect.js'

const batchSize = 400

/** An augmentation that writes its number and its parameter in place of the next zero, so that images are a log. */
const logging = (number: number, change: Partial<Augmentation> = {}): Augmentation => ({
  name: `a${number}`,
  ...change,
  apply: (images, parameter) =>
    fn.cat(
      images,
      typeof parameter === 'number'
        ? fn.constant({ fdata: [parameter] })
        : fn.reshape(parameter as DataNode, { shape: [1] }),
      {
        axis: 0,
      },
    ),
})

const blank = () => fn.constant({ fdata: [-99], shape: [1] })

/** What `policy` writes for each sample of a few batches. */
async function logs(seed: number, policy: (images: DataNode) => DataNode, batches = 2): Promise<number[][]> {
  await using pipe = pipelineDef({ batchSize, seed }, () => policy(blank()))()
  const found: number[][] = []
  for (let i = 0; i < batches; i++) {
    const [images] = await pipe.run()
    for (let k = 0; k < images.length; k++) found.push(Array.from(images.at(k).dataSync() as Float32Array).slice(1))
  }
  return found
}

/** The share of each text among the lists. */
function shares(lists: readonly unknown[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const list of lists) counts[String(list)] = (counts[String(list)] ?? 0) + 1 / lists.length
  return counts
}

const five = 5 * Math.sqrt(0.25 / (2 * batchSize)) // five standard deviations of a share

test('randAugment draws each augmentation alike, independently in each turn, and the sign anew', async () => {
  const augmentations = [
    logging(0, { magnitudeRange: [0, 30], randomlyNegate: true }),
    logging(1, { magnitudeRange: [100, 200] }),
    logging(2),
    logging(3, { magnitudeRange: (bin) => 1000 + bin }),
  ]
  const found = await logs(3, (x) => autoAug.randAugment(x, { n: 2, m: 5, numMagnitudeBins: 11, augmentations }))
  const want: Record<string, number> = { '15': 1 / 8, '-15': 1 / 8, '150': 1 / 4, '0': 1 / 4, '1005': 1 / 4 }
  for (const turn of [0, 1]) {
    const got = shares(found.map((log) => log[turn]))
    expect(Object.keys(got).sort()).toEqual(Object.keys(want).sort())
    for (const [key, share] of Object.entries(want)) expect(Math.abs(got[key]! - share), key).toBeLessThan(five)
  }
  const both = shares(found)
  expect(Object.keys(both)).toHaveLength(25)
  expect(Math.abs(both['150,1005']! - 1 / 16)).toBeLessThan(five)
})

test('trivialAugmentWide draws each augmentation, bin and sign alike', async () => {
  const augmentations = [logging(0, { magnitudeRange: [1, 4], randomlyNegate: true }), logging(1)]
  const found = await logs(4, (x) => autoAug.trivialAugmentWide(x, { numMagnitudeBins: 4, augmentations }))
  const got = shares(found)
  expect(Object.keys(got).sort()).toEqual(['-1', '-2', '-3', '-4', '0', '1', '2', '3', '4'])
  for (const [key, share] of Object.entries(got))
    expect(Math.abs(share - (key === '0' ? 1 / 2 : 1 / 16))).toBeLessThan(five)
})

test('autoAugment draws a sub-policy, and takes each step by its chance', async () => {
  const policy: Policy<DataNode> = {
    numMagnitudeBins: 11,
    augmentations: [logging(0, { magnitudeRange: [0, 10] }), logging(1, { magnitudeRange: [0, 100] })],
    subPolicies: [
      [
        ['a0', 0.5, 3],
        ['a1', 1, 7],
      ],
      [['a1', 0.2, 2]],
      [
        ['a0', 0, 1],
        ['a0', 1, 9],
      ],
    ],
  }
  const got = shares(await logs(5, (x) => autoAug.autoAugment(x, { policy })))
  const want: Record<string, number> = { '3,70': 1 / 6, '70': 1 / 6, '20': 1 / 15, '': 4 / 15, '9': 1 / 3 }
  expect(Object.keys(got).sort()).toEqual(Object.keys(want).sort())
  for (const [key, share] of Object.entries(want)) expect(Math.abs(got[key]! - share), key).toBeLessThan(five)
})

test('the policies of the papers have 25 sub-policies each', () => {
  expect(Object.keys(subPolicies)).toEqual(['imageNet', 'reducedImageNet', 'cifar10', 'svhn'])
  for (const list of Object.values(subPolicies)) expect(list).toHaveLength(25)
  expect(subPolicies.imageNet[0]).toEqual([
    ['equalize', 0.8, null],
    ['shearY', 0.8, 4],
  ])
  expect(subPolicies.imageNet[16]).toEqual([['solarize', 0.8, 4]])
  expect(subPolicies.svhn[24]![1]).toEqual(['invert', 0.1, null])
})

test.each([true, false])('a factor of 1 changes nothing: monotonicMag %s', (monotonicMag) => {
  const images = nd.batch([{ data: Uint8Array.from({ length: 60 }, (_, i) => 4 * i), shape: [4, 5, 3] }], {
    layout: 'HWC',
  })
  const same = (made: nd.Batch) => expect(made.dataSync()).toEqual(images.dataSync())
  // Bin 0 of the ranges from 0 to 0.9, and the middle one of those from 0.1 to 1.9.
  const m = monotonicMag ? 0 : 15
  const factors = ['brightness', 'contrast', 'color', 'sharpness']
  const warps = ['translateX', 'translateY', 'shearX', 'shearY', 'rotate']
  const others = [...warps, 'posterize', 'solarize', 'equalize', 'autoContrast', 'identity']
  for (const name of factors) {
    const excluded = [...others, ...factors.filter((other) => other !== name)]
    same(nd.autoAug.randAugment(images, { n: 1, m, monotonicMag, excluded }))
  }
})

const augmentations = [logging(0, { magnitudeRange: [0, 30], randomlyNegate: true }), logging(1)]

test('a seed gives the same draws anywhere in the graph, and no seed those of the pipeline', async () => {
  const seeded = (x: DataNode) => autoAug.randAugment(x, { n: 3, augmentations, seed: 7 })
  const [one, two] = [await logs(1, seeded), await logs(2, (x) => seeded(fn.copy(fn.copy(x))))]
  expect(two).toEqual(one)
  const free = (x: DataNode) => autoAug.randAugment(x, { n: 3, augmentations })
  expect(await logs(1, free)).toEqual(await logs(1, free))
  expect(await logs(1, free)).not.toEqual(await logs(2, free))
  // Turns are independent of each other although they come from one seed.
  expect(new Set(one.map(String)).size).toBe(27)
})

/** Augmentations whose operator this build lacks. */
const excluded = 'equalize' in fn ? [] : ['equalize']

const photos = new URL('../../data/photos', import.meta.url).pathname

/** Photos that go through the whole suite. */
const whole = (n: number) =>
  pipelineDef({ batchSize: 6, seed: 11, enableCheckpointing: true }, () => {
    const [files] = fn.readers.file({ fileRoot: photos, randomShuffle: true })
    const images = fn.resize(fn.decoders.image(files), { size: [48, 64] })
    return [autoAug.randAugment(images, { n, m: 17, excluded }), autoAug.trivialAugmentWide(images, { excluded })]
  })

test('a run goes on from a checkpoint, and threads do not matter', async () => {
  const bytes = (outputs: readonly { dataSync(): unknown }[]) =>
    outputs.map((one) => Buffer.from(one.dataSync() as Uint8Array).toString('base64'))
  const define = whole(2)
  await using pipe = define()
  const first = bytes(await pipe.run())
  const checkpoint = await pipe.checkpoint()
  const second = bytes(await pipe.run())
  await using again = define({ checkpoint, numThreads: 1 })
  expect(bytes(await again.run())).toEqual(second)
  expect(second).not.toEqual(first)
})

test('only what was drawn runs', async () => {
  await using pipe = whole(1)()
  await pipe.run()
  const { ops } = pipe.statistics().stages.find(({ kind }) => kind === 'cpu')!
  const warps = ops.filter(({ op }) => ['warpAffine', 'rotate'].includes(op))
  expect(warps.length).toBeGreaterThan(0)
})

test('a policy may stand in a branch', async () => {
  const branch = (x: DataNode) =>
    cond(
      fn.random.coinFlip(),
      () => autoAug.randAugment(x, { n: 1, augmentations: [logging(0)] }),
      () => x,
    )
  await using pipe = pipelineDef({ batchSize: 20, seed: 1, enableConditionals: true }, () => branch(blank()))()
  const [images] = await pipe.run()
  expect(new Set(images.shape.map(String))).toEqual(new Set(['1', '2']))
})

test('imperative mode applies the same policies to batches and tensors', () => {
  const rng = () => new nd.random.RNG(5)
  const data = Uint8Array.from({ length: 30 * 20 * 3 }, (_, i) => i)
  const images = nd.batch(
    Array.from({ length: 40 }, () => ({ data, shape: [30, 20, 3] })),
    { layout: 'HWC' },
  )
  for (const policy of [nd.autoAug.randAugment, nd.autoAug.trivialAugmentWide] as const) {
    const made = policy(images, { excluded, rng: rng() })
    expect(made.shape).toEqual(images.shape)
    expect(made.layout).toBe('HWC')
    expect(policy(images, { excluded, rng: rng() }).dataSync()).toEqual(made.dataSync())
    expect(made.dataSync()).not.toEqual(images.dataSync())
    const one = policy(images.at(0), { excluded, rng: rng() })
    expect(one.shape).toEqual([30, 20, 3])
    expect(one.dataSync()).toEqual(made.at(0).dataSync())
  }
  const fade = {
    name: 'fade',
    magnitudeRange: [0, 1] as const,
    apply: (x: nd.Batch, by: unknown) => nd.brightness(x, { brightness: by as number }),
  }
  const [dark] = nd.autoAug.randAugment(images, { n: 1, m: 0, augmentations: [fade] })
  expect(dark!.dataSync().every((x) => x === 0)).toBe(true)
})

test.each([
  [{ n: -1 }, 'Expected an integer >= 0 for n but received -1'],
  [{ m: 31 }, 'Expected an integer from 0 to 30 for m but received 31'],
  [{ numMagnitudeBins: 0 }, 'Expected an integer >= 1 for numMagnitudeBins but received 0'],
  [{ excluded: ['shear'] }, `Expected names of augmentations for excluded but received "shear"`],
  [{ maxTranslateRel: 0.5 }, 'Expected no maxTranslateRel without shape'],
  [{ fillValue: 'black' }, `Expected a number or null for fillValue but received "black"`],
  [{ interpType: 'cubic' }, `Expected 'linear' or 'nn' for interpType but received "cubic"`],
  [{ magnitude: 1 }, `Expected a known option but received "magnitude"`],
  [{ seed: 1.5 }, 'Expected an integer >= 0 (or -1) for seed but received 1.5'],
  [{ augmentations: [{ name: 'x' }] }, 'Expected { name, apply } for augmentations[0]'],
])('%o is refused', async (options, message) => {
  const error = await failure(() =>
    pipelineDef({ batchSize: 1 }, () => autoAug.randAugment(blank(), options as object))(),
  )
  expect(error).toMatchObject({ code: 'INVALID_ARGUMENT', op: 'autoAug.randAugment' })
  expect(error.message).toContain(message)
  expect(error.callSite).toContain('auto-aug.test.ts')
})

test.each([
  ['cifar', `Expected 'imageNet', 'reducedImageNet', 'cifar10', 'svhn' or a policy for policy but received "cifar"`],
  [
    { numMagnitudeBins: 5, subPolicies: [[['rotate', 2, 1]]] },
    'Expected a chance from 0 to 1 for policy.subPolicies[0][0][1]',
  ],
  [
    { numMagnitudeBins: 5, subPolicies: [[['rotate', 1, 5]]] },
    'Expected an integer from 0 to 4 for policy.subPolicies[0][0][2]',
  ],
  [{ numMagnitudeBins: 5, subPolicies: [[['rotate', 1, null]]] }, 'Expected a bin for policy.subPolicies[0][0][2]'],
  [
    { numMagnitudeBins: 5, subPolicies: [[['spin', 1, 1]]] },
    'Expected the name of an augmentation for policy.subPolicies[0][0][0]',
  ],
])('the policy %o is refused', async (policy, message) => {
  const error = await failure(() =>
    pipelineDef({ batchSize: 1 }, () => autoAug.autoAugment(blank(), { policy: policy as 'svhn' }))(),
  )
  expect(error.message).toContain(message)
})
