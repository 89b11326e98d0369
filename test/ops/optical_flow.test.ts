// opticalFlow where there is no GPU. test/gpu/opticalFlow.test.mjs has its vectors.
import { fn, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'

const clip = () => fn.constant({ idata: [1, 2, 3, 4], shape: [2, 1, 2, 1], dtype: 'uint8', layout: 'FHWC' })

test('a pipeline without a GPU says where opticalFlow runs', () => {
  const define = pipelineDef({ batchSize: 1, deviceId: null }, () => fn.opticalFlow(clip()))
  expect(() => define()).toThrow(
    expect.objectContaining({ code: 'UNSUPPORTED', op: 'opticalFlow', hint: expect.stringContaining('gpu') }),
  )
})
