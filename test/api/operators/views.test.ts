// Operators whose outputs are parts of their input's memory: values in any chain with operators that write memory, on
// every executor, and the bytes that the counters show.
// @module-tag property
// @module-tag shared
import fc from 'fast-check'
import { type DataNode, fn, math, type PipelineOptions, pipelineDef } from 'penstock-data'
import { describe, expect, test } from 'vitest'
import { check } from '../../util/soak.js'

const names = ['reshape', 'squeeze', 'expand', 'add', 'take', 'cat'] as const
type Step = (typeof names)[number]

/** A sample as plain JavaScript. */
interface Model {
  shape: number[]
  data: number[]
}

/** Whether a step does something to a value of this shape. */
function possible(step: Step, shape: number[]): boolean {
  if (step === 'squeeze') return shape[0] === 1 && shape.length > 1
  if (step === 'expand') return shape.length < 5
  if (step === 'take') return shape.length > 1
  return step !== 'cat' || shape.reduce((a, b) => a * b, 1) < 2000
}

/** What a step makes of a sample. */
function expected(step: Step, model: Model): Model {
  const { shape, data } = model
  if (!possible(step, shape)) return model
  const [first, ...rest] = shape as [number, ...number[]]
  switch (step) {
    case 'reshape':
      return { shape: data.length % 2 ? [data.length] : [2, data.length / 2], data }
    case 'squeeze':
      return { shape: rest, data }
    case 'expand':
      return { shape: [1, ...shape], data }
    case 'add':
      return { shape, data: data.map((x) => x + 1) }
    case 'take':
      return { shape: rest, data: data.slice((first - 1) * (data.length / first)) }
    case 'cat':
      return { shape: [first * 2, ...rest], data: [...data, ...data] }
    default:
      return step satisfies never
  }
}

function call(step: Step, node: DataNode, { shape, data }: Model): DataNode {
  if (!possible(step, shape)) return node
  switch (step) {
    case 'reshape':
      return fn.reshape(node, { shape: data.length % 2 ? [-1] : [2, -1] })
    case 'squeeze':
      return fn.squeeze(node, { axes: 0 })
    case 'expand':
      return fn.expandDims(node, { axes: [0] })
    case 'add':
      return math.add(node, 1)
    case 'take':
      return fn.elementExtract(node, { elementMap: shape[0]! - 1 })
    case 'cat':
      return fn.cat(node, node)
    default:
      return step satisfies never
  }
}

const executors: Partial<PipelineOptions>[] = [{ execDynamic: false }, { execDynamic: true }, { execPipelined: false }]
const start = (s: number): Model => ({ shape: [4, 3, 2], data: Array.from({ length: 24 }, (_, i) => 100 * s + i) })

test('chains of views and other operators give what plain arrays give', async () => {
  const chain = fc.tuple(fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 9 }), fc.boolean())
  const property = fc.asyncProperty(
    fc.array(chain, { minLength: 1, maxLength: 4 }),
    fc.constantFrom(...executors),
    fc.constantFrom(1, 8),
    async (chains, executor, numThreads) => {
      const count = 12
      const samples = Array.from({ length: count }, (_, s) => start(s))
      const source = () => samples.map(({ shape, data }) => ({ data: Int32Array.from(data), shape }))
      const steps: Step[][] = []
      const define = pipelineDef(
        { ...executor, batchSize: count, numThreads, deviceId: null } as PipelineOptions,
        () => {
          const input = fn.externalSource({ source, dtype: 'int32' })
          return chains.flatMap(([list, all]) => {
            let node: DataNode = input
            let model = start(0)
            return list.flatMap((step, i) => {
              node = call(step, node, model)
              model = expected(step, model)
              // Values inside of a chain are outputs too in some of the chains.
              if (!all && i < list.length - 1) return []
              steps.push(list.slice(0, i + 1))
              return [node]
            })
          })
        },
      )
      await using pipe = define()
      for (const [o, output] of [...(await pipe.run())].entries()) {
        for (const [s, sample] of samples.entries()) {
          const { shape, data } = steps[o]!.reduce((model, step) => expected(step, model), sample)
          expect(output.shape(s)).toEqual(shape)
          expect([...(output.at(s).dataSync() as Int32Array)]).toEqual(data)
        }
      }
    },
  )
  await check(100, 1, property, 7)
})

describe('the counters show that', () => {
  const source = () => Array.from({ length: 4 }, () => ({ data: new Uint8Array(3000), shape: [10, 100, 3] }))
  const options = { batchSize: 4, numThreads: 1, deviceId: null, enableMemoryStats: true } as PipelineOptions

  test('a view inside of a stage has no memory', async () => {
    const define = pipelineDef(options, () => {
      const image = fn.externalSource({ source, dtype: 'uint8' })
      const view = fn.reshape(fn.cast(image, { dtype: 'int16' }), { shape: [1000, 3], name: 'view' })
      return math.add(view, 1)
    })
    await using pipe = define()
    await pipe.run()
    expect(pipe.executorStatistics().view).toMatchObject({ realMemorySize: [0], reservedMemorySize: [0] })
  })

  test('a value of which an output shows all is made in the place of the output', async () => {
    const define = pipelineDef(options, () => {
      const image = fn.cast(fn.externalSource({ source, dtype: 'uint8' }), { dtype: 'int16', name: 'made' })
      return fn.reshape(image, { shape: [1000, 3], name: 'view' })
    })
    await using pipe = define()
    await pipe.run()
    const { made, view } = pipe.executorStatistics()
    expect(made).toMatchObject({ reservedMemorySize: [0] })
    expect(view).toMatchObject({ realMemorySize: [4 * 6000] })
  })
})
