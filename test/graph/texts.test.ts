// Texts of JavaScript that are no Unicode, and texts that only look like those of serialize().
// @module-tag shared
import { fn, Pipeline, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'

test('a name with half a surrogate pair runs', async () => {
  const name = 'a\ud800b\\ud800\u{1f600}\udc00'
  await using pipe = pipelineDef({ batchSize: 2 }, () => fn.random.uniform({ range: [0, 1], shape: [3], name }))()
  const [x] = await pipe.run()
  expect(x.length).toBe(2)
})

test.each([
  ['{"penstock":{"toString":"gpu"}}', /version 1 for penstock but received an object/],
  ['{"penstock":1,"graph":{"nodes":[{"id":{"toString":1}}]}}', /for id/],
])('%s is refused', (text, message) => {
  expect(() => Pipeline.deserialize(text)).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringMatching(message) as string }),
  )
})
