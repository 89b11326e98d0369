// A pipeline as a host of another process sees it, which runs it by scheduleRun() and its like: how it gives batches that
// the process can map, and what is known of it.
import type { Callee } from '../actors/calls.js'
import { isOnDevice } from '../actors/stock.js'
import type { OutputPlace } from '../bridge/protocol.js'
import type { Lease } from '../data/lease.js'
import type { ResolvedOptions } from '../definition/options.js'
import { readerOf, type SourceSettings, sourceSettings } from '../definition/sources.js'
import type { Engine } from '../engine/engine.js'
import type { DType } from '../generated/abi.js'
import { knownDtype } from '../graph/dtypes.js'
import { schemas } from '../graph/schema.js'
import type { Graph, Plan } from '../graph/types.js'
import type { ReaderMeta } from '../readers/meta.js'
import { common, type ServedPipeline, sinkInputs } from './served.js'

export type { Callee } from '../actors/calls.js'

/** What is known of an output before a run. */
export interface HostedOutput extends OutputPlace {
  dtype?: DType
  device: 'cpu' | 'gpu'
}

export interface HostedFacts {
  batchSize: number
  outputs: readonly HostedOutput[]
  readers: Readonly<Record<string, ReaderMeta>>
  options: ResolvedOptions
  /** The inputs that must be fed, and how many outputs each has. */
  inputs: Readonly<Record<string, number>>
  /** Batches that can be scheduled and shared at once. */
  depth: number
  /** Whether a batch may be shared while those before it are held: no stage waits for their memory then. */
  ahead: boolean
}

export interface Hosted {
  /** As Served.mostHeld. */
  readonly mostHeld: number
  noteCopy(bytes: number): void
  facts(): HostedFacts
  /** As shareOutputs(), for the lease on the outputs. */
  share(): Promise<Lease>
  /** How the input is fed; undefined for a name that no external source has. */
  source(name: string): SourceSettings | undefined
}

/**
 * `share` takes the oldest scheduled batch; `callee` calls functions that the graph names by number. Throws INVALID_ARGUMENT after
 * build().
 */
export function hosted<Out>(
  pipe: ServedPipeline & { readonly options: ResolvedOptions },
  graph: Graph,
  plan: Plan,
  engine: Engine<Out>,
  share: () => Promise<Lease>,
  callee: Callee,
): Hosted {
  engine.callee = callee
  engine.hosted = true
  const { mostHeld, noteCopy } = common(pipe, plan, engine)
  const sources = new Map(
    graph.nodes.flatMap((node) => (node.op === 'externalSource' ? [[node.name, node] as const] : [])),
  )
  return {
    mostHeld,
    noteCopy,
    share,
    source: (name) => {
      const node = sources.get(name)
      return node && sourceSettings(node, readerOf(node, graph))
    },
    facts: () => ({
      batchSize: pipe.batchSize,
      outputs: outputsOf(graph, plan),
      readers: pipe.readerMeta(),
      options: pipe.options,
      inputs: Object.fromEntries([...sources].map(([name, { numOutputs }]) => [name, numOutputs])),
      depth: plan.mailboxes.at(-1)!.capacity,
      ahead:
        mostHeld === Number.POSITIVE_INFINITY &&
        Object.values(pipe.options.memoryBudget).every((limit) => limit === undefined),
    }),
  }
}

function outputsOf(graph: Graph, plan: Plan): HostedOutput[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const toSink = plan.mailboxes.filter(({ to }) => to === plan.stages.length - 1)
  return sinkInputs(plan).map(({ mailbox, output }, i) => {
    const name = plan.outputs[i]?.name
    const dtype = knownDtype(graph.outputs[i]!.value, (id) => nodes.get(id), schemas)
    return {
      part: mailbox,
      output,
      ...(name !== undefined && { name }),
      ...(dtype && { dtype }),
      device: isOnDevice(plan.stages[toSink[mailbox]!.from]!, output) ? 'gpu' : 'cpu',
    }
  })
}
