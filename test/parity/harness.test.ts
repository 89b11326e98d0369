// `npm run parity` without DALI: a fake gives what penstock gives, or something else, and the harness must tell.
// @module-tag shared
import { describe, expect, test } from 'vitest'
import { halfToNumber } from '../../src/data/elements.js'
import {
  type Case,
  daliRefuses,
  fewDiffer,
  halfTies,
  type Outcome,
  type Parity,
  type Samples,
} from '../../tools/parity/cases.js'
import { drawnValues, kolmogorovSmirnov } from '../../tools/parity/distribution.js'
import { dataOf, halfBits, numberDtypes, randomNumbers } from '../../tools/parity/draw.js'
import { answer } from '../../tools/parity/penstock.js'
import { document, failures, printed, purposes } from '../../tools/parity/report.js'
import { drawCase, runOperator } from '../../tools/parity/run.js'
import { compare, type Tolerance } from '../../tools/parity/tolerance.js'

const flip: Parity = {
  tolerance: 0,
  case: (d) => ({
    inputs: [d.images({ dtype: d.pick(['uint8', 'float32'] as const), layout: d.pick(['HWC', 'CHW']), most: 6 })],
    ...d.arguments({ horizontal: () => d.int(0, 1), vertical: () => d.int(0, 1) }, ['horizontal', 'vertical']),
  }),
}

/** A fake that answers as penstock does, apart from `change`. */
const fake = (change: (outcome: Outcome, c: Case) => Outcome = (outcome) => outcome) => ({
  version: 'fake',
  answer: async (op: string, c: Case) => change(await answer(op, c), c),
  close: () => {},
})

const options = { cases: 40, seed: 3 }

describe('an operator', () => {
  test('whose results are equal has no failures', async () => {
    const outcomes = await runOperator('flip', flip, fake(), answer, options)
    expect(outcomes).toMatchObject({ cases: 40, worst: 0, refused: 0, failures: [] })
  })

  test('that differs in some cases has these as failures, made smaller', async () => {
    const wrong = fake((outcome, { args = {} }) =>
      args.vertical === 1 && 'outputs' in outcome
        ? { outputs: outcome.outputs.map((one) => ({ ...one, layout: 'XYZ' })) }
        : outcome,
    )
    const { failures: found } = await runOperator('flip', flip, wrong, answer, options)
    const expected = Array.from({ length: 40 }, (_, i) => i).filter((i) => drawCase(flip, 3, i).args!.vertical === 1)
    expect(found.map(({ number }) => number)).toEqual(expected)
    expect(expected.length).toBeGreaterThan(2)
    expect(found[0]!.difference).toMatch(/^layout '(HWC|CHW)', DALI has 'XYZ'$/)
    expect(found[0]!.smallest.inputs[0]!.samples).toMatchObject([{ shape: [1, 1, 1] }])
    // The command that is printed runs that case alone, and gives the same.
    const text = failures({ outcomes: { op: 'flip', failures: found } as never, parity: flip }, 3)[0]
    expect(text).toMatch(new RegExp(`again: npm run parity -- flip --seed 3 --case ${expected[0]}$`))
    const alone = await runOperator('flip', flip, wrong, answer, { ...options, only: expected[0]! })
    expect(alone.failures).toEqual([found[0]])
    expect(alone.cases).toBe(1)
  })

  test('that differs on purpose says why, and in how many cases', async () => {
    const refuses = fake((outcome, { inputs }) => (inputs[0]!.dtype === 'uint8' ? { error: 'no bytes' } : outcome))
    const reasons = { ...flip, differs: [daliRefuses(/no bytes/, 'Bytes.'), daliRefuses(/never/, 'Never.')] }
    const outcomes = await runOperator('flip', reasons, refuses, answer, options)
    expect(outcomes.failures).toEqual([])
    const [bytes, never] = outcomes.onPurpose
    expect([bytes!.cases > 0, never!.cases]).toEqual([true, 0])
    expect(purposes([{ outcomes, parity: reasons }])).toEqual([
      `flip: ${bytes!.cases} cases differ on purpose: Bytes.`,
      'flip: no case met this difference on purpose: Never.',
    ])
    expect((await runOperator('flip', flip, refuses, answer, options)).failures).toHaveLength(bytes!.cases)
  })

  test('that both refuse agrees', async () => {
    const refused: Parity = { tolerance: 0, case: (d) => ({ inputs: [d.tensor({ dtype: 'uint8', shape: [2] })] }) }
    const outcomes = await runOperator('flip', refused, fake(), answer, { ...options, cases: 3 })
    expect(outcomes).toMatchObject({ cases: 3, refused: 3, failures: [] })
  })

  test('that draws is compared by distribution', async () => {
    const drawn: Parity = {
      tolerance: 0,
      distribution: drawnValues,
      case: (d) => ({ inputs: [], batchSize: 2, args: { shape: [1000], range: [0, d.int(1, 9)] } }),
    }
    const few = { ...options, cases: 5 }
    const equal = await runOperator('random.uniform', drawn, fake(), answer, few)
    expect(equal.failures).toEqual([])
    expect(equal.worst).toBeGreaterThan(0)
    const squared = fake((outcome) =>
      mapped(outcome, (one) =>
        dataOf(
          'float32',
          [...one].map((x) => Number(x) ** 2),
        ),
      ),
    )
    expect((await runOperator('random.uniform', drawn, squared, answer, few)).failures).toHaveLength(5)
  })
})

test('few differing elements are told from many, and from other shapes', () => {
  const found = (a: number[], b: number[]) => ({ penstock: one('int16', a), dali: one('int16', b) })
  const zeros = [0, 0, 0, 0]
  expect(fewDiffer(found([0, 0, 0, 9], zeros), 0.25)).toBe(true)
  expect(fewDiffer(found([0, 0, 2, 9], zeros), 0.25)).toBe(false)
  expect(fewDiffer(found([0, 0, 2, 9], zeros), 0.25, 2)).toBe(true)
  expect(fewDiffer(found([0], zeros), 1)).toBe(false)
  expect(fewDiffer({ penstock: { error: 'x' }, dali: one('int16', zeros) }, 1)).toBe(false)
})

test('drawn shapes need only as many dimensions', async () => {
  const drawn: Parity = {
    tolerance: 0,
    distribution: ({ shape }) => ({ height: [shape[0]!] }),
    drawnShapes: true,
    ours: async () => one('uint8', [1, 2], [2, 1]),
    case: () => ({ inputs: [], batchSize: 1 }),
  }
  const answering = (outcome: Outcome) => ({ version: 'fake', answer: async () => outcome, close: () => {} })
  const few = { cases: 1, seed: 1, shrinks: 0 }
  const run = async (outcome: Outcome, parity: Parity) =>
    (await runOperator('any', parity, answering(outcome), answer, few)).failures.length
  expect(await run(one('uint8', [1, 2, 3], [3, 1]), drawn)).toBe(0)
  expect(await run(one('uint8', [1, 2], [2]), drawn)).toBe(1)
  const { drawnShapes: _, ...fixed } = drawn
  expect(await run(one('uint8', [1, 2, 3], [3, 1]), fixed)).toBe(1)
})

const mapped = (
  outcome: Outcome,
  change: (data: Samples['samples'][number]['data']) => Samples['samples'][number]['data'],
) =>
  'error' in outcome
    ? outcome
    : {
        outputs: outcome.outputs.map((one) => ({
          ...one,
          samples: one.samples.map(({ shape, data }) => ({ shape, data: change(data) })),
        })),
      }

const one = (dtype: Samples['dtype'], values: readonly number[], shape = [values.length]): Outcome => ({
  outputs: [{ dtype, layout: '', samples: [{ shape, data: dataOf(dtype, values) }] }],
})

describe('two outcomes', () => {
  const differ = (a: Outcome, b: Outcome, tolerance: Tolerance = 0) => compare(a, b, tolerance).difference
  test('differ in dtype, shape, number of outputs and elements', () => {
    expect(differ(one('uint8', [1]), one('int8', [1]))).toBe('dtype uint8, DALI has int8')
    expect(differ(one('uint8', [1]), one('uint8', [1], [1, 1]))).toBe('sample 0 has shape [1], DALI has [1, 1]')
    expect(differ({ outputs: [] }, one('uint8', [1]))).toBe('0 outputs, DALI has 1')
    expect(differ(one('uint8', [1, 2, 3, 9], [2, 2]), one('uint8', [1, 2, 4, 4], [2, 2]))).toBe(
      'sample 0, element [1, 1]: 9, DALI has 4; 2 of 4 elements differ by more, at most by 5',
    )
    expect(differ({ error: 'bad' }, one('uint8', [1]))).toBe('penstock refuses: bad')
    expect(differ(one('uint8', [1]), { error: 'bad' })).toBe('DALI refuses: bad')
    expect(differ({ error: 'bad' }, { error: 'worse' })).toBeUndefined()
  })

  test('are equal within absolute, relative and ulp tolerances, and on a share of the elements', () => {
    const close = (a: number, b: number, tolerance: Tolerance, dtype: Samples['dtype'] = 'float32') =>
      differ(one(dtype, [a]), one(dtype, [b]), tolerance) === undefined
    expect(close(5, 6, 1)).toBe(true)
    expect(close(5, 7, 1)).toBe(false)
    expect(close(1000, 1001, { rel: 1e-3 })).toBe(true)
    expect(close(1000, 1002, { rel: 1e-3 })).toBe(false)
    expect(close(1, 1 + 2 ** -23, { ulp: 1 })).toBe(true)
    expect(close(1, 1 + 2 ** -22, { ulp: 1 })).toBe(false)
    expect(close(1, 1 + 2 ** -10, { ulp: 1 }, 'float16')).toBe(true)
    expect(close(Number.NaN, Number.NaN, 0)).toBe(true)
    expect(close(Number.NaN, 1, 1e9)).toBe(false)
    const share = { share: 0.25, most: 3 }
    const four = (x: number, y = 0) =>
      differ(one('uint8', [x, y, 0, 0]), one('uint8', [0, 0, 0, 0]), share) === undefined
    expect([four(3), four(4), four(1, 1)]).toEqual([true, false, false])
  })

  test('of 64-bit integers are compared as integers', () => {
    const of = (value: bigint): Outcome => ({
      outputs: [{ dtype: 'int64', layout: '', samples: [{ shape: [1], data: BigInt64Array.of(value) }] }],
    })
    expect(compare(of(2n ** 60n), of(2n ** 60n + 1n), 0)).toMatchObject({ worst: 1, difference: expect.anything() })
  })
})

test('cases are the same for the same seed, others for another, and cover every dtype', () => {
  const any: Parity = { tolerance: 0, case: (d) => ({ inputs: [d.images({ dtype: d.pick(numberDtypes) })] }) }
  const drawn = (seed: number) => Array.from({ length: 100 }, (_, i) => drawCase(any, seed, i))
  expect(drawn(1)).toEqual(drawn(1))
  expect(drawn(1)).not.toEqual(drawn(2))
  expect(new Set(drawn(1).map(({ inputs }) => inputs[0]!.dtype))).toEqual(new Set(numberDtypes))
  expect(new Set(drawn(1).map(({ inputs }) => inputs[0]!.samples.length))).toEqual(new Set([1, 2, 3]))
})

test('every float16 is made from its number', () => {
  for (let bits = 0; bits < 65536; bits++) {
    const value = halfToNumber(bits)
    if (!Number.isNaN(value)) expect(halfBits(value)).toBe(bits)
  }
  expect([halfBits(65519), halfBits(65520), halfBits(2 ** -25), halfBits(1 + 3 / 2048)]).toEqual([
    0x7bff, 0x7c00, 0, 0x3c02,
  ])
})

test('an integer between two numbers of float16 is a difference only where DALI takes the odd one', () => {
  const differs = (ours: number[], theirs: number[], dtype: 'float16' | 'int16' = 'float16') =>
    halfTies.when({ inputs: [] }, { penstock: one(dtype, ours), dali: one(dtype, theirs) })
  const [even, odd] = [2048, 2050]
  expect([halfBits(even) % 2, halfBits(odd)]).toEqual([0, halfBits(even) + 1])
  expect(differs([even, 3], [odd, 3])).toBe(true)
  expect(differs([even, 3], [odd, 4])).toBe(false)
  expect(differs([odd], [even])).toBe(false)
  expect(differs([2], [3], 'int16')).toBe(false)
})

test('a measure is told which output it measures', async () => {
  const measured = new Set<number>()
  const drawn: Parity = {
    tolerance: 0,
    distribution: (_, __, ___, output) => {
      measured.add(output)
      return {}
    },
    case: (d) => ({ inputs: [d.given([[20, 30]], undefined, 'int32')], args: {} }),
  }
  await runOperator('randomCropGenerator', drawn, fake(), answer, { cases: 1, seed: 1 })
  expect(measured).toEqual(new Set([0, 1]))
})

test('the test of two distributions tells equal from shifted ones', () => {
  const random = randomNumbers(5)
  const draws = (shift: number) => Array.from({ length: 5000 }, () => random() + shift)
  expect(kolmogorovSmirnov(draws(0), draws(0)).p).toBeGreaterThan(0.01)
  expect(kolmogorovSmirnov(draws(0), draws(0.1)).p).toBeLessThan(1e-7)
  expect(kolmogorovSmirnov([1, 1, 2], [1, 1, 2])).toEqual({ p: 1, distance: 0 })
})

test('a run is a table and a document', async () => {
  const outcomes = await runOperator('flip', { ...flip, tolerance: 1 }, fake(), answer, { ...options, cases: 4 })
  const row = {
    outcomes: { ...outcomes, onPurpose: [{ reason: 'Because.', cases: 2 }] },
    parity: { ...flip, tolerance: 1 },
    speed: {
      ratios: [2, 1, 3],
      cpuRatios: [4, 1, 5],
      perSecond: 9,
      way: 'pipeline',
      ownWay: 'dynamic',
      data: '1 x uint8 [2]',
    },
  }
  expect(printed([row], true).split('\n')[1]!.trim()).toMatch(
    /^flip +4 +0 +0 +1 +2\.00 \(1\.00-3\.00\) +4\.00 \(1\.00-5\.00\)$/,
  )
  expect(printed([row], false)).not.toContain('2.00')
  const text = document([row], {
    dali: '2.4',
    seed: 3,
    measured: { machine: 'two cores', speeds: { flip: row.speed } },
  })
  expect(text).toContain('\n| [flip](../operators/flip.md) | 4 | 0 | 0 | 1 |\n')
  expect(text).toContain('\n| [flip](../operators/flip.md) | 2 | Because. |\n')
  expect(text).toContain(
    '\n| [flip](../operators/flip.md) | 1 x uint8 [2] | 2.00 (1.00-3.00) | 4.00 (1.00-5.00) | pipeline | dynamic |\n',
  )
  expect(document([row], { dali: '2.4', seed: 3, measured: null })).not.toContain('## Speed')
})
