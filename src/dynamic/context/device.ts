// Devices: the CPU, or one of the GPUs that this process sees. Code that names no device uses the current one.

import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { PipelineError } from '../../errors.js'
import { checkGpu, gpuInfo } from '../../native.js'
import { during, enter, scoped } from './scope.js'

/**
 * A way to name a device: 'cpu', 'gpu' (the current GPU), 'gpu:1' or 'cuda:1', a Device, or an object with its two
 * fields.
 */
export type DeviceLike =
  | Device
  | 'cpu'
  | 'gpu'
  | `gpu:${number}`
  | `cuda:${number}`
  | { readonly type: 'cpu' | 'gpu'; readonly id?: number | null | undefined }

/** A device as the user asked for it; `id` null stands for the current GPU. */
export interface AskedDevice {
  readonly type: 'cpu' | 'gpu' | 'mixed'
  readonly id: number | null
}

interface At {
  op?: string | undefined
  callSite?: string | undefined
}

function fault(message: string, at: At | undefined, hint?: string): PipelineError {
  return invalidArgument(message, { op: at?.op, callSite: at?.callSite, hint })
}

const form = /^(cpu|gpu|cuda|mixed)(?::(\d{1,4}))?$/

/**
 * Parses the option `device` of a call or of a context; undefined if it is left out. It does not check whether there is
 * such a GPU. Throws INVALID_ARGUMENT.
 */
export function parseDevice(value: unknown, at?: At): AskedDevice | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') {
    const [, name, id] = form.exec(value) ?? []
    const type = name === 'cuda' ? 'gpu' : (name as AskedDevice['type'] | undefined)
    if (type && (type === 'gpu' || id === undefined)) return { type, id: id === undefined ? null : Number(id) }
  } else if (typeof value === 'object' && 'type' in value) {
    const { type, id = null } = value as { type: unknown; id?: unknown }
    if (type === 'cpu' && id === null) return { type, id }
    if (type === 'gpu' && (id === null || (Number.isInteger(id) && (id as number) >= 0)))
      return { type, id: id as number }
  }
  throw fault(`Expected 'cpu', 'gpu', 'gpu:1' or a Device for device but received ${shown(value)}`, at)
}

/** Numbers of GPUs that are known to be there. */
const seen = new Set<number>()
let any: boolean | undefined

/** Returns `id` if there is a GPU with that number. Throws CUDA_UNAVAILABLE. */
export function existingGpu(id: number): number {
  if (seen.has(id)) return id
  checkGpu(id)
  seen.add(id)
  return id
}

function anyGpu(): boolean {
  if (any !== undefined) return any
  try {
    any = gpuInfo().devices.length > 0
  } catch (error) {
    if (!(error instanceof PipelineError) || error.code !== 'CUDA_UNAVAILABLE') throw error
    any = false
  }
  return any
}

/**
 * The GPU that 'gpu' without a number means: the innermost one that is entered, else GPU 0. Throws CUDA_UNAVAILABLE.
 */
export function currentGpu(): number {
  const device = scoped<Device>('device')
  return existingGpu(device?.type === 'gpu' ? device.id! : 0)
}

/** The CPU or one GPU. device() makes one. */
export class Device {
  /** @internal Use device(), which checks. */
  constructor(
    readonly type: 'cpu' | 'gpu',
    /** The GPU's number among those that this process sees (CUDA_VISIBLE_DEVICES); null for the CPU. */
    readonly id: number | null,
  ) {}

  /**
   * The innermost device that is entered here, by itself or by a context; else GPU 0, or the CPU if there is no GPU.
   */
  static current(): Device {
    return scoped<Device>('device') ?? (anyGpu() ? new Device('gpu', 0) : new Device('cpu', null))
  }

  /**
   * Makes the device current until the returned object is disposed: `using _ = device('gpu:1').enter()`. A function
   * that awaits inside the block must use run() instead, because its caller continues while it waits and would continue
   * with the device; the top level of a module may await. A scope that its function leaves open when it waits or
   * returns ends with the turn, with a warning, and disposing it later throws SCOPE_NOT_LEFT.
   */
  enter(): Disposable {
    const own = `device('${this}')`
    return enter({ device: this }, { name: `${own}.enter()`, instead: `${own}.run(fn)`, entry: this.enter })
  }

  /** Calls `fn` with the device as the current one, also for what `fn` awaits, and returns its result. */
  run<T>(fn: () => T): T {
    return during({ device: this }, fn)
  }

  /** Whether `other` has the same type and number. Throws INVALID_ARGUMENT, CUDA_UNAVAILABLE. */
  equals(other: DeviceLike): boolean {
    const asked = parseDevice(other)!
    const id = asked.type === 'gpu' ? (asked.id ?? currentGpu()) : null
    return asked.type === this.type && id === this.id
  }

  /** The name that device() takes: 'cpu', 'gpu:0'. */
  toString(): string {
    return this.id === null ? this.type : `${this.type}:${this.id}`
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Device(${this})`
  }
}

/**
 * A device by name ('cpu', 'gpu', 'gpu:1', 'cuda:1'), or by type and number. 'gpu' without a number is the current GPU.
 * Throws INVALID_ARGUMENT, and CUDA_UNAVAILABLE for a GPU that is not there.
 */
export function device(spec: DeviceLike): Device {
  if (spec instanceof Device) return spec
  const asked = parseDevice(spec)
  if (!asked || asked.type === 'mixed') {
    throw fault(`Expected 'cpu', 'gpu', 'gpu:1' or a Device for device but received ${shown(spec)}`, undefined)
  }
  if (asked.type === 'cpu') return new Device('cpu', null)
  return new Device('gpu', asked.id === null ? currentGpu() : existingGpu(asked.id))
}
