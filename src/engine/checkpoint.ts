// Checkpoints as text: writes them for checkpoint(), and checks one before a pipeline continues from it.

import { checkpointMismatch, invalidArgument, invalidInput, unsupported } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { PipelineError } from '../errors.js'
import { batchFlags } from '../generated/abi.js'
import { nodeHashes } from '../graph/hash.js'
import type { Graph, Json, Plan } from '../graph/types.js'
import { isWeightsArgs, type WeightsArgs } from '../readers/mixture-weights.js'
import type { SourceState } from '../sources/source-log.js'
import type { Inputs, Places } from './inputs.js'

/** The place at which a pipeline begins. */
export interface Resume {
  places: Places
  /** Epoch of the last sample that was delivered. */
  last: number
  /** Bits of abi `batchFlags` of an end that was not yet reported as END_OF_DATA; 0 if there is none. */
  ended: number
}

/** The state of iterate()'s counting. */
export interface IterateState {
  /** The settings that the numbers depend on. */
  counts: string
  /** Epochs that are complete (`epochs`), and batches taken of the current one (`batches`). */
  epochs: number
  batches: number
  fresh: boolean
  ended: boolean
  skip: number
}

interface InputText extends Omit<SourceState, 'token' | 'lost' | 'iteration'> {
  iteration?: number
  first?: number | undefined
  /** Only for readers: the options that define the order of the samples. */
  order?: string
  /** Only for readers: the fingerprint of the data set. Checkpoints of earlier versions have none. */
  data?: string
  token?: Json
  /** Only for mixtures whose weights were set: those from the place on. */
  weights?: WeightsArgs
}

export interface CheckpointText {
  penstock: 1
  graph: string
  /** Four hexadecimal digits per operator, so that an error can say which operator changed. */
  nodes: string
  seed: number
  batchSize: number
  /** Epoch and position of the first input. */
  epoch: number
  position: number
  last: number
  ended?: number
  inputs: Record<string, InputText>
  iterate?: IterateState
}

/** The position of a loop over epochs. */
export interface Position {
  /** Epoch of the next batch, counted from 0. After the last batch of an epoch it is the following epoch. */
  readonly epoch: number
  /** Number of whole batches of that epoch that were delivered. */
  readonly batch: number
}

/** Returns the position of the first input, which sets the epochs for the others. */
export function positionOf({ places }: Resume, plan: Plan, inputs: Inputs): Position {
  const [[index, { epoch, position, iteration }]] = places as unknown as [[number, SourceState]]
  const stage = plan.stages[index]!
  // Only sources of user code give batches of varying size, so they count them.
  const counted = stage.kind === 'source' && stage.node >= 0
  const step = stage.kind === 'reader' ? inputs.readers.step(index) : 1
  return { epoch, batch: counted ? iteration : Math.floor(position / (plan.batchSize * step)) }
}

const version = 1
const maxBytes = 4096
const maxNodes = 128

/**
 * Writes the checkpoint as text. Throws UNSUPPORTED if an input cannot continue from its position, and INVALID_INPUT
 * if a token is too large.
 */
export function checkpointText(
  { places, last, ended }: Resume,
  plan: Plan,
  graph: Graph,
  inputs: Inputs,
  iterate?: IterateState,
): string {
  const texts: [string, InputText][] = inputs.own.map(([index, { name }]) => {
    const { token, lost, iteration, ...state } = places.get(index)!
    if (lost) throw lostError(name, lost)
    const reader = inputs.readers.orders().get(index)
    const weights = reader?.weightsAt(state)
    return [
      name,
      {
        ...state,
        ...(reader ? { order: reader.textAt(state), data: inputs.readers.fingerprint(index)! } : { iteration }),
        ...(weights && { weights }),
        ...(token !== undefined && { token: JSON.parse(token) as Json }),
      },
    ]
  })
  const { epoch, position } = texts[0]![1]
  const out: CheckpointText = {
    penstock: version,
    graph: plan.hash,
    nodes: nodeHashes(graph).slice(0, maxNodes).join(''),
    seed: plan.seed,
    batchSize: plan.batchSize,
    ...{ epoch, position, last },
    ...(ended && { ended }),
    inputs: Object.fromEntries(texts),
    ...(iterate && { iterate }),
  }
  const text = JSON.stringify(out)
  if (Buffer.byteLength(text) < maxBytes) return text
  const size = ([, input]: [string, InputText]) => JSON.stringify(input).length
  const [name, largest] = texts.reduce((a, b) => (size(b) > size(a) ? b : a))
  throw invalidInput(
    `Expected a checkpoint of less than ${maxBytes} bytes but received ${Buffer.byteLength(text)}, of which '${name}' takes ${size([name, largest])}`,
    {
      op: 'checkpoint',
      hint: 'A token says where a source stands, such as a line number; what it needs to get there belongs elsewhere',
    },
  )
}

/** The error for an input without a token; a checkpoint that held only its number of samples could not be used. */
function lostError(name: string, lost: NonNullable<SourceState['lost']>): PipelineError {
  const [why, hint] =
    lost === 'opaque'
      ? [
          `source '${name}' is an iterable, which cannot be brought to where it stands`,
          'Give it checkpoint() and restore(token), or use a function of the sample or the batch, or an array',
        ]
      : [
          `the epoch before was left early, and source '${name}' has not given a token in this one`,
          'Take the checkpoint inside the loop, before leaving it, or after the first batch of the epoch',
        ]
  return unsupported(why, { op: 'checkpoint', stage: name, hint })
}

/**
 * The error for a reader that skipped samples beside other inputs: their positions no longer follow from those
 * delivered.
 */
export function skippedError(name: string, op = 'checkpoint'): PipelineError {
  return unsupported(`reader '${name}' skipped files, so the inputs of this pipeline are no longer in step`, {
    op,
    stage: name,
    hint: "Use onError: 'placeholder' for a reader that stands beside other inputs",
  })
}

const fault = (message: string, hint?: string) => invalidArgument(message, { op: 'pipeline', hint })
const mismatch = (message: string, hint?: string) => checkpointMismatch(`[pipeline] ${message}`, hint)

const whole = (v: unknown): v is number => Number.isSafeInteger(v) && (v as number) >= 0
const isObject = (v: unknown): v is Record<string, unknown> => typeof v === 'object' && v !== null && !Array.isArray(v)
const ends = batchFlags.endOfEpoch | batchFlags.endOfStream

/** Reads a checkpoint. Throws INVALID_ARGUMENT for any other text, CHECKPOINT_MISMATCH for a later version. */
export function parseCheckpoint(text: string): CheckpointText {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (isObject(value) && whole(value.penstock) && value.penstock > version) {
    throw mismatch(
      `Expected a checkpoint of format ${version} but received one of format ${value.penstock}`,
      'It was written by a later version of penstock',
    )
  }
  const broken = (what: string) => {
    const received = text.length > 60 ? `'${text.slice(0, 60)}...'` : shown(text)
    return fault(`Expected a string from checkpoint() for checkpoint but received ${received} (${what})`)
  }
  if (!isObject(value) || value.penstock !== version) throw broken('not JSON that checkpoint() wrote')
  for (const key of ['seed', 'batchSize', 'epoch', 'position', 'last']) if (!whole(value[key])) throw broken(key)
  for (const key of ['graph', 'nodes']) if (typeof value[key] !== 'string') throw broken(key)
  if (value.ended !== undefined && !(whole(value.ended) && (value.ended & ~ends) === 0)) throw broken('ended')
  if (!whole(value.batchSize) || value.batchSize < 1) throw broken('batchSize')
  if (!isObject(value.inputs)) throw broken('inputs')
  for (const [name, input] of Object.entries(value.inputs)) {
    const wrong = wrongInput(input, value.batchSize)
    if (wrong !== undefined) throw broken(wrong ? `${name}.${wrong}` : name)
  }
  const { iterate } = value
  if (iterate !== undefined && !isIterate(iterate)) throw broken('iterate')
  return value as unknown as CheckpointText
}

/** The field of an input's place that is wrong, or '' if it is no place; undefined if nothing is wrong. */
function wrongInput(input: unknown, batchSize: number): string | undefined {
  if (!isObject(input)) return ''
  for (const key of ['epoch', 'position']) if (!whole(input[key])) return key
  for (const key of ['iteration', 'drop', 'next', 'first']) {
    if (input[key] !== undefined && !whole(input[key])) return key
  }
  // Both count samples of one batch.
  if (whole(input.first) && (input.first < 1 || input.first > batchSize)) return 'first'
  if (whole(input.drop) && input.drop >= batchSize) return 'drop'
  if (input.weights !== undefined && !(isObject(input.weights) && isWeightsArgs(input.weights))) return 'weights'
  return ['order', 'data'].find((key) => input[key] !== undefined && typeof input[key] !== 'string')
}

const isIterate = (value: unknown): boolean =>
  isObject(value) &&
  typeof value.counts === 'string' &&
  [value.epochs, value.batches, value.skip].every(whole) &&
  [value.fresh, value.ended].every((flag) => typeof flag === 'boolean')

/** Returns the checkpoint's seed. Throws CHECKPOINT_MISMATCH if `seed` is given and differs. */
export function checkSeed(checkpoint: CheckpointText, seed: number | undefined): number {
  if (seed === undefined || seed === -1 || seed === checkpoint.seed) return checkpoint.seed
  throw mismatch(
    `Expected a checkpoint with seed ${seed} but received one with seed ${checkpoint.seed}`,
    'Leave seed out: the checkpoint brings it',
  )
}

/** Returns where a pipeline with this plan begins. Throws CHECKPOINT_MISMATCH, which says what differs. */
export function resumeFrom(checkpoint: CheckpointText, plan: Plan, graph: Graph, inputs: Inputs): Resume {
  const places: Places = new Map()
  for (const [index, stage] of inputs.own) {
    const text = Object.hasOwn(checkpoint.inputs, stage.name) ? checkpoint.inputs[stage.name] : undefined
    if (text?.weights) inputs.readers.restoreWeights(index, text.weights, text)
    const order = text && inputs.readers.orders().get(index)?.textAt(text)
    if (text && order !== undefined && text.order !== order) {
      throw mismatch(
        `Expected a checkpoint of "${order}" for reader '${stage.name}' but received one of "${text.order}"`,
        'Use the data set, the shard and the reader options that it was taken with; readers with elastic: true go on with any number of shards',
      )
    }
    if (text?.data !== undefined && text.data !== inputs.readers.fingerprint(index)) throw otherData(stage.name)
    if (text) places.set(index, { iteration: 0, ...placeOf(text) })
  }
  if (checkpoint.graph !== plan.hash) throw otherGraph(checkpoint, graph)
  if (places.size !== inputs.own.length)
    throw fault('Expected a checkpoint with a place for every input', 'It was changed')
  for (const [index, stage] of inputs.own) {
    const place = places.get(index)!
    // Throws where the position is outside of the epoch.
    inputs.readers.orders().get(index)?.at(place)
    if (stage.kind === 'source' && checkpoint.batchSize !== plan.batchSize) {
      if (stage.batch && stage.node >= 0) {
        throw mismatch(
          `Expected a checkpoint with batchSize ${plan.batchSize} but received one with ${checkpoint.batchSize}`,
          `Source '${stage.name}' gives whole batches, so their size cannot change on the way`,
        )
      }
      regroup(place, plan.batchSize)
    }
    if (checkpoint.batchSize !== plan.batchSize) delete place.first
  }
  return { places, last: checkpoint.last, ended: checkpoint.ended ?? 0 }
}

const otherData = (name: string) =>
  mismatch(
    `Expected a checkpoint of the samples that reader '${name}' has now but received one of others: names, places, values or blocks differ`,
    'Use the data set as it was when the checkpoint was taken',
  )

function placeOf({ order: _, data: __, weights: ___, token, ...place }: InputText) {
  return { ...place, ...(token !== undefined && { token: JSON.stringify(token) }) }
}

/** Adapts a position to another batch size: it is kept in samples, and a batch begins there. */
function regroup(place: SourceState, batchSize: number): void {
  place.position = place.next ?? place.position
  place.iteration = Math.floor(place.position / batchSize)
  delete place.drop
  delete place.next
}

function otherGraph(checkpoint: CheckpointText, graph: Graph): PipelineError {
  const own = nodeHashes(graph)
  const old = checkpoint.nodes.match(/.{4}/g) ?? []
  const at = own.findIndex((hash, i) => hash !== old[i])
  const node = graph.nodes[at]
  const what =
    node && at < maxNodes
      ? old[at] === undefined
        ? `it ends before operator ${at + 1}, ${node.op}`
        : `operator ${at + 1}, ${node.op}${node.callSite ? ` at ${node.callSite}` : ''}, is another or has other arguments`
      : old.length > own.length
        ? `it has ${old.length} operators, this one ${own.length}`
        : 'its outputs, its onError or a later operator differ'
  return mismatch(
    `Expected a checkpoint of this graph but received one of another: ${what}`,
    'Use the definition that it was taken with',
  )
}
