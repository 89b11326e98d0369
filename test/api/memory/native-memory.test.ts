// Memory that is given back and memory that is counted, at the native boundary.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/generated/abi.js'
import { native, type ProgramReport } from '../../../src/native.js'
import { failure } from '../../util/collect.js'

const MB = 2 ** 20
const residentBytes = () => Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]) * 1024

const program = (threads: number, more: object) =>
  native().programCreate(
    JSON.stringify({
      batchSize: 4,
      threads,
      seed: 0,
      inputs: [],
      ops: [
        { op: 'random.normal', id: 1, inputs: [], outputs: [0], args: { shape: [1000, 1000] }, argInputs: {} },
        { op: 'cast', id: 2, inputs: [0], outputs: [1], args: { dtype: 'float16' }, argInputs: {} },
      ],
      outputs: [1],
      ...more,
    }),
    {},
  )

/** One batch of four samples into a slot of its own. */
function batch(handle: number): void {
  const n = native()
  const ids = new Float64Array(16)
  const bytes = n.programSetup(handle, 0, ids, 0, 4, memory.mayCome)
  const slot = n.open(new Uint8Array(new SharedArrayBuffer(bytes)))
  try {
    n.programRun(handle, slot, memory.willNotCome)
    n.programFinish(handle, slot, 0)
  } finally {
    n.close(slot)
  }
}

describe('trim', { timeout: 60_000 }, () => {
  test('gives the pages of a growable buffer back, as zeros', () => {
    const n = native()
    const buffer = new SharedArrayBuffer(64 * 1024, { maxByteLength: 1024 * MB })
    const memory = n.open(new Uint8Array(buffer))
    buffer.grow(64 * MB)
    n.resize(memory, 64 * MB)
    // A view of fixed length is much faster than one that follows the buffer's.
    const bytes = new Uint8Array(buffer, 0, 64 * MB).fill(7)
    const full = residentBytes()
    const kept = 3 * MB + 100
    const freed = n.trim(memory, kept)
    expect(freed).toBeGreaterThan(60 * MB)
    expect(freed).toBeLessThanOrEqual(64 * MB - kept)
    expect(full - residentBytes()).toBeGreaterThan(55 * MB)
    expect([bytes[kept - 1], bytes[kept], bytes[4 * MB], bytes[64 * MB - 1]]).toEqual([7, 7, 0, 0])
    expect(bytes.indexOf(7, kept + 4096)).toBe(-1)
    // It stays usable, and grows.
    bytes.fill(9)
    buffer.grow(66 * MB)
    expect(new Uint8Array(buffer, 64 * MB - 1, 2)).toEqual(Uint8Array.of(9, 0))
    expect(n.trim(memory, 0)).toBe(64 * MB)
    expect(n.trim(memory, 1000 * MB)).toBe(0)
    n.close(memory)
  })

  test('frees the scratch of a program, which stays usable', () => {
    const handle = program(2, {})
    batch(handle)
    const scratch = (JSON.parse(native().report(handle)) as ProgramReport).scratchBytes
    expect(scratch).toBeGreaterThan(4e6)
    expect(native().trim(handle, 0)).toBe(scratch)
    expect(native().trim(handle, 0)).toBe(0)
    batch(handle)
    native().close(handle)
  })
})

describe('the account', { timeout: 60_000 }, () => {
  const open = (limit: number) => {
    const words = new BigInt64Array(new SharedArrayBuffer(4096))
    const block = native().open(new Uint8Array(words.buffer))
    words[33] = BigInt(limit)
    const account = { block, offset: 256 }
    return { words, block, account, used: () => Number(Atomics.load(words, 32)) }
  }

  test('counts a program as long as it lives', () => {
    const { account, used } = open(0)
    const handle = program(2, { account })
    const tables = used()
    expect(tables).toBeGreaterThan(0)
    batch(handle)
    expect(used() - tables).toBe((JSON.parse(native().report(handle)) as ProgramReport).scratchBytes)
    native().close(handle)
    expect(used()).toBe(0)
  })

  test('keeps its limit; the error names operator and sample', async () => {
    const { account, used } = open(3 * MB)
    const handle = program(1, { account })
    const error = await failure(() => batch(handle))
    expect(error).toMatchObject({ code: 'BUDGET_EXCEEDED', op: 'random.normal', sample: { index: 0 } })
    expect(error.message).toMatch(
      /Expected \d+ bytes more within memoryBudget.host of 3145728, of which \d+ are in use/,
    )
    expect(error.hint).toContain('memoryBudget.host')
    expect(used()).toBeLessThanOrEqual(3 * MB)
    native().close(handle)
    expect(used()).toBe(0)
    expect(await failure(() => program(1, { account: { ...account, offset: 4092 } }))).toMatchObject({
      code: 'INTERNAL',
    })
  })

  test('may go before its programs', () => {
    const { account, block, used } = open(0)
    const handle = program(1, { account })
    batch(handle)
    const before = used()
    native().close(block)
    native().trim(handle, 0)
    native().close(handle)
    expect(used()).toBe(before)
  })
})

test('a report tells the bytes of every output', { timeout: 60_000 }, () => {
  const handle = program(1, {})
  batch(handle)
  const { ops } = JSON.parse(native().report(handle)) as ProgramReport
  expect(ops.map((o) => o.outputs)).toEqual([
    [{ real: 4_000_000, maxReal: 4_000_000, reserved: 4_000_064, maxReserved: 4_000_064 }],
    [{ real: 8_000_000, maxReal: 2_000_000, reserved: 8_000_000, maxReserved: 2_000_000 }],
  ])
  native().close(handle)
})
