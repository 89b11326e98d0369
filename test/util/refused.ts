// Tests calls that must fail. refusedTest(rows) makes them in imperative mode, where a call costs less than a pipeline
// and the same native code refuses. f32() and its like make tensors for such calls. refusedInPipeline(rows) is for
// operators that no function of nd.* calls.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import type * as nd from 'penstock-data/dynamic'
import { expect, test } from 'vitest'

type Made = nd.Tensor | nd.Batch
type Nested = readonly (number | Nested)[]

/** The defect, the call, and its error's code and message. */
export type RefusedRow = readonly [what: string, call: () => Made | readonly Made[], code: string, message: RegExp]

export function refusedTest(rows: readonly RefusedRow[]): void {
  test.each(rows)('refuses %s', async (_, call, code, message) => {
    const evaluated = async () => {
      for (const made of [call()].flat()) await (made as nd.Tensor).evaluate()
    }
    await expect(evaluated()).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })
}

/** The defect, the sample, the pipeline that reads it, and the error's code and message. */
export type RefusedPart = readonly [
  what: string,
  sample: object,
  define: (x: DataNode) => DataNode,
  code: string,
  message: RegExp,
]

export function refusedInPipeline(rows: readonly RefusedPart[]): void {
  test.each(rows)('refuses %s', async (_, sample, define, code, message) => {
    const run = async () => {
      const make = () => define(fn.externalSource({ source: () => sample as never, batch: false }))
      await using pipe = pipelineDef({ batchSize: 1, numThreads: 1, deviceId: null }, make)()
      await pipe.run()
    }
    await expect(run()).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })
}

const shapeOf = (data: number | Nested): number[] =>
  typeof data === 'number' ? [] : [data.length, ...(data.length ? shapeOf(data[0]!) : [])]
const flat = (data: number | Nested): number[] => (typeof data === 'number' ? [data] : data.flatMap(flat))

/** A sample of float32, in the shape of the nested list, or in the given one. */
export const f32 = (data: number | Nested, shape = shapeOf(data)) => ({ data: Float32Array.from(flat(data)), shape })
/** A sample of int32. */
export const i32 = (data: number | Nested, shape = shapeOf(data)) => ({ data: Int32Array.from(flat(data)), shape })
