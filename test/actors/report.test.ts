// Tests the reports of actors with user code through shared memory.
// @module-tag shared
import { describe, expect, test } from 'vitest'
import { mergedReport, UserReport } from '../../src/actors/report.js'

const stage = { op: 'jsFunction', name: 'f', id: 3, outputs: [{}] }
const entry = (batch: number, index: number, reason = 'no') => ({
  batch,
  index,
  reason,
  path: `${index}.jpg`,
  epoch: 0,
  op: 'jsFunction',
  callSite: 'job.ts:1:1',
  code: 'USER_FUNCTION',
})

describe('reports', () => {
  test('come in the order of the batches of several workers', () => {
    const buffers = [UserReport.allocate(), UserReport.allocate()]
    const [even, odd] = buffers.map((buffer) => new UserReport(buffer))
    for (const [batch, index] of [
      [0, 3],
      [0, 7],
      [2, 21],
    ] as const)
      even!.bad(entry(batch, index))
    odd!.bad(entry(1, 12))
    even!.ran(0.25, 20)
    odd!.ran(0.5, 10)
    even!.made(0, 100, 30)
    even!.made(0, 90, 10)
    odd!.made(0, 80, 40)
    const { ops, bad, badTotal } = mergedReport(stage, buffers)
    expect(bad.map(({ index }) => index)).toEqual([3, 7, 12, 21])
    expect(bad[0]).not.toHaveProperty('batch')
    expect(badTotal).toBe(4)
    const outputs = [{ real: 100, maxReal: 30, reserved: 100, maxReserved: 30 }]
    expect(ops).toEqual([{ op: 'jsFunction', name: 'f', id: 3, seconds: 0.75, samples: 30, warned: 0, outputs }])
  })

  test('only count bad samples past the room for text', () => {
    const buffer = UserReport.allocate()
    const report = new UserReport(buffer)
    for (let i = 0; i < 40; i++) report.bad(entry(i, i, 'x'.repeat(2 ** 16)))
    const { bad, badTotal } = mergedReport(stage, [buffer])
    expect(badTotal).toBe(40)
    expect(bad.length).toBe(31)
    expect(bad.at(-1)!.reason.length).toBe(2 ** 16)
  })

  test('tell the bad samples of an index apart by their epochs', () => {
    const report = new UserReport(UserReport.allocate())
    report.bad(entry(0, 5, 'first'))
    report.bad({ ...entry(4, 5, 'second'), epoch: 1 })
    expect([0, 1, 2].map((epoch) => report.find(5, epoch)?.reason)).toEqual(['first', 'second', undefined])
    expect(report.find(6, 0)).toBeUndefined()
  })
})
