// Messages of consumers, which are other programs: they come in pieces, and may be anything.
// @module-tag shared
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { consumerLanguage, MessageReader } from '../../src/bridge/message-reader.js'
import { framed, mostMessageBytes, type Request } from '../../src/bridge/protocol.js'

/** The first message of these bytes. */
function read(bytes: Buffer): Request | undefined {
  const reader = new MessageReader<Request>(consumerLanguage)
  reader.add(bytes)
  return reader.next()
}

const requests: fc.Arbitrary<Request> = fc.oneof(
  fc.record({ t: fc.constant('begin' as const), iteration: fc.nat() }),
  fc.record({ t: fc.constant('take' as const), b: fc.maxSafeNat() }),
  fc.record({ t: fc.constant('free' as const), b: fc.array(fc.maxSafeNat()) }),
  fc.record({ t: fc.constant('leave' as const) }),
  fc.record({
    t: fc.constant('call' as const),
    id: fc.nat(),
    name: fc.constantFrom('statistics', 'checkpoint', 'facts'),
  }),
  fc.record({
    t: fc.constant('call' as const),
    id: fc.nat(),
    name: fc.constant('picture' as const),
    b: fc.maxSafeNat(),
  }),
)

test('messages come out whole, however the bytes are cut', { tags: 'property' }, () => {
  fc.assert(
    fc.property(fc.array(requests), fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (messages, cuts) => {
      const bytes = Buffer.concat(messages.map((message) => framed(message)))
      const reader = new MessageReader<Request>(consumerLanguage)
      const out: Request[] = []
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const size = cuts[i % cuts.length]!
        reader.add(Buffer.from(bytes.subarray(at, at + size)))
        for (let one = reader.next(); one; one = reader.next()) out.push(one)
        at += size
      }
      expect(out).toEqual(messages)
    }),
  )
})

test.each([
  ['no JSON', '{'],
  ['no object', '3'],
  ['nothing', ''],
  ['zeros', '\0\0'],
  ['null', 'null'],
  ['another kind', '{"t":"open","path":"/etc/passwd"}'],
  ['a kind of every object', '{"t":"constructor"}'],
  ['a number of a batch that is none', '{"t":"take","b":-1}'],
  ['numbers that are none', '{"t":"free","b":["1"]}'],
  ['a picture of no batch', '{"t":"call","id":1,"name":"picture"}'],
  ['a picture of what is no number', '{"t":"call","id":1,"name":"picture","b":"0"}'],
  ['a call that is not offered', '{"t":"call","id":1,"name":"close"}'],
])('refuses %s', (_, text) => {
  const bytes = Buffer.alloc(4 + text.length)
  bytes.writeUInt32LE(text.length)
  bytes.write(text, 4)
  expect(() => read(bytes)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})

test('refuses a message that is too long before its bytes come', () => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(mostMessageBytes + 1)
  expect(() => read(bytes)).toThrow(/at most 65536 bytes/)
})
