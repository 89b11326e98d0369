// Every operator of the registry gives the bytes of the graph: in each evaluation mode, on batches and on single samples, on
// values and on the user's arrays; and its outputs have the dtypes that it says. What an operator is called with: cases.ts.
// @module-tag shared
import { type DataNode, fn, math, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import type { Recording } from '../../src/graph/build.js'
import { knownDtype } from '../../src/graph/dtypes.js'
import { needsWholeBatch, type OpInfo, schemas } from '../../src/graph/schema.js'
import type { Samples } from '../../tools/parity/cases.js'
import { batchSize, type Call, member, type Plan, plans, valuesOf, withConstant } from './cases.js'
import { awaited, type Given, type Made, made as madeOf, samplesOf, ways } from './ways.js'

const plan = await plans()

test('no operator is left out', () => {
  expect(plan.filter(({ cases }) => !cases.length).map(({ op }) => op)).toEqual([])
})

const operationOf = (c: Call) => c.args!.operation as 'add'
/** Inputs, and numbers where the case has a constant. */
function operands(c: Call, inputs: readonly unknown[]): unknown[] {
  const rest = [...inputs]
  return (c.args!.constants as string[]).map((text) => (text ? Number(text.split(' ')[1]) : rest.shift()))
}

function onGraph(op: string, c: Call, inputs: DataNode[], perSample: Record<string, DataNode>): DataNode[] {
  if (op === 'math') return [math[operationOf(c)](...(operands(c, inputs) as [DataNode, number]))]
  const call = member(fn, op) as (...given: unknown[]) => DataNode | DataNode[]
  return [call(...withConstant(c, inputs), { ...c.args, ...perSample })].flat()
}

/** Key and number of the draws of a case. */
interface Drawn {
  outputs: Made[][]
  /** Id of the operator. */
  id: number
}

const seed = 7
/** Starting a pipeline takes most of the time, so cases share one: as many as it has room for. */
const perPipeline = 30

interface Item {
  op: string
  c: Call
}
type Asked = () => Promise<Drawn>
const references = new Map<string, ReadonlyMap<Call, Asked>>()

/** What a pipeline makes of the cases; of these samples of the batch. */
function reference(list: readonly Call[], pick: readonly number[]): Promise<Drawn[]> {
  const key = pick.join()
  const found = references.get(key) ?? inPipelines(pick)
  references.set(key, found)
  return Promise.all(list.map((c) => found.get(c)!()))
}

/** All cases by pipelines, which are started when somebody asks. */
function inPipelines(pick: readonly number[]): Map<Call, Asked> {
  const out = new Map<Call, Asked>()
  // Only draws depend on who else is in the batch.
  const wanted = plan.filter(({ info }) => info.random || pick.length > 1)
  const items = wanted.flatMap(({ op, cases }) => cases.map((c): Item => ({ op, c })))
  while (items.length) {
    let size = 0
    const count = items.findIndex(({ c }, i) => {
      size += Math.max(2, valuesOf(c).length)
      return i > 0 && size > perPipeline
    })
    const some = items.splice(0, count < 0 ? items.length : count)
    let running: Promise<Drawn[]> | undefined
    for (const [i, { c }] of some.entries()) {
      out.set(c, async () => {
        running ??= inOnePipeline(some, pick)
        return (await running)[i]!
      })
    }
  }
  return out
}

/** The dtypes that operators said of their outputs, and those of the run: `op output said made`. */
const dtypes = new Set<string>()

async function inOnePipeline(items: readonly Item[], pick: readonly number[]): Promise<Drawn[]> {
  const values = items.flatMap(({ c }) => valuesOf(c))
  const made: { op: string; outputs: DataNode[] }[] = []
  // In one stage: the dynamic executor would start a thread for each case.
  const options = { batchSize: pick.length, numThreads: 2, prefetchQueueDepth: 1, seed, execDynamic: false }
  const define = pipelineDef(options, () => {
    const source = () => values.map(({ samples, layout }) => pick.map((i) => ({ ...samples[i], layout })))
    const dtype = values.map((x) => x.dtype)
    const nodes: DataNode[] = values.length
      ? [...fn.externalSource({ source, numOutputs: values.length, dtype } as never)]
      : []
    return items.flatMap(({ op, c }) => {
      const inputs = c.inputs.map(() => nodes.shift()!)
      const perSample = Object.fromEntries(Object.keys(c.argInputs ?? {}).map((name) => [name, nodes.shift()!]))
      const outputs = onGraph(op, c, inputs, perSample)
      made.push({ op, outputs })
      return outputs
    })
  })
  await using pipe = define()
  const lists = [...(await pipe.run())]
  return made.map(({ op, outputs }) => ({
    id: outputs[0]!.node,
    outputs: outputs.map((node, i) => {
      const list = lists.shift()!
      // The context is not a part of the public type.
      const { context } = node as unknown as { context: Recording }
      const said = knownDtype(node.ref, (id) => context.nodes[id], schemas)
      if (said) dtypes.add(`${op} ${i} ${said} ${list.dtype}`)
      return [...list].map((t) => madeOf(t))
    }),
  }))
}

const all = [0, 1, 2]

/** The generator that draws what operator `id` of a pipeline draws in its first batch. */
function rngAt(id: number): nd.random.RNG {
  const rng = new nd.random.RNG(seed)
  rng.advance(id)
  return rng
}

type Values = { inputs: unknown[]; perSample: Record<string, unknown> }

/** The outputs of the call, each as its samples. */
function onData(op: string, info: OpInfo, c: Call, values: Values, id: number, size?: number): Given[] {
  if (op === 'math') return [nd.math[operationOf(c)](...(operands(c, values.inputs) as [nd.Batch, number]))]
  const options = {
    ...{ ...c.args, ...values.perSample },
    ...(info.random && { rng: rngAt(id) }),
    ...(size !== undefined && { batchSize: size }),
  }
  const call = member(nd, op) as (...given: unknown[]) => Given | Given[]
  return [call(...withConstant(c, values.inputs), options)].flat()
}

const mapped = (c: Call, f: (x: Samples) => unknown): Values => ({
  inputs: c.inputs.map(f),
  perSample: Object.fromEntries(Object.entries(c.argInputs ?? {}).flatMap(([name, x]) => (x ? [[name, f(x)]] : []))),
})
const asBatch = ({ samples, dtype, layout }: Samples) =>
  nd.batch(samples.map((one) => ({ ...one, layout })) as never, { dtype })

/** Dtypes that an array says by itself. */
const plain = (c: Call) => valuesOf(c).every(({ dtype }) => dtype !== 'float16' && dtype !== 'bool')
const describeCase = (op: string, i: number, c: Call) => `${op} case ${i} ${JSON.stringify(c.args)}`

describe.each(plan)('$op', { tags: 'property' }, ({ op, info, cases }) => {
  test('works on batches in each mode', async () => {
    const want = await reference(cases, all)
    for (const [mode, way] of Object.entries(ways)) {
      for (const [i, c] of cases.entries()) {
        const values = mapped(c, asBatch)
        const size = valuesOf(c).length ? undefined : batchSize
        const got = way(() => onData(op, info, c, values, want[i]!.id, size))
        const text = `${mode}: ${describeCase(op, i, c)}`
        expect(
          got.every((x) => x instanceof nd.Batch),
          text,
        ).toBe(true)
        const outputs = i % 2 ? got.map(samplesOf) : await Promise.all(got.map(awaited))
        expect(outputs, text).toEqual(want[i]!.outputs)
      }
    }
  })

  test('works on selections of samples, and its outputs can be selected from', async () => {
    const want = await reference(cases, all)
    const order = [2, 0, 1]
    for (const [i, c] of cases.entries()) {
      const [mode, way] = Object.entries(ways)[i % Object.keys(ways).length]!
      // Batches in another order, of which a selection has the order of the case.
      const values = mapped(c, (x) => asBatch({ ...x, samples: [1, 2, 0].map((s) => x.samples[s]!) }).select(order))
      const size = valuesOf(c).length ? undefined : batchSize
      const picked = way(() => onData(op, info, c, values, want[i]!.id, size)).map((x) => (x as nd.Batch).select(order))
      const text = `${mode}: ${describeCase(op, i, c)}`
      const outputs = want[i]!.outputs.map((samples) => order.map((s) => samples[s]!))
      const shapes = outputs.map((samples) => samples.map(({ shape }) => [...shape]))
      expect(
        picked.map(({ shape }) => shape.map((one) => [...one])),
        text,
      ).toEqual(shapes)
      expect(
        picked.map((x) => samplesOf(x.copy())),
        text,
      ).toEqual(outputs)
    }
  })

  // The others look at their whole batch.
  const single = cases.filter((c) => !needsWholeBatch(info, (c.args ?? {}) as never))

  test.runIf(single.length)('works sample by sample in each mode', async () => {
    const alone = info.random
    const together = alone ? [] : await reference(single, all)
    for (const s of all) {
      const want = alone
        ? await reference(single, [s])
        : together.map(({ id, outputs }) => ({ id, outputs: outputs.map((x) => [x[s]!]) }))
      for (const [mode, way] of Object.entries(ways)) {
        for (const [i, c] of single.entries()) {
          const values = mapped(c, (x) => asBatch(x).tensors[s])
          const got = way(() => onData(op, info, c, values, want[i]!.id))
          const text = `${mode}, sample ${s}: ${describeCase(op, i, c)}`
          expect(
            got.every((x) => x instanceof nd.Tensor),
            text,
          ).toBe(true)
          expect(got.map(samplesOf), text).toEqual(want[i]!.outputs)
        }
      }
    }
  })

  test("reads the user's arrays before the call returns", async () => {
    const want = await reference(cases, all)
    for (const [mode, way] of Object.entries(ways)) {
      for (const [i, c] of cases.entries()) {
        if (!c.inputs.length || !plain(c)) continue
        const copies = c.inputs.map(({ samples, layout }) =>
          samples.map(({ shape, data }) => ({ shape, layout, data: data.slice() })),
        )
        const { perSample } = mapped(c, asBatch)
        const got = way(() => onData(op, info, c, { inputs: copies, perSample }, want[i]!.id))
        for (const { data } of copies.flat()) new Uint8Array(data.buffer, data.byteOffset, data.byteLength).fill(1)
        expect(got.map(samplesOf), `${mode}: ${describeCase(op, i, c)}`).toEqual(want[i]!.outputs)
      }
    }
  })
})

test('dtypes are those of a run, of every operator that says one', async () => {
  await reference(
    plan.flatMap(({ cases }) => cases),
    all,
  )
  const found = [...dtypes].map((text) => text.split(' '))
  expect(found.filter(([, , said, made]) => said !== made)).toEqual([])
  const says = ({ info: { args, outputs } }: Plan) => args.dtype?.default || outputs.some((port) => port.dtype)
  const missing = plan.filter((one) => says(one) && !found.some(([op]) => op === one.op))
  expect(missing.map(({ op }) => op)).toEqual([])
})
