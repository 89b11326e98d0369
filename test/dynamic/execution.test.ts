// One run of a program in a queue: the memory of its result, and what the end of its context does to it.
import { EvalContext } from 'penstock-data/dynamic'
import { expect, test } from 'vitest'
import { handles } from '../util/resources.js'
import { blur, flip, images } from './calls.js'

test('a result has memory of its own: small, as large as the one before, larger; all of it comes back', async () => {
  await flip(images(2, 8)).evaluate()
  const before = handles()
  // The second large result fits in memory that is borrowed for it, the last one does not.
  const all = [8, 300, 300, 400].map((side) => {
    const image = images(2, side)
    const flipped = flip(image)
    return { image, flipped, data: flipped.dataSync() as Uint8Array, half: 3 * side * side }
  })
  for (const { data, half } of all) {
    expect(data.length).toBe(2 * half)
    expect([data.indexOf(2), data.lastIndexOf(1)]).toEqual([half, half - 1])
  }
  for (const { image, flipped } of all) for (const value of [image, flipped]) value.dispose()
  expect(handles()).toBe(before)
})

test('a context that closes lets the executions end that it has begun', () => {
  const context = new EvalContext({ numThreads: 1, device: 'cpu' })
  const image = images(1, 300)
  const made = context.run(() =>
    [6, 7, 8].map((sigma) => {
      const blurred = blur(image, { sigma })
      void blurred.evaluate()
      return blurred
    }),
  )
  context.close()
  for (const blurred of made) expect(blurred.dataSync()[0]).toBe(1)
})
