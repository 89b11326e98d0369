// The process that runs DALI, and the frames that it and the harness exchange; a fake stands for DALI.
// @module-tag shared
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { Case, Outcome } from '../../tools/parity/cases.js'
import { Dali } from '../../tools/parity/dali.js'
import { dataOf } from '../../tools/parity/draw.js'
import { encode, encodeCall, FrameReader } from '../../tools/parity/frames.js'

const fake = [process.execPath, fileURLToPath(new URL('fake-dali.mjs', import.meta.url))]
const started: Dali[] = []

async function start(seconds?: number): Promise<Dali> {
  const dali = await Dali.start(fake, seconds)
  started.push(dali)
  return dali
}

afterEach(() => {
  for (const dali of started.splice(0)) dali.close()
})

const caseOf = (values: number[], mode?: string): Case => ({
  inputs: [{ dtype: 'int16', layout: 'H', samples: [{ shape: [values.length], data: dataOf('int16', values) }] }],
  args: { mode },
})

const errorOf = (outcome: Outcome) => ('error' in outcome ? outcome.error : '')

describe('the process', () => {
  test('answers calls that are made together, in order', async () => {
    const dali = await start()
    expect(dali.version).toBe('fake')
    const cases = [caseOf([1, -2]), caseOf([]), caseOf([3])]
    const outcomes = await Promise.all(cases.map((c) => dali.answer('flip', c)))
    expect(outcomes).toEqual(cases.map((c) => ({ outputs: c.inputs })))
  })

  test('that crashes fails the call that it was at, and no other', async () => {
    const dali = await start()
    const cases = [caseOf([1]), caseOf([2], 'crash'), caseOf([3]), caseOf([4], 'crash'), caseOf([5])]
    const outcomes = await Promise.all(cases.map((c) => dali.answer('flip', c)))
    expect(outcomes.map(errorOf).map((text) => text.split(':')[0])).toEqual(['', 'DALI failed', '', 'DALI failed', ''])
    expect(errorOf(outcomes[1]!)).toBe('DALI failed: its process ended (SIGSEGV): dies now')
    expect(outcomes[4]).toEqual({ outputs: cases[4]!.inputs })
  })

  test('that is starting again ends when it is not needed any more', async () => {
    const running = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
    const dali = await start()
    await dali.answer('flip', caseOf([2], 'crash'))
    dali.close()
    for (let i = 0; running() > 0 && i < 200; i++) await new Promise((resolve) => setTimeout(resolve, 20))
    expect(running()).toBe(0)
  })

  test('has a working folder of its own, which is removed with it', async () => {
    const dali = await start()
    const folder = errorOf(await dali.answer('dumpImage', caseOf([1], 'cwd')))
    expect(readdirSync(folder)).toEqual([])
    dali.close()
    expect(existsSync(folder)).toBe(false)
  })

  test('is replaced after a case in which it may have written outside of its memory', async () => {
    const dali = await start()
    const idOf = async (c: Case) => errorOf(await dali.answer('flip', c))
    const [risky, next, last] = await Promise.all([
      idOf({ ...caseOf([1], 'pid'), risky: true }),
      idOf(caseOf([2], 'pid')),
      idOf(caseOf([3], 'pid')),
    ])
    expect(risky).toMatch(/^process \d+$/)
    expect(next).not.toBe(risky)
    expect(last).toBe(next)
  })

  test('that hangs fails the call that it was at, after its time', async () => {
    const dali = await start(0.5)
    const [hung, next] = await Promise.all([dali.answer('flip', caseOf([1], 'hang')), dali.answer('flip', caseOf([2]))])
    expect(errorOf(hung)).toMatch(/no answer within 0\.5 s$/)
    expect(next).toEqual({ outputs: caseOf([2]).inputs })
  })

  test('that does not start is an error with its messages', async () => {
    await expect(Dali.start([...fake, 'broken'])).rejects.toThrow(
      /^DALI ended before it was ready \(1\): no module named dali/,
    )
  })

  test('that does not start again fails what waits for it, and is tried again by the next call', async () => {
    const dali = await Dali.start([...fake, 'late'])
    started.push(dali)
    const answer = (c: Case) => dali.answer('flip', c)
    const outcomes = await Promise.all([answer(caseOf([1], 'crash')), answer(caseOf([2]))])
    expect(outcomes.map(errorOf)).toEqual([
      'DALI failed: its process ended (SIGSEGV): dies now',
      expect.stringContaining('ended before it was ready (1)'),
    ])
    expect(await answer(caseOf([3]))).toEqual({ outputs: caseOf([3]).inputs })
  })

  test("is given DALI's names, and types of arguments by the schema", async () => {
    const dali = await start()
    const c: Case = {
      inputs: [],
      args: { mode: 'refuse', fillValue: [1, Number.NaN], axisNames: 'HW', axes: undefined },
    }
    expect(JSON.parse(errorOf(await dali.answer('erase', c)).slice('refuses '.length))).toEqual([
      ['mode', 'string', 'refuse'],
      ['fill_value', 'float[]', [1, 'NaN']],
      ['axis_names', 'layout', 'HW'],
    ])
  })
})

test('frames are read whatever pieces they come in', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.integer({ min: 1, max: 50 }), (payloads, size) => {
      const all = Buffer.concat(payloads.map((payload, i) => encode({ i }, [Buffer.from(payload)])))
      const reader = new FrameReader()
      const frames = []
      for (let at = 0; at < all.length; at += size) frames.push(...reader.push(all.subarray(at, at + size)))
      expect(frames.map(({ header, payload }) => [header, [...payload]])).toEqual(
        payloads.map((payload, i) => [{ i }, [...payload]]),
      )
    }),
  )
})

test('a call in a frame has its inputs and per-sample arguments as bytes, in order', () => {
  const values = { dtype: 'int32', layout: '', samples: [{ shape: [], data: dataOf('int32', [1]) }] } as const
  const [frame] = new FrameReader().push(
    encodeCall('case', 'flip', { ...caseOf([7, 8]), argInputs: { horizontal: values } }),
  )
  expect(frame!.header).toMatchObject({
    op: 'flip',
    batchSize: 1,
    inputs: [{ dtype: 'int16', layout: 'H', shapes: [[2]] }],
    argInputs: { horizontal: { dtype: 'int32', shapes: [[]] } },
  })
  expect([...frame!.payload]).toEqual([7, 0, 8, 0, 1, 0, 0, 0])
})
