// Devices: the CPU, or one of the GPUs that this process sees. Code that names no device uses the current one.

import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { PipelineError } from '../../errors.js'
import { checkGpu, gpuInfo } from '../../native.js'
import { during, enter, scoped } from './scope.js'

/**
 * A way to name a device: 'cpu', 'gpu' (the current GPU), 'gpu:1' or 'cuda:1'; a Device, or an object with its two
 * fields; or an object with `deviceId`, the number of a GPU, or null for the CPU, as outputs, streams and contexts have
 * it.
 */
export type DeviceLike =
  | Device
  | 'cpu'
  | 'gpu'
  | `gpu:${number}`
  | `cuda:${number}`
  | { readonly type: 'cpu' | 'gpu'; readonly id?: number | null | undefined }
  | { readonly deviceId: number | null }

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

const noDevice = (value: unknown, at?: At) =>
  fault(`Expected 'cpu', 'gpu', 'gpu:1' or a Device for device but received ${shown(value)}`, at)

const isNumber = (id: unknown): id is number => Number.isInteger(id) && (id as number) >= 0

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
    if (type === 'gpu' && (id === null || isNumber(id))) return { type, id }
  } else if (typeof value === 'object' && 'deviceId' in value) {
    const { deviceId: id } = value
    if (id === null) return { type: 'cpu', id }
    if (isNumber(id)) return { type: 'gpu', id }
  }
  throw noDevice(value, at)
}

/** Numbers of GPUs that are known to be there. */
const seen = new Set<number>()
/** The current device where none is entered, once it is known. */
let usual: Device | undefined

/** Returns `id` if there is a GPU with that number. Throws CUDA_UNAVAILABLE. */
export function existingGpu(id: number): number {
  if (seen.has(id)) return id
  checkGpu(id)
  seen.add(id)
  return id
}

function anyGpu(): boolean {
  try {
    return gpuInfo().devices.length > 0
  } catch (error) {
    if (!(error instanceof PipelineError) || error.code !== 'CUDA_UNAVAILABLE') throw error
    return false
  }
}

/**
 * The GPU that 'gpu' without a number means: the innermost one that is entered, else GPU 0. Throws CUDA_UNAVAILABLE.
 */
export function currentGpu(): number {
  const device = scoped<Device>('device')
  return existingGpu(device?.type === 'gpu' ? device.id! : 0)
}

/** The device that `spec` names, with `id` as its number. Throws INVALID_ARGUMENT, CUDA_UNAVAILABLE. */
function deviceOf(spec: unknown, id: unknown): { type: 'cpu' | 'gpu'; id: number | null } {
  const asked = parseDevice(spec)
  if (!asked || asked.type === 'mixed') throw noDevice(spec)
  if (id !== undefined && id !== null) {
    if (!isNumber(id)) throw fault(`Expected the number of a GPU for id but received ${shown(id)}`, undefined)
    if (asked.type === 'cpu' || asked.id !== null) {
      throw fault(`Expected 'gpu' for device along with a number but received ${shown(spec)} and ${id}`, undefined)
    }
  }
  if (asked.type === 'cpu') return { type: 'cpu', id: null }
  const number = asked.id ?? (id as number | null | undefined) ?? null
  return { type: 'gpu', id: number === null ? currentGpu() : existingGpu(number) }
}

/**
 * The CPU or one GPU, as a value that calls and contexts take. Code runs with it as the current device by
 * `new Device('gpu', 1).run(() => ...)`. device() makes one too.
 */
export class Device {
  readonly type: 'cpu' | 'gpu'
  /** The GPU's number among those that this process sees (CUDA_VISIBLE_DEVICES); null for the CPU. */
  readonly id: number | null

  /**
   * The arguments are those of device(): `new Device('gpu', 1)` is `device('gpu:1')`. Throws INVALID_ARGUMENT, and
   * CUDA_UNAVAILABLE for a GPU that is not there.
   */
  constructor(spec: DeviceLike, id?: number | null) {
    const found = deviceOf(spec, id)
    this.type = found.type
    this.id = found.id
  }

  /**
   * The innermost device that is entered here, by itself or by a context; else GPU 0, or the CPU if there is no GPU.
   */
  static current(): Device {
    const entered = scoped<Device>('device')
    if (entered) return entered
    usual ??= new Device(anyGpu() ? 'gpu:0' : 'cpu')
    return usual
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
 * A device by name ('cpu', 'gpu', 'gpu:1', 'cuda:1'), by type and number (`device('gpu', 1)`, `device({ type: 'gpu', id:
 * 1 })`), or by GPU alone (`device({ deviceId: 1 })`). 'gpu' without a number is the current GPU. Throws
 * INVALID_ARGUMENT, and CUDA_UNAVAILABLE for a GPU that is not there.
 */
export function device(spec: DeviceLike, id?: number | null): Device {
  return spec instanceof Device && id === undefined ? spec : new Device(spec, id)
}
