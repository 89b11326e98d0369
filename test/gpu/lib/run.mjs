// Cases on a device: a case is its inputs (a list of samples each) and the function that builds its graph; many of them make
// one pipeline, whose outputs come back to the host.
import { fn, pipelineDef } from 'penstock-data'

/** Numbers that differ from sample to sample: an argument is then a node. */
export class PerSample {
  constructor(values, dtype = 'float32') {
    this.values = values
    this.dtype = dtype
  }
}

const source = (samples, dtype) => fn.externalSource({ source: () => samples, ...(dtype && { dtype }) })

/** What build() gets of an input: a node. float16 and bool have no typed array that says so. */
const inputNode = (samples) =>
  source(
    samples.map(({ data, shape, layout }) => ({ data, shape, layout })),
    samples[0].dtype,
  )

const argument = (value) => (value instanceof PerSample ? source(value.values, value.dtype) : value)
export const nodesOf = (args) =>
  Object.fromEntries(Object.entries(args).map(([name, value]) => [name, argument(value)]))

/** Per case its outputs: a list of { dtype, layout, samples: [{ shape, data }] } each. deviceId null: all on the CPU. */
export async function run(cases, deviceId, options = {}) {
  const batchSize = Math.max(...cases.map((c) => c.inputs[0].length))
  const define = pipelineDef({ batchSize, numThreads: 2, deviceId, seed: 7, ...options }, () =>
    cases.flatMap((c) => outputs(c).map((out) => out.cpu())),
  )
  const pipe = define()
  try {
    const lists = [...(await pipe.run())]
    const made = lists.map(read)
    lists[0].release()
    return cases.map((c) => made.splice(0, c.outputs ?? 1))
  } finally {
    await pipe.close()
  }
}

/** An output's samples, copied. */
export const read = (list) => ({
  dtype: list.dtype,
  layout: list.layout,
  samples: [...list].map((t) => ({ shape: [...t.shape], data: t.dataSync().slice() })),
})

function outputs(c) {
  const built = c.build(...c.inputs.map(inputNode))
  return Array.isArray(built) ? built : [built]
}
