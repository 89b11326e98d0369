// What a call needs to know apart from data. Facts about its operator are looked up once (Prepared). Its constant
// arguments are checked once for each set of values (CallSpec), so that a call in a loop costs only a look-up.

import { types } from 'node:util'
import { isPlain } from '../../definition/context.js'
import { shown } from '../../errors/words.js'
import { checkNode } from '../../graph/check.js'
import {
  argError,
  countOutputs,
  type OpInfo,
  type PortInfo,
  schemaOf,
  schemas,
  withDeviceDefaults,
} from '../../graph/schema.js'
import type { Device, Json, OnError } from '../../graph/types.js'
import { noteNumbers } from './changing.js'

/** The facts about one operator. */
export interface Prepared {
  readonly op: string
  readonly info: OpInfo
  readonly ports: readonly PortInfo[]
  /** Whether it takes any number of inputs. */
  readonly many: boolean
  /** Names of its arguments, each with whether it may differ per sample. */
  readonly args: ReadonlyMap<string, boolean>
  /** Names of options that are not arguments of the kernel: device, batchSize, rng, onError. */
  readonly own: ReadonlySet<string>
}

const prepared = new Map<string, Prepared>()

export function prepare(op: string): Prepared {
  const found = prepared.get(op)
  if (found) return found
  const info = schemaOf({ op, callSite: '' }, schemas)
  const facts: Prepared = {
    op,
    info,
    ports: info.inputs,
    many: info.inputs.at(-1)?.many === true,
    args: new Map(Object.entries(info.args).map(([name, arg]) => [name, arg.perSample === true])),
    own: new Set(['device', 'batchSize', ...(info.random ? ['rng'] : []), ...(info.onError ? ['onError'] : [])]),
  }
  prepared.set(op, facts)
  return facts
}

/** Whether the value is an object of arguments, and not a sample such as `{ data, shape }`. */
export const isOptions = (value: unknown): value is Record<string, unknown> =>
  isPlain(value) && !('data' in value && 'shape' in value)

/** An operator with checked constants, shared by all calls that give the same ones. */
export interface CallSpec {
  /** Identifies the spec on this thread. */
  readonly id: number
  readonly op: string
  readonly info: OpInfo
  readonly device: Device
  readonly args: Readonly<Record<string, Json>>
  /** Names of the per-sample arguments. */
  readonly argNames: readonly string[]
  readonly numInputs: number
  readonly numOutputs: number
  readonly onError: OnError
  /**
   * For a decoder with shrink: 'fast': the spec of a call that makes smaller images for a resize. A call of this spec makes
   * whole ones.
   */
  readonly smaller?: CallSpec
}

const known = new Map<string, CallSpec>()
let ids = 0
/**
 * Specs that are kept. Programs do not have more, unless constants change with every call; keeping those gains nothing.
 */
const most = 4096

/** A text that is equal for two values only if they mean the same. */
function keyOf(value: unknown): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`
  if (types.isTypedArray(value)) {
    return `[${Array.from(value as unknown as ArrayLike<number>, String).join()}]`
  }
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([k, v]) => `${k}:${keyOf(v)}`)
      .join()}}`
  }
  return String(value)
}

/** A call as the user made it, apart from data. */
export interface Asked {
  operator: Prepared
  device: Device
  numInputs: number
  /** Constants as the user gave them; undefined and null stand for none. */
  constants: Readonly<Record<string, unknown>>
  argNames: readonly string[]
  onError?: OnError | undefined
}

/**
 * The spec of a call. Throws INVALID_ARGUMENT for arguments that a pipeline's definition would refuse too. `site`
 * returns the call site; it is called only for new constants. Numbers that change from call to call become per-sample
 * arguments, the last ones of the spec: they are added to `changing` in that order.
 */
export function specOf(asked: Asked, site: () => string, changing: (number | number[])[]): CallSpec {
  const key = keyOfCall(asked, asked.constants)
  const found = known.get(key)
  if (found) return found
  // All of the call but its numbers.
  const constants: Record<string, unknown> = {}
  const argNames = [...asked.argNames]
  for (const [name, value] of Object.entries(asked.constants)) {
    if (asked.operator.args.get(name) && isNumeric(value) && !asked.operator.info.args[name]!.ofBatch)
      argNames.push(name)
    else constants[name] = value
  }
  const form = { ...asked, constants, argNames }
  const formKey = keyOfCall(form, constants)
  const spec = makeSpec(asked, site())
  if (argNames.length === asked.argNames.length || !noteNumbers(formKey, key)) return remember(key, spec)
  for (const name of argNames.slice(asked.argNames.length)) changing.push(spec.args[name] as number | number[])
  return known.get(formKey) ?? remember(formKey, makeSpec(form, site()))
}

const isNumeric = (value: unknown): boolean =>
  typeof value === 'number' || (Array.isArray(value) && value.length > 0 && value.every((x) => typeof x === 'number'))

/** A text that is equal only for calls of one spec. */
function keyOfCall({ operator, device, numInputs, argNames, onError }: Asked, constants: Asked['constants']): string {
  let key = `${operator.op}|${device}|${numInputs}|${onError ?? ''}|${argNames.join()}`
  for (const name in constants) {
    const value = constants[name]
    if (value === undefined || value === null) continue
    // The common case gives the same text as keyOf(), without the call.
    key += `|${name}=${typeof value === 'number' && value !== 0 ? value : keyOf(value)}`
  }
  return key
}

function remember(key: string, spec: CallSpec): CallSpec {
  if (known.size >= most) known.delete(known.keys().next().value!)
  known.set(key, spec)
  return spec
}

function makeSpec({ operator, device, numInputs, constants, argNames, onError }: Asked, callSite: string): CallSpec {
  const { op, info } = operator
  const at = { op, callSite }
  if (onError === 'skip') {
    throw argError(
      at,
      "Expected 'throw' or 'placeholder' for onError but received 'skip'",
      "A batch keeps its size here: use 'placeholder', and select() what is valid",
    )
  }
  if (onError !== undefined && onError !== 'throw' && onError !== 'placeholder') {
    throw argError(at, `Expected 'throw' or 'placeholder' for onError but received ${shown(onError)}`)
  }
  const ref = { node: -1, output: 0 }
  const given = Object.fromEntries(Object.entries(constants).filter(([, v]) => v !== undefined && v !== null))
  const node = checkNode(
    {
      ...{ id: 0, op, name: '', device, callSite, numOutputs: 1 },
      inputs: Array.from({ length: numInputs }, () => ref),
      args: given as Record<string, Json>,
      argInputs: Object.fromEntries(argNames.map((name) => [name, ref])),
    },
    schemas,
  )
  const { shrink, ...rest } = node.args
  const spec: CallSpec = {
    ...{ id: ids++, op, info, device, argNames, numInputs },
    args: withDeviceDefaults(rest, device, info),
    numOutputs: countOutputs(info, node.args, numInputs),
    onError: onError ?? 'throw',
  }
  if (shrink !== 'fast' || device !== 'cpu') return spec
  return { ...spec, smaller: { ...spec, id: ids++, args: { ...spec.args, shrink } } }
}

/** The name of the argument that a number or a list in place of an input stands for; undefined if it is data. */
export function constantOf(port: PortInfo | undefined, value: unknown): string | undefined {
  if (!port?.constant) return undefined
  if (typeof value === 'number') return port.constant.number
  // Lists of lists, of arrays or of tensors are data.
  const list = Array.isArray(value) ? typeof value[0] !== 'object' : ArrayBuffer.isView(value)
  return list ? port.constant.list : undefined
}
