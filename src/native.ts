// The type of the whole native addon, and the only code that uses it. Every thread (main thread and workers) loads it
// through this file. An addon that was built from other sources is refused, because both sides share memory layouts.

import { isMainThread } from 'node:worker_threads'
import { errorOf } from './errors/factories.js'
import { isErrorCode } from './errors.js'
import { abiHash } from './generated/abi.js'
import { findPlugin, foreignAddon, loadAddon, vipsFolder } from './native-files.js'

/** A number in the process-wide table of native objects: an integer below 2^53; that of a listener is below 2^31. */
export type Handle = number

export interface Native {
  /** Returns JSON: SystemInfo. Codec libraries are loaded and listed only with `probeCodecs`. */
  info(probeCodecs?: boolean): string
  /**
   * Makes sure that the pool has at least `threads` threads, and sets the folder of the libvips libraries; null changes
   * nothing. Returns the number of threads in the pool.
   */
  configure(threads: number | null, vipsPath: string | null): number
  /**
   * Pins the pool's first threads until the handle is closed: one thread to each of `cpus`; the others of the first
   * `threads` to the CPUs near the GPU, or without a GPU to all CPUs of the process. With several open handles the
   * latest decides.
   */
  pinThreads(threads: number, cpus: Int32Array, gpu: number | null): Handle
  /** Returns a number for the programs of one thread group, which share their threads. It is not a handle. */
  threadGroup(): number
  /** Registers shared memory and returns its handle. */
  open(view: Uint8Array): Handle
  /** All of the array will be used, so the system may give it huge pages. */
  hugePages(view: Uint8Array): void
  /** Tells the addon the new size of a growable buffer. Its address never changes. */
  resize(memory: Handle, bytes: number): void
  /** Ends an object. False: the handle was closed before. */
  close(handle: Handle): boolean
  /**
   * Returns a listener, whose number goes into a bell's waiting word. Its callback runs on this thread's event loop.
   */
  listen(callback: () => void): Handle
  /**
   * Tells the garbage collector that so many more (or fewer) bytes depend on objects of this thread; returns the
   * total.
   */
  pressure(bytes: number): number
  /**
   * Makes an ArrayBuffer over the first bytes of shared memory that was opened on this thread; `id` is a number that
   * the caller chooses. Returns null where the runtime does not allow external buffers. With `strong` the buffer stays
   * until outputCollect() finds that nothing else refers to it.
   */
  outputView(memory: Handle, bytes: number, id: number, strong: boolean): ArrayBuffer | null
  /** Watches a JavaScript object as outputView() does an ArrayBuffer. */
  outputWatch(object: object, id: number, strong: boolean): void
  /**
   * Makes a strong view weak: from now on the garbage collector may take it. Returns the view, or the object that is watched;
   * null if it is gone.
   */
  outputWeaken(id: number): object | null
  /** Ends the view of memory that was given back. With `detach` an ArrayBuffer over it is detached. */
  outputEnd(id: number, detach: boolean): void
  /** Detaches a buffer that has memory of its own: typed arrays on it become empty. */
  detach(buffer: ArrayBuffer): void
  /** Sets the callback for views that were collected. It runs some turns of the event loop after the collection. */
  outputListen(callback: (id: number) => void): void
  /**
   * Calls gc() and returns the ids of the views that this ended. The callback of outputListen() is not called for
   * them.
   */
  outputCollect(gc: () => void): number[]
  /**
   * Returns a slot (for the consumer a full one, for the producer a free one), or abi `acquire.timeout` when there is
   * none.
   */
  acquire(block: Handle, mailbox: number, consumer: boolean): number
  /**
   * Sleeps until the bell is rung, at most timeoutMs. Returns at once if it was rung since `seq` was read. Returns 0,
   * or a negative code of abi `acquire`.
   */
  wait(block: Handle, bell: number, seq: number, timeoutMs: number): number
  publish(block: Handle, mailbox: number, consumer: boolean, slot: number): void
  signal(block: Handle, bell: number, bits: number): void
  /** `dataset`: the data set, for a reader's program. */
  programCreate(json: string, dataset: Handle | null): Handle
  /**
   * Builds a reader's data set and blocks until it is done. `json` is a program that consists of that reader. The
   * handle belongs to this thread; programs that are made from the data set share it.
   */
  datasetIndex(json: string): Handle
  /**
   * Builds a data set on a thread of its own, by a program. Other JSON makes the thread do something else: { container,
   * to }, a path or URL and the path of a new file, writes the index of a container; { look }, paths, recognises files;
   * { list, all }, the URL of a folder in a store and whether all of it is wanted, gives { files, folders }, their names;
   * { read, paths, folder, first }, a reader's name and a DataSource, finds out how data is read. Returns that thread's
   * handle. The listener is called when datasetTake() will answer. `watched`: datasetProgress() will be called.
   */
  datasetStart(json: string, listener: Handle, watched: boolean): Handle
  /** Returns JSON: IndexState, how far the thread is. */
  datasetProgress(thread: Handle): string
  /** Asks the thread to end soon; datasetTake() then throws ABORTED. */
  datasetCancel(thread: Handle): void
  /**
   * Returns the handle of the data set, or JSON: of an index ContainerIndex, of files their readers' names or null, and
   * DataReading (src/readers/data-format.ts). It can be called once. Throws the error with which the work ended.
   */
  datasetTake(thread: Handle): Handle | string
  /** Returns the paths that one with braces stands for, as readers take them: 'x-{000..127}.tar'. */
  expandPaths(path: string): string[]
  /**
   * Returns a path without what differs between two URLs that name the same object: signatures, tokens and times of an
   * http(s) URL, and its user.
   */
  unsignedUrl(path: string): string
  /** Returns JSON: a DataFormat (src/readers/data-format.ts) for each reader that has one. */
  dataFormats(): string
  /** Returns the handle of a client of object stores. Requests of native code wait for it from now on. */
  storeOpen(): Handle
  /**
   * Returns JSON: StoreWork, the requests that have come. The listener, of the same thread, is called when there are
   * more. With 0 for both it only returns whether no data set uses a store.
   */
  storeTake(server: Handle | 0, listener: Handle | 0): string | boolean
  /** Says why a client has failed: its requests fail with that, and so do later ones until there is another client. */
  storeEnd(server: Handle, cause: string): void
  /**
   * Adds bytes to the answer of a request, of which `expected` are to come in all (0: not known), or ends it with JSON:
   * StoreEnd. Does nothing for a request that was given up.
   */
  storeGive(id: number, bytes: Uint8Array | null, expected: number, end: string | null): void
  /**
   * For a reader's program. With `ids`, as programSetup() takes them, it asks object stores for what these samples need,
   * and with `upTo` 1 disks too, and returns the bytes that are asked for and not given up; -1 where no file lies in a
   * store, and disks are not asked. Without: returns 1 when all has come that samples up to the ordinal `upTo` need, else 0; with bell -1 it gives that up, and returns the bytes
   * that are left; with bell -2 it returns how many reads these bytes are. The bell is rung when something has come.
   */
  programAhead(program: Handle, ids: Float64Array | null, upTo: number, block: Handle, bell: number): number
  /** The blocks of shuffleBlocks: the first sample of each, and the number of all samples. */
  programEdges(program: Handle, blockBytes: number): Int32Array
  /**
   * For a reader's program: asks object stores and disks for the samples [begin, end) as a whole, which samples with the
   * ordinals `first` to `last` need; programAhead() says when they have come, and gives them up. Returns false, and asks
   * for nothing, where samples do not lie beside each other in files.
   */
  programAheadBlock(
    program: Handle,
    begin: number,
    end: number,
    first: number,
    last: number,
    block: Handle,
    bell: number,
  ): boolean
  /** Returns JSON: DatasetReport, with samples [from, from + count). */
  datasetReport(dataset: Handle, from: number, count: number): string
  /**
   * Sets a batch up and returns the bytes that the output arena needs. `batchIndex` starts a batch; -1 appends to the
   * current one. `inputs`: handles of arenas, or four numbers (index, epoch, flags, ordinal) per sample. `most` is
   * either abi `memory.mayCome`, and then the answer may be `memory.refused`; or the largest size that the arena can
   * have, and then a sample that does not fit is a bad sample.
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
   * Makes what was set up, and returns the number of samples in the batch so far. flags >= 0 completes the batch. With
   * abi `memory.mayCome` the batch stays open; the answer is `memory.refused` where some samples wait for memory, and
   * the next call with the same arguments continues with them. With `memory.willNotCome` it stays open too, and a
   * sample is bad if there is too little memory for it alone.
   */
  programRun(program: Handle, arena: Handle, flags: number): number
  /**
   * Begins to make what was set up and returns true. When all is made it rings the bell, and programRun() with the
   * same arena completes the batch; until then the inputs and the arena must stay. Returns false, and begins nothing,
   * if the work is so little that programRun() should do it.
   */
  programStart(program: Handle, arena: Handle, block: Handle, bell: number): boolean
  /** Whether programRun() could complete what programStart() began without waiting. */
  programDone(program: Handle): boolean
  /** Waits for what programStart() began, and discards it. */
  programSettle(program: Handle): void
  /**
   * Stops a program: samples that were not begun are not made, and the call that makes them throws PIPELINE_CLOSED.
   * With `left` the pool replaces the threads that work on samples of this program, because they may never return.
   */
  programStop(program: Handle, left: boolean): void
  /**
   * Guards the end of the process, at which Node.js waits for all threads: ends the process with this exit code if one
   * sample takes a thread more than so many seconds, counted from now. Returns at once.
   */
  endProcess(code: number, graceSeconds: number): void
  /** Returns JSON: ProgramReport. */
  programReport(program: Handle): string
  /**
   * Returns what its threads did last: for each of the last calls of operators the system's number of the thread, the
   * position of the operator in the program, the index of the sample, and begin and end in ns of the monotonic clock.
   */
  programCalls(program: Handle): Float64Array<ArrayBuffer>
  /**
   * Gives memory back to the system and returns its bytes: a program's scratch memory; or the pages of shared memory
   * from bytesToKeep on, which read as zero afterwards, and with bytesToKeep 0 its device memory too. Returns -1, and
   * frees nothing, where the program is running. `inUse`: the memory's first bytes are in use; then -1 also means that
   * a GPU may be reading it.
   */
  trim(handle: Handle, bytesToKeep: number, inUse?: boolean): number
  /**
   * Returns JSON: GpuInfo. Throws CUDA_UNAVAILABLE, whose hint is `cure` where the plugin cannot be loaded. The plugin is
   * loaded once, from the path of the first call; nvJPEG is loaded and described only with `libraries`.
   */
  gpu(pluginPath: string, cure: string, libraries: boolean): string
  /** Begins a range of this thread that profilers show (NVTX), or with null ends the last one. */
  range(name: string | null): void
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
  /** Returns why the last failed copy with a listener failed. */
  deviceReadError(): string
  /**
   * Makes a stream wait for the batch. With `done` it instead records that the work queued on the stream so far uses
   * the batch, so that its memory is reused only afterwards. Throws STREAM_ENDED; and INVALID_ARGUMENT for a stream of
   * another GPU.
   */
  deviceOrder(arena: Handle, stream: bigint | Handle, done: boolean): void
  /**
   * Returns the event that marks the batch as complete (a cudaEvent_t); with `stream` the cudaStream_t that made the
   * batch.
   */
  deviceEvent(arena: Handle, stream: boolean): bigint
  /**
   * Returns the address of a DLManagedTensor. `dims`: address, GPU (-1: host memory, and `view` is the data), dtype
   * id, then the shape. The listener is called when its deleter has run. The arena is kept until then, even if this
   * thread ends.
   */
  dlpack(dims: Float64Array, view: Uint8Array | null, listener: Handle, arena: Handle | 0): bigint
  /**
   * Returns the number of threads of the process's imperative contexts that have no number of their own; 0 is the
   * default. A number sets it first.
   */
  evalThreads(n: number | null): number
  /** Returns whether such a context has begun to work, in any thread. `now` records that one begins. */
  evalThreadsUsed(now: boolean): boolean
  /**
   * Makes an execution queue: threads that run calls in order, `width` of them at once. settled[0] counts the calls
   * that are done. The listener serves evalWait().
   */
  evalOpen(threads: number, width: number, settled: Uint32Array, listener: Handle): Handle
  /** Makes a program that shares the scratch memory of the queue's threads. Its GPU work is queued on the stream. */
  evalProgram(queue: Handle, worker: number, json: string, stream: Handle | 0): Handle
  /**
   * Submits a call over `count` samples. `how`: 0 queues it; 1 runs it at once on this thread if no call is before it;
   * 2 does so too, if the call is known to take less time than handing it over; 3 holds it until evalHeld(), or until
   * this thread has continued for a while; 4 holds it for a millisecond. The result is written to `to`, an array or shared memory, if it fits. Memory that is passed without a handle must not
   * change until the call is done.
   */
  evalSubmit(
    queue: Handle,
    /** One program for each thread of the queue. */
    programs: readonly Handle[],
    count: number,
    inputs: readonly EvalInput[],
    draws: Uint32Array | null,
    to: Uint8Array | Handle | null,
    gpu: number,
    how: 0 | 1 | 2 | 3 | 4,
  ): Handle
  /**
   * Decides about a held call: 0 to 2 as for evalSubmit(), -1 discards it. Returns false if the queue has queued it
   * already.
   */
  evalHeld(queue: Handle, call: Handle, how: -1 | 0 | 1 | 2): boolean
  /**
   * Blocks until the call is done. Returns a handle of shared memory with the result, or 0 if the result is in `to`.
   * Throws the error of the call. `facts` receives five numbers: the result's bytes; when the call began and ended, in
   * nanoseconds of the monotonic clock; the index of the thread that ran it (-1: the caller's); the result's bytes in
   * device memory. After an error only times and thread are set. With `watch` it does not block: -1 means that the
   * queue's listener will be called when the call is counted, 0 that it is counted already.
   */
  evalWait(queue: Handle, call: Handle, watch: boolean, facts: Float64Array | null): Handle | 0 | -1
  /** Returns the result's bytes. The view keeps the memory alive. */
  evalView(memory: Handle): Uint8Array<ArrayBuffer>
  /** Returns JSON: dtypes, layouts and shapes of the outputs. Only setup runs, no sample is made. */
  evalShapes(program: Handle, count: number, inputs: readonly EvalInput[], draws: Uint32Array | null): string
  /** Returns the address of the view's bytes. */
  address(view: ArrayBufferView): number
  /**
   * Opens a user's cudaStream_t, or without one a new stream, which stays open until its last user is gone. Throws
   * STREAM_ENDED; and INVALID_ARGUMENT for a stream of another GPU.
   */
  streamOpen(gpu: number, raw: bigint | null): Handle
  /** Returns the cudaStream_t. */
  streamRaw(stream: Handle): bigint
  /** Blocks until the work that is queued on the stream now is done. */
  streamSync(stream: Handle): void
  /** Returns the process's default stream of a GPU, a cudaStream_t. A handle sets it first, 0 clears it. */
  streamDefault(gpu: number, stream: Handle | 0 | null): bigint | null
  /** Blocks until the part of a result that is in device memory is complete. */
  deviceSync(memory: Handle): void
  /**
   * Puts pages that other processes can map under shared memory that no other thread uses yet; what it holds is lost.
   * `reserved`: the bytes to which its buffer can grow. Returns the handle of the pages' descriptor, which goes into
   * bridgeSend(); the pages live as long as the buffer. Throws UNSUPPORTED and OUT_OF_MEMORY.
   */
  bridgeShare(memory: Handle, reserved: number): Handle
  /**
   * Returns the process at the other end of a Unix socket, by the number of the socket's descriptor, and keeps that
   * descriptor from programs that this process starts.
   */
  bridgePeer(socket: number): [pid: number, uid: number]
  /** Locks an open file or folder until it is closed. Returns false where another process or descriptor has locked it. */
  bridgeLock(descriptor: number): boolean
  /**
   * Sends bytes over a socket, with the descriptors of segments, which go with the first byte. It never waits. Returns
   * the number of bytes that were sent, which may be 0, or -1 if the peer has ended.
   */
  bridgeSend(socket: number, bytes: Uint8Array, segments: readonly Handle[]): number
  /**
   * What another process must open to read a slot's batch on the GPU: memory, and behind it the event that it records
   * behind its last use, whose address and bytes are 0. Numbers are not used again. Only for slots of bridgeShare().
   */
  bridgeExports(memory: Handle): [id: number, address: number, bytes: number][]
  /** One of them; `ipc` are CUDA's 64 bytes for the other process. What it stands for is kept until the handle is closed. */
  bridgeExport(memory: Handle, id: number): [handle: Handle, gpu: number, ipc: string]
  /** Whether the slot uses the memory or event no more. The handle is closed when no process has it open. */
  bridgeDropped(exported: Handle): boolean
  /**
   * Whether the work is over that the process which had the batch has queued behind its use. With `dead` it has ended and
   * is not waited for. Throws INTERNAL when the GPU failed.
   */
  bridgeGivenBack(memory: Handle, dead: boolean): boolean
}

/**
 * Inputs of a call: alternately a source (a handle of shared memory or of a call, or memory itself) and the rows to
 * take from it: null for the first `count`, one number for all samples, or a list with one row per sample.
 */
export type EvalInput = Handle | Uint8Array | Int32Array | null

/** What is known of a reader's data set. */
export interface DatasetReport {
  /** Number of samples. */
  count: number
  /** Bytes of memory that the data set takes. */
  bytes: number
  /** The name of each label; empty where labels have no names. */
  classes: string[]
  /** 16 hexadecimal digits that follow from the names, places and values of all samples. */
  fingerprint: string
  /** The folder that was searched. */
  folder: string
  /** Files in it that are not samples, by reason; `example` is the path of one of them, relative to the folder. */
  ignored: { why: string; count: number; example: string }[]
  /** Whether files lie in object stores. */
  remote: boolean
  /** The name of each sample, and its value in each column. */
  samples: ({ source: string } & Record<string, unknown>)[]
}

/** How far the building of a data set, or the writing of an index, is. */
export interface IndexState {
  /** The file or folder that is being listed, or was last. */
  file: string
  filesDone: number
  /** Files that are known so far. */
  files: number
  bytesDone: number
  /** Bytes of these files; null where the size of one is not known yet. */
  bytes: number | null
  samples: number
}

/** The index of a container that was written. */
export interface ContainerIndex {
  format: 'tar' | 'tfrecord' | 'recordio'
  samples: number
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

export interface SystemInfo {
  abi: string
  simd: string
  /** CPUs. `allowed`: the affinity mask, such as "0-3,8". */
  cpu: { online: number; affinity: number; allowed: string; quota: number; usable: number }
  poolThreads: number
  codecs: { format: string; library: string; version: string; ok: boolean; note: string }[]
  handles: number
}

/**
 * Bytes of one output of an operator in the largest batch so far, as DALI's executor statistics count them. An output
 * of the program lies in a slot. A value inside the program never exists for the whole batch: each thread holds that
 * of one sample at a time in its scratch memory, so it counts as one tensor per thread that made any. (Values that are
 * not needed at the same time may share that memory; each is counted all the same.) Random numbers and encoded files,
 * which arguments and headers are read from, are kept for the whole batch.
 */
export interface OutputMemory {
  /** Used by all tensors of a batch. */
  real: number
  /** Used by the largest tensor. */
  maxReal: number
  /** Set aside for a batch: at least `real`. */
  reserved: number
  /** Set aside for the largest tensor. */
  maxReserved: number
}

/** Number of images by the way in which they were decoded. */
export interface DecodeCounters {
  /** Decoded by kernels on the GPU's streaming multiprocessors, whole batches at a time. */
  kernels: number
  /** Decoded by the GPU's decoding engines. */
  hardware: number
  /** Begun on the CPU's threads and completed on the GPU. */
  hybrid: number
  /** Decoded on the CPU, because the work is split with the GPU or for one of the reasons in `fallback`. */
  cpu: number
  /** Images that the GPU could not decode, by reason. */
  fallback: Record<string, number>
  /** Bytes of the files, by the way in which they were decoded. */
  bytes: Record<DecodePath, number>
  /** Seconds that the GPU took for the kernels' images, with the copies of their files. */
  kernelSeconds: number
}

/** A way to decode an image on or for a GPU. */
export type DecodePath = 'kernels' | 'hardware' | 'hybrid' | 'cpu'

export interface ProgramReport {
  ops: {
    op: string
    name: string
    id: number
    seconds: number
    samples: number
    warned: number
    outputs: OutputMemory[]
    /** Only for mixed decoders. */
    decode?: DecodeCounters
    /** Only for decoders on the CPU: images that were made smaller for a resize, by how often they were halved: once, twice, ... */
    halved?: number[]
  }[]
  bad: BadSample[]
  badTotal: number
  scratchBytes: number
  /** The samples that its threads work on now. */
  running: RunningSample[]
}

/** A sample that a thread works on at this moment. */
export interface RunningSample {
  /** Operator; empty between operators, and while a GPU works on the whole batch. */
  op: string
  callSite: string
  /** Index in the data set; -1 for a whole batch. */
  index: number
  source: string
  /** Time since the thread began with the sample. */
  seconds: number
}

/** A sample that onError 'skip' or 'placeholder' kept from ending the run. */
export interface BadSample {
  /** Path or name of the sample; for a sample of an external source, the source's name. */
  path: string
  /** Index in the data set. */
  index: number
  epoch: number
  /** Why it is bad: the message of the error. */
  reason: string
  /** Operator, e.g. `decoders.image`. */
  op: string
  /** Where user code called the operator, as file:line:column; '' if not known. */
  callSite: string
  /** The code of the error; see docs/errors.md. */
  code: string
}

/** Seconds that one sample may take after the process has begun to end. */
const exitGrace = 1

function toPipelineError(error: unknown): unknown {
  const e = error as Record<string, unknown> & { message: string }
  if (!(error instanceof Error) || !isErrorCode(e.code)) return error
  return errorOf(e.code, e.message, {
    op: e.op as string | undefined,
    callSite: e.callSite as string | undefined,
    hint: e.hint as string | undefined,
    sample: typeof e.index === 'number' ? { index: e.index, source: String(e.source ?? '') } : undefined,
  })
}

function load(): Native {
  const addon = loadAddon()
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
  // At exit Node.js waits for all threads, even for one that is stuck in a native call.
  if (isMainThread) process.on('exit', (code) => native.endProcess(code, exitGrace))
  try {
    native.configure(null, vipsFolder())
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
