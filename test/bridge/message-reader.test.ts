// Messages of consumers, which are other programs: they come in pieces, and may be anything.
// @module-tag shared
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MessageReader } from '../../src/bridge/message-reader.js'
import { framed, mostMessageBytes, type Request } from '../../src/bridge/protocol.js'

const requests: fc.Arbitrary<Request> = fc.oneof(
  fc.record({ t: fc.constant('begin' as const), iteration: fc.nat() }),
  fc.record({ t: fc.constant('take' as const), b: fc.maxSafeNat() }),
  fc.record({ t: fc.constant('free' as const), b: fc.array(fc.maxSafeNat()) }),
  fc.record({ t: fc.constantFrom('leave', 'descriptors') }),
  fc.record({
    t: fc.constant('call' as const),
    id: fc.nat(),
    name: fc.constantFrom('statistics', 'checkpoint', 'facts'),
  }),
)

test('messages come out whole, however the bytes are cut', { tags: 'property' }, () => {
  fc.assert(
    fc.property(fc.array(requests), fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (messages, cuts) => {
      const bytes = Buffer.concat(messages.map((message) => framed(message)))
      const reader = new MessageReader()
      const out: Request[] = []
      for (let at = 0, i = 0; at < bytes.length; i++) {
        const size = cuts[i % cuts.length]!
        out.push(...reader.take(Buffer.from(bytes.subarray(at, at + size))))
        at += size
      }
      expect(out).toEqual(messages)
    }),
  )
})

test.each([
  ['no JSON', '{'],
  ['no object', '3'],
  ['null', 'null'],
  ['another kind', '{"t":"open","path":"/etc/passwd"}'],
  ['a kind of every object', '{"t":"constructor"}'],
  ['a number of a batch that is none', '{"t":"take","b":-1}'],
  ['numbers that are none', '{"t":"free","b":["1"]}'],
  ['a call that is not offered', '{"t":"call","id":1,"name":"close"}'],
])('refuses %s', (_, text) => {
  const bytes = Buffer.alloc(4 + text.length)
  bytes.writeUInt32LE(text.length)
  bytes.write(text, 4)
  expect(() => new MessageReader().take(bytes)).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }))
})

// Marks of take and free, other marks, numbers beyond those that are exact, and other sizes.
test.each([
  ['0200ffffffffffffffff', 'the number of a batch'],
  ['0300000000000000ff7f', 'the number of a batch'],
  ['01000000000000000000', 'a message of a consumer'],
  ['0200000000000000', 'a message of a consumer'],
  ['020000000000000000000000', 'a message of a consumer'],
  ['02', 'a message of a consumer'],
  ['', 'a message of a consumer'],
])('refuses the bytes %s', (digits, expected) => {
  const body = Buffer.from(digits, 'hex')
  const bytes = Buffer.concat([Buffer.alloc(4), body])
  bytes.writeUInt32LE(body.length)
  expect(() => new MessageReader().take(bytes)).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining(`Expected ${expected}`) }),
  )
})

test('refuses a message that is too long before its bytes come', () => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(mostMessageBytes + 1)
  expect(() => new MessageReader().take(bytes)).toThrow(/at most 1048576 bytes/)
})
