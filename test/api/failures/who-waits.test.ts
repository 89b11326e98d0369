// Tests the report of which stage waits for which in a pipeline that stands still.
// @module-tag shared
import { describe, expect, test } from 'vitest'
import { StageStats, Wait } from '../../../src/actors/stats.js'
import { whoWaits } from '../../../src/engine/who-waits.js'
import { ring } from '../../../src/generated/abi.js'

/** An actor that has been at it for `seconds`. */
function actor(stage: number, kind: Wait | 'works' | 'not started', seconds: number, batches = 3) {
  let now = 1e6
  const stats = new StageStats(new SharedArrayBuffer(ring.statsBytes), 0, () => now)
  if (kind !== 'not started') stats.start()
  for (let i = 0; i < batches; i++) stats.batch(1, 1)
  now += 500
  if (typeof kind === 'number') stats.waitBegin(kind)
  now += 1e3 * seconds
  return { stage, counters: stats.read() }
}

const stages = [
  { name: 'reader', kind: 'reader' },
  { name: 'rows', kind: 'source' },
  { name: 'cpu', kind: 'cpu' },
  { name: 'sink', kind: 'sink' },
]
const box = (from: number, to: number, full: number) => ({ from, to, capacity: 2, full })

describe('the report of waiting stages', () => {
  test('names a stage that does not come back', () => {
    const lines = whoWaits({
      stages,
      actors: [
        actor(0, Wait.blocked, 3.2, 6),
        actor(1, Wait.blocked, 3, 6),
        actor(2, 'works', 9),
        actor(3, Wait.starved, 3.24),
      ],
      mailboxes: [box(0, 2, 2), box(1, 2, 2), box(2, 3, 0)],
    })
    expect(lines).toEqual([
      'reader: waits 3.2 s for room from cpu, after 6 batches',
      'rows: waits 3.0 s for room from cpu, after 6 batches',
      'cpu: works, after 3 batches',
      'sink: waits 3.2 s for input from cpu, after 3 batches',
      'mailbox reader > cpu: 2 of 2 full',
      'mailbox rows > cpu: 2 of 2 full',
      'mailbox cpu > sink: 0 of 2 full',
    ])
  })

  test('names the sample that has taken longest', () => {
    const at = (index: number, seconds: number, more: object = {}) => ({
      ...{ op: 'decoders.image', callSite: 'train.mjs:3:9', index, source: `${index}.jpg`, seconds },
      ...more,
    })
    const works = (running: ReturnType<typeof at>[]) =>
      whoWaits({ stages, actors: [{ ...actor(2, 'works', 9), running }], mailboxes: [] })[0]
    expect(works([at(4, 0.5), at(7, 31.27), at(5, 2)])).toBe(
      'cpu: works on sample 7 (7.jpg) in decoders.image at train.mjs:3:9 for 31.3 s, after 3 batches',
    )
    expect(works([at(4, 0.5, { callSite: '', source: '' })])).toBe(
      'cpu: works on sample 4 in decoders.image for 500 ms, after 3 batches',
    )
    expect(works([at(-1, 2, { op: '', source: '' })])).toBe('cpu: works on a batch for 2.0 s, after 3 batches')
    expect(works([])).toBe('cpu: works, after 3 batches')
  })

  test('blames the empty mailbox of a source', () => {
    const lines = whoWaits({
      stages,
      actors: [actor(1, Wait.starved, 0.25, 1), actor(2, Wait.starved, 2)],
      mailboxes: [box(0, 2, 1), box(1, 2, 0), box(2, 3, 0)],
    })
    expect(lines.slice(0, 2)).toEqual([
      'rows: waits 250 ms for its own data, after 1 batch',
      'cpu: waits 2.0 s for input from rows, after 3 batches',
    ])
  })

  test('names inputs, memory and a start; replicas have numbers', () => {
    const lines = whoWaits({
      stages,
      actors: [actor(0, 'not started', 5, 0), actor(2, Wait.starved, 2), actor(2, Wait.memory, 4)],
      mailboxes: [box(0, 2, 0), box(1, 2, 0), box(2, 3, 2)],
    })
    expect(lines.slice(0, 3)).toEqual([
      'reader: has not started, after 0 batches',
      'cpu 1: waits 2.0 s for input from reader and rows, after 3 batches',
      'cpu 2: waits 4.0 s for memory within the budget, after 3 batches',
    ])
  })
})
