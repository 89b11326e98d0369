// What nd.* functions refuse, at once and in every evaluation mode, with the operator, the line and a way out.
// @module-tag shared
import { readFileSync } from 'node:fs'
import { type DataNode, fn, PipelineError, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { samplesOf, ways } from './ways.js'

const image = (fill: number) => ({ data: new Uint8Array(12).fill(fill), shape: [2, 2, 3], layout: 'HWC' })
const t = nd.tensor(image(1))
const batch = (n: number) => nd.batch(Array.from({ length: n }, (_, i) => image(i)))
const b = batch(3)

// biome-ignore lint/suspicious/noExplicitAny: wrong calls are what is tested
const wrong = nd as any

function failure(act: () => unknown): PipelineError {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(PipelineError)
    return error as PipelineError
  }
  return expect.fail('it did not fail')
}

let node: DataNode | undefined
pipelineDef({ batchSize: 1, seed: 1 }, () => {
  node = fn.random.uniform()
  return node
})()

/** What is called, the message and the hint. */
const refused: [string, () => unknown, RegExp, RegExp?][] = [
  ['unknown', () => wrong.flip(t, { horizonal: 1 }), /known argument but received "horizonal"/, /mean 'horizontal'/],
  [
    'unknown, per sample',
    () => wrong.flip(t, { foo: b }),
    /received "foo" \(a Batch\)/,
    /It takes: .*horizontal.*device/,
  ],
  ['snake case', () => wrong.random.coinFlip({ batch_size: 1 }), /"batch_size"/, /camelCase: did you mean 'batchSize'/],
  ['seed', () => wrong.random.uniform({ seed: 3 }), /"seed"/, /new nd\.random\.RNG\(seed\).*setSeed/],
  ['seed of nothing random', () => wrong.flip(t, { seed: 3 }), /"seed"/, /flip draws no random numbers/],
  ['rng of nothing random', () => wrong.flip(t, { rng: new nd.random.RNG(1) }), /"rng"/, /draws no random numbers/],
  ['name', () => wrong.flip(t, { name: 'x' }), /"name"/, /no names/],
  ['onError of flip', () => wrong.flip(t, { onError: 'throw' }), /"onError"/],
  ['no RNG', () => wrong.random.uniform({ rng: 3 }), /an RNG for rng but received 3/, /nd\.random\.RNG/],
  ['wrong type', () => wrong.flip(t, { horizontal: 'yes' }), /for horizontal but received "yes"/],
  ['wrong enum', () => wrong.crop(t, { crop: [1, 1], rounding: 'up' }), /for rounding but received "up"/],
  ['out of range', () => wrong.paste(t, { ratio: 0.5, fillValue: 0 }), /for ratio but received 0\.5/],
  ['required', () => wrong.cast(t), /Expected a value for dtype but received none/],
  ['not per sample', () => wrong.crop(t, { fillValues: b }), /a constant for fillValues but received a Batch/],
  ['several sizes', () => wrong.slice(b, batch(2), b), /batches of one size but received 3 and 2 samples/, /A Tensor/],
  ['sizes of arguments', () => wrong.flip(b, { horizontal: batch(4) }), /received 3 and 4 samples/],
  [
    'batchSize 0',
    () => nd.random.uniform({ batchSize: 0 }),
    /an integer from 1 to 2147483647 for batchSize but received 0/,
  ],
  ['batchSize text', () => wrong.random.uniform({ batchSize: '4' }), /for batchSize but received "4"/],
  [
    'batchSize of another',
    () => nd.flip(b, { batchSize: 4 }),
    /batchSize = 4 samples but received 3/,
    /Leave batchSize out/,
  ],
  ['DataNode', () => wrong.flip(node), /data for input but received a DataNode/, /fn\.flip\(\)/],
  [
    'DataNode per sample',
    () => wrong.flip(t, { horizontal: node }),
    /data for horizontal but received a DataNode/,
    /fn\.flip/,
  ],
  ['too many inputs', () => wrong.flip(t, t), /at most 1 input \(input\) but received 2/],
  ['inputs of none', () => wrong.constant(t, { fdata: 1 }), /no inputs but received 1/],
  ['too few inputs', () => wrong.flip(), /1 input \(input\) but received 0/],
  ['nothing', () => wrong.flip(undefined, { horizontal: 1 }), /for input but received undefined/],
  ['text', () => wrong.flip('photo.jpg'), /for input but received "photo\.jpg"/],
  [
    'options twice',
    () => wrong.flip(t, { horizontal: 1 }, { vertical: 1 }),
    /one object of arguments but received two/,
  ],
  [
    'twice',
    () => wrong.random.choice([1, 2], { values: [3] }),
    /Expected values once but received it as an input and as/,
  ],
  ['device', () => wrong.flip(t, { device: 'tpu' }), /for device but received "tpu"/],
  ['mixed', () => wrong.flip(t, { device: 'mixed' }), /'cpu' or 'gpu' for device but received "mixed"/],
  ['skip', () => wrong.decoders.image(t, { onError: 'skip' }), /for onError but received 'skip'/, /placeholder/],
  ['no batch', () => nd.flip(b.select([])), /a batch of at least one sample/],
]

describe.each(Object.keys(ways))('%s', (mode) => {
  test.each(refused)('refuses: %s', (_, act, message, hint) => {
    const error = failure(() => ways[mode]!(act))
    expect(error.code).toBe('INVALID_ARGUMENT')
    expect(error.message).toMatch(message)
    if (hint) expect(error.hint).toMatch(hint)
    expect(error.op).toBeTruthy()
    expect(error.callSite).toContain(import.meta.filename)
  })
})

test('the line is that of the call', () => {
  const error = failure(() => wrong.resize(t, { sizes: [1, 1] })) // here
  const text = readFileSync(import.meta.filename, 'utf8')
  const line = text.slice(0, text.indexOf('// here')).split('\n').length
  expect(error.callSite).toContain(`invoke.test.ts:${line}:`)
  // Also where a built-in function is in between.
  expect(failure(() => [t].map(wrong.cast)).callSite).toContain('invoke.test.ts:')
})

test('fn.* refuses data and names nd.*', () => {
  for (const given of [[b], [t, {}]]) {
    const error = failure(() => pipelineDef({ batchSize: 1 }, () => wrongFn.flip(...given))())
    expect(error.message).toMatch(/Expected a DataNode but received a (Batch|Tensor) of penstock-data\/dynamic/)
    expect(error.hint).toMatch(/nd\.flip\(\)/)
  }
  const error = failure(() => pipelineDef({ batchSize: 1 }, () => wrongFn.random.uniform({ range: t }))())
  expect(error.hint).toMatch(/nd\.random\.uniform\(\)/)
  expect(failure(() => wrongFn.flip(t)).hint).toMatch(/nd\.flip\(\)/)
})
// biome-ignore lint/suspicious/noExplicitAny: wrong calls are what is tested
const wrongFn = fn as any

test('a Tensor stands for all samples; batchSize repeats what is no batch', () => {
  const [one, two] = samplesOf(nd.flip(b)).slice(1)
  expect(samplesOf(nd.flip(t))).toEqual([one])
  expect(samplesOf(nd.flip(t, { batchSize: 3 }))).toEqual([one, one, one])
  const twice = nd.flip(nd.flip(t), { horizontal: nd.batch([0, 1]) })
  expect(samplesOf(twice)).toHaveLength(2)
  expect(samplesOf(nd.flip(b.tensors[2]!))).toEqual([two])
  expect(nd.random.uniform({ batchSize: 1 })).toBeInstanceOf(nd.Batch)
  expect(nd.random.uniform()).toBeInstanceOf(nd.Tensor)
})

test('operators with several outputs give a list', () => {
  const [out, attrs] = nd.resize(b, { size: [3, 5], saveAttrs: true })
  expect(out.shape[1]).toEqual([3, 5, 3])
  expect([...attrs.tensors[1]!.dataSync()]).toEqual([2, 2])
})
