import { fn, math, pipelineDef, types } from 'penstock-data'

export default pipelineDef({ batchSize: 4, numThreads: 2, deviceId: 0 }, (batches, size = 262144) => {
  const numbers = fn.externalSource({
    name: 'numbers',
    dtype: 'int32',
    ndim: 1,
    batch: false,
    source: ({ idxInEpoch: i }) => (i < batches * 4 ? new Int32Array(size).fill(i) : null),
  })
  return [fn.cast(numbers.gpu(), { dtype: types.FLOAT })]
})
