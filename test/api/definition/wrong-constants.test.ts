// Constants that can never work are refused while the pipeline is defined, at the user's line, and not at the first sample.
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'

const image = () => fn.decoders.image(fn.readers.file({ files: ['never read.jpg'] })[0])

test.each<[what: string, call: () => unknown, words: RegExp]>([
  [
    'a resize without a size',
    () => fn.resize(image()),
    /^\[resize\] Expected size, .* but received none .*keeps the aspect ratio/,
  ],
  [
    'resizeShorter with a mode',
    () => fn.resize(image(), { resizeShorter: 20, mode: 'stretch' }),
    /^\[resize\] Expected mode or resizeShorter but received both .*mode goes with size/,
  ],
  ['a misspelt argument', () => fn.resize(image(), { sizes: [2, 2] } as never), /^\[resize\] .*sizes.*did you mean/i],
  ['a crop by its height alone', () => fn.crop(image(), { cropH: 20 }), /^\[crop\] .*cropW/],
  [
    'a function in place of a module',
    () => fn.jsFunction(fn.random.coinFlip(), (() => 1) as never),
    /^\[jsFunction\] .* received a function .*export default/,
  ],
])('%s is refused', (_, call, words) => {
  expect(() => pipelineDef({ batchSize: 1 }, call as never)()).toThrow(
    expect.objectContaining({
      code: 'INVALID_ARGUMENT',
      message: expect.stringMatching(words),
      callSite: expect.stringContaining('wrong-constants.test.ts'),
    }),
  )
})
