// One call of an operator on data: what the user gave becomes a Call, and the mode says when it is run. It is on the path of
// every call, so what does not depend on the call is looked up once (Prepared), and texts are made only for errors.

import { DataNode, imperative, isPlain } from '../../definition/node.js'
import { shown, suggestion } from '../../errors/words.js'
import type { PipelineError } from '../../errors.js'
import { copyOp } from '../../graph/devices.js'
import { argError, type OpInfo, type PortInfo, schemaOf, schemas } from '../../graph/schema.js'
import type { Device, OnError } from '../../graph/types.js'
import { recorder } from '../capture/recorder.js'
import { EvalContext } from '../context/context.js'
import { parseDevice } from '../context/device.js'
import { currentMode } from '../context/mode.js'
import { defaultRng, RNG } from '../context/random.js'
import { enqueue, settle } from '../scheduling/evaluate.js'
import { type Site, siteBelow, siteOf } from '../trace/site.js'
import { Batch } from '../values/batch.js'
import { asInput } from '../values/data.js'
import { Tensor } from '../values/tensor.js'
import { Call, type View } from '../values/value.js'
import { constantOf, specOf } from './spec.js'

type Given = Batch | Tensor
type Entry = (...args: never[]) => unknown

/** What holds for all calls of an operator. */
export interface Prepared {
  readonly op: string
  readonly info: OpInfo
  readonly ports: readonly PortInfo[]
  /** Any number of inputs. */
  readonly many: boolean
  /** Arguments, by whether they may differ per sample. */
  readonly args: ReadonlyMap<string, boolean>
  /** Options that are no arguments of the kernel. */
  readonly own: ReadonlySet<string>
}

const known = new Map<string, Prepared>()

export function prepare(op: string): Prepared {
  const found = known.get(op)
  if (found) return found
  const info = schemaOf({ op, callSite: '' }, schemas)
  const prepared: Prepared = {
    op,
    info,
    ports: info.inputs,
    many: info.inputs.at(-1)?.many === true,
    args: new Map(Object.entries(info.args).map(([name, arg]) => [name, arg.perSample === true])),
    own: new Set(['device', 'batchSize', ...(info.random ? ['rng'] : []), ...(info.onError ? ['onError'] : [])]),
  }
  known.set(op, prepared)
  return prepared
}

/** Which call: what errors say. The line is worked out when it is read. */
class At {
  constructor(
    readonly op: string,
    readonly site: Site,
  ) {}
  get callSite(): string {
    return siteOf(this)
  }
}

const isGiven = (value: unknown): value is Given => value instanceof Batch || value instanceof Tensor

imperative.has = isGiven

/** An object of arguments, not a sample such as `{ data, shape }`. */
const isOptions = (value: unknown): value is Record<string, unknown> =>
  isPlain(value) && !('data' in value && 'shape' in value)

/** The operator `op` on data: its outputs, one Batch or Tensor each. */
export const invoke = (op: string, given: readonly unknown[], entry: Entry): Given[] =>
  invokePrepared(prepare(op), given, entry)

const none: Readonly<Record<string, unknown>> = {}

/** `entry`: the function that the user called. */
export function invokePrepared(prepared: Prepared, given: readonly unknown[], entry: Entry): Given[] {
  const { op, info, ports, own } = prepared
  const at = new At(op, siteBelow(entry))
  let last = given.length
  while (last > 0 && given[last - 1] === undefined) last--
  let options = none
  if (last > 0 && isOptions(given[last - 1])) options = given[--last] as Record<string, unknown>
  if (last > ports.length && !prepared.many) throw tooMany(at, prepared, given, last)
  const constants: Record<string, unknown> = {}
  const inputs: Given[] = []
  for (let i = 0; i < last; i++) {
    const value = given[i]
    const port = ports[i] ?? ports.at(-1)
    if (isGiven(value)) {
      inputs.push(value)
      continue
    }
    const name = port?.constant && constantOf(port, value)
    if (name) constants[name] = value
    else inputs.push(dataInput(at, prepared, value, port?.name ?? `input ${i}`))
  }
  const argNames: string[] = []
  const args: Given[] = []
  for (const name in options) {
    if (own.has(name)) continue
    const value = options[name]
    const perSample = prepared.args.get(name)
    if (perSample === undefined) throw unknownOption(at, prepared, name, value)
    if (value === undefined || value === null) continue
    if (name in constants) {
      throw argError(at, `Expected ${name} once but received it as an input and as an argument`)
    }
    if (isGiven(value)) {
      if (!perSample) {
        const what = value instanceof Batch ? 'Batch' : 'Tensor'
        throw argError(
          at,
          `Expected a constant for ${name} but received a ${what}`,
          `${name} is the same for all samples`,
        )
      }
      argNames.push(name)
      args.push(value)
    } else {
      if (value instanceof DataNode) throw ofGraph(at, name)
      constants[name] = value
    }
  }
  const { batchSize } = options
  const size = sizeOf(at, inputs, args, batchSize)
  const single = size === 0
  const count = single ? 1 : size
  const asked = options.device === undefined || options.device === null ? undefined : parseDevice(options.device, at)
  const device = deviceOf(at, info, asked?.type, inputs)
  const spec = specOf(
    { op, device, numInputs: inputs.length, constants, argNames, onError: options.onError as OnError | undefined },
    () => at.callSite,
  )
  // Where the call goes is settled now, whenever it runs.
  const from = gpuOf(inputs)
  const toHost = op === copyOp && device === 'cpu' && from !== null
  const context = EvalContext.current().lanes(toHost ? 'gpu' : device, asked?.id ?? from)
  const inputViews: View[] = []
  for (let i = 0; i < inputs.length; i++) {
    const host = (device === 'cpu' && op !== copyOp) || (ports[i] ?? ports.at(-1))?.host === true
    inputViews.push(viewOf(host ? onHost(inputs[i]!, entry) : inputs[i]!, count))
  }
  const argViews: View[] = []
  for (const arg of args) argViews.push(viewOf(onHost(arg, entry), count))
  const draw = info.random ? rngOf(at, options.rng).draw() : undefined
  const call = new Call(spec, inputViews, argViews, count, context, draw, at.site)
  // They own the values from now on: what nobody owns is dropped when it arrives.
  const outputs: Given[] = []
  for (const value of call.values) outputs.push(single ? new Tensor(value, 0) : new Batch(value, null))
  start(call)
  return outputs
}

/** The GPU that the inputs lie on. */
function gpuOf(inputs: readonly Given[]): number | null {
  for (const x of inputs) if (x.device === 'gpu') return x.view.value.gpu
  return null
}

/** Runs the call when the mode says. */
export function start(call: Call): void {
  if (recorder()?.take(call)) {
    if (call.values.every((value) => value.home)) call.release()
    return
  }
  const mode = currentMode()
  if (mode !== 'eager') call.mode = mode
  if ((mode === 'eager' || mode === 'deferred') && !readsExternal(call)) {
    if (mode === 'eager') enqueue(call)
    return
  }
  // Memory of the user's may change as soon as the call has returned.
  for (const value of call.values) {
    settle(value)
    if (mode === 'syncFull' && value.gpu >= 0) value.home?.sync()
  }
}

function readsExternal(call: Call): boolean {
  for (const { value } of call.inputs) if (value.external) return true
  for (const { value } of call.args) if (value.external) return true
  return false
}

/** Samples of the result; 0 for a single Tensor. */
function sizeOf(at: At, inputs: readonly Given[], args: readonly Given[], batchSize: unknown): number {
  let size = -1
  for (const x of inputs) if (x instanceof Batch) size = sameSize(at, size, x.length)
  for (const x of args) if (x instanceof Batch) size = sameSize(at, size, x.length)
  if (batchSize === undefined || batchSize === null) {
    if (size === 0) throw argError(at, 'Expected a batch of at least one sample but received none')
    return Math.max(0, size)
  }
  if (!Number.isInteger(batchSize) || (batchSize as number) < 1) {
    throw argError(at, `Expected an integer >= 1 for batchSize but received ${shown(batchSize)}`)
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

function sameSize(at: At, size: number, other: number): number {
  if (size < 0 || size === other) return other
  throw argError(
    at,
    `Expected batches of one size but received ${size} and ${other} samples`,
    'A Tensor stands for as many equal samples',
  )
}

function viewOf(x: Given, count: number): View {
  const { view } = x
  // A tensor stands for as many equal samples.
  return view.value.count === 1 && count === 1 ? { value: view.value, rows: null } : view
}

function deviceOf(at: At, { devices }: OpInfo, asked: unknown, inputs: readonly Given[]): Device {
  if (asked === undefined || asked === null) {
    if (!devices.includes('gpu')) return 'cpu'
    for (const x of inputs) if (x.device === 'gpu') return 'gpu'
    return 'cpu'
  }
  const name = String(asked) as Device
  // As in DALI's dynamic mode: there is no 'mixed' for its users.
  if (name === 'gpu' && !devices.includes('gpu') && devices.includes('mixed')) return 'mixed'
  if (name === 'cpu' || name === 'gpu' || (name === 'mixed' && devices.includes('mixed'))) return name
  throw argError(at, `Expected 'cpu' or 'gpu' for device but received ${shown(asked)}`)
}

const copy = prepare(copyOp)

/** As in DALI's dynamic mode, what is read in host memory is copied there. */
function onHost(x: Given, entry: Entry): Given {
  return x.device === 'cpu' ? x : invokePrepared(copy, [x, { device: 'cpu' }], entry)[0]!
}

function rngOf(at: At, rng: unknown): RNG {
  if (rng === undefined || rng === null) return defaultRng()
  if (rng instanceof RNG) return rng
  throw argError(at, `Expected an RNG for rng but received ${shown(rng)}`, 'Make one with new nd.random.RNG(seed)')
}

function dataInput(at: At, prepared: Prepared, value: unknown, name: string): Given {
  if (value instanceof DataNode) throw ofGraph(at, name)
  if (value === undefined || value === null) {
    const what = prepared.ports.map((port) => (port.optional ? `${port.name}?` : port.name)).join(', ')
    throw argError(at, `Expected a Tensor, a Batch or data for ${name} but received ${value}`, `Inputs: ${what}`)
  }
  return asInput(value, at, name)
}

function ofGraph(at: At, name: string): PipelineError {
  return argError(
    at,
    `Expected data for ${name} but received a DataNode`,
    `Inside a pipeline's definition call fn.${at.op}(); nd.* works on data`,
  )
}

function tooMany(at: At, { ports }: Prepared, given: readonly unknown[], count: number): PipelineError {
  if (isOptions(given[count - 1])) {
    return argError(at, 'Expected one object of arguments but received two', 'Put all arguments into one')
  }
  const names = ports.map((port) => (port.optional ? `${port.name}?` : port.name)).join(', ')
  const most = ports.length === 0 ? 'no inputs' : `at most ${ports.length} input${ports.length === 1 ? '' : 's'}`
  return argError(at, `Expected ${most}${names && ` (${names})`} but received ${count}`)
}

/** What to do instead of options that fn.* takes. */
const instead: Readonly<Record<string, string>> = {
  seed: 'Give rng: new nd.random.RNG(seed), or call nd.random.setSeed(seed)',
  name: 'Calls have no names: errors and traces show their lines',
  bytesPerSampleHint: 'Memory is sized by what earlier calls took',
  preserve: "Every call runs in mode 'eager', also when nobody reads its result",
}

function unknownOption(at: At, { info, args, own }: Prepared, name: string, value: unknown): PipelineError {
  const random = name === 'seed' || name === 'rng' ? `${at.op} draws no random numbers` : undefined
  const hint = random && !info.random ? random : Object.hasOwn(instead, name) ? instead[name] : undefined
  const names = [...args.keys(), ...own]
  return argError(
    at,
    `Expected a known argument but received ${shown(name)}${isGiven(value) ? ` (a ${value.constructor.name})` : ''}`,
    hint ?? suggestion(name, names) ?? `It takes: ${names.join(', ')}`,
  )
}

export type { Site }
