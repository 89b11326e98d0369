// Counters that run for years: those in shared memory have 32 bits and wrap, and no actor may wait for ever because of it.
// @module-tag shared
import { describe, expect, test } from 'vitest'
import { ControlWords } from '../../src/actors/control/control-words.js'
import { layOut } from '../../src/actors/control/layout.js'
import { OutEnd } from '../../src/actors/mailbox.js'
import { batchId } from '../../src/data/arena.js'
import { native } from '../../src/native.js'

/** The word that counts the batches that were asked for. */
const ticketWord = 3

describe('counters that wrap', () => {
  test.each([2 ** 31, 2 ** 32, 5 * 2 ** 32])(
    'a source that is asked for batch %d sends it, and no other one',
    (asked) => {
      const layout = layOut(1, 1)
      const buffer = new SharedArrayBuffer(layout.bytes)
      const words = new ControlWords(buffer)
      words.memory.setLimits(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
      const handle = native().open(new Uint8Array(buffer))
      const memory = new SharedArrayBuffer(1024, { maxByteLength: 2048 })
      const slot = native().open(new Uint8Array(memory, 0, 1024))
      const [bell] = layout.bells as [number]
      const [mailbox] = layout.mailboxes as [number]
      words.mailboxes.connect(mailbox, bell, bell, 4, false)
      const block = { buffer, handle }
      const end = { block, bell, replica: 0, replicas: 1, turn: 0, sources: [bell], peers: [] }
      const slots = [{ buffer: memory, handle: slot }]
      const out = new OutEnd(end, { slots, edges: [[mailbox]], hint: 0, owner: 0, most: 0, supplier: 0 }, words)
      Object.assign(out, { sent: asked - 1 })
      Atomics.store(new Int32Array(buffer), ticketWord, asked - 1)
      expect(out.poll()).toBeUndefined()
      words.epochs.request(end)
      expect(out.poll()).toBeDefined()
      out.send()
      expect(out.poll()).toBeUndefined()
      for (const opened of [slot, handle]) native().close(opened)
    },
  )

  test("a batch's number never reaches into its generation", () => {
    for (const batch of [0, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 5]) {
      expect(Math.floor(batchId(3, batch) / 2 ** 32)).toBe(3)
    }
    expect(batchId(3, 2 ** 32 + 5)).toBe(batchId(3, 5))
  })
})
