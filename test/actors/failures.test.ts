// Tests which failure the consumer gets when an actor has failed and a thread has ended: the actor's failure comes
// first, in whatever order the supervisor learns of the two.
// @module-tag shared
import { describe, expect, test } from 'vitest'
import { Failures } from '../../src/actors/failures.js'
import type { ActorSlot, Wiring } from '../../src/actors/wiring.js'
import { PipelineError } from '../../src/errors.js'

/** reader (0) > js (1), with two actors > cpu (2) > sink (3). */
const edges = [
  { from: 0, to: 1 },
  { from: 1, to: 2 },
  { from: 2, to: 3 },
]
const counts = [1, 2, 1, 1]
type Sent = { batches: number; failed: boolean }

function graph() {
  const places = counts.flatMap((replicas, stage) =>
    Array.from({ length: replicas }, (_, replica) => ({ stage, replica, replicas }) as ActorSlot),
  )
  const sent = new Map<ActorSlot, Sent>()
  const wiring = {
    actorSlots: places,
    sink: places.at(-1)!,
    sentBy: (place: ActorSlot) => sent.get(place) ?? { batches: 0, failed: false },
  } as unknown as Wiring
  const [reader, first, second, cpu] = places as [ActorSlot, ActorSlot, ActorSlot, ActorSlot]
  return { failures: new Failures(wiring, edges), sent, reader, first, second, cpu }
}
const died = new PipelineError({ code: 'ACTOR_DIED', message: 'its thread ended' })
const threw = new PipelineError({ code: 'USER_FUNCTION', message: 'it threw' })

describe('the consumer', () => {
  test('hears of no failure while all actors live', () => {
    expect(graph().failures.lost).toBeUndefined()
  })

  test.each(['reader', 'first', 'cpu'] as const)('hears of a thread that ends without a word: %s', (which) => {
    const g = graph()
    g.failures.noteDead(g[which], died)
    expect(g.failures.lost).toBe(died)
  })

  test.each([
    ['said, then died', ['noteFailed', 'noteDead']],
    ['died, and the message of its failure came late', ['noteDead', 'noteFailed']],
    ['died before the message of its failure was sent', ['noteDead']],
  ] as const)('a failure that was said is awaited: %s', (_, notes) => {
    const g = graph()
    g.sent.set(g.first, { batches: 3, failed: true })
    for (const note of notes) g.failures[note](g.first, note === 'noteDead' ? died : threw)
    expect(g.failures.lost).toBeUndefined()
    // The actor behind it dies before it has passed the failure on.
    g.failures.noteDead(g.cpu, died)
    expect(g.failures.lost).toBe(died)
    // It had passed it on.
    g.sent.set(g.cpu, { batches: 5, failed: true })
    expect(g.failures.lost).toBeUndefined()
  })

  test('hears of the first in turn among dead actors that take turns', () => {
    const g = graph()
    // The first actor has sent batches 0, 2 and died; the second 1, and says its failure as batch 3.
    g.sent.set(g.first, { batches: 2, failed: false })
    g.sent.set(g.second, { batches: 2, failed: true })
    g.failures.noteFailed(g.second, threw)
    g.failures.noteDead(g.first, died)
    expect(g.failures.lost).toBeUndefined()
    // The first has sent batch 0 alone: batch 2 never comes, and the failure behind it does not either.
    g.sent.set(g.first, { batches: 1, failed: false })
    expect(g.failures.lost).toBe(died)
  })

  test('receives a failure that comes before the turn of a dead actor', () => {
    const g = graph()
    g.sent.set(g.reader, { batches: 5, failed: true })
    g.sent.set(g.first, { batches: 2, failed: false })
    g.sent.set(g.second, { batches: 2, failed: false })
    g.failures.noteDead(g.second, died)
    // The failure is batch 4, which is the first actor's; what the dead one would have sent next is batch 5.
    expect(g.failures.lost).toBeUndefined()
    g.sent.set(g.reader, { batches: 7, failed: true })
    expect(g.failures.lost).toBe(died)
  })

  test('hears at once of a failure in an epoch that was given up', () => {
    const g = graph()
    // sentBy() says so: its last batch is of an older generation.
    g.sent.set(g.first, { batches: 3, failed: false })
    g.failures.noteFailed(g.first, threw)
    expect(g.failures.lost).toBe(threw)
  })
})
