// constant against reference outputs (see test/golden/make_constant.py), and its errors.
import { type DataNode, fn, PipelineError, pipelineDef } from 'penstock-data'
import { describe, expect, it } from 'vitest'
import { goldenTest } from '../util/golden.js'

goldenTest('constant')

describe('constant', () => {
  const failure = async (build: () => DataNode) => {
    const run = async () => {
      await using pipe = pipelineDef({ batchSize: 1, seed: 1 }, build)()
      await pipe.run()
    }
    return await run().then(
      () => expect.fail('it did not fail'),
      (error) => {
        expect(error).toBeInstanceOf(PipelineError)
        return error as PipelineError
      },
    )
  }

  it.each([
    ['neither', () => fn.constant(), 'Expected fdata or idata but received none'],
    ['both', () => fn.constant({ fdata: 1, idata: 1 }), 'Expected fdata or idata but received both'],
    ['shape', () => fn.constant({ fdata: [1, 2], shape: [3] }), 'Expected 1 or 3 values for fdata'],
    ['layout', () => fn.constant({ fdata: [1, 2], layout: 'HW' }), 'Expected 1 letters (one per dimension) for layout'],
    [
      'too many dimensions',
      () => fn.constant({ idata: 1, shape: Array(7).fill(1) }),
      'Expected at most 6 values for shape',
    ],
  ])('refuses %s', async (_, build, words) => {
    const error = await failure(build)
    expect([error.code, error.op]).toEqual(['INVALID_ARGUMENT', 'constant'])
    expect(error.message).toContain(words)
  })
})
