// mixtureSource: the operator that a mixture's stage begins with. test/readers/mixture.test.ts tests mixtures.
import { fn, pipelineDef } from 'penstock-data'
import { expect, it } from 'vitest'
import { lower } from '../../src/graph/lower.js'
import type { Graph, ReaderStage } from '../../src/graph/types.js'
import { someFiles } from '../util/files.js'

it('numbers the source of each sample, by which the stage chooses the reader', async () => {
  const { root, files } = someFiles(3)
  const read = (i: number) => () => fn.readers.file({ fileRoot: root, files: [files[i]!] })
  const pipe = await pipelineDef({ batchSize: 4 }, () =>
    fn.readers.mixture({ sources: [read(0), read(1), read(2)], weights: [2, 1, 1] }),
  )()
  const options = { batchSize: 4, deviceId: null, seed: 0, prefetchQueueDepth: { cpu: 2, gpu: 2 } }
  const { graph } = JSON.parse(pipe.serialize()) as { graph: Graph }
  const [stage] = lower(graph, { ...options, onError: 'throw' }).stages as [ReaderStage]
  const readers = ['readers.file', 'readers.file', 'readers.file']
  expect(stage.program.ops.map(({ op }) => op)).toEqual(['mixtureSource', ...readers])
  const [, , sources] = await pipe.run()
  expect([...sources!.dataSync()]).toEqual([0, 1, 0, 2])
  expect(sources!.dtype).toBe('int32')
  expect(sources!.shape(0)).toEqual([1])
  await pipe.close()
})
