// Changes the weights of a mixture while its pipeline runs: the weights get one stretch more, and the readers go on behind
// the last batch that was delivered.
import { invalidArgument, unsupported } from '../errors/factories.js'
import { shown } from '../errors/words.js'
import type { ReaderOrder } from '../readers/reader-order.js'
import { type Resume, skippedError } from './checkpoint.js'
import type { Engine } from './engine.js'

const op = 'setWeights'
const quoted = (value: unknown) => (typeof value === 'string' ? `'${value}'` : shown(value))
const fault = (message: string, hint?: string) => invalidArgument(message, { op, hint })

/**
 * Gives the mixture `name` other weights from sample `from` on, or else from the first one of the next batch, and returns the number of
 * that sample. `mark`: where that batch begins. The engine was built.
 */
export function setWeights(
  engine: Engine<unknown>,
  name: string,
  weights: readonly number[],
  from: number | undefined,
  { places }: Resume,
): number {
  const { readers, own } = engine.inputs
  const [index, order] = mixtureOf(engine, name)
  checkWeights(weights, order)
  const place = places.get(index)!
  const next = order.sampleAt(place)
  checkFrom(from, next)
  const source = own.find(([, stage]) => stage.kind !== 'reader')?.[1]
  if (source) {
    throw unsupported(`source '${source.name}' has given data ahead, which cannot be asked of it again`, {
      ...{ op, stage: source.name },
      hint: 'Take a checkpoint, and go on from it with weights that are a list of { from, weights }',
    })
  }
  const skipping = engine.skippingReader()
  if (skipping !== undefined) throw skippedError(skipping, op)
  readers.setWeights(index, from ?? next, weights, place)
  engine.move(places)
  return from ?? next
}

function mixtureOf({ inputs }: Engine<unknown>, name: string): [index: number, order: ReaderOrder] {
  const { readers, own } = inputs
  const all = own.flatMap(([index, stage]) => {
    const order = readers.orders().get(index)
    return order ? [{ name: stage.name, index, order }] : []
  })
  const found = all.find((reader) => reader.name === name)
  if (found?.order.sources !== undefined) return [found.index, found.order]
  const mixtures = all.flatMap((reader) => (reader.order.sources === undefined ? [] : [reader.name]))
  const received = found ? `that of a ${found.order.op}, ` : ''
  throw fault(
    `Expected the name of a readers.mixture but received ${received}${quoted(name)}`,
    mixtures.length ? `Mixtures: ${mixtures.join(', ')}` : 'This pipeline has no mixture',
  )
}

function checkWeights(weights: readonly number[], { sources, onEnd }: ReaderOrder): void {
  if (onEnd !== 'repeat') {
    throw fault(
      `Expected 'repeat' for onEnd with weights that change but received ${quoted(onEnd)}`,
      'The length of an epoch would change with them',
    )
  }
  if (!Array.isArray(weights) || weights.length !== sources) {
    const received = Array.isArray(weights) ? `${weights.length}` : shown(weights)
    throw fault(`Expected ${sources} weights but received ${received}`, 'Give one weight for each source')
  }
  const odd = weights.findIndex((weight) => !(Number.isFinite(weight) && weight >= 0))
  if (odd >= 0) throw fault(`Expected a number of at least 0 for weights[${odd}] but received ${shown(weights[odd])}`)
  if (weights.every((weight) => weight === 0)) throw fault('Expected a weight above 0 but received 0 alone')
}

function checkFrom(from: unknown, next: number): void {
  if (from === undefined) return
  if (!Number.isSafeInteger(from)) throw fault(`Expected the number of a sample for from but received ${shown(from)}`)
  if ((from as number) >= next) return
  throw fault(
    `Expected a sample that was not given yet, from ${next} on, for from but received ${from as number}`,
    'Leave from out for the first sample of the next batch, or choose one some batches ahead where ranks must agree',
  )
}
