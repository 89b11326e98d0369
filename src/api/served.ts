// A pipeline as a server of other processes sees it: its epochs, its facts, and how many of its batches can be held.
import { Mode } from '../actors/protocol.js'
import { isOnDevice, stockOf } from '../actors/stock.js'
import type { Facts } from '../bridge/protocol.js'
import type { Served } from '../bridge/served.js'
import type { Resume } from '../engine/checkpoint.js'
import type { Engine } from '../engine/engine.js'
import type { Inputs } from '../engine/inputs.js'
import { invalidArgument, unsupported } from '../errors/factories.js'
import type { Plan } from '../graph/types.js'
import type { ReaderMeta } from '../readers/meta.js'
import type { Epochs } from './epochs.js'

/** The part of Pipeline that is needed here. */
interface ServedPipeline {
  readonly batchSize: number
  readonly position: { epoch: number; batch: number }
  build(): Promise<void>
  readerMeta(): Record<string, ReaderMeta>
  mark(): () => string
  reset(): void
  statistics(): object
  close(): Promise<void>
}

/**
 * `writer` makes a function that writes a checkpoint of a position. `continuous`: batches run on over the ends of the
 * readers' epochs, as those of run() do, and an epoch of the server ends where a source does. Throws INVALID_ARGUMENT after
 * build().
 */
export function served<Out>(
  pipe: ServedPipeline,
  plan: Plan,
  engine: Engine<Out>,
  epochs: Epochs<Out>,
  writer: (mark: Resume) => () => string,
  continuous: boolean,
): Served {
  const most = mostHeld(plan)
  if (!engine.share()) {
    throw invalidArgument('Expected a pipeline that was not built yet for serve()', 'Leave build() out: serve() builds')
  }
  return {
    build: () => pipe.build(),
    facts: () => factsOf(pipe, plan, engine.inputs, epochs.next),
    mostHeld: most,
    async *epoch(signal) {
      if (continuous) yield* endless(pipe, engine, signal)
      else for await (const { lease } of epochs.batches({ signal }, () => {})) yield lease
    },
    markStart: () => (continuous ? pipe.mark() : writer(engine.mark(epochs.next))),
    mark: () => pipe.mark(),
    statistics: () => pipe.statistics(),
    noteCopy: (bytes) => engine.delivery?.noteCopy(bytes),
    close: () => pipe.close(),
  }
}

/** Full batches until the data of a source ends. After that end, all sources begin again. */
async function* endless<Out>(pipe: ServedPipeline, engine: Engine<Out>, signal: AbortSignal) {
  const delivery = await engine.ready(Mode.continuous, signal)
  if (delivery.ended) pipe.reset()
  for (;;) {
    const batch = await engine.next({ until: 'the next batch', signal })
    if (!batch) return
    yield batch.lease
  }
}

/** `epoch`: the epoch that comes next; undefined for the rest of a restored one. */
function factsOf(pipe: ServedPipeline, plan: Plan, inputs: Inputs, epoch: number | undefined): Facts {
  const { batchSize, position } = pipe
  return {
    batchSize,
    outputs: sinkInputs(plan).map(({ mailbox, output }, i) => {
      const name = plan.outputs[i]?.name
      return { part: mailbox, output, ...(name !== undefined && { name }) }
    }),
    position,
    length: lengthOf(plan, inputs, epoch ?? position.epoch),
    readers: pipe.readerMeta(),
  }
}

/** Batches of an epoch: as many as its shortest input has. null where a source says only at its end that it has ended. */
function lengthOf(plan: Plan, inputs: Inputs, epoch: number): number | null {
  if (plan.stages.some(({ kind }) => kind === 'source')) return null
  const lengths = [...inputs.sampling().values()].map((sampler) => Math.ceil(sampler.lengthOf(epoch) / plan.batchSize))
  return lengths.length ? Math.min(...lengths) : null
}

function sinkInputs({ stages }: Plan) {
  const sink = stages.at(-1)!
  return sink.kind === 'sink' ? sink.inputs : []
}

/**
 * Number of batches that can be held at once while the stages go on; one more stops them. Throws UNSUPPORTED for outputs
 * on a GPU in an executor with a fixed number of slots: what consumers hold is not copied there.
 */
function mostHeld(plan: Plan): number {
  if (plan.buffers === 'pool') return Number.POSITIVE_INFINITY
  for (const { mailbox, output } of sinkInputs(plan)) {
    const stage = plan.stages[plan.mailboxes.filter(({ to }) => to === plan.stages.length - 1)[mailbox]!.from]!
    if (!isOnDevice(stage, output)) continue
    throw unsupported(
      'Outputs in GPU memory can be served to other processes by the dynamic executor alone',
      "Leave execPipelined and execDynamic out, or end the graph on the CPU: an output's cpu() copies it to host memory",
    )
  }
  const feeding = plan.mailboxes.filter(({ to }) => to === plan.stages.length - 1).map(({ from }) => from)
  return Math.min(...feeding.map((stage) => stockOf(plan, stage)!.most))
}
