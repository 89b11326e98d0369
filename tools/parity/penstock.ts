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

/** The function that calls the operator, with its inputs in memory. */
export function prepared(op: string, c: Case): () => nd.Batch[] {
  const call = operatorOf(op)
  const inputs = c.inputs.map(batchOf)
  const given = Object.entries(c.argInputs ?? {}).flatMap(([name, t]) => (t ? [[name, batchOf(t)]] : []))
  const args = { ...c.args, ...Object.fromEntries(given), ...(c.inputs.length ? {} : { batchSize: batchSizeOf(c) }) }
  return () => [call(...inputs, args)].flat()
}

async function samplesOf(output: nd.Batch): Promise<Samples> {
  await output.evaluate()
  const samples = output.tensors.map((one) => ({ shape: one.shape, data: one.toTypedArray() as TypedData }))
  return { dtype: output.dtype, layout: output.layout, samples }
}

/** What penstock makes of a case. Errors other than penstock's own are defects and are thrown. */
export async function answer(op: string, c: Case): Promise<Outcome> {
  try {
    return { outputs: await Promise.all(prepared(op, c)().map(samplesOf)) }
  } catch (error) {
    if (error instanceof nd.PipelineError) return { error: error.message }
    throw error
  }
}

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
