// Gives tests of branches DALI's results (see test/golden/make_cond.py) and pipelines with branches.
import { readFileSync } from 'node:fs'
import { type DataNode, type DType, fn, type PipelineOptions, pipelineDef, type TensorList } from 'penstock-data'

interface Stored {
  dtype: DType
  shape: number[]
  layout: string
  /** null: NaN */
  data: (number | null)[]
}

interface Golden {
  samples: { inputs: Stored[]; outputs: Stored[] }[]
  /** outputs: null where DALI refuses. */
  rules: { name: string; flags: number[]; branches: Stored[]; outputs: Stored[] | null }[]
}

export const golden: Golden = JSON.parse(readFileSync(new URL('../golden/cond.json', import.meta.url), 'utf8'))

const arrays = { uint8: Uint8Array, int32: Int32Array, float32: Float32Array } as unknown as Record<
  string,
  typeof Float32Array
>
export const sample = ({ dtype, data, shape, layout }: Stored) => ({
  data: arrays[dtype]!.from(data.map((v) => v ?? Number.NaN)),
  shape,
  ...(layout && { layout }),
})
export const stored = (list: TensorList, i: number): Stored => ({
  dtype: list.dtype,
  shape: list.shape(i),
  layout: list.layout,
  data: Array.from(list.at(i).dataSync(), Number),
})

const source = (items: Stored[]) => fn.externalSource({ source: () => items.map(sample), dtype: items[0]!.dtype })
export const ints = (values: number[]) => fn.externalSource({ source: () => Int32Array.from(values), dtype: 'int32' })
export const column = (i: number) => source(golden.samples.map(({ inputs }) => inputs[i]!))
export const options = (batchSize: number): PipelineOptions => ({
  batchSize,
  numThreads: 2,
  seed: 1,
  enableConditionals: true,
})
export const define = <const Result extends readonly DataNode[]>(batchSize: number, body: () => Result) =>
  pipelineDef(options(batchSize), body)()
