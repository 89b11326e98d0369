// When waiting for memory is hopeless: only after several looks over a second, all of which found that nothing moves.
// @module-tag shared
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BudgetDeadlock } from '../../src/actors/budget-deadlock.js'
import { StageStats, Wait } from '../../src/actors/stats.js'
import { ring } from '../../src/generated/abi.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const peersAt = (kinds: readonly ('source' | 'cpu')[]) =>
  kinds.map((kind, i) => ({ bell: 1 + i, stats: i * ring.statsBytes, kind }))

/** A deadlock that actor 0 watches for, beside another actor that waits. */
function watched(kind: 'source' | 'cpu' = 'cpu') {
  const buffer = new SharedArrayBuffer(2 * ring.statsBytes)
  const own = new StageStats(buffer, 0)
  const other = new StageStats(buffer, ring.statsBytes)
  own.start()
  other.start()
  other.waitBegin(Wait.blocked)
  const words = { leased: 0, progress: 0, memory: { usedBytes: 3, limitBytes: 4 }, buffer }
  return { words, other, deadlock: new BudgetDeadlock(words as never, { peers: peersAt(['cpu', kind]) }, own) }
}
/** Looks so often, so many milliseconds after one another; returns what the last look has found. */
function looks(deadlock: BudgetDeadlock, count: number, everyMs: number): boolean {
  let found = false
  for (let i = 0; i < count; i++) {
    vi.advanceTimersByTime(everyMs)
    found = deadlock.look()
  }
  return found
}

it('takes more than five looks and more than a second', () => {
  expect(looks(watched().deadlock, 5, 400)).toBe(false)
  expect(looks(watched().deadlock, 6, 400)).toBe(true)
  expect(looks(watched().deadlock, 50, 20)).toBe(false)
  expect(looks(watched().deadlock, 51, 20)).toBe(true)
})

it.each<[string, (all: ReturnType<typeof watched>) => void]>([
  ['a batch that moves', ({ words }) => words.progress++],
  ['a batch that the user holds', ({ words }) => (words.leased = 1)],
  ['an actor that works', ({ other }) => other.waitEnd()],
])('begins anew with %s', (_, change) => {
  // In turn the time and the number of looks are what is not reached.
  for (const [before, after, everyMs] of [
    [6, 6, 150],
    [5, 4, 400],
  ] as const) {
    const all = watched()
    expect(looks(all.deadlock, before, everyMs)).toBe(false)
    change(all)
    expect(looks(all.deadlock, 1, everyMs)).toBe(false)
    all.words.leased = 0
    all.other.waitBegin(Wait.blocked)
    expect(looks(all.deadlock, after, everyMs)).toBe(false)
    expect(looks(all.deadlock, 1, everyMs)).toBe(true)
  }
})

it('does not wait for a source, which works only in turns of the event loop', () => {
  const { deadlock, other } = watched('source')
  other.waitEnd()
  expect(looks(deadlock, 6, 400)).toBe(true)
})

it('says how much is used and how much a batch needs', () => {
  const { deadlock, words } = watched()
  Object.assign(words.memory, { usedBytes: 3 * 2 ** 20, limitBytes: 4 * 2 ** 20 })
  expect(() => deadlock.check(2 ** 21)).not.toThrow()
  vi.advanceTimersByTime(2000)
  for (let i = 0; i < 4; i++) deadlock.check(2 ** 21)
  expect(() => deadlock.check(2 ** 21)).toThrow(/host = 4\.0 MiB: 3\.0 MiB are in use, and a batch needs 2\.0 MiB/)
})
