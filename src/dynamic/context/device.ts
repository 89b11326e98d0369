// Devices: the CPU, or one of the GPUs that this process sees. The current one is what code without a device of its own gets.

import { invalidArgument } from '../../errors/factories.js'
import { shown } from '../../errors/words.js'
import { PipelineError } from '../../errors.js'
import { checkGpu, gpuInfo } from '../../native.js'
import { during, enter, scoped } from './scope.js'

/** What stands for a device: 'cpu', 'gpu' (the current one), 'gpu:1' or 'cuda:1', a Device, or its two fields. */
export type DeviceLike =
  | Device
  | 'cpu'
  | 'gpu'
  | `gpu:${number}`
  | `cuda:${number}`
  | { readonly type: 'cpu' | 'gpu'; readonly id?: number | null | undefined }

/** A device as it was asked for: a GPU without a number is the current one. */
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
 * What `device:` of a call or of a context says; undefined where it says nothing. Whether there is such a GPU is not asked.
 * Throws INVALID_ARGUMENT.
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

const seen = new Set<number>()
let any: boolean | undefined

/** The number, once it is known that there is such a GPU. Throws CUDA_UNAVAILABLE. */
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

/** The GPU of code that says 'gpu': the innermost that was entered, else GPU 0. Throws CUDA_UNAVAILABLE. */
export function currentGpu(): number {
  const device = scoped<Device>('device')
  return existingGpu(device?.type === 'gpu' ? device.id! : 0)
}

export class Device {
  /** @internal Use device(), which checks. */
  constructor(
    readonly type: 'cpu' | 'gpu',
    /** The GPU's number among those that this process sees (CUDA_VISIBLE_DEVICES); null for the CPU. */
    readonly id: number | null,
  ) {}

  /** The innermost device that was entered here, also by a context; else GPU 0, or the CPU where there is no GPU. */
  static current(): Device {
    return scoped<Device>('device') ?? (anyGpu() ? new Device('gpu', 0) : new Device('cpu', null))
  }

  /**
   * Makes it the current one until the returned object is disposed: `using _ = device('gpu:1').enter()`. A function that waits
   * in the block must use run() unless it is the top of a module: its caller goes on while it waits, and would go on with the
   * device. Such a block ends with the turn, with a warning, and leaving it throws SCOPE_NOT_LEFT.
   */
  enter(): Disposable {
    const own = `device('${this}')`
    return enter({ device: this }, { name: `${own}.enter()`, instead: `${own}.run(fn)`, entry: this.enter })
  }

  /** Calls `fn` with it as the current one, and for as long as the promise that it returns is not settled. */
  run<T>(fn: () => T): T {
    return during({ device: this }, fn)
  }

  /** Of one type and number. */
  equals(other: DeviceLike): boolean {
    const asked = parseDevice(other)!
    const id = asked.type === 'gpu' ? (asked.id ?? currentGpu()) : null
    return asked.type === this.type && id === this.id
  }

  /** As device() takes it: 'cpu', 'gpu:0'. */
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
