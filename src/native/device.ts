// The types of the native functions for GPUs (native/addon/device.cc): what there is, the device memory of slots, and tensors
// for other libraries.
import type { Handle } from './handle.js'

export interface DeviceFunctions {
  /**
   * Returns JSON: GpuInfo. Throws CUDA_UNAVAILABLE, whose hint is `cure` where the plugin cannot be loaded. The plugin is
   * loaded once, from the path of the first call; nvJPEG is loaded and described only with `libraries`.
   */
  gpu(pluginPath: string, cure: string, libraries: boolean): string
  /**
   * Takes GPU memory for a batch of so many bytes before a slot's first one. Returns the bytes of GPU memory that the
   * slot has, which are 0 where the budget or the GPU refuses them. `account`: offset of the device account in `block`.
   */
  deviceReserve(arena: Handle, gpu: number, bytes: number, block: Handle, account: number): number
  /**
   * Copies device memory of a slot to `to` once its batch is complete. `parts` has three numbers per copy: address,
   * bytes, offset in `to`; with fewer than three numbers nothing is copied, and the call only waits for the batch. With
   * a listener it returns at once; when the listener is called, parts[0], which must exist, is 0, or -1 on failure.
   */
  deviceRead(arena: Handle, parts: Float64Array, to: Uint8Array, listener: Handle | 0): void
  /**
   * Makes a stream wait for the batch. With `done` it instead records that the work queued on the stream so far uses
   * the batch, so that its memory is reused only afterwards. Throws STREAM_ENDED; and INVALID_ARGUMENT for a stream of
   * another GPU.
   */
  deviceOrder(arena: Handle, stream: bigint | Handle, done: boolean): void
  /** Returns the cudaEvent_t that marks the batch as complete, and the cudaStream_t that made it (0: none). */
  deviceMarks(arena: Handle): [event: bigint, stream: bigint]
  /**
   * Returns the address of a DLManagedTensor. `dims`: address, GPU (-1: host memory, and `view` is the data), dtype
   * id, then the shape. The listener is called when its deleter has run. The arena is kept until then, even if this
   * thread ends.
   */
  dlpack(dims: Float64Array, view: Uint8Array | null, listener: Handle, arena: Handle | 0): bigint
}

export interface GpuInfo {
  /** What the plugin was built with, such as "CUDA 13.0". */
  builtWith: string
  /** True for a stand-in that computes on the CPU. */
  emulated: boolean
  /** Where it was asked for: the version of nvJPEG, such as "13.0", or why it cannot be used. */
  nvjpeg?: string
  nvjpegMissing?: string
  devices: {
    id: number
    name: string
    computeCapability: string
    multiprocessors: number
    /** Bytes of its memory in all. */
    memory: number
    /** Bytes that were free at the time of the call. */
    freeMemory: number
    /** Bytes that this process's pool has reserved. */
    poolBytes: number
    /** Its place on the PCI bus, such as "0000:3b:00.0": numbers of GPUs differ between processes, this does not. */
    bus: string
  }[]
}
