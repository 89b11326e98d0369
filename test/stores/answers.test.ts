// Whatever answers a server gives, short ones, cut ones, those of other versions and those that are none: a read gives the
// bytes of the object, or it fails with an error. Where the answers are honest about what they have, it gives the bytes.
// @module-tag property
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreFailure } from '../../src/readers/stores/failure.js'
import type { StoreLimits } from '../../src/readers/stores/limits.js'
import { type Range, readObject, type Target } from '../../src/readers/stores/object.js'
import { room } from '../../src/readers/stores/room.js'
import { within } from '../util/collect.js'
import { type Answer, HostileStore, kinds, type Naming } from '../util/hostile-store.mjs'
import { check } from '../util/soak.js'

let store: HostileStore
beforeAll(async () => {
  store = await HostileStore.open()
})
afterAll(() => store.close())

const retries = { attempts: 6, firstPause: 1, longestPause: 1 }
async function read(range: Partial<Range>, limits?: StoreLimits) {
  const target: Target = { prepare: (headers) => ({ url: new URL(`${store.url}/object`), headers }) }
  const chunks: Buffer[] = []
  const give = (bytes: Uint8Array) => chunks.push(Buffer.from(bytes))
  const { signal } = new AbortController()
  const options = { signal, retries, timeout: 2000, ...(limits && { limits }) }
  const end = await readObject(target, { offset: 0, size: -1, tag: '', ...range }, give, options)
  return { ...end, bytes: Buffer.concat(chunks) }
}

const play = (script: readonly Answer[], naming: Naming, versions: Buffer[]) =>
  store.play({ '/object': { script, naming, versions } })
const answers = (of: readonly string[]): fc.Arbitrary<Answer> =>
  fc.record({
    kind: fc.constantFrom(...of),
    sent: fc.oneof(fc.constant(100), fc.integer({ min: 0, max: 100 })),
    reset: fc.boolean(),
    number: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.nat({ max: 5000 })),
  })
const honest: Answer = { kind: 'honest', sent: 100, reset: false, number: 0 }
const versionsOf = (size: number) =>
  [0, 1, 2].map((v) => Buffer.from(Array.from({ length: size }, (_, i) => (i * 7 + v) % 251)))
const ranges = fc.oneof(
  fc.constant({ offset: 0, size: -1 }),
  fc.record({ offset: fc.nat({ max: 900 }), size: fc.integer({ min: 1, max: 900 }) }),
)
const namings = fc.constantFrom<Naming>('etag', 'weak', 'time', 'none')

describe('the bytes of a read', () => {
  const played = fc.record({
    size: fc.nat({ max: 800 }),
    range: ranges,
    naming: namings,
    script: fc.array(answers(kinds), { maxLength: 8 }),
  })
  it('are those of one version of the object, or there is an error, whatever the server answers', async () => {
    const property = fc.asyncProperty(played, async ({ size, range, naming, script }) => {
      const versions = versionsOf(size)
      play(script, naming, versions)
      const result = await within(
        10_000,
        'the read',
        read(range).catch((error: unknown) => error),
      )
      if (result instanceof Error) return void expect(result).toBeInstanceOf(StoreFailure)
      const { bytes, total } = result as Awaited<ReturnType<typeof read>>
      const parts = versions.map((data) =>
        data.subarray(range.offset, range.size < 0 ? size : range.offset + range.size),
      )
      expect([bytes.length, parts.some((part) => part.equals(bytes))]).toEqual([parts[0]!.length, true])
      // A wrong size beside right bytes is found where it differs from that of another answer.
      if (range.size < 0) expect(total).toBe(size)
    })
    await check(3000, 35, property, 60)
  })

  it('come whole where each answer says what it has, however short it is, and wherever it is cut', async () => {
    const script = fc.array(answers(['honest', 'short', 'longer', 'redirect']), { maxLength: 8 })
    const cases = fc.record({ size: fc.integer({ min: 1, max: 800 }), range: ranges, naming: namings, script })
    const property = fc.asyncProperty(cases, async ({ size, range, naming, script }) => {
      const [data] = versionsOf(size)
      // A cut answer without a byte is an attempt that has failed, of which there may be five one after the other.
      play(
        script.map((one, i) => (i % 5 === 4 ? { ...one, sent: 100 } : one)),
        naming,
        [data!],
      )
      const { bytes, total } = await read(range)
      expect(total).toBe(size)
      const end = range.size < 0 ? size : range.offset + range.size
      expect(bytes.equals(data!.subarray(range.offset, end))).toBe(true)
    })
    await check(1500, 36, property, 40)
  })

  it('are not cut where a whole object is cut, and continued by a short answer', async () => {
    const [data] = versionsOf(700)
    play(
      [
        { ...honest, sent: 10 },
        { ...honest, kind: 'short', number: 39 },
        { ...honest, kind: 'short', number: 39 },
      ],
      'etag',
      [data!],
    )
    const { bytes, total } = await read({})
    expect([total, bytes.equals(data!), store.requests]).toEqual([700, true, 4])
  })

  it('end where they may have no end: with more than an object may have, and slower than they may come', async () => {
    const [data] = versionsOf(5000)
    const limits = { maxObjectBytes: 4999, maxSeconds: 300 }
    for (const kind of ['honest', 'chunked'] as const) {
      play([{ ...honest, kind }], 'etag', [data!])
      await expect(read({}, limits)).rejects.toThrow('it has more than 4999 bytes')
      play([{ ...honest, kind }], 'etag', [data!])
      expect((await read({}, { ...limits, maxObjectBytes: 5000 })).bytes.length).toBe(5000)
    }
    // A byte for each request.
    const drips: Answer[] = Array.from({ length: 200 }, () => ({ ...honest, kind: 'short', number: 0 }))
    play(drips, 'etag', [Buffer.alloc(200)])
    await expect(read({}, { maxObjectBytes: 1e9, maxSeconds: 0 })).rejects.toThrow(/it took \d+ s for \d+ bytes/)
    expect(store.requests).toBeLessThan(5)
  })
})

it('large objects come a few at a time, whatever their servers say of their size', async () => {
  // 17 MiB each, of servers that say so, and of servers that do not, whose objects may have a gigabyte.
  const size = 17 * 2 ** 20
  const data = Buffer.alloc(size, 7)
  for (const kind of ['honest', 'chunked']) {
    play(
      [0, 1, 2].map((i) => ({ ...honest, kind, sent: i ? 100 : 50 })),
      'etag',
      [data],
    )
    const sizes = await Promise.all([0, 1].map(async () => (await read({})).bytes.length))
    expect(sizes).toEqual([size, size])
  }
})

it('room for large objects is given in turn, and given back', async () => {
  const { signal } = new AbortController()
  const most = 2 ** 29
  expect([await room.take(most * 2, signal), room.tryTake(1)]).toEqual([true, false])
  const order: string[] = []
  const leaving = new AbortController()
  const late = room.take(most, leaving.signal).then((given) => order.push(`left ${given}`))
  const next = [most / 2, most / 2, 1].map((bytes) => room.take(bytes, signal).then(() => order.push(`${bytes}`)))
  leaving.abort()
  await late
  room.give(most * 2)
  await Promise.all(next.slice(0, 2))
  expect(order).toEqual(['left false', `${most / 2}`, `${most / 2}`])
  room.give(most / 2)
  await next[2]
  room.give(most / 2 + 1)
  expect(room.tryTake(most)).toBe(true)
  room.give(most)
})
