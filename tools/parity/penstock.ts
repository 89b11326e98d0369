// Runs cases with penstock, in imperative mode and in this process.
import * as nd from 'penstock-data/dynamic'
import { batchSizeOf, type Case, type Outcome, type Samples, type TypedData } from './cases.js'

type Call = (...given: unknown[]) => nd.Batch | nd.Batch[]

function operatorOf(op: string): Call {
  const found = op.split('.').reduce<unknown>((at, part) => (at as Record<string, unknown>)[part], nd)
  return found as Call
}

const batchOf = ({ dtype, layout, samples }: Samples): nd.Batch =>
  nd.batch(samples.map(({ shape, data }) => ({ data, shape })) as never, { dtype, ...(layout && { layout }) })

/** A call of an operator, with its inputs in memory until it is disposed. */
export function prepared(op: string, c: Case): { run(): nd.Batch[]; dispose(): void } {
  const call = operatorOf(op)
  const inputs = c.inputs.map(batchOf)
  const given = Object.entries(c.argInputs ?? {}).flatMap(([name, t]) => (t ? [[name, batchOf(t)] as const] : []))
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

/** What penstock makes of a case. */
export const answer = (op: string, c: Case): Promise<Outcome> =>
  outcomeOf(async () => {
    const { run, dispose } = prepared(op, c)
    try {
      return await Promise.all(run().map(samplesOf))
    } finally {
      dispose()
    }
  })

/** Calls a second, measured for so many seconds. */
export async function rate(run: () => nd.Batch[], seconds: number): Promise<number> {
  const start = performance.now()
  for (let count = 1; ; count++) {
    const outputs = run()
    for (const output of outputs) await output.evaluate()
    for (const output of outputs) output.dispose()
    const spent = (performance.now() - start) / 1000
    if (spent >= seconds) return count / spent
  }
}
