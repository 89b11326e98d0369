// The types of the native functions for the process (native/addon/process.cc): what it can do, the threads of its pool, its
// end, and ranges for profilers.
import type { Handle } from './handle.js'

export interface ProcessFunctions {
  /** Returns JSON: SystemInfo. Codec libraries are loaded and listed only with `probeCodecs`. */
  info(probeCodecs?: boolean): string
  /**
   * Sets what holds for the process: the least number of threads in the pool; the number of threads of imperative contexts
   * that have no number of their own (0: the default); the folder of the libvips libraries; the path of the video plugin, and
   * the hint of the error where it cannot be loaded. Returns whether such a context has begun to work, in any thread.
   */
  configure(settings: {
    poolThreads?: number
    contextThreads?: number
    vipsPath?: string
    videoPlugin?: string
    videoCure?: string
  }): boolean
  /**
   * Pins the pool's first threads until the handle is closed: one thread to each of `cpus`; the others of the first
   * `threads` to the CPUs near the GPU, or without a GPU to all CPUs of the process. With several open handles the
   * latest decides.
   */
  pinThreads(threads: number, cpus: Int32Array, gpu: number | null): Handle
  /** Returns a number for the programs of one thread group, which share their threads. It is not a handle. */
  threadGroup(): number
  /**
   * Guards the end of the process, at which Node.js waits for all threads: ends the process with this exit code if one
   * sample takes a thread more than so many seconds, counted from now. Returns at once.
   */
  endProcess(code: number, graceSeconds: number): void
  /** Begins a range of this thread that profilers show (NVTX), or with null ends the last one. */
  range(name: string | null): void
}

export interface SystemInfo {
  abi: string
  simd: string
  /** CPUs. `allowed`: the affinity mask, such as "0-3,8". */
  cpu: { online: number; affinity: number; allowed: string; quota: number; usable: number }
  poolThreads: number
  /** For each reader that has one: DataFormat of src/readers/data-format.ts. */
  formats: unknown[]
  codecs: { format: string; library: string; version: string; ok: boolean; note: string }[]
  handles: number
}
