// Runs one operator on one sample, in a pipeline of external sources, to test errors and rare cases.
import { type DataNode, type DType, fn, pipelineDef } from 'penstock-data'

export interface Made {
  dtype: DType
  layout: string
  shape: number[]
  data: ArrayLike<number | bigint> & Iterable<number | bigint>
}

export async function runOn(inputs: object[], build: (...nodes: DataNode[]) => DataNode): Promise<Made> {
  const define = pipelineDef({ batchSize: 1, numThreads: 1, seed: 1 }, () =>
    build(...inputs.map((sample) => fn.externalSource({ source: () => [sample as never] }))),
  )
  await using pipe = define()
  const [list] = await pipe.run()
  return {
    dtype: list!.dtype,
    layout: list!.layout,
    shape: list!.shape(0),
    data: list!.at(0).copy().dataSync() as Made['data'],
  }
}
