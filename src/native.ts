// Loads the native addon, whose functions have their types in src/native, a file per subject. Every thread (main thread and
// workers) loads it through this file. An addon that was built from other sources is refused, because both sides share
// memory layouts.

import { types } from 'node:util'
import { isMainThread } from 'node:worker_threads'
import { type Callback, type Failed, guarded } from './errors/callbacks.js'
import { errorOf } from './errors/factories.js'
import { isErrorCode } from './errors.js'
import { abiHash } from './generated/abi.js'
import type { BridgeFunctions } from './native/bridge.js'
import type { DatasetFunctions } from './native/dataset.js'
import type { DeviceFunctions, GpuInfo } from './native/device.js'
import type { EvalFunctions } from './native/eval.js'
import type { HandleFunctions } from './native/handles.js'
import type { MailboxFunctions } from './native/mailbox.js'
import type { OutputFunctions } from './native/outputs.js'
import type { ProcessFunctions, SystemInfo } from './native/process.js'
import type { ProgramFunctions } from './native/program.js'
import type { StoreFunctions } from './native/stores.js'
import type { VideoFunctions } from './native/video.js'
import { type Addon, findPlugin, findVideoPlugin, foreignAddon, loadAddon, vipsFolder } from './native-files.js'

export type { GpuInfo } from './native/device.js'
export type { EvalInput } from './native/eval.js'
export type { Handle } from './native/handle.js'
export type { SystemInfo } from './native/process.js'
export type * from './native/program.js'

export type Native = BridgeFunctions &
  DatasetFunctions &
  DeviceFunctions &
  EvalFunctions &
  HandleFunctions &
  MailboxFunctions &
  OutputFunctions &
  ProcessFunctions &
  ProgramFunctions &
  StoreFunctions &
  VideoFunctions

/** Seconds that one sample may take after the process has begun to end. */
const exitGrace = 1

function toPipelineError(error: unknown): unknown {
  // The addon makes errors in the realm that loaded it first, which may not be this one.
  if (!types.isNativeError(error)) return error
  const e = error as unknown as Record<string, unknown> & { message: string }
  if (!isErrorCode(e.code)) return error
  return errorOf(e.code, e.message, {
    op: e.op as string | undefined,
    callSite: e.callSite as string | undefined,
    hint: e.hint as string | undefined,
    sample: typeof e.index === 'number' ? { index: e.index, source: String(e.source ?? '') } : undefined,
  })
}

/** The same functions, which throw each error as a PipelineError. */
function wrapped(functions: Addon): Addon {
  const wrap =
    (fn: (...args: never[]) => unknown) =>
    (...args: never[]) => {
      try {
        return fn(...args)
      } catch (error) {
        throw toPipelineError(error)
      }
    }
  return Object.fromEntries(Object.entries(functions).map(([name, fn]) => [name, wrap(fn)]))
}

function load(): Native {
  const addon = wrapped(loadAddon())
  const { listen, outputs } = addon as Record<string, (callback: Callback) => unknown>
  addon.listen = (callback: Callback, failed: Failed) => listen!(guarded(callback, failed))
  addon.outputs = (callback: Callback, failed: Failed) => wrapped(outputs!(guarded(callback, failed)) as Addon)
  const native = addon as unknown as Native
  checkAbi((JSON.parse(native.info()) as SystemInfo).abi)
  // At exit Node.js waits for all threads, even for one that is stuck in a native call.
  if (isMainThread) process.on('exit', (code) => native.endProcess(code, exitGrace))
  const video = findVideoPlugin()
  native.configure({ videoPlugin: video.path, videoCure: video.cure })
  try {
    native.configure({ vipsPath: vipsFolder() })
  } catch {
    // Without libvips, decoding a PNG, WebP, TIFF, GIF or AVIF image fails with an error that says what to install.
  }
  return native
}

/** Refuses an addon whose shared layouts are not the ones this build was made with. */
export function checkAbi(hash: string): void {
  if (hash === abiHash) return
  throw foreignAddon(hash, abiHash)
}

let loaded: Native | undefined

/** Returns the addon. It is loaded at first use, so that importing the package costs nothing. */
export function native(): Native {
  loaded ??= load()
  return loaded
}

/**
 * Returns the GPUs of this machine and the plugin's version; with `libraries` that of nvJPEG too, which is loaded then.
 * Throws CUDA_UNAVAILABLE, which says what is missing.
 */
export function gpuInfo(libraries = false): GpuInfo {
  const { path, cure } = findPlugin()
  return JSON.parse(native().gpu(path, cure, libraries)) as GpuInfo
}

/** Throws CUDA_UNAVAILABLE unless this process sees a GPU with this number. */
export function checkGpu(id: number): void {
  const { devices } = gpuInfo()
  if (devices.some((gpu) => gpu.id === id)) return
  const names = devices.map((gpu) => `${gpu.id}: ${gpu.name}`).join(', ')
  throw errorOf(
    'CUDA_UNAVAILABLE',
    `Expected the number of a GPU for deviceId but received ${id}: this process sees ${names || 'none'}`,
    'CUDA_VISIBLE_DEVICES says which GPUs a process sees. Or use deviceId: null',
  )
}
