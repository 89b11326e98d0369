// replay(): makes one sample again. It runs the graph in an engine of its own, with a batch size of one, from that
// sample on, and closes the engine afterwards. Random numbers depend only on (seed, operator, epoch, sample), so the
// bytes equal those of any other run.

import { Mode } from '../actors/protocol.js'
import { isInput } from '../actors/stage-kinds.js'
import type { ResolvedOptions } from '../definition/options.js'
import { sourceSettings, sourcesOf } from '../definition/sources.js'
import { invalidArgument, unsupported } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import { lower } from '../graph/lower.js'
import { executors } from '../graph/policy.js'
import type { Graph, Plan, ReaderStage, StagePlan } from '../graph/types.js'
import { Engine } from './engine.js'
import type { Inputs, Places } from './inputs.js'

const op = 'replay'
const maxEpochs = 2 ** 31 - 1

export async function replay<Out>(graph: Graph, options: ResolvedOptions, index: number, epoch: number): Promise<Out> {
  check('index', index, Number.MAX_SAFE_INTEGER)
  check('epoch', epoch, maxEpochs)
  const alone: ResolvedOptions = {
    ...options,
    batchSize: 1,
    executor: 'simple',
    synchronous: true,
    prefetchQueueDepth: { cpu: 1, gpu: 1 },
  }
  const lowered = lower(graph, alone, executors.simple)
  const plan: Plan = { ...lowered, stages: lowered.stages.map(withoutSkips) }
  checkInputs(plan, graph, epoch)
  const engine = new Engine<Out>(plan, graph, alone)
  try {
    // The order of the readers is compared first, and then replaced by the order of the files.
    checkIndex(engine.inputs, index)
    const place = { epoch, iteration: Math.floor(index / options.batchSize), position: index }
    const places: Places = new Map(engine.inputs.own.map(([stage]) => [stage, place]))
    engine.inputs.readers.reorder(inFileOrder)
    engine.inputs.resume(places, false, index % options.batchSize)
    await engine.ready(Mode.continuous)
    const batch = await engine.next({ until: 'its release()' })
    if (batch) return batch.outputs
  } finally {
    await engine.close()
  }
  throw noSample(index, 'the source ends before it')
}

function check(name: string, value: unknown, most: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most) return
  const message = `Expected an integer >= 0 for ${name} but received ${shown(value)}`
  throw invalidArgument(message, { op })
}

const noSample = (index: number, why: string) =>
  invalidArgument(`Expected the index of a sample but received ${index}: ${why}`, { op })

const cannotReplay = (name: string, why: string, hint: string) =>
  unsupported(`A single sample cannot be asked of '${name}': ${why}`, { op, stage: name, hint })

function checkInputs(plan: Plan, graph: Graph, epoch: number): void {
  const inputs = plan.stages.filter(isInput)
  const reader = inputs.find((stage) => stage.kind === 'reader')
  for (const stage of inputs) {
    const { name } = stage
    if (stage.kind === 'reader') continue
    if (stage.node < 0) {
      if (epoch > 0) throw noSample(epoch, 'a graph without inputs has one endless epoch, 0')
      continue
    }
    const source = sourcesOf(graph).get(stage.node)
    const { batch } = sourceSettings(graph.nodes.find((node) => node.id === stage.node)!)
    if (source === undefined)
      throw cannotReplay(name, 'its data is fed', 'Feed the sample to a pipeline of batchSize 1')
    if (reader) {
      const why = `which of its samples goes with one of reader '${reader.name}' depends on the run`
      throw cannotReplay(name, why, 'Only graphs whose inputs are all readers, or all functions, can be replayed')
    }
    if (typeof source === 'function' && !batch) continue
    const what = typeof source === 'function' ? 'it is a function of the batch' : 'it is an iterable'
    throw cannotReplay(name, what, 'Use a function of the sample, with batch: false')
  }
}

/** Checks that readers side by side visit their samples in one order, so that one index fits all of them. */
function checkIndex(inputs: Inputs, index: number): void {
  const orders = [...inputs.readers.orders()]
  for (const [stage, { text, meta }] of orders) {
    const { epochSize } = meta
    const name = inputs.own.find(([i]) => i === stage)![1].name
    if (index >= epochSize) throw noSample(index, `reader '${name}' has ${epochSize}`)
    if (text === orders[0]![1].text) continue
    throw cannotReplay(
      name,
      'it visits its samples in another order than the other readers',
      'Give all readers one order',
    )
  }
}

function inFileOrder(reader: ReaderStage['reader']): ReaderStage['reader'] {
  const unshuffled = { randomShuffle: false, shuffleAfterEpoch: false, shuffleBlocks: false }
  return { ...reader, ...unshuffled, numShards: 1, shardId: 0, stickToShard: true, padLastBatch: false, elastic: false }
}

/** Replaces onError 'skip' by 'throw', because a bad sample must not be replaced by the next one. */
function withoutSkips(stage: StagePlan): StagePlan {
  const onError = <T extends { onError: string }>(of: T): T =>
    of.onError === 'skip' ? { ...of, onError: 'throw' } : of
  switch (stage.kind) {
    case 'reader':
    case 'cpu':
    case 'mixed':
    case 'gpu':
      return { ...stage, program: { ...stage.program, ops: stage.program.ops.map(onError) } } as StagePlan
    case 'source':
    case 'js':
      return onError(stage)
    case 'sink':
      return stage
    default:
      return stage satisfies never
  }
}
