// The control block's layout, and the words that one thread writes and another reads.
// @module-tag shared
import { expect, test } from 'vitest'
import { ControlWords } from '../../src/actors/control/control-words.js'
import { controlAt, hostWords, layOut, maxTurns } from '../../src/actors/control/layout.js'
import { account, ring } from '../../src/generated/abi.js'

test('no two words share a byte, in the header and in a bell', () => {
  const { hostAccount, deviceAccount, pinnedAccount, done, ...small } = controlAt
  const spans = [
    ...Object.values(small).map((at) => [at, 4]),
    [deviceAccount, account.accountBytes],
    [pinnedAccount, account.accountBytes],
    [hostAccount, account.accountBytes],
    ...Object.values(hostWords).map((at) => [hostAccount + at, 8]),
    [done, 4 * maxTurns],
  ] as [number, number][]
  const bell = [ring.bellSeq, ring.bellWaiting, ring.bellSignal, ring.bellTrimmed, ring.bellWants]
  for (const [list, bytes] of [
    [spans, layOut(0, 0).bytes],
    [bell.map((at): [number, number] => [at, 4]), ring.bellBytes],
  ] as const) {
    const taken = list.flatMap(([at, size]) => Array.from({ length: size }, (_, i) => at + i))
    expect(new Set(taken).size).toBe(taken.length)
    expect(Math.max(...taken)).toBeLessThan(bytes)
  }
  for (const at of [hostAccount, deviceAccount, pinnedAccount]) expect(at % 8).toBe(0)
})

test('a thread reads the words that another thread writes, subject by subject', () => {
  const layout = layOut(2, 1)
  const buffer = new SharedArrayBuffer(layout.bytes)
  const [one, other] = [new ControlWords(buffer), new ControlWords(buffer)]
  const [[bell, second], [mailbox]] = [layout.bells as [number, number], layout.mailboxes as [number]]
  one.memory.setLimits(100, 50, 20)
  one.memory.limitGpu('device', 10)
  expect([one.memory.charge(60), one.memory.charge(60), one.memory.chargeAhead(30)]).toEqual([true, false, false])
  expect([other.memory.usedBytes, other.memory.slotBytes, other.memory.limitBytes]).toEqual([60, 60, 100])
  expect([other.memory.comfortable, other.memory.hasDeviceRoom(7), other.memory.hasDeviceRoom(8)]).toEqual([
    false,
    true,
    false,
  ])
  const request = one.memory.askToTrim()
  expect([other.memory.hasTrimmed(bell, request), other.memory.takeTrim(), other.memory.takeTrim()]).toEqual([
    false,
    true,
    false,
  ])
  other.memory.noteTrim(bell)
  expect([one.memory.hasTrimmed(bell, request), one.memory.hasTrimmed(second, request)]).toEqual([true, false])
  one.bells.want(bell)
  expect([other.bells.takeWant(second), other.bells.takeWant(bell), other.bells.takeWant(bell)]).toEqual([
    false,
    true,
    false,
  ])
  one.mailboxes.connect(mailbox, bell, second, 3, true)
  one.mailboxes.found(mailbox, 2)
  one.mailboxes.found(mailbox, 2)
  expect([other.mailboxes.depth(mailbox), other.mailboxes.histogram(mailbox)]).toEqual([3, [0, 0, 2]])
  one.epochs.nextGeneration(7)
  one.epochs.finish(1)
  expect([other.epochs.generation, other.epochs.epoch, other.epochs.done(0), other.epochs.done(1)]).toEqual([
    1, 7, 0, 1,
  ])
  expect([other.epochs.isKnown, one.epochs.isKnown]).toEqual([true, false])
  one.lease(1)
  one.noteProgress()
  expect([other.leased, other.progress, other.memory.short]).toEqual([1, 1, false])
})
