// What an operator is called with apart from data: its constant arguments in canonical form, checked once for each set
// of values, so that a call in a loop costs a look-up.

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

export interface CallSpec {
  readonly id: number
  readonly op: string
  readonly info: OpInfo
  readonly device: Device
  readonly args: Readonly<Record<string, Json>>
  /** Arguments that come per sample. */
  readonly argNames: readonly string[]
  readonly numInputs: number
  readonly numOutputs: number
  readonly onError: OnError
}

const known = new Map<string, CallSpec>()
let ids = 0
/** More than any program has; beyond it constants change with every call, and nothing is gained by keeping them. */
const most = 4096

/** A text that two values share only where they mean the same. */
function keyOf(value: unknown): string {
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(keyOf).join()}]`
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return `[${Array.from(value as unknown as ArrayLike<number>, String).join()}]`
  }
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([k, v]) => `${k}:${keyOf(v)}`)
      .join()}}`
  }
  return String(value)
}

export interface Asked {
  op: string
  device: Device
  numInputs: number
  /** Constants as the user gave them; undefined and null stand for none. */
  constants: Readonly<Record<string, unknown>>
  argNames: readonly string[]
  onError?: OnError | undefined
}

/** Throws INVALID_ARGUMENT as the graph does, with the call site that `site` gives. */
export function specOf(asked: Asked, site: () => string): CallSpec {
  const { op, device, numInputs, constants, argNames, onError } = asked
  let key = `${op}|${device}|${numInputs}|${onError ?? ''}|${argNames.join()}`
  for (const name in constants) {
    const value = constants[name]
    if (value === undefined || value === null) continue
    // As keyOf() has it.
    key += `|${name}=${typeof value === 'number' && value !== 0 ? value : keyOf(value)}`
  }
  const found = known.get(key)
  if (found) return found
  const spec = makeSpec(asked, site())
  if (known.size >= most) known.delete(known.keys().next().value!)
  known.set(key, spec)
  return spec
}

function makeSpec({ op, device, numInputs, constants, argNames, onError }: Asked, callSite: string): CallSpec {
  const at = { op, callSite }
  const info = schemaOf(at, schemas)
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
  return {
    ...{ id: ids++, op, info, device, argNames, numInputs },
    args: withDeviceDefaults(node.args, device, info),
    numOutputs: countOutputs(info, node.args),
    onError: onError ?? 'throw',
  }
}

/** The arguments that a number or a list in place of an input stands for. */
export function constantOf(port: PortInfo | undefined, value: unknown): string | undefined {
  if (!port?.constant) return undefined
  if (typeof value === 'number') return port.constant.number
  // Lists of lists, of arrays or of tensors are data.
  const list = Array.isArray(value) ? typeof value[0] !== 'object' : ArrayBuffer.isView(value)
  return list ? port.constant.list : undefined
}
