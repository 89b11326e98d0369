// One call of an operator on data: what the user gave becomes a Call, and the mode says when it is run.

import type { DType } from '../../generated/abi.js'
import { commonArgs } from '../../graph/check.js'
import { argError, type PortInfo, schemaOf, schemas } from '../../graph/schema.js'
import { shown } from '../../graph/suggest.js'
import type { Device, OnError } from '../../graph/types.js'
import { isPlain } from '../node.js'
import { Batch } from './batch.js'
import { EvalContext } from './context.js'
import { asInput } from './data.js'
import { enqueue, settle } from './evaluate.js'
import { currentMode } from './mode.js'
import { defaultRng, RNG } from './random.js'
import { type Site, siteBelow, siteOf } from './site.js'
import { constantOf, specOf } from './spec.js'
import { Tensor } from './tensor.js'
import { Call, type View } from './value.js'

type Given = Batch | Tensor

const isGiven = (value: unknown): value is Given => value instanceof Batch || value instanceof Tensor

/** An object of arguments, not a sample such as `{ data, shape }`. */
const isOptions = (value: unknown): value is Record<string, unknown> =>
  isPlain(value) && !('data' in value && 'shape' in value)

/** The operator `op` on data: its outputs, one Batch or Tensor each. */
export function invoke(op: string, given: readonly unknown[], entry: (...args: never[]) => unknown): Given[] {
  const site = siteBelow(entry)
  const at = {
    op,
    get callSite() {
      return siteOf({ site })
    },
  }
  const info = schemaOf(at, schemas)
  let last = given.length
  while (last > 0 && given[last - 1] === undefined) last--
  const options = last > 0 && isOptions(given[last - 1]) ? (given[--last] as Record<string, unknown>) : {}
  const constants: Record<string, unknown> = {}
  const inputs: Given[] = []
  for (let i = 0; i < last; i++) {
    const port: PortInfo | undefined = info.inputs[i]
    const name = constantOf(port, given[i])
    if (name) constants[name] = given[i]
    else inputs.push(isGiven(given[i]) ? (given[i] as Given) : asInput(given[i], at, port?.name ?? `input ${i}`))
  }
  const argNames: string[] = []
  const args: Given[] = []
  for (const name in options) {
    if (own.has(name)) continue
    const value = options[name]
    if (isGiven(value)) {
      argNames.push(name)
      args.push(value)
    } else {
      constants[name] = value
    }
  }
  const { count, single } = extent(at, inputs, args, options, info.inputs.length === 0 || !inputs.length)
  const device = deviceOf(at, info.devices, options.device, inputs)
  const spec = specOf(
    { op, device, numInputs: inputs.length, constants, argNames, onError: options.onError as OnError | undefined },
    () => at.callSite,
  )
  const views: View[] = inputs.map((x) => viewOf(x, count))
  const draw = info.random ? rngOf(at, options).draw() : undefined
  const context = EvalContext.current()
  const call = new Call(
    spec,
    views,
    args.map((x) => viewOf(x, count)),
    count,
    context,
    draw,
    site,
  )
  start(call)
  return call.values.map((value) => (single ? new Tensor(value, 0) : new Batch(value, null)))
}

/** Arguments of every call that no schema has. */
const own = new Set<string>([...commonArgs, 'rng', 'batchSize', 'onError', 'seed'])

/** Runs the call when the mode says. */
export function start(call: Call): void {
  const mode = currentMode()
  const external = [...call.inputs, ...call.args].some(({ value }) => value.external)
  if (mode === 'eager' && !external) {
    enqueue(call)
    return
  }
  if (mode === 'deferred' && !external) return
  // Memory of the user's may change as soon as the call has returned.
  for (const value of call.values) settle(value)
}

function extent(
  at: { op: string; callSite: string },
  inputs: readonly Given[],
  args: readonly Given[],
  { batchSize }: Record<string, unknown>,
  free: boolean,
): { count: number; single: boolean } {
  const sizes = [...inputs, ...args].filter((x) => x instanceof Batch).map((x) => (x as Batch).length)
  const other = sizes.find((n) => n !== sizes[0])
  if (other !== undefined) {
    throw argError(at, `Expected batches of one size but received ${sizes[0]} and ${other} samples`)
  }
  if (batchSize !== undefined && batchSize !== null) {
    const ok = Number.isInteger(batchSize) && (batchSize as number) >= 1
    if (!ok) throw argError(at, `Expected an integer >= 1 for batchSize but received ${shown(batchSize)}`)
    if (sizes.length && sizes[0] !== batchSize) {
      throw argError(at, `Expected batches of batchSize = ${batchSize} samples but received ${sizes[0]}`)
    }
    if (!free && !sizes.length) {
      throw argError(
        at,
        'Expected batchSize with batches, or without inputs, but received it with a Tensor',
        'Use asBatch()',
      )
    }
    return { count: batchSize as number, single: false }
  }
  return sizes.length ? { count: sizes[0]!, single: false } : { count: 1, single: true }
}

function viewOf(x: Given, count: number): View {
  const { lineage } = x
  // A tensor stands for as many equal samples.
  return lineage.value.count === 1 && count === 1 ? { value: lineage.value, rows: null } : lineage
}

function deviceOf(
  at: { op: string; callSite: string },
  devices: readonly Device[],
  asked: unknown,
  inputs: readonly Given[],
): Device {
  const away = inputs.some((x) => x.device === 'gpu')
  if (asked === undefined || asked === null) return away && devices.includes('gpu') ? 'gpu' : 'cpu'
  const name = String(asked) as Device
  // As in DALI's dynamic mode: there is no 'mixed' for its users.
  if (name === 'gpu' && !devices.includes('gpu') && devices.includes('mixed')) return 'mixed'
  return name
}

function rngOf(at: { op: string; callSite: string }, { rng }: Record<string, unknown>): RNG {
  if (rng === undefined || rng === null) return defaultRng()
  if (rng instanceof RNG) return rng
  throw argError(at, `Expected an RNG for rng but received ${shown(rng)}`, 'Make one with new nd.random.RNG(seed)')
}

export type { DType, Site }
