// Calls an operator on data: makes a Call of what the user gave, and has the evaluation mode decide when it runs. Every
// call takes this path, so facts that do not depend on the call are looked up once (Prepared), and texts are made only
// for errors.

import { DataNode } from '../../definition/node.js'
import { shown } from '../../errors/words.js'
import { copyOp } from '../../graph/devices.js'
import { argError, type OpInfo } from '../../graph/schema.js'
import type { Device, OnError } from '../../graph/types.js'
import { EvalContext } from '../context/context.js'
import { parseDevice } from '../context/device.js'
import { type ActualMode, fallback } from '../context/mode.js'
import { defaultRng, RNG } from '../context/random.js'
import { type Setting, settings } from '../context/scope.js'
import { enqueue, settle } from '../scheduling/evaluate.js'
import { type Site, siteBelow, siteOf } from '../trace/site.js'
import { inputView, numberValue } from '../values/user-data.js'
import { Call, holds, isHolder, isSingle, type Value, type View } from '../values/value.js'
import { kindOf, ofGraph, otherSize, tooMany, unknownOption } from './refusals.js'
import { type CallSpec, constantOf, isOptions, type Prepared, prepare, specOf } from './spec.js'

/** Watches the calls of a stretch of user code. */
export interface Recorder {
  /**
   * Called for each call that is made. Returns true if the recorder provides the outputs, so that the call need not
   * run.
   */
  take(call: Call): boolean
}

/** A function that user code calls. */
export type Entry = (...args: never[]) => unknown
/** Makes what the user gets of a value. */
type Shown<T> = (value: Value, single: boolean) => T

/** The call for error messages; its line is looked up when it is read. */
class At {
  constructor(
    readonly op: string,
    readonly site: Site,
  ) {}
  get callSite(): string {
    return siteOf(this)
  }
}

const copy = prepare(copyOp)

/**
 * Calls the operator `op` on what the user gave, and returns its outputs. `entry`: the function that the user called.
 * `show` makes a Tensor or a Batch of each output. It is called before the call begins, because an output without an
 * owner would be dropped when it arrives. Throws INVALID_ARGUMENT, INVALID_INPUT, PIPELINE_CLOSED, CUDA_UNAVAILABLE.
 */
export function invoke<T>(op: Prepared | string, given: readonly unknown[], entry: Entry, show: Shown<T>): T[] {
  // The stack is taken here, where functions are small: V8 decodes all variables of each function that it passes.
  return invokeAt(op, given, siteBelow(entry), show)
}

/** As invoke(), for a call that was made at `site`. */
export function invokeAt<T>(op: Prepared | string, given: readonly unknown[], site: Site, show: Shown<T>): T[] {
  const prepared = typeof op === 'string' ? prepare(op) : op
  const { info, ports } = prepared
  const at = new At(prepared.op, site)
  const { inputs, args, argNames, constants, options } = sorted(at, prepared, given)
  const size = sizeOf(at, inputs, args, options.batchSize)
  const single = size === 0
  const count = single ? 1 : size
  const asked = options.device === undefined || options.device === null ? undefined : parseDevice(options.device, at)
  let from: number | null = null
  for (const { value } of inputs) if (value.gpu >= 0) from ??= value.gpu
  const usual = from !== null && info.devices.includes('gpu') ? 'gpu' : 'cpu'
  const device = asked ? deviceOf(at, info, asked.type) : usual
  if (info.copied && device !== 'cpu') return invokeCopied(prepared, given, asked?.id ?? from, site, show)
  const onError = options.onError as OnError | undefined
  const about = { operator: prepared, device, numInputs: inputs.length, constants, argNames, onError }
  const changing: (number | number[])[] = []
  const spec = specOf(about, () => at.callSite, changing)
  for (const number of changing) args.push({ value: numberValue(number, 'float64'), rows: 0 })
  // The context, device and stream of the call are settled now, whenever it runs.
  const toHost = prepared === copy && device === 'cpu' && from !== null
  const here = settings()
  const owner = (here.context as EvalContext | undefined) ?? EvalContext.usual ?? EvalContext.default()
  const context = owner.queues(toHost ? 'gpu' : device, asked?.id ?? from)
  const copies: Value[] = []
  for (let i = 0; i < inputs.length; i++) {
    const onHost = (device === 'cpu' && prepared !== copy) || (ports[i] ?? ports.at(-1))?.host === true
    inputs[i] = readable(inputs[i]!, count, onHost, copies, site)
  }
  for (let i = 0; i < args.length; i++) args[i] = readable(args[i]!, count, true, copies, site)
  const decoder = takeSmaller(inputs, device, ports[0]?.shrinks === true, copies)
  const draw = info.random ? rngOf(at, options.rng).draw() : undefined
  const call = new Call({ spec, inputs, args, count, context, draw, site: at.site })
  if (spec.smaller && !call.views.some(({ value }) => value.external)) offerSmaller(call, spec.smaller)
  // From now on the call owns what it reads.
  for (const value of copies) value.disown()
  const outputs: T[] = []
  for (const value of call.values) outputs.push(show(value, single))
  if (decoder) record(decoder, here)
  start(call, here)
  return outputs
}

/** Has the CPU make the outputs of a call, and copies them to the GPU `id`; null: the current one. */
function invokeCopied<T>(op: Prepared, given: readonly unknown[], id: number | null, site: Site, show: Shown<T>): T[] {
  const last = given.findLastIndex((one) => one !== undefined)
  const options = isOptions(given[last]) ? given[last] : undefined
  const inputs = given.slice(0, options ? last : last + 1)
  const made: View[] = []
  const keep = (value: Value, single: boolean) => {
    value.own()
    made.push({ value, rows: single ? 0 : null })
  }
  try {
    invokeAt(op, [...inputs, { ...options, device: 'cpu' }], site, keep)
    const device = id === null ? 'gpu' : `gpu:${id}`
    return made.map((view) => invokeAt(copy, [{ [holds]: true, view }, { device }], site, show)[0]!)
  } finally {
    for (const { value } of made) value.disown()
  }
}

/** Gives the images of a decoder's call a second call, the model of those that make them smaller for a resize. */
function offerSmaller(call: Call, spec: CallSpec): void {
  const { inputs, args, count, context, draw, site } = call
  const [value] = new Call({ spec, inputs, args, count, context, draw, site }).values
  value!.own()
  call.values[0]!.smaller = value!
}

/**
 * Lets a resize on the CPU (`shrinks`) read smaller images in place of its first input, if there can be some, and returns the
 * call that makes them. The caller must disown what is added to `copies`.
 */
function takeSmaller(inputs: View[], device: Device, shrinks: boolean, copies: Value[]): Call | undefined {
  const first = inputs[0]
  const model = first?.value.smaller?.call
  if (!model || !shrinks || device !== 'cpu' || first.rows !== null) return undefined
  const decoder = new Call(model)
  const [value] = decoder.values
  value!.own()
  copies.push(value!)
  inputs[0] = { value: value!, rows: null }
  // Neither whole images nor those of further resizes are sure to be wanted; they need not keep a reader's batch.
  first.value.call?.spare()
  model.spare()
  return decoder
}

/** What the user gave to a call, sorted by its purpose. */
interface Sorted {
  inputs: View[]
  constants: Record<string, unknown>
  /** Names of the per-sample arguments. */
  argNames: string[]
  args: View[]
  options: Readonly<Record<string, unknown>>
}

const none: Sorted['options'] = {}

function sorted(at: At, prepared: Prepared, given: readonly unknown[]): Sorted {
  const { ports, own } = prepared
  let last = given.length
  while (last > 0 && given[last - 1] === undefined) last--
  const options = last > 0 && isOptions(given[last - 1]) ? (given[--last] as Record<string, unknown>) : none
  if (last > ports.length && !prepared.many) throw tooMany(at, prepared, given, last)
  const found: Sorted = { inputs: [], constants: {}, argNames: [], args: [], options }
  for (let i = 0; i < last; i++) {
    const value = given[i]
    if (isHolder(value)) {
      found.inputs.push(value.view)
      continue
    }
    const port = ports[i] ?? ports.at(-1)
    const name = port?.constant && constantOf(port, value)
    if (name) found.constants[name] = value
    else found.inputs.push(dataInput(at, prepared, value, port?.name ?? `input ${i}`))
  }
  for (const name in options) {
    const value = options[name]
    if (own.has(name)) continue
    const perSample = prepared.args.get(name)
    if (perSample === undefined) throw unknownOption(at, prepared, name, value)
    if (value === undefined || value === null) continue
    if (name in found.constants) {
      throw argError(at, `Expected ${name} once but received it as an input and as an argument`)
    }
    if (typeof value !== 'object') found.constants[name] = value
    else if (isHolder(value)) {
      const { view } = value
      if (!perSample) {
        const wanted = `Expected a constant for ${name} but received a ${kindOf(view)}`
        throw argError(at, wanted, `${name} is the same for all samples`)
      }
      found.argNames.push(name)
      found.args.push(view)
    } else {
      if (value instanceof DataNode) throw ofGraph(at, name)
      found.constants[name] = value
    }
  }
  return found
}

/**
 * The view as a call over `count` samples reads it. As in DALI's dynamic mode, a value on a GPU that the call reads in
 * host memory (`onHost`) is copied there; the copy is added to `copies`, and the caller must disown it.
 */
function readable(view: View, count: number, onHost: boolean, copies: Value[], site: Site): View {
  let { value, rows } = view
  if (onHost && value.gpu >= 0) {
    const keep = (made: Value) => {
      made.own()
      copies.push(made)
      return made
    }
    rows = isSingle(view) ? 0 : null
    value = invokeAt(copy, [{ [holds]: true, view }, { device: 'cpu' }], site, keep)[0]!
  }
  // A Tensor stands for `count` equal samples.
  return { value, rows: value.count === 1 && count === 1 ? null : rows }
}

/** Shows the call to the recorder of `here`. Returns true if it provides the outputs. */
function record(call: Call, here: Setting): boolean {
  call.mode = (here.mode as ActualMode | undefined) ?? fallback
  if (!(here.recorder as Recorder | undefined)?.take(call)) return false
  if (call.values.every((value) => value.storage)) call.release()
  return true
}

/** Runs the call at the time that the evaluation mode of `here` asks for. */
function start(call: Call, here: Setting): void {
  if (record(call, here)) return
  const { mode } = call
  // The user's memory may change as soon as the call has returned.
  let now = mode !== 'eager' && mode !== 'deferred'
  for (const { value } of call.views) now ||= value.external
  if (!now) {
    // Whole images that a resize may not need are made when they are read.
    if (mode === 'eager' && !call.values[0]?.smaller) enqueue(call)
    return
  }
  for (const value of call.values) {
    settle(value)
    if (mode === 'syncFull' && value.gpu >= 0) value.storage?.sync()
  }
}

/** The most samples that native code counts. */
const mostSamples = 2 ** 31 - 1

/** Number of samples of the result; 0 if it is a Tensor. */
function sizeOf(at: At, inputs: readonly View[], args: readonly View[], batchSize: unknown): number {
  let size = -1
  for (const views of [inputs, args]) {
    for (const { value, rows } of views) {
      // A Tensor fits any number of samples.
      if (typeof rows === 'number') continue
      const count = rows?.length ?? value.count
      if (size >= 0 && size !== count) throw otherSize(at, size, count)
      size = count
    }
  }
  if (batchSize === undefined || batchSize === null) {
    if (size === 0) throw argError(at, 'Expected a batch of at least one sample but received none')
    return Math.max(0, size)
  }
  if (!Number.isInteger(batchSize) || (batchSize as number) < 1 || (batchSize as number) > mostSamples) {
    throw argError(at, `Expected an integer from 1 to ${mostSamples} for batchSize but received ${shown(batchSize)}`)
  }
  if (size >= 0 && size !== batchSize) {
    throw argError(
      at,
      `Expected batches of batchSize = ${batchSize} samples but received ${size}`,
      'Leave batchSize out: it is the size of the batches',
    )
  }
  return batchSize as number
}

/** The device of the operator for the device that the user asks for. */
function deviceOf(at: At, { devices }: OpInfo, asked: unknown): Device {
  const name = String(asked) as Device
  // As in DALI's dynamic mode, users ask for 'gpu' where a pipeline says 'mixed'.
  if (name === 'gpu' && !devices.includes('gpu') && devices.includes('mixed')) return 'mixed'
  if (name === 'cpu' || name === 'gpu' || (name === 'mixed' && devices.includes('mixed'))) return name
  throw argError(at, `Expected 'cpu' or 'gpu' for device but received ${shown(asked)}`)
}

function rngOf(at: At, rng: unknown): RNG {
  if (rng === undefined || rng === null) return defaultRng()
  if (rng instanceof RNG) return rng
  throw argError(at, `Expected an RNG for rng but received ${shown(rng)}`, 'Make one with new nd.random.RNG(seed)')
}

function dataInput(at: At, prepared: Prepared, value: unknown, name: string): View {
  if (value instanceof DataNode) throw ofGraph(at, name)
  if (value === undefined || value === null) {
    const what = prepared.ports.map((port) => (port.optional ? `${port.name}?` : port.name)).join(', ')
    throw argError(at, `Expected a Tensor, a Batch or data for ${name} but received ${value}`, `Inputs: ${what}`)
  }
  return inputView(value, at, name)
}
