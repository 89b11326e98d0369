// subscript is tested beside subscriptCopy, in subscript_copy.test.ts; here is which of the two is recorded.
import { fn, type PipelineOptions, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'

test('a part that lies together is a view, any other part a copy', () => {
  const define = pipelineDef({ batchSize: 1, deviceId: null } as PipelineOptions, () => {
    const x = fn.externalSource({ source: () => [new Uint8Array(8)] })
    return [x.at(1), x.slice([1, [2, 3]]), x.slice([[1, 2]]), x.slice([undefined, 1]), x.slice([[0, 1], 1])]
  })
  const ops = define()
    .graph()
    .stages.flatMap((stage) => ('program' in stage ? stage.program.ops.map(({ op }) => op) : []))
  expect(ops).toEqual(['subscript', 'subscript', 'subscript', 'subscriptCopy', 'subscriptCopy'])
})
