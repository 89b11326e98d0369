// The addon's whole type, and its one loader. Every environment (main thread, workers) loads it here; a build from
// other sources is refused, because the two sides share memory layouts.

import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { errorFrom, errorOf, nativeUnavailable } from './errors/factories.js'
import { isErrorCode } from './errors.js'
import { abiHash } from './generated/abi.js'

/** A number in the process-wide table of native objects: a whole number below 2^53. A listener's is below 2^31. */
export type Handle = number

export interface Native {
  /** JSON; see SystemInfo. Codec libraries are loaded, and listed, only when asked. */
  info(probeCodecs?: boolean): string
  /** At least so many pool threads; where libvips is. Returns the pool's size. */
  configure(threads: number | null, vipsPath: string | null): number
  /**
   * Until the handle is closed the pool's first threads are pinned: one to each of `cpus`, those left over to the CPUs near
   * the GPU, else to all of the process. The latest handle that is open decides.
   */
  pinThreads(threads: number, cpus: Int32Array, gpu: number | null): Handle
  /** For programs that share their threads; it is no handle. */
  threadGroup(): number
  /** Shared memory under a handle. */
  open(view: Uint8Array): Handle
  resize(memory: Handle, bytes: number): void
  close(handle: Handle): boolean
  /** A number for a bell's waiting word; the callback runs on this thread's event loop. */
  listen(callback: () => void): Handle
  /** Tells the garbage collector that so many more (or fewer) bytes hang on objects of this thread. */
  pressure(bytes: number): number
  /**
   * An ArrayBuffer over the first bytes of shared memory that was opened on this thread, under the caller's number; null
   * where the runtime allows none. `strong`: until outputCollect() finds that nothing else refers to it.
   */
  outputView(memory: Handle, bytes: number, id: number, strong: boolean): ArrayBuffer | null
  /** The same for an object of JavaScript's own. */
  outputWatch(object: object, id: number, strong: boolean): void
  /** Takes `strong` back. */
  outputWeaken(id: number): void
  /** Ends the view; with `detach` an ArrayBuffer is detached. */
  outputEnd(id: number, detach: boolean): void
  /** The callback hears of views whose memory was freed, which happens some turns after they were collected. */
  outputListen(callback: (id: number) => void): void
  /** Calls gc(): the views that this has ended. The callback does not hear of them. */
  outputCollect(gc: () => void): number[]
  /** A slot (consumer: full, producer: free), or abi `acquire.timeout` when there is none. */
  acquire(block: Handle, mailbox: number, consumer: boolean): number
  /** Sleeps until the bell was rung since its seq was read: 0, or a negative code of abi `acquire`. */
  wait(block: Handle, bell: number, seq: number, timeoutMs: number): number
  publish(block: Handle, mailbox: number, consumer: boolean, slot: number): void
  signal(block: Handle, bell: number, bits: number): void
  /** `dataset`: of a reader's program. */
  programCreate(json: string, dataset: Handle | null): Handle
  /**
   * Builds a reader's data set: the json is a program with that reader alone. Blocks. The handle is this thread's; programs that
   * are made from the data set share it.
   */
  datasetIndex(json: string): Handle
  /** The same on a thread of its own, a handle; the listener is called when datasetTake() will answer. */
  datasetStart(json: string, listener: Handle): Handle
  /** The thread ends soon; datasetTake() then throws ABORTED. */
  datasetCancel(thread: Handle): void
  /** The handle of the data set, once; throws what building it has thrown. */
  datasetTake(thread: Handle): Handle
  /** JSON: DatasetReport, with samples [from, from + count). */
  datasetReport(dataset: Handle, from: number, count: number): string
  /**
   * Bytes the output arena needs. batchIndex starts a batch, -1 appends to it. `most`: abi `memory.mayCome`, and then
   * `memory.refused` may be the answer; or the most bytes that the arena can have, and a sample that is larger is bad. `inputs`:
   * handles of arenas, or (index, epoch, flags, ordinal) per sample.
   */
  programSetup(
    program: Handle,
    batchIndex: number,
    inputs: readonly Handle[] | Float64Array,
    from: number,
    count: number,
    most: number,
  ): number
  /**
   * Samples in the batch so far. flags >= 0 completes the batch. abi `memory.mayCome` leaves it open: `memory.refused` is
   * the answer where some samples wait for memory, and the same call goes on with them. `memory.willNotCome` leaves it
   * open too, and a sample for which alone there is too little memory is bad.
   */
  programRun(program: Handle, arena: Handle, flags: number): number
  /**
   * Begins to make what was set up; rings the bell when all is made, and programRun() with the same arena completes it.
   * Until then the inputs and the arena stay. False: it is so little that programRun() makes it.
   */
  programStart(program: Handle, arena: Handle, block: Handle, bell: number): boolean
  /** Whether programRun() would not wait for what programStart() began. */
  programDone(program: Handle): boolean
  /** Waits for what programStart() began, and forgets it. */
  programSettle(program: Handle): void
  /**
   * Samples that were not begun are not made any more; the call that makes them ends with PIPELINE_CLOSED. With `left` the
   * pool gets new threads in place of those that are at samples of this program, which may never come back.
   */
  programStop(program: Handle, left: boolean): void
  /**
   * For when the process ends, which waits for all threads: ends it with this exit code when one of them has been at one
   * sample for so many seconds from now on. Returns at once.
   */
  endProcess(code: number, graceSeconds: number): void
  /** JSON; see ProgramReport. */
  programReport(program: Handle): string
  /**
   * Gives memory back to the system; how many bytes, or -1 where the program is just running, or a GPU may be reading the
   * memory, which somebody uses. Of a program its scratch; of shared memory the pages from bytesToKeep on, which read as zero
   * afterwards, and with 0 its device memory.
   */
  trim(handle: Handle, bytesToKeep: number, inUse?: boolean): number
  /** JSON: GpuInfo. Throws CUDA_UNAVAILABLE. The plugin is loaded once, from the path that is given first. */
  gpu(pluginPath: string | null): string
  /**
   * Copies device memory of a slot once its batch is there. `parts`: (address, bytes, offset in `to`) each. With a
   * listener it returns at once; when the listener is called parts[0] is 0, or -1 where the copy failed.
   */
  deviceRead(arena: Handle, parts: Float64Array, to: Uint8Array, listener: Handle | 0): void
  /** Why the last copy that failed behind a listener did. */
  deviceReadError(): string
  /**
   * Orders a stream behind the batch; with `done`, what is queued on the stream by now has used the batch. Throws
   * STREAM_ENDED, and INVALID_ARGUMENT where the stream cannot be that of the batch's users: it is of another GPU.
   */
  deviceOrder(arena: Handle, stream: bigint | Handle, done: boolean): void
  /** The event at which the batch is there, a cudaEvent_t; or the stream in which it was made, a cudaStream_t. */
  deviceEvent(arena: Handle, stream: boolean): bigint
  /**
   * The address of a DLManagedTensor. `dims`: address, GPU (-1: none, then `view` is the data), dtype id, then the shape.
   * The listener is called when its deleter has run; the arena is kept until then, also when this thread ends.
   */
  dlpack(dims: Float64Array, view: Uint8Array | null, listener: Handle, arena: Handle | 0): bigint
  /**
   * The number of threads of the process's imperative contexts that have none of their own; 0: the default. A number sets
   * it before.
   */
  evalThreads(n: number | null): number
  /** Whether such a context has begun to work, in any thread; with `now` one begins. */
  evalThreadsUsed(now: boolean): boolean
  /**
   * Threads that run calls in order, `width` of them at once. settled[0] counts those that are done; the listener is for
   * evalWait().
   */
  evalOpen(threads: number, width: number, settled: Uint32Array, listener: Handle): Handle
  /** A program that shares the scratch of the queue's threads; its work on a GPU is queued on the stream. */
  evalProgram(queue: Handle, worker: number, json: string, stream: Handle | 0): Handle
  /**
   * A run over `count` samples. how: 0 queues it; 1 runs it at once on this thread if nothing is before it; 2 holds it until
   * evalHeld(), or until this thread has worked on for a while; 3 does so for a millisecond. The result goes into `to` where
   * it has room. What is not a handle stays as it is until the call is done.
   */
  evalSubmit(
    queue: Handle,
    /** One for each thread of the queue. */
    programs: readonly Handle[],
    count: number,
    inputs: readonly EvalInput[],
    draws: Uint32Array | null,
    to: Uint8Array | null,
    gpu: number,
    how: 0 | 1 | 2 | 3,
  ): Handle
  /**
   * Hands a call over that is held: 0 queues it, 1 runs it at once on this thread if nothing is before it, -1 forgets it.
   * False: the queue has queued it already.
   */
  evalHeld(queue: Handle, call: Handle, how: -1 | 0 | 1): boolean
  /**
   * Blocks until the call is done: a handle of shared memory, or 0 where the result lies in `to`. facts (4): its size in
   * bytes, when it began and ended (ns of the monotonic clock), which of the queue's threads has run it (-1: the caller's).
   * Throws what the call has thrown; the facts but the size are there. With `watch` it only asks: -1 says that the queue's
   * listener will be called when the call is counted, 0 that it is.
   */
  evalWait(queue: Handle, call: Handle, watch: boolean, facts: Float64Array | null): Handle | 0 | -1
  /** The result's bytes, which stay as long as the view. */
  evalView(memory: Handle): Uint8Array<ArrayBuffer>
  /** JSON: the outputs' dtypes, layouts and shapes, by setup alone. */
  evalShapes(program: Handle, count: number, inputs: readonly EvalInput[], draws: Uint32Array | null): string
  /** Where the view's bytes lie. */
  address(view: ArrayBufferView): number
  /**
   * A user's cudaStream_t, or a new stream, which stays open until its last user is gone. Throws STREAM_ENDED,
   * INVALID_ARGUMENT for a stream of another GPU.
   */
  streamOpen(gpu: number, raw: bigint | null): Handle
  /** The cudaStream_t. */
  streamRaw(stream: Handle): bigint
  /** Blocks until what is queued on it by now is done. */
  streamSync(stream: Handle): void
  /** The process's default stream of a GPU, a cudaStream_t; a handle sets it before, 0 clears it. */
  streamDefault(gpu: number, stream: Handle | 0 | null): bigint | null
  /** Blocks until what lies in device memory of a result is there. */
  deviceSync(memory: Handle): void
}

/**
 * By turns a source (a handle of shared memory or of a call, or memory itself) and which of its samples: the first ones
 * (null), one for all, or a list.
 */
export type EvalInput = Handle | Uint8Array | Int32Array | null

/** What is known of a reader's data set. */
export interface DatasetReport {
  /** Samples. */
  count: number
  /** Of memory that it takes. */
  bytes: number
  /** The name of each label; empty where labels have no names. */
  classes: string[]
  /** The folder that was looked through. */
  folder: string
  /** Its files that are no samples, by reason; `example` is the path of one of them below the folder. */
  ignored: { why: string; count: number; example: string }[]
  /** Of each sample its name, and its value in each column. */
  samples: ({ source: string } & Record<string, unknown>)[]
}

export interface GpuInfo {
  /** What the plugin was compiled with. */
  builtWith: string
  /** A stand-in that computes on the CPU. */
  emulated: boolean
  devices: {
    id: number
    name: string
    computeCapability: string
    multiprocessors: number
    memory: number
    freeMemory: number
    poolBytes: number
  }[]
}

export interface SystemInfo {
  abi: string
  simd: string
  /** `allowed`: the affinity mask, as "0-3,8". */
  cpu: { online: number; affinity: number; allowed: string; quota: number; usable: number }
  poolThreads: number
  codecs: { format: string; library: string; version: string; ok: boolean; note: string }[]
  handles: number
}

/**
 * Bytes of one output of an operator, as DALI's executor statistics count them: the largest batch so far. What the
 * program hands on lies in a slot. What stays inside is never there for the whole batch: each thread holds one sample's
 * at a time in its scratch, and these are counted as that, one tensor per thread that made any, though outputs that are
 * never needed at once share memory there. What arguments and headers are read from (random numbers, encoded files) is
 * kept for the whole batch.
 */
export interface OutputMemory {
  /** All tensors of a batch. */
  real: number
  /** The largest tensor. */
  maxReal: number
  /** Set aside for a batch: at least `real`, as a batch of equal tensors leaves room to fill it up. */
  reserved: number
  /** Set aside for the largest tensor. */
  maxReserved: number
}

/** Images by the way that they were decoded. */
export interface DecodeCounters {
  /** By the GPU's decoding engines. */
  hardware: number
  /** Begun on the CPU's threads, ended on the GPU. */
  hybrid: number
  /** On the CPU, by the splitting of the work or for one of the reasons in `fallback`. */
  cpu: number
  /** Images that the GPU could not decode, by reason. */
  fallback: Record<string, number>
}

export interface ProgramReport {
  ops: {
    op: string
    name: string
    id: number
    seconds: number
    samples: number
    warned: number
    outputs: OutputMemory[]
    /** Of mixed decoders. */
    decode?: DecodeCounters
  }[]
  bad: BadSample[]
  badTotal: number
  scratchBytes: number
  /** What its threads are at. */
  running: RunningSample[]
}

/** A sample that a thread works on at this moment. */
export interface RunningSample {
  /** Empty between operators, and where the whole batch is on a GPU. */
  op: string
  callSite: string
  /** In the data set; -1 of a whole batch. */
  index: number
  source: string
  /** Since the thread has begun with it. */
  seconds: number
}

/** A sample that onError 'skip' or 'placeholder' kept from ending the run. */
export interface BadSample {
  path: string
  /** Index in the data set. */
  index: number
  epoch: number
  reason: string
  op: string
  callSite: string
  code: string
}

/** Seconds that a sample may take while the process ends. */
const exitGrace = 1

/** Relative to dist/. */
const addonPath = '../build/Release/penstock.node'
/** An installed package has no script of this name in its user's project. */
const rebuild = `\`npm run build:native\` in ${fileURLToPath(new URL('..', import.meta.url))}`

function toPipelineError(error: unknown): unknown {
  const e = error as Record<string, unknown> & { message: string }
  if (!(error instanceof Error) || !isErrorCode(e.code)) return error
  return errorFrom({
    code: e.code,
    message: e.message,
    op: e.op as string | undefined,
    callSite: e.callSite as string | undefined,
    hint: e.hint as string | undefined,
    sample: typeof e.index === 'number' ? { index: e.index, source: String(e.source ?? '') } : undefined,
  })
}

function load(): Native {
  const require = createRequire(import.meta.url)
  let addon: Record<string, (...args: never[]) => unknown>
  try {
    addon = require(addonPath)
  } catch (cause) {
    throw errorFrom({
      code: 'NATIVE_UNAVAILABLE',
      // Node.js lists the modules that asked for it on further lines.
      message: `The native addon could not be loaded: ${(cause as Error).message.split('\n')[0]}`,
      hint: `Build it with ${rebuild}`,
      cause,
    })
  }
  const wrapped: Record<string, unknown> = {}
  for (const [name, fn] of Object.entries(addon)) {
    wrapped[name] = (...args: never[]) => {
      try {
        return fn(...args)
      } catch (error) {
        throw toPipelineError(error)
      }
    }
  }
  const native = wrapped as unknown as Native
  checkAbi((JSON.parse(native.info()) as SystemInfo).abi)
  // Node.js waits for all threads when the process ends, also for one that is stuck in a native call.
  if (isMainThread) process.on('exit', (code) => native.endProcess(code, exitGrace))
  try {
    const platform = `${process.platform}-${process.arch}`
    native.configure(null, require.resolve(`@img/sharp-libvips-${platform}/lib`).replace(/[^/]*$/, ''))
  } catch {
    // PNG, WebP, TIFF, GIF and AVIF then say what to install when one comes.
  }
  return native
}

/** Refuses an addon whose shared layouts are not the ones this build was made with. */
export function checkAbi(hash: string): void {
  if (hash === abiHash) return
  throw nativeUnavailable(
    `The native addon was built from other sources (layout ${hash}, expected ${abiHash})`,
    `Rebuild it with ${rebuild}`,
  )
}

let loaded: Native | undefined

/** The addon; loaded at first use so that importing the package costs nothing. */
export function native(): Native {
  loaded ??= load()
  return loaded
}

/** PENSTOCK_CUDA_PLUGIN, else the plugin beside the addon. */
function pluginPath(): string {
  const given = process.env.PENSTOCK_CUDA_PLUGIN
  return given || fileURLToPath(new URL('../build/Release/penstock_cuda.so', import.meta.url))
}

/** The GPUs of this machine, and the plugin for them. Throws CUDA_UNAVAILABLE, which says what is missing. */
export function gpuInfo(): GpuInfo {
  return JSON.parse(native().gpu(pluginPath())) as GpuInfo
}

/** Throws CUDA_UNAVAILABLE unless there is a GPU of this number. */
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
