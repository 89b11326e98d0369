// Runs cases with penstock in this process: in imperative mode, and in a pipeline to time it.
import { type DataNode, fn, pipelineDef } from 'penstock-data'
import * as nd from 'penstock-data/dynamic'
import { batchSizeOf, type Case, type Outcome, type Samples, type TypedData } from './cases.js'

type Call = (...given: unknown[]) => nd.Batch | nd.Batch[]

type GraphCall = (...given: unknown[]) => DataNode | DataNode[]

const memberOf = (root: unknown, op: string) =>
  op.split('.').reduce((at, part) => (at as Record<string, unknown>)[part], root)
const operatorOf = (op: string) => memberOf(nd, op) as Call
const graphOperatorOf = (op: string) => memberOf(fn, op) as GraphCall

const batchOf = ({ dtype, layout, samples }: Samples): nd.Batch =>
  nd.batch(samples.map(({ shape, data }) => ({ data, shape })) as never, { dtype, ...(layout && { layout }) })

/** The arguments that have one value per sample, by name. */
const argInputsOf = (c: Case) =>
  Object.entries(c.argInputs ?? {}).flatMap(([name, t]) => (t ? [[name, t] as const] : []))

/** A call of an operator, with its inputs in memory until it is disposed. */
export function prepared(op: string, c: Case): { run(): nd.Batch[]; dispose(): void } {
  const call = operatorOf(op)
  const inputs = c.inputs.map(batchOf)
  const given = argInputsOf(c).map(([name, t]) => [name, batchOf(t)] as const)
  const args = { ...c.args, ...Object.fromEntries(given), ...(c.inputs.length ? {} : { batchSize: batchSizeOf(c) }) }
  return {
    run: () => [call(...inputs, args)].flat(),
    dispose() {
      for (const batch of [...inputs, ...given.map(([, batch]) => batch)]) batch.dispose()
    },
  }
}

/** Samples as the harness compares them; disposes the batch. */
export async function samplesOf(output: nd.Batch): Promise<Samples> {
  await output.evaluate()
  const samples = output.tensors.map((one) => ({ shape: one.shape, data: one.toTypedArray() as TypedData }))
  const { dtype, layout } = output
  output.dispose()
  return { dtype, layout, samples }
}

/** Outputs, or the error where it is penstock's own. Other errors are defects and are thrown. */
export async function outcomeOf(outputs: () => Promise<Samples[]>): Promise<Outcome> {
  try {
    return { outputs: await outputs() }
  } catch (error) {
    if (error instanceof nd.PipelineError) return { error: error.message }
    throw error
  }
}

/** Penstock's result for a case of a reader: the first batch of an epoch. */
export const firstBatch =
  (readerOf: (args: never) => nd.Reader) =>
  ({ args, batchSize }: Case): Promise<Outcome> =>
    outcomeOf(async () => {
      for await (const outputs of readerOf(args as never).nextEpoch({ batchSize: batchSize! }))
        return Promise.all(outputs.map(samplesOf))
      return []
    })

/** Penstock's result for a case. */
export const answer = (op: string, c: Case): Promise<Outcome> =>
  outcomeOf(async () => {
    const { run, dispose } = prepared(op, c)
    try {
      return await Promise.all(run().map(samplesOf))
    } finally {
      dispose()
    }
  })

/** A way of running a call of an operator again and again. */
export interface Loop {
  run(): Promise<void>
  end(): Promise<void>
}

/** Calls in imperative mode, one after the other. */
function imperative(op: string, c: Case): Loop {
  const { run, dispose } = prepared(op, c)
  return {
    async run() {
      const outputs = run()
      for (const output of outputs) await output.evaluate()
      for (const output of outputs) output.dispose()
    },
    end: async () => dispose(),
  }
}

/** A pipeline that repeats its inputs, and makes batches ahead. */
function pipelined(op: string, c: Case, numThreads: number): Loop {
  const given = argInputsOf(c)
  const source = ({ dtype, layout }: Samples, name: string) =>
    fn.externalSource({ name, dtype, ...(layout && { layout }), repeatLast: true, noCopy: true })
  const pipe = pipelineDef({ batchSize: batchSizeOf(c), numThreads }, () => {
    const inputs = c.inputs.map((t, i) => source(t, `input${i}`))
    const args = Object.fromEntries(given.map(([name, t]) => [name, source(t, `arg_${name}`)]))
    return op === 'externalSource' ? inputs : [graphOperatorOf(op)(...inputs, { ...c.args, ...args })].flat()
  })()
  const feed = (name: string, { samples, layout }: Samples) =>
    pipe.feedInput(name, samples.map(({ shape, data }) => ({ shape, data, ...(layout && { layout }) })) as never)
  for (const [i, t] of c.inputs.entries()) feed(`input${i}`, t)
  for (const [name, t] of given) feed(`arg_${name}`, t)
  return {
    async run() {
      const [first] = await pipe.run()
      first!.release()
    },
    end: () => pipe.close(),
  }
}

/** Both ways of running a call. */
export const loops = (op: string, c: Case, threads: number): Record<'pipeline' | 'dynamic', Loop> => ({
  pipeline: pipelined(op, c, threads),
  dynamic: imperative(op, c),
})

/** The measurements of a turn of a contest. */
export interface Rate {
  /** Calls a second. */
  perSecond: number
  /** Seconds of CPU time that a call takes, of all threads of the process. */
  cpuSeconds: number
}

/** Runs a loop for `seconds`. */
export async function rate({ run }: Loop, seconds: number): Promise<Rate> {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  for (let count = 1; ; count++) {
    await run()
    const spent = (performance.now() - start) / 1000
    if (spent < seconds) continue
    const { user, system } = process.cpuUsage(cpu)
    return { perSecond: count / spent, cpuSeconds: (user + system) / 1e6 / count }
  }
}
