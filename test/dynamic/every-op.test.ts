// Every operator of the registry gives the bytes of the graph: in each evaluation mode, on batches and on single samples, on
// values and on the user's arrays. What an operator is called with: cases.ts.
// @module-tag shared
import { type DataNode, fn, math, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { describe, expect, test } from 'vitest'
import { type OpInfo, schemas } from '../../src/graph/schema.js'
import { batchSize, type Case, cases, mathCases, type Samples } from './cases.js'
import { awaited, type Given, type Made, made, samplesOf, ways } from './ways.js'

/** Operators that no function of nd.* is, and where they are tested. Readers are tested in test/readers and in readers.test.ts. */
const elsewhere: Record<string, string> = {
  subscript: 'Tensor.slice(): batch.test.ts',
  subscriptCopy: 'Tensor.slice(): batch.test.ts',
  batchPermutation: 'a sample depends on its batch: ops/permute_batch.test.ts',
  permuteBatch: 'a sample depends on its batch: ops/permute_batch.test.ts',
  cond: 'an if statement in imperative code',
  merge: 'an if statement in imperative code',
  fusedResizeCropMirrorNormalize: 'made of a resize and what follows: chains.test.ts',
  mathChain: 'made of math in a row: chains.test.ts',
  externalSource: 'nd.externalSource: external.test.ts',
  jsFunction: 'a call of the function',
  dumpImage: 'writes files: test/ops/dump_image.test.ts',
}

const constantsOf = (c: Case, args: Case['args']) => ({ constants: args?.constants ?? c.inputs!.map(() => '') })

/** What each operator of the registry is tested with, by a name for the test. */
function makePlan(): [string, string, OpInfo, Case[]][] {
  return Object.entries(schemas).flatMap(([op, info]): [string, string, OpInfo, Case[]][] => {
    if (op === 'math') {
      const operations = info.args.operation!.values!
      return operations.map((operation) => [
        `math.${operation}`,
        op,
        info,
        mathCases(operation).map(({ args, ...c }) => ({ ...c, args: { operation, ...constantsOf(c, args) } })),
      ])
    }
    return (elsewhere[op] || info.reader) && !cases[op] ? [] : [[op, op, info, cases[op] ?? []]]
  })
}

const plan = makePlan()

test('no operator is left out', () => {
  expect(plan.filter(([, , , list]) => !list.length).map(([name]) => name)).toEqual([])
  expect(Object.keys(cases).filter((op) => !schemas[op])).toEqual([])
})

type Call = (...given: unknown[]) => Given | Given[]
const member = (root: unknown, op: string) =>
  op.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], root)

const operationOf = (c: Case) => c.args!.operation as 'add'
/** Inputs, and numbers where the case has a constant. */
function operands(c: Case, inputs: readonly unknown[]): unknown[] {
  const rest = [...inputs]
  return (c.args!.constants as string[]).map((text) => (text ? Number(text.split(' ')[1]) : rest.shift()))
}

function onGraph(op: string, c: Case, inputs: DataNode[], perSample: Record<string, DataNode>): DataNode[] {
  if (op === 'copy') return inputs
  if (op === 'math') {
    return [math[operationOf(c)](...(operands(c, inputs) as [DataNode, number]))]
  }
  const given = [...(c.constant === undefined ? [] : [c.constant]), ...inputs, { ...c.args, ...perSample }]
  const made = (member(fn, op) as (...given: unknown[]) => DataNode | DataNode[])(...given)
  return [made].flat()
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
  c: Case
}
type Asked = () => Promise<Drawn>
const references = new Map<string, ReadonlyMap<Case, Asked>>()

/** What a pipeline makes of the cases; of these samples of the batch. */
function reference(list: readonly Case[], pick: readonly number[]): Promise<Drawn[]> {
  const key = pick.join()
  const found = references.get(key) ?? inPipelines(pick)
  references.set(key, found)
  return Promise.all(list.map((c) => found.get(c)!()))
}

/** All cases by pipelines, which are started when somebody asks. */
function inPipelines(pick: readonly number[]): Map<Case, Asked> {
  const out = new Map<Case, Asked>()
  // Only draws depend on who else is in the batch.
  const wanted = plan.filter(([, , info]) => info.random || pick.length > 1)
  const items = wanted.flatMap(([, op, , list]) => list.map((c): Item => ({ op, c })))
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

const valuesOf = (c: Case): Samples[] => [...(c.inputs ?? []), ...Object.values(c.perSample ?? {})]

async function inOnePipeline(items: readonly Item[], pick: readonly number[]): Promise<Drawn[]> {
  const values = items.flatMap(({ c }) => valuesOf(c))
  const ids: number[] = []
  const counts: number[] = []
  // In one stage: the dynamic executor would start a thread for each case.
  const options = { batchSize: pick.length, numThreads: 2, prefetchQueueDepth: 1, seed, execDynamic: false }
  const define = pipelineDef(options, () => {
    const source = () => values.map(({ samples }) => pick.map((i) => samples[i]))
    const dtype = values.map((x) => x.dtype)
    const nodes: DataNode[] = values.length
      ? [...fn.externalSource({ source, numOutputs: values.length, dtype } as never)]
      : []
    return items.flatMap(({ op, c }) => {
      const inputs = (c.inputs ?? []).map(() => nodes.shift()!)
      const perSample = Object.fromEntries(Object.keys(c.perSample ?? {}).map((name) => [name, nodes.shift()!]))
      const outputs = onGraph(op, c, inputs, perSample)
      ids.push(outputs[0]!.node)
      counts.push(outputs.length)
      return outputs
    })
  })
  await using pipe = define()
  const lists = [...(await pipe.run())]
  return ids.map((id, at) => ({
    id,
    outputs: lists.splice(0, counts[at]).map((x) => [...x].map((t) => made(t))),
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
function onData(op: string, info: OpInfo, c: Case, values: Values, id: number, size?: number): Given[] {
  const options = {
    ...{ ...c.args, ...values.perSample },
    ...(info.random && { rng: rngAt(id) }),
    ...(size !== undefined && { batchSize: size }),
  }
  const given = [...(c.constant === undefined ? [] : [c.constant]), ...values.inputs, options]
  if (op === 'math') return [nd.math[operationOf(c)](...(operands(c, values.inputs) as [nd.Batch, number]))]
  return [(member(nd, op) as Call)(...given)].flat()
}

const mapped = (c: Case, f: (x: Samples) => unknown): Values => ({
  inputs: (c.inputs ?? []).map(f),
  perSample: Object.fromEntries(Object.entries(c.perSample ?? {}).map(([name, x]) => [name, f(x)])),
})
const asBatch = ({ samples, dtype }: Samples) => nd.batch(samples, { dtype })

/** Dtypes that an array says by itself. */
const plain = (c: Case) => valuesOf(c).every(({ dtype }) => dtype !== 'float16' && dtype !== 'bool')
const describeCase = (op: string, i: number, c: Case) => `${op} case ${i} ${JSON.stringify(c.args ?? {})}`

describe.each(plan)('%s', (_, op, info, list) => {
  test('works on batches in each mode', async () => {
    const want = await reference(list, all)
    for (const [mode, way] of Object.entries(ways)) {
      for (const [i, c] of list.entries()) {
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

  test('works sample by sample in each mode', async () => {
    const alone = info.random
    const together = alone ? [] : await reference(list, all)
    for (const s of all) {
      const want = alone
        ? await reference(list, [s])
        : together.map(({ id, outputs }) => ({ id, outputs: outputs.map((x) => [x[s]!]) }))
      for (const [mode, way] of Object.entries(ways)) {
        for (const [i, c] of list.entries()) {
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
    const want = await reference(list, all)
    for (const [mode, way] of Object.entries(ways)) {
      for (const [i, c] of list.entries()) {
        if (!c.inputs || !plain(c)) continue
        const copies = c.inputs.map(({ samples }) => samples.map((x) => ({ ...x, data: x.data.slice() })))
        const { perSample } = mapped(c, asBatch)
        const got = way(() => onData(op, info, c, { inputs: copies, perSample }, want[i]!.id))
        for (const { data } of copies.flat()) new Uint8Array(data.buffer, data.byteOffset, data.byteLength).fill(1)
        expect(got.map(samplesOf), `${mode}: ${describeCase(op, i, c)}`).toEqual(want[i]!.outputs)
      }
    }
  })
})
