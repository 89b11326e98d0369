// A pipeline as a server of other processes sees it: its epochs, its facts, and how many of its batches can be held.
import { isOnDevice, replicasOf, stockOf } from '../actors/stock.js'
import type { EpochCounts, Facts } from '../bridge/protocol.js'
import type { Handed, Served } from '../bridge/served.js'
import type { Lease } from '../data/lease.js'
import type { IterateState, Resume } from '../engine/checkpoint.js'
import type { Engine } from '../engine/engine.js'
import type { Inputs } from '../engine/inputs.js'
import { invalidArgument, unsupported } from '../errors/factories.js'
import type { Graph, Plan } from '../graph/types.js'
import { factsOf as outputFacts } from '../preview/facts.js'
import type { ReaderMeta } from '../readers/meta.js'
import { BatchIterator, type Driven, type Share, type Sliceable } from './batch-iterator.js'
import type { Epochs } from './epochs.js'
import { type IterateOptions, settings } from './iterate-options.js'

/** The part of Pipeline that is needed here. */
export interface ServedPipeline {
  readonly batchSize: number
  readonly position: { epoch: number; batch: number }
  build(): Promise<void>
  readonly resumedCount: IterateState | undefined
  readerMeta(): Record<string, ReaderMeta>
  readerMeta(name: string): ReaderMeta
  mark(): (iterate?: IterateState) => string
  reset(): void
  statistics(): object
  readonly insides: { graph: Graph; readers: Record<string, ReaderMeta> }
  close(): Promise<void>
}

/** Epochs that are counted as iterate() counts them, for an iterator that is in another process. */
export type IterateServed = IterateOptions & Share

/** `writer` makes a function that writes a checkpoint of a position. Throws INVALID_ARGUMENT after build(). */
export function served<Out>(
  pipe: ServedPipeline,
  plan: Plan,
  engine: Engine<Out>,
  epochs: Epochs<Out>,
  writer: (mark: Resume) => () => string,
): Served {
  return {
    ...common(pipe, plan, engine),
    build: () => pipe.build(),
    facts: () => factsOf(pipe, plan, engine.inputs, epochs.next),
    async *epoch(signal) {
      for await (const { lease } of epochs.batches({ signal }, () => {})) yield { lease }
    },
    markStart: () => writer(engine.mark(epochs.next)),
    mark: () => pipe.mark(),
  }
}

/**
 * The same for batches that run on over the ends of the readers' epochs, and whose epochs iterate() counts. `take` gives the next one.
 * Throws INVALID_ARGUMENT for wrong options; build() rejects with the other errors of iterate().
 */
export function servedByCount<Out>(
  pipe: ServedPipeline,
  plan: Plan,
  engine: Engine<Out>,
  { pipelines, place, ...options }: IterateServed,
  take: () => Promise<Lease>,
): Served {
  const set = { ...settings(options, pipelines), prepareFirstBatch: false }
  const driven: Driven<Leased> = {
    batchSize: pipe.batchSize,
    readerMeta: (name) => pipe.readerMeta(name),
    next: async () => [new Leased(await take())],
    reset: () => pipe.reset(),
    mark: () => pipe.mark(),
    resumedCount: pipe.resumedCount,
  }
  let iterator: BatchIterator<{ batch: Leased }, Leased>
  const counts = (): EpochCounts => ({ size: iterator.size, length: iterator.length, taken: iterator.position.batch })
  const mark = () => iterator.mark()[0]!
  return {
    ...common(pipe, plan, engine),
    build: async () => {
      await pipe.build()
      iterator = new BatchIterator([driven], ['batch'], set, true, { pipelines, place })
    },
    facts: () => ({ ...factsOf(pipe, plan, engine.inputs, undefined), counts: counts() }),
    epoch(signal) {
      // Begins the epoch at once.
      iterator[Symbol.asyncIterator]()
      return counted(iterator, signal)
    },
    markStart: mark,
    mark,
  }
}

async function* counted(iterator: BatchIterator<{ batch: Leased }, Leased>, signal: AbortSignal) {
  for (;;) {
    const { done, value } = await iterator.next({ signal })
    if (done) return
    yield value.batch
  }
}

export function common<Out>(pipe: ServedPipeline, plan: Plan, engine: Engine<Out>) {
  const most = mostHeld(plan)
  if (!engine.share()) {
    throw invalidArgument('Expected a pipeline that was not built yet for serve()', 'Leave build() out: serve() builds')
  }
  return {
    mostHeld: most,
    statistics: () => pipe.statistics(),
    outputFacts: () => outputFacts(pipe.insides.graph, pipe.insides.readers),
    noteCopy: (bytes: number) => engine.delivery?.noteCopy(bytes),
    close: () => pipe.close(),
  }
}

/** A batch that is handed over whole, with the number of its samples that belong to the epoch. */
class Leased implements Sliceable, Handed {
  constructor(
    readonly lease: Lease,
    readonly valid = lease.count,
  ) {}

  get length(): number {
    return this.lease.count
  }

  slice(_: number, to: number): Leased {
    return new Leased(this.lease, to)
  }

  [Symbol.dispose](): void {
    this.lease.release()
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
  const orders = [...inputs.readers.orders().values()]
  const lengths = orders.map((order) => Math.ceil(order.at({ epoch, position: 0 }).length / plan.batchSize))
  return lengths.length ? Math.min(...lengths) : null
}

export function sinkInputs({ stages }: Plan) {
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
  return Math.min(...feeding.map((stage) => stockOf(plan, stage, replicasOf(plan.stages[stage]!) - 1)!.most))
}
