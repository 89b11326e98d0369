// Slots of pipelines that were closed wait a short time for other pipelines of the same process: which ones, and how many.
import { afterEach, describe, expect, test } from 'vitest'
import { closeIdleSlots, keepSlot, openSlot, takeSlot } from '../../src/actors/slot-memory.js'
import { native } from '../../src/native.js'
import { handles } from '../util/resources.js'

const maxIdle = 16

afterEach(closeIdleSlots)

describe('slots that wait', () => {
  test.each([true, false])('are taken before new ones are made (shared: %s)', (shared) => {
    const slot = openSlot(shared)
    expect(keepSlot({ ...slot, booked: 4096 })).toBe(true)
    // What was booked for the last pipeline is not booked for the next one.
    expect(takeSlot(shared)).toEqual(slot)
    const other = takeSlot(shared)
    expect(other.handle).not.toBe(slot.handle)
    expect(other.segment !== undefined).toBe(shared)
    expect(keepSlot(slot) && keepSlot(other)).toBe(true)
  })

  test('are of their kind', () => {
    const own = openSlot(false)
    keepSlot(own)
    const shared = takeSlot(true)
    expect(shared.segment).toBeDefined()
    expect(takeSlot(false)).toEqual(own)
    expect(keepSlot(own) && keepSlot(shared)).toBe(true)
  })

  test('are few, have not grown, and end', async () => {
    const large = openSlot(false)
    large.buffer.grow(2 ** 17)
    expect(keepSlot(large)).toBe(false)
    native().close(large.handle)
    const slots = Array.from({ length: maxIdle + 1 }, () => openSlot(false))
    expect(slots.map(keepSlot)).toEqual(slots.map((_, i) => i < maxIdle))
    native().close(slots.at(-1)!.handle)
    expect(handles()).toBe(maxIdle)
    await expect.poll(handles, { timeout: 10_000 }).toBe(0)
  })
})
