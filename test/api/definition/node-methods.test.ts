// Arithmetic as methods of DataNode is that of math.
// @module-tag shared
import { type DataNode, fn, math, type PipelineOptions, pipelineDef } from 'penstock-data'
import { expect, test } from 'vitest'

const options = { batchSize: 2, numThreads: 1, deviceId: null } as PipelineOptions
const samples = [0, 1].map((s) => ({ data: Int16Array.from({ length: 60 }, (_, i) => 100 * s + i - 30), shape: [60] }))

async function outputs(define: (x: DataNode) => DataNode[]) {
  const pipeline = pipelineDef(options, () => define(fn.externalSource({ source: () => samples, dtype: 'int16' })))
  await using pipe = pipeline()
  return [...(await pipe.run())].map((list) => ({
    dtype: list.dtype,
    samples: [0, 1].map((s) => [...(list.at(s).copy().dataSync() as Int16Array)].map(Number)),
  }))
}

test('arithmetic is that of math', async () => {
  const binary = [
    'add',
    'sub',
    'mul',
    'div',
    'floorDiv',
    'mod',
    'pow',
    'eq',
    'ne',
    'lt',
    'le',
    'gt',
    'ge',
    'min',
    'max',
  ] as const
  const made = await outputs((x) => {
    const pairs = binary.map((name) => [x[name](3), math[name](x, 3)] as const)
    return [...pairs, [x.neg(), math.neg(x)] as const].flat()
  })
  for (let i = 0; i < made.length; i += 2) expect(made[i]).toEqual(made[i + 1])
})
